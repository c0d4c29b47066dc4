//! Texts about the whole database: its identity, level table, partition and state.

use std::path::Path;

use super::super::engine::{Abort, Done, Lock, Snapshot, Table, Transaction};
use super::super::moved::Missing;
use super::super::record::Text;
use super::super::texts::{self as told, SHARD, of_edition, of_partition, of_shard};
use super::super::{FORMAT, Identity, Shard};
use super::super::{StoreError, is_same_file};
use super::EVERYTHING;
use super::changes;
use super::rows::{all_of, get, get_all, put, remove};
use super::users;
use crate::level_table;
use crate::rating::levels::LevelTable;
use crate::record::{Batch, Numbers};
use crate::symmetry::Fraction;
use crate::temporary::target_of;

pub(in crate::store) const LEVELS: &str = "levels";
/// The partition of all puzzles that the database draws from.
pub(in crate::store) const PARTITION: &str = "partition";
pub(super) const IDENTITY: &str = "identity";
/// The beginning of the first line of a level table, except the first one.
const TABLE: &str = "# table ";
/// Losses that were not accepted yet; `ACCEPTED` with a number holds accepted ones.
pub(in crate::store) const LOSS: &str = "loss";
const ACCEPTED: &str = "accepted-loss-";
/// The beginning of the first line of a list of losses.
const LIST: &str = "# list ";
/// The maximum number of lines in the list.
const MOST_MISSING: usize = 1_000;
const BACKUP: &str = "backup";
const BACKED_UP: &str = "backed-up";
const SUPERSEDED: &str = "superseded";
pub(in crate::store) const GENERATION: &str = "generation";

pub(in crate::store) fn found(to: &mut dyn Transaction, identity: Identity, levels: &str) -> Done {
    set(to, "format", &FORMAT.to_string())?;
    rename(to, identity)?;
    set(to, "created-by", env!("CARGO_PKG_VERSION"))?;
    set(to, LEVELS, levels)
}

/// Gives a copy a separate identity.
pub(in crate::store) fn rename(to: &mut dyn Transaction, identity: Identity) -> Done {
    set(to, IDENTITY, &identity.to_string())
}

/// Writes a text under a name.
pub(super) fn set(to: &mut dyn Transaction, name: &str, text: &str) -> Done {
    put(to, &name.to_owned(), &Text(text.to_owned()))
}

/// Returns the text with this name, if any.
pub(in crate::store) fn text(from: &dyn Snapshot, name: &str) -> Done<Option<String>> {
    Ok(get(from, &name.to_owned())?.map(|Text(text)| text))
}

/// Returns the identity of the database.
pub fn identity(from: &dyn Snapshot) -> Done<Identity> {
    let identity = text(from, IDENTITY)?.and_then(|text| text.parse().ok());
    identity.ok_or_else(|| Abort::Corrupt("its identity does not read".to_owned()))
}

/// Returns the identity and the changes of the database.
pub(in crate::store) fn changed(from: &dyn Snapshot) -> Done<(Identity, changes::Changes)> {
    let names = [IDENTITY, changes::CHANGES].map(str::to_owned);
    let mut texts =
        get_all::<Text>(from, &names)?.into_iter().map(|text| text.map(|Text(text)| text));
    let identity = texts.next().flatten().and_then(|text| text.parse().ok());
    let identity =
        identity.ok_or_else(|| Abort::Corrupt("its identity does not read".to_owned()))?;
    Ok((identity, changes::read(texts.next().flatten())?))
}

/// Returns random bits that distinguish a restored copy of the database from the original; `None`
/// if it was never restored.
pub(in crate::store) fn generation(from: &dyn Snapshot) -> Done<Option<u128>> {
    let Some(text) = text(from, GENERATION)? else { return Ok(None) };
    let generation = u128::from_str_radix(&text, 16);
    generation.map(Some).map_err(|_| Abort::Corrupt("its generation does not read".to_owned()))
}

/// Records that this copy was restored: its draws now differ from those of the original, even for
/// equal requests with equal RNG seeds.
pub(in crate::store) fn next_generation(to: &mut dyn Transaction, random: u128) -> Done {
    set(to, GENERATION, &format!("{random:032x}"))
}

/// Returns the time when a backup was made, in seconds since 1970 (UTC), 0 if unknown; `None` if
/// the database is no backup.
pub fn backup(from: &dyn Snapshot) -> Done<Option<u64>> {
    Ok(text(from, BACKUP)?.map(|made| made.parse().unwrap_or_default()))
}

