//! Reads puzzles line by line: lines, tables, links, drawn boards.
//!
//! The content of a line is parsed by [`text`](super::text), or by [`drawn`](super::drawn) if it is
//! a row of a board. This module distinguishes lines with puzzles from headings, titles and
//! comments.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::binary::NO_TEXT;
use super::dates::date;
use super::drawn::{self, Board, entries, is_title};
use super::heading::{Heading, split};
use super::json::is_name;
use super::roles::{Found, puzzles};
use super::signs::{LINE_ENDS, plain};
use super::{BadLine, Entry, grid, text};
use seeddb_core::board::Grid;

/// The longest line in bytes: longer ones are no lines of puzzles and could fill the memory.
const LONGEST_LINE: usize = 64 * 1024;
/// The greatest number of lines of a quoted field.
const LINES_OF_FIELD: usize = 40;

/// The greatest number of digits in a title: a truncated line of a program has more.
const MOST_DIGITS: usize = 20;

/// A line with its number, or the reason why it cannot be read.
type Numbered = (u64, Result<String, String>);

pub(super) struct Lines<R> {
    source: Raw<R>,
    /// Lines read ahead.
    ahead: VecDeque<Numbered>,
    board: Board,
    /// Entries that are still to be returned.
    ready: VecDeque<Entry>,
    /// Words above a puzzle, with their lines.
    above: Vec<(u64, String)>,
    last: Option<Last>,
    /// The line that names the columns.
    header: Option<String>,
    heading: Option<Heading>,
    /// Whether this is the section of an .sdk file with the digits filled in by a solver.
    in_state: bool,
    /// Whether the fields beside a puzzle are kept.
    keeps_fields: bool,
    /// Whether words are ignored everywhere, as in a page.
    passes_words: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Line,
    /// A line with this separator.
    Table(char),
    Board,
}

impl<R: BufRead> Lines<R> {
    /// Reads from `source`, whose first line has this number.
    pub(super) fn new(source: R, line: u64) -> Self {
        Self {
            source: Raw {
                source,
                bytes: Vec::new(),
                line: line - 1,
                after_return: false,
                ended: false,
            },
            ahead: VecDeque::new(),
            board: Board::default(),
            ready: VecDeque::new(),
            above: Vec::new(),
            last: None,
            header: None,
            heading: None,
            in_state: false,
            keeps_fields: false,
            passes_words: false,
        }
    }

    /// Ignores words everywhere, as a page needs it.
    pub(super) fn of_page(self) -> Self {
        Self { passes_words: true, ..self }
    }

    pub(super) fn keep_fields(&mut self) {
        self.keeps_fields = true;
    }

    pub(super) fn header(&self) -> Option<&str> {
        self.header.as_deref()
    }

    /// Returns the next grid or bad line; `None` at the end.
    pub(super) fn entry(&mut self) -> io::Result<Option<Entry>> {
        while self.ready.is_empty() {
            let Some((line, text)) = self.next()? else {
                self.end_board();
                self.tell_titles();
                break;
            };
            match text {
                Ok(text) => self.read(line, &text)?,
                Err(reason) => self.put_bad(line, reason),
            }
        }
        Ok(self.ready.pop_front())
    }

    /// Returns the next line, joined with those after it that continue a quoted field.
    fn next(&mut self) -> io::Result<Option<Numbered>> {
        let Some((line, read)) = self.take(0)? else { return Ok(None) };
        let Ok(mut text) = read else { return Ok(Some((line, read))) };
        let is_open = |text: &str| text.matches('"').count() % 2 == 1;
        let is_field = text.starts_with('"')
            || [",\"", ";\"", "\t\"", "=\""].iter().any(|begin| text.contains(begin));
        if is_open(&text) && is_field {
            for count in 0..LINES_OF_FIELD {
                let Some((_, Ok(other))) = self.peek(count)? else { break };
                if is_open(other) {
                    for (_, other) in self.ahead.drain(..=count) {
                        text.push('\n');
                        text.push_str(&other.unwrap_or_default());
                    }
                    break;
                }
            }
        }
        Ok(Some((line, Ok(text))))
    }

    /// Returns the line after `count` others, without consuming it.
    fn peek(&mut self, count: usize) -> io::Result<Option<&Numbered>> {
        while self.ahead.len() <= count {
            if !self.source.read(&mut self.ahead)? {
                return Ok(None);
            }
        }
        Ok(self.ahead.get(count))
    }

    fn take(&mut self, place: usize) -> io::Result<Option<Numbered>> {
        self.peek(place)?;
        Ok(self.ahead.remove(place))
    }

