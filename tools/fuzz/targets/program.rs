//! The command line.

use std::ffi::OsString;

use rand::RngExt as _;

use super::{Target, owned, text};

pub const COMMANDS: Target = Target {
    name: "commands",
    truth: "a command line is read, or refused in words that do not steer the terminal",
    corpus: || {
        let tasks = include_str!("../../tasks/tasks.txt").lines();
        let lines = tasks.filter_map(|line| line.split_once("seeddb ")).map(|(_, rest)| rest);
        let manual = include_str!("../../../src/manual/constraints.md")
            .lines()
            .filter_map(|line| line.split_once("seeddb "))
            .map(|(_, rest)| rest);
        lines
            .chain(manual)
            .map(|line| line.replace(' ', "\n").into_bytes())
            .chain(owned(&[
                "book\n--final\nbook.toml\n-o\nout/",
                "--db\npostgres://me:geheim@h/x\nstats",
            ]))
            .collect()
    },
    words: "draw mine generate shuffle book export import merge check convert solve rate compare canon explain void note show seeds batches \
            books series levels stats verify db serve formats completions man help --level --count --tier --score --er --clues --symmetry \
            --technique --rng-seed --format -o --force --quiet -q --db --create --wait --series --from --to --batch --title --size \
            --shard --partition --help --version -h -- - --threads --note --metric --json --color --dry-run 1..4 3/16 2m 1h easy:40",
    check: || {
        let mut used = seeddb_cli::program();
        Box::new(move |data, rng| {
            let Some(text) = text(data) else { return };
            let words = text.split('\n').filter(|word| !word.contains('\0')).take(64);
            let line: Vec<OsString> =
                std::iter::once("seeddb").chain(words).map(OsString::from).collect();
            let read = seeddb_cli::read(&mut used, &line);
            // Earlier readings make no difference.
            if rng.random_ratio(1, 100) {
                let anew = seeddb_cli::read(&mut seeddb_cli::program(), &line);
                assert_eq!(format!("{read:?}"), format!("{anew:?}"));
            }
            if let Err(error) = read {
                let told = seeddb_cli::told(&error, &line);
                let steers = |c: char| {
                    c.is_control() && !"\n\t".contains(c) || ('\u{202a}'..='\u{202e}').contains(&c)
                };
                let plain = anstream::adapter::strip_str(&told).to_string();
                assert!(!error.use_stderr() || !plain.contains(steers), "{plain:?}");
            }
        })
    },
};
