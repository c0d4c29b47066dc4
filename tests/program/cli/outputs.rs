//! Where commands write: files, pipes, full disks.

use super::*;

#[test]
fn a_file_that_is_there_is_replaced_by_force_alone() {
    let home = Home::with_starter();
    home.run("draw --tier 0 --count 2", 0);
    home.file("puzzles.txt", PUZZLE);
    for line in [
        "draw --tier 0 -o @",
        "export --batch 1 -o @",
        "generate --method standard -o @",
        "shuffle puzzles.txt -o @",
        "solve puzzles.txt -o @",
        "rate puzzles.txt -o @",
        "canon puzzles.txt -o @",
        "compare puzzles.txt -o @",
        "explain puzzles.txt -o @",
        "show puzzle -o @",
        "seeds --tier 4 -o @",
        "batches -o @",
        "levels -o @",
        "levels calibrate --levels 1 puzzles.txt -o @",
        "stats -o @",
        "formats -o @",
        "completions bash -o @",
        "man -o @",
        "book --batch 1 --profile screen --report @ -o a.pdf",
    ] {
        let line = line.replace("show puzzle", &format!("show {PUZZLE}"));
        let out = home.file("out.txt", "mine");
        let line = line.replace('@', &out);
        home.refused(&line, 1, &["out.txt is there already", "--force"]);
        home.run(&(&line, "--force"), 0);
        assert_ne!(home.read("out.txt"), b"mine", "{line}");
    }
}

/// `-o` alone determines the format.
#[test]
fn the_ending_of_the_output_tells_the_format() {
    let home = Home::with_starter();
    let begins: [(&str, &[u8]); 9] = [
        ("a.pdf", b"%PDF"),
        ("a.svg", b"<svg"),
        ("a.eps", b"%!PS"),
        ("a.json", b"[\n{\"puzzle\""),
        ("a.jsonl", b"{\"puzzle\""),
        ("a.csv", b"puzzle,"),
        ("a.tsv", b"puzzle\t"),
        ("a.xlsx", b"PK"),
        ("a.SDK", b"#"),
    ];
    for (name, begin) in begins {
        home.run(&["draw", "--tier", "0", "-o", name], 0);
        let found = home.read(name);
        assert!(found.starts_with(begin), "{name}: {}", String::from_utf8_lossy(&found));
    }
    home.run("seeds --tier 4 -o seeds.csv", 0);
    assert!(home.read("seeds.csv").starts_with(b"seed,"));
    home.run("levels -o levels.toml", 0);
    assert!(home.read("levels.toml").starts_with(b"[[level]]"));
    home.run(&["explain", PUZZLE, "--hint", "--svg", "step.pdf"], 0);
    assert!(home.read("step.pdf").starts_with(b"%PDF"));
    for (line, words) in [
        ("draw --tier 0 --format csv -o b.json", "b.json does not end as csv does"),
        ("draw --tier 0 --format pdf -o b.txt", "b.txt does not end as pdf does"),
        ("draw --tier 0 -o b.jpg", "no format ends in .jpg"),
        ("seeds -o b.pdf", "rows cannot be pdf"),
        ("stats --format csv -o b.json", "b.json does not end as csv does"),
        ("book --level easy:4 -o b.svg", "a book is a pdf"),
        ("explain puzzle --svg b.csv", "no picture ends in .csv"),
    ] {
        home.refused(line, 2, &[words]);
    }
    let batches = home.run("batches --format tsv", 0).out;
    assert_eq!(batches.lines().count(), 1 + begins.len(), "what was refused drew nothing");
}

/// A reader with enough lines closes the pipe: no error and no message.
#[test]
fn a_closed_pipe_is_a_quiet_end() {
    let home = Home::new();
    let file = home.file("many.txt", &format!("{PUZZLE}\n").repeat(5000));
    for format in ["text", "csv", "json", "jsonl"] {
        let arguments = ["solve", &file, "--format", format];
        let mut child = home.spawn(&arguments);
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let said = Said::of(&output, &arguments, 0);
        assert!(said.err.is_empty(), "{}", said.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let home = Home::new();
    let file = home.file("book.txt", PUZZLE);
    home.run(&["import", "--issued", &file], 0);
    home.run("export --batch 1 -o /dev/full", 1).words(&["cannot write /dev/full", "space"]);
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let output = home.seeddb(&["solve", PUZZLE]).stdout(full).output().unwrap();
    Said::of(&output, &["solve"], 1).words(&["cannot write stdout"]);
}

#[test]
fn an_unwritable_folder_changes_nothing() {
    let home = Home::new();
    let missing = home.path("missing/out.txt");
    let missing = missing.to_str().unwrap();
    home.run(&["draw", "--tier", "5", "-o", missing], 1).words(&[
        "cannot write",
        missing,
        "another path",
    ]);
    home.run(&["export", "--batch", "1", "-o", missing], 1).words(&["cannot write"]);
    assert!(!home.path("data").exists(), "a database was made");
}

#[test]
fn shells_and_man_are_served() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = home.run(&["completions", shell], 0).out;
        // The scripts of the last two shells have no values.
        let has_values = ["bash", "zsh", "fish"].contains(&shell);
        let names = if has_values { &["fiendish", "xy-wing"][..] } else { &["seeddb"] };
        assert!(names.iter().all(|name| script.contains(name)), "{shell}");
    }
    // Completions offer batches, newest first, wherever one is named; printing them creates no
    // database.
    assert!(!home.path("data").exists());
    let file = home.file("book.txt", PUZZLE);
    for note in ["first", "second"] {
        home.run(&["import", "--issued", &file, "--note", note], 0);
        fs::write(&file, PUZZLE.replace("53..7....", "53.......")).expect("a file");
    }
    let script = home.run("completions bash", 0).out;
    assert!(script.matches("compgen -W \"2 1\"").count() > 3, "{script}");
    assert!(home.run("man", 0).out.contains(".TH seeddb 1"));
    for command in home.commands() {
        let page = home.run(&["man", &command], 0).out;
        assert!(page.contains(&format!(".TH seeddb-{command} 1")), "{page}");
    }
}
