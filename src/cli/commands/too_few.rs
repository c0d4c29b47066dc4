//! Why there are too few puzzles, and what helps.

use seeddb::database::{Cures, Part};
use seeddb::draw::Unmet;
use seeddb::refill::Miss;

use super::flags;
use crate::cli::terminal::told::missed;

/// Why there are too few puzzles.
pub enum Why {
    /// No seed fits.
    Unmet(Unmet),
    /// What most attempts missed.
    Missed(Miss),
    /// The seeds have given all they can.
    UsedUp,
}

impl Why {
    /// Of a draw that came to its end.
    pub fn of(obstacle: Option<Miss>) -> Self {
        obstacle.map_or(Self::UsedUp, Self::Missed)
    }

    fn words(&self, part: &Part) -> String {
        match self {
            Self::Unmet(unmet) => unmet.to_string(),
            Self::Missed(miss) => missed(*miss).to_owned(),
            Self::UsedUp if part.ask.is_of_puzzles() => {
                "too few refills are as --technique, --without and the like ask for".to_owned()
            }
            Self::UsedUp if part.per_seed.is_some() => {
                "the seeds that fit have given as many as --per-seed allows".to_owned()
            }
            Self::UsedUp => "all seeds that fit are used up".to_owned(),
        }
    }
}

/// How many of 100,000 random minimal puzzles have each tier: how soon a search finds one.
const FOUND: [usize; 7] = [41_750, 18_400, 530, 30, 1, 39_100, 200];

/// Of these tiers that in which new seeds that fit are found soonest.
fn cheapest(fitting: &[(u8, usize, usize)]) -> Option<u8> {
    let fits = |all: bool| {
        let chance = move |&&(tier, fitting, seeds): &&(u8, usize, usize)| {
            let found = FOUND.get(usize::from(tier)).copied().unwrap_or(1);
            // Where no seed fits, or there is none, any may.
            if all { found as f64 } else { found as f64 * fitting as f64 / seeds.max(1) as f64 }
        };
        let best = fitting.iter().max_by(|a, b| chance(a).total_cmp(&chance(b)));
        best.filter(|one| chance(one) > 0.0).map(|one| one.0)
    };
    fits(false).or_else(|| fits(true))
}

/// The search for seeds that give what is asked for.
fn mine(part: &Part, tier: Option<u8>) -> String {
    let mut seeds = Part { level: part.level.clone(), ask: part.ask.clone(), ..Part::default() };
    if let Some(tier) = tier {
        seeds.ask.tier = Some(tier..=tier);
    }
    format!("mine more (`seeddb mine {}`)", flags::part(&seeds))
}

/// Why there are not enough, and what helps, of which all was tried.
pub fn cure(why: &Why, part: &Part, cures: &Cures) -> String {
    let words = why.words(part);
    match why {
        Why::Unmet(Unmet::Clues) => return format!("{words}; ask for more --clues"),
        Why::Unmet(Unmet::ManyClues { most }) => {
            return format!("{words}; ask for at most {most} --clues");
        }
        _ => {}
    }
    match (why, helps(part, cures)) {
        (Why::UsedUp, (_, mined)) if !part.ask.is_of_puzzles() => {
            let mined = mined.map(|mined| format!("{mined} or ")).unwrap_or_default();
            format!("{words}; {mined}ask for less")
        }
        (_, (None, None)) => format!("{words}; no bound helps if it alone is left out"),
        (_, (without, mined)) => format!("{words}; {}", joined(without, mined)),
    }
}

/// What helps, in words; nothing if nothing does.
pub fn either(part: &Part, cures: &Cures) -> String {
    let (without, mined) = helps(part, cures);
    joined(without, mined)
}

fn joined(without: Option<String>, mined: Option<String>) -> String {
    let both: Vec<String> = without.into_iter().chain(mined).collect();
    both.join(", or ")
}

/// What to leave out, and what to mine.
fn helps(part: &Part, cures: &Cures) -> (Option<String>, Option<String>) {
    let mined = match cheapest(&cures.mine) {
        Some(tier) => Some(mine(part, Some(tier))),
        None if part.ask.is_by_rating() => Some(mine(part, None)),
        None => None,
    };
    let without: Vec<String> = cures.without.iter().map(|key| format!("--{key}")).collect();
    let without = (!without.is_empty()).then(|| format!("leave {} out", without.join(" or ")));
    (without, mined)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_mined_is_what_is_found_soonest() {
        // Tier 1 where it would do, and not where none of its seeds fits.
        assert_eq!(cheapest(&[(1, 900, 4000), (2, 3000, 3000)]), Some(1));
        assert_eq!(cheapest(&[(1, 0, 4000), (2, 3000, 3000)]), Some(2));
        assert_eq!(
            cheapest(&[(2, 90, 3000), (3, 2000, 3000), (4, 400, 400), (5, 900, 4000)]),
            Some(5)
        );
        assert_eq!(cheapest(&[(1, 0, 0), (4, 0, 9)]), Some(1));
        assert_eq!(cheapest(&[]), None);
    }
}
