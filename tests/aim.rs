//! Refills that are aimed: clues added keep the stuck state, and bounds are met.

use std::collections::HashMap;
use std::ops::Bound;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use seeddb::board::{CellSet, Grid, Puzzle};
use seeddb::logic::{Ladder, grade};
use seeddb::mine::starter;
use seeddb::record::Seed;
use seeddb::refill::{Miss, Prepared, Wish};
use seeddb::symmetry::ClueSymmetry;

const SYMMETRIES: [ClueSymmetry; 3] =
    [ClueSymmetry::None, ClueSymmetry::Rot180, ClueSymmetry::Diagonal];

/// Starter seeds of each tier.
fn seeds(each: usize) -> Vec<Seed> {
    let mut taken: HashMap<u8, usize> = HashMap::new();
    let mut seeds = starter();
    // In an order in which tiers and symmetries are mixed.
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

/// The theorem: whatever unreserved cells are added to a refill, it gets stuck where the seed does, candidate by candidate.
#[test]
fn clues_added_keep_the_stuck_state() {
    let rng_seed = 20_261_122;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let mut cases = 0;
    for seed in seeds(60) {
        let prepared = prepared(&seed);
        for _ in 0..8 {
            let thinned = prepared.refill(&Wish::default(), &mut rng).unwrap();
            let mut more: Vec<_> = (!prepared.grade().reserved() - thinned).iter().collect();
            more.shuffle(&mut rng);
            let count = rng.random_range(0..=more.len());
            let clues = thinned | more[..count].iter().copied().collect::<CellSet>();
            assert!(prepared.is_valid(clues));
            // From the clues alone.
            let puzzle = Puzzle::new(&seed.puzzle.solution().keep(clues)).expect("one solution");
            let found = grade(Ladder::hsolve(), &puzzle);
            let what = format!("{} {puzzle}, RNG seed {rng_seed}", seed.puzzle);
            assert_eq!(found, *prepared.grade(), "{what}");
            cases += 1;
        }
    }
    assert!(cases > 3_000, "{cases}");
}

/// What is aimed at is hit, or what was missed is said; by what every puzzle says of itself.
#[test]
fn a_refill_meets_its_wish() {
    let rng_seed = 20_261_123;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let seeds = seeds(40);
    let (mut met, mut missed) = (0, HashMap::<Miss, u32>::new());
    for round in 0..3_000 {
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
        let wish = Wish { symmetry, clues, scores, minimal };
        let what = format!("{} {wish:?}, round {round}, RNG seed {rng_seed}", seed.puzzle);
        let prepared = prepared(seed);
        match prepared.aimed(&wish, &mut rng.clone()) {
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
                assert_eq!(prepared.refill(&wish, &mut rng), Some(aimed.clues));
            }
            Err(miss) => *missed.entry(miss).or_default() += 1,
        }
    }
    assert!(met > 500, "{met} {missed:?}");
    assert!(missed.len() >= 5, "{missed:?}");
}

/// With bounds on the clues each number of clues that can be reached is as likely: none is left out, and the ends are no rarer than
/// the rest. With a half turn a thinned refill that has the centre reaches odd numbers only.
#[test]
fn clues_are_spread_over_their_range() {
    let rng_seed = 20_261_124;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    for symmetry in [ClueSymmetry::None, ClueSymmetry::Rot180] {
        let wish = Wish { symmetry, clues: Some(36..=45), ..Wish::default() };
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
            // 200 each, or less where numbers cannot be reached, with a standard deviation of at most 14.
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

/// The score falls from the thinned refill to the rest that all share.
#[test]
fn the_way_leads_from_the_hardest_to_the_rest() {
    let rng_seed = 20_261_125;
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let grid: Grid = include_str!("data/known_answers.tsv").lines().nth(1).unwrap()[..81]
        .parse()
        .expect("a grid");
    let sho = Puzzle::new(&grid).unwrap();
    let graded = grade(Ladder::hsolve(), &sho);
    let sho = Prepared::new(Ladder::hsolve(), &sho, &graded);
    for prepared in seeds(10).iter().map(prepared).chain([sho]) {
        let Some(rest) = prepared.rest() else { continue };
        let shown = !prepared.grade().reserved();
        let floor = prepared.score(shown).unwrap().mean;
        let thinned = prepared.refill(&Wish::default(), &mut rng).unwrap();
        let top = prepared.score(thinned).unwrap().mean;
        // Candidates that lower tiers remove are all that the way leaves to do.
        assert!(rest.mean <= floor && floor < top, "{} {floor} {top}", rest.mean);
    }
}
