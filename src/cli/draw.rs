//! `draw`: new puzzles.

use std::ops::RangeInclusive;

use anyhow::Context;
use seeddb::database::{DrawOptions, Drawing, Error, Estimate, OverShare};
use seeddb::export::Row;
use seeddb::rating::levels::LevelTable;
use seeddb::rating::se::Score;
use seeddb::record::{Batch, Origin};
use seeddb::refill::{Miss, Wish};
use seeddb::store::StoreError;
use seeddb::symmetry::{ClueSymmetry, Id, Part};

use super::database::{are, counted, row, store_error};
use super::demands::DemandArgs;
use super::exit::UsageError;
use super::ladder::ladder;
use super::sink::Sink;
use super::style::StyleArgs;
use super::{Exit, Globals, er, interrupt, parse, update};

/// Flags of `draw`.
#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("difficulty").args(["level", "tier", "score", "se"]).required(true).multiple(true)))]
#[command(after_help = "\
Lines: puzzle, then with tabs between solution, id, level, tier, score, clues, seed, batch, number; with --se \
the rating as er, too. Ranges include both ends; 22..22 is one value, 4000.. has no upper end.

Examples:
  seeddb draw --level expert --count 100
  seeddb draw --level easy,medium,hard --count 90
  seeddb draw --tier 5 --score 4000..6000 --count 10 --format board
  seeddb draw --se 7.0..7.4 --count 10
  seeddb draw --level hard --symmetry rot180 --count 200 --format csv -o hard.csv")]
pub struct Args {
    /// A level of the table (`seeddb levels` shows it), or several: the count is dealt out evenly to them, in their order, and
    /// each has a batch of its own
    #[arg(long, value_name = "L,..", value_delimiter = ',')]
    level: Vec<String>,
    /// The top tier, 0 to 6
    #[arg(long, value_name = "T", value_parser = parse::tier)]
    tier: Option<u8>,
    /// The score m(B)
    #[arg(long, value_name = "LO..HI", value_parser = parse::scores, allow_hyphen_values = true)]
    score: Option<RangeInclusive<f64>>,
    /// The Sudoku Explainer rating (ER): one value as 7.2, or a range
    #[arg(long, value_name = "ER", value_parser = er::ratings, allow_hyphen_values = true)]
    se: Option<RangeInclusive<Score>>,
    /// How many [default: 1, or one of each level]
    #[arg(short = 'n', long, value_name = "N", value_parser = parse::count::<u32>)]
    count: Option<u32>,
    /// Only from this seed
    #[arg(long, value_name = "SEED-ID")]
    from: Option<Id>,
    /// Only from seeds that come from here
    #[arg(long, value_parser = parse::origin())]
    origin: Option<Origin>,
    /// The partition that the database is, or becomes: N databases, each another I, never issue the same puzzle
    #[arg(long, value_name = "I/N")]
    partition: Option<Part>,
    /// The symmetry of the clues
    #[arg(long, value_name = "SYMMETRY", default_value = "none", value_parser = parse::named::<ClueSymmetry>(ClueSymmetry::ALL.map(ClueSymmetry::name)))]
    symmetry: ClueSymmetry,
    /// The number of clues
    #[arg(long, value_name = "LO..HI", value_parser = parse::clues)]
    clues: Option<RangeInclusive<usize>>,
    /// Only puzzles that lose uniqueness without any one clue
    #[arg(long)]
    minimal: bool,
    /// At most so many from one seed [default: its share of the batch, if that can be]
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>)]
    per_seed: Option<u32>,
    /// Also puzzles that are starter seeds themselves, which everybody has
    #[arg(long)]
    from_public: bool,
    #[command(flatten)]
    demands: DemandArgs,
    #[command(flatten)]
    style: StyleArgs,
    /// Kept with the batch
    #[arg(long, value_name = "TEXT", default_value = "")]
    note: String,
    /// Where randomness begins [default: random, and told]
    #[arg(long, value_name = "N")]
    rng_seed: Option<u64>,
    /// Say how many it could give from how many seeds; draw nothing
    #[arg(long)]
    dry_run: bool,
}

