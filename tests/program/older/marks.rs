//! Marks that are lost, damaged, or cannot be written.

use super::*;

/// One of the two marks is enough, and both may be missing; a damaged one causes a refusal.
#[test]
fn marks_may_be_lost_and_not_damaged() {
    for lost in [0, 1, 2] {
        let (home, old) = with_old_copy();
        let places = [beside(&home.database()), remembered(&home)];
        fs::copy(&old, home.database()).unwrap();
        for place in &places[..lost] {
            fs::remove_file(place).unwrap();
        }
        let said = home.run(DRAW, i32::from(lost < 2));
        assert_eq!(said.err.contains("older copy"), lost < 2, "{lost}");
        if lost == 2 {
            for place in places {
                assert!(fs::read_to_string(place).unwrap().contains("\"id\":2,"));
            }
        }
    }
    let home = Home::with_few_seeds();
    home.run(DRAW, 0);
    for place in [beside(&home.database()), remembered(&home)] {
        let sound = fs::read(&place).unwrap();
        let refused = |what: &str| {
            for quiet in ["", "-q"] {
                let name = place.file_name().unwrap().to_str().unwrap();
                let words = ["does not read", name, "--accept-older"];
                let said = home.run(&(quiet, DRAW), 1).words(&words);
                assert!(said.out.is_empty(), "{what}");
            }
            // Commands that read print a note, and work.
            home.run("batches", 0).words(&["does not read"]);
        };
        for at in [0, sound.len() / 2, sound.len() - 2] {
            let mut damaged = sound.clone();
            damaged[at] ^= 1;
            fs::write(&place, damaged).unwrap();
            refused("a bit");
        }
        fs::write(&place, b"").unwrap();
        refused("an empty file");
        fs::remove_file(&place).unwrap();
        fs::create_dir(&place).unwrap();
        refused("a folder");
        fs::remove_dir(&place).unwrap();
        #[cfg(unix)]
        {
            use rustix::fs::{CWD, FileType, Mode, mknodat};
            mknodat(CWD, &place, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
            refused("a pipe");
            fs::remove_file(&place).unwrap();
            std::os::unix::fs::symlink("/nowhere/at/all", &place).unwrap();
            refused("a link to nowhere");
        }
        home.run(&("--accept-older", DRAW), 0);
        home.run(DRAW, 0);
    }
}

/// If no mark can be written, that is reported once, and the draw continues.
#[test]
#[cfg(unix)]
fn folders_that_cannot_be_written() {
    let home = Home::with_few_seeds();
    fs::write(home.path("state"), "a file where the folder should be").unwrap();
    assert!(!home.run(DRAW, 0).err.contains("cannot be written"));
    assert!(beside(&home.database()).exists());
    fs::remove_file(beside(&home.database())).unwrap();
    fs::create_dir(beside(&home.database())).unwrap();
    let accepted = [&["--accept-older"], DRAW].concat();
    let said = home.run(&accepted, 0).words(&["cannot be written", "would not be noticed"]);
    assert_eq!(said.out.lines().count(), 3);
}

/// Concurrent draws from one database never lower a mark.
#[test]
fn many_processes_write_marks() {
    let home = Home::with_few_seeds();
    let begin = |_| {
        let mut command = home.seeddb("draw --level easy --count 2");
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let drawing: Vec<_> = (0..12).map(begin).collect();
    for child in drawing {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let batches = home.json("batches");
    assert_eq!(batches.as_array().unwrap().len(), 12);
    for place in [beside(&home.database()), remembered(&home)] {
        let mark = fs::read_to_string(&place).unwrap();
        // The mark has the last batches, in any order.
        let mark: serde_json::Value = serde_json::from_str(mark.lines().next().unwrap()).unwrap();
        assert_eq!(mark["batches"].as_array().unwrap().len(), 8, "{mark}");
        assert_eq!(mark["puzzles"], 24, "{mark}");
    }
}

/// A draw killed at any moment leaves marks that are not newer than the database.
#[test]
fn a_killed_draw_leaves_no_mark_that_is_too_new() {
    let home = Home::with_few_seeds();
    let draw = "draw --level easy --count 400 -q";
    let begin = std::time::Instant::now();
    home.run(&draw, 0);
    let mut killer = Killer::new(7, begin.elapsed());
    while killer.goes_on(6) {
        let mut command = home.seeddb(&draw);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let told = killer.kill(child, 0.3);
        let output = home.seeddb(DRAW).output().unwrap();
        assert!(output.status.success(), "{told}: {}", String::from_utf8_lossy(&output.stderr));
        let said = Said::of(&output, DRAW, 0);
        assert!(!said.err.contains("mark"), "{told}: {}", said.err);
    }
    home.run("db doctor", 0);
}
