//! [`Name`]: the name of a technique as the user types it.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::elsewhere::{Meaning, meaning, squeezed, table};
use crate::logic::{Ladder, Technique};
use crate::rating::common;
use crate::rating::levels::meant;
use crate::rating::se::names;

/// The name of a technique of any ladder, in small letters with hyphens: `xy-wing`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Name(String);

/// Converts a name to small letters with hyphens.
pub fn plain(name: &str) -> String {
    name.trim().to_lowercase().replace(['(', ')'], "").replace(' ', "-")
}

impl Name {
    /// Returns the names of all techniques: of the tiers, of Sudoku Explainer, and those that only
    /// the ladder `common` has.
    pub fn all() -> Vec<String> {
        let mut all = of_tiers();
        all.extend(names().into_iter().filter(|own| !of_tiers().contains(own)));
        all.extend(only_common());
        all
    }

    /// Returns the technique of `ladder` with this name.
    pub fn of_tiers(&self, ladder: &Ladder) -> Option<Technique> {
        ladder.techniques().find(|technique| plain(technique.name()) == self.0)
    }

    /// Whether a technique of Sudoku Explainer has this name.
    pub fn is_of_explainer(&self) -> bool {
        names().contains(&self.0)
    }

    /// Returns the technique of the ladder `common` with this name, unless the tiers or Sudoku
    /// Explainer have one of that name.
    pub fn of_common(&self) -> Option<common::Technique> {
        let technique = common::Technique::all().find(|own| own.row().key == self.0)?;
        let is_only =
            self.built_in().is_none() && !self.is_of_explainer() && meaning(&self.0).is_none();
        Some(technique).filter(|own| is_only && own.is_above_tiers())
    }

    /// Returns the built-in technique of the tiers with this name.
    pub fn built_in(&self) -> Option<Technique> {
        Technique::BUILT_IN.into_iter().find(|technique| plain(technique.name()) == self.0)
    }
}

impl From<Technique> for Name {
    fn from(technique: Technique) -> Self {
        Self(plain(technique.name()))
    }
}

impl AsRef<str> for Name {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The text is not the name of a technique.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UnknownName {
    /// A technique that the program does not have.
    #[error("no technique {name} here; the nearest is {near}: {words}")]
    Near {
        /// The name as typed.
        name: String,
        /// The nearest technique.
        near: Name,
        /// The reason why it is the nearest.
        words: &'static str,
    },
    /// A name that differs from a known one by a few letters.
    #[error("no technique {name}; did you mean {meant}?")]
    Meant {
        /// The name as typed.
        name: String,
        /// The most similar name.
        meant: String,
    },
    /// A name without similar ones.
    #[error("no technique {name}; of the tiers there are\n{}\nand of Sudoku Explainer\n{}\nand of the ladder of names in use\n{}", columns(&of_tiers()), columns(&only_of_explainer()), columns(&only_common()))]
    Unknown {
        /// The name as typed.
        name: String,
    },
}

fn of_tiers() -> Vec<String> {
    Technique::BUILT_IN.map(|technique| plain(technique.name())).to_vec()
}

/// Returns the names that only Sudoku Explainer has, without those of mere types of a technique and
/// of nested chains.
fn only_of_explainer() -> Vec<String> {
    let of_tiers = of_tiers();
    let is_short = |name: &String| !name.contains("-type-") && !name.contains('+');
    names().into_iter().filter(|name| is_short(name) && !of_tiers.contains(name)).collect()
}

/// Returns the names that neither the tiers nor Sudoku Explainer have.
fn only_common() -> Vec<String> {
    let keys = common::Technique::all().map(|own| own.row().key.to_owned());
    keys.filter(|key| Name(key.clone()).of_common().is_some()).collect()
}

/// The width of a line of names, in characters.
const LINE: usize = 78;

/// Arranges the names in as many columns as fit, to be read downwards.
pub fn columns(names: &[String]) -> String {
    let widths = |rows: usize| -> Vec<usize> {
        names.chunks(rows).map(|own| own.iter().map(String::len).max().unwrap_or(0) + 2).collect()
    };
    let fits = |rows: &usize| widths(*rows).iter().sum::<usize>() <= LINE;
    let rows = (1..=names.len()).find(fits).unwrap_or(names.len().max(1));
    let line = |row: usize| {
        let cells = names.iter().skip(row).step_by(rows).zip(widths(rows));
        let cells: Vec<String> =
            cells.map(|(name, width)| format!("  {name:0$}", width - 2)).collect();
        let line = cells.concat();
        line.trim_end().to_owned()
    };
    (0..rows).map(line).collect::<Vec<_>>().join("\n")
}

impl FromStr for Name {
    type Err = UnknownName;

    /// Accepts names from here and elsewhere: with blanks or hyphens, in capitals or not, as one
    /// word, in the plural.
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        // Each name, and its form as one word.
        static KNOWN: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
            Name::all().into_iter().map(|own| (own.clone(), squeezed(&own))).collect()
        });
        let name = plain(text);
        if KNOWN.iter().any(|(own, _)| *own == name) {
            return Ok(Self(name));
        }
        let alike = squeezed(&name);
        if let Some((own, _)) = KNOWN.iter().find(|(_, own)| *own == alike) {
            return Ok(Self(own.clone()));
        }
        match (meaning(&name), synonym(&alike)) {
            (Some(Meaning::Same(own)), _) => return Ok(Self(own.to_owned())),
            (None, Some(own)) => return Ok(own),
            (_, Some(own)) if own.of_common().is_some() => return Ok(own),
            (Some(Meaning::Near(near, words)), _) => {
                let near = Self(near.to_owned());
                return Err(UnknownName::Near { name: text.to_owned(), near, words });
            }
            (None, None) => {}
        }
        let synonyms: Vec<String> = synonyms().map(plain).collect();
        let all = KNOWN.iter().map(|(own, _)| own.as_str()).chain(table().map(|(own, _)| own));
        let (typed, name) = (name, text.to_owned());
        match meant(&typed, all.chain(synonyms.iter().map(String::as_str))) {
            Some(meant) => Err(UnknownName::Meant { name, meant: meant.to_owned() }),
            None => Err(UnknownName::Unknown { name }),
        }
    }
}

