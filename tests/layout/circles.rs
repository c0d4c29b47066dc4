//! No circle of files inside a folder: a reader can begin with a file that needs no other of its folder, and go on.
//!
//! A file imports another if it names something that stands there, also by way of a re-export. What a folder's `mod.rs`
//! itself holds is for all its files to use, and does not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::{code, is_word, source_files};

/// Files, or whole folders, that may import each other in a circle, and why.
const MUTUAL: &[(&[&str], &str)] = &[
    (
        &["logic/technique.rs", "logic/apply.rs", "logic/applications.rs"],
        "an application names its technique, and a technique that a ladder brings names the function that finds it",
    ),
    (&["rating/se/chains"], "a chain may rest on chains of a smaller board"),
    (&["export/read"], "a text may hold JSON, and JSON texts; a heading is what holds no puzzle"),
    (
        &["store/rules/changes.rs", "store/rules/texts.rs"],
        "the count of changes is a text, and a new database begins it",
    ),
    (&["many.rs", "puzzle.rs"], "a board of numpy is one puzzle or many"),
];

/// Folders that are crates of their own.
const CRATES: [&str; 3] = ["core", "py", "wasm"];

/// A path such as `crate::board::Cell`, word by word, and the name under which it is known.
type Import = (Vec<String>, String);

/// A file as a module: what it is called, what it names of others, and under which names it knows them.
struct Module {
    file: String,
    named: Vec<Vec<String>>,
    known: BTreeMap<String, Vec<Vec<String>>>,
}

/// The modules of a crate by their paths; the root is the empty path.
type Modules = BTreeMap<Vec<String>, Module>;

/// The paths that begin at `text`, `{...}` taken apart, and how much of the text they are.
fn paths(text: &str, prefix: &[String]) -> (Vec<Import>, usize) {
    let mut path = prefix.to_vec();
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start().len();
        if text[at..].starts_with('{') {
            let mut all = Vec::new();
            at += 1;
            loop {
                at += text[at..].len() - text[at..].trim_start_matches([',', ' ', '\n']).len();
                if text[at..].is_empty() || text[at..].starts_with('}') {
                    return (all, at + 1);
                }
                let (more, length) = paths(&text[at..], &path);
                all.extend(more);
                at += length.max(1);
            }
        }
        let word: String = text[at..].chars().take_while(|&c| is_word(c)).collect();
        if word.is_empty() {
            let known = path.last().cloned();
            return (known.map(|known| (path, known)).into_iter().collect(), at);
        }
        at += word.len();
        path.push(word);
        if text[at..].starts_with("::") {
            at += 2;
            continue;
        }
        let renamed = text[at..].strip_prefix(" as ");
        let known = match renamed {
            Some(name) => name.chars().take_while(|&c| is_word(c)).collect(),
            None => path.iter().rfind(|word| *word != "self").cloned().unwrap_or_default(),
        };
        at += renamed.map_or(0, |_| " as ".len() + known.len());
        return (vec![(path, known)], at);
    }
}

/// The places where `word` stands in `code` by itself.
fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    code.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        !code[..at].ends_with(|c: char| is_word(c) || c == ':' || c == '$' || c == '.')
    })
}

/// The modules of the crate in this folder.
fn modules(root: &Path) -> Modules {
    let mut files = Vec::new();
    source_files(root, &mut files);
    let mut codes: BTreeMap<Vec<String>, (String, String)> = BTreeMap::new();
    for file in files {
        let inside = file.strip_prefix(root).unwrap();
        if CRATES.iter().any(|own| inside.starts_with(own))
            || inside.iter().any(|part| part == "tests" || part == "tests.rs")
        {
            continue;
        }
        let mut path: Vec<String> = inside
            .with_extension("")
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        if path.last().is_some_and(|name| name == "mod") || path == ["lib"] || path == ["main"] {
            path.pop();
        }
        let text = fs::read_to_string(&file).unwrap();
        let code = code(text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default());
        let entry = codes.entry(path).or_default();
        entry.0 = inside.display().to_string();
        entry.1 += &code;
    }
    let read = |(path, (file, code)): (&Vec<String>, &(String, String))| {
        let mut known: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
        for at in words(code, "use ") {
            for (import, name) in paths(&code[at + "use ".len()..], &[]).0 {
                known.entry(name).or_default().push(import);
            }
        }
        let children =
            codes.keys().filter(|other| other.len() == path.len() + 1 && other.starts_with(path));
        let begin = ["super", "crate", "self"].map(str::to_owned).into_iter();
        let named = begin.chain(children.map(|child| child[path.len()].clone())).flat_map(|word| {
            let word = word + "::";
            let named = words(code, &word).flat_map(|at| paths(&code[at..], &[]).0);
            named.map(|(path, _)| path).collect::<Vec<_>>()
        });
        (path.clone(), Module { file: file.clone(), named: named.collect(), known })
    };
    codes.iter().map(read).collect()
}

