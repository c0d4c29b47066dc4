//! Everything that users meet is documented: commands, flags, exit codes, error codes, variables.
//! (Tests of the library generate `src/database/FORMATS.md` and `src/database/ERRORS.md` from the tables of the
//! program.)
//!
//! The following writes src/manual/commands.md:
//!
//! ```sh
//! SEEDDB_RECORD=1 cargo test --test program reference::
//! ```

use std::collections::BTreeSet;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use seeddb::database::Kind;

use crate::home::Home;

const PAGE: &str = "src/manual/commands.md";

const HEAD: &str = "\
# All commands

What `seeddb COMMAND --help` prints, for each command. The options of every command come first.
A test writes this page, and fails where the program says something else.
";

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap()
}

/// Adds the help of a command (empty: the program) and of its subcommands to `all`.
fn helps(home: &Home, command: &str, all: &mut Vec<(String, String)>) {
    let words: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
    let help = home.run(&words, 0).out;
    let below: Vec<String> = if command.is_empty() {
        home.commands()
    } else {
        let list = help.split_once("\nCommands:\n").map_or("", |(_, list)| list);
        let rows = list.lines().take_while(|line| !line.is_empty());
        let names = rows.filter_map(|row| row.strip_prefix("  ")?.split(' ').next());
        names.filter(|name| !matches!(*name, "" | "help")).map(str::to_owned).collect()
    };
    all.push((command.to_owned(), help));
    for name in below {
        helps(home, format!("{command} {name}").trim(), all);
    }
}

fn all_helps() -> Vec<(String, String)> {
    let mut all = Vec::new();
    helps(&Home::new(), "", &mut all);
    assert!(all.len() > 50, "{} commands", all.len());
    all
}

#[test]
fn commands_and_flags_are_on_their_page() {
    let (old, mut now) = (text(PAGE), HEAD.to_owned());
    for (command, help) in all_helps() {
        // The page itself lists the commands.
        let help = match help.split_once("Options of every command:\n") {
            Some((_, options)) if command.is_empty() => options,
            _ => help.trim_end().trim_end_matches("Options of every command: seeddb --help"),
        };
        let name = format!("seeddb {command}");
        write!(now, "\n## {}\n\n```text\n{}\n```\n", name.trim(), help.trim_end()).unwrap();
    }
    if env::var_os("SEEDDB_RECORD").is_some() {
        return fs::write(path(PAGE), now).unwrap();
    }
    for (number, (told, printed)) in (1..).zip(old.lines().zip(now.lines())) {
        assert_eq!(told, printed, "line {number} of {PAGE}: the page, and what is printed");
    }
    assert_eq!(old.lines().count(), now.lines().count(), "lines of {PAGE}");
}

/// Returns the hand-written pages: the manual without the page above, and the README.
fn pages() -> String {
    let folder = fs::read_dir(path("src/manual")).unwrap().map(|entry| entry.unwrap().path());
    let is_written = |path: &PathBuf| {
        path.extension().is_some_and(|kind| kind == "md") && !path.ends_with("commands.md")
    };
    let manual: String =
        folder.filter(is_written).map(|page| fs::read_to_string(page).unwrap()).collect();
    manual + &text("README.md")
}

#[test]
fn each_command_has_a_page_that_tells_what_it_is_for() {
    let pages = pages();
    let is_told = |command: &str| {
        [format!("seeddb {command}"), format!("`{command}`"), format!("`{command} ")]
            .iter()
            .any(|words| pages.contains(words))
            || command.split_once(' ').is_some_and(|(_, last)| pages.contains(&format!("`{last}`")))
    };
    let all = all_helps();
    let untold: Vec<&String> =
        all.iter().map(|(command, _)| command).filter(|command| !is_told(command)).collect();
    assert!(untold.is_empty(), "no page tells of {untold:?}");
}

/// Returns the words in backticks in the first column of a page's tables.
fn first_column(page: &str) -> BTreeSet<String> {
    let text = text(page);
    let rows = text.lines().filter(|line| line.starts_with("| "));
    let cells = rows.map(|row| row.split('|').nth(1).unwrap());
    let words = cells.flat_map(|cell| cell.split(',').map(|word| word.trim().replace('`', "")));
    words.collect()
}

