//! Ctrl-C, SIGTERM and SIGHUP: each ends a command cleanly, with its own words and exit code.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod home;

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use home::Home;

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