    fn read(&mut self, line: u64, raw: &str) -> io::Result<()> {
        // A leading tab may be an empty field.
        let raw_text = raw.trim_end().trim_start_matches(|c: char| c != '\t' && c.is_whitespace());
        if self.board.is_empty()
            && !self.in_state
            && self.heading.as_ref().is_none_or(Heading::begins_with_puzzle)
            && let Some(grid) = leading(raw_text)
        {
            self.put(line, raw_text, vec![Ok(grid)]);
            return Ok(());
        }
        let plain = plain(raw);
        let text = plain.trim();
        if text.is_empty() && !self.board.is_by_place(&plain) {
            self.board.between('b');
            return Ok(());
        }
        if self.is_remark(text) || is_title(raw_text.trim()) {
            return Ok(());
        }
        if let Some(section) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'))
            && section.chars().all(char::is_alphabetic)
        {
            self.end_board();
            self.in_state = section.eq_ignore_ascii_case("state");
            return Ok(());
        }
        if self.in_state {
            return Ok(());
        }
        if let Some(heading) = &self.heading {
            if !drawn::is_rule(text) {
                let found = puzzles(heading.grids(raw_text));
                self.put(line, raw_text, found);
            }
            return Ok(());
        }
        let found = every(text);
        if !found.is_empty() {
            self.put(line, raw_text, puzzles(found));
            return Ok(());
        }
        let look = self.look(&plain)?;
        let is_board =
            matches!(look, drawn::Line::Row(_) | drawn::Line::Rule | drawn::Line::Bracket);
        if self.last.is_none() && !is_board && self.take_heading(line, raw_text)? {
            return Ok(());
        }
        match look {
            drawn::Line::Row(row) => {
                let next = self
                    .peek(0)?
                    .and_then(|(_, line)| line.as_deref().ok())
                    .map(|line| drawn::look(&super::signs::plain(line)));
                let next = || if let Some(drawn::Line::Row(row)) = next { Some(row) } else { None };
                for entry in self.board.add(row, line, next) {
                    self.put_entry(entry, Last::Board);
                }
            }
            drawn::Line::Rule => self.board.between('r'),
            drawn::Line::Bracket => {}
            drawn::Line::Candidates => {
                let words = "a row of candidates does not tell which digits are given: take the board without them";
                self.put_bad(line, words.to_owned());
            }
            drawn::Line::Other if self.is_words(text)? => {
                self.end_board();
                self.above.push((line, raw_text.to_owned()));
            }
            drawn::Line::Other => self.put_bad(line, text::reason(text)),
        }
        Ok(())
    }

    /// Returns the meaning of a line for a board. A number by itself is a title.
    fn look(&mut self, plain: &str) -> io::Result<drawn::Line> {
        let look = drawn::look(plain);
        let is_number = |text: &str| text.trim().len() == 1;
        if self.board.is_empty() && is_number(plain) && matches!(look, drawn::Line::Row(_)) {
            let next = self.peek(0)?.and_then(|(_, line)| line.as_ref().ok());
            if next.is_some_and(|next| !is_number(next) && !next.trim().is_empty()) {
                return Ok(drawn::Line::Other);
            }
        }
        Ok(look)
    }

    /// Whether a line is a comment, or `sep=` as spreadsheets write it. `#` before a number and a
    /// puzzle is no comment sign.
    fn is_remark(&self, text: &str) -> bool {
        let numbered = |rest: &str| {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            (1..=6).contains(&digits) && rest.len() > 81
        };
        let is_separator = || {
            let rest = text.to_ascii_lowercase();
            self.last.is_none() && rest.starts_with("sep=") && rest.len() <= 6
        };
        text.strip_prefix('#').is_some_and(|rest| !numbered(rest))
            || text.starts_with('%')
            || text.starts_with("//") && text::every(text).is_empty()
            || is_separator()
    }

    /// Takes a line above all puzzles that names the columns; returns whether it did.
    fn take_heading(&mut self, line: u64, raw: &str) -> io::Result<bool> {
        let names = plain(raw);
        let has_name = || {
            let mut names =
                names.split(['\t', ',', ';', ' ', '|']).map(|name| name.trim_matches('"'));
            names.any(|name| is_name(name) || name.to_lowercase().contains("puzzle"))
        };
        let heading = Heading::of(raw).filter(Heading::names_puzzles);
        let has_cells = heading.as_ref().is_some_and(Heading::names_cells);
        if !has_cells && (!is_words_alone(&names) || heading.is_none() && !has_name()) {
            return Ok(false);
        }
        self.end_board();
        self.header = Some(raw.to_owned());
        self.above.push((line, raw.to_owned()));
        // Above a board, such a line is a title.
        let mut below = 0;
        while self
            .peek(below)?
            .is_some_and(|(_, line)| line.as_ref().is_ok_and(|line| line.trim().is_empty()))
        {
            below += 1;
        }
        let next = self.peek(below)?.and_then(|(_, line)| line.as_deref().ok()).map(plain);
        self.heading = heading.filter(|heading| next.is_some_and(|next| heading.is_above(&next)));
        if self.heading.is_some() {
            self.above.clear();
        }
        Ok(true)
    }

