//! Numeric columns beside the puzzles of a file.

use csv::{ReaderBuilder, Trim};

/// A column: one value per puzzle, if present.
#[derive(Clone, PartialEq, Debug)]
pub struct Column {
    /// The name in the header, or `column` and its number from 1.
    pub name: String,
    /// The values, in the order of the puzzles.
    pub values: Vec<Option<f64>>,
}

/// The fields of all lines of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Columns {
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The reason why a requested column cannot be read as numbers.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ColumnError {
    /// No column has this name or number.
    #[error("no column '{name}'; those of the file: {known}")]
    Unknown {
        /// The requested name.
        name: String,
        /// The existing names.
        known: String,
    },
    /// A value is no number.
    #[error("column '{column}' has '{text}', which is no number")]
    NoNumber {
        /// The name of the column.
        column: String,
        /// The value.
        text: String,
    },
    /// A value is not among the words.
    #[error("column '{column}' has '{text}', which is none of {words}")]
    NoWord {
        /// The name of the column.
        column: String,
        /// The value.
        text: String,
        /// The words, in order.
        words: String,
    },
}

impl Columns {
    /// Splits the lines of puzzles into fields; `header` is the line above them.
    pub fn new<'a>(header: Option<&str>, lines: impl Iterator<Item = &'a str>) -> Self {
        let rows: Vec<Vec<String>> = lines.map(split).collect();
        let mut names = header.map(split).unwrap_or_default();
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        names.extend((names.len()..width).map(|i| format!("column {}", i + 1)));
        Self { names, rows }
    }

    /// Returns the numeric columns: every value is a number or missing, and the values differ.
    pub fn numeric(&self) -> Vec<Column> {
        let columns = (0..self.names.len()).filter_map(|i| self.column(i, &[]).ok());
        columns.filter(varies).collect()
    }

    /// The requested column: `NAME`, `NUMBER`, or either followed by `:` and the column's words from
    /// the easiest on.
    ///
    /// # Errors
    /// The column does not exist, or has a value that is neither a number nor one of the words.
    pub fn find(&self, wanted: &str) -> Result<Column, ColumnError> {
        let (name, words) = wanted.split_once(':').unzip();
        let words = words.into_iter().flat_map(|words| words.split(',').map(str::trim));
        self.column(self.place(name.unwrap_or(wanted))?, &words.collect::<Vec<_>>())
    }

    /// Returns the column of this name or number: its name, and one text per puzzle.
    ///
    /// # Errors
    /// The column does not exist.
    pub fn texts(&self, name: &str) -> Result<(&str, impl Iterator<Item = &str>), ColumnError> {
        let place = self.place(name)?;
        let texts = self.rows.iter().map(move |row| row.get(place).map_or("", String::as_str));
        Ok((&self.names[place], texts))
    }

    fn place(&self, name: &str) -> Result<usize, ColumnError> {
        let named = self.names.iter().position(|own| own == name);
        let number = || name.parse::<usize>().ok()?.checked_sub(1);
        let place = named.or_else(number).filter(|&i| i < self.names.len());
        let unknown =
            || ColumnError::Unknown { name: name.to_owned(), known: self.names.join(", ") };
        place.ok_or_else(unknown)
    }

    fn column(&self, place: usize, words: &[&str]) -> Result<Column, ColumnError> {
        let name = &self.names[place];
        let value = |row: &Vec<String>| {
            let text = row.get(place).map_or("", String::as_str);
            if let Some(rank) = words.iter().position(|word| *word == text) {
                return Ok(Some((rank + 1) as f64));
            }
            if is_missing(text) {
                return Ok(None);
            }
            match text.parse::<f64>() {
                // A puzzle of digits is not a number.
                Ok(number) if number.is_finite() && text.len() < 81 && words.is_empty() => {
                    Ok(Some(number))
                }
                _ if words.is_empty() => {
                    Err(ColumnError::NoNumber { column: name.clone(), text: text.to_owned() })
                }
                _ => Err(ColumnError::NoWord {
                    column: name.clone(),
                    text: text.to_owned(),
                    words: words.join(", "),
                }),
            }
        };
        let values = self.rows.iter().map(value).collect::<Result<Vec<_>, _>>()?;
        Ok(Column { name: name.clone(), values })
    }
}

fn varies(column: &Column) -> bool {
    let mut values = column.values.iter().flatten();
    let first = values.next();
    values.any(|value| Some(value) != first)
}

fn is_missing(text: &str) -> bool {
    const MISSING: [&str; 7] = ["", "-", "?", "na", "nan", "null", "none"];
    MISSING.contains(&text.to_ascii_lowercase().as_str())
}

/// Returns the fields of a line. The separator is a tab, comma or semicolon, the first of these
/// that the line contains, or else white space.
fn split(line: &str) -> Vec<String> {
    let line = line.split('#').next().unwrap_or_default().trim_end();
    let Some(separator) = [b'\t', b',', b';'].into_iter().find(|&b| line.as_bytes().contains(&b))
    else {
        return line.split_whitespace().map(str::to_owned).collect();
    };
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .trim(Trim::All)
        .from_reader(line.as_bytes());
    let record = reader.records().next().and_then(Result::ok);
    record.map(|record| record.iter().map(str::to_owned).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(columns: &[Column]) -> Vec<&str> {
        columns.iter().map(|column| column.name.as_str()).collect()
    }

    #[test]
    fn numeric_columns_are_found_whatever_separates_them() {
        let puzzle = "1".repeat(81);
        for separator in ["\t", ",", ";"] {
            let line = |fields: &[&str]| fields.join(separator);
            let rows = [
                line(&[&puzzle, "1.5", "easy", "3", "-"]),
                line(&[&puzzle, "2", "\"hard\"", "3", "7e2"]),
                line(&[&puzzle, "", "hard", "3", "-1"]),
            ];
            let lines = || rows.iter().map(String::as_str);
            let columns = Columns::new(None, lines());
            assert_eq!(names(&columns.numeric()), ["column 2", "column 5"]);
            assert_eq!(columns.numeric()[1].values, [None, Some(700.0), Some(-1.0)]);
            let header = line(&["puzzle", "SER", "word", "same", "x"]);
            let columns = Columns::new(Some(&header), lines());
            assert_eq!(names(&columns.numeric()), ["SER", "x"]);
            let word = columns.find("word:easy,hard").unwrap();
            assert_eq!(word.values, [Some(1.0), Some(2.0), Some(2.0)]);
            assert_eq!(columns.find("4").unwrap().name, "same");
        }
        let spaced = Columns::new(None, ["1..2 5 0.5", "1..3 5 0.75"].into_iter());
        assert_eq!(names(&spaced.numeric()), ["column 3"]);
    }

    #[test]
    fn what_is_no_column_of_numbers_is_told() {
        let columns = Columns::new(Some("puzzle,level,n"), ["..,easy,1"].into_iter());
        let words = |wanted: &str| columns.find(wanted).unwrap_err().to_string();
        assert_eq!(words("ER"), "no column 'ER'; those of the file: puzzle, level, n");
        assert_eq!(words("4"), "no column '4'; those of the file: puzzle, level, n");
        assert_eq!(words("level"), "column 'level' has 'easy', which is no number");
        assert!(words("level:soft,hard").ends_with("which is none of soft, hard"));
    }
}
