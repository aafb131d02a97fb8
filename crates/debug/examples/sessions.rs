//! Times whole sessions of one backend: five breakpoints and twenty actions, fully observed.
//!
//! `cargo run --release --example sessions -- BACKEND COMMAND [SESSIONS] [DEBUGGERS]`

#![allow(clippy::print_stdout)]

use std::error::Error;
use std::time::{Duration, Instant};

use parallax_debug::{Debugger, Instance, backends};
use parallax_model::{Observation, Program, parse_actions};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

const PROGRAM: &str = "\
const limit = 6;
let total = 0;
function Point(x, y) {
  this.x = x;
  this.y = y;
}
function distance(a, b) {
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  return Math.sqrt(dx * dx + dy * dy);
}
function makeCounter(start) {
  let count = start;
  return function next(step) {
    count += step;
    return count;
  };
}
const counter = makeCounter(10);
const points = [];
for (let i = 0; i < limit; i++) {
  const point = new Point(i, i * i);
  points.push(point);
  if (i > 0) {
    total += distance(points[i - 1], point);
  }
  counter(i);
}
const labels = points.map((point, index) => {
  const label = `${index}:${point.x},${point.y}`;
  return label;
});
let text = '';
for (const label of labels) {
  text += label + ';';
}
total += counter(1);
";

const ACTIONS: &str = "break 8; break 14; break 21; break 29; break 34; start; over; over; in; \
    over; over; out; over; resume; over; in; over; over; out; over; resume; in; over; over; resume";

#[tokio::main]
async fn main() -> Outcome<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (Some(backend), Some(command)) = (args.first(), args.get(1)) else {
        return Err("arguments: BACKEND COMMAND [SESSIONS] [DEBUGGERS]".into());
    };
    let sessions: u32 = args.get(2).map_or(Ok(200), |arg| arg.parse())?;
    let debuggers: u32 = args.get(3).map_or(Ok(1), |arg| arg.parse())?;
    let instance = Instance {
        name: backend.clone(),
        backend: backend.clone(),
        command: command.into(),
        args: Vec::new(),
        endpoint: None,
        record: None,
    };
    let start = Instant::now();
    let workers: Vec<_> =
        (0..debuggers).map(|_| tokio::spawn(work(instance.clone(), sessions))).collect();
    let mut times = Vec::new();
    for worker in workers {
        times.extend(worker.await??);
    }
    let throughput = times.len() as f64 / start.elapsed().as_secs_f64();
    times.sort();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    println!("{} sessions, {debuggers} at a time: {throughput:.1} a second", times.len());
    println!("p50 {:?}, p90 {:?}, p99 {:?}, max {:?}", at(50), at(90), at(99), at(100));
    Ok(())
}

async fn work(instance: Instance, sessions: u32) -> Outcome<Vec<Duration>> {
    let backend = backends::find(&instance.backend).ok_or("there is no such backend")?;
    let mut debugger = backend.launch(&instance).await?;
    let mut times = Vec::new();
    for _ in 0..sessions {
        let start = Instant::now();
        session(debugger.as_mut()).await?;
        times.push(start.elapsed());
    }
    Ok(times)
}

/// One session, which does not reach the end of the program.
async fn session(debugger: &mut dyn Debugger) -> Outcome<()> {
    debugger.load(&Program::new("bench.js", PROGRAM)).await?;
    for action in parse_actions(ACTIONS)? {
        if let Observation::Finished(_) = debugger.perform(action).await? {
            return Err(format!("the program ended at `{action}`").into());
        }
    }
    debugger.unload().await?;
    Ok(())
}
