//! The loop: select, mutate, run, keep. All threads share one edition and one pool.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

use parallax_model::conformance::CoverageSample;
use parallax_program::js::is_script;
use parallax_spec::document::Document;
use parallax_spec::edition::Edition;
use parallax_spec::run::{
    AbortReason, Budget, Outcome, Run, RunOptions, Specification, Start, Stop,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::coverage::{Coverage, CoverageCounts, Universe};
use super::disagreement::{self, Disagreement};
use super::fragments::Fragments;
use super::journal::{Header, Journal, JournalError, Kept};
use super::mutators::Situation;
use super::observed;
use super::pool::{Pool, Target, Usefulness};
use super::realm::Realm;
use super::seeds::{self, Synthesised};
use super::words::Words;
use super::write::fingerprint;
use crate::suite::SuiteError;

/// What a program may use. Programs are small; one that takes more goes in circles.
pub const BUDGET: Budget = Budget { steps: 15_000, cells: 30_000 };
/// What a program may use that observes: each use of a value is a call.
pub const OBSERVED: Budget = Budget { steps: 60_000, cells: 60_000 };
/// So many mutants are made from one target before another is chosen.
const MUTANTS_PER_TARGET: usize = 8;
/// So many programs are kept for what they observe of one function or form.
const MAX_OBSERVING: usize = 80;
/// Longer programs are not kept.
const MAX_PROGRAM: usize = 600;
/// So many programs are not run again.
const MAX_REMEMBERED: usize = 1_000_000;
/// How often coverage over time is written down.
const SAMPLE_INTERVAL: Duration = Duration::from_secs(5);

/// What to generate, and for how long.
#[derive(Clone, Debug)]
pub struct GenerationSettings {
    /// The edition's name.
    pub edition: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// How many threads.
    pub jobs: usize,
    /// How long in all, earlier runs included.
    pub time: Duration,
    /// At most so many programs in this run.
    pub programs: u64,
    /// Whether steps are told apart by the features that run them.
    pub features: bool,
    /// Who knows where engines disagree, if programs near there are to get more mutants.
    pub disagreement: Option<Disagreement>,
    /// Set by somebody else to end before that.
    pub stop: Arc<AtomicBool>,
}

/// How a generation stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct GenerationProgress {
    /// Since the beginning, pauses not counted.
    pub seconds: f64,
    /// Programs that were run.
    pub programs: u64,
    /// Programs a second in this run.
    pub rate: f64,
    /// What is covered.
    pub counts: CoverageCounts,
    /// Programs in the pool.
    pub pool: usize,
    /// Branches of which one side is not covered.
    pub targets: usize,
    /// Alternatives of the syntax that seeds use, and that a script can use.
    pub alternatives: (usize, usize),
}

/// A generation that cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum GenerationError {
    /// Its files cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The tests cannot be written.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// The edition cannot be run.
    #[error("the edition cannot be run")]
    Edition(#[source] Stop),
}

/// What the threads share.
struct Shared {
    settings: GenerationSettings,
    words: Words,
    synthesised: Synthesised,
    next_seed: AtomicUsize,
    fragments: RwLock<Fragments>,
    kept: Mutex<KeptSoFar>,
    programs: AtomicU64,
    ended: AtomicBool,
    began: Instant,
    earlier: CoverageSample,
}

/// The pool, and its copy on disk.
struct KeptSoFar {
    pool: Pool,
    journal: Journal,
    /// How many programs were kept that observe the same.
    observing: HashMap<String, usize>,
    /// Programs that engines were not asked about yet, by their numbers in the pool.
    unasked: Vec<(usize, String)>,
    last: Instant,
}

/// Generates programs in a folder until time is up, and gives the pool.
///
/// # Errors
/// Where the folder cannot be used, or the edition not be run.
pub fn generate(
    document: &str,
    folder: &Path,
    settings: &GenerationSettings,
    report: &(dyn Fn(&GenerationProgress) + Sync),
) -> Result<Pool, GenerationError> {
    let (specification, words) = compile(document)?;
    generate_for(&specification, words, folder, settings, report)
}

/// Compiles an edition once for all threads, and finds its words.
pub(super) fn compile(document: &str) -> Result<(Specification, Words), GenerationError> {
    let document = Document::parse(document);
    let edition = Edition::read(&document);
    let specification = Specification::of(&document, &edition).map_err(GenerationError::Edition)?;
    Ok((specification, Words::read(&edition)))
}

