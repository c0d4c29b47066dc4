//! [`Door`]: the connections, of callers who have shown the token and of strangers, who have a small share of their own.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, OnceCell, OwnedSemaphorePermit, Semaphore};

/// Connections of callers who have shown the token; requests on others of them wait.
const CALLERS: usize = 256;
/// Connections of strangers. One more takes the place of one of these.
const STRANGERS: usize = 32;

pub(super) struct Door {
    callers: Arc<Semaphore>,
    /// In the order in which they came.
    strangers: Mutex<VecDeque<Arc<Visit>>>,
}

pub(super) struct Visit {
    /// Where it comes from.
    pub from: IpAddr,
    door: Arc<Door>,
    /// Its place among the callers, once it has shown the token.
    place: OnceCell<Option<OwnedSemaphorePermit>>,
    /// Told when another one takes its place.
    over: Notify,
}

impl Door {
    pub fn new() -> Arc<Self> {
        let callers = Arc::new(Semaphore::new(CALLERS));
        Arc::new(Self { callers, strangers: Mutex::default() })
    }

    fn strangers(&self) -> MutexGuard<'_, VecDeque<Arc<Visit>>> {
        self.strangers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new connection, of a stranger. Where they have no place left, the oldest one from the address that has most of them ends.
    pub fn enter(self: &Arc<Self>, from: IpAddr) -> Arc<Visit> {
        let (place, over) = (OnceCell::new(), Notify::new());
        let visit = Arc::new(Visit { from, door: Arc::clone(self), place, over });
        let mut strangers = self.strangers();
        if strangers.len() >= STRANGERS {
            let from_there =
                |at: &usize| strangers.iter().filter(|one| one.from == strangers[*at].from).count();
            // The last one of the largest is taken: that is the oldest.
            let oldest = (0..strangers.len()).rev().max_by_key(from_there);
            if let Some(gone) = oldest.and_then(|at| strangers.remove(at)) {
                gone.over.notify_one();
            }
        }
        strangers.push_back(Arc::clone(&visit));
        visit
    }
}

impl Visit {
    /// It has shown the token: it is no stranger from now on. Waits where callers have no place left.
    pub async fn is_known(&self) {
        let place = || async {
            self.leave();
            // The semaphore is never closed.
            Arc::clone(&self.door.callers).acquire_owned().await.ok()
        };
        self.place.get_or_init(place).await;
    }

    /// Gives up its place among the strangers.
    pub fn leave(&self) {
        self.door.strangers().retain(|one| !std::ptr::eq(&raw const **one, self));
    }

    /// Waits until another one takes its place.
    pub async fn over(&self) {
        self.over.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_from_one_address_takes_no_place_of_another() {
        let door = Door::new();
        let [one, other]: [IpAddr; 2] = [[10, 0, 0, 1].into(), [10, 0, 0, 2].into()];
        let quiet = door.enter(other);
        let flood: Vec<_> = (0..3 * STRANGERS).map(|_| door.enter(one)).collect();
        let strangers = door.strangers();
        assert_eq!(strangers.len(), STRANGERS);
        assert!(Arc::ptr_eq(&strangers[0], &quiet));
        assert!(Arc::ptr_eq(&strangers[1], &flood[2 * STRANGERS + 1]));
    }
}
