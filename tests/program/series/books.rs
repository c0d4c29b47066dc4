//! Books of puzzles that were drawn before: proofs, places, what is replaced or given up.

use super::*;

/// A proof is marked on each page and is not recorded; a book of puzzles that are printed already
/// reports that.
#[test]
fn proofs_are_no_books() {
    let home = Home::with_few_seeds();
    home.run("draw --level easy -n 9 --rng-seed 1", 0);
    let proof = ["book", "--batch", "1", "--profile", "screen", "--title", "A", "-o", "proof.pdf"];
    home.run(&proof, 0).words(&["no book is recorded", "--final --force"]);
    assert_eq!(home.json("books"), serde_json::json!([]));
    let book = ["book", "--final", "--batch", "1", "--profile", "screen", "--title"];
    let make = |more: &str| home.run(&(&book, more), 0);
    assert!(!make("A -o a.pdf").err.contains("already"));
    assert!(home.read("proof.pdf").len() > home.read("a.pdf").len());
    make("B -o b.pdf").words(&["9 puzzles stand in book 1 already: A"]);
    assert!(!make("A -o again.pdf").err.contains("in book 1 already"));
    let books = home.json("books");
    let titles = [0, 1].map(|i| books[i]["title"].as_str().unwrap().to_owned());
    assert_eq!(titles, ["A", "B"]);
}

/// The last line of a proof's output makes the book of its puzzles: with the same numbers and
/// pages, without the mark.
#[test]
fn a_proof_names_the_command_of_its_book() {
    let home = Home::with_few_seeds();
    let wishes = ["--level=easy:3,hard:2", "--clues", "24..38", "--symmetry", "rot180"];
    let layout = ["--title", "It's \"here\"", "--profile", "screen", "-o", "a.pdf"];
    let seed = ["--rng-seed", "3", "--note", "a note"];
    let proof = [&["book"], &wishes[..], &layout, &seed].concat();
    let said = home.run(&proof, 0).err;
    let proof = home.read("a.pdf");
    assert_eq!(home.json("books"), serde_json::json!([]));
    let line = said.lines().last().unwrap().trim();
    let wanted = "seeddb book --title 'It'\\''s \"here\"' --profile screen -o a.pdf --batch 1 --final --force";
    assert_eq!(line, wanted);
    let book = [&["book"], &layout[..], &["--batch", "1", "--final", "--force"]].concat();
    home.run(&book, 0);
    assert_eq!(pages(&home.read("a.pdf")), pages(&proof));
    assert_ne!(home.read("a.pdf"), proof);
    let at_once = [&["book", "--final"], &wishes[..], &layout, &seed].concat();
    let other = Home::with_few_seeds();
    other.run(&at_once, 0);
    assert_eq!(other.read("a.pdf"), home.read("a.pdf"), "in one command or in two");
    assert_eq!(home.json("books").as_array().unwrap().len(), 1);
}

/// `export --book` agrees with `show` for each puzzle, in the order of the printed numbers.
#[test]
fn a_book_is_exported_with_its_places() {
    let home = Home::with_few_seeds();
    let book = ["book", "--final", "--level", "easy:5,hard:4", "--volumes", "2", "--rng-seed", "4"];
    home.run(&(&book, "--profile screen -o a.pdf"), 0);
    home.run("draw --level easy --rng-seed 1", 0);
    let rows = home.json("export --book 1");
    let rows = rows.as_array().unwrap();
    assert_eq!(rows.len(), 9);
    let mut places = Vec::new();
    for row in rows {
        let shown = &home.json(&["show", row["id"].as_str().unwrap()])[0];
        for key in ["book", "volume", "book_number", "book_page", "solution_page", "puzzle"] {
            assert_eq!(row[key], shown[key], "{key} of {row}");
        }
        places.push((row["volume"].as_u64().unwrap(), row["book_number"].as_u64().unwrap()));
    }
    assert!(places.is_sorted(), "{places:?}");
    let csv = home.run("export --book 1 --format csv", 0).out;
    let mut lines = csv.lines();
    let names = lines.next().unwrap();
    assert!(names.ends_with(",number,book,volume,book_number,book_page,solution_page"), "{names}");
    assert_eq!(lines.next().unwrap().split(',').count(), names.split(',').count());
    home.run("export --book 1 --format svg -o svg/", 0);
    home.run("export --book 1 -o book.xlsx", 0);
    home.refused("export --book 7", 2, &["there is no book 7"]);
    home.refused("export --book 1 --batch 1", 2, &["--batch"]);
}

