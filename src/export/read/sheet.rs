//! Sheets of .xlsx files (ECMA-376) as lines of text: one line per row, with tabs between cells.

use std::collections::HashMap;
use std::io::{Cursor, Read};

use jiff::ToSpan as _;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;

/// The greatest size of an unpacked part, in bytes.
const FREE: u64 = 256 << 20;

/// Whether a source begins as a zip file, which a spreadsheet is.
pub(super) fn is_sheet(begin: &[u8]) -> bool {
    begin.starts_with(b"PK\x03\x04")
}

/// Returns the text of all sheets, and the row number of each line.
///
/// # Errors
/// The reason why the file cannot be read, in words.
pub(super) fn lines(data: Vec<u8>) -> Result<(String, Vec<u64>), String> {
    let other =
        "this is a zip file, and no spreadsheet of .xlsx: unpack it, or save the table as CSV";
    let mut zip = ZipArchive::new(Cursor::new(data))
        .map_err(|_| "this zip file is broken or cut off".to_owned())?;
    let names = zip.file_names().filter_map(|name| Some(name.ok()?.into_owned()));
    let mut names: Vec<String> = names
        .filter(|name| name.starts_with("xl/worksheets/") && name.strip_suffix(".xml").is_some())
        .collect();
    // Sheet 2 precedes sheet 10.
    names.sort_by_key(|name| (name.len(), name.clone()));
    if names.is_empty() {
        return Err(other.to_owned());
    }
    let texts = part(&mut zip, "xl/sharedStrings.xml")?
        .map(|xml| texts(&xml))
        .transpose()?
        .unwrap_or_default();
    let dates = part(&mut zip, "xl/styles.xml")?
        .map(|xml| date_styles(&xml))
        .transpose()?
        .unwrap_or_default();
    let (mut text, mut numbers) = (String::new(), Vec::new());
    for name in names {
        let Some(xml) = part(&mut zip, &name)? else { continue };
        let rows = rows(&xml, &texts, &dates)?;
        let cells = || rows.iter().flat_map(|(_, cells)| cells.iter());
        let first = cells().map(|(column, _)| *column).min().unwrap_or(0);
        let last = cells().map(|(column, _)| *column).max().unwrap_or(0);
        let mut next = 1;
        for (number, cells) in rows {
            if number > next && next > 1 {
                // Rows without cells are blank lines.
                text.push('\n');
                numbers.push(next);
            }
            next = number + 1;
            let mut fields = vec![String::new(); (last - first + 1).min(cells.len().max(1) + 4096)];
            for (column, value) in cells {
                if let Some(field) = fields.get_mut(column - first) {
                    *field = value;
                }
            }
            text.push_str(&fields.join("\t"));
            text.push('\n');
            numbers.push(number);
        }
        // A board does not continue on the next sheet.
        text.push_str("\n\n");
        numbers.extend([next, next]);
    }
    numbers.push(1);
    Ok((text, numbers))
}

/// Returns a part of the file; `None` if the file lacks it.
fn part(zip: &mut ZipArchive<Cursor<Vec<u8>>>, name: &str) -> Result<Option<String>, String> {
    let Ok(part) = zip.by_name(name) else { return Ok(None) };
    let mut text = String::new();
    let read = part.take(FREE).read_to_string(&mut text);
    read.map_err(|_| format!("this spreadsheet is broken or cut off: {name} cannot be read"))?;
    if text.len() as u64 == FREE {
        return Err(format!("this spreadsheet is too large: {name} unpacks to more than 256 MiB"));
    }
    Ok(Some(text))
}

fn broken(error: impl std::fmt::Display) -> String {
    format!("this spreadsheet is broken: {error}")
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let value = tag.try_get_attribute(name).ok().flatten()?.value;
    Some(value.to_string())
}

