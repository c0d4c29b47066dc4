//! `generate`: puzzles by the methods of the literature.

mod flags;
mod recipe;
mod stock;

use std::ops::RangeInclusive;
use std::time::Instant;

use clap::ValueEnum;
use seeddb_core::board::CellSet;
use seeddb_core::generate::Filler;
use seeddb_core::plural::counted;
use seeddb_core::rating::box_norm::Levels;
use seeddb_core::symmetry::ClueSymmetry;
use seeddb_draw::methods::{AttemptOptions, Failure, Source, Work, attempts};

use self::recipe::{recipe, values};
use super::metric::{self, Simple};
use crate::terminal::{Exit, Globals, PrintArgs, Table, interrupt, parse};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Nothing is recorded, and nothing keeps a puzzle from coming twice: for that there is `draw`.

Levels are those of the table (`seeddb levels`), by m(B) and tier. Three methods have their own:
  dig      easy, medium, hard, expert: by the box norm, from 12.34, 10.71, 9.59 and 8.89 down; or those of --levels
  remove   easy, medium, hard, harder: D below 150, 250, 450, and more
  cycles   easy, medium, hard, extreme: a mean of fewer than 40, 200, 500 restart cycles, and more; with 49, 41, 37 and \
41 clues, as in the paper

Prints, with tabs between: puzzle, solution, clues, tier, score m(B), level of the table; then what the method \
goes by: box norm and its level (dig), branch score (climb), technique formula and its level (remove), restart cycles \
and their level (cycles), seed (pseudo). --format csv begins with the names. At the end it tells how many attempts there were, \
and how long they took.

pseudo refills a seed with the clues that it needs. To the letter of its paper, which takes away none, with --no-thin; \
with a board and its reserved cells (--from, --reserved), or a puzzle and k (--k), the tier up to which the other cells \
are to follow; and with --grid from any full board, from which cells go until tiers above k are needed.

Examples:
  seeddb generate --method dig --level expert --count 10
  seeddb generate --method climb --target 700 --iterations 500
  seeddb generate --method climb --from PUZZLE --most 600
  seeddb generate --method remove --difficulty 300..400 --clues ..30
  seeddb generate --method remove --level hard --without hidden-pair
  seeddb generate --method dig --levels soft:12,firm:10,stiff:8.5 --level firm
  seeddb generate --method standard --count 1000 --format csv > standard.csv
  seeddb generate --method pseudo --level expert --count 20
  seeddb generate --method pseudo --grid diagonal --k 2")]
pub struct Args {
    /// The method
    #[arg(long, value_enum)]
    pub method: Name,
    /// A level, see below
    #[arg(long, value_name = "L")]
    pub level: Option<String>,
    /// How many
    #[arg(short = 'n', long, value_name = "N", default_value = "1", value_parser = parse::count::<u32>)]
    count: u32,
    /// The symmetry of the clues [default: rot180 for dig, climb and remove, none for the others]
    #[arg(long, value_name = "SYMMETRY", value_parser = parse::named::<ClueSymmetry>(ClueSymmetry::ALL.map(ClueSymmetry::name)))]
    pub symmetry: Option<ClueSymmetry>,
    /// The number of clues [default: 36..36 or that of the level for cycles, ..41 for remove, any
    /// for the others]
    #[arg(long, value_name = "LO..HI", value_parser = parse::clues)]
    pub clues: Option<RangeInclusive<usize>>,
    /// How full grids are made; pseudo: take a new one for each puzzle, in place of a seed
    /// [default: restarts for cycles, plain for remove, diagonal for the others]
    #[arg(long, value_name = "FILLER", value_parser = parse::named::<Filler>(Filler::ALL.map(Filler::name)))]
    pub grid: Option<Filler>,
    /// dig: a box norm to dig down to, in place of a level
    #[arg(long, value_name = "NORM", value_parser = parse::number, allow_negative_numbers = true)]
    pub norm: Option<f64>,
    /// dig: pairs drawn before it begins again with another grid [default: 100]
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>)]
    pub draws: Option<u32>,
    /// dig: a table of levels of your own, the easiest first, each with the norm up to which it
    /// goes
    #[arg(long, value_name = "NAME:NORM,..", value_parser = flags::levels)]
    pub levels: Option<Levels>,
    /// climb: walks of 20 steps [default: 200]
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>)]
    pub iterations: Option<u32>,
    /// climb: only puzzles of this branch score or more; climbing stops there
    #[arg(long, value_name = "SCORE")]
    pub target: Option<u32>,
    /// climb: no puzzles above this branch score
    #[arg(long, value_name = "SCORE")]
    pub most: Option<u32>,
    /// climb: most pairs of clues that a step adds or takes away: 1 as in the article, which climbs
    /// higher, or up to 2 [default: 2]
    #[arg(long, value_name = "1|2", value_parser = flags::pairs)]
    pub pairs: Option<u32>,
    /// remove: D of the technique formula
    #[arg(long, value_name = "LO..HI", value_parser = parse::scores, allow_hyphen_values = true)]
    pub difficulty: Option<RangeInclusive<f64>>,
    /// remove: the times of a naked single, hidden single, naked pair, locked candidates, hidden
    /// pair [default: 1,2,3,4,5]
    #[arg(long, value_name = "T1,..,T5", value_parser = metric::times)]
    pub times: Option<[f64; 5]>,
    /// remove: how many techniques the solver knows [default: 5]
    #[arg(long, value_name = "N")]
    pub known: Option<u32>,
    /// remove: a technique that the solver does not use (may be repeated)
    #[arg(long, value_enum, value_name = "TECHNIQUE")]
    pub without: Vec<Simple>,
    /// pseudo: refill this seed only, an id of the database or any puzzle of 81 characters; climb:
    /// harden this puzzle
    #[arg(long, value_name = "SEED-ID|PUZZLE")]
    pub from: Option<String>,
    /// pseudo: cells of --from to leave open, as r1c1,r2c5, or a grid of 81 characters whose open
    /// cells are meant
    #[arg(long, value_name = "CELLS", value_parser = flags::cells)]
    pub reserved: Option<CellSet>,
    /// pseudo: the tier up to which all other cells are to follow [default: one below that of
    /// --from; 0 with --grid]
    #[arg(long, value_name = "TIER", value_parser = parse::tier)]
    pub k: Option<u8>,
    /// pseudo: take away none of the clues put in, as in the paper
    #[arg(long)]
    pub no_thin: bool,
    /// Give up after so many attempts in a row that gave nothing [default: 10000; 500 for climb and
    /// remove]
    #[arg(long, value_name = "N", value_parser = parse::count::<u64>)]
    attempts: Option<u64>,
    /// Repeats the random choices [default: random; a note says which]
    #[arg(long, value_name = "N", value_parser = parse::whole::<u64>)]
    rng_seed: Option<u64>,
    #[command(flatten)]
    print: PrintArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Name {
    /// Mirrored pairs go until the box norm is low enough (Joncus, Yun)
    Dig,
    /// Random walks up the branch score (Beer)
    Climb,
    /// Mirrored pairs go, with backtracking, into a range of the technique formula (MCM paper);
    /// tiers 0 and 1 only
    Remove,
    /// Random candidates on an empty board, with deduction after each (Chang, Fan, Sun)
    Standard,
    /// Cells go that keep one candidate (Chen, Elamri); tier 0 only
    Cycles,
    /// Seeds of the database refilled, as `draw` does, without its ledger
    Pseudo,
}

