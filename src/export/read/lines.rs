//! Puzzles line by line: 81 characters, columns, links, drawn boards.
//!
//! If the first line names its columns, the one of the puzzle counts. Else of a line the first field
//! (tabs, commas, semicolons and spaces separate fields) that is 81 cells counts, so that what `draw`
//! and `export` wrote reads back; what follows a `#` is a comment. Nine lines of nine cells are a drawn
//! board.

use std::io::{self, BufRead, Read};

use super::binary::NO_TEXT;
use super::drawn::{Board, BoardLine, is_title};
use super::links::link;
use super::{BadLine, Entry, FoundGrid, NAMES, grid};
use crate::board::{Grid, ParseGridError};
use crate::export::hodoku;

/// Longer lines are not lines of puzzles; reading them whole could fill the memory.
const LONGEST_LINE: u64 = 64 * 1024;

pub(super) struct Lines<R> {
    source: R,
    /// The bytes of the line at hand.
    bytes: Vec<u8>,
    /// Its number.
    line: u64,
    board: Board,
    /// An entry that was complete only when the next one began.
    next: Option<Entry>,
    /// Whether only comments and blank lines have been read.
    fresh: bool,
    /// The line that names the columns.
    header: Option<String>,
    /// The separator, and which column holds the puzzles, if the first line said so.
    column: Option<(u8, usize)>,
    /// Whether this is the part of an .sdk file that holds what a solver has filled in.
    in_state: bool,
    /// Whether a line was no text: what follows is none either.
    ended: bool,
}

/// What a line is.
enum Line {
    Nothing,
    BoardRow(String),
    Grid(Grid),
    Bad(String),
}

impl<R: BufRead> Lines<R> {
    /// Reads from `source`, whose first line has this number.
    pub(super) fn new(source: R, line: u64) -> Self {
        Self {
            source,
            bytes: Vec::new(),
            line: line - 1,
            board: Board::default(),
            next: None,
            fresh: true,
            header: None,
            column: None,
            in_state: false,
            ended: false,
        }
    }

    pub(super) fn header(&self) -> Option<&str> {
        self.header.as_deref()
    }

    /// The next line without its end, `None` at the end of the file.
    fn read_line(&mut self) -> io::Result<Option<Result<String, String>>> {
        let Self { source, bytes, ended, .. } = self;
        bytes.clear();
        if *ended {
            return Ok(None);
        }
        source.take(LONGEST_LINE).read_until(b'\n', bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.line += 1;
        if bytes.contains(&0) {
            *ended = true;
            return Ok(Some(Err(NO_TEXT.to_owned())));
        }
        if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
            source.skip_until(b'\n')?;
            return Ok(Some(Err("the line is longer than 64 KiB".to_owned())));
        }
        let text = String::from_utf8_lossy(bytes);
        Ok(Some(Ok(text.trim_start_matches('\u{feff}').trim().to_owned())))
    }

    /// The next grid or bad line.
    pub(super) fn entry(&mut self) -> io::Result<Option<Entry>> {
        if let Some(entry) = self.next.take() {
            return Ok(Some(entry));
        }
        while let Some(text) = self.read_line()? {
            let read = match &text {
                Ok(text) => self.read(text),
                Err(reason) => Line::Bad(reason.clone()),
            };
            let entry = match read {
                Line::Nothing => continue,
                Line::BoardRow(row) => {
                    self.fresh = false;
                    match self.board.add(row, self.line) {
                        None => continue,
                        whole => return Ok(whole),
                    }
                }
                Line::Grid(grid) => {
                    Ok(FoundGrid { line: self.line, grid, text: text.unwrap_or_default() })
                }
                Line::Bad(reason) => Err(BadLine { line: self.line, reason }),
            };
            self.fresh = false;
            if let Some(unfinished) = self.board.give_up() {
                self.next = Some(entry);
                return Ok(Some(unfinished));
            }
            return Ok(Some(entry));
        }
        Ok(self.board.give_up())
    }

    /// What one line is.
    fn read(&mut self, text: &str) -> Line {
        if self.fresh && !text.starts_with('#') && !text.is_empty() {
            let is_grid = |field: &str| field.trim_matches('"').parse::<Grid>().is_ok();
            let mut fields = text.split(['\t', ',', ';', ' ']);
            if fields.clone().any(is_name) && !fields.any(is_grid) {
                // Below a title, or names with blanks between, rows are read like any line.
                self.column = column(text);
                self.header = Some(text.to_owned());
                self.fresh = false;
                return Line::Nothing;
            }
        }
        if let Some(section) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'))
            && section.chars().all(char::is_alphabetic)
        {
            self.in_state = section.eq_ignore_ascii_case("state");
            return Line::Nothing;
        }
        match self.column {
            _ if self.in_state => Line::Nothing,
            Some((separator, place)) => in_column(text, separator, place),
            None => read_line(text),
        }
    }
}

