//! Many workers, each a process, that are killed or stand still now and then, and are replaced.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use parallax_campaign::Store;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use tokio::process::{Child, Command};

use super::Args;

/// How long a worker stands still: longer than its leases hold, so that it loses what it is at to others.
const STILL: Duration = Duration::from_secs(40);

/// Workers at a campaign.
pub struct Crew<'a> {
    args: &'a Args,
    place: &'a Path,
    store: Store,
    campaign: i64,
    workers: Vec<Child>,
    /// Those that stand still, and since when.
    still: Vec<(Instant, Pid)>,
    disturbed: usize,
    rng: ChaCha8Rng,
}

impl<'a> Crew<'a> {
    /// Starts the workers.
    pub fn new(args: &'a Args, place: &'a Path, store: Store, campaign: i64) -> io::Result<Self> {
        let workers = (0..args.workers).map(|_| spawn(args, place)).collect::<io::Result<_>>()?;
        let (still, rng) = (Vec::new(), ChaCha8Rng::seed_from_u64(1));
        Ok(Crew { args, place, store, campaign, workers, still, disturbed: 0, rng })
    }

    /// Has them do all; how many were disturbed.
    pub async fn work(mut self) -> anyhow::Result<usize> {
        while !self.is_finished()? {
            tokio::time::sleep(Duration::from_millis(20)).await;
            self.disturb_if_due()?;
            self.have_go_on(STILL);
            self.replace_the_dead()?;
        }
        self.have_go_on(Duration::ZERO);
        for worker in &mut self.workers {
            worker.wait().await?;
        }
        Ok(self.disturbed)
    }

    fn is_finished(&self) -> anyhow::Result<bool> {
        Ok(self.store.campaign(Some(self.campaign))?.finished)
    }

    /// Kills one, or every fourth time has it stand still, if so many sessions are done that it is time.
    fn disturb_if_due(&mut self) -> anyhow::Result<()> {
        let done = self.store.session_count(self.campaign)?;
        let due = (done as f64 * self.args.faults / 100.0) as usize;
        if self.disturbed >= due || done >= self.args.programs * self.args.seeds {
            return Ok(());
        }
        let at = self.rng.random_range(0..self.workers.len());
        let Some(id) = self.workers[at].id().and_then(pid).filter(|id| !self.stands_still(*id))
        else {
            return Ok(());
        };
        let stays = (self.disturbed + 1).is_multiple_of(4);
        if !stop(id)? {
            return Ok(());
        }
        if self.would_condemn(id, stays)? {
            let _it_may_have_died = kill_process(id, Signal::CONT);
            return Ok(());
        }
        self.disturbed += 1;
        match stays {
            true => self.still.push((Instant::now(), id)),
            false => kill_process(id, Signal::KILL)?,
        }
        Ok(())
    }

    fn stands_still(&self, id: Pid) -> bool {
        self.still.iter().any(|(_, other)| *other == id)
    }

    /// Whether a worker that stands still now is at what another has died at: a second death would have the program
    /// skipped, as it should. One that stays so may hold the lock of the store, and nobody can prolong leases then: no
    /// other may be at such a thing either.
    fn would_condemn(&self, id: Pid, stays: bool) -> anyhow::Result<bool> {
        let number = id.as_raw_nonzero().get().unsigned_abs();
        let workers = self.store.workers()?;
        let mut hit = workers.iter().filter(|it| stays || (it.pid == number && !it.ended));
        Ok(hit.any(|it| it.at.iter().any(|job| job.deaths > 0)))
    }

    /// Has those go on that have stood still for so long.
    fn have_go_on(&mut self, least: Duration) {
        self.still.retain(|(since, id)| {
            let is_over = since.elapsed() >= least;
            if is_over {
                let _it_may_have_died = kill_process(*id, Signal::CONT);
            }
            !is_over
        });
    }

    fn replace_the_dead(&mut self) -> anyhow::Result<()> {
        for at in 0..self.workers.len() {
            if self.workers[at].try_wait()?.is_some() && !self.is_finished()? {
                self.workers[at] = spawn(self.args, self.place)?;
            }
        }
        Ok(())
    }
}

/// Stops a worker, and waits until all of its threads stand still: until then it may do another job, and take the next.
/// False if it has ended.
fn stop(id: Pid) -> io::Result<bool> {
    kill_process(id, Signal::STOP)?;
    let what = WaitIdOptions::STOPPED | WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
    Ok(waitid(WaitId::Pid(id), what)?.is_some_and(|it| it.stopped()))
}

fn pid(id: u32) -> Option<Pid> {
    i32::try_from(id).ok().and_then(Pid::from_raw)
}

fn spawn(args: &Args, place: &Path) -> io::Result<Child> {
    let own: PathBuf = std::env::current_exe()?;
    let mut command = Command::new(own);
    command.arg("--store").arg(place).args(["soak", "--alone"]);
    command.args(["--programs", &args.programs.to_string(), "--seeds", &args.seeds.to_string()]);
    command.args(["--think", &args.think.to_string(), "--faults", &args.faults.to_string()]);
    command.args(["--begun-by", &std::process::id().to_string()]);
    if let Some(program) = &args.debuggers {
        command.arg("--debuggers").arg(program);
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).kill_on_drop(true).spawn()
}
