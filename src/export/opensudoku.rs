//! `opensudoku`: XML for the OpenSudoku app, with one folder per level.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};

use quick_xml::events::Event;

use super::Row;
use super::entry::{BadLine, Entry, FoundGrid, grid, newlines};
use super::markup::escaped;
use seeddb_core::board::Grid;

/// The games by level: the app makes a folder of each element `folder`, so each level needs exactly
/// one.
#[derive(Debug, Default)]
pub(super) struct Folders(BTreeMap<String, String>);

impl Folders {
    pub(super) fn add(&mut self, row: &Row) {
        let folder = row.level_or_tier();
        let games = self.0.entry(folder).or_default();
        let (puzzle, id) = (row.puzzle.line('0'), &row.id);
        games.push_str("    <game data=\"");
        games.push_str(&puzzle);
        games.push_str("\" state=\"0\" time=\"0\" note=\"");
        games.push_str(id);
        games.push_str("\"/>\n");
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<opensudoku version=\"2\">")?;
        for (name, games) in &self.0 {
            write!(out, "  <folder name=\"{}\">\n{games}  </folder>\n", escaped(name))?;
        }
        writeln!(out, "</opensudoku>")
    }
}

pub(super) struct Games<R> {
    xml: quick_xml::Reader<Counted<R>>,
    event: Vec<u8>,
    /// Whether reading has ended, at the end of the input or after an XML error.
    done: bool,
}

impl<R: BufRead> Games<R> {
    /// Reads from `source`, whose first line has this number.
    pub(super) fn new(source: R, line: u64) -> Self {
        let xml = quick_xml::Reader::from_reader(Counted { source, line, left: LONGEST_TAG });
        Self { xml, event: Vec::new(), done: false }
    }

    /// Returns the next game, or its error.
    pub(super) fn entry(&mut self) -> io::Result<Option<Entry>> {
        while !self.done {
            self.event.clear();
            self.xml.get_mut().left = LONGEST_TAG;
            let event = self.xml.read_event_into(&mut self.event);
            let line = self.xml.get_ref().line;
            match event {
                Ok(Event::Eof) => self.done = true,
                Ok(Event::Empty(tag) | Event::Start(tag)) if tag.name().as_ref() == "game" => {
                    let data = tag.try_get_attribute("data");
                    let grid = match data {
                        Ok(Some(data)) => clues(data.value.trim()),
                        Ok(None) => Err("a game without its data".to_owned()),
                        Err(error) => Err(error.to_string()),
                    };
                    return Ok(Some(match grid {
                        Ok(grid) => Ok(FoundGrid::at(line, grid)),
                        Err(reason) => Err(BadLine { line, reason }),
                    }));
                }
                Ok(_) => {}
                Err(quick_xml::Error::Io(error)) if error.kind() != io::ErrorKind::FileTooLarge => {
                    // The source's error is part of the message.
                    return Err(io::Error::new(error.kind(), error));
                }
                Err(error) => {
                    // After this error, the beginning of the next tag is unknown.
                    self.done = true;
                    let reason = format!("this is no XML of OpenSudoku from here on: {error}");
                    return Ok(Some(Err(BadLine { line, reason })));
                }
            }
        }
        Ok(None)
    }
}

/// Returns the clues of a game: 81 cells, or in the app's export format `version: N` and for each
/// cell its value, one or two fields of notes, and whether a player may change it.
fn clues(data: &str) -> Result<Grid, String> {
    let Some(rest) = data.strip_prefix("version:") else { return grid(data) };
    let cells = rest.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    let cells =
        cells.trim_start_matches("&#10;").trim_start_matches("&#xA;").trim().trim_end_matches('|');
    let fields: Vec<&str> = cells.split('|').collect();
    let of_cell = fields.len() / 81;
    if !fields.len().is_multiple_of(81) || !(3..=4).contains(&of_cell) {
        return Err(format!(
            "{} fields in a game, which are not 3 or 4 for each of 81 cells",
            fields.len()
        ));
    }
    let clue = |cell: &[&str]| match (cell[0].trim(), cell[of_cell - 1].trim()) {
        (_, "1") => Ok('.'),
        (value, "0") => value.parse().map_err(|_| format!("{value:?} is no value of a cell")),
        (_, other) => Err(format!("{other:?} does not tell whether a cell may be changed")),
    };
    grid(&fields.chunks(of_cell).map(clue).collect::<Result<String, String>>()?)
}

