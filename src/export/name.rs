//! [`Template`]: file names made from the facts of a puzzle: `{date}-{level}-{number}`.

use std::str::FromStr;

use super::Row;
use super::column::Cell;

/// The longest name in bytes: file systems allow 255, and an extension follows.
const LONGEST: usize = 200;

/// A template of file names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template(Vec<Piece>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Text(String),
    Field(Field),
}

seeddb_core::named_enum! {
    /// The placeholders, in braces.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Field {
        /// The id of the puzzle.
        Id = "id",
        /// The number in the batch, with four digits or more.
        Number = "number",
        /// The batch.
        Batch = "batch",
        /// The level, `tier5` if it has none.
        Level = "level",
        /// The tier.
        Tier = "tier",
        /// The score as a whole number, `none` at tier 6.
        Score = "score",
        /// The estimated minutes as a whole number, `none` where there is no estimate.
        Minutes = "minutes",
        /// The number of clues.
        Clues = "clues",
        /// The id of the seed, `none` if it was printed elsewhere.
        Seed = "seed",
        /// The day in a series: `2027-01-31`.
        Date = "date",
        /// The day in a series without dashes: `20270131`.
        Compact = "yyyymmdd",
        /// The day of the week in a series: `mon` to `sun`.
        Weekday = "weekday",
        /// The number of the contact sheet, with three digits or more.
        Sheet = "sheet",
    }
}

impl Field {
    /// Returns the value of a field for people.
    pub(super) fn words(self, row: &Row) -> String {
        match self {
            Self::Number => row.shown_number().to_string(),
            Self::Level => row.level_or_tier(),
            Self::Minutes => minutes(row).unwrap_or_default(),
            other => other.text(row, 0),
        }
    }

    fn text(self, row: &Row, sheet: u32) -> String {
        let none = || "none".to_owned();
        match self {
            Self::Number => format!("{:04}", row.number),
            Self::Level => row.level.clone().unwrap_or_else(|| format!("tier{}", row.tier)),
            Self::Score => row.score.map_or_else(none, |score| score.floor().to_string()),
            Self::Minutes => minutes(row).unwrap_or_else(none),
            Self::Compact => row.date.map_or_else(none, |date| date.strftime("%Y%m%d").to_string()),
            Self::Weekday => {
                row.date.map_or_else(none, |date| date.strftime("%a").to_string().to_lowercase())
            }
            Self::Sheet => format!("{sheet:03}"),
            column => match row.cell(column.name()).1 {
                Cell::Nothing => none(),
                cell => cell.to_string(),
            },
        }
    }
}

fn minutes(row: &Row) -> Option<String> {
    row.time_to_beat().map(|minutes| minutes.to_string())
}

impl Template {
    /// The usual template: with `dated` of puzzles that have days, with `sheets` of files of
    /// several puzzles.
    pub fn usual(dated: bool, sheets: bool) -> Self {
        let first = Piece::Field(if dated { Field::Date } else { Field::Batch });
        let second = match (sheets, dated) {
            (true, _) => {
                return Self(vec![
                    first,
                    Piece::Text("-sheet-".to_owned()),
                    Piece::Field(Field::Sheet),
                ]);
            }
            (false, true) => Field::Level,
            (false, false) => Field::Number,
        };
        Self(vec![first, Piece::Text("-".to_owned()), Piece::Field(second)])
    }

    /// Whether names depend on a field.
    pub fn uses(&self, field: Field) -> bool {
        self.0.contains(&Piece::Field(field))
    }

    /// Returns the file name, without extension, of a puzzle, or of a contact sheet whose first
    /// puzzle it is. It is valid on every file system: letters, digits, inner spaces, `-`, `_`,
    /// `.`.
    pub fn name(&self, row: &Row, sheet: u32) -> Result<String, NameError> {
        let mut name = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => name += text,
                Piece::Field(field) => {
                    let text = field.text(row, sheet);
                    name.extend(text.chars().map(|c| if is_safe(c) { c } else { '-' }));
                }
            }
        }
        // A leading point hides a file, and a trailing one is lost on some systems.
        let mut name = name.trim_matches([' ', '.']).to_owned();
        if name.is_empty() || is_device(&name) {
            name.insert(0, '_');
        }
        if name.len() > LONGEST { Err(NameError::TooLong(name)) } else { Ok(name) }
    }
}

fn is_safe(c: char) -> bool {
    c.is_alphanumeric() || "-_. ".contains(c)
}

