//! Level tables: what they take, how they read, what they refuse.

use proptest::prelude::*;
use seeddb::level_table;
use seeddb::logic::Ladder;
use seeddb::rating::levels::{Level, LevelTable};
use seeddb::rating::metric::Metric;

#[test]
fn the_default_table_is_the_papers() {
    let table = LevelTable::default();
    let names: Vec<&str> = table.levels().iter().map(|level| level.name.as_str()).collect();
    assert_eq!(names, ["easy", "medium", "hard", "expert", "beyond"]);
    let label = |tier, score| table.of(tier, score).map(|level| level.name.as_str());
    assert_eq!(label(0, Some(317.0)), Some("easy"));
    assert_eq!(label(0, Some(316.9)), None);
    assert_eq!(label(0, Some(598.9)), Some("easy"));
    assert_eq!(label(0, Some(599.0)), Some("medium"));
    assert_eq!(label(1, Some(400.0)), None);
    assert_eq!(label(4, Some(929.0)), Some("hard"));
    assert_eq!(label(5, Some(929.0)), None);
    assert_eq!(label(5, Some(8586.0)), Some("expert"));
    assert_eq!(label(1, Some(2762.0)), None);
    assert_eq!(label(5, Some(20958.0)), None);
    assert_eq!(label(6, None), Some("beyond"));
    assert_eq!(label(5, None), None);
}

#[test]
fn the_default_table_is_written_as_people_write_it() {
    let text = level_table::write(&LevelTable::default());
    assert!(text.starts_with("[[level]]\nname = \"easy\"\nmetric = \"hsolve\"\nscore = [317, 599]\ntiers = [0, 0]\n\n[[level]]\n"));
    assert!(text.ends_with("[[level]]\nname = \"beyond\"\nmetric = \"hsolve\"\ntiers = [6, 6]\n"));
    assert_eq!(level_table::read(&text), Ok(LevelTable::default()));
}

#[test]
fn an_unknown_name_lists_the_known_ones() {
    let table = LevelTable::default();
    assert_eq!(table.get("hard").unwrap().tiers, Some(0..=4));
    let error = table.get("x").unwrap_err().to_string();
    assert_eq!(error, "no level named 'x': there are easy, medium, hard, expert, beyond");
}

#[test]
fn what_is_wrong_is_named_with_its_line_or_level() {
    let level = |text: &str| format!("[[level]]\nname = \"a\"\n{text}\n");
    for (text, errors) in [
        (String::new(), ["a level table needs a [[level]]", ""]),
        ("level = 3".to_owned(), ["line 1, column 9", "expected a sequence"]),
        (level("tiers = [0, 1]") + "[other]\n", ["line 4, column 2", "unknown field `other`"]),
        ("[[level]]\ntiers = [0, 1]".to_owned(), ["line 1, column 1", "missing field `name`"]),
        (level(""), ["level 'a' has neither score nor tiers: give at least one", ""]),
        (level("tiers = [0, 1]").repeat(2), ["two levels are named 'a': rename one", ""]),
        (level("tiers = [3, 2]"), ["level 'a', tiers: no tier lies from 3 to 2", ""]),
        (level("tiers = [-1, 2]"), ["line 3, column 10", "integer `-1`"]),
        (level("tiers = 2"), ["line 3, column 9", "expected a sequence"]),
        (level("tiers = [0, 1, 2]"), ["line 3, column 9", "expected two numbers, as [0, 1]"]),
        (level("score = [5, 5.0]"), ["level 'a', score: nothing lies from 5 to below 5", ""]),
        (level("score = [nan, 5]"), ["level 'a', score: nothing lies from NaN to below 5", ""]),
        (level("score = [5]"), ["line 3, column 9", "expected two numbers, as [0, 1]"]),
        (
            level("metric = \"se\""),
            [
                "line 3, column 10",
                "no metric is named \"se\": there are hsolve, branch, box-norm, technique, restarts",
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
}

/// A table can be about another ladder: it is read, and refused only for a ladder that does not have its tiers.
#[test]
fn tiers_are_those_of_a_ladder() {
    let table = level_table::read("[[level]]\nname = \"a\"\ntiers = [0, 7]\n").unwrap();
    let error = table.check_tiers(Ladder::hsolve()).unwrap_err().to_string();
    assert_eq!(error, "level 'a', tiers: there is no tier 7, the last is 6");
    assert_eq!(LevelTable::default().check_tiers(Ladder::hsolve()), Ok(()));
}

prop_compose! {
    fn any_level()(
        name in "[^\\s\\p{C}]{1,8}",
        score in proptest::option::of((-1e6..1e6f64, 1e-3..1e9f64)),
        tiers in (0..=6u8, 0..=6u8),
        bounded in any::<bool>(),
        metric in proptest::sample::select(&Metric::ALL[..]),
    ) -> Level {
        let tiers = (score.is_none() || bounded).then(|| tiers.0.min(tiers.1)..=tiers.0.max(tiers.1));
        Level { name, metric, score: score.map(|(low, width)| low..low + width), tiers }
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
