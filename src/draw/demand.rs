//! [`Demand`]: what an editor asks of puzzles beyond level, score and clues.

use std::fmt;
use std::ops::RangeInclusive;

use super::way::Way;
use crate::board::{Digit, House, HouseKind, Puzzle};
use crate::logic::{Ladder, Technique, explain, grade, hardest};
use crate::record::Seed;

/// What is asked for; all of it holds together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    /// Techniques that are needed: the tiers up to that of the puzzle do not solve it without any one of them.
    pub needed: Vec<Technique>,
    /// Techniques that are not needed: the same tiers solve it without all of them together.
    pub without: Vec<Technique>,
    /// At which step the hardest comes when the puzzle is explained, from 1.
    pub hardest_at: Option<RangeInclusive<usize>>,
    /// The fewest clues of a box.
    pub min_clues_a_box: usize,
    /// Whether each digit is among the clues.
    pub all_digits: bool,
    /// What the way of Sudoku Explainer is to be like.
    pub way: Way,
}

impl Asked {
    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// As flags, each after a blank.
impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |technique: &Technique| technique.name().to_lowercase().replace(' ', "-");
        let hardest = &self.way.hardest;
        for (flag, techniques, more) in
            [("technique", &self.needed, &hardest[..]), ("without", &self.without, &[])]
        {
            let names: Vec<String> =
                techniques.iter().map(name).chain(more.iter().cloned()).collect();
            if !names.is_empty() {
                write!(f, " --{flag} {}", names.join(","))?;
            }
        }
        if let Some(steps) = &self.hardest_at {
            write!(f, " --hardest-at {}..{}", steps.start(), steps.end())?;
        }
        if self.min_clues_a_box > 0 {
            write!(f, " --min-givens-a-box {}", self.min_clues_a_box)?;
        }
        let Way { no_uniqueness, no_guessing, .. } = self.way;
        let words = [
            (self.all_digits, " --digits-all-present"),
            (no_uniqueness, " --no-uniqueness"),
            (no_guessing, " --no-guessing"),
        ];
        words.iter().filter(|(says, _)| *says).try_for_each(|(_, flag)| f.write_str(flag))
    }
}

/// What is asked for, with all that depends on it and a ladder alone worked out once.
#[derive(Clone, Debug, Default)]
pub struct Demand {
    asked: Asked,
    /// By needed technique, the ladder without it; the ladder without all that is not to be needed.
    lacking: Vec<Shortened>,
    without: Option<Shortened>,
}

/// A ladder without some techniques.
#[derive(Clone, Debug)]
struct Shortened {
    /// The tiers that lack one.
    tiers: Vec<u8>,
    /// By tier, what is left of the tiers up to it; none if that is no ladder, as a technique of it builds on what is left out
    /// (swordfish on X-wing): then nobody can say what the rest leads to.
    up_to: Vec<Option<Ladder>>,
}

impl Shortened {
    fn of(ladder: &Ladder, left_out: &[Technique]) -> Self {
        Self { up_to: Self::up_to(ladder, left_out), tiers: Self::tiers(ladder, left_out) }
    }

    /// Leaves out also techniques that build on those, where that makes more ladders: what fewer techniques solve, more solve too.
    fn with_kin(ladder: &Ladder, left_out: &[Technique]) -> Self {
        let mut all = left_out.to_vec();
        let mut up_to = Self::up_to(ladder, &all);
        for technique in ladder.techniques() {
            if up_to.iter().any(Option::is_none) && !all.contains(&technique) {
                all.push(technique);
                let shorter = Self::up_to(ladder, &all);
                let helps = shorter.iter().flatten().count() > up_to.iter().flatten().count();
                if helps {
                    up_to = shorter;
                } else {
                    all.pop();
                }
            }
        }
        Self { up_to, tiers: Self::tiers(ladder, left_out) }
    }

    fn tiers(ladder: &Ladder, left_out: &[Technique]) -> Vec<u8> {
        left_out.iter().filter_map(|technique| ladder.tier_of(*technique)).collect()
    }

