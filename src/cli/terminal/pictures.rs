//! [`Pictures`]: plots as files, of `compare` and `stats`.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::Context;
use seeddb::export::plot::Picture;
use seeddb::plural::counted;

use super::files::Files;
use super::globals::Globals;
use super::protected;

/// Pictures on their way into a folder, in which all of them appear or none.
pub struct Pictures {
    folder: PathBuf,
    files: Files,
    count: u64,
}

impl Pictures {
    /// Pictures for a folder, which stands in one that is made if there is none. With `force`, files that are there may be replaced.
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

    /// Puts them into the folder, and says how many.
    pub fn finish(self, globals: &Globals) -> anyhow::Result<()> {
        self.files.finish()?;
        let (pictures, folder) = (counted(self.count, "picture"), self.folder.display());
        globals.note(format_args!("{pictures} in {folder}"));
        Ok(())
    }
}
