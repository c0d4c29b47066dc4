//! [`Pool`]: puzzles drawn in advance, for programs that must answer immediately.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use super::{Control, Database, DrawOptions, Error, IssuedWithId};

/// Stocks of issued puzzles to be taken, each refilled by its own thread when half empty.
///
/// A draw takes milliseconds, on a server tens of them, mostly for the commit, which costs the same
/// for one puzzle and for hundreds. Taking from a stock takes microseconds; if it is empty, the
/// caller waits for the draw.
///
/// # What a crash costs
/// A puzzle is in the ledger before it enters a stock, so it is never issued again; and a stock is
/// only in memory. Puzzles in it when the program ends, normally or by a crash, are **spent**:
/// issued, but never shown. A later pool never returns them, because no durable record states which
/// puzzles of a batch were taken; writing one would cost a wait for the disk per puzzle, which a
/// pool exists to avoid, and a record written later could give a puzzle out twice. So a crash
/// wastes at most the contents of the stocks, and never repeats a puzzle. [`Pool::close`] returns
/// the remaining puzzles, for other use or to be made void; choose the size of stocks by what a
/// restart may waste.
///
/// Each refill is a separate batch.
///
/// ```
/// use seeddb_database::{Database, DrawOptions, Pool};
/// # use seeddb_core::logic::Ladder;
/// # let seeds = seeddb_mine::starter();
/// # let database = Database::in_memory(Ladder::default(), &seeds[..2_000])?;
///
/// let stocks = ["easy", "medium"].map(|level| (level, DrawOptions::of_level(level, 20, 7)));
/// let pool = Pool::start(&database, stocks)?;
/// let puzzle = pool.take("easy")?.ok_or("the seeds are used up")?;
/// println!("{} {}", puzzle.id, puzzle.issued.puzzle);
/// let unseen = pool.close();
/// # assert!(unseen.len() <= 40 - 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Pool {
    stocks: BTreeMap<String, Arc<Stock>>,
    threads: Vec<JoinHandle<()>>,
    control: Control,
}

/// A stock of puzzles of one kind.
struct Stock {
    /// The draw for a full stock; several parts are always drawn as a whole.
    options: DrawOptions,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    puzzles: VecDeque<IssuedWithId>,
    /// The error of the last refill, until it was returned once; then the refill is tried again.
    trouble: Option<Error>,
    /// Whether the seeds are used up.
    is_dry: bool,
    /// Whether refills have ended.
    is_over: bool,
}

impl Stock {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    fn full(&self) -> u32 {
        u32::try_from(self.options.count()).unwrap_or(u32::MAX)
    }

    /// Waits until a refill is due; returns the number of missing puzzles, `None` at the end.
    fn missing(&self) -> Option<u32> {
        let mut state = self.lock();
        while !state.is_over {
            let count = state.puzzles.len() as u32;
            if count <= self.full() / 2 && state.trouble.is_none() && !state.is_dry {
                return Some(self.full() - count);
            }
            state = self.wait(state);
        }
        None
    }

    /// Draws this many puzzles, and adds each to the stock as soon as it is issued. Returns whether
    /// there were enough.
    fn refill(&self, database: &Database, missing: u32, control: &Control) -> Result<bool, Error> {
        let mut options = self.options.clone();
        if let [part] = &mut options.part[..] {
            part.count = missing;
        }
        let mut drawing = match database.draw(&options, control) {
            Err(Error::NothingFits(_)) => return Ok(false),
            drawing => drawing?,
        };
        let mut count = 0;
        while let Some(chunk) = drawing.next_chunk() {
            let chunk = chunk?;
            count += chunk.len();
            self.lock().puzzles.extend(chunk);
            self.changed.notify_all();
        }
        Ok(count >= missing as usize)
    }

    fn keep_full(&self, database: &Database, control: &Control) {
        // Ends the stock even if this thread panics, so that no caller waits for it.
        let _end = End(self);
        while let Some(missing) = self.missing() {
            let refilled = self.refill(database, missing, control);
            let mut state = self.lock();
            match refilled {
                Ok(is_full) => state.is_dry = !is_full,
                Err(error) => state.trouble = Some(error),
            }
            drop(state);
            self.changed.notify_all();
        }
    }

    fn end(&self) {
        self.lock().is_over = true;
        self.changed.notify_all();
    }

