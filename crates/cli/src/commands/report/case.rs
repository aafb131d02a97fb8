//! A finding as a bug that can be reported: what is right is what the text shows, or the side that is not blamed.

use parallax_bugs::{
    Aspect, Bug, Case, Compilation, Control, EngineTest, Mapping, Seen, Session, Step, Tool,
};
use parallax_campaign::store::{ConformanceFinding, IsolationFinding, MapFinding};
use parallax_campaign::{Finding, SessionFinding, Store};
use parallax_debug::Instance;
use parallax_model::conformance::{Deviation, Ending};
use parallax_model::isolation::RankedFunction;
use parallax_model::{Action, Breach, MapMistakeKind, Program, Verdict, format_actions};
use parallax_oracle::laws;
use parallax_session::SessionContext;
use parallax_session::jury::TRUTH;
use parallax_session::reduce;
use parallax_session::replay::{self, ScriptedPass};

use super::compiler;
use crate::Context;
use crate::exit_code::Failure;

/// The bug that a finding is about.
pub async fn of_finding(
    store: &Store,
    id: i64,
    debugger: Option<&str>,
    context: &Context,
) -> anyhow::Result<Bug> {
    let mut bug = match store.finding(id)? {
        Finding::Session(finding) => of_session(store, &finding, debugger, context).await?,
        Finding::Conformance(finding) => {
            let edition = store.suite(finding.campaign)?;
            let versions = edition.engines.iter();
            let versions = versions.map(|it| (it.engine.clone(), it.version.clone())).collect();
            of_deviation(&finding, versions, debugger, context)?
        }
        Finding::Isolation(finding) => of_isolation(&finding)?,
        Finding::Map(finding) => of_map(store, &finding)?,
    };
    for bisection in store.bisections(id)? {
        bug.ranges.extend(parallax_bugs::ranges(&bisection));
    }
    Ok(bug)
}

/// The tool that a configured debugger is.
fn tool(name: &str, context: &Context) -> anyhow::Result<Tool> {
    let backend = match Instance::split_tier(name) {
        None => context.config.instance(Instance::configured_name(name))?.backend,
        Some(_) => name.to_owned(),
    };
    match backend.as_str() {
        "chromium" => Ok(Tool::Chromium),
        "firefox" => Ok(Tool::Firefox),
        "node" => Ok(Tool::Node),
        "deno" => Ok(Tool::Deno),
        "bun" => Ok(Tool::Bun),
        other => Err(Failure::usage(format!(
            "{other} has no tracker: name another side with `--debugger`"
        ))),
    }
}

/// What a session finding is reduced to: the smallest case, or its own.
struct Smallest {
    program: Program,
    actions: Vec<Action>,
    control: Option<(Program, Vec<Action>)>,
}

impl Smallest {
    fn of(store: &Store, finding: &SessionFinding) -> anyhow::Result<Self> {
        if let Some(reduction) = store.reduction(finding.id)? {
            let control = reduction.control.map(|it| (it.program, it.actions));
            return Ok(Smallest {
                program: reduction.program,
                actions: reduction.actions,
                control,
            });
        }
        let actions = finding.session.actions.iter().take(finding.divergence.at + 1);
        let program = match finding.session.lineage() {
            Some(lineage) => lineage.program.clone(),
            None => finding.program.clone(),
        };
        Ok(Smallest { program, actions: actions.cloned().collect(), control: None })
    }
}

