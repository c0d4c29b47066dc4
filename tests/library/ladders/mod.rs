//! Ladders with a technique that this test defines: they grade, close, explain, rate, mine and
//! draw, the refill theorem holds, and a database stores their gradings beside those of hsolve.

mod judged;
mod xy_wing;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use chacha20::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use seeddb::board::{Cell, CellSet, Grid, Puzzle, State};
use seeddb::database::{Control, Database, DrawOptions, Options};
use seeddb::generate::{minimal, solution};
use seeddb::level_table;
use seeddb::logic::{
    Closure, Effect, Ladder, Matching, Size, Technique, explain, find, find_all, grade, hardest,
};
use seeddb::mine::{self, Pool, mine};
use seeddb::rating::hsolve;
use seeddb::rating::runs::{Summary, runs};
use seeddb::record::{Origin, Seed};
use seeddb::refill::{Prepared, RefillTarget, assess};
use seeddb::symmetry::{ClueSymmetry, Id, Key, Transform};

const RNG_SEED: u64 = 20_261_122;
const XY_WING: Technique = Technique::Custom(&xy_wing::ROW);

/// Returns the hsolve ladder with XY-wing as a separate tier before tier `at`.
fn with_xy_wing(at: u8) -> Ladder {
    let hsolve = Ladder::hsolve();
    let mut tiers: Vec<&[Technique]> = hsolve.searched().map(|tier| hsolve.rows(tier)).collect();
    tiers.insert(at.into(), &[XY_WING]);
    Ladder::new("xy-wing/1", &tiers).and_then(Ladder::with_costs).unwrap()
}

/// Returns three ladders: XY-wing above jellyfish, XY-wing above pairs, and nine tiers with a
/// judge.
fn ladders() -> [Ladder; 3] {
    [with_xy_wing(5), with_xy_wing(2), judged::ladder()]
}

/// Returns every `step`-th known puzzle, and random ones.
fn puzzles(step: usize, random: usize, rng: &mut impl Rng) -> Vec<Puzzle> {
    let lines = include_str!("../../data/known_answers.tsv").lines().skip(1).step_by(step);
    let known = lines.map(|line| Puzzle::new(&line[..81].parse::<Grid>().unwrap()).unwrap());
    let mut puzzles: Vec<Puzzle> = known.collect();
    puzzles.extend((0..random).map(|_| minimal(&solution(rng), ClueSymmetry::None, rng)));
    puzzles
}

fn closed(ladder: &Ladder, puzzle: &Puzzle, clues: CellSet, tier: u8) -> State {
    let matching = Matching::of(puzzle.solution());
    let mut closure = Closure::new(ladder, clues, &matching);
    closure.close(tier);
    *closure.state()
}

#[test]
fn xy_wing_is_its_definition() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    let mut seen = 0;
    for puzzle in puzzles(1, 100, &mut rng) {
        for tier in [0, 1, 4] {
            let state = closed(Ladder::hsolve(), &puzzle, puzzle.clues(), tier);
            let literal = xy_wing::literal(&state);
            let mut found = Vec::new();
            for application in find_all(&state, &[XY_WING]).all() {
                let Effect::Remove(digits, cells) = application.effect else { panic!("{puzzle}") };
                let digit = digits.single().unwrap().index();
                found.extend(cells.iter().map(|cell| (cell.index(), digit)));
            }
            found.sort_unstable();
            found.dedup();
            assert_eq!(found, literal, "{puzzle}, RNG seed {RNG_SEED}\n{state:?}");
            let mut swept = state;
            (xy_wing::ROW.sweep)(&mut swept);
            let lost = state.candidates.len() - swept.candidates.len();
            assert_eq!(lost, literal.len(), "{puzzle}, RNG seed {RNG_SEED}\n{state:?}");
            seen += usize::from(!literal.is_empty());
        }
    }
    assert!(seen > 50, "{seen}");
}