/// The separator and the place of the column that has one of our names: `puzzle` before `puzzle_id`.
fn column(header: &str) -> Option<(u8, usize)> {
    let separator = [b'\t', b',', b';'].into_iter().find(|&c| header.contains(char::from(c)))?;
    let place = |named: fn(&str) -> bool| header.split(char::from(separator)).position(named);
    Some((separator, place(is_exact_name).or_else(|| place(is_name))?))
}

fn is_exact_name(name: &str) -> bool {
    let name = name.trim_matches(['"', ' ']);
    NAMES.iter().any(|known| name.eq_ignore_ascii_case(known))
}

/// Whether a field is the name of a column of puzzles; a link to a site of puzzles is none.
fn is_name(name: &str) -> bool {
    let is_word = || name.chars().all(|c| c.is_alphanumeric() || "_-".contains(c));
    is_exact_name(name) || name.to_ascii_lowercase().contains("puzzle") && is_word()
}

/// What a line is whose puzzle stands in a column.
fn in_column(text: &str, separator: u8, place: usize) -> Line {
    if text.is_empty() || text.starts_with('#') {
        return Line::Nothing;
    }
    let field = if text.contains('"') {
        let mut reader = csv::ReaderBuilder::new();
        let mut reader =
            reader.delimiter(separator).has_headers(false).from_reader(text.as_bytes());
        let record = reader.records().next().and_then(Result::ok).unwrap_or_default();
        record.get(place).unwrap_or_default().to_owned()
    } else {
        text.split(char::from(separator)).nth(place).unwrap_or_default().to_owned()
    };
    match field.trim() {
        // A row without a puzzle is no blank line.
        "" => grid("").map_or_else(Line::Bad, Line::Grid),
        field => read_line(field),
    }
}

/// What a line without named columns is.
fn read_line(text: &str) -> Line {
    leading(text).map_or_else(|| look_closer(text), Line::Grid)
}

/// The puzzle that a line begins with, as nearly all do. (81 strokes without a clue may be a rule.)
fn leading(text: &str) -> Option<Grid> {
    let (puzzle, rest) = text.split_at_checked(81)?;
    let ends = rest.is_empty() || rest.starts_with(['\t', ',', ';', ' ', '#']);
    let has_clue = || puzzle.contains(|c| matches!(c, '1'..='9'));
    if ends && has_clue() && !is_title(text) { puzzle.parse().ok() } else { None }
}

