//! [`Shortage`]: what is missing for a book.

use seeddb_core::error::{Cure, Data, Datum, Fact};

use crate::database::Part;

/// A section for which there are too few puzzles.
#[derive(Clone, PartialEq, Debug)]
pub struct Shortage {
    /// Its place among the sections, from 0.
    pub section: usize,
    /// What its puzzles are to be.
    pub part: Part,
    /// How many were asked for.
    pub asked: u32,
    /// How many are missing.
    pub missing: u32,
}

impl Shortage {
    /// What could help against it.
    pub fn cures(&self) -> Vec<Cure> {
        let tier = self.part.ask.tier.as_ref().map(|tiers| *tiers.end());
        vec![Cure::MineMore { tier, symmetry: self.part.ask.symmetry }, Cure::AskForFewer]
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
