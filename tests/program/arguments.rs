//! Arguments need not be UTF-8: every command accepts such paths, or reports the argument that must
//! be UTF-8.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::process::Command;

use crate::home::{Home, make};

/// Returns `name` with an invalid UTF-8 byte in front.
fn odd(name: &str) -> OsString {
    OsStr::from_bytes(&[b"odd-\xff-", name.as_bytes()].concat()).to_owned()
}

struct Odd(Home);

impl Odd {
    /// Returns a small database, a file of puzzles and a level table, all with odd names.
    fn new() -> Self {
        let home = Self(Home::new());
        make(&home.path("db.redb"), &[]);
        let known = include_str!("../data/known_answers.tsv").lines();
        let of_tier_1 = known.map(|line| line.split('\t').collect::<Vec<_>>());
        let of_tier_1 = of_tier_1.filter(|fields| fields[2] == "1").take(2);
        let puzzles: Vec<&str> = of_tier_1.map(|fields| fields[0]).collect();
        fs::write(home.path("in.txt"), puzzles.join("\n")).unwrap();
        fs::write(home.path("one.txt"), puzzles[0]).unwrap();
        let levels = home.run("levels show --toml", 0);
        fs::write(home.path("levels.toml"), levels).unwrap();
        home.run("import @in.txt", 0);
        home
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.folder().join(odd(name))
    }

    /// Splits a command line; words that begin with `@` become odd paths.
    fn command(&self, line: &str) -> Command {
        let mut command = self.0.seeddb("--quiet --threads 1");
        command.arg("--create").arg("--db").arg(self.path("db.redb"));
        for word in line.split(' ') {
            match word.strip_prefix('@') {
                Some(name) => command.arg(self.path(name)),
                None => command.arg(word),
            };
        }
        command
    }

    fn run(&self, line: &str, code: i32) -> Vec<u8> {
        let output = self.command(line).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!said.contains("panicked"), "{line}: {said}");
        assert_eq!(output.status.code(), Some(code), "{line}: {said}");
        assert!(code == 0 || said.starts_with("error: "), "{line}: {said}");
        output.stdout
    }
}

/// Command lines with their exit codes. Paths for reading and writing are odd, and so is the
/// database's.
const LINES: &[(&str, i32)] = &[
    ("draw --tier 1 --count 2 -o @drawn.txt", 0),
    ("draw --tier 1 -o @drawn.xlsx --format xlsx", 0),
    ("draw --tier 1 --note @note", 2),
    ("draw --request @missing.toml", 1),
    ("mine --tier 0 --count 1", 0),
    ("generate --method standard --count 1 -o @generated.txt", 0),
    ("shuffle @in.txt -o @shuffled.txt", 0),
    ("shuffle @missing.txt", 1),
    ("book --batch 2 --final --ignore-rules -o @book.pdf --report @report.json", 0),
    ("book @missing.toml", 1),
    ("book --from-file @one.txt --profile screen -o @own.pdf", 0),
    ("book --from-file @missing.txt", 1),
    ("export --batch 2 -o @exported.txt", 0),
    ("export --batch 2 --format svg -o @pictures", 0),
    ("export --batch @one", 2),
    ("import @in.txt", 0),
    ("import --issued @in.txt", 0),
    ("import @missing.txt", 1),
    ("solve @in.txt", 0),
    ("rate @in.txt", 0),
    ("rate --levels @levels.toml @in.txt", 0),
    ("rate --levels @missing.toml @in.txt", 1),
    ("compare @in.txt --plot @plots", 0),
    ("canon @in.txt @in.txt", 0),
    ("check --quick @in.txt", 0),
    ("check @missing.txt", 1),
    ("db init @new.redb", 0),
    ("db check", 0),
    ("db doctor", 0),
    ("db backup @backup.redb", 0),
    ("db restore @missing.redb", 1),
    ("db tidy @one", 2),
    ("mine --tier 0 --count 1 --shard 1/2 --rng-seed 1 -o @shard.redb", 0),
    ("merge @in.txt", 1),
    ("merge @shard.redb", 0),
    ("merge @missing.txt", 1),
    ("db keys export -o @keys.txt", 0),
    ("db keys import @keys.txt", 0),
    ("db keys import @missing.txt", 1),
    ("void --batch 3", 0),
    ("void --batch @one", 2),
    ("take-back --batch 3", 0),
    ("take-back --batch @one", 2),
    ("explain @one.txt --svg @step.svg --step 1", 0),
    ("show @in.txt", 2),
    ("seeds", 0),
    ("seeds --tier @one", 2),
    ("seeds grade --tier 6", 0),
    ("seeds grade --tier @one", 2),
    ("batches", 0),
    ("batches @one", 2),
    ("books", 0),
    ("books @one", 2),
    ("books void 1", 0),
    ("series", 0),
    ("series show @name", 2),
    ("series replace daily 2027-01-04 @id", 2),
    ("note @id words", 2),
    ("note 60RK-4CSM-6MV3-S @words", 2),
    ("convert @one.txt -o @converted.svg", 0),
    ("convert @missing.txt", 1),
    ("levels set @levels.toml", 0),
    ("levels set @missing.toml", 1),
    ("levels calibrate @in.txt --levels 1", 0),
    ("levels show @name", 2),
    ("levels reset", 0),
    ("stats --plot @plots", 0),
    ("verify", 0),
    ("formats", 0),
    ("formats @draw", 2),
    ("completions bash", 0),
    ("completions @bash", 2),
    ("man", 0),
    ("man @draw", 2),
    ("serve --token-file @missing.txt", 1),
];

#[test]
fn every_command_takes_paths_that_are_not_utf_8() {
    let odd = Odd::new();
    let listed: BTreeSet<String> = odd.0.commands().into_iter().collect();
    let tried: BTreeSet<String> =
        LINES.iter().map(|(line, _)| line.split(' ').next().unwrap().to_owned()).collect();
    assert_eq!(tried, listed, "the commands of --help");
    for (line, code) in LINES {
        odd.run(line, *code);
    }
    for name in ["db.redb", "drawn.txt", "drawn.xlsx", "exported.txt", "book.pdf", "step.svg"] {
        assert!(odd.path(name).exists(), "{name}");
    }
}