/// Draws.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    if args.from.is_some_and(|id| !id.is_seed()) {
        let words = "--from takes the id of a seed (it begins with s): `seeddb seeds` lists them";
        return Err(UsageError(words.to_owned()).into());
    }
    if let (Some(range), Some(tier)) = (&args.se, args.tier) {
        er::check_tier(range, tier)?;
    }
    let asked = args.demands.asked();
    if args.se.is_some() && !(asked.needed.is_empty() && asked.without.is_empty()) {
        let words = "--se does not go with --technique and --without: leave one of them out";
        return Err(UsageError(words.to_owned()).into());
    }
    let shares = args.shares()?;
    interrupt::listen()?;
    let sink = if args.dry_run { None } else { Some(args.style.open(Some(args.count()), false)?) };
    let rng_seed = parse::rng_seed(args.rng_seed);
    // Open until the draw has begun, which uses the same opening.
    let store = globals.open()?;
    let database = globals.database()?;
    let levels = store.levels()?;
    let knows_starters = database.knows_starters()?;
    // Of several levels none is drawn if one of them cannot be meant.
    let shares: Vec<DrawOptions> =
        shares.into_iter().map(|(level, count)| args.options(level, count, rng_seed)).collect();
    shares.iter().try_for_each(|share| database.check_draw(share))?;
    let Some(mut sink) = sink else {
        let mut exit = Exit::Done;
        for share in &shares {
            if !args.tell(globals, share, database.estimate(share)?) {
                exit = Exit::Fewer;
            }
        }
        return Ok(exit);
    };
    let mut store = Some(store);
    let mut exit = Exit::Done;
    let mut last: Option<Batch> = None;
    for share in &shares {
        let mut drawing = match database.draw(share, &interrupt::control()) {
            Err(Error::NothingFits(unmet)) => {
                let cure = args.cure(share, &levels, &unmet.to_string());
                globals.reason(format_args!("no puzzles{}: {cure}", args.of(share)));
                exit = Exit::Fewer;
                continue;
            }
            drawing => drawing?,
        };
        drop(store.take());
        let Batch { id, rng_seed, .. } = *drawing.batch();
        globals.note(format_args!("rng seed {rng_seed}, batch {id}"));
        let printed = print(globals, &mut drawing, &mut sink);
        let batch = drawing.batch();
        printed
            .map_err(|error| if is_lost(&error) { error } else { error.context(kept(batch)) })?;
        if interrupt::interrupted() {
            globals.note(format_args!("stopped: {}", kept(batch)));
            sink.finish().with_context(|| kept(batch))?;
            return Ok(Exit::Interrupted);
        }
        last = Some(batch.clone());
        if let Some(over) = drawing.over_share() {
            globals.note(self::over(over));
        }
        if batch.issued < share.count {
            let fewer = format!("{} of {}", batch.issued, counted(share.count.into(), "puzzle"));
            let why = drawing.obstacle().map_or(args.used_up(), missed);
            let cure = args.cure(share, &levels, why);
            globals.reason(format_args!("{fewer}{}: {cure}", args.of(share)));
            exit = Exit::Fewer;
        }
    }
    // Where nothing could be drawn no file is made.
    if let Some(last) = &last {
        sink.finish().with_context(|| kept(last))?;
    }
    if !knows_starters {
        update::tell_once(globals)?;
    }
    Ok(exit)
}

/// What most attempts missed, in the words of the flags.
fn missed(miss: Miss) -> &'static str {
    match miss {
        Miss::Symmetry => "most seeds have no refill with this --symmetry",
        Miss::NoScore => "most seeds have no score",
        Miss::ManyClues => "most attempts need more clues than --clues allows",
        Miss::FewClues => "most attempts cannot have as many clues as --clues asks for",
        Miss::LowScore => "most attempts score below what is asked for",
        Miss::HighScore => "most attempts score above what is asked for",
        Miss::Redundant => "most attempts are not --minimal",
    }
}

/// A share that could not be kept, in words.
fn over(OverShare { share, seeds, most }: OverShare) -> String {
    format!(
        "{} gave more than a share of {}, up to {most}, as the others give too little (--per-seed {share} allows no more)",
        counted(seeds as u64, "seed"),
        counted(share.into(), "puzzle")
    )
}

/// Prints puzzles as they come.
fn print(globals: &Globals, drawing: &mut Drawing, sink: &mut Sink) -> anyhow::Result<()> {
    let progress = globals.progress(Some(drawing.batch().asked.into()));
    while let Some(chunk) = drawing.next_chunk() {
        let rows: Vec<Row> = chunk?.iter().map(row).collect();
        sink.rows(&rows)?;
        sink.flush()?;
        progress.set_position(drawing.batch().issued.into());
    }
    progress.finish_and_clear();
    Ok(())
}

