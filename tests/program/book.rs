//! `book` for a publisher: files, ledger, refusals, crashes.
#![cfg(unix)]

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Instant;

use crate::home::{Home, Killer, Line, Said, database, files, signal, wait_for};
use serde_json::Value;

const RNG_SEED: u64 = 11;
/// The flags of most books here, without levels and output. Small books are possible for screens
/// only.
const LAYOUT: &str = "--title 'Quiet hours' --size 5x8 --per-page 2 --profile screen --order drawn";

/// Common helpers of the tests of books.
trait Books {
    /// Makes a book of these levels with the usual layout and RNG seed.
    fn book(&self, more: &(impl Line + ?Sized), code: i32) -> Said;
    /// The ids and puzzles of a batch.
    fn batch(&self, id: &str) -> Vec<(String, String)>;
    fn assert_nothing_issued(&self, told: &str);
    /// Asserts that the tables are consistent. (`verify` would rate every seed again, which takes
    /// long.)
    fn assert_sound(&self, told: &str);
}

impl Books for Home {
    fn book(&self, more: &(impl Line + ?Sized), code: i32) -> Said {
        self.run(&("book --final --rng-seed 7", LAYOUT, more), code)
    }

    fn batch(&self, id: &str) -> Vec<(String, String)> {
        let rows = self.json(&["export", "--batch", id]);
        let text = |row: &Value, key: &str| row[key].as_str().unwrap().to_owned();
        rows.as_array().unwrap().iter().map(|row| (text(row, "id"), text(row, "puzzle"))).collect()
    }

    fn assert_nothing_issued(&self, told: &str) {
        assert_eq!(self.json("batches"), serde_json::json!([]), "{told}");
        self.assert_sound(told);
    }

    fn assert_sound(&self, told: &str) {
        assert_eq!(database(&self.database()).check().unwrap(), [], "{told}");
    }
}

pub fn is_pdf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"%PDF-1.") && bytes.ends_with(b"%%EOF\n") | bytes.ends_with(b"%%EOF")
}

/// `--preview` writes one picture for each page, in the size of the page, and contact sheets; none
/// if no book is made.
#[test]
fn pages_are_previewed() {
    let home = Home::with_few_seeds();
    let book = ["book", "--level", "easy:6", "--profile", "screen", "--rng-seed", "1"];
    let with = |more: &str, code| home.run(&(&book, more), code);
    let said = with("--preview pages/ --solutions separate -o a.pdf", 0).err;
    let found = files(&home.path("pages"));
    let of = |name: &str| found.keys().filter(|key| key.starts_with(name)).count();
    let pages =
        said.lines().filter_map(|line| line.strip_prefix("pages ")?.split_whitespace().next());
    let pages: Vec<usize> = pages.map(|count| count.parse().unwrap()).collect();
    let [own, answers] = pages[..] else { panic!("{said}") };
    assert_eq!((of("a-0"), of("a-solutions-0")), (own, answers), "{:?}", found.keys());
    assert_eq!((of("a-contact"), of("a-solutions-contact")), (1, 1));
    for (name, data) in &found {
        let size = [16, 20].map(|at| u32::from_be_bytes(data[at..at + 4].try_into().unwrap()));
        assert!(name.contains("contact") || size == [600, 900], "{name}: {size:?}");
    }
    assert_ne!(found["a-006.png"], found["a-007.png"], "two pages of puzzles");
    home.refused(&(&book, "--preview pages/ -o b.pdf"), 1, &["--force"]);
    home.run("book --level easy:6 --preview thin/ -o b.pdf", 1);
    with("--preview dry/ --dry-run", 2);
    // Two files of one name in two folders would have pictures of one name.
    let same =
        ["--solutions", "separate", "--solutions-output", "other/same.pdf", "-o", "same.pdf"];
    home.refused(&(&book, "--preview two/", &same), 2, &["one name", "another name"]);
    assert!(!home.path("thin").exists() && !home.path("dry").exists());
}

