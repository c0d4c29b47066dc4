//! What to type instead of a command line that cannot be read.

use clap::Error;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Commands that people try, and what does that.
const COMMANDS: &[(&[&str], &str)] = &[
    (
        &["serve", "server", "http"],
        "there is no server: let your program run `seeddb draw --level easy --format json`",
    ),
    (&["new", "create", "make", "play"], "`seeddb draw --level easy` draws a puzzle"),
    (&["print", "reprint"], "`seeddb export --batch last` prints a batch again"),
    (&["backup", "copy"], "`seeddb db copy FROM TO` makes a backup"),
    (&["check", "compact", "init", "status"], "this is a command of `db`, as `seeddb db check`"),
    (&["calendar", "daily"], "`seeddb export --batch last --calendar DATE` makes a calendar"),
    (&["list", "ls"], "`seeddb batches` lists what was drawn"),
    (&["hint"], "`seeddb explain --hint PUZZLE` gives the next step"),
    (&["undo", "delete", "remove"], "`seeddb void --batch N` gives up puzzles that were drawn"),
];

/// Flags that people try, with the commands where this is the answer.
const FLAGS: &[(&[&str], &[&str], &str)] = &[
    (
        &["--difficulty", "--hardness", "--rating"],
        &["draw"],
        "--level, --tier, --score or --se says how hard, as `seeddb draw --level hard`",
    ),
    (
        &["--seed", "--random-seed"],
        &["draw", "mine", "book", "generate", "shuffle"],
        "--rng-seed repeats the random choices, as `--rng-seed 7`",
    ),
    (&["--number", "--amount", "--num"], &["draw", "generate"], "--count says how many"),
    (&["--output-format", "--type"], &["draw", "export", "convert"], "--format says the format"),
];

/// Symmetries under other names.
const SYMMETRIES: &[(&[&str], &str)] = &[
    (&["rotational", "rotation", "half-turn", "180", "rotate180", "central"], "rot180"),
    (&["quarter-turn", "90", "rotate90"], "rot90"),
    (&["horizontal", "left-right"], "mirror-h"),
    (&["vertical", "top-bottom"], "mirror-v"),
];

/// Puts in place of a guess by spelling what is meant, where that is known. `words` are the command line.
pub fn improve(error: &mut Error, words: &[String]) {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    };
    let (flag, value) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue));
    let is = |command: &str| words.iter().any(|word| word == command);
    let tip = match error.kind() {
        ErrorKind::InvalidSubcommand => of_command(&text(ContextKind::InvalidSubcommand)),
        ErrorKind::UnknownArgument if !flag.starts_with('-') && is("draw") => Some(of_word(&flag, words)),
        ErrorKind::UnknownArgument => of_flag(&flag, is),
        ErrorKind::InvalidValue if flag.starts_with("--symmetry") => of_symmetry(&value),
        ErrorKind::MissingRequiredArgument if is("draw") => Some(
            "say how hard the puzzles are to be, as `seeddb draw --level easy`; `seeddb levels` lists the levels"
                .to_owned(),
        ),
        _ => None,
    };
    let Some(tip) = tip else { return };
    for kind in
        [ContextKind::SuggestedArg, ContextKind::SuggestedValue, ContextKind::SuggestedSubcommand]
    {
        error.remove(kind);
    }
    let tips = vec![StyledStr::from(tip)];
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
}

fn of_command(name: &str) -> Option<String> {
    let known = COMMANDS.iter().find(|(names, _)| names.contains(&name));
    known.map(|(_, tip)| (*tip).to_owned())
}

fn of_flag(flag: &str, is: impl Fn(&str) -> bool) -> Option<String> {
    let known = FLAGS.iter().find(|(names, commands, _)| {
        names.contains(&flag) && commands.iter().any(|command| is(command))
    });
    known.map(|(.., tip)| (*tip).to_owned())
}

fn of_symmetry(name: &str) -> Option<String> {
    let known = SYMMETRIES.iter().find(|(names, _)| names.contains(&name));
    known.map(|(_, symmetry)| format!("that is `--symmetry {symmetry}`"))
}

/// A word beside the flags of `draw`, which takes none.
fn of_word(word: &str, words: &[String]) -> String {
    let level = words.iter().position(|word| word == "--level").and_then(|at| words.get(at + 1));
    match level {
        Some(level) if level != word => {
            format!("several levels have commas between them, as `--level {level},{word}`")
        }
        _ => format!("a level is given as `--level {word}`; `seeddb levels` lists them"),
    }
}
