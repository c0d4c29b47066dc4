//! `xlsx`: a spreadsheet with the columns of csv, numbers as numbers.

use std::io::{self, Write};

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, Workbook, XlsxError};

use super::Row;

/// A sheet has so many rows, the names of the columns among them.
const MOST: usize = 1_048_576;

/// Writes all rows.
///
/// # Errors
/// What `out` says; as [`io::ErrorKind::InvalidInput`] more rows than a sheet has.
pub(super) fn write(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    if rows.len() >= MOST {
        let words = format!("a sheet of xlsx has {MOST} rows: take csv for more puzzles");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, words));
    }
    let data = workbook(rows).map_err(io::Error::other)?;
    out.write_all(&data)
}

fn workbook(rows: &[Row]) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    // Not the time of writing, or no two files would be equal.
    let created = ExcelDateTime::from_ymd(2000, 1, 1)?;
    workbook.set_properties(&DocProperties::new().set_creation_datetime(&created));
    let sheet = workbook.add_worksheet().set_name("puzzles")?;
    let (bold, digits) = (Format::new().set_bold(), Format::new().set_font_name("Courier New"));
    sheet.set_freeze_panes(1, 0)?;
    for ((column, name), width) in (0..).zip(Row::COLUMNS).zip(WIDTHS) {
        sheet.write_string_with_format(0, column, name, &bold)?;
        sheet.set_column_width(column, width)?;
    }
    for (line, row) in (1..).zip(rows) {
        let [puzzle, solution, id, level, _, score, _, seed, _, _] = row.cells();
        sheet.write_string_with_format(line, 0, puzzle, &digits)?;
        sheet.write_string_with_format(line, 1, solution, &digits)?;
        for (column, text) in [(2, id), (3, level), (7, seed)] {
            if !text.is_empty() {
                sheet.write_string(line, column, text)?;
            }
        }
        sheet.write_number(line, 4, row.tier)?;
        // The digits that the text formats show, as a number.
        if let Ok(score) = score.parse::<f64>() {
            sheet.write_number(line, 5, score)?;
        }
        sheet.write_number(line, 6, row.clues as f64)?;
        sheet.write_number(line, 8, row.batch)?;
        sheet.write_number(line, 9, row.number)?;
    }
    workbook.save_to_buffer()
}

/// The widths of the columns in characters.
const WIDTHS: [f64; 10] = [90.0, 90.0, 18.0, 12.0, 6.0, 10.0, 6.0, 19.0, 6.0, 8.0];

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::super::row::examples;
    use super::*;

    #[test]
    fn snapshot_of_the_sheet() {
        let mut out = Vec::new();
        write(&mut out, &examples()).unwrap();
        let mut zip = zip::ZipArchive::new(io::Cursor::new(out)).unwrap();
        let mut text = String::new();
        for part in ["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "docProps/core.xml"] {
            zip.by_name(part).unwrap().read_to_string(&mut text).unwrap();
            text.push('\n');
        }
        assert_eq!(text.matches("2000-01-01T00:00:00Z").count(), 2);
        insta::assert_snapshot!(text.replace("><", ">\n<"));
    }

    #[test]
    fn the_same_bytes_again() {
        let (mut one, mut two) = (Vec::new(), Vec::new());
        write(&mut one, &examples()).unwrap();
        write(&mut two, &examples()).unwrap();
        assert!(one == two);
    }
}
