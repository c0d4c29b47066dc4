//! `csv` and `tsv`: RFC 4180 with LF line ends and a header, for spreadsheets and for data merge in
//! page layout programs.

use std::io::{self, Write};

pub(super) const COMMA: u8 = b',';
pub(super) const TAB: u8 = b'\t';

/// Writes a record with quotes where necessary. One CSV writer per record keeps [`super::Writer`]
/// free of state; the small buffer makes that cheap.
pub(super) fn record(
    out: &mut impl Write,
    separator: u8,
    cells: impl Iterator<Item: AsRef<str>>,
) -> io::Result<()> {
    let mut writer =
        csv::WriterBuilder::new().delimiter(separator).buffer_capacity(512).from_writer(Inner(out));
    for cell in cells {
        writer.write_field(cell.as_ref()).map_err(io::Error::from)?;
    }
    writer.write_record(None::<&[u8]>).map_err(io::Error::from)?;
    writer.flush()
}

/// An output whose flush does nothing, since the CSV writer flushes after each record.
struct Inner<'a, W>(&'a mut W);

impl<W: Write> Write for Inner<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