    /// Takes the next puzzle, and wakes the refilling thread if a refill is due.
    fn next(&self, state: &mut State) -> Option<IssuedWithId> {
        let next = state.puzzles.pop_front()?;
        if state.puzzles.len() as u32 <= self.full() / 2 {
            self.changed.notify_all();
        }
        Some(next)
    }
}

/// Ends a stock on drop.
struct End<'a>(&'a Stock);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Pool {
    /// Starts the stocks: one per name, with as many puzzles as its options count.
    ///
    /// # Errors
    /// Options with an unknown level or seed, or that contradict themselves; failures of the store.
    pub fn start<N: Into<String>>(
        database: &Database,
        stocks: impl IntoIterator<Item = (N, DrawOptions)>,
    ) -> Result<Self, Error> {
        let new = |(name, options): (N, DrawOptions)| {
            database.check_draw(&options)?;
            let (state, changed) = (Mutex::default(), Condvar::new());
            Ok((name.into(), Arc::new(Stock { options, state, changed })))
        };
        let stocks = stocks.into_iter().map(new).collect::<Result<BTreeMap<_, _>, Error>>()?;
        let control = Control::default();
        let start = |stock: &Arc<Stock>| {
            let (stock, database, control) = (Arc::clone(stock), database.clone(), control.clone());
            thread::spawn(move || stock.keep_full(&database, &control))
        };
        let threads = stocks.values().map(start).collect();
        Ok(Self { stocks, threads, control })
    }

    fn stock(&self, name: &str) -> Result<&Stock, Error> {
        self.stocks.get(name).map(AsRef::as_ref).ok_or_else(|| Error::NoStock(name.to_owned()))
    }

    /// Returns the next puzzle of a stock, which no other caller gets. Waits for a draw if the
    /// stock is empty; `None` if the seeds are used up.
    ///
    /// # Errors
    /// [`Error::NoStock`]; if the stock is empty, the error of the last refill, then retried.
    pub fn take(&self, name: &str) -> Result<Option<IssuedWithId>, Error> {
        let stock = self.stock(name)?;
        let mut state = stock.lock();
        loop {
            if let Some(next) = stock.next(&mut state) {
                return Ok(Some(next));
            }
            if let Some(error) = state.trouble.take() {
                stock.changed.notify_all();
                return Err(error);
            }
            if state.is_dry || state.is_over {
                return Ok(None);
            }
            state = stock.wait(state);
        }
    }

    /// As [`take`](Self::take), without waiting: `None` if the stock is empty.
    ///
    /// # Errors
    /// [`Error::NoStock`].
    pub fn try_take(&self, name: &str) -> Result<Option<IssuedWithId>, Error> {
        let stock = self.stock(name)?;
        Ok(stock.next(&mut stock.lock()))
    }

    /// Returns the number of puzzles in a stock.
    ///
    /// # Errors
    /// [`Error::NoStock`].
    pub fn left(&self, name: &str) -> Result<usize, Error> {
        Ok(self.stock(name)?.lock().puzzles.len())
    }

    /// Ends the refills and all waits: taking from an empty stock returns `None`.
    pub fn halt(&self) {
        self.control.stop();
        self.stocks.values().for_each(|stock| stock.end());
    }

    /// Ends the refills and returns the remaining puzzles, which are issued but were never shown.
    pub fn close(mut self) -> Vec<IssuedWithId> {
        self.end();
        self.stocks.values().flat_map(|stock| std::mem::take(&mut stock.lock().puzzles)).collect()
    }

