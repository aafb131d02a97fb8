//! Programs in dedicated workers of Chromium: a thread, a global object and an inspector of their own.
//!
//! A page makes a worker for each session. DevTools attach to it before it has run anything.

use std::sync::Arc;

use async_trait::async_trait;
use parallax_model::{Action, Family, Goal, Location, Misbehaviour, Observation, Program};
use serde::Deserialize;

use super::chromium::{Browser, Tab};
use crate::backend::{Ability, Backend, Debugger, Instance, LaunchError, Loaded};
use crate::protocols::cdp;
use crate::rpc::Rpc;
use crate::v8::{self, EVENTS, Inspector, evaluation};

/// Ends the worker of the last session, whatever it does, and makes another.
const MAKE: &str = "{
  globalThis.parallaxWorker?.terminate();
  const empty = new Blob([''], { type: 'text/javascript' });
  globalThis.parallaxWorker = new Worker(URL.createObjectURL(empty));
  0;
}";

const END: &str = "globalThis.parallaxWorker?.terminate(); globalThis.parallaxWorker = null; 0;";

/// What a page is asked about.
const ATTACHED: &str = "Target.attachedToTarget";

/// The backend.
pub struct ChromiumWorker;

#[async_trait]
impl Backend for ChromiumWorker {
    fn name(&self) -> &'static str {
        "chromium-worker"
    }

    fn family(&self) -> Family {
        Family::V8
    }

    fn goals(&self) -> &'static [Goal] {
        &[Goal::Script]
    }

    async fn launch(&self, instance: &Instance) -> Result<Box<dyn Debugger>, LaunchError> {
        let browser = instance.common.get(Browser::is_good, Browser::launch(instance)).await?;
        match Workers::of_page(browser.clone(), instance).await {
            Ok(workers) => Ok(Box::new(workers)),
            Err(cause) => Err(browser.failed(instance, cause).await),
        }
    }
}

/// A page that makes workers.
struct Workers {
    page: Rpc,
    present: Option<Inspector>,
    sessions: u32,
    tab: Tab,
    instance: Instance,
}

/// A worker that a page has made.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Attached {
    session_id: String,
}

impl Workers {
    async fn of_page(browser: Arc<Browser>, instance: &Instance) -> Result<Self, Misbehaviour> {
        let (tab, session) = Tab::open(browser).await?;
        let line = Box::new(tab.browser.switchboard.line(Some(session.clone())));
        let mut page = Rpc::new(line, &[ATTACHED]);
        page.set_session(session);
        let attach = cdp::TargetSetAutoAttach {
            auto_attach: true,
            wait_for_debugger_on_start: true,
            flatten: true,
        };
        page.call(&attach).await?;
        Ok(Workers { page, present: None, sessions: 0, tab, instance: instance.clone() })
    }

    /// A new worker, with nothing run in it.
    async fn make(&mut self) -> Result<Inspector, Misbehaviour> {
        self.page.drop_events();
        self.page.call(&evaluation(MAKE, false)).await?;
        let attached: Attached = self.page.event_named(ATTACHED).await?.params()?;
        let line = Box::new(self.tab.browser.switchboard.line(Some(attached.session_id.clone())));
        let line = self.instance.observed(line);
        let mut rpc = Rpc::new(line.map_err(|it| Misbehaviour::Died(it.to_string()))?, EVENTS);
        rpc.set_session(attached.session_id);
        let mut inspector = Inspector::over(rpc, true).await?;
        inspector.pass_over_library().await?;
        Ok(inspector)
    }
}

#[async_trait]
impl Debugger for Workers {
    fn version(&self) -> &str {
        &self.tab.browser.version
    }

    fn abilities(&self) -> &'static [Ability] {
        v8::ABILITIES
    }

    fn processes(&self) -> Vec<u32> {
        self.tab.browser.processes()
    }

    async fn load(&mut self, program: &Program) -> Result<Loaded, Misbehaviour> {
        if program.goal == Goal::Module {
            return Ok(Loaded::Rejected("workers are given scripts only".into()));
        }
        self.sessions += 1;
        self.tab.is_in_session = true;
        let mut inspector = self.make().await?;
        if !program.prelude.is_empty()
            && let Loaded::Rejected(why) = inspector.prepare(&program.prelude, None).await?
        {
            return Ok(Loaded::Rejected(why));
        }
        let url = format!("parallax:{}", self.sessions);
        let loaded = inspector.compile(&program.text, &url, None).await?;
        self.present = Some(inspector);
        Ok(loaded)
    }

    async fn perform(&mut self, action: Action) -> Result<Observation, Misbehaviour> {
        match &mut self.present {
            Some(inspector) => inspector.perform(action).await,
            None => Err(Misbehaviour::Nonsense("no program is loaded".into())),
        }
    }

    async fn places(&mut self) -> Result<Vec<Location>, Misbehaviour> {
        match &mut self.present {
            Some(inspector) => inspector.places().await,
            None => Ok(Vec::new()),
        }
    }

    async fn unload(&mut self) -> Result<(), Misbehaviour> {
        self.present = None;
        self.page.call(&evaluation(END, false)).await?;
        self.tab.is_in_session = false;
        Ok(())
    }
}