/// The two solvers of a ladder end in equal states in any order, and additional clues never lead to
/// less.
#[test]
fn closures_are_unique_and_monotone() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 1);
    for ladder in ladders() {
        let mut stuck = vec![0; ladder.searched().len()];
        for puzzle in puzzles(4, 20, &mut rng) {
            for tier in ladder.searched() {
                let what = format!("tier {tier} of {ladder:?}, {puzzle}, RNG seed {RNG_SEED} + 1");
                let expected = closed(&ladder, &puzzle, puzzle.clues(), tier);
                let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
                loop {
                    let found: Vec<_> = (0..=tier)
                        .flat_map(|tier| find(&ladder, &state, tier).all().to_vec())
                        .collect();
                    let useful: Vec<_> = found
                        .iter()
                        .filter(|one| !matches!(one.effect, Effect::Solve(..)))
                        .collect();
                    if useful.is_empty() {
                        break;
                    }
                    useful[rng.random_range(0..useful.len())].apply(&mut state);
                }
                assert!(state == expected, "{what}\nfind:\n{state:?}\nclosure:\n{expected:?}");
                let more: CellSet = Cell::all().filter(|_| rng.random_bool(0.05)).collect();
                let further = closed(&ladder, &puzzle, puzzle.clues() | more, tier);
                assert!(
                    further.candidates.is_subset(&expected.candidates)
                        && further.open.is_subset(expected.open),
                    "{what} and {more}"
                );
                stuck[usize::from(tier)] += usize::from(!state.is_solved());
            }
        }
        assert!(stuck.iter().all(|&stuck| stuck > 0), "{ladder:?}: {stuck:?}");
    }
}

/// The refill theorem on thousands of refills: each stops in the state of its seed, cell by cell
/// and candidate by candidate, so it has its tier, even one from a judge. Symmetries do not change
/// tiers.
#[test]
fn refills_get_stuck_where_their_seed_does() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 2);
    let mut all = 0;
    for ladder in ladders() {
        let mut by_tier: BTreeMap<u8, usize> = BTreeMap::new();
        for seed in puzzles(1, 100, &mut rng) {
            let what = format!("{ladder:?}, {seed}, RNG seed {RNG_SEED} + 2");
            let expected = grade(&ladder, &seed);
            let turned = Transform::random(&mut rng).apply_puzzle(&seed);
            assert_eq!(grade(&ladder, &turned).tier, expected.tier, "{what} {turned}");
            let prepared = Prepared::graded(&ladder, &seed, &expected, None);
            for _ in 0..6 {
                let clues = prepared.refill(&RefillTarget::default(), &mut rng).unwrap();
                let puzzle = Puzzle::new(&seed.solution().keep(clues)).unwrap();
                assert_eq!(grade(&ladder, &puzzle), expected, "{puzzle} of {what}");
                assert!(prepared.is_valid(clues), "{puzzle} of {what}");
                // Thinned: no clue can be removed.
                let fewer = |clue| prepared.is_valid(clues - CellSet::of(clue));
                assert!(!clues.iter().any(fewer), "{puzzle} of {what}");
                *by_tier.entry(expected.tier).or_default() += 1;
            }
        }
        let met = ladder.tiers().filter(|tier| by_tier.contains_key(tier)).count();
        assert!(met + 1 >= ladder.tiers().count(), "{ladder:?}: {by_tier:?}");
        all += by_tier.values().sum::<usize>();
    }
    assert!(all > 4_000, "{all}");
}

/// An inserted tier takes puzzles from the tiers above it and changes nothing below.
#[test]
fn a_tier_between_parts_what_was_above_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 3);
    let ladder = with_xy_wing(5);
    let mut parted = [0; 2];
    for puzzle in puzzles(1, 200, &mut rng) {
        let (before, now) = (grade(Ladder::hsolve(), &puzzle), grade(&ladder, &puzzle));
        match before.tier {
            tier @ 0..5 => assert_eq!(now, before, "{puzzle} of tier {tier}"),
            // Puzzles that XY-wings solve are tier 5; for others they may reduce the assumptions.
            5 => {
                parted[usize::from(now.tier - 5)] += 1;
                assert!(now.tier == 6 || now.stuck == before.stuck, "{puzzle}");
            }
            _ => assert!(now.tier >= 5, "{puzzle}"),
        }
    }
    assert!(parted.iter().all(|&count| count > 5), "{parted:?}");
}