async fn of_session(
    store: &Store,
    finding: &SessionFinding,
    debugger: Option<&str>,
    context: &Context,
) -> anyhow::Result<Bug> {
    let smallest = Smallest::of(store, finding)?;
    if !smallest.program.prelude.is_empty() || !smallest.program.imports.is_empty() {
        return Err(Failure::usage(format!(
            "finding {} is about a program that imports others, or has another one before it: scripts of reports run one program",
            finding.id
        )));
    }
    let breach = reduce::guilty(finding, debugger).cloned();
    let blamed = match (&breach, debugger) {
        (Some(breach), _) => breach.debugger.clone(),
        (None, Some(name)) => name.to_owned(),
        (None, None) => minority(finding)?,
    };
    let other = other(finding, &blamed, context)?;
    let shown = run(&smallest.program, &smallest.actions, &blamed, &other, context).await?;
    let said = shown.breaches.iter().flatten().filter(|(_, it)| it.debugger == blamed);
    let again = said.clone().find(|(_, it)| breach.as_ref().is_some_and(|one| one.law == it.law));
    let breach = again.map(|(_, it)| it.clone()).or(breach);
    let steps = steps(&shown, &blamed, breach.as_ref())?;
    let control = match &smallest.control {
        Some((program, actions)) => {
            let shown = run(program, actions, &blamed, &other, context).await?;
            let steps = agreed(&shown, breach.as_ref());
            let program =
                (*program.text != *smallest.program.text).then(|| program.text.to_string());
            (!steps.is_empty()).then_some(Control { program, steps })
        }
        None => None,
    };
    let tool = tool(&blamed, context)?;
    let (what, why) = words(finding, (&blamed, tool), breach.as_ref(), &smallest.actions);
    let versions = shown.tools.iter().filter(|it| it.name == blamed);
    Ok(Bug {
        title: title(breach.as_ref(), &what),
        tool,
        tracker: None,
        what,
        why,
        law: breach.as_ref().map(|it| it.law.clone()),
        clause: None,
        versions: versions.map(|it| spelt(&it.version)).collect(),
        right: right_debuggers(store, finding)?,
        ranges: Vec::new(),
        links: Vec::new(),
        also: Vec::new(),
        case: Case::Session(Session {
            program: smallest.program.text.to_string(),
            module: !smallest.program.goal.is_script(),
            steps,
            control,
        }),
    })
}

/// The other debuggers of the session that were there and broke no law, with their versions. They ran the finding's own
/// program.
fn right_debuggers(store: &Store, finding: &SessionFinding) -> anyhow::Result<Vec<String>> {
    let divergence = &finding.divergence;
    if divergence.verdict != Verdict::Law {
        return Ok(Vec::new());
    }
    let is_right = |name: &str| !divergence.breaches.iter().any(|it| it.debugger == name);
    let campaign = store.campaign(Some(finding.campaign))?;
    let tools = campaign.settings.tools();
    let traces = finding.session.traces.iter();
    let there = traces.filter(|it| it.observations.len() > divergence.at && is_right(&it.debugger));
    let version = |name: &str| tools.iter().find(|it| it.name == name).map(|it| spelt(&it.version));
    Ok(there.filter(|it| it.debugger != TRUTH).filter_map(|it| version(&it.debugger)).collect())
}

/// A version as people write it: `Node/26.10.0 V8/14.6.202.34` is Node 26.10.0 (V8 14.6.202.34).
fn spelt(version: &str) -> String {
    let words = |it: &str| it.replacen('/', " ", 1);
    match version.split_once(' ') {
        Some((tool, engine)) => format!("{} ({})", words(tool), words(engine)),
        None => words(version),
    }
}

/// The debugger that stands alone.
fn minority(finding: &SessionFinding) -> anyhow::Result<String> {
    let names = |it: &parallax_model::Side| it.debuggers.first().cloned();
    let alone = match &finding.divergence.verdict {
        Verdict::Convention => None,
        _ => finding.divergence.difference.groups.last().and_then(names),
    };
    alone.ok_or_else(|| {
        Failure::usage(format!(
            "finding {} blames no debugger: name one with `--debugger` if it is one's mistake",
            finding.id
        ))
    })
}

/// Who shows what is right: the text, where it is at hand, or the largest side without the blamed one.
fn other(finding: &SessionFinding, blamed: &str, context: &Context) -> anyhow::Result<String> {
    if let (Some(judge), Some(_)) = (context.config.specification(), context.config.oracle()?) {
        return Ok(judge.to_owned());
    }
    let groups = &finding.divergence.difference.groups;
    let side = groups.iter().find(|it| !it.debuggers.iter().any(|name| name == blamed));
    let name = side.and_then(|it| it.debuggers.first().cloned());
    name.ok_or_else(|| {
        Failure::usage(
            "nobody is there to show what is right: get the text of ECMA-262 with `parallax spec get`, or set PARALLAX_SPEC_DIR",
        )
    })
}

