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

/// Worlds live as long as their page, so it is replaced now and then.
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
        let opened = Page::open(transport).await;
        let mut page = opened.map_err(|cause| instance.broken(cause, process.as_mut()))?;
        page.owned = Some((process, scratch));
        Ok(Box::new(page))
    }
}

/// One page of a browser.
struct Page {
    inspector: Inspector,
    target: String,
    frame: String,
    version: String,
    sessions: u32,
    /// The process goes before the folder that it writes to.
    owned: Option<(Option<Process>, Option<Scratch>)>,
}

impl Page {
    async fn open(transport: Box<dyn Transport>) -> Result<Self, Misbehaviour> {
        let mut rpc = Rpc::new(transport, EVENTS);
        let version = rpc.call(&cdp::GetVersion {}).await?.product;
        let (target, frame) = new_page(&mut rpc).await?;
        let inspector = Inspector::over(rpc, false).await?;
        Ok(Page { inspector, target, frame, version, sessions: 0, owned: None })
    }

    /// Goes to a new page. Navigating would be simpler, but once in a thousand times nothing says
    /// that the new page has come.
    async fn renew(&mut self) -> Result<(), Misbehaviour> {
        let rpc = &mut self.inspector.rpc;
        rpc.set_session(None);
        rpc.call(&cdp::TargetClose { target_id: &self.target }).await?;
        (self.target, self.frame) = new_page(rpc).await?;
        self.inspector.enable(false).await
    }
}

/// Opens a page and addresses it from now on; its target and its frame.
async fn new_page(rpc: &mut Rpc) -> Result<(String, String), Misbehaviour> {
    let target = rpc.call(&cdp::TargetCreate { url: "about:blank" }).await?.target_id;
    let attach = cdp::TargetAttach { target_id: &target, flatten: true };
    let session = rpc.call(&attach).await?.session_id;
    rpc.set_session(Some(session));
    rpc.call(&cdp::PageEnable {}).await?;
    let frame = rpc.call(&cdp::PageGetFrameTree {}).await?.frame_tree.frame.id;
    Ok((target, frame))
}

#[async_trait]
impl Debugger for Page {
    fn version(&self) -> &str {
        &self.version
    }

    async fn load(&mut self, program: &Program) -> Result<Loaded, Misbehaviour> {
        self.sessions += 1;
        if self.sessions.is_multiple_of(SESSIONS_A_PAGE) {
            self.renew().await?;
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
