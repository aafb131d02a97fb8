//! The worker pool: each worker on a thread of its own, each thread on a core of its own.
//!
//! A worker and its debuggers talk in small messages all the time. On one core they take turns; on
//! two, every message wakes a sleeping core up, which in a virtual machine costs more than what
//! the message asks for.

use std::io;
use std::thread::JoinHandle;

use futures_util::future::{LocalBoxFuture, try_join_all};
use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;

/// Something for a worker to do.
type Task<W> = Box<dyn for<'a> FnOnce(&'a mut W) -> LocalBoxFuture<'a, ()> + Send>;

/// Workers. Dropping the pool stops whatever they do and waits until they have ended.
pub struct WorkerPool<W> {
    threads: Vec<WorkerThread<W>>,
}

impl<W: Send + 'static> WorkerPool<W> {
    /// Gives every worker its thread.
    ///
    /// # Errors
    /// Where the system has no thread for one, or there is no worker at all.
    pub fn new(workers: Vec<W>) -> io::Result<Self> {
        if workers.is_empty() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a pool needs a worker"));
        }
        let cores = allowed_cores();
        let cores = cores.iter().map(Some).chain(cores.is_empty().then_some(None)).cycle();
        let threads = workers
            .into_iter()
            .zip(cores)
            .map(|(worker, core)| WorkerThread::new(worker, core.copied()));
        Ok(WorkerPool { threads: threads.collect::<io::Result<_>>()? })
    }

    /// How many there are; at least one.
    #[expect(clippy::len_without_is_empty, reason = "none is empty")]
    pub fn len(&self) -> usize {
        self.threads.len()
    }

    /// Has the first worker do something.
    pub async fn first<R: Send + 'static>(
        &self,
        work: impl AsyncFnOnce(&mut W) -> R + Send + 'static,
    ) -> R {
        self.threads[0].run(work).await
    }

    /// Has every worker do the same. The first failure is returned at once; what the other workers do
    /// then goes on until the pool is dropped.
    pub async fn each<E: Send + 'static>(
        &self,
        work: impl AsyncFn(&mut W) -> Result<(), E> + Clone + Send + 'static,
    ) -> Result<(), E> {
        let all = self.threads.iter().map(|thread| {
            let work = work.clone();
            thread.run(async move |worker: &mut W| work(worker).await)
        });
        try_join_all(all).await.map(drop)
    }
}

/// A worker's thread.
struct WorkerThread<W> {
    tasks: UnboundedSender<Task<W>>,
    /// Dropped when the worker is to give up what it does.
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl<W: Send + 'static> WorkerThread<W> {
    fn new(worker: W, core: Option<usize>) -> io::Result<Self> {
        let (tasks, waiting) = unbounded_channel();
        let (stop, stopped) = oneshot::channel();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let thread = std::thread::Builder::new().name("worker".into()).spawn(move || {
            core.into_iter().for_each(pin_to);
            runtime.block_on(async {
                tokio::select! {
                    () = serve(worker, waiting) => {}
                    _ = stopped => {}
                }
            });
        })?;
        Ok(WorkerThread { tasks, stop: Some(stop), thread: Some(thread) })
    }

    /// Has the worker do something.
    async fn run<R: Send + 'static>(
        &self,
        work: impl AsyncFnOnce(&mut W) -> R + Send + 'static,
    ) -> R {
        let (sender, result) = oneshot::channel();
        let task: Task<W> = Box::new(move |worker| {
            Box::pin(async move {
                sender.send(work(worker).await).ok();
            })
        });
        self.tasks.send(task).ok();
        match result.await {
            Ok(result) => result,
            Err(_) => std::panic::resume_unwind(Box::new("a worker's thread has panicked")),
        }
    }
}

impl<W> Drop for WorkerThread<W> {
    /// Whatever runs in the worker ends with its thread.
    fn drop(&mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            let _said_already_if_it_panicked = thread.join();
        }
    }
}

async fn serve<W>(mut worker: W, mut tasks: UnboundedReceiver<Task<W>>) {
    while let Some(task) = tasks.recv().await {
        task(&mut worker).await;
    }
}

/// How many workers to have where so many jobs at a time are asked for; 0 stands for one a core.
pub fn worker_count(jobs: usize) -> usize {
    match jobs {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        jobs => jobs,
    }
}

/// The cores that we may use.
fn allowed_cores() -> Vec<usize> {
    let Ok(allowed) = sched_getaffinity(None) else { return Vec::new() };
    (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core)).collect()
}

/// Keeps this thread, and the processes that it starts, on one core.
fn pin_to(core: usize) {
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
    async fn every_worker_has_a_thread_that_lasts_and_a_core() {
        let pool = WorkerPool::new(vec![(), ()]).unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        for _ in 0..2 {
            let seen = seen.clone();
            let look = async move |_: &mut ()| {
                let cores = sched_getaffinity(None).unwrap().count();
                seen.lock().unwrap().push((std::thread::current().id(), cores));
                // Both workers are at it at the same time.
                tokio::time::sleep(Duration::from_millis(20)).await;
                Ok::<(), ()>(())
            };
            pool.each(look).await.unwrap();
        }
        let seen = seen.lock().unwrap();
        assert_eq!(seen.len(), 4);
        assert!(seen.iter().all(|(_, cores)| *cores == 1));
        assert_eq!(seen.iter().map(|(thread, _)| thread).collect::<HashSet<_>>().len(), 2);
    }

    #[tokio::test]
    async fn a_failure_is_told_at_once_and_dropping_the_pool_ends_the_others() {
        struct Told(Arc<Mutex<usize>>);
        impl Drop for Told {
            fn drop(&mut self) {
                *self.0.lock().unwrap() += 1;
            }
        }
        let ended = Arc::new(Mutex::new(0));
        let pool =
            WorkerPool::new(vec![(0, Told(ended.clone())), (1, Told(ended.clone()))]).unwrap();
        let work = async |worker: &mut (u32, Told)| match worker.0 {
            0 => std::future::pending().await,
            _ => Err("worker 1 fails"),
        };
        assert_eq!(pool.each(work).await, Err("worker 1 fails"));
        assert_eq!(*ended.lock().unwrap(), 0);
        drop(pool);
        assert_eq!(*ended.lock().unwrap(), 2);
    }
}
