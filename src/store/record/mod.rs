//! Rows as bytes: format 3, the first that is released. Nothing here knows the engine that keeps them.
//!
//! Each table holds rows of a key and a value, both bytes; rows are in the order of the bytes of their keys, so numbers in keys are big
//! endian. A value is a **checksum** (CRC-32, little endian, over the number of the table, the key and the rest of the value) and
//! either a body, or a frame around one:
//!
//! ```text
//! value    = checksum 4, body                       tables that can be worked out again: twins, cards, sums, uses, pending, ledger
//!          | checksum 4, frame                      all others
//! frame    = magic d5 db, table u8, version u8 (3), length of the key u8, key, length of the body u32 little endian, body
//! body     = a bincode struct: standard configuration (little endian, small numbers in few bytes), at most 2^20 bytes
//! ```
//!
//! Table and key stand in the frame too, so that records can be gathered from the remains of a file whose tree is lost. The checksum
//! is looked at whenever a row is read: a row is never taken for another, nor believed after a bit of it has flipped.
//!
//! | table | key | body | file |
//! |---|---|---|---|
//! | 0 `texts` | name | text: `format` (3), `identity` (32 hex digits), `created-by`, `levels` (TOML), `partition`, `shard`, `starter-N`, `checked`, `backup`, `backed-up`, `superseded`; `once-KEY` (the batch of a key) | `text` |
//! | 1 `seeds` | key 16 | puzzle 37, origin, symmetry, gradings | `seed` |
//! | 2 `twins` | ladder, 0, twin key 16 | key of the best seed 16 | `card` |
//! | 3 `cards` | ladder, 0, tier, symmetry, origin, round, key 16 | unreserved cells, capacity, scores, rest, half turn, class, twin key | `card` |
//! | 4 `sums` | ladder, 0, tier, symmetry, origin | seeds, capacity, issued, left | `card` |
//! | 5 `uses` | key of the seed 16 | puzzles issued, symmetry, origin, cards (ladder, tier, capacity) | `card` |
//! | 6 `pending` | batch u32, key of the seed 16 | puzzles issued that are not in `uses` yet | `card` |
//! | 7 `ledger` | key 16 | batch, number | `issued` |
//! | 8 `keys` | batch u32, part u32 | at most 64 keys, 16 each | `keys` |
//! | 9 `issued` | batch u32, number u32 | key 16, puzzle 37, key of the seed, tier, score, level, rating in tenths, void | `issued` |
//! | 10 `batches` | id u32 | token 16, request, RNG seed, version, note, asked, issued, lost numbers, keys, attempts, begun, by whom, void, exports, key and request of what is done once | `issued` |
//! | 11 `books` | id u32 | title, version, volumes, puzzles, void | `printed` |
//! | 12 `printed` | batch u32, number u32, book u32 | volume, number in the book, page, page of the answer | `printed` |
//! | 13 `events` | id u32 | batch, number, what (runs or withdrawn: series, day; approved or unapproved: series, day, by whom; or a note), time | `printed` |
//!
//! A puzzle is its clues in 11 bytes (bit c % 8 of byte c / 8 is cell c, row by row) and its solution in 26: the 64 digits of rows
//! and columns 1 to 8, each less one, in base 9, 20 in each of three u64 and 4 in a u16; the others follow.
//!
//! A later version of a body is a struct, and a file, of its own, with its number in the frame.

mod card;
mod issued;
mod key;
mod keys;
mod printed;
mod puzzle;
mod row;
#[cfg(feature = "file")]
mod scan;
mod seed;
mod text;

pub use card::Sum;
pub(super) use card::{Best, Card, CardKey, Group, Pending, Uses};
pub(super) use issued::{At, Spot};
pub(super) use key::{Numbered, RowKey};
pub(super) use keys::Keys;
pub(super) use row::{Record, check, decode, encode};
#[cfg(feature = "file")]
pub(super) use scan::{Frame, scan};
pub(super) use text::Text;
