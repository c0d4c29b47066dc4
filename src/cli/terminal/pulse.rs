//! [`Pulse`]: occasional progress lines of commands that run for hours without a progress bar, as
//! under `nohup`.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const FIRST: Duration = Duration::from_secs(60);
/// The greatest interval between two lines.
const LONGEST: Duration = Duration::from_secs(600);

/// A schedule of lines: after a minute, then at doubled intervals of up to ten minutes.
pub struct Pulse {
    /// The time of the next line, and the current interval; `None` if there is a progress bar.
    next: Option<Mutex<(Instant, Duration)>>,
}

impl Pulse {
    /// Starts the schedule, which is silent if stderr is a terminal.
    pub fn new() -> Self {
        Self { next: (!io::stderr().is_terminal()).then(|| Self::from(Instant::now())) }
    }

    /// Begins now, wherever it is seen, with the first line after so long.
    pub fn after(first: Duration) -> Self {
        Self { next: Some(Mutex::new((Instant::now() + first, first))) }
    }

    fn from(now: Instant) -> Mutex<(Instant, Duration)> {
        Mutex::new((now + FIRST, FIRST))
    }

    /// Whether a line is due; schedules the next one if so.
    pub fn is_due(&self) -> bool {
        self.next.as_ref().is_some_and(|next| is_due(next, Instant::now()))
    }
}

fn is_due(next: &Mutex<(Instant, Duration)>, now: Instant) -> bool {
    let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
    if now < next.0 {
        return false;
    }
    let wait = (2 * next.1).min(LONGEST);
    *next = (now + wait, wait);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_after_one_two_four_and_eight_minutes_and_then_every_ten() {
        let begin = Instant::now();
        let next = Pulse::from(begin);
        let minute = |n| begin + Duration::from_secs(60 * n);
        let due: Vec<u64> = (0..40).filter(|&n| is_due(&next, minute(n))).collect();
        assert_eq!(due, [1, 3, 7, 15, 25, 35]);
    }
}
