//! Level tables: which puzzles each level takes, how tables are read, and which are refused.

use std::env;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use seeddb::board::{Grid, Puzzle};
use seeddb::generate::{minimal, solution};
use seeddb::level_table;
use seeddb::logic::{Ladder, Technique};
use seeddb::rating::calibrate::{Rated, calibrate, controlled_bias_weight};
use seeddb::rating::levels::{Facts, Level, LevelError, LevelTable};
use seeddb::rating::metric::{Metric, Settings};
use seeddb::symmetry::ClueSymmetry;

use crate::puzzles::{known, puzzle};

/// Returns an easy puzzle of the known answers, with clues added up to `count`.
fn with_clues(count: usize) -> Puzzle {
    let easy = known().find(|puzzle| Facts::of(Ladder::hsolve(), puzzle).tier() == 0);
    let easy = easy.unwrap();
    let mut clues = easy.clues();
    for cell in (!clues).iter().take(count.saturating_sub(clues.len())) {
        clues.insert(cell);
    }
    assert_eq!(clues.len(), count);
    Puzzle::proved(clues, *easy.solution())
}

/// Returns the index of the level that takes a puzzle of this number of clues, tier and score.
fn place(table: &LevelTable, clues: usize, tier: u8, score: Option<f64>) -> Option<usize> {
    table.place(&Facts::graded(Ladder::hsolve(), &with_clues(clues), tier, score))
}

#[test]
fn the_default_table_has_a_level_for_everything() {
    let table = LevelTable::default();
    let names: Vec<&str> = table.levels().iter().map(|level| level.name.as_str()).collect();
    assert_eq!(names, ["beginner", "easy", "medium", "hard", "fiendish", "expert", "beyond"]);
    let label = |clues, tier, score| place(&table, clues, tier, score).map(|place| names[place]);
    for (clues, tier, score, name) in [
        (39, 0, 90.0, "beginner"),
        (45, 0, 2000.0, "beginner"),
        (38, 0, 90.0, "easy"),
        (30, 0, 598.9, "easy"),
        (30, 0, 599.0, "medium"),
        (36, 1, 80.0, "medium"),
        (30, 1, 928.9, "medium"),
        (30, 0, 929.0, "hard"),
        (30, 1, 30_000.0, "hard"),
        (30, 2, 900.0, "fiendish"),
        (40, 5, 2761.9, "fiendish"),
        (30, 2, 2762.0, "expert"),
        (30, 5, 30_000.0, "expert"),
    ] {
        assert_eq!(label(clues, tier, Some(score)), Some(name), "{clues} {tier} {score}");
    }
    assert_eq!(label(30, 6, None), Some("beyond"));
    assert!(table.holes(Ladder::hsolve()).is_empty());
    let reached = table.targets(Ladder::hsolve()).into_iter().map(|target| target.tiers());
    let tiers = [0..=0, 0..=0, 0..=1, 0..=1, 2..=5, 2..=5, 6..=6];
    assert!(reached.eq(tiers.map(Some)));
    // hsolve's expert, tiers 2 to 5 from 2762 to below 20958, is ours.
    let expert = place(&table, 25, 5, Some(20_957.0));
    assert_eq!(expert.map(|place| names[place]), Some("expert"));
}

/// The levels that newspapers call by the same name are ours, or next to them.
#[test]
fn series_of_newspapers_agree() {
    let table = LevelTable::default();
    let ours: Vec<&str> = table.levels().iter().map(|level| level.name.as_str()).collect();
    let mut compared = 0;
    let methods = include_str!("../../src/core/rating/METHODS.md");
    for line in include_str!("../data/newspapers.tsv").lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, level, clues, tiers, scores @ ..] = &fields[..] else { panic!("{line}") };
        let own = ours.iter().position(|name| name == level);
        let label = |score: &&str| {
            let label = |tier: &str| {
                let (clues, tier) = (clues.parse().unwrap(), tier.parse().unwrap());
                ours[place(&table, clues, tier, score.parse().ok()).unwrap()]
            };
            let mut labels: Vec<&str> = tiers.split(',').map(label).collect();
            labels.dedup();
            labels.join(" or ")
        };
        let labels: Vec<String> = scores.iter().map(label).collect();
        let row = format!(
            "| {} | {level} | {clues} | {tiers} | {} | {} |",
            fields[0],
            scores.join(", "),
            labels.join(", ")
        );
        assert!(methods.contains(&row), "METHODS.md has no row {row}");
        for tier in tiers.split(',') {
            for score in scores {
                let score = score.parse().unwrap();
                let tier = tier.parse().unwrap();
                let found = place(&table, clues.parse().unwrap(), tier, Some(score)).unwrap();
                let Some(own) = own else { continue };
                assert!(own.abs_diff(found) <= 1, "{line}: {tier} {score} is {}", ours[found]);
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 24);
}

