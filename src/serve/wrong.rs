//! [`Wrong`]: tokens that are wrong wait for their answer, and the log tells of them.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::sleep;

use crate::plural::counted;

/// How long a wrong token waits when its turn has come. They wait one after the other: four are answered in a second, from wherever they come.
const TURN: Duration = Duration::from_millis(250);
/// How long those after the first are counted until the log tells of them.
const SPAN: Duration = Duration::from_secs(1);

pub(super) struct Wrong {
    turn: Mutex<()>,
    /// How many came since the log told of the first.
    count: Arc<AtomicU64>,
    log: fn(&str),
}

impl Wrong {
    pub fn new(log: fn(&str)) -> Self {
        Self { turn: Mutex::new(()), count: Arc::default(), log }
    }

    /// Waits as long as whoever sent one from here has to. Whoever goes away meanwhile leaves the queue.
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
