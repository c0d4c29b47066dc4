//! [`Wrong`]: delays and logs requests with wrong tokens.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::sleep;

use crate::plural::counted;

/// The delay of a wrong token. Delays are sequential, so at most four wrong tokens per second are
/// answered, whatever their origin.
const TURN: Duration = Duration::from_millis(250);
/// The time during which further wrong tokens are counted before the log reports them.
const SPAN: Duration = Duration::from_secs(1);

pub(super) struct Wrong {
    turn: Mutex<()>,
    /// The number of wrong tokens since the last report.
    count: Arc<AtomicU64>,
    log: fn(&str),
}

impl Wrong {
    pub fn new(log: fn(&str)) -> Self {
        Self { turn: Mutex::new(()), count: Arc::default(), log }
    }

    /// Waits for the delay of a wrong token from this address. A client that disconnects leaves the
    /// queue.
    pub async fn wait(&self, from: Option<IpAddr>) {
        let from = from.map(|from| format!(" from {from}")).unwrap_or_default();
        let (count, log) = (Arc::clone(&self.count), self.log);
        if count.fetch_add(1, Ordering::Relaxed) == 0 {
            log(&format!("a wrong token{from}"));
            tokio::spawn(async move {
                sleep(SPAN).await;
                let more = count.swap(0, Ordering::Relaxed) - 1;
                if more > 0 {
                    log(&format!("{} more within a second", counted(more, "wrong token")));
                }
            });
        }
        let _turn = self.turn.lock().await;
        sleep(TURN).await;
    }
}
