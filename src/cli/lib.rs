//! The command line: one file or folder per command, each of which parses flags, calls the library
//! and prints.

mod commands;
mod terminal;

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process;
use std::sync::{LazyLock, OnceLock};

use anstream::adapter::strip_str;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use seeddb_database::censored;

#[cfg(feature = "serve")]
use commands::serve;
use commands::{
    batches, book, books, canon, check, compare, completions, convert, db, draw, explain, export,
    formats, generate, import, levels, man, merge, mine, note, rate, seeds, series, show, shuffle,
    solve, stats, take_back, verify, void,
};
use seeddb_database::visible::visible;
use terminal::deferred::{Deferred, any_case};
use terminal::exit::{Exit, report};
use terminal::globals::Globals;
use terminal::short::{globals_once, grouped, short};
use terminal::{interrupt, panics, protected, tips};

/// Makes Sudoku puzzles of the difficulty that you ask for, and never the same puzzle twice.
#[derive(Parser, Debug)]
#[command(name = "seeddb", version, arg_required_else_help = true, propagate_version = true)]
#[command(after_help = "\
Example: seeddb draw --level expert --count 100
`seeddb COMMAND -h` has the usual options of a command, `seeddb COMMAND --help` all.
Exit codes: 0 done, 1 error, 2 usage, 3 fewer puzzles than asked for; 129, 130, 143 a signal")]
pub struct Cli {
    #[command(flatten)]
    globals: Globals,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Search for new seeds: puzzles from which others are drawn
    Mine(Deferred<mine::Args>),
    /// Draw new puzzles of a level, tier or score
    Draw(Deferred<Box<draw::Args>>),
    /// Make puzzles by a method of a paper; nothing is recorded
    Generate(Deferred<generate::Args>),
    /// Print random puzzles that are essentially the same as given ones
    Shuffle(Deferred<shuffle::Args>),
    /// Draw puzzles, or take those of batches, and make a book ready for the press
    Book(Deferred<Box<book::Args>>),
    /// Print drawn puzzles again: in any format, as pictures, as a site
    Export(Deferred<export::Args>),
    /// Put seed puzzles, or puzzles printed elsewhere, into the database
    Import(Deferred<import::Args>),
    /// Bring seeds of other databases or shards, or all of other databases, into this one
    Merge(Deferred<merge::Args>),
    /// Check puzzles of files: solutions, repeats, and which were drawn or printed before
    Check(Deferred<check::Args>),
    /// Change the format of puzzles in files; needs no database
    Convert(Deferred<convert::Args>),
    /// Solve puzzles, and count their solutions up to 2
    Solve(Deferred<solve::Args>),
    /// Say how hard puzzles are
    Rate(Deferred<rate::Args>),
    /// Compare how metrics, and columns of a file, rank puzzles
    Compare(Deferred<compare::Args>),
    /// Print the canonical form (string minlex) and key of grids
    Canon(Deferred<canon::Args>),
    /// Solve a puzzle step by step, as people do
    Explain(Deferred<explain::Args>),
    /// Give up puzzles that were drawn and will never be printed
    Void(Deferred<void::Args>),
    /// Take back puzzles that were drawn for somebody else and came back unused
    TakeBack(Deferred<take_back::Args>),
    /// Keep a remark about a puzzle that was drawn
    Note(Deferred<note::Args>),
    /// Say what is known of a puzzle or an id
    Show(Deferred<show::Args>),
    /// List the seeds, from which puzzles are drawn
    Seeds(seeds::Args),
    /// List the batches, one for each draw, and what became of them
    Batches(Deferred<batches::Args>),
    /// List the books, or give one up
    Books(books::Args),
    /// Give each day a puzzle, list which runs when, or change it
    Series(series::Args),
    /// Show the levels of difficulty, or set your own
    Levels(levels::Args),
    /// Count what is in the database, and how many puzzles are left
    Stats(Deferred<stats::Args>),
    /// Work out every seed and every drawn puzzle again, and report errors
    Verify(Deferred<verify::Args>),
    /// Make, back up, restore, copy, check or describe a database
    Db(db::Args),
    /// Answer requests over HTTP, for programs of other languages
    #[cfg(feature = "serve")]
    Serve(Deferred<serve::Args>),
    /// List what programs read of each output, or print its JSON Schema
    Formats(Deferred<formats::Args>),
    /// Print shell completions
    Completions(Deferred<completions::Args>),
    /// Print the manual page
    Man(Deferred<man::Args>),
}

static LINE: OnceLock<Vec<OsString>> = OnceLock::new();

/// Runs a command line, whose first word is the program's name, and returns the exit code.
pub fn main(line: Vec<OsString>) -> u8 {
    run(parse(LINE.get_or_init(|| line))).unwrap_or_else(|error| report(&error)).code()
}

/// The command line of this run, beginning with the program's name. Its words need not be UTF-8.
pub fn line() -> &'static [OsString] {
    LINE.get().map_or(&[], Vec::as_slice)
}

/// Parses the command line, or prints the error and exits.
fn parse(line: &[OsString]) -> Cli {
    let has = |flag: &str| line.iter().any(|word| word == flag);
    let mut program = program();
    if has("-h") {
        program = short(program);
    } else if has("--help") || line.get(1).is_some_and(|word| word == "help") {
        program = globals_once(program);
    }
    read(&mut program, line).unwrap_or_else(|error| {
        if !error.use_stderr() {
            error.exit();
        }
        let _ = anstream::AutoStream::auto(io::stderr()).write_all(told(&error, line).as_bytes());
        process::exit(error.exit_code());
    })
}

