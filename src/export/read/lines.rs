//! Puzzles line by line: 81 characters, columns, links, drawn boards.
//!
//! If the first line names its columns, the one of the puzzle counts. Else of a line the first field
//! (tabs, commas, semicolons and spaces separate fields) that is 81 cells counts, so that what `draw`
//! and `export` wrote reads back; what follows a `#` is a comment. Nine lines of nine cells are a drawn
//! board.

use std::io::{self, BufRead, Read};

use super::{BadLine, Entry, Found};
use crate::board::{Grid, ParseGridError};
use crate::export::{fpuzzles, hodoku, sudokuwiki};

/// Longer lines are not lines of puzzles; reading them whole could fill the memory.
const LONGEST_LINE: u64 = 64 * 1024;

/// What the column of the puzzles is called, here and elsewhere.
const NAMES: [&str; 9] =
    ["puzzle", "puzzles", "quizzes", "quiz", "question", "sudoku", "board", "grid", "givens"];

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
}

/// The rows of a drawn board seen so far.
#[derive(Default)]
struct Board {
    first_line: u64,
    rows: Vec<String>,
}

impl Board {
    /// An unfinished board is a bad entry.
    fn give_up(&mut self) -> Option<Entry> {
        let rows = std::mem::take(&mut self.rows).len();
        (rows > 0).then(|| {
            let reason = format!("a drawn board of {rows} rows, 9 are needed");
            Err(BadLine { line: self.first_line, reason })
        })
    }
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
        }
    }

    pub(super) fn header(&self) -> Option<&str> {
        self.header.as_deref()
    }

    /// The next line without its end, `None` at the end of the file.
    fn read_line(&mut self) -> io::Result<Option<Result<String, String>>> {
        let Self { source, bytes, .. } = self;
        bytes.clear();
        source.take(LONGEST_LINE).read_until(b'\n', bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.line += 1;
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
                    if self.board.rows.is_empty() {
                        self.board.first_line = self.line;
                    }
                    self.board.rows.push(row);
                    if self.board.rows.len() < 9 {
                        continue;
                    }
                    let rows = std::mem::take(&mut self.board.rows).concat();
                    let line = self.board.first_line;
                    let read = rows.parse::<Grid>().map(|grid| Found::at(line, grid));
                    return Ok(Some(read.map_err(|e| BadLine { line, reason: e.to_string() })));
                }
                Line::Grid(grid) => {
                    Ok(Found { line: self.line, grid, text: text.unwrap_or_default() })
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
        "" => parsed("").map_or_else(Line::Bad, Line::Grid),
        field => read_line(field),
    }
}

fn parsed(text: &str) -> Result<Grid, String> {
    text.trim().parse().map_err(|error: ParseGridError| error.to_string())
}

/// The puzzle in a link, if it is one.
fn link(text: &str) -> Option<Result<Grid, String>> {
    let is_link = text.contains("://") || text.contains("load=") || text.contains("bd=");
    is_link.then(|| sudokuwiki::read(text).or_else(|| fpuzzles::read(text))).flatten()
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

/// The same for any line.
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
    if let Some(row) = board_row(text) {
        return row;
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
        return parsed(&fields().collect::<String>()).map_or_else(Line::Bad, Line::Grid);
    }
    if let Some(linked) = fields().find_map(link) {
        return linked.map_or_else(Line::Bad, Line::Grid);
    }
    if text.contains("://") {
        let words = "this link does not hold its puzzle: take one with load= of f-puzzles, or with bd= of SudokuWiki";
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

/// `12. expert · tier 5 · ...` stands above a board that we draw.
fn is_title(text: &str) -> bool {
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() < text.len() && after.starts_with(". ") && after.contains(" · ")
}

/// A row or a rule of a drawn board, or `None`.
fn board_row(text: &str) -> Option<Line> {
    const OPEN: &str = ".0*_-?xX";
    let strokes = |c: char| matches!(c, '|' | '│' | '┃' | '║');
    let cells = |text: &str| {
        text.chars().count() == 9 && text.chars().all(|c| c.is_ascii_digit() || OPEN.contains(c))
    };
    if text.starts_with(strokes) {
        let pieces: Vec<&str> = text.trim_matches(strokes).split(strokes).map(str::trim).collect();
        // Nine pieces are nine cells, and an open one may be blank.
        if pieces.len() == 9 {
            let row = pieces.iter().map(|piece| if piece.is_empty() { "." } else { piece });
            let row: String = row.collect();
            return cells(&row).then_some(Line::BoardRow(row));
        }
    }
    let groups: Vec<&str> = text
        .split(|c: char| strokes(c) || c.is_whitespace())
        .filter(|group| !group.is_empty())
        .collect();
    let digits = |group: &&str| group.chars().all(|c| ('1'..='9').contains(&c));
    if text.contains(strokes)
        && groups.len() == 9
        && groups.iter().all(digits)
        && groups.concat().len() > 9
    {
        let words =
            "a row of candidates does not tell which digits are given: take the board without them";
        return Some(Line::Bad(words.to_owned()));
    }
    let drawn = |c: char| "-+|*=: ".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c);
    let rule = |c: char| "-=".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c);
    if text.chars().count() != 81 && text.contains(rule) && text.chars().all(drawn) {
        return Some(Line::Nothing);
    }
    let row: String = text.chars().filter(|&c| !strokes(c) && !c.is_whitespace()).collect();
    cells(&row).then_some(Line::BoardRow(row))
}

