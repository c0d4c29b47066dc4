//! Where a database is: made, described, copied.

use std::fs::{self, File};
use std::path::Path;

use super::{Control, Database, Error};
use crate::record::{Issued, Place};
use crate::store::{Counts, OpenOptions, Store, StoreError, is_server};
use crate::temporary;

/// Puzzles copied with one commit, and compared at a time.
const CHUNK: u32 = 16_384;

impl Database {
    /// Its path, or its address without a password.
    pub fn name(&self) -> String {
        self.home.path.display().to_string()
    }

    /// Whether there is one.
    ///
    /// # Errors
    /// As [`Store::open_read`], but for one that is not there.
    pub fn exists(&self) -> Result<bool, Error> {
        match self.home.read_alone() {
            Ok(_) => Ok(true),
            Err(Error::Store(StoreError::NotFound(_) | StoreError::NotMade(_))) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Makes it, with the seeds that a new database begins with; false if it is there.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn make(&self) -> Result<bool, Error> {
        let (path, options) = (&self.home.path, &self.home.options);
        let made = if is_server(path) {
            Store::make(path, &options.file, options.initial)?
        } else {
            return Ok(self.write()?.created());
        };
        if made {
            let seeds = self.read()?.counts()?.seeds;
            self.write()?.set_edition(options.edition)?;
            options.created.tell(path, seeds);
        }
        Ok(made)
    }

    /// What keeps it, a name and a text each; `danger` is how it could forget what was issued.
    ///
    /// # Errors
    /// As [`Store::open_read`].
    pub fn status(&self) -> Result<Vec<(String, String)>, Error> {
        let (path, options) = (&self.home.path, &self.home.options.file);
        let file = OpenOptions { accept_loss: true, ..options.clone() };
        let store = Store::open_read(path, &file)?;
        let mut facts = vec![("database".to_owned(), self.name())];
        facts.extend(store.status()?);
        let Counts { seeds, issued, batches, .. } = store.counts()?;
        let counts = [("seeds", seeds), ("puzzles issued", issued), ("batches", batches)];
        facts.extend(counts.map(|(name, count)| (name.to_owned(), count.to_string())));
        if let Some(part) = store.partition()? {
            facts.push(("partition".to_owned(), part.to_string()));
        }
        Ok(facts)
    }
}

/// Copies all of `from` into `to`, which must not be there yet or have nothing in it, and compares both afterwards; `control` is told how many
/// puzzles are copied. What it holds.
///
/// A file appears when all is in it. On a server, what a copy leaves that did not come to its end has a mark: nobody opens it
/// ([`StoreError::Unfinished`]), and a later copy clears it away and begins again.
///
/// # Errors
/// [`Error::NotEmpty`], [`Error::Differs`]; failures of the stores.
pub fn copy(from: &Database, to: &Database, control: &Control) -> Result<Counts, Error> {
    let source = from.read()?;
    let path = &to.home.path;
    if is_server(path) {
        let target = Store::begin_copy(path, &to.home.options.file)?;
        let counts = fill(&source, &target, control)?;
        target.finish_copy()?;
        return Ok(counts);
    }
    if to.exists()? || path.exists() {
        return Err(Error::NotEmpty(to.name()));
    }
    let io = |error| Error::Store(StoreError::Io { path: path.clone(), error });
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = temporary::folder(folder.unwrap_or(Path::new("."))).map_err(io)?;
    let file = folder.path().join("copy.redb");
    let counts = fill(&source, &Store::open(&file, &OpenOptions::default(), Vec::new)?, control)?;
    File::open(&file).and_then(|file| file.sync_all()).map_err(io)?;
    // Never over a file that came meanwhile.
    fs::hard_link(&file, path).or_else(|_| fs::rename(&file, path)).map_err(io)?;
    Ok(counts)
}

fn fill(source: &Store, target: &Store, control: &Control) -> Result<Counts, Error> {
    let name = || target.path().display().to_string();
    let (counts, there) = (source.counts()?, target.counts()?);
    if there.seeds + there.issued + there.batches > 0 {
        return Err(Error::NotEmpty(name()));
    }
    let differs = |what: &str| Error::Differs(name(), what.to_owned());
    if let Some(part) = source.partition()? {
        target.claim_partition(part)?;
    }
    for ladder in counts.gradings.keys() {
        let seeds = source.seeds(ladder, 0..=u8::MAX)?;
        target.add_seeds(&seeds)?;
    }
    target.copy_levels(source)?;
    let (mut copied, has_books) = (0, !source.books()?.is_empty());
    for batch in source.batches()? {
        let mut own = batch.clone();
        own.id = target.new_batch(&batch)?;
        if own.id != batch.id {
            return Err(differs("other ids of batches"));
        }
        own.issued = 0;
        while own.issued < batch.issued {
            if control.is_stopped() {
                return Err(Error::Stopped);
            }
            let mut puzzles = source.issued_range(batch.id, own.issued + 1, CHUNK)?;
            if !target.commit(&mut own, &mut puzzles)?.is_empty() || puzzles.is_empty() {
                return Err(differs("a puzzle twice"));
            }
            copied += puzzles.len() as u64;
            control.done(copied);
        }
    }
    if has_books {
        copy_books(source, target)?;
    }
    target.append(0, &source.events()?)?;
    // After books and events, which take no void puzzle.
    for batch in source.batches()? {
        if batch.void > 0 {
            let of_batch = source.issued(batch.id).collect::<Result<Vec<_>, _>>()?;
            let void = of_batch.iter().filter(|issued| issued.void);
            let void: Vec<_> = void.map(|issued| (issued.batch, issued.number)).collect();
            target.void(&void, true)?;
        }
        for _ in 0..batch.exports {
            target.count_export(&[batch.id])?;
        }
    }
    compare(source, target, &differs)?;
    Ok(counts)
}

fn copy_books(source: &Store, target: &Store) -> Result<(), Error> {
    let books = source.books()?;
    let mut places: Vec<Vec<Place>> = vec![Vec::new(); books.len()];
    for batch in source.batches()? {
        for issued in source.issued(batch.id) {
            let Issued { batch, number, .. } = issued?;
            for (book, place) in source.printed(batch, number)? {
                places[book.id as usize - 1].push(place);
            }
        }
    }
    for (book, places) in books.iter().zip(places) {
        target.record_book(book, &places)?;
        // Before the next, which is another book even if it is like this one.
        if book.void {
            target.void_book(book.id)?;
        }
    }
    Ok(())
}

/// Fails unless both have the same.
fn compare(source: &Store, target: &Store, differs: &dyn Fn(&str) -> Error) -> Result<(), Error> {
    let same = |is_same: bool, what| if is_same { Ok(()) } else { Err(differs(what)) };
    same(source.counts()? == target.counts()?, "other counts")?;
    for ladder in source.counts()?.gradings.keys() {
        let all = 0..=u8::MAX;
        same(source.seeds(ladder, all.clone())? == target.seeds(ladder, all)?, "other seeds")?;
    }
    same(source.seed_uses()? == target.seed_uses()?, "other uses of seeds")?;
    same(source.levels()? == target.levels()?, "other levels")?;
    same(source.books()? == target.books()?, "other books")?;
    same(source.events()? == target.events()?, "other events")?;
    let batches = source.batches()?;
    same(batches == target.batches()?, "other batches")?;
    for batch in batches {
        let (mut ours, mut theirs) = (source.issued(batch.id), target.issued(batch.id));
        loop {
            match (ours.next().transpose()?, theirs.next().transpose()?) {
                (None, None) => break,
                (ours, theirs) => same(ours == theirs, "other puzzles")?,
            }
        }
    }
    for entry in source.ledger().zip(target.ledger()) {
        same(entry.0? == entry.1?, "another ledger")?;
    }
    Ok(())
}
