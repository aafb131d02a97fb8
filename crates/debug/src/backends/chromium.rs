//! Chromium, through its DevTools protocol on a pair of descriptors.
//!
//! Each session gets an isolated world of a kept page: a realm of its own, made in 2 ms.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use parallax_model::{Action, Family, Goal, Location, Misbehaviour, Observation, Program};
use tokio::process::Command;
use tokio::sync::Mutex;

use crate::backend::{Ability, Backend, Debugger, Instance, LaunchError, Loaded};
use crate::protocols::cdp;
use crate::rpc::Rpc;
use crate::transport::{self, Switchboard, Transport};
use crate::v8::{self, EVENTS, Inspector, evaluation};
use parallax_process::{Confinement, Process, Scratch, confinement};

/// No network, no first-run dialogs, no GPU; one page.
const FLAGS: &[&str] = &[
    "--headless",
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

    fn own_walls(&self) -> Option<&'static str> {
        (!has_no_sandbox()).then_some("its own sandbox")
    }

    async fn launch(&self, instance: &Instance) -> Result<Box<dyn Debugger>, LaunchError> {
        let browser = instance.common.get(Browser::is_good, Browser::launch(instance)).await?;
        match Page::open(browser.clone(), instance).await {
            Ok(page) => Ok(Box::new(page)),
            Err(cause) => Err(browser.failed(instance, cause).await),
        }
    }
}

/// A browser, which the pages of one instance share: woken up for one of them, it serves all, and
/// a page costs a fraction of the memory of a browser.
pub(super) struct Browser {
    pub(super) switchboard: Switchboard,
    /// What is asked of the browser itself.
    root: Mutex<Rpc>,
    pub(super) version: String,
    condemned: AtomicBool,
    /// The process goes before the folder that it writes to.
    process: Mutex<Option<Process>>,
    _scratch: Option<Scratch>,
}

impl Browser {
    /// Starts the instance's command, or connects to its endpoint.
    pub(super) async fn launch(instance: &Instance) -> Result<Self, LaunchError> {
        let (transport, mut process, scratch) = match &instance.endpoint {
            _ if instance.connection.is_there() => {
                (transport::connect(instance, "").await?, None, None)
            }
            Some(address) => (transport::connect(instance, address).await?, None, None),
            None => start(instance)?,
        };
        let switchboard = Switchboard::over(transport);
        let mut root = Rpc::new(Box::new(switchboard.line(None)), &[]);
        let version = root.call(&cdp::GetVersion {}).await;
        let version = version.map_err(|cause| instance.broken(cause, process.as_mut()))?;
        Ok(Browser {
            switchboard,
            root: Mutex::new(root),
            version: format!("{} V8/{}", version.product, version.js_version),
            condemned: AtomicBool::new(false),
            process: Mutex::new(process),
            _scratch: scratch,
        })
    }

    /// Whether new pages may be opened in it.
    pub(super) fn is_good(&self) -> bool {
        self.switchboard.is_open() && !self.condemned.load(Ordering::Relaxed)
    }

    /// Its process, as far as it was started here.
    pub(super) fn processes(&self) -> Vec<u32> {
        let process = self.process.try_lock();
        process.ok().and_then(|it| it.as_ref()?.id()).into_iter().collect()
    }

    /// Opens no more pages in it; it goes with the last that it has.
    fn condemn(&self) {
        self.condemned.store(true, Ordering::Relaxed);
    }

    /// The error for a browser that opens no page.
    pub(super) async fn failed(&self, instance: &Instance, cause: Misbehaviour) -> LaunchError {
        self.condemn();
        instance.broken(cause, self.process.lock().await.as_mut())
    }
}

/// What a browser that we start consists of.
type Started = (Box<dyn Transport>, Option<Process>, Option<Scratch>);

fn start(instance: &Instance) -> Result<Started, LaunchError> {
    let scratch = Scratch::new().map_err(|error| instance.not_ready(error))?;
    let (pipe, theirs) = transport::Pipe::new().map_err(|error| instance.not_ready(error))?;
    let mut command = Command::new(&instance.command);
    let sandbox = scratch.confine(&mut command).with_own_sandboxes();
    command
        .args(FLAGS)
        .args(has_no_sandbox().then_some("--no-sandbox"))
        .args(&instance.args)
        .arg(format!("--user-data-dir={}", scratch.path().display()))
        .arg("about:blank");
    let process = instance.spawn(&mut command, &sandbox, Some(theirs))?;
    Ok((Box::new(pipe), Some(process), Some(scratch)))
}

/// Whether Chromium cannot have a sandbox of its own: it needs name spaces, and not to be root.
fn has_no_sandbox() -> bool {
    match confinement() {
        Confinement::By(way) => !way.has_namespaces(),
        _ => rustix::process::geteuid().is_root(),
    }
}

/// A tab, closed when it is no longer needed.
pub(super) struct Tab {
    pub(super) browser: Arc<Browser>,
    target: String,
    pub(super) is_in_session: bool,
}

impl Tab {
    /// Opens a tab and attaches to it, with the session for its messages.
    pub(super) async fn open(browser: Arc<Browser>) -> Result<(Self, String), Misbehaviour> {
        let mut root = browser.root.lock().await;
        let target = root.call(&cdp::TargetCreate { url: "about:blank" }).await?.target_id;
        let attach = cdp::TargetAttach { target_id: &target, flatten: true };
        let session = root.call(&attach).await?.session_id;
        drop(root);
        Ok((Tab { browser, target, is_in_session: false }, session))
    }
}

