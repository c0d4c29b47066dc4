//! [`Answer`]: everything known about a puzzle or an id.

use seeddb_ledger::rules::{books, events, ledger, seeds, texts};
use seeddb_ledger::{Issued, Store};

use super::by_id::issued_of;
use super::given::GivenAway;
use super::{AllSeries, Database, Error, Ids, IssuedWithId, Run};
use crate::board::{CellSet, Puzzle};
use crate::logic::grade;
use crate::rating::hsolve;
use crate::rating::levels::Facts;
use crate::record::{Book, Entry, Grading, Place, Seed};
use crate::symmetry::{Id, Key};

/// The subject of a query.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Question {
    /// A puzzle, in any of its equivalent forms.
    Puzzle(Puzzle),
    /// The id of a puzzle or a seed.
    Id(Id),
}

/// A puzzle with the facts about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The puzzle, in the recorded form.
    pub puzzle: Puzzle,
    /// The highest tier needed to solve it.
    pub tier: u8,
    /// m(B); `None` where the ladder has none.
    pub score: Option<f64>,
    /// The level on its label; for puzzles without one, the first matching level of the table.
    pub level: Option<String>,
    /// Cells unsolved in the stuck state.
    pub reserved: CellSet,
    /// Its role in this database.
    pub role: Role,
}

/// The role of a puzzle in a database.
#[derive(Clone, PartialEq, Debug)]
pub enum Role {
    /// An issued puzzle and its uses.
    Issued(IssuedWithId, Uses),
    /// A seed with its grading by the ladder of the database.
    Seed(Seed, Id, Grading),
    /// Printed elsewhere: this batch entered only its key.
    Elsewhere(u32),
    /// None of these: the database does not have it.
    Stranger,
}

/// The uses of an issued puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Uses {
    /// The books that it is printed in, by id.
    pub books: Vec<(Book, Place)>,
    /// The days on which it runs or ran, oldest entry first.
    pub runs: Vec<Run>,
    /// The notes on it, oldest first.
    pub notes: Vec<String>,
    /// The recipient of its batch, if that was given away.
    pub given_to: Option<String>,
}

impl Database {
    /// Returns the facts about a puzzle, or an id: as an issued puzzle, as a seed, or both; a
    /// puzzle that is neither is rated. Issued ones are verified against the ledger.
    ///
    /// # Errors
    /// [`Error::NotHere`] for an unknown id, [`Error::Ungraded`] for a seed without a grading;
    /// failures of the store.
    pub fn show(&self, question: &Question) -> Result<Vec<Answer>, Error> {
        let store = self.read()?;
        let (issued, seeds) = find(&store, question)?;
        store.confirm(&issued)?;
        let levels = store.read(texts::levels)?;
        let level = |puzzle: &Puzzle, tier, score| {
            let facts = Facts::graded(self.ladder(), puzzle, tier, score);
            levels.of(&facts).map(|level| level.name.clone())
        };
        let mut known = Vec::new();
        let mut ids = Ids::default();
        let all_series = if issued.is_empty() {
            AllSeries::default()
        } else {
            AllSeries::of(&store.read(events::all)?)
        };
        let given = GivenAway::of(&store, &all_series)?;
        for named in ids.name(&store, issued)? {
            let Entry { puzzle, tier, score, batch, number, .. } = *named.issued;
            known.push(Answer {
                puzzle,
                tier,
                score,
                level: named.issued.level.clone(),
                reserved: grade(self.ladder(), &puzzle).reserved(),
                role: Role::Issued(
                    named,
                    Uses {
                        books: store.read(|from| books::of_puzzle(from, (batch, number)))?,
                        runs: all_series.of_puzzle((batch, number)).cloned().collect(),
                        notes: all_series.notes((batch, number)).to_vec(),
                        given_to: given.to((batch, number)).map(str::to_owned),
                    },
                ),
            });
        }
        for seed in seeds {
            let grading = seed.grading(self.ladder().id()).ok_or(Error::Ungraded)?;
            let (tier, mean) = (grading.tier, grading.score.map(|score| score.mean));
            known.push(Answer {
                puzzle: seed.puzzle,
                tier,
                score: mean,
                level: level(&seed.puzzle, tier, mean),
                reserved: grading.reserved,
                role: Role::Seed(seed.clone(), ids.seed(&store, seed.key)?, grading.clone()),
            });
        }
        let elsewhere = match question {
            Question::Puzzle(puzzle) => store.read(|from| ledger::place(from, Key::of(puzzle)))?,
            Question::Id(_) => None,
        };
        let role = match elsewhere {
            Some((batch, 0)) => Some(Role::Elsewhere(batch)),
            _ => known.is_empty().then_some(Role::Stranger),
        };
        if let (Question::Puzzle(puzzle), Some(role)) = (question, role) {
            let grade = grade(self.ladder(), puzzle);
            let mean = hsolve::score(self.ladder(), puzzle, &grade).map(|score| score.mean);
            known.push(Answer {
                puzzle: *puzzle,
                tier: grade.tier,
                score: mean,
                level: level(puzzle, grade.tier, mean),
                reserved: grade.reserved(),
                role,
            });
        }
        Ok(known)
    }
}

/// Returns the issued puzzles and the seeds in question.
fn find(store: &Store, question: &Question) -> Result<(Vec<Issued>, Vec<Seed>), Error> {
    match question {
        Question::Puzzle(puzzle) => {
            let key = Key::of(puzzle);
            let issued = store.issued_puzzle(key)?.into_iter().collect();
            Ok((issued, store.read(|from| seeds::of_key(from, key))?.into_iter().collect()))
        }
        Question::Id(id) if !id.is_seed() => Ok((issued_of(store, *id)?, Vec::new())),
        Question::Id(id) => {
            let mut seeds = store.read(|from| seeds::of_prefix(from, id.prefix()))?;
            seeds.retain(|seed| id.matches(seed.key));
            if seeds.is_empty() { Err(Error::NotHere(*id)) } else { Ok((Vec::new(), seeds)) }
        }
    }
}
