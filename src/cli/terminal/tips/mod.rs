//! Corrections of invalid command lines.

mod by_help;
mod words;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, Error};
use seeddb_core::rating::levels::{LevelTable, meant};

use words::{COMMANDS, FLAGS, MISSING, VALUES, of_other_game};

/// Replaces clap's suggestion, which compares letters only, by a better one. `line` is the command
/// line, `program` has all commands.
pub fn improve(error: &mut Error, line: &[String], program: &Command) {
    let (command, path) = called(line, program);
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    };
    let (argument, value) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue));
    let is_draw = path == "draw";
    let tip = match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let name = text(ContextKind::InvalidSubcommand);
            let all = if matches!(&*path, "" | "help") {
                "help".to_owned()
            } else {
                format!("help {path}")
            };
            of_other_game(&name)
                .or_else(|| of_command(&path, &name))
                .or_else(|| near(&name, &subcommands(command), ""))
                .or_else(|| by_help::subcommand(&name, program))
                .or_else(|| Some(format!("`seeddb {all}` lists the commands")))
        }
        ErrorKind::UnknownArgument if !argument.starts_with('-') && is_draw => {
            Some(of_level(&argument, line))
        }
        ErrorKind::UnknownArgument if !argument.starts_with('-') => None,
        ErrorKind::UnknownArgument if is_negative(&argument) => {
            Some("numbers here are not negative".to_owned())
        }
        ErrorKind::UnknownArgument => {
            let own = [flags(command), flags(program)].concat();
            of_other_game(&argument)
                .or_else(|| of_format(&argument, command))
                .or_else(|| other_flag(&argument, &own))
                .or_else(|| level_flag(&argument, &own))
                .or_else(|| near(&argument, &own, "--"))
                .or_else(|| by_help::flag(&argument, command, program))
        }
        ErrorKind::InvalidValue => {
            let flag = argument.split(' ').next().unwrap_or_default();
            match error.get(ContextKind::ValidValue) {
                Some(ContextValue::Strings(known)) => {
                    other_name(flag, &value, known).or_else(|| near(&value, known, ""))
                }
                _ => None,
            }
        }
        ErrorKind::ValueValidation if argument.starts_with("[ID]") && is_batch(&value) => {
            Some(format!("a batch is given as `--batch {value}`"))
        }
        ErrorKind::ValueValidation if argument.starts_with("[ID]") && value.len() >= 81 => {
            Some("`seeddb convert PUZZLE` prints a puzzle of your own in any format".to_owned())
        }
        ErrorKind::ValueValidation if argument.starts_with("--size ") => of_other_game(&value),
        ErrorKind::ValueValidation
            if argument.starts_with("--levels ") && LevelTable::default().get(&value).is_ok() =>
        {
            Some("did you mean `--level`?".to_owned())
        }
        // A seed belongs to a tier, not to a level.
        ErrorKind::MissingRequiredArgument
            if is_draw && line.iter().any(|word| word == "--from") =>
        {
            Some(format!("say how hard, or take any tier: `seeddb draw --tier 0..{}`", rest(line)))
        }
        ErrorKind::MissingRequiredArgument if is_draw => Some(format!(
            "say how hard the puzzles are to be, as `seeddb draw --level easy{}`; `seeddb levels` lists the levels",
            rest(line)
        )),
        ErrorKind::MissingRequiredArgument if lacks(error, "--level <LEVEL>|--ramp") => {
            Some("--draw needs the levels of the days, as `--level easy`".to_owned())
        }
        ErrorKind::MissingRequiredArgument if lacks(error, "--series") => {
            Some("name the series whose days they are, as `--series daily`".to_owned())
        }
        ErrorKind::MissingRequiredArgument => {
            MISSING.iter().find(|(of, _)| *of == path).map(|(_, tip)| (*tip).to_owned())
        }
        _ => None,
    };
    for kind in [
        ContextKind::Suggested,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedValue,
        ContextKind::SuggestedSubcommand,
    ] {
        error.remove(kind);
    }
    // clap's own usage line has the flag that is spelled most like the unknown one.
    if error.kind() == ErrorKind::UnknownArgument {
        let mut command = command.clone().bin_name(format!("seeddb {path}"));
        error.insert(ContextKind::Usage, ContextValue::StyledStr(command.render_usage()));
    }
    if let Some(tip) = tip {
        let tips = vec![StyledStr::from(tip)];
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
}

fn lacks(error: &Error, flag: &str) -> bool {
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(missing)) => {
            missing.iter().any(|one| one.trim_start_matches('<').starts_with(flag))
        }
        _ => false,
    }
}

/// The command of a line, with its full name such as `db copy`.
fn called<'a>(line: &[String], program: &'a Command) -> (&'a Command, String) {
    let (mut command, mut path) = (program, Vec::new());
    for word in line {
        if let Some(sub) = command.find_subcommand(word) {
            command = sub;
            path.push(sub.get_name());
        }
    }
    (command, path.join(" "))
}

