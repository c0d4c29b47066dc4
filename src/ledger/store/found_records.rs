//! [`FoundRecords`]: the rows that can be read from the file of a damaged database.
//!
//! The file is read from beginning to end, and frames identify their rows. The file also has older
//! versions of most rows. Ledger rows are never undone, so of two versions the one with more
//! information is kept: a batch with more puzzles, a puzzle that is void, a seed with the gradings
//! of all versions.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs::File;
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::StoreError;
use super::content::prove;
use super::engine::{Abort, Table, derived};
use super::file::of_io;
use super::record::{Frame, Keys, PuzzleRef, RowKey as _, Text, decode, scan};
use crate::record::{Batch, Book, Entry, Event, Place, Seed};
use crate::symmetry::Key;

/// The number of bytes that a disk reads as a unit.
const SECTOR: u64 = 4096;
/// The memory in bytes required even for a small file.
const LEAST_MEMORY: usize = 64 << 20;

/// The position of a puzzle that was found; its full record stays in the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FoundPuzzle {
    pub at: PuzzleRef,
    pub key: Key,
    /// The offset of its value in the file.
    place: u64,
    /// The length of the value in bytes.
    length: u32,
    pub void: bool,
}

#[derive(Default)]
pub(super) struct FoundRecords {
    path: PathBuf,
    pub texts: BTreeMap<String, Vec<String>>,
    /// All versions of each seed that were found.
    pub seeds: BTreeMap<Key, Vec<Seed>>,
    /// Sorted by batch, number and key, without duplicates.
    pub puzzles: Vec<FoundPuzzle>,
    pub batches: BTreeMap<u32, Batch>,
    pub books: BTreeMap<u32, Book>,
    /// Keys that batches entered without puzzles.
    pub keys: BTreeMap<u32, BTreeSet<Key>>,
    pub places: BTreeMap<(u32, u32, u32), Place>,
    pub events: BTreeMap<u32, Event>,
    /// The seeds of the proved puzzles.
    pub used: HashSet<Key>,
    /// The number of bytes that the disk could not read.
    pub unread: u64,
}