pub(in crate::store) fn set_backup(to: &mut dyn Transaction, made: u64) -> Done {
    set(to, BACKUP, &made.to_string())
}

/// Returns the time of the last backup, in seconds since 1970, and its number of puzzles.
pub fn backed_up(from: &dyn Snapshot) -> Done<Option<(u64, u64)>> {
    let read = |text: String| {
        let (made, issued) = text.split_once(' ')?;
        Some((made.parse().ok()?, issued.parse().ok()?))
    };
    Ok(text(from, BACKED_UP)?.and_then(read))
}

/// Records the time of the last backup and its number of puzzles.
pub fn set_backed_up(to: &mut dyn Transaction, (made, issued): (u64, u64)) -> Done {
    set(to, BACKED_UP, &format!("{made} {issued}"))
}

/// Turns a backup into a normal database.
pub(in crate::store) fn unset_backup(to: &mut dyn Transaction) -> Done {
    remove::<Text>(to, [BACKUP.to_owned()])
}

/// Returns the partition that the database draws in; `None` if it draws from all seeds.
pub fn partition(from: &dyn Snapshot) -> Done<Option<Fraction>> {
    let kept = text(from, PARTITION)?.map(|kept| kept.parse());
    kept.transpose().map_err(|_| Abort::Corrupt("its partition does not read".to_owned()))
}

/// The text that lists the imports taken back.
pub(in crate::store) const TAKEN_BACK: &str = "taken-back";
/// The prefix of the texts with keys of imported seeds.
pub(super) const IMPORTED: &str = "imported-";

/// Whether copies keep the text. Other texts describe the database (identity, levels, partition,
/// shard, editions), belong to one file (format, backup, ..), or follow from other records.
pub(in crate::store) fn is_kept(name: &str) -> bool {
    [LOSS, GENERATION, changes::CHANGES, TAKEN_BACK].contains(&name)
        || name.starts_with(ACCEPTED)
        || name.starts_with(IMPORTED)
        || users::is_user(name)
}

/// Records losses: nothing is drawn until they are accepted.
pub(in crate::store) fn add_loss(to: &mut dyn Transaction, missing: &[Missing]) -> Done {
    let lines = missing.iter().filter(|missing| missing.part.is_ledger());
    join_loss(to, lines.map(Missing::to_string).collect())
}

/// [`add_loss`] for lines. Drops all lines whose puzzles are at their places again.
pub(super) fn join_loss(to: &mut dyn Transaction, lines: Vec<String>) -> Done {
    let known = loss(to)?;
    let mut all: Vec<String> = Vec::new();
    for line in known.iter().flat_map(|known| known.lines().map(str::to_owned)).chain(lines) {
        if all.len() < MOST_MISSING && !all.contains(&line) {
            all.push(line);
        }
    }
    // A full list may be incomplete, so it is left as it is.
    if all.len() < MOST_MISSING {
        let mut left = Vec::new();
        for line in all {
            left.extend((!is_back(to, &line)?).then_some(line));
        }
        all = left;
    }
    let all = all.join("\n");
    if all == known.unwrap_or_default() { Ok(()) } else { set_loss(to, &all) }
}

/// Stores the list with a serial number, because the remains of a file have several versions.
fn set_loss(to: &mut dyn Transaction, lines: &str) -> Done {
    changes::add(to, LOSS, 1)?;
    let number = changes::total(&text(to, changes::CHANGES)?.unwrap_or_default(), LOSS);
    set(to, LOSS, &format!("{LIST}{number}\n{lines}"))
}

/// Returns the serial number of a list of losses, and its lines.
pub(in crate::store) fn list_of_loss(text: &str) -> (u64, &str) {
    let list = text.strip_prefix(LIST).and_then(|rest| rest.split_once('\n'));
    list.and_then(|(number, lines)| Some((number.parse().ok()?, lines))).unwrap_or((0, text))
}

/// Whether a line, such as `batch 3: puzzles 7..9`, is about puzzles that all exist now.
fn is_back(from: &dyn Snapshot, line: &str) -> Done<bool> {
    let words = of_batch(line).and_then(|(id, words)| Some((id, words.strip_prefix("puzzles ")?)));
    let Some((id, Ok(numbers))) = words.map(|(id, words)| (id, words.parse::<Numbers>())) else {
        return Ok(false);
    };
    let is_there = |batch: Batch| numbers.last() <= batch.issued && !numbers.meets(&batch.lost);
    Ok(get::<Batch>(from, &id)?.is_some_and(is_there))
}

