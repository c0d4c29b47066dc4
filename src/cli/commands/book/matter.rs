//! [`MatterFlags`]: the flags of `book` that are about pages of text beside the puzzles.

use std::path::{Path, PathBuf};

use seeddb::database::BookFile;

use super::cover::text_of;
use super::description::{Description, replace_any};
use crate::cli::terminal::exit::UsageError;

/// Flags of these pages.
#[derive(clap::Args, Debug)]
pub struct MatterFlags {
    /// A page for each technique that the puzzles need: what it is, and a board where it is the next step
    #[arg(long)]
    how_to: bool,
    /// A file of text (Markdown) for pages before the puzzles, as a foreword
    #[arg(long, value_name = "PATH")]
    front: Option<PathBuf>,
    /// A file of text (Markdown) for pages after the solutions, as about the author
    #[arg(long, value_name = "PATH")]
    back_matter: Option<PathBuf>,
}

impl MatterFlags {
    /// They come before what the file says.
    pub fn apply(self, all: &mut Description) -> anyhow::Result<()> {
        let own = &all.book.plan.matter;
        for (key, flag, own) in
            [("matter.front", "--front", &own.front), ("matter.back", "--back-matter", &own.back)]
        {
            if let Some(name) = own.as_deref().filter(|text| is_file_name(text)) {
                let words = format!("the key is the text itself: {flag} {name} reads a file");
                return Err(all.at(&[key], UsageError(words)));
            }
        }
        let BookFile { plan, places, .. } = &mut all.book;
        plan.how_to |= self.how_to;
        for (key, own, path) in [
            ("matter.front", &mut plan.matter.front, self.front),
            ("matter.back", &mut plan.matter.back, self.back_matter),
        ] {
            let text = path.map(|path| text_of(&path)).transpose()?;
            replace_any(places, key, own, text);
        }
        Ok(())
    }
}

/// Whether this is the name of a file, and stands where the text itself belongs.
fn is_file_name(text: &str) -> bool {
    let ending = Path::new(text).extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("md")) && !text.contains('\n')
}
