//! Levels for users: the table of a database, and draws by level.

use std::collections::HashSet;

use seeddb::level_table::TableName;

use crate::home::Home;
use seeddb::board::Puzzle;
use seeddb::level_table;
use seeddb::logic::{Ladder, explain, hardest};
use seeddb::mine::starter;
use seeddb::rating::levels::{Facts, LevelTable};
use seeddb::rating::metric::{Metric, Settings};
use seeddb::symmetry::ClueSymmetry;

/// A line of `draw`, with its puzzle proved again.
struct Line {
    puzzle: Puzzle,
    level: String,
    tier: u8,
    score: Option<f64>,
}

fn lines(out: &str) -> Vec<Line> {
    let line = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        Line {
            puzzle: Puzzle::new(&fields[0].parse().unwrap()).unwrap(),
            level: fields[3].to_owned(),
            tier: fields[4].parse().unwrap(),
            score: fields[5].parse().ok(),
        }
    };
    out.lines().map(line).collect()
}

fn draw(home: &Home, arguments: &str) -> Vec<Line> {
    lines(&home.run(&format!("--quiet draw --rng-seed 5 {arguments}"), 0).out)
}

/// The first promise of the README.
#[test]
fn a_hundred_experts_without_any_set_up() {
    let home = Home::new();
    let lines = lines(&home.run("draw --level expert --count 100", 0).out);
    let forms: HashSet<String> = lines.iter().map(|line| line.puzzle.to_string()).collect();
    assert_eq!(forms.len(), 100);
    for Line { puzzle, level, .. } in &lines {
        let facts = Facts::of(Ladder::hsolve(), puzzle);
        assert!((2..=5).contains(&facts.tier()), "{puzzle}");
        assert!(facts.score(Metric::Hsolve).unwrap() >= 2762.0, "{puzzle}");
        assert_eq!(level, "expert");
    }
}

/// For each level of the default table, draws without set-up belong to the level.
#[test]
fn draws_of_each_level_are_named_by_it() {
    let home = Home::with_starter();
    let table = LevelTable::default();
    for level in table.levels() {
        let lines = draw(&home, &format!("--level {} --count 40", level.name));
        assert_eq!(lines.len(), 40);
        for Line { puzzle, level: label, .. } in lines {
            let facts = Facts::of(Ladder::hsolve(), &puzzle);
            assert_eq!((&label, table.of(&facts)), (&level.name, Some(level)), "{puzzle}");
            let clues = puzzle.clues().len();
            assert!(level.usual_clues.as_ref().is_none_or(|usual| usual.contains(&clues)));
        }
    }
    // Additional conditions of a draw are combined with those of the level.
    for (arguments, clues) in [
        ("--level easy --clues 22..24", 22..=24),
        ("--level easy --minimal", 17..=27),
        ("--level BEGINNER --clues 30..40", 39..=40),
    ] {
        for line in draw(&home, &format!("{arguments} --count 5")) {
            assert!(clues.contains(&line.puzzle.clues().len()), "{arguments}: {}", line.puzzle);
        }
    }
    home.run("draw --level beginner --clues 20..30", 2)
        .words(&["level beginner takes 39 to 81 clues, and 20 to 30 are asked for"]);
    home.run("draw --level begginner", 2).words(&["did you mean beginner?"]);
    let none = home.run("book --level beginner:3 --clues 20..30 -o b.pdf", 2);
    none.words(&["level beginner takes 39 to 81 clues"]);
    let batches = home.run("batches --format csv", 0).out;
    assert!(batches.contains("--level beginner --count 5 --clues 30..40"), "{batches}");
}

/// Several levels: equal shares in order, one batch for each; nothing is drawn if a level is
/// unknown.
#[test]
fn several_levels_share_a_count() {
    let home = Home::with_starter();
    let out = home.run("--quiet draw --level easy,Hard,beginner --count 8 --rng-seed 5", 0).out;
    let place = |line: &str| line.split('\t').skip(8).collect::<Vec<_>>().join(".");
    let levels: Vec<String> = lines(&out).into_iter().map(|line| line.level).collect();
    assert_eq!(levels, ["easy", "easy", "easy", "hard", "hard", "hard", "beginner", "beginner"]);
    let places: Vec<String> = out.lines().map(place).collect();
    assert_eq!(places, ["1.1", "1.2", "1.3", "2.1", "2.2", "2.3", "3.1", "3.2"]);
    let one_each = home.run("draw --level expert,medium", 0).out;
    assert_eq!(one_each.lines().count(), 2);
    home.run("draw --level easy,medium --count 1", 2).words(&["2 levels need --count 2"]);
    home.run("draw --level easy,mediun --count 4", 2).words(&["did you mean medium?"]);
    home.run("draw --level easy,beginner --clues 22..25 --count 4", 2).words(&["beginner takes"]);
    home.run("draw --level easy,expert --dry-run", 0).words(&["of level easy", "of level expert"]);
    let batches = home.run("batches --format csv", 0).out;
    assert_eq!(batches.lines().count(), 1 + 5, "{batches}");
}