    /// Whether to ignore a line without a puzzle as words: above the first puzzle, beside drawn
    /// boards, or as a numbered title.
    fn is_words(&mut self, text: &str) -> io::Result<bool> {
        let is_number =
            (1..5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number && !is_words_alone(text) && date(text).is_none() {
            return Ok(false);
        }
        Ok(match self.last {
            None | Some(Last::Board) => true,
            Some(Last::Table(separator)) if text.contains(separator) => false,
            Some(_) if self.passes_words => true,
            Some(_) => {
                let last = text
                    .trim_end_matches([')', ':', '.', ']'])
                    .rsplit(' ')
                    .next()
                    .unwrap_or_default();
                let is_numbered = text.ends_with(':')
                    || last.trim_start_matches('#').bytes().all(|byte| byte.is_ascii_digit());
                let next = self
                    .peek(0)?
                    .and_then(|(_, line)| line.as_ref().ok())
                    .map(|next| plain(next).into_owned());
                is_numbered
                    || next.is_some_and(|next| {
                        matches!(drawn::look(&next), drawn::Line::Row(_) | drawn::Line::Rule)
                    })
            }
        })
    }

    /// Adds the puzzles of a line.
    fn put(&mut self, line: u64, raw: &str, found: Vec<Found>) {
        self.end_board();
        let separator = ['\t', ',', ';'].into_iter().find(|&separator| raw.contains(separator));
        let last = separator.map_or(Last::Line, Last::Table);
        if self.last.is_none()
            && self.header.is_none()
            && let Some((_, title)) = self.above.last()
            && let Some(separator) = separator
            && title.contains(separator)
        {
            // Column names in other languages.
            self.header = Some(title.clone());
        }
        let is_alone = found.len() == 1;
        let fields = match separator {
            Some(separator) if self.keeps_fields => self.fields(raw, separator),
            _ => Vec::new(),
        };
        for mut entry in entries(line, found) {
            if let Ok(found) = &mut entry {
                found.fields.clone_from(&fields);
                if is_alone {
                    raw.clone_into(&mut found.text);
                }
            }
            self.put_entry(entry, last);
        }
    }

    /// Returns the other fields of a row, with the names of their columns.
    fn fields(&self, row: &str, separator: char) -> Vec<(String, String)> {
        let names = self.header.as_ref().map(|header| split(header, separator)).unwrap_or_default();
        let fields = split(row, separator).into_iter().enumerate();
        let told = |(place, value): (usize, String)| {
            let value = value.trim().trim_matches('"').to_owned();
            let is_told = !value.is_empty() && value.len() < 81;
            let name =
                names.get(place).map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
            is_told.then(|| (name.unwrap_or_else(|| format!("column {}", place + 1)), value))
        };
        fields.filter_map(told).collect()
    }

    fn put_entry(&mut self, entry: Entry, last: Last) {
        if entry.is_ok() {
            self.last = Some(last);
        }
        self.above.clear();
        self.ready.push_back(entry);
    }

    fn put_bad(&mut self, line: u64, reason: String) {
        self.end_board();
        if self.last.is_some() {
            self.tell_titles();
        }
        self.ready.push_back(Err(BadLine { line, reason }));
    }

    fn end_board(&mut self) {
        for entry in self.board.end() {
            self.put_entry(entry, Last::Board);
        }
    }

    /// Reports words after the last puzzle, or without any, as bad lines.
    fn tell_titles(&mut self) {
        let is_told = !self.passes_words && !matches!(self.last, Some(Last::Board));
        for (line, text) in self.above.drain(..).filter(|_| is_told) {
            if self.header.as_ref() != Some(&text) {
                self.ready.push_back(Err(BadLine { line, reason: text::reason(&text) }));
            }
        }
    }
}

/// Whether a line is words only, with nothing that resembles cells or a link.
fn is_words_alone(text: &str) -> bool {
    let is_cells = |word: &str| {
        word.chars().count() > 8
            && word.chars().filter(|&c| Grid::is_cell(c)).count() * 10 > word.chars().count() * 9
    };
    let mut words = text.split([' ', '\t', ',', ';', '|', '"']).filter(|word| !word.is_empty());
    let has_word = text
        .split(|c: char| !c.is_alphabetic())
        .any(|word| word.chars().count() > 1 || word.chars().any(|c| !Grid::is_cell(c)));
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    has_word
        && digits <= MOST_DIGITS
        && !text.starts_with(':')
        && !text.contains("://")
        && words.all(|word| word.chars().count() < 60 && !is_cells(word))
}

/// Returns the puzzle that a line begins with, as most lines do; `None` if the line may hold
/// another. 81 strokes without a clue may be a rule.
fn leading(text: &str) -> Option<Grid> {
    let (puzzle, rest) = text.split_at_checked(81)?;
    let ends = rest.is_empty() || rest.len() < 81 && rest.starts_with(['\t', ',', ';', ' ', '#']);
    let has_clue = || puzzle.contains(|c| matches!(c, '1'..='9'));
    if ends && has_clue() && !puzzle.contains(['+', ' ']) && !is_title(text) {
        grid(puzzle).ok()
    } else {
        None
    }
}

/// Returns all grids of a line, also if its fields have several lines.
fn every(text: &str) -> Vec<Found> {
    if !text.contains('\n') {
        return text::every(text);
    }
    let separator = ['\t', ';', ','].into_iter().find(|&separator| text.contains(separator));
    let fields = split(text, separator.unwrap_or(','));
    // A field is shorter than its line, so the recursion ends.
    fields
        .iter()
        .filter(|field| field.len() < text.len())
        .flat_map(|field| text::every(field))
        .collect()
}

/// Returns all grids of a field with several lines.
pub(super) fn of_text(text: &str) -> Vec<Found> {
    let mut lines = Lines::new(text.as_bytes(), 1);
    let mut found = Vec::new();
    while let Ok(Some(entry)) = lines.entry() {
        found.push(entry.map(|found| found.grid).map_err(|bad| bad.reason));
    }
    found
}

struct Raw<R> {
    source: R,
    /// The bytes of the current line.
    bytes: Vec<u8>,
    line: u64,
    /// Whether the last line ended with a carriage return, so that a line feed belongs to it.
    after_return: bool,
    /// Whether a line was binary, which ends the reading.
    ended: bool,
}

impl<R: BufRead> Raw<R> {
    /// Appends the next line to `lines`; returns `false` at the end of the file.
    fn read(&mut self, lines: &mut VecDeque<Numbered>) -> io::Result<bool> {
        if self.ended || !self.bytes()? {
            return Ok(false);
        }
        self.line += 1;
        let line = self.line;
        if self.bytes.contains(&0) {
            self.ended = true;
            lines.push_back((line, Err(NO_TEXT.to_owned())));
        } else if self.bytes.len() > LONGEST_LINE {
            lines.push_back((line, Err("the line is longer than 64 KiB".to_owned())));
        } else {
            let text = String::from_utf8_lossy(&self.bytes);
            lines.extend(text.split(LINE_ENDS).map(|part| (line, Ok(part.to_owned()))));
        }
        Ok(true)
    }

