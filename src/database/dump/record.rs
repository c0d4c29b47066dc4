//! [`Record`]: the content of a line. Each line is parsed independently, and its puzzle solved.

use seeddb_ledger::{BatchRecord, BookRecord, SeedRecord, Shard, Whole};
use serde_json::{Map, Value};

use super::line::{End, FORMAT, Head, KeyLine, WholeLine, read, record, take};
use super::old;
use crate::board::{Grid, Puzzle};
use crate::level_table;
use crate::logic::{Ladder, grade};
use crate::old_words::in_todays_words;
use crate::rating::hsolve;
use crate::record::{Batch, Book, Entry, Event, Place, Seed};
use crate::refill;
use crate::symmetry::{GridClass, Key};

pub(super) enum Record {
    Whole(Box<Whole>),
    Seed(Box<SeedRecord>),
    /// A batch; its number is 0 if the line has none.
    Batch(Box<BatchRecord>),
    Key(Option<u32>, Key),
    /// A puzzle; its batch and number are 0 if the line has none.
    Puzzle(Box<Entry>),
    /// A book; its number is 0 if the line has none.
    Book(Box<BookRecord>),
    Place(Option<u32>, Place),
    Event(Option<u32>, Event),
}

/// A parsed line; the first and the last are not records.
pub(super) enum Read {
    Blank,
    /// The first line, with the format of the dump.
    Head(u32),
    Record(Record),
    End(End),
}

/// The number of record kinds counted by the last line.
pub(super) const KINDS: usize = 7;

impl Record {
    /// Returns its index among the counts of the last line.
    pub(super) fn kind(&self) -> Option<usize> {
        match self {
            Self::Whole(_) => None,
            Self::Seed(_) => Some(0),
            Self::Batch(_) => Some(1),
            Self::Key(..) => Some(2),
            Self::Puzzle(_) => Some(3),
            Self::Book(_) => Some(4),
            Self::Place(..) => Some(5),
            Self::Event(..) => Some(6),
        }
    }
}

/// Parses a line of a dump of this format; fails unless its puzzle has one solution.
pub(super) fn understand(line: &[u8], format: u32, ladder: &Ladder) -> Result<Read, String> {
    if line.trim_ascii().is_empty() {
        return Ok(Read::Blank);
    }
    let line = std::str::from_utf8(line).map_err(|_| "it is not UTF-8")?;
    let (kind, mut keys) = read(&in_todays_words(line))?;
    if format < FORMAT {
        old::keys(&kind, &mut keys)?;
    }
    Ok(Read::Record(match kind.as_str() {
        "dump" => {
            let Head { format, .. } = record(keys)?;
            if !(1..=FORMAT).contains(&format) {
                return Err(format!(
                    "the dump is of format {format}, and this program reads up to {FORMAT}"
                ));
            }
            return Ok(Read::Head(format));
        }
        "end" => return Ok(Read::End(record(keys)?)),
        "database" => Record::Whole(Box::new(whole(record(keys)?)?)),
        "seed" => Record::Seed(Box::new(seed(keys, ladder)?)),
        "puzzle" => Record::Puzzle(Box::new(entry(keys, ladder)?)),
        "batch" => {
            let told = |name| keys.get(name).is_some_and(|value| !value.is_null());
            let told = ["asked", "issued", "void"].map(told);
            let batch: Batch = record(keys)?;
            let [asked, issued, void] = [batch.asked, batch.issued, batch.void];
            Record::Batch(Box::new(BatchRecord {
                asked: told[0].then_some(asked),
                issued: told[1].then_some(issued),
                void: told[2].then_some(void),
                batch,
            }))
        }
        "key" => {
            let batch = take(&mut keys, "batch")?;
            Record::Key(batch, record::<KeyLine>(keys)?.key)
        }
        "book" => {
            let puzzles = keys.get("puzzles").and_then(Value::as_u64).is_some();
            let book: Book = record(keys)?;
            Record::Book(Box::new(BookRecord { puzzles: puzzles.then_some(book.puzzles), book }))
        }
        "place" => Record::Place(take(&mut keys, "book")?, record(keys)?),
        "event" => Record::Event(take(&mut keys, "event")?, record(keys)?),
        _ => return Err(format!("there is no record {kind:?}")),
    }))
}

fn whole(line: WholeLine) -> Result<Whole, String> {
    let levels = line.levels.map(|toml| level_table::read(&in_todays_words(&toml))).transpose();
    let shard = line.shard.map(|own| {
        let part = own.part.ok_or("a shard is a part")?;
        Ok::<_, String>(Shard { part, search: own.search })
    });
    Ok(Whole {
        identity: line.identity,
        levels: levels.map_err(|error| format!("levels: {error}"))?,
        partition: line.partition,
        shard: shard.transpose()?,
        editions: line.editions,
        kept: line.kept.iter().flatten().filter_map(|kept| kept_text(kept)).collect(),
    })
}

/// Splits a kept text into name and text.
fn kept_text(kept: &str) -> Option<(String, String)> {
    kept.split_once(' ').map(|(name, text)| (name.to_owned(), text.to_owned()))
}

/// Fails if a solution is given that is not the puzzle's.
fn has_solution(puzzle: &Puzzle, solution: Option<&str>) -> Result<(), String> {
    if let Some(solution) = solution {
        let told: Grid = solution.parse().map_err(|error| format!("its solution: {error}"))?;
        if told != puzzle.solution().grid() {
            return Err("its puzzle has another solution".to_owned());
        }
    }
    Ok(())
}

fn seed(mut keys: Map<String, Value>, ladder: &Ladder) -> Result<SeedRecord, String> {
    let (issued, solution) = (take(&mut keys, "issued")?, take::<String>(&mut keys, "solution")?);
    let mut seed: Seed = record(keys)?;
    has_solution(&seed.puzzle, solution.as_deref())?;
    let own = Key::of(&seed.puzzle);
    if seed.key != own && seed.key != Key::default() {
        return Err("its key is that of another puzzle".to_owned());
    }
    seed.key = own;
    if seed.gradings.is_empty() {
        let grade = grade(ladder, &seed.puzzle);
        seed = refill::assess(ladder, &seed.puzzle, &grade, seed.symmetry, seed.origin);
    }
    let class = Some(GridClass::of(seed.puzzle.solution()));
    Ok(SeedRecord { seed, issued, class })
}

fn entry(mut keys: Map<String, Value>, ladder: &Ladder) -> Result<Entry, String> {
    let solution = take::<String>(&mut keys, "solution")?;
    let is_graded = keys.get("tier").is_some_and(|tier| !tier.is_null());
    if !is_graded {
        keys.insert("tier".to_owned(), 0.into());
    }
    let mut entry: Entry = record(keys)?;
    has_solution(&entry.puzzle, solution.as_deref())?;
    // A given key is verified when the puzzle is entered.
    if entry.key == Key::default() {
        entry.key = Key::of(&entry.puzzle);
    }
    if !is_graded {
        let grade = grade(ladder, &entry.puzzle);
        entry.tier = grade.tier;
        entry.score = hsolve::score(ladder, &entry.puzzle, &grade).map(|score| score.mean);
    }
    Ok(entry)
}
