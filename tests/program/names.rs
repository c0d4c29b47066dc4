//! Names and numbers in the pages agree with the program: commands, flags, values, columns.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use seeddb::schemas::inputs;

use crate::home::Home;
use crate::manual;

/// The pages whose commands and flags belong to this program.
const PAGES: [&str; 7] = [
    "README.md",
    "seeds/README.md",
    "src/THEORY.md",
    "src/SPEED.md",
    "src/SCALE.md",
    "src/core/GLOSSARY.md",
    "src/core/rating/METHODS.md",
];

fn text(page: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).unwrap()
}

/// Returns all pages with their names.
fn pages() -> Vec<(String, String)> {
    let manual = manual::pages().into_iter().map(|page| format!("src/manual/{page}"));
    let all = manual.chain(PAGES.map(str::to_owned));
    all.map(|page| (page.clone(), text(&page))).collect()
}

/// Returns the flags of each command, by its name (`db backup`), from the manual pages; those of
/// all commands under the empty name.
fn flags() -> BTreeMap<String, BTreeSet<String>> {
    let home = Home::new();
    home.run("man --all man", 0);
    let mut flags: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, page) in home.files() {
        let Some(name) = name.strip_prefix("man/seeddb").and_then(|name| name.strip_suffix(".1"))
        else {
            continue;
        };
        let page = String::from_utf8(page).unwrap().replace("\\-", "-");
        let tags = page
            .lines()
            .filter_map(|line| line.strip_prefix("\\fB").filter(|tag| tag.starts_with('-')));
        let own: BTreeSet<String> =
            tags.flat_map(|tag| flags_of(&tag.replace("\\fB", " ").replace("\\fR", " "))).collect();
        flags.entry(String::new()).or_default().extend(own.clone());
        if name.is_empty() {
            continue;
        }
        flags.insert(name.trim_start_matches('-').replace('-', " "), own);
    }
    assert!(flags.len() > 40, "{flags:?}");
    flags
}

/// Returns the flags in a line: `--rng-seed`, `-o`.
fn flags_of(line: &str) -> Vec<String> {
    let words = line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    let is_flag = |word: &&str| {
        let name = word.trim_start_matches('-');
        let dashes = word.len() - name.len();
        name.starts_with(|c: char| c.is_ascii_lowercase())
            && (dashes == 2 && name.len() > 1 || dashes == 1 && name.len() == 1)
    };
    words.filter(is_flag).map(str::to_owned).collect()
}

/// Returns the command lines of this program in a text, and the flags that stand alone in
/// backticks.
fn commands(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut lines, mut flags) = (Vec::new(), Vec::new());
    let joined = text.replace("\\\n", " ");
    for line in joined.lines() {
        let code = line.trim_start_matches("$ ");
        let spans = line.split('`').skip(1).step_by(2);
        for span in spans.chain([code]) {
            // Comments, other commands after a pipe, and quoted words are ignored.
            for part in span.split(['|', ';', '#', '\'', '"', '<', '>']).map(str::trim) {
                if let Some(line) = part.strip_prefix("seeddb ") {
                    lines.push(line.to_owned());
                }
            }
            if span.starts_with("--") && !line.starts_with("--") {
                flags.extend(flags_of(span.split(' ').next().unwrap()));
            }
        }
    }
    (lines, flags)
}

