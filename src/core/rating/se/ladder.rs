//! The ratings as a ladder, for seeds and refills.
//!
//! Up to 4.4 each rating is a tier, since producers 1 to 14 are monotone and are searched in the
//! order of their ratings. Above 4.4, where the order of hints matters, a judge follows the rater's
//! path from the stuck state, and each tenth is a tier.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::canon::turned;
use super::rate::rate_sheet;
use super::rows;
use super::sheet::Sheet;
use crate::board::{Solution, State};
use crate::logic::Size::{Three, Two};
use crate::logic::Technique::{
    self, Custom, Fish, Hidden, HiddenSingle, Locked, Naked, NakedSingle,
};
use crate::logic::{Judge, Ladder};
use crate::rating::er::Score;
use crate::rating::stop::Stop;
use crate::symmetry::GridForm;

/// The id of [`ladder`].
pub const LADDER: &str = "se/1";

/// The version of the ratings. From 1 on, inner chains are distinguished by their nodes; before,
/// about a quarter of the puzzles above 10.4 were rated 0.1 too low.
pub const VERSION: u8 = 1;

/// The highest rating that all versions give alike.
pub const LAST_UNCHANGED: Score = Score::from_tenths(98);

/// Whether a grading by [`ladder`] into this tier, by this version, must be computed again.
pub fn is_outdated(tier: u8, version: u8) -> bool {
    version < VERSION && tier_of(LAST_UNCHANGED).is_some_and(|last| tier > last)
}

/// The ratings, in tenths, that have techniques, each with the techniques not rated lower. 1.0, the
/// last cell of a house, counts as 1.2, since no printed puzzle has that rating; direct claiming,
/// 1.9, never occurs.
const TIERS: [(u16, &[Technique]); 16] = [
    (12, &[Custom(&rows::HIDDEN_IN_BOX)]),
    (15, &[HiddenSingle]),
    (17, &[Custom(&rows::DIRECT_POINTING)]),
    (20, &[Custom(&rows::DIRECT_PAIR)]),
    (23, &[NakedSingle]),
    (25, &[Custom(&rows::DIRECT_TRIPLET)]),
    (26, &[Custom(&rows::POINTING)]),
    (28, &[Locked]),
    (30, &[Naked(Two)]),
    (32, &[Fish(Two)]),
    (34, &[Hidden(Two)]),
    (36, &[Naked(Three)]),
    (38, &[Fish(Three)]),
    (40, &[Hidden(Three)]),
    (42, &[Custom(&rows::XY_WING)]),
    (44, &[Custom(&rows::XYZ_WING)]),
];

/// The ratings, in tenths, that the judge gives. No puzzle rated above 11.9 is known.
const JUDGED: RangeInclusive<u16> = 45..=120;

/// Ratings between these that no hint has.
const GAP: RangeInclusive<u16> = 63..=64;

static TABLE: LazyLock<Ladder> = LazyLock::new(|| {
    let tiers = TIERS.map(|(_, techniques)| techniques);
    let judged = (JUDGED.end() - JUDGED.start() + 1) as u8;
    let ladder = Ladder::new(LADDER, &tiers).and_then(|ladder| ladder.with_judge(judged, &Path));
    let tiers = |seldom: &dyn Fn(u16) -> bool| -> Vec<u8> {
        scores().filter(|score| seldom(score.tenths())).filter_map(tier_of).collect()
    };
    // Fewer than one of 500 random minimal puzzles has such a rating; and with few cells open, few
    // can be chosen.
    let rare = tiers(&|tenths| matches!(tenths, 25 | 36..=40 | 44..=64 | 80.. ));
    let poor = tiers(&|tenths| matches!(tenths, 15..=20 | 90..));
    ladder.expect("a test makes it").with_version(VERSION).with_rare(rare).with_poor(poor)
});

/// Returns Sudoku Explainer's ratings as a ladder. A puzzle has the tier of its rating by
/// [`rate_canonical`](super::rate_canonical); there is no m(B).
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::board::{Grid, Puzzle};
/// use seeddb::logic::grade;
/// use seeddb::rating::er::Score;
/// use seeddb::rating::se::{ladder, score_of, tier_of};
///
/// let grid: Grid =
///     "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...".parse()?;
/// let grade = grade(ladder(), &Puzzle::new(&grid)?);
/// let score = score_of(grade.tier).ok_or("beyond")?;
/// assert_eq!(score.to_string(), "3.8");
/// assert_eq!(tier_of(score), Some(grade.tier));
/// assert_eq!(tier_of(Score::from_tenths(21)), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ladder() -> &'static Ladder {
    &TABLE
}

/// Follows the rater from the stuck state on.
struct Path;

impl Judge for Path {
    fn judge(&self, stuck: &State, solution: &Solution) -> Option<u8> {
        let turned = turned(&GridForm::of(solution), stuck.open).apply_state(stuck);
        let rating = rate_sheet(Sheet::of_state(&turned), Stop::NEVER).ok()?;
        let place = rating.er.tenths().checked_sub(*JUDGED.start())?;
        u8::try_from(place).ok()
    }
}

/// Returns the tier of [`ladder`] with this rating; `None` if no puzzle has the rating, or puzzles
/// with it are beyond the ladder.
pub fn tier_of(score: Score) -> Option<u8> {
    let tenths = score.tenths();
    if JUDGED.contains(&tenths) {
        let place = tenths - JUDGED.start();
        return (!GAP.contains(&tenths)).then_some(TIERS.len() as u8 + place as u8);
    }
    let tenths = if tenths == 10 { 12 } else { tenths };
    TIERS.iter().position(|&(of_tier, _)| of_tier == tenths).map(|tier| tier as u8)
}

/// Returns the rating of the puzzles of a tier of [`ladder`]; `None` for a tier that no puzzle has,
/// and beyond the ladder.
pub fn score_of(tier: u8) -> Option<Score> {
    let tier = usize::from(tier);
    let tenths = match TIERS.get(tier) {
        Some(&(tenths, _)) => tenths,
        None => JUDGED.start() + (tier - TIERS.len()) as u16,
    };
    let score = Score::from_tenths(tenths);
    tier_of(score).map(|_| score)
}

/// Returns the ratings that puzzles can have, rising.
pub fn scores() -> impl DoubleEndedIterator<Item = Score> {
    (TIERS[0].0..=*JUDGED.end()).map(Score::from_tenths).filter(|&score| tier_of(score).is_some())
}

/// Returns the ratings that puzzles of a tier of [`Ladder::hsolve`] can have.
///
/// Producers rated up to the upper end solve what the tier solves; those rated below the lower end
/// are no stronger than the tiers below. For tiers 3 and 4 the upper end is that of unique loops,
/// which are searched before naked quads.
pub(super) fn of_hsolve_tier(tier: u8) -> RangeInclusive<Score> {
    let (least, greatest) = match tier {
        0 => (12, 23),
        1 => (17, 34),
        2 => (25, 40),
        3 => (38, 56),
        4 => (42, 56),
        _ => (42, *JUDGED.end()),
    };
    Score::from_tenths(least)..=Score::from_tenths(greatest)
}

/// Returns the ratings that puzzles of these tiers of a ladder can have; `None` for every ladder
/// but [`Ladder::hsolve`], where they are unknown. Both ends rise with the tier.
pub fn of_tiers(ladder: &Ladder, tiers: &RangeInclusive<u8>) -> Option<RangeInclusive<Score>> {
    (ladder.id() == Ladder::HSOLVE)
        .then(|| *of_hsolve_tier(*tiers.start()).start()..=*of_hsolve_tier(*tiers.end()).end())
}
