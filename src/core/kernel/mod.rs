//! Fast forms of [`board`](crate::board), [`logic`](crate::logic) and [`rating`](crate::rating), as
//! bit operations for processors. The definitions are in those modules, in plain code; nothing in
//! this one is needed to understand a technique or a score.
//!
//! # The solution is known
//!
//! Grading, rating and refilling start from a known solution. No technique ever removes a digit of
//! the solution, so of a state only the *wrong candidates* matter: those of open cells that differ
//! from the solution. Then
//!
//! - a cell is a naked single if it has no wrong candidate;
//! - a cell is a hidden single if its digit has no wrong place in one of its houses;
//! - each wrong candidate is an arrow between two digits of a house and between two rows (columns)
//!   of a digit, and a subset or fish that removes it is a property of these arrows alone
//!   ([`Matching`]).
//!
//! No search for contradictions is needed, and no lookup of the digit that fills a cell.
//!
//! # The kernels
//!
//! Each file has a drawing of its bits, and a law (a test) that it equals the definition at every
//! step:
//!
//! - `board/scan.rs` (with the board, as [`CellSet`](crate::board::CellSet) uses it): all houses of
//!   a digit by table, for singles and locked candidates. Definition: the houses one by one. Law:
//!   `unlocked_places_are_what_pointing_and_claiming_leave`.
//! - `locked.rs`: locked candidates of all digits, by segment. Definition: pointing and claiming.
//!   Law: `a_digit_is_locked_where_...`.
//! - `matching.rs`, `graphs.rs`, `surplus.rs`: subsets and fish as paths in 36 graphs, one bit
//!   each. Definition: `logic/lines.rs`. Law: `logic/known.rs`.
//! - `singles_board.rs`: all singles, filled at once, for refills. Definition: `State::propagate`.
//!   Law: `they_end_where_propagation_does`.
//! - `run_board.rs`: random singles, one at a time, for runs of m(B). Definition: naked and hidden
//!   singles. Law: `singles_are_those_of_the_definition_at_every_step`.
//! - `lanes/`: 64 runs of singles side by side, and `lanes/fan.rs`: 64 races from boards that
//!   follow from one. Definition: plain boards. Laws: `every_lane_is_a_run_on_a_plain_board`,
//!   `every_lane_of_a_fan_is_a_race_from_its_board`.
//! - `race.rs`: the rates of the race of singles in `run_board.rs` and `lanes/`. Definition: plain
//!   boards. Law: `every_lane_is_a_race_on_a_plain_board`.
//! - `pick.rs`: random picks from a bitmask. Definition: the n-th set bit. Law:
//!   `bits_are_found_by_place`.
//!
//! # Three ways to fill singles
//!
//! 1. **The definition**, [`State::propagate`](crate::board::State::propagate): needs no solution,
//!    and detects contradictions. Closures and assumptions use it.
//! 2. **The search's**, in `search/board.rs`: needs no solution, and removes locked candidates
//!    along the way.
//! 3. **That of a known solution**, here, in three forms for different uses: all singles at once
//!    (`SinglesBoard`), one random single at a time with the number of singles at each step
//!    (`RunBoard`), and 64 of the latter side by side (`lanes`).
//!
//! Besides, [`find`](fn@crate::logic::find) lists singles and fills none, and a
//! [`Chain`](crate::logic::Chain) fills them round by round, because it names the house of each.
//!
//! The third has three forms because of speed, in instructions counted by callgrind: with
//! `State::propagate` in place of `SinglesBoard`, refills take 1.61 times as many (tier 5) and 1.83
//! (tier 1). With `SinglesBoard` in place of `RunBoard`, the score of a random minimal puzzle takes
//! 1.67 times as many. With `RunBoard` in place of `lanes`, the score of a refill takes 2.76 times
//! as many at tier 1, that of a random minimal puzzle 1.15 times, and at tier 5 it makes no
//! difference.

pub(crate) mod graphs;
pub(crate) mod lanes;
pub(crate) mod locked;
mod matching;
pub(crate) mod pick;
pub mod race;
pub(crate) mod run_board;
pub(crate) mod singles_board;
mod surplus;

pub use matching::Matching;
pub(crate) use matching::Sieve;
