//! Ctrl-C, SIGTERM and SIGHUP: each ends a command cleanly, with its own words and exit code.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod home;

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use home::Home;
use seeddb::store::{OpenOptions, Store};

/// A `mine` without end that has begun.
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

fn kill(signal: &str, child: &Child) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
}

#[test]
fn each_signal_has_its_code() {
    let home = Home::new();
    for (signal, code, words) in [
        ("-INT", 130, "stopped by Ctrl-C"),
        ("-TERM", 143, "stopped by SIGTERM"),
        ("-HUP", 129, "stopped by SIGHUP"),
    ] {
        let (mut child, mut said) = mining(home.seeddb(&["mine", "--tier", "0"]));
        kill(signal, &child);
        let mut err = String::new();
        said.read_to_string(&mut err).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code), "{signal}: {err}");
        assert!(err.contains(words), "{signal}: {err}");
        assert!(err.contains("of tier 0"), "{signal}: it did not end cleanly: {err}");
    }
}

/// Under `nohup` a command outlives its terminal.
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_signal_stays_ignored() {
    let home = Home::new();
    let program = home.seeddb(&["mine", "--tier", "0"]);
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" mine --tier 0"]).arg(program.get_program());
    command.env("XDG_DATA_HOME", home.path("data")).env_remove("SEEDDB_DB");
    let (mut child, mut said) = mining(command);
    kill("-HUP", &child);
    thread::sleep(Duration::from_millis(500));
    assert!(child.try_wait().unwrap().is_none(), "SIGHUP stopped it");
    kill("-TERM", &child);
    let mut err = String::new();
    said.read_to_string(&mut err).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143), "{err}");
}

/// Who waits for the database and is asked to stop does so at once.
#[test]
fn a_wait_ends_with_a_signal() {
    let home = Home::with_starter();
    for arguments in [
        &["--wait", "300", "draw", "--level", "expert"][..],
        &["--wait", "300", "mine", "--tier", "0"],
        &["--wait", "300", "verify"],
        &["--wait", "300", "import", "--issued", "/dev/null"],
    ] {
        let store = Store::open(&home.database(), &OpenOptions::default(), Vec::new).unwrap();
        let child = home.seeddb(arguments).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let child = child.unwrap();
        let queue = home.database().with_extension("redb.queue");
        while !queue.exists() {
            thread::sleep(Duration::from_millis(5));
        }
        let asked = Instant::now();
        kill("-INT", &child);
        let output = child.wait_with_output().unwrap();
        assert!(asked.elapsed() < Duration::from_secs(5), "{arguments:?}: {:?}", asked.elapsed());
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(130), "{arguments:?}: {err}");
        assert!(err.contains("no longer waiting"), "{arguments:?}: {err}");
        assert!(!queue.exists(), "{arguments:?} left its ticket");
        drop(store);
    }
}

/// A draw in the middle whose database another command takes and keeps: what was printed is in its batch.
#[test]
fn a_draw_that_waits_in_the_middle_keeps_what_it_printed() {
    let home = Home::with_starter();
    let draw = ["--wait", "300", "draw", "--tier", "1", "--count", "3000000"];
    let mut child = home.seeddb(&draw);
    let child = child.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = child.unwrap();
    let out = child.stdout.take().unwrap();
    let printed = thread::spawn(move || BufReader::new(out).lines().count());
    thread::sleep(Duration::from_secs(1));
    let store = Store::open(&home.database(), &OpenOptions::default(), Vec::new).unwrap();
    thread::sleep(Duration::from_millis(500));
    let asked = Instant::now();
    kill("-TERM", &child);
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(143), "{err}");
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    let batch = store.batch(1).unwrap();
    assert!(batch.issued > 0, "{err}");
    assert_eq!(printed.join().unwrap(), batch.issued as usize, "{err}");
    assert!(err.contains(&format!("{} of 3000000 puzzles are kept", batch.issued)), "{err}");
}