#[test]
fn an_id_off_the_page_finds_the_page() {
    let home = Home::with_few_seeds();
    let said = home.book("--level medium:7,easy:6 -o book.pdf", 0);
    said.words(&["RNG seed 7, batch 1", "book.pdf\n", "pages"]);
    assert!(is_pdf(&home.read("book.pdf")));
    assert_eq!(home.names(), ["book.pdf"]);
    let puzzles = home.batch("1");
    assert_eq!(puzzles.len(), 13);
    let mut pages = Vec::new();
    for (i, (id, puzzle)) in puzzles.iter().enumerate() {
        let shown = home.json(&["show", id]);
        let row = &shown[0];
        assert_eq!(row["puzzle"], puzzle.as_str());
        assert_eq!(row["level"], if i < 6 { "easy" } else { "medium" }, "the easiest first");
        assert_eq!((&row["book"], &row["volume"]), (&1.into(), &1.into()));
        assert_eq!((&row["title"], &row["book_number"]), (&"Quiet hours".into(), &(i + 1).into()));
        let page = |key: &str| row[key].as_u64().unwrap();
        assert!(page("solution_page") > page("book_page"), "{row}");
        pages.push(page("book_page"));
    }
    assert!(pages.is_sorted());
    // Two puzzles a page, and each section begins a page.
    assert_eq!(pages[0], pages[1]);
    assert_eq!(pages[2], pages[0] + 1);
    assert!(pages[6] > pages[5]);
    let text = home.run(&["show", &puzzles[12].0], 0).out;
    let words = format!("number 13 on page {}, answer on page ", pages[12]);
    assert!(text.contains(&words) && text.contains(", in book 1: Quiet hours\n"), "{text}");
    home.assert_sound("after all");
}

#[test]
fn the_same_again_byte_for_byte() {
    let [home, other] = [Home::with_few_seeds(), Home::with_few_seeds()];
    let levels = ["--level", "easy:5,hard:4", "--hints"];
    home.book(&(&levels, "-o a.pdf --threads 1"), 0);
    other.book(&(&levels, "-o a.pdf --threads 2"), 0);
    let first = home.read("a.pdf");
    assert!(first == other.read("a.pdf"), "the number of threads makes a difference");
    let again = |home: &Home, batch: &str, name: &str| {
        let layout = (&["book", "--final", "--hints", "--batch", batch], LAYOUT, &["-o", name]);
        home.run(&layout, 0);
        home.read(name)
    };
    assert!(first == again(&home, "1", "b.pdf"), "from the batch it is another book");
    // The same pages are the same book; another order is another book.
    let (id, _) = &home.batch("1")[0];
    assert_eq!(home.json(&["show", id]).as_array().unwrap().len(), 1);
    // With an equal RNG seed, the next book has other puzzles.
    home.book(&(&levels, "-o c.pdf"), 0);
    let [one, two] = ["1", "2"].map(|batch| home.batch(batch));
    let ids: HashSet<&String> = one.iter().chain(&two).map(|(id, _)| id).collect();
    assert_eq!(ids.len(), 18);
    assert!(again(&home, "2", "d.pdf") == home.read("c.pdf"));
    assert!(again(&home, "last", "last.pdf") == home.read("c.pdf"));
    home.run("book --final --batch 1,1 -o no.pdf", 2).words(&["batch 1 is named twice"]);
    again(&home, "1,2", "e.pdf");
    again(&home, "2,1", "f.pdf");
    let shown = home.json(&["show", id]);
    let books: Vec<&Value> = shown.as_array().unwrap().iter().map(|row| &row["book"]).collect();
    assert_eq!(books, [1, 3, 4]);
    assert_eq!(shown[2]["book_number"], 6, "after the five easy ones of batch 2");
    home.assert_sound("after all");
}

