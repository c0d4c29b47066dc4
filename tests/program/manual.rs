//! README and manual: every command runs, and prints the output on the page.
//!
//! A block marked `sh` is a script that must succeed. In a block marked `console`, lines after `$ `
//! are commands, followed by their output, stderr included; a line of three dots stands for any
//! lines. `# exit code N` after a command is the required code. Blocks with `no_run: WHY` are
//! skipped. The blocks of a page run in one home, in order. The following writes the outputs again:
//!
//! ```sh
//! SEEDDB_RECORD=1 cargo test --test program manual::
//! ```
#![cfg(unix)]

use std::collections::BTreeSet;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::home::Home;

/// The prefix of the exit code of each command of a `console` block.
const MARK: &str = "@@ exit code ";

/// A command of a `console` block with the output on the page.
struct Shown<'a> {
    command: Vec<&'a str>,
    output: Vec<&'a str>,
}

impl<'a> Shown<'a> {
    /// Returns the commands of a block.
    fn all(lines: &[&'a str]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for &line in lines {
            match all.last_mut() {
                _ if line.starts_with("$ ") => {
                    all.push(Self { command: vec![line], output: Vec::new() });
                }
                Some(last) if last.command.last().unwrap().ends_with('\\') => {
                    last.command.push(line);
                }
                Some(last) => last.output.push(line),
                None => panic!("{line:?} comes before the first command"),
            }
        }
        all
    }

    fn script(&self) -> String {
        self.command.join("\n")[2..].to_owned()
    }

    fn exit_code(&self) -> &str {
        let command = self.command.last().unwrap();
        command.split_once("# exit code ").map_or("0", |(_, code)| code.trim())
    }

    /// Returns the output as the page should show it: complete, or shortened with three dots where
    /// the page has them.
    fn cut(&self, output: &str) -> Vec<String> {
        let lines: Vec<String> = output.lines().map(str::to_owned).collect();
        let Some(head) = self.output.iter().position(|&line| line == "...") else { return lines };
        let tail = self.output.len() - head - 1;
        if lines.len() <= head + tail {
            return lines;
        }
        let dots = ["...".to_owned()];
        [&lines[..head], &dots, &lines[lines.len() - tail..]].concat()
    }
}

/// A page of the manual, or the README.
struct Page {
    home: Home,
    bin: tempfile::TempDir,
}

impl Page {
    fn new() -> Self {
        let home = Home::new();
        let top = Path::new(env!("CARGO_MANIFEST_DIR"));
        fs::create_dir(home.path("tools")).unwrap();
        symlink(top.join("tools/samples"), home.path("tools/samples")).unwrap();
        let bin = tempfile::tempdir().unwrap();
        symlink(env!("CARGO_BIN_EXE_seeddb"), bin.path().join("seeddb")).unwrap();
        Self { home, bin }
    }

    fn sh(&self, flags: &str, script: &str) -> Output {
        let mut command = Command::new("sh");
        let folders =
            [self.bin.path().as_os_str(), &env::var_os("PATH").unwrap()].join(":".as_ref());
        command.args([flags, script]).env("PATH", folders).env("HOME", self.home.folder());
        for name in [
            "SEEDDB_DB",
            "XDG_DATA_HOME",
            "XDG_STATE_HOME",
            "NO_COLOR",
            "CLICOLOR_FORCE",
            "COLUMNS",
        ] {
            command.env_remove(name);
        }
        // The listing of batches has their times.
        command.env("SOURCE_DATE_EPOCH", "1798761600").env("TZ", "UTC").env("USER", "you");
        command.current_dir(self.home.folder()).stdin(Stdio::null()).output().unwrap()
    }

    /// Runs a script, which must succeed.
    fn script(&self, lines: &[&str]) {
        let output = self.sh("-ec", &lines.join("\n"));
        let words = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}\n{words}", lines.join("\n"));
    }

    /// Runs the commands of a block; returns the block with the actual output.
    fn console(&self, lines: &[&str]) -> Vec<String> {
        let all = Shown::all(lines);
        let mut script = "exec 2>&1\n".to_owned();
        for shown in &all {
            writeln!(script, "{}\necho \"{MARK}$?\"", shown.script()).unwrap();
        }
        let output = String::from_utf8(self.sh("-c", &script).stdout).unwrap();
        let home = self.home.folder().to_str().unwrap();
        let output = output.replace(home, "/home/you");
        let (mut rest, mut block) = (output.as_str(), Vec::new());
        for shown in &all {
            let (printed, after) = rest.split_once(MARK).unwrap();
            let (code, after) = after.split_once('\n').unwrap();
            assert_eq!(code, shown.exit_code(), "exit code of {}\n{printed}", shown.script());
            block.extend(shown.command.iter().map(|&line| line.to_owned()));
            block.extend(shown.cut(printed));
            rest = after;
        }
        block
    }

    /// Runs all blocks of a text; returns it with the actual outputs.
    fn run(&self, text: &str) -> String {
        let (mut out, mut lines) = (Vec::new(), text.lines());
        while let Some(line) = lines.next() {
            out.push(line.to_owned());
            let Some(kind) = line.strip_prefix("```").filter(|kind| !kind.is_empty()) else {
                continue;
            };
            let block: Vec<&str> = lines.by_ref().take_while(|&line| line != "```").collect();
            match kind {
                "console" => out.extend(self.console(&block)),
                "sh" => {
                    self.script(&block);
                    out.extend(block.into_iter().map(str::to_owned));
                }
                // Skipped blocks need a reason; other kinds are no commands.
                kind => {
                    let why = kind.strip_prefix("sh no_run: ").is_some_and(|why| !why.is_empty());
                    let is_code = ["text", "toml", "rust", "rust,no_run", "python", "js"];
                    assert!(why || is_code.contains(&kind), "a block is marked {kind:?}");
                    out.extend(block.into_iter().map(str::to_owned));
                }
            }
            out.push("```".to_owned());
        }
        out.join("\n") + "\n"
    }
}

