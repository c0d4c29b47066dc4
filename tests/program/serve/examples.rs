//! The programs in the manual: each runs against a server, if its interpreter is installed.

use std::io::Write as _;
use std::process::{Command, Stdio};

use super::Server;
use crate::home::Home;

const PAGE: &str = include_str!("../../../src/manual/server.md");

fn blocks(kind: &str) -> Vec<String> {
    let begin = format!("```{kind}");
    // The rest of the line may give the reason why a block is not run.
    let parts = PAGE.split(&begin).skip(1).map(|part| part.split_once('\n').unwrap().1);
    parts.map(|part| part.split("\n```").next().unwrap().to_owned()).collect()
}

/// Runs a script on the stdin of a program, with the address and the token of the server; returns
/// the output, or `None` if the program is not installed.
fn run(home: &Home, server: &Server, program: &[&str], script: &str) -> Option<String> {
    let token = server.header.rsplit(' ').next().unwrap();
    let script = script.replace(":8137/", &format!(":{}/", server.port));
    let mut command = Command::new(program[0]);
    command.args(&program[1..]).env("TOKEN", token).current_dir(home.folder());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let Ok(mut child) = command.spawn() else {
        println!("skipped: {} is not there", program[0]);
        return None;
    };
    child.stdin.take().unwrap().write_all(script.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{script}\n{words}");
    Some(String::from_utf8(output.stdout).unwrap())
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn the_programs_of_the_manual_run() {
    let home = Home::with_starter();
    let server = Server::start(&home, &["--out", home.folder().to_str().unwrap()]);
    let [block] = &blocks("python")[..] else { panic!("one program of Python") };
    let token = "import os\nTOKEN = os.environ['TOKEN']\n";
    if let Some(told) = run(&home, &server, &["python3", "-"], &format!("{token}{block}")) {
        assert!(told.contains(": r"), "{told}");
    }
    // The last block begins a search, which takes all cores until the server ends.
    let calls: Vec<String> =
        blocks("sh no_run").into_iter().filter(|block| block.contains("curl ")).collect();
    assert_eq!(calls.len(), 5, "a draw, one puzzle, a file, a book, a search");
    if is_there("curl") {
        let told: Vec<String> =
            calls.iter().map(|call| run(&home, &server, &["sh", "-e"], call).unwrap()).collect();
        let puzzles: serde_json::Value = serde_json::from_str(&told[0]).unwrap();
        assert_eq!(puzzles.as_array().unwrap().len(), 2);
        let one: serde_json::Value = serde_json::from_str(&told[1]).unwrap();
        assert_eq!(one["level"], "hard");
        let file: serde_json::Value = serde_json::from_str(&told[2]).unwrap();
        assert!(home.folder().join(file["file"].as_str().unwrap()).is_file(), "{file}");
        assert!(told[3].contains("\"kind\":\"book\""), "{}", told[3]);
        assert!(
            told[4].starts_with("HTTP/1.1 202") && told[4].contains("/api/v1/jobs/"),
            "{told:?}"
        );
    } else {
        println!("skipped: curl is not there");
    }
}
