//! `generate`: puzzles by the methods of the literature.

mod attempts;
mod maker;
mod stock;

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::ValueEnum;
use seeddb::generate::Filler;
use seeddb::symmetry::ClueSymmetry;

use self::attempts::in_order;
use self::maker::Maker;
use super::output::Output;
use super::table::{ReportFormat, Table, Text};
use super::{Exit, Globals, interrupt, parse};

/// Flags of `generate`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Nothing is recorded, and nothing keeps a puzzle from coming twice: for that there is `draw`.

Levels are those of the table (`seeddb levels`), by m(B) and tier. Two methods have their own:
  dig      easy, medium, hard, expert: by the box norm, from 12.34, 10.71, 9.59 and 8.89 down
  cycles   easy, medium, hard, extreme: a mean of fewer than 40, 200, 500 restart cycles, and more

Prints, with tabs between: puzzle, solution, clues, tier, score m(B), level of the table; then what the method \
goes by: box norm and its level (dig), branch score (climb), technique formula (remove), restart cycles and \
their level (cycles), seed (pseudo). --format csv begins with the names.

Examples:
  seeddb generate --method dig --level expert --count 10
  seeddb generate --method climb --target 900 --iterations 500
  seeddb generate --method remove --difficulty 600..700 --clues ..30
  seeddb generate --method standard --count 1000 --format csv > standard.csv
  seeddb generate --method pseudo --level expert --count 20")]
pub struct Args {
    /// The method
    #[arg(long, value_enum)]
    pub method: Name,
    /// A level, see below
    #[arg(long, value_name = "L")]
    pub level: Option<String>,
    /// How many
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse::count::<u32>)]
    count: u32,
    /// The symmetry of the clues [default: rot180 for dig, climb and remove, none for the others]
    #[arg(long, value_name = "SYMMETRY", value_parser = parse::named::<ClueSymmetry>(ClueSymmetry::ALL.map(ClueSymmetry::name)))]
    pub symmetry: Option<ClueSymmetry>,
    /// The number of clues [default: 36..36 for cycles, ..41 for remove, any for the others]
    #[arg(long, value_name = "LO..HI", value_parser = parse::clues)]
    pub clues: Option<RangeInclusive<usize>>,
    /// How full grids are made [default: restarts for cycles, diagonal for the others]
    #[arg(long, value_name = "FILLER", value_parser = parse::named::<Filler>(Filler::ALL.map(Filler::name)))]
    pub grid: Option<Filler>,
    /// dig: a box norm to dig down to, in place of a level
    #[arg(long, value_name = "NORM", value_parser = parse::number, allow_negative_numbers = true)]
    pub norm: Option<f64>,
    /// dig: pairs drawn before it begins again with another grid [default: 100]
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>)]
    pub draws: Option<u32>,
    /// climb: walks of 20 steps [default: 200]
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>)]
    pub iterations: Option<u32>,
    /// climb: only puzzles of this branch score or more; climbing stops there
    #[arg(long, value_name = "SCORE")]
    pub target: Option<u32>,
    /// remove: D of the technique formula
    #[arg(long, value_name = "LO..HI", value_parser = parse::scores, allow_hyphen_values = true)]
    pub difficulty: Option<RangeInclusive<f64>>,
    /// pseudo: refill this seed only, an id of the database or any puzzle of 81 characters
    #[arg(long, value_name = "SEED-ID|PUZZLE")]
    pub from: Option<String>,
    /// Give up after so many attempts in a row that gave nothing [default: 10000; 500 for climb and remove]
    #[arg(long, value_name = "N", value_parser = parse::count::<u64>)]
    attempts: Option<u64>,
    /// Where randomness begins [default: random, and told]
    #[arg(long, value_name = "N")]
    rng_seed: Option<u64>,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
    /// Write to this file, all or nothing [default: stdout]
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
}

/// The methods by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Name {
    /// Mirrored pairs go until the box norm is low enough (Joncus, Yun)
    Dig,
    /// Random walks up the branch score (Beer)
    Climb,
    /// Mirrored pairs go, with backtracking, into a range of the technique formula (MCM paper); tiers 0 and 1 only
    Remove,
    /// Random candidates on an empty board, with deduction after each (Chang, Fan, Sun)
    Standard,
    /// Cells go that keep one candidate (Chen, Elamri); tier 0 only
    Cycles,
    /// Seeds of the database refilled, as `draw` does, without its ledger
    Pseudo,
}

impl Name {
    /// As on the command line.
    pub fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// Attempts in vain after which it gives up; those of two methods take long.
    fn patience(self) -> u64 {
        match self {
            Self::Climb | Self::Remove => 500,
            Self::Dig | Self::Standard | Self::Cycles | Self::Pseudo => 10_000,
        }
    }
}

/// Generates.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    // Before the maker, which may open the database, and make it.
    let output = Output::open(args.output.as_deref())?;
    let maker = Maker::new(globals, args)?;
    let rng_seed = parse::rng_seed(args.rng_seed);
    let mut table = Table::new(output, args.format, Text::Tabs, &maker.columns())?;
    globals.note(format_args!("rng seed {rng_seed}"));
    if maker.is_idle() {
        table.finish()?.finish()?;
        globals.note(format_args!("no puzzles: no seed fits; {}", maker.cure()));
        return Ok(Exit::Fewer);
    }
    let progress = globals.progress(Some(args.count.into()));
    let patience = args.attempts.unwrap_or(args.method.patience());
    let mut printed = 0;
    let gave_up = in_order(
        rng_seed,
        args.count,
        patience,
        |rng| maker.attempt(rng),
        |made| {
            printed += made.len();
            made.iter().try_for_each(|values| table.row(values))?;
            progress.set_position(printed as u64);
            Ok(table.flush()?)
        },
    );
    progress.finish_and_clear();
    let gave_up = gave_up?;
    table.finish()?.finish()?;
    let fewer = format!("{printed} of {} puzzles", args.count);
    if let Some(misses) = gave_up {
        globals.note(format_args!(
            "{fewer}: {patience} attempts in a row gave none ({misses}); {}",
            maker.cure()
        ));
        return Ok(Exit::Fewer);
    }
    if interrupt::interrupted() && printed < args.count as usize {
        globals.note(format_args!("stopped: {fewer}"));
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Done)
}