#[cfg(test)]
mod tests {
    use super::super::all as read;
    use super::*;

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn grid() -> Grid {
        LINE.parse().unwrap()
    }

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
            assert_eq!(read(&text), [Ok((1, grid()))], "{text}");
        }
        let spaced: Vec<&str> = (0..9).map(|r| &LINE[9 * r..9 * r + 9]).collect();
        assert_eq!(read(&spaced.join(" ")), [Ok((1, grid()))]);
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
        assert_eq!(read(&text), [Ok((4, grid()))]);
        assert_eq!(read("# nothing\n\n"), []);
        // Words above are no columns.
        for title in ["My puzzle collection", "Puzzles, collected", "puzzle rating"] {
            assert_eq!(read(&format!("{title}\n{LINE} 5.0\n")), [Ok((2, grid()))], "{title}");
        }
        let text = format!("puzzle_id;puzzle\n{};{LINE}\n", "1".repeat(81));
        assert_eq!(read(&text), [Ok((2, grid()))]);
        // A word in a remark makes no header.
        let text = format!("grid\tnote\n{LINE}\ta grid\n{LINE}\tanother puzzle\n");
        assert_eq!(read(&text), [Ok((2, grid())), Ok((3, grid()))]);
        assert_eq!(read(&format!("{LINE}\ta grid\n")), [Ok((1, grid()))]);
    }

    #[test]
    fn bad_lines_have_number_and_reason() {
        let text = format!("{LINE}\n1 {}\nhello\n{}\n", &LINE[1..], LINE.replacen('.', "a", 1));
        let reasons: Vec<(u64, String)> =
            read(&text).into_iter().filter_map(Result::err).map(|b| (b.line, b.reason)).collect();
        assert_eq!(reasons[0], (2, "80 cells, a grid has 81".to_owned()));
        assert!(reasons[1].0 == 3 && reasons[1].1.contains("'h' at position 1"), "{reasons:?}");
        assert!(reasons[2].0 == 4 && reasons[2].1.contains("'a' at position 3"), "{reasons:?}");
        let candidates = "| 5 3 124 | 26 7 2468 | 1489 1249 248 |";
        let reason = read(candidates)[0].as_ref().unwrap_err().reason.clone();
        assert!(reason.contains("candidates"), "{reason}");
    }

    #[test]
    fn drawn_boards_read_back() {
        let mut ours = b"1. expert \xc2\xb7 tier 5\n".to_vec();
        crate::export::draw_board(&mut ours, &grid()).unwrap();
        let ours = String::from_utf8(ours).unwrap();
        assert_eq!(read(&ours), [Ok((3, grid()))]);

        let mut simple = String::from("*-----------*\n");
        for r in 0..9 {
            let row = &LINE[9 * r..9 * r + 9];
            simple += &["|", &row[..3], "|", &row[3..6], "|", &row[6..], "|\n"].concat();
            simple += if r % 3 == 2 { "|---+---+---|\n" } else { "" };
        }
        assert_eq!(read(&simple), [Ok((2, grid()))]);
        assert_eq!(read(&format!("{simple}\n{LINE}\n")).len(), 2);
    }

    #[test]
    fn a_board_of_eight_rows_is_told_and_the_next_line_is_kept() {
        let rows = "...|...|...\n".repeat(8);
        let entries = read(&format!("{rows}{LINE}\n"));
        assert!(entries[0].as_ref().unwrap_err().reason.contains("8 rows"));
        assert_eq!(entries[1], Ok((9, grid())));
    }

    #[test]
    fn a_file_without_lines_does_not_fill_the_memory() {
        let text = "5".repeat(200_000) + "\n" + LINE;
        let entries = read(&text);
        assert!(entries[0].as_ref().unwrap_err().reason.contains("64 KiB"));
        assert_eq!(entries[1..], [Ok((2, grid()))]);
    }
}
