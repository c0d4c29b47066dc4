//! Databases as records: read from one, made from them, or updated from them
//! ([`loader`](super::rules::loader)).

use std::path::Path;

use super::engine::Abort;
use super::moved::{Moved, Part};
use super::record_groups::RecordGroup;
use super::rules::loader::{Loader, Policy, enter_all};
use super::rules::{batches, copy, pieces, seed_cursor, texts};
use super::salvage::{Recovered, Starter};
use super::{Store, StoreError};

/// An ordered source of the [pieces](RecordGroup) of a new database.
pub trait RecordSource {
    /// The error of reading the pieces or making the database.
    type Error: From<StoreError>;

    /// Restarts at the first piece: a write is repeated after a lost connection to a server.
    fn rewind(&mut self) -> Result<(), Self::Error>;

    /// Returns the next piece; `None` after the last.
    fn next(&mut self) -> Result<Option<RecordGroup>, Self::Error>;

    /// Returns the error for record `at` (counted from 0) of the last piece, which is impossible.
    fn refused(&self, at: usize, error: StoreError) -> Self::Error;
}

/// Whether the error is about the records rather than the place of the database.
fn is_about_content(error: &StoreError) -> bool {
    matches!(
        error,
        StoreError::Impossible(_)
            | StoreError::TooLong(_)
            | StoreError::Ungraded
            | StoreError::NoBatch(_)
            | StoreError::NoBook(_)
            | StoreError::NotIssued(..)
            | StoreError::Void(..)
            | StoreError::PrintedTwice(..)
            | StoreError::BatchFull(_)
            | StoreError::NotOwn { .. }
            | StoreError::Overtaken
    )
}

