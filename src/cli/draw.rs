//! `draw`: new puzzles.

use std::ops::RangeInclusive;
use std::time::Duration;

use anyhow::Context;
use seeddb::draw::{Draw, Request};
use seeddb::record::{Batch, Extra, Origin, Seed};
use seeddb::refill::Wish;
use seeddb::store::Store;
use seeddb::symmetry::{ClueSymmetry, Id, Key};

use super::database::{are, counted, seed_by_id};
use super::exit::UsageError;
use super::issue::issue;
use super::ladder::{grading, ladder};
use super::style::StyleArgs;
use super::{Exit, Globals, interrupt, parse};

/// Flags of `draw`.
#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("difficulty").args(["level", "tier", "score"]).required(true).multiple(true)))]
#[command(after_help = "\
Lines: puzzle, then with tabs between solution, id, level, tier, score, clues, seed, batch, number. Ranges \
include both ends; 22..22 is one value, 4000.. has no upper end.

Examples:
  seeddb draw --level expert --count 100
  seeddb draw --tier 5 --score 4000..6000 --count 10 --format board
  seeddb draw --level hard --symmetry rot180 --count 200 --format csv -o hard.csv")]
pub struct Args {
    /// A level of the table (`seeddb levels` shows it)
    #[arg(long, value_name = "L")]
    level: Option<String>,
    /// The top tier, 0 to 6
    #[arg(long, value_name = "T", value_parser = parse::tier)]
    tier: Option<u8>,
    /// The score m(B)
    #[arg(long, value_name = "LO..HI", value_parser = parse::scores, allow_hyphen_values = true)]
    score: Option<RangeInclusive<f64>>,
    /// How many
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse::count::<u32>)]
    count: u32,
    /// Only from this seed
    #[arg(long, value_name = "SEED-ID")]
    from: Option<Id>,
    /// Only from seeds that come from here
    #[arg(long, value_parser = parse::origin())]
    origin: Option<Origin>,
    /// The symmetry of the clues
    #[arg(long, value_name = "SYMMETRY", default_value = "none", value_parser = parse::named::<ClueSymmetry>(ClueSymmetry::ALL.map(ClueSymmetry::name)))]
    symmetry: ClueSymmetry,
    /// The number of clues
    #[arg(long, value_name = "LO..HI", value_parser = parse::clues)]
    clues: Option<RangeInclusive<usize>>,
    /// Only puzzles that lose uniqueness without any one clue
    #[arg(long)]
    minimal: bool,
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

impl Args {
    /// The request as it is kept with the batch: what decides which puzzles come, as flags.
    fn request(&self) -> String {
        let flags = [
            self.level.as_ref().map(|level| format!("--level {level}")),
            self.tier.map(|tier| format!("--tier {tier}")),
            self.score.as_ref().map(|score| format!("--score {}", range_text(score))),
            Some(format!("--count {}", self.count)),
            self.from.map(|seed| format!("--from {seed}")),
            self.origin.map(|origin| format!("--origin {}", parse::origin_name(origin))),
            (self.symmetry != ClueSymmetry::None).then(|| format!("--symmetry {}", self.symmetry)),
            self.clues.as_ref().map(|clues| format!("--clues {}..{}", clues.start(), clues.end())),
            self.minimal.then(|| "--minimal".to_owned()),
        ];
        flags.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

fn range_text(range: &RangeInclusive<f64>) -> String {
    let end = if range.end().is_finite() { range.end().to_string() } else { String::new() };
    format!("{}..{end}", range.start())
}

/// Draws.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    if args.from.is_some_and(|id| !id.is_seed()) {
        let words = "--from takes the id of a seed (it begins with s): `seeddb seeds` lists them";
        return Err(UsageError(words.to_owned()).into());
    }
    interrupt::listen()?;
    let sink = if args.dry_run { None } else { Some(args.style.open(Some(args.count), false)?) };
    let rng_seed = parse::rng_seed(args.rng_seed);
    let store = globals.open()?;
    let request = args.wanted(&store, rng_seed)?;
    let seeds = store.seeds(request.tiers())?;
    let uses = store.seed_uses()?;
    let issued_from = |key| uses.get(&key).copied().unwrap_or(0);
    let Some(sink) = sink else {
        let draw = Draw::new(request, seeds, issued_from, 0, 0);
        return Ok(args.estimate(globals, &draw, issued_from));
    };
    if !seeds.iter().any(|seed| request.may_use(seed)) {
        globals.note(format_args!("no puzzles: {}", args.cure(&request, "no seed fits")));
        return Ok(Exit::Fewer);
    }
    let mut batch = Batch {
        id: 0,
        request: args.request(),
        rng_seed,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        note: args.note.clone(),
        asked: args.count,
        issued: 0,
        attempts: 0,
        extra: Extra::default(),
    };
    batch.id = store.new_batch(&batch)?;
    drop(store);
    globals.note(format_args!("rng seed {rng_seed}, batch {}", batch.id));
    let mut draw = Draw::new(request.clone(), seeds, issued_from, batch.id, 0);
    let issued = issue(globals, args.count, &mut draw, &mut batch, sink);
    if batch.issued == 0 {
        drop_empty(globals, &batch);
    }
    issued.with_context(|| kept(&batch))?;
    if interrupt::interrupted() {
        globals.note(format_args!("stopped: {}", kept(&batch)));
        return Ok(Exit::Interrupted);
    }
    if batch.issued < args.count {
        let fewer = format!("{} of {}", batch.issued, counted(args.count.into(), "puzzle"));
        globals.note(format_args!(
            "{fewer}: {}",
            args.cure(&request, "all seeds that fit are used up")
        ));
        return Ok(Exit::Fewer);
    }
    Ok(Exit::Done)
}