/// Whether the database is not there any more, and with it what was issued.
fn is_lost(error: &anyhow::Error) -> bool {
    matches!(store_error(error), Some(StoreError::Gone(_) | StoreError::Replaced(_)))
}

/// What a draw that did not come to its end leaves behind.
fn kept(batch: &Batch) -> String {
    let Batch { id, issued, asked, .. } = *batch;
    if issued == 0 {
        return "no puzzle was issued".to_owned();
    }
    let are = are(issued.into());
    let asked = counted(asked.into(), "puzzle");
    format!("{issued} of {asked} {are} kept as batch {id}, for `seeddb export --batch {id}`")
}

impl Args {
    /// How many of all levels together.
    fn count(&self) -> u32 {
        self.count.unwrap_or(self.level.len().max(1) as u32)
    }

    /// How many of each level: as many of each, the first ones one more if that does not go.
    fn shares(&self) -> anyhow::Result<Vec<(Option<String>, u32)>> {
        let (count, levels) = (self.count(), self.level.len() as u32);
        if levels == 0 {
            return Ok(vec![(None, count)]);
        }
        if count < levels {
            let words = format!("--count {count} is less than one of each of {levels} levels");
            return Err(UsageError(words).into());
        }
        let share = |(place, level): (u32, &String)| {
            (Some(level.clone()), count / levels + u32::from(place < count % levels))
        };
        Ok((0..).zip(&self.level).map(share).collect())
    }

    /// Of which level, if there are several.
    fn of(&self, share: &DrawOptions) -> String {
        let level = share.level.as_ref().filter(|_| self.level.len() > 1);
        level.map(|level| format!(" of level {level}")).unwrap_or_default()
    }

    /// What is to be drawn.
    fn options(&self, level: Option<String>, count: u32, rng_seed: u64) -> DrawOptions {
        DrawOptions {
            level,
            tier: self.tier,
            score: self.score.clone(),
            se: self.se.clone(),
            count,
            from: self.from,
            origin: self.origin,
            partition: self.partition,
            wish: Wish {
                symmetry: self.symmetry,
                clues: self.clues.clone(),
                minimal: self.minimal,
                ..Wish::default()
            },
            asked: self.demands.asked(),
            per_seed: self.per_seed,
            from_public: self.from_public,
            note: self.note.clone(),
            rng_seed,
        }
    }

    /// `--dry-run`: how many from how many, and whether that is enough.
    fn tell(&self, globals: &Globals, share: &DrawOptions, estimate: Estimate) -> bool {
        let Estimate { puzzles, seeds, tried } = estimate;
        let trials = match tried {
            0 => String::new(),
            tried => format!(" and {}", counted(tried, "trial")),
        };
        globals.reason(format_args!(
            "about {}{} from {}, by measured capacity{trials}",
            counted(puzzles, "puzzle"),
            self.of(share),
            counted(seeds as u64, "seed"),
        ));
        puzzles >= u64::from(share.count)
    }

    /// Why there are too few puzzles when no bound is to blame.
    fn used_up(&self) -> &'static str {
        match (self.per_seed, self.demands.asked().is_empty()) {
            (_, false) => "too few refills are as --technique, --without and the like ask for",
            (Some(_), _) => "the seeds that fit have given as many as --per-seed allows",
            (None, true) => "all seeds that fit are used up",
        }
    }

    /// Why there are not enough, and what helps.
    fn cure(&self, share: &DrawOptions, levels: &LevelTable, why: &str) -> String {
        if let Some(se) = &self.se {
            return self.cure_by_er(se, why);
        }
        let level = share.level.as_deref().and_then(|name| levels.target(ladder(), name).ok());
        let tiers = level.and_then(|level| level.tiers());
        let tier = self.tier.or(tiers.map(|tiers| *tiers.end())).unwrap_or(ladder().beyond() - 1);
        let symmetry = match self.symmetry {
            ClueSymmetry::None => String::new(),
            symmetry => format!(" --symmetry {symmetry}"),
        };
        format!("{why}; mine more (`seeddb mine --tier {tier}{symmetry}`) or ask for less")
    }

    /// The same of a draw by rating.
    fn cure_by_er(&self, se: &RangeInclusive<Score>, why: &str) -> String {
        let others = match (!self.level.is_empty() || self.tier.is_some(), self.score.is_some()) {
            (false, false) => "",
            _ => ", or leave out the bounds on level, tier and score",
        };
        let se = er::words(se);
        format!("{why}; mine more (`seeddb mine --se {se}`) or ask for another ER{others}")
    }
}
