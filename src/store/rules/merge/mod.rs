//! All of another database brought into this one: batches with their puzzles and keys, books, events, levels. Seeds are added as ever.
//!
//! Nothing is kept of a merge, so that one that is done twice finds by itself that nothing is left to do. A batch is known by its
//! token, and gets the next id here; a puzzle by its key, whatever batch and number it has, and so its places in books and what
//! became of it; a book by its title and places; what became of a day of a series by all that happened to it.

mod batches;
mod books;
mod events;
mod theirs;
mod told;

use super::super::StoreError;
use super::super::engine::{Done, Fault, Lock, Transaction};
use super::super::texts::PARTITION;
use super::texts;
use crate::level_table;
use crate::rating::levels::LevelTable;
use crate::record::Batch;
use crate::symmetry::Fraction;
pub(in crate::store) use theirs::Theirs;
pub use told::{Both, Differing, Joined, JoinedBatch};

/// Brings in all. `told` hears how many puzzles were looked at, and says whether to go on; none if it does not. What came, and the last
/// batch in which something is issued now that was not.
pub(in crate::store) fn all(
    theirs: &Theirs<'_>,
    to: &mut dyn Transaction,
    is_shared: bool,
    told: &mut dyn FnMut(u64) -> bool,
) -> Done<Option<(Joined, Option<Batch>)>> {
    to.lock(Lock::Books)?;
    to.lock(Lock::Batches)?;
    let own = part(texts::text(to, PARTITION)?);
    let other = part(theirs.read(|from| texts::text(from, PARTITION))?);
    if let (Some(kept), Some(owner)) = (own, other)
        && kept != owner
    {
        return Err(Fault::Store(StoreError::NotOwn { kept, owner }));
    }
    let mut joined = Joined::default();
    levels(theirs, to, &mut joined)?;
    let batches = batches::Joining::new(theirs, to, is_shared, own)?;
    let Some((void, last)) = batches.all(to, &mut joined, told)? else { return Ok(None) };
    books::all(theirs, to, &mut joined)?;
    events::all(theirs, to, &mut joined)?;
    // Last, as what is void may stand in a book.
    super::events::void(to, &void, true, None)?;
    Ok(Some((joined, last)))
}

fn part(text: Option<String>) -> Option<Fraction> {
    text.and_then(|text| text.parse().ok())
}

/// Levels of names that are not here.
fn levels(theirs: &Theirs<'_>, to: &mut dyn Transaction, joined: &mut Joined) -> Done {
    let read = |toml: Option<String>| match toml {
        None => Ok(LevelTable::default()),
        Some(toml) => level_table::read(&toml).map_err(|error| format!("levels: {error}")),
    };
    let own = read(texts::levels(to)?).map_err(Fault::Broken)?;
    let wrong = |what| theirs.wrong(what);
    let other = read(theirs.read(|from| texts::levels(from))?).map_err(wrong)?;
    let mut all = own.levels().to_vec();
    for level in other.levels() {
        match own.get(&level.name) {
            Ok(known) if known == level => {}
            Ok(_) => joined.differing.push(Differing::Level(level.name.clone())),
            Err(_) => {
                joined.levels.push(level.name.clone());
                all.push(level.clone());
            }
        }
    }
    if joined.levels.is_empty() {
        return Ok(());
    }
    let table = LevelTable::new(all).and_then(LevelTable::with_harmless_names);
    let table = table.map_err(|error| wrong(format!("levels: {error}")))?;
    texts::set_levels(to, &level_table::write(&table))
}