/// What a line is that does not begin with a puzzle.
fn look_closer(text: &str) -> Line {
    if text.starts_with(':') {
        return hodoku::read(text).map_or_else(Line::Bad, Line::Grid);
    }
    if is_title(text) {
        return Line::Nothing;
    }
    let text = text.split('#').next().unwrap_or_default().trim();
    if text.is_empty() {
        return Line::Nothing;
    }
    let fields = || {
        let separator = |c: char| matches!(c, '\t' | ',' | ';' | ' ');
        text.split(separator).map(|field| field.trim_matches('"')).filter(|field| !field.is_empty())
    };
    match BoardLine::of(text) {
        Some(BoardLine::Row(row)) => return Line::BoardRow(row),
        Some(BoardLine::Rule) => return Line::Nothing,
        Some(BoardLine::Candidates) => {
            let words = "a row of candidates does not tell which digits are given: take the board without them";
            return Line::Bad(words.to_owned());
        }
        None => {}
    }
    let mut wrong = None;
    for field in fields().filter(|field| field.chars().count() == 81) {
        match field.parse() {
            Ok(grid) => return Line::Grid(grid),
            Err(error) => wrong = wrong.or(Some(error)),
        }
    }
    // 81, 27 or 9 groups of equal length are one grid; other fields never join, or an 80-character
    // puzzle and the number beside it would.
    let lengths: Vec<usize> = fields().map(|field| field.chars().count()).collect();
    if matches!(lengths.len(), 9 | 27 | 81) && lengths.iter().all(|&l| l * lengths.len() == 81) {
        return grid(&fields().collect::<String>()).map_or_else(Line::Bad, Line::Grid);
    }
    if let Some(linked) = fields().find_map(link) {
        return linked.map_or_else(Line::Bad, Line::Grid);
    }
    if text.contains("://") {
        let words = "this link does not hold its puzzle: take one with load= of f-puzzles, fpuzzles of SudokuPad, bd= of SudokuWiki or s= of SudokuExchange";
        return Line::Bad(words.to_owned());
    }
    let longest = || {
        let field = fields().max_by_key(|field| field.chars().count()).unwrap_or(text);
        field
            .parse::<Grid>()
            .err()
            .map_or_else(String::new, |error: ParseGridError| error.to_string())
    };
    Line::Bad(wrong.map_or_else(longest, |error: ParseGridError| error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::super::{LINE, all as read, puzzle};
    use super::*;

    #[test]
    fn the_first_field_of_81_cells_counts() {
        for text in [
            format!("{LINE}\n"),
            format!("{LINE}\r\n"),
            format!("\u{feff}{LINE}"),
            format!("{LINE} # from the paper"),
            format!("{LINE}\t{}\tABCD", LINE.replace('.', "9")),
            format!("12,\"{LINE}\",easy"),
            format!("7;{}", LINE.replace('.', "0")),
        ] {
            assert_eq!(read(&text), [Ok((1, puzzle()))], "{text}");
        }
        let spaced: Vec<&str> = (0..9).map(|r| &LINE[9 * r..9 * r + 9]).collect();
        assert_eq!(read(&spaced.join(" ")), [Ok((1, puzzle()))]);
    }

    #[test]
    fn what_is_read_at_first_sight_is_what_a_closer_look_finds() {
        let begins = [
            LINE.to_owned(),
            LINE.replace('.', "0"),
            "-".repeat(81),
            ".".repeat(81),
            "-".repeat(80) + "7",
            "1".repeat(80) + ".",
            LINE.replacen('5', "|", 1),
            LINE[1..].to_owned(),
        ];
        let ends = [
            "",
            "\t",
            ",x",
            ";1;2",
            " 5.0",
            " #",
            "#",
            " \u{b7} x",
            "\"",
            "1",
            " ---",
            " | |",
            "\u{e9}",
        ];
        let mut sure = 0;
        for text in begins.iter().flat_map(|begin| ends.map(|end| [begin, end].concat())) {
            if let Some(grid) = leading(&text) {
                sure += 1;
                assert!(matches!(look_closer(&text), Line::Grid(same) if same == grid), "{text}");
            }
        }
        assert!(sure > 20, "only {sure}");
    }

    #[test]
    fn comments_blank_lines_and_a_header_are_skipped() {
        let text = format!("# a list\n\nid,puzzle\n1,{LINE}\n");
        assert_eq!(read(&text), [Ok((4, puzzle()))]);
        assert_eq!(read("# nothing\n\n"), []);
        // Words above are no columns.
        for title in ["My puzzle collection", "Puzzles, collected", "puzzle rating"] {
            assert_eq!(read(&format!("{title}\n{LINE} 5.0\n")), [Ok((2, puzzle()))], "{title}");
        }
        let text = format!("puzzle_id;puzzle\n{};{LINE}\n", "1".repeat(81));
        assert_eq!(read(&text), [Ok((2, puzzle()))]);
        // A word in a remark makes no header.
        let text = format!("grid\tnote\n{LINE}\ta grid\n{LINE}\tanother puzzle\n");
        assert_eq!(read(&text), [Ok((2, puzzle())), Ok((3, puzzle()))]);
        assert_eq!(read(&format!("{LINE}\ta grid\n")), [Ok((1, puzzle()))]);
    }

    #[test]
    fn bad_lines_have_number_and_reason() {
        let text = format!("{LINE}\n1 {}\nhello\n{}\n", &LINE[1..], LINE.replacen('.', "a", 1));
        let reasons: Vec<(u64, String)> =
            read(&text).into_iter().filter_map(Result::err).map(|b| (b.line, b.reason)).collect();
        assert_eq!(reasons[0], (2, "80 cells, a grid has 81".to_owned()));
        assert!(reasons[1].0 == 3 && reasons[1].1.contains("'h' at position 1"), "{reasons:?}");
        assert!(reasons[2].0 == 4 && reasons[2].1.contains("'a' at position 3"), "{reasons:?}");
    }

    #[test]
    fn a_file_without_lines_does_not_fill_the_memory() {
        let text = "5".repeat(200_000) + "\n" + LINE;
        let entries = read(&text);
        assert!(entries[0].as_ref().unwrap_err().reason.contains("64 KiB"));
        assert_eq!(entries[1..], [Ok((2, puzzle()))]);
    }
}
