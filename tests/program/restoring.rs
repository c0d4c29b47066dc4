//! Restoring a backup while others use or wait for the database, and where names lead elsewhere.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Child;

use crate::home::{Held, Home, Said, beside, signal, wait_for, wait_for_queue};

const DRAW: &[&str] = &["--wait", "300", "draw", "--level", "easy", "--count", "5"];
const RESTORE: &[&str] = &["--wait", "300", "db", "restore", "backup.redb"];

/// Returns a home with two batches, one of which is in the backup.
fn with_backup() -> Home {
    let home = Home::with_few_seeds();
    home.run(DRAW, 0);
    home.run("db backup backup.redb", 0);
    home.run(DRAW, 0);
    home
}

/// Waits for the end of a command, whose exit code must be one of these.
fn end(mut child: Child, codes: &[i32]) -> Said {
    wait_for("it does not end", || child.try_wait().unwrap());
    let output = child.wait_with_output().unwrap();
    let code = output.status.code().unwrap_or(-1);
    let said = Said::of(&output, "", code);
    assert!(codes.contains(&code), "exit code {code}: {}", said.err);
    said
}

fn keys(home: &Home, db: &Path) -> Vec<String> {
    let list = home.run(&["-q", "--db", db.to_str().unwrap(), "db", "keys", "export"], 0).out;
    let mut keys: Vec<String> =
        list.lines().filter(|line| line.len() == 32).map(str::to_owned).collect();
    keys.sort_unstable();
    keys
}

fn aside(db: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(db.parent().unwrap()).unwrap();
    let mut found: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.to_str().unwrap().contains(".before-"));
    found
}

/// Asserts that a user without marks cannot draw from the file, as the file itself is marked.
fn is_superseded(home: &Home, db: &Path) {
    let mut command = home.seeddb(&["--db", db.to_str().unwrap(), "draw", "--level", "easy"]);
    let output = command.env("XDG_STATE_HOME", home.path("another user")).output().unwrap();
    let said = Said::of(&output, "", 1);
    said.words(&["another database was put in the place of", "db restore"]);
}

/// Starts commands one after the other while the database is held, so that all of them wait, and
/// releases it.
fn all_wait(home: &Home, all: &[&[&str]]) -> Vec<Child> {
    let held = Held::new(&home.database());
    let mut children = Vec::new();
    for arguments in all {
        children.push(home.spawn(arguments));
        wait_for_queue(&home.database(), children.len());
    }
    drop(held);
    children
}

#[test]
fn it_ends_while_others_wait() {
    let home = with_backup();
    let before = keys(&home, &home.database());
    for round in 1..=3 {
        let children = all_wait(&home, &[RESTORE, DRAW, DRAW, RESTORE, DRAW]);
        for child in children {
            let said = end(child, &[0]);
            assert!(!said.err.contains("not brought"), "{}", said.err);
        }
        assert_eq!(aside(&home.database()).len(), 2 * round);
    }
    let after = keys(&home, &home.database());
    assert_eq!(after.len(), before.len() + 3 * 3 * 5);
    assert!(before.iter().all(|key| after.binary_search(key).is_ok()));
    for old in aside(&home.database()) {
        is_superseded(&home, &old);
    }
    home.verify();
}

/// A single signal at any moment is enough, and nothing is lost.
#[test]
fn one_signal_ends_it() {
    let home = with_backup();
    let before = keys(&home, &home.database());
    let [waiting, behind] = {
        let held = Held::new(&home.database());
        let children = [RESTORE, RESTORE].map(|arguments| home.spawn(arguments));
        wait_for_queue(&home.database(), 2);
        signal(&children[0], "-TERM");
        let [waiting, behind] = children;
        let said = end(waiting, &[143]);
        said.words(&["no longer waiting"]);
        let draw = home.spawn(DRAW);
        wait_for_queue(&home.database(), 2);
        drop(held);
        [draw, behind]
    };
    // While it holds the database, with another command waiting.
    let holder = beside(&home.database()).join("holder");
    wait_for("the restore does not come to it, and does not end", || {
        let says = fs::read_to_string(&holder).unwrap_or_default();
        (says.contains("db restore") || !aside(&home.database()).is_empty()).then_some(())
    });
    signal(&behind, "-TERM");
    end(behind, &[0, 143]);
    end(waiting, &[0]);
    let after = keys(&home, &home.database());
    assert_eq!(after.len(), before.len() + 5);
    assert!(before.iter().all(|key| after.binary_search(key).is_ok()));
    home.verify();
}