/// Splits a line into the batch that it is about and the rest.
pub(super) fn of_batch(line: &str) -> Option<(u32, &str)> {
    let (id, words) = line.strip_prefix("batch ")?.split_once(": ")?;
    Some((id.parse().ok()?, words))
}

/// Returns the losses that were not accepted yet, one per line; `None` if there are none.
pub(in crate::store) fn loss(from: &dyn Snapshot) -> Done<Option<String>> {
    let text = text(from, LOSS)?;
    Ok(text.map(|text| list_of_loss(&text).1.to_owned()).filter(|lines| !lines.is_empty()))
}

/// Whether a text with this name holds accepted losses.
pub(super) fn is_of_accepted(name: &str) -> bool {
    name.starts_with(ACCEPTED)
}

/// Returns the accepted losses, each with a first line of the time of acceptance.
pub(super) fn accepted(from: &dyn Snapshot) -> Done<Vec<String>> {
    let mut all = Vec::new();
    while let Some(text) = text(from, &format!("{ACCEPTED}{}", all.len() + 1))? {
        all.push(text);
    }
    Ok(all)
}

/// Accepts the losses at this time, in seconds since 1970; returns them.
pub fn accept_loss(to: &mut dyn Transaction, time: u64) -> Done<Option<String>> {
    let Some(lines) = loss(to)? else { return Ok(None) };
    set_loss(to, "")?;
    let number = accepted(to)?.len() + 1;
    set(to, &format!("{ACCEPTED}{number}"), &format!("{time}\n{lines}"))?;
    Ok(Some(lines))
}

/// Adds losses accepted in another copy, unless they are on record.
pub(super) fn join_accepted(to: &mut dyn Transaction, text: &str) -> Done {
    let known = accepted(to)?;
    if known.iter().any(|known| known == text) {
        return Ok(());
    }
    set(to, &format!("{ACCEPTED}{}", known.len() + 1), text)
}

/// A note in a database that another database has replaced.
pub(in crate::store) struct Superseded {
    /// The time of that, in seconds since 1970; 0 if unknown.
    pub when: u64,
    /// The name that this file was given.
    aside: String,
}

impl Superseded {
    pub fn new(when: u64, aside: &Path) -> Self {
        let aside = aside.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Self { when, aside }
    }

    /// Returns the original name of the file.
    fn name(&self) -> &str {
        self.aside.rsplit_once(ASIDE).map_or("", |(name, _)| name)
    }

    /// Whether another database has really replaced this one, which is at `path` now. It has not if
    /// the replacing process was killed before: then this file has both names.
    pub fn holds(&self, path: &Path) -> bool {
        let path = target_of(path);
        let has_name = path.file_name().is_some_and(|name| name == self.name());
        !(has_name && is_same_file(&path, &path.with_file_name(&self.aside)))
    }
}

/// The text between the name of a replaced file and the time.
pub const ASIDE: &str = ".before-";

/// Returns the note that the database was, or was to be, replaced.
pub(in crate::store) fn superseded(from: &dyn Snapshot) -> Done<Option<Superseded>> {
    let read = |text: String| {
        let (when, aside) = text.split_once(' ').unwrap_or_default();
        Superseded { when: when.parse().unwrap_or_default(), aside: aside.to_owned() }
    };
    Ok(text(from, SUPERSEDED)?.map(read))
}

/// Records that the database was replaced by another; `None` removes the note.
pub(in crate::store) fn set_superseded(to: &mut dyn Transaction, by: Option<&Superseded>) -> Done {
    match by {
        Some(Superseded { when, aside }) => set(to, SUPERSEDED, &format!("{when} {aside}")),
        None => remove::<Text>(to, [SUPERSEDED.to_owned()]),
    }
}

/// Fails if the database was replaced by another; removes the note if it does not apply.
pub(in crate::store) fn expect_in_place(to: &mut dyn Transaction, path: &Path) -> Done {
    match superseded(to)? {
        None => Ok(()),
        Some(by) if by.holds(path) => {
            Err(StoreError::Superseded { path: path.to_owned(), when: by.when }.into())
        }
        Some(_) => set_superseded(to, None),
    }
}