/// Levels may bound every recorded fact and other metrics; draws comply.
#[test]
fn levels_of_any_bounds_are_drawn() {
    let home = Home::with_starter();
    let toml = r#"
        [[level]]
        name = "turned"
        tiers = [0, 0]
        symmetry = "rot180"
        clues = [24, 30]

        [[level]]
        name = "fishy"
        techniques = ["X-wing", "swordfish", "jellyfish"]

        [[level]]
        name = "bushy"
        metric = "branch"
        score = [300, inf]
        tiers = [0, 5]

        [[level]]
        name = "formula"
        metric = "technique"
        score = [100, 400]

        [[level]]
        name = "rest"
    "#;
    home.file("levels.toml", toml);
    let said = home.run("levels set levels.toml", 0);
    let all: u64 = ["turned", "fishy", "bushy", "formula", "rest"]
        .map(|level| {
            let line = said.err.lines().find(|line| line.contains(&format!("{level}: names")));
            let count = line.unwrap().split("names ").nth(1).unwrap();
            count.split(' ').next().unwrap().parse::<u64>().unwrap()
        })
        .iter()
        .sum();
    assert_eq!(all, starter().len() as u64, "{}", said.err);
    let table = level_table::read(toml).unwrap();
    for level in ["turned", "fishy", "bushy", "formula", "rest"] {
        let lines = draw(&home, &format!("--level {level} --count 10"));
        assert_eq!(lines.len(), 10, "{level}");
        for Line { puzzle, level: label, tier, score, .. } in lines {
            assert_eq!(label, level);
            let facts = Facts::of(Ladder::hsolve(), &puzzle);
            assert_eq!(facts.tier(), tier);
            assert_eq!(table.of(&facts).unwrap().name, level, "{puzzle}");
            match level {
                "turned" => {
                    assert!(ClueSymmetry::Rot180.holds(puzzle.clues()), "{puzzle}");
                    assert!((24..=30).contains(&puzzle.clues().len()), "{puzzle}");
                }
                "fishy" => {
                    let steps = explain(Ladder::hsolve(), &puzzle);
                    let hardest = hardest(Ladder::hsolve(), &steps).unwrap();
                    let name = steps[hardest].technique().name();
                    assert!(["X-wing", "swordfish", "jellyfish"].contains(&name), "{puzzle}");
                }
                "bushy" => {
                    let branch = Metric::Branch.score(&puzzle, &Settings::default()).unwrap();
                    assert!(branch >= 300.0 && score.is_some(), "{puzzle}");
                }
                "formula" => {
                    let value = Metric::Technique.score(&puzzle, &Settings::default()).unwrap();
                    assert!((100.0..400.0).contains(&value), "{puzzle}");
                }
                _ => {}
            }
        }
    }
    let outs = [1, 2].map(|threads| {
        let home = Home::with_starter();
        home.file("levels.toml", toml);
        home.run("--quiet levels set levels.toml", 0);
        let bushy = "draw --level bushy --count 60 --rng-seed 8";
        home.run(&format!("--quiet --threads {threads} {bushy}"), 0).out
    });
    assert!(outs[0] == outs[1], "threads made a difference");
    home.run("draw --level turned --symmetry top-bottom", 2).words(&[
        "level turned takes puzzles with clues of symmetry rot180, and top-bottom is asked for",
    ]);
    home.run("draw --level turned --symmetry rot90 --count 2", 0);
}

#[test]
fn a_table_with_holes_is_refused_unless_it_is_meant() {
    let home = Home::with_starter();
    let before = home.run("levels show --toml", 0).out;
    home.file(
        "holes.toml",
        "[[level]]\nname = \"low\"\nscore = [0, 500]\n[[level]]\nname = \"also\"\ntiers = [0, 1]\nscore = [400, 600]\n",
    );
    home.run("levels set holes.toml", 1).words(&[
        "holes.toml leaves puzzles without a level: ",
        "tiers 0 to 1, score 600 and more",
        "tiers 2 to 5, score 500 and more",
        "tier 6",
        "--allow-holes",
    ]);
    assert_eq!(home.run("levels show --toml", 0).out, before);
    home.run("levels set holes.toml --allow-holes", 0).words(&[
        "low and also overlap, low names: tiers 0 to 1, score 400 to below 500",
        "no level: tier 6",
        "seeds",
    ]);
    home.run("levels set paper", 0).words(&["no level: tier 6"]);
    home.file(
        "shadow.toml",
        "[[level]]\nname = \"all\"\n[[level]]\nname = \"none\"\ntiers = [2, 3]\n",
    );
    home.run("levels set shadow.toml", 0).words(&["none names nothing"]);
    home.run("draw --level none", 3);
    home.run("levels reset", 0);
    assert_eq!(home.run("levels show --toml", 0).out, before);
    let reset = home.run("levels", 0);
    reset.words(&["the table of this database is `seeddb` of the program"]);
}

