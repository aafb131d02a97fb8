//! Measuring how much of a session is spent waiting for the debugger: the floor under its time.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use async_trait::async_trait;

use super::Transport;

/// What a connection has cost so far.
#[derive(Debug, Default)]
pub struct Meter {
    waited_nanos: AtomicU64,
    round_trips: AtomicU64,
}

impl Meter {
    /// The time spent waiting for messages, and how often something was sent and then waited for.
    pub fn read(&self) -> (Duration, u64) {
        let waited = Duration::from_nanos(self.waited_nanos.load(Ordering::Relaxed));
        (waited, self.round_trips.load(Ordering::Relaxed))
    }
}

/// Passes messages on and meters the wait for them.
pub struct Metered {
    inner: Box<dyn Transport>,
    meter: Arc<Meter>,
    sent: bool,
}

impl Metered {
    /// Meters `inner`.
    pub fn new(inner: Box<dyn Transport>, meter: Arc<Meter>) -> Self {
        Metered { inner, meter, sent: false }
    }
}

#[async_trait]
impl Transport for Metered {
    async fn send(&mut self, message: String) -> io::Result<()> {
        self.sent = true;
        self.inner.send(message).await
    }

    async fn receive(&mut self) -> io::Result<Vec<u8>> {
        if std::mem::take(&mut self.sent) {
            self.meter.round_trips.fetch_add(1, Ordering::Relaxed);
        }
        let started = Instant::now();
        let message = self.inner.receive().await;
        let waited = u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.meter.waited_nanos.fetch_add(waited, Ordering::Relaxed);
        message
    }
}
