//! `jsonl`: one object per line.

use std::io::{self, Write};

use super::Row;

pub(super) fn row(out: &mut impl Write, row: &Row) -> io::Result<()> {
    serde_json::to_writer(&mut *out, row).map_err(io::Error::from)?;
    out.write_all(b"\n")
}

#[cfg(test)]
mod tests {
    use super::super::row::rendered;
    use super::super::{Format, Style};

    #[test]
    fn snapshot() {
        insta::assert_snapshot!(rendered(Style::of(Format::Jsonl)));
    }
}
