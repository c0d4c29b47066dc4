//! The order of the modules: imports run leftwards only (the map is in `src/lib.rs`).
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod circles;
mod places;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules from left to right; those on one level know nothing of each other.
const LEVELS: &[&[&str]] = &[
    &["board", "ordered", "manual", "plural", "shell", "visible"],
    &["kernel"],
    &["search", "logic", "symmetry"],
    &["rating"],
    &["generate"],
    &["compact"],
    &["record", "audience", "level_table", "rows", "schemas", "temporary"],
    &["ask"],
    &["store", "refill", "export"],
    &["ledger"],
    &["mine", "draw"],
    &["methods"],
    &["database"],
    &["serve"],
    &["cli", "py", "wasm"],
    &["build", "main", "lib"],
];

/// The one import to the right, and why.
const RIGHTWARDS: (&str, &str, &str) = (
    "record.rs",
    "ledger",
    "what is on record of an issued puzzle is found beside the rest, and its proof in the ledger",
);

/// Crates that only some folders or files may name, and which.
const RESERVED: &[(&str, &[&str])] = &[
    ("redb", &["store/file"]),
    ("bincode", &["store"]),
    ("crc32fast", &["store"]),
    ("rustix", &["database/doctor.rs", "temporary"]),
    ("anyhow", &["cli", "main"]),
    ("clap", &["cli", "main"]),
    ("anstream", &["cli"]),
    ("indicatif", &["cli"]),
    ("ctrlc", &["cli"]),
    ("signal_hook", &["cli"]),
    ("getrandom", &["store/identity.rs", "serve", "py"]),
    ("axum", &["serve"]),
    ("hyper", &["serve"]),
    ("hyper_util", &["serve"]),
    ("maud", &["serve/desk"]),
    ("tokio", &["serve", "cli/commands/serve.rs"]),
    ("postgres", &["store/postgres"]),
    ("rustls", &["store/postgres"]),
    ("rustls_native_certs", &["store/postgres"]),
    ("tokio_postgres_rustls", &["store/postgres"]),
    ("plotters", &["export"]),
    ("quick_xml", &["export"]),
    ("flate2", &["export", "serve", "cli/terminal/output.rs", "cli/terminal/packed.rs"]),
    ("lz_str", &["export"]),
    ("tiny_skia", &["export"]),
    ("pdf_writer", &["export"]),
    ("subsetter", &["export"]),
    ("ttf_parser", &["export"]),
    (
        "toml",
        &["audience", "level_table", "export", "database/book", "database/request_file.rs", "cli"],
    ),
    ("miniz_oxide", &["export"]),
    ("qrcode", &["export"]),
    ("base64", &["export/page/hash.rs"]),
    ("hmac_sha256", &["export/page/hash.rs"]),
];

/// What a file says that assumes one ladder or so many tiers, and the folders and files that may: those of the ladder, of
/// the metrics that are defined by it, and those that name it once.
const LADDER: &[(&str, &[&str])] = &[
    (
        "hsolve()",
        &[
            "logic",
            "rating",
            "generate/standard.rs",
            "mine/starter.rs",
            "store/record/seed.rs",
            "database/mod.rs",
            "cli/terminal/ladder.rs",
            "py/puzzle.rs",
            "wasm/ladder.rs",
        ],
    ),
    ("HSOLVE", &["logic", "rating", "compact.rs", "store/record"]),
    ("BEYOND", &["logic", "rating"]),
    ("LAST_TIER", &["logic", "rating"]),
    ("0..=6", &["logic", "rating"]),
    ("[u64; 7]", &["logic", "rating"]),
    ("[0.0; 7]", &["logic", "rating"]),
    ("[0; 7]", &["logic", "rating"]),
];

fn level(module: &str) -> Option<usize> {
    LEVELS.iter().position(|modules| modules.contains(&module))
}

fn source_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            source_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The code without line comments (and so without examples) and without what stands in quotes.
fn code(text: &str) -> String {
    let mut code = String::new();
    for line in text.lines() {
        let line = line.trim_start();
        if line.starts_with("//") {
            continue;
        }
        for (i, part) in line.split('"').enumerate() {
            // Every second part of a line is in quotes: what is missed there is words.
            if i % 2 == 0 {
                code.push_str(part.split("// ").next().unwrap_or(""));
                code.push(' ');
            }
        }
        code.push('\n');
    }
    code
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The names that follow `prefix` (such as `crate::`): one, or those of a `{...}` list.
fn after(code: &str, prefix: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        if code[..at].ends_with(|c: char| is_word(c) || c == ':' || c == '$') {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        let first_word =
            |text: &str| text.trim_start().chars().take_while(|&c| is_word(c)).collect::<String>();
        if !rest.starts_with('{') {
            names.insert(first_word(rest));
            continue;
        }
        let mut depth = 0;
        let mut start = 1;
        for (i, c) in rest.char_indices() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 || depth == 1 && c == ',' {
                names.insert(first_word(&rest[start..i]));
                start = i + 1;
            }
            if depth == 0 {
                break;
            }
        }
    }
    names.remove("");
    names
}

