//! Counts the memory that is taken, and gives no more than a limit.

#![expect(unsafe_code, reason = "an allocator is made of unsafe functions")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// What all of the process may have. More is refused, which ends it.
const MAX: usize = 4 << 30;

static TAKEN: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn take(size: usize) -> bool {
    let taken = TAKEN.fetch_add(size, Relaxed) + size;
    PEAK.fetch_max(taken, Relaxed);
    let fits = taken <= MAX;
    if !fits {
        give(size);
    }
    fits
}

fn give(size: usize) {
    TAKEN.fetch_sub(size, Relaxed);
}

// SAFETY: all is done by the system's allocator; this only counts.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !take(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !take(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !take(size) {
            return std::ptr::null_mut();
        }
        give(layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.realloc(at, layout, size) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        give(layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(at, layout) }
    }
}

/// The most that something takes at a moment, beyond what was taken before.
pub fn peak_of(what: impl FnOnce()) -> usize {
    let before = TAKEN.load(Relaxed);
    PEAK.store(before, Relaxed);
    what();
    PEAK.load(Relaxed).saturating_sub(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_and_given_back_is_counted() {
        let peak = peak_of(|| drop(std::hint::black_box(vec![1_u8; 50 << 20])));
        assert!(peak >= 50 << 20, "{peak}");
        assert!(!take(MAX), "there is something taken already");
    }
}
