//! [`CoverFlags`]: the flags of `book` that are about the cover.

use std::path::{Path, PathBuf};

use anyhow::Context;
use seeddb::database::BookFile;
use seeddb::export::book::{Colour, Design, Isbn, Length, Wrap};

use super::description::{replace, replace_any};
use crate::cli::terminal::exit::refuse;
use crate::cli::terminal::parse;
use crate::cli::terminal::small;

/// Flags of the cover.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Its cover")]
pub struct CoverFlags {
    /// Make a cover, too: back, spine and front in one sheet, of this design
    #[arg(long, value_parser = parse::names::<Design>())]
    cover: Option<Design>,
    /// Its main colour [default: that of the design]
    #[arg(long, value_parser = parse::names::<Colour>())]
    cover_colour: Option<Colour>,
    /// The file of the text for the back [default: the rules of the game]
    #[arg(long, value_name = "PATH")]
    back_text: Option<PathBuf>,
    /// The ISBN, one for each volume, for the bar code [default: its place is left free]
    #[arg(long, value_name = "ISBN,..", value_delimiter = ',')]
    isbn: Vec<Isbn>,
    /// The width of the spine, as 11.5mm or 0.45in [default: what the printer publishes]
    #[arg(long, value_name = "LENGTH")]
    spine: Option<Length>,
    /// What the spine says instead of title and author; "" for nothing
    #[arg(long, value_name = "TEXT")]
    spine_text: Option<String>,
}

/// A flag about a cover that there is not to be.
pub fn no_cover<T>(flag: &str) -> anyhow::Result<T> {
    refuse(format!("--{flag} without a cover: give --cover plain, newspaper or gift"))
}

/// The text in a file that a flag names.
pub fn text_of(path: &Path) -> anyhow::Result<String> {
    let text = small::read_text(path, small::MOST_TOML);
    text.with_context(|| format!("cannot read {}", path.display()))
}

impl CoverFlags {
    /// They come before what the file says.
    pub fn apply(self, BookFile { plan, places, .. }: &mut BookFile) -> anyhow::Result<()> {
        if let Some(design) = self.cover {
            plan.cover.get_or_insert_default().design = design;
            places.forget("cover.design");
        }
        let given = [
            ("cover-colour", self.cover_colour.is_some()),
            ("back-text", self.back_text.is_some()),
            ("isbn", !self.isbn.is_empty()),
            ("spine", self.spine.is_some()),
            ("spine-text", self.spine_text.is_some()),
        ];
        let Some(wrap) = &mut plan.cover else {
            let flag = given.into_iter().find(|(_, is_given)| *is_given);
            return flag.map_or(Ok(()), |(flag, _)| no_cover(flag));
        };
        let Wrap { colour, back_text, isbn, spine, spine_text, .. } = wrap;
        replace_any(places, "cover.colour", colour, self.cover_colour);
        if let Some(path) = self.back_text {
            replace_any(places, "cover.back-text", back_text, Some(text_of(&path)?));
        }
        replace(places, "cover.isbn", isbn, Some(self.isbn).filter(|all| !all.is_empty()));
        replace_any(places, "cover.spine", spine, self.spine);
        replace_any(places, "cover.spine-text", spine_text, self.spine_text);
        Ok(())
    }
}