/// The longest tag, in bytes: games have shorter ones, and longer ones could fill the memory.
const LONGEST_TAG: usize = 64 * 1024;

/// Counts lines, and returns an error after too many bytes of a tag.
struct Counted<R> {
    source: R,
    line: u64,
    left: usize,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(to)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let data = self.source.fill_buf()?;
        if data.is_empty() {
            return Ok(data);
        }
        if self.left == 0 {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "a tag is longer than 64 KiB"));
        }
        Ok(&data[..data.len().min(self.left)])
    }

    fn consume(&mut self, count: usize) {
        if let Ok(data) = self.source.fill_buf() {
            let seen = &data[..count.min(data.len())];
            self.line += newlines(seen);
        }
        self.left = self.left.saturating_sub(count);
        self.source.consume(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_one_folder_and_its_name_is_escaped() {
        let mut folders = Folders::default();
        let mut row = super::super::row::examples()[0].clone();
        for level in ["<b>\u{1} \"1\"", "a", "<b>\u{1} \"1\""] {
            row.level = Some(level.to_owned());
            folders.add(&row);
        }
        let mut out = Vec::new();
        folders.write(&mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text.matches("<folder").count(), 2);
        assert!(text.contains("\"&lt;b&gt;  &quot;1&quot;\""), "{text}");
        assert_eq!(
            Games::new(text.as_bytes(), 1).entry().unwrap(),
            Some(Ok(FoundGrid::at(4, row.puzzle)))
        );
    }

    #[test]
    fn games_of_the_app_have_only_given_digits_as_clues() {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        for (version, notes) in [(1, "0"), (2, "-"), (3, "0|0")] {
            let cell = |(i, sign): (usize, char)| match sign {
                // Open, or filled in by a player.
                '.' => format!("{}|{notes}|1|", if i % 2 == 0 { 4 } else { 0 }),
                digit => format!("{digit}|{notes}|0|"),
            };
            let cells: String = line.chars().enumerate().map(cell).collect();
            for end in ["\n", "&#10;", " "] {
                let text = format!(
                    "<opensudoku version=\"3\"><game data=\"version: {version}{end}{cells}\"/></opensudoku>"
                );
                let found = Games::new(text.as_bytes(), 1).entry().unwrap().unwrap().unwrap();
                assert_eq!(found.grid.to_string(), line, "{version}");
            }
        }
        assert!(clues("version: 1\n5|0|0|").unwrap_err().contains("3 fields"));
    }

    #[test]
    fn errors_have_lines() {
        let puzzle = ".".repeat(81);
        let text = format!(
            "<opensudoku>\n<game data=\"{puzzle}\"/>\n<game/>\n<game data=\"12\"></game>\n<game data=\"{puzzle}"
        );
        let mut games = Games::new(text.as_bytes(), 1);
        let mut entries = Vec::new();
        while let Some(entry) = games.entry().unwrap() {
            entries.push(
                entry.map(|found| (found.line, found.grid)).map_err(|bad| (bad.line, bad.reason)),
            );
        }
        assert_eq!(entries[0], Ok((2, Grid::EMPTY)));
        assert_eq!(entries[1], Err((3, "a game without its data".to_owned())));
        let reasons: Vec<_> =
            entries[2..].iter().map(|entry| entry.as_ref().unwrap_err()).collect();
        assert!(reasons[0].0 == 4 && reasons[0].1.contains("2 cells"), "{reasons:?}");
        assert!(reasons[1].0 == 5 && reasons[1].1.contains("no XML"), "{reasons:?}");
        assert_eq!(entries.len(), 4);
    }

    #[test]
    fn a_tag_without_end_does_not_fill_the_memory() {
        let text = "<opensudoku>".to_owned() + "<game data=\"" + &"1".repeat(1_000_000);
        let mut games = Games::new(text.as_bytes(), 1);
        let reason = games.entry().unwrap().unwrap().unwrap_err().reason;
        assert!(reason.contains("64 KiB"), "{reason}");
    }
}