#[test]
fn a_book_that_is_given_up_gives_its_puzzles_back() {
    let home = Home::with_few_seeds();
    home.run("draw --level easy -n 4 --rng-seed 1", 0);
    let book = |name: &str| {
        home.run(
            &["book", "--final", "--batch", "1", "--title", "A", "--profile", "screen", "-o", name],
            0,
        )
    };
    book("a.pdf");
    home.run("void --batch 1", 1).words(&["4 in book 1"]);
    home.run("books void 2", 2).words(&["no book 2", "`seeddb books`"]);
    home.run("books void 1", 0).words(&["book 1 is void"]);
    home.run("books void 1", 0).words(&["was void before"]);
    // The same pages are another book now.
    assert!(!book("b.pdf").err.contains("already"));
    assert_eq!(home.read("a.pdf"), home.read("b.pdf"));
    let books = home.json("books");
    assert_eq!((&books[0]["state"], &books[1]["state"]), (&"void".into(), &().into()));
    assert_eq!(home.json("batches")[0]["books"], "2: 4");
    let id = home.run("export --batch 1", 0).out;
    let text = home.run(&["show", id.split('\t').nth(2).unwrap()], 0).out;
    assert!(text.contains("in book 1 (void)") && text.contains("in book 2: A"), "{text}");
    home.run("books void 2", 0);
    home.run("void --batch 1", 0).words(&["4 puzzles made void"]);
    home.run(&["db", "copy", home.database().to_str().unwrap(), "copy.redb"], 0);
    assert_eq!(home.json("--db copy.redb books"), home.json("books"));
}

#[test]
fn a_book_of_puzzles_of_ones_own() {
    let home = Home::new();
    let line = PUZZLE;
    let hard = "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...";
    home.file("mine.txt", &format!("{line}\n{hard}\n"));
    let book = |more: &[&str], code| {
        let book = ["book", "--from-file", "mine.txt", "--profile", "screen", "--title", "Own"];
        home.run(&(&book, more), code)
    };
    book(&["-o", "own.pdf", "--final"], 0).words(&["nothing was recorded"]);
    book(&["-o", "proof.pdf"], 0);
    assert!(
        home.read("own.pdf").starts_with(b"%PDF") && home.read("own.pdf") != home.read("proof.pdf")
    );
    book(&["-o", "none.pdf", "--level", "easy:4"], 2).words(&["cannot be used with"]);
    home.file("mine.txt", &format!("{line}\n{}\n", ".".repeat(81)));
    book(&["-o", "none.pdf"], 1).words(&["mine.txt:2: ", "no book was made"]);
    home.file("mine.txt", "");
    book(&["-o", "none.pdf"], 1).words(&["no puzzle"]);
    assert!(!home.path("none.pdf").exists() && !home.path("data").exists());
}

#[test]
fn a_puzzle_of_a_book_is_replaced() {
    let home = Home::with_few_seeds();
    for (count, seed) in [("4", "1"), ("2", "2")] {
        home.run(&["draw", "--level", "easy", "-n", count, "--rng-seed", seed], 0);
    }
    let out = home.run("export --batch 1,2", 0).out;
    let id: Vec<&str> = out.lines().map(|line| line.split('\t').nth(2).unwrap()).collect();
    let book = |pair: [&str; 2], code| {
        let pair = pair.join("=");
        let book =
            ["book", "--final", "--batch", "1", "--profile", "screen", "--force", "-o", "a.pdf"];
        home.run(&(&book, &["--replace", &pair]), code)
    };
    book([id[4], id[5]], 2).words(&[id[4], "cannot be replaced"]);
    book([id[0], id[1]], 2).words(&[id[1], "is in the book already"]);
    book([id[0], "60RK-4CSM-6MV3-S"], 2).words(&["is not in this database"]);
    book([id[0], "x"], 2).words(&["OLD=NEW"]);
    home.run(&["void", id[5]], 0);
    book([id[0], id[5]], 1).words(&["is void"]);
    home.run(&["book", "--final", "--level", "easy:1", "--replace", &[id[0], id[4]].join("=")], 2);
    assert_eq!(home.json("books"), serde_json::json!([]));
    book([id[0], id[4]], 0);
    assert!(home.run(&["show", id[4]], 0).out.contains("in book 1"));
    assert!(!home.run(&["show", id[0]], 0).out.contains("in book 1"));
}
