use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A place for the newest values, one if nothing else is said: a slow reader skips what it missed, and a writer never waits.
#[derive(Debug)]
pub struct Latest<T> {
    shared: Arc<Shared<T>>,
}

#[derive(Debug)]
struct Shared<T> {
    place: Mutex<Place<T>>,
    filled: Condvar,
}

#[derive(Debug)]
struct Place<T> {
    /// In the order in which they came.
    values: VecDeque<T>,
    room: usize,
    dropped: u64,
    closed: bool,
}

impl<T> Clone for Latest<T> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared) }
    }
}

impl<T> Default for Latest<T> {
    fn default() -> Self {
        Self::keeping(1)
    }
}

impl<T> Latest<T> {
    /// A place for so many values, and at least one.
    pub fn keeping(room: usize) -> Self {
        let place = Mutex::new(Place { values: VecDeque::new(), room: room.max(1), dropped: 0, closed: false });
        Self { shared: Arc::new(Shared { place, filled: Condvar::new() }) }
    }

    /// Puts a value; without room the oldest unread one is dropped and counted.
    pub fn put(&self, value: T) {
        let mut place = self.lock();
        if place.values.len() >= place.room {
            place.values.pop_front();
            place.dropped += 1;
        }
        place.values.push_back(value);
        self.shared.filled.notify_one();
    }

    /// Puts a value once there is room. False when the place is closed.
    pub fn put_when_free(&self, value: T) -> bool {
        let mut place = self.lock();
        while place.values.len() >= place.room && !place.closed {
            place = self.shared.filled.wait(place).unwrap_or_else(PoisonError::into_inner);
        }
        if place.closed {
            return false;
        }
        place.values.push_back(value);
        self.shared.filled.notify_all();
        true
    }

    /// Takes the oldest value if there is one.
    pub fn take(&self) -> Option<T> {
        let value = self.lock().values.pop_front();
        self.shared.filled.notify_all();
        value
    }

    /// Waits for a value; `None` once the place is closed and empty.
    pub fn wait(&self) -> Option<T> {
        let mut place = self.lock();
        loop {
            if let Some(value) = place.values.pop_front() {
                self.shared.filled.notify_all();
                return Some(value);
            }
            if place.closed {
                return None;
            }
            place = self.shared.filled.wait(place).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits for a value no longer than this.
    pub fn wait_for(&self, patience: Duration) -> Option<T> {
        let place = self.lock();
        let empty = |place: &mut Place<T>| place.values.is_empty() && !place.closed;
        let (mut place, _) = self.shared.filled.wait_timeout_while(place, patience, empty).unwrap_or_else(PoisonError::into_inner);
        let value = place.values.pop_front();
        self.shared.filled.notify_all();
        value
    }

    /// How many values wait to be read.
    pub fn waiting(&self) -> usize {
        self.lock().values.len()
    }

    /// No value comes any more; one that is there can still be taken.
    pub fn close(&self) {
        self.lock().closed = true;
        self.shared.filled.notify_all();
    }

    /// Whether it was closed.
    pub fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// How many values were never read.
    pub fn dropped(&self) -> u64 {
        self.lock().dropped
    }

    fn lock(&self) -> MutexGuard<'_, Place<T>> {
        self.shared.place.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_wins_and_drops_are_counted() {
        let latest = Latest::default();
        latest.put(1);
        latest.put(2);
        assert_eq!((latest.take(), latest.take(), latest.dropped()), (Some(2), None, 1));
    }

    #[test]
    fn what_there_is_room_for_waits_in_order() {
        let latest = Latest::keeping(3);
        (0..5).for_each(|i| latest.put(i));
        assert_eq!((latest.waiting(), latest.dropped()), (3, 2));
        assert_eq!([latest.take(), latest.wait(), latest.take(), latest.take()], [Some(2), Some(3), Some(4), None]);
    }

    #[test]
    fn a_patient_writer_loses_nothing_and_closing_ends_both_sides() {
        let latest: Latest<u32> = Latest::default();
        let writer = latest.clone();
        let thread = std::thread::spawn(move || {
            (0..100).for_each(|i| assert!(writer.put_when_free(i)));
            writer.close();
            writer.put_when_free(7)
        });
        let mut read = Vec::new();
        while let Some(value) = latest.wait() {
            read.push(value);
        }
        assert_eq!(read, (0..100).collect::<Vec<_>>());
        assert!(!thread.join().unwrap());
    }
}
