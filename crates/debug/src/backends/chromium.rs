//! Chromium, through its DevTools protocol on a pair of descriptors.
//!
//! Each session gets an isolated world of one kept page: a realm of its own, made in 2 ms.

use async_trait::async_trait;
use parallax_model::{Action, Family, Misbehaviour, Observation, Program};
use tokio::process::Command;

use crate::backend::{Backend, Debugger, Instance, LaunchError, Loaded};
use crate::process::{Process, Scratch};
use crate::protocols::cdp;
use crate::rpc::Rpc;
use crate::transport::{self, Transport};
use crate::v8::{EVENTS, Inspector};

/// No network, no first-run dialogs, no GPU; one page.
const FLAGS: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--no-default-browser-check",
    "--mute-audio",
    "--disable-dev-shm-usage",
    "--disable-features=Translate,MediaRouter,OptimizationHints,BackForwardCache",
    "--remote-debugging-pipe",
];

/// Worlds live until their page is left, so it is left now and then.
const SESSIONS_A_PAGE: u32 = 200;

/// The backend.
pub struct Chromium;

#[async_trait]
impl Backend for Chromium {
    fn name(&self) -> &'static str {
        "chromium"
    }

    fn family(&self) -> Family {
        Family::V8
    }

    async fn launch(&self, instance: &Instance) -> Result<Box<dyn Debugger>, LaunchError> {
        let (scratch, mut process, transport) = match &instance.endpoint {
            Some(address) => (None, None, transport::attach(instance, address).await?),
            None => {
                let scratch = Scratch::new().map_err(|error| instance.not_ready(error))?;
                let (pipe, theirs) =
                    transport::Pipe::new().map_err(|error| instance.not_ready(error))?;
                let mut command = Command::new(&instance.command);
                scratch.confine(&mut command);
                command
                    .args(FLAGS)
                    .args(&instance.args)
                    .arg(format!("--user-data-dir={}", scratch.path().display()))
                    .arg("about:blank");
                let process = instance.spawn(&mut command, Some(theirs))?;
                (
                    Some(scratch),
                    Some(process),
                    instance.observed(Box::new(pipe) as Box<dyn Transport>)?,
                )
            }
        };
        let page = open_page(transport).await;
        let (inspector, frame, version) =
            page.map_err(|cause| instance.broken(cause, process.as_mut()))?;
        Ok(Box::new(Page {
            inspector,
            frame,
            version,
            sessions: 0,
            _process: process,
            _scratch: scratch,
        }))
    }
}

/// One page of a browser. The process goes before the folder that it writes to.
struct Page {
    inspector: Inspector,
    frame: String,
    version: String,
    sessions: u32,
    _process: Option<Process>,
    _scratch: Option<Scratch>,
}

async fn open_page(
    transport: Box<dyn Transport>,
) -> Result<(Inspector, String, String), Misbehaviour> {
    let mut rpc = Rpc::new(transport, EVENTS);
    let version = rpc.call(&cdp::GetVersion {}).await?.product;
    let target = rpc.call(&cdp::TargetCreate { url: "about:blank" }).await?.target_id;
    let session =
        rpc.call(&cdp::TargetAttach { target_id: &target, flatten: true }).await?.session_id;
    rpc.set_session(session);
    rpc.call(&cdp::PageEnable {}).await?;
    let frame = rpc.call(&cdp::PageGetFrameTree {}).await?.frame_tree.frame.id;
    Ok((Inspector::enable(rpc, false).await?, frame, version))
}

#[async_trait]
impl Debugger for Page {
    fn version(&self) -> &str {
        &self.version
    }

    async fn load(&mut self, program: &Program) -> Result<Loaded, Misbehaviour> {
        self.sessions += 1;
        if self.sessions.is_multiple_of(SESSIONS_A_PAGE) {
            self.inspector.rpc.drop_events();
            self.inspector.rpc.call(&cdp::PageNavigate { url: "about:blank" }).await?;
            // The old page serves requests until the new one is there, and takes them with it.
            self.inspector.rpc.event_named("Page.loadEventFired").await?;
        }
        let world_name = format!("session {}", self.sessions);
        let request =
            cdp::PageCreateIsolatedWorld { frame_id: &self.frame, world_name: &world_name };
        let world = self.inspector.rpc.call(&request).await?.execution_context_id;
        let url = format!("parallax:{}", self.sessions);
        self.inspector.compile(&program.text, &url, Some(world)).await
    }

    async fn perform(&mut self, action: Action) -> Result<Observation, Misbehaviour> {
        self.inspector.perform(action).await
    }

    async fn unload(&mut self) -> Result<(), Misbehaviour> {
        self.inspector.unload().await
    }
}
