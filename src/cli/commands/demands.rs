//! What an editor asks of puzzles beyond level, score and clues, as flags.

use std::ops::RangeInclusive;

use seeddb::draw::{Asked, Way};
use seeddb::logic::Technique;

use crate::cli::terminal::exit::UsageError;
use crate::cli::terminal::ladder::ladder;

/// These flags.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Techniques")]
pub struct DemandArgs {
    /// Techniques that the puzzle cannot be solved without; or one of Sudoku Explainer, as xy-wing, that is the hardest step
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', value_parser = named)]
    technique: Vec<Named>,
    /// Techniques that the puzzle can be solved without, as "naked quad"
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', value_parser = technique)]
    without: Vec<Technique>,
    /// The number of the hardest step, as `explain` counts
    #[arg(long, value_name = "LO..HI", value_parser = steps)]
    hardest_at: Option<RangeInclusive<usize>>,
    /// At least so many clues in each box
    #[arg(long, help_heading = "Clues", value_name = "N", default_value = "0", hide_default_value = true, value_parser = clap::value_parser!(u8).range(..=9))]
    min_givens_a_box: u8,
    /// Each of the nine digits is among the clues
    #[arg(long, help_heading = "Clues")]
    digits_all_present: bool,
    /// No step that relies on there being one solution (unique rectangles and loops, BUG)
    #[arg(long)]
    no_uniqueness: bool,
    /// No step above 7.5 of Sudoku Explainer: no assumption followed in many directions or over many steps
    #[arg(long)]
    no_guessing: bool,
}

/// The name of a technique, in one ladder or in both.
#[derive(Clone, Debug)]
pub struct Named {
    pub of_tiers: Option<Technique>,
    /// In small letters, with hyphens.
    pub of_explainer: Option<String>,
    /// As it was given.
    pub text: String,
}

/// In small letters, with hyphens.
pub fn plain(name: &str) -> String {
    name.trim().to_lowercase().replace(['(', ')'], "").replace(' ', "-")
}

/// The technique of this name in either ladder, with blanks or hyphens, in capitals or not.
pub fn named(text: &str) -> Result<Named, String> {
    let (of_tiers, name) = (technique(text), plain(text));
    let of_explainer = Way::names().into_iter().find(|own| *own == name);
    match (of_tiers, of_explainer) {
        (Err(words), None) => {
            let names = Way::names().join(", ");
            Err(format!("{words}, and in Sudoku Explainer {names}"))
        }
        (of_tiers, of_explainer) => {
            Ok(Named { of_tiers: of_tiers.ok(), of_explainer, text: text.to_owned() })
        }
    }
}

impl DemandArgs {
    /// Whether any technique is asked for, which says how hard puzzles are to be.
    pub fn names_techniques(&self) -> bool {
        !self.technique.is_empty()
    }

    /// What is asked for; of draws by rating names are those of Sudoku Explainer.
    pub fn asked(&self, by_rating: bool) -> Asked {
        let (mut needed, mut hardest) = (Vec::new(), Vec::new());
        for Named { of_tiers, of_explainer, .. } in &self.technique {
            match (of_tiers, of_explainer) {
                (Some(technique), _) if !by_rating => needed.push(*technique),
                (_, Some(name)) => hardest.push(name.clone()),
                _ => {}
            }
        }
        Asked {
            needed,
            without: self.without.clone(),
            hardest_at: self.hardest_at.clone(),
            min_clues_a_box: usize::from(self.min_givens_a_box),
            all_digits: self.digits_all_present,
            way: Way { no_uniqueness: self.no_uniqueness, no_guessing: self.no_guessing, hardest },
        }
    }

    /// Refuses what a draw by rating cannot be asked for.
    pub fn check_by_rating(&self) -> Result<(), UsageError> {
        if !self.without.is_empty() {
            let words = "--se does not go with --without: leave one of them out";
            return Err(UsageError(words.to_owned()));
        }
        match self.technique.iter().find(|own| own.of_explainer.is_none()) {
            Some(Named { text, .. }) => Err(UsageError(format!(
                "--se does not go with {text}, a technique of the tiers; Sudoku Explainer has {}",
                Way::names().join(", ")
            ))),
            None => Ok(()),
        }
    }
}

/// The technique of this name, with blanks or hyphens, in capitals or not.
fn technique(text: &str) -> Result<Technique, String> {
    let all = || ladder().techniques();
    all().find(|technique| plain(technique.name()) == plain(text)).ok_or_else(|| {
        let names: Vec<String> = all().map(|technique| plain(technique.name())).collect();
        format!("no technique {text}; there are {}", names.join(", "))
    })
}

/// Steps, as 20..40, 20.. or 20.
fn steps(text: &str) -> Result<RangeInclusive<usize>, String> {
    let wrong = || format!("{text}: write steps as 20..40, from 1");
    let number = |text: &str| text.parse().ok().filter(|&step| step >= 1);
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let from: usize = if from.is_empty() { 1 } else { number(from).ok_or_else(wrong)? };
    let to = if to.is_empty() { 9999 } else { number(to).ok_or_else(wrong)? };
    if from <= to { Ok(from..=to) } else { Err(wrong()) }
}