#[test]
fn the_tables_in_the_program() {
    for (name, _) in level_table::BUILT_IN {
        let table = level_table::built_in(name).unwrap();
        assert_eq!(level_table::read(&level_table::write(&table)), Ok(table.clone()));
        assert_eq!(level_table::name_of(&table), Some(name));
        let has_holes = ["paper", "original", "week"].contains(&name);
        assert_eq!(table.holes(Ladder::hsolve()).is_empty(), !has_holes, "{name}");
    }
    let cuts = |name| -> Vec<f64> {
        let table = level_table::built_in(name).unwrap();
        let starts = table.levels().iter().filter_map(|level| Some(level.score.as_ref()?.start));
        starts.skip(1).collect()
    };
    assert_eq!(cuts("balanced-4"), [572.0, 2201.2, 4822.0]);
    assert_eq!(cuts("balanced-6"), [482.4, 861.8, 2201.2, 4027.0, 5707.8]);
    assert_eq!(cuts("paper"), [599.0, 929.0, 2762.0]);
    let paper = level_table::built_in("paper").unwrap();
    assert!(paper.levels().iter().all(|level| level.tiers.is_none()));
    assert_eq!(place(&paper, 25, 5, Some(317.0)), Some(0));
    assert_eq!(place(&paper, 25, 0, Some(316.9)), None);
    // Databases that have no table on record have this one: it never changes.
    let original = level_table::original().unwrap();
    let label = |tier, score| place(&original, 25, tier, score).map(|i| &original.levels()[i].name);
    assert_eq!(label(0, Some(317.0)).unwrap(), "easy");
    assert_eq!(label(0, Some(316.9)), None);
    assert_eq!(label(1, Some(400.0)), None);
    assert_eq!(label(4, Some(929.0)).unwrap(), "hard");
    assert_eq!(label(5, Some(929.0)), None);
    assert_eq!(label(5, Some(8586.0)).unwrap(), "expert");
    assert_eq!(label(5, Some(20958.0)), None);
    assert_eq!(label(6, None).unwrap(), "beyond");
}

/// The balanced tables are reproduced by their command.
#[test]
#[ignore = "needs the corpora (SEEDDB_CORPORA) and half a minute"]
fn the_balanced_tables_are_calibrated() {
    let folder = env::var("SEEDDB_CORPORA").unwrap();
    let text =
        fs::read_to_string(Path::new(&folder).join("se121_controlled_bias_dev.tsv")).unwrap();
    let lines: Vec<&str> = text.lines().skip(1).collect();
    let rate = |line: &&str| {
        let puzzle = puzzle(line);
        let score = Metric::Hsolve.score(&puzzle, &Settings::default())?;
        Some(Rated { score, weight: controlled_bias_weight(puzzle.clues().len()) })
    };
    let sample: Vec<Rated> = lines.par_iter().filter_map(rate).collect();
    assert_eq!(sample.len(), 9_988);
    let four = ["easy", "medium", "hard", "expert"];
    let six = ["very-easy", "easy", "medium", "hard", "very-hard", "expert"];
    for (name, names) in [("balanced-4", &four[..]), ("balanced-6", &six[..])] {
        let table = calibrate(Metric::Hsolve, &sample, names).unwrap();
        assert_eq!(Some(table), level_table::built_in(name));
    }
}

#[test]
fn the_default_table_is_written_as_people_write_it() {
    let text = level_table::write(&LevelTable::default());
    let first = "[[level]]\nname = \"beginner\"\nmetric = \"hsolve\"\ntiers = [0, 0]\nclues = [39, 81]\nusual_clues = [39, 45]\nabout = \"";
    assert!(text.starts_with(first), "{text}");
    assert!(text.contains("score = [929, inf]\ntiers = [0, 1]\n"), "{text}");
    assert_eq!(level_table::read(&text), Ok(LevelTable::default()));
}

#[test]
fn names_are_found_in_any_case_and_near_ones_are_told() {
    let table = LevelTable::default();
    assert_eq!(table.get("hard").unwrap().tiers, Some(0..=1));
    assert_eq!(table.get("HARD").unwrap().name, "hard");
    let all = "there are beginner, easy, medium, hard, fiendish, expert, beyond";
    for (name, near) in [
        ("x", None),
        ("experd", Some("expert")),
        ("Exprt", Some("expert")),
        ("ahrd", Some("hard")),
        ("beginners", Some("beginner")),
        ("mild", None),
    ] {
        let error = table.get(name).unwrap_err();
        assert_eq!(error.to_string(), format!("no level named '{name}' ({all})"));
        let LevelError::Unknown { meant, .. } = error else { panic!("{error}") };
        assert_eq!(meant.as_deref(), near);
    }
}

