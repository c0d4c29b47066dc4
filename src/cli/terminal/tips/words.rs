//! Words of other programs that people type, with the corresponding ones of this program.

/// Words in place of a command, with the tip; `{}` stands for the typed word.
pub const COMMANDS: &[(&[&str], &str)] = &[
    (&["new", "create", "make", "random"], "`seeddb draw --level easy` draws a puzzle"),
    (&["hint", "next"], "`seeddb explain --hint PUZZLE` gives the next step"),
    (
        &["steps", "walkthrough", "analyze"],
        "`seeddb explain PUZZLE` lists the steps of its solution",
    ),
    (&["play"], "`seeddb draw --level easy -o play.html` makes a page to play"),
    (&["grade", "difficulty", "score"], "`seeddb rate PUZZLE` says how hard a puzzle is"),
    (
        &["validate", "dedupe", "duplicates", "unique"],
        "`seeddb check FILE` says which puzzles are sound, new or the same",
    ),
    (&["sort"], "`seeddb rate FILE --format csv` has the scores to sort by"),
    (
        &["transform", "rotate", "mirror", "flip", "relabel"],
        "`seeddb shuffle PUZZLE` turns, mirrors and relabels a puzzle",
    ),
    (
        &["techniques"],
        "`seeddb draw --technique x-wing` takes one, `seeddb explain PUZZLE` names those of a puzzle",
    ),
    (&["calendar", "daily", "schedule"], "`seeddb series` gives days their puzzles"),
    (&["pdf", "png", "image"], "`seeddb draw --level easy -o puzzle.{}` makes such a file"),
    (&["init", "compact", "doctor"], "`seeddb db {}` does this"),
    (&["info", "status", "size", "path", "where"], "`seeddb db doctor` says where the database is"),
    (&["print"], "`seeddb export --batch last` prints a batch again"),
    (&["backup", "restore", "dump", "load", "salvage"], "`seeddb db {}` does this"),
    (
        &["undo", "delete"],
        "`seeddb void --batch N` gives up puzzles that were drawn, `seeddb import --undo N` takes an import back",
    ),
    (&["list"], "`seeddb batches` lists what was drawn"),
    (
        &["serve"],
        "this build has no server: `cargo install --path . --features serve` makes one that has",
    ),
    (&["version"], "`seeddb --version` prints it"),
];

/// A flag, the corresponding flag here, and its use. Commands without that flag give no tip.
pub const FLAGS: &[(&str, &str, &str)] = &[
    ("--difficulty", "--level", "says how hard"),
    ("--seed", "--rng-seed", "repeats the random choices"),
    ("--number", "--count", "says how many"),
    ("--time", "--for", "sets how long, as `--for 10m`"),
    (
        "--days",
        "--from",
        "takes the first day and --to the last, as `--from 2027-01-01 --to 2027-01-07`",
    ),
    ("--givens", "--clues", "bounds the clues, as `--clues 28..32`"),
    ("--max-clues", "--clues", "bounds the clues, as `--clues 28..32`"),
    ("--min-clues", "--clues", "bounds the clues, as `--clues 28..32`"),
    ("--answers", "--solutions", "prints them, too"),
    ("--techniques", "--technique", "takes one or several, as `--technique x-wing,swordfish`"),
    ("--all", "--batch", "takes `all`, as `--batch all`"),
    ("--paper", "--page", "sets the size of the page, as `--page letter`"),
    ("--type", "--format", "says the format, as `--format csv`"),
    ("--file", "--output", "names the file, as `-o puzzles.txt`"),
    ("--jobs", "--threads", "says how many, as `--threads 2`"),
    ("--overwrite", "--force", "replaces a file that is there"),
    ("--silent", "--quiet", "prints no progress and no notes"),
    ("--se", "--er", "takes the Sudoku Explainer rating, as `--er 7.2`"),
    ("--calendar", "--series", "prints the days of a series, which `seeddb series fill` fills"),
    ("--database", "--db", "names the database, as `--db seeds.redb`"),
];

