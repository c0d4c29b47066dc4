//! The seeds that `generate --method pseudo` refills, by its flags.

use seeddb_core::ask::Constraints;
use seeddb_core::board::{Grid, Puzzle};
use seeddb_core::generate::Pseudo;
use seeddb_core::rating::levels::Target;
use seeddb_core::refill::RefillTarget;
use seeddb_core::symmetry::{Id, Key};
use seeddb_draw::Request;
use seeddb_draw::methods::{How, Stock, StockSeed};

use super::Args;
use crate::terminal::{Globals, UsageError, grade, ladder, refuse};

/// The puzzle given as 81 characters.
pub fn given(from: &str) -> anyhow::Result<Puzzle> {
    let grid: Grid = from.parse().map_err(|e| UsageError(format!("--from: {e}")))?;
    Ok(Puzzle::new(&grid).map_err(|e| UsageError(format!("--from: {e}")))?)
}

/// The seeds of the database that can meet the request, or the named seed, or new boards.
pub fn stock(globals: &Globals, args: &Args, level: Option<Target>) -> anyhow::Result<Stock> {
    if let Some(filler) = args.grid {
        let tier = args.k.unwrap_or(0);
        let highest = ladder().searched().end - 1;
        if tier >= highest {
            return refuse(format!(
                "--k {tier} leaves no technique above it: --grid goes with 0 to {}",
                highest - 1
            ));
        }
        return Ok(Stock::Boards { filler, tier, thin: !args.no_thin });
    }
    let symmetry = args.symmetry.unwrap_or_default();
    let asked = Constraints { symmetry, clues: args.clues.clone(), ..Constraints::default() };
    let request = Request::new(ladder(), level, &asked);
    let request = request.map_err(|error| UsageError(error.to_string()))?;
    let Constraints { clues, .. } = request.asked().clone();
    let wish =
        RefillTarget { symmetry: request.asked().symmetry, clues, ..RefillTarget::default() };
    let is_letter = args.no_thin || args.reserved.is_some() || args.k.is_some();
    let how = if is_letter { How::Letter { thin: !args.no_thin } } else { How::Wish(wish.clone()) };
    if let Some(given) = args.from.as_deref().filter(|from| from.chars().count() == 81) {
        let puzzle = self::given(given)?;
        let seed = StockSeed::new(Id::seed(Key::of(&puzzle)), puzzle);
        return one(seed, how, args);
    }
    let id = args.from.as_ref().map(|from| {
        let wrong = |error| UsageError(format!("--from {from}: {error}"));
        from.parse::<Id>().map_err(wrong)
    });
    let id = id.transpose()?;
    let database = globals.made()?;
    if let Some(id) = id {
        let seed = StockSeed::new(id, database.seed(id)?.puzzle);
        return one(seed, how, args);
    }
    let mut known = database.seeds(None)?;
    known.retain(|known| request.may_use_thinned(&known.seed));
    // A fixed order, independent of the store.
    known.sort_by_key(|known| known.seed.key);
    let seeds = known.iter().map(|known| StockSeed::new(known.id, known.seed.puzzle));
    Ok(Stock::Seeds(seeds.collect(), how))
}

/// A named seed with the given reserved cells and tier, if any.
fn one(mut seed: StockSeed, how: How, args: &Args) -> anyhow::Result<Stock> {
    if args.reserved.is_some() || args.k.is_some() {
        let puzzle = *seed.puzzle();
        let own = || ladder().closed_tier(grade(&puzzle).tier);
        let pseudo = match (args.reserved, args.k) {
            (Some(reserved), k) => {
                let tier = k.unwrap_or_else(own);
                Pseudo::new(ladder(), puzzle.solution(), reserved, tier)
            }
            (None, k) => Pseudo::of_puzzle(ladder(), &puzzle, k.unwrap_or_else(own)),
        };
        let pseudo = pseudo.map_err(|error| UsageError(error.to_string()))?;
        seed = seed.with_cells(pseudo);
    }
    Ok(Stock::Seeds(vec![seed], how))
}
