//! `seeds update`: starter seeds and ratings of a later release; `seeds grade`: ratings that nobody has worked out.

use std::collections::BTreeMap;

use indicatif::HumanCount;
use seeddb::database::{Entered, Update};
use seeddb::rating::levels::Facts;
use seeddb::record::{Origin, Seed};
use serde::Serialize;

use super::database::counted;
use super::ladder::{grading, ladder};
use super::printing::PrintArgs;
use super::pulse::Pulse;
use super::table::Text;
use super::{Exit, Globals, interrupt, parse};

/// Flags of `seeds update`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A database begins with the starter seeds of the release that made it, and draws from it never change by themselves. This \
command enters those that came later, and what is known by now of those that are there: Sudoku Explainer ratings, and what they \
give with a half turn. It lists the new seeds by tier and level, and how many puzzles they give at least. What was drawn stays.

Examples:
  seeddb seeds update --dry-run
  seeddb seeds update")]
pub struct UpdateArgs {
    /// List what would be entered, and enter nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    print: PrintArgs,
}

/// Flags of `seeds grade`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Seeds that `mine --tier` finds or that are imported have no ER, and `draw --se` passes them over. This command rates them, and measures how \
many puzzles they give by that rating: some tens a second on a core, fewer at tier 6. Ctrl-C keeps what is done; the same command goes on from there. \
Draws by level, tier and score stay as they are.

Examples:
  seeddb seeds grade
  seeddb seeds grade --origin mined --tier 5")]
pub struct GradeArgs {
    /// Only seeds of this origin
    #[arg(long, value_name = "ORIGIN", value_parser = parse::origin())]
    origin: Option<Origin>,
    /// Only those of this tier, 0 to 6
    #[arg(long, value_name = "T", value_parser = parse::tier)]
    tier: Option<u8>,
}

/// New seeds that have something in common.
#[derive(Default, Serialize)]
struct Row {
    tier: u8,
    level: Option<String>,
    symmetry: &'static str,
    seeds: u64,
    capacity: u64,
}

/// Enters what is new, and lists it.
pub fn update(globals: &Globals, args: &UpdateArgs) -> anyhow::Result<Exit> {
    let mut table = args.print.table::<Row>(Text::Aligned)?;
    let database = globals.database()?;
    let update = database.update()?;
    let entered =
        if args.dry_run || update.is_empty() { None } else { Some(database.enter(&update)?) };
    for row in rows(globals, &update.new)? {
        table.add(&row)?;
    }
    table.finish()?.finish()?;
    let Update { new, lacking } = &update;
    if update.is_empty() {
        globals.note("the database has all that this program brings");
    } else if let Some(Entered { added, completed }) = entered {
        globals.note(format_args!(
            "entered {}, and ratings or half turns of {completed} that were there",
            counted((added.new + added.better) as u64, "new seed"),
        ));
    } else {
        globals.note(format_args!("would enter {}", words(new, lacking)));
    }
    Ok(Exit::Done)
}

/// `12 new seeds, and ratings or half turns of 3 that are there`.
fn words(new: &[Seed], lacking: &[Seed]) -> String {
    let new = counted(new.len() as u64, "new seed");
    format!("{new}, and ratings or half turns of {} that are there", lacking.len())
}

/// The seeds by tier, level and symmetry.
fn rows(globals: &Globals, seeds: &[Seed]) -> anyhow::Result<Vec<Row>> {
    let levels = globals.levels()?;
    let mut groups: BTreeMap<(u8, Option<usize>, &'static str), (u64, u64)> = BTreeMap::new();
    for seed in seeds {
        let Some(grading) = grading(seed) else { continue };
        let score = grading.score.map(|score| score.mean);
        let facts = Facts::graded(ladder(), &seed.puzzle, grading.tier, score);
        let group = (grading.tier, levels.place(&facts), seed.symmetry.name());
        let (count, capacity) = groups.entry(group).or_default();
        *count += 1;
        *capacity += u64::from(grading.capacity);
    }
    let targets = levels.targets(ladder());
    let name = |place: Option<usize>| Some(targets.get(place?)?.level().name.clone());
    let row = |((tier, place, symmetry), (seeds, capacity))| Row {
        tier,
        level: name(place),
        symmetry,
        seeds,
        capacity,
    };
    Ok(groups.into_iter().map(row).collect())
}

/// Tells once that there are new seeds.
pub fn tell_once(globals: &Globals) -> anyhow::Result<()> {
    if globals.is_quiet() {
        return Ok(());
    }
    if let Some(Update { new, lacking }) = globals.database()?.news()? {
        globals.note(format_args!(
            "this program brings {}: `seeddb seeds update` enters them (said once)",
            words(&new, &lacking)
        ));
    }
    Ok(())
}

/// Rates seeds.
pub fn grade(globals: &Globals, args: &GradeArgs) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    let database = globals.database()?;
    let mut seeds = database.unrated_seeds()?;
    seeds.retain(|seed| {
        let is_tier = |tier| grading(seed).is_some_and(|grading| grading.tier == tier);
        args.origin.is_none_or(|origin| origin == seed.origin) && args.tier.is_none_or(is_tier)
    });
    let progress = globals.progress(Some(seeds.len() as u64));
    let (bar, notes, pulse) = (progress.clone(), globals.notes(), Pulse::new());
    let control = interrupt::control().with_progress(move |done| {
        bar.set_position(done);
        if pulse.is_due() {
            let all = bar.length().unwrap_or_default();
            notes.note(format_args!("{} of {} rated", HumanCount(done), HumanCount(all)));
        }
    });
    let rated = database.rate_seeds(&seeds, &control)?;
    progress.finish_and_clear();
    let left = (seeds.len() as u64).saturating_sub(rated);
    globals.note(match left {
        0 => format!("{} rated", counted(rated, "seed")),
        left => format!("{} rated, {left} left", counted(rated, "seed")),
    });
    Ok(if interrupt::interrupted() { Exit::Interrupted } else { Exit::Done })
}
