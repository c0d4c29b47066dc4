//! `verify`: recomputes everything from the clues alone.

use anyhow::bail;
use seeddb_core::plural::counted;
use seeddb_database::{ProblemRow, Sample, Summary, VerifyOptions};

use crate::terminal::{Exit, Globals, PrintArgs, Text, interrupt, parse};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Prints a line for each thing that does not hold; nothing, and exit code 0, if all is well. Where stderr is no terminal it writes \
a line now and then.

Example:
  seeddb verify --format json
  seeddb verify --capacity
  seeddb verify --sample 1000")]
pub struct Args {
    /// Measure the capacities of the seeds again too, and the scores of their refills: 1,000
    /// refills a seed
    #[arg(long)]
    capacity: bool,
    /// Look at N random puzzles and N random seeds only, in a time that does not grow with the
    /// database
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>)]
    sample: Option<u32>,
    /// Makes the sample repeatable
    #[arg(long, value_name = "SEED", requires = "sample")]
    rng_seed: Option<u64>,
    #[command(flatten)]
    print: PrintArgs,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    let mut table = args.print.table::<ProblemRow>(Text::Tabs)?;
    let (progress, control) = globals.watched(Some(0), Some("looked at"));
    let rng_seed = parse::rng_seed(args.rng_seed);
    let sample = args.sample.map(|count| Sample { count, rng_seed });
    let options = VerifyOptions { capacity: args.capacity, sample };
    let mut verification = globals.database()?.verify(options, &control)?;
    let Summary { seeds, issued, .. } = verification.summary();
    progress.set_length(seeds + issued);
    for problem in &mut verification {
        table.add(&ProblemRow::from(problem?))?;
    }
    progress.finish_and_clear();
    // An incomplete report would imply that the rest is valid.
    table.finish()?.finish_if(!interrupt::interrupted())?;
    if interrupt::interrupted() {
        return Ok(Exit::Interrupted);
    }
    let Summary { problems, mislabelled, all_seeds, all_issued, .. } = verification.summary();
    if mislabelled > 0 {
        // No problem: changing the levels does not change the puzzles issued before.
        globals.note(format_args!(
            "{mislabelled} issued puzzles carry a label that the levels, as `seeddb levels` shows them now, would not give them"
        ));
    }
    if problems > 0 {
        bail!(
            "{} not hold: `seeddb db doctor` tells which tool helps",
            if problems == 1 { "1 thing does".to_owned() } else { format!("{problems} things do") }
        );
    }
    let lost = globals.database()?.lost()?;
    globals.note_lost(lost);
    let looked_at = if sample.is_some() { issued } else { issued.saturating_sub(lost) };
    let (seeds, issued) = (counted(seeds, "seed"), counted(looked_at, "issued puzzle"));
    globals.note(format_args!("{seeds} and {issued}: all is well"));
    if sample.is_some() {
        let (seeds, issued) = (counted(all_seeds, "seed"), counted(all_issued, "puzzle"));
        globals.note(format_args!(
            "a sample of {seeds} and {issued} (RNG seed {rng_seed}); `seeddb verify` looks at all, and at the file itself"
        ));
    }
    Ok(Exit::Done)
}
