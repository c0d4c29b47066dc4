//! A database of hard Sudoku *seed puzzles*, and a generator that turns them into as many new
//! puzzles as you want, at the difficulty you ask for, never the same one twice.
//!
//! # Where to begin
//!
//! | you want | look at |
//! |---|---|
//! | recorded draws: in the ledger before you see them | [`database::Database`] |
//! | the same without a file | [`database::Database::in_memory`] |
//! | to solve, count solutions, prove uniqueness | [`board::Puzzle`], [`search`] |
//! | to know how hard a puzzle is, and why | [`logic::grade`], [`rating::hsolve`], [`logic::Walk`] |
//! | to help a player on | [`logic::hint`](logic::hint()) |
//! | records for programs | [`rows`], and the types in `Row` of [`database`] |
//! | to know whether two puzzles are the same | [`symmetry::Key`], [`symmetry::minlex`] |
//! | new puzzles from a seed, in memory | [`draw::one`], [`refill::Prepared`] |
//! | new seeds | [`mine`](mod@mine) |
//! | puzzles as text, pictures and books | `export`, with the features `formats` and `print` |
//!
//! Longer pages: the [manual](manual) of the program, [why it is right](theory), the
//! [methods](rating) and their papers, the [glossary], [how fast it is](speed).
//!
//! # Features
//!
//! `cli`, the program, is on, and so is all but `postgres`, `postgres-tls` and `serve` (HTTP).
//! Without default features there are seeds, mining and draws that nobody records; `file` adds the
//! database, in a file or in memory, and `formats`, text; `print` pictures and books, `png` pictures
//! in pixels, `plot` plots. Each part is a crate of its own, as `seeddb-core`, the game alone.
//!
//! # A recorded draw
//!
#![cfg_attr(feature = "file", doc = "```no_run")]
#![cfg_attr(not(feature = "file"), doc = "```ignore")]
//! use seeddb::database::{Control, Database, DrawOptions, Options};
//!
//! let database = Database::open("seeds.redb".as_ref(), Options::default())?;
//! for puzzle in database.draw(&DrawOptions::of_level("expert", 100, 7), &Control::default())? {
//!     println!("{}", puzzle?.issued.puzzle);
//! }
//! # Ok::<(), seeddb::database::Error>(())
//! ```
//!
//! # New puzzles in memory
//!
//! Nobody remembers these. Randomness is always an argument; `ChaCha8Rng` comes from the crate `chacha20`.
//!
//! ```
//! use chacha20::ChaCha8Rng;
//! use rand::SeedableRng;
//! use seeddb::board::{Grid, Puzzle};
//! use seeddb::logic::{Ladder, grade};
//! use seeddb::refill::{Prepared, RefillTarget};
//! use seeddb::symmetry::{Key, Transform};
//!
//! let grid: Grid =
//! ".8...73.5..21.87..79.35....6...3.4..5...8..9.........69...7.1........5.8..1......".parse()?;
//! let seed = Puzzle::new(&grid)?; let ladder = Ladder::hsolve(); let prepared =
//! Prepared::new(ladder, &seed, &grade(ladder, &seed)); // once a seed
//!
//! let mut rng = ChaCha8Rng::seed_from_u64(7); let clues =
//! prepared.refill(&RefillTarget::default(), &mut rng).ok_or("it did not meet the wish")?; let
//! puzzle = Transform::random(&mut rng).apply_puzzle(&prepared.puzzle(clues).ok_or("a refill is
//! valid")?);
//!
//! assert_eq!(grade(ladder, &Puzzle::new(&puzzle.grid())?).tier, 5);
//! assert_eq!(Key::of(&puzzle), prepared.key(clues)); // the key does not change under a symmetry
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "file")]
pub use seeddb_core::level_table;
pub use seeddb_core::{
    ask, board, generate, glossary, logic, plural, rating, record, refill, rows, search, symmetry,
};
#[cfg(feature = "file")]
pub use seeddb_database::{self as database, audience, schemas, shell, visible};
pub use seeddb_draw::{self as draw, methods};
#[cfg(feature = "formats")]
pub use seeddb_export as export;
pub use seeddb_ledger::ordered;
#[cfg(feature = "file")]
pub use seeddb_ledger::temporary;
pub use seeddb_mine as mine;
#[cfg(feature = "serve")]
pub use seeddb_serve as serve;

mod law;
pub mod manual;
#[doc = include_str!("THEORY.md")]
pub mod theory {}
#[doc = include_str!("SPEED.md")]
pub mod speed {}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
