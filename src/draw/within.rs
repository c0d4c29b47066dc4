//! [`within`]: what is wished for, as a level allows it.

use std::ops::RangeInclusive;

use crate::rating::levels::Target;
use crate::refill::Wish;
use crate::symmetry::ClueSymmetry;

/// A wish that no puzzle of the level can meet.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Contradiction {
    /// The numbers of clues have none in common.
    #[error("level {level} takes {} clues, and {} are asked for", clues(takes), clues(asked))]
    Clues {
        /// The level.
        level: String,
        /// Its bound.
        takes: RangeInclusive<usize>,
        /// What is asked for.
        asked: RangeInclusive<usize>,
    },
    /// Neither symmetry has the other.
    #[error(
        "level {level} takes clues of symmetry {takes}, and {asked} is asked for: a draw has one symmetry"
    )]
    Symmetry {
        /// The level.
        level: String,
        /// Its bound.
        takes: ClueSymmetry,
        /// What is asked for.
        asked: ClueSymmetry,
    },
}

fn clues(range: &RangeInclusive<usize>) -> String {
    match (range.start(), range.end()) {
        (first, last) if first == last => first.to_string(),
        (0, last) => format!("up to {last}"),
        (first, last) => format!("{first} to {last}"),
    }
}

/// The wish with the bounds of the level. If nothing is said of the clues, and nothing else bounds them (`is_free`), they
/// are as many as is usual at the level.
///
/// ```
/// use seeddb::draw::within;
/// use seeddb::logic::Ladder;
/// use seeddb::rating::levels::LevelTable;
/// use seeddb::refill::Wish;
///
/// let table = LevelTable::default();
/// let beginner = table.target(&Ladder::default(), "beginner")?;
/// assert_eq!(within(&beginner, &Wish::default(), true)?.clues, Some(36..=45));
/// let wish = |clues| Wish { clues: Some(clues), ..Wish::default() };
/// assert_eq!(within(&beginner, &wish(30..=40), true)?.clues, Some(36..=40));
/// let error = within(&beginner, &wish(22..=24), true).unwrap_err().to_string();
/// assert_eq!(error, "level beginner takes 36 to 81 clues, and 22 to 24 are asked for");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If no puzzle can be both.
pub fn within(target: &Target, wish: &Wish, is_free: bool) -> Result<Wish, Contradiction> {
    let level = target.level();
    let bound = target.clues();
    let usual = level.usual_clues.clone().filter(|_| is_free && !wish.minimal);
    let clues = match (&bound, wish.clues.clone()) {
        (bound, None) => usual.or_else(|| bound.clone()),
        (None, asked) => asked,
        (Some(takes), Some(asked)) => {
            let both = *takes.start().max(asked.start())..=*takes.end().min(asked.end());
            if both.is_empty() {
                let (level, takes) = (level.name.clone(), takes.clone());
                return Err(Contradiction::Clues { level, takes, asked });
            }
            Some(both)
        }
    };
    // Who has the first has the second, too.
    let has = |one, other| {
        one == other
            || other == ClueSymmetry::None
            || (one, other) == (ClueSymmetry::Rot90, ClueSymmetry::Rot180)
    };
    let symmetry = match (level.symmetry, wish.symmetry) {
        (takes, asked) if has(asked, takes) => asked,
        (takes, asked) if has(takes, asked) => takes,
        (takes, asked) => {
            return Err(Contradiction::Symmetry { level: level.name.clone(), takes, asked });
        }
    };
    Ok(Wish { symmetry, clues, ..wish.clone() })
}
