//! All debuggers on one program and on what a compiler makes of it.

use std::collections::BTreeSet;
use std::sync::Arc;

use parallax_debug::{LaunchError, Subject};
use parallax_model::{
    Blame, Cause, Family, MapMistake, MapMistakeKind, Misbehaviour, Observation, Pause, Program,
};
use parallax_oracle::{Oracle, Truth, Unknown};
use parallax_session::Normaliser;
use parallax_session::differential::plain_run;

use crate::compiler::Compiled;
use crate::judge::{Charge, Heard, Judge};
use crate::lens::Lens;
use crate::route::{Gone, Route};
use crate::session::{self, Deviation, Kind, Stop};
use crate::statements::{Alignment, Misled, What};
use crate::verdict::Evidence;
use crate::words::{Astray, astray};

/// What is put in front of each program. No breakpoint there is compared.
pub(crate) const STRICT: &str = "\"use strict\"; ";

/// The debuggers that take part, and who knows the truth.
pub struct Comparison {
    subjects: Vec<Subject>,
    normaliser: Normaliser,
    families: Vec<(String, Family)>,
    oracle: Option<Arc<Oracle>>,
    /// Whether maps are judged by themselves as well.
    pub judges_maps: bool,
}

/// What debuggers show of an original.
pub struct Baseline {
    original: Program,
    truth: Option<Result<Arc<Truth>, Unknown>>,
    shown: Vec<Shown>,
    /// The debuggers that fail on it again and again, and how.
    pub failing: Vec<(String, Misbehaviour)>,
}

/// What one debugger shows of an original.
struct Shown {
    stops: Vec<Stop>,
    walks: Vec<Route>,
    /// The causes of laws that it breaks there.
    own: BTreeSet<Cause>,
}

impl Baseline {
    /// Why nothing is held against the recording of the original, where the text is at hand.
    pub fn unknown(&self) -> Option<&Unknown> {
        self.truth.as_ref().and_then(|it| it.as_ref().err())
    }

    /// Whether the text runs the original, so that compilers must take it.
    pub fn is_known(&self) -> bool {
        matches!(self.truth, Some(Ok(_)))
    }

    /// How many breakpoints are compared.
    pub fn stops(&self) -> usize {
        self.shown.iter().map(|it| it.stops.len()).sum()
    }
}

/// What came of one compiler and one program.
#[derive(Debug, Default)]
pub struct Compared {
    /// What is wrong, and whose mistake it is.
    pub mistakes: Vec<MapMistake>,
    /// How many breakpoints were compared.
    pub stops: usize,
    /// How many pauses were held against the recording of the original.
    pub pauses: usize,
    /// How many broken laws are the debuggers' own, without the map.
    pub own: usize,
    /// How many statements of the original have no counterpart, so that their mappings are not judged.
    pub unpaired: usize,
    /// How many results were not the same in a second run, and do not count.
    pub flaky: usize,
}

/// One route of one debugger through a map.
struct Trial {
    deviation: Option<Deviation>,
    heard: Heard,
}

impl Trial {
    fn is_clean(&self) -> bool {
        self.deviation.is_none() && self.heard.charges.is_empty()
    }
}

/// The same program in strict mode. tsc makes every program strict, and an engine may show a strict one in
/// another way: JavaScriptCore adds frames that tail calls have replaced.
pub fn strict(program: &Program) -> Program {
    program.with_text(format!("{STRICT}{}", program.text))
}

impl Comparison {
    /// A comparison on these debuggers; held against the recording where the text is at hand.
    pub fn new(
        subjects: Vec<Subject>,
        normaliser: Normaliser,
        oracle: Option<Arc<Oracle>>,
    ) -> Self {
        let families = subjects.iter().map(|it| (it.name().to_owned(), it.family())).collect();
        Comparison { subjects, normaliser, families, oracle, judges_maps: true }
    }

    /// The debuggers.
    pub fn subjects(&mut self) -> &mut [Subject] {
        &mut self.subjects
    }

