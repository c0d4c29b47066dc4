//! Ctrl-C, SIGTERM and SIGHUP: each ends a command cleanly, with a message and an exit code of its
//! own.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::thread;

use crate::home::{Held, Home, database, signal, tickets, wait_for_queue};

/// Starts an unlimited `mine`, and waits for its beginning.
fn mining(mut command: Command) -> (Child, BufReader<impl Read>) {
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.contains("until Ctrl-C") {
        line.clear();
        assert!(said.read_line(&mut line).unwrap() > 0, "it ended");
    }
    (child, said)
}

#[test]
fn each_signal_has_its_code() {
    let home = Home::with_few_seeds();
    for (name, code, words) in [
        ("-INT", 130, "stopped by Ctrl-C"),
        ("-TERM", 143, "stopped by SIGTERM"),
        ("-HUP", 129, "stopped by SIGHUP"),
    ] {
        let (mut child, mut said) = mining(home.seeddb("mine --tier 0"));
        signal(&child, name);
        let mut err = String::new();
        said.read_to_string(&mut err).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code), "{name}: {err}");
        assert!(err.contains(words), "{name}: {err}");
        assert!(err.contains("of tier 0"), "{name}: it did not end cleanly: {err}");
    }
}

/// Under `nohup` a command outlives its terminal.
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_signal_stays_ignored() {
    let home = Home::with_few_seeds();
    let program = home.seeddb("mine --tier 0");
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" mine --tier 0"]).arg(program.get_program());
    command.env("XDG_DATA_HOME", home.path("data")).env("XDG_STATE_HOME", home.path("state"));
    command.env_remove("SEEDDB_DB");
    let (mut child, mut said) = mining(command);
    // Of two signals that are not ignored, the first counts.
    signal(&child, "-HUP");
    signal(&child, "-TERM");
    let mut err = String::new();
    said.read_to_string(&mut err).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143), "{err}");
    assert!(err.contains("stopped by SIGTERM"), "{err}");
}

/// A signal ends a wait for the database immediately.
#[test]
fn a_wait_ends_with_a_signal() {
    let home = Home::with_starter();
    for arguments in [
        "--wait 300 draw --level expert",
        "--wait 300 mine --tier 0",
        "--wait 300 verify",
        "--wait 300 import --issued /dev/null",
    ] {
        let held = Held::new(&home.database());
        let child = home.spawn(arguments);
        wait_for_queue(&home.database(), 1);
        signal(&child, "-INT");
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{arguments:?}: {err}");
        assert!(err.contains("no longer waiting"), "{arguments:?}: {err}");
        assert_eq!(tickets(&home.database()), [""; 0], "{arguments:?} left its ticket");
        drop(held);
    }
}

/// Another command takes and keeps the database during a draw: printed puzzles are in their batch.
#[test]
fn a_draw_that_waits_in_the_middle_keeps_what_it_printed() {
    let home = Home::with_starter();
    let mut child = home.spawn("--wait 300 draw --tier 1 --count 3000000");
    let out = child.stdout.take().unwrap();
    let mut out = BufReader::new(out).lines();
    out.next().unwrap().unwrap();
    let printed = thread::spawn(move || 1 + out.count());
    let held = Held::new(&home.database());
    wait_for_queue(&home.database(), 1);
    signal(&child, "-TERM");
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(143), "{err}");
    drop(held);
    let batch = database(&home.database()).batches().unwrap().remove(0);
    assert!(batch.issued > 0, "{err}");
    assert_eq!(printed.join().unwrap(), batch.issued as usize, "{err}");
    assert!(err.contains(&format!("{} of 3000000 puzzles are kept", batch.issued)), "{err}");
}
