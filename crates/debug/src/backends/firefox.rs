//! Firefox, through its remote debugging protocol on a Unix socket.
//!
//! Programs run in frames of one kept page; see [`page`] for how, and [`session`] for what is
//! done with them.

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use parallax_model::{Action, Family, Misbehaviour, Observation, Program};
use tokio::process::Command;

use self::breakable::Memory;
use self::page::Page;
use self::session::Session;
use crate::actors::Actors;
use crate::backend::{Backend, Debugger, Instance, LaunchError, Loaded};
use crate::process::{Process, Scratch};
use crate::protocols::rdp;
use crate::transport::{Framed, Transport};

mod breakable;
mod page;
mod scopes;
mod session;

/// Debugging allowed; no network of its own, no first-run pages, no limit on scripts, little
/// painting, one process for pages.
const PREFERENCES: &[(&str, &str)] = &[
    ("app.normandy.enabled", "false"),
    ("app.update.enabled", "false"),
    ("browser.cache.disk.enable", "false"),
    ("browser.newtabpage.enabled", "false"),
    ("browser.safebrowsing.malware.enabled", "false"),
    ("browser.safebrowsing.phishing.enabled", "false"),
    ("browser.sessionhistory.max_total_viewers", "0"),
    ("browser.shell.checkDefaultBrowser", "false"),
    ("browser.startup.homepage_override.mstone", "\"ignore\""),
    ("browser.startup.page", "0"),
    ("browser.tabs.unloadOnLowMemory", "false"),
    ("datareporting.policy.dataSubmissionEnabled", "false"),
    ("devtools.chrome.enabled", "true"),
    ("devtools.debugger.prompt-connection", "false"),
    ("devtools.debugger.remote-enabled", "true"),
    ("dom.disable_beforeunload", "true"),
    ("dom.ipc.processCount", "1"),
    ("dom.ipc.processPrelaunch.enabled", "false"),
    ("dom.max_script_run_time", "0"),
    ("extensions.systemAddon.update.enabled", "false"),
    ("extensions.update.enabled", "false"),
    ("fission.bfcacheInParent", "false"),
    ("layout.frame_rate", "1"),
    ("network.captive-portal-service.enabled", "false"),
    ("network.connectivity-service.enabled", "false"),
    ("network.dns.disablePrefetch", "true"),
    ("network.prefetch-next", "false"),
    ("services.settings.server", "\"data:,\""),
    ("toolkit.telemetry.enabled", "false"),
    ("toolkit.telemetry.unified", "false"),
];

/// A page keeps the realms of the programs that ran in it, so it is left now and then.
const SESSIONS_A_PAGE: u32 = 100;

/// How long to wait before asking again for what is not there yet.
const MOMENT: Duration = Duration::from_millis(20);

/// The backend.
pub struct Firefox;

#[async_trait]
impl Backend for Firefox {
    fn name(&self) -> &'static str {
        "firefox"
    }

    fn family(&self) -> Family {
        Family::SpiderMonkey
    }

    async fn launch(&self, instance: &Instance) -> Result<Box<dyn Debugger>, LaunchError> {
        let (mut process, scratch, transport) = match &instance.endpoint {
            Some(address) => (None, None, attach(instance, address).await?),
            None => {
                let (process, scratch, transport) = start(instance).await?;
                (Some(process), Some(scratch), transport)
            }
        };
        let transport = instance.recorded(transport)?;
        let browser = Browser::open(transport, process.is_some()).await;
        let mut browser = browser.map_err(|cause| instance.broken(cause, process.as_mut()))?;
        browser.owned = Some((process, scratch));
        Ok(Box::new(browser))
    }
}

/// Starts a browser with a fresh profile and connects to it.
async fn start(instance: &Instance) -> Result<(Process, Scratch, Box<dyn Transport>), LaunchError> {
    let scratch = Scratch::new().map_err(|error| instance.not_ready(error))?;
    let preferences = preferences().map_err(|error| instance.not_ready(error))?;
    let socket = scratch.path().join("socket");
    std::fs::write(scratch.path().join("user.js"), preferences)
        .map_err(|error| instance.not_ready(error))?;
    let mut command = Command::new(&instance.command);
    command
        .args(["--headless", "--no-remote", "--profile"])
        .arg(scratch.path())
        .arg("--start-debugger-server")
        .arg(&socket)
        .args(&instance.args)
        .arg(page::ADDRESS)
        // It leaves traces in its user's home and in the temporary folder.
        .env("HOME", scratch.path())
        .env("TMPDIR", scratch.path())
        .env("XDG_RUNTIME_DIR", scratch.path())
        .env("MOZ_CRASHREPORTER_DISABLE", "1");
    let mut process = instance.spawn(&mut command, None)?;
    let connected = tokio::select! {
        connected = connect(&socket) => Some(connected),
        _ = process.find_line(|_| None::<()>) => None,
    };
    match connected {
        Some(Ok(transport)) => Ok((process, scratch, transport)),
        Some(Err(error)) => Err(instance.not_ready(error)),
        None => Err(instance.not_ready(process.epitaph())),
    }
}

