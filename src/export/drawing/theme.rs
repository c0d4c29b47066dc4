//! [`Theme`]: the looks of a board, as a name and changes: `large,cell-line=1`.

use std::str::FromStr;

use super::{Face, Ink};

/// The looks of a board: weights in points, sizes as parts of a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Theme {
    /// Lines between the cells of a box.
    pub cell_line: f64,
    /// Lines between the boxes, and around the board.
    pub box_line: f64,
    /// The tone of the lines between cells.
    pub cell_ink: Ink,
    /// Height of a digit, as a part of the cell's side.
    pub digit: f64,
    /// Height of a candidate, as a part of the cell's side.
    pub candidate: f64,
    /// The font of the givens.
    pub given: Face,
    /// The font of digits other than givens.
    pub filled: Face,
    /// The tone of the even boxes (2, 4, 6, 8); [`Ink::PAPER`] for none.
    pub boxes: Ink,
    /// The tone of shaded cells.
    pub shade: Ink,
    /// Whether open cells show their candidates.
    pub candidates: bool,
}

impl Theme {
    /// For print: givens bold, box lines three times as heavy as cell lines.
    pub const CLASSIC: Self = Self {
        cell_line: 0.75,
        box_line: 2.25,
        cell_ink: Ink::BLACK,
        digit: 0.52,
        candidate: 0.2,
        given: Face::Bold,
        filled: Face::Regular,
        boxes: Ink::PAPER,
        shade: Ink::percent(18),
        candidates: false,
    };

    /// Large digits and heavy lines, for easier reading.
    pub const LARGE: Self =
        Self { cell_line: 1.0, box_line: 3.5, digit: 0.64, candidate: 0.24, ..Self::CLASSIC };

    /// Grey even boxes, with thin lines.
    pub const SHADED: Self = Self { box_line: 1.5, boxes: Ink::percent(12), ..Self::CLASSIC };

    /// Grey lines inside the boxes, and lighter digits.
    pub const LIGHT: Self = Self {
        cell_ink: Ink::percent(40),
        box_line: 1.5,
        digit: 0.48,
        given: Face::Regular,
        ..Self::CLASSIC
    };

    /// The classic theme with all candidates.
    pub const CANDIDATES: Self = Self { candidates: true, ..Self::CLASSIC };

    /// The themes by name.
    pub const NAMED: [(&'static str, Self); 5] = [
        ("classic", Self::CLASSIC),
        ("large", Self::LARGE),
        ("shaded", Self::SHADED),
        ("light", Self::LIGHT),
        ("candidates", Self::CANDIDATES),
    ];

    /// The keys that can be changed, each with the unit or kind of its value.
    pub const KEYS: [(&'static str, &'static str); 10] = [
        ("cell-line", "points"),
        ("box-line", "points"),
        ("cell-ink", "percent"),
        ("digit", "percent of a cell"),
        ("candidate", "percent of a cell"),
        ("given", "bold or regular"),
        ("filled", "bold or regular"),
        ("boxes", "percent, 0 for none"),
        ("shade", "percent"),
        ("candidates", "yes or no"),
    ];

    /// Returns the theme for a board of this side in points: lines grow with boards larger than 3.5
    /// in, and keep their weight on smaller ones.
    #[must_use]
    pub(crate) fn for_board(self, side: f64) -> Self {
        let scale = (side / 252.0).max(1.0);
        Self { cell_line: self.cell_line * scale, box_line: self.box_line * scale, ..self }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ThemeError> {
        let wrong = || {
            let kind = Self::KEYS.iter().find(|(known, _)| *known == key);
            let kind = kind.map_or("", |(_, kind)| kind);
            ThemeError::Value(value.to_owned(), key.to_owned(), kind)
        };
        let number = |least: f64, most: f64| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(wrong)
        };
        let ink = || number(0.0, 100.0).map(|percent| Ink::percent(percent.round() as u8));
        let face = || match value {
            "bold" => Ok(Face::Bold),
            "regular" => Ok(Face::Regular),
            _ => Err(wrong()),
        };
        match key {
            "cell-line" => self.cell_line = number(0.05, 20.0)?,
            "box-line" => self.box_line = number(0.05, 20.0)?,
            "cell-ink" => self.cell_ink = ink()?,
            "digit" => self.digit = number(10.0, 90.0)? / 100.0,
            "candidate" => self.candidate = number(5.0, 30.0)? / 100.0,
            "given" => self.given = face()?,
            "filled" => self.filled = face()?,
            "boxes" => self.boxes = ink()?,
            "shade" => self.shade = ink()?,
            "candidates" => match value {
                "yes" => self.candidates = true,
                "no" => self.candidates = false,
                _ => return Err(wrong()),
            },
            _ => return Err(ThemeError::Key(key.to_owned())),
        }
        Ok(())
    }
}

impl FromStr for Theme {
    type Err = ThemeError;

    /// Parses a name, changes (`key=value`), or a name and changes, separated by commas.
    fn from_str(text: &str) -> Result<Self, ThemeError> {
        let mut theme = Self::default();
        for (i, part) in text.split(',').map(str::trim).enumerate() {
            match part.split_once('=') {
                Some((key, value)) => theme.set(key.trim(), value.trim())?,
                None => match Self::NAMED.iter().find(|(name, _)| i == 0 && *name == part) {
                    Some((_, named)) => theme = named.clone(),
                    None => return Err(ThemeError::Name(part.to_owned())),
                },
            }
        }
        Ok(theme)
    }
}

/// An error in the description of a theme.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ThemeError {
    /// An unknown theme, or a name that is not the first part.
    #[error("no theme {0:?}: take {names}, and then key=value, with commas between", names = list(Theme::NAMED.iter().map(|(name, _)| *name)))]
    Name(String),
    /// An unknown key.
    #[error("a theme has no {0:?}: it has {keys}", keys = list(Theme::KEYS.iter().map(|(key, _)| *key)))]
    Key(String),
    /// The value is of the wrong kind or size.
    #[error("{0:?} is no {1} of a theme: give {2}")]
    Value(String, String, &'static str),
}

fn list(names: impl Iterator<Item = &'static str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

impl Default for Theme {
    fn default() -> Self {
        Self::CLASSIC
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_changes() {
        assert_eq!("shaded".parse(), Ok(Theme::SHADED));
        assert_eq!("cell-line=0.5".parse(), Ok(Theme { cell_line: 0.5, ..Theme::CLASSIC }));
        let changed = "large, boxes=20 ,candidates=yes,given=regular".parse();
        let (boxes, given) = (Ink::percent(20), Face::Regular);
        assert_eq!(changed, Ok(Theme { boxes, given, candidates: true, ..Theme::LARGE }));
    }

    #[test]
    fn every_key_can_be_set() {
        for (key, kind) in Theme::KEYS {
            let word = ["bold", "yes"].into_iter().find(|word| kind.contains(word));
            let value = word.unwrap_or("20");
            let theme: Result<Theme, _> = format!("{key}={value}").parse();
            assert!(theme.is_ok(), "{key}: {theme:?}");
        }
    }

    #[test]
    fn what_is_no_theme_is_told_with_what_there_is() {
        let words = |text: &str| text.parse::<Theme>().unwrap_err().to_string();
        assert!(words("loud").contains("classic, large"));
        assert!(words("").contains("classic"));
        assert!(words("boxes=20,large").contains("no theme"));
        assert!(words("colour=red").contains("cell-line, box-line"));
        for text in ["box-line=-1", "box-line=nan", "digit=200", "given=fat", "boxes="] {
            assert!(words(text).contains("give"), "{text}");
        }
    }
}
