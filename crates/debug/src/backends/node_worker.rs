//! Programs in a worker thread of Node, through the inspector of its main thread.
//!
//! One worker serves many sessions, as a process of the backend `node` does; only the way to it differs.

use std::io;

use async_trait::async_trait;
use parallax_model::{Family, Misbehaviour};
use serde::Deserialize;

use super::node::{self, STUB, Thread};
use crate::backend::{Backend, Debugger, Instance, LaunchError};
use crate::protocols::cdp;
use crate::rpc::{Rpc, encode};
use crate::transport::{Transport, closed};
use crate::v8::with_command_line;

/// What the main thread's inspector is listened to for, on the way to the worker.
pub(super) const EVENTS: &[&str] = &["Debugger.paused", ATTACHED];

const ATTACHED: &str = "NodeWorker.attachedToWorker";

/// The backend.
pub struct NodeWorker;

#[async_trait]
impl Backend for NodeWorker {
    fn name(&self) -> &'static str {
        "node-worker"
    }

    fn family(&self) -> Family {
        Family::V8
    }

    async fn launch(&self, instance: &Instance) -> Result<Box<dyn Debugger>, LaunchError> {
        node::launch(instance, Thread::Worker).await
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Attached {
    session_id: String,
}

/// Makes a worker that does nothing, and gives the way to its inspector.
pub(super) async fn enter(mut main: Rpc) -> Result<Box<dyn Transport>, Misbehaviour> {
    // A pause of the main thread would stop all messages.
    main.call(&cdp::DebuggerDisable {}).await?;
    main.call(&cdp::NodeWorkerEnable { wait_for_debugger_on_start: true }).await?;
    let stub = serde_json::Value::from(STUB);
    let make = format!(
        "new ((typeof require == 'function' ? require : process.mainModule.require)('worker_threads').Worker)({stub}, {{ eval: true }}); 0"
    );
    let made = main.call(&with_command_line(&make)).await?;
    if let Some(details) = made.exception_details {
        return Err(Misbehaviour::Nonsense(details.first_line()));
    }
    let attached: Attached = main.event_named(ATTACHED).await?.params()?;
    Ok(Box::new(Inner { outer: main.into_transport(), session: attached.session_id, sent: 0 }))
}

/// The connection to a worker's inspector inside that to the main thread's.
struct Inner {
    outer: Box<dyn Transport>,
    session: String,
    sent: u64,
}

/// What the main thread's inspector says, as far as it is about a worker.
#[derive(Deserialize)]
struct Said {
    method: Option<String>,
    params: Option<Params>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Params {
    session_id: Option<String>,
    message: Option<String>,
}

#[async_trait]
impl Transport for Inner {
    async fn send(&mut self, message: String) -> io::Result<()> {
        self.sent += 1;
        let request = cdp::NodeWorkerSendMessage { message: &message, session_id: &self.session };
        let encoded = encode(FIRST_ID + self.sent, &request, None).map_err(io::Error::other)?;
        self.outer.send(encoded).await
    }

    async fn receive(&mut self) -> io::Result<Vec<u8>> {
        loop {
            let bytes = self.outer.receive().await?;
            let Ok(said) = serde_json::from_slice::<Said>(&bytes) else { continue };
            let Some(params) = said.params else { continue };
            if params.session_id.as_ref() != Some(&self.session) {
                continue;
            }
            match (said.method.as_deref(), params.message) {
                (Some("NodeWorker.receivedMessageFromWorker"), Some(message)) => {
                    return Ok(message.into_bytes());
                }
                (Some("NodeWorker.detachedFromWorker"), _) => return Err(closed()),
                _ => {}
            }
        }
    }
}

/// Requests of the main thread's client came before.
const FIRST_ID: u64 = 1 << 30;