/// Concurrent restores of an unreadable database run one after the other.
#[test]
fn two_at_once_where_nothing_opens() {
    let home = with_backup();
    let db = home.database();
    let mut bytes = fs::read(&db).unwrap();
    bytes[4096..].fill(7);
    fs::write(&db, bytes).unwrap();
    let children = [RESTORE, RESTORE, RESTORE].map(|arguments| home.spawn(arguments));
    for child in children {
        end(child, &[1]).words(&["5 puzzles of batch 2"]);
    }
    assert_eq!(aside(&db).len(), 3);
    home.run(DRAW, 1).words(&["lacks records that it had"]);
    home.verify();
    // And without a database.
    let new = Home::new();
    fs::copy(home.path("backup.redb"), new.path("backup.redb")).unwrap();
    let children = [RESTORE, RESTORE, RESTORE].map(|arguments| new.spawn(arguments));
    for child in children {
        end(child, &[0]);
    }
    assert_eq!(aside(&new.database()).len(), 2);
    new.verify();
}

/// Other names of the old file are known to be replaced; that file can itself be restored.
#[test]
fn hard_links_of_the_old_file_are_not_drawn_from() {
    let home = with_backup();
    let db = home.database();
    let links = [home.path("elsewhere.redb"), db.with_file_name("link.redb")];
    for link in &links {
        fs::hard_link(&db, link).unwrap();
    }
    home.run(RESTORE, 0);
    home.run(DRAW, 0);
    for old in links.iter().chain(&aside(&db)) {
        is_superseded(&home, old);
        let old = old.to_str().unwrap();
        home.run(&["--db", old, "export", "--batch", "2"], 0);
        home.run(&["--db", old, "db", "doctor"], 1).words(&[]);
    }
    let copy = home.path("copy.redb");
    home.run(&["--db", "elsewhere.redb", "db", "copy", copy.to_str().unwrap()], 0);
    is_superseded(&home, &copy);
    let all = keys(&home, &db);
    home.run("db restore elsewhere.redb", 0);
    assert_eq!(keys(&home, &db), all);
    home.run(DRAW, 0);
}

#[test]
fn links_lead_to_the_file_that_is_replaced() {
    let home = with_backup();
    let (db, link, far) = (home.database(), home.path("link.redb"), home.path("far.redb"));
    symlink(&db, &link).unwrap();
    symlink("link.redb", &far).unwrap();
    let all = keys(&home, &db);
    home.run("--db far.redb db restore backup.redb", 0);
    assert!(link.is_symlink() && far.is_symlink() && !db.is_symlink());
    assert_eq!(keys(&home, &db), all);
    assert_eq!((aside(&db).len(), aside(&link).len()), (1, 0));
    is_superseded(&home, &aside(&db)[0]);
    home.run(&("--db far.redb", DRAW), 0);
    assert_eq!(keys(&home, &db).len(), all.len() + 5);
    // To a place without a database.
    let new = Home::new();
    fs::copy(home.path("backup.redb"), new.path("backup.redb")).unwrap();
    for (name, command) in [("a", RESTORE), ("b", &["db", "init"])] {
        symlink(format!("{name}.file"), new.path(name)).unwrap();
        new.run(&(&["--db", name], command), 0);
        assert!(new.path(name).is_symlink() && new.path(&format!("{name}.file")).is_file());
        new.run(&(&["--db", name], DRAW), 0);
    }
}

/// In a folder that is mounted again, restoring works; a file mounted by itself is refused before
/// any change, and refuses draws when it is no longer the database.
#[cfg(target_os = "linux")]
#[test]
fn bind_mounts() {
    let home = with_backup();
    let script = |lines: &str| {
        home.through("unshare", &["-m", "sh", "-ec", lines, "sh"], "").output().unwrap()
    };
    if !script("true").status.success() {
        eprintln!("left out: nothing may be mounted here");
        return;
    }
    let all = keys(&home, &home.database());
    fs::create_dir(home.path("mounted")).unwrap();
    fs::write(home.path("one.redb"), "").unwrap();
    let output = script(
        "mount --bind data/seeddb mounted
        \"$1\" --db mounted/seeddb.redb db restore backup.redb
        \"$1\" --db mounted/seeddb.redb draw --level easy",
    );
    Said::of(&output, &["in a folder"], 0);
    assert_eq!(keys(&home, &home.database()).len(), all.len() + 1);
    assert_eq!(aside(&home.database()).len(), 1);
    let output = script(
        "mount --bind data/seeddb/seeddb.redb one.redb
        if \"$1\" --db one.redb db restore backup.redb; then exit 9; fi
        \"$1\" --db one.redb draw --level easy
        \"$1\" db restore backup.redb
        if XDG_STATE_HOME=$PWD/other \"$1\" --db one.redb draw --level easy; then exit 8; fi",
    );
    let said = Said::of(&output, &["one file"], 0);
    said.words(&["is mounted there by itself", "another database was put in the place of"]);
    assert_eq!(keys(&home, &home.database()).len(), all.len() + 2);
    assert_eq!(aside(&home.database()).len(), 2);
    assert_eq!(
        fs::read_dir(home.folder())
            .unwrap()
            .flatten()
            .filter(|one| one.file_name().to_str().unwrap().starts_with(".seeddb"))
            .count(),
        0
    );
    home.verify();
}