#[test]
fn a_book_is_one_description() {
    let home = Home::with_few_seeds();
    fs::create_dir(home.path("in")).unwrap();
    let font =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src/export/font/AtkinsonHyperlegible-Bold.ttf");
    fs::copy(font, home.path("in/own.ttf")).unwrap();
    home.file(
        "in/book.toml",
        "title = \"From a file\"\nsize = \"a5\"\nper-page = 1\nprofile = \"screen\"\nrng-seed = 5\nnote = \"autumn\"\noutput = \"autumn.pdf\"\n\
         font = \"own.ttf\"\nsolutions = \"separate\"\nclues = \"..40\"\n\
         [[section]]\nlevel = \"hard\"\nlabel = \"First\"\ncount = 2\nsymmetry = \"rot180\"\n\
         [[section]]\nlevel = \"easy\"\ncount = 2\nminimal = true\n[words]\n",
    );
    home.run("book --final in/book.toml -o out/ --report report.json --format json", 0);
    assert!(is_pdf(&home.read("out/autumn.pdf")) && is_pdf(&home.read("out/autumn-solutions.pdf")));
    let batch = &home.json("batches")[0];
    assert_eq!((&batch["note"], &batch["rng_seed"]), (&"autumn".into(), &5.into()));
    assert_eq!(
        batch["request"],
        serde_json::json!({"whole": true, "part": [
            {"level": "hard", "count": 2, "clues": "0..40", "symmetry": "rot180"},
            {"level": "easy", "count": 2, "clues": "0..40", "minimal": true},
        ]})
    );
    let report: Value = serde_json::from_slice(&home.read("report.json")).unwrap();
    assert_eq!(report[0]["file"], "out/autumn.pdf");
    assert_eq!(report[0]["sections"][0], serde_json::json!({"label": "First", "puzzles": 2}));
    assert!(report[0]["fonts"].to_string().contains("AtkinsonHyperlegible-Bold"), "{report}");
    assert_eq!(report[1]["file"], "out/autumn-solutions.pdf");
    let puzzles = home.batch("1");
    for (_, puzzle) in &puzzles[..2] {
        let turned: String =
            puzzle.chars().rev().map(|c| if c == '.' { '.' } else { 'x' }).collect();
        assert_eq!(puzzle.replace(|c| c != '.', "x"), turned, "half a turn");
    }
    let shown = home.json(&["show", &puzzles[0].0]);
    assert_eq!((&shown[0]["title"], &shown[0]["level"]), (&"From a file".into(), &"hard".into()));
    // The file's sections distribute a batch like a draw.
    let again = "book --final in/book.toml --batch 1 -o again.pdf --solutions-output solutions.pdf";
    home.run(again, 0);
    assert!(home.read("again.pdf") == home.read("out/autumn.pdf"));
    assert!(home.read("solutions.pdf") == home.read("out/autumn-solutions.pdf"));
    // Flags override the file.
    home.run(
        "book --final in/book.toml --level medium:3 --title Flags --symmetry none -o flags.pdf",
        0,
    );
    let batch = &home.json("batches")[1];
    let part = serde_json::json!({"level": "medium", "count": 3, "clues": "0..40"});
    assert_eq!(batch["request"]["part"], serde_json::json!([part]));
    home.run("book --final in/book.toml --batch 2 -o no.pdf", 2)
        .words(&["in/book.toml, line 11, [[section]]: ", "2 puzzles of level hard"]);
}

#[test]
fn puzzles_rise_within_a_section() {
    let home = Home::with_few_seeds();
    let book =
        ["book", "--final", "--level", "easy:9,medium:6", "--profile", "screen", "--rng-seed", "7"];
    home.run(&(&book, "-o rising.pdf"), 0);
    let mut shown: Vec<(u64, String, f64)> = Vec::new();
    for (id, _) in home.batch("1") {
        let row = home.json(&["show", &id])[0].clone();
        let level = row["level"].as_str().unwrap().to_owned();
        shown.push((row["book_number"].as_u64().unwrap(), level, row["score"].as_f64().unwrap()));
    }
    assert!(!shown.is_sorted_by_key(|row| row.0), "they were not drawn so");
    shown.sort_by_key(|row| row.0);
    for section in shown.chunk_by(|a, b| a.1 == b.1) {
        assert!(section.is_sorted_by(|a, b| a.2 <= b.2), "{section:?}");
    }
}

