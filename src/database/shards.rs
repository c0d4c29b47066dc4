//! A search for seeds shared by many machines: each writes a file, and the files are merged.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use chacha20::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use seeddb_ledger::rules::{seeds, texts};
use seeddb_ledger::{Added, OpenOptions, Shard, Store, StoreError};

use super::mine::sum;
use super::worked_out::check_seed;
use super::{Control, Database, Error, MineOptions, Mined, Unit};
use crate::logic::Ladder;
use crate::record::Seed;
use crate::symmetry::{Fraction, Id, Key};
use crate::temporary;

/// The number of seeds merged with one commit.
const CHUNK: usize = 4_096;
/// The number of seeds verified between two reads of the database.
const PROVED: usize = 256;

/// Searches for the seeds of one shard and writes them to `path`, as a database with nothing else,
/// when the search is complete. Reads no other database, so that a lost shard can be searched again
/// anywhere with the same result, given a number of seeds and no time limit. Returns `None`, and
/// writes nothing, if a stop was requested. An existing file at `path`, even one created during the
/// search, is kept.
///
/// `shard` identifies the search, and `options.rng_seed` is common to all shards; each derives its
/// own RNG seed from it.
///
/// # Errors
/// Those of [`Database::mine`]; [`StoreError::There`] for another file; failures of the file.
pub fn mine_shard(
    path: &Path,
    shard: &Shard,
    ladder: &Ladder,
    options: &MineOptions,
    control: &Control,
) -> Result<Option<Mined>, Error> {
    let io = |error| Error::Store(StoreError::io(path, error));
    let there = || Error::Store(StoreError::There(path.to_owned()));
    if path.symlink_metadata().is_ok() {
        return Err(there());
    }
    // Checked first, so that a read-only folder is reported before the search.
    drop(temporary::file(temporary::folder_of(path), None).map_err(io)?);
    let memory = Database::in_memory(ladder.clone(), &[])?;
    let options =
        MineOptions { rng_seed: rng_seed(options.rng_seed, shard.part), ..options.clone() };
    let mined = memory.mine(&options, control)?;
    if control.is_stopped() {
        return Ok(None);
    }
    let store = memory.store();
    store.write(|to| texts::set_shard(to, shard))?;
    let target = Store::at(path, &OpenOptions::default());
    match store.copy_to(&target, &mut |_| true) {
        Ok(true) => Ok(Some(mined)),
        // Another process has completed this shard.
        _ if matches!(shard_at(path), Ok(Some(there)) if there == *shard) => Ok(Some(mined)),
        Ok(false) => Err(there()),
        Err(error) => Err(error.into()),
    }
}

/// Returns the RNG seed of a shard.
fn rng_seed(of_all: u64, part: Fraction) -> u64 {
    let mut rng = ChaCha8Rng::seed_from_u64(of_all);
    rng.set_stream(u64::from(part.of()) << 16 | u64::from(part.index()));
    // 53 bits, like generated RNG seeds, for every JSON parser.
    rng.next_u64() >> 11
}

/// Returns the shard in the file at `path`; `None` if there is no such file.
///
/// # Errors
/// Something else is at the path, or a database that is not a shard: see [`Error::NoShard`].
pub fn shard_at(path: &Path) -> Result<Option<Shard>, Error> {
    let store = Store::at(path, &OpenOptions::default());
    if !store.exists()? {
        return Ok(None);
    }
    store.read(texts::shard)?.ok_or_else(|| Error::NoShard(path.to_owned())).map(Some)
}

/// The result of merging files.
#[derive(Debug, Default)]
pub struct Merged {
    /// The counts of their seeds.
    pub added: Added,
    /// The missing shards among those expected.
    pub missing: Vec<Fraction>,
    /// Files that could not be read, with their errors.
    pub unread: Vec<(PathBuf, Error)>,
}

impl Database {
    /// Adds the seeds of the databases in `files`, sorted by key, so that the order of the files
    /// does not matter. If a number of shards is expected, the files must be shards of one search,
    /// and unreadable ones count as missing.
    ///
    /// The files are not trusted: all facts about a seed are recomputed, unless this database has
    /// the same seed, except its capacity, which would take far longer
    /// ([`VerifyOptions::capacity`](super::VerifyOptions::capacity)).
    ///
    /// # Errors
    /// [`Error::OtherSearch`], [`Error::NoShard`]; [`Error::Stopped`]; failures of the store. If no
    /// shards are expected, also those of the files, such as [`Error::FalseSeed`]. Nothing is added
    /// then.
    pub fn merge(
        &self,
        files: &[PathBuf],
        expected: Option<u16>,
        control: &Control,
    ) -> Result<Merged, Error> {
        let (seeds, mut merged) = self.gather(files, expected, control)?;
        merged.added = self.add_all(&seeds)?;
        Ok(merged)
    }

