//! Help on one screen: the commands in groups, and the output of `-h` for a command.

use clap::{Arg, Command};

/// The commands in groups of purpose.
const GROUPS: [(&str, &str); 6] = [
    ("Make puzzles", "draw mine import merge shuffle"),
    ("Publish them", "export book series convert serve"),
    ("Judge puzzles", "check rate explain solve canon"),
    ("Look up, and keep a remark", "show batches books seeds stats levels note void take-back"),
    ("Keep the database", "db verify"),
    ("Research, and other programs", "generate compare formats completions man"),
];

/// The options that `-h` shows, for commands whose help exceeds a screen.
const SHOWN: [(&str, &str); 13] = [
    (
        "draw",
        "count level tier score er clues symmetry technique like request format solutions output title page per-page rng-seed dry-run",
    ),
    ("mine", "level count for tier score er clues symmetry technique output rng-seed"),
    ("generate", "method level count symmetry clues rng-seed format output"),
    ("export", "batch book series from to format solutions output per-page site"),
    (
        "series fill",
        "days level ramp batch draw rng-seed again run-twice dry-run format output per-page",
    ),
    (
        "book",
        "level batch from-file title size per-page solutions language cover output final preview",
    ),
    ("convert", "format solutions output force title language name page per-page size dpi"),
    ("rate", "metric steps levels labels canon scale format output"),
    ("explain", "ladder hint filled removed step summary until board svg format output"),
    ("seeds", "level origin tier score er clues symmetry technique format output"),
    ("stats", "level origin tier score er clues symmetry technique plot format output"),
    ("compare", "metric column groups plot format output"),
    ("levels calibrate", "levels names metric times name output force"),
];

/// The number of example lines below the options.
const EXAMPLES: usize = 4;

/// The program with its commands grouped in the help.
pub fn grouped(program: Command) -> Command {
    let about = |name: &str| Some(program.find_subcommand(name)?.get_about()?.to_string());
    let row = |name: &str| Some(format!("  {name:<11}  {}\n", about(name)?));
    let group = |(title, names): (&str, &str)| {
        format!("{title}:\n{}", names.split(' ').filter_map(row).collect::<String>())
    };
    let groups: String = GROUPS.map(group).concat();
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}\nOptions of every command:\n\
         {{options}}{{after-help}}"
    );
    program.help_template(template)
}

/// The program for `--help`: global options appear only in the help of the program itself.
pub fn globals_once(mut program: Command) -> Command {
    program.build();
    one_screen(program).mut_subcommands(without_globals)
}

/// Hides `--help` and `--version`, which everybody knows, in the program's help.
fn one_screen(program: Command) -> Command {
    let is_known = |arg: &Arg| matches!(arg.get_id().as_str(), "help" | "version");
    program.mut_args(|arg| if is_known(&arg) { arg.hide(true) } else { arg })
}

fn without_globals(command: Command) -> Command {
    let words = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let words = format!("{words}\n\nOptions of every command: seeddb --help");
    command
        .mut_args(|arg| if arg.is_global_set() { arg.hide(true) } else { arg })
        .after_help(words.trim_start().to_owned())
        .mut_subcommands(without_globals)
}

/// The program for `-h`: the help of each command fits a screen.
pub fn short(mut program: Command) -> Command {
    program.build();
    one_screen(program).mut_subcommands(screen)
}

/// The options to show for the command with this path: `seeddb draw`.
fn shown(path: &str) -> Option<&'static str> {
    let is_it = |(name, _): &&(&str, &str)| path.strip_prefix("seeddb ") == Some(name);
    SHOWN.iter().find(is_it).map(|(_, shown)| *shown)
}

fn screen(command: Command) -> Command {
    let path = command.get_bin_name().unwrap_or_default().to_owned();
    let shown = shown(&path);
    let is_shown = |arg: &Arg| {
        let is_named = |shown: &str| {
            let long = arg.get_long();
            long.is_none_or(|long| shown.split(' ').chain(["help"]).any(|name| name == long))
        };
        !arg.is_global_set() && shown.is_none_or(is_named)
    };
    let words = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let examples = words.split_once("Example").and_then(|(_, rest)| rest.split_once('\n'));
    let examples = examples.map_or("", |(_, examples)| examples);
    let lines: String = examples.lines().take(EXAMPLES).flat_map(|line| [line, "\n"]).collect();
    let examples = if lines.is_empty() { lines } else { format!("Examples:\n{lines}\n") };
    command
        .mut_args(|arg| {
            let is_hidden = arg.is_hide_set() || !is_shown(&arg);
            let is_format = arg.get_id() == "format";
            let arg = arg.hide(is_hidden);
            match shown {
                // One list, without the names of twenty formats.
                Some(_) if is_format => arg.help_heading(None).hide_possible_values(true),
                Some(_) => arg.help_heading(None),
                None => arg,
            }
        })
        .after_help(format!("{examples}All options: {path} --help"))
        .mut_subcommands(screen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program;

    #[test]
    fn every_command_is_in_a_group() {
        let program = program();
        let mut own: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
        let mut listed: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.split(' ')).collect();
        listed.retain(|name| cfg!(feature = "serve") || *name != "serve");
        own.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, own);
    }

    fn check(command: &mut Command, long: &mut Vec<String>) {
        let text = command.render_help().to_string();
        let path = command.get_bin_name().unwrap().to_owned();
        assert!(text.lines().count() <= 40, "{path}: {}\n{text}", text.lines().count());
        if let Some(shown) = shown(&path) {
            long.push(path.clone());
            for flag in shown.split(' ') {
                let is_flag = |arg: &Arg| arg.get_long() == Some(flag) && !arg.is_hide_set();
                assert!(command.get_arguments().any(is_flag), "{path} --{flag}");
            }
        }
        command.get_subcommands_mut().for_each(|command| check(command, long));
    }

    #[test]
    fn options_of_every_command_are_listed_once() {
        let program = globals_once(program());
        let mut commands: Vec<&Command> = program.get_subcommands().collect();
        while let Some(command) = commands.pop() {
            commands.extend(command.get_subcommands());
            let text = command.clone().render_long_help().to_string();
            assert!(!text.contains("--no-lock"), "{text}");
            assert!(text.trim_end().ends_with("seeddb --help"), "{text}");
        }
        let own = program.term_width(100).render_long_help().to_string();
        assert!(own.contains("--no-lock"), "{own}");
    }

    #[test]
    fn short_help_has_at_most_40_lines() {
        let mut program = short(program().term_width(100));
        let mut long = Vec::new();
        program.get_subcommands_mut().for_each(|command| check(command, &mut long));
        assert_eq!(long.len(), SHOWN.len(), "{long:?}");
    }
}
