//! [`Tier`]: the techniques of a tier, with precomputed short cuts for its users.

use super::technique::Size;
use super::technique::Technique::{
    self, Assumption, Fish, Hidden, HiddenSingle, Locked, Naked, NakedSingle,
};

/// A tier that has techniques.
#[derive(Clone, Debug)]
pub struct Tier {
    pub rows: Vec<Technique>,
    /// The techniques that a closure which fills singles has to search for: not singles, nor locked
    /// candidates, which it propagates with them.
    pub swept: Vec<Technique>,
    /// If all its techniques are singles, their number: in a state without singles, each checks all
    /// open cells in vain.
    pub singles: Option<usize>,
    /// The techniques of this tier and all below it.
    pub all: UpTo,
}

/// The techniques of all tiers up to one.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is an answer to a question of its own")]
pub struct UpTo {
    /// Naked and hidden singles.
    pub singles: bool,
    /// Locked candidates.
    pub locked: bool,
    /// Subsets of all sizes: two to four are enough, since of nine things either n or the other 9 -
    /// n are at most four.
    pub subsets: bool,
    /// Fish of all sizes: two to four are enough, as for subsets.
    pub fish: bool,
    /// Assumptions.
    pub assumptions: bool,
    /// Anything besides singles and locked candidates.
    pub swept: bool,
}

impl Tier {
    /// Creates a tier with these techniques, the last of `all`.
    pub fn new(rows: &[Technique], all: &[Technique]) -> Self {
        let is_single = |row: &&Technique| matches!(row, NakedSingle | HiddenSingle);
        Self {
            rows: rows.to_vec(),
            swept: rows.iter().copied().filter(is_swept).collect(),
            singles: rows.iter().all(|row| is_single(&row)).then_some(rows.len()),
            all: UpTo::of(all),
        }
    }
}

/// Whether propagation does not cover the technique.
fn is_swept(technique: &Technique) -> bool {
    !matches!(technique, NakedSingle | HiddenSingle | Locked)
}

impl UpTo {
    fn of(all: &[Technique]) -> Self {
        let has = |technique| all.contains(&technique);
        let sizes = |of: fn(Size) -> Technique| Size::ALL.into_iter().all(|size| has(of(size)));
        let singles = has(NakedSingle) && has(HiddenSingle);
        Self {
            singles,
            locked: has(Locked),
            subsets: sizes(Naked) && sizes(Hidden),
            fish: sizes(Fish),
            assumptions: has(Assumption),
            swept: all.iter().any(is_swept),
        }
    }
}
