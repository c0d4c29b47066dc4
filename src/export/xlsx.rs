//! `xlsx`: a spreadsheet with the columns of CSV and typed numbers, written row by row.
//!
//! The format is ECMA-376 (Office Open XML), reduced to the minimum that spreadsheets open: a zip
//! file of a workbook, its styles and one sheet with inline texts. It contains no time of writing,
//! so equal rows give equal bytes.

use std::fmt;
use std::io::{self, Write};

use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::column::Cell;
use super::markup::escaped;
use super::{PuzzleColumn, Row};

/// The most rows of a sheet, the row of column names included.
const MOST: u32 = 1_048_576;
/// The initial size of a row's buffer, in bytes.
const ROW: usize = 1024;

/// The parts of the file before the sheet, by name.
const PARTS: [(&str, &str); 5] = [
    (
        "[Content_Types].xml",
        r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>"#,
    ),
    (
        "_rels/.rels",
        r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#,
    ),
    (
        "xl/_rels/workbook.xml.rels",
        r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>"#,
    ),
    (
        "xl/workbook.xml",
        r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="puzzles" sheetId="1" r:id="rId1"/></sheets></workbook>"#,
    ),
    // Style 1 is bold, style 2 has a monospaced font.
    (
        "xl/styles.xml",
        r#"<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><sz val="11"/><name val="Courier New"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>"#,
    ),
];

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
/// The sheet up to the widths of its columns. The first row is frozen.
const HEAD: &str = r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>"#;

pub(super) struct Sheet<W: Write> {
    zip: ZipWriter<StreamWriter<W>>,
    columns: Vec<&'static PuzzleColumn>,
    /// The number of rows so far, the row of column names included.
    rows: u32,
    text: String,
}