/// Returns the synonyms of the techniques of the ladder `common`.
fn synonyms() -> impl Iterator<Item = &'static str> {
    common::Technique::all().flat_map(|own| own.row().synonyms).copied()
}

/// Returns the name here of the technique of the ladder `common` that has this synonym, squeezed.
fn synonym(alike: &str) -> Option<Name> {
    let is_it = |own: &common::Technique| {
        let row = own.row();
        row.synonyms.iter().chain([&row.name]).any(|name| squeezed(&plain(name)) == alike)
    };
    let key = common::Technique::all().find(is_it)?.row().key;
    let own = match meaning(key) {
        Some(Meaning::Same(own)) => return Some(Name(own.to_owned())),
        _ => Name(key.to_owned()),
    };
    let is_known = own.of_common().is_some() || own.built_in().is_some() || own.is_of_explainer();
    Some(own).filter(|_| is_known)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names from elsewhere are known in every spelling, differ from ours, and occur once each.
    #[test]
    fn names_of_elsewhere_lead_to_ours() {
        let ours = Name::all();
        let mut all: Vec<String> = table().map(|(name, _)| squeezed(name)).collect();
        assert!(!ours.iter().any(|own| all.contains(&squeezed(own))));
        all.sort_unstable();
        assert!(all.windows(2).all(|two| two[0] != two[1]), "{all:?}");
        for (name, meaning) in table() {
            let capitals = name.to_uppercase().replace('-', " ");
            let plural = if name.ends_with('s') { name.to_owned() } else { format!("{name}s") };
            for written in [name.to_owned(), capitals, name.replace('-', ""), plural] {
                let read = written.parse::<Name>();
                match (meaning, &read) {
                    (Meaning::Same(own), Ok(read)) => assert_eq!(read.as_ref(), own, "{written}"),
                    (Meaning::Near(..), Ok(read)) => panic!("{name} is known here: {read}"),
                    (Meaning::Near(own, _), Err(error @ UnknownName::Near { near, .. })) => {
                        assert_eq!(near.as_ref(), own, "{written}");
                        assert!(error.to_string().len() < 200, "{error}");
                    }
                    _ => panic!("{written}: {read:?}"),
                }
            }
            let (Meaning::Same(own) | Meaning::Near(own, _)) = meaning;
            assert!(ours.iter().any(|one| one == own), "{name}: {own}");
        }
    }

    #[test]
    fn our_own_names_are_read_however_they_are_written() {
        for own in Name::all() {
            let read = |text: &str| text.parse::<Name>().map(|name| name.to_string());
            assert_eq!(read(&own), Ok(own.clone()));
            assert_eq!(read(&own.to_uppercase().replace('-', " ")), Ok(own.clone()));
            assert_eq!(read(&own.replace('-', "")), Ok(own.clone()));
        }
        for (written, own) in
            [("xwing", "x-wing"), ("Sword Fish", "swordfish"), ("X-Wings", "x-wing")]
        {
            assert_eq!(written.parse::<Name>().map(|name| name.to_string()), Ok(own.to_owned()));
        }
    }

    /// Synonyms of the techniques of the ladder `common` are read as names, or refused with the
    /// nearest technique.
    #[test]
    fn synonyms_are_names() {
        for row in common::Technique::all().map(common::Technique::row) {
            let own = row.key.parse::<Name>();
            for name in row.synonyms.iter().chain([&row.name]) {
                match name.to_uppercase().parse::<Name>() {
                    Ok(read) if read.of_common().is_some() => {
                        let first = common::Technique::named(name).unwrap();
                        assert_eq!(read.as_ref(), first.row().key, "{name}");
                    }
                    Ok(_) => assert!(own.is_ok(), "{name}"),
                    Err(UnknownName::Near { .. }) => {}
                    Err(error) => panic!("{name}: {error}"),
                }
            }
        }
        let told = |text: &str| text.parse::<Name>().unwrap_err().to_string();
        let near = "no technique dual emty rectangle; did you mean dual-empty-rectangle?";
        assert_eq!(told("dual emty rectangle"), near);
    }

    #[test]
    fn what_is_no_name_is_told_shortly() {
        let told = |text: &str| text.parse::<Name>().unwrap_err().to_string();
        assert_eq!(told("swordfsh"), "no technique swordfsh; did you mean swordfish?");
        let words = told("abracadabra");
        assert!(words.len() < 2_000, "{}: {words}", words.len());
        let lines: Vec<&str> = words.lines().collect();
        assert!(lines.iter().all(|line| line.len() <= 80), "{words}");
        let listed: Vec<&str> =
            lines[1..].iter().flat_map(|line| line.split_whitespace()).collect();
        let all = of_tiers().into_iter().chain(only_of_explainer()).chain(only_common());
        assert!(all.into_iter().all(|name| listed.contains(&name.as_str())), "{words}");
    }

    #[test]
    fn columns_are_read_downwards() {
        let names = ["a", "bb", "c", "dd", "e"].map(|name| name.repeat(12));
        let lines = [["a", "c", "e"], ["bb", "dd", ""]].map(|row| row.map(|name| name.repeat(12)));
        let read = columns(&names);
        let read: Vec<Vec<&str>> =
            read.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(read, [&lines[0][..], &lines[1][..2]]);
    }
}
