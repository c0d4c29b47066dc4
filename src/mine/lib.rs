//! Mining: the search for new seeds.
//!
//! Four searches make puzzles; those of the wanted top tier on a grid that still has room are
//! measured (score, capacity) and handed over:
//!
//! - *random*: random minimal puzzles. Enough for tiers 0, 1, 5 and 6 of the hsolve ladder, slow
//!   for 2 and 3; tier 4 is one puzzle in 100,000.
//! - *climb* (Beer 2011): hill climbing with random walks, towards puzzles that need the techniques
//!   of the wanted tier.
//! - *vicinity*: replaces a few clues of a known seed, mostly by clues of another grid that the
//!   remaining clues allow. Around one seed there are many more, even where chance finds none.
//! - *transplant*: puts the stuck state of a known seed on another solution grid: see
//!   [`transplants`](crate::refill::transplants).
//!
//! The methods of the literature in [`crate::generate`] (dig, remove, standard, cycles) serve as
//! searches, too, each with the parameters of its paper.
//!
//! [`Strategy::Auto`] mixes the first three as the tier needs. Equal requests, RNG seeds and known
//! seeds give equal new seeds with any number of threads: work is done in numbered attempts, each
//! with its own stream of the generator, and is judged in the order of the numbers. The finds of a
//! window of attempts become known to the searches of the window after the next. So the next window
//! searches while they are measured, and no thread waits for another.

use seeddb_core::{board, generate, logic, rating, record, refill, search, symmetry};
use seeddb_ledger::ordered;

mod attempt;
mod climb;
mod pool;
mod public;
mod request;
mod run;
mod starter;
mod vicinity;

pub use pool::Pool;
pub use public::is_public;
pub use request::{Choice, GradedTest, ParseStrategyError, Progress, Request, Strategy, Unable};
pub use run::mine;
pub use starter::{
    EDITION, RATED_SINCE, count_by_rating, er_of_starter, hardest_of_starter, needs_of_starter,
    particulars_of_starter, rating_of_starter, seed_of, starter, starter_by_rating, write_needs,
    write_particulars, write_rated, write_seeds, write_starter,
};
pub use vicinity::neighbour;
