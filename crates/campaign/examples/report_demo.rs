//! Fills a store with a campaign that never ran, of the size of a real one, and writes its report:
//! to look at the pages without waiting for debuggers.
//!
//!     cargo run -p parallax-campaign --example report_demo -- FOLDER

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use parallax_campaign::plan::Participant;
use parallax_campaign::{Known, Plan, Store, report};
use parallax_model::{
    Action, Class, Difference, DifferenceKind, Divergence, Ending, Family, Frame, Location,
    Misbehaviour, Observation, Outcome, Pause, Program, Scope, ScopeKind, Session, Side, Source,
    Trace, Value, Variable, Verdict,
};

const PROGRAMS: usize = 140;
const SEEDS: u64 = 50;
const DEBUGGERS: [(&str, &str); 5] = [
    ("chromium", "Chromium 156.0.8078.79"),
    ("firefox", "Firefox 151.0.2"),
    ("node", "Node v26.1.0 (V8 14.8.178)"),
    ("deno", "Deno 2.9.1 (V8 15.1.27)"),
    ("bun", "Bun 1.4.2"),
];

/// Kinds, actions and syntax nodes of classes, the most frequent first.
const CLASSES: [(DifferenceKind, &str, &str); 30] = [
    (DifferenceKind::BreakpointLocation, "break", "Program"),
    (DifferenceKind::BreakpointLocation, "break", "ArrayExpression"),
    (DifferenceKind::PausedLine, "over", "ForStatement"),
    (DifferenceKind::BreakpointLocation, "break", "BinaryExpression"),
    (DifferenceKind::PausedLine, "in", "ForStatement"),
    (DifferenceKind::Termination, "resume", "Program"),
    (DifferenceKind::BreakpointLocation, "break", "ObjectProperty"),
    (DifferenceKind::Variables, "start", "VariableDeclaration"),
    (DifferenceKind::PausedLine, "out", "ReturnStatement"),
    (DifferenceKind::Variables, "over", "ClassDeclaration"),
    (DifferenceKind::CallStack, "in", "CallExpression"),
    (DifferenceKind::PausedLine, "start", "ExpressionStatement"),
    (DifferenceKind::BreakpointLocation, "break", "TemplateLiteral"),
    (DifferenceKind::Termination, "over", "ExpressionStatement"),
    (DifferenceKind::Variables, "in", "FunctionDeclaration"),
    (DifferenceKind::BreakpointLocation, "break", "SwitchStatement"),
    (DifferenceKind::PausedLine, "over", "SwitchCase"),
    (DifferenceKind::PausedLine, "in", "AwaitExpression"),
    (DifferenceKind::CallStack, "over", "YieldExpression"),
    (DifferenceKind::Termination, "in", "AwaitExpression"),
    (DifferenceKind::Variables, "over", "CatchClause"),
    (DifferenceKind::PausedLine, "out", "ForOfStatement"),
    (DifferenceKind::BreakpointLocation, "break", "ClassBody"),
    (DifferenceKind::Variables, "out", "ArrowFunctionExpression"),
    (DifferenceKind::CallStack, "resume", "StaticBlock"),
    (DifferenceKind::PausedLine, "over", "ConditionalExpression"),
    (DifferenceKind::BreakpointRemoval, "unbreak", "Program"),
    (DifferenceKind::Termination, "start", "Program"),
    (DifferenceKind::Variables, "resume", "WithStatement"),
    (DifferenceKind::PausedLine, "in", "TaggedTemplateExpression"),
];

const KNOWN: &str = r#"
[[known]]
id = "firefox-literal-breakpoints"
kinds = ["breakpoint-location"]
nodes = ["Array*", "Binary*", "Object*", "Template*", "Program"]
debuggers = ["firefox"]
status = "unspecified"
explanation = "Firefox allows breakpoints at literals and slides those on empty lines to the next line that holds any token; V8 takes only places where a statement or a call begins."
link = "https://bugzilla.mozilla.org/show_bug.cgi?id=1417261"

[[known]]
id = "bun-tdz-as-undefined"
kinds = ["variables"]
debuggers = ["bun"]
status = "bug"
explanation = "Variables before their initialisation are shown as undefined, as if they could be read."

[[known]]
id = "bun-for-head"
kinds = ["paused-line"]
nodes = ["For*"]
debuggers = ["bun"]
status = "unspecified"
explanation = "A step over the last statement of a loop body goes to the body's closing brace before the head."
link = "see the notes on stepping"
"#;

