//! Issuing: while one thread makes puzzles, another commits and prints those made before.

use std::ops::Deref;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use seeddb::draw::Draw;
use seeddb::record::{Batch, Issued};
use seeddb::store::Store;
use seeddb::symmetry::Key;

use super::database::Rows;
use super::sink::Sink;
use super::{Globals, interrupt};

/// Most puzzles in a commit; the larger it is, the less each of them costs.
const COMMIT: usize = 65_536;

/// How long puzzles wait for others of their commit while more are being made.
const PATIENCE: Duration = Duration::from_millis(100);

/// Puzzles ready to be issued, and the attempts made so far.
type Made = (Vec<Issued>, u64);

/// Makes puzzles until `batch` holds `count`, and prints each after its commit. Ends early when the seeds
/// are used up or on Ctrl-C.
pub fn issue(
    globals: &Globals,
    count: u32,
    draw: &mut Draw,
    batch: &mut Batch,
    sink: Sink,
) -> anyhow::Result<()> {
    let database = Shared { globals, store: Mutex::default() };
    let progress = globals.progress(Some(count.into()));
    let rows = Rows::default();
    let mut printer = Printer { database: &database, batch, sink, rows, progress };
    let mut maker = Maker { database: &database, draw };
    // Once, unless another process issues one of ours in the moment before its commit.
    while printer.batch.issued < count && maker.has_more() {
        let wanted = count - printer.batch.issued;
        thread::scope(|scope| {
            let (sender, receiver) = sync_channel(COMMIT / Draw::ROUND);
            let printer = &mut printer;
            // Each side owns its end, so that the other notices when it stops.
            let printing = scope.spawn(move || printer.run(&receiver));
            let made = maker.run(wanted, &sender);
            drop(sender);
            printing.join().unwrap_or_else(|panic| resume_unwind(panic)).and(made)
        })?;
    }
    printer.progress.finish_and_clear();
    printer.sink.finish()
}

struct Maker<'a> {
    database: &'a Shared<'a>,
    draw: &'a mut Draw,
}

impl Maker<'_> {
    fn has_more(&self) -> bool {
        !self.draw.is_used_up() && !interrupt::interrupted()
    }

    /// Sends `wanted` puzzles, chunk by chunk.
    fn run(&mut self, mut wanted: u32, sender: &SyncSender<Made>) -> anyhow::Result<()> {
        while wanted > 0 && self.has_more() {
            let are_new = |keys: &[Key]| anyhow::Ok(self.database.open()?.filter_unissued(keys)?);
            let ready = self.draw.more(wanted as usize, interrupt::flag(), are_new)?;
            wanted -= ready.len() as u32;
            if sender.send((ready, self.draw.attempts())).is_err() {
                // The printer failed; it says why.
                break;
            }
        }
        Ok(())
    }
}

struct Printer<'a> {
    database: &'a Shared<'a>,
    batch: &'a mut Batch,
    sink: Sink,
    rows: Rows,
    progress: ProgressBar,
}

impl Printer<'_> {
    /// Commits what comes within [`PATIENCE`], all at once, and then prints it.
    fn run(&mut self, receiver: &Receiver<Made>) -> anyhow::Result<()> {
        while let Ok((mut ready, mut attempts)) = receiver.recv() {
            let first = Instant::now();
            while ready.len() + Draw::ROUND <= COMMIT
                && let wait = PATIENCE.saturating_sub(first.elapsed())
                && let Ok((more, later)) = receiver.recv_timeout(wait)
            {
                ready.extend(more);
                attempts = later;
            }
            self.batch.attempts = attempts;
            let store = self.database.open()?;
            store.commit(self.batch, &mut ready)?;
            let rows = self.rows.of(&store, &ready)?;
            drop(store);
            self.sink.rows(&rows)?;
            self.sink.flush()?;
            self.progress.set_position(self.batch.issued.into());
        }
        Ok(())
    }
}

/// The database, open while one of the two threads needs it and no longer.
struct Shared<'a> {
    globals: &'a Globals,
    store: Mutex<Weak<Store>>,
}

impl Shared<'_> {
    fn open(&self) -> anyhow::Result<Lease<'_>> {
        let mut last = self.lock();
        let store = match last.upgrade() {
            Some(store) => store,
            None => Arc::new(self.globals.open()?),
        };
        *last = Arc::downgrade(&store);
        Ok(Lease { shared: self, store: Some(store) })
    }

    fn lock(&self) -> MutexGuard<'_, Weak<Store>> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Lease<'a> {
    shared: &'a Shared<'a>,
    /// Empty while it is being dropped.
    store: Option<Arc<Store>>,
}

impl Deref for Lease<'_> {
    type Target = Store;
    fn deref(&self) -> &Store {
        self.store.as_ref().expect("not dropped yet")
    }
}

impl Drop for Lease<'_> {
    /// Under the lock: while one thread still closes the file, the other must not open it.
    fn drop(&mut self) {
        let lock = self.shared.lock();
        drop(self.store.take());
        drop(lock);
    }
}