/// Books that Kindle Direct Publishing would refuse are detected before anything is drawn or
/// written.
#[test]
fn what_printers_refuse_is_out_of_rule() {
    let home = Home::with_few_seeds();
    home.file("gray.toml", "level = \"easy:80\"\n[theme]\nbox-gray = 90\n");
    home.file("thin.toml", "level = \"easy:80\"\n[theme]\nbox-line = 0.75\ncell-line = 1\n");
    for (book, words) in [
        ("--level easy:80 --size 20x20", "a paperback has 4 x 6 to 8.5 x 11.69"),
        ("--level easy:80 --size 3.5x9", "a paperback has 4 x 6"),
        ("--level easy:8", "--profile screen"),
        ("gray.toml", "digits on a gray of 90 %"),
        ("thin.toml", "box lines of 0.75 pt are thinner than cell lines of 1.00 pt"),
    ] {
        home.refused(
            &("book --final", book, "-o no.pdf"),
            1,
            &["against the printer's rules", words],
        );
    }
    home.assert_nothing_issued("out of rule");
    let fine = "book --final --level easy:80 --dry-run";
    home.run(&fine, 0).words(&["grids     ", " cm (", "digits of ", "solutions "]);
}

#[test]
fn volumes_share_the_puzzles() {
    let home = Home::with_few_seeds();
    let arguments = "--level easy:5,medium:4 --volumes 2 -o set.pdf --solutions separate";
    home.book(&arguments, 0).words(&[
        "set-1.pdf\n",
        "set-1-solutions.pdf\n",
        "set-2.pdf\n",
        "set-2-solutions.pdf\n",
    ]);
    assert_eq!(
        home.names(),
        ["set-1-solutions.pdf", "set-1.pdf", "set-2-solutions.pdf", "set-2.pdf"]
    );
    let shown: Vec<Value> =
        home.batch("1").iter().map(|(id, _)| home.json(&["show", id])[0].clone()).collect();
    let volumes: Vec<u64> = shown.iter().map(|row| row["volume"].as_u64().unwrap()).collect();
    assert_eq!(volumes, [1, 1, 2, 2, 2, 1, 1, 2, 2]);
    let mut numbers: Vec<u64> =
        shown.iter().map(|row| row["book_number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 2, 5, 6, 7, 3, 4, 8, 9], "numbers run on from volume to volume");
    numbers.sort_unstable();
    assert!(numbers.into_iter().eq(1..=9));
    let text = home.run(&["show", shown[8]["id"].as_str().unwrap()], 0).out;
    assert!(text.contains("in book 1, volume 2 of 2: Quiet hours"), "{text}");
    let volume = String::from_utf8_lossy(&home.read("set-2.pdf")).into_owned();
    assert!(volume.contains("(Quiet hours, Volume 2 of 2)"), "its title");
}

/// Separate answers of a print-on-demand book are a leaflet, which may have few pages.
#[test]
fn separate_answers_are_a_leaflet() {
    let home = Home::with_few_seeds();
    let arguments = "book --final --level easy:40 --solutions separate --profile kdp --rng-seed 7";
    home.run(&(&arguments, "--report report.json --format json"), 0);
    let report: Value = serde_json::from_slice(&home.read("report.json")).unwrap();
    assert!(report[0]["pages"].as_u64().unwrap() >= 24);
    assert!(report[1]["pages"].as_u64().unwrap() < 24, "{report}");
    assert_eq!(report[1]["violations"], serde_json::json!([]));
    let batch = &home.json("batches")[0];
    assert_eq!(batch["note"], "Sudoku", "the title that the book has on its first page");
    let shown = home.json(&["show", &home.batch("1")[0].0]);
    assert_eq!(shown[0]["title"], "Sudoku");
}

#[test]
fn what_is_out_of_rule_is_not_made_unless_forced() {
    let home = Home::with_few_seeds();
    home.file(
        "thin.toml",
        "level = \"easy:2\"\nsize = \"6x9\"\nrng-seed = 7\nprofile = \"pdfx\"\ndate = \"2027-01-31\"\n[theme]\ncell-line = 0.3\n",
    );
    let arguments = "book --final thin.toml --report report.txt -o thin.pdf";
    home.run(&arguments, 1).words(&["against the printer's rules", "0.3", "--ignore-rules"]);
    assert!(String::from_utf8(home.read("report.txt")).unwrap().contains("thin.pdf\n"));
    assert_eq!(home.names(), ["report.txt", "thin.toml"]);
    home.assert_nothing_issued("out of rule");
    home.run(&(&arguments, "--force"), 1).words(&["against the printer's rules"]);
    home.run(&(&arguments, "--force --ignore-rules"), 0);
    assert!(is_pdf(&home.read("thin.pdf")));
    let first = home.read("thin.pdf");
    home.run(&(&arguments, "--ignore-rules"), 1).words(&["there already"]);
    home.run(&(&arguments, "--force --ignore-rules"), 0);
    assert!(first != home.read("thin.pdf"), "--force replaces the file");
}

#[test]
fn a_dry_run_keeps_nothing() {
    let home = Home::with_few_seeds();
    home.book("--level easy:4 --dry-run -o dry.pdf", 0).words(&["dry.pdf\n", "pages"]);
    assert_eq!(home.names(), Vec::<String>::new());
    home.assert_nothing_issued("a dry run");
}

/// If the last step fails, the ledger is ahead of the file, never behind it.
#[cfg(target_os = "linux")]
#[test]
fn a_write_that_fails_keeps_the_batch() {
    let [home, other] = [Home::with_few_seeds(), Home::with_few_seeds()];
    home.book("--level easy:4 -o /dev/full", 1).words(&["batch 1", "`--batch 1`", "/dev/full"]);
    home.run(&("book --final --batch 1", LAYOUT, "-o book.pdf"), 0);
    other.book("--level easy:4 -o book.pdf", 0);
    assert!(home.read("book.pdf") == other.read("book.pdf"));
    let (id, _) = &home.batch("1")[0];
    let [one, two] = [&home, &other].map(|home| home.json(&["show", id]));
    assert_eq!(one, two);
}

#[test]
fn stdout_takes_a_book() {
    let home = Home::with_few_seeds();
    let arguments = ("book --final --quiet --level easy:2 -o -", LAYOUT);
    let output = home.seeddb(&arguments).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    assert!(is_pdf(&output.stdout));
    assert_eq!(home.names(), Vec::<String>::new());
}

fn spawn(home: &Home, arguments: &(impl Line + ?Sized)) -> Child {
    home.seeddb(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn ctrl_c_draws_nothing() {
    let home = Home::with_few_seeds();
    let arguments = ("book --final --level expert:50000 -o out/", LAYOUT);
    let mut child = spawn(&home, &arguments);
    wait_for("it never began", || home.names().pop());
    signal(&child, "-INT");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(home.names(), Vec::<String>::new());
    home.assert_nothing_issued("Ctrl-C");
}

/// Two concurrent commands: each gets distinct puzzles, and both books are complete.
#[test]
fn two_books_at_once() {
    let home = Home::with_few_seeds();
    let names = ["a.pdf", "b.pdf", "c.pdf"];
    let children = names.map(|name| {
        let levels =
            ["book", "--final", "--rng-seed", "7", "--level", "easy:30,medium:30", "-o", name];
        spawn(&home, &(&levels, LAYOUT))
    });
    for mut child in children {
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
    let batches = ["1", "2", "3"].map(|batch| home.batch(batch));
    let ids: HashSet<&String> = batches.iter().flatten().map(|(id, _)| id).collect();
    assert_eq!(ids.len(), 180);
    let files: HashSet<Vec<u8>> = names.iter().map(|name| home.read(name)).collect();
    for batch in ["1", "2", "3"] {
        home.run(
            &(&["book", "--final", "--batch", batch, "--force", "-o", "again.pdf"], LAYOUT),
            0,
        );
        assert!(files.contains(&home.read("again.pdf")), "batch {batch}");
    }
    home.assert_sound("after all");
}

/// kill -9 at random moments: batches and files are complete or absent, no file exists without its
/// batch, and committed puzzles print again as the intended book.
fn kill_book(times: usize) {
    let flags = ("book --final --rng-seed 7 --level easy:60,hard:20 -o book.pdf", LAYOUT);
    let reference = Home::with_few_seeds();
    let begin = Instant::now();
    reference.run(&flags, 0);
    let mut killer = Killer::new(RNG_SEED, begin.elapsed());
    let expected = reference.read("book.pdf");
    let mut kept = 0;
    while killer.goes_on(times) {
        // Half of the kills are near the end, when the commit and the file are made.
        let from = if killer.runs.is_multiple_of(2) { 0.0 } else { 0.8 };
        let home = Home::with_few_seeds();
        let told = killer.kill(spawn(&home, &flags), from);
        let there = home.path("book.pdf").exists();
        assert!(!there || home.read("book.pdf") == expected, "{told}: half a file");
        let batches = home.json("batches");
        let batches = batches.as_array().unwrap();
        assert!(!there || batches.len() == 1, "{told}: a file without its batch");
        home.assert_sound(&told);
        if let [batch] = &batches[..] {
            kept += 1;
            assert_eq!(batch["issued"], 80, "{told}");
            let again = ("book --final --batch 1 --force -o book.pdf", LAYOUT);
            home.run(&again, 0);
        } else {
            assert!(batches.is_empty(), "{told}");
            home.run(&(&flags, "--force"), 0);
        }
        assert!(home.read("book.pdf") == expected, "{told}: another book");
    }
    assert!(times < 30 || kept > 0, "none was killed after its commit");
}

#[test]
fn a_killed_book() {
    kill_book(6);
}

#[test]
#[ignore = "long: .ci/long"]
fn a_book_killed_a_hundred_times() {
    kill_book(100);
}

#[test]
fn too_few_puzzles_are_told_by_level_and_none_is_drawn() {
    let home = Home::with_few_seeds();
    // Without mined seeds, only the easy puzzles of any origin are available.
    home.file("book.toml", "[[section]]\nlevel = \"easy\"\ncount = 3\n[[section]]\nlevel = \"hard\"\ncount = 4\norigin = \"mined\"\n\
                             [[section]]\nlevel = \"expert\"\ncount = 5\norigin = \"mined\"\nsymmetry = \"rot90\"\n");
    let said = home.run("book --final book.toml -o out/", 3).words(&[
        "4 of 4 puzzles (--level hard --origin mined) are missing: leave --origin out, or mine more (`seeddb mine --level hard --tier 1`)",
        "5 of 5 puzzles (--level expert --origin mined --symmetry rot90) are missing: leave --origin out, or mine more (`seeddb mine --level expert --tier 5 --symmetry rot90`)",
        "nothing was drawn",
    ]);
    assert!(!said.err.contains("easy"), "{}", said.err);
    assert_eq!(home.names(), ["book.toml"]);
    home.assert_nothing_issued("too few");
}

/// Errors are in the words of the mistake, and come before anything is drawn.
#[test]
fn a_book_that_cannot_be_says_why() {
    let home = Home::with_few_seeds();
    let book =
        |more: &str, code| home.run(&("book --final --level easy:4 -o book.pdf", more), code);
    home.run("book --final --level easy:0", 2).words(&["1 puzzle or more"]);
    home.run("book --final --level easy:5000000000", 2).words(&["too large"]);
    book("--title 'Two\nlines'", 2).words(&["the title has a line break"]);
    book("--first-number 999999", 2).words(&["at most six digits"]);
    book("--language ja", 2).words(&["日本語 want a font", "--font"]);
    assert_eq!(home.json("batches"), serde_json::json!([]));
    // Discarded output is not recorded.
    #[cfg(unix)]
    home.run("book --final --level easy:4 --profile screen -o /dev/null", 0)
        .words(&["/dev/null keeps no book"]);
    assert_eq!(home.json("books"), serde_json::json!([]));
    assert_eq!(home.json("batches"), serde_json::json!([]));
    // Ignored violations are reported even with `--quiet`.
    let said = book("--ignore-rules -q", 0);
    assert!(said.err.contains("ignored: ") && said.err.contains("pages"), "{}", said.err);
}
