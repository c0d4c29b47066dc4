//! Rows as bytes: format 4, the first released one. Independent of the engine that stores them.
//!
//! Each table holds rows of a key and a value, both bytes, sorted by the bytes of their keys, so
//! numbers in keys are big endian. A value is a **checksum** (CRC-32, little endian, over the
//! table's number, the key and the rest of the value) followed by a body, or by a frame around one:
//!
//! ```text
//! value    = checksum 4, body     tables that can be computed from others:
//!                                 twins, cards, sums, uses, pending, ledger
//!          | checksum 4, frame    all others
//! frame    = magic d5, version (4) in the high and table in the low half of a byte,
//!            length of the body as a number, body
//! number   = seven bits in each byte, the lowest first;
//!            the highest bit of a byte means that another one follows
//! body     = a record of serde, by bincode: standard configuration
//!            (little endian, small numbers in few bytes), at most 2^20 bytes
//! ```
//!
//! The record in a frame contains its key, or the missing part of the key precedes it, so that
//! records can be recovered from the remains of a file whose tree is lost. The checksum is verified
//! whenever a row is read: a row is never mistaken for another, or accepted with a flipped bit.
//!
//! The text `format` alone is in a frame of format 3 (magic d5 db, table, version, length of the
//! key, key, length of the body in four bytes, body), so that a program of any format can name the
//! format it finds.
//!
//! | table | key | body | file |
//! |---|---|---|---|
//! | 0 `texts` | name | name; text (see below) | `text` |
//! | 1 `seeds` | key 16 | [`Seed`](crate::record::Seed) | `seed` |
//! | 2 `twins` | ladder, 0, twin key 16 | key of the best seed 16 | `card` |
//! | 3 `cards` | group, round, key 16 | outline, class 8, twin key 16, crux 8 if known | `card` |
//! | 4 `sums` | group | seeds, capacity, issued, left | `card` |
//! | 5 `uses` | seed key 16 | issued, symmetry, origin, cards (ladder, tier, capacity) | `card` |
//! | 6 `pending` | batch u32, seed key 16 | issued and not in `uses` yet | `card` |
//! | 7 `ledger` | key 16 | batch, number | `issued` |
//! | 8 `keys` | batch u32, part u32 | batch, part; at most 64 keys, 16 each | `keys` |
//! | 9 `issued` | batch u32, number u32 | [`Entry`](crate::record::Entry) | `issued` |
//! | 10 `batches` | id u32 | [`Batch`](crate::record::Batch) | `issued` |
//! | 11 `books` | id u32 | [`Book`](crate::record::Book) | `printed` |
//! | 12 `printed` | batch, number, book u32 | book; [`Place`](crate::record::Place) | `printed` |
//! | 13 `events` | id u32 | id; [`Event`](crate::record::Event) | `printed` |
//!
//! A group is ladder, 0, tier, symmetry, origin; an outline is unreserved cells, capacity, scores,
//! rest, half turn.
//!
//! In keys the id of the ladder hsolve is empty. [`compact`](seeddb_core::compact) defines the
//! encoding of fields.

mod issued;
mod key;
mod keys;
mod printed;
mod row;
mod scan;
mod seed;
mod seed_summary;
mod text;

pub(super) use issued::{LedgerEntry, PuzzleRef};
pub(super) use key::{Numbered, RowKey};
pub(super) use keys::Keys;
pub(super) use row::{Record, check, decode, encode};
pub(super) use scan::{Frame, is_of_format_3, scan};
pub use seed_summary::Sum;
pub(super) use seed_summary::{CardKey, Group, Representative, SeedSummary, UncountedUses, Uses};
pub(super) use text::Text;
