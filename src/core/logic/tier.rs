//! [`Tier`]: the techniques of a tier, with what the readers of a ladder take as short cuts worked out once.

use super::technique::Size;
use super::technique::Technique::{
    self, Assumption, Fish, Hidden, HiddenSingle, Locked, Naked, NakedSingle,
};

/// A tier that has techniques.
#[derive(Clone, Debug)]
pub struct Tier {
    pub rows: Vec<Technique>,
    /// Those of them that a closure which fills singles has to look for: not the singles, nor
    /// locked candidates, which it removes together with them.
    pub swept: Vec<Technique>,
    /// If all its techniques are singles, how many: where no single is left, each looks at all open
    /// cells in vain.
    pub singles: Option<usize>,
    /// What this tier and all below it have.
    pub all: UpTo,
}

/// What all tiers up to one have together.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is an answer to a question of its own")]
pub struct UpTo {
    /// Naked and hidden singles.
    pub singles: bool,
    /// Locked candidates.
    pub locked: bool,
    /// Subsets of all sizes: those of two to four do it, since of nine things either n or the 9 - n
    /// others are so few.
    pub subsets: bool,
    /// Fish of all sizes, of which those of two to four do it as with subsets.
    pub fish: bool,
    /// Assumptions.
    pub assumptions: bool,
    /// Anything besides singles and locked candidates.
    pub swept: bool,
}

impl Tier {
    /// The tier with these techniques, the last of `all`.
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

/// Whether propagation does not do it.
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
