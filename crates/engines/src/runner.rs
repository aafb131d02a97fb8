//! Runs many tests on one engine: restarts it when it fails, and repeats doubtful tests.

use parallax_process::confinement;

use crate::compiler::{Compiled, CompilerRunner};
use crate::{Behaviour, Ending, Instance, LaunchError, Limits, Link, Observed};

/// How many tests a driver is told ahead, so that it never waits for the next.
const AHEAD: usize = 16;

/// How many doubtful tests of a compiler share a new process of the engine behind it: there are many of them.
const DOUBTS_OF_COMPILERS: usize = 20;

/// A test as an engine gets it.
#[derive(Clone, Debug)]
pub struct TestScript {
    /// The text.
    pub text: String,
    /// The length of its first part, the program. The rest checks what that leaves, and is not compiled.
    pub program: usize,
    /// How it ends, by the specification.
    pub ending: Ending,
}

impl TestScript {
    /// A program alone.
    pub fn without_checks(text: String, ending: Ending) -> Self {
        TestScript { program: text.len(), text, ending }
    }

    /// Whether it has a last part that checks.
    pub fn has_checks(&self) -> bool {
        self.program < self.text.len()
    }

    /// The same with another program.
    fn with_program(&self, program: &str) -> Self {
        let text = format!("{program}\n{}", &self.text[self.program..]);
        TestScript { program: program.len() + 1, text, ending: self.ending.clone() }
    }
}

/// What came of a test on one engine.
#[derive(Clone, Debug)]
pub struct TestOutcome {
    /// What was seen; of a doubtful test, in a process of its own.
    pub observed: Observed,
    /// What was seen before that, if it was something else: the test is flaky.
    pub before: Option<Behaviour>,
}

impl TestOutcome {
    /// What the engine did.
    pub fn behaviour(&self) -> &Behaviour {
        &self.observed.behaviour
    }

    /// Whether a second run in a process of its own showed something else than the first.
    pub fn is_flaky(&self) -> bool {
        self.before.is_some()
    }
}

/// An engine with limits, which is replaced when it fails.
pub struct Runner {
    instance: Instance,
    limits: Limits,
    link: Option<Link>,
    compiler: Option<CompilerRunner>,
}

impl Runner {
    /// An engine that is not started yet.
    pub fn new(instance: Instance, limits: Limits) -> Self {
        let compiler = instance.compiler.clone().map(|it| CompilerRunner::new(it, limits));
        Runner { instance, limits, link: None, compiler }
    }

    /// The engine.
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// Starts the engine if it does not run; its version.
    pub async fn bring_up(&mut self) -> Result<String, LaunchError> {
        let mut version = self.link().await?.version().to_owned();
        if let Some(compiler) = &mut self.compiler {
            version = format!("{}, {version}", compiler.bring_up().await?);
        }
        Ok(confinement().noted(&version))
    }

    async fn link(&mut self) -> Result<&mut Link, LaunchError> {
        let link = match self.link.take() {
            Some(link) => link,
            None => self.instance.engine.launch(&self.instance, &self.limits).await?,
        };
        Ok(self.link.insert(link))
    }

    /// Runs tests one after the other. What is not as it should be counts only when a new process
    /// shows it too. `done` is called with the number of each test that has been run.
    pub async fn run(
        &mut self,
        scripts: &[&TestScript],
        mut done: impl FnMut(usize),
    ) -> Result<Vec<TestOutcome>, LaunchError> {
        let observed = self.batch(scripts, &mut done).await?;
        let mut results: Vec<TestOutcome> =
            observed.into_iter().map(|observed| TestOutcome { observed, before: None }).collect();
        let doubts: Vec<usize> = (0..scripts.len())
            .filter(|at| !results[*at].observed.behaviour.meets(&scripts[*at].ending))
            .filter(|at| !results[*at].observed.behaviour.is_unsupported())
            .collect();
        if let Some(compiler) = self.compiler.as_mut().filter(|_| !doubts.is_empty()) {
            compiler.renew();
        }
        let mut shared = 0;
        for at in doubts {
            let before = &results[at].observed.behaviour;
            if shared == 0 || before.is_fatal() || self.link.is_none() {
                self.link = None;
                shared = match self.compiler {
                    Some(_) => DOUBTS_OF_COMPILERS,
                    None => self.instance.engine.doubts_a_process(),
                };
            }
            shared -= 1;
            if let Some(observed) = self.batch(&scripts[at..=at], &mut |_| ()).await?.pop() {
                let before = (*before != observed.behaviour).then(|| before.clone());
                results[at] = TestOutcome { observed, before };
            }
        }
        Ok(results)
    }

    /// Runs each test once, and does not repeat doubtful ones.
    pub async fn run_once(
        &mut self,
        scripts: &[&TestScript],
    ) -> Result<Vec<TestOutcome>, LaunchError> {
        let observed = self.batch(scripts, &mut |_| ()).await?;
        Ok(observed.into_iter().map(|observed| TestOutcome { observed, before: None }).collect())
    }

    /// Compiles tests if they are to be compiled, and runs them one after the other.
    async fn batch(
        &mut self,
        scripts: &[&TestScript],
        done: &mut impl FnMut(usize),
    ) -> Result<Vec<Observed>, LaunchError> {
        let Some(compiler) = &mut self.compiler else { return self.execute(scripts, done).await };
        let programs: Vec<&str> = scripts.iter().map(|it| &it.text[..it.program]).collect();
        let made = compiler.compile(&programs).await?;
        let compiled = |(script, made): (&&TestScript, &Compiled)| {
            Some(script.with_program(made.as_ref().ok()?))
        };
        let compiled: Vec<TestScript> = scripts.iter().zip(&made).filter_map(compiled).collect();
        let mut ran = self.execute(&compiled.iter().collect::<Vec<_>>(), done).await?.into_iter();
        let mut seen = Vec::with_capacity(scripts.len());
        for made in made {
            match made {
                Ok(_) => seen.extend(ran.next()),
                Err(behaviour) => {
                    done(seen.len());
                    seen.push(behaviour.into());
                }
            }
        }
        Ok(seen)
    }

    /// Runs tests one after the other, in a process that is replaced when it fails.
    async fn execute(
        &mut self,
        scripts: &[&TestScript],
        done: &mut impl FnMut(usize),
    ) -> Result<Vec<Observed>, LaunchError> {
        let mut seen = Vec::with_capacity(scripts.len());
        while seen.len() < scripts.len() {
            let limits = self.limits;
            let link = self.link().await?;
            let failed = until_it_fails(link, scripts, &limits, &mut seen, done).await;
            if let Some(failure) = failed {
                self.link = None;
                done(seen.len());
                seen.push(failure.into());
            }
        }
        Ok(seen)
    }
}

/// Runs tests after those that have been seen, to the end or until the process fails.
async fn until_it_fails(
    link: &mut Link,
    scripts: &[&TestScript],
    limits: &Limits,
    seen: &mut Vec<Observed>,
    done: &mut impl FnMut(usize),
) -> Option<Behaviour> {
    let mut sent = seen.len();
    while let Some(script) = scripts.get(seen.len()) {
        while sent < scripts.len() && sent < seen.len() + AHEAD {
            link.send(sent, &scripts[sent].text);
            sent += 1;
        }
        match link.observe(seen.len(), script.has_checks(), limits).await {
            Ok(observed) => {
                done(seen.len());
                seen.push(observed);
            }
            Err(failure) => return Some(failure),
        }
    }
    None
}
