//! What draws tell on stderr: how much there is, what is kept, why there is too little.

use seeddb::database::Estimate;
use seeddb::plural::{are, counted};
use seeddb::record::Batch;
use seeddb::refill::Miss;

use super::globals::Globals;

/// What most attempts missed, in the words of the flags.
pub fn missed(miss: Miss) -> String {
    let words = match miss {
        Miss::Symmetry => "most seeds have no refill with this --symmetry",
        Miss::NoScore => "most seeds have no score",
        Miss::ManyClues { fewest } => {
            return format!(
                "most attempts need more clues than --clues allows, and none has fewer than {fewest}"
            );
        }
        Miss::FewClues { most } => {
            return format!(
                "most attempts cannot have as many clues as --clues asks for, and none has more than {most}"
            );
        }
        Miss::LowScore => "most attempts score below what is asked for",
        Miss::HighScore => "most attempts score above what is asked for",
        Miss::LowMinutes => "most attempts are estimated at fewer --minutes",
        Miss::HighMinutes => "most attempts are estimated at more --minutes",
        Miss::Redundant => "most attempts are not --minimal",
    };
    words.to_owned()
}

/// What a draw that did not come to its end leaves behind.
pub fn kept(batch: &Batch) -> String {
    let Batch { id, issued, asked, .. } = *batch;
    if issued == 0 {
        return "no puzzle was issued".to_owned();
    }
    let are = are(issued.into());
    let asked = counted(asked.into(), "puzzle");
    format!("{issued} of {asked} {are} kept as batch {id}, for `seeddb export --batch {id}`")
}

/// `--dry-run`: how many from how many, and whether that is enough.
pub fn tell(globals: &Globals, of: &str, count: u32, estimate: Estimate) -> bool {
    let Estimate { puzzles, seeds, tried, unmet, .. } = estimate;
    let unmet = unmet.map(|unmet| format!(": {unmet}")).unwrap_or_default();
    let trials = match tried {
        0 => String::new(),
        tried => format!(" and {}", counted(tried, "trial")),
    };
    globals.reason(format_args!(
        "about {}{of} from {}, by measured capacity{trials}{unmet}",
        counted(puzzles, "puzzle"),
        counted(seeds as u64, "seed"),
    ));
    puzzles >= u64::from(count)
}
