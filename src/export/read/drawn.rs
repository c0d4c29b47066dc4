//! Boards drawn over many lines, as `draw --format board` and other programs draw them.

use super::{BadLine, Entry, FoundGrid, grid};
use crate::board::Grid;

/// The rows of a board seen so far.
#[derive(Default)]
pub(super) struct Board {
    first_line: u64,
    rows: Vec<String>,
}

impl Board {
    /// Takes the row in this line; with the ninth it is a grid.
    pub(super) fn add(&mut self, row: String, line: u64) -> Option<Entry> {
        if self.rows.is_empty() {
            self.first_line = line;
        }
        self.rows.push(row);
        if self.rows.len() < 9 {
            return None;
        }
        let line = self.first_line;
        let read = grid(&std::mem::take(&mut self.rows).concat());
        Some(read.map(|grid| FoundGrid::at(line, grid)).map_err(|reason| BadLine { line, reason }))
    }

    /// An unfinished board is a bad entry.
    pub(super) fn give_up(&mut self) -> Option<Entry> {
        let rows = std::mem::take(&mut self.rows).len();
        (rows > 0).then(|| {
            let reason = format!("a drawn board of {rows} rows, 9 are needed");
            Err(BadLine { line: self.first_line, reason })
        })
    }
}

/// What a line is to a drawn board.
pub(super) enum BoardLine {
    /// Nine cells.
    Row(String),
    /// Strokes above, below or between rows.
    Rule,
    /// A row that shows candidates, and does not tell which digits are given.
    Candidates,
}

impl BoardLine {
    /// Of a board, or `None`.
    pub(super) fn of(text: &str) -> Option<Self> {
        let strokes = |c: char| matches!(c, '|' | '│' | '┃' | '║');
        let cells = |text: &str| text.chars().count() == 9 && text.chars().all(Grid::is_cell);
        if text.starts_with(strokes) {
            let pieces: Vec<&str> =
                text.trim_matches(strokes).split(strokes).map(str::trim).collect();
            // Nine pieces are nine cells, and an open one may be blank.
            if pieces.len() == 9 {
                let row = pieces.iter().map(|piece| if piece.is_empty() { "." } else { piece });
                let row: String = row.collect();
                return cells(&row).then_some(Self::Row(row));
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
            return Some(Self::Candidates);
        }
        let drawn = |c: char| "-+|*=: ".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c);
        let rule = |c: char| "-=".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c);
        if text.chars().count() != 81 && text.contains(rule) && text.chars().all(drawn) {
            return Some(Self::Rule);
        }
        let row = groups.concat();
        if cells(&row) {
            return Some(Self::Row(row));
        }
        // A row of a spreadsheet: nine fields of one cell each, of which the open ones may be empty.
        let separator = [',', ';'].into_iter().find(|&c| text.matches(c).count() == 8)?;
        let fields = text.split(separator).map(|field| field.trim().trim_matches('"'));
        let row: String = fields.map(|field| if field.is_empty() { "." } else { field }).collect();
        cells(&row).then_some(Self::Row(row))
    }
}

/// `12. expert · tier 5 · ...` stands above a board that we draw.
pub(super) fn is_title(text: &str) -> bool {
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() < text.len() && after.starts_with(". ") && after.contains(" · ")
}

#[cfg(test)]
mod tests {
    use super::super::{LINE, all as read, puzzle};

    #[test]
    fn drawn_boards_read_back() {
        let mut ours = b"1. expert \xc2\xb7 tier 5\n".to_vec();
        crate::export::draw_board(&mut ours, &puzzle()).unwrap();
        let ours = String::from_utf8(ours).unwrap();
        assert_eq!(read(&ours), [Ok((3, puzzle()))]);

        let mut simple = String::from("*-----------*\n");
        for r in 0..9 {
            let row = &LINE[9 * r..9 * r + 9];
            simple += &["|", &row[..3], "|", &row[3..6], "|", &row[6..], "|\n"].concat();
            simple += if r % 3 == 2 { "|---+---+---|\n" } else { "" };
        }
        assert_eq!(read(&simple), [Ok((2, puzzle()))]);
        assert_eq!(read(&format!("{simple}\n{LINE}\n")).len(), 2);
    }

    #[test]
    fn rows_of_a_spreadsheet_and_rows_with_blanks_are_boards() {
        let rows = |between: &str, open: &str| {
            let cell = |c: char| if c == '.' { open.to_owned() } else { c.to_string() };
            let row = |r: usize| LINE[9 * r..9 * r + 9].chars().map(cell).collect::<Vec<_>>();
            (0..9).map(|r| row(r).join(between) + "\n").collect::<String>()
        };
        for (between, open) in [
            (" ", "0"),
            (" ", "."),
            ("  ", "_"),
            (",", ""),
            (",", "0"),
            (", ", "."),
            (";", ""),
            ("\t", "0"),
        ] {
            assert_eq!(read(&rows(between, open)), [Ok((1, puzzle()))], "{between:?} {open:?}");
        }
        assert_eq!(read(&rows(",", "").repeat(2)).len(), 2);
    }

    #[test]
    fn a_board_of_eight_rows_is_told_and_the_next_line_is_kept() {
        let rows = "...|...|...\n".repeat(8);
        let entries = read(&format!("{rows}{LINE}\n"));
        assert!(entries[0].as_ref().unwrap_err().reason.contains("8 rows"));
        assert_eq!(entries[1], Ok((9, puzzle())));
    }

    #[test]
    fn candidates_are_told() {
        let candidates = "| 5 3 124 | 26 7 2468 | 1489 1249 248 |";
        let reason = read(candidates)[0].as_ref().unwrap_err().reason.clone();
        assert!(reason.contains("candidates"), "{reason}");
    }
}
