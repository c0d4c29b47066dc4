//! [`PerPage`]: the number of puzzles on a page.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize, Serializer};

/// The number of puzzles on a page: for all sections, for single ones by title, or both.
///
/// ```
/// use seeddb_export::book::PerPage;
///
/// let four: PerPage = "4,hard:2".parse()?;
/// assert_eq!((four.of("Hard"), four.of("easy")), (Some(2), Some(4)));
/// assert_eq!("hard:2".parse::<PerPage>()?.of("easy"), None);
/// assert_eq!(four.to_string(), "4,hard:2");
/// assert!("2,4".parse::<PerPage>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(try_from = "Wire")]
pub struct PerPage {
    all: Option<u8>,
    sections: Vec<(String, u8)>,
}

impl PerPage {
    /// Returns the number for the section with this title or level; `None` if not specified.
    pub fn of(&self, section: &str) -> Option<u8> {
        let own = self.sections.iter().find(|(name, _)| is_same(name, section));
        own.map(|(_, each)| *each).or(self.all)
    }

    pub(super) fn numbers(&self) -> impl Iterator<Item = u8> {
        self.all.into_iter().chain(self.sections.iter().map(|(_, each)| *each))
    }

    /// Whether nothing is specified.
    pub(super) fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// Returns a title in this value that is not among `sections`.
    pub(super) fn unknown<'a>(&'a self, sections: &[(&str, usize)]) -> Option<&'a str> {
        let mut names = self.sections.iter().map(|(name, _)| &name[..]);
        names.find(|name| !sections.iter().any(|(section, _)| is_same(name, section)))
    }
}

fn is_same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.trim().to_lowercase()
}

impl From<u8> for PerPage {
    fn from(all: u8) -> Self {
        Self { all: Some(all), sections: Vec::new() }
    }
}

impl FromStr for PerPage {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            let number = text.trim().parse().ok();
            number.ok_or_else(|| {
                format!("`{}` is no number of puzzles: write 2, or easy:4,hard:2", text.trim())
            })
        };
        let mut read = Self::default();
        for part in text.split(',') {
            match part.rsplit_once(':') {
                Some((name, each)) => {
                    let name = name.trim().to_owned();
                    if read.sections.iter().any(|(other, _)| is_same(other, &name)) {
                        return Err(format!("{name} has two numbers of puzzles"));
                    }
                    read.sections.push((name, number(each)?));
                }
                None if read.all.is_some() => {
                    return Err(
                        "there are two numbers for all sections: write easy:4,hard:2".into()
                    );
                }
                None => read.all = Some(number(part)?),
            }
        }
        Ok(read)
    }
}

/// The value in a file: a number, or a text.
#[derive(Deserialize)]
#[serde(untagged, expecting = "puzzles a page are a number, as 2, or a text as \"easy:4,hard:2\"")]
enum Wire {
    All(u8),
    Text(String),
}

impl TryFrom<Wire> for PerPage {
    type Error = String;

    fn try_from(wire: Wire) -> Result<Self, String> {
        match wire {
            Wire::All(all) => Ok(all.into()),
            Wire::Text(text) => text.parse(),
        }
    }
}

impl Serialize for PerPage {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl fmt::Display for PerPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = self.all.map(|each| each.to_string());
        let sections = self.sections.iter().map(|(name, each)| format!("{name}:{each}"));
        f.write_str(&all.into_iter().chain(sections).collect::<Vec<_>>().join(","))
    }
}