#[test]
fn what_is_wrong_is_named_with_its_line_or_level() {
    let level = |text: &str| format!("[[level]]\nname = \"a\"\n{text}\n");
    for (text, errors) in [
        (String::new(), ["a level table has at least one [[level]]", ""]),
        ("level = 3".to_owned(), ["line 1, column 9", "expected a sequence"]),
        (level("tiers = [0, 1]") + "[other]\n", ["line 4, column 2", "unknown field `other`"]),
        ("[[level]]\ntiers = [0, 1]".to_owned(), ["line 1, column 1", "missing field `name`"]),
        (level("tiers = [0, 1]").repeat(2), ["two levels are named 'a'", ""]),
        (level("tiers = [3, 2]"), ["level 'a', tiers: no tier lies from 3 to 2", ""]),
        (level("tiers = [-1, 2]"), ["line 3, column 10", "integer `-1`"]),
        (level("tiers = 2"), ["line 3, column 9", "expected a sequence"]),
        (level("tiers = [0, 1, 2]"), ["line 3, column 9", "expected two numbers, as [0, 1]"]),
        (level("score = [5, 5.0]"), ["level 'a', score: nothing lies from 5 to below 5", ""]),
        (level("score = [nan, 5]"), ["level 'a', score: nothing lies from NaN to below 5", ""]),
        (level("score = [5]"), ["line 3, column 9", "expected two numbers, as [0, 1]"]),
        (level("clues = [30, 20]"), ["level 'a', clues: no number lies from 30 to 20", ""]),
        (level("clues = [30, 82]"), ["level 'a', clues: 82: a grid has 81 cells", ""]),
        (
            level("clues = [30, 35]\nusual_clues = [30, 36]"),
            ["level 'a', usual_clues: 30 to 36 is not within clues, 30 to 35", ""],
        ),
        (level("symmetry = \"rot45\""), ["line 3, column 12", "rot180"]),
        (
            level("techniques = [\"x-wing\", \"sword fish\"]"),
            [
                "line 3, column",
                "no technique is named \"sword fish\": there are naked single, hidden",
            ],
        ),
        (
            level("metric = \"er\""),
            [
                "line 3, column 10",
                "no metric is named \"er\": there are hsolve, branch, box-norm, technique, restarts, tierless, minutes, percentile, se, common",
            ],
        ),
        (level("metric = 3"), ["line 3, column 10", "expected a string"]),
        (
            level("tier = [1, 2]"),
            ["line 3, column 1", "unknown field `tier`, expected one of `name`"],
        ),
        (
            level("tiers = [0, 1]").replace("\"a\"", "\"a b\""),
            ["level 'a b', name: \"a b\" is empty or has spaces", ""],
        ),
        ("[[level".to_owned(), ["line 1, column 8", "expected"]),
    ] {
        let told = level_table::read(&text).unwrap_err().to_string();
        assert!(errors.iter().all(|error| told.contains(error)), "{text}: {told}");
    }
    // A level without bounds is valid: it takes all puzzles that remain.
    assert!(level_table::read(&level("")).unwrap().levels()[0].is_unbounded());
}

/// A table for another ladder can be read; a ladder refuses it if it lacks its tiers or techniques.
#[test]
fn tiers_are_those_of_a_ladder() {
    let table = level_table::read("[[level]]\nname = \"a\"\ntiers = [0, 7]\n").unwrap();
    let error = table.check_ladder(Ladder::hsolve()).unwrap_err().to_string();
    assert_eq!(error, "level 'a', tiers: there is no tier 7, the last is 6");
    assert_eq!(LevelTable::default().check_ladder(Ladder::hsolve()), Ok(()));
    let singles: &[Technique] = &[Technique::NakedSingle, Technique::HiddenSingle];
    let small = Ladder::new("small/1", &[singles]).unwrap();
    let table = level_table::read("[[level]]\nname = \"a\"\ntechniques = [\"X-Wing\"]\n").unwrap();
    let error = table.check_ladder(&small).unwrap_err().to_string();
    assert_eq!(error, "level 'a', techniques: X-wing is not one of the ladder's");
}

