//! `--preview`: the pages as pictures, in a folder.

use std::fs;
use std::path::Path;

use anyhow::bail;
use seeddb_export::book::contact_sheets;
use seeddb_export::drawing::{Drawing, Fonts, write_png};

use crate::terminal::Files;

/// The resolutions of a page, and of pages on a contact sheet, in dots per inch.
const DPI: [f64; 2] = [100.0, 20.0];

/// A folder of pictures, which appear together or not at all.
pub struct Preview(Files);

impl Preview {
    /// Opens a new or empty folder; other folders are refused without `force`.
    pub fn open(folder: &Path, force: bool) -> anyhow::Result<Self> {
        let is_empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
        if !force && !is_empty {
            bail!(
                "{} has files already: choose another folder, or replace those of the same names with --force",
                folder.display()
            );
        }
        Files::folder(folder, force).map(Self)
    }

    /// Adds the pages of named documents: for `book.pdf` `book-001.png` and so on, and
    /// `book-contact-1.png` with up to 48 pages each. The files are not yet at their target.
    pub fn add<'a>(
        &mut self,
        documents: impl Iterator<Item = (String, &'a [Drawing])>,
        fonts: &Fonts,
    ) -> anyhow::Result<()> {
        let Self(files) = self;
        let mut picture = |name: String, drawing: &Drawing, dpi: f64| -> anyhow::Result<()> {
            let mut png = Vec::new();
            write_png(&mut png, drawing, dpi, fonts)?;
            files.add(&name, &png)
        };
        let [page_dpi, sheet_dpi] = DPI;
        for (document, pages) in documents {
            let name = Path::new(&document).file_stem().unwrap_or_default().to_string_lossy();
            for (number, page) in (1..).zip(pages) {
                picture(format!("{name}-{number:03}.png"), page, page_dpi)?;
            }
            for (number, sheet) in (1..).zip(contact_sheets(pages)) {
                picture(format!("{name}-contact-{number}.png"), &sheet, sheet_dpi)?;
            }
        }
        Ok(())
    }

    pub fn finish(self) -> anyhow::Result<()> {
        self.0.finish()
    }
}