    /// What each debugger shows of the original, which was made [`strict`].
    ///
    /// # Errors
    /// Where a debugger cannot be brought up.
    pub async fn baseline(&mut self, original: &Program) -> Result<Baseline, LaunchError> {
        let truth = self.truth(original).await?;
        let (mut shown, mut failing) = (Vec::new(), Vec::new());
        for subject in &mut self.subjects {
            let stops = session::stops(subject, original, &self.normaliser).await?;
            let mut stops = stops.unwrap_or_else(|how| {
                failing.push((subject.name().to_owned(), how));
                Vec::new()
            });
            stops.retain(|stop| stop.place.line > 1 || stop.place.column as usize >= STRICT.len());
            let walks = Route::walks(first(&stops, |it| it == 1), first(&stops, |it| it > 1));
            let mut own = BTreeSet::new();
            if let (Some(oracle), Some(Ok(truth))) = (&self.oracle, &truth) {
                let (debugger, normaliser) = (subject.name().to_owned(), &self.normaliser);
                let judge = Judge { oracle, truth, debugger: &debugger, normaliser };
                own.extend(stops.iter().flat_map(|it| judge.causes(truth, &it.gone)));
                for walk in &walks {
                    let gone = walk.go(subject, original).await?;
                    own.extend(judge.causes(truth, &gone));
                }
            }
            shown.push(Shown { stops, walks, own });
        }
        Ok(Baseline { original: original.clone(), truth, shown, failing })
    }

    /// What is true of a program, where engines agree with the text on it.
    async fn truth(
        &mut self,
        program: &Program,
    ) -> Result<Option<Result<Arc<Truth>, Unknown>>, LaunchError> {
        let Some(oracle) = &self.oracle else { return Ok(None) };
        if !oracle.is_checked(program) {
            let mut runs = Vec::new();
            for subject in &mut self.subjects {
                runs.extend(plain_run(subject, program).await?);
            }
            oracle.check(program, &runs);
        }
        Ok(Some(oracle.truth(program)))
    }

    /// Holds a compiled program against what was shown of the original, and against its recording.
    ///
    /// # Errors
    /// Where a debugger cannot be brought up.
    pub async fn compare(
        &mut self,
        compiler: &str,
        source: &Program,
        compiled: &Compiled,
        baseline: &Baseline,
    ) -> Result<Compared, LaunchError> {
        let original = &baseline.original;
        let truth = self.truth(&compiled.program).await?;
        let lens = Lens::new(original, compiled);
        let mut by_itself = ByItself::new(source, compiled, lens.alignment.as_ref());
        if !self.judges_maps {
            (by_itself.astray, by_itself.misled) = (Vec::new(), Vec::new());
        }
        let (mut trials, mut flaky) = (Vec::new(), 0);
        for (subject, shown) in self.subjects.iter_mut().zip(&baseline.shown) {
            let normaliser = &self.normaliser;
            let mut bench = Bench { normaliser, original, compiled, lens: &lens, shown, flaky: 0 };
            let oracle = self.oracle.as_deref();
            let judged = oracle.zip(baseline.truth.as_ref().and_then(|it| it.as_ref().ok()));
            trials.extend(bench.trials(subject, judged.zip(truth.as_ref())).await?);
            flaky += bench.flaky;
        }
        let mut compared = by_itself.compared(compiler, source);
        (compared.stops, compared.flaky) = (baseline.stops(), flaky);
        self.conclude(compiler, source, &by_itself, trials, &mut compared);
        Ok(compared)
    }

    /// Says whose mistakes the results of all debuggers are.
    fn conclude(
        &self,
        compiler: &str,
        source: &Program,
        by_itself: &ByItself,
        trials: Vec<Trial>,
        compared: &mut Compared,
    ) {
        let deviations: Vec<Deviation> =
            trials.iter().filter_map(|it| it.deviation.clone()).collect();
        let charges: Vec<Charge> =
            trials.iter().flat_map(|it| it.heard.charges.iter().cloned()).collect();
        let evidence = Evidence {
            deviations: &deviations,
            charges: &charges,
            astray: &by_itself.astray,
            misled: &by_itself.misled,
            families: &self.families,
            keeps_lines: by_itself.keeps_lines,
        };
        let (program, compiler) = (source.name.to_string(), compiler.to_owned());
        for trial in &trials {
            compared.pauses += trial.heard.pauses;
            compared.own += trial.heard.own;
            let (program, compiler) = (program.clone(), compiler.clone());
            compared.mistakes.extend(
                trial
                    .heard
                    .charges
                    .iter()
                    .map(|it| of_charge(&program, &compiler, it, evidence.on_charge(it))),
            );
            if let Some(it) = &trial.deviation {
                let blame = evidence.on_deviation(it, trial.heard.is_wrong_without);
                compared.mistakes.push(of_deviation(program, compiler, it, blame));
            }
        }
    }
}

