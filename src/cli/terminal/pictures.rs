//! [`Pictures`]: plots as files, of `compare` and `stats`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use seeddb::export::plot::Group;

use super::database::counted;
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
    /// Makes the folder in which the one of the pictures is to be, if there is none. With `force`, files that are there may be replaced.
    pub fn open(folder: &Path, force: bool) -> anyhow::Result<Self> {
        protected::check(folder)?;
        if let Some(parent) = folder.parent() {
            fs::create_dir_all(parent)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        Ok(Self { folder: folder.to_owned(), files: Files::folder(folder, force)?, count: 0 })
    }

    /// Adds one.
    pub fn put(&mut self, name: &str, picture: std::io::Result<String>) -> anyhow::Result<()> {
        let name = format!("{name}.svg");
        let picture = picture.with_context(|| format!("cannot draw {name}"))?;
        self.count += 1;
        self.files.add(&name, picture.as_bytes())
    }

    /// Puts them into the folder, and says how many.
    pub fn finish(self, globals: &Globals) -> anyhow::Result<()> {
        self.files.finish()?;
        let (pictures, folder) = (counted(self.count, "picture"), self.folder.display());
        globals.note(format_args!("{pictures} in {folder}"));
        Ok(())
    }
}

/// The groups that have values.
pub fn without_empty(groups: Vec<Group>) -> Vec<Group> {
    groups.into_iter().filter(|group| !group.1.is_empty()).collect()
}