/// The program as clap has it, with its commands in groups.
pub fn program() -> clap::Command {
    grouped(any_case(Cli::command()))
}

/// The program with all of its commands built, which is slow and needed for errors only.
fn whole() -> &'static clap::Command {
    static WHOLE: LazyLock<clap::Command> = LazyLock::new(|| {
        let mut whole = program();
        whole.build();
        whole
    });
    &WHOLE
}

/// Parses a command line, whose first word is the program's name. Only the commands on the line are
/// built.
pub fn read(program: &mut clap::Command, line: &[OsString]) -> Result<Cli, clap::Error> {
    let parsed = program.try_get_matches_from_mut(line);
    parsed.and_then(|found| Cli::from_arg_matches(&found)).map_err(|mut error| {
        if error.use_stderr() {
            let words = line.iter().skip(1).map(|word| word.to_string_lossy().into_owned());
            tips::improve(&mut error, &words.collect::<Vec<_>>(), whole());
        }
        error
    })
}

/// The message for an invalid command line. The password of a misplaced address is omitted, and
/// control characters, which file names may contain, are made visible.
pub fn told(error: &clap::Error, line: &[OsString]) -> String {
    let arguments: Vec<Cow<'_, str>> =
        line.iter().skip(1).map(|argument| argument.to_string_lossy()).collect();
    let words = if arguments.iter().any(|argument| visible(argument) != **argument) {
        let plain = error.render().to_string();
        plain.split('\n').map(visible).collect::<Vec<_>>().join("\n")
    } else {
        error.render().ansi().to_string()
    };
    // Rendering as plain text removes colour codes, also inside arguments.
    let forms = |argument: &Cow<'_, str>| [argument.to_string(), strip_str(argument).to_string()];
    arguments.iter().flat_map(forms).fold(words, |words, argument| {
        let shown = visible(&argument);
        words.replace(&*shown, &censored(&shown))
    })
}

fn run(Cli { globals, command }: Cli) -> anyhow::Result<Exit> {
    panics::take_over();
    interrupt::outlive_large_files();
    globals.set_threads()?;
    // Without a home folder there is no default path; commands that need the database report that.
    if let Ok(path) = globals.path() {
        protected::protect(path);
    }
    let done = dispatch(&globals, command);
    globals.tell_remarks(!matches!(done, Ok(Exit::Done)));
    let exit = done?;
    if exit == Exit::Interrupted {
        globals.note(format_args!("stopped by {}", interrupt::by()));
    }
    Ok(exit)
}

fn dispatch(globals: &Globals, command: Command) -> anyhow::Result<Exit> {
    match command {
        Command::Mine(args) => mine::run(globals, &args),
        Command::Draw(args) => draw::run(globals, &args),
        Command::Generate(args) => generate::run(globals, &args),
        Command::Shuffle(args) => shuffle::run(globals, &args),
        Command::Book(args) => book::run(globals, *args.0),
        Command::Export(args) => export::run(globals, &args),
        Command::Import(args) => import::run(globals, &args),
        Command::Merge(args) => merge::run(globals, &args),
        Command::Check(args) => check::run(globals, &args),
        Command::Convert(args) => convert::run(globals, &args),
        Command::Solve(args) => solve::run(globals, &args),
        Command::Rate(args) => rate::run(globals, &args),
        Command::Compare(args) => compare::run(globals, &args),
        Command::Canon(args) => canon::run(globals, &args),
        Command::Explain(args) => explain::run(globals, &args),
        Command::TakeBack(args) => take_back::run(globals, &args),
        Command::Void(args) => void::run(globals, &args),
        Command::Note(args) => note::run(globals, &args),
        Command::Show(args) => show::run(globals, &args),
        Command::Seeds(args) => seeds::run(globals, &args),
        Command::Batches(args) => batches::run(globals, &args),
        Command::Books(args) => books::run(globals, &args),
        Command::Series(args) => series::run(globals, &args),
        Command::Levels(args) => levels::run(globals, &args),
        Command::Stats(args) => stats::run(globals, &args),
        Command::Verify(args) => verify::run(globals, &args),
        Command::Db(args) => db::run(globals, &args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(globals, &args),
        Command::Formats(args) => formats::run(&args),
        Command::Completions(args) => completions::run(globals, &args, Cli::command()),
        Command::Man(args) => man::run(&args, Cli::command()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message for an invalid command line.
    fn said_of(words: &[&str]) -> String {
        let line: Vec<OsString> = ["seeddb"].iter().chain(words).map(OsString::from).collect();
        told(&read(&mut program(), &line).unwrap_err(), &line)
    }

    /// A file name from `seeddb draw *` can contain anything.
    #[test]
    fn an_error_does_not_steer_the_terminal() {
        let evil = "\u{1b}]0;owned\u{7}\u{202e}x";
        for words in
            [&["draw", evil][..], &["draw", "--count", evil], &[evil], &["levels", "--x\u{9b}2J"]]
        {
            let said = said_of(words);
            let steers = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
            assert!(!said.contains(steers), "{said:?}");
            assert!(said.contains("\\u{"), "{said:?}");
        }
        let said = said_of(&["draw", "postgres://me:geheim@h/\u{1b}x"]);
        assert!(!said.contains("geheim") && !said.contains("\u{1b}x"), "{said:?}");
    }
}
