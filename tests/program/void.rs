//! Void puzzles: drawn, never printed, excluded from exports and books, and kept in the ledger for
//! ever.

use crate::home::Home;

fn lines(home: &Home, batch: &str) -> Vec<String> {
    let out = home.run(&["export", "--batch", batch], 0).out;
    out.lines().map(str::to_owned).collect()
}

fn id(line: &str) -> &str {
    line.split('\t').nth(2).expect("an id")
}

#[test]
fn void_puzzles_are_printed_nowhere_and_drawn_never() {
    let home = Home::with_few_seeds();
    let draw = "draw --tier 1 --count 6 --rng-seed 7";
    home.run(&draw, 0);
    let all = lines(&home, "1");
    home.run(&["void", id(&all[1]), id(&all[4]), id(&all[1])], 0).words(&["2 puzzles made void"]);
    home.run(&["void", id(&all[1])], 0).words(&["0 puzzles made void", "1 void before"]);
    let left = home.run("export --batch 1", 0).words(&["2 void puzzles left out"]);
    let kept = [0, 2, 3, 5].map(|i| all[i].as_str());
    assert!(left.out.lines().eq(kept), "numbers stay");
    let shown = home.run(&["show", id(&all[1]), "--format", "json"], 0).out;
    assert!(shown.contains("\"void\""), "{shown}");
    // A book has the others only; the ledger has all six, and `verify` succeeds.
    home.run("book --final --batch 1 --profile screen -o book.pdf", 0);
    assert!(home.run(&["show", id(&all[0])], 0).out.contains("in book 1"));
    assert!(home.run(&["show", id(&all[1])], 0).out.contains("void"));
    home.verify();
    home.run(&["import", "--issued", &home.file("again.txt", &all[1][..81])], 0)
        .words(&["1 was there already"]);
    let json = home.run("batches --format json", 0).out;
    for words in ["\"void\":2", "\"books\":\"1: 4\"", "\"exports\":2", "\"time\":\"20"] {
        assert!(json.contains(words), "{words} in {json}");
    }
}

#[test]
fn what_is_printed_is_not_made_void_by_accident() {
    let home = Home::with_few_seeds();
    home.run("draw --tier 1 --count 4 --rng-seed 7", 0);
    let all = lines(&home, "1");
    home.run(&["void", id(&all[3])], 0);
    home.run("book --final --batch 1 --title Ours --profile screen -o book.pdf", 0);
    let refused = ["3 in book 1", "Ours", "--keep-printed", "--printed-too"];
    home.run("void --batch last", 1).words(&refused);
    home.run(&["void", id(&all[0])], 1).words(&["1 in book 1"]);
    assert_eq!(lines(&home, "1").len(), 3, "nothing was changed");
    home.run("void --batch 1 --keep-printed", 0).words(&["0 puzzles", "3 left as printed"]);
    assert_eq!(lines(&home, "1").len(), 3);
    home.run("void --batch 1 --printed-too", 0).words(&["3 puzzles made void"]);
    assert_eq!(home.run("export --batch 1", 3).out, "");
    home.run("book --final --batch 1 --profile screen -o none.pdf", 2).words(&["void"]);
    home.verify();
}

#[test]
fn bad_requests_are_refused_in_words() {
    let home = Home::with_few_seeds();
    home.run("void --batch last", 2).words(&["nothing was drawn yet", "seeddb draw"]);
    home.run("void", 2).words(&["--batch"]);
    home.run("draw --tier 1 --rng-seed 7", 0);
    home.run("void --batch 3", 2).words(&["no batch 3"]);
    home.run("void 60RK-4CSM-6MV3-S", 2).words(&["60RK-4CSM-6MV3-S is not in this database"]);
    let seed = home.run("seeds --tier 4 --format csv", 0).out;
    let seed = seed.lines().nth(1).and_then(|line| line.split(',').next()).expect("a seed");
    home.run(&["void", seed], 2).words(&["is a seed"]);
    home.run(&["void", id(&lines(&home, "1")[0]), "--batch", "1"], 2)
        .words(&["cannot be used with"]);
}
