//! The level table of a database, and what its levels take of the seeds.

use rayon::prelude::*;
use seeddb_ledger::rules::{seeds, texts};

use super::{Database, Error};
use crate::rating::levels::{Facts, LevelTable};
use crate::record::Seed;

/// What a level takes of the seeds.
#[derive(Clone, PartialEq, Debug)]
pub struct Taken {
    /// The level; none for the seeds that no level takes.
    pub level: Option<String>,
    /// How many seeds it names.
    pub seeds: u64,
    /// Least and greatest number of clues among them.
    pub clues: Option<(usize, usize)>,
    /// Least and greatest m(B) among them.
    pub scores: Option<(f64, f64)>,
    /// How many seeds may give puzzles of it, by tier and recorded scores.
    pub givers: u64,
}

impl Database {
    /// The level table; the one that a new database begins with if there is none, which is not made.
    pub fn levels(&self) -> Result<LevelTable, Error> {
        match self.read_if_there()? {
            Some(store) => Ok(store.read(texts::levels)?),
            None => Ok(LevelTable::default()),
        }
    }

    /// The level table of a database that must be there.
    pub fn own_levels(&self) -> Result<LevelTable, Error> {
        Ok(self.read()?.read(texts::levels)?)
    }

    /// Sets the level table.
    pub fn set_levels(&self, levels: &LevelTable) -> Result<(), Error> {
        Ok(self.write()?.write(|to| texts::set_levels(to, levels))?)
    }

    /// Takes the level table that a new database begins with.
    pub fn reset_levels(&self) -> Result<(), Error> {
        Ok(self.write()?.write(|to| texts::set_levels(to, &LevelTable::default()))?)
    }

    /// What each level of a table takes of the seeds of the database, and at last what none of them takes.
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

/// The least range with one more value in it.
fn widened<T: PartialOrd + Copy>(range: Option<(T, T)>, value: Option<T>) -> Option<(T, T)> {
    let Some(value) = value else { return range };
    let (least, greatest) = range.unwrap_or((value, value));
    Some((
        if value < least { value } else { least },
        if value > greatest { value } else { greatest },
    ))
}
