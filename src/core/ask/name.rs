//! [`Name`]: a technique as one types it.

use std::fmt;
use std::str::FromStr;

use crate::logic::{Ladder, Technique};
use crate::rating::se::names;

/// The name of a technique of the tiers or of Sudoku Explainer, in small letters with hyphens: `xy-wing`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name(String);

/// In small letters, with hyphens.
pub fn plain(name: &str) -> String {
    name.trim().to_lowercase().replace(['(', ')'], "").replace(' ', "-")
}

impl Name {
    /// The technique of a ladder that has this name.
    pub fn of_tiers(&self, ladder: &Ladder) -> Option<Technique> {
        ladder.techniques().find(|technique| plain(technique.name()) == self.0)
    }

    /// Whether a technique of Sudoku Explainer has this name.
    pub fn is_of_explainer(&self) -> bool {
        names().contains(&self.0)
    }

    /// Whether a technique that the program has in its tiers has this name.
    pub(super) fn is_built_in(&self) -> bool {
        Technique::BUILT_IN.iter().any(|technique| plain(technique.name()) == self.0)
    }
}

impl From<Technique> for Name {
    fn from(technique: Technique) -> Self {
        Self(plain(technique.name()))
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// Not the name of a technique.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no technique {0}; there are {of_tiers}, and in Sudoku Explainer {of_explainer}",
    of_tiers = Technique::BUILT_IN.map(|technique| plain(technique.name())).join(", "),
    of_explainer = names().join(", "))]
pub struct UnknownTechnique(String);

impl FromStr for Name {
    type Err = UnknownTechnique;

    /// With blanks or hyphens, in capitals or not.
    fn from_str(text: &str) -> Result<Self, UnknownTechnique> {
        let name = Self(plain(text));
        if name.is_built_in() || name.is_of_explainer() {
            Ok(name)
        } else {
            Err(UnknownTechnique(text.to_owned()))
        }
    }
}