impl Drop for Tab {
    /// A page that is given up in a session may be busy for ever. Its browser is not trusted with
    /// another.
    fn drop(&mut self) {
        if self.is_in_session {
            self.browser.condemn();
        }
        self.browser.switchboard.post(&cdp::TargetClose { target_id: &self.target });
    }
}

/// Gives a module an address, and another to one that runs it. By then it is compiled, and nothing of
/// it has happened: what the other one imports first stops there. (V8 can stop before every script,
/// but Chromium answers nothing while it does.)
const MODULES: &str = "((text, served) => {
  const address = text => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
  const module = served || address(text);
  return `${module} ${address(`import '${address('debugger;')}'; import '${module}';`)}`;
})";

/// Where files are that are served to a page. No such host can be.
const HOST: &str = "http://parallax.invalid/";

/// A page in a tab of its own.
struct Page {
    inspector: Inspector,
    tab: Tab,
    frame: String,
    sessions: u32,
    instance: Instance,
    /// Of the program that was loaded last.
    text: Arc<str>,
}

impl Page {
    async fn open(browser: Arc<Browser>, instance: &Instance) -> Result<Self, Misbehaviour> {
        let (tab, session) = Tab::open(browser).await?;
        let line = Box::new(tab.browser.switchboard.line(Some(session.clone())));
        let line =
            instance.observed(line).map_err(|error| Misbehaviour::Died(error.to_string()))?;
        let mut rpc = Rpc::new(line, EVENTS);
        rpc.set_session(session);
        rpc.call(&cdp::PageEnable {}).await?;
        let frame = rpc.call(&cdp::PageGetFrameTree {}).await?.frame_tree.frame.id;
        let mut inspector = Inspector::over(rpc, false).await?;
        inspector.pass_over_library().await?;
        let (instance, text) = (instance.clone(), "".into());
        Ok(Page { inspector, tab, frame, sessions: 0, instance, text })
    }

    /// Goes to a new tab. Navigating would be simpler, but once in a thousand times nothing says
    /// that the new page has come.
    async fn renew(&mut self) -> Result<(), Misbehaviour> {
        let fresh = Page::open(self.tab.browser.clone(), &self.instance).await?;
        *self = Page { sessions: self.sessions, ..fresh };
        Ok(())
    }

    /// Serves a program that imports others, at addresses that paths can be relative to, to the page alone; its own
    /// address, or nothing. What is asked there never leaves the browser.
    async fn serve(&mut self, program: &Program) -> Result<String, Misbehaviour> {
        if program.imports.is_empty() {
            return Ok(String::new());
        }
        let root = format!("{HOST}{}/", self.sessions);
        let own = format!("{root}{}", program.name);
        let imported = program.imports.iter();
        let mut files: HashMap<String, String> =
            imported.map(|(path, text)| (format!("{root}{path}"), text.clone())).collect();
        // The decoder takes one byte order mark away; a second one is the program's own.
        files.insert(own.clone(), format!("\u{feff}{}", program.text));
        self.inspector.serve(files, HOST, &own).await?;
        Ok(own)
    }

    async fn load_module(&mut self, program: &Program, world: i64) -> Result<Loaded, Misbehaviour> {
        let served = self.serve(program).await?;
        let [text, served] = [&*program.text, &*served].map(serde_json::Value::from);
        let expression = format!("{MODULES}({text}, {served})");
        let request =
            cdp::RuntimeEvaluate { context_id: Some(world), ..evaluation(&expression, false) };
        let addresses = self.inspector.rpc.call(&request).await?.result.text();
        let Some((module, runner)) = addresses.split_once(' ') else {
            return Err(Misbehaviour::Nonsense(format!("addresses that are none: {addresses}")));
        };
        self.inspector.hold(module, &format!("import('{runner}')"), world).await
    }
}

#[async_trait]
impl Debugger for Page {
    fn version(&self) -> &str {
        &self.tab.browser.version
    }

    fn abilities(&self) -> &'static [Ability] {
        v8::ABILITIES_WITH_COVERAGE
    }

    fn processes(&self) -> Vec<u32> {
        self.tab.browser.processes()
    }

    async fn load(&mut self, program: &Program) -> Result<Loaded, Misbehaviour> {
        self.sessions += 1;
        if self.sessions.is_multiple_of(SESSIONS_A_PAGE) {
            self.renew().await?;
        }
        self.tab.is_in_session = true;
        self.text = program.text.clone();
        let world_name = format!("session {}", self.sessions);
        let request =
            cdp::PageCreateIsolatedWorld { frame_id: &self.frame, world_name: &world_name };
        let world = self.inspector.rpc.call(&request).await?.execution_context_id;
        if !program.prelude.is_empty()
            && let Loaded::Rejected(why) =
                self.inspector.prepare(&program.prelude, Some(world)).await?
        {
            return Ok(Loaded::Rejected(why));
        }
        let url = format!("parallax:{}", self.sessions);
        if program.goal == Goal::Module {
            return self.load_module(program, world).await;
        }
        self.inspector.compile(&program.text, &url, Some(world)).await
    }

    async fn perform(&mut self, action: Action) -> Result<Observation, Misbehaviour> {
        self.inspector.perform(action).await
    }

    async fn begin_coverage(&mut self) -> Result<(), Misbehaviour> {
        self.inspector.begin_coverage().await
    }

    async fn end_coverage(&mut self) -> Result<Vec<Range<Location>>, Misbehaviour> {
        self.inspector.end_coverage(&self.text).await
    }

    async fn places(&mut self) -> Result<Vec<Location>, Misbehaviour> {
        self.inspector.places().await
    }

    async fn unload(&mut self) -> Result<(), Misbehaviour> {
        self.inspector.unload().await?;
        self.tab.is_in_session = false;
        Ok(())
    }
}
