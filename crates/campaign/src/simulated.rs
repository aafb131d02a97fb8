//! A worker that thinks for a while in place of debuggers. What it finds follows from program and seed alone, so
//! whatever way the sessions take through workers, shards and stores, the results are known.

use std::convert::Infallible;
use std::time::Duration;

use async_trait::async_trait;
use parallax_model::{
    Action, Class, Depth, Difference, DifferenceKind, Divergence, Origin, Outcome, Pairs,
    Parameters, Program, Session, Side, Verdict, fingerprint,
};

use crate::run::{Screening, Worker};
use crate::settings::{DifferentialSettings, Plan, Seeds, Settings, Tool};

/// A worker that thinks.
#[derive(Debug, Clone, Copy)]
pub struct Thinker {
    /// For how long it thinks about a session, on average.
    pub think: Duration,
}

#[async_trait]
impl Worker for Thinker {
    type Error = Infallible;

    async fn screen(&mut self, program: &Program) -> Result<Screening, Infallible> {
        let is_fit = !fingerprint(program.name.bytes()).is_multiple_of(10);
        Ok(if is_fit { Screening::Fit } else { Screening::Unfit("it is simulated so".into()) })
    }

    async fn survey(&mut self, program: &Program) -> Result<Option<Session>, Infallible> {
        Ok(Some(imagined(program, u64::MAX, 0)))
    }

    async fn session(
        &mut self,
        program: &Program,
        seed: u64,
        earlier: &Pairs,
    ) -> Result<Session, Infallible> {
        if !self.think.is_zero() {
            // Between half and one and a half of the average.
            let share = fingerprint(seed.to_le_bytes()) % 1000;
            tokio::time::sleep(self.think.mul_f64(0.5 + share as f64 / 1000.0)).await;
        }
        // Exact knowledge matters: whoever knows less or more finds something else.
        let known = serde_json::to_vec(earlier).map_or(0, fingerprint);
        Ok(imagined(program, seed, known))
    }
}

/// A plan of so many programs for thinkers.
pub fn plan(programs: u64, seeds: u64) -> Plan {
    let tool = |name: &str| Tool { name: name.into(), version: "simulated".into() };
    let settings = DifferentialSettings {
        debuggers: vec![tool("one"), tool("two")],
        seeds: Seeds { first: 0, count: seeds },
        parameters: Parameters { novelty: false, ..Parameters::default() },
        normalisations_off: Vec::new(),
        edition: None,
        stops_at_first: false,
    };
    let program = |at: u64| Program::new(format!("{at:04}.js"), format!("let a = {at};\n"));
    Plan {
        settings: Settings::Differential(settings),
        programs: (0..programs).map(program).collect(),
    }
}

/// The same plan with sessions that are guided by what earlier ones did, in so many shards.
pub fn guided(programs: u64, seeds: u64, shards: u64) -> Plan {
    let mut plan = plan(programs, seeds);
    if let Settings::Differential(settings) = &mut plan.settings {
        settings.parameters = Parameters { novelty: true, shards, ..settings.parameters };
    }
    plan
}

/// The session of a program and a seed, with what was known before: every seventh or so has a difference.
fn imagined(program: &Program, seed: u64, known: u64) -> Session {
    let words = [program.name.as_bytes(), &seed.to_le_bytes(), &known.to_le_bytes()];
    let draw = fingerprint(words.concat());
    let mut pairs = Pairs::default();
    pairs.count(if draw.is_multiple_of(2) { "even" } else { "odd" }, 1, "start");
    let side = |name: &str, shown: String| Side { debuggers: vec![name.into()], shown };
    let kind = DifferenceKind::PausedLine;
    let difference = Difference {
        kind,
        groups: vec![side("one", format!("at {draw}")), side("two", "elsewhere".into())],
    };
    let divergence = Divergence {
        at: 1,
        difference,
        class: Class { kind, action: "start".into(), node: "Program".into() },
        line: 1,
        verdict: Verdict::TooFewFamilies,
        breaches: Vec::new(),
    };
    let differs = draw.is_multiple_of(7);
    Session {
        actions: vec![Action::Break(1), Action::Start],
        traces: Vec::new(),
        divergences: if differs { vec![divergence] } else { Vec::new() },
        outcome: if differs { Outcome::Diverged } else { Outcome::Finished },
        origin: Origin::Differential,
        depth: Depth { pairs, ..Depth::default() },
    }
}
