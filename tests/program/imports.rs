//! Imports: the other columns of the file, and undoing.

use seeddb::mine::starter;

use crate::home::{Home, PUZZLE as P, make};

const Q: &str = "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...";
const R: &str = "....45...6..3.1.......8....7...59..49.4...5...5...7.2.19.8.67.5.2.....8...697.3..";

fn table(lines: &[String]) -> String {
    lines.join("\n") + "\n"
}

/// Headings in several languages, and days in common notations.
#[test]
fn days_and_labels_of_a_file_are_kept_and_told() {
    let days = [
        ("date", "2019-03-04", "newspaper"),
        ("Datum", "04.03.2019", "Zeitung"),
        ("Erscheinungsdatum", "4. März 2019", "Titel"),
        ("Date de parution", "4 mars 2019", "Journal"),
        ("fecha", "4 de marzo de 2019", "Periódico"),
        ("Data", "4 marzo 2019", "Rivista"),
        ("PrintDate", "Mar 4, 2019", "Book title"),
        ("published_on", "March 4 2019", "Page no."),
        ("日付", "2019年3月4日", "新聞"),
        ("Printed", "2019-03-04 08:30", "#"),
        ("дата", "20190304", "газета"),
    ];
    for (heading, day, label) in days {
        let home = Home::with_few_seeds();
        let csv =
            table(&[format!("{heading},puzzle,{label},er"), format!("\"{day}\",{P},Times,7.1")]);
        let file = home.file("printed.csv", &csv);
        let columns =
            [&*format!("days from '{heading}' (1 row), labels from '{label}'"), "left out: 'er'"];
        home.run(&["import", "--issued", "--dry-run", &file], 0).words(&columns);
        home.run(&["import", "--issued", &file], 0).words(&columns);
        let told = format!("printed on 2019-03-04 ({label}: Times)");
        let shown = home.run(&["show", P], 0).out;
        assert!(shown.contains(&told), "{shown}");
        let twin: String = P.chars().rev().collect();
        let found = home.json(&["check", "--quick", &twin]);
        assert_eq!(found[0]["printed"], told);
        assert!(home.run(&["check", "--quick", &file], 0).out.contains(&told));
    }
}

/// An unrecognized column of days is named by a flag; invalid days are kept as text, and reported.
#[test]
fn a_column_of_days_is_named_and_what_is_no_day_is_told() {
    let home = Home::with_few_seeds();
    let csv = table(&[
        "x,puzzle,remarks".to_owned(),
        format!("2019-03-04,{P},good"),
        format!("3/4/2019,{Q},"),
    ]);
    let file = home.file("printed.csv", &csv);
    let dry = home.run(&["import", "--issued", "--dry-run", &file], 0);
    dry.words(&["left out: 'x'", "labels from 'remarks'"]);
    for dry in ["--dry-run", ""] {
        let all = (["import", "--issued", "--date-column", "x", &file], dry);
        home.run(&all, 0).words(&["days from 'x' (1 row)", "1 day kept as text", "2019-03-04"]);
    }
    assert!(home.run(&["show", P], 0).out.contains("printed on 2019-03-04 (remarks: good)"));
    assert!(home.run(&["show", Q], 0).out.contains("printed (x: 3/4/2019"));
    let dry = ["import", "--issued", "--dry-run", "--date-column", "when", &file];
    home.run(&dry, 0).words(&["no line has a column 'when'"]);
}

