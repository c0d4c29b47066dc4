//! [`PuzzleColumn`]: the single list of a puzzle's values, for every format and for sorting.

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};

use super::Row;
use super::row::InBook;
use seeddb_core::board::Grid;
use seeddb_core::rating::levels::shown;
use seeddb_core::rating::se;

/// A column of CSV and spreadsheets, and a key of JSON.
#[derive(Debug)]
pub struct PuzzleColumn {
    /// The name.
    pub(super) name: &'static str,
    /// Whether a row has the column; `None` if all rows have it.
    only: Option<fn(&Row) -> bool>,
    /// The width in a spreadsheet, in widths of a digit.
    pub(super) width: u32,
    /// Returns the value of a row.
    pub(super) cell: fn(&Row) -> Cell<'_>,
}

/// The value of a cell in a column.
#[derive(PartialEq, Debug)]
pub(super) enum Cell<'a> {
    Nothing,
    Grid(&'a Grid),
    Text(Cow<'a, str>),
    Whole(u64),
    /// A number with one decimal place.
    Score(f64),
    Number(f64),
}

const fn always(name: &'static str, width: u32, cell: fn(&Row) -> Cell<'_>) -> PuzzleColumn {
    PuzzleColumn { name, only: None, width, cell }
}

const fn rated(name: &'static str, width: u32, cell: fn(&Row) -> Cell<'_>) -> PuzzleColumn {
    PuzzleColumn { name, only: Some(|row| row.er.is_some()), width, cell }
}

const fn in_book(name: &'static str, width: u32, cell: fn(&Row) -> Cell<'_>) -> PuzzleColumn {
    PuzzleColumn { name, only: Some(|row| row.in_book.is_some()), width, cell }
}

fn place(row: &Row, value: fn(InBook) -> Option<u32>) -> Cell<'_> {
    row.in_book.and_then(value).map_or(Cell::Nothing, |number| Cell::Whole(number.into()))
}

static COLUMNS: [PuzzleColumn; 19] = [
    always("puzzle", 90, |row| Cell::Grid(&row.puzzle)),
    always("solution", 90, |row| Cell::Grid(&row.solution)),
    always("id", 18, |row| Cell::of(Some(&row.id))),
    always("level", 12, |row| Cell::of(row.level.as_ref())),
    always("tier", 6, |row| Cell::Whole(row.tier.into())),
    always("score", 10, |row| row.score.map_or(Cell::Nothing, Cell::Score)),
    always("clues", 6, |row| Cell::Whole(row.clues as u64)),
    always("seed", 19, |row| Cell::of(row.seed.as_ref())),
    always("batch", 6, |row| Cell::Whole(row.batch.into())),
    always("number", 8, |row| Cell::Whole(row.number.into())),
    rated("er", 6, |row| {
        let er = row.er.as_ref().and_then(|er| er.parse().ok());
        er.map_or(Cell::Nothing, Cell::Score)
    }),
    rated("er_scale", 10, |row| {
        row.er.as_ref().map_or(Cell::Nothing, |_| Cell::Text(se::SCALE.into()))
    }),
    PuzzleColumn {
        name: "minutes",
        only: Some(|row| row.minutes.is_some()),
        width: 10,
        cell: |row| row.minutes.flatten().map_or(Cell::Nothing, Cell::Number),
    },
    PuzzleColumn {
        name: "date",
        only: Some(|row| row.date.is_some()),
        width: 12,
        cell: |row| row.date.map_or(Cell::Nothing, |date| Cell::Text(date.to_string().into())),
    },
    in_book("book", 6, |row| place(row, |at| Some(at.book))),
    in_book("volume", 6, |row| place(row, |at| Some(at.volume))),
    in_book("book_number", 13, |row| place(row, |at| Some(at.book_number))),
    in_book("book_page", 13, |row| place(row, |at| Some(at.book_page))),
    in_book("solution_page", 13, |row| place(row, |at| at.solution_page)),
];

impl PuzzleColumn {
    /// Returns the column of this name.
    pub(super) fn named(name: &str) -> Option<&'static Self> {
        COLUMNS.iter().find(|column| column.name == name)
    }

    /// Returns the columns of a table that begins with this row; with the column `date` if it is
    /// `dated`.
    pub(super) fn of_table(first: Option<&Row>, dated: bool) -> Vec<&'static Self> {
        let has = |column: &&Self| match column.only {
            Some(_) if column.name == "date" => dated,
            only => only.is_none_or(|only| first.is_some_and(only)),
        };
        COLUMNS.iter().filter(has).collect()
    }
}

