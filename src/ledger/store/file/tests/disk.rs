//! A failing disk: half-written data, no room, or a power cut that loses unsynced data.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::ops::Bound;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use redb::backends::FileBackend;
use redb::{BackendError, DatabaseError, StorageBackend};

use crate::temporary::failing::{Failing, ask};

/// The number of bytes that a disk writes as a unit.
const SECTOR: u64 = 512;

/// The old contents of sectors written since the last sync, and the synced length.
type Unsynced = (HashMap<u64, Vec<u8>>, Option<u64>);

/// A file on such a disk.
#[derive(Debug)]
pub(in crate::store::file) struct Disk {
    file: FileBackend,
    unsynced: std::sync::Mutex<Unsynced>,
}

impl Disk {
    pub(in crate::store::file) fn new(file: File) -> Result<Self, DatabaseError> {
        Ok(Self { file: FileBackend::new(file)?, unsynced: std::sync::Mutex::default() })
    }

    /// Saves the old contents of sectors before they are overwritten.
    fn keep(&self, offset: u64, length: u64) -> io::Result<()> {
        let mut unsynced = self.unsynced.lock().unwrap();
        let all = self.file.len()?;
        unsynced.1.get_or_insert(all);
        for sector in offset / SECTOR..(offset + length).div_ceil(SECTOR) {
            if let std::collections::hash_map::Entry::Vacant(new) = unsynced.0.entry(sector) {
                let there = all.saturating_sub(sector * SECTOR).min(SECTOR) as usize;
                let mut bytes = vec![0; SECTOR as usize];
                if there > 0 {
                    self.file.read(sector * SECTOR, &mut bytes[..there])?;
                }
                new.insert(bytes);
            }
        }
        Ok(())
    }

    fn lose_power(&self, random: u64) -> io::Result<()> {
        let rng = &mut SmallRng::seed_from_u64(random);
        let unsynced = self.unsynced.lock().unwrap();
        let mut sectors: Vec<_> = unsynced.0.iter().collect();
        sectors.sort();
        let share = rng.random_range(0.0..1.0);
        let all = self.file.len()?;
        for (sector, bytes) in sectors {
            let there = all.saturating_sub(sector * SECTOR).min(SECTOR) as usize;
            if rng.random_bool(share) && there > 0 {
                self.file.write(sector * SECTOR, &bytes[..there])?;
            }
        }
        match unsynced.1 {
            Some(before) if rng.random() => self.file.set_len(before),
            _ => Ok(()),
        }
    }

    /// Fails if it is time; `half` then does half of the operation.
    fn ask(&self, half: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        ask(|failing| match failing {
            Failing::PowerCut(random) => self.lose_power(random),
            Failing::Torn => half(),
            _ => Ok(()),
        })
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        self.file.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.file.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.ask(|| Ok(()))?;
        self.keep(0, 0)?;
        self.file.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.ask(|| Ok(()))?;
        *self.unsynced.lock().unwrap() = Default::default();
        self.file.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.ask(|| self.file.write(offset, &data[..data.len() / 2]))?;
        self.keep(offset, data.len() as u64)?;
        self.file.write(offset, data)
    }

    fn close(&self) -> io::Result<()> {
        self.file.close()
    }

    fn try_lock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<bool, BackendError> {
        self.file.try_lock_range(start, end)
    }

    fn unlock_range(&self, start: Bound<u64>, end: Bound<u64>) -> Result<(), BackendError> {
        self.file.unlock_range(start, end)
    }
}
