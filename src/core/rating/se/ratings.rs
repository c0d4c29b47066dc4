//! The ratings that each technique can have, for searches for puzzles with that technique.

use super::chains::rating;
use super::ladder::{scores, tier_of};
use super::names::all_named;
use super::sheet::Candidate;
use super::technique::{Branches, Depth, IN_LINE, Links, Technique};
use crate::rating::er::Score;

/// Returns an upper bound on the ratings of a technique; few hints reach it.
fn most(technique: Technique) -> f64 {
    let base = technique.base();
    // All candidates, on and off; of one digit those of its cells.
    let (of_all, of_digit) = (2 * Candidate::COUNT, 2 * Candidate::COUNT / 9);
    match technique {
        Technique::HiddenSingle => IN_LINE,
        // Naked sets of up to four, with a tenth for each cell but the first.
        Technique::UniqueLoop { kind: 3, .. } => base + 0.3,
        // Sets of up to six.
        Technique::Bug(3) => base + 0.5,
        Technique::Cycle(Links::X) | Technique::ForcingChain(Links::X) => rating(base, of_digit),
        Technique::Cycle(_) | Technique::ForcingChain(_) => rating(base, of_all),
        Technique::Branching(Depth::Nishio, _) => rating(base, 2 * of_digit),
        Technique::Branching(Depth::Multiple | Depth::Dynamic, _) => rating(base, 9 * of_all),
        // Chains inside have no bound of that kind.
        Technique::Branching(..) => f64::INFINITY,
        _ => base,
    }
}

/// Whether hints of this technique are ever used.
fn occurs(technique: Technique) -> bool {
    // Everything that claiming leaves is found by simpler means. A candidate is assumed only where
    // candidates change on the way.
    let is_assumed = |branches| matches!(branches, Branches::Double | Branches::Contradiction);
    match technique {
        Technique::DirectClaiming => false,
        Technique::Branching(Depth::Multiple, branches) => !is_assumed(branches),
        _ => true,
    }
}

/// Returns, rising, the ratings that a puzzle can have if its hardest step is of a technique of
/// this name; empty if that never occurs.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::rating::se::ratings_of;
/// let ratings = |name| ratings_of(name).map(|score| score.to_string()).collect::<Vec<_>>();
/// assert_eq!(ratings("aligned-pair-exclusion"), ["6.2"]);
/// assert_eq!(ratings("bug-type-3"), ["5.7", "5.8", "5.9", "6.0", "6.1", "6.2"]);
/// assert!(ratings("contradiction-forcing-chains").is_empty());
/// ```
pub fn ratings_of(name: &str) -> impl Iterator<Item = Score> {
    let own: Vec<Technique> = all_named(name).filter(|one| occurs(*one)).collect();
    scores().filter(move |score| own.iter().any(|one| may_be(*one, *score)))
}

fn may_be(technique: Technique, score: Score) -> bool {
    let tenths = |rating: f64| (10.0 * rating).round().min(f64::from(u16::MAX)) as u16;
    tier_of(score).is_some()
        && (tenths(technique.base())..=tenths(most(technique))).contains(&score.tenths())
}

#[cfg(test)]
mod tests {
    use super::super::random::{RNG_SEED, puzzles};
    use super::super::{is_named, name_of, names, rate};
    use super::*;
    use crate::rating::stop::Stop;

    /// Tests random puzzles, which need dynamic chains at most.
    #[test]
    fn hints_are_rated_within_the_bounds_of_their_technique() {
        let mut seen = std::collections::HashSet::new();
        for puzzle in puzzles(RNG_SEED).take(1_500) {
            let rating = rate(&puzzle.grid(), Stop::NEVER).unwrap();
            for step in &rating.steps {
                let (technique, score) = (step.technique, step.score());
                let is_last = score == Score::from_tenths(10);
                assert!(occurs(technique) && (is_last || may_be(technique, score)), "{step:?}");
                seen.insert(technique);
            }
            let Some(hardest) = rating.technique() else { continue };
            let name = name_of(hardest);
            assert!(is_named(hardest, &name));
            assert!(ratings_of(&name).any(|score| score == rating.er), "{name} {}", rating.er);
        }
        assert!(seen.len() > 30, "{seen:?}");
    }

    #[test]
    fn each_name_has_ratings_but_two() {
        let without = names().into_iter().filter(|name| ratings_of(name).next().is_none());
        assert_eq!(
            without.collect::<Vec<_>>(),
            ["double-forcing-chains", "contradiction-forcing-chains"]
        );
    }
}
