//! Puzzles read from files, line by line, in whatever 81-character format they come.
//!
//! Of a line the first field (tabs, commas, semicolons and spaces separate fields) that is 81 cells
//! counts, so that what `draw` and `export` wrote reads back; what follows a `#` is a comment. Nine lines
//! of nine cells are a drawn board.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::Path;

use anyhow::{Context, bail};
use rayon::prelude::*;
use seeddb::board::{Grid, ParseGridError};

use super::Exit;
use super::interrupt::interrupted;

/// Longer lines are not lines of puzzles; reading them whole could fill the memory.
const LONGEST_LINE: u64 = 64 * 1024;

/// How an open cell is written.
const OPEN: &str = ".0*_-?xX";

/// Lines handed to the threads at a time.
const CHUNK: usize = 2_048;
/// Lines a thread does in one go: few, so that none waits long for another at the end.
const AT_ONCE: usize = 16;

/// A line that is not a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub reason: String,
}

/// The grids of one file, each with the number of its (first) line.
pub struct Grids {
    /// What messages call the file.
    name: String,
    source: Box<dyn BufRead + Send>,
    line: u64,
    board: Board,
    /// An entry that was complete only when the next one began.
    next: Option<Entry>,
    /// Whether only comments and blank lines have been read.
    fresh: bool,
    /// The line above the puzzles that names their columns.
    header: Option<String>,
}

/// A grid and where it stood.
pub struct Row {
    /// The number of its (first) line, from 1.
    pub line: u64,
    /// The grid.
    pub grid: Grid,
    /// The whole line; empty for a drawn board.
    pub text: String,
}

type Entry = Result<Row, BadLine>;

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
    Header,
    BoardRow(String),
    Grid(Grid),
    Bad(String),
}

impl Grids {
    /// Opens a file, `-` for stdin; 81 puzzle characters are a puzzle themselves.
    pub fn open(name: &str) -> anyhow::Result<Self> {
        if name == "-" {
            return Ok(Self::new("stdin", Box::new(BufReader::new(io::stdin()))));
        }
        if name.chars().count() == 81 && !Path::new(name).exists() && name.parse::<Grid>().is_ok() {
            return Ok(Self::new("argument", Box::new(Cursor::new(name.to_owned()))));
        }
        let file = File::open(name).with_context(|| match no_puzzle(name) {
            Some(error) => format!("not a puzzle: {error}; nor a file: {name}"),
            None => format!("cannot read {name}"),
        })?;
        if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            bail!("cannot read {name}: it is a folder, give a file of puzzles or - for stdin");
        }
        Ok(Self::new(name, Box::new(BufReader::new(file))))
    }

    fn new(name: &str, source: Box<dyn BufRead + Send>) -> Self {
        let name = name.to_owned();
        let board = Board::default();
        Self { name, source, line: 0, board, next: None, fresh: true, header: None }
    }

    /// The next line without its end, `None` at the end of the file.
    fn read_line(&mut self) -> io::Result<Option<Result<String, String>>> {
        let mut bytes = Vec::new();
        (&mut self.source).take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.line += 1;
        if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
            self.source.skip_until(b'\n')?;
            return Ok(Some(Err("the line is longer than 64 KiB".to_owned())));
        }
        let text = String::from_utf8_lossy(&bytes);
        Ok(Some(Ok(text.trim_start_matches('\u{feff}').trim().to_owned())))
    }

    /// The next grid or bad line.
    fn entry(&mut self) -> io::Result<Option<Entry>> {
        if let Some(entry) = self.next.take() {
            return Ok(Some(entry));
        }
        while let Some(text) = self.read_line()? {
            let first = self.fresh;
            let read = match &text {
                Ok(text) => read_line(text, first),
                Err(reason) => Line::Bad(reason.clone()),
            };
            let text = text.unwrap_or_default();
            let entry = match read {
                Line::Nothing => continue,
                Line::Header => {
                    self.fresh = false;
                    self.header = Some(text);
                    continue;
                }
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
                    let row = |grid| Row { line, grid, text: String::new() };
                    let read = rows.parse::<Grid>().map(row);
                    return Ok(Some(read.map_err(|e| BadLine { line, reason: e.to_string() })));
                }
                Line::Grid(grid) => Ok(Row { line: self.line, grid, text }),
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
}

/// What keeps an argument from being the puzzle that it looks like.
fn no_puzzle(name: &str) -> Option<ParseGridError> {
    let cells = name.chars().filter(|&c| c.is_ascii_digit() || OPEN.contains(c));
    // A name of a file may be short, or have a few letters that are no cells.
    let looks_like_one = name.len() > 40 && 10 * cells.count() >= 9 * name.len();
    name.parse::<Grid>().err().filter(|_| looks_like_one)
}

/// What one line is. `first` is true until something that is neither blank nor comment was read.
fn read_line(text: &str, first: bool) -> Line {
    let text = text.split('#').next().unwrap_or_default().trim();
    // ` · ` stands in the titles of the boards that we draw.
    if text.is_empty() || text.contains(" · ") {
        return Line::Nothing;
    }
    let fields = || {
        let separator = |c: char| matches!(c, '\t' | ',' | ';' | ' ');
        text.split(separator).map(|field| field.trim_matches('"')).filter(|field| !field.is_empty())
    };
    let is_grid = |field: &str| field.parse::<Grid>().is_ok();
    if first && fields().any(names_puzzles) && !fields().any(is_grid) {
        return Line::Header;
    }
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
        return fields()
            .collect::<String>()
            .parse()
            .map_or_else(|error: ParseGridError| Line::Bad(error.to_string()), Line::Grid);
    }
    let longest = || {
        let field = fields().max_by_key(|field| field.chars().count()).unwrap_or(text);
        field.parse::<Grid>().err().map_or_else(String::new, |error| error.to_string())
    };
    Line::Bad(wrong.map_or_else(longest, |error| error.to_string()))
}