fn subcommands(command: &Command) -> Vec<String> {
    command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect()
}

fn flags(command: &Command) -> Vec<String> {
    let names = command.get_arguments().filter_map(clap::Arg::get_long);
    names.map(|name| format!("--{name}")).collect()
}

/// The known name that is spelled similarly or begins alike.
fn near(name: &str, known: &[String], dashes: &str) -> Option<String> {
    let letters = name.strip_prefix(dashes)?;
    if letters.chars().count() < 3 {
        return None;
    }
    // Half of a name is enough, two additional letters may be a plural, and the first letter is
    // seldom wrong.
    let is_near = |known: &str| {
        known.starts_with(letters) && known.len() <= 2 * letters.len()
            || letters.strip_prefix(known).is_some_and(|more| more.len() <= 2)
    };
    let names = || known.iter().filter_map(|known| known.strip_prefix(dashes));
    let near: Vec<&str> = names().filter(|known| is_near(known)).collect();
    let known = match near[..] {
        [one] => one,
        _ => {
            meant(letters, names().filter(|known| known.chars().next() == letters.chars().next()))?
        }
    };
    Some(format!("did you mean `{dashes}{known}`?"))
}

/// The command for another program's name of it; for a level, the command that draws one.
fn of_command(path: &str, word: &str) -> Option<String> {
    if !matches!(path, "" | "db") {
        return None;
    }
    if LevelTable::default().get(word).is_ok() {
        return Some(format!("`seeddb draw --level {word}` draws one"));
    }
    let known = COMMANDS.iter().find(|(names, _)| names.contains(&word));
    known.map(|(_, tip)| tip.replace("{}", word))
}

/// The tip for another program's name of one of the command's `own` flags.
fn other_flag(flag: &str, own: &[String]) -> Option<String> {
    let (_, name, does) = FLAGS.iter().find(|(other, ..)| *other == flag)?;
    own.iter().any(|own| own == name).then(|| format!("{name} {does}"))
}

/// The tip for a level given as a flag: `--hard`.
fn level_flag(flag: &str, own: &[String]) -> Option<String> {
    let name = flag.strip_prefix("--")?;
    let is_level =
        LevelTable::default().get(name).is_ok() && own.iter().any(|own| own == "--level");
    is_level.then(|| format!("that is `--level {name}`"))
}

/// The tip for a format given as a flag: `--json`.
fn of_format(flag: &str, command: &Command) -> Option<String> {
    let name = flag.strip_prefix("--")?;
    let formats = command.get_arguments().find(|own| own.get_long() == Some("format"))?;
    let is_one = formats.get_possible_values().iter().any(|format| format.matches(name, true));
    is_one.then(|| format!("that is `--format {name}`"))
}

/// The tip for another program's name of a value.
fn other_name(flag: &str, name: &str, known: &[String]) -> Option<String> {
    let is_meant = |of: &str, other: &str| of == flag && other == name.to_lowercase();
    let (_, _, own) = VALUES.iter().find(|(of, other, _)| is_meant(of, other))?;
    known.iter().any(|known| known == own).then(|| format!("that is `{flag} {own}`"))
}

/// The tip for a positional argument of `draw`, which takes none.
fn of_level(word: &str, line: &[String]) -> String {
    let level = line.iter().position(|word| word == "--level").and_then(|at| line.get(at + 1));
    match level {
        _ if word.parse::<u32>().is_ok() => format!("--count says how many, as `--count {word}`"),
        _ if word.len() >= 81 => {
            "`seeddb convert PUZZLE -o own.png` makes a picture of a puzzle of your own".to_owned()
        }
        Some(level) if level != word => {
            let level = level.trim_end_matches(',');
            format!("several levels have commas between them, as `--level {level},{word}`")
        }
        _ => format!("a level is given as `--level {word}`; `seeddb levels` lists them"),
    }
}

fn is_negative(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn is_batch(word: &str) -> bool {
    let is_end = |end: &str| end.parse::<u32>().is_ok() || end.is_empty();
    matches!(word, "last" | "all")
        || word.parse::<u32>().is_ok()
        || word.split_once("..").is_some_and(|(first, last)| is_end(first) && is_end(last))
}

/// The arguments after `draw`, if none of them needs quotes.
fn rest(line: &[String]) -> String {
    let typed: Vec<&String> = line.iter().skip_while(|word| *word != "draw").skip(1).collect();
    let is_plain =
        |word: &&String| word.chars().all(|c| c.is_ascii_alphanumeric() || "-_.,:/=+".contains(c));
    if !typed.iter().all(is_plain) {
        return String::new();
    }
    typed.into_iter().flat_map(|word| [" ", word]).collect()
}