    fn up_to(ladder: &Ladder, left_out: &[Technique]) -> Vec<Option<Ladder>> {
        let up_to = ladder.tiers().map(|tier| {
            let tiers = ladder.searched().filter(|&below| below <= tier);
            let rest = |tier: u8| -> Vec<Technique> {
                let rows = ladder.rows(tier).iter().copied();
                rows.filter(|technique| !left_out.contains(technique)).collect()
            };
            let rests: Vec<Vec<Technique>> = tiers.map(rest).collect();
            let rests: Vec<&[Technique]> =
                rests.iter().map(Vec::as_slice).filter(|rest| !rest.is_empty()).collect();
            Ladder::new("shortened/1", &rests).ok()
        });
        up_to.collect()
    }

    /// Whether what is left up to the tier of the puzzle leads to the same end: solved, or stuck with the same cells open; none
    /// if nobody can say.
    fn does(&self, ladder: &Ladder, puzzle: &Puzzle, tier: u8) -> Option<bool> {
        let left = self.up_to.get(usize::from(tier))?.as_ref()?;
        let end = grade(left, puzzle);
        if tier < ladder.beyond() {
            return Some(end.tier < left.beyond());
        }
        let is_stuck = end.tier == left.beyond();
        Some(is_stuck && end.reserved() == grade(ladder, puzzle).reserved())
    }

    fn is_known(&self, tier: u8) -> bool {
        matches!(self.up_to.get(usize::from(tier)), Some(Some(_)))
    }

    /// Whether only the tier itself lacks something: below it all refills of a seed go the same way, so what holds of one holds
    /// of all.
    fn is_of_seed(&self, tier: u8) -> bool {
        self.tiers.iter().all(|&own| own >= tier)
    }
}

impl Demand {
    /// What is asked for of puzzles graded by `ladder`.
    pub fn of(asked: &Asked, ladder: &Ladder) -> Self {
        let without =
            (!asked.without.is_empty()).then(|| Shortened::with_kin(ladder, &asked.without));
        let lacking = asked.needed.iter().map(|one| Shortened::of(ladder, &[*one])).collect();
        Self { asked: asked.clone(), lacking, without }
    }

    /// Whether nothing is asked for.
    pub fn is_empty(&self) -> bool {
        self.asked.is_empty()
    }

    /// Whether it takes the puzzle of a seed to tell what its refills may meet.
    pub(super) fn looks_at_seeds(&self) -> bool {
        !self.lacking.is_empty() || self.without.is_some()
    }

    /// Whether refills of the seed may meet it, as far as that is a property of the seed: false only if none can.
    pub fn may_give(&self, ladder: &Ladder, seed: &Seed) -> bool {
        let Some(tier) = seed.grading(ladder.id()).map(|grading| grading.tier) else {
            return false;
        };
        let needs = |lacking: &Shortened| {
            lacking.tiers.iter().all(|&own| own <= tier)
                && lacking.is_known(tier)
                && (!lacking.is_of_seed(tier)
                    || lacking.does(ladder, &seed.puzzle, tier) == Some(false))
        };
        let can_do = |without: &Shortened| {
            without.is_known(tier)
                && (!without.is_of_seed(tier)
                    || without.does(ladder, &seed.puzzle, tier) == Some(true))
        };
        self.lacking.iter().all(needs) && self.without.as_ref().is_none_or(can_do)
    }

    /// Whether a puzzle of this tier, as it is shown, meets it.
    pub fn admits(&self, ladder: &Ladder, puzzle: &Puzzle, tier: u8) -> bool {
        let Asked { hardest_at, min_clues_a_box, all_digits, .. } = &self.asked;
        let clues = puzzle.clues();
        let is_dense = || {
            let mut boxes = House::all().filter(|house| house.kind() == HouseKind::Box);
            boxes.all(|house| (house.cells() & clues).len() >= *min_clues_a_box)
        };
        let has_all = || {
            let grid = puzzle.grid();
            Digit::all().all(|digit| clues.iter().any(|cell| grid[cell] == Some(digit)))
        };
        let comes_then = |steps: &RangeInclusive<usize>| {
            let hardest = hardest(ladder, &explain(ladder, puzzle));
            hardest.is_some_and(|i| steps.contains(&(i + 1)))
        };
        (*min_clues_a_box == 0 || is_dense())
            && (!all_digits || has_all())
            && self.lacking.iter().all(|lacking| lacking.does(ladder, puzzle, tier) == Some(false))
            && self
                .without
                .as_ref()
                .is_none_or(|without| without.does(ladder, puzzle, tier) == Some(true))
            && hardest_at.as_ref().is_none_or(comes_then)
            && self.asked.way.admits(puzzle)
    }
}