/// A newer copy of a database, with records that its backup lacks.
enum Newer<'a> {
    Sound(&'a Store),
    Damaged(&'a Path, Starter<'a>),
    /// The file cannot be read.
    Unreadable(&'a Path),
}

/// Whether the error means that the file at `path` cannot be read.
fn is_of(error: &StoreError, path: &Path) -> bool {
    match error {
        StoreError::Damaged { path: of, .. }
        | StoreError::Engine { path: of, .. }
        | StoreError::NoRoom { path: of, .. }
        | StoreError::Refused { path: of, .. }
        | StoreError::Io { path: of, .. }
        | StoreError::NotADatabase { path: of, .. } => of == path,
        // Records that cannot be right count as unreadable.
        StoreError::Newer { .. } | StoreError::Impossible(_) => true,
        _ => false,
    }
}

/// Returns the result of a write. `moved` is set if it reached its end; `Ok(None)` after a stop.
fn outcome<E: From<StoreError>>(
    done: Result<bool, StoreError>,
    failure: Option<E>,
    moved: Option<Moved>,
    is_stopped: bool,
) -> Result<Option<Moved>, E> {
    match (failure, done) {
        (Some(failure), _) => Err(failure),
        (None, _) if is_stopped => Ok(None),
        (None, Err(error)) if moved.is_none() || !matches!(error, StoreError::Overtaken) => {
            Err(error.into())
        }
        (None, _) => Ok(moved),
    }
}

impl Store {
    /// Passes the whole content of one snapshot to `take`, which returns whether to go on; returns
    /// `false` if it stopped. A file is copied first if there is room beside it, so that others
    /// wait only for the copying.
    ///
    /// # Errors
    /// As `hand_out`.
    pub fn pieces(&self, take: &mut dyn FnMut(RecordGroup) -> bool) -> Result<bool, StoreError> {
        self.hand_out(&mut |from| pieces::all(from, true, take))
    }

    /// Creates the database from these pieces in one commit, or, for a trial, reports what would be
    /// entered. `told` receives the number of puzzles entered so far and returns whether to go on.
    /// Returns `None` if it stops; nothing is created then.
    ///
    /// # Errors
    /// [`StoreError::There`] if the target exists; those of `pieces`; failures of the engine. The
    /// target is unchanged then.
    pub fn load<P: RecordSource>(
        &self,
        pieces: &mut P,
        is_trial: bool,
        told: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Moved>, P::Error> {
        let (mut failure, mut moved, mut is_stopped) = (None, None, false);
        let (path, is_shared) = (self.path(), self.is_shared());
        let made = self.fill_whole(|to| {
            let mut fail = |error: P::Error| {
                failure = Some(error);
                Abort::Store(StoreError::Overtaken)
            };
            pieces.rewind().map_err(&mut fail)?;
            let mut loader = Loader::new(Policy::New, is_shared, &path, to)?;
            let mut is_begun = false;
            while let Some(piece) = pieces.next().map_err(&mut fail)? {
                if matches!(piece, RecordGroup::Whole(_)) == is_begun {
                    let what = "what the database is comes first, and once".to_owned();
                    return Err(fail(pieces.refused(0, StoreError::Impossible(what))));
                }
                is_begun = true;
                // The law: every puzzle in a ledger was proved.
                let proved = match &piece {
                    RecordGroup::Puzzles(puzzles) => loader.prove(puzzles),
                    _ => Ok(()),
                };
                proved.and_then(|()| loader.take(to, piece)).map_err(|fault| match fault {
                    Abort::Store(error) if is_about_content(&error) => {
                        fail(pieces.refused(loader.at, error))
                    }
                    fault => fault,
                })?;
                is_stopped = !told(loader.looked_at);
                if is_stopped {
                    return Ok(false);
                }
            }
            loader.finish(to).map_err(|fault| match fault {
                Abort::Store(error) if is_about_content(&error) => fail(pieces.refused(0, error)),
                fault => fault,
            })?;
            moved = Some(loader.moved);
            Ok(!is_trial)
        });
        outcome(made, failure, moved, is_stopped)
    }

    /// Creates the database from the readable part of the damaged file at `broken`, in one commit.
    /// `told` receives the number of bytes read, later of puzzles proved and entered, and returns
    /// whether to continue. Returns `None` if it stops; nothing is created then.
    ///
    /// # Errors
    /// [`StoreError::There`] if the target exists; [`StoreError::NotADatabase`] if nothing is
    /// found; failures of the engine. The target is unchanged then.
    pub fn salvage(
        &self,
        broken: &Path,
        starter: Starter<'_>,
        told: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Moved>, StoreError> {
        if self.exists()? {
            return Err(StoreError::There(self.path()));
        }
        let Some(found) = Recovered::of(broken, starter, true, told)? else { return Ok(None) };
        let (mut moved, is_shared) = (None, self.is_shared());
        let made = self.fill_whole(|to| {
            let mut loader = Loader::new(Policy::New, is_shared, broken, to)?;
            let is_whole = found.enter(&mut loader, to, told)?;
            moved = Some(loader.moved);
            Ok(is_whole)
        })?;
        let Some(mut moved) = moved.filter(|_| made) else { return Ok(None) };
        // Batches of which no record was found.
        if let Some(marks) = self.marks().map(|marks| marks.at(broken))
            && let Some(older) = self.read(|from| marks.missing(from))?
        {
            let words =
                format!("{}: they left no trace, and a mark knows of them", older.missing());
            moved.miss(Part::Puzzles, None, Some(older.puzzles), words);
            moved.missing.sort_by_key(|missing| (missing.part, missing.id));
            self.write_aside(|to| texts::add_loss(to, &moved.missing))?;
        }
        Ok(Some(moved))
    }

    /// Copies all rows of this backup to a new database that is not a backup, and adds everything
    /// readable from a newer copy, which is [salvaged](Self::salvage) if damaged. Returns `None` if
    /// `told` stops it; nothing is created then, nor by a trial.
    ///
    /// # Errors
    /// Failures of the engines, and [`StoreError::There`] if the target exists. Errors of reading
    /// the newer copy are not returned: unreadable records are reported as missing.
    pub fn copy_back(
        &self,
        target: &Self,
        newer: Option<(&Self, bool, Starter<'_>)>,
        is_trial: bool,
        told: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Moved>, StoreError> {
        let Some((store, opens, starter)) = newer else {
            return self.catch_up(target, None, is_trial, told);
        };
        let path = store.path();
        let ways = [Newer::Sound(store), Newer::Damaged(&path, starter)];
        for way in &ways[usize::from(!opens)..] {
            match self.catch_up(target, Some(way), is_trial, told) {
                Err(error) if is_of(&error, &path) => {}
                moved => return moved,
            }
        }
        self.catch_up(target, Some(&Newer::Unreadable(&path)), is_trial, told)
    }

    fn catch_up(
        &self,
        target: &Self,
        newer: Option<&Newer<'_>>,
        is_trial: bool,
        told: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Moved>, StoreError> {
        let recovered = match newer {
            Some(Newer::Damaged(path, starter)) => {
                match Recovered::of(path, *starter, false, told)? {
                    None => return Ok(None),
                    recovered => recovered,
                }
            }
            _ => None,
        };
        let source = match newer {
            Some(Newer::Sound(store)) => store.path(),
            Some(Newer::Damaged(path, _) | Newer::Unreadable(path)) => (*path).to_owned(),
            None => self.path(),
        };
        let (issued, is_shared) = (self.read(seed_cursor::counts)?.issued, target.is_shared());
        let (mut moved, mut is_stopped) = (None, false);
        let made = target.fill_whole(|to| {
            is_stopped = !self.read(|from| copy::all(from, to, told))?;
            if is_stopped {
                return Ok(false);
            }
            if let Some(made) = texts::backup(to)? {
                texts::unset_backup(to)?;
                texts::set_backed_up(to, (made, issued))?;
            }
            texts::set_superseded(to, None)?;
            let mut loader = Loader::new(Policy::CatchUp, is_shared, &source, to)?;
            is_stopped = !match (newer, &recovered) {
                (_, Some(found)) => found.enter(&mut loader, to, told)?,
                (Some(Newer::Sound(store)), _) => {
                    let mut done = Ok(true);
                    // Errors of this store must not pass through the other store's engine.
                    store.read(|from| {
                        done = enter_all(&mut loader, to, from, told);
                        Ok(())
                    })?;
                    done?
                }
                _ => {
                    if let Some(Newer::Unreadable(path)) = newer {
                        let path = path.display();
                        let words = format!("nothing can be read of {path}: all since the backup");
                        loader.moved.miss(Part::File, None, None, words);
                    }
                    loader.finish(to)?;
                    true
                }
            };
            moved = Some(loader.moved);
            texts::next_generation(to, target.token()?)?;
            Ok(!is_stopped && !is_trial)
        });
        outcome(made, None, moved, is_stopped)
    }

    /// Adds the batches, puzzles, keys, books and events of another database in one transaction,
    /// or, for a trial, reports the records that would be added. `told` receives the number of
    /// puzzles examined and returns whether to continue. Returns `None` if it stops; nothing is
    /// changed then.
    ///
    /// # Errors
    /// [`StoreError::NotOwn`] for puzzles of another partition; [`StoreError::Damaged`] for either
    /// database; failures of the engines. Nothing is changed then.
    pub fn merge(
        &self,
        theirs: &Self,
        is_trial: bool,
        told: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Moved>, StoreError> {
        let (path, is_shared) = (theirs.path(), self.is_shared());
        let (mut moved, mut is_stopped) = (None, false);
        let merged = self.bringing_in().write_issuing(|to| {
            let (mut done, mut loader) =
                (Ok(true), Loader::new(Policy::Merge, is_shared, &path, to)?);
            // Errors of this store must not pass through the other store's engine.
            theirs.read(|from| {
                done = enter_all(&mut loader, to, from, told);
                Ok(())
            })?;
            is_stopped = !done?;
            if is_stopped || is_trial {
                moved = Some(loader.moved);
                // Ends a transaction that is not to be committed.
                return Err(StoreError::Overtaken.into());
            }
            let touched = loader.touched.map(|id| batches::find(to, id)).transpose()?;
            moved = Some(loader.moved);
            Ok(((), touched))
        });
        outcome(merged.map(|()| true), None, moved, is_stopped)
    }
}