/// One debugger on one compiled program.
struct Bench<'b> {
    normaliser: &'b Normaliser,
    original: &'b Program,
    compiled: &'b Compiled,
    lens: &'b Lens<'b>,
    shown: &'b Shown,
    /// How many trials were not the same in a second run.
    flaky: usize,
}

/// The oracle, the truth about the original, and that about the compiled program.
type Judged<'b> = ((&'b Oracle, &'b Arc<Truth>), &'b Result<Arc<Truth>, Unknown>);

impl Bench<'_> {
    async fn trials(
        &mut self,
        subject: &mut Subject,
        judged: Option<Judged<'_>>,
    ) -> Result<Vec<Trial>, LaunchError> {
        let mut trials = Vec::new();
        let name = subject.name().to_owned();
        let mut failures = 0;
        for stop in &self.shown.stops {
            let route = Route::resuming(stop.place.line);
            let gone = self.go(&route, subject).await?;
            failures += usize::from(gone.as_ref().is_some_and(|it| it.failure().is_some()));
            if failures > session::MOST_FAILURES {
                break;
            }
            let generated = self.generated(stop.place.line);
            let deviation = session::deviation(
                &name,
                stop,
                generated,
                gone.as_ref(),
                self.lens,
                self.normaliser,
            );
            let heard = self.heard(&route, gone.as_ref(), &name, judged);
            let trial = Trial { deviation, heard };
            if trial.is_clean() {
                trials.push(trial);
                continue;
            }
            if !self.is_again(&route.go(subject, self.original).await?, &stop.gone) {
                // It does not show the program in one way, so nothing is certain.
                self.flaky += self.shown.stops.len();
                return Ok(Vec::new());
            }
            let is_same = self.repeats(&route, gone.as_ref(), subject).await?;
            self.keep(trial, is_same, &mut trials);
        }
        for walk in self.shown.walks.iter().filter(|_| judged.is_some()) {
            let gone = self.go(walk, subject).await?;
            let heard = self.heard(walk, gone.as_ref(), &name, judged);
            let trial = Trial { deviation: None, heard };
            let is_same = trial.is_clean() || self.repeats(walk, gone.as_ref(), subject).await?;
            self.keep(trial, is_same, &mut trials);
        }
        Ok(trials)
    }

    /// Keeps a trial, if a second run was the same.
    fn keep(&mut self, trial: Trial, is_same: bool, trials: &mut Vec<Trial>) {
        if is_same {
            trials.push(trial);
        } else {
            self.flaky += 1;
        }
    }

    /// Whether a route in the compiled program shows the same once more.
    async fn repeats(
        &self,
        route: &Route,
        gone: Option<&Gone>,
        subject: &mut Subject,
    ) -> Result<bool, LaunchError> {
        let again = self.go(route, subject).await?;
        Ok(match (again, gone) {
            (Some(again), Some(gone)) => self.is_again(&again, gone),
            (again, gone) => again.is_none() && gone.is_none(),
        })
    }

    fn is_again(&self, one: &Gone, other: &Gone) -> bool {
        let normal = |gone: &Gone| -> Vec<Observation> {
            gone.shown.iter().map(|it| self.normaliser.apply(it)).collect()
        };
        normal(one) == normal(other)
    }

    /// Where a front end puts the breakpoint for a line. The engine chooses the place from there on, in
    /// both texts.
    fn generated(&self, line: u32) -> Option<parallax_model::Location> {
        self.compiled.map.generated(parallax_model::Location { line, column: 0 })
    }

    async fn go(&self, route: &Route, subject: &mut Subject) -> Result<Option<Gone>, LaunchError> {
        let Some(place) = self.generated(route.line) else { return Ok(None) };
        Ok(Some(route.go_through(subject, &self.compiled.program, place, self.lens).await?))
    }

    fn heard(
        &self,
        route: &Route,
        gone: Option<&Gone>,
        debugger: &str,
        judged: Option<Judged<'_>>,
    ) -> Heard {
        let (Some(gone), Some(((oracle, truth), compiled))) = (gone, judged) else {
            return Heard::default();
        };
        let judge = Judge { oracle, truth, debugger, normaliser: self.normaliser };
        judge.hear(route.line, gone, self.lens, &self.shown.own, compiled)
    }
}

