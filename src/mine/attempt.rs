//! [`attempt`]: a bounded search, one of many.

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use rand::seq::IndexedRandom;

use super::climb::climb;
use super::pool::{GradedPuzzle, SeedsInView};
use super::request::{Request, Strategy};
use super::vicinity::neighbour;
use crate::board::Puzzle;
use crate::generate::{Filler, minimal, solution};
use crate::logic::grade;
use crate::refill::{Prepared, RefillTarget, transplants};
use crate::symmetry::{GridClass, GridForm, Key, Transform};

/// The number of puzzles an attempt makes: a few milliseconds of work.
const PUZZLES: usize = 8;

#[derive(Default)]
pub struct Attempt {
    /// The number of puzzles graded.
    pub tried: u64,
    /// The puzzles of the wanted tier.
    pub prospects: Vec<GradedPuzzle>,
}

/// Makes attempt `number`: a bounded amount of work that depends on its arguments alone.
pub fn attempt(request: &Request, number: u64, known: &SeedsInView) -> Attempt {
    let mut rng = ChaCha8Rng::seed_from_u64(request.rng_seed);
    rng.set_stream(number);
    let symmetry = request.symmetry;
    let mut attempt = Attempt::default();
    let wish = strategy(request, number, known.around().is_empty());
    let mut judge_of = |puzzle: Puzzle, parent: Option<&Puzzle>| {
        let grade = grade(&request.ladder, &puzzle);
        if request.takes(grade.tier) {
            let found = (wish, parent.map(Key::of));
            attempt.prospects.push(GradedPuzzle::new(puzzle, grade, symmetry, found));
        }
    };
    let mut judge = |puzzle: Puzzle| judge_of(puzzle, None);
    match wish {
        Strategy::Climb => {
            let start = minimal(&solution(&mut rng), symmetry, &mut rng);
            let (reached, tried) = climb(start, &request.ladder, request.tier, symmetry, &mut rng);
            reached.into_iter().for_each(&mut judge);
            attempt.tried = tried;
        }
        Strategy::Vicinity => {
            for _ in 0..PUZZLES {
                let Some(centre) = known.around().choose(&mut rng) else { continue };
                let has_room = |form: &GridForm| known.grid_has_room(GridClass::of_form(form));
                let near = neighbour(centre, symmetry, has_room, &mut rng);
                if let Some(puzzle) = near {
                    judge_of(puzzle, Some(centre));
                }
            }
            attempt.tried = PUZZLES as u64;
        }
        Strategy::Transplant => {
            for _ in 0..PUZZLES {
                let Some(parent) = known.around().choose(&mut rng) else { continue };
                let has_room = |form: &GridForm| known.grid_has_room(GridClass::of_form(form));
                if let Some(puzzle) = transplanted(request, parent, has_room, &mut rng) {
                    judge_of(puzzle, Some(parent));
                }
            }
            attempt.tried = PUZZLES as u64;
        }
        // The other strategies make puzzles one by one.
        _ => {
            let method = wish.method(symmetry);
            for _ in 0..PUZZLES {
                let puzzle = match &method {
                    Some(method) => method.attempt(Filler::Diagonal, &|| false, &mut rng),
                    None => Some(minimal(&solution(&mut rng), symmetry, &mut rng)),
                };
                puzzle.into_iter().for_each(&mut judge);
            }
            attempt.tried = PUZZLES as u64;
        }
    }
    attempt
}

/// Solutions among which that of a transplant is taken at random.
const FEW: usize = 32;

/// Returns a refill of the seed on another solution grid, if one is come upon that `has_room`.
///
/// The search for solutions begins with the first cells and digits: in a random orientation of the
/// seed it comes upon others.
fn transplanted(
    request: &Request,
    seed: &Puzzle,
    has_room: impl Fn(&GridForm) -> bool,
    rng: &mut ChaCha8Rng,
) -> Option<Puzzle> {
    let seed = Transform::random_keeping(request.symmetry, rng).apply_puzzle(seed);
    let grade = grade(&request.ladder, &seed);
    let other = *transplants(seed.solution(), &grade, FEW).choose(rng)?;
    let prepared = Prepared::transplanted(&request.ladder, &other, &grade);
    if !has_room(prepared.form()) {
        return None;
    }
    let target = RefillTarget { symmetry: request.symmetry, ..RefillTarget::default() };
    prepared.puzzle(prepared.refill(&target, rng)?)
}

fn strategy(request: &Request, number: u64, is_alone: bool) -> Strategy {
    let is_rare = request.ladder.is_rare(request.tier);
    let wish = match request.strategy {
        Strategy::Auto if is_rare => match number % 8 {
            0 => Strategy::Random,
            1 => Strategy::Climb,
            _ => Strategy::Vicinity,
        },
        Strategy::Auto if request.is_aimed() && !number.is_multiple_of(8) => Strategy::Vicinity,
        Strategy::Auto if number % 8 == 7 => Strategy::Vicinity,
        Strategy::Auto => Strategy::Random,
        asked => asked,
    };
    match wish {
        Strategy::Vicinity | Strategy::Transplant if is_alone && is_rare => Strategy::Climb,
        Strategy::Vicinity | Strategy::Transplant if is_alone => Strategy::Random,
        wish => wish,
    }
}