/// Returns a level with bounds from a few values, so that bounds often coincide.
fn random_level(rng: &mut SmallRng, name: usize) -> Level {
    let mut level = Level::new(&format!("level-{name}"));
    let pair = |rng: &mut SmallRng, values: &[f64]| {
        let (a, b): (f64, f64) = (*values.choose(rng).unwrap(), *values.choose(rng).unwrap());
        (a.min(b), a.max(b))
    };
    if rng.random_bool(0.5) {
        let (first, last) = pair(rng, &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        level.tiers = Some(first as u8..=last as u8);
    }
    if rng.random_bool(0.4) {
        let (first, last) = pair(rng, &[0.0, 22.0, 23.0, 24.0, 26.0, 30.0, 40.0, 81.0]);
        level.clues = Some(first as usize..=last as usize);
    }
    if rng.random_bool(0.5) {
        level.metric =
            if rng.random_bool(0.7) { Metric::Hsolve } else { *Metric::ALL.choose(rng).unwrap() };
        let values = match level.metric {
            Metric::BoxNorm => [0.0, 8.0, 8.5, 9.0, 9.5, f64::INFINITY],
            Metric::Restarts => [0.0, 10.0, 100.0, 1_000.0, 1e6, f64::INFINITY],
            _ => [0.0, 100.0, 500.0, 1000.0, 3000.0, f64::INFINITY],
        };
        let (from, to) = pair(rng, &values);
        level.score = (from < to).then_some(from..to);
    }
    if rng.random_bool(0.3) && level.metric != Metric::Se {
        let (from, to) = pair(rng, &[0.0, 1.2, 1.6, 2.4, 2.9, 4.5, f64::INFINITY]);
        level.er = (from < to).then_some(from..to);
    }
    if rng.random_bool(0.15) {
        level.symmetry = *ClueSymmetry::ALL.choose(rng).unwrap();
    }
    if rng.random_bool(0.15) {
        level.techniques = Technique::BUILT_IN.into_iter().filter(|_| rng.random()).collect();
    }
    level
}

/// Regions agree with asking level after level: a puzzle in a hole has no level, and a puzzle is in
/// a region of a target exactly if it has that level.
#[test]
fn regions_are_what_levels_take() {
    let lines = include_str!("../data/recorded/rated.tsv").lines().filter(|line| {
        line.len() >= 81 && line.is_char_boundary(81) && line[..81].parse::<Grid>().is_ok()
    });
    let puzzles: Vec<Puzzle> = lines.map(puzzle).chain([with_clues(40), with_clues(81)]).collect();
    let facts: Vec<Facts> =
        puzzles.iter().map(|puzzle| Facts::of(Ladder::hsolve(), puzzle)).collect();
    assert!(facts.len() > 30);
    let (mut holes_seen, mut named, mut unreached) = (0, 0, 0);
    for rng_seed in 0..400 {
        let rng = &mut SmallRng::seed_from_u64(rng_seed);
        let count = rng.random_range(1..=6);
        let levels = (0..count).map(|name| random_level(rng, name)).collect();
        let table = LevelTable::new(levels).unwrap();
        let (holes, targets) = (table.holes(Ladder::hsolve()), table.targets(Ladder::hsolve()));
        let overlaps = table.overlaps(Ladder::hsolve());
        for facts in &facts {
            let place = table.place(facts);
            let in_hole = holes.iter().any(|hole| hole.contains(facts));
            let told = || format!("{table:?}, {facts:?}, RNG seed {rng_seed}");
            assert_eq!(in_hole, place.is_none(), "{}", told());
            holes_seen += u32::from(in_hole);
            for (i, target) in targets.iter().enumerate() {
                let is_own = place == Some(i);
                assert_eq!(target.admits(facts), is_own, "{}", told());
                let regions = target.regions();
                let is_in = regions.iter().any(|region| region.contains(facts));
                assert_eq!(is_in, is_own, "{}", told());
                let score = facts.score(Metric::Hsolve).map(|score| (score, score));
                assert!(!is_own || target.may_admit(facts.tier(), score), "{}", told());
                assert!(!is_own || target.tiers().unwrap().contains(&facts.tier()), "{}", told());
                named += u32::from(is_own);
                unreached += u32::from(regions.is_empty());
            }
            for (first, second, regions) in &overlaps {
                let [first, second] = [first, second].map(|&i| table.levels()[i].admits(facts));
                let is_in = regions.iter().any(|region| region.contains(facts));
                assert_eq!(is_in, first && second, "{}", told());
            }
        }
    }
    assert!(
        holes_seen > 1000 && named > 1000 && unreached > 100,
        "{holes_seen} {named} {unreached}"
    );
}

/// Each of `count` random minimal puzzles has a level, with added clues, too: that of its target.
fn every_puzzle_has_one_level(count: u64) {
    let ladder = Ladder::hsolve();
    let tables =
        ["seeddb", "balanced-4", "balanced-6"].map(|name| level_table::built_in(name).unwrap());
    let targets = tables.each_ref().map(|table| table.targets(ladder));
    (0..count).into_par_iter().for_each(|rng_seed| {
        let rng = &mut SmallRng::seed_from_u64(rng_seed);
        let minimal = minimal(&solution(rng), ClueSymmetry::None, rng);
        let mut clues = minimal.clues();
        let more = rng.random_range(0..30);
        for _ in 0..more {
            let open: Vec<_> = (!clues).iter().collect();
            clues.insert(*open.choose(rng).unwrap());
        }
        for puzzle in [minimal, Puzzle::proved(clues, *minimal.solution())] {
            let facts = Facts::of(ladder, &puzzle);
            for (table, targets) in tables.iter().zip(&targets) {
                let place = table.place(&facts);
                let own = targets.iter().positions_of(&facts);
                assert_eq!(
                    (own.len(), place),
                    (1, own.first().copied()),
                    "{puzzle}, RNG seed {rng_seed}"
                );
            }
        }
    });
}

trait Positions {
    fn positions_of(self, facts: &Facts) -> Vec<usize>;
}

impl<'a, I: Iterator<Item = &'a seeddb::rating::levels::Target>> Positions for I {
    fn positions_of(self, facts: &Facts) -> Vec<usize> {
        self.enumerate().filter(|(_, target)| target.admits(facts)).map(|(i, _)| i).collect()
    }
}

#[test]
fn each_random_puzzle_has_exactly_one_level() {
    every_puzzle_has_one_level(1_000);
}

#[test]
#[ignore = "takes three minutes in a release build"]
fn each_of_a_million_random_puzzles_has_exactly_one_level() {
    every_puzzle_has_one_level(500_000);
}

#[test]
#[ignore = "needs the corpora (SEEDDB_CORPORA) and some minutes"]
fn each_puzzle_of_the_corpora_has_exactly_one_level() {
    let folder = env::var("SEEDDB_CORPORA").unwrap();
    let table = LevelTable::default();
    let targets = table.targets(Ladder::hsolve());
    let mut count = 0;
    for file in fs::read_dir(folder).unwrap() {
        let text = fs::read_to_string(file.unwrap().path()).unwrap_or_default();
        let grids: Vec<Grid> = text
            .lines()
            .filter_map(|line| line.split(['\t', ' ', ',', ':']).find_map(|word| word.parse().ok()))
            .collect();
        count += grids
            .par_iter()
            .filter_map(|grid| Puzzle::new(grid).ok())
            .map(|puzzle| {
                let facts = Facts::of(Ladder::hsolve(), &puzzle);
                let own = targets.iter().positions_of(&facts);
                assert_eq!(own.len(), 1, "{puzzle}");
                assert_eq!(table.place(&facts), Some(own[0]), "{puzzle}");
            })
            .count();
    }
    assert!(count > 15_000, "{count}");
}

prop_compose! {
    fn any_level()(
        name in "[^\\s\\p{C}]{1,8}",
        score in proptest::option::of((-1e6..1e6f64, 1e-3..1e9f64)),
        er in proptest::option::of((1.0..12.0f64, 1e-3..9.0f64)),
        tiers in proptest::option::of((0..=6u8, 0..=6u8)),
        clues in proptest::option::of((0..=81usize, 0..=81usize)),
        metric in proptest::sample::select(&Metric::ALL[..]),
        symmetry in proptest::sample::select(&ClueSymmetry::ALL[..]),
        techniques in proptest::collection::vec(proptest::sample::select(&Technique::BUILT_IN[..]), 0..3),
        about in ".{0,20}",
        usual in any::<bool>(),
    ) -> Level {
        let clues = clues.map(|(a, b)| a.min(b)..=a.max(b));
        Level {
            name,
            metric,
            score: score.map(|(low, width)| low..low + width),
            er: er.map(|(low, width)| low..low + width),
            tiers: tiers.map(|(a, b)| a.min(b)..=a.max(b)),
            usual_clues: clues.clone().filter(|_| usual),
            clues,
            symmetry,
            techniques,
            about,
        }
    }
}

proptest! {
    #[test]
    fn any_table_comes_back_from_toml(levels in proptest::collection::vec(any_level(), 1..6)) {
        if let Ok(table) = LevelTable::new(levels) {
            prop_assert_eq!(level_table::read(&level_table::write(&table)), Ok(table));
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in ".{0,200}") {
        let _ = level_table::read(&text);
    }
}