#[test]
fn flags_of_pages_are_those_of_the_program() {
    let flags = flags();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (page, text) in pages() {
        let (lines, alone) = commands(&text);
        for line in lines {
            let words = line.split_whitespace();
            let plain: Vec<&str> = words.take_while(|word| !word.contains(['.', '/'])).collect();
            let known = |name: &&str| flags.contains_key(*name);
            let below = |depth| {
                let mut path = plain.windows(depth).map(|path| path.join(" "));
                path.rfind(|path| flags.contains_key(path))
            };
            let one = plain.iter().find(|name| !name.starts_with('-') && known(name));
            // Servers are ignored, and texts about commands, such as `seeddb help COMMAND`.
            let one = one.map(|&name| name.to_owned());
            let Some(name) = below(3).or_else(|| below(2)).or(one) else { continue };
            count += 1;
            for flag in flags_of(&line) {
                if !flags[&name].contains(&flag) && flag != "--help" && flag != "-h" {
                    wrong.push(format!("{page}: {name} has no {flag}: seeddb {line}"));
                }
            }
        }
        for flag in alone {
            // That flag belongs to cargo.
            if !flags[""].contains(&flag) && flag != "--features" {
                wrong.push(format!("{page}: no command has {flag}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count >= 200, "{count} commands");
}

/// Returns the values of a flag, from the error message about a wrong one.
fn values(command: &str) -> Vec<String> {
    let home = Home::new();
    let words: Vec<&str> = command.split(' ').chain(["?"]).collect();
    let said = home.run(&words, 2).err;
    let list = said.split_once("[possible values: ").unwrap().1.split_once(']').unwrap().0;
    list.split(", ").map(str::to_owned).collect()
}

/// Returns the names in the first column of the table that begins with `head`.
fn first_column(page: &str, head: &str) -> Vec<String> {
    let text = text(page);
    let (_, table) = text.split_once(&format!("\n| {head}")).unwrap_or_else(|| panic!("{head}"));
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    cells.flat_map(|cell| cell.split(", ").map(|name| name.trim().replace('`', ""))).collect()
}

fn sorted(names: impl IntoIterator<Item = String>) -> BTreeSet<String> {
    names.into_iter().collect()
}

#[test]
fn values_of_tables_are_those_of_the_flags() {
    let none = ["none".to_owned()];
    let told = first_column("src/manual/constraints.md", "symmetry |");
    assert_eq!(sorted(told.into_iter().chain(none)), sorted(values("draw --symmetry")));
    let told = first_column("src/manual/papers.md", "method |");
    assert_eq!(sorted(told), sorted(values("generate --method")));
    let formats = values("export --format");
    let pages = ["html", "site"].map(str::to_owned);
    let told = first_column("src/manual/formats.md", "format |");
    assert_eq!(sorted(told.into_iter().chain(pages)), sorted(formats.clone()));
    // A site is a folder of pages, not a file format.
    let told = format!("{} formats of text, pictures and pages", formats.len() - 1);
    assert!(text("README.md").contains(&told), "README: {told}");
}

#[test]
fn levels_of_pages_are_those_of_the_program() {
    let home = Home::with_starter();
    let rows = home.run("levels --format csv", 0).out;
    let names = rows.lines().skip(1).filter_map(|row| row.split(',').next());
    let names: Vec<String> = names.map(str::to_owned).collect();
    assert_eq!(first_column("src/manual/levels.md", "level | clues"), names);
    assert_eq!(first_column("seeds/README.md", "level | rot180"), names);
    let said = home.run("levels set ?", 1).err;
    let list = said.split_once("the program are ").unwrap().1.split_once(')').unwrap().0;
    let told = first_column("src/manual/levels.md", "name |");
    assert_eq!(sorted(told), sorted(list.split(", ").map(str::to_owned)));
}

#[test]
fn columns_of_pages_are_those_of_the_outputs() {
    let home = Home::new();
    let columns = |of: &str| -> BTreeSet<String> {
        let words: Vec<&str> = ["formats"].into_iter().chain(of.split(' ')).collect();
        let rows = home.run(&words, 0).out;
        rows.lines().filter_map(|row| row.split_whitespace().next()).map(str::to_owned).collect()
    };
    for (page, of) in [("src/manual/formats.md", "export"), ("src/manual/rating.md", "rate")] {
        let known: BTreeSet<String> = &columns(of) | &columns("rate --metric se");
        let text = text(page);
        let tables = text.match_indices("\n| column |").count();
        assert!(tables > 0, "{page}");
        for at in text.match_indices("\n| column |").map(|found| found.0) {
            let rows = text[at + 1..].lines().skip(2).take_while(|line| line.starts_with('|'));
            for name in rows.flat_map(|row| row.split('|').nth(1).unwrap().split(", ")) {
                let name = name.trim().replace('`', "");
                assert!(known.contains(&name), "{page}: no column {name}");
            }
        }
    }
    // The columns that `check` prints for a drawn puzzle.
    let text = text("src/manual/formats.md");
    let (_, told) = text.split_once("(the puzzle that was drawn is ").unwrap();
    let (told, _) = told.split_once(')').unwrap();
    for name in told.split(',').map(|name| name.trim().replace('`', "")) {
        assert!(columns("check").contains(&name), "check has no column {name}");
    }
}

/// Each key of book.toml is a flag of `book`, except for tables: the page on books names their
/// flags.
#[test]
fn keys_of_a_book_are_flags() {
    let (flags, page) = (flags(), text("src/manual/books.md"));
    let inputs = inputs();
    let book = inputs.iter().find(|input| input.name == "book.toml").unwrap();
    let plain = book.keys.iter().filter(|key| !key.kind.contains("table") && key.name != "section");
    let own: Vec<String> = plain.map(|key| format!("--{}", key.name)).collect();
    let (_, told) = page.split_once("Of the tables").unwrap();
    let (told, _) = told.split_once("alone.").unwrap();
    let of_tables = told.split('`').filter(|word| word.starts_with("--"));
    let all: Vec<&str> = own.iter().map(String::as_str).chain(of_tables).collect();
    assert!(all.len() >= 45, "{all:?}");
    for flag in all {
        assert!(flags["book"].contains(flag), "{flag}");
    }
}

#[test]
fn examples_are_counted_right() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/examples");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let names = files.filter(|path| path.extension().is_some_and(|kind| kind == "rs"));
    let names: Vec<String> =
        names.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned()).collect();
    let words = ["five", "six", "seven", "eight", "nine"];
    let word = words[names.len() - 5];
    for page in ["README.md", "src/manual/formats.md"] {
        assert!(
            text(page).replace('\n', " ").contains(&format!("{word} small programs")),
            "{page}"
        );
    }
    for name in names {
        assert!(text("src/manual/formats.md").contains(&name), "{name}");
    }
}
