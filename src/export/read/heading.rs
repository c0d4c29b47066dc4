//! [`Heading`]: the line above a table that names its columns, and the reading of rows.

use std::collections::HashSet;
use std::ops::Range;

use super::NAMES;
use super::cells::ALL;
use super::drawn::{self, Line};
use super::json::{is_name, is_solution};
use super::roles::{Found, is_likely};
use super::signs::plain;
use super::text;

pub(super) struct Heading {
    separator: char,
    puzzles: Vec<usize>,
    /// The range of columns with one cell each.
    cells: Option<Range<usize>>,
    /// The columns of solutions.
    solutions: Vec<usize>,
    /// The number of named columns.
    width: usize,
}

impl Heading {
    /// Parses a line that has separators or is one word; `None` for other lines.
    pub(super) fn of(line: &str) -> Option<Self> {
        let line = plain(line);
        let separator = ['\t', ',', ';', '|'].into_iter().find(|&c| line.contains(c));
        let separator = separator.or_else(|| (!line.contains(' ')).then_some(','))?;
        let names = split(&line, separator);
        let places = |is: &dyn Fn(&str) -> bool| -> Vec<usize> {
            (0..names.len()).filter(|&i| is(names[i].trim())).collect()
        };
        let exact = |name: &str| NAMES.contains(&&*name.to_lowercase());
        let alike = |name: &str| {
            name.to_lowercase().contains("puzzle")
                && name.chars().all(|c| c.is_alphanumeric() || "_-".contains(c))
        };
        let tries: [&dyn Fn(&str) -> bool; 3] = [&exact, &is_name, &alike];
        let all = places(&is_name);
        // `puzzle` takes precedence over `puzzle_id`; `puzzle` and `puzzle2` are two columns.
        let puzzles = if all.is_empty() {
            tries.into_iter().map(places).find(|places| !places.is_empty()).unwrap_or_default()
        } else {
            all
        };
        let numbered = |name: &String| {
            let name = name.trim();
            name.ends_with(|c: char| c.is_ascii_digit()) && name.chars().count() <= 12
        };
        let first = names.iter().position(numbered).unwrap_or(0);
        let length = names[first..].iter().take_while(|name| numbered(name)).count();
        let are_names =
            || names[first..first + length].iter().collect::<HashSet<_>>().len() == length;
        let cells = Some(first..first + length);
        let cells = cells.filter(|_| length > 0 && length.is_multiple_of(ALL) && are_names());
        let solutions = places(&is_solution);
        Some(Self { separator, puzzles, cells, solutions, width: names.len() })
    }

    /// Whether a column with puzzles is named.
    pub(super) fn names_puzzles(&self) -> bool {
        !self.puzzles.is_empty() || self.cells.is_some()
    }

    /// Whether the first column, and no other, has the puzzle.
    pub(super) fn begins_with_puzzle(&self) -> bool {
        self.puzzles == [0] && self.cells.is_none()
    }

    /// Whether 81 columns have one cell each.
    pub(super) fn names_cells(&self) -> bool {
        self.cells.is_some()
    }

    pub(super) fn grids(&self, row: &str) -> Vec<Found> {
        let row = plain(row);
        let fields = split(&row, self.separator);
        if let Some(cells) = self.cells.clone().and_then(|range| fields.get(range)) {
            let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
            let none = || vec![Err("a column of cells holds something else".to_owned())];
            return text::of_columns(&cells).unwrap_or_else(none);
        }
        let mut named = Vec::new();
        let mut bad = Vec::new();
        for field in self.puzzles.iter().filter_map(|&place| fields.get(place)) {
            let found = text::every(field);
            match text::padded(field) {
                Some(grid) if found.iter().all(Result::is_err) => named.push(Ok(grid)),
                _ if found.is_empty() && !field.trim().is_empty() => {
                    bad.push(Err(text::reason(field)));
                }
                _ => named.extend(found),
            }
        }
        // Columns with unknown names may have puzzles, too.
        let mut others: Vec<Found> = if row.contains('"') || !self.solutions.is_empty() {
            let others =
                fields.iter().enumerate().filter(|(place, _)| !self.solutions.contains(place));
            others.flat_map(|(_, field)| text::every(field)).collect()
        } else {
            text::every(&row)
        };
        if named.iter().any(Result::is_ok) {
            others.retain(is_likely);
        }
        others.retain(|one| !named.contains(one));
        let is_empty = named.is_empty() && others.is_empty();
        // One of several puzzle columns may be empty, or contain a word.
        if named.is_empty() || self.puzzles.len() > 1 {
            let is_alone = others.is_empty() && named.is_empty();
            named.extend(bad.into_iter().filter(|_| is_alone));
        }
        named.extend(others);
        if is_empty && named.is_empty() {
            named.push(Err(text::reason("")));
        }
        named
    }

    /// Whether this line is the heading of a table, judged by the line below, rather than a row of
    /// a board.
    pub(super) fn is_above(&self, line: &str) -> bool {
        let is_field =
            if self.width > 1 { line.contains(self.separator) } else { line.trim().len() > 40 };
        let is_rule = || drawn::is_rule(line.trim()) && self.separator == '|';
        is_field
            && (is_rule() || matches!(drawn::look(line), Line::Other) || line.trim().len() > 40)
    }
}

pub(super) fn split(row: &str, separator: char) -> Vec<String> {
    if !row.contains('"') || !separator.is_ascii() {
        return row.split(separator).map(str::to_owned).collect();
    }
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader
        .delimiter(u8::try_from(separator).unwrap_or(b','))
        .has_headers(false)
        .flexible(true)
        .from_reader(row.as_bytes());
    let record = reader.records().next().and_then(Result::ok).unwrap_or_default();
    record.iter().map(str::to_owned).collect()
}