/// Replaces the level table. Each table starts with the number of earlier ones, because the remains
/// of a file have several.
pub(in crate::store) fn set_toml(to: &mut dyn Transaction, toml: &str) -> Done {
    let number = self::text(to, LEVELS)?.map_or(0, |toml| table_number(&toml)).saturating_add(1);
    let toml =
        toml.strip_prefix(TABLE).and_then(|rest| rest.split_once('\n')).map_or(toml, |one| one.1);
    set(to, LEVELS, &format!("{TABLE}{number}\n{toml}"))?;
    changes::add(to, LEVELS, 1)
}

/// Returns the level table as it was stored, whatever its names.
pub(in crate::store) fn stored_levels(from: &dyn Snapshot) -> Done<LevelTable> {
    let Some(toml) = text(from, LEVELS)? else { return Ok(LevelTable::default()) };
    level_table::read(&toml).map_err(|error| Abort::Corrupt(format!("levels: {error}")))
}

/// Returns the level table.
pub fn levels(from: &dyn Snapshot) -> Done<LevelTable> {
    // The database may come from someone else.
    let harmless = stored_levels(from)?.with_harmless_names();
    harmless.map_err(|error| Abort::Corrupt(format!("levels: {error}")))
}

/// Replaces the level table.
///
/// # Errors
/// [`StoreError::Impossible`] if a name can do [harm](crate::rating::levels::harm).
pub fn set_levels(to: &mut dyn Transaction, levels: &LevelTable) -> Done {
    let harmless = levels.clone().with_harmless_names();
    let harmless = harmless.map_err(|error| StoreError::Impossible(error.to_string()))?;
    set_toml(to, &level_table::write(&harmless))
}

/// Restricts the database to this partition, unless it has one already. Returns the partition in
/// force; `None` if puzzles were issued before.
pub(in crate::store) fn claim_partition(
    to: &mut dyn Transaction,
    part: Fraction,
) -> Done<Option<Fraction>> {
    let (name, text) = of_partition(part);
    claim(to, &name, &text, true)?.map_or(Ok(None), |_| partition(to))
}

/// Returns the search that the seeds are a shard of, if any.
pub fn shard(from: &dyn Snapshot) -> Done<Option<Shard>> {
    let Some(kept) = text(from, SHARD)? else { return Ok(None) };
    told::shard(&kept).ok_or_else(|| Abort::Corrupt("its shard does not read".to_owned())).map(Some)
}

/// Records that all seeds of the shard are here.
pub fn set_shard(to: &mut dyn Transaction, shard: &Shard) -> Done {
    let (name, text) = of_shard(shard);
    claim(to, &name, &text, false).map(drop)
}

/// Returns the recorded editions of the starter seeds, ascending.
pub fn editions(from: &dyn Snapshot) -> Done<Vec<u32>> {
    // All names with the prefix and a hyphen: a dot sorts after the hyphen.
    let (first, last) = (format!("{}-", told::EDITION), format!("{}.", told::EDITION));
    let found = all_of::<Text>(from, first.clone()..last)?.into_iter();
    let mut editions: Vec<u32> =
        found.filter_map(|(name, _)| name[first.len()..].parse().ok()).collect();
    editions.sort_unstable();
    Ok(editions)
}

/// Records this edition of the starter seeds.
pub fn set_edition(to: &mut dyn Transaction, edition: u32) -> Done {
    let (name, text) = of_edition(edition);
    claim(to, &name, &text, false).map(drop)
}

/// Returns the number of level tables before this one.
pub(in crate::store) fn table_number(toml: &str) -> u64 {
    let first = toml.strip_prefix(TABLE).and_then(|rest| rest.lines().next());
    first.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Stores a text permanently unless the name is taken; returns the text that is stored now. `None`,
/// without storing it, if `unissued` and a puzzle was ever issued.
pub(in crate::store) fn claim(
    to: &mut dyn Transaction,
    name: &str,
    text: &str,
    unissued: bool,
) -> Done<Option<String>> {
    to.lock(Lock::Batches)?;
    if let Some(known) = self::text(to, name)? {
        return Ok(Some(known));
    }
    if unissued && !to.range(Table::Issued, EVERYTHING, 1, false)?.is_empty() {
        return Ok(None);
    }
    set(to, name, text)?;
    Ok(Some(text.to_owned()))
}
