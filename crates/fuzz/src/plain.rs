//! The plain way: stored inputs, and changed ones as a seeded generator makes them, without knowing what they reach.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::memory::peak_of;
use crate::mutate::mutated;
use crate::{Target, corpus};

/// What an input may take, and how much more for each byte of it.
const MEMORY: (usize, usize) = (96 << 20, 256);

/// How much processor time an input may take, and how much time when it takes none.
const TIME: (Duration, Duration) = (Duration::from_secs(20), Duration::from_secs(120));

/// The stack of the workers of campaigns.
const STACK: usize = 2 << 20;

/// How much is run.
#[derive(Debug, Clone, Copy)]
pub enum Effort {
    /// The stored inputs, and so many changed ones.
    Runs(u64),
    /// The stored inputs, and changed ones for so much processor time.
    Processor(Duration),
}

/// What was run.
#[derive(Debug, Clone, Copy)]
pub struct Done {
    /// Inputs.
    pub inputs: u64,
    /// Processor time.
    pub processor: Duration,
}

/// Runs a target. What ends the process, by a panic, a signal, or because it takes too long, leaves its input in the
/// file `failed`; so does what takes too much memory, which is a panic.
pub fn run(target: &Target, effort: Effort, seed: u64, failed: &Path) -> io::Result<Done> {
    let stored = stored(target.name)?;
    let watched = Arc::new(Watched::default());
    watch(watched.clone(), failed.to_owned());
    let (target, failed) = (*target, failed.to_owned());
    let fuzzing = std::thread::Builder::new().stack_size(STACK).name(target.name.into());
    let fuzzing = fuzzing.spawn(move || {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let (begun, mut inputs) = (processor_time(), 0);
        let mut pool = stored.clone();
        while inputs < stored.len() as u64 || effort.goes_on(inputs, stored.len(), begun) {
            let input = match stored.get(inputs as usize) {
                Some(input) => input.clone(),
                None => {
                    let base = pool.choose(&mut rng).cloned().unwrap_or_default();
                    mutated(&base, &stored, target.shape, &mut rng)
                }
            };
            fs::write(&failed, &input)?;
            watched.begin(input.clone());
            one(&target, &input);
            // Some are changed again.
            if inputs >= stored.len() as u64 && rng.random_bool(0.02) {
                let at = stored.len() + rng.random_range(0..64);
                pool.truncate(at);
                pool.push(input);
            }
            inputs += 1;
        }
        watched.end();
        fs::remove_file(&failed)?;
        Ok(Done { inputs, processor: processor_time().saturating_sub(begun) })
    })?;
    fuzzing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Runs one input, within its memory.
pub fn one(target: &Target, input: &[u8]) {
    let peak = peak_of(|| (target.run)(input));
    let most = MEMORY.0 + MEMORY.1 * input.len();
    assert!(peak <= most, "{peak} bytes of memory are taken for {} of input", input.len());
}

/// The stored inputs of a target, by name.
pub fn stored(target: &str) -> io::Result<Vec<Vec<u8>>> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(corpus(target))?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.sort();
    files.iter().map(fs::read).collect()
}

impl Effort {
    fn goes_on(self, inputs: u64, stored: usize, begun: Duration) -> bool {
        match self {
            Effort::Runs(runs) => inputs < runs + stored as u64,
            Effort::Processor(time) => processor_time().saturating_sub(begun) < time,
        }
    }
}

/// What the process has had of the processor.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// The input that is run at present.
#[derive(Default)]
struct Watched {
    number: AtomicU64,
    input: Mutex<Option<Vec<u8>>>,
}

impl Watched {
    fn begin(&self, input: Vec<u8>) {
        *self.input.lock().unwrap_or_else(PoisonError::into_inner) = Some(input);
        self.number.fetch_add(1, Ordering::Relaxed);
    }

    fn end(&self) {
        *self.input.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.number.fetch_add(1, Ordering::Relaxed);
    }
}

/// Ends the process when an input takes too long.
fn watch(watched: Arc<Watched>, failed: PathBuf) {
    std::thread::spawn(move || {
        let (mut number, mut since, mut waited) = (0, processor_time(), Duration::ZERO);
        loop {
            let pause = Duration::from_millis(500);
            std::thread::sleep(pause);
            let present = watched.number.load(Ordering::Relaxed);
            if present != number {
                (number, since, waited) = (present, processor_time(), Duration::ZERO);
                continue;
            }
            waited += pause;
            let used = processor_time().saturating_sub(since);
            let input = watched.input.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(input) = input.as_ref().filter(|_| used > TIME.0 || waited > TIME.1) {
                let _ = fs::write(&failed, input);
                std::process::abort();
            }
        }
    });
}