impl<W: Write> Sheet<W> {
    pub(super) fn new(out: W) -> io::Result<Self> {
        let mut zip = ZipWriter::new_stream(out);
        // A constant date, the first that zip files can store, so that runs do not differ.
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default());
        for (name, text) in PARTS {
            zip.start_file(name, options)?;
            zip.write_all(DECLARATION.as_bytes())?;
            zip.write_all(text.as_bytes())?;
        }
        zip.start_file("xl/worksheets/sheet1.xml", options)?;
        Ok(Self { zip, columns: Vec::new(), rows: 0, text: String::with_capacity(ROW) })
    }

    pub(super) fn header(&mut self, columns: &[&'static PuzzleColumn]) -> io::Result<()> {
        write!(self.zip, "{DECLARATION}{HEAD}<cols>")?;
        self.columns = columns.to_vec();
        for (column, PuzzleColumn { width, .. }) in (1..).zip(columns) {
            write!(
                self.zip,
                r#"<col min="{column}" max="{column}" width="{width}.7109375" customWidth="1"/>"#
            )?;
        }
        write!(self.zip, "</cols><sheetData>")?;
        self.begin();
        for (letter, column) in ('A'..).zip(columns) {
            self.put(letter, r#" s="1""#, column.name);
        }
        self.end()
    }

    /// Writes a row.
    ///
    /// # Errors
    /// Errors of the output; [`io::ErrorKind::InvalidInput`] for more rows than a sheet can have.
    pub(super) fn row(&mut self, row: &Row) -> io::Result<()> {
        if self.rows == MOST {
            let words = format!("a sheet of xlsx has {MOST} rows: take csv for more puzzles");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, words));
        }
        self.begin();
        for (letter, i) in ('A'..).zip(0..self.columns.len()) {
            let (cell, number) = ((self.columns[i].cell)(row), self.rows);
            match &cell {
                Cell::Nothing => {}
                Cell::Grid(_) => self.put(letter, r#" s="2""#, &cell.to_string()),
                Cell::Text(text) => self.put(letter, "", text),
                cell => add(
                    &mut self.text,
                    format_args!(r#"<c r="{letter}{number}"><v>{cell}</v></c>"#),
                ),
            }
        }
        self.end()
    }

    fn begin(&mut self) {
        self.rows += 1;
        self.text.clear();
        add(&mut self.text, format_args!(r#"<row r="{}">"#, self.rows));
    }

    fn end(&mut self) -> io::Result<()> {
        self.text.push_str("</row>");
        self.zip.write_all(self.text.as_bytes())
    }

    /// Adds a cell of text; an empty text adds none.
    fn put(&mut self, letter: char, style: &str, text: &str) {
        let (row, escaped) = (self.rows, escaped(text));
        if !text.is_empty() {
            let cell = format_args!(
                r#"<c r="{letter}{row}"{style} t="inlineStr"><is><t>{escaped}</t></is></c>"#
            );
            add(&mut self.text, cell);
        }
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        write!(self.zip, "</sheetData></worksheet>")?;
        Ok(self.zip.finish()?.into_inner())
    }
}

fn add(text: &mut String, more: fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = fmt::Write::write_fmt(text, more);
}

impl<W: Write> fmt::Debug for Sheet<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sheet").field("rows", &self.rows).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::io::Read;

    use super::super::row::examples;
    use super::*;

    fn written(rows: &[Row]) -> Vec<u8> {
        let mut sheet = Sheet::new(Vec::new()).unwrap();
        sheet.header(&PuzzleColumn::of_table(None, false)).unwrap();
        for row in rows {
            sheet.row(row).unwrap();
        }
        sheet.finish().unwrap()
    }

    #[test]
    fn snapshot_of_the_sheet() {
        let mut zip = zip::ZipArchive::new(io::Cursor::new(written(&examples()))).unwrap();
        let mut text = String::new();
        zip.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut text).unwrap();
        insta::assert_snapshot!(text.replace("><", ">\n<"));
        // All parts are XML.
        for i in 0..zip.len() {
            let mut text = String::new();
            zip.by_index(i).unwrap().read_to_string(&mut text).unwrap();
            let mut xml = quick_xml::Reader::from_str(&text);
            while !matches!(xml.read_event().unwrap(), quick_xml::events::Event::Eof) {}
        }
        assert_eq!(zip.len(), PARTS.len() + 1);
    }

    /// Spreadsheets read no cell as a formula, whatever the name of a level.
    #[test]
    fn text_is_no_formula() {
        for level in ["=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", "=<f>1</f>", "a\u{1b}[2J\0"] {
            let row = Row { level: Some(level.to_owned()), ..examples()[0].clone() };
            let mut zip = zip::ZipArchive::new(io::Cursor::new(written(&[row]))).unwrap();
            let mut text = String::new();
            zip.by_name("xl/worksheets/sheet1.xml").unwrap().read_to_string(&mut text).unwrap();
            let cell = format!("t=\"inlineStr\"><is><t>{}</t></is></c>", escaped(level));
            assert!(text.contains(&cell) && !text.contains("<f"), "{text}");
        }
    }

    #[test]
    fn the_same_bytes_again() {
        assert!(written(&examples()) == written(&examples()));
    }

    /// The memory for a sheet does not grow with its rows: nearly all have been written before the
    /// end.
    #[test]
    fn rows_are_handed_on_as_they_come() {
        struct Count<'a>(&'a Cell<usize>);
        impl Write for Count<'_> {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.set(self.0.get() + bytes.len());
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let written = Cell::new(0);
        let mut sheet = Sheet::new(Count(&written)).unwrap();
        sheet.header(&PuzzleColumn::of_table(None, false)).unwrap();
        let mut row = examples()[0].clone();
        for number in 1..=50_000u32 {
            row.id = blake3::hash(&number.to_le_bytes()).to_hex().to_string();
            sheet.row(&row).unwrap();
        }
        let before = written.get();
        sheet.finish().unwrap();
        assert!(before > 1_000_000 && written.get() - before < 200_000, "{before}, {written:?}");
    }

    #[test]
    fn a_sheet_that_is_full_takes_no_more() {
        let mut sheet = Sheet::new(io::sink()).unwrap();
        sheet.header(&PuzzleColumn::of_table(None, false)).unwrap();
        sheet.rows = MOST;
        let error = sheet.row(&examples()[0]).unwrap_err();
        assert!(error.kind() == io::ErrorKind::InvalidInput && error.to_string().contains("csv"));
    }
}
