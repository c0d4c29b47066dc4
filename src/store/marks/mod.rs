//! Marks: the newest state of a database, remembered outside of it, so that an old copy that is put back does not forget in silence
//! what was issued since.
//!
//! There are two, of which any that is there counts: `PATH.seeddb/mark` beside a file, and `IDENTITY.mark` in a folder of the user
//! ([`OpenOptions::state`]), which knows a database wherever it lies, and so finds the second of two copies that are drawn
//! from. Whatever issues puzzles looks at them inside its transaction ([`look`](Marks::look)) and writes them after its commit
//! ([`keep`](Marks::keep)): killed between the two, it leaves marks that are older than the database, which harms nobody.
//!
//! States of one database follow each other, so a later one has the batch that was issued in last, with at least as many
//! puzzles. A mark names some more ([`mark`]), as several processes may issue at once.

mod mark;
mod place;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use mark::{Mark, Seen};
use place::{Found, read, write};

use super::engine::{Done, Fault, Server, Snapshot, Table};
use super::rules::{batches, rows, texts};
use super::{Identity, Older, OpenOptions, Remark, Remarks, StoreError};
use crate::record::Batch;

/// The marks of one database.
pub(super) struct Marks {
    /// What the database is called.
    path: PathBuf,
    /// Whether it is a file, which has a mark beside it.
    is_file: bool,
    state: Option<PathBuf>,
    accept: bool,
    remarks: Remarks,
    told: Mutex<Told>,
}

/// What was told, and need not be told again.
#[derive(Default)]
struct Told {
    remarks: Vec<Remark>,
    has_looked: bool,
    /// What was missing when that was accepted first: a batch that is begun since is another than the one that is missing.
    accepted: Option<Older>,
}

/// What the marks say of a state of the database.
pub(super) struct Look {
    identity: Identity,
    older: Option<Older>,
    server: Option<Server>,
}

/// A mark as `db doctor` tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarkState {
    /// Where it is, or would be.
    pub path: PathBuf,
    /// In words: `there is none yet`, `agrees`, what is missing, `damaged`.
    pub what: String,
    /// Whether the database may not be drawn from because of it.
    pub is_older: bool,
}

impl Marks {
    pub(super) fn new(path: &Path, is_file: bool, options: &OpenOptions) -> Self {
        Self {
            path: path.to_owned(),
            is_file,
            state: options.state.clone(),
            accept: options.accept_older,
            remarks: options.remarks.clone(),
            told: Mutex::default(),
        }
    }