/// Generates programs for an edition that is compiled.
pub(super) fn generate_for(
    specification: &Specification,
    words: Words,
    folder: &Path,
    settings: &GenerationSettings,
    report: &(dyn Fn(&GenerationProgress) + Sync),
) -> Result<Pool, GenerationError> {
    let shared = Shared::prepare(specification, words, folder, settings)?;
    std::thread::scope(|scope| {
        let shared = &shared;
        let others: Vec<_> = (1..settings.jobs.max(1))
            .map(|job| scope.spawn(move || Worker::new(shared, specification, job, report).work()))
            .collect();
        let mine = Worker::new(shared, specification, 0, report).work();
        shared.ended.store(true, Ordering::Relaxed);
        let others = others.into_iter().map(|other| other.join().unwrap_or(Ok(())));
        others.fold(mine, Result::and)
    })?;
    let progress = shared.progress(&shared.lock().pool);
    report(&progress);
    shared.write_sample(&mut shared.lock())?;
    Ok(shared.kept.into_inner().unwrap_or_else(PoisonError::into_inner).pool)
}

/// The pool of the programs that an earlier run kept, whose parts become fragments.
fn restored(
    programs: Vec<Kept>,
    universe: Universe,
    specification: &Specification,
    fragments: &mut Fragments,
    rng: &mut ChaCha8Rng,
) -> Pool {
    let executor = Executor::new(specification, &universe);
    let mut pool = Pool::new(universe);
    for kept in programs {
        if let Some(why) = &kept.abort {
            pool.consider_aborted(why, &kept.program, &kept.origin);
            continue;
        }
        let origin = kept.origin.first().map_or("", String::as_str);
        let coverage = pool.universe().of_run(&executor.run(&kept.program), origin);
        pool.consider(&kept.program, coverage, kept.parent, kept.origin);
        if let Ok(tree) = specification.parser().script(&kept.program) {
            fragments.add(&tree, rng);
        }
    }
    pool
}

/// Runs programs, and has runs say all that there is to cover.
struct Executor<'s> {
    specification: &'s Specification,
    /// Where programs run that observe.
    observers: Option<Start>,
    features: bool,
}

impl<'s> Executor<'s> {
    fn new(specification: &'s Specification, universe: &Universe) -> Self {
        let observers = observed::printing_realm(specification);
        Executor { specification, observers, features: universe.is_feature_sensitive() }
    }

    fn run(&self, program: &str) -> Run {
        self.specification.run(program, &self.options(program))
    }

    fn options(&self, program: &str) -> RunOptions<'_> {
        let start = self.observers.as_ref().filter(|_| program.contains(observed::SIGIL));
        let budget = if start.is_some() { OBSERVED } else { BUDGET };
        RunOptions { features: self.features, start, ..RunOptions::within(budget) }
    }
}

impl Shared {
    /// Makes seeds, and restores what an earlier run in the folder kept.
    fn prepare(
        specification: &Specification,
        words: Words,
        folder: &Path,
        settings: &GenerationSettings,
    ) -> Result<Self, GenerationError> {
        let universe = match settings.features {
            true => Universe::of(specification).feature_sensitive(),
            false => Universe::of(specification),
        };
        let header =
            Header::new(&settings.edition, universe.len(), settings.seed, settings.features);
        let (journal, earlier) = Journal::open(folder, &header)?;
        let realm = Realm::read(specification);
        let mut rng = ChaCha8Rng::seed_from_u64(settings.seed);
        let synthesised = seeds::synthesise(specification.parser(), &realm, &mut rng);
        let mut fragments = Fragments::default();
        for program in &synthesised.material {
            if let Ok(tree) = specification.parser().script(program) {
                fragments.add(&tree, &mut rng);
            }
        }
        let mut last = earlier.times.last().copied().unwrap_or_default();
        let mut observing: HashMap<String, usize> = HashMap::new();
        for kept in earlier.kept.iter().filter_map(|kept| kept.origin.first()) {
            *observing.entry(kept.clone()).or_default() += 1;
        }
        let pool = restored(earlier.kept, universe, specification, &mut fragments, &mut rng);
        last.pool = pool.len();
        Ok(Shared {
            settings: settings.clone(),
            words,
            next_seed: AtomicUsize::new(last.seeds),
            synthesised,
            fragments: RwLock::new(fragments),
            kept: Mutex::new(KeptSoFar {
                pool,
                journal,
                observing,
                unasked: Vec::new(),
                last: Instant::now(),
            }),
            programs: AtomicU64::new(0),
            ended: AtomicBool::new(false),
            began: Instant::now(),
            earlier: last,
        })
    }

