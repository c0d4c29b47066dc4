//! `books`: the books on record, and those given up.

use std::io::Write;

use seeddb_core::plural::counted;
use seeddb_core::record::{Book, moment};
use seeddb_database::BookRow;
use seeddb_database::visible::visible;

use crate::terminal::{Exit, Globals, PrintArgs, ReportFormat, Text, parse};

#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Books are counted from 1 as they were made; proofs are none. `seeddb show` says on which page of which book a puzzle stands. A \
book that was never printed can be given up: it stays in the list as `void`, and its puzzles are free for other books and for \
series. They stay in the ledger, so nothing like them is drawn again.

Examples:
  seeddb books --format json
  seeddb books 3
  seeddb books void 3")]
pub struct Args {
    /// One of them: when and how it was made, as a book.toml with its batches in a comment
    #[arg(value_name = "N", value_parser = parse::count::<u32>)]
    book: Option<u32>,
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    print: PrintArgs,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Give a book up that was never printed
    Void {
        /// Its number (`seeddb books` lists them)
        #[arg(value_name = "N", value_parser = parse::count::<u32>)]
        book: u32,
    },
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    if let Some(Command::Void { book }) = args.command {
        if globals.database()?.void_book(book)? {
            globals.note(format_args!("book {book} is void; its puzzles are free for others"));
        } else {
            globals.note(format_args!("book {book} was void before"));
        }
        return Ok(Exit::Done);
    }
    let database = globals.database()?;
    let one = args.book.map(|id| database.book_on_record(id)).transpose()?;
    if let Some((book, batches)) = &one
        && args.print.format()? == ReportFormat::Text
    {
        let mut out = args.print.place.open()?;
        write!(out, "{}", told(book, batches))?;
        out.finish()?;
        return Ok(Exit::Done);
    }
    let mut table = args.print.table::<BookRow>(Text::Aligned)?;
    let books = match one {
        Some((book, _)) => vec![book],
        None => database.books()?,
    };
    for book in books {
        table.add(&BookRow::from(book))?;
    }
    table.finish()?.finish()?;
    Ok(Exit::Done)
}

/// The record of a book as text: comments, and the text of a `book.toml`.
fn told(book: &Book, batches: &[u32]) -> String {
    let Book { id, title, version, volumes, puzzles, void, made, description } = book;
    let (puzzles, volumes) =
        (counted((*puzzles).into(), "puzzle"), counted((*volumes).into(), "volume"));
    let batches: Vec<String> = batches.iter().map(u32::to_string).collect();
    let made = made.and_then(moment).unwrap_or_else(|| "at an unknown time".to_owned());
    let void = if *void { "# void: it was given up\n" } else { "" };
    let how =
        if description.is_empty() { "# how it was made is not on record\n" } else { description };
    format!(
        "# book {id}: {}, {puzzles} in {volumes}\n# made {made} by seeddb {version}, of batches {}\n{void}{how}",
        visible(title),
        batches.join(", ")
    )
}