    fn end(&mut self) {
        self.halt();
        for thread in self.threads.drain(..) {
            // A panic was printed already.
            let _ = thread.join();
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.end();
    }
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.stocks.keys()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::collections::HashSet;
    use std::thread::scope;

    use crate::Part;
    use crate::logic::Ladder;
    use crate::symmetry::Id;
    use seeddb_ledger::StoreError;
    use seeddb_ledger::rules::{batches, ledger, seed_cursor};
    use seeddb_mine::starter;

    fn database() -> Database {
        Database::in_memory(Ladder::default(), &starter()).unwrap()
    }

    fn tiers(count: u32) -> [(&'static str, DrawOptions); 2] {
        [("plain", 0), ("hard", 1)].map(|(name, tier)| (name, DrawOptions::of_tier(tier, count, 0)))
    }

    /// Concurrent threads each get the right puzzles, each puzzle once, all in the ledger.
    #[test]
    fn nobody_gets_what_another_got() {
        let database = database();
        let pool = Pool::start(&database, tiers(30)).unwrap();
        let take = |thread: usize| {
            let (name, tier) = [("plain", 0), ("hard", 1)][thread % 2];
            let one = || pool.take(name).unwrap().unwrap();
            let taken: Vec<IssuedWithId> = (0..100).map(|_| one()).collect();
            assert!(taken.iter().all(|one| one.issued.tier == tier));
            taken
        };
        let taken: Vec<IssuedWithId> = scope(|scope| {
            let threads: Vec<_> = (0..8).map(|thread| scope.spawn(move || take(thread))).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        let keys: HashSet<_> = taken.iter().map(|one| one.issued.key).collect();
        assert_eq!((taken.len(), keys.len()), (800, 800));
        let store = database.read().unwrap();
        for IssuedWithId { issued, .. } in &taken {
            assert_eq!(
                store.read(|from| ledger::place(from, issued.key)).unwrap(),
                Some((issued.batch, issued.number))
            );
        }
        let batches = store.read(batches::all).unwrap();
        // Refilled when half empty, not one by one.
        assert!(batches.len() <= 800 / 15 + 2, "{} batches", batches.len());
        let rest = pool.close();
        assert!(rest.iter().all(|one| !keys.contains(&one.issued.key)));
        let issued = store.read(seed_cursor::counts).unwrap().issued;
        assert_eq!(issued, 800 + rest.len() as u64);
    }

    /// Puzzles left in a pool are spent: a later pool does not return them.
    #[test]
    fn what_was_not_handed_out_is_spent() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("seeds.redb");
        let mut seen = HashSet::new();
        let mut taken = 0;
        for _ in 0..3 {
            let database = Database::open(&path, super::super::Options::default()).unwrap();
            let pool = Pool::start(&database, tiers(20)).unwrap();
            for name in ["plain", "hard", "plain"] {
                taken += 1;
                assert!(seen.insert(pool.take(name).unwrap().unwrap().issued.key));
            }
            assert!(pool.try_take("none").is_err());
            drop(pool);
        }
        assert_eq!(seen.len(), taken);
        let database = Database::at(&path, super::super::Options::default());
        let store = database.read().unwrap();
        assert!(store.read(seed_cursor::counts).unwrap().issued >= 3 * 20);
        assert!(
            seen.iter().all(|key| store.read(|from| ledger::place(from, *key)).unwrap().is_some())
        );
    }

    /// A seed that is used up ends the stock after all its puzzles were taken.
    #[test]
    fn a_stock_runs_dry() {
        let database = database();
        let is_poor = |seed: &&crate::record::Seed| {
            seed.gradings.iter().any(|grading| grading.tier == 1 && grading.capacity < 40)
        };
        let from = starter().iter().find(is_poor).map(|seed| Id::seed(seed.key));
        let options = Part { from, ..Part::of_tier(1, 16) }.drawn(0);
        let pool = Pool::start(&database, [("poor", options)]).unwrap();
        let mut count = 0;
        while pool.take("poor").unwrap().is_some() {
            count += 1;
        }
        assert!(pool.take("poor").unwrap().is_none() && pool.left("poor").unwrap() == 0);
        assert!(count > 10);
        assert_eq!(database.read().unwrap().read(seed_cursor::counts).unwrap().issued, count);
    }

    /// An error of a refill is returned to a caller that finds no puzzle, once.
    #[test]
    fn trouble_is_told_and_passes() {
        let folder = tempfile::tempdir().unwrap();
        let (path, moved) = (folder.path().join("seeds.redb"), folder.path().join("moved"));
        let database = Database::open(&path, super::super::Options::default()).unwrap();
        let pool = Pool::start(&database, tiers(2)).unwrap();
        let next = || pool.take("plain");
        next().unwrap().unwrap();
        std::fs::rename(&path, &moved).unwrap();
        let error = (0..100).find_map(|_| next().err()).unwrap();
        assert!(matches!(error, Error::Store(StoreError::Gone(_))), "{error}");
        std::fs::rename(&moved, &path).unwrap();
        (0..100).find_map(|_| next().ok()).unwrap().unwrap();
        let unknown = [("x", DrawOptions::of_level("nonsense", 1, 1))];
        assert!(matches!(Pool::start(&database, unknown), Err(Error::Level(_))));
    }
}