impl Row {
    /// Returns the column of this name, with its value for this row.
    pub(super) fn cell(&self, name: &'static str) -> (&'static str, Cell<'_>) {
        (name, PuzzleColumn::named(name).map_or(Cell::Nothing, |column| (column.cell)(self)))
    }

    /// Returns the values of these columns, as text.
    pub(super) fn texts(&self, columns: &[&PuzzleColumn]) -> impl Iterator<Item = Cow<'_, str>> {
        columns.iter().map(|column| match (column.cell)(self) {
            Cell::Text(text) => text,
            cell => cell.to_string().into(),
        })
    }
}

impl Serialize for Row {
    /// Serializes the columns of this row as a map.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let own = COLUMNS.iter().filter(|column| column.only.is_none_or(|only| only(self)));
        serializer.collect_map(own.map(|column| (column.name, (column.cell)(self))))
    }
}

impl<'a> Cell<'a> {
    pub(super) fn of(text: Option<&'a String>) -> Self {
        text.map_or(Self::Nothing, |text| Self::Text(text.into()))
    }
}

/// Writes the value as text: an open cell is `.`, a missing value is empty.
impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => Ok(()),
            Self::Grid(grid) => grid.fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::Whole(number) => number.fmt(f),
            Self::Score(score) => write!(f, "{:.1}", shown(*score)),
            Self::Number(number) => number.fmt(f),
        }
    }
}

impl Serialize for Cell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Nothing => serializer.serialize_none(),
            Self::Grid(grid) => serializer.collect_str(grid),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Whole(number) => serializer.serialize_u64(*number),
            Self::Score(score) => {
                Some(shown(*score)).filter(|score| score.is_finite()).serialize(serializer)
            }
            Self::Number(number) => serializer.serialize_f64(*number),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read};

    use super::super::row::examples;
    use super::super::{Format, Style, Writer};
    use super::*;

    /// All formats with columns have equal columns in equal order, with equal values.
    #[test]
    fn formats_have_the_same_columns() {
        let [plain, _] = examples();
        let (book, volume, book_number, book_page, solution_page) = (2, 1, 7, 9, Some(40));
        let place = InBook { book, volume, book_number, book_page, solution_page };
        let rated = Row { er: Some("7.2".to_owned()), ..plain.clone() };
        let full = Row { minutes: Some(Some(8.25)), in_book: Some(place), ..rated.clone() };
        for row in [plain, rated, full] {
            let written = |format| {
                let style = Style { header: true, dated: true, ..Style::of(format) };
                let mut writer = Writer::new(Vec::new(), style).unwrap();
                writer.row(&row).unwrap();
                writer.finish().unwrap()
            };
            let text = |format| String::from_utf8(written(format)).unwrap();
            let tabs = text(Format::Tsv).replace('"', "");
            let mut lines = tabs.lines().map(|line| line.split('\t').collect::<Vec<_>>());
            let (names, values) = (lines.next().unwrap(), lines.next().unwrap());
            assert_eq!(text(Format::Line), tabs);
            assert_eq!(
                text(Format::Csv).lines().next().unwrap().split(',').collect::<Vec<_>>(),
                names
            );
            let json = text(Format::Jsonl);
            let at = |name: &&str| json.find(&format!("\"{name}\":"));
            assert!(
                names.iter().map(at).is_sorted() && names.iter().all(|name| at(name).is_some())
            );
            let json: serde_json::Map<String, serde_json::Value> =
                serde_json::from_str(&json).unwrap();
            assert_eq!(json.len(), names.len());
            let mut zip = ::zip::ZipArchive::new(Cursor::new(written(Format::Xlsx))).unwrap();
            let mut sheet = String::new();
            zip.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut sheet).unwrap();
            for (letter, (name, value)) in ('A'..).zip(names.iter().zip(values)) {
                assert!(
                    sheet.contains(&format!(
                        "r=\"{letter}1\" s=\"1\" t=\"inlineStr\"><is><t>{name}<"
                    ))
                );
                let cell = sheet.split_once(&format!("r=\"{letter}2\"")).unwrap().1;
                let (kind, shown) = match &json[*name] {
                    serde_json::Value::String(text) => ("inlineStr", text.clone()),
                    number => ("<v>", number.to_string()),
                };
                let cell = cell.split("</c>").next().unwrap();
                assert!(
                    cell.contains(kind) && cell.contains(&format!(">{value}<")),
                    "{name}: {cell}"
                );
                assert_eq!(shown, value, "{name}");
            }
        }
    }
}