async fn run(
    program: &Program,
    actions: &[Action],
    blamed: &str,
    other: &str,
    context: &Context,
) -> anyhow::Result<ScriptedPass> {
    let config = &context.config;
    let names = [blamed, other].map(|it| Instance::configured_name(it).to_owned());
    let instances = crate::commands::diff::instances(&names, context)?;
    let programs = std::slice::from_ref(program);
    let session = SessionContext::new(config.parameters()?, config.normaliser(&[])?, programs)
        .with_oracle(config.oracle()?);
    Ok(replay::script(session, &instances, config.limits()?, program, actions).await?)
}

/// The steps of what went wrong.
fn steps(shown: &ScriptedPass, blamed: &str, breach: Option<&Breach>) -> anyhow::Result<Vec<Step>> {
    let aspect = breach.map_or(Aspect::Place, Aspect::of);
    let law = breach.map(|it| it.law.as_str());
    let mut told = shown.breaches.iter().flatten();
    let by_law = told.find(|(_, it)| it.debugger == blamed && law.is_none_or(|law| law == it.law));
    let [wrong, right] = shown.pass.traces.as_slice() else {
        return Err(Failure::usage("the session was not run by two"));
    };
    let sides = [&wrong.observations[..], &right.observations[..]];
    let by_law = by_law.map(|(at, breach)| (*at, breach));
    let steps = parallax_bugs::steps(&shown.pass.actions, sides, &aspect, by_law);
    steps.ok_or_else(|| {
        Failure::usage(
            "the debugger shows what is right: `parallax replay` says whether the finding is there again",
        )
    })
}

/// The steps of a control, as far as the debugger shows what is right.
fn agreed(shown: &ScriptedPass, breach: Option<&Breach>) -> Vec<Step> {
    let aspect = breach.map_or(Aspect::Place, Aspect::of);
    let trace = shown.pass.traces.first();
    let seen = |at: usize| trace?.observations.get(at).and_then(|it| Seen::of(it, &aspect));
    let actions = shown.pass.actions.iter().enumerate();
    let step = |(at, action): (usize, &Action)| Step {
        action: action.clone(),
        right: seen(at),
        wrong: None,
    };
    actions.map(step).collect()
}

/// A title, to be made better by a person.
fn title(breach: Option<&Breach>, what: &str) -> String {
    let first =
        what.split([';', ':']).next().unwrap_or(what).trim_end_matches('.').replace('`', "");
    let Some(breach) = breach else { return first };
    let does = breach.sentence.split(';').next().unwrap_or_default().replace('`', "");
    let name = breach.name.as_deref().unwrap_or("a variable");
    match (breach.law.as_str(), &breach.shown, &breach.right) {
        ("values" | "caller-values", Some(shown), Some(right)) => {
            format!("Variable {name} is shown as {shown}, and is {right}")
        }
        ("variables-shown" | "caller-variables", ..) => format!("Variable {name} is not shown"),
        ("step-in" | "step-out" | "step-over", ..) if !does.contains("step") => {
            format!(
                "{} {does}",
                breach.law.replace("step-in", "step-into").replacen("step-", "Step ", 1)
            )
        }
        _ => first,
    }
}

/// What goes wrong and why, in the words of the law.
fn words(
    finding: &SessionFinding,
    (blamed, tool): (&str, Tool),
    breach: Option<&Breach>,
    actions: &[Action],
) -> (String, String) {
    let Some(breach) = breach else {
        let sides = &finding.divergence.difference.groups;
        let others = sides.iter().filter(|it| !it.debuggers.iter().any(|name| name == blamed));
        let others: Vec<_> =
            others.map(|it| format!("{} show {}", it.debuggers.join(", "), it.shown)).collect();
        let what = format!("{tool} is wrong after `{}`.", format_actions(actions));
        return (what, format!("{}.", others.join("; ")));
    };
    let law = laws::find(&breach.law).map_or("", |law| law.summary);
    let clause = breach.clause.as_ref().map(|it| format!(" ({it})")).unwrap_or_default();
    (format!("{tool} {}.", breach.sentence), format!("{law}{clause}."))
}

