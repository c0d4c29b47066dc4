//! The parts of a book's pages other than grids: [`Captions`], running heads, page numbers,
//! dividers.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

/// A caption of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Caption {
    /// The number of the puzzle.
    Number,
    /// The title of its section; by default its level.
    Level,
    /// The level as one to five stars.
    Stars,
    /// The estimated solving time in minutes.
    Minutes,
    /// The id of the puzzle.
    Id,
    /// The page of the answer.
    #[serde(rename = "solution-page")]
    AnswerPage,
    /// A line to write the date on.
    Date,
    /// A line to write the time on.
    Time,
}

/// The captions of a puzzle: names with commas between them, or `none`.
///
/// ```
/// use seeddb_export::book::{Caption, Captions};
///
/// let captions: Captions = "number,stars,time".parse()?;
/// assert!(captions.has(Caption::Stars) && !captions.has(Caption::Id));
/// assert_eq!(Captions::default().to_string(), "number,level,id");
/// assert!("number,ids".parse::<Captions>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "Wire")]
pub struct Captions(Vec<Caption>);

impl Captions {
    /// Whether this caption is printed.
    pub fn has(&self, caption: Caption) -> bool {
        self.0.contains(&caption)
    }

    /// Returns number and level only.
    pub fn brief() -> Self {
        Self(vec![Caption::Number, Caption::Level])
    }
}

impl Default for Captions {
    fn default() -> Self {
        Self(vec![Caption::Number, Caption::Level, Caption::Id])
    }
}

impl FromStr for Captions {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim().to_lowercase();
        if text == "none" {
            return Ok(Self(Vec::new()));
        }
        text.split(',').map(|name| name.trim().parse()).collect::<Result<_, _>>().map(Self)
    }
}

/// The captions in a file: a text with commas, or a list.
#[derive(Deserialize)]
#[serde(untagged)]
enum Wire {
    Text(String),
    List(Vec<String>),
}

impl TryFrom<Wire> for Captions {
    type Error = String;

    fn try_from(wire: Wire) -> Result<Self, String> {
        match wire {
            Wire::Text(text) => text.parse(),
            Wire::List(all) => all.join(",").parse(),
        }
    }
}

impl Serialize for Captions {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl fmt::Display for Captions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        let names: Vec<String> = self.0.iter().map(Caption::to_string).collect();
        f.write_str(&names.join(","))
    }
}

/// The running heads of the pages of puzzles, answers and hints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Heads {
    /// No running heads.
    #[default]
    None,
    /// The title of the book on left pages, the title of the section on right pages.
    Titles,
}

/// The position of page numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Folios {
    /// At the outer edge.
    #[default]
    Outside,
    /// Centred.
    Centre,
    /// No page numbers; their place stays white.
    None,
}

/// The pages before the puzzles of a section.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dividers {
    /// A divider on a right page.
    #[default]
    Recto,
    /// A divider on the next page.
    Any,
    /// No dividers: sections follow each other.
    None,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Of {
        captions: Captions,
    }

    #[test]
    fn captions_are_read_as_they_are_written() {
        for text in
            ["none", "number", "number,level,stars,minutes,id,solution-page,date,time", "id,number"]
        {
            assert_eq!(text.parse::<Captions>().unwrap().to_string(), text);
        }
        assert_eq!(" Number , ID ".parse::<Captions>().unwrap().to_string(), "number,id");
        let list: Captions =
            toml::from_str("captions = [\"stars\", \"time\"]").map(|one: Of| one.captions).unwrap();
        assert_eq!(list.to_string(), "stars,time");
        for text in ["", "number,", "none,id", "levels", "number level"] {
            let told = text.parse::<Captions>().unwrap_err();
            assert!(told.contains("`solution-page`"), "{text:?}: {told}");
        }
    }
}
