//! [`Pictures`]: the charts of `compare` and `stats` as files.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::Context;
use seeddb_core::plural::counted;
use seeddb_export::plot::Picture;

use super::{Files, Globals, protected};

/// Charts that wait to be moved to a folder, all of them or none.
pub struct Pictures {
    folder: PathBuf,
    files: Files,
    count: u64,
}

impl Pictures {
    /// Charts for a folder; missing parent folders are created. With `force`, existing files may be
    /// replaced.
    pub fn of(
        pictures: io::Result<Vec<Picture>>,
        folder: &Path,
        force: bool,
    ) -> anyhow::Result<Self> {
        protected::check(folder)?;
        let pictures = pictures.context("cannot draw the pictures")?;
        if let Some(parent) = folder.parent() {
            fs::create_dir_all(parent)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        let mut files = Files::folder(folder, force)?;
        for (name, picture) in &pictures {
            files.add(&format!("{name}.svg"), picture.as_bytes())?;
        }
        Ok(Self { folder: folder.to_owned(), files, count: pictures.len() as u64 })
    }

    /// Moves the charts into the folder and notes their number.
    pub fn finish(self, globals: &Globals) -> anyhow::Result<()> {
        self.files.finish()?;
        let (pictures, folder) = (counted(self.count, "picture"), self.folder.display());
        globals.note(format_args!("{pictures} in {folder}"));
        Ok(())
    }
}