    fn lock(&self) -> MutexGuard<'_, KeptSoFar> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn seconds(&self) -> f64 {
        self.earlier.seconds + self.began.elapsed().as_secs_f64()
    }

    fn is_over(&self) -> bool {
        self.ended.load(Ordering::Relaxed)
            || self.settings.stop.load(Ordering::Relaxed)
            || self.seconds() >= self.settings.time.as_secs_f64()
            || self.programs.load(Ordering::Relaxed) >= self.settings.programs
    }

    fn progress(&self, pool: &Pool) -> GenerationProgress {
        let programs = self.programs.load(Ordering::Relaxed);
        GenerationProgress {
            seconds: self.seconds(),
            programs: self.earlier.programs + programs,
            rate: programs as f64 / self.began.elapsed().as_secs_f64().max(1e-9),
            counts: pool.universe().counts(pool.covered()),
            pool: pool.len(),
            targets: pool.targets(),
            alternatives: (self.synthesised.covered, self.synthesised.reachable),
        }
    }

    fn write_sample(&self, kept: &mut KeptSoFar) -> Result<(), JournalError> {
        let GenerationProgress { seconds, programs, counts, pool, .. } = self.progress(&kept.pool);
        let CoverageCounts { steps, all_steps, sides, all_sides } = counts;
        kept.last = Instant::now();
        let seeds = self.next_seed.load(Ordering::Relaxed).min(self.synthesised.seeds.len());
        let sample =
            CoverageSample { seconds, programs, seeds, steps, all_steps, sides, all_sides, pool };
        kept.journal.sample(&sample)
    }
}

/// One thread.
struct Worker<'w> {
    shared: &'w Shared,
    specification: &'w Specification,
    executor: Executor<'w>,
    universe: Universe,
    rng: ChaCha8Rng,
    /// Fingerprints of programs that were run: mutation often finds the same again.
    tried: HashSet<u64>,
    report: &'w (dyn Fn(&GenerationProgress) + Sync),
}

impl<'w> Worker<'w> {
    fn new(
        shared: &'w Shared,
        specification: &'w Specification,
        job: usize,
        report: &'w (dyn Fn(&GenerationProgress) + Sync),
    ) -> Self {
        // A run that goes on does not make the same choices again.
        let mixed = shared.settings.seed ^ (job as u64) << 48 ^ shared.earlier.programs << 8;
        let rng = ChaCha8Rng::seed_from_u64(mixed);
        let universe = shared.lock().pool.universe().clone();
        let executor = Executor::new(specification, &universe);
        Worker { shared, specification, executor, universe, rng, tried: HashSet::new(), report }
    }

    fn work(&mut self) -> Result<(), GenerationError> {
        let seeds = &self.shared.synthesised.seeds;
        while !self.shared.is_over() {
            let number = self.shared.next_seed.fetch_add(1, Ordering::Relaxed);
            if let Some(seed) = seeds.get(number) {
                self.attempt(&seed.program, None, || vec![seed.origin.clone()])?;
            }
            // As many mutants as seeds, as long as there are seeds.
            if number >= seeds.len() || number.is_multiple_of(MUTANTS_PER_TARGET) {
                let target = self.shared.lock().pool.select(&mut self.rng);
                match target {
                    Some(target) => self.mutate(&target)?,
                    None if number >= seeds.len() => break,
                    None => {}
                }
            }
        }
        Ok(())
    }

    fn mutate(&mut self, target: &Target) -> Result<(), GenerationError> {
        let Ok(tree) = self.specification.parser().script(&target.program) else { return Ok(()) };
        let place = target.side.and_then(|side| {
            let options = RunOptions { places: true, ..self.executor.options(&target.program) };
            let places = self.specification.run(&target.program, &options).places;
            places.into_iter().find(|(reached, _)| *reached == side).map(|(_, span)| span)
        });
        for _ in 0..MUTANTS_PER_TARGET {
            let fragments = self.shared.fragments.read().unwrap_or_else(PoisonError::into_inner);
            let (place, words) = (place.clone(), &self.shared.words);
            let situation = Situation { tree: &tree, place, fragments: &fragments, words };
            let mutant = situation.mutate(&mut self.rng);
            drop(fragments);
            let Some((mutator, program)) = mutant else { continue };
            if program.len() > MAX_PROGRAM {
                continue;
            }
            if self.tried.len() >= MAX_REMEMBERED {
                self.tried.clear();
            }
            if !self.tried.insert(fingerprint(&program)) {
                continue;
            }
            let origin = || {
                let mut origin = target.origin.clone();
                origin.push(mutator.to_owned());
                origin
            };
            if self.attempt(&program, Some(target.number), origin)? || self.shared.is_over() {
                break;
            }
        }
        Ok(())
    }