    /// Returns the verified seeds of these files.
    pub(super) fn gather(
        &self,
        files: &[PathBuf],
        expected: Option<u16>,
        control: &Control,
    ) -> Result<(Vec<Seed>, Merged), Error> {
        let mut merged = Merged::default();
        let (mut seeds, mut search, mut found) = (BTreeMap::new(), None, BTreeSet::new());
        let mut done = 0;
        for path in files {
            let read = match read(path, expected.is_some()) {
                Ok(read) => match self.wrong(&read.0, &mut done, control)? {
                    Some((seed, what)) => Err(Error::FalseSeed { path: path.clone(), seed, what }),
                    None => Ok(read),
                },
                Err(error) => Err(error),
            };
            match read {
                Ok((of_file, shard)) => {
                    if let (Some(of), Some(shard)) = (expected, shard) {
                        let first = search.get_or_insert_with(|| (path, shard.search.clone()));
                        if shard.part.of() != of || shard.search != first.1 {
                            let (path, Shard { part: shard, search }) = (path.clone(), shard);
                            return Err(Error::OtherSearch { path, shard, search });
                        }
                        found.insert(shard.part);
                    }
                    seeds.extend(of_file);
                }
                Err(error @ Error::NoShard(_)) => return Err(error),
                Err(error) if expected.is_some() => merged.unread.push((path.clone(), error)),
                Err(error) => return Err(error),
            }
        }
        let of_all = Fraction::all(expected.unwrap_or(0));
        merged.missing = of_all.filter(|part| !found.contains(part)).collect();
        Ok((seeds.into_values().collect(), merged))
    }

    pub(super) fn add_all(&self, seeds: &[Seed]) -> Result<Added, Error> {
        let mut chunks = seeds.chunks(CHUNK);
        chunks.try_fold(Added::default(), |added, some| Ok(sum(added, self.add_seeds(some)?)))
    }

    /// Returns the first seed whose record is wrong, and the problem. Seeds that this database has
    /// unchanged are skipped.
    fn wrong(
        &self,
        seeds: &Seeds,
        done: &mut u64,
        control: &Control,
    ) -> Result<Option<(Id, String)>, Error> {
        // A missing database that may not be created is refused before the work.
        if !self.home.options.file.create {
            self.read()?;
        }
        let all: Vec<&Seed> = seeds.values().collect();
        for chunk in all.chunks(PROVED) {
            let keys: Vec<Key> = chunk.iter().map(|seed| seed.key).collect();
            let own = match self.read_if_there()? {
                Some(store) => store.read(|from| seeds::of_keys(from, &keys))?,
                None => vec![None; keys.len()],
            };
            let new = chunk.par_iter().zip(&own).filter(|(seed, own)| own.as_ref() != Some(*seed));
            let wrong = new.find_map_first(|(seed, _)| {
                if control.is_stopped() {
                    return None;
                }
                let problem = check_seed(self.ladder(), seed, false).into_iter().next()?;
                Some((Id::seed(seed.key), problem))
            });
            if control.is_stopped() {
                return Err(Error::Stopped);
            }
            if wrong.is_some() {
                return Ok(wrong);
            }
            *done += chunk.len() as u64;
            control.done_of(Unit::Seeds, *done, None);
        }
        Ok(None)
    }
}

type Seeds = BTreeMap<Key, Seed>;

fn read(path: &Path, is_shard: bool) -> Result<(Seeds, Option<Shard>), Error> {
    let store = Store::at(path, &OpenOptions::default());
    if !store.exists()? {
        return Err(StoreError::NotFound(path.to_owned()).into());
    }
    let shard = store.read(texts::shard)?;
    if is_shard && shard.is_none() {
        return Err(Error::NoShard(path.to_owned()));
    }
    let seeds = store.read(seeds::all)?.into_iter().map(|seed| (seed.key, seed)).collect();
    Ok((seeds, shard))
}
