//! `books`: what was printed as a book, and what was given up.

use seeddb::database::BookRow;

use crate::cli::terminal::exit::Exit;
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::parse;
use crate::cli::terminal::printing::PrintArgs;
use crate::cli::terminal::table::Text;

#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Books are counted from 1 as they were made; proofs are none. `seeddb show` says on which page of which book a puzzle stands. A \
book that was never printed can be given up: it stays in the list as `void`, and its puzzles are free for other books and for \
series. They stay in the ledger, so nothing like them is drawn again.

Examples:
  seeddb books --format json
  seeddb books void 3")]
pub struct Args {
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
    let mut table = args.print.table::<BookRow>(Text::Aligned)?;
    for book in globals.database()?.books()? {
        table.add(&BookRow::from(book))?;
    }
    table.finish()?.finish()?;
    Ok(Exit::Done)
}
