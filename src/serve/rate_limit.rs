//! [`RateLimit`]: limits the puzzles drawn per minute, so that a runaway client does not use up the
//! seeds.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::problem::Problem;

/// A token bucket: it holds a minute's allowance and fills up evenly. A greater amount passes when
/// it is full, and leaves a debt.
pub(super) struct RateLimit {
    a_minute: f64,
    /// The amount in the bucket, and the time of that amount.
    state: Mutex<(f64, Instant)>,
}

impl RateLimit {
    pub fn new(a_minute: u32) -> Self {
        let a_minute = f64::from(a_minute);
        Self { a_minute, state: Mutex::new((a_minute, Instant::now())) }
    }

    /// Takes an amount at this moment. The error is the time to wait.
    fn take_at(&self, count: u64, now: Instant) -> Result<(), Duration> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (held, since) = *state;
        let passed = now.saturating_duration_since(since).as_secs_f64();
        let held = (held + passed * self.a_minute / 60.0).min(self.a_minute);
        let wanted = (count as f64).min(self.a_minute);
        if held < wanted {
            *state = (held, now);
            return Err(Duration::from_secs_f64((wanted - held) * 60.0 / self.a_minute));
        }
        *state = (held - count as f64, now);
        Ok(())
    }

    /// Takes an amount, or returns a problem if there is too little.
    pub fn take(&self, count: u64) -> Result<(), Problem> {
        self.take_at(count, Instant::now()).map_err(|wait| Problem::too_fast(self.a_minute, wait))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_fills_up_evenly() {
        let (bucket, start) = (RateLimit::new(60), Instant::now());
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        assert_eq!(bucket.take_at(60, at(0)), Ok(()));
        let wait = bucket.take_at(10, at(0)).unwrap_err();
        assert!((9..=10).contains(&wait.as_secs()), "{wait:?}");
        assert!(bucket.take_at(10, at(9)).is_err());
        assert_eq!(bucket.take_at(10, at(10)), Ok(()));
        // An amount above the capacity passes when the bucket is full, and leaves a debt.
        assert!(bucket.take_at(120, at(60)).is_err());
        assert_eq!(bucket.take_at(120, at(70)), Ok(()));
        assert!(bucket.take_at(1, at(130)).is_err());
        assert_eq!(bucket.take_at(1, at(132)), Ok(()));
    }
}
