//! [`Wishes`]: what puzzles are to be like, as flags; the same wherever puzzles are asked for.

use std::ops::RangeInclusive;

use seeddb::ask::keyed::Given;
use seeddb::ask::{Constraints, Name};
use seeddb::database::Part;
use seeddb::rating::er::Score;
use seeddb::rating::labels::Label;
use seeddb::rating::minutes::Scale;
use seeddb::record::Origin;
use seeddb::symmetry::ClueSymmetry;

use crate::cli::terminal::parse;

/// The ids of some flags, for others that do not go with them.
pub fn flags<A: clap::Args>() -> Vec<clap::Id> {
    let command = A::augment_args(clap::Command::new("flags"));
    command.get_arguments().map(|own| own.get_id().clone()).collect()
}

#[derive(clap::Args, Clone, Debug, Default)]
#[command(next_help_heading = "Techniques")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct Wishes {
    /// The top tier, 0 to 6, or a range of tiers
    #[arg(long, help_heading = "How hard", value_name = "T|LO..HI", value_parser = parse::tiers)]
    tier: Option<RangeInclusive<u8>>,
    /// The score, how much work it is: a range, or 300 for 300 to below 301
    #[arg(long, help_heading = "How hard", value_name = "S|LO..HI", value_parser = parse::scores, allow_hyphen_values = true)]
    score: Option<RangeInclusive<f64>>,
    /// The Sudoku Explainer rating (ER): one value as 7.2, or a range
    #[arg(long, help_heading = "How hard", value_name = "ER|LO..HI", value_parser = parse::ratings, allow_hyphen_values = true)]
    er: Option<RangeInclusive<Score>>,
    /// The estimated minutes of a solver: a range, or 8 for 8 to below 9
    #[arg(long, help_heading = "How hard", value_name = "M|LO..HI", value_parser = parse::minutes, allow_hyphen_values = true)]
    minutes: Option<RangeInclusive<f64>>,
    /// The minutes are of your own solvers: a file of `levels calibrate`
    #[arg(long, help_heading = "How hard", value_name = "FILE", value_parser = parse::scale)]
    scale: Option<Scale>,
    /// Labelled spike, tedious, bottleneck or steady, as by `rate --labels`
    #[arg(long, help_heading = "How hard", value_name = "LABEL,..", value_delimiter = ',')]
    label: Vec<Label>,
    /// Not labelled so
    #[arg(long, help_heading = "How hard", value_name = "LABEL,..", value_delimiter = ',')]
    not_label: Vec<Label>,
    /// The number of clues, or a range
    #[arg(long, help_heading = "Clues", value_name = "N|LO..HI", value_parser = parse::clues)]
    clues: Option<RangeInclusive<usize>>,
    /// The symmetry of the clues [default: none]
    #[arg(long, help_heading = "Clues", value_name = "SYMMETRY", value_parser = parse::named::<ClueSymmetry>(ClueSymmetry::ALL.map(ClueSymmetry::name)))]
    symmetry: Option<ClueSymmetry>,
    /// Only minimal puzzles: removing any clue would give a second solution
    #[arg(long, help_heading = "Clues")]
    minimal: bool,
    /// The hardest step's technique, of the tiers or of Sudoku Explainer
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    technique: Vec<Name>,
    /// With --technique: other steps may be harder
    #[arg(long, requires = "technique")]
    and_harder: bool,
    /// Techniques that the puzzle can be solved without, as "naked quad"
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', value_parser = parse::of_tiers)]
    without: Vec<Name>,
    /// The number of the hardest step, as `explain` counts
    #[arg(long, value_name = "N|LO..HI", value_parser = parse::hardest_at)]
    hardest_at: Option<RangeInclusive<usize>>,
    /// At least so many clues in each box
    #[arg(long, help_heading = "Clues", value_name = "N", default_value = "0", hide_default_value = true, value_parser = clap::value_parser!(u8).range(..=9))]
    min_givens_a_box: u8,
    /// Each of the nine digits is among the clues
    #[arg(long, help_heading = "Clues")]
    digits_all_present: bool,
    /// No step that relies on there being one solution (unique loops, BUG)
    #[arg(long)]
    no_uniqueness: bool,
    /// No step above 7.5 of Sudoku Explainer
    #[arg(long)]
    no_guessing: bool,
}

impl Wishes {
    pub fn constraints(&self) -> Constraints {
        Constraints {
            tier: self.tier.clone(),
            score: self.score.clone(),
            er: self.er.clone(),
            minutes: self.minutes.clone(),
            scale: self.scale,
            label: self.label.clone(),
            not_label: self.not_label.clone(),
            clues: self.clues.clone(),
            symmetry: self.symmetry.unwrap_or_default(),
            minimal: self.minimal,
            technique: self.technique.clone(),
            and_harder: self.and_harder,
            without: self.without.clone(),
            hardest_at: self.hardest_at.clone(),
            min_givens_a_box: self.min_givens_a_box,
            digits_all_present: self.digits_all_present,
            no_uniqueness: self.no_uniqueness,
            no_guessing: self.no_guessing,
        }
    }

    /// What was given of `part`, which has these constraints.
    pub fn given(&self, part: Part) -> Given<Part> {
        let mut given = Given::from(part);
        if self.symmetry == Some(ClueSymmetry::None) {
            // It says something where others say something else.
            given.keys.push("symmetry".to_owned());
        }
        given
    }
}

/// The kind of puzzles, or of seeds, that a list is of.
#[derive(clap::Args, Debug)]
pub struct PartArgs {
    /// A level of the table
    #[arg(long, value_name = "L")]
    level: Option<String>,
    /// Only seeds of this origin
    #[arg(long, value_name = "ORIGIN", value_parser = parse::origin())]
    origin: Option<Origin>,
    #[command(flatten)]
    wishes: Wishes,
}

impl PartArgs {
    pub fn part(&self) -> Part {
        let Self { level, origin, wishes } = self;
        Part { level: level.clone(), origin: *origin, ask: wishes.constraints(), ..Part::default() }
    }
}
