//! An interrupted or killed export leaves nothing behind except files that the next command
//! removes.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Stdio};

use crate::home::{Home, Line, Said, signal, wait_for};

const COUNT: usize = 3_000;

/// Returns a home with batch 1 of [`COUNT`] puzzles.
fn home() -> Home {
    let home = Home::new();
    home.run(&["draw", "--tier", "1", "--count", &COUNT.to_string(), "-o", "/dev/null"], 0);
    home
}

/// Starts an export that is slow enough to be interrupted: each picture takes milliseconds.
fn begun(home: &Home, more: &(impl Line + ?Sized)) -> Child {
    started(home, &("export --batch 1", PICTURES, more))
}

const PICTURES: &str = "--format png --pixels 900";

fn started(home: &Home, arguments: &(impl Line + ?Sized)) -> Child {
    let mut command = home.seeddb(arguments);
    let command = command.stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Returns the program's temporary files and folders in the home.
fn temporary(home: &Home) -> Vec<PathBuf> {
    let paths = fs::read_dir(home.folder()).unwrap().map(|entry| entry.unwrap().path());
    let is_ours =
        |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().starts_with(".seeddb-");
    paths.filter(is_ours).collect()
}

/// Waits for the temporary folder with the first files.
fn waiting(home: &Home) -> PathBuf {
    wait_for("no file is made", || {
        temporary(home)
            .into_iter()
            .find(|path| fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_some()))
    })
}

#[test]
fn an_interrupted_export_ends_soon_and_leaves_nothing() {
    let home = home();
    let mut child = begun(&home, "-o out/");
    let folder = waiting(&home);
    signal(&child, "-INT");
    let mut most = 0;
    wait_for("it does not end", || {
        most = most.max(fs::read_dir(&folder).map_or(0, Iterator::count));
        child.try_wait().unwrap()
    });
    Said::of(&child.wait_with_output().unwrap(), &["folder"], 130)
        .words(&["stopped: no file was written"]);
    assert!(most < COUNT, "{most} files were made");
    assert!(!home.path("out").exists() && temporary(&home).is_empty());

    let child = begun(&home, "-o out.zip");
    wait_for("nothing is made", || temporary(&home).pop());
    signal(&child, "-INT");
    Said::of(&child.wait_with_output().unwrap(), &["zip"], 130)
        .words(&["stopped: no file was written"]);
    assert!(!home.path("out.zip").exists() && temporary(&home).is_empty());
}

/// Days are recorded when all files are complete: an earlier stop records none.
#[test]
fn an_interrupted_fill_records_no_day() {
    let home = home();
    let days = ["series", "fill", "daily", "2027-01-01", "--days", "2000", "--batch", "1"];
    for output in ["out/", "out.zip"] {
        let child = started(&home, &(days, PICTURES, ["-o", output]));
        wait_for("nothing is made", || temporary(&home).pop());
        signal(&child, "-INT");
        Said::of(&child.wait_with_output().unwrap(), &["fill"], 130)
            .words(&["stopped: no file was written"]);
        assert!(!home.path(output).exists() && temporary(&home).is_empty());
        let listed = home.run("series --format jsonl", 0).out;
        assert!(!listed.contains("daily"), "{output}: {listed}");
    }
    home.run(&(&days, "-o all.txt"), 0);
    let days = home.run("series show daily --format csv", 0).out;
    assert_eq!(days.lines().count(), 2001);
}

#[test]
fn what_a_killed_export_left_goes_with_the_next_one() {
    let home = home();
    for output in ["out/", "out.zip"] {
        let mut child = begun(&home, &["-o", output]);
        wait_for("nothing is made", || temporary(&home).pop());
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(temporary(&home).len(), 1, "{output}");

        // A living process keeps its temporary files, whoever else writes there.
        let mut other = begun(&home, "-o other/");
        let folder = waiting(&home);
        assert_eq!(temporary(&home), std::slice::from_ref(&folder), "{output}");
        let file = home.path("puzzles.txt");
        home.run(&["export", "--batch", "1", "--force", "-o", file.to_str().unwrap()], 0);
        assert_eq!(temporary(&home), [folder], "{output}");
        other.kill().unwrap();
        other.wait().unwrap();
        home.run(&["export", "--batch", "1", "--force", "-o", file.to_str().unwrap()], 0);
        assert_eq!(temporary(&home), Vec::<PathBuf>::new(), "{output}");
    }
}

#[test]
fn an_interrupted_draw_of_pictures_says_where_they_are() {
    let home = Home::with_few_seeds();
    let draw = ["draw", "--tier", "1", "--count", "3000", "--format", "png", "--pixels", "900"];
    let mut command = home.seeddb(&(&draw, "-o out/"));
    let command = command.stdout(Stdio::null()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    waiting(&home);
    signal(&child, "-INT");
    Said::of(&child.wait_with_output().unwrap(), &["draw"], 130).words(&[
        "kept as batch 1",
        "export --batch 1",
        "stopped: no file was written",
    ]);
    assert!(!home.path("out").exists() && temporary(&home).is_empty());
    let batches = home.run("batches --format csv", 0).out;
    assert!(batches.lines().nth(1).is_some_and(|line| line.starts_with("1,")), "{batches}");
}