/// A small generator (SplitMix64): the demonstration is the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % sides
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("name the folder to write to")?;
    let folder = Path::new(&folder);
    let file = std::env::temp_dir().join(format!("report-demo-{}.sqlite", std::process::id()));
    let mut store = Store::create(&file)?;
    let campaign = fill(&mut store)?;
    let known = std::env::temp_dir().join(format!("report-demo-{}.toml", std::process::id()));
    std::fs::write(&known, KNOWN)?;
    report::write(&store, campaign, &Known::read(&known)?, folder)?;
    drop(store);
    for left in [file.clone(), known] {
        std::fs::remove_file(left)?;
    }
    Ok(())
}

fn fill(store: &mut Store) -> Result<i64, Box<dyn Error>> {
    let mut dice = Dice(7);
    let debuggers =
        DEBUGGERS.map(|(name, version)| Participant { name: name.into(), version: version.into() });
    let plan = Plan {
        debuggers: debuggers.to_vec(),
        programs: (0..PROGRAMS).map(program).collect(),
        first_seed: 0,
        seeds: SEEDS,
        settings: "at most 20 execution actions; time limit 5000 ms; all normalisations".into(),
    };
    let (campaign, _) = store.begin(&plan)?;
    let programs = store.programs(campaign)?;
    for (at, row) in programs.iter().enumerate() {
        let skipped = at % 47 == 46;
        store.screened(row.id, skipped.then_some("does not end within 5000 ms in bun"))?;
        if skipped {
            continue;
        }
        let pace = 40.0 * 1.035_f64.powi((at * 37 % PROGRAMS) as i32);
        for seed in 0..SEEDS {
            let session = session(&mut dice, row.program.line_count());
            let spread = 0.6 + dice.roll(100) as f64 / 60.0 + session.actions.len() as f64 / 30.0;
            let time = Duration::from_micros((pace * spread * 1e3) as u64);
            let finding = store.record(row.id, seed, &session, time)?;
            if let (Some(finding), 0) = (finding, dice.roll(6)) {
                label(store, finding, &session)?;
            }
        }
    }
    store.spent(campaign, Duration::from_secs(11_537))?;
    store.finish(campaign)?;
    Ok(campaign)
}

fn label(store: &mut Store, finding: i64, session: &Session) -> Result<(), Box<dyn Error>> {
    if let Outcome::Diverged(divergence) = &session.outcome {
        let class = &divergence.class;
        store.label(finding, &format!("{} at {}", class.kind, class.node))?;
    }
    Ok(())
}

fn program(at: usize) -> Program {
    let folder = ["bench", "features", "puzzles"][at % 3];
    let topic = ["sorting-algorithms", "generators", "closures-in-loops", "labels", "fft"][at % 5];
    let mut text = format!("// Program {at}: sums, loops and closures.\n'use strict';\n\n");
    for function in 0..5 {
        text.push_str(&format!(
            "function step{function}(limit) {{\n\tlet total = 0;\n\tfor (let i = 0; i < limit; i++) {{\n\t\tconst square = i * i; // {}\n\t\ttotal += square % 7;\n\t}}\n\treturn total;\n}}\n\n",
            if function == 2 { "a rather long comment that goes on and on, to see how a line that is wider than the page behaves in the excerpt of the report" } else { "squares" }
        ));
    }
    text.push_str("const results = [\n\tstep0(3),\n\tstep1(4),\n];\nprint(results.join());\n");
    Program::new(format!("{folder}/{topic}-{at:03}.js"), text)
}

fn session(dice: &mut Dice, lines: u32) -> Session {
    let mut actions: Vec<Action> =
        (0..=dice.roll(4)).map(|_| Action::Break(1 + dice.roll(u64::from(lines)) as u32)).collect();
    let fate = dice.roll(1_000);
    if fate < 380 {
        // The cubed roll makes the first classes the large ones.
        let roll = dice.roll(1_000) as f64 / 1_000.0;
        let class = (roll.powi(3) * CLASSES.len() as f64) as usize;
        return diverging(dice, actions, lines, CLASSES[class]);
    }
    actions.push(Action::Start);
    for _ in 0..dice.roll(20) {
        actions.push(Action::CONTINUATIONS[dice.roll(4) as usize]);
    }
    let outcome = match fate {
        ..940 => Outcome::Finished,
        940..975 => Outcome::Exhausted,
        975..990 => Outcome::Unstable { debuggers: vec!["firefox".into()] },
        990..997 => {
            Outcome::Failed { debugger: "bun".into(), misbehaviour: Misbehaviour::Hung(5_000) }
        }
        _ => Outcome::Failed {
            debugger: "deno".into(),
            misbehaviour: Misbehaviour::Died("signal: 11 (SIGSEGV) (core dumped)".into()),
        },
    };
    Session { actions, traces: Vec::new(), outcome }
}