#[test]
fn steps_explain_themselves() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 4);
    let ladder = with_xy_wing(5);
    let mut words = None;
    for puzzle in puzzles(2, 0, &mut rng) {
        let (tier, steps) = (grade(&ladder, &puzzle).tier, explain(&ladder, &puzzle));
        let mut state = State::of_clues(puzzle.solution(), puzzle.clues());
        for step in &steps {
            assert!(step.before == state && step.after() != state, "{step} of {puzzle}");
            state = step.after();
        }
        assert_eq!(state.is_solved(), tier != ladder.beyond(), "{puzzle}");
        let hardest = hardest(&ladder, &steps).map(|at| &steps[at]);
        if tier == 5 {
            let hardest = hardest.unwrap();
            assert_eq!(hardest.technique(), XY_WING, "{puzzle}");
            assert_eq!((hardest.cells().len(), hardest.digits().len()), (3, 3), "{hardest}");
            assert!(hardest.cells().is_subset(hardest.marks().cells), "{hardest}");
            words.get_or_insert(hardest.to_string());
        }
    }
    let words = words.unwrap();
    assert!(words.starts_with("XY-wing on ") && words.contains(": removes "), "{words}");
}

/// m(B) computed from the graph of stuck states is the mean of simulated runs, also with an
/// inserted tier; a ladder without costs has no m(B).
#[test]
fn scores_are_the_mean_of_runs() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 5);
    let ladder = with_xy_wing(2);
    let (mut squares, mut count) = (0.0, 0.0);
    for puzzle in puzzles(6, 0, &mut rng) {
        let grade = grade(&ladder, &puzzle);
        let score = hsolve::score(&ladder, &puzzle, &grade);
        assert_eq!(score.is_some(), grade.tier < ladder.beyond(), "{puzzle}");
        assert_eq!(hsolve::score(&judged::ladder(), &puzzle, &grade), None);
        let Some(score) = score else { continue };
        let turned = Transform::random(&mut rng).apply_puzzle(&puzzle);
        let again = seeddb::logic::grade(&ladder, &turned);
        assert_eq!(hsolve::score(&ladder, &turned, &again), Some(score), "{puzzle}");
        let summary = Summary::of(&runs(&ladder, &puzzle, &grade, 200).unwrap()).unwrap();
        assert_eq!(summary.steps.len(), 7);
        let joint = f64::hypot(score.standard_error, summary.standard_error().unwrap());
        let off = (score.mean - summary.mean) / joint.max(1e-9);
        assert!(off.abs() < 4.5, "{score:?} {summary:?} {puzzle}");
        squares += off * off;
        count += 1.0;
    }
    assert!(count > 20.0 && squares / count < 2.0, "{squares} {count}");
}

fn mined(ladder: &Ladder, tier: u8, count: usize) -> Vec<Seed> {
    let time = Some(Duration::from_secs(300));
    let request = mine::Request {
        count: Some(count),
        time,
        rng_seed: RNG_SEED,
        ..mine::Request::new(ladder, tier)
    };
    request.check().unwrap();
    let mut seeds = Vec::new();
    mine(&request, Pool::of_seeds(&request, &[]), &AtomicBool::new(false), |new, _| {
        seeds.extend(new);
        Ok::<(), Infallible>(())
    })
    .unwrap();
    assert_eq!(seeds.len(), count, "{ladder:?}");
    seeds
}

/// A database in a file or in memory needs no hsolve grading: it stores, counts and finds seeds
/// without one, and draws from them.
fn known_to_no_other_ladder(ladder: &Ladder, tier: u8, seeds: &[Seed]) {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { initial: Vec::new, ladder: ladder.clone(), ..Options::default() };
    let in_file = Database::open(&folder.path().join("db"), options).unwrap();
    in_file.add_seeds(seeds).unwrap();
    let in_memory = Database::in_memory(ladder.clone(), seeds).unwrap();
    let drawn = [in_file, in_memory].map(|database| {
        assert_eq!(database.seeds(None).unwrap().len(), 3);
        assert_eq!(database.seeds(Some(tier)).unwrap().len(), 3);
        assert_eq!(database.stats().unwrap().tiers[usize::from(tier)].1.seeds, 3);
        assert_eq!(database.check().unwrap(), []);
        // An equivalent seed with a grading by this ladder only is recognized; of equal seeds, the
        // one with the smaller key is kept.
        let twin = Seed { key: Key([0xff; 16]), ..seeds[0].clone() };
        assert_eq!(database.add_seeds(&[twin]).unwrap().known, 1);
        let options = DrawOptions::of_tier(tier, 6, RNG_SEED);
        let drawing = database.draw(&options, &Control::default()).unwrap();
        let drawn: Vec<String> =
            drawing.map(|named| named.unwrap().issued.puzzle.to_string()).collect();
        assert_eq!(drawn.len(), 6, "{ladder:?}");
        drawn
    });
    assert_eq!(drawn[0], drawn[1]);
}

