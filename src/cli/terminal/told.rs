//! Notes of `draw` on stderr: the supply of puzzles, what is kept, why there are too few.

use seeddb_core::plural::{are, by_count, counted};
use seeddb_core::record::Batch;
use seeddb_core::refill::Rejection;
use seeddb_database::Estimate;

use super::Globals;

/// The requirement that most attempts missed, in the words of the flags.
pub fn missed(miss: Rejection) -> String {
    let words = match miss {
        Rejection::Symmetry => "most seeds have no refill with this --symmetry",
        Rejection::NoScore => "most seeds have no score",
        Rejection::ManyClues { fewest } => {
            return format!(
                "most attempts need more clues than --clues allows, the nearest {fewest}"
            );
        }
        Rejection::FewClues { most } => {
            return format!(
                "most attempts cannot have as many clues as --clues asks for, the nearest {most}"
            );
        }
        Rejection::LowScore => "most attempts score below what is asked for",
        Rejection::HighScore => "most attempts score above what is asked for",
        Rejection::LowMinutes => "most attempts are estimated at fewer --minutes",
        Rejection::HighMinutes => "most attempts are estimated at more --minutes",
        Rejection::Redundant => "most attempts are not --minimal",
    };
    words.to_owned()
}

/// That puzzles share a hardest part, and what allows none of them.
pub fn shared(puzzles: u64, cure: &str) -> String {
    let has = by_count(puzzles, "has", "have");
    let puzzles = counted(puzzles, "puzzle");
    format!("{puzzles} {has} the hardest part of another one, as too few seeds fit ({cure})")
}

/// What draws that did not come to their end leave behind.
pub fn kept(batches: &[Batch]) -> String {
    let sum = |count: fn(&Batch) -> u32| batches.iter().map(|batch| u64::from(count(batch))).sum();
    let (issued, asked): (u64, u64) = (sum(|batch| batch.issued), sum(|batch| batch.asked));
    let ids = batches.iter().filter(|batch| batch.issued > 0).map(|batch| batch.id.to_string());
    let ids: Vec<String> = ids.collect();
    if ids.is_empty() {
        return "no puzzle was issued".to_owned();
    }
    let (asked, are, ids_of) =
        (counted(asked, "puzzle"), are(issued), by_count(ids.len() as u64, "batch", "batches"));
    let ids = ids.join(",");
    format!("{issued} of {asked} {are} kept as {ids_of} {ids}, for `seeddb export --batch {ids}`")
}

/// The basis of an estimate: its likely bounds, and the number of trials that gave a puzzle.
pub fn trials(&Estimate { span: (least, most), tried, made, .. }: &Estimate) -> String {
    if tried == 0 {
        return String::new();
    }
    let gave = if made == 0 { "none".to_owned() } else { made.to_string() };
    let warning = match made {
        0 => "; there may be some for all that".to_owned(),
        _ => format!("; likely {least} to {most}"),
    };
    format!(" and {}, of which {gave} gave one{warning}", counted(tried, "trial"))
}

/// Reports an estimate for `--dry-run`; returns whether it is enough.
pub fn tell(globals: &Globals, of: &str, count: u32, estimate: Estimate) -> bool {
    let trials = trials(&estimate);
    let Estimate { puzzles, seeds, unmet, .. } = estimate;
    let unmet = unmet.map(|unmet| format!(": {unmet}")).unwrap_or_default();
    globals.reason(format_args!(
        "about {}{of} from {}, by measured capacity{trials}{unmet}",
        counted(puzzles, "puzzle"),
        counted(seeds as u64, "seed"),
    ));
    puzzles >= u64::from(count)
}
