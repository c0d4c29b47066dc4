//! What cargo does not enforce: in the core, which is one crate, imports point leftwards only (map
//! in CONTRIBUTING.md), and some names have one place. Tests are exempt.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::fs;
use std::path::{Path, PathBuf};

/// The modules of the core from left to right; modules of one level do not import each other.
const LEVELS: &[&[&str]] = &[
    &["board", "named", "plural"],
    &["kernel"],
    &["search", "logic", "symmetry"],
    &["error"],
    &["rating"],
    &["generate"],
    &["compact"],
    &["record", "level_table", "rows"],
    &["ask", "refill"],
    &["lib"],
];

/// Names, and the only files and folders whose code may use them: a fixed ladder or number of
/// tiers; process-wide effects, which only entry points may have; the two exceptions to the rule
/// for commits (`Sealed`, `unrecorded`); and calls that create, move, replace or remove files,
/// because existing files are replaced only with `--force`.
const ONLY: &[(&str, &str)] = &[
    ("redb::", "ledger/store/file"),
    ("rustix::", "database/doctor.rs | ledger/temporary"),
    ("anyhow:: | clap::", "cli"),
    ("anstream:: | ctrlc:: | indicatif:: | signal_hook::", "cli"),
    ("maud::", "serve/desk"),
    ("tokio::", "serve | cli/commands/serve.rs"),
    ("flate2::", "export | serve | cli/terminal/output.rs | cli/terminal/packed.rs"),
    (
        "toml::",
        "core/level_table | export | database/audience.rs | database/book | database/request_file.rs | cli",
    ),
    ("Sealed::make", "database/book/mod.rs"),
    ("Drawn::unrecorded | .unrecorded()", "draw/unrecorded.rs"),
    (
        "hsolve()",
        "core/logic | core/rating | core/generate/standard.rs | mine/starter.rs | ledger/store/random.rs | \
         ledger/store/record/seed.rs | database/lib.rs | cli/terminal/ladder.rs | py/puzzle.rs | wasm/ladder.rs",
    ),
    (
        "HSOLVE",
        "core/logic | core/rating | core/compact.rs | ledger/store/random.rs | ledger/store/record",
    ),
    (
        "BEYOND | LAST_TIER | 0..=6 | [u64; 7] | [0.0; 7] | [0; 7]",
        "core/logic | core/rating | ledger/store/random.rs",
    ),
    (
        "print!( | println!( | process::exit | set_hook | take_hook | env::args",
        "cli | main.rs | py/program.rs",
    ),
    (
        ".create(true | .keep() | .truncate(true | ::symlink( | create_dir( | create_dir_all( | \
         create_new( | File::create( | File::options( | fs::copy( | fs::rename( | fs::write( | \
         hard_link( | persist( | persist_noclobber( | remove_dir( | remove_dir_all( | \
         remove_file( | renameat_with(",
        "cli/commands/book/targets.rs | cli/commands/rescue.rs | \
         cli/terminal/files.rs | cli/terminal/output.rs | cli/terminal/pictures.rs | \
         database/backup.rs | database/rescue.rs | py/files.rs | ledger/store/file | \
         ledger/store/marks/mark_file.rs | ledger/store/random.rs | ledger/temporary",
    ),
];

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the code of a file without tests, line comments (and so examples) and text in quotes.
fn code(text: &str) -> String {
    let mut code = String::new();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    for line in text.lines().map(str::trim_start).filter(|line| !line.starts_with("//")) {
        // Every second part of a line is in quotes; an error of this rule loses only text.
        for part in line.split('"').step_by(2) {
            code.push_str(part.split("// ").next().unwrap_or_default());
            code.push(' ');
        }
        code.push('\n');
    }
    code
}

/// Returns the modules of its crate that the code names.
fn named(code: &str) -> impl Iterator<Item = &str> {
    let behind = |(at, root): (usize, &str)| {
        let is_root = !code[..at].ends_with(|c| is_word(c) || c == '$' || c == ':');
        let name = &code[at + root.len()..];
        is_root.then(|| &name[..name.find(|c| !is_word(c)).unwrap_or(name.len())])
    };
    code.match_indices("crate::").filter_map(behind).filter(|name| !name.is_empty())
}

fn source_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        if path.is_dir() && name != "tests" {
            source_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") && name != "tests" {
            files.push(path);
        }
    }
}

/// Returns the files of `src`, by their paths in it, and their code.
fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    source_files(&root, &mut files);
    let source = |file: &PathBuf| {
        let inside = file.strip_prefix(&root).unwrap().display().to_string();
        (inside, code(&fs::read_to_string(file).unwrap()))
    };
    files.iter().map(source).collect()
}

/// Whether a file is this one or in this folder.
fn within(file: &str, place: &str) -> bool {
    file.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn level(module: &str) -> Option<usize> {
    LEVELS.iter().position(|modules| modules.contains(&module))
}

/// Whether the code contains these words as whole names.
fn has(code: &str, words: &str) -> bool {
    let begins = |at: &usize| {
        let before = &code[..*at];
        let is_crate = words.ends_with("::");
        !words.starts_with(is_word)
            || !before.ends_with(|c: char| is_word(c) || is_crate && (c == ':' || c == '.'))
    };
    code.match_indices(words).any(|(at, _)| begins(&at))
}

/// Whether the code names a technique that is built in, other than the list of all of them.
fn names_a_technique(code: &str) -> bool {
    code.match_indices("Technique::").any(|(at, prefix)| {
        let name = &code[at + prefix.len()..];
        name.starts_with(char::is_uppercase) && !name.starts_with("BUILT_IN")
    })
}

#[test]
fn imports_run_leftwards_only() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for (file, code) in sources() {
        let Some(inside) = file.strip_prefix("core/") else { continue };
        let module = inside.split(['/', '.']).next().unwrap_or_default();
        let here = level(module).unwrap_or_else(|| panic!("{module} has no place in the order"));
        for other in named(&code).filter(|other| *other != module) {
            let there = level(other);
            seen += usize::from(there.is_some());
            if there.is_some_and(|there| there >= here) {
                wrong.push(format!("{file}: {module} must not import {other}"));
            }
        }
        // Imports in a form that this test does not read.
        if code.contains("crate::{") {
            wrong.push(format!("{file}: an import of its own for each module"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(seen > 300, "only {seen} imports seen: does this test still read them?");
}

#[test]
fn some_things_have_one_place() {
    let mut wrong = Vec::new();
    for (file, code) in sources() {
        let may = |places: &str| places.split(" | ").any(|place| within(&file, place));
        for (words, places) in ONLY.iter().filter(|(_, places)| !may(places)) {
            let found = words.split(" | ").filter(|words| has(&code, words));
            wrong.extend(found.map(|words| format!("{file}: {words} is for {places}")));
        }
        if names_a_technique(&code) && !may("core/logic | core/rating") {
            wrong.push(format!("{file} names a technique"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn this_test_sees_what_it_should() {
    let text = "use crate::board::{Cell, House};\n/// [`crate::cli`]\nlet x = crate::rating::hsolve(); // crate::draw\n\
                let s = \"crate::export\";\npub(crate) fn f() {}\nuse seeddb::mine;\nuse seeddb_core::ask;";
    assert_eq!(named(&code(text)).collect::<Vec<_>>(), ["board", "rating"]);
    assert!(names_a_technique("a(Technique::Locked)") && !names_a_technique("Technique::name"));
    assert!(has("std::fs::write(", "fs::write(") && !has("is_create_new(", "create_new("));
    assert!(has("redb::open", "redb::") && !has("crate::postgres::x", "postgres::"));
}