/// Seeds are mined, stored beside the hsolve gradings, read again, and drawn from.
#[test]
fn seeds_are_mined_kept_and_drawn_from() {
    let folder = tempfile::tempdir().unwrap();
    for (ladder, tier) in [(with_xy_wing(5), 5), (judged::ladder(), 6)] {
        let mut seeds = mined(&ladder, tier, 3);
        known_to_no_other_ladder(&ladder, tier, &seeds);
        for seed in &mut seeds {
            let own = seed.grading(ladder.id()).unwrap();
            let grade = grade(&ladder, &seed.puzzle);
            assert_eq!((own.tier, own.reserved), (tier, grade.reserved()));
            assert_eq!(own.score.is_some(), ladder.has_score(tier));
            assert_eq!(seed.grading(Ladder::HSOLVE), None);
            let hsolve = Ladder::hsolve();
            let grade = seeddb::logic::grade(hsolve, &seed.puzzle);
            let other = assess(hsolve, &seed.puzzle, &grade, seed.symmetry, Origin::Mined);
            seed.gradings.extend(other.gradings);
        }

        let path = folder.path().join(ladder.id().replace('/', "-"));
        let options = Options { initial: Vec::new, ..Options::default() };
        let database = Database::open(&path, options).unwrap();
        assert_eq!(database.add_seeds(&seeds).unwrap().new, 3);
        let kept: Vec<Seed> =
            seeds.iter().map(|seed| database.seed(Id::seed(seed.key)).unwrap()).collect();
        assert_eq!(kept, seeds);

        let text = format!("[[level]]\nname = \"ours\"\ntiers = [{tier}, {}]\n", ladder.beyond());
        let levels = level_table::read(&text).unwrap();
        levels.check_ladder(&ladder).unwrap();
        assert!(levels.check_ladder(Ladder::hsolve()).is_err());
        drop(database);
        let options = Options { ladder: ladder.clone(), ..Options::default() };
        let database = Database::open(&path, options).unwrap();
        database.set_levels(&levels).unwrap();
        let options = DrawOptions::of_tier(tier, 12, RNG_SEED);
        let drawing = database.draw(&options, &Control::default()).unwrap();
        let drawn: Vec<_> = drawing.map(|named| named.unwrap().issued).collect();
        assert!(drawn.len() >= 6, "{} of {ladder:?}", drawn.len());
        for issued in drawn {
            let puzzle = Puzzle::new(&issued.puzzle.grid()).unwrap();
            assert_eq!(grade(&ladder, &puzzle).tier, tier, "{puzzle}");
            assert_eq!((issued.tier, issued.level.as_deref()), (tier, Some("ours")));
            assert_eq!(issued.score.is_some(), ladder.has_score(tier));
        }
    }
}

/// A ladder without all sizes of subsets has other closures than one with all of them.
#[test]
fn short_cuts_are_worked_out_from_the_rows() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 6);
    let singles: &[Technique] = &[Technique::NakedSingle, Technique::HiddenSingle];
    let pairs: &[Technique] = &[Technique::Naked(Size::Two)];
    let ladder = Ladder::new("pairs/1", &[singles, pairs]).unwrap();
    let mut fewer = 0;
    for puzzle in puzzles(4, 0, &mut rng) {
        let ours = closed(&ladder, &puzzle, puzzle.clues(), 1);
        let theirs = closed(Ladder::hsolve(), &puzzle, puzzle.clues(), 1);
        assert!(theirs.candidates.is_subset(&ours.candidates), "{puzzle}");
        assert_eq!(find(&ladder, &ours, 1).valid(), 0, "{puzzle}");
        fewer += usize::from(ours != theirs);
    }
    assert!(fewer > 10, "{fewer}");
}