/// All commands describe a level alike.
#[test]
fn levels_are_told_in_words() {
    let home = Home::new();
    let out = home.run("levels", 0).out;
    for words in ["level     tier", "39 to 45", "children and beginners", "2 to 5  from 2762"] {
        assert!(out.contains(words), "{words}: {out}");
    }
    let json: serde_json::Value = home.json("levels");
    assert_eq!(json[0]["level"], "beginner");
    assert_eq!(json[0]["clues_from"], 39);
    assert_eq!(json[3]["score_from"], 929.0);
    assert!(json[3]["score_below"].is_null());
    let one = home.run("levels hard", 0).out;
    let lines: Vec<&str> = one.lines().collect();
    assert_eq!(lines[0], "level         hard");
    assert!(lines.contains(&"ER            1.2 to 3.4"), "{one}");
    let needs = "needs         no more than naked pair, hidden pair, locked candidates";
    assert!(lines.contains(&needs), "{one}");
    assert_eq!(home.json("levels HARD").as_array().unwrap().len(), 1);
    home.run("levels hrad", 2).words(&["did you mean hard?", "balanced-6"]);
    let week = home.run("levels week", 0).out;
    assert!(week.lines().all(|line| line.len() <= 100), "{week}");
    let mut days: Vec<&str> = week.lines().skip(1).map(|line| &line[30..]).collect();
    days.sort_unstable();
    days.dedup();
    assert_eq!(days.len(), 7, "{week}");
    let balanced = home.run("levels show balanced-4", 0).out;
    assert!(
        balanced.contains("no more than limited backtracking")
            && balanced.contains("more than the techniques of the tiers"),
        "{balanced}"
    );
    assert_eq!(json[0]["usual_clues_to"], 45);
}

/// Draws of `medium` give puzzles of both its tiers, although few refills of tier 0 are hard enough
/// for it. Those of tier 0 have the scores of minimal puzzles of the level, and the scores of tier
/// 1 are spread more widely: the quantiles are in METHODS.md.
#[test]
fn medium_puzzles_are_of_both_tiers() {
    let home = Home::with_few_seeds();
    home.run("draw --level medium --count 12k --rng-seed 5 -o x.tsv", 0);
    let drawn = home.json("export --batch last");
    let scores = |tier: u8| -> Vec<f64> {
        let own = drawn.as_array().unwrap().iter().filter(|one| one["tier"] == tier);
        own.map(|one| one["score"].as_f64().unwrap()).collect()
    };
    let below = |scores: &[f64], score: f64| {
        scores.iter().filter(|own| **own < score).count() as f64 / scores.len() as f64
    };
    let (easier, harder) = (scores(0), scores(1));
    assert!((360..1800).contains(&easier.len()), "{}", easier.len());
    for (share, score) in [(0.1, 606.8), (0.25, 617.2), (0.5, 637.0), (0.75, 672.9), (0.9, 708.9)] {
        let off = below(&easier, score) - share;
        assert!(off.abs() < 0.15, "{off} at {score}");
    }
    // Half of the minimal ones.
    let within = below(&harder, 869.8) - below(&harder, 717.5);
    assert!((0.25..0.5).contains(&within), "{within}");
}

/// The bounds of the table `even` hold for each puzzle, by freshly computed ratings.
#[test]
fn levels_of_even_bound_score_and_rating() {
    let home = Home::with_few_seeds();
    let table = "even".parse::<TableName>().unwrap().table();
    for level in table.levels().iter().filter(|level| level.er.is_some()) {
        let draw = ["draw", "--levels", "even", "--level", &level.name, "--count", "20"];
        home.run(&(&draw, "--rng-seed 3 -o drawn.csv --force"), 0);
        let drawn = home.json("export --batch last");
        let rated = home.json("rate --metric se drawn.csv");
        assert_eq!(drawn.as_array().unwrap().len(), 20);
        for (drawn, rated) in drawn.as_array().unwrap().iter().zip(rated.as_array().unwrap()) {
            let (score, er) = (drawn["score"].as_f64().unwrap(), rated["er"].as_f64().unwrap());
            assert!(level.score.as_ref().unwrap().contains(&score), "{}: {drawn}", level.name);
            assert!(level.er.as_ref().unwrap().contains(&er), "{}: {drawn} {rated}", level.name);
            assert_eq!(
                (&drawn["puzzle"], &drawn["level"]),
                (&rated["puzzle"], &level.name.as_str().into())
            );
        }
    }
    // The request is recorded, although the database has another table.
    let batch = home.json("batches last");
    assert!(batch[0].to_string().contains("even"), "{batch}");
    home.verify();
    assert_eq!(home.json("draw --again last")[0]["level"], "extreme");
    home.refused("draw --levels uneven --level hard", 2, &["no table of levels \"uneven\""]);
}
