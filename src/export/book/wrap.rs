//! [`Wrap`]: the description of a paperback's cover.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::isbn::Isbn;
use super::size::{INCH, MILLIMETRE};

/// The cover of a paperback in one sheet: the table `[cover]` of `book.toml`. Title, subtitle and
/// author are the book's.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Wrap {
    /// The design.
    pub design: Design,
    /// The main colour; `None` means that of the design.
    pub colour: Option<Colour>,
    /// The name of a PNG or JPEG file to show on the front in place of the first puzzle.
    pub image: Option<String>,
    /// Paragraphs for the back; `None` means the rules of the game.
    pub back_text: Option<String>,
    /// The ISBNs of the volumes, for the bar code; if empty, its place is left free.
    #[serde(with = "isbns", skip_serializing_if = "Vec::is_empty")]
    pub isbn: Vec<Isbn>,
    /// The width of the spine; `None` means the width that the printer publishes.
    pub spine: Option<Length>,
    /// The text of the spine in place of title and author; an empty one leaves the spine blank.
    pub spine_text: Option<String>,
}

/// The design of a cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Design {
    /// A large board on white, with a band of colour.
    #[default]
    Plain,
    /// The front page of a paper, in black on newsprint.
    Newspaper,
    /// A framed board on a dark ground with a pattern.
    Gift,
}

/// The main colour of a cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colour {
    /// Black.
    Black,
    /// Dark blue.
    Blue,
    /// Dark green.
    Green,
    /// Dark red.
    Red,
    /// Dark violet.
    Violet,
}

/// A length with its unit, such as 11.5mm or 0.45in.
///
/// ```
/// use seeddb_export::book::Length;
///
/// assert_eq!("0.5in".parse::<Length>()?.points(), 36.0);
/// assert_eq!("11.5 mm".parse::<Length>()?.to_string(), "11.5mm");
/// assert!("11.5".parse::<Length>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Length {
    text: String,
    points: f64,
}

impl Length {
    /// Returns the length in points.
    pub const fn points(&self) -> f64 {
        self.points
    }
}

impl FromStr for Length {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let plain: String = text.to_lowercase().chars().filter(|c| !c.is_whitespace()).collect();
        let number = |unit: &str| plain.strip_suffix(unit)?.parse::<f64>().ok();
        let points = number("mm")
            .map(|length| length * MILLIMETRE)
            .or_else(|| number("in").map(|length| length * INCH));
        let points = points.filter(|points| points.is_finite() && *points > 0.0);
        let points =
            points.ok_or_else(|| format!("{text:?} is no length such as 11.5mm or 0.45in"));
        Ok(Self { points: points?, text: plain })
    }
}

as_text!(Length);

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Reads and writes ISBNs separated by commas, one for each volume.
pub(super) mod isbns {
    use super::{Deserialize, Deserializer, Isbn, Serializer, de};

    pub fn serialize<S: Serializer>(isbns: &[Isbn], to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(&isbns.iter().map(Isbn::to_string).collect::<Vec<_>>().join(","))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Isbn>, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.split(',').map(|isbn| isbn.parse().map_err(de::Error::custom)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cover_is_read() {
        let text = "design = \"gift\"\ncolour = \"green\"\nspine = \"11.5mm\"\n\
                    isbn = \"978-3-16-148410-0, 978-0-306-40615-7\"\nspine-text = \"\"\n";
        let wrap: Wrap = toml::from_str(text).unwrap();
        assert_eq!((wrap.design, wrap.colour), (Design::Gift, Some(Colour::Green)));
        assert_eq!((wrap.isbn.len(), wrap.spine_text.as_deref()), (2, Some("")));
        assert!((wrap.spine.unwrap().points() - 11.5 * 72.0 / 25.4).abs() < 1e-9);
        for (wrong, words) in [
            ("design = \"loud\"", "`plain`, `newspaper`, `gift`"),
            ("colour = \"pink\"", "`black`, `blue`, `green`, `red`, `violet`"),
            ("isbn = \"978-3-16-148410-1\"", "ends with 0, not 1"),
            ("spine = \"11\"", "is no length such as 11.5mm"),
            ("spine = \"-1mm\"", "is no length"),
            ("spine = \"0in\"", "is no length"),
            ("color = \"red\"", "unknown field"),
        ] {
            let error = toml::from_str::<Wrap>(wrong).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
