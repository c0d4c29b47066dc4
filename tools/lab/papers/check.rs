//! Checks the numbers of METHODS.md against the output of their commands.
//!
//! In a table whose last column is `command`, every number of the column `here` must be printed by
//! the row's command, rounded to as many places. In a table whose last row begins with `command`,
//! the numbers of each column must be printed by the command below it. Numbers marked `~` depend on
//! the machine: they are not compared. `papers` and `seeddb` are the programs beside this one, so
//! both are built in the same way.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, bail};

const METHODS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/core/rating/METHODS.md");

/// A cell of a table with the command that prints its numbers.
struct Claim {
    what: String,
    said: String,
    command: String,
}

/// Runs all commands; those that read a list need the folder with the lists.
pub fn run(folder: Option<&str>) -> anyhow::Result<()> {
    let text = fs::read_to_string(METHODS).context(METHODS)?;
    let claims = claims(&text);
    if claims.len() < 40 {
        bail!(
            "METHODS.md has only {} claims with a command: are its tables still read?",
            claims.len()
        );
    }
    let mut printed: HashMap<&str, Vec<f64>> = HashMap::new();
    let (mut right, mut wrong, mut left_out) = (0, 0, 0);
    for claim in &claims {
        let wanted = numbers(&claim.said);
        if wanted.is_empty() {
            continue;
        }
        let needs_list = [".tsv", ".sdm"].iter().any(|end| claim.command.contains(end));
        if needs_list && folder.is_none() {
            left_out += wanted.len();
            continue;
        }
        if !printed.contains_key(claim.command.as_str()) {
            eprintln!("{}", claim.command);
            let text = output(&claim.command, folder)?;
            printed
                .insert(&claim.command, numbers(&text).iter().map(|number| number.value).collect());
        }
        let printed = &printed[claim.command.as_str()];
        for number in wanted {
            if printed.iter().any(|&other| number.is(other)) {
                right += 1;
            } else {
                wrong += 1;
                println!(
                    "wrong: {} in \"{}\" ({}) is not printed by: {}",
                    number.text, claim.said, claim.what, claim.command
                );
            }
        }
    }
    println!(
        "{right} numbers are what their commands print, {wrong} are not, {left_out} need the lists"
    );
    if wrong > 0 {
        bail!("METHODS.md is not true");
    }
    Ok(())
}

/// Returns the output of a command.
fn output(command: &str, folder: Option<&str>) -> anyhow::Result<String> {
    let papers = env::current_exe()?;
    let seeddb = papers.parent().map(|folder| folder.join("seeddb"));
    let seeddb = seeddb.filter(|path| path.exists());
    let seeddb =
        seeddb.context("there is no seeddb beside this program: build it in the same way")?;
    let scratch = tempfile::tempdir()?;
    // Bash, for its functions and pipes. A missing database: levels are those of the paper.
    let script = format!(
        "papers() {{ \"$PAPERS\" \"$@\"; }}; seeddb() {{ \"$SEEDDB\" \"$@\"; }}; {command}"
    );
    let result = Command::new("bash")
        .args(["-c", &script])
        .env("PAPERS", &papers)
        .env("SEEDDB", seeddb)
        .env_remove("SEEDDB_DB")
        .env("XDG_DATA_HOME", scratch.path())
        .env("XDG_STATE_HOME", scratch.path())
        .current_dir(folder.map_or_else(|| scratch.path().to_owned(), PathBuf::from))
        .output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if !result.status.success() {
        bail!("{command} failed: {}", text(&result.stderr));
    }
    Ok(text(&result.stdout) + &text(&result.stderr))
}

/// A number in a text.
struct Number {
    text: String,
    value: f64,
    places: i32,
}

impl Number {
    /// Whether `other`, which may have more places, is this number.
    fn is(&self, other: f64) -> bool {
        // Half a unit of the last place, and a little for numbers that lie on the edge.
        (other - self.value).abs() <= 0.5001 * 10f64.powi(-self.places)
    }
}

