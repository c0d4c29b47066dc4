//! The ladder `common`: draws by its techniques, and explanations.

use seeddb::board::{Grid, Puzzle};
use seeddb::rating::common::{Technique, Techniques, Walk, solves};

use crate::home::Home;

/// Returns the number of puzzles drawn by a technique. Each is solved with it, and not by easier
/// ones alone; one that argues from uniqueness is the hardest of the steps that are told.
fn drawn(home: &Home, technique: Technique, flags: &[&str]) -> usize {
    let draw = ["draw", "--technique", technique.row().key];
    let out = home.run(&[&draw, flags].concat(), 0).out;
    for line in out.lines() {
        let puzzle = Puzzle::new(&line[..81].parse::<Grid>().unwrap()).unwrap();
        assert!(solves(&puzzle, Techniques::up_to(technique)), "{technique}: {puzzle}");
        assert!(!solves(&puzzle, Techniques::below(technique)), "{technique}: {puzzle}");
        if technique.row().is_by_uniqueness {
            let told = Walk::of(&puzzle, Techniques::ALL).hardest();
            assert_eq!(told, Some(technique), "{technique}: {puzzle}");
        }
    }
    out.lines().count()
}

#[test]
fn puzzles_need_the_technique_that_they_are_drawn_by() {
    let home = Home::with_starter();
    for technique in [
        Technique::Skyscraper,
        Technique::TwoStringKite,
        Technique::EmptyRectangle,
        Technique::WWing,
        Technique::WxyzWing,
        Technique::RemotePair,
        Technique::FinnedXWing,
        Technique::SashimiSwordfish,
        Technique::AlsXz,
        Technique::SueDeCoq,
        Technique::XyChain,
        Technique::HiddenRectangle,
        Technique::AvoidableRectangle1,
        Technique::XChain,
        Technique::Aic,
    ] {
        assert_eq!(drawn(&home, technique, &["--count", "5"]), 5, "{technique}");
    }
    // By another name, and with harder techniques allowed.
    home.run("draw --technique 'dual empty rectangle,kite' --count 2", 0);
    home.run("draw --technique w-wing --and-harder --count 2", 0);
    home.refused("draw --technique skyscraper --tier 0..4", 3, &["no puzzles"]);
}

/// Seeds that are mined for a technique give puzzles that need it; where there is none it is told
/// how to mine.
#[test]
fn seeds_of_a_technique_are_mined() {
    let home = Home::with_starter();
    let none = ["draw", "--technique", "unique-rectangle-5"];
    home.refused(&none, 3, &["seeddb mine --technique unique-rectangle-5"]);
    home.run(&["mine", "--technique", "skyscraper", "--count", "2", "--rng-seed", "1"], 0);
    let flags = ["--origin", "mined", "--count", "5"];
    assert_eq!(drawn(&home, Technique::Skyscraper, &flags), 5);
}

/// Steps are printed with their cells; a summary lists the techniques needed; a handout and a
/// picture show them.
#[test]
fn steps_are_told() {
    let home = Home::with_starter();
    home.run("draw --technique skyscraper --rng-seed 1 -o one.txt", 0);
    let explain = ["explain", "--ladder", "common", "one.txt"];
    let told = home.run(&explain, 0).out;
    for words in ["Skyscraper", "needed: skyscraper", "score", "solution: "] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let rows = home.json(&(&explain, "--summary"));
    assert_eq!(
        (&rows[0]["hardest"], &rows[0]["needed"][0]),
        (&"Skyscraper".into(), &"skyscraper".into())
    );
    let until = home.run(&(&explain, "--until skyscraper --board"), 0).out;
    assert!(until.contains("stopped before step") && !until.contains("solution: "), "{until}");
    home.run(&(&explain, "-o steps.pdf"), 0);
    home.run(&(&explain, "--svg step.svg"), 0);
    home.run(&(&explain, "-o schritte.pdf --language de"), 0);
    let polish = "-o kroki.pdf --language pl";
    home.refused(&(&explain, &polish), 2, &["en, de, fr, es, ja", "not in pl"]);
    assert!(home.path("steps.pdf").exists() && home.path("step.svg").exists());
    home.refused("explain --until skyscraper one.txt", 2, &["--ladder common"]);
    let page = [&explain[..], &["--language", "de", "-o", "page.html"]].concat();
    home.run(&page, 0);
    let page = String::from_utf8(home.read("page.html")).unwrap();
    assert!(page.contains("Wolkenkratzer: "), "{page}");
    let polish = "-o kroki.html --language pl";
    home.refused(&(&explain, &polish), 2, &["en, de, fr, es, ja", "not in pl"]);
}

