//! Firefox, through its remote debugging protocol on a Unix socket.
//!
//! Programs run in frames of one kept page; see [`page`] for how, and [`session`] for what is
//! done with them.

use std::io;
use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use parallax_model::{Action, Family, Location, Misbehaviour, Observation, Program};
use tokio::process::Command;

use self::breakable::Memory;
use self::page::Page;
use self::session::{Opened, Session};
use crate::actors::Actors;
use crate::backend::{Ability, Backend, Debugger, Instance, LaunchError, Loaded, NotReady};
use crate::protocols::rdp;
use crate::transport::{self, Framed, Transport};
use parallax_process::{Process, Scratch};

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
const SESSIONS_A_PAGE: u32 = 200;

/// How long to wait before asking again for what is not there yet.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

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

    fn own_walls(&self) -> Option<&'static str> {
        Some("its own sandbox")
    }

    async fn launch(&self, instance: &Instance) -> Result<Box<dyn Debugger>, LaunchError> {
        // Declared before the process, the folder is dropped after it.
        let (scratch, mut process, transport) = match &instance.endpoint {
            _ if instance.connection.is_there() => {
                (None, None, transport::connect(instance, "").await?)
            }
            Some(address) => (None, None, attach(instance, address).await?),
            None => {
                let (scratch, process, transport) = start(instance).await?;
                (Some(scratch), Some(process), transport)
            }
        };
        let transport = instance.observed(transport)?;
        let browser = Browser::open(transport, instance.endpoint.is_none()).await;
        let mut browser = browser.map_err(|cause| instance.broken(cause, process.as_mut()))?;
        (browser.process, browser._scratch) = (process, scratch);
        Ok(Box::new(browser))
    }
}

/// Starts a browser with a fresh profile and connects to it.
async fn start(instance: &Instance) -> Result<(Scratch, Process, Box<dyn Transport>), LaunchError> {
    let scratch = Scratch::new().map_err(|error| instance.not_ready(error))?;
    let socket = scratch.path().join("socket");
    write_profile(scratch.path(), &[]).map_err(|error| instance.not_ready(error))?;
    let mut command = Command::new(&instance.command);
    let sandbox = scratch.confine(&mut command).with_own_sandboxes();
    command
        .args(["--headless", "--no-remote", "--profile"])
        .arg(scratch.path())
        .arg("--start-debugger-server")
        .arg(&socket)
        .args(&instance.args)
        .arg(page::ADDRESS)
        .env("MOZ_CRASHREPORTER_DISABLE", "1");
    let mut process = instance.spawn(&mut command, &sandbox, None)?;
    let connected = tokio::select! {
        connected = connect(&socket) => Some(connected),
        _ = process.find_line(|_| None::<()>) => None,
    };
    match connected {
        Some(Ok(transport)) => Ok((scratch, process, transport)),
        Some(Err(error)) => Err(instance.not_ready(error)),
        None => Err(instance.not_ready(NotReady::NoAddress(process.exit_summary()))),
    }
}

/// Makes a folder the profile of a browser that nobody looks at; `more` are further preferences.
pub fn write_profile(folder: &Path, more: &[(&str, &str)]) -> io::Result<()> {
    let line = |(name, value): &(&str, &str)| format!("user_pref(\"{name}\", {value});\n");
    let text: String = PREFERENCES.iter().chain(more).map(line).collect();
    std::fs::write(folder.join("user.js"), text)
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
                tokio::time::sleep(POLL_INTERVAL).await;
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
    transport.map_err(|cause| {
        instance.not_ready(NotReady::Attach { address: address.to_owned(), cause })
    })
}

/// A browser with the page that programs run in. The process goes before the folder that it
/// writes to.
struct Browser {
    page: Page,
    version: String,
    memory: Memory,
    session: Option<Session>,
    sessions: u32,
    process: Option<Process>,
    _scratch: Option<Scratch>,
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
            process: None,
            _scratch: None,
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
        tokio::time::sleep(POLL_INTERVAL).await;
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

