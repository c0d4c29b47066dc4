//! `void`: marks drawn puzzles that will never be printed.

use std::iter;

use seeddb_core::plural::counted;
use seeddb_core::symmetry::Id;
use seeddb_database::{Error, IfPrinted, ToVoid};

use super::export::{Batches, batch};
use crate::terminal::{Exit, Globals, refuse};

/// Flags of `void`.
#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("which").args(["ids", "batch"]).required(true)))]
#[command(after_help = "\
A void puzzle is in no export, no book and no series any more, and never can be again: there is no way back. It stays in the \
ledger for ever, so no puzzle like it is ever drawn. To put puzzles back for later draws would be the one door to a \
duplicate, and there are millions left. Puzzles that are printed in a book or run in a series are refused, with its name, unless \
one of --keep-printed and --printed-too says what becomes of them.

Examples:
  seeddb void --batch last
  seeddb void --batch 7 --keep-printed
  seeddb void 60RK-4CSM-6MV3-S --reason \"printed twice\"")]
pub struct Args {
    /// Puzzles, by their ids
    #[arg(value_name = "ID")]
    ids: Vec<Id>,
    /// All puzzles of the batch, or of several, as 3,5, 9..12 or 9.. (`seeddb batches` lists them);
    /// all; last, which is those of the last command
    #[arg(long, value_name = "N|N..M|all|last", value_delimiter = ',', value_parser = batch)]
    batch: Vec<Batches>,
    /// Leave those that are printed in a book or run in a series as they are
    #[arg(long, conflicts_with = "printed_too")]
    keep_printed: bool,
    /// Also those that are printed in a book or run in a series
    #[arg(long)]
    printed_too: bool,
    /// Why: kept as a note on each puzzle, which `show` prints
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
}

/// Marks the puzzles as void.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    if let Some(id) = args.ids.iter().find(|id| id.is_seed()) {
        return refuse(format!("{id} is a seed: only puzzles that were drawn can be void"));
    }
    let which = match args.ids.as_slice() {
        [] => ToVoid::Batches(Batches::of(&args.batch)),
        ids => ToVoid::Puzzles(ids.to_vec()),
    };
    let printed = match args {
        Args { keep_printed: true, .. } => IfPrinted::Keep,
        Args { printed_too: true, .. } => IfPrinted::Void,
        _ => IfPrinted::Refuse,
    };
    let voided = match globals.database()?.void(&which, printed, args.reason.as_deref()) {
        Err(error @ Error::Printed(_)) => {
            return Err(anyhow::Error::from(error).context("nothing was made void"));
        }
        voided => voided?,
    };
    let others = [(voided.known, "void before"), (voided.printed, "left as printed")];
    let others = others.into_iter().filter(|(count, _)| *count > 0);
    let made = format!("{} made void", counted(voided.new, "puzzle"));
    let all = iter::once(made).chain(others.map(|(count, words)| format!("{count} {words}")));
    globals.note(all.collect::<Vec<_>>().join(", "));
    Ok(Exit::Done)
}
