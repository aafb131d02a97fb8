//! What processes have had of the processor, and for how long they have waited for it.
//!
//! A process that gives no answer may hang, or may get no processor time on a loaded machine. The kernel counts
//! for each thread how long it was ready to run and did not run, which tells the two apart. It adds to that
//! number only when the thread runs again, so threads that are ready now are looked at, too.

use std::fs;
use std::time::Duration;

use crate::proc;

/// What a process and its descendants have had so far, over all of their threads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Share {
    /// How long they ran.
    pub ran: Duration,
    /// How long they were ready to run and did not.
    pub waited: Duration,
    /// How many threads are ready to run, or run, at this moment.
    pub ready: usize,
}

impl Share {
    /// Of now, of processes with their descendants. Nothing is counted of those that have ended.
    pub fn of(roots: &[u32]) -> Self {
        let mut sum = Share::default();
        for process in roots.iter().flat_map(|root| proc::tree(*root)) {
            let Ok(threads) = fs::read_dir(format!("/proc/{process}/task")) else { continue };
            for thread in threads.flatten() {
                let text = fs::read_to_string(thread.path().join("schedstat")).unwrap_or_default();
                if let Some((ran, waited)) = parse(&text) {
                    sum.ran += ran;
                    sum.waited += waited;
                }
                let stat = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
                sum.ready += usize::from(is_ready(&stat));
            }
        }
        sum
    }

    /// What was had since an earlier moment.
    pub fn since(self, earlier: Share) -> Share {
        Share {
            ran: self.ran.saturating_sub(earlier.ran),
            waited: self.waited.saturating_sub(earlier.waited),
            ready: self.ready,
        }
    }

    /// Whether so much in a stretch of time means that the processor was wanted and not given: it was waited
    /// for during a quarter of the time, or is wanted now and was had for less than half of the time.
    pub fn is_starved(self, stretch: Duration) -> bool {
        let has_waited = self.waited * 4 >= stretch;
        let has_hardly_run = self.ready > 0 && self.ran * 2 < stretch;
        (has_waited || has_hardly_run) && !stretch.is_zero()
    }
}

/// Parses `schedstat` of a thread: nanoseconds that it ran, and that it waited.
fn parse(text: &str) -> Option<(Duration, Duration)> {
    let mut numbers = text.split_whitespace().map(|it| it.parse().ok().map(Duration::from_nanos));
    Some((numbers.next()??, numbers.next()??))
}

/// Whether a thread runs or could, by its `stat`. The name in it may hold anything.
fn is_ready(stat: &str) -> bool {
    stat.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with('R'))
}

#[cfg(test)]
mod tests {
    use std::process::{Child, Command, Stdio};
    use std::thread::sleep;

    use super::*;

    /// A child that is killed with the test.
    struct Own(Child);

    impl Own {
        fn shell(script: &str) -> Self {
            let mut command = Command::new("sh");
            Own(command.args(["-c", script]).stdin(Stdio::null()).spawn().unwrap())
        }

        fn share_in(&self, stretch: Duration) -> Share {
            let before = Share::of(&[self.0.id()]);
            sleep(stretch);
            Share::of(&[self.0.id()]).since(before)
        }
    }

    impl Drop for Own {
        fn drop(&mut self) {
            let _gone_already = self.0.kill();
            let _waited = self.0.wait();
        }
    }

    const BUSY: &str = "while :; do :; done";
    const STRETCH: Duration = Duration::from_millis(500);

    #[test]
    fn the_kernels_numbers_are_read() {
        let share = parse("1000000000 2000000 7\n").unwrap();
        assert_eq!(share, (Duration::from_secs(1), Duration::from_millis(2)));
        assert!(is_ready("7 (a) R (b) R 1 1") && !is_ready("7 (a) R (b) T 1 1"));
        assert!(parse("").is_none() && parse("1").is_none() && parse("a b").is_none());
    }

    #[test]
    fn a_stopped_process_and_one_that_sleeps_want_nothing() {
        let sleeping = Own::shell("exec sleep 60");
        assert!(!sleeping.share_in(STRETCH).is_starved(STRETCH));
        let stopped = Own::shell(BUSY);
        let id = stopped.0.id();
        let status = Command::new("kill").args(["-STOP", &id.to_string()]).status();
        assert!(status.unwrap().success());
        sleep(Duration::from_millis(50));
        let share = stopped.share_in(STRETCH);
        assert!(!share.is_starved(STRETCH), "{share:?}");
        assert!(share.ran < STRETCH / 10, "{share:?}");
    }

    #[test]
    fn a_process_that_must_share_its_core_with_others_is_starved() {
        // A low priority beside busy processes on the same core: it wants to run and hardly does.
        let others: Vec<Own> =
            (0..3).map(|_| Own::shell(&format!("exec taskset -c 0 sh -c '{BUSY}'"))).collect();
        let starved = Own::shell(&format!("exec taskset -c 0 nice -n 19 sh -c '{BUSY}'"));
        sleep(Duration::from_millis(200));
        let share = starved.share_in(STRETCH);
        assert!(share.is_starved(STRETCH), "{share:?}");
        assert!(!Share { ran: STRETCH, waited: Duration::ZERO, ready: 1 }.is_starved(STRETCH));
        drop(others);
    }
}
