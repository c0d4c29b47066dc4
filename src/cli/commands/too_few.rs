//! The reasons for too few puzzles, and advice.

use seeddb_core::ask::keyed::Keyed;
use seeddb_core::refill::Rejection;
use seeddb_database::{Cures, Part};
use seeddb_draw::{Trouble, Unmet};

use super::flags;
use crate::terminal::missed;

pub enum Why {
    /// No seed meets the request.
    Unmet(Unmet),
    /// The requirement that most attempts missed.
    Missed(Rejection),
    /// Most attempts gave puzzles of other levels.
    Unlike,
    /// The seeds are used up.
    UsedUp,
}

impl Why {
    /// The reason for a part of a draw with too few puzzles.
    pub fn of(obstacle: Option<Rejection>) -> Self {
        obstacle.map_or(Self::UsedUp, Self::Missed)
    }

    /// The reason for a completed draw with too few puzzles.
    pub fn after(trouble: Trouble, part: &Part) -> Self {
        match trouble {
            Trouble::Missed(miss) => Self::Missed(miss),
            Trouble::Unlike if part.level.is_some() && !part.ask.is_of_puzzles() => Self::Unlike,
            Trouble::Unlike | Trouble::None => Self::UsedUp,
        }
    }

    fn words(&self, part: &Part) -> String {
        match self {
            Self::Unmet(Unmet::Together | Unmet::Rating { .. }) if is_of_technique(part) => {
                let names: Vec<&str> = part.ask.technique.iter().map(AsRef::as_ref).collect();
                format!("no seed has a hardest step of {}", names.join(" or "))
            }
            Self::Unmet(unmet) => unmet.to_string(),
            Self::Missed(miss) => missed(*miss),
            Self::Unlike => format!(
                "most puzzles of these seeds are not of level {}, whose metric nothing aims at",
                part.level.as_deref().unwrap_or_default()
            ),
            Self::UsedUp if part.ask.is_of_puzzles() => {
                let flags: Vec<String> =
                    part.ask.of_puzzles().map(|key| format!("--{key}")).collect();
                format!(
                    "too few puzzles of these seeds are as {} {}",
                    flags.join(" and "),
                    if flags.len() == 1 { "asks" } else { "ask" }
                )
            }
            Self::UsedUp if part.per_seed.is_some() => {
                "the seeds that fit have given as many as --per-seed allows".to_owned()
            }
            Self::UsedUp if part.per_crux.is_some() => {
                "the seeds that fit have given as many as --per-crux allows".to_owned()
            }
            Self::UsedUp => "all seeds that fit are used up".to_owned(),
        }
    }
}

fn is_of_technique(part: &Part) -> bool {
    let mut rest = Part { count: 1, ..part.clone() };
    rest.ask.technique.clear();
    part.ask.is_by_rating() && !part.ask.and_harder && rest == Part::default()
}

/// The command that searches for seeds that meet the request.
fn mine(part: &Part, tier: Option<u8>) -> String {
    let mut seeds = Part { level: part.level.clone(), ask: part.ask.clone(), ..Part::default() };
    if let Some(tier) = tier {
        seeds.ask.tier = Some(tier..=tier);
    }
    format!("mine more (`seeddb mine {}`)", flags::part(&seeds))
}

/// Why no puzzle came yet.
pub fn why(trouble: Trouble, part: &Part) -> String {
    match trouble {
        Trouble::None => "each attempt takes long".to_owned(),
        trouble => Why::after(trouble, part).words(part),
    }
}

/// Why there are not enough, and what helps, of which all was tried.
pub fn cure(why: &Why, part: &Part, cures: &Cures) -> String {
    if let Some(pattern) = part.ask.pattern() {
        let is_exact = pattern.must() == pattern.may();
        let loosen = if is_exact { " (--within)" } else { "" };
        return format!(
            "the search found no more in a minute; loosen the pattern{loosen}, or leave out other bounds"
        );
    }
    let words = why.words(part);
    // Without a bound on clues, another bound limits them.
    let unmet = match why {
        Why::Unmet(unmet) if part.ask.clues.is_some() => Some(unmet),
        _ => None,
    };
    match unmet {
        Some(Unmet::Clues) => return format!("{words}; ask for more --clues"),
        Some(Unmet::CluesAbove { most }) => {
            return format!("{words}; ask for at most {most} --clues");
        }
        Some(Unmet::ManyClues { most, .. }) => {
            return format!(
                "{words}; ask for at most {most} --clues (one or two more may be found)"
            );
        }
        Some(Unmet::FewClues { least: fewest, .. }) => {
            return format!(
                "{words}; ask for at least {fewest} --clues (one or two fewer may be found)"
            );
        }
        _ => {}
    }
    match (why, helps(part, cures)) {
        (Why::Unlike, _) => format!("{words}; ask for another level, or for less"),
        (Why::UsedUp, (_, mined)) if !part.ask.is_of_puzzles() => {
            let mined = mined.map(|mined| format!("{mined} or ")).unwrap_or_default();
            format!("{words}; {mined}ask for less")
        }
        (_, (None, None)) => format!("{words}; no bound helps if it alone is left out"),
        (_, (without, mined)) => format!("{words}; {}", joined(without, mined)),
    }
}

/// The advice in words; empty if there is none.
pub fn either(part: &Part, cures: &Cures) -> String {
    let (without, mined) = helps(part, cures);
    joined(without, mined)
}

fn joined(without: Option<String>, mined: Option<String>) -> String {
    let both: Vec<String> = without.into_iter().chain(mined).collect();
    both.join(", or ")
}

/// The flags to leave out, and the seeds to mine.
fn helps(part: &Part, cures: &Cures) -> (Option<String>, Option<String>) {
    let mined = match cures.soonest() {
        Some(tier) => Some(mine(part, Some(tier))),
        None if part.ask.is_by_rating() => Some(mine(part, None)),
        None => None,
    };
    // A draw must specify the difficulty of its puzzles.
    let says_how_hard = |key: &&&str| {
        let mut rest = part.clone();
        rest.inherit(key, &Part::default());
        rest.says_how_hard()
    };
    let without: Vec<String> =
        cures.without.iter().filter(says_how_hard).map(|key| format!("--{key}")).collect();
    let without = (!without.is_empty()).then(|| format!("leave {} out", without.join(" or ")));
    (without, mined)
}
