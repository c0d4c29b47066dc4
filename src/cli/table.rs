//! [`Table`]: what reporting commands print, as text for people or as csv, json or jsonl.

use std::fmt;
use std::io::{self, Write};

use clap::ValueEnum;
use serde::{Serialize, Serializer};

/// How a report is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ReportFormat {
    /// Columns for people
    #[default]
    Text,
    /// Commas, with a header
    Csv,
    /// One array of objects
    Json,
    /// An object a line
    Jsonl,
}

/// What text looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Text {
    /// Aligned columns under their names, for short lists: printed at the end.
    Aligned,
    /// Tabs between the columns and no header, for long ones: printed at once.
    Tabs,
}

/// What stands in a cell.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Unknown, or none.
    Nothing,
    /// A whole number.
    Count(u64),
    /// A number, printed with one decimal place.
    Score(f64),
    /// A number, printed with two decimal places.
    Ratio(f64),
    /// A number, printed with three decimal places.
    Coefficient(f64),
    /// Anything else.
    Text(String),
}

impl Value {
    fn text(&self) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Count(count) => count.to_string(),
            Self::Score(score) => format!("{score:.1}"),
            Self::Ratio(ratio) => format!("{ratio:.2}"),
            Self::Coefficient(coefficient) => format!("{coefficient:.3}"),
            Self::Text(text) => text.clone(),
        }
    }

    fn is_number(&self) -> bool {
        matches!(self, Self::Count(_) | Self::Score(_) | Self::Ratio(_) | Self::Coefficient(_))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text())
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Nothing => serializer.serialize_none(),
            Self::Count(count) => serializer.serialize_u64(*count),
            // As many places as in text; a bound that is not finite has no number in JSON.
            Self::Score(_) | Self::Ratio(_) | Self::Coefficient(_) => {
                self.text().parse::<f64>().ok().serialize(serializer)
            }
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for Value {
    fn from(score: f64) -> Self {
        Self::Score(score)
    }
}

impl From<usize> for Value {
    fn from(count: usize) -> Self {
        Self::Count(count as u64)
    }
}

/// The other whole numbers.
macro_rules! counts {
    ($($number:ty)*) => {$(
        impl From<$number> for Value {
            fn from(count: $number) -> Self {
                Self::Count(count.into())
            }
        }
    )*};
}
counts!(u8 u16 u32 u64);

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Nothing, Into::into)
    }
}

/// A table on its way out.
pub struct Table<W: Write> {
    out: W,
    format: ReportFormat,
    text: Text,
    columns: Vec<&'static str>,
    rows: u64,
    /// Rows that wait until the widths are known.
    held: Vec<Vec<Value>>,
}

