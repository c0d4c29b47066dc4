//! `stats`: the contents of the database, and the puzzles that it can still give.

use std::path::PathBuf;

use seeddb_core::ask::Constraints;
use seeddb_database::{Estimate, Part, StatRow};

use super::flags;
use super::wishes::{self, PartArgs};
use crate::terminal::{Exit, Globals, Pictures, PrintArgs, Text, ladder, protected, told};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
By tier and by level: seeds, their capacity (different puzzles they can give, at least), puzzles issued \
from these seeds (whatever level they got), capacity left. A seed whose scores touch two levels counts in both. With --origin, --score or --symmetry all sums are of \
these seeds and of the puzzles issued from them.

With --level, --tier, --er, --clues or what puzzles are to be like there is one row, of a request as `draw` takes it: the seeds that fit, and \
how many such puzzles are left, as `draw --dry-run` says it. That is an estimate: by measured capacity, and by how many of up to 1,024 trial \
refills are as asked for and come twice. Capacity is measured up to 1,000 a seed, so rich seeds give more.

--plot writes SVG files: seeds by tier and score, seeds by tier and level, capacity by tier and of a seed, puzzles issued \
by level.

Examples:
  seeddb stats --format json
  seeddb stats --origin mined
  seeddb stats --level hard --symmetry rot180 --clues 30
  seeddb stats --plot pictures")]
pub struct Args {
    #[command(flatten)]
    asked: PartArgs,
    /// A folder for pictures (SVG)
    #[arg(long, value_name = "DIR", help_heading = "Output", conflicts_with_all = wishes::flags::<PartArgs>())]
    plot: Option<PathBuf>,
    #[command(flatten)]
    print: PrintArgs,
}

/// Whether the part is a request for puzzles, rather than a selection of seeds only.
fn is_request(part: &Part) -> bool {
    let Constraints { score, symmetry, .. } = part.ask.clone();
    let choice = Part {
        origin: part.origin,
        ask: Constraints { score, symmetry, ..Constraints::default() },
        ..Part::default()
    };
    choice != *part
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    args.plot.as_deref().map_or(Ok(()), protected::check)?;
    let mut table = args.print.table::<StatRow>(Text::Aligned)?;
    let database = globals.database()?;
    let part = args.asked.part();
    if is_request(&part) {
        // Only commands that draw create a database.
        database.expect()?;
        // Without leading hyphens, which spreadsheets take for formulas.
        let name = flags::part(&part).replace("--", "");
        for estimate in database.estimate(&part.drawn(0))? {
            let trials = told::trials(&estimate);
            let Estimate { puzzles: left, seeds, capacity, issued, .. } = estimate;
            let (group, name, seeds) = ("request".to_owned(), name.clone(), seeds as u64);
            let cruxes = None;
            table.add(&StatRow { group, name, seeds, cruxes, capacity, issued, left })?;
            globals.note(format_args!(
                "what is left is an estimate by measured capacity{trials} (issued are all puzzles of these seeds, whatever was asked for)"
            ));
        }
        table.finish()?.finish()?;
        return Ok(Exit::Done);
    }
    let stats =
        if part == Part::default() { database.stats()? } else { database.stats_of(Some(&part))? };
    let issued = args.plot.as_ref().map(|_| database.issued_by_level()).transpose()?;
    stats.rows().iter().try_for_each(|row| table.add(row))?;
    if stats.all.issued > 0 {
        globals.note("issued: puzzles from these seeds; of a level also those that got another");
    }
    let pictures = match (&args.plot, &issued) {
        (Some(folder), Some(issued)) => {
            let pictures = stats.pictures(ladder(), &database.used_seeds()?, issued);
            Some(Pictures::of(pictures, folder, args.print.place.force)?)
        }
        _ => None,
    };
    table.finish()?.finish()?;
    pictures.map_or(Ok(()), |pictures| pictures.finish(globals))?;
    Ok(Exit::Done)
}
