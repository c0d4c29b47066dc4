//! [`Stock`]: the seeds that `generate --method pseudo` refills. Nothing is recorded.

use std::sync::OnceLock;

use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use seeddb::ask::Constraints;
use seeddb::board::{Grid, Puzzle};
use seeddb::draw::{self, Request};
use seeddb::generate::{Filler, Pseudo};
use seeddb::rating::levels::Target;
use seeddb::refill::{Prepared, Wish};
use seeddb::symmetry::{ClueSymmetry, Id, Key, Transform};

use super::Args;
use crate::cli::terminal::exit::{UsageError, refuse};
use crate::cli::terminal::globals::Globals;
use crate::cli::terminal::ladder::{grade, ladder};

/// Where refills come from.
pub enum Stock {
    /// Seeds, all as likely.
    Seeds(Vec<Seed>, How),
    /// A new full board each time, and the tier up to which its cells are to follow.
    Boards { filler: Filler, tier: u8, thin: bool },
}

/// How a seed is refilled.
pub enum How {
    /// As `draw` does.
    Wish(Wish),
    /// To the letter of the paper.
    Letter { thin: bool },
}

/// A seed, prepared at its first refill.
pub struct Seed {
    id: Id,
    puzzle: Puzzle,
    prepared: OnceLock<Prepared>,
    letter: OnceLock<Option<Pseudo>>,
}

impl Seed {
    const fn new(id: Id, puzzle: Puzzle) -> Self {
        Self { id, puzzle, prepared: OnceLock::new(), letter: OnceLock::new() }
    }
}

/// The puzzle given as 81 characters.
pub fn given(from: &str) -> anyhow::Result<Puzzle> {
    let grid: Grid = from.parse().map_err(|e| UsageError(format!("--from: {e}")))?;
    Ok(Puzzle::new(&grid).map_err(|e| UsageError(format!("--from: {e}")))?)
}

impl Stock {
    /// The seeds of the database that can give what is asked for, or the one named, or new boards.
    pub fn new(globals: &Globals, args: &Args, level: Option<Target>) -> anyhow::Result<Self> {
        if let Some(filler) = args.grid {
            let tier = args.k.unwrap_or(0);
            let highest = ladder().searched().end - 1;
            if tier >= highest {
                return refuse(format!(
                    "--k {tier} leaves no technique above it: --grid goes with 0 to {}",
                    highest - 1
                ));
            }
            return Ok(Self::Boards { filler, tier, thin: !args.no_thin });
        }
        let symmetry = args.symmetry.unwrap_or_default();
        let asked = Constraints { symmetry, clues: args.clues.clone(), ..Constraints::default() };
        let request = Request::new(ladder(), level, &asked);
        let request = request.map_err(|error| UsageError(error.to_string()))?;
        let Constraints { clues, .. } = request.asked().clone();
        let wish = Wish { symmetry: request.asked().symmetry, clues, ..Wish::default() };
        let is_letter = args.no_thin || args.reserved.is_some() || args.k.is_some();
        let how =
            if is_letter { How::Letter { thin: !args.no_thin } } else { How::Wish(wish.clone()) };
        if let Some(given) = args.from.as_deref().filter(|from| from.chars().count() == 81) {
            let puzzle = self::given(given)?;
            let seed = Seed::new(Id::seed(Key::of(&puzzle)), puzzle);
            return Self::one(seed, how, args);
        }
        let id = args.from.as_ref().map(|from| {
            let wrong = |error| UsageError(format!("--from {from}: {error}"));
            from.parse::<Id>().map_err(wrong)
        });
        let id = id.transpose()?;
        let database = globals.made()?;
        if let Some(id) = id {
            let seed = Seed::new(id, database.seed(id)?.puzzle);
            return Self::one(seed, how, args);
        }
        let mut known = database.seeds(None)?;
        known.retain(|known| request.may_use_thinned(&known.seed));
        // In an order of their own, whatever the store does.
        known.sort_by_key(|known| known.seed.key);
        let seeds = known.iter().map(|known| Seed::new(known.id, known.seed.puzzle));
        Ok(Self::Seeds(seeds.collect(), how))
    }

    /// A seed that was named, with the reserved cells and the tier that were, if any.
    fn one(seed: Seed, how: How, args: &Args) -> anyhow::Result<Self> {
        if args.reserved.is_some() || args.k.is_some() {
            let puzzle = &seed.puzzle;
            let own = || ladder().closed_tier(grade(puzzle).tier);
            let pseudo = match (args.reserved, args.k) {
                (Some(reserved), k) => {
                    let tier = k.unwrap_or_else(own);
                    Pseudo::new(ladder(), puzzle.solution(), reserved, tier)
                }
                (None, k) => Pseudo::of_puzzle(ladder(), puzzle, k.unwrap_or_else(own)),
            };
            let pseudo = pseudo.map_err(|error| UsageError(error.to_string()))?;
            let _ = seed.letter.set(Some(pseudo));
        }
        Ok(Self::Seeds(vec![seed], how))
    }

    /// Whether no seed can give what is asked for.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Seeds(seeds, _) if seeds.is_empty())
    }

    /// A refill of a random seed or a new board, moved by a random symmetry, and the id of the seed.
    pub fn attempt(&self, rng: &mut ChaCha8Rng) -> Option<(Puzzle, String)> {
        match self {
            Self::Seeds(seeds, how) => {
                let seed = seeds.choose(rng)?;
                let puzzle = match how {
                    How::Wish(wish) => {
                        let prepare =
                            || Prepared::graded(ladder(), &seed.puzzle, &grade(&seed.puzzle), None);
                        draw::one(seed.prepared.get_or_init(prepare), wish, rng)?
                    }
                    How::Letter { thin } => {
                        let pseudo = seed.letter.get_or_init(|| own_cells(&seed.puzzle));
                        turned(&pseudo.as_ref()?.attempt(*thin, rng), rng)
                    }
                };
                Some((puzzle, seed.id.to_string()))
            }
            Self::Boards { filler, tier, thin } => {
                let grid = filler.solution(rng);
                let (seed, pseudo) = Pseudo::of_grid(ladder(), &grid, *tier, rng)?;
                let puzzle = turned(&pseudo.attempt(*thin, rng), rng);
                Some((puzzle, Id::seed(Key::of(&seed)).to_string()))
            }
        }
    }
}

/// The seed with its own reserved cells.
fn own_cells(puzzle: &Puzzle) -> Option<Pseudo> {
    let grade = grade(puzzle);
    let tier = ladder().closed_tier(grade.tier);
    Pseudo::new(ladder(), puzzle.solution(), grade.reserved(), tier).ok()
}

/// Turned round at random.
fn turned(puzzle: &Puzzle, rng: &mut ChaCha8Rng) -> Puzzle {
    Transform::random_keeping(ClueSymmetry::None, rng).apply_puzzle(puzzle)
}
