//! Events that wait to be taken: only so many bytes of them, for a program may cause them without end.

use std::collections::VecDeque;

use parallax_model::Misbehaviour;

/// As much as one message may be long.
const MAX_BYTES: usize = 256 << 20;

/// Events in the order in which they came, each with the size of its message.
#[derive(Debug)]
pub struct Kept<E> {
    events: VecDeque<(usize, E)>,
    bytes: usize,
}

impl<E> Kept<E> {
    /// None yet.
    pub fn new() -> Self {
        Kept { events: VecDeque::new(), bytes: 0 }
    }

    /// Keeps an event, whose message has so many bytes.
    pub fn push(&mut self, bytes: usize, event: E) -> Result<(), Misbehaviour> {
        self.bytes += bytes;
        if self.bytes > MAX_BYTES {
            let problem = format!("more than {MAX_BYTES} bytes of events that nobody waits for");
            return Err(Misbehaviour::Nonsense(problem));
        }
        self.events.push_back((bytes, event));
        Ok(())
    }

    /// The oldest.
    pub fn pop(&mut self) -> Option<E> {
        self.take(0, |_| true)
    }

    /// The oldest that is wanted, of those after the first `seen`.
    pub fn take(&mut self, seen: usize, is_wanted: impl Fn(&E) -> bool) -> Option<E> {
        let at = self.events.iter().skip(seen).position(|(_, event)| is_wanted(event))?;
        let (bytes, event) = self.events.remove(seen + at)?;
        self.bytes -= bytes;
        Some(event)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Drops all.
    pub fn clear(&mut self) {
        self.events.clear();
        self.bytes = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_taken_in_order_and_only_so_many_are_kept() {
        let mut kept = Kept::new();
        for event in [1, 2, 3, 2] {
            kept.push(MAX_BYTES / 4, event).unwrap();
        }
        assert!(matches!(kept.push(4, 5), Err(Misbehaviour::Nonsense(_))));
        assert_eq!((kept.take(0, |it| *it == 2), kept.take(2, |it| *it == 3)), (Some(2), None));
        assert_eq!((kept.len(), kept.pop()), (3, Some(1)));
        kept.clear();
        kept.push(MAX_BYTES, 1).unwrap();
    }
}
