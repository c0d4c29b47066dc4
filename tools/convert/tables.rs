//! The tables of a file of format 2.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use redb::{
    Key as TableKey, ReadOnlyDatabase, ReadTransaction, ReadableDatabase as _, ReadableTable as _,
    ReadableTableMetadata as _, TableDefinition, TableError,
};
use seeddb::database::{Content, Shard};
use seeddb::level_table;
use seeddb::record::Entry;
use seeddb::symmetry::Key;

use super::records;

/// A table of records.
type Records<K> = TableDefinition<'static, K, &'static [u8]>;

const SEEDS: Records<&'static [u8; 16]> = TableDefinition::new("seeds");
const ISSUED: Records<(u32, u32)> = TableDefinition::new("issued");
const BATCHES: Records<u32> = TableDefinition::new("batches");
const BOOKS: Records<u32> = TableDefinition::new("books");
/// Batch, number, book.
const PRINTED: Records<(u32, u32, u32)> = TableDefinition::new("printed-2");
const EVENTS: Records<u32> = TableDefinition::new("events");
const LEVELS: Records<&'static str> = TableDefinition::new("levels-2");
const META: TableDefinition<&str, &str> = TableDefinition::new("meta");
/// Puzzles that are still to be moved from format 1.
const LEDGER_1: TableDefinition<&[u8; 16], (u32, u32)> = TableDefinition::new("ledger");
/// Key of a puzzle > batch, number, checksum. One more entry says how many there are.
const LEDGER: TableDefinition<&[u8; 16], (u32, u32, u32)> = TableDefinition::new("ledger-2");

/// All that the database in the file at `path` holds, which is only read.
pub fn read(path: &Path) -> anyhow::Result<Content> {
    let database = ReadOnlyDatabase::open(path)
        .with_context(|| format!("{} cannot be read", path.display()))?;
    let from = database.begin_read()?;
    let meta = meta(&from)?;
    let text = |name: &str| meta.get(name).map(String::as_str);
    match text("format") {
        Some("2") => {}
        Some("1") => bail!(
            "{} is of format 1: let the program that wrote it draw once, which makes format 2 of it",
            path.display()
        ),
        _ => bail!("{} is no database of format 2", path.display()),
    }
    ensure!(
        from.open_table(LEDGER_1).is_err(),
        "a part of the ledger is still of format 1: draw with the program that wrote it until it is not"
    );
    let mut content = Content {
        identity: text("identity").map(str::parse).transpose().context("its identity")?,
        partition: property(text("property-partition"))?.map(str::parse).transpose()?,
        shard: property(text("property-shard"))?.map(shard).transpose()?,
        seeds: rows(&from, SEEDS, |key, record| records::seed(Key(*key), record))?,
        events: rows(&from, EVENTS, records::event)?,
        ..Content::default()
    };
    let editions = meta.keys().filter_map(|name| name.strip_prefix("property-starter-"));
    content.editions = editions.map(str::parse).collect::<Result<_, _>>()?;
    let levels = rows(&from, LEVELS, |key, record| {
        ensure!(key == records::CURRENT, "it is not the one in use");
        records::levels(record)
    })?;
    // Databases that have none on record were made when there was no other.
    content.levels =
        levels.first().map_or_else(level_table::original, |toml| level_table::read(toml))?;

    let batches = rows(&from, BATCHES, records::batch)?;
    content.batches = batches.into_iter().map(|batch| (batch, Vec::new())).collect();
    for puzzle in rows(&from, ISSUED, records::entry)? {
        let batch = numbered(&mut content.batches, puzzle.batch);
        batch.with_context(|| format!("there is no batch {}", puzzle.batch))?.1.push(puzzle);
    }
    is_the_ledger(&from, &content)?;

    let books = rows(&from, BOOKS, records::book)?;
    content.books = books.into_iter().map(|book| (book, Vec::new())).collect();
    let place = |at: (u32, u32, u32), record: &[u8]| Ok((at.2, records::place(at, record)?));
    for (id, place) in rows(&from, PRINTED, place)? {
        let book = numbered(&mut content.books, id);
        book.with_context(|| format!("there is no book {id}"))?.1.push(place);
    }
    Ok(content)
}

/// The one of this id, as they are in order from 1 on.
fn numbered<T>(all: &mut [T], id: u32) -> Option<&mut T> {
    all.get_mut((id as usize).checked_sub(1)?)
}

/// Fails unless the ledger has exactly the puzzles on record: with one missing there it could be issued again, with one missing on
/// record its key would be lost here.
fn is_the_ledger(from: &ReadTransaction, content: &Content) -> anyhow::Result<()> {
    let ledger = from.open_table(LEDGER)?;
    let puzzles = content.batches.iter().flat_map(|(_, puzzles)| puzzles);
    let mut count = 0;
    for Entry { key, batch, number, .. } in puzzles {
        let found = ledger.get(&key.0)?.map(|entry| (entry.value().0, entry.value().1));
        ensure!(
            found == Some((*batch, *number)),
            "puzzle {number} of batch {batch} is not in the ledger"
        );
        count += 1;
    }
    let total = ledger.len()?.saturating_sub(1);
    ensure!(count == total, "the ledger has {total} puzzles, and {count} are on record");
    Ok(())
}

/// The texts of the database as a whole.
fn meta(from: &ReadTransaction) -> anyhow::Result<BTreeMap<String, String>> {
    let meta = from.open_table(META).context("it is no database of seeddb")?;
    let mut texts = BTreeMap::new();
    for row in meta.iter()? {
        let (name, text) = row?;
        texts.insert(name.value().to_owned(), text.value().to_owned());
    }
    Ok(texts)
}

/// A text that stands after its checksum.
fn property(kept: Option<&str>) -> anyhow::Result<Option<&str>> {
    let Some(kept) = kept else { return Ok(None) };
    let (sum, text) = kept.split_once(' ').context("a property does not read")?;
    let holds = u32::from_str_radix(sum, 16) == Ok(crc32fast::hash(text.as_bytes()));
    ensure!(holds, "the checksum of a property is wrong");
    Ok(Some(text))
}

fn shard(text: &str) -> anyhow::Result<Shard> {
    let (part, search) = text.split_once(' ').context("its shard does not read")?;
    Ok(Shard { part: part.parse()?, search: search.to_owned() })
}

/// All rows of a table, as `read` has them; none if it is not there, as older programs did not make every table.
fn rows<K: TableKey + 'static, T>(
    from: &ReadTransaction,
    table: Records<K>,
    read: impl for<'a> Fn(K::SelfType<'a>, &'a [u8]) -> anyhow::Result<T>,
) -> anyhow::Result<Vec<T>> {
    let rows = match from.open_table(table) {
        Err(TableError::TableDoesNotExist(_)) => return Ok(Vec::new()),
        rows => rows?,
    };
    let mut found = Vec::new();
    for row in rows.iter()? {
        let (key, record) = row?;
        let name = || format!("{} {:?}", redb::TableHandle::name(&table), key.value());
        found.push(read(key.value(), record.value()).with_context(name)?);
    }
    ensure!(
        found.len() as u64 == rows.len()?,
        "rows of {} are missing",
        redb::TableHandle::name(&table)
    );
    Ok(found)
}
