//! Databases made of records, or brought up to date by them: see [`loader`](super::rules::loader).

use std::path::Path;

use super::engine::Fault;
use super::moved::{Moved, Part};
use super::pieces::Piece;
use super::rules::loader::{Loader, Policy, enter_all};
use super::rules::{batches, cards, copy, texts};
use super::salvage::{Recovered, Starter};
use super::{Store, StoreError};

/// Where the [pieces](Piece) of a new database come from, in their order.
pub trait Pieces {
    /// Why there are no more, or why the database was not made.
    type Error: From<StoreError>;

    /// Begins at the first one, also if some were read: a write is begun again where the connection to a server was lost.
    fn rewind(&mut self) -> Result<(), Self::Error>;

    /// The next one; none after the last.
    fn next(&mut self) -> Result<Option<Piece>, Self::Error>;

    /// What is wrong with the place `at` of the last piece, as no database can have it.
    fn refused(&self, at: usize, error: StoreError) -> Self::Error;
}

/// Whether it is about what was to be kept, and not about where.
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

/// Records of a newer copy of a database, that a backup of it lacks.
enum Newer<'a> {
    Sound(&'a Store),
    Damaged(&'a Path, Starter<'a>),
    /// Nothing of it can be read.
    Unreadable(&'a Path),
}

/// Whether the error is that the file at `path` does not read.
fn is_of(error: &StoreError, path: &Path) -> bool {
    match error {
        StoreError::Damaged { path: of, .. }
        | StoreError::Engine { path: of, .. }
        | StoreError::NoRoom { path: of, .. }
        | StoreError::Refused { path: of, .. }
        | StoreError::Io { path: of, .. }
        | StoreError::NotADatabase { path: of, .. } => of == path,
        // What of it cannot be is no better.
        StoreError::Newer { .. } | StoreError::Impossible(_) => true,
        _ => false,
    }
}

/// What ends a change that came to its end, and is not to be done.
fn undone() -> Fault {
    Fault::Store(StoreError::Overtaken)
}

/// What came of a change of which `whole` says whether it was done: `moved` is there unless it was stopped.
fn outcome<E: From<StoreError>>(
    done: Result<bool, StoreError>,
    failure: Option<E>,
    moved: Option<Moved>,
    is_stopped: bool,
) -> Result<Option<Moved>, E> {
    match (failure, done) {
        (Some(failure), _) => Err(failure),
        (None, _) if is_stopped => Ok(None),
        (None, Err(error)) if moved.is_none() => Err(error.into()),
        (None, Err(error)) if !matches!(error, StoreError::Overtaken) => Err(error.into()),
        (None, _) => Ok(moved),
    }
}

impl Store {
    /// Makes the database of these pieces, in one commit, or, for a trial, says what would come; `told` hears how many puzzles are entered,
    /// and says whether to go on. None if it does not: then nothing is there.
    ///
    /// # Errors
    /// [`StoreError::There`] if there is something; those of `pieces`; failures of the engine. Nothing is there then, or what was
    /// there.
    pub fn load<P: Pieces>(
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
                Fault::Store(StoreError::Overtaken)
            };
            pieces.rewind().map_err(&mut fail)?;
            let mut loader = Loader::new(Policy::New, is_shared, &path, to)?;
            let mut is_begun = false;
            while let Some(piece) = pieces.next().map_err(&mut fail)? {
                if matches!(piece, Piece::Whole(_)) == is_begun {
                    let what = "what the database is comes first, and once".to_owned();
                    return Err(fail(pieces.refused(0, StoreError::Impossible(what))));
                }
                is_begun = true;
                // The law: what is in a ledger was proved.
                let proved = match &piece {
                    Piece::Puzzles(puzzles) => loader.prove(puzzles),
                    _ => Ok(()),
                };
                proved.and_then(|()| loader.take(to, piece)).map_err(|fault| match fault {
                    Fault::Store(error) if is_about_content(&error) => {
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
                Fault::Store(error) if is_about_content(&error) => fail(pieces.refused(0, error)),
                fault => fault,
            })?;
            moved = Some(loader.moved);
            Ok(!is_trial)
        });
        outcome(made, failure, moved, is_stopped)
    }

    /// Makes the database of what is found in the file at `broken`, whatever became of it, in one commit; `told` hears how many bytes
    /// were read, then how many puzzles are proved and entered, and says whether to go on. None if it does not: then nothing is there.
    ///
    /// # Errors
    /// [`StoreError::There`] if there is something; [`StoreError::NotADatabase`] if nothing is found; failures of the engine. Nothing is
    /// there then, or what was there.
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
        // Batches that left no trace.
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

    /// Copies all rows of this backup to a place where no database is yet, as a database that is no backup, and brings in all that a newer
    /// copy has, as far as it can be read: as [`salvage`](Self::salvage) does if it is damaged. None if `told` does not want to go on:
    /// then nothing is there, as after a trial.
    ///
    /// # Errors
    /// As [`copy_to`](Self::copy_to), but for those of the newer copy.
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
        let (issued, is_shared) = (self.read(cards::counts)?.issued, target.is_shared());
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
                    // Their engine is not to hear of what this one failed at.
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

    /// Brings the batches, puzzles, keys, books and events of another database into this one, as one change, or, for a trial, says what
    /// would come. `told` hears how many puzzles were looked at, and says whether to go on: none if it does not, and nothing is changed
    /// then.
    ///
    /// # Errors
    /// [`StoreError::NotOwn`] of what a partition may not have; [`StoreError::Damaged`] of either; failures of the engines. Nothing is
    /// changed then.
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
            // Their engine is not to hear of what this one failed at.
            theirs.read(|from| {
                done = enter_all(&mut loader, to, from, told);
                Ok(())
            })?;
            is_stopped = !done?;
            if is_stopped || is_trial {
                moved = Some(loader.moved);
                return Err(undone());
            }
            let touched = loader.touched.map(|id| batches::find(to, id)).transpose()?;
            moved = Some(loader.moved);
            Ok(((), touched))
        });
        outcome(merged.map(|()| true), None, moved, is_stopped)
    }
}