    /// Runs a program, and keeps it if it is worth it.
    fn attempt(
        &mut self,
        program: &str,
        parent: Option<usize>,
        origin: impl Fn() -> Vec<String>,
    ) -> Result<bool, GenerationError> {
        let run = self.executor.run(program);
        self.shared.programs.fetch_add(1, Ordering::Relaxed);
        let mut kept = false;
        let first = origin().into_iter().next().unwrap_or_default();
        match &run.outcome {
            Outcome::Normal(_) | Outcome::Throw(_) => {
                let coverage = self.universe.of_run(&run, &first);
                kept = self.keep(program, coverage, parent, origin)?;
            }
            Outcome::Stopped(Stop::Abort { place, reason })
                if self.is_of_the_text(place, reason) =>
            {
                self.keep_aborted(program, &format!("{place}: {reason}"), &origin())?;
            }
            Outcome::Syntax(_) if first.starts_with(observed::ORIGIN) => {
                let coverage = self.universe.of_run(&run, &first);
                kept = self.keep(program, coverage, parent, origin)?;
            }
            Outcome::Syntax(_) | Outcome::Stopped(_) => {}
        }
        if kept && let Ok(tree) = self.specification.parser().script(program) {
            let mut fragments =
                self.shared.fragments.write().unwrap_or_else(PoisonError::into_inner);
            fragments.add(&tree, &mut self.rng);
        }
        Ok(kept)
    }

    fn keep(
        &mut self,
        program: &str,
        coverage: Coverage,
        parent: Option<usize>,
        origin: impl Fn() -> Vec<String>,
    ) -> Result<bool, GenerationError> {
        let mut kept = self.shared.lock();
        let first = origin().into_iter().next().unwrap_or_default();
        let before = kept.observing.get(&first).copied().unwrap_or(0);
        let is_enough = before >= MAX_OBSERVING
            && first.starts_with(observed::ORIGIN)
            && !coverage.is_of_no_script();
        let coverage = if is_enough { coverage.without_events() } else { coverage };
        let mut usefulness = kept.pool.judge(program, &coverage, parent);
        // What another parser has another opinion on may be a mistake of ours.
        let is_disputed = || is_script(program) == coverage.is_of_no_script();
        if usefulness != Usefulness::Useless && is_disputed() {
            usefulness = Usefulness::Useless;
        }
        if usefulness != Usefulness::Useless {
            let parent = parent.filter(|_| usefulness == Usefulness::Shorter);
            let origin = origin();
            let program = program.to_owned();
            let line = Kept { program, origin: origin.clone(), parent, abort: None };
            kept.journal.keep(&line)?;
            *kept.observing.entry(first).or_default() += 1;
            let usefulness = kept.pool.consider(&line.program, coverage, parent, origin);
            let number = kept.pool.last().filter(|_| usefulness != Usefulness::Useless);
            if let Some(number) = number.filter(|_| self.shared.settings.disagreement.is_some()) {
                kept.unasked.push((number, line.program));
            }
        }
        if kept.unasked.len() >= disagreement::AT_ONCE {
            let unasked = std::mem::take(&mut kept.unasked);
            drop(kept);
            self.ask(unasked);
            kept = self.shared.lock();
        }
        if kept.last.elapsed() >= SAMPLE_INTERVAL {
            self.shared.write_sample(&mut kept)?;
            let progress = self.shared.progress(&kept.pool);
            drop(kept);
            (self.report)(&progress);
        }
        Ok(usefulness != Usefulness::Useless)
    }

    /// Has engines run programs, and notes those about which they disagree.
    fn ask(&self, unasked: Vec<(usize, String)>) {
        let Some(Disagreement(disagree)) = &self.shared.settings.disagreement else { return };
        let (numbers, programs): (Vec<usize>, Vec<String>) = unasked.into_iter().unzip();
        let answers = disagree(programs);
        let mut kept = self.shared.lock();
        for (number, _) in numbers.into_iter().zip(answers).filter(|(_, differ)| *differ) {
            kept.pool.dispute(number);
        }
    }

    fn keep_aborted(
        &self,
        program: &str,
        why: &str,
        origin: &[String],
    ) -> Result<(), GenerationError> {
        let mut kept = self.shared.lock();
        if is_script(program) && kept.pool.consider_aborted(why, program, origin) {
            let (program, origin) = (program.to_owned(), origin.to_vec());
            kept.journal.keep(&Kept {
                program,
                origin,
                parent: None,
                abort: Some(why.to_owned()),
            })?;
        }
        Ok(())
    }

    /// Whether it is the text that has no meaning, and not a word of it that was misread: in
    /// `the largest _y_ such that …` a variable needs no declaration.
    fn is_of_the_text(&self, place: &str, reason: &AbortReason) -> bool {
        let mut outlines = self.specification.outline().iter().filter(|it| it.name == place);
        !outlines.any(|it| it.describes_variables)
            && matches!(reason, AbortReason::Undeclared(_) | AbortReason::UnexpectedAbrupt)
    }
}