    fn abilities(&self) -> &'static [Ability] {
        &[Ability::Conditions, Ability::Evaluation, Ability::Listing, Ability::Output]
    }

    fn processes(&self) -> Vec<u32> {
        self.process.as_ref().and_then(Process::id).into_iter().collect()
    }

    async fn load(&mut self, program: &Program) -> Result<Loaded, Misbehaviour> {
        self.unload().await?;
        if !program.imports.is_empty() {
            return Ok(Loaded::Rejected("imported modules are not given to Firefox".into()));
        }
        self.sessions += 1;
        if self.sessions.is_multiple_of(SESSIONS_A_PAGE) {
            self.page.renew().await?;
        }
        match Session::load(&mut self.page, program).await? {
            Opened::Session(session) => {
                self.session = Some(*session);
                Ok(Loaded::Ready)
            }
            Opened::Rejected(reason) => Ok(Loaded::Rejected(reason)),
        }
    }

    async fn perform(&mut self, action: Action) -> Result<Observation, Misbehaviour> {
        let Some(session) = &mut self.session else {
            return Err(Misbehaviour::Nonsense("no program is loaded".into()));
        };
        session.perform(&mut self.page, &mut self.memory, action).await
    }

    async fn places(&mut self) -> Result<Vec<Location>, Misbehaviour> {
        match &mut self.session {
            Some(session) => Ok(session.places(&mut self.page, &mut self.memory).await?.all()),
            None => Ok(Vec::new()),
        }
    }

    async fn unload(&mut self) -> Result<(), Misbehaviour> {
        match self.session.take() {
            Some(session) => session.unload(&mut self.page).await,
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::{Ending, Location, ScopeKind, Source, Value, parse_actions};

    use super::*;
    use crate::transport::Replayed;

    fn recording() -> String {
        let harness = page::harness(10, "child9/thread1").unwrap();
        include_str!("../../tests/wires/firefox.wire")
            .replace("\"HARNESS\"", &serde_json::to_string(&harness).unwrap())
    }

    /// What each session of the recording came to.
    type Sessions = Vec<(Loaded, Vec<Observation>)>;

    const PROGRAM: &str =
        "function f(x) {\n  return x;\n}\nlet s = 'ab'.repeat(6000);\nf(1);\nthrow 2;\n";

    /// Does with a recording what was done when it was made.
    async fn play(recording: &str) -> Result<Sessions, Misbehaviour> {
        let mut browser = Browser::open(Box::new(Replayed::new(recording)), true).await?;
        assert_eq!(browser.version(), "Firefox/1.2.3");
        let mut sessions = Vec::new();
        for (text, actions) in [
            (PROGRAM, "break 1; unbreak 9; start; out; resume"),
            ("let 1;", ""),
            (PROGRAM, "break 2; break 1; unbreak 2; start"),
            ("", "break 1; start"),
        ] {
            let loaded = browser.load(&Program::new("p", text)).await?;
            let mut seen = Vec::new();
            for action in parse_actions(actions).unwrap() {
                seen.push(browser.perform(action).await?);
            }
            browser.unload().await?;
            sessions.push((loaded, seen));
        }
        Ok(sessions)
    }

    #[tokio::test]
    async fn recorded_sessions_play_back() {
        let sessions = play(&recording()).await.unwrap();
        let place = Some(Location { line: 2, column: 2 });
        let [(ready, whole), (rejected, _), (_, abandoned), (_, empty)] = &sessions[..] else {
            panic!("{sessions:?}");
        };
        assert_eq!(*ready, Loaded::Ready);
        assert_eq!(whole[0], Observation::BreakpointSet(place));
        assert_eq!(whole[1], Observation::BreakpointRemoved(false));
        let pause = whole[2].pause().unwrap();
        let stack: Vec<_> =
            pause.stack.iter().map(|f| (f.function.as_str(), f.location.line, f.source)).collect();
        assert_eq!(stack, [("f", 2, Source::Program), ("(global)", 5, Source::Program)]);
        let kinds: Vec<_> = pause.scopes.iter().map(|scope| scope.kind).collect();
        assert_eq!(kinds, [ScopeKind::Function, ScopeKind::Script]);
        assert_eq!(pause.scopes[0].variables[0].value, Value::number(1.0));
        assert_eq!(pause.scopes[1].variables[0].value, Value::string("ababab"));
        let members = pause.callers[0][0].variables[0].members.as_ref().unwrap();
        let shown: Vec<_> = members.shown.iter().map(|it| (it.name.as_str(), &it.value)).collect();
        assert_eq!(shown, [("a", &Some(Value::number(1.0))), ("b", &None)]);
        assert_eq!(members.more, 1);
        assert_eq!(whole[3].pause().unwrap().returned, Some(Value::number(1.0)));
        assert_eq!(whole[4], Observation::Finished(Ending::Threw("uncaught exception: 2".into())));
        let reason = "SyntaxError: unexpected token: numeric literal";
        assert_eq!(*rejected, Loaded::Rejected(reason.into()));
        assert_eq!(abandoned[2], Observation::BreakpointRemoved(true));
        assert!(abandoned[3].pause().is_some(), "line 1's breakpoint is left at the same place");
        let nothing = [Observation::BreakpointSet(None), Observation::Finished(Ending::Completed)];
        assert_eq!(empty[..], nothing);
    }

    #[tokio::test]
    async fn wherever_the_wire_breaks_it_is_a_death() {
        let recording = recording();
        let lines: Vec<_> = recording.lines().collect();
        for cut in 0..lines.len() {
            let outcome = play(&lines[..cut].join("\n")).await;
            assert!(matches!(outcome, Err(Misbehaviour::Died(_))), "{cut}: {outcome:?}");
        }
    }

    #[tokio::test]
    async fn whichever_packet_is_malformed_it_is_nonsense() {
        let recording = recording();
        let lines: Vec<_> = recording.lines().collect();
        let packets = (0..lines.len()).filter(|at| lines[*at].starts_with('<'));
        for at in packets {
            for rubbish in ["< {}", "< {\"from\":", "< 17"] {
                let mut lines = lines.clone();
                lines[at] = rubbish;
                let outcome = play(&lines.join("\n")).await;
                assert!(matches!(outcome, Err(Misbehaviour::Nonsense(_))), "{at}: {outcome:?}");
            }
        }
    }

    #[tokio::test]
    async fn the_end_of_the_pages_process_is_a_death() {
        let whole = recording();
        let cancelled =
            "< {\"from\":\"root\",\"type\":\"forwardingCancelled\",\"prefix\":\"child9\"}";
        let until_running =
            whole.split("< {\"type\":\"paused\",\"actor\":\"child9/pause26\"").next();
        let outcome = play(&format!("{}{cancelled}\n", until_running.unwrap())).await;
        assert!(matches!(outcome, Err(Misbehaviour::Died(_))), "{outcome:?}");
    }
}