/// In which functions of an engine the bug probably is.
fn where_it_is(deviation: &Deviation) -> String {
    let place = |it: &RankedFunction| format!("`{}` ({}:{})", it.name, it.file, it.line);
    let places: Vec<String> = deviation.guilty.iter().take(3).map(place).collect();
    if places.is_empty() {
        return String::new();
    }
    format!(
        " By the code that passing variants do not execute, it is probably in {}.",
        places.join(", ")
    )
}

fn of_deviation(
    finding: &ConformanceFinding,
    versions: Vec<(String, String)>,
    engine: Option<&str>,
    context: &Context,
) -> anyhow::Result<Bug> {
    let deviation = &finding.deviation;
    let engines = deviation.verdict.engines();
    let tools = engines.iter().filter(|it| engine.is_none_or(|name| name == *it));
    let is_of_text = matches!(
        deviation.verdict,
        parallax_model::conformance::DeviationVerdict::Specification(_)
    );
    let known: Vec<(Tool, &String)> = tools.filter_map(|it| Some((engine_tool(it)?, it))).collect();
    let Some((tool, name)) = known.first() else {
        return Err(Failure::usage(format!(
            "no script can be written for {}: there are scripts for boa, bun, deno, firefox, jsc, node, quickjs and compilers in front of engines",
            engines.join(", ")
        )));
    };
    let result = deviation.engines.iter().find(|it| it.engine == **name);
    let does = result.map_or_else(|| deviation.symptom.clone(), |it| it.does.clone());
    let suspect = deviation.suspects.first();
    let version = |name: &String| {
        let found = versions.iter().find(|(engine, _)| engine == name);
        found.map(|(engine, version)| format!("{engine} {version}"))
    };
    Ok(Bug {
        title: format!("{tool}: {}", deviation.symptom),
        tool: *tool,
        tracker: is_of_text.then_some(parallax_bugs::Tracker::Tc39),
        what: format!("{name}: {does}.{}", where_it_is(deviation)),
        why: match suspect {
            Some(suspect) => {
                format!("By the text, the program {}; see {}.", deviation.ending, suspect.algorithm)
            }
            None => format!("By the text, the program {}.", deviation.ending),
        },
        law: None,
        clause: suspect.map(|it| it.clause.clone()),
        versions: known.iter().filter_map(|(_, name)| version(name)).collect(),
        right: right_engines(finding, &versions),
        ranges: Vec::new(),
        links: Vec::new(),
        also: match compiler::tool(name) {
            // Others have other options.
            Some(_) => Vec::new(),
            None => known.iter().skip(1).map(|(tool, _)| *tool).collect(),
        },
        case: match compiler::tool(name) {
            Some(tool) => compiler::case(deviation, (name, tool), &does, context)?,
            None => Case::Test(EngineTest { test: test_of(finding), shown: does, control: None }),
        },
    })
}

/// The engines that pass, with their versions.
fn right_engines(finding: &ConformanceFinding, versions: &[(String, String)]) -> Vec<String> {
    let passing = finding.deviation.engines.iter().filter(|it| it.symptom.is_none());
    let version =
        |name: &str| versions.iter().find(|(engine, _)| engine == name).map(|(_, it)| it.as_str());
    passing
        .map(|it| format!("{} {}", it.engine, version(&it.engine).unwrap_or("")))
        .map(|it| it.trim_end().to_owned())
        .collect()
}

fn engine_tool(name: &str) -> Option<Tool> {
    if let Some(tool) = compiler::tool(name) {
        return Some(tool);
    }
    match name.split(['-', '+']).next()? {
        "boa" => Some(Tool::Boa),
        "bun" => Some(Tool::Bun),
        "deno" => Some(Tool::Deno),
        "firefox" => Some(Tool::Firefox),
        "jsc" => Some(Tool::Jsc),
        "node" => Some(Tool::Node),
        "quickjs" => Some(Tool::QuickjsNg),
        _ => None,
    }
}

