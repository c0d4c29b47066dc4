//! The page of errors matches the rows, and messages state facts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use seeddb_core::error::Row;

use crate::symmetry::ClueSymmetry;
use crate::{Error, Kind, StoreError, codes};
use seeddb_draw::Unmet;

/// Returns the page shown in the docs of [`Error`].
fn page() -> String {
    let mut page = String::from(
        "# Kinds\n\n\
         The kind of an error decides the exit code of the program and the status of an HTTP answer.\n\n\
         | kind | exit code | HTTP status | meaning |\n|---|---|---|---|\n",
    );
    for kind in Kind::ALL {
        let (exit, http) = (kind.exit_code(), kind.http_status());
        writeln!(page, "| `{kind}` | {exit} | {http} | {} |", kind.meaning()).unwrap();
    }
    page.push_str(
        "\n# Codes\n\nA code is a stable word: it keeps its meaning in every later version.\n\n\
         | code | kind | exit code | HTTP status | meaning |\n|---|---|---|---|---|\n",
    );
    for code in codes() {
        let (kind, meaning) = (code.kind(), code.meaning());
        let (exit, http) = (kind.exit_code(), code.http_status());
        writeln!(page, "| `{code}` | `{kind}` | {exit} | {http} | {meaning} |").unwrap();
    }
    page
}

/// `SEEDDB_RECORD=1 cargo test --lib the_page_of_errors` writes it.
#[test]
fn the_page_of_errors_is_the_rows() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("ERRORS.md");
    if std::env::var_os("SEEDDB_RECORD").is_some() {
        fs::write(&file, page()).unwrap();
    }
    assert_eq!(fs::read_to_string(file).unwrap(), page());
}

#[test]
fn a_code_has_one_kind() {
    let kinds: BTreeMap<&str, Kind> =
        codes().iter().map(|code| (code.name(), code.kind())).collect();
    for (code, words) in Error::rows() {
        assert_eq!(code.kind(), kinds[code.name()], "{code}: {words}");
        let is_kebab = |c: char| c.is_ascii_lowercase() || c == '-';
        assert!(!code.name().starts_with('-') && code.name().chars().all(is_kebab), "{code}");
        assert!(code.meaning().ends_with('.') && !code.meaning().contains("  "), "{code}");
    }
    let used: BTreeSet<&Kind> = kinds.values().collect();
    assert!(used.into_iter().eq(Kind::ALL), "{kinds:?}");
}

/// Messages contain no flags, commands or advice.
#[test]
fn errors_state_facts() {
    for (code, words) in Error::rows() {
        let advice = [
            "--",
            "`",
            "run ",
            "update ",
            ": take ",
            ": give ",
            ": put ",
            ": do ",
            ": add ",
            "leave ",
            "begin with",
            "did you mean",
            "rename",
            "make several",
        ];
        let found = advice.iter().find(|advice| words.contains(*advice));
        assert!(found.is_none(), "{code}: {words}: {found:?}");
        assert!(!words.ends_with(".\"") && !words.ends_with(":\""), "{code}: {words}");
    }
}

#[test]
fn errors_are_json() {
    let json = |error: Error| serde_json::to_value(error).unwrap();
    let part = Error::Part { part: 1, error: Box::new(StoreError::NoBook(3).into()) };
    assert_eq!(part.data(), serde_json::json!({"part": 2, "book": 3}).as_object().unwrap().clone());
    assert_eq!(
        json(part),
        serde_json::json!({
            "code": "no-such-book",
            "kind": "not-found",
            "message": "part 2: there is no book 3",
            "data": {"part": 2, "book": 3},
            "cures": [{"cure": "look", "list": "books"}],
        })
    );
    let busy = json(StoreError::Locked { holder: "another process".to_owned() }.into());
    assert_eq!(busy["cures"], serde_json::json!([{"cure": "wait-longer"}]));
    let unmet = json(Error::NothingFits(Unmet::Symmetry(ClueSymmetry::Rot90)));
    let mine = serde_json::json!({"cure": "mine-more", "tier": null, "symmetry": "rot90"});
    assert_eq!(unmet["cures"][0], mine);
    assert_eq!(unmet["data"], serde_json::json!({"bound": "symmetry", "symmetry": "rot90"}));
    let full = std::io::ErrorKind::StorageFull;
    let full = Error::from(StoreError::io("seeds.redb", full.into()));
    assert_eq!(
        (full.code().name(), full.code().meaning()),
        ("disk-full", "There is no room left on the disk.")
    );
}
