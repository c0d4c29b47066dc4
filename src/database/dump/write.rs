//! Writing of a dump.

use std::io::{self, Write};

use seeddb_ledger::{RecordGroup, SeedRecord};
use serde::{Serialize, Serializer};

use super::line::{End, FORMAT, Head, KeyLine, Nothing, WholeLine, write};
use crate::board::Solution;

/// Writes lines and counts them.
pub(super) struct Writer<'a> {
    out: &'a mut dyn Write,
    hasher: blake3::Hasher,
    /// The batch of the current keys, and the book of the current places.
    batch: u32,
    book: u32,
    pub seeds: u64,
    pub batches: u64,
    keys: u64,
    pub puzzles: u64,
    pub books: u64,
    pub places: u64,
    pub events: u64,
    text: Vec<u8>,
}

impl<'a> Writer<'a> {
    pub(super) fn begin(out: &'a mut dyn Write) -> io::Result<Self> {
        let mut writer = Self {
            out,
            hasher: blake3::Hasher::new(),
            batch: 0,
            book: 0,
            seeds: 0,
            batches: 0,
            keys: 0,
            puzzles: 0,
            books: 0,
            places: 0,
            events: 0,
            text: Vec::new(),
        };
        let version = env!("CARGO_PKG_VERSION").to_owned();
        writer.line("dump", &Nothing {}, &Head { format: FORMAT, version })?;
        Ok(writer)
    }

    fn line(
        &mut self,
        kind: &str,
        beside: &impl Serialize,
        record: &impl Serialize,
    ) -> io::Result<()> {
        self.text.clear();
        write(&mut self.text, kind, beside, record)?;
        self.text.push(b'\n');
        self.hasher.update(&self.text);
        self.out.write_all(&self.text)
    }

    pub(super) fn piece(&mut self, piece: &RecordGroup) -> io::Result<()> {
        match piece {
            RecordGroup::Whole(whole) => {
                self.line("database", &Nothing {}, &WholeLine::from(&**whole))
            }
            RecordGroup::Seeds(seeds) => {
                seeds.iter().try_for_each(|SeedRecord { seed, issued, .. }| {
                    self.seeds += 1;
                    let beside = OfSeed { issued: *issued, solution: seed.puzzle.solution() };
                    self.line("seed", &beside, seed)
                })
            }
            RecordGroup::Batch(told) => {
                self.batches += 1;
                self.batch = told.batch.id;
                self.line("batch", &Nothing {}, &told.batch)
            }
            RecordGroup::Keys(keys) => keys.iter().try_for_each(|&key| {
                self.keys += 1;
                self.line("key", &OfKey { batch: self.batch }, &KeyLine { key })
            }),
            RecordGroup::Puzzles(puzzles) => puzzles.iter().try_for_each(|puzzle| {
                self.puzzles += 1;
                self.line("puzzle", &OfPuzzle { solution: puzzle.puzzle.solution() }, puzzle)
            }),
            RecordGroup::Book(told) => {
                self.books += 1;
                self.book = told.book.id;
                self.line("book", &Nothing {}, &told.book)
            }
            RecordGroup::Places(places) => places.iter().try_for_each(|place| {
                self.places += 1;
                self.line("place", &OfPlace { book: self.book }, place)
            }),
            RecordGroup::Events(events) => events.iter().try_for_each(|(id, event)| {
                self.events += 1;
                self.line("event", &OfEvent { event: *id }, event)
            }),
        }
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        let end = End {
            seeds: Some(self.seeds),
            batches: Some(self.batches),
            keys: Some(self.keys),
            puzzles: Some(self.puzzles),
            books: Some(self.books),
            places: Some(self.places),
            events: Some(self.events),
            blake3: Some(self.hasher.finalize().to_hex().to_string()),
        };
        self.line("end", &Nothing {}, &end)
    }
}

/// Further keys of a seed's line; likewise below.
#[derive(Serialize)]
struct OfSeed<'a> {
    #[serde(serialize_with = "shown")]
    solution: &'a Solution,
    issued: Option<u64>,
}

#[derive(Serialize)]
struct OfKey {
    batch: u32,
}

#[derive(Serialize)]
struct OfPuzzle<'a> {
    #[serde(serialize_with = "shown")]
    solution: &'a Solution,
}

#[derive(Serialize)]
struct OfPlace {
    book: u32,
}

#[derive(Serialize)]
struct OfEvent {
    event: u32,
}

fn shown<S: Serializer>(solution: &Solution, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(solution)
}