#[test]
fn printed_puzzles_are_taken_back_as_long_as_nothing_refers_to_them() {
    let home = Home::new();
    make(&home.database(), &starter()[..1]);
    let csv = table(&[
        "date,puzzle".to_owned(),
        format!("2019-03-04,{P}"),
        format!("2019-03-04,{Q}"),
        format!(",{R}"),
    ]);
    let file = home.file("printed.csv", &csv);
    home.run(&["import", "--issued", "--note", "mine", &file], 0)
        .words(&["3 puzzles put into", "`seeddb import --undo 1` takes it back"]);
    home.run("db backup backup.redb", 0);
    let sums = ["2 puzzles, printed 2019-03-04", "1 puzzle, no day is known"];
    home.run("import --undo 1 --dry-run", 0)
        .words(&sums)
        .words(&["3 puzzles would be taken back; nothing was changed"]);
    home.run(&["check", "--quick", &file], 0).words(&["3 issued before"]);
    home.run("import --undo 1", 0).words(&sums).words(&["3 puzzles taken back"]);
    home.run(&["check", "--quick", &file], 0).words(&["3 new"]);
    home.run("import --undo 1", 1).words(&["batch 1", "it was before", "nothing is left"]);
    home.run("import --undo 7", 2).words(&["no batch 7", "seeddb batches"]);
    home.run(&["import", "--undo", "1", &file], 2);
    let batches = home.json("batches");
    let note = batches[0]["note"].as_str().unwrap();
    assert!(note.starts_with("mine; taken back at 20"), "{note}");
    // Nothing counts as lost, in any copy.
    for words in ["db check", "verify"] {
        let said = home.run(words, 0);
        assert!(!said.err.contains("lost") && !said.out.contains("lost"), "{}", said.err);
    }
    home.run("export --batch last", 2);
    home.run("db dump -o all.jsonl", 0);
    home.run("--db again.redb db load all.jsonl", 0);
    let said = home.run("--db again.redb verify", 0);
    assert!(!said.err.contains("lost"), "{}", said.err);
    // Days are stored as notes: with them the database is as new as the marks.
    let again = home.run("--db again.redb import --undo 1", 1);
    assert!(!again.words(&["it was before"]).err.contains("older copy"));

    // An older copy is recognized, and brings the puzzles again with their days.
    home.run("merge --all backup.redb", 0).words(&["3 puzzles"]);
    home.run(&["check", "--quick", &file], 0).words(&["3 issued before"]);
    assert!(home.run(&["show", P], 0).out.contains("printed on 2019-03-04"));
    home.run("db check", 0);
    home.run("import --undo 1", 0).words(&["3 puzzles taken back"]);
    // A restored backup learns that they were undone.
    home.run("db restore backup.redb", 0);
    home.run(&["check", "--quick", &file], 0).words(&["3 new"]);
    home.run("db check", 0);
    let path = home.database();
    home.run(&["db", "salvage", path.to_str().unwrap(), "-o", "saved.redb"], 0);
    home.run(&["--db", "saved.redb", "check", "--quick", &file], 0).words(&["3 new"]);
    home.run("--db new.redb --create merge --all saved.redb", 0);
    home.run(&["--db", "new.redb", "check", "--quick", &file], 0).words(&["3 new"]);

    // Puzzles that are in a book, scheduled or void stay.
    home.run(&["import", "--issued", &file], 0).words(&["--undo 2"]);
    home.run("book --final --batch 2 --profile screen -o book.pdf", 0);
    home.run("import --undo 2", 1).words(&["printed in book 1"]);
    home.run("import --undo 2 --dry-run", 1).words(&["printed in book 1"]);
    home.run(&["check", "--quick", &file], 0).words(&["3 issued before"]);
}

#[test]
fn seeds_are_taken_back_as_long_as_nothing_was_drawn_of_them() {
    let home = Home::with_few_seeds();
    let file = home.file("seeds.txt", &table(&[P.to_owned(), Q.to_owned()]));
    home.run(&["import", "--dry-run", &file], 0).words(&["2 seeds would be"]);
    let import = ["import", "--note", "two", &file];
    home.run(&import, 0).words(&["2 new seeds", "`seeddb import --undo 1` takes it back"]);
    let again = home.run(&import, 0).words(&["0 new seeds"]);
    assert!(!again.err.contains("--undo"), "{}", again.err);
    let imported = |home: &Home| {
        let seeds = home.run("seeds --origin imported --format csv", 0).out;
        seeds
            .lines()
            .skip(1)
            .map(|line| line.split(',').next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(imported(&home).len(), 2);
    home.run("import --undo 1 --dry-run", 0).words(&["2 seeds would be taken back"]);
    home.run("db dump -o all.jsonl", 0);
    home.run("import --undo 1", 0).words(&["2 seeds taken back"]);
    assert_eq!(imported(&home).len(), 0);
    home.run("import --undo 1", 1).words(&["it was before"]);
    home.run("db check", 0);

    home.run(&import, 0).words(&["2 new seeds", "--undo 2"]);
    home.run("draw --origin imported --tier 0..6 --count 1", 0);
    home.run("import --undo 2", 1).words(&["1 puzzle was drawn from its seeds"]);
    home.run("import --undo 3", 1).words(&["batch 3", "drawn here, not imported"]);
    assert_eq!(imported(&home).len(), 2);
    // An older copy in use learns of the undoing, too.
    home.run("--db again.redb db load all.jsonl", 0);
    home.run("--db again.redb --accept-older import --undo 1", 0).words(&["2 seeds taken back"]);
    home.run("--db again.redb db check", 0);
}
