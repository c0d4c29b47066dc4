//! [`OutputKind`]: the kinds of output for puzzles.

use std::fmt;
use std::str::FromStr;

use super::{Format, PictureFormat};

/// Text, a picture, a page to play, or a site of such pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputKind {
    /// Text.
    Text(Format),
    /// A picture.
    Picture(PictureFormat),
    /// A page to play.
    Page,
    /// A folder of such pages, one per day.
    Site,
}

impl OutputKind {
    /// Returns all kinds.
    pub fn all() -> impl Iterator<Item = Self> {
        let text = Format::ALL.iter().map(|&format| Self::Text(format));
        let pictures = PictureFormat::ALL.iter().map(|&format| Self::Picture(format));
        text.chain(pictures).chain([Self::Page, Self::Site])
    }

    /// Returns the name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text(format) => format.name(),
            Self::Picture(format) => format.name(),
            Self::Page => "html",
            Self::Site => "site",
        }
    }

    /// Returns the kind with this file extension; `txt` means lines.
    pub fn of_ending(ending: &str) -> Option<Self> {
        match ending {
            "txt" => Some(Self::Text(Format::Line)),
            _ => Self::all().find(|kind| *kind != Self::Site && kind.extension() == ending),
        }
    }

    /// Returns the file extension.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Text(format) => format.extension(),
            Self::Picture(_) | Self::Page | Self::Site => self.name(),
        }
    }

    /// Whether the output is binary.
    pub fn is_binary(self) -> bool {
        matches!(self.name(), "xlsx" | "pdf" | "png")
    }

    /// Whether one file can hold several puzzles, and is made when all are known.
    pub fn has_pages(self) -> bool {
        matches!(self.name(), "pdf" | "html")
    }

    /// Whether a file holds one puzzle; kinds that [have pages](Self::has_pages) may hold more.
    pub const fn is_one_a_file(self) -> bool {
        match self {
            Self::Text(format) => format.is_one_a_file(),
            Self::Picture(_) => true,
            Self::Page | Self::Site => false,
        }
    }
}

impl fmt::Display for OutputKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that is no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format {0:?}: take {names}", names = OutputKind::all().map(OutputKind::name).collect::<Vec<_>>().join(", "))]
pub struct UnknownKind(String);

impl FromStr for OutputKind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        Self::all().find(|kind| kind.name() == text).ok_or_else(|| UnknownKind(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for kind in OutputKind::all() {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            let told = OutputKind::of_ending(kind.extension());
            assert!(kind == OutputKind::Site || told.unwrap().extension() == kind.extension());
        }
        let words = "docx".parse::<OutputKind>().unwrap_err().to_string();
        assert!(words.contains("line, board, sdm") && words.ends_with("html, site"), "{words}");
    }
}
