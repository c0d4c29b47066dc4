//! [`Keys`]: the idempotency keys of draws in progress.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::problem::Problem;

#[derive(Clone, Default)]
pub(super) struct Keys(Arc<Mutex<HashSet<String>>>);

/// A key that is held until this value is dropped, even if the client has disconnected.
pub(super) struct Running {
    keys: Keys,
    key: String,
}

impl Keys {
    fn lock(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Holds a key; it is a problem if the key is held already.
    pub fn begin(&self, key: &str) -> Result<Running, Problem> {
        if !self.lock().insert(key.to_owned()) {
            return Err(Problem::running());
        }
        Ok(Running { keys: self.clone(), key: key.to_owned() })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.keys.lock().remove(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_free_when_its_draw_is_gone() {
        let keys = Keys::default();
        let Ok(running) = keys.begin("a") else { panic!("nobody holds it") };
        assert!(keys.begin("a").is_err() && keys.begin("b").is_ok());
        drop(running);
        assert!(keys.begin("a").is_ok());
    }
}