/// Gives the number of a batch back that stays empty, for the next draw. If the database is in use, the empty batch stays.
fn drop_empty(globals: &Globals, batch: &Batch) {
    let _ = globals
        .open_within(Duration::ZERO)
        .and_then(|store| Ok(store.remove_empty_batch(batch.id)?));
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
    /// What is to be drawn.
    fn wanted(&self, store: &Store, rng_seed: u64) -> anyhow::Result<Request> {
        let levels = store.levels()?;
        let level = self.level.as_deref().map(|name| levels.get(name).cloned()).transpose();
        let level = level.map_err(|error| UsageError(error.to_string()))?;
        let from =
            self.from.map(|id| Ok::<_, anyhow::Error>(seed_by_id(store, id)?.key)).transpose()?;
        Ok(Request {
            ladder: ladder().clone(),
            level,
            tier: self.tier,
            score: self.score.clone(),
            from,
            origin: self.origin,
            wish: Wish {
                symmetry: self.symmetry,
                clues: self.clues.clone(),
                minimal: self.minimal,
            },
            levels,
            rng_seed,
        })
    }

    /// `--dry-run`: how many from how many.
    fn estimate(&self, globals: &Globals, draw: &Draw, used: impl Fn(Key) -> u64) -> Exit {
        let capacity = |seed: &Seed| grading(seed).map_or(0, |grading| u64::from(grading.capacity));
        let left = |seed: &Seed| capacity(seed).saturating_sub(used(seed.key));
        let seeds = draw.seeds().len();
        let most: u64 = draw.seeds().map(left).sum();
        globals.note(format_args!(
            "about {} from {}, by measured capacity{}",
            counted(most, "puzzle"),
            counted(seeds as u64, "seed"),
            if self.clues.is_some() || self.minimal {
                ", before --clues and --minimal"
            } else {
                ""
            },
        ));
        if most < u64::from(self.count) { Exit::Fewer } else { Exit::Done }
    }

    /// Why there are not enough, and what helps.
    fn cure(&self, request: &Request, why: &str) -> String {
        let tiers = request.level.as_ref().and_then(|level| level.tiers.clone());
        let tier = self.tier.or(tiers.map(|tiers| *tiers.end())).unwrap_or(ladder().beyond() - 1);
        let symmetry = match self.symmetry {
            ClueSymmetry::None => String::new(),
            symmetry => format!(" --symmetry {symmetry}"),
        };
        format!("{why}; mine more (`seeddb mine --tier {tier}{symmetry}`) or ask for less")
    }
}
