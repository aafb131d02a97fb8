//! What came of a suite on some engines: one record for each test, and what belongs together.

use std::collections::{BTreeMap, HashSet};

use parallax_engines::pool::EngineIdentity;
use parallax_engines::runner::TestOutcome;
use parallax_engines::{Behaviour, Symptom, SymptomKey};
use parallax_model::conformance::{Deviation, DeviationVerdict, EngineResult, Suspect, Tally};

use crate::lacking::Lacking;
use crate::localise::BlamedAlgorithms;
use crate::suite::{ManifestEntry, Test};

/// What came of a suite.
#[derive(Clone, Debug)]
pub struct Results {
    /// The edition that says what is right.
    pub edition: String,
    /// The engines that took part, in the order in which they were named.
    pub engines: Vec<EngineIdentity>,
    /// The tests, in the order of the suite; one that shows several things has a run for each.
    pub tests: Vec<TestRun>,
    /// Failures that probably have one cause.
    pub clusters: Vec<Cluster>,
    /// What engines lack, and so are not asked about.
    pub lacking: Lacking,
    /// How well the algorithms are found that known bugs of the text are in.
    pub blamed: Vec<BlamedAlgorithms>,
}

/// A test, and what came of it.
#[derive(Clone, Debug)]
pub struct TestRun {
    /// What the manifest says of it.
    pub entry: ManifestEntry,
    /// The test.
    pub test: Test,
    /// What each engine did with it, by the engine's name; nothing of one that lacks what it is about.
    pub outcomes: BTreeMap<String, TestOutcome>,
    /// What is wrong with some engine that this is about, where a test shows it.
    pub about: Option<Symptom>,
    /// Who is wrong, if some engine fails it.
    pub failure: Option<TestFailure>,
}

/// What is wrong with a test that some engine fails.
#[derive(Clone, Debug)]
pub struct TestFailure {
    /// Who is wrong.
    pub verdict: DeviationVerdict,
    /// What is wrong with each engine that fails.
    pub symptoms: BTreeMap<String, Symptom>,
    /// The known deviation behind it, for each engine that has one.
    pub known: BTreeMap<String, String>,
}

/// Failures that probably have one cause.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// Who is wrong.
    pub verdict: DeviationVerdict,
    /// What is wrong, without the details that differ.
    pub symptom: SymptomKey,
    /// The algorithm that all of them touch and the fewest passing tests do.
    pub algorithm: String,
    /// The known deviations that explain it; empty if it is not known.
    pub known: Vec<String>,
    /// The positions of its tests in [`Results::tests`], the one with the shortest program first.
    pub tests: Vec<usize>,
    /// The most suspicious algorithms of the text, if it was at hand.
    pub suspects: Vec<Suspect>,
    /// Its first test, with no more checks than are needed to fail.
    pub reduced: Test,
}

impl TestFailure {
    /// Whether it is known of some engine. Others show the same with the same test.
    pub fn is_known(&self) -> bool {
        !self.known.is_empty()
    }
}

impl Cluster {
    /// Whether a known deviation explains it.
    pub fn is_known(&self) -> bool {
        !self.known.is_empty()
    }
}

impl TestRun {
    /// A test that no engine has run yet.
    pub fn new((entry, test): (ManifestEntry, Test)) -> Self {
        TestRun { entry, test, outcomes: BTreeMap::new(), about: None, failure: None }
    }

    /// What an engine did with it.
    pub fn behaviour(&self, engine: &str) -> Option<&Behaviour> {
        self.outcomes.get(engine).map(TestOutcome::behaviour)
    }

    /// What is wrong with what an engine did, if something is.
    pub fn symptom(&self, engine: &str) -> Option<Symptom> {
        let behaviour = self.behaviour(engine)?;
        match &self.about {
            Some(about) => {
                behaviour.symptoms(&self.test.ending).contains(about).then(|| about.clone())
            }
            None => behaviour.symptom(&self.test.ending),
        }
    }
}

impl Results {
    /// The first test of a cluster, which has the shortest program.
    pub fn first_of(&self, cluster: &Cluster) -> &TestRun {
        &self.tests[cluster.tests[0]]
    }

    /// What is wrong, and the tests that show it.
    pub fn failures(&self) -> impl Iterator<Item = (&TestRun, &TestFailure)> {
        self.tests.iter().filter_map(|run| Some((run, run.failure.as_ref()?)))
    }

    /// Clusters that no known deviation explains.
    pub fn new_clusters(&self) -> impl Iterator<Item = &Cluster> {
        self.clusters.iter().filter(|cluster| !cluster.is_known())
    }

    /// The tests, each once.
    fn each_test(&self) -> impl Iterator<Item = &TestRun> {
        let mut met = HashSet::new();
        self.tests.iter().filter(move |run| met.insert(&run.entry.file))
    }

    /// How many tests there are.
    pub fn count(&self) -> usize {
        self.each_test().count()
    }

    /// How many tests some engine fails.
    pub fn failing(&self) -> usize {
        self.failures().map(|(run, _)| &run.entry.file).collect::<HashSet<_>>().len()
    }

    /// What each engine did with all tests, counted.
    pub fn tallies(&self) -> Vec<Tally> {
        self.engines.iter().map(|engine| self.tally(engine)).collect()
    }

    fn tally(&self, engine: &EngineIdentity) -> Tally {
        let mut tally = Tally {
            engine: engine.name.clone(),
            family: engine.family.to_string(),
            version: engine.version.clone(),
            ..Tally::default()
        };
        for run in self.each_test() {
            let Some(outcome) = run.outcomes.get(&engine.name) else { continue };
            let count = match outcome.behaviour() {
                behaviour if behaviour.meets(&run.test.ending) => &mut tally.passed,
                Behaviour::Crashed(_) => &mut tally.crashed,
                Behaviour::TimedOut => &mut tally.timed_out,
                Behaviour::OutOfMemory => &mut tally.out_of_memory,
                Behaviour::Unsupported(_) => continue,
                _ => &mut tally.failed,
            };
            *count += 1;
            tally.flaky += usize::from(outcome.is_flaky());
        }
        tally
    }

    /// The clusters as they are kept.
    pub fn deviations(&self) -> Vec<Deviation> {
        self.clusters.iter().map(|cluster| self.deviation(cluster)).collect()
    }

    fn deviation(&self, cluster: &Cluster) -> Deviation {
        let first = self.first_of(cluster);
        let witness = |engine: &EngineIdentity| {
            Some(EngineResult {
                engine: engine.name.clone(),
                does: first.behaviour(&engine.name)?.to_string(),
                symptom: first.symptom(&engine.name),
            })
        };
        Deviation {
            verdict: cluster.verdict.clone(),
            symptom: cluster.symptom.to_string(),
            ending: first.test.ending.to_string(),
            program: first.test.program.clone(),
            script: cluster.reduced.script(),
            engines: self.engines.iter().filter_map(witness).collect(),
            algorithms: first.entry.algorithms.clone(),
            suspects: cluster.suspects.clone(),
            tests: cluster.tests.iter().map(|at| self.tests[*at].entry.file.clone()).collect(),
            guilty: Vec::new(),
        }
    }
}
