//! A database that is replaced by another while a draw is in progress.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader, Read};

use crate::home::{Home, Said, signal, stop};

fn ids(lines: &str) -> HashSet<String> {
    lines.lines().filter_map(|line| line.split('\t').nth(2)).map(str::to_owned).collect()
}

/// An old copy has the same identity, and after a draw from it a batch of the same number: the draw
/// that began in the other database must not continue there, and its printed puzzles are in the
/// ledger where it began.
#[cfg(target_os = "linux")]
#[test]
fn a_draw_does_not_go_on_in_an_old_copy() {
    for (is_drawn_from, accepts) in [(true, false), (false, false), (true, true), (false, true)] {
        let home = Home::with_few_seeds();
        let (db, old, moved) = (home.database(), home.path("old.redb"), home.path("moved.redb"));
        fs::copy(&db, &old).unwrap();
        let draw = ["draw", "--level", "easy", "-n", "60000"];
        let accept: &[&str] = if accepts { &["--accept-older"] } else { &[] };
        let mut child = home.spawn(&(accept, &draw));
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut lines = String::new();
        out.read_line(&mut lines).unwrap();
        stop(&child);
        fs::rename(&db, &moved).unwrap();
        fs::rename(&old, &db).unwrap();
        if is_drawn_from {
            let draw = ["draw", "--level", "easy", "-n", "70"];
            home.refused(&draw, 1, &["an older copy", "of batch 1", "--accept-older"]);
            home.run(&(&draw, "--accept-older"), 0);
        }
        signal(&child, "-CONT");
        out.read_to_string(&mut lines).unwrap();
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        let code = child.wait().unwrap().code();
        assert_eq!(code, Some(1), "{err}");
        let reason = ["moved away", "replaced", "is an older copy", "batch 1"];
        assert!(reason.iter().any(|words| err.contains(words)), "{err}");
        // The present file has another batch 1, or none.
        assert!(!err.contains("kept as batch"), "{err}");

        let path = moved.to_str().unwrap();
        let Said { out: kept, .. } = home.run(&["--db", path, "export", "--batch", "1"], 0);
        let (kept, shown) = (ids(&kept), ids(&lines));
        assert_eq!(shown.len(), lines.lines().count());
        assert!(shown.is_subset(&kept), "{} of {} shown", shown.len(), kept.len());
        for path in [path, db.to_str().unwrap()] {
            home.run(&["--db", path, "db", "check"], 0);
        }
        if is_drawn_from {
            let Said { out: others, .. } = home.run("export --batch 1", 0);
            assert_eq!(ids(&others).len(), 70, "nothing of the first draw is in the other's batch");
        }
    }
}