/// A player who does each step gets the next as a hint; `rate` has the score of these steps.
#[test]
fn hints_go_on_from_where_a_player_is() {
    let home = Home::with_starter();
    home.run("draw --technique w-wing --rng-seed 3 -o one.txt", 0);
    let explain = ["explain", "--ladder", "common", "one.txt"];
    let steps = home.json(&explain);
    let steps = steps.as_array().unwrap();
    let (mut filled, mut removed) = (Vec::new(), Vec::new());
    for step in steps {
        let hint = [&explain[..], &["--hint"], &filled[..], &removed[..]].concat();
        let hint = &home.json(&hint)[0];
        assert_eq!((&hint["step"], &hint["number"]), (&step["step"], &1.into()));
        for effect in step["effect"].as_array().unwrap() {
            let effect = effect.as_str().unwrap();
            let done = if effect.contains('=') { &mut filled } else { &mut removed };
            done.extend([if effect.contains('=') { "--filled" } else { "--removed" }, effect]);
        }
    }
    let wrong = [&explain[..], &["--hint", "--filled", "r1c1=1,r1c2=1,r1c3=1"]].concat();
    home.run(&wrong, 1).words(&["is not 1"]);
    let costs: u64 = steps.iter().map(|step| step["cost"].as_u64().unwrap()).sum();
    let rated = home.json("rate --metric common one.txt");
    assert_eq!(rated[0]["common"].as_f64(), Some(costs as f64));
    let used = rated[0]["common_used"].as_array().unwrap();
    assert!(used.iter().any(|own| own.as_str().unwrap().starts_with("W-Wing ")), "{used:?}");
    // As a metric of levels.
    home.file("by.toml", "[[level]]\nname = \"low\"\nmetric = \"common\"\nscore = [0, 700]\n[[level]]\nname = \"rest\"\n");
    let labelled =
        ["rate", "--metric", "common", "--levels", "by.toml", "--format", "json", "one.txt"];
    let level = if costs < 700 { "low" } else { "rest" };
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&home.run(&labelled, 0).out).unwrap()[0]["level"],
        level
    );
}

/// Synonyms find the technique wherever one is named; for a misspelled name, a similar one is
/// suggested.
#[test]
fn synonyms_are_found() {
    let home = Home::with_starter();
    for (name, key) in [
        ("kite", "Two-String Kite"),
        ("Dual Empty Rectangle", "Two-String Kite"),
        ("simple colouring", "Simple Colouring"),
        ("semi-remote naked pair", "W-Wing"),
        ("finned fish", "Finned X-Wing"),
    ] {
        home.run(&["draw", "--technique", name, "--rng-seed", "2", "-o", "one.txt", "--force"], 0);
        let until = ["explain", "--ladder", "common", "--until", name, "one.txt"];
        let told = home.run(&until, 0).out;
        assert!(told.contains("stopped before step") && told.contains(key), "{name}: {told}");
    }
    for until in
        ["continuous nice loop", "aic", "unique-rectangle-1", "bug+1", "full-house", "x-chain"]
    {
        home.run(&["explain", "--ladder", "common", "--until", until, "one.txt"], 0);
    }
    for command in
        [&["draw", "--technique"][..], &["mine", "--technique"], &["explain", "one.txt", "--until"]]
    {
        let typo = [command, &["dual emty rectangle"]].concat();
        home.refused(&typo, 2, &["did you mean dual-empty-rectangle?"]);
    }
}
