//! Tips for unknown words from the help texts.

use clap::{Arg, Command};

/// The largest number of flags or commands that a tip names.
const MOST: usize = 3;

/// Words of names and flags that do not tell one flag from another.
const COMMON: &[&str] = &[
    "all", "and", "any", "for", "from", "get", "give", "has", "have", "make", "need", "needs",
    "not", "only", "print", "set", "show", "the", "use", "with", "without",
];

/// The tip for the unknown `flag` of `command`: the flags whose names share a word with it, else
/// those whose help has one of its words, else the commands that have a flag of that name.
pub fn flag(flag: &str, command: &Command, program: &Command) -> Option<String> {
    let is_shown =
        |own: &&Arg| own.get_long().is_some() && !own.is_hide_set() && !own.is_global_set();
    let own: Vec<(String, String)> = (command.get_arguments().filter(is_shown))
        .map(|own| (name_of(own), about_flag(own)))
        .collect();
    let has_flag = |command: &Command| {
        let is_it = |own: &Arg| own.get_long() == flag.strip_prefix("--");
        command.get_arguments().filter(|own| !own.is_global_set()).any(is_it)
    };
    let commands = all(program, "seeddb");
    let with_it: Vec<String> = (commands.iter().filter(|(_, command)| has_flag(command)))
        .map(|(path, _)| format!("`{path} {flag}`"))
        .collect();
    let elsewhere =
        || (1..=MOST).contains(&with_it.len()).then(|| format!("there is {}", with_it.join(", ")));
    alike(flag, &own, |(name, _)| name)
        .or_else(|| alike(flag, &own, |(_, about)| about))
        .or_else(elsewhere)
}

/// The tip for the unknown subcommand `name`: the commands of that name elsewhere, or those whose
/// help has the word.
pub fn subcommand(name: &str, program: &Command) -> Option<String> {
    let about = |command: &Command| command.get_about().map(ToString::to_string);
    let commands: Vec<(String, String)> = (all(program, "seeddb").into_iter())
        .map(|(path, command)| (path, about(command).unwrap_or_default()))
        .collect();
    alike(name, &commands, |(path, _)| path).or_else(|| alike(name, &commands, |(_, about)| about))
}

/// A flag with its value, as `--level <LEVEL:COUNT,..>`.
fn name_of(flag: &Arg) -> String {
    let values = flag.get_action().takes_values().then(|| flag.get_value_names()).flatten();
    let values = values.unwrap_or_default().iter().map(|value| format!(" <{value}>"));
    format!("--{}{}", flag.get_long().unwrap_or_default(), values.collect::<String>())
}

/// The first line of a flag's help.
fn about_flag(flag: &Arg) -> String {
    let help = flag.get_help().map(ToString::to_string).unwrap_or_default();
    help.lines().next().unwrap_or_default().to_owned()
}

/// The shown commands below `command`, with their paths.
fn all<'a>(command: &'a Command, path: &str) -> Vec<(String, &'a Command)> {
    let subs =
        command.get_subcommands().filter(|sub| !sub.is_hide_set() && sub.get_name() != "help");
    subs.flat_map(|sub| {
        let path = format!("{path} {}", sub.get_name());
        let below = all(sub, &path);
        [(path, sub)].into_iter().chain(below)
    })
    .collect()
}

/// Those of `known`, names with their help, whose `text` has the most words of `typed`, as a tip.
/// `None` if no text has one, or so many that they say nothing.
fn alike(
    typed: &str,
    known: &[(String, String)],
    text: impl Fn(&(String, String)) -> &String,
) -> Option<String> {
    let typed = words(typed);
    let shared = |one: &(String, String)| {
        let words = words(text(one));
        typed.iter().filter(|typed| words.iter().any(|word| is_one_stem(typed, word))).count()
    };
    let most = known.iter().map(shared).max().filter(|most| *most > 0)?;
    let best: Vec<String> = (known.iter().filter(|one| shared(one) == most))
        .map(|(name, about)| format!("`{name}`: {about}"))
        .collect();
    (best.len() <= MOST).then(|| best.join("\n       "))
}

/// The words of a flag or a text that are not [`COMMON`], in lower case.
fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words.filter(|word| word.len() > 2 && !COMMON.contains(&&**word)).collect()
}

/// Whether two words differ in their endings at most, short words by a letter: `guess` and
/// `guessing`, `date` and `dates`.
fn is_one_stem(one: &str, other: &str) -> bool {
    let shared = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let ending = match shared {
        0..=3 => return one == other,
        4 => 1,
        _ => 3,
    };
    [one, other].iter().all(|word| word.chars().count() <= shared + ending)
}
