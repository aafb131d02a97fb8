//! Firefox: SpiderMonkey as it is released.
//!
//! Marionette, its remote control, brings the driver in; tests then go over a socket of ours.

use std::io;
use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use parallax_debug::backends::write_firefox_profile;
use parallax_debug::transport::{Framed, Transport};
use parallax_model::Family;
use parallax_process::{Process, Scratch, read_below};
use serde_json::{Value, json};
use tokio::net::UnixListener;
use tokio::process::Command;

use super::link::Ends;
use super::{Engine, Instance, LaunchError, Limits, Link, NotReady, PRELUDE};

const DRIVER: &str = include_str!("firefox.js");

/// Powers for the driver, and a port that the system chooses.
const PREFERENCES: &[(&str, &str)] = &[
    ("marionette.port", "0"),
    ("security.allow_eval_in_parent_process", "true"),
    ("security.allow_eval_with_system_principal", "true"),
    ("security.allow_parent_unrestricted_js_loads", "true"),
    ("security.browser_xhtml_csp.enabled", "false"),
];

/// How long to wait before asking again for what is not there yet.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The engine.
pub struct Firefox;

#[async_trait]
impl Engine for Firefox {
    fn name(&self) -> &'static str {
        "firefox"
    }

    fn family(&self) -> Family {
        Family::SpiderMonkey
    }

    fn doubts_a_process(&self) -> usize {
        50
    }

    async fn launch(&self, instance: &Instance, limits: &Limits) -> Result<Link, LaunchError> {
        let fail = |cause: io::Error| instance.not_ready(cause);
        let scratch = Scratch::new().map_err(fail)?;
        write_firefox_profile(scratch.path(), PREFERENCES).map_err(fail)?;
        let socket = scratch.path().join("driver");
        let listener = UnixListener::bind(&socket).map_err(fail)?;
        let mut command = Command::new(&instance.command);
        let sandbox = scratch.confine(&mut command).with_own_sandboxes().with_port();
        command
            .args(["--headless", "--no-remote", "--marionette", "--remote-allow-system-access"])
            .arg("--profile")
            .arg(scratch.path())
            .args(&instance.args)
            .arg("about:blank")
            .env("MOZ_CRASHREPORTER_DISABLE", "1");
        let mut process = Process::spawn(&mut command, &sandbox, None)
            .map_err(|cause| instance.missing(cause))?;
        let up = async {
            let port = tokio::select! {
                port = marionette_port(scratch.path()) => port,
                _ = process.find_line(|_| None::<()>) => return None,
            };
            let marionette = Framed::connect_to(&mut process, port).await.map_err(NotReady::from);
            let driven = async {
                let marionette = bring_driver_in(marionette?, &socket).await?;
                let (stream, _) = listener.accept().await?;
                Ok::<_, NotReady>((marionette, stream))
            };
            tokio::select! {
                driven = driven => Some(driven),
                _ = process.find_line(|_| None::<()>) => None,
            }
        };
        let connected = tokio::time::timeout(limits.launch, up).await.unwrap_or(None);
        let (marionette, stream) = match connected {
            Some(connected) => connected.map_err(|cause| instance.not_ready(cause))?,
            None => return Err(instance.not_ready(NotReady::Ended(process.exit_summary()))),
        };
        let (replies, requests) = stream.into_split();
        let ends = Ends {
            requests: Box::new(requests),
            replies: Box::new(replies),
            process,
            connection: Some(Box::new(marionette)),
            scratch,
        };
        Link::open(instance, ends, limits).await
    }
}

/// Waits for the port that Marionette listens on, in the browser's own network.
async fn marionette_port(profile: &Path) -> u16 {
    loop {
        let port = read_below(profile, Path::new("MarionetteActivePort"), 100).ok();
        match port.and_then(|port| String::from_utf8(port).ok()?.trim().parse().ok()) {
            Some(port) => return port,
            None => tokio::time::sleep(POLL_INTERVAL).await,
        }
    }
}

/// Has Marionette run the driver.
async fn bring_driver_in<T: Transport>(mut marionette: T, socket: &Path) -> Result<T, NotReady> {
    marionette.receive().await?; // its greeting
    let script = json!({
        "script": DRIVER,
        "args": [PRELUDE, socket.display().to_string()],
        "sandbox": "system",
    });
    for (id, command, parameters) in [
        (1, "WebDriver:NewSession", json!({})),
        (2, "Marionette:SetContext", json!({ "value": "chrome" })),
        (3, "WebDriver:ExecuteScript", script),
    ] {
        marionette.send(json!([0, id, command, parameters]).to_string()).await?;
        let reply: Value =
            serde_json::from_slice(&marionette.receive().await?).map_err(io::Error::from)?;
        if !reply[2].is_null() {
            return Err(NotReady::Refused { command, answer: reply[2]["message"].to_string() });
        }
    }
    Ok(marionette)
}