    /// Those of the same database in a file at another place.
    pub(super) fn at(&self, path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            is_file: true,
            state: self.state.clone(),
            accept: self.accept,
            remarks: self.remarks.clone(),
            told: Mutex::default(),
        }
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, remark: &Remark) {
        let mut told = self.told();
        if told.remarks.contains(remark) {
            return;
        }
        told.remarks.push(remark.clone());
        drop(told);
        self.remarks.tell(remark);
    }

    /// Where the marks of the database of this identity are.
    fn places(&self, identity: Identity) -> Vec<PathBuf> {
        let beside = self.is_file.then(|| super::file::side(&self.path, "mark"));
        let state = self.state.as_ref().map(|folder| folder.join(format!("{identity}.mark")));
        beside.into_iter().chain(state).collect()
    }

    /// Compares a state with the marks.
    fn look(&self, from: &dyn Snapshot, server: Option<Server>) -> Done<Look> {
        let identity = texts::identity(from)?;
        let mut older: Option<Older> = None;
        for place in self.places(identity) {
            let mark = match read(&place) {
                Found::Mark(mark) if mark.identity == identity => mark,
                // The mark of a database that lay here before says nothing of this one.
                Found::Mark(_) | Found::Nothing => continue,
                Found::Damaged => {
                    self.tell(&Remark::Damaged(place));
                    continue;
                }
            };
            if let Some(found) = lacks(from, &mark)? {
                older = Some(older.map_or_else(|| found.clone(), |known| known.and(&found)));
            } else if let (Some(now), Some(before)) = (&server, &mark.server)
                && now != before
            {
                self.tell(&Remark::Server(self.path.clone()));
            }
        }
        Ok(Look { identity, older, server })
    }

    /// Looks at the marks once, for those who only read, and tells if the database is older. What does not read is for others to tell,
    /// who need it.
    pub(super) fn look_once(&self, from: &dyn Snapshot) -> Done {
        if self.accept || std::mem::replace(&mut self.told().has_looked, true) {
            return Ok(());
        }
        match self.look(from, None) {
            Ok(Look { older: Some(older), .. }) => {
                self.tell(&Remark::Older(self.path.clone(), older));
                Ok(())
            }
            Ok(_) | Err(Fault::Broken(_) | Fault::Store(_)) => Ok(()),
            Err(fault) => Err(fault),
        }
    }

    /// Refuses a state that is older than its marks, unless that is accepted or puzzles printed elsewhere are brought in.
    pub(super) fn expect(
        &self,
        from: &dyn Snapshot,
        server: Option<Server>,
        brings_in: bool,
    ) -> Done<Look> {
        self.told().has_looked = true;
        if let Some(made) = texts::backup(from)? {
            return Err(Fault::Store(StoreError::Backup { path: self.path.clone(), made }));
        }
        let look = self.look(from, server)?;
        match &look.older {
            Some(older) if !self.accept && !brings_in => {
                let (path, older) = (self.path.clone(), Box::new(older.clone()));
                Err(Fault::Store(StoreError::Older { path, older }))
            }
            Some(older) if self.accept => {
                self.told().accepted.get_or_insert_with(|| older.clone());
                Ok(look)
            }
            _ => Ok(look),
        }
    }

    /// Writes down that this was issued. A database that is older than its marks leaves them as they are, unless that is accepted: then
    /// this is all that they know.
    pub(super) fn keep(&self, look: &Look, batch: &Batch, puzzles: Option<u64>) {
        if look.older.is_some() && !self.accept {
            return;
        }
        let accepted = if look.older.is_some() { self.told().accepted.take() } else { None };
        if let Some(older) = accepted {
            self.tell(&Remark::Accepted(self.path.clone(), older));
        }
        let Look { identity, server, .. } = look;
        let (identity, server) = (*identity, server.clone());
        let mark = Mark { identity, puzzles, server, batches: vec![Seen::from(batch)] };
        let places = self.places(identity);
        let write = |place: &PathBuf| {
            let database = self.is_file.then_some(self.path.as_path());
            let written = write(place, database, &mark, look.older.is_some());
            written.err().map(|error| (place.clone(), error))
        };
        let failed: Vec<_> = places.iter().filter_map(write).collect();
        // One of the two is enough, but for one that is to be lowered.
        if failed.len() == places.len() || look.older.is_some() {
            for (path, error) in failed {
                self.tell(&Remark::Unwritten { path, why: error.to_string() });
            }
        }
    }

    /// What each of the marks says of this state.
    pub(super) fn states(&self, from: &dyn Snapshot) -> Done<Vec<MarkState>> {
        let identity = texts::identity(from)?;
        let mut states = Vec::new();
        for path in self.places(identity) {
            let (what, is_older) = match read(&path) {
                Found::Nothing => ("none yet".to_owned(), false),
                Found::Damaged => ("does not read: the next draw writes it anew".to_owned(), false),
                Found::Mark(mark) if mark.identity != identity => {
                    ("of another database that lay here before".to_owned(), false)
                }
                Found::Mark(mark) => match lacks(from, &mark)? {
                    None => ("agrees".to_owned(), false),
                    Some(older) => (format!("missing here: {}", older.missing()), true),
                },
            };
            states.push(MarkState { path, what, is_older });
        }
        Ok(states)
    }

    /// What this state lacks of all that the marks know.
    pub(super) fn missing(&self, from: &dyn Snapshot) -> Done<Option<Older>> {
        Ok(self.look(from, None)?.older)
    }
}