/// A flag, another program's value, and the corresponding value here.
pub const VALUES: &[(&str, &str, &str)] = &[
    ("--symmetry", "rotational", "rot180"),
    ("--format", "txt", "line"),
    ("--format", "excel", "xlsx"),
    ("--metric", "ser", "se"),
];

/// Variants that this program does not make, as commands, flags and values; other sizes are refused
/// too.
const OTHER_GAMES: &[&str] = &[
    "killer",
    "jigsaw",
    "irregular",
    "samurai",
    "windoku",
    "hyper",
    "thermo",
    "kropki",
    "sandwich",
    "kakuro",
    "kenken",
    "futoshiki",
    "variant",
    "variants",
    "mini",
];

/// The message if `word` asks for another game: `killer`, `6x6`.
pub fn of_other_game(word: &str) -> Option<String> {
    let word = word.trim_start_matches('-').to_lowercase();
    let is_size = word.split_once('x').is_some_and(|(rows, columns)| {
        rows == columns && rows != "9" && rows.parse::<u8>().is_ok()
    });
    (is_size || OTHER_GAMES.contains(&&*word))
        .then(|| "9x9 Sudoku only: there are no other sizes, and no variants".to_owned())
}

/// By command, the message for a missing argument.
pub const MISSING: &[(&str, &str)] = &[
    ("book", "say what it has, as `seeddb book --level easy:40 -o book.pdf`"),
    ("canon", "give a puzzle, a file, or - for stdin, as `seeddb canon puzzles.txt`"),
    ("check", "give files of puzzles, as `seeddb check puzzles.txt`"),
    ("compare", "give files of puzzles, as `seeddb compare --metric hsolve,branch puzzles.txt`"),
    ("completions", "name your shell, as `seeddb completions bash`"),
    (
        "convert",
        "give a puzzle, a file, or - for stdin, as `seeddb convert puzzles.txt --format csv`",
    ),
    ("db backup", "name the backup, as `seeddb db backup backup.redb`"),
    ("db copy", "name the copy, as `seeddb db copy copy.redb`"),
    ("db restore", "name the backup, as `seeddb db restore backup.redb`"),
    (
        "db salvage",
        "name the damaged file and the new one, as `seeddb db salvage broken.redb -o saved.redb`",
    ),
    ("explain", "give a puzzle, a file, or - for stdin, as `seeddb explain puzzle.txt`"),
    (
        "export",
        "say which puzzles, as `seeddb export --batch last`, or which days, as `seeddb export --series daily`",
    ),
    (
        "series fill",
        "name the series and its days, as `seeddb series fill daily 2027-01-01..2027-12-31 --level easy --draw`",
    ),
    ("series log", "`seeddb series log` lists all"),
    ("series show", "name the series, as `seeddb series show daily`; `seeddb series` lists them"),
    ("generate", "name the method, as `seeddb generate --method dig --level easy`"),
    ("import", "give files of puzzles, as `seeddb import puzzles.txt`"),
    ("levels set", "give a file or the name of a table, as `seeddb levels set balanced-6`"),
    ("merge", "give databases or shards, as `seeddb merge other.redb`"),
    ("mine", "say what to search for, as `seeddb mine --tier 5 --for 1m`"),
    ("note", "give the id and the remark, as `seeddb note 60RK-4CSM-6MV3-S \"too easy\"`"),
    ("rate", "give a puzzle, a file, or - for stdin, as `seeddb rate puzzles.txt`"),
    ("show", "give a puzzle or an id, as `seeddb show 60RK-4CSM-6MV3-S`"),
    ("shuffle", "give a puzzle, a file, or - for stdin, as `seeddb shuffle puzzles.txt`"),
    ("solve", "give a puzzle, a file, or - for stdin, as `seeddb solve puzzles.txt`"),
    ("void", "say which puzzles, as `seeddb void --batch last`"),
];