/// Finds the numbers in a text: with commas between thousands, without the 0 before the point, with
/// either minus.
fn numbers(text: &str) -> Vec<Number> {
    let text = text.replace('−', "-");
    let chars: Vec<char> = text.chars().collect();
    let (mut found, mut i) = (Vec::new(), 0);
    let digit = |i: usize| chars.get(i).is_some_and(char::is_ascii_digit);
    while i < chars.len() {
        let starts = digit(i) || chars[i] == '.' && digit(i + 1);
        let is_within = i > 0 && (chars[i - 1].is_alphanumeric() || chars[i - 1] == '_');
        if !starts || is_within {
            i += 1;
            continue;
        }
        let start = i;
        let (mut number, mut places) = (String::new(), None);
        loop {
            let thousands = chars.get(i) == Some(&',')
                && (1..=3).all(|k| digit(i + k))
                && !digit(i + 4)
                && places.is_none();
            if digit(i) {
                number.push(chars[i]);
                places = places.map(|places| places + 1);
            } else if chars.get(i) == Some(&'.') && digit(i + 1) && places.is_none() {
                number.push('.');
                places = Some(0);
            } else if !(thousands && i > start) {
                break;
            }
            i += 1;
        }
        let before = |k: usize| start.checked_sub(k).map(|at| chars[at]);
        let negative = before(1) == Some('-') && before(2).is_none_or(|c| !c.is_alphanumeric());
        let about = before(if negative { 2 } else { 1 }) == Some('~');
        // A puzzle is no number, nor are digits that continue as a word, such as 3x3 and 4th.
        let is_word = chars.get(i).is_some_and(|c| c.is_alphabetic() || *c == '_');
        if let Ok(value) = number.parse::<f64>()
            && !about
            && !is_word
            && number.len() < 18
        {
            let sign = if negative { "-" } else { "" };
            let value = if negative { -value } else { value };
            found.push(Number {
                text: format!("{sign}{number}"),
                value,
                places: places.unwrap_or(0),
            });
        }
    }
    found
}

/// Returns the rows of tables in Markdown, with their cells.
fn tables(text: &str) -> Vec<Vec<Vec<String>>> {
    let mut tables: Vec<Vec<Vec<String>>> = vec![Vec::new()];
    for line in text.lines() {
        if let Some(row) = line.strip_prefix('|') {
            let cells = row.trim_end().trim_end_matches('|').split('|');
            let cells: Vec<String> = cells.map(|cell| cell.trim().to_owned()).collect();
            if !cells.iter().all(|cell| cell.chars().all(|c| c == '-'))
                || cells.iter().all(String::is_empty)
            {
                tables.last_mut().expect("there is one").push(cells);
            }
        } else if tables.last().is_some_and(|table| !table.is_empty()) {
            tables.push(Vec::new());
        }
    }
    tables
}

/// Returns the text between the first pair of backticks.
fn quoted(cell: &str) -> Option<String> {
    let (_, rest) = cell.split_once('`')?;
    rest.split_once('`').map(|(command, _)| command.to_owned())
}

fn claims(text: &str) -> Vec<Claim> {
    let mut claims = Vec::new();
    for table in tables(text) {
        let (Some(head), Some(last)) = (table.first(), table.last()) else { continue };
        if head.last().is_some_and(|name| name == "command") {
            let here = head.iter().position(|name| name.starts_with("here"));
            let mut command = None;
            for row in &table[1..] {
                let cell = row.last().map_or("", String::as_str);
                command = if cell == "the same" { command } else { quoted(cell) };
                if let (Some(here), Some(command)) = (here, &command) {
                    let (what, said) = (row[0].clone(), row[here].clone());
                    claims.push(Claim { what, said, command: command.clone() });
                }
            }
        } else if last[0] == "command" {
            for row in &table[1..table.len() - 1] {
                for (cell, command) in row.iter().zip(last).skip(1) {
                    if let Some(command) = quoted(command) {
                        claims.push(Claim { what: row[0].clone(), said: cell.clone(), command });
                    }
                }
            }
        }
    }
    claims
}
