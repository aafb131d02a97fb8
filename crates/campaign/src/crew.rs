//! Puts each lane on a thread of its own, and each thread on a core of its own.
//!
//! A lane and its debuggers talk in small messages all the time. On one core they take turns; on
//! two, every message wakes a sleeping core up, which in a virtual machine costs more than what
//! the message asks for.

use std::io;
use std::thread::JoinHandle;

use futures_util::future::{LocalBoxFuture, try_join_all};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

/// Something for a lane to do.
type Task<L> = Box<dyn for<'a> FnOnce(&'a mut L) -> LocalBoxFuture<'a, ()> + Send>;

/// Lanes at work. Dropping the crew stops whatever they do and waits until they have ended.
pub struct Crew<L> {
    members: Vec<Member<L>>,
}

impl<L: Send + 'static> Crew<L> {
    /// Gives every lane its thread; there is at least one.
    pub fn new(lanes: Vec<L>) -> io::Result<Self> {
        let cores = cores();
        let cores = cores.iter().map(Some).chain(cores.is_empty().then_some(None)).cycle();
        let members =
            lanes.into_iter().zip(cores).map(|(lane, core)| Member::new(lane, core.copied()));
        Ok(Crew { members: members.collect::<io::Result<_>>()? })
    }

    /// Has the first lane do something.
    pub async fn first<R: Send + 'static>(
        &self,
        work: impl AsyncFnOnce(&mut L) -> R + Send + 'static,
    ) -> R {
        self.members[0].give(work).await
    }

    /// Has every lane do the same. The first failure is returned at once; what the other lanes do
    /// then goes on until the crew is dropped.
    pub async fn each<E: Send + 'static>(
        &self,
        work: impl AsyncFn(&mut L) -> Result<(), E> + Clone + Send + 'static,
    ) -> Result<(), E> {
        let all = self.members.iter().map(|member| {
            let work = work.clone();
            member.give(async move |lane: &mut L| work(lane).await)
        });
        try_join_all(all).await.map(drop)
    }
}

/// A lane's thread.
struct Member<L> {
    tasks: UnboundedSender<Task<L>>,
    /// Dropped when the lane is to give up what it does.
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl<L: Send + 'static> Member<L> {
    fn new(lane: L, core: Option<usize>) -> io::Result<Self> {
        let (tasks, waiting) = unbounded_channel();
        let (stop, stopped) = oneshot::channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let thread = std::thread::Builder::new().name("lane".into()).spawn(move || {
            core.into_iter().for_each(stay_on);
            runtime.block_on(async {
                tokio::select! {
                    () = serve(lane, waiting) => {}
                    _ = stopped => {}
                }
            });
        })?;
        Ok(Member { tasks, stop: Some(stop), thread: Some(thread) })
    }

    /// Has the lane do something.
    async fn give<R: Send + 'static>(
        &self,
        work: impl AsyncFnOnce(&mut L) -> R + Send + 'static,
    ) -> R {
        let (sender, result) = oneshot::channel();
        let task: Task<L> = Box::new(move |lane| {
            Box::pin(async move {
                sender.send(work(lane).await).ok();
            })
        });
        self.tasks.send(task).ok();
        match result.await {
            Ok(result) => result,
            Err(_) => std::panic::resume_unwind(Box::new("a lane's thread has panicked")),
        }
    }
}

impl<L> Drop for Member<L> {
    /// Whatever runs in the lane ends with its thread.
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            let _said_already_if_it_panicked = thread.join();
        }
    }
}

async fn serve<L>(mut lane: L, mut tasks: UnboundedReceiver<Task<L>>) {
    while let Some(task) = tasks.recv().await {
        task(&mut lane).await;
    }
}

/// The cores that we may use.
fn cores() -> Vec<usize> {
    let Ok(allowed) = sched_getaffinity(None) else { return Vec::new() };
    (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core)).collect()
}

/// Keeps this thread, and the processes that it starts, on one core.
fn stay_on(core: usize) {
    let mut only = CpuSet::new();
    only.set(core);
    let _slower_at_worst = sched_setaffinity(None, &only);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    #[tokio::test]
    async fn every_lane_has_a_thread_that_lasts_and_a_core() {
        let crew = Crew::new(vec![(), ()]).unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        for _ in 0..2 {
            let seen = seen.clone();
            let look = async move |_: &mut ()| {
                let cores = sched_getaffinity(None).unwrap().count();
                seen.lock().unwrap().push((std::thread::current().id(), cores));
                // Both lanes are at it at the same time.
                tokio::time::sleep(Duration::from_millis(20)).await;
                Ok::<(), ()>(())
            };
            crew.each(look).await.unwrap();
        }
        let seen = seen.lock().unwrap();
        assert_eq!(seen.len(), 4);
        assert!(seen.iter().all(|(_, cores)| *cores == 1));
        assert_eq!(seen.iter().map(|(thread, _)| thread).collect::<HashSet<_>>().len(), 2);
    }

    #[tokio::test]
    async fn a_failure_is_told_at_once_and_dropping_the_crew_ends_the_others() {
        struct Told(Arc<Mutex<usize>>);
        impl Drop for Told {
            fn drop(&mut self) {
                *self.0.lock().unwrap() += 1;
            }
        }
        let ended = Arc::new(Mutex::new(0));
        let crew = Crew::new(vec![(0, Told(ended.clone())), (1, Told(ended.clone()))]).unwrap();
        let work = async |lane: &mut (u32, Told)| match lane.0 {
            0 => std::future::pending().await,
            _ => Err("lane 1 fails"),
        };
        assert_eq!(crew.each(work).await, Err("lane 1 fails"));
        assert_eq!(*ended.lock().unwrap(), 0);
        drop(crew);
        assert_eq!(*ended.lock().unwrap(), 2);
    }
}
