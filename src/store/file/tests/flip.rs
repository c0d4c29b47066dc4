//! One bit of a database flips: what is read is what was written, or an error.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::store::record::check;

/// What each table holds.
type Content = Vec<(Table, Vec<Row>)>;

/// Keys as those of the tables are: random ones, and rising ones.
fn content() -> Content {
    let rng = &mut SmallRng::seed_from_u64(19);
    let mut random = |length: usize| (0..length).map(|_| rng.random()).collect::<Vec<u8>>();
    let seeds = (0..120).map(|_| row(Table::Seeds, &random(16), &random(120)));
    let mut content = vec![(Table::Seeds, seeds.collect::<Vec<_>>())];
    let ledger = (0..600).map(|_| row(Table::Ledger, &random(16), &random(5)));
    content.push((Table::Ledger, ledger.collect()));
    let issued = (0..300u32).map(|number| {
        let key = [number % 3, number / 3].map(u32::to_be_bytes).concat();
        row(Table::Issued, &key, &random(60))
    });
    content.push((Table::Issued, issued.collect()));
    for (_, rows) in &mut content {
        rows.sort();
    }
    content
}

/// Written in several transactions, so that older states of the tables lie in the file.
fn fill(path: &Path, content: &Content) {
    let engine = made(path);
    for part in 0..4 {
        engine
            .change(|view| {
                content.iter().try_for_each(|(table, rows)| {
                    let some = rows.iter().skip(part).step_by(4).cloned();
                    view.put(*table, &some.collect::<Vec<_>>())
                })
            })
            .unwrap();
    }
}

/// An answer as whoever decodes the rows takes it: one that is not sound is an error.
fn decoded(table: Table, rows: Vec<Row>) -> Done<Vec<Row>> {
    rows.iter().try_for_each(|(key, value)| check(table, key, value))?;
    Ok(rows)
}

/// What of the database at `path` is neither as it was written nor an error.
fn lies(path: &Path, content: &Content) -> Vec<String> {
    let engine = at(path);
    let mut lies = Vec::new();
    for (table, rows) in content {
        let table = *table;
        let mut says = |what: &str, holds: Result<bool, StoreError>| {
            if holds.is_ok_and(|holds| !holds) {
                lies.push(format!("{what} of {}", table.name()));
            }
        };
        says("length", engine.see(|view| view.len(table)).map(|len| len == rows.len() as u64));
        let range = |keys, most, back| {
            engine.see(move |view| decoded(table, view.range(table, keys, most, back)?))
        };
        says("all", range(ALL, usize::MAX, false).map(|all| all == *rows));
        let back = range(ALL, usize::MAX, true);
        says("back", back.map(|all| all.iter().rev().eq(rows)));
        for (at, pair) in rows.windows(7).enumerate().step_by(3) {
            let keys =
                (Bound::Excluded(pair[0].0.as_slice()), Bound::Excluded(pair[6].0.as_slice()));
            let back = at % 2 == 0;
            let found = range(keys, 9, back).map(|mut found| {
                if back {
                    found.reverse();
                }
                found == pair[1..6]
            });
            says("range", found);
        }
        for some in rows.chunks(50) {
            // A row that is not sound is an error of its reader; one that is not there is a lie.
            let is_told = |view: &dyn Snapshot, (key, value): &Row| {
                let Ok(mut values) = view.get(table, &[key]) else { return true };
                let found = values.remove(0);
                found.is_some_and(|found| found == *value || check(table, key, &found).is_err())
            };
            says("row", engine.see(|view| Ok(some.iter().all(|row| is_told(view, row)))));
        }
        let again = engine.change(|view| view.put_new(table, rows));
        says("put_new", again.map(|known| known.len() == rows.len()));
    }
    lies
}

/// The byte of the header that says which of two states of the database is the last.
const STATE: usize = 9;

/// All bits of that byte; then of bytes that say something, evenly over the file, every third in its head or in a page that says
/// where tables begin, where one bit does most.
fn bits(whole: &[u8], count: usize) -> Vec<usize> {
    let names = |page: &[u8]| page.windows(7).any(|name| name == b"pending");
    let told: Vec<usize> = (0..whole.len()).filter(|&at| at < 320 || whole[at] != 0).collect();
    let is_root = |&at: &usize| at < 320 || names(&whole[at / 4096 * 4096..][..4096]);
    let pages: Vec<bool> = whole.chunks(4096).map(names).collect();
    let roots: Vec<usize> =
        told.iter().copied().filter(|at| *at < 320 || pages[at / 4096]).collect();
    assert!(roots.iter().all(is_root));
    let rng = &mut SmallRng::seed_from_u64(20);
    let mut bits: Vec<usize> = (8 * STATE..8 * STATE + 8).collect();
    for i in 0..count {
        let places = if i % 3 == 0 { &roots } else { &told };
        let at = (i as f64 / count as f64 * places.len() as f64) as usize;
        bits.push(8 * places[at] + rng.random_range(0..8));
    }
    bits
}

fn flip(rounds: usize) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("db");
    fill(&path, &content());
    let (mut next, mut told) = (0, Vec::new());
    while next < rounds {
        // redb may panic twice, which ends the process: the next one goes on.
        let mut child = other_process("flip::flip_bits", &path);
        child.env("SEEDDB_TEST_ROUNDS", format!("{next}-{rounds}")).stdin(Stdio::null());
        let output = child.output().unwrap();
        let words = String::from_utf8_lossy(&output.stderr).into_owned();
        let died_in_words = output.status.code() == Some(1) && words.contains(" is damaged (");
        assert!(output.status.success() || died_in_words, "{}: {words}", output.status);
        assert!(!words.contains("panicked"), "{words}");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines = said.lines().filter(|line| line.starts_with("flip "));
        next += lines.clone().count() + usize::from(!output.status.success());
        told.extend(lines.filter(|line| line.contains(':')).map(str::to_owned));
    }
    assert_eq!(told, [""; 0]);
}

#[test]
fn a_flipped_bit_is_an_error_or_changes_nothing() {
    flip(240);
}

#[test]
#[ignore = "takes minutes"]
fn many_flipped_bits_are_errors_or_change_nothing() {
    flip(6_000);
}

/// Not a test: a process of its own, for redb may end it.
#[test]
#[ignore = "run by the tests above"]
fn flip_bits() {
    let Some(path) = std::env::var_os("SEEDDB_TEST_PATH") else { return };
    hook_panics();
    let range = std::env::var("SEEDDB_TEST_ROUNDS").unwrap();
    let (from, to) = range.split_once('-').unwrap();
    let (from, to): (usize, usize) = (from.parse().unwrap(), to.parse().unwrap());
    let whole = fs::read(path).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    let content = content();
    fs::write(&copy, &whole).unwrap();
    assert_eq!(lies(&copy, &content), [""; 0]);
    println!();
    for bit in &bits(&whole, to)[from..to] {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(&copy, flipped).unwrap();
        let lies = lies(&copy, &content);
        let list = if lies.is_empty() { String::new() } else { format!(": {}", lies.join(", ")) };
        println!("flip {} bit {}{list}", bit / 8, bit % 8);
        std::io::stdout().flush().unwrap();
    }
}