/// The reason why a scan stopped early.
enum Ended {
    Io(io::Error),
    Fault(Abort),
    Stopped,
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Abort> for Ended {
    fn from(fault: Abort) -> Self {
        Self::Fault(fault)
    }
}

/// A file in which unreadable sectors read as zeros.
struct Patched {
    file: File,
    at: u64,
    unread: u64,
}

impl Read for Patched {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.file.read(out) {
            Ok(read) => {
                self.at += read as u64;
                return Ok(read);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
            Err(_) => {}
        }
        // Reads one sector again, and fills it with zeros if that fails too.
        let most = (SECTOR - self.at % SECTOR).min(out.len() as u64) as usize;
        self.file.seek(SeekFrom::Start(self.at))?;
        let read = self.file.read(&mut out[..most]).or_else(|_| {
            let left = self.file.metadata()?.len().saturating_sub(self.at);
            let skipped = most.min(usize::try_from(left).unwrap_or(most));
            out[..skipped].fill(0);
            self.unread += skipped as u64;
            io::Result::Ok(skipped)
        })?;
        self.at += read as u64;
        self.file.seek(SeekFrom::Start(self.at))?;
        Ok(read)
    }
}

/// Fails if the memory for reading a file of this length cannot be allocated: a failed allocation
/// later would abort the process without a reason.
fn expect_memory(bytes: u64) -> io::Result<()> {
    let most = LEAST_MEMORY + 2 * (bytes as usize).min(LEAST_MEMORY);
    Vec::<u8>::new().try_reserve_exact(most).map_err(|_| {
        let words = format!(
            "what is left in it is read with up to {} MB of memory, more than the system gives this process (`ulimit -v`)",
            most >> 20
        );
        io::Error::new(io::ErrorKind::OutOfMemory, words)
    })
}

impl FoundRecords {
    /// Reads the file at `path`. `told` receives the number of bytes read and returns whether to
    /// continue; returns `None` if it stops.
    ///
    /// # Errors
    /// No such file; a folder; a record of a later program.
    pub(super) fn of(
        path: &Path,
        told: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Self>, StoreError> {
        let failed = |error| of_io(error, path);
        let file = File::open(path).map_err(failed)?;
        if file.metadata().map_err(failed)?.is_dir() {
            return Err(StoreError::Folder(path.to_owned()));
        }
        let bytes = file.metadata().map_err(failed)?.len();
        expect_memory(bytes).map_err(failed)?;
        let mut found = Self { path: path.to_owned(), ..Self::default() };
        let mut patched = Patched { file, at: 0, unread: 0 };
        let mut sorted = 0;
        let scanned = scan::<Ended>(&mut patched, &mut |frame| {
            let at = frame.at;
            found.take(&frame)?;
            if found.puzzles.len() > 2 * sorted + (1 << 20) {
                found.sort();
                sorted = found.puzzles.len();
            }
            if told(at) { Ok(()) } else { Err(Ended::Stopped) }
        });
        match scanned {
            Ok(()) => {}
            Err(Ended::Stopped) => return Ok(None),
            Err(Ended::Io(error)) => return Err(failed(error)),
            Err(Ended::Fault(Abort::Store(error))) => return Err(error),
            // The checksum holds but the content is impossible, so it was never written that way.
            Err(Ended::Fault(_)) => {
                return Err(StoreError::Damaged { path: path.to_owned(), what: "a record".into() });
            }
        }
        found.unread = patched.unread;
        found.sort();
        Ok(Some(found))
    }

    /// Adds a row; skips a row with a valid checksum and impossible content.
    fn take(&mut self, Frame { table, key, value, at }: &Frame<'_>) -> Result<(), Ended> {
        let taken = match table {
            Table::Texts => decode::<Text>(key, value).map(|(name, Text(text))| {
                let known = self.texts.entry(name).or_default();
                known.retain(|other| *other != text);
                known.push(text);
            }),
            Table::Seeds => decode::<Seed>(key, value).map(|(key, seed)| {
                let known = self.seeds.entry(key).or_default();
                if !known.contains(&seed) {
                    known.push(seed);
                }
            }),
            Table::Keys => decode::<Keys>(key, value).map(|((batch, _), Keys(keys))| {
                self.keys.entry(batch).or_default().extend(keys);
            }),
            Table::Issued => decode::<Entry>(key, value).map(|(own, entry)| {
                let (key, void, length) = (entry.key, entry.void, value.len() as u32);
                self.puzzles.push(FoundPuzzle { at: own, key, place: *at, length, void });
            }),
            Table::Batches => decode::<Batch>(key, value).map(|(id, batch)| {
                // Taking back an import loses numbers and extends its note; a merge may restore
                // numbers.
                let says = |batch: &Batch| {
                    let Batch { issued, void, exports, keys, attempts, .. } = *batch;
                    let kept = u64::from(issued).saturating_sub(batch.lost.count());
                    (issued, batch.note.len(), kept, void, exports, keys, attempts, batch.begun)
                };
                let known = self.batches.entry(id).or_insert_with(|| batch.clone());
                if says(known) < says(&batch) {
                    *known = batch;
                }
            }),
            Table::Books => decode::<Book>(key, value).map(|(id, book)| {
                let known = self.books.entry(id).or_insert_with(|| book.clone());
                let void = known.void || book.void;
                if book.made > known.made {
                    *known = book;
                }
                known.void = void;
            }),
            Table::Printed => decode::<Place>(key, value).map(|(at, place)| {
                self.places.insert(at, place);
            }),
            Table::Events => decode::<Event>(key, value).map(|(id, event)| {
                self.events.insert(id, event);
            }),
            // These tables have no frames.
            derived!() => Ok(()),
        };
        match taken {
            Err(Abort::Corrupt(_)) => Ok(()),
            taken => Ok(taken?),
        }
    }

    /// Sorts the puzzles and merges duplicates: void if any version is.
    fn sort(&mut self) {
        self.puzzles.par_sort_unstable();
        self.puzzles.dedup_by(|next, kept| {
            let is_same = (next.at, next.key) == (kept.at, kept.key);
            kept.void |= is_same && next.void;
            is_same
        });
    }

    /// Whether texts, seeds and batches are all missing.
    pub(super) fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.seeds.is_empty() && self.batches.is_empty()
    }

    /// Reads the full records of these pieces from the file.
    pub(super) fn read<'a>(
        &self,
        pieces: impl IntoIterator<Item = &'a FoundPuzzle>,
    ) -> Result<Vec<Entry>, StoreError> {
        let failed = |error| of_io(error, &self.path);
        let mut file = File::open(&self.path).map_err(failed)?;
        let entry = |piece: &FoundPuzzle| {
            let mut value = vec![0; piece.length as usize];
            file.seek(SeekFrom::Start(piece.place)).map_err(failed)?;
            file.read_exact(&mut value).map_err(failed)?;
            let decoded = decode::<Entry>(&piece.at.to_bytes(), &value);
            let what = || "it changed while it was read".to_owned();
            let changed = |_| StoreError::Damaged { path: self.path.clone(), what: what() };
            let (_, entry) = decoded.map_err(changed)?;
            Ok(Entry { void: piece.void, ..entry })
        };
        pieces.into_iter().map(entry).collect()
    }

    /// Returns the pieces that have one solution and the key of their record.
    pub(super) fn proved(
        &mut self,
        pieces: &[FoundPuzzle],
    ) -> Result<Vec<FoundPuzzle>, StoreError> {
        let entries = self.read(pieces)?;
        let proved = pieces.par_iter().zip(&entries).filter(|(piece, entry)| {
            piece.at.0 > 0 && piece.at.1 > 0 && prove(&entry.puzzle, piece.key).is_ok()
        });
        let proved: Vec<(&FoundPuzzle, &Entry)> = proved.collect();
        self.used.extend(proved.iter().filter_map(|(_, entry)| entry.seed));
        Ok(proved.into_iter().map(|(piece, _)| *piece).collect())
    }
}
