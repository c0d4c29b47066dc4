//! Making a database.

use std::fs::File;

use super::FileEngine;
use super::fault::of_io;
use super::guard::guarded;
use super::identify::{length, recognise};
use super::kv::make_all;
use super::lock::Proved;
use super::meta;
use super::open::{builder, write};
use crate::store::StoreError;
use crate::store::engine::{Done, Transaction};
use crate::temporary;

impl FileEngine {
    /// Whether there is a file, which is one of redb.
    pub(in crate::store) fn exists(&self) -> Result<bool, StoreError> {
        match recognise(&self.path) {
            Ok(()) => Ok(true),
            Err(StoreError::NotFound(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Makes a database with what `fill` writes, and its folder; false if there is one, or somebody else was faster. Nothing is ever
    /// replaced. It is made beside its place and moved there as a whole. In `fill` another database may be read.
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
            let backend = Proved::open(made.path(), self.options.no_lock)?;
            let database = builder().create_with_backend(backend)?;
            let transaction = database.begin_write()?;
            make_all(&transaction)?;
            transaction.commit()?;
            write(path, &database, fill)?;
            // What was just written needs no check of its pages.
            let length = length(made.path())?;
            write(path, &database, &mut |view| meta::set_checked(view, length))
        })?;
        made.as_file().sync_all().map_err(io)?;
        match made.persist_noclobber(path) {
            Ok(_) => {
                // The new name must survive a power cut too; not every system can sync a folder.
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