impl<W: Write> Table<W> {
    /// Begins a table.
    pub fn new(
        mut out: W,
        format: ReportFormat,
        text: Text,
        columns: &[&'static str],
    ) -> io::Result<Self> {
        match format {
            ReportFormat::Csv => csv_record(&mut out, columns)?,
            ReportFormat::Json => out.write_all(b"[")?,
            ReportFormat::Text | ReportFormat::Jsonl => {}
        }
        Ok(Self { out, format, text, columns: columns.to_vec(), rows: 0, held: Vec::new() })
    }

    /// Adds a row, a value a column.
    pub fn row(&mut self, values: &[Value]) -> io::Result<()> {
        debug_assert_eq!(values.len(), self.columns.len());
        let out = &mut self.out;
        match (self.format, self.text) {
            (ReportFormat::Text, Text::Aligned) => self.held.push(values.to_vec()),
            (ReportFormat::Text, Text::Tabs) => {
                let cells: Vec<String> =
                    values.iter().map(|v| v.text().replace(char::is_control, " ")).collect();
                writeln!(out, "{}", cells.join("\t"))?;
            }
            (ReportFormat::Csv, _) => {
                let cells: Vec<String> = values.iter().map(Value::text).collect();
                csv_record(out, &cells)?;
            }
            (ReportFormat::Json, _) => {
                out.write_all(if self.rows == 0 { b"\n" } else { b",\n" })?;
                object(out, &self.columns, values)?;
            }
            (ReportFormat::Jsonl, _) => {
                object(out, &self.columns, values)?;
                out.write_all(b"\n")?;
            }
        }
        self.rows += 1;
        Ok(())
    }

    /// Hands on the rows printed so far.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Ends the table and gives the output back.
    pub fn finish(mut self) -> io::Result<W> {
        match self.format {
            ReportFormat::Json => {
                self.out.write_all(if self.rows == 0 { b"]\n" } else { b"\n]\n" })?;
            }
            ReportFormat::Text if self.text == Text::Aligned => self.aligned()?,
            ReportFormat::Text | ReportFormat::Csv | ReportFormat::Jsonl => {}
        }
        self.out.flush()?;
        Ok(self.out)
    }

    /// Numbers to the right, words to the left, two spaces between.
    fn aligned(&mut self) -> io::Result<()> {
        let texts: Vec<Vec<String>> =
            self.held.iter().map(|row| row.iter().map(Value::text).collect()).collect();
        let columns: Vec<(usize, bool)> = (0..self.columns.len())
            .map(|c| {
                let cells = texts.iter().map(|row| row[c].chars().count());
                let width = cells.chain([self.columns[c].len()]).max().unwrap_or(0);
                (width, self.held.iter().any(|row| row[c].is_number()))
            })
            .collect();
        let names = self.columns.iter().map(|&name| name.to_owned()).collect();
        for row in [names].iter().chain(&texts) {
            let cells: Vec<String> = row
                .iter()
                .zip(&columns)
                .map(
                    |(cell, &(width, right))| {
                        if right { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
                    },
                )
                .collect();
            writeln!(self.out, "{}", cells.join("  ").trim_end())?;
        }
        Ok(())
    }
}

fn csv_record<T: AsRef<[u8]>>(out: &mut impl Write, cells: &[T]) -> io::Result<()> {
    let mut record = Vec::new();
    csv::Writer::from_writer(&mut record).write_record(cells)?;
    out.write_all(&record)
}

fn object(out: &mut impl Write, columns: &[&str], values: &[Value]) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::new(out);
    serializer.collect_map(columns.iter().zip(values)).map_err(io::Error::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(format: ReportFormat, text: Text) -> String {
        let mut table = Table::new(Vec::new(), format, text, &["level", "score", "seeds"]).unwrap();
        table.row(&["easy, or so".into(), 317.04.into(), 12usize.into()]).unwrap();
        table.row(&["beyond".into(), None::<f64>.into(), 3usize.into()]).unwrap();
        String::from_utf8(table.finish().unwrap()).unwrap()
    }

    #[test]
    fn one_table_four_formats() {
        insta::assert_snapshot!(printed(ReportFormat::Text, Text::Aligned), @r"
        level        score  seeds
        easy, or so  317.0     12
        beyond                  3
        ");
        insta::assert_snapshot!(printed(ReportFormat::Csv, Text::Aligned), @r#"
        level,score,seeds
        "easy, or so",317.0,12
        beyond,,3
        "#);
        insta::assert_snapshot!(printed(ReportFormat::Json, Text::Aligned), @r#"
        [
        {"level":"easy, or so","score":317.0,"seeds":12},
        {"level":"beyond","score":null,"seeds":3}
        ]
        "#);
        assert_eq!(printed(ReportFormat::Jsonl, Text::Tabs).lines().count(), 2);
        assert_eq!(
            printed(ReportFormat::Text, Text::Tabs),
            "easy, or so\t317.0\t12\nbeyond\t\t3\n"
        );
    }

    #[test]
    fn no_rows_are_valid_too() {
        let empty = |format| {
            let table = Table::new(Vec::new(), format, Text::Aligned, &["id"]).unwrap();
            String::from_utf8(table.finish().unwrap()).unwrap()
        };
        assert_eq!(empty(ReportFormat::Json), "[]\n");
        assert_eq!(empty(ReportFormat::Csv), "id\n");
        assert_eq!(empty(ReportFormat::Jsonl), "");
    }
}
