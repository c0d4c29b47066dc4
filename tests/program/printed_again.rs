//! Printing again gives equal results: books from their records, batches on their pages.

use std::collections::BTreeSet;

use crate::home::Home;

/// The flags of the books, each with the endings of its files.
const BOOKS: [(&str, &[&str]); 4] = [
    ("--level easy:5,hard:4 --title Quiet --profile screen --size 5x8 --hints", &[".pdf"]),
    ("--level easy:5,medium:4 --worksheet --per-page 4 --blank-grids 3 --note-pages 1", &[".pdf"]),
    (
        "--level medium:3,hard:4 --volumes 2 --language de --solutions separate --profile screen",
        &["-1.pdf", "-1-solutions.pdf", "-2.pdf", "-2-solutions.pdf"],
    ),
    (
        "--level hard:3,easy:4 --cover gift --front front.md --design newspaper --scale \
         1.294,0.584,0.828,1.135,8.4,234 --captions number,minutes --ignore-rules",
        &[".pdf", "-cover.pdf"],
    ),
];

#[test]
fn a_book_is_made_again_from_its_record() {
    let home = Home::with_few_seeds();
    home.file("front.md", "# Foreword\n\nFor *evenings*.\n");
    for (i, (flags, files)) in BOOKS.iter().enumerate() {
        let (first, again) = (format!("a{i}"), format!("b{i}"));
        let name = format!("{first}.pdf");
        home.run(&(["book", "--final", "-o", &name], flags), 0);
        let (book, name) = ((i + 1).to_string(), format!("{again}.pdf"));
        let mut remade = vec!["book", "--book", &book, "-o", &name];
        if flags.contains("--ignore-rules") {
            remade.push("--ignore-rules");
        }
        home.run(&remade, 0).words(&[&format!("this is book {book} again")]);
        for file in *files {
            let [one, two] = [&first, &again].map(|name| home.read(&format!("{name}{file}")));
            assert!(one == two, "{flags}: {file} differs");
        }
        assert_eq!(home.json("books").as_array().unwrap().len(), i + 1);
        let told = home.run(&["books", &book], 0).out;
        for words in [format!("# book {book}: "), format!("of batches {book}\n")] {
            assert!(told.contains(&words), "{told}");
        }
        assert!(home.json(&["books", &book])[0]["made"].is_string());
    }
    home.refused("book --book 9 -o no.pdf", 2, &["there is no book 9"]);
    home.refused("book --replace 60RK-4CSM-6MV3-S=Q2BE-ZFHA-EM3K-C", 2, &["--book"]);
    home.verify();
}

/// Replacing a puzzle changes its page and that of its solution only, whatever its score.
#[test]
fn a_replaced_puzzle_changes_its_own_pages() {
    let home = Home::with_few_seeds();
    let flags = "--level easy:6,hard:5 --profile screen --size 5x8 --per-page 2 --final";
    home.run(&("book -o a.pdf --preview a/", flags), 0);
    home.run("draw --level hard", 0);
    let id = |row: &serde_json::Value| row["id"].as_str().unwrap().to_owned();
    let new = id(&home.json("export --batch 2")[0]);
    let printed = home.json("export --book 1");
    for (number, book) in [(4, "2"), (11, "3")] {
        let old = &printed[number - 1];
        let replaced = format!("{}={new}", id(old));
        let (name, folder) = (format!("n{number}.pdf"), format!("n{number}/"));
        let args =
            ["book", "--book", "1", "--replace", &replaced, "-o", &name, "--preview", &folder];
        home.run(&args, 0).words(&[&format!("recorded as book {book}"), "books void 1"]);
        let pages = |key: &str| old[key].as_u64().unwrap();
        let own: BTreeSet<u64> = ["book_page", "solution_page"].map(pages).into();
        let all = home.files();
        let page = |of: &str, page: u64| all.get(&format!("{of}-{page:03}.png"));
        let differ =
            (1..=99).filter(|&at| page("a/a", at) != page(&format!("{folder}n{number}"), at));
        assert_eq!(differ.collect::<BTreeSet<_>>(), own, "puzzle {number}");
        let other = home.json(&["export", "--book", book]);
        assert_eq!(id(&other[number - 1]), new);
    }
}

/// A batch keeps the page size of its first print, whatever the default is later.
#[test]
fn a_batch_is_printed_again_on_its_page() {
    let home = Home::with_few_seeds();
    let run = |usual: Option<&str>, arguments: &str| {
        let mut command = home.seeddb(arguments);
        usual.map(|page| command.env("SEEDDB_PAGE", page));
        assert!(command.output().unwrap().status.success(), "{arguments:?}");
    };
    run(Some("letter"), "draw --level easy -n 3 -o a1.pdf");
    run(None, "draw --level easy -n 3 -o a2.pdf --page a5");
    run(None, "draw --level easy -n 3 -o a3.pdf");
    for (batch, page) in [("1", "letter"), ("2", "a5"), ("3", "a4")] {
        let (first, again, other) =
            (format!("a{batch}.pdf"), format!("b{batch}.pdf"), format!("c{batch}.pdf"));
        run(Some("6x9"), &format!("export --batch {batch} -o {again}"));
        assert!(home.read(&first) == home.read(&again), "batch {batch} is on another page");
        assert_eq!(
            home.json("batches")[batch.parse::<usize>().unwrap() - 1]["request"]["page"],
            page
        );
        run(None, &format!("export --batch {batch} --page 6x9 -o {other}"));
        assert!(home.read(&first) != home.read(&other));
    }
    // Output that is not printed has no page size.
    run(Some("letter"), "draw --level easy -o lines.txt");
    assert!(home.json("batches")[3]["request"]["page"].is_null());
}
