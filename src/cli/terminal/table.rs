//! [`Table`]: the output of reporting commands, as text for people or as csv, tsv, json or jsonl.

use std::borrow::Cow;
use std::io::{self, Write};

use clap::ValueEnum;
use seeddb_database::visible::VisibleJson;
use serde::{Serialize, Serializer};

use super::{Value, aligned, cells, names, values};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ReportFormat {
    /// Columns for people
    #[default]
    Text,
    /// Commas, with a header
    Csv,
    /// Tabs, with a header
    Tsv,
    /// One array of objects
    Json,
    /// One object per line
    Jsonl,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Text {
    /// Aligned columns under their names, for short lists; printed at the end.
    Aligned,
    /// Columns separated by tabs without a header, for long lists; printed at once.
    Tabs,
    /// Columns separated by tabs, under their names.
    NamedTabs,
}

#[derive(Clone)]
pub struct Shape {
    format: ReportFormat,
    text: Text,
    columns: Vec<String>,
}

/// Formatted rows.
#[derive(Default)]
pub struct Rows(Vec<u8>);

impl Rows {
    /// Removes all rows and keeps the allocation.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl Shape {
    /// Formats a row with one value per column. It may run on any thread; [`Table::put`] prints the
    /// rows.
    pub fn row(&self, rows: &mut Rows, values: &[Value]) -> io::Result<()> {
        debug_assert_eq!(values.len(), self.columns.len());
        let Rows(out) = rows;
        match self.format {
            ReportFormat::Text => tabbed(out, values.iter().map(Value::shown)),
            ReportFormat::Csv => csv_record(out, b',', values.iter().map(Value::csv))?,
            ReportFormat::Tsv => csv_record(out, b'\t', values.iter().map(Value::csv))?,
            ReportFormat::Json => {
                if !out.is_empty() {
                    out.extend_from_slice(BETWEEN);
                }
                object(out, &self.columns, values)?;
            }
            ReportFormat::Jsonl => {
                object(out, &self.columns, values)?;
                out.push(b'\n');
            }
        }
        Ok(())
    }
}

/// The separator of an array's objects.
const BETWEEN: &[u8] = b",\n";

pub struct Table<W: Write> {
    out: W,
    shape: Shape,
    /// Whether anything was written after the header.
    begun: bool,
    /// Rows that are held until the widths are known.
    held: Vec<Vec<Value>>,
    /// The width of the terminal; `None` for other outputs.
    room: Option<usize>,
    /// The greatest width of each column so far, for long lists in a terminal.
    widths: Vec<usize>,
}

impl<W: Write> Table<W> {
    pub fn new(
        mut out: W,
        format: ReportFormat,
        text: Text,
        columns: &[impl AsRef<str>],
    ) -> io::Result<Self> {
        match format {
            ReportFormat::Csv => csv_record(&mut out, b',', columns.iter().map(AsRef::as_ref))?,
            ReportFormat::Tsv => csv_record(&mut out, b'\t', columns.iter().map(AsRef::as_ref))?,
            ReportFormat::Json => out.write_all(b"[")?,
            ReportFormat::Text | ReportFormat::Jsonl => {}
        }
        let columns = columns.iter().map(|column| column.as_ref().to_owned()).collect();
        let shape = Shape { format, text, columns };
        let (held, widths) = (Vec::new(), vec![0; shape.columns.len()]);
        Ok(Self { out, shape, begun: false, held, room: None, widths })
    }

    /// Begins a table of rows of type `R`, whose fields are the columns.
    pub fn of<R: Serialize + Default>(
        out: W,
        format: ReportFormat,
        text: Text,
    ) -> io::Result<Self> {
        Self::new(out, format, text, &names(cells(&R::default())))
    }

    /// Fits the table to a terminal of this width: aligned columns are cut, and columns of long
    /// lists are padded.
    pub const fn fitting(mut self, room: Option<usize>) -> Self {
        self.room = room;
        self
    }

    pub fn add(&mut self, row: &impl Serialize) -> io::Result<()> {
        self.row(&values(cells(row)))
    }

    pub fn row(&mut self, values: &[Value]) -> io::Result<()> {
        if self.is_aligned() {
            self.held.push(values.to_vec());
            return Ok(());
        }
        let mut rows = Rows::default();
        self.shape.row(&mut rows, values)?;
        self.put(&rows)
    }

    /// Writes rows made by [`Self::shape`] to a table that is not aligned.
    pub fn put(&mut self, Rows(rows): &Rows) -> io::Result<()> {
        debug_assert!(!self.is_aligned(), "widths are not known before the end");
        if rows.is_empty() {
            return Ok(());
        }
        if self.shape.format == ReportFormat::Json {
            self.out.write_all(if self.begun { BETWEEN } else { b"\n" })?;
        }
        self.begin()?;
        self.text(rows)
    }

    /// Writes the column names of a long list before its first row.
    fn begin(&mut self) -> io::Result<()> {
        let is_first = !std::mem::replace(&mut self.begun, true);
        if is_first && self.shape.format == ReportFormat::Text && self.shape.text == Text::NamedTabs
        {
            let mut names = Vec::new();
            tabbed(&mut names, self.shape.columns.iter().map(|name| name.as_str().into()));
            self.text(&names)?;
        }
        Ok(())
    }

    fn text(&mut self, rows: &[u8]) -> io::Result<()> {
        if self.shape.format == ReportFormat::Text && self.room.is_some() {
            return self.padded(rows);
        }
        self.out.write_all(rows)
    }

    /// Writes tab-separated rows for a terminal: each cell is padded to the widest so far.
    fn padded(&mut self, rows: &[u8]) -> io::Result<()> {
        for line in String::from_utf8_lossy(rows).lines() {
            let mut padded = String::new();
            for (cell, widest) in line.split('\t').zip(&mut self.widths) {
                *widest = cell.chars().count().max(*widest);
                padded.extend([&format!("{cell:0$}", *widest), "  "]);
            }
            writeln!(self.out, "{}", padded.trim_end())?;
        }
        Ok(())
    }

    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    fn is_aligned(&self) -> bool {
        self.shape.format == ReportFormat::Text && self.shape.text == Text::Aligned
    }

    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    pub fn finish(mut self) -> io::Result<W> {
        match self.shape.format {
            ReportFormat::Json => {
                self.out.write_all(if self.begun { b"\n]\n" } else { b"]\n" })?;
            }
            ReportFormat::Text if self.is_aligned() => {
                aligned::write(&mut self.out, &self.shape.columns, &self.held, self.room)?;
            }
            ReportFormat::Text => self.begin()?,
            ReportFormat::Csv | ReportFormat::Tsv | ReportFormat::Jsonl => {}
        }
        self.out.flush()?;
        Ok(self.out)
    }
}

/// Writes a line with tabs between its cells, which contain none.
fn tabbed<'a>(out: &mut Vec<u8>, cells: impl Iterator<Item = Cow<'a, str>>) {
    for (i, cell) in cells.enumerate() {
        if i > 0 {
            out.push(b'\t');
        }
        out.extend_from_slice(cell.as_bytes());
    }
    out.push(b'\n');
}