/// The module where what `named` means in module `from` stands, if that is in this crate.
fn resolve(
    modules: &Modules,
    from: &[String],
    named: &[String],
    depth: usize,
) -> Option<Vec<String>> {
    let mut module = from.to_vec();
    let mut rest = named;
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
        let again = modules[&module].known.get(word).into_iter().flatten();
        let again = again.map(|import| [import, others].concat());
        let found = again
            .filter(|_| depth < 8)
            .find_map(|path| resolve(modules, &module, &path, depth + 1));
        return Some(found.unwrap_or(module));
    }
    Some(module)
}

/// For each file, the files that its imports lead to, on however many ways.
fn reach(modules: &Modules) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut reach: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (path, module) in modules {
        let others = module.named.iter().filter_map(|named| resolve(modules, path, named, 0));
        let others = others.filter(|other| !path.starts_with(other));
        reach.insert(&module.file, others.map(|other| modules[&other].file.as_str()).collect());
    }
    loop {
        let before: usize = reach.values().map(BTreeSet::len).sum();
        for file in reach.keys().copied().collect::<Vec<_>>() {
            let more: Vec<&str> =
                reach[file].iter().flat_map(|other| reach[other].iter().copied()).collect();
            reach.get_mut(file).unwrap().extend(more);
        }
        if reach.values().map(BTreeSet::len).sum::<usize>() == before {
            return reach;
        }
    }
}

/// Files that import each other in a circle, each circle once.
fn circles(modules: &Modules) -> BTreeSet<Vec<&str>> {
    let reach = reach(modules);
    let circle = |file: &&str| -> Vec<&str> {
        let back = reach[file].iter().filter(|other| reach[**other].contains(file));
        back.copied().collect()
    };
    reach.keys().map(circle).filter(|circle| circle.len() > 1).collect()
}

#[test]
fn no_circle_of_files() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    let mut seen = 0;
    for root in CRATES.map(|own| src.join(own)).into_iter().chain([src]) {
        let modules = modules(&root);
        seen += modules.len();
        for circle in circles(&modules) {
            let may = |(files, _): &&(&[&str], &str)| {
                circle
                    .iter()
                    .all(|file| files.iter().any(|allowed| Path::new(file).starts_with(allowed)))
            };
            if !MUTUAL.iter().any(|mutual| may(&mutual)) {
                wrong.push(circle.join(" <-> "));
            }
        }
    }
    assert!(seen > 40, "where are the sources?");
    assert!(wrong.is_empty(), "files import each other in a circle:\n{}", wrong.join("\n"));
}

#[test]
fn circles_are_seen_through_re_exports() {
    let module = |file: &str, code: &str| {
        let mut known: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
        let mut named = Vec::new();
        for (path, name) in words(code, "use ").flat_map(|at| paths(&code[at + 4..], &[]).0) {
            known.entry(name).or_default().push(path.clone());
            named.push(path);
        }
        Module { file: file.to_owned(), named, known }
    };
    let name =
        |path: &str| path.split("::").filter(|word| !word.is_empty()).map(str::to_owned).collect();
    let modules: Modules = [
        ("", module("lib.rs", "")),
        ("a", module("a/mod.rs", "use b::{self, B as Bee};\nuse c::C;")),
        ("a::b", module("a/b.rs", "use super::{C, X};")),
        ("a::c", module("a/c.rs", "use crate::a::Bee;")),
        ("a::d", module("a/d.rs", "use super::{b::B, c::{self, C}};")),
    ]
    .map(|(path, module)| (name(path), module))
    .into();
    assert_eq!(circles(&modules).into_iter().collect::<Vec<_>>(), [["a/b.rs", "a/c.rs"]]);
}
