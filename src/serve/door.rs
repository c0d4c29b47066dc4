//! [`Door`]: the limits of connections: for clients that have sent the token, and a small one for
//! strangers.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, OnceCell, OwnedSemaphorePermit, Semaphore};

/// The most connections of clients with the token; requests on further ones wait.
const CALLERS: usize = 256;
/// The most connections of strangers. A further one replaces an older one.
const STRANGERS: usize = 32;

pub(super) struct Door {
    callers: Arc<Semaphore>,
    /// The connections of strangers, oldest first.
    strangers: Mutex<VecDeque<Arc<Visit>>>,
}

pub(super) struct Visit {
    /// The address of the client.
    pub from: IpAddr,
    door: Arc<Door>,
    /// The permit of a client that has sent the token; empty before that.
    place: OnceCell<Option<OwnedSemaphorePermit>>,
    /// Notified when another connection takes its place.
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

    /// Registers a new connection of a stranger. If there are too many, the oldest one of the
    /// address with the most connections ends.
    pub fn enter(self: &Arc<Self>, from: IpAddr) -> Arc<Visit> {
        let (place, over) = (OnceCell::new(), Notify::new());
        let visit = Arc::new(Visit { from, door: Arc::clone(self), place, over });
        let mut strangers = self.strangers();
        if strangers.len() >= STRANGERS {
            let from_there =
                |at: &usize| strangers.iter().filter(|one| one.from == strangers[*at].from).count();
            // `max_by_key` returns the last maximum, which is the oldest because of `rev`.
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
    /// Moves a connection from strangers to clients with the token; waits while there are too many
    /// clients.
    pub async fn is_known(&self) {
        let place = || async {
            self.leave();
            // The semaphore is never closed.
            Arc::clone(&self.door.callers).acquire_owned().await.ok()
        };
        self.place.get_or_init(place).await;
    }

    /// Removes the connection from the strangers.
    pub fn leave(&self) {
        self.door.strangers().retain(|one| !std::ptr::eq(&raw const **one, self));
    }

    /// Waits until another connection takes the place.
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