    /// Reads the bytes of a line without its end; of an overlong line only the beginning.
    fn bytes(&mut self) -> io::Result<bool> {
        self.bytes.clear();
        let mut has_any = false;
        loop {
            let data = self.source.fill_buf()?;
            if data.is_empty() {
                return Ok(has_any);
            }
            if std::mem::take(&mut self.after_return) && data[0] == b'\n' {
                self.source.consume(1);
                continue;
            }
            has_any = true;
            let end = data.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let room = (LONGEST_LINE + 1).saturating_sub(self.bytes.len());
            let part = &data[..end.unwrap_or(data.len())];
            self.bytes.extend_from_slice(&part[..part.len().min(room)]);
            let length = part.len();
            match end {
                Some(end) => {
                    self.after_return = data[end] == b'\r';
                    self.source.consume(end + 1);
                    return Ok(true);
                }
                None => self.source.consume(length),
            }
        }
    }
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
                assert_eq!(text::every(&text), [Ok(grid)], "{text}");
            }
        }
        assert!(sure > 20, "only {sure}");
    }

    #[test]
    fn comments_blank_lines_and_a_header_are_skipped() {
        let text = format!("# a list\n\nid,puzzle\n1,{LINE}\n");
        assert_eq!(read(&text), [Ok((4, puzzle()))]);
        assert_eq!(read("# nothing\n\n"), []);
        // A line of words above the puzzles is no header.
        for title in ["My puzzle collection", "Puzzles, collected", "puzzle rating"] {
            assert_eq!(read(&format!("{title}\n{LINE} 5.0\n")), [Ok((2, puzzle()))], "{title}");
        }
        let text = format!("puzzle_id;puzzle\n{};{LINE}\n", "1".repeat(81));
        assert_eq!(read(&text), [Ok((2, puzzle()))]);
        // A word in a comment makes no header.
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
