//! A dump as it is written.

use std::io::{self, Write};

use serde::Serialize as _;

use super::lines::{End, EventLine, FORMAT, Head, KeyLine, Line, PlaceLine};
use crate::record::Entry;
use crate::store::{Piece, ToldSeed};
use crate::visible::VisibleJson;

/// Writes lines, and counts them.
pub(super) struct Writer<'a> {
    out: &'a mut dyn Write,
    hasher: blake3::Hasher,
    /// The batch whose keys come, and the book whose places come.
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
    /// Writes the first line.
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
        writer.line(&Line::Dump(Head { format: FORMAT, version }))?;
        Ok(writer)
    }

    fn line(&mut self, line: &Line) -> io::Result<()> {
        self.text.clear();
        let mut json = serde_json::Serializer::with_formatter(&mut self.text, VisibleJson);
        line.serialize(&mut json)?;
        self.text.push(b'\n');
        self.hasher.update(&self.text);
        self.out.write_all(&self.text)
    }

    /// Writes a line for each record of a piece.
    pub(super) fn piece(&mut self, piece: &Piece) -> io::Result<()> {
        match piece {
            Piece::Whole(whole) => self.line(&Line::Database((&**whole).into())),
            Piece::Seeds(seeds) => {
                self.seeds += seeds.len() as u64;
                seeds.iter().try_for_each(|seed: &ToldSeed| self.line(&seed.into()))
            }
            Piece::Batch(batch) => {
                self.batches += 1;
                self.batch = batch.batch.id;
                self.line(&batch.into())
            }
            Piece::Keys(keys) => keys.iter().try_for_each(|&key| {
                self.keys += 1;
                self.line(&Line::Key(KeyLine { batch: Some(self.batch), key }))
            }),
            Piece::Puzzles(puzzles) => {
                self.puzzles += puzzles.len() as u64;
                puzzles.iter().try_for_each(|puzzle: &Entry| self.line(&puzzle.into()))
            }
            Piece::Book(book) => {
                self.books += 1;
                self.book = book.book.id;
                self.line(&book.into())
            }
            Piece::Places(places) => places.iter().try_for_each(|place| {
                self.places += 1;
                self.line(&Line::Place(PlaceLine::new(self.book, place)))
            }),
            Piece::Events(events) => events.iter().try_for_each(|(id, event)| {
                self.events += 1;
                self.line(&Line::Event(EventLine::new(*id, event)))
            }),
        }
    }

    /// Writes the last line.
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
        self.line(&Line::End(end))
    }
}
