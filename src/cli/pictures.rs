//! [`Pictures`]: plots as files, of `compare` and `stats`.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use seeddb::export::plot::Group;

use super::output::Output;
use super::protected;

/// A folder that fills with pictures.
pub struct Pictures<'a> {
    /// Where.
    pub folder: &'a Path,
    /// Whether files that are there may be replaced.
    pub force: bool,
    /// How many so far.
    pub count: usize,
}

impl Pictures<'_> {
    /// Makes the folder if there is none.
    pub fn open(&self) -> anyhow::Result<()> {
        let folder = self.folder;
        protected::check(folder)?;
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))
    }

    /// Writes one.
    pub fn put(&mut self, name: &str, picture: std::io::Result<String>) -> anyhow::Result<()> {
        let path = self.folder.join(format!("{name}.svg"));
        let picture = picture.with_context(|| format!("cannot draw {}", path.display()))?;
        let mut output = Output::open(Some(&path), self.force)?;
        output.write_all(picture.as_bytes())?;
        self.count += 1;
        output.finish()
    }
}

/// The groups that have values.
pub fn without_empty(groups: Vec<Group>) -> Vec<Group> {
    groups.into_iter().filter(|group| !group.1.is_empty()).collect()
}
