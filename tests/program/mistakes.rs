//! Command lines with a mistake: exit code 2, and the tip names what to type.

use crate::home::Home;

/// The mistake, and the words of the tip.
const MISTAKES: &[(&str, &str)] = &[
    ("draw", "say how hard the puzzles are to be, as `seeddb draw --level easy`"),
    ("draw --no-guessing", "say how hard the puzzles are to be, as `seeddb draw --level easy`"),
    ("draw --count 5", "say how hard the puzzles are to be, as `seeddb draw --level easy`"),
    ("draw easy", "a level is given as `--level easy`; `seeddb levels` lists them"),
    (
        "draw --level easy medium",
        "several levels have commas between them, as `--level easy,medium`",
    ),
    (
        "draw --difficulty hard",
        "--level, --tier, --score or --se says how hard, as `seeddb draw --level hard`",
    ),
    ("draw --level easy --seed 5", "--rng-seed repeats the random choices, as `--rng-seed 7`"),
    ("mine --tier 5 --seed 5", "--rng-seed repeats the random choices, as `--rng-seed 7`"),
    ("draw --level easy --number 5", "--count says how many"),
    ("draw --level easy --symmetry rotational", "that is `--symmetry rot180`"),
    ("draw --level easy --symmetry horizontal", "that is `--symmetry mirror-h`"),
    ("serve", "there is no server: let your program run `seeddb draw --level easy --format json`"),
    ("new", "`seeddb draw --level easy` draws a puzzle"),
    ("print", "`seeddb export --batch last` prints a batch again"),
    ("backup", "`seeddb db copy FROM TO` makes a backup"),
    ("check", "this is a command of `db`, as `seeddb db check`"),
    ("calendar", "`seeddb export --batch last --calendar DATE` makes a calendar"),
    ("list", "`seeddb batches` lists what was drawn"),
    ("hint", "`seeddb explain --hint PUZZLE` gives the next step"),
    ("undo", "`seeddb void --batch N` gives up puzzles that were drawn"),
    // What is nearly right is still offered.
    ("draw --levle easy", "a similar argument exists: '--level'"),
    ("drew --level easy", "a similar subcommand exists: 'draw'"),
];

#[test]
fn a_mistake_names_what_to_type() {
    let home = Home::new();
    for (line, tip) in MISTAKES {
        let said = home.run(&line.split(' ').collect::<Vec<_>>(), 2);
        let tips: Vec<&str> =
            said.err.lines().filter_map(|line| line.trim().strip_prefix("tip: ")).collect();
        assert!(tips.len() == 1 && tips[0].starts_with(tip), "{line}\n{}", said.err);
    }
    assert!(home.names().is_empty());
}

/// `help draw` fits on two screens, each with its wishes under headings.
#[test]
fn help_of_draw_fits_on_two_screens() {
    let home = Home::new();
    let output = home.seeddb(&["help", "draw"]).env("COLUMNS", "100").output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    for heading in ["How hard:", "Clues:", "Techniques:", "Seeds:", "Output:"] {
        assert!(help.lines().any(|line| line == heading), "{heading}\n{help}");
    }
    assert!(help.lines().count() <= 100, "{} lines\n{help}", help.lines().count());
}