/// What a state lacks of a mark; none if it is as new, or newer.
fn lacks(from: &dyn Snapshot, mark: &Mark) -> Done<Option<Older>> {
    let ids: Vec<u32> = mark.batches.iter().map(|seen| seen.id).collect();
    let found = rows::get_all::<Batch>(from, &ids)?;
    let mut missing: Vec<(Seen, u32)> = Vec::new();
    let mut is_fork = false;
    for (seen, batch) in mark.batches.iter().zip(found) {
        let is_other = batch.as_ref().is_some_and(|batch| batch.token != seen.token);
        is_fork |= is_other;
        let there = batch.filter(|_| !is_other).map_or(0, |batch| batch.issued);
        if there < seen.issued {
            missing.push((*seen, seen.issued - there));
        }
    }
    let Some(last) = missing.iter().map(|(seen, _)| seen.id).max() else { return Ok(None) };
    let mut first = missing.iter().map(|(seen, _)| seen.id).min().unwrap_or(last);
    // The mark names the last batches alone.
    let own = batches::last_batch(from)?.map_or(0, |batch| batch.id);
    if own < first {
        first = own + 1;
    }
    let known: u64 = missing.iter().map(|(_, count)| u64::from(*count)).sum();
    let counted = match mark.puzzles {
        Some(puzzles) if !is_fork => puzzles.saturating_sub(from.len(Table::Issued)?),
        _ => 0,
    };
    let since = missing.iter().filter_map(|(seen, _)| seen.begun).min();
    Ok(Some(Older { batches: (first, last), puzzles: known.max(counted), since, is_fork }))
}

#[cfg(test)]
mod tests {
    use super::mark::checked;
    use super::*;

    use rand::SeedableRng as _;
    use rand::rngs::SmallRng;

    use crate::store::Store;
    use crate::store::tests::change::Changer;
    use crate::store::tests::{look_at_inputs, random_batch};

    /// A mark that anybody may have written, as its check is no secret, is read and written again as the same, or it is damaged. What
    /// a database lacks of it can be told.
    ///
    /// `SEEDDB_INPUTS=FROM..TO cargo test --lib a_mark_of_anybody` looks at others, by their RNG seeds.
    #[test]
    fn a_mark_of_anybody_is_read_or_damaged() {
        let rng = &mut SmallRng::seed_from_u64(1);
        let store = Store::in_memory().unwrap();
        let batches: Vec<Batch> =
            (0..3).map(|_| store.new_batch(&random_batch(rng)).unwrap()).collect();
        let seen = |batch: &Batch| Seen { issued: 7, begun: Some(1 << 31), ..Seen::from(batch) };
        let mark = |count: usize, server| Mark {
            identity: Identity(5),
            puzzles: Some(9),
            server,
            batches: batches.iter().take(count).map(seen).collect(),
        };
        let server = Server { system: "7000000000000000001".to_owned(), timeline: 3 };
        // Without the line of the check, which is added to whatever became of the others.
        let lines = |mark: Mark| mark.lines().into_bytes();
        let corpus = vec![lines(mark(1, None)), lines(mark(3, Some(server)))];
        let words = ["identity ", "puzzles ", "server ", "batch ", " -", "check 00000000\n"];
        let changer = Changer { corpus, words: words.map(str::to_owned).to_vec() };
        look_at_inputs(&changer, 0..20_000, |lines, _| {
            let text = checked(&String::from_utf8_lossy(lines));
            let Some(mark) = Mark::of_text(&text) else { return false };
            assert_eq!(Mark::of_text(&mark.to_text()).as_ref(), Some(&mark));
            assert_eq!(mark.clone().merged(mark.clone()).identity, mark.identity);
            let lacking = store.read(|from| lacks(from, &mark)).unwrap();
            let told = lacking.map_or(String::new(), |older| older.to_string());
            assert!(!told.contains(char::is_control), "{told:?}");
            true
        });
    }
}