/// Calls `see` for each XML event of a part.
fn each(xml: &str, mut see: impl FnMut(&Event<'_>) -> Result<(), String>) -> Result<(), String> {
    let mut reader = quick_xml::Reader::from_str(xml);
    loop {
        match reader.read_event().map_err(broken)? {
            Event::Eof => return Ok(()),
            event => see(&event)?,
        }
    }
}

/// Returns the text of an event: of a text, or of a reference inside a text.
fn words(event: &Event<'_>) -> Option<String> {
    match event {
        Event::Text(text) => Some(text.xml10_content().to_string()),
        Event::GeneralRef(name) => quick_xml::escape::unescape(&format!("&{};", &**name))
            .ok()
            .map(std::borrow::Cow::into_owned),
        _ => None,
    }
}

fn texts(xml: &str) -> Result<Vec<String>, String> {
    let (mut texts, mut is_text) = (Vec::new(), false);
    each(xml, |event| {
        match event {
            Event::Start(tag) if tag.local_name().as_ref() == "si" => texts.push(String::new()),
            Event::Empty(tag) if tag.local_name().as_ref() == "si" => texts.push(String::new()),
            Event::Start(tag) => is_text = tag.local_name().as_ref() == "t",
            Event::End(_) => is_text = false,
            event => {
                if let (true, Some(words), Some(text)) = (is_text, words(event), texts.last_mut()) {
                    text.push_str(&words);
                }
            }
        }
        Ok(())
    })?;
    Ok(texts)
}

fn date_styles(xml: &str) -> Result<Vec<bool>, String> {
    let mut own: HashMap<u32, bool> = HashMap::new();
    let (mut styles, mut in_styles) = (Vec::new(), false);
    each(xml, |event| {
        let (Event::Start(tag) | Event::Empty(tag)) = event else {
            if let Event::End(tag) = event
                && tag.local_name().as_ref() == "cellXfs"
            {
                in_styles = false;
            }
            return Ok(());
        };
        let number = || attribute(tag, "numFmtId").and_then(|id| id.parse::<u32>().ok());
        match tag.local_name().as_ref() {
            "numFmt" => {
                let code = attribute(tag, "formatCode").unwrap_or_default().to_lowercase();
                let code = code.split('"').step_by(2).collect::<String>();
                own.extend(number().map(|id| {
                    (id, code.contains('y') || code.contains('d') && code.contains('m'))
                }));
            }
            "cellXfs" => in_styles = true,
            "xf" if in_styles => {
                let id = number().unwrap_or(0);
                styles.push(
                    own.get(&id).copied().unwrap_or(matches!(id, 14..=17 | 22 | 27..=36 | 50..=58)),
                );
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(styles)
}

/// A row: its number, and its cells as column and value.
type Row = (u64, Vec<(usize, String)>);

fn rows(xml: &str, texts: &[String], dates: &[bool]) -> Result<Vec<Row>, String> {
    let mut rows: Vec<Row> = Vec::new();
    let (mut kind, mut style, mut column) = (String::new(), 0_usize, 0);
    let (mut value, mut is_value) = (String::new(), false);
    each(xml, |event| {
        match event {
            Event::Start(tag) | Event::Empty(tag) => match tag.local_name().as_ref() {
                "row" => {
                    let number = attribute(tag, "r").and_then(|r| r.parse().ok());
                    let next = rows.last().map_or(1, |(number, _)| number + 1);
                    rows.push((number.unwrap_or(next), Vec::new()));
                }
                "c" => {
                    kind = attribute(tag, "t").unwrap_or_default();
                    style = attribute(tag, "s").and_then(|s| s.parse().ok()).unwrap_or(0);
                    let next = rows
                        .last()
                        .and_then(|(_, cells)| cells.last())
                        .map_or(0, |(column, _)| column + 1);
                    column = attribute(tag, "r").and_then(|name| of_letters(&name)).unwrap_or(next);
                    value.clear();
                }
                "v" | "t" => is_value = matches!(event, Event::Start(_)),
                _ => {}
            },
            Event::End(tag) => match tag.local_name().as_ref() {
                "v" | "t" => is_value = false,
                "c" => {
                    let text = match &*kind {
                        "s" => value
                            .parse::<usize>()
                            .ok()
                            .and_then(|at| texts.get(at))
                            .cloned()
                            .unwrap_or_default(),
                        "" | "n" if dates.get(style) == Some(&true) => {
                            day(&value).unwrap_or_else(|| value.clone())
                        }
                        _ => value.clone(),
                    };
                    if let Some((_, cells)) = rows.last_mut().filter(|_| !text.is_empty()) {
                        let is_quoted = text.contains(['\t', '\n', '"']);
                        let text = if is_quoted {
                            format!("\"{}\"", text.replace('"', "\"\""))
                        } else {
                            text
                        };
                        cells.push((column, text));
                    }
                }
                _ => {}
            },
            event if is_value => value.extend(words(event)),
            _ => {}
        }
        Ok(())
    })?;
    Ok(rows)
}

/// Returns the column with a name: 0 for A, 27 for AB.
fn of_letters(name: &str) -> Option<usize> {
    let letters = name.bytes().take_while(u8::is_ascii_uppercase);
    let number = letters.fold(0_usize, |number, letter| {
        number.saturating_mul(26).saturating_add(usize::from(letter - b'A' + 1))
    });
    number.checked_sub(1).filter(|&column| column < 16_384)
}

/// Returns the date of a number of days since 1900; `None` for numbers out of range.
fn day(number: &str) -> Option<String> {
    let days = number
        .split('.')
        .next()?
        .parse::<i64>()
        .ok()
        .filter(|days| (60..200_000).contains(days))?;
    let day = jiff::civil::date(1899, 12, 30).checked_add(days.days()).ok()?;
    Some(day.to_string())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::write::SimpleFileOptions;

    use super::super::{LINE, Reader, puzzle};
    use super::*;

    fn packed(parts: &[(&str, &str)]) -> Vec<u8> {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in parts {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }

    fn read(data: &[u8]) -> Vec<Result<(u64, seeddb_core::board::Grid), String>> {
        let mut reader = Reader::new(data).unwrap();
        let entries = std::iter::from_fn(|| reader.entry().unwrap());
        entries
            .map(|entry| entry.map(|found| (found.line, found.grid)).map_err(|bad| bad.to_string()))
            .collect()
    }

    #[test]
    fn texts_numbers_and_boards_in_cells_are_read() {
        let text = format!(
            "<sst><si><t>puzzle</t></si><si><r><t>{}</t></r><r><t>{}</t></r></si></sst>",
            &LINE[..40],
            &LINE[40..]
        );
        let table = "<worksheet><sheetData><row r=\"2\"><c r=\"B2\" t=\"s\"><v>0</v></c><c r=\"C2\" t=\"inlineStr\"><is><t>day</t></is></c></row>\
                     <row r=\"3\"><c r=\"B3\" t=\"s\"><v>1</v></c><c r=\"C3\" s=\"1\"><v>43528</v></c></row></sheetData></worksheet>";
        let styles =
            "<styleSheet><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/></cellXfs></styleSheet>";
        let row = |r: usize| {
            let cell = |(c, sign): (usize, char)| match sign {
                '.' => String::new(),
                sign => {
                    format!("<c r=\"{}{}\"><v>{sign}</v></c>", char::from(b'C' + c as u8), r + 5)
                }
            };
            format!(
                "<row r=\"{}\">{}</row>",
                r + 5,
                LINE[9 * r..9 * r + 9].chars().enumerate().map(cell).collect::<String>()
            )
        };
        let board = format!(
            "<worksheet><sheetData>{}</sheetData></worksheet>",
            (0..9).map(row).collect::<String>()
        );
        let parts = [
            ("xl/sharedStrings.xml", &*text),
            ("xl/styles.xml", styles),
            ("xl/worksheets/sheet1.xml", table),
        ];
        let data = packed(&parts);
        assert_eq!(read(&data), [Ok((3, puzzle()))]);
        assert!(lines(data).unwrap().0.contains("2019-03-04"));
        assert_eq!(read(&packed(&[("xl/worksheets/sheet1.xml", &board)])), [Ok((5, puzzle()))]);
    }

    #[test]
    fn what_is_no_sheet_is_told() {
        for (data, words) in [
            (packed(&[("a.txt", LINE)]), "no spreadsheet"),
            (b"PK\x03\x04 and more".to_vec(), "broken"),
            (packed(&[("xl/worksheets/sheet1.xml", "<a><b></a>")]), "broken"),
        ] {
            let bad = read(&data)[0].clone().unwrap_err();
            assert!(bad.contains(words), "{bad}");
        }
    }
}