/// What is wrong with a map by itself.
pub struct ByItself {
    astray: Vec<Astray>,
    misled: Vec<Misled>,
    keeps_lines: bool,
    unpaired: usize,
    /// Whether both texts can be parsed; if not, statements are not judged.
    pub is_parsed: bool,
}

impl ByItself {
    /// Judges the map of a compiled program.
    pub fn new(source: &Program, compiled: &Compiled, alignment: Option<&Alignment>) -> Self {
        let misled = alignment.map(|it| it.misled(&compiled.map)).unwrap_or_default();
        // Of a mapping that is wrong in both ways one is said.
        let mut astray = astray(source, &compiled.program, &compiled.map);
        astray.retain(|it| misled.iter().all(|known| known.generated != it.mapping.generated));
        ByItself {
            astray,
            misled,
            keeps_lines: alignment.is_some_and(Alignment::keeps_lines),
            unpaired: alignment.map_or(0, |it| it.unpaired),
            is_parsed: alignment.is_some(),
        }
    }

    /// The mistakes.
    pub fn compared(&self, compiler: &str, source: &Program) -> Compared {
        let (program, compiler) = (source.name.to_string(), compiler.to_owned());
        let mistake = |kind, original, compiled, expected, shown| MapMistake {
            program: program.clone(),
            compiler: compiler.clone(),
            debugger: None,
            kind,
            blame: Blame::Compiler,
            original,
            compiled: Some(compiled),
            actions: Vec::new(),
            expected,
            shown,
        };
        let astray = self.astray.iter().filter_map(|it| {
            let (from, to) = (it.mapping.generated, it.mapping.original?);
            let shown = format!("line {}, which has no `{}`", to.line, it.name);
            Some(mistake(MapMistakeKind::Name, to, from, format!("`{}`", it.name), shown))
        });
        let misled = self.misled.iter().map(|it| {
            let to = it.shown.map_or("nowhere".to_owned(), |place| place.to_string());
            let (kind, expected, shown) = match &it.what {
                What::Statement(kind) => {
                    (MapMistakeKind::Statement, format!("the {kind} at {}", it.right), to)
                }
                What::Name(name) => (MapMistakeKind::Name, format!("`{name}` at {}", it.right), to),
                What::Called(name, called) => {
                    (MapMistakeKind::Name, format!("`{name}`"), format!("`{called}`"))
                }
            };
            mistake(kind, it.right, it.generated, expected, shown)
        });
        let mistakes = astray.chain(misled).collect();
        Compared { mistakes, unpaired: self.unpaired, ..Compared::default() }
    }
}

/// The line of the first stop whose stack is so deep.
fn first(stops: &[Stop], is_deep: impl Fn(usize) -> bool) -> Option<u32> {
    let depth = |it: &Stop| {
        let pause: Option<&Pause> = it.shown.first().and_then(Observation::pause);
        pause.map_or(0, |it| it.stack.len())
    };
    stops.iter().find(|it| is_deep(depth(it))).map(|it| it.place.line)
}

fn of_charge(program: &str, compiler: &str, charge: &Charge, blame: Blame) -> MapMistake {
    MapMistake {
        program: program.to_owned(),
        compiler: compiler.to_owned(),
        debugger: Some(charge.breach.debugger.clone()),
        kind: MapMistakeKind::Law(charge.breach.law.clone()),
        blame,
        original: charge.original,
        compiled: charge.generated,
        actions: charge.actions.clone(),
        expected: charge.breach.right.clone().unwrap_or_default(),
        shown: charge.breach.sentence.clone(),
    }
}

fn of_deviation(
    program: String,
    compiler: String,
    deviation: &Deviation,
    blame: Blame,
) -> MapMistake {
    let kind = match deviation.kind {
        Kind::Unmapped => MapMistakeKind::Unmapped,
        Kind::Place => MapMistakeKind::Place,
        Kind::Stack => MapMistakeKind::Stack,
        Kind::Variables => MapMistakeKind::Variables,
    };
    let breakpoint = deviation.generated.map(parallax_model::Action::BreakAt);
    let run = Route::resuming(deviation.place.line).actions;
    MapMistake {
        program,
        compiler,
        debugger: Some(deviation.debugger.clone()),
        kind,
        blame,
        original: deviation.place,
        compiled: deviation.generated,
        actions: breakpoint
            .into_iter()
            .flat_map(|it| std::iter::once(it).chain(run.clone()))
            .collect(),
        expected: deviation.expected.clone(),
        shown: deviation.shown.clone(),
    }
}