fn preferences() -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    for (name, value) in PREFERENCES {
        writeln!(text, "user_pref(\"{name}\", {value});")?;
    }
    Ok(text)
}

/// Connects to a socket as soon as somebody listens on it.
async fn connect(socket: &Path) -> io::Result<Box<dyn Transport>> {
    loop {
        match Framed::connect_unix(socket).await {
            Ok(transport) => return Ok(Box::new(transport)),
            Err(error)
                if [io::ErrorKind::NotFound, io::ErrorKind::ConnectionRefused]
                    .contains(&error.kind()) =>
            {
                tokio::time::sleep(MOMENT).await;
            }
            Err(error) => return Err(error),
        }
    }
}

/// Connects to a browser that runs already: `unix:PATH` or `127.0.0.1:PORT`.
async fn attach(instance: &Instance, address: &str) -> Result<Box<dyn Transport>, LaunchError> {
    let transport: io::Result<Box<dyn Transport>> = match address.strip_prefix("unix:") {
        Some(path) => {
            Framed::connect_unix(Path::new(path)).await.map(|framed| Box::new(framed) as _)
        }
        None => Framed::connect(address).await.map(|framed| Box::new(framed) as _),
    };
    transport.map_err(|error| instance.not_ready(format!("cannot attach to {address}: {error}")))
}

/// A browser with the page that programs run in.
struct Browser {
    page: Page,
    version: String,
    memory: Memory,
    session: Option<Session>,
    sessions: u32,
    /// The process goes before the folder that it writes to.
    owned: Option<(Option<Process>, Option<Scratch>)>,
}

impl Browser {
    /// Finds or makes the page, and prepares it.
    async fn open(transport: Box<dyn Transport>, is_ours: bool) -> Result<Self, Misbehaviour> {
        let mut actors = Actors::greeted(transport, rdp::EVENTS).await?;
        let tab =
            if is_ours { first_tab(&mut actors).await? } else { any_tab(&mut actors).await? };
        // Before there is a window, the device cannot describe itself.
        let device = actors.call("root", &rdp::GetRoot {}).await?.device_actor;
        let version = actors.call(&device, &rdp::GetDescription {}).await?.value.version;
        Ok(Browser {
            page: Page::open(actors, tab).await?,
            version: format!("Firefox/{version}"),
            memory: Memory::default(),
            session: None,
            sessions: 0,
            owned: None,
        })
    }
}

/// The tab that a browser of ours opens when it starts. It is there before its page is; a page
/// that we put into it earlier would be replaced.
async fn first_tab(actors: &mut Actors) -> Result<String, Misbehaviour> {
    loop {
        let tabs = actors.call("root", &rdp::ListTabs {}).await?.tabs;
        if let Some(tab) = tabs.into_iter().find(|tab| tab.url == page::ADDRESS) {
            return Ok(tab.actor);
        }
        tokio::time::sleep(MOMENT).await;
    }
}

/// The selected tab of a browser that is not ours, or any; our page is put into it.
async fn any_tab(actors: &mut Actors) -> Result<String, Misbehaviour> {
    let tabs = actors.call("root", &rdp::ListTabs {}).await?.tabs;
    let tab = tabs.iter().find(|tab| tab.selected).or(tabs.first());
    let tab = tab.ok_or_else(|| Misbehaviour::Nonsense("the browser has no tab".into()))?;
    let navigation = rdp::NavigateTo { url: page::ADDRESS, wait_for_load: true };
    actors.call(&tab.actor, &navigation).await?;
    Ok(tab.actor.clone())
}

#[async_trait]
impl Debugger for Browser {
    fn version(&self) -> &str {
        &self.version
    }

    async fn load(&mut self, program: &Program) -> Result<Loaded, Misbehaviour> {
        self.unload().await?;
        self.sessions += 1;
        if self.sessions.is_multiple_of(SESSIONS_A_PAGE) {
            self.page.renew().await?;
        }
        match Session::load(&mut self.page, program).await? {
            Ok(session) => {
                self.session = Some(session);
                Ok(Loaded::Ready)
            }
            Err(reason) => Ok(Loaded::Rejected(reason)),
        }
    }

    async fn perform(&mut self, action: Action) -> Result<Observation, Misbehaviour> {
        let Some(session) = &mut self.session else {
            return Err(Misbehaviour::Nonsense("no program is loaded".into()));
        };
        session.perform(&mut self.page, &mut self.memory, action).await
    }

    async fn unload(&mut self) -> Result<(), Misbehaviour> {
        match self.session.take() {
            Some(session) => session.unload(&mut self.page).await,
            None => Ok(()),
        }
    }
}
