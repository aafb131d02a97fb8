//! How long a debugger is waited for.
//!
//! On a loaded machine an answer may be late because the debugger gets no processor time. That is no hang: as
//! long as its processes want the processor and do not get it, the deadline is put off, up to a limit.

use std::pin::pin;
use std::time::{Duration, Instant};

use parallax_model::Misbehaviour;
use parallax_process::Share;
use tokio::time::timeout;

use crate::backend::Debugger;

/// A starved debugger is waited for this many times as long.
const MOST: u32 = 4;

/// The patience with one call of a debugger.
pub struct Patience {
    limit: Duration,
    processes: Vec<u32>,
}

impl Patience {
    /// The patience with a debugger that has so much time.
    pub fn new(limit: Duration, debugger: &dyn Debugger) -> Self {
        Patience { limit, processes: debugger.processes() }
    }

    /// What comes of a call, which has to answer within the time limit.
    pub async fn wait<T>(
        self,
        call: impl Future<Output = Result<T, Misbehaviour>>,
    ) -> Result<T, Misbehaviour> {
        let mut call = pin!(call);
        // To look at the processes takes milliseconds, so that is done only where an answer is late.
        let half = self.limit / 2;
        if let Ok(result) = timeout(half, &mut call).await {
            return result;
        }
        let mut before = Share::of(&self.processes);
        for _ in 1..2 * MOST {
            let begun = Instant::now();
            if let Ok(result) = timeout(half, &mut call).await {
                return result;
            }
            let now = Share::of(&self.processes);
            if !now.since(before).is_starved(begun.elapsed()) {
                break;
            }
            before = now;
        }
        let limit = u64::try_from(self.limit.as_millis()).unwrap_or(u64::MAX);
        Err(Misbehaviour::Hung(limit))
    }
}

#[cfg(test)]
mod tests {
    use parallax_process::Process;
    use tokio::process::Command;

    use super::*;

    const BUSY: &str = "while :; do :; done";
    const LIMIT: Duration = Duration::from_millis(400);

    fn on_one_core(priority: &str) -> Process {
        let mut command = Command::new("taskset");
        command.args(["-c", "0", "nice", "-n", priority, "sh", "-c", BUSY]);
        Process::spawn_unconfined(&mut command).unwrap()
    }

    async fn late_answer(processes: Vec<u32>) -> Result<u32, Misbehaviour> {
        let patience = Patience { limit: LIMIT, processes };
        let call = async {
            tokio::time::sleep(LIMIT * 2).await;
            Ok(7)
        };
        patience.wait(call).await
    }

    #[tokio::test]
    async fn a_process_that_does_not_want_the_processor_hangs() {
        let mut command = Command::new("sleep");
        let sleeping = Process::spawn_unconfined(command.arg("60")).unwrap();
        let hung = Err(Misbehaviour::Hung(400));
        assert_eq!(late_answer(vec![sleeping.id().unwrap()]).await, hung);
        assert_eq!(late_answer(Vec::new()).await, hung);
    }

    #[tokio::test]
    async fn a_starved_process_is_waited_for_but_not_for_ever() {
        let others = [on_one_core("0"), on_one_core("0"), on_one_core("0")];
        let starved = on_one_core("19");
        let processes = vec![starved.id().unwrap()];
        assert_eq!(late_answer(processes.clone()).await, Ok(7));
        let patience = Patience { limit: LIMIT, processes };
        let never = std::future::pending::<Result<(), Misbehaviour>>();
        assert_eq!(patience.wait(never).await, Err(Misbehaviour::Hung(400)));
        drop(others);
    }
}