/// Runs a page, and compares or writes it.
fn check(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let text = fs::read_to_string(&path).unwrap();
    let now = Page::new().run(&text);
    if env::var_os("SEEDDB_RECORD").is_some() {
        return fs::write(&path, now).unwrap();
    }
    let pairs = text.lines().zip(now.lines());
    for (number, (shown, printed)) in (1..).zip(pairs) {
        assert_eq!(shown, printed, "line {number} of {name}: the page, and what is printed");
    }
    assert_eq!(text.lines().count(), now.lines().count(), "lines of {name}");
}

/// Returns the pages linked from the index, and the index itself.
pub fn pages() -> Vec<&'static str> {
    let links = include_str!("../../src/manual/index.md").split("](").skip(1);
    let files = links.filter_map(|link| link.split([')', '#']).next());
    let is_page = |file: &&str| Path::new(file).extension().is_some_and(|kind| kind == "md");
    let own = files.filter(is_page).filter(|file| !file.contains('/'));
    own.chain(["index.md"]).collect::<BTreeSet<_>>().into_iter().collect()
}

macro_rules! pages {
    ($($test:ident $page:literal)*) => {
        $(
            #[test]
            fn $test() {
                check(concat!("src/manual/", $page));
            }
        )*

        #[test]
        fn every_page_is_run_and_in_the_documentation() {
            let listed = pages();
            assert_eq!(listed, [$($page),*]);
            let docs = include_str!("../../src/manual/mod.rs");
            for page in listed {
                assert!(docs.contains(&format!("include_str!(\"{page}\")")), "{page}");
            }
        }
    };
}

pages! {
    api "api.md"
    books "books.md"
    commands "commands.md"
    constraints "constraints.md"
    disaster "disaster.md"
    formats "formats.md"
    index "index.md"
    install "install.md"
    keeping "keeping.md"
    levels "levels.md"
    many_machines "many-machines.md"
    own_seeds "own-seeds.md"
    papers "papers.md"
    playing "playing.md"
    rating "rating.md"
    series "series.md"
    server "server.md"
    site "site.md"
    troubleshooting "troubleshooting.md"
}

/// The recipes also work in a database with earlier draws.
#[test]
fn readme() {
    let page = Page::new();
    page.script(&["seeddb draw --level easy,medium,hard --count 9 -o before.txt"]);
    let text = include_str!("../../README.md");
    // The first block builds the program and runs the tests.
    let command = "cargo run --release -- draw --level expert --count 100\ncargo test\n";
    assert!(text.contains(&format!("\n```sh\n{command}```\n")));
    let text = text.replace(command, "seeddb draw --level expert --count 100\n");
    assert_eq!(page.run(&text), text);
}

#[test]
fn lines_of_prose_have_at_most_100_columns() {
    let manual = pages().into_iter().map(|page| format!("src/manual/{page}"));
    for name in manual.chain(["README.md".to_owned()]) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&name);
        let mut is_block = false;
        for (number, line) in (1..).zip(fs::read_to_string(path).unwrap().lines()) {
            is_block ^= line.starts_with("```");
            let is_prose = !is_block && !line.starts_with('|');
            assert!(!is_prose || line.chars().count() <= 100, "line {number} of {name}");
        }
    }
}

#[test]
fn links_lead_somewhere() {
    let manual = pages().into_iter().map(|page| format!("src/manual/{page}"));
    for name in manual.chain(["README.md".to_owned()]) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&name);
        let text = fs::read_to_string(&path).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            if file.contains("://") {
                continue;
            }
            let target =
                if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(target.exists(), "{name} links to {link}");
            if !heading.is_empty() {
                let text = fs::read_to_string(target).unwrap();
                let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| {
                    let plain = line.trim_start_matches('#').trim().to_lowercase();
                    let plain =
                        plain.replace(|c: char| !c.is_alphanumeric() && c != ' ' && c != '-', "");
                    plain.replace(' ', "-")
                });
                assert!(headings.into_iter().any(|one| one == heading), "{name} links to {link}");
            }
        }
    }
}