/// Whether a field is the name of a column of puzzles.
fn names_puzzles(field: &str) -> bool {
    let name = field.to_ascii_lowercase();
    name.contains("puzzle") || matches!(name.as_str(), "grid" | "sudoku" | "givens" | "quizzes")
}

/// A row or a rule of a drawn board, or `None`.
fn board_row(text: &str) -> Option<Line> {
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
    let drawn = |c: char| "-+|*=: ".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c);
    let rule = |c: char| "-=".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c);
    if text.chars().count() != 81 && text.contains(rule) && text.chars().all(drawn) {
        return Some(Line::Nothing);
    }
    let row: String = text.chars().filter(|&c| !strokes(c) && !c.is_whitespace()).collect();
    cells(&row).then_some(Line::BoardRow(row))
}

/// What became of the lines of the files read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Lines done.
    pub good: u64,
    /// Lines listed on stderr.
    pub bad: u64,
}

impl Tally {
    /// How a run that read these lines ended.
    pub fn exit(self) -> Exit {
        if interrupted() {
            Exit::Interrupted
        } else if self.bad > 0 {
            Exit::Error
        } else {
            Exit::Done
        }
    }
}

/// Works on all grids of `files`: `work` on many threads, `take` with its results in the order of
/// the lines. Bad lines, and those that `work` refuses, go to stderr with number and reason.
pub fn each<T: Send>(
    files: &[String],
    work: impl Fn(&Grid) -> Result<T, String> + Sync,
    take: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<Tally> {
    Ok(each_row(files, |row| work(&row.grid), take)?.0)
}

/// The same with the whole lines; and the line that names their columns, if there is one.
pub fn each_row<T: Send>(
    files: &[String],
    work: impl Fn(&Row) -> Result<T, String> + Sync,
    mut take: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<(Tally, Option<String>)> {
    let mut tally = Tally::default();
    let mut header = None;
    for file in files {
        let mut grids = Grids::open(file)?;
        let mut any = false;
        loop {
            let mut chunk = Vec::with_capacity(CHUNK);
            while chunk.len() < CHUNK && !interrupted() {
                match grids.entry().with_context(|| format!("cannot read {}", grids.name))? {
                    Some(entry) => chunk.push(entry),
                    None => break,
                }
            }
            if chunk.is_empty() {
                break;
            }
            any = true;
            // After Ctrl-C what is done counts; the rest of the chunk is left.
            let done: Vec<Result<T, BadLine>> = chunk
                .into_par_iter()
                .with_max_len(AT_ONCE)
                .filter(|_| !interrupted())
                .map(|entry| {
                    let row = entry?;
                    work(&row).map_err(|reason| BadLine { line: row.line, reason })
                })
                .collect();
            for result in done {
                match result {
                    Ok(result) => {
                        take(result)?;
                        tally.good += 1;
                    }
                    Err(BadLine { line, reason }) => {
                        let _ = writeln!(io::stderr(), "{}:{line}: {reason}", grids.name);
                        tally.bad += 1;
                    }
                }
            }
        }
        if !any && !interrupted() {
            bail!("{} holds no puzzle", grids.name);
        }
        header = header.or(grids.header);
    }
    Ok((tally, header))
}

/// A grid without a digit twice in a house, or what is wrong with it.
pub fn without_clash(grid: &Grid) -> Result<&Grid, String> {
    grid.clash().map_or(Ok(grid), |clash| Err(clash.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn read(text: &str) -> Vec<Result<(u64, Grid), BadLine>> {
        let mut grids = Grids::new("test", Box::new(Cursor::new(text.to_owned())));
        let entries = std::iter::from_fn(|| grids.entry().unwrap());
        entries.map(|entry| entry.map(|row| (row.line, row.grid))).collect()
    }

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
    fn comments_blank_lines_and_a_header_are_skipped() {
        let text = format!("# a list\n\nid,puzzle\n1,{LINE}\n");
        assert_eq!(read(&text), [Ok((4, grid()))]);
        assert_eq!(read("# nothing\n\n"), []);
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
    }

    #[test]
    fn drawn_boards_read_back() {
        let mut ours = b"1. expert \xc2\xb7 tier 5\n".to_vec();
        seeddb::export::draw_board(&mut ours, &grid()).unwrap();
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
