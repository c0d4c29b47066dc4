//! Aimed refills: added clues keep the stuck state, and bounds on clues and minutes are met.

use std::collections::HashMap;
use std::ops::Bound;

use chacha20::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use seeddb::board::{CellSet, Puzzle};
use seeddb::logic::{Ladder, grade};
use seeddb::mine::starter;
use seeddb::rating::metric::{Metric, Settings};
use seeddb::rating::minutes::Scale;
use seeddb::record::Seed;
use seeddb::refill::{Near, Prepared, RefillTarget, Rejection};
use seeddb::symmetry::{ClueSymmetry, HalfTurn};

use crate::puzzles::known;

const SYMMETRIES: [ClueSymmetry; 3] =
    [ClueSymmetry::None, ClueSymmetry::Rot180, ClueSymmetry::Diagonal];

/// Returns at most `each` starter seeds of each tier, ordered by key.
fn seeds(each: usize) -> Vec<Seed> {
    let mut taken: HashMap<u8, usize> = HashMap::new();
    let mut seeds = starter();
    // Ordered by key, tiers and symmetries are mixed.
    seeds.sort_by_key(|seed| seed.key);
    seeds.retain(|seed| {
        let taken = taken.entry(seed.gradings[0].tier).or_default();
        *taken += 1;
        *taken <= each
    });
    seeds
}

fn prepared(seed: &Seed) -> Prepared {
    Prepared::of_seed(Ladder::hsolve(), seed).expect("a sound record")
}

/// The refill theorem: with any unreserved cells added as clues, a refill gets stuck in the same
/// state as its seed, candidate by candidate.
#[test]
fn clues_added_keep_the_stuck_state() {
    let rng_seed = 20_261_122;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let mut cases = 0;
    for seed in seeds(60) {
        let prepared = prepared(&seed);
        for _ in 0..8 {
            let thinned = prepared.refill(&RefillTarget::default(), &mut rng).unwrap();
            let mut more: Vec<_> = (!prepared.grade().reserved() - thinned).iter().collect();
            more.shuffle(&mut rng);
            let count = rng.random_range(0..=more.len());
            let clues = thinned | more[..count].iter().copied().collect::<CellSet>();
            assert!(prepared.is_valid(clues));
            // Graded again from the clues alone.
            let puzzle = Puzzle::new(&seed.puzzle.solution().keep(clues)).expect("one solution");
            let found = grade(Ladder::hsolve(), &puzzle);
            let what = format!("{} {puzzle}, RNG seed {rng_seed}", seed.puzzle);
            assert_eq!(found, *prepared.grade(), "{what}");
            cases += 1;
        }
    }
    assert!(cases > 3_000, "{cases}");
}

/// A refill with one or two clues too many is thinned further and stays valid, so a target with few
/// clues is met more often than by random refills.
#[test]
fn few_clues_are_met_more_often_than_at_random() {
    let rng_seed = 20_261_125;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let (few, mut met, mut random) = (21, 0, 0);
    let few_clues = RefillTarget { clues: Some(17..=few), ..RefillTarget::default() };
    for seed in seeds(400).into_iter().filter(|seed| seed.gradings[0].tier == 0) {
        let prepared = prepared(&seed);
        let thinned = prepared.refill(&RefillTarget::default(), &mut rng).unwrap();
        random += u32::from(thinned.len() <= few);
        let Some(clues) = prepared.refill(&few_clues, &mut rng) else { continue };
        met += 1;
        let is_met = clues.len() <= few && prepared.is_valid(clues);
        assert!(is_met, "{} {clues:?}, RNG seed {rng_seed}", seed.puzzle);
    }
    assert!(met > 20 && met > 4 * random, "{met} and {random}, RNG seed {rng_seed}");
}