#[test]
fn exit_codes_and_error_codes_are_told() {
    let told = first_column("src/manual/troubleshooting.md");
    // 129 and 143 belong to signals, and 0 to no error.
    let codes = Kind::ALL.iter().map(|kind| kind.exit_code().to_string());
    let codes: BTreeSet<String> = codes.chain(["0", "129", "143"].map(str::to_owned)).collect();
    let numbers = |word: &&String| word.parse::<u8>().is_ok();
    assert_eq!(told.iter().filter(numbers).cloned().collect::<BTreeSet<_>>(), codes);
    let help = Home::new().run("--help", 0).out.replace('\n', " ");
    let (_, list) = help.split_once("Exit codes: ").unwrap();
    let in_help = list.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
    assert_eq!(in_help.map(str::to_owned).collect::<BTreeSet<_>>(), codes);

    let pages = text("src/manual/server.md") + &text("src/database/ERRORS.md");
    let mut count = 0;
    for code in sources("src/serve").iter().flat_map(|source| own_codes(source)) {
        count += 1;
        assert!(pages.contains(&format!("`{code}`")), "no page has the server's code {code}");
    }
    assert!(count >= 30, "{count} codes of the server");
}

/// Returns the sources in a folder, without tests.
fn sources(folder: &str) -> Vec<String> {
    let mut all = Vec::new();
    for entry in fs::read_dir(path(folder)).unwrap() {
        let name = entry.unwrap().path();
        let below = name.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().to_str().unwrap();
        let stem = name.file_stem().unwrap().to_str().unwrap();
        if stem.starts_with("test") {
            continue;
        }
        if name.is_dir() {
            all.extend(sources(below));
        } else if name.extension().is_some_and(|kind| kind == "rs") {
            let text = fs::read_to_string(&name).unwrap();
            all.push(text.split("#[cfg(test)]\nmod ").next().unwrap().to_owned());
        }
    }
    all
}

/// Returns the codes in the calls that create the server's problems.
fn own_codes(source: &str) -> Vec<&str> {
    let calls = ["::bad(\"", "::missing(\""].into_iter();
    let named = calls.flat_map(|call| source.split(call).skip(1));
    let with_status = source.split("StatusCode::").skip(1).filter_map(|rest| {
        let (status, rest) = rest.split_once(',')?;
        let is_status = status.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        rest.trim_start().strip_prefix('"').filter(|_| is_status)
    });
    named.chain(with_status).filter_map(|rest| rest.split('"').next()).collect()
}

/// Variables for users are in a table of the manual, those for tests in CONTRIBUTING.
#[test]
fn variables_are_told() {
    let is_ours = |word: &&str| {
        let begins = ["SEEDDB_", "XDG_", "PGPASS", "SOURCE_DATE_", "CLICOLOR_", "NO_COLOR"];
        begins.iter().any(|begin| word.starts_with(begin)) && !word.ends_with('_')
    };
    let words = |text: &str| -> BTreeSet<String> {
        let all = text.split(|c: char| !(c.is_ascii_uppercase() || c == '_'));
        all.filter(is_ours).map(str::to_owned).collect()
    };
    let code = |source: &String| -> String {
        let lines = source.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let of_users: BTreeSet<String> =
        sources("src").iter().flat_map(|source| words(&code(source))).collect();
    let told: BTreeSet<String> = first_column("src/manual/troubleshooting.md")
        .into_iter()
        .filter(|name| is_ours(&name.as_str()))
        .collect();
    assert_eq!(told, of_users, "the table of troubleshooting.md, and the sources");
    let guide = words(&text("CONTRIBUTING.md"));
    for name in sources("tests").iter().flat_map(|source| words(source)) {
        let is_told = guide.contains(&name) || of_users.contains(&name);
        assert!(is_told || !name.starts_with("SEEDDB_"), "CONTRIBUTING.md does not tell of {name}");
    }
}
