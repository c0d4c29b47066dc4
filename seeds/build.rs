//! Puts the lines of `starter.tsv`, `er.tsv`, `needs.tsv` and `crux.tsv` together and writes them column after column. Like stands beside like then, and whatever packs
//! the program (a wheel, a package of Debian) packs it smaller. The files stay as people read them.

use std::collections::HashMap;
use std::path::Path;
use std::{env, fs, io};

/// The text without its first line, which names the columns.
fn lines(path: &str) -> io::Result<String> {
    println!("cargo::rerun-if-changed={path}");
    let text = fs::read_to_string(path)?;
    let (_, lines) = text.split_once('\n').unwrap_or_default();
    Ok(lines.to_owned())
}

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let (starter, rated) = (lines("starter.tsv")?, lines("er.tsv")?);
    let (needs, cruxes) = (lines("needs.tsv")?, lines("crux.tsv")?);
    let rated: HashMap<&str, &str> =
        rated.lines().filter_map(|line| line.split_once('\t')).collect();
    let mut columns: Vec<String> = Vec::new();
    for ((line, needs), crux) in starter.lines().zip(needs.lines()).zip(cruxes.lines()) {
        let puzzle = line.split('\t').next().unwrap_or_default();
        let more = rated.get(puzzle).copied().unwrap_or("\t\t\t\t\t");
        let values = line.split('\t').chain(more.split('\t')).chain([needs]);
        for (place, value) in values.chain(crux.split('\t')).enumerate() {
            if place == columns.len() {
                columns.push(String::new());
            }
            columns[place].push_str(value);
            columns[place].push('\n');
        }
    }
    // A column ends with an end of a line, and the next one begins after a tab.
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join("starter.columns"), columns.join("\t"))
}
