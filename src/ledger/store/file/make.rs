//! Creation of a database file.

use std::fs::File;

use super::FileEngine;
use super::fault::of_io;
use super::guard::guarded;
use super::identify::{length, recognise};
use super::kv::make_all;
use super::lock::VerifiedLock;
use super::meta;
use super::open::{builder, write};
use crate::store::StoreError;
use crate::store::engine::{Done, Transaction};
use crate::temporary;

impl FileEngine {
    /// Whether a redb file exists at the path.
    pub(in crate::store) fn exists(&self) -> Result<bool, StoreError> {
        match recognise(&self.path) {
            Ok(()) => Ok(true),
            Err(StoreError::NotFound(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Creates a database filled by `fill`, and its folder; returns `false` if the file exists or
    /// another process creates it first. Never replaces a file: the database is written beside its
    /// place and then renamed. `fill` may read another database.
    pub(in crate::store) fn make(
        &self,
        fill: &mut dyn FnMut(&mut dyn Transaction) -> Done,
    ) -> Result<bool, StoreError> {
        if self.exists()? {
            return Ok(false);
        }
        let path = temporary::target_of(&self.path);
        let path = path.as_path();
        let io = |error| of_io(error, path);
        let folder = temporary::folder_of(path);
        std::fs::create_dir_all(folder).map_err(io)?;
        let made = temporary::private_file(folder).map_err(io)?;
        guarded(path, || {
            let backend = VerifiedLock::open(made.path(), self.options.no_lock)?;
            let database = builder().create_with_backend(backend)?;
            let transaction = database.begin_write()?;
            make_all(&transaction)?;
            transaction.commit()?;
            write(path, &database, fill)?;
            // Newly written pages need no check.
            let length = length(made.path())?;
            write(path, &database, &mut |view| meta::set_checked(view, length))
        })?;
        made.as_file().sync_all().map_err(io)?;
        match made.persist_noclobber(path) {
            Ok(_) => {
                // The new name must survive a power cut; some systems cannot sync a folder.
                if let Ok(folder) = File::open(folder) {
                    let _ = folder.sync_all();
                }
                Ok(true)
            }
            Err(_) if self.exists()? => Ok(false),
            Err(error) => Err(io(error.error)),
        }
    }
}
