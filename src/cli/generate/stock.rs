//! [`Stock`]: the seeds that `generate --method pseudo` refills. Nothing is recorded.

use std::sync::OnceLock;

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use seeddb::board::{Grid, Puzzle};
use seeddb::database::{Ids, seed_of};
use seeddb::draw::{self, Request};
use seeddb::rating::levels::Level;
use seeddb::record;
use seeddb::refill::{Prepared, Wish};
use seeddb::symmetry::{Id, Key};

use super::super::Globals;
use super::super::exit::UsageError;
use super::super::ladder::{grade, ladder};
use super::Args;

/// Seeds, all as likely.
pub struct Stock {
    seeds: Vec<Seed>,
    wish: Wish,
}

struct Seed {
    id: Id,
    puzzle: Puzzle,
    prepared: OnceLock<Prepared>,
}

impl Stock {
    /// The seeds of the database that can give what is asked for, or the one named.
    pub fn new(globals: &Globals, args: &Args, level: Option<Level>) -> anyhow::Result<Self> {
        let symmetry = args.symmetry.unwrap_or_default();
        let wish = Wish { symmetry, clues: args.clues.clone(), minimal: false };
        let seed = |id, puzzle| Seed { id, puzzle, prepared: OnceLock::new() };
        let given = args.from.as_deref().filter(|from| from.chars().count() == 81);
        if let Some(given) = given {
            let grid: Grid = given.parse().map_err(|e| UsageError(format!("--from: {e}")))?;
            let puzzle = Puzzle::new(&grid).map_err(|e| UsageError(format!("--from: {e}")))?;
            return Ok(Self { seeds: vec![seed(Id::seed(Key::of(&puzzle)), puzzle)], wish });
        }
        let id = args.from.as_ref().map(|from| {
            let wrong = |error| UsageError(format!("--from {from}: {error}"));
            from.parse::<Id>().map_err(wrong)
        });
        let id = id.transpose()?;
        let store = globals.open_read()?;
        if let Some(id) = id {
            return Ok(Self { seeds: vec![seed(id, seed_of(&store, id)?.puzzle)], wish });
        }
        let request = Request { level, wish: wish.clone(), ..Request::default() };
        let mut ids = Ids::default();
        let mut known = store.seeds(request.ladder.id(), request.tiers())?;
        known.retain(|seed| request.may_use(seed));
        // In an order of their own, whatever the store does.
        known.sort_by_key(|seed| seed.key);
        let mut named = |known: &record::Seed| Ok(seed(ids.seed(&store, known.key)?, known.puzzle));
        let seeds = known.iter().map(&mut named);
        Ok(Self { seeds: seeds.collect::<anyhow::Result<_>>()?, wish })
    }

    /// Whether no seed can give what is asked for.
    pub fn is_empty(&self) -> bool {
        self.seeds.is_empty()
    }

    /// A refill of a random seed, turned round, and the id of the seed.
    pub fn attempt(&self, rng: &mut ChaCha8Rng) -> Option<(Puzzle, String)> {
        let seed = self.seeds.choose(rng)?;
        let prepare = || Prepared::graded(ladder(), &seed.puzzle, &grade(&seed.puzzle), None);
        let puzzle = draw::one(seed.prepared.get_or_init(prepare), &self.wish, rng)?;
        Some((puzzle, seed.id.to_string()))
    }
}