fn csv_record(
    out: &mut impl Write,
    delimiter: u8,
    cells: impl IntoIterator<Item: AsRef<[u8]>>,
) -> io::Result<()> {
    let mut record = Vec::with_capacity(256);
    let mut writer = csv::WriterBuilder::new()
        .delimiter(delimiter)
        .buffer_capacity(256)
        .from_writer(&mut record);
    writer.write_record(cells)?;
    drop(writer);
    out.write_all(&record)
}

fn object(out: &mut impl Write, columns: &[String], values: &[Value]) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(out, VisibleJson);
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
    fn one_table_five_formats() {
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
        assert_eq!(
            printed(ReportFormat::Tsv, Text::Aligned),
            "level\tscore\tseeds\neasy, or so\t317.0\t12\nbeyond\t\t3\n"
        );
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
        assert_eq!(
            printed(ReportFormat::Text, Text::NamedTabs),
            "level\tscore\tseeds\neasy, or so\t317.0\t12\nbeyond\t\t3\n"
        );
    }

    /// Long lists are printed at once, so a column may become wider later.
    #[test]
    fn long_rows_are_padded_in_a_terminal() {
        let table = Table::new(Vec::new(), ReportFormat::Text, Text::NamedTabs, &["puzzle", "er"]);
        let mut table = table.unwrap().fitting(Some(40));
        for text in ["53..7", "53..7....6..", "53"] {
            table.row(&[text.into(), 2.3.into()]).unwrap();
        }
        insta::assert_snapshot!(String::from_utf8(table.finish().unwrap()).unwrap(), @r"
        puzzle  er
        53..7   2.3
        53..7....6..  2.3
        53            2.3
        ");
    }

    #[test]
    fn rows_print_the_same_however_many_are_put_at_a_time() {
        let all: Vec<[Value; 2]> =
            (0..7u64).map(|n| ["a, \"b\"\t\u{e9}".into(), n.into()]).collect();
        for &format in ReportFormat::value_variants() {
            let table = || Table::new(Vec::new(), format, Text::Tabs, &["text", "n"]).unwrap();
            let mut expected = table();
            for values in &all {
                expected.row(values).unwrap();
            }
            let expected = expected.finish().unwrap();
            for size in 1..=all.len() {
                let mut table = table();
                for some in all.chunks(size) {
                    // Batches of bad lines make no rows.
                    table.put(&Rows::default()).unwrap();
                    let mut rows = Rows::default();
                    for values in some {
                        table.shape().row(&mut rows, values).unwrap();
                    }
                    table.put(&rows).unwrap();
                }
                assert_eq!(table.finish().unwrap(), expected, "{format:?}, {size} at a time");
            }
        }
    }

    #[test]
    fn a_row_that_is_alone_and_too_wide_is_a_list() {
        let printed = |room, rows| {
            let names = ["batch", "time", "note"];
            let table = Table::new(Vec::new(), ReportFormat::Text, Text::Aligned, &names);
            let mut table = table.unwrap().fitting(Some(room));
            for _ in 0..rows {
                table.row(&[12usize.into(), "2027-01-01T00:00:00Z".into(), "".into()]).unwrap();
            }
            String::from_utf8(table.finish().unwrap()).unwrap()
        };
        assert_eq!(printed(20, 1), "batch  12\ntime   2027-01-01T00:00:00Z\n");
        assert_eq!(printed(60, 1).lines().count(), 2);
        assert!(printed(20, 2).starts_with("batch  time"));
    }

    #[test]
    fn words_are_cut_to_fit_a_terminal() {
        let printed = |room| {
            let columns = ["request", "puzzles", "note"];
            let table = Table::new(Vec::new(), ReportFormat::Text, Text::Aligned, &columns);
            let mut table = table.unwrap().fitting(room);
            let request = "--level easy --symmetry rot180 --count 40";
            let row = [request.into(), 1_000_000usize.into(), "for monday".into()];
            (0..2).for_each(|_| table.row(&row).unwrap());
            String::from_utf8(table.finish().unwrap()).unwrap()
        };
        assert!(printed(None).contains("--count 40  1000000  for monday\n"));
        assert!(printed(Some(100)) == printed(None));
        for room in 29..62 {
            let text = printed(Some(room));
            assert!(text.lines().all(|line| line.chars().count() <= room), "{room}\n{text}");
            assert!(text.contains("1000000") && text.contains('\u{2026}'), "{room}\n{text}");
        }
    }

    /// No line is wider than the terminal; omitted columns are named, and the last column keeps all
    /// of its words.
    #[test]
    fn columns_go_and_words_wrap_to_fit_a_terminal() {
        let about = "singles, and nearly everywhere one: for children and for a first try";
        let printed = |room| {
            let columns = ["level", "none", "time", "score", "about"];
            let table = Table::new(Vec::new(), ReportFormat::Text, Text::Aligned, &columns);
            let mut table = table.unwrap().fitting(Some(room));
            let row = [
                "easy".into(),
                "".into(),
                "2027-01-01T00:00:00Z".into(),
                599.5.into(),
                about.into(),
            ];
            (0..2).for_each(|_| table.row(&row).unwrap());
            String::from_utf8(table.finish().unwrap()).unwrap()
        };
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let whole = printed(1000).lines().map(|line| line.chars().count()).max().unwrap();
        for room in 12..130 {
            let text = printed(room);
            let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('(')).collect();
            assert!(rows.iter().all(|row| row.chars().count() <= room), "{room}\n{text}");
            assert_eq!(text.contains("none"), room >= whole, "{room}\n{text}");
            if room >= 60 {
                assert!(words(&text).matches("for a first try").count() == 2, "{room}\n{text}");
            }
            if room < 24 {
                assert!(text.ends_with("--format csv has all columns)\n"), "{room}\n{text}");
            }
        }
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
