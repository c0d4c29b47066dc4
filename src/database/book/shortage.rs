//! [`Shortage`]: a section of a book without enough puzzles.

use seeddb_core::error::{Data, Datum, Fact, Suggestion};

use crate::Part;

/// A section without enough puzzles.
#[derive(Clone, PartialEq, Debug)]
pub struct Shortage {
    /// Its index among the sections, from 0.
    pub section: usize,
    /// The requested puzzles.
    pub part: Part,
    /// The number of puzzles requested.
    pub asked: u32,
    /// The number of puzzles missing.
    pub missing: u32,
}

impl Shortage {
    /// Returns suggested remedies.
    pub fn cures(&self) -> Vec<Suggestion> {
        let tier = self.part.ask.tier.as_ref().map(|tiers| *tiers.end());
        vec![
            Suggestion::MineMore { tier, symmetry: self.part.ask.symmetry },
            Suggestion::AskForFewer,
        ]
    }
}

impl Fact for Shortage {
    fn datum(&self) -> Option<Datum> {
        Some(Datum::Object(Data::from([
            ("section", (self.section + 1).into()),
            ("level", self.part.level.clone().unwrap_or_default().into()),
            ("asked", self.asked.into()),
            ("missing", self.missing.into()),
        ])))
    }
}
