//! The order of the sources: imports run leftwards only (the map is in `src/lib.rs`), files of a folder do not import each other in a
//! circle, and some things are done in some places only. Tests may do as they like.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::iter::Peekable;
use std::path::{Path, PathBuf};

/// The modules from left to right; those on one level know nothing of each other.
const LEVELS: &[&[&str]] = &[
    &["board", "manual", "named", "ordered", "plural", "shell", "visible"],
    &["kernel"],
    &["search", "logic", "symmetry"],
    &["error"],
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

/// Folders that are crates of their own; what else there is belongs to the library or the program.
const CRATES: [&str; 5] = ["core", "export", "py", "wasm", ""];

/// Whether a crate stands in the order as a whole, as the command line does.
fn is_whole(own: &str) -> bool {
    ["export", "py", "wasm"].contains(&own)
}

/// Files, or whole folders, that may import each other in a circle, and why.
const MUTUAL: &[(&[&str], &str)] = &[
    (
        &["logic/technique.rs", "logic/apply.rs", "logic/applications.rs"],
        "an application names its technique, and a technique that a ladder brings names the function that finds it",
    ),
    (&["rating/se/chains"], "a chain may rest on chains of a smaller board"),
    (&["read"], "a text may hold JSON, and JSON texts; a heading is what holds no puzzle"),
    (
        &["store/rules/changes.rs", "store/rules/texts.rs"],
        "the count of changes is a text, and a new database begins it",
    ),
    (&["many.rs", "puzzle.rs"], "a board of numpy is one puzzle or many"),
    (
        &[
            "database/book/shortage.rs",
            "database/draw_options.rs",
            "database/by_id.rs",
            "database/error.rs",
        ],
        "an error tells for which wishes there is too little, and a wish may name a seed that is not there",
    ),
];

/// Words of the code, and the only files and folders that have them: crates that one part keeps to itself; what assumes one ladder or so
/// many tiers; what only a door may do, as the library leaves the process alone; what makes, moves, replaces or removes files, of
/// which none that somebody else may have made is replaced without `--force`.
const ONLY: &[(&str, &str)] = &[
    ("redb::", "store/file"),
    ("bincode:: | crc32fast::", "store"),
    ("rustix::", "database/doctor.rs | temporary"),
    ("anyhow:: | clap::", "cli | main.rs"),
    ("anstream:: | ctrlc:: | indicatif:: | signal_hook::", "cli"),
    ("getrandom::", "store/identity.rs | serve | py"),
    ("axum:: | hyper:: | hyper_util::", "serve"),
    ("maud::", "serve/desk"),
    ("tokio::", "serve | cli/commands/serve.rs"),
    ("postgres:: | rustls:: | rustls_native_certs:: | tokio_postgres_rustls::", "store/postgres"),
    ("flate2::", "export | serve | cli/terminal/output.rs | cli/terminal/packed.rs"),
    ("lz_str:: | miniz_oxide:: | pdf_writer:: | plotters:: | qrcode:: | quick_xml::", "export"),
    ("subsetter:: | tiny_skia:: | ttf_parser::", "export"),
    ("base64:: | hmac_sha256::", "export/page/hash.rs"),
    (
        "toml::",
        "audience.rs | level_table | export | database/book | database/request_file.rs | cli",
    ),
    (
        "hsolve()",
        "logic | rating | generate/standard.rs | mine/starter.rs | store/record/seed.rs | \
         database/mod.rs | cli/terminal/ladder.rs | py/puzzle.rs | wasm/ladder.rs",
    ),
    ("HSOLVE", "logic | rating | compact.rs | store/record"),
    ("BEYOND | LAST_TIER | 0..=6 | [u64; 7] | [0.0; 7] | [0; 7]", "logic | rating"),
    (
        "print!( | println!( | process::exit | set_hook | take_hook | env::args",
        "build.rs | cli | main.rs",
    ),
    (
        ".create(true | .keep() | .truncate(true | ::symlink( | create_dir( | create_dir_all( | \
         create_new( | File::create( | File::options( | fs::copy( | fs::rename( | fs::write( | \
         hard_link( | persist( | persist_noclobber( | remove_dir( | remove_dir_all( | \
         remove_file( | renameat_with(",
        "build.rs | cli/commands/book/targets.rs | cli/commands/rescue.rs | \
         cli/terminal/files.rs | cli/terminal/output.rs | cli/terminal/pictures.rs | \
         database/backup.rs | database/rescue.rs | py/files.rs | store/file | \
         store/marks/place.rs | temporary",
    ),
];

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The code of a file, but for its tests, line comments (and so examples), and what stands in quotes.
fn code(text: &str) -> String {
    let mut code = String::new();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    for line in text.lines().map(str::trim_start).filter(|line| !line.starts_with("//")) {
        // Every second part of a line is in quotes: what is missed there is words.
        for part in line.split('"').step_by(2) {
            code.push_str(part.split("// ").next().unwrap_or_default());
            code.push(' ');
        }
        code.push('\n');
    }
    code
}

/// Its words, each `::`, and all other signs one by one.
fn tokens(code: &str) -> Vec<&str> {
    let (mut tokens, mut rest) = (Vec::new(), code.trim_start());
    while let Some(first) = rest.chars().next() {
        let length = match first {
            ':' if rest.starts_with("::") => 2,
            first if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            first => first.len_utf8(),
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

type Names = Vec<String>;

/// The paths that begin here, `{..}` taken apart, each with the name that it has here.
fn paths<'a>(
    tokens: &mut Peekable<impl Iterator<Item = &'a str>>,
    mut path: Names,
    found: &mut Vec<(Names, String)>,
) {
    loop {
        match tokens.next() {
            Some("{") => {
                while tokens.peek().is_some_and(|token| *token != "}") {
                    paths(tokens, path.clone(), found);
                    tokens.next_if_eq(&",");
                }
                tokens.next();
                return;
            }
            Some(word) if word.starts_with(is_word) => path.push(word.to_owned()),
            _ => break,
        }
        if tokens.next_if_eq(&"::").is_none() {
            break;
        }
    }
    let renamed = tokens.next_if_eq(&"as").and_then(|_| tokens.next()).map(str::to_owned);
    let known = renamed.or_else(|| path.iter().rfind(|word| *word != "self").cloned());
    found.extend(known.map(|known| (path, known)));
}

/// A file as a module: what it is called, its code, what it names of others, and under which names it knows them.
#[derive(Default)]
struct Module {
    file: String,
    code: String,
    named: Vec<Names>,
    known: BTreeMap<String, Vec<Names>>,
}

/// The modules of a crate by their paths; the root is the empty path.
type Modules = BTreeMap<Names, Module>;

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

/// The modules of the crate in this folder of `src`, of whose files the names begin there.
fn read(own: &str) -> Modules {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(own);
    let mut files = Vec::new();
    source_files(&root, &mut files);
    let mut modules = Modules::new();
    for file in &files {
        let inside = file.strip_prefix(&root).unwrap();
        if own.is_empty() && CRATES.iter().any(|own| !own.is_empty() && inside.starts_with(own)) {
            continue;
        }
        let path = inside.with_extension("");
        let mut path: Names = path.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
        if path.last().is_some_and(|name| name == "mod") || path == ["lib"] || path == ["main"] {
            path.pop();
        }
        let module = modules.entry(path).or_default();
        module.file = inside.display().to_string();
        module.code += &code(&fs::read_to_string(file).unwrap());
    }
    linked(modules)
}

/// Reads what each module names.
fn linked(mut modules: Modules) -> Modules {
    let all: Vec<Names> = modules.keys().cloned().collect();
    for (own, module) in &mut modules {
        let is_child = |word: &str| {
            let is = |other: &Names| other.split_last() == Some((&word.to_owned(), own));
            all.iter().any(is)
        };
        let tokens = tokens(&module.code);
        for (at, token) in tokens.iter().enumerate() {
            let mut found = Vec::new();
            let is_path = tokens.get(at + 1) == Some(&"::")
                && !(at > 0 && ["::", ".", "$"].contains(&tokens[at - 1]));
            if *token == "use" {
                paths(&mut tokens[at + 1..].iter().copied().peekable(), Vec::new(), &mut found);
                for (path, name) in found {
                    module.known.entry(name).or_default().push(path);
                }
            } else if is_path
                && (["super", "crate", "self", "seeddb"].contains(token) || is_child(token))
            {
                paths(&mut tokens[at..].iter().copied().peekable(), Vec::new(), &mut found);
                module.named.extend(found.into_iter().map(|(path, _)| path));
            }
        }
    }
    modules
}

/// The module where what `named` means in module `from` stands, if that is in this crate.
fn resolve(modules: &Modules, from: &[String], named: &[String], depth: usize) -> Option<Names> {
    let (mut module, mut rest) = (from.to_vec(), named);
    match named.first()?.as_str() {
        "crate" => (module, rest) = (Vec::new(), &named[1..]),
        "self" => rest = &named[1..],
        "super" => {
            while rest.first().is_some_and(|word| word == "super") {
                module.pop()?;
                rest = &rest[1..];
            }
        }
        first => {
            module.push(first.to_owned());
            modules.contains_key(&module).then_some(())?;
            rest = &named[1..];
        }
    }
    while let Some((word, others)) = rest.split_first() {
        let child = [&module[..], std::slice::from_ref(word)].concat();
        if modules.contains_key(&child) {
            (module, rest) = (child, others);
            continue;
        }
        let again = modules[&module].known.get(word).into_iter().flatten().filter(|_| depth < 8);
        let mut found = again.map(|import| [import, others].concat());
        let found = found.find_map(|path| resolve(modules, &module, &path, depth + 1));
        return Some(found.unwrap_or(module));
    }
    Some(module)
}

/// Files that import each other in a circle, and those between two circles. What a folder's `mod.rs` holds is for all its files to use.
fn in_circles(modules: &Modules) -> BTreeSet<&str> {
    let group = |file: &'_ str| {
        let is_in = |(files, _): &(&[&str], &str)| files.iter().any(|own| within(file, own));
        MUTUAL.iter().position(is_in)
    };
    let mut left: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (path, module) in modules {
        let others = module.named.iter().filter_map(|named| resolve(modules, path, named, 0));
        let others = others.filter(|other| !path.starts_with(other));
        let others = others.map(|other| modules[&other].file.as_str());
        let others =
            others.filter(|other| group(other).is_none_or(|own| group(&module.file) != Some(own)));
        left.insert(&module.file, others.collect());
    }
    loop {
        let before: BTreeSet<&str> = left.keys().copied().collect();
        let imported: BTreeSet<&str> = left.values().flatten().copied().collect();
        left.retain(|file, others| imported.contains(file) && !others.is_disjoint(&before));
        if left.len() == before.len() {
            return before;
        }
    }
}

/// Whether a file is this one or in this folder.
fn within(file: &str, place: &str) -> bool {
    file.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn level(module: &str) -> Option<usize> {
    LEVELS.iter().position(|modules| modules.contains(&module))
}

/// Whether the words stand in the code by themselves.
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
    for own in CRATES {
        for (path, Module { file, named, .. }) in read(own) {
            let first = path.first().map_or("lib", String::as_str);
            let module = if is_whole(own) { own } else { first };
            let here =
                level(module).unwrap_or_else(|| panic!("{module} has no place in the order"));
            for path in named.iter().filter(|path| path.len() > 1) {
                // The program and the packages are crates of their own: there the library is `seeddb`.
                let other = if ["crate", "seeddb"].contains(&path[0].as_str()) {
                    level(&path[1])
                } else {
                    None
                };
                seen += usize::from(other.is_some());
                let may = path[1] == module;
                if other.is_some_and(|other| other >= here) && !may {
                    wrong.push(format!("{file}: {module} must not import {}", path[1]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(seen > 60, "only {seen} imports seen: does this test still read them?");
}

#[test]
fn no_circle_of_files() {
    for own in CRATES {
        let modules = read(own);
        assert!(modules.len() > 3, "where are the sources?");
        let circles = in_circles(&modules);
        assert!(circles.is_empty(), "{own}: {circles:?}");
    }
}

#[test]
fn some_things_have_one_place() {
    let mut wrong = Vec::new();
    for own in CRATES {
        for Module { file, code, .. } in read(own).into_values() {
            let file = if is_whole(own) { format!("{own}/{file}") } else { file };
            let may = |places: &str| places.split(" | ").any(|place| within(&file, place));
            for (words, places) in ONLY.iter().filter(|(_, places)| !may(places)) {
                let found = words.split(" | ").filter(|words| has(&code, words));
                wrong.extend(found.map(|words| format!("{file}: {words} is for {places}")));
            }
            if names_a_technique(&code) && !may("logic | rating") {
                wrong.push(format!("{file} names a technique"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn this_test_sees_what_it_should() {
    let text = "use crate::board::{Cell, House};\n/// [`crate::cli`]\nlet x = crate::rating::hsolve(); // crate::draw\n\
                use crate::{logic::{self, find}, mine};\nlet s = \"crate::export\";\npub(crate) fn f() {}";
    let module = |(path, file, text): (&str, &str, &str)| {
        let path = path.split_terminator("::").map(str::to_owned).collect();
        (path, Module { file: file.to_owned(), code: code(text), ..Module::default() })
    };
    let modules = linked(Modules::from([module(("", "lib.rs", text))]));
    let named = &modules[&Vec::new()].named;
    let named: Vec<String> = named.iter().map(|path| path[1..].join("::")).collect();
    let all =
        ["board::Cell", "board::House", "rating::hsolve", "logic::self", "logic::find", "mine"];
    assert_eq!(named, all);
    // By way of a re-export under another name.
    let modules = [
        ("", "lib.rs", ""),
        ("a", "a/mod.rs", "use b::{self, B as Bee};\nuse c::C;"),
        ("a::b", "a/b.rs", "use super::{C, X};"),
        ("a::c", "a/c.rs", "use crate::a::Bee;"),
        ("a::d", "a/d.rs", "fn d() {}"),
    ];
    let circles = linked(modules.map(module).into());
    assert!(in_circles(&circles).is_superset(&["a/b.rs", "a/c.rs"].into()));
    assert!(!in_circles(&circles).contains("a/d.rs"));
    assert!(names_a_technique("a(Technique::Locked)") && !names_a_technique("Technique::name"));
    assert!(has("std::fs::write(", "fs::write(") && !has("is_create_new(", "create_new("));
    assert!(has("redb::open", "redb::") && !has("crate::postgres::x", "postgres::"));
}