/// Each file with the module of the top level it belongs to, and its code.
fn sources() -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    source_files(&root, &mut files);
    files.sort();
    files
        .iter()
        .map(|path| {
            let inside = path.strip_prefix(&root).unwrap();
            // The game is a crate of its own below `core`, with the same names for its modules.
            let inside = inside.strip_prefix("core").unwrap_or(inside);
            let module = Path::new(inside.iter().next().unwrap()).with_extension("");
            let text = fs::read_to_string(path).unwrap();
            (inside.display().to_string(), module.display().to_string(), code(&text))
        })
        .collect()
}

#[test]
fn imports_run_leftwards_only() {
    let sources = sources();
    assert!(sources.len() > 40, "where are the sources?");
    let mut wrong = Vec::new();
    let mut seen = 0;
    for (file, module, code) in &sources {
        let Some(own) = level(module) else {
            wrong.push(format!("{file}: {module} has no place in the order"));
            continue;
        };
        if module == "lib" {
            continue;
        }
        // The binary is a crate of its own: there `crate` is `main`, and the library is `seeddb`.
        let binary = own >= LEVELS.len() - 2;
        let mut used = after(code, "crate::");
        let library = after(code, "seeddb::");
        if binary {
            used.extend(library);
        } else if !library.is_empty() {
            wrong.push(format!("{file}: names itself as seeddb::{library:?}"));
        }
        for name in used.iter().filter(|&name| name != module) {
            seen += 1;
            match level(name) {
                Some(other) if other < own => {}
                Some(_) if (file.as_str(), name.as_str()) == (RIGHTWARDS.0, RIGHTWARDS.1) => {}
                Some(_) => wrong.push(format!("{file}: {module} must not import {name}")),
                None => wrong.push(format!("{file}: {name} has no place in the order")),
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(seen > 60, "only {seen} imports seen: does this test still read them?");
}

/// Whether a file, or the module or a folder it is in, is one of those allowed.
fn may(allowed: &[&str], module: &str, file: &str) -> bool {
    allowed.iter().any(|allowed| {
        *allowed == module
            || file.strip_prefix(allowed).is_some_and(|r| r.is_empty() || r.starts_with('/'))
    })
}

#[test]
fn crates_stay_where_they_belong() {
    let mut wrong = Vec::new();
    for (file, module, code) in sources() {
        for (name, modules) in RESERVED {
            let named = code.match_indices(name).any(|(at, _)| {
                let (before, after) = (&code[..at], &code[at + name.len()..]);
                !before.ends_with(|c: char| is_word(c) || c == ':' || c == '.')
                    && (after.starts_with("::")
                        || before.ends_with("use ") && after.starts_with(';'))
            });
            if named && !may(modules, &module, &file) {
                wrong.push(format!("{file} names {name}, which belongs to {modules:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Where `code` names a technique that is built in, other than the list of all of them.
fn names_a_technique(code: &str) -> bool {
    code.match_indices("Technique::").any(|(at, prefix)| {
        let name = &code[at + prefix.len()..];
        name.starts_with(char::is_uppercase) && !name.starts_with("BUILT_IN")
    })
}

#[test]
fn only_the_ladder_and_the_metrics_know_techniques_and_tiers() {
    let mut wrong = Vec::new();
    for (file, module, code) in sources() {
        // Tests may use the tiers that they know.
        if is_test(&file) {
            continue;
        }
        for (words, allowed) in LADDER {
            if code.contains(words) && !may(allowed, &module, &file) {
                wrong.push(format!("{file} has {words}, which only {allowed:?} may"));
            }
        }
        if names_a_technique(&code) && !["logic", "rating"].contains(&module.as_str()) {
            wrong.push(format!("{file} names a technique"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// What only a door may do: the library prints nothing, ends nothing, and leaves the process as it is.
const DOORS: [&str; 6] =
    ["print!(", "println!(", "process::exit", "set_hook", "env::args", "take_hook"];

/// Whether this is a file of tests.
fn is_test(file: &str) -> bool {
    let is_test = |part: &std::ffi::OsStr| part.to_string_lossy().starts_with("tests");
    Path::new(file).iter().any(is_test)
}

#[test]
fn the_library_leaves_the_process_alone() {
    let mut wrong = Vec::new();
    for (file, module, code) in sources() {
        if is_test(&file) || ["build", "cli", "main"].contains(&module.as_str()) {
            continue;
        }
        let code = code.split("#[cfg(test)] \nmod tests {").next().unwrap_or_default();
        for words in DOORS {
            if code.contains(words) {
                wrong.push(format!("{file} has {words}, which is for the program"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn this_test_sees_what_it_should() {
    let text = "use crate::board::{Cell, House};\n/// [`crate::cli`]\nlet x = crate::rating::hsolve(); // crate::draw\n\
                use crate::{logic::{self, find}, mine};\nlet s = \"crate::export\";\npub(crate) fn f() {}";
    let names: Vec<String> = after(&code(text), "crate::").into_iter().collect();
    assert_eq!(names, ["board", "logic", "mine", "rating"]);
    assert!(names_a_technique("a(Technique::Locked)") && !names_a_technique("Technique::name"));
    assert!(
        level("board") < level("kernel")
            && level("kernel") < level("store")
            && level("store") < level("ledger")
            && level("ledger") < level("draw")
    );
}