fn diverging(
    dice: &mut Dice,
    mut actions: Vec<Action>,
    lines: u32,
    (kind, last, node): (DifferenceKind, &str, &str),
) -> Session {
    let line = 1 + dice.roll(u64::from(lines)) as u32;
    match last {
        "break" => actions.push(Action::Break(line)),
        "unbreak" => actions.extend([Action::Break(line), Action::Unbreak(line)]),
        "start" => actions.push(Action::Start),
        other => {
            actions.push(Action::Start);
            let few = dice.roll(3) * dice.roll(4);
            actions.extend((0..few).map(|_| Action::CONTINUATIONS[dice.roll(4) as usize]));
            actions.extend(other.parse::<Action>());
        }
    }
    let odd = match (kind, node) {
        (DifferenceKind::BreakpointLocation, _) => "firefox",
        (DifferenceKind::Variables, _) | (_, "ForStatement") => "bun",
        _ => ["firefox", "bun", "deno"][dice.roll(3) as usize],
    };
    let traces = DEBUGGERS.map(|(name, _)| trace(name, &actions, kind, line, name == odd)).to_vec();
    let others = DEBUGGERS.iter().map(|(name, _)| (*name).to_owned()).filter(|name| name != odd);
    let (usual, unusual) = shown(kind, line);
    let groups = vec![
        Side { debuggers: others.collect(), shown: usual },
        Side { debuggers: vec![odd.to_owned()], shown: unusual },
    ];
    let verdict = match odd {
        "firefox" => Verdict::Alone(Family::SpiderMonkey),
        "bun" => Verdict::Alone(Family::Jsc),
        other => Verdict::Within { family: Family::V8, debuggers: vec![other.to_owned()] },
    };
    let class = Class { kind, action: last.to_owned(), node: node.to_owned() };
    let difference = Difference { kind, groups };
    let divergence = Divergence { difference, class, line, verdict };
    Session { actions, traces, outcome: Outcome::Diverged(Box::new(divergence)) }
}

fn shown(kind: DifferenceKind, line: u32) -> (String, String) {
    let (usual, unusual) = match kind {
        DifferenceKind::BreakpointLocation => (format!("line {line}"), "no place".to_owned()),
        DifferenceKind::BreakpointRemoval => ("removed".to_owned(), "not removed".to_owned()),
        DifferenceKind::Termination => ("paused".to_owned(), "finished".to_owned()),
        DifferenceKind::PausedLine => (format!("line {line}"), format!("line {}", line + 1)),
        DifferenceKind::CallStack => ("step1 < (top)".to_owned(), "(top)".to_owned()),
        DifferenceKind::Variables => {
            ("square = <uninitialized>".to_owned(), "square = undefined".to_owned())
        }
    };
    (usual, unusual)
}

fn trace(name: &str, actions: &[Action], kind: DifferenceKind, line: u32, odd: bool) -> Trace {
    let observation = |(at, action): (usize, &Action)| {
        let last = at + 1 == actions.len();
        match (action, last && odd) {
            (Action::Break(_), true) => Observation::BreakpointSet(None),
            (Action::Break(line), false) => {
                Observation::BreakpointSet(Some(Location { line: *line, column: 1 }))
            }
            (Action::Unbreak(_), odd) => Observation::BreakpointRemoved(!odd),
            (_, true) if kind == DifferenceKind::Termination => {
                Observation::Finished(Ending::Completed)
            }
            (_, odd) => pause(if last { line } else { 5 + at as u32 % 5 }, kind, odd),
        }
    };
    let observations = actions.iter().enumerate().map(observation).collect();
    Trace { debugger: name.to_owned(), observations }
}

fn pause(line: u32, kind: DifferenceKind, odd: bool) -> Observation {
    let line = line + u32::from(odd && kind == DifferenceKind::PausedLine);
    let frame = |function: &str, line: u32| Frame {
        function: function.to_owned(),
        location: Location { line, column: 2 },
        source: Source::Program,
    };
    let mut stack = vec![frame("step1", line), frame("", 52)];
    if odd && kind == DifferenceKind::CallStack {
        stack.remove(0);
    }
    let square = if odd { Value::Undefined } else { Value::Uninitialized };
    let variable = |name: &str, value: Value| Variable { name: name.to_owned(), value };
    let scopes = vec![
        Scope {
            kind: ScopeKind::Block,
            variables: vec![variable("square", square), variable("i", Value::number(2.0))],
        },
        Scope {
            kind: ScopeKind::Function,
            variables: vec![
                variable("total", Value::number(5.0)),
                variable("limit", Value::number(4.0)),
                variable("note", Value::string("a string that is somewhat longer than the others")),
            ],
        },
    ];
    Observation::Paused(Pause { stack, scopes })
}