/// An aimed refill meets its target or reports the constraints that it missed; the puzzle is graded
/// again as a check.
#[test]
fn a_refill_meets_its_wish() {
    let rng_seed = 20_261_123;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let seeds = seeds(40);
    let (mut met, mut timed, mut missed) = (0, 0, HashMap::<Rejection, u32>::new());
    for round in 0..3_500 {
        let seed = seeds.choose(&mut rng).unwrap();
        let symmetry = SYMMETRIES[rng.random_range(0..3)];
        if symmetry != ClueSymmetry::None && seed.gradings[0].tier > 0 && seed.symmetry != symmetry
        {
            continue;
        }
        let first = rng.random_range(18..50);
        let clues = rng.random_bool(0.7).then(|| first..=first + rng.random_range(0..8));
        let [a, b] = [0.3, 1.2].map(|most| rng.random_range(0.0..most));
        let most = seed.gradings[0].scores.map_or(1000.0, |scores| scores.1);
        let scores = [
            None,
            Some((Bound::Included(a * most), Bound::Excluded((a + b) * most))),
            Some((Bound::Unbounded, Bound::Included(b * most))),
        ];
        let scores = scores[rng.random_range(0..3)];
        let minimal = rng.random_bool(0.1);
        let minutes: f64 = rng.random_range(3.0..25.0);
        let efforts = rng.random_bool(0.3).then(|| {
            let efforts = Scale::BUILT_IN.efforts(&(minutes..=1.3 * minutes));
            (Bound::Included(*efforts.start()), Bound::Included(*efforts.end()))
        });
        let near = rng.random_bool(0.2).then_some(Near::Score(a * most));
        let wish = RefillTarget { symmetry, clues, scores, efforts, near, minimal };
        let what = format!("{} {wish:?}, round {round}, RNG seed {rng_seed}", seed.puzzle);
        let prepared = prepared(seed);
        let start = rng.random();
        match prepared.aimed(&wish, &mut ChaCha8Rng::from_seed(start)) {
            Ok(aimed) => {
                met += 1;
                assert!(prepared.is_valid(aimed.clues), "{what}");
                assert!(symmetry.holds(aimed.clues), "{what}");
                assert_eq!(aimed.image, prepared.image(aimed.clues), "{what}");
                assert!(
                    wish.clues.as_ref().is_none_or(|range| range.contains(&aimed.clues.len())),
                    "{what}"
                );
                let score = prepared.score(aimed.clues);
                if let Some(bounds) = wish.scores {
                    assert_eq!(aimed.score, score, "{what}");
                    let score = score.unwrap().mean;
                    let meets = std::ops::RangeBounds::contains(&bounds, &score);
                    assert!(meets, "{score} {what}");
                }
                if near.is_some() {
                    assert_eq!(aimed.score, score, "{what}");
                }
                if efforts.is_some() {
                    // Minutes by the metric, computed from the puzzle alone.
                    let puzzle = Puzzle::proved(aimed.clues, *prepared.solution());
                    let found = Metric::Minutes.score(&puzzle, &Settings::default());
                    let off = found.map_or(f64::INFINITY, |found| {
                        (minutes - found).max(found - 1.3 * minutes)
                    });
                    assert!(off < 0.006, "{found:?} and {minutes} minutes, {what}");
                    timed += 1;
                }
                assert_eq!(
                    prepared.refill(&wish, &mut ChaCha8Rng::from_seed(start)),
                    Some(aimed.clues)
                );
            }
            Err(miss) => *missed.entry(miss).or_default() += 1,
        }
    }
    assert!(met > 500 && timed > 25, "{met} {timed} {missed:?}");
    assert!(missed.len() >= 7, "{missed:?}");
}

/// A refill aimed at a score is closer to it than a thinned refill, and in three of five cases
/// within 3 % if the seed has such a score at all.
#[test]
fn a_refill_comes_near_a_score() {
    let rng_seed = 20_261_127;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let (mut of_all, mut of_near, mut cases) = (0.0, 0.0, 0);
    let mut hits = 0;
    for seed in seeds(60) {
        let prepared = prepared(&seed);
        let (Some(rest), Some((least, _))) = (prepared.rest(), seed.gradings[0].scores) else {
            continue;
        };
        // Between the part that all refills share and the score of the easiest thinned refill.
        let wanted = rest.mean + (least - rest.mean) * rng.random_range(0.6..1.0);
        let near = RefillTarget { near: Some(Near::Score(wanted)), ..RefillTarget::default() };
        let off = |clues| (prepared.score(clues).unwrap().mean / wanted - 1.0).abs();
        for _ in 0..4 {
            let clues = prepared.refill(&near, &mut rng).unwrap();
            assert!(prepared.is_valid(clues), "{} {wanted}, RNG seed {rng_seed}", seed.puzzle);
            of_near += off(clues);
            of_all += off(prepared.refill(&RefillTarget::default(), &mut rng).unwrap());
            hits += u32::from(off(clues) <= 0.03);
            cases += 1;
        }
    }
    assert!(cases > 150 && 5 * hits > 3 * cases, "{hits} of {cases}, RNG seed {rng_seed}");
    assert!(3.0 * of_near < of_all, "{of_near} and {of_all}, RNG seed {rng_seed}");
}