/// The test of a deviation. Where the program is to throw, or is to be refused, it is evaluated as a text.
fn test_of(finding: &ConformanceFinding) -> String {
    let deviation = &finding.deviation;
    let program = || serde_json::Value::from(deviation.program.as_str());
    match Ending::parse(&deviation.ending) {
        Some(Ending::Throws(thrown)) => {
            let thrown = thrown.to_string();
            match parallax_model::conformance::ERRORS.contains(&thrown.as_str()) {
                true => format!("assert.throws({thrown}, () => (0, eval)({}));\n", program()),
                false => format!(
                    "let thrown;\ntry {{ (0, eval)({}); }} catch (error) {{ thrown = String(error); }}\nassert.sameValue(thrown, {});\n",
                    program(),
                    serde_json::Value::from(thrown)
                ),
            }
        }
        Some(Ending::SyntaxError | Ending::NotDeclared) => {
            format!("assert.throws(SyntaxError, () => (0, eval)({}));\n", program())
        }
        _ => deviation.script.clone(),
    }
}

fn of_isolation(finding: &IsolationFinding) -> anyhow::Result<Bug> {
    let isolation = &finding.isolation;
    if !isolation.program.ends_with(".c") {
        return Err(Failure::usage(format!(
            "finding {} is about {}: scripts of reports compile C",
            finding.id, isolation.subject
        )));
    }
    let kind = match &isolation.symptom {
        parallax_model::isolation::SymptomKind::Crash(_) => "crash",
        parallax_model::isolation::SymptomKind::Hang => "hang",
        parallax_model::isolation::SymptomKind::Rejected(_) => "rejected",
        parallax_model::isolation::SymptomKind::WrongCode => "wrong code",
    };
    let bad = isolation.bad.join(" ");
    let switches: Vec<String> = isolation
        .passing_switches()
        .flat_map(|(_, labels)| labels)
        .take(12)
        .map(str::to_owned)
        .collect();
    let files: Vec<_> = isolation.files.iter().take(5).map(|it| it.name.clone()).collect();
    let mut what = format!("With {bad}: {}.", isolation.symptom);
    if !switches.is_empty() {
        what.push_str(&format!(" It is right with: {}.", switches.join(", ")));
    }
    Ok(Bug {
        title: format!("{kind} at {bad}"),
        tool: Tool::Gcc,
        tracker: None,
        what,
        why: format!(
            "With {} the program is compiled and runs well. The most suspicious files are {}.",
            isolation.good.join(" "),
            files.join(", ")
        ),
        law: None,
        clause: None,
        versions: isolation
            .version
            .iter()
            .map(|it| format!("{} {it}", isolation.subject))
            .collect(),
        right: Vec::new(),
        ranges: Vec::new(),
        links: Vec::new(),
        also: Vec::new(),
        case: Case::Compilation(Compilation {
            program: isolation.text.clone(),
            bad: isolation.bad.clone(),
            good: isolation.good.clone(),
            symptom: kind.to_owned(),
        }),
    })
}

fn of_map(store: &Store, finding: &MapFinding) -> anyhow::Result<Bug> {
    let mistake = &finding.mistake;
    if !mistake.compiler.starts_with("esbuild") {
        return Err(Failure::usage(format!(
            "finding {} is about {}: scripts of reports run esbuild",
            finding.id, mistake.compiler
        )));
    }
    let programs = store.programs(finding.campaign)?;
    let program = programs.iter().find(|it| *it.program.name == *mistake.program);
    let Some(program) = program else {
        return Err(Failure::usage(format!("the program {} is not in the store", mistake.program)));
    };
    let is_refused = mistake.kind == MapMistakeKind::Rejected;
    let place = (mistake.original.line, mistake.original.column);
    Ok(Bug {
        title: format!("esbuild: {}", mistake.shown),
        tool: Tool::Esbuild,
        tracker: None,
        what: format!("{}.", mistake.shown),
        why: format!("{}.", mistake.expected),
        law: None,
        clause: None,
        versions: vec![mistake.compiler.clone()],
        right: Vec::new(),
        ranges: Vec::new(),
        links: Vec::new(),
        also: Vec::new(),
        case: Case::Map(Mapping {
            program: program.program.text.to_string(),
            places: if is_refused { Vec::new() } else { vec![place] },
            control: None,
            control_places: Vec::new(),
        }),
    })
}