impl Name {
    pub fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    /// The number of failed attempts after which the method gives up; attempts of two methods are
    /// slow.
    fn patience(self) -> u64 {
        match self {
            Self::Climb | Self::Remove => 500,
            Self::Dig | Self::Standard | Self::Cycles | Self::Pseudo => 10_000,
        }
    }
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    // Opened before the recipe, which may open or create the database.
    let (format, output) = args.print.open()?;
    let recipe = recipe(globals, args)?;
    let rng_seed = parse::rng_seed(args.rng_seed);
    let mut table = Table::new(output, format, args.print.tabs(), &args.method.columns())?;
    globals.note(format_args!("RNG seed {rng_seed}"));
    if matches!(&recipe.source, Source::Seeds(stock) if stock.is_empty()) {
        table.finish()?.discard()?;
        globals.reason(format_args!("no puzzles: no seed fits; {}", args.method.cure()));
        return Ok(Exit::Fewer);
    }
    let progress = globals.progress(Some(args.count.into()));
    let patience = args.attempts.unwrap_or(args.method.patience());
    let mut printed = 0;
    let start = Instant::now();
    let work = attempts(
        AttemptOptions { rng_seed, count: args.count, patience },
        interrupt::control().flag(),
        |rng| recipe.attempt(&interrupt::interrupted, rng),
        |made| {
            printed += made.len();
            made.iter().try_for_each(|made| table.row(&values(&recipe.levels, made)))?;
            progress.set_position(printed as u64);
            anyhow::Ok(table.flush()?)
        },
    );
    progress.finish_and_clear();
    let Work { misses: gave_up, attempts } = work?;
    let took = start.elapsed().as_secs_f64();
    table.finish()?.finish_if(printed > 0)?;
    if printed > 0 {
        let (each, seconds) = (attempts as f64 / printed as f64, took / printed as f64);
        globals.note(format_args!(
            "puzzles: {printed}, attempts: {attempts} ({each:.2} each), seconds: {took:.2} ({seconds:.4} each)"
        ));
    }
    let fewer = format!("{printed} of {}", counted(args.count.into(), "puzzle"));
    if let Some(misses) = gave_up {
        let words =
            |(failure, count): (&Failure, &u64)| format!("{count} {}", args.method.why(*failure));
        let misses = misses.iter().map(words).collect::<Vec<_>>().join(", ");
        globals.reason(format_args!(
            "{fewer}: {patience} attempts in a row gave none ({misses}); {}",
            args.method.cure()
        ));
        return Ok(Exit::Fewer);
    }
    if interrupt::interrupted() && printed < args.count as usize {
        globals.note(format_args!("stopped: {fewer}"));
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Done)
}