/// With bounds on the number of clues, every number that can be reached is equally likely; none is
/// left out, and the ends are not rarer. With a half turn, a thinned refill that contains the
/// centre reaches odd numbers only.
#[test]
fn clues_are_spread_over_their_range() {
    let rng_seed = 20_261_124;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    for symmetry in [ClueSymmetry::None, ClueSymmetry::Rot180] {
        let wish = RefillTarget { symmetry, clues: Some(36..=45), ..RefillTarget::default() };
        let mut counts = [0_u32; 82];
        for seed in seeds(40).iter().filter(|seed| seed.gradings[0].tier == 0) {
            let prepared = prepared(seed);
            for _ in 0..50 {
                counts[prepared.refill(&wish, &mut rng).expect("a refill").len()] += 1;
            }
        }
        assert_eq!(counts.iter().sum::<u32>(), 2_000);
        let counts = &counts[36..=45];
        let (even, odd) = counts.iter().step_by(2).zip(counts.iter().skip(1).step_by(2)).unzip();
        let parts: [Vec<u32>; 2] = [even, odd];
        for part in &parts {
            // 200 of each number, fewer where some numbers cannot be reached; the standard
            // deviation is at most 14.
            let mean = part.iter().sum::<u32>() / part.len() as u32;
            assert!(mean > 100, "{symmetry}: {counts:?}");
            let is_near = |count: &u32| count.abs_diff(mean) < 70;
            assert!(part.iter().all(is_near), "{symmetry}: {counts:?}");
        }
        if symmetry == ClueSymmetry::None {
            assert!(counts.iter().all(|count| count.abs_diff(200) < 70), "{counts:?}");
        }
    }
}

/// The search finds the half turn with the most usable cells, among all half turns whose usable
/// cells fill the unreserved ones; turned by it, the seed has symmetric refills, each a valid one.
#[test]
fn the_half_turn_is_the_best_of_all() {
    let rng_seed = 20_261_126;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let (mut found, mut refills) = ([0; 7], 0);
    let wish = RefillTarget { symmetry: ClueSymmetry::Rot180, ..RefillTarget::default() };
    for seed in seeds(12) {
        let prepared = prepared(&seed);
        let tier = prepared.grade().tier;
        let slow = HalfTurn::all()
            .filter(|&turn| prepared.is_valid(prepared.usable(turn)))
            .map(|turn| (prepared.usable(turn).len(), std::cmp::Reverse(turn)))
            .max()
            .map(|(_, turn)| turn.0);
        let turn = prepared.half_turn();
        assert_eq!(turn, slow, "{}", seed.puzzle);
        let Some(turn) = turn else { continue };
        found[usize::from(tier)] += 1;
        let turned = prepared.upright(turn);
        for _ in 0..10 {
            let what = format!("{} {turn:?}, RNG seed {rng_seed}", seed.puzzle);
            let clues = turned.refill(&wish, &mut rng).expect("a symmetric refill");
            assert!(ClueSymmetry::Rot180.holds(clues), "{what}");
            let back = turn.upright().invert().apply_cells(clues);
            assert!(prepared.is_valid(back), "{what}");
            assert_eq!(turned.key(clues), prepared.key(back), "{what}");
            let scores = (turned.score(clues), prepared.score(back));
            assert_eq!(scores.0, scores.1, "{what}");
            let puzzle = Puzzle::new(&turned.solution().keep(clues)).expect("one solution");
            assert_eq!(grade(Ladder::hsolve(), &puzzle), *turned.grade(), "{what}");
            refills += 1;
        }
    }
    assert_eq!(found[0], 12, "every seed of tier 0 has one");
    assert!(refills > 150, "{found:?}");
}

/// The score falls from the thinned refill to the rest, the part that all refills share.
#[test]
fn the_way_leads_from_the_hardest_to_the_rest() {
    let rng_seed = 20_261_125;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let sho = known().next().unwrap();
    let graded = grade(Ladder::hsolve(), &sho);
    let sho = Prepared::new(Ladder::hsolve(), &sho, &graded);
    for prepared in seeds(10).iter().map(prepared).chain([sho]) {
        let Some(rest) = prepared.rest() else { continue };
        let shown = !prepared.grade().reserved();
        let floor = prepared.score(shown).unwrap().mean;
        let thinned = prepared.refill(&RefillTarget::default(), &mut rng).unwrap();
        let top = prepared.score(thinned).unwrap().mean;
        // With all unreserved cells shown, only the removals of lower tiers remain besides the
        // rest.
        assert!(rest.mean <= floor && floor < top, "{} {floor} {top}", rest.mean);
    }
}
