//! [`Which`]: the seeds that a list is of.

use std::ops::RangeInclusive;

use seeddb::database::DrawOptions;
use seeddb::record::{Origin, Seed};
use seeddb::refill::Wish;
use seeddb::symmetry::ClueSymmetry;

use crate::cli::terminal::ladder::grading;
use crate::cli::terminal::parse;

/// Flags that choose seeds.
#[derive(clap::Args, Debug)]
pub struct Which {
    /// Only seeds of this origin
    #[arg(long, value_name = "ORIGIN", value_parser = parse::origin())]
    origin: Option<Origin>,
    /// Only seeds with a score in this range, as 2000..4000
    #[arg(long, value_name = "LO..HI", value_parser = parse::scores)]
    score: Option<RangeInclusive<f64>>,
    /// Only seeds whose clues were mined with this symmetry
    #[arg(long, value_name = "SYMMETRY", value_parser = parse::named::<ClueSymmetry>(ClueSymmetry::ALL.map(ClueSymmetry::name)))]
    symmetry: Option<ClueSymmetry>,
}

impl Which {
    /// Whether all seeds are wanted.
    pub const fn is_all(&self) -> bool {
        self.origin.is_none() && self.score.is_none() && self.symmetry.is_none()
    }

    /// These bounds, as a draw would have them, and the others of `options`.
    pub fn bound(&self, options: DrawOptions) -> DrawOptions {
        let symmetry = self.symmetry.unwrap_or_default();
        let wish = Wish { symmetry, ..options.wish };
        DrawOptions { origin: self.origin, score: self.score.clone(), wish, ..options }
    }

    /// Whether a seed is one of them.
    pub fn takes(&self, seed: &Seed) -> bool {
        let score = || grading(seed)?.score.map(|score| score.mean);
        self.origin.is_none_or(|origin| seed.origin == origin)
            && self.symmetry.is_none_or(|symmetry| seed.symmetry == symmetry)
            && self.score.as_ref().is_none_or(|wanted| score().is_some_and(|s| wanted.contains(&s)))
    }
}
