//! What an editor asks of puzzles beyond level, score and clues, as flags.

use std::ops::RangeInclusive;

use seeddb::draw::Asked;
use seeddb::logic::Technique;

use super::ladder::ladder;

/// These flags.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "What the puzzles are to be like")]
pub struct DemandArgs {
    /// Techniques that are needed: without any one of them, those up to the puzzle's tier do not solve it
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', value_parser = technique)]
    technique: Vec<Technique>,
    /// Techniques that are not needed, as "naked quad"
    #[arg(long, value_name = "NAME,..", value_delimiter = ',', value_parser = technique)]
    without: Vec<Technique>,
    /// The step at which the hardest comes, as `explain` counts them
    #[arg(long, value_name = "LO..HI", value_parser = steps)]
    hardest_at: Option<RangeInclusive<usize>>,
    /// The fewest clues in a box
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true, value_parser = clap::value_parser!(u8).range(..=9))]
    min_givens_a_box: u8,
    /// Each of the nine digits is among the clues
    #[arg(long)]
    digits_all_present: bool,
}

impl DemandArgs {
    /// What is asked for.
    pub fn asked(&self) -> Asked {
        Asked {
            needed: self.technique.clone(),
            without: self.without.clone(),
            hardest_at: self.hardest_at.clone(),
            min_clues_a_box: usize::from(self.min_givens_a_box),
            all_digits: self.digits_all_present,
        }
    }
}

/// The technique of this name, with blanks or hyphens, in capitals or not.
fn technique(text: &str) -> Result<Technique, String> {
    let plain = |name: &str| name.trim().to_lowercase().replace(' ', "-");
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
