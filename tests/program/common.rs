//! The ladder `common`: draws by its techniques, and explanations.

use seeddb::board::{Grid, Puzzle};
use seeddb::rating::common::{Technique, Techniques, solves};

use crate::home::Home;

/// Each puzzle drawn by a technique is solved with it, and not by easier ones alone.
#[test]
fn puzzles_need_the_technique_that_they_are_drawn_by() {
    let home = Home::with_starter();
    let mut drawn = 0;
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
    ] {
        let draw = ["draw", "--technique", technique.row().key, "--count", "10"];
        for line in home.run(&draw, 0).out.lines() {
            let puzzle = Puzzle::new(&line[..81].parse::<Grid>().unwrap()).unwrap();
            assert!(solves(&puzzle, Techniques::up_to(technique)), "{technique}: {puzzle}");
            assert!(!solves(&puzzle, Techniques::below(technique)), "{technique}: {puzzle}");
            drawn += 1;
        }
    }
    assert_eq!(drawn, 120);
    // By another name, and with harder techniques allowed.
    home.run(&["draw", "--technique", "dual empty rectangle,kite", "--count", "2"], 0);
    home.run(&["draw", "--technique", "w-wing", "--and-harder", "--count", "2"], 0);
    home.refused(&["draw", "--technique", "skyscraper", "--tier", "0..4"], 3, &["no puzzles"]);
}

/// Steps are printed with their cells; a summary lists the techniques needed; a handout and a
/// picture show them.
#[test]
fn steps_are_told() {
    let home = Home::with_starter();
    home.run(&["draw", "--technique", "skyscraper", "--rng-seed", "1", "-o", "one.txt"], 0);
    let explain = ["explain", "--ladder", "common", "one.txt"];
    let told = home.run(&explain, 0).out;
    for words in ["Skyscraper", "needed: skyscraper", "score", "solution: "] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let rows = home.json(&[&explain[..], &["--summary"]].concat());
    assert_eq!(
        (&rows[0]["hardest"], &rows[0]["needed"][0]),
        (&"Skyscraper".into(), &"skyscraper".into())
    );
    let until = home.run(&[&explain[..], &["--until", "skyscraper", "--board"]].concat(), 0).out;
    assert!(until.contains("stopped before step") && !until.contains("solution: "), "{until}");
    home.run(&[&explain[..], &["-o", "steps.pdf"]].concat(), 0);
    home.run(&[&explain[..], &["--svg", "step.svg"]].concat(), 0);
    home.run(&[&explain[..], &["-o", "schritte.pdf", "--language", "de"]].concat(), 0);
    let polish = ["-o", "kroki.pdf", "--language", "pl"];
    home.refused(&[&explain[..], &polish].concat(), 2, &["en, de, fr, es, ja", "not in pl"]);
    assert!(home.path("steps.pdf").exists() && home.path("step.svg").exists());
    home.refused(&["explain", "--until", "skyscraper", "one.txt"], 2, &["--ladder common"]);
    home.refused(&[&explain[..], &["-o", "page.html"]].concat(), 2, &["leave --ladder common out"]);
}
