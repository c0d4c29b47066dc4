//! Reading of a dump: a few thousand lines at a time, proved independently, on all threads.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read as _};

use seeddb_ledger::{BatchRecord, BookRecord, RecordGroup, RecordSource, StoreError};

use super::line::{End, FORMAT};
use super::record::{KINDS, Read, Record, understand};
use crate::Error;
use crate::logic::Ladder;
use crate::ordered::in_threads;
use crate::record::Numbers;

/// The maximum number of lines, and of `BYTES`, that are read at a time.
const LINES: usize = 4096;
const BYTES: usize = 8 << 20;
/// The maximum length of a line in bytes: the longest record with each byte escaped.
const LONGEST: usize = 8 << 20;

/// A function that opens the text at its beginning.
pub(super) type Opener<'a> = &'a mut dyn FnMut() -> io::Result<Box<dyn BufRead>>;

pub(super) struct Reader<'a> {
    open: Opener<'a>,
    ladder: &'a Ladder,
    text: Option<Text>,
    /// The line numbers of the last piece returned.
    lines: Vec<u64>,
}

struct Text {
    source: Box<dyn BufRead>,
    /// The number of the last line read.
    line: u64,
    hasher: blake3::Hasher,
    /// The format of the dump.
    format: u32,
    /// Records read and not returned yet, with their line numbers.
    read: VecDeque<(u64, Record)>,
    /// The numbers of seeds, batches, keys, puzzles, books, places and events so far.
    found: [u64; KINDS],
    is_over: bool,
    /// The ids of the last batch, puzzle, book and event.
    batch: u32,
    number: u32,
    /// The lost numbers of that batch.
    lost: Numbers,
    book: u32,
    event: u32,
}

const NOT_FIRST: &str = "it is not the first line of a dump of seeddb";

fn wrong(line: u64, what: impl Into<String>) -> Error {
    Error::Dump { line, what: what.into() }
}

impl<'a> Reader<'a> {
    pub(super) fn new(open: Opener<'a>, ladder: &'a Ladder) -> Self {
        Self { open, ladder, text: None, lines: Vec::new() }
    }
}

impl RecordSource for Reader<'_> {
    type Error = Error;

    fn rewind(&mut self) -> Result<(), Error> {
        let mut text = Text {
            source: (self.open)().map_err(Error::Input)?,
            line: 0,
            hasher: blake3::Hasher::new(),
            format: FORMAT,
            read: VecDeque::new(),
            found: [0; KINDS],
            is_over: false,
            batch: 0,
            number: 0,
            lost: Numbers::default(),
            book: 0,
            event: 0,
        };
        // The first two lines describe the dump and the database.
        text.fill(1, self.ladder)?;
        text.fill(1, self.ladder)?;
        if !matches!(text.read.front(), Some((_, Record::Whole(_)))) {
            text.read.push_front((text.line, Record::Whole(Box::default())));
        }
        self.text = Some(text);
        Ok(())
    }

    fn next(&mut self) -> Result<Option<RecordGroup>, Error> {
        let Some(text) = &mut self.text else { return Ok(None) };
        while text.read.is_empty() {
            if text.is_over {
                return Ok(None);
            }
            text.fill(LINES, self.ladder)?;
        }
        self.lines.clear();
        text.piece(&mut self.lines)
    }

    fn refused(&self, at: usize, error: StoreError) -> Error {
        let last = self.text.as_ref().map_or(0, |text| text.line);
        wrong(self.lines.get(at).copied().unwrap_or(last), error.to_string())
    }
}

impl Text {
    /// Reads and parses at most `most` lines.
    fn fill(&mut self, most: usize, ladder: &Ladder) -> Result<(), Error> {
        let mut lines: Vec<(u64, Vec<u8>)> = Vec::new();
        let mut bytes = 0;
        while lines.len() < most && bytes < BYTES {
            let mut line = Vec::new();
            let mut limited = (&mut self.source).take(LONGEST as u64);
            limited.read_until(b'\n', &mut line).map_err(Error::Input)?;
            if line.is_empty() {
                break;
            }
            self.line += 1;
            if line.len() == LONGEST {
                return Err(wrong(self.line, format!("it has more than {LONGEST} bytes")));
            }
            bytes += line.len();
            lines.push((self.line, line));
        }
        let is_end = lines.is_empty();
        let format = self.format;
        let read = in_threads(&lines, |(_, line)| understand(line, format, ladder));
        for ((number, line), read) in lines.into_iter().zip(read) {
            let is_first = number == 1;
            match read.map_err(|what| wrong(number, what))? {
                Read::Blank => {}
                _ if self.is_over => {
                    return Err(wrong(number, "there is something behind the last line"));
                }
                Read::Head(format) if is_first => self.format = format,
                Read::Head(_) => return Err(wrong(number, "a dump has one first line")),
                _ if is_first => return Err(wrong(1, NOT_FIRST)),
                Read::Record(record) => {
                    if matches!(record, Record::Whole(_)) && number > 2 {
                        return Err(wrong(number, "the database is told on line 2 or nowhere"));
                    }
                    if let Some(found) = record.kind().and_then(|kind| self.found.get_mut(kind)) {
                        *found += 1;
                    }
                    self.read.push_back((number, record));
                }
                Read::End(told) => {
                    self.is_over = true;
                    self.expect(&told).map_err(|what| wrong(number, what))?;
                    continue;
                }
            }
            self.hasher.update(&line);
        }
        if is_end && !self.is_over {
            return Err(wrong(self.line, "the dump ends before its last line: it was cut off"));
        }
        Ok(())
    }

