//! The level table of a database, and the seeds of each level.

use rayon::prelude::*;
use seeddb_ledger::rules::{seeds, texts};

use super::{Database, Error};
use crate::rating::levels::{Facts, LevelTable};
use crate::record::Seed;

/// The seeds that a level of a table matches.
#[derive(Clone, PartialEq, Debug)]
pub struct Taken {
    /// The level; `None` for seeds that no level matches.
    pub level: Option<String>,
    /// The number of seeds that it matches.
    pub seeds: u64,
    /// Their least and greatest number of clues.
    pub clues: Option<(usize, usize)>,
    /// Their least and greatest m(B).
    pub scores: Option<(f64, f64)>,
    /// The number of seeds that may give puzzles of the level, by tier and recorded scores.
    pub givers: u64,
}

impl Database {
    /// Returns the level table; without a database, that of a new one, which is not created.
    pub fn levels(&self) -> Result<LevelTable, Error> {
        match self.read_if_there()? {
            Some(store) => Ok(store.read(texts::levels)?),
            None => Ok(LevelTable::default()),
        }
    }

    /// Returns the level table of an existing database.
    pub fn own_levels(&self) -> Result<LevelTable, Error> {
        Ok(self.read()?.read(texts::levels)?)
    }

    /// Sets the level table.
    pub fn set_levels(&self, levels: &LevelTable) -> Result<(), Error> {
        Ok(self.write()?.write(|to| texts::set_levels(to, levels))?)
    }

    /// Resets the level table to the default.
    pub fn reset_levels(&self) -> Result<(), Error> {
        Ok(self.write()?.write(|to| texts::set_levels(to, &LevelTable::default()))?)
    }

    /// Returns the seeds that each level of a table matches; the last entry has those that none
    /// matches.
    pub fn taken(&self, levels: &LevelTable) -> Result<Vec<Taken>, Error> {
        let (ladder, id) = (self.ladder(), self.ladder().id());
        let seeds = self.read()?.read(|from| seeds::graded(from, id, ladder.tiers()))?;
        let place = |seed: &Seed| {
            let grading = seed.grading(id)?;
            let score = grading.score.map(|score| score.mean);
            levels.place(&Facts::graded(ladder, &seed.puzzle, grading.tier, score))
        };
        let places: Vec<Option<usize>> = seeds.par_iter().map(place).collect();
        let taken = |at: Option<usize>, level: Option<String>, givers| {
            let own = seeds.iter().zip(&places).filter(|(_, place)| **place == at);
            let mut taken = Taken { level, seeds: 0, clues: None, scores: None, givers };
            for (seed, _) in own {
                taken.seeds += 1;
                taken.clues = widened(taken.clues, Some(seed.puzzle.clues().len()));
                let score = seed.grading(id).and_then(|grading| grading.score);
                taken.scores = widened(taken.scores, score.map(|score| score.mean));
            }
            taken
        };
        let mut all = Vec::new();
        for (place, target) in levels.targets(ladder).iter().enumerate() {
            let can_give = |seed: &&Seed| {
                let grading = seed.grading(id);
                grading.is_some_and(|grading| target.may_admit(grading.tier, grading.scores))
            };
            let givers = seeds.iter().filter(can_give).count() as u64;
            all.push(taken(Some(place), Some(target.level().name.clone()), givers));
        }
        all.push(taken(None, None, 0));
        Ok(all)
    }
}

/// Widens a range to include a value.
fn widened<T: PartialOrd + Copy>(range: Option<(T, T)>, value: Option<T>) -> Option<(T, T)> {
    let Some(value) = value else { return range };
    let (least, greatest) = range.unwrap_or((value, value));
    Some((
        if value < least { value } else { least },
        if value > greatest { value } else { greatest },
    ))
}
