//! [`MatterFlags`]: the flags of `book` that are about pages of text beside the puzzles.

use std::path::{Path, PathBuf};

use super::cover::text_of;
use super::description::Description;
use super::source::{Source, replace_any};
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
    pub fn apply(self, Description { plan, source, .. }: &mut Description) -> anyhow::Result<()> {
        plan.how_to |= self.how_to;
        let matter = &mut plan.matter;
        for (key, flag, own, path) in [
            ("matter.front", "--front", &mut matter.front, self.front),
            ("matter.back", "--back-matter", &mut matter.back, self.back_matter),
        ] {
            refuse_file_name(source, key, flag, own.as_deref())?;
            let text = path.map(|path| text_of(&path)).transpose()?;
            replace_any(source, key, own, text);
        }
        Ok(())
    }
}

/// Refuses the name of a file where the text itself belongs.
fn refuse_file_name(
    source: &Source,
    key: &str,
    flag: &str,
    text: Option<&str>,
) -> anyhow::Result<()> {
    let is_markdown = |text: &&str| {
        let ending = Path::new(text).extension();
        ending.is_some_and(|ending| ending.eq_ignore_ascii_case("md")) && !text.contains('\n')
    };
    let Some(name) = text.filter(is_markdown) else { return Ok(()) };
    let words = format!("the key is the text itself: {flag} {name} reads a file");
    Err(source.at(&[key], UsageError(words).into()))
}