    /// Compares the last line with the records read.
    fn expect(&self, told: &End) -> Result<(), String> {
        let counts = [
            (told.seeds, "seeds"),
            (told.batches, "batches"),
            (told.keys, "keys"),
            (told.puzzles, "puzzles"),
            (told.books, "books"),
            (told.places, "places"),
            (told.events, "events"),
        ];
        for ((told, name), found) in counts.into_iter().zip(self.found) {
            if let Some(told) = told.filter(|told| *told != found) {
                return Err(format!("the dump is not whole: it has {found} {name}, not {told}"));
            }
        }
        let found = self.hasher.finalize().to_hex();
        match &told.blake3 {
            Some(told) if !told.eq_ignore_ascii_case(&found) => {
                Err("the dump was changed: its lines have another checksum".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// Returns the next records of one kind.
    fn piece(&mut self, lines: &mut Vec<u64>) -> Result<Option<RecordGroup>, Error> {
        let Some((line, first)) = self.read.pop_front() else { return Ok(None) };
        lines.push(line);
        let piece = match first {
            Record::Whole(whole) => RecordGroup::Whole(whole),
            Record::Batch(told) => RecordGroup::Batch(self.batch(*told)),
            Record::Book(told) => RecordGroup::Book(self.book(*told)),
            first => {
                let mut all = vec![(line, first)];
                let kind = all[0].1.kind();
                while let Some(next) = self
                    .read
                    .front()
                    .is_some_and(|(_, next)| next.kind() == kind)
                    .then(|| self.read.pop_front())
                    .flatten()
                {
                    lines.push(next.0);
                    all.push(next);
                }
                return self.some(all).map(Some);
            }
        };
        Ok(Some(piece))
    }

    /// Returns the piece of these records, all of one kind.
    fn some(&mut self, all: Vec<(u64, Record)>) -> Result<RecordGroup, Error> {
        let (mut seeds, mut keys, mut puzzles) = (Vec::new(), Vec::new(), Vec::new());
        let (mut places, mut events) = (Vec::new(), Vec::new());
        for (line, record) in all {
            match record {
                Record::Seed(seed) => seeds.push(*seed),
                Record::Key(batch, key) => {
                    if self.batch == 0 || batch.is_some_and(|batch| batch != self.batch) {
                        return Err(wrong(line, "a key stands behind its batch"));
                    }
                    keys.push(key);
                }
                Record::Puzzle(mut puzzle) => {
                    self.number = self.lost.next_kept(self.number).unwrap_or(u32::MAX);
                    if puzzle.batch == 0 {
                        puzzle.batch = self.batch;
                    }
                    if puzzle.number == 0 {
                        puzzle.number = self.number;
                    }
                    if self.batch == 0 {
                        return Err(wrong(line, "a puzzle stands behind its batch"));
                    }
                    puzzles.push(*puzzle);
                }
                Record::Place(book, place) => {
                    if self.book == 0 || book.is_some_and(|book| book != self.book) {
                        return Err(wrong(line, "a place stands behind its book"));
                    }
                    places.push(place);
                }
                Record::Event(id, event) => {
                    self.event = self.event.saturating_add(1);
                    if id.is_some_and(|id| id != self.event) {
                        let what = format!("event {} is missing", self.event);
                        return Err(wrong(line, what));
                    }
                    events.push((self.event, event));
                }
                Record::Whole(_) | Record::Batch(_) | Record::Book(_) => {}
            }
        }
        Ok(if !seeds.is_empty() {
            RecordGroup::Seeds(seeds)
        } else if !keys.is_empty() {
            RecordGroup::Keys(keys)
        } else if !puzzles.is_empty() {
            RecordGroup::Puzzles(puzzles)
        } else if !places.is_empty() {
            RecordGroup::Places(places)
        } else {
            RecordGroup::Events(events)
        })
    }

    fn batch(&mut self, mut told: BatchRecord) -> BatchRecord {
        let next = self.batch.saturating_add(1);
        self.batch = if told.batch.id == 0 { next } else { told.batch.id };
        told.batch.id = self.batch;
        self.number = 0;
        self.lost = told.batch.lost.clone();
        told
    }

    fn book(&mut self, mut told: BookRecord) -> BookRecord {
        let next = self.book.saturating_add(1);
        self.book = if told.book.id == 0 { next } else { told.book.id };
        told.book.id = self.book;
        told
    }
}