/// Whether a name is reserved for devices on Windows, with any extension.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim().to_ascii_lowercase();
    let numbered = |device: &str| {
        stem.strip_prefix(device)
            .is_some_and(|rest| rest.chars().count() == 1 && rest.chars().all(char::is_numeric))
    };
    ["con", "prn", "aux", "nul"].contains(&&*stem) || numbered("com") || numbered("lpt")
}

impl FromStr for Template {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (before, after) = rest.split_once('{').map_or((rest, None), |(a, b)| (a, Some(b)));
            if let Some(c) = before.chars().find(|&c| !is_safe(c)) {
                return Err(NameError::Unsafe(c));
            }
            if !before.is_empty() {
                pieces.push(Piece::Text(before.to_owned()));
            }
            let Some(after) = after else { break };
            let (name, after) = after.split_once('}').ok_or(NameError::Open)?;
            let field = Field::ALL.iter().find(|field| field.name() == name);
            pieces.push(Piece::Field(*field.ok_or_else(|| NameError::Field(name.to_owned()))?));
            rest = after;
        }
        if pieces.is_empty() { Err(NameError::Empty) } else { Ok(Self(pieces)) }
    }
}

/// An error in a template, or in a name made by it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// An unknown field.
    #[error("no field {{{0}}}: take {fields}", fields = fields())]
    Field(String),
    /// An unmatched brace.
    #[error("a {{ without a }} after it: write fields as {{number}}")]
    Open,
    /// A character that some file system forbids or interprets.
    #[error(
        "{0:?} cannot stand in the name of a file everywhere: take letters, digits, -, _ and ."
    )]
    Unsafe(char),
    /// An empty name.
    #[error("a name must not be empty: write fields as {{number}}")]
    Empty,
    /// A name longer than file systems allow.
    #[error("the name {0} is longer than 200 bytes")]
    TooLong(String),
}

fn fields() -> String {
    let names: Vec<String> =
        Field::ALL.iter().map(|field| format!("{{{}}}", field.name())).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::row::examples;
    use super::*;

    fn name(template: &str, row: &Row) -> String {
        template.parse::<Template>().unwrap().name(row, 7).unwrap()
    }

    #[test]
    fn every_field_has_its_value() {
        let [full, bare] = examples();
        let all: Vec<String> =
            Field::ALL.iter().map(|field| format!("{{{}}}_", field.name())).collect();
        let all = all.concat();
        assert_eq!(
            name(&all, &full),
            "7K3Q-0MZX-4D2A-T_0001_3_expert- late_5_4312_4_30_s1C2-D3E4-F5G6-H_2027-01-04_20270104_mon_007_"
        );
        assert_eq!(
            name(&all, &bare),
            "7K3Q-0MZX-4D2A-T_0002_3_tier6_6_none_4_30_none_none_none_none_007_"
        );
    }

    #[test]
    fn what_has_no_estimate_has_no_minutes() {
        let line =
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..";
        let row = Row { puzzle: line.parse().unwrap(), ..examples()[0].clone() };
        assert_eq!(name("{minutes}", &row), "none");
        assert_eq!(Field::Minutes.words(&row), "");
    }

    #[test]
    fn names_are_safe_everywhere() {
        let mut row = examples()[0].clone();
        for (level, safe) in [
            ("a/b\\c:d*e?f\"g<h>i|j\u{1}k", "a-b-c-d-e-f-g-h-i-j-k"),
            ("../..", "-"),
            ("..", "_"),
            (" x. ", "x"),
            ("CON", "_CON"),
            ("aux.old", "_aux.old"),
            ("Com1", "_Com1"),
            ("com10", "com10"),
            ("schwer, spät", "schwer- spät"),
        ] {
            row.level = Some(level.to_owned());
            assert_eq!(name("{level}", &row), safe);
        }
        row.level = Some("ä".repeat(101));
        let template: Template = "{level}".parse().unwrap();
        assert!(template.name(&row, 1).unwrap_err().to_string().contains("200"));
    }

    #[test]
    fn what_is_no_template_is_told() {
        let words = |text: &str| text.parse::<Template>().unwrap_err().to_string();
        assert!(words("{colour}").contains("{id}, {number}"));
        assert!(words("{number").contains("without"));
        assert!(words("a/{number}").contains("'/'"));
        assert!(words("a}").contains("'}'"));
        assert!(words("").contains("empty"));
        let template: Template = "{date}-{level}".parse().unwrap();
        assert!(template.uses(Field::Date) && !template.uses(Field::Number));
    }
}
