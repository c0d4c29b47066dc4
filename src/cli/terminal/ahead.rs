//! [`Ahead`]: a thread that reads ahead while others work.

use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

pub const MOST: usize = 1024;
/// The interval at which a waiting reader checks whether to go on.
const LOOK: Duration = Duration::from_millis(50);

/// A queue of items from a reading thread. Once the queue is dropped, the thread ends with its next
/// item; nobody waits for the thread, as it may hang on a pipe.
pub struct Ahead<T, R> {
    items: Receiver<T>,
    reading: JoinHandle<R>,
}

impl<T: Send + 'static, R: Send + 'static> Ahead<T, R> {
    /// Starts a thread that runs `read`, which puts items until the given function returns false.
    pub fn start(read: impl FnOnce(&dyn Fn(T) -> bool) -> R + Send + 'static) -> Self {
        let (to, items) = sync_channel(MOST);
        let reading = thread::spawn(move || read(&|item| to.send(item).is_ok()));
        Self { items, reading }
    }

    /// The available items, up to `most`. If there are none, waits for one while `waits` returns
    /// true; if that still holds at the return, an empty result means the end.
    pub fn take(&self, most: usize, waits: impl Fn() -> bool) -> Vec<T> {
        let mut taken: Vec<T> = self.items.try_iter().take(most).collect();
        while taken.is_empty() && waits() {
            match self.items.recv_timeout(LOOK) {
                Ok(item) => {
                    taken.push(item);
                    taken.extend(self.items.try_iter().take(most - 1));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        taken
    }

    /// Waits for the thread; returns its result.
    pub fn end(self) -> R {
        drop(self.items);
        self.reading.join().unwrap_or_else(|panic| resume_unwind(panic))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn all_items_come_in_order_and_then_the_end() {
        let ahead = Ahead::start(|put| (0..10_000).take_while(|&i| put(i)).count());
        let mut all = Vec::new();
        loop {
            let items = ahead.take(100, || true);
            assert!(items.len() <= 100);
            if items.is_empty() {
                break;
            }
            all.extend(items);
        }
        assert_eq!(all, (0..10_000).collect::<Vec<_>>());
        assert_eq!(ahead.end(), 10_000);
    }

    #[test]
    fn endless_input_is_read_no_further_than_wanted() {
        let ahead = Ahead::start(|put| (0..u64::MAX).take_while(|&i| put(i)).count());
        assert_eq!(ahead.take(MOST, || true).first(), Some(&0));
        assert!(ahead.end() <= 2 * MOST);
    }

    #[test]
    fn an_item_comes_at_once_and_nobody_waits_longer_than_told() {
        let (to, from) = channel::<u32>();
        let ahead = Ahead::start(move |put| from.into_iter().take_while(|&i| put(i)).count());
        assert!(ahead.take(MOST, || false).is_empty());
        for i in 0..10 {
            to.send(i).unwrap();
            assert_eq!(ahead.take(MOST, || true), [i]);
        }
        drop(to);
        assert!(ahead.take(MOST, || true).is_empty());
        assert_eq!(ahead.end(), 10);
    }
}
