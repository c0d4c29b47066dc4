//! The grids of a text: a line, a field of a table, a JSON string, a cell of a sheet. Grids are
//! found in any form, and the rest of the text is ignored.

use std::ops::Range;

use super::cells::{ALL, alone, cell, grids, solid};
use super::json;
use super::lines;
use super::links::{self, link};
use super::loose;
use super::roles::{Found, completes, is_full};
use super::{grid, signs};
use crate::hodoku;
use seeddb_core::board::Grid;

/// A run of cells of another length than 81 is a broken grid if it has nearly as many cells.
const NEARLY: Range<usize> = 73..90;
/// The greatest number of brackets tried as JSON values in a text.
const LOOKED_INTO: usize = 16;

/// Returns all grids of a text, with errors for near misses, in their order.
pub(super) fn every(text: &str) -> Vec<Found> {
    // No form of a grid is shorter.
    if text.len() < ALL {
        return Vec::new();
    }
    let plain = signs::plain(text);
    if plain.trim().contains('\n') {
        return lines::of_text(&plain);
    }
    let spans = spans(&plain);
    let mut found = Vec::new();
    let mut at = 0;
    for (span, own) in spans {
        found.extend(of_rest(&plain[at..span.start]));
        found.extend(own);
        at = span.end;
    }
    found.extend(of_rest(&plain[at..]));
    found
}

/// Parts that are parsed as a whole: JSON values, links, HoDoKu lines.
fn spans(text: &str) -> Vec<(Range<usize>, Vec<Found>)> {
    let mut spans = Vec::new();
    let (mut at, mut tries) = (0, 0);
    while at < text.len() {
        let Some(sign) = text[at..].chars().next() else { break };
        let rest = &text[at..];
        if matches!(sign, '[' | '{') && rest.len() >= ALL && tries < LOOKED_INTO {
            tries += 1;
            if let Some((value, length)) = loose::value(rest) {
                let found = json::inside(&value);
                if !found.is_empty() {
                    spans.push((at..at + length, found));
                    at += length;
                    continue;
                }
            }
        }
        let is_start = text[..at].chars().next_back().is_none_or(is_end_of_word);
        if is_start && !is_end_of_word(sign) {
            let word = &rest[..rest.find(is_end_of_word).unwrap_or(rest.len())];
            let of_colons = || {
                word.starts_with(':')
                    .then(|| hodoku::read(word))
                    .filter(|read| read.is_ok() || word.len() >= ALL)
            };
            if let Some(own) = link(word).or_else(of_colons) {
                spans.push((at..at + word.len(), vec![own]));
                at += word.len();
                continue;
            }
        }
        at += sign.len_utf8();
    }
    spans
}

/// Whether a character cannot be part of a link.
fn is_end_of_word(sign: char) -> bool {
    sign.is_whitespace() || "\"'`<>|,;()[]{}".contains(sign)
}

fn is_separator(sign: char) -> bool {
    is_end_of_word(sign) || "/\\=:&!~@#$%^\u{fffd}".contains(sign)
}

/// Returns the nonempty fields of a text, up to a comment.
fn fields(text: &str) -> impl Iterator<Item = &str> {
    // At the beginning of a line, `#` precedes a number.
    let text = text.trim_start().trim_start_matches('#').split('#').next().unwrap_or_default();
    text.split(is_separator).filter(|field| !field.is_empty())
}

/// Returns the grids of a text outside of links and other spans.
fn of_rest(text: &str) -> Vec<Found> {
    if text.len() < ALL {
        return Vec::new();
    }
    // Escaped line ends, as in source code.
    let unescaped = text.replace("\\n", " ").replace("\\r", " ").replace("\\t", " ");
    if let Some(found) = columns(&unescaped) {
        return found;
    }
    let mut found = Vec::new();
    let mut run: Vec<String> = Vec::new();
    for field in fields(&unescaped) {
        match solid(field) {
            Some(Ok(cells)) if cells.len() == ALL => {
                end_run(&mut run, &mut found);
                found.push(grid(&cells));
            }
            Some(Ok(cells)) if matches!(cells.len(), 1 | 3 | 9 | 27) => {
                if run.first().is_some_and(|first| first.len() != cells.len()) {
                    end_run(&mut run, &mut found);
                }
                run.push(cells);
            }
            Some(Ok(cells)) => {
                end_run(&mut run, &mut found);
                found.extend(nearly(&cells));
            }
            Some(Err(reason)) => {
                end_run(&mut run, &mut found);
                found.push(Err(reason));
            }
            None => {
                end_run(&mut run, &mut found);
                found.extend(nearly(field));
            }
        }
    }
    end_run(&mut run, &mut found);
    found
}

/// Converts consecutive groups of equal length to grids if together they are a multiple of 81
/// cells.
fn end_run(run: &mut Vec<String>, found: &mut Vec<Found>) {
    let groups = std::mem::take(run);
    let Some(length) = groups.first().map(String::len) else { return };
    let of_grid = ALL / length;
    if groups.len().is_multiple_of(of_grid) {
        found.extend(grids(&groups.concat()));
    } else if groups.len() > of_grid {
        let count = groups.len();
        found.push(Err(format!(
            "{count} groups of {length} cells, and a grid has {of_grid}: which are it is not told"
        )));
    }
}

/// Returns the error of a field that is nearly a grid; `None` for others. A field may hold a puzzle
/// with its solution.
fn nearly(field: &str) -> Option<Found> {
    let length = field.chars().count();
    if let Some((puzzle, solution)) = field.split_at_checked(ALL).filter(|_| length == 2 * ALL)
        && let (Ok(puzzle), Ok(solution)) = (grid(puzzle), grid(solution))
    {
        let is_pair = is_full(&solution) && completes(&solution, &puzzle);
        let words = || "162 cells: two grids are to be separated".to_owned();
        return Some(if is_pair { Ok(puzzle) } else { Err(words()) });
    }
    let cells = field.chars().filter(|&c| Grid::is_cell(c)).count();
    let is_nearly = NEARLY.contains(&length) && 10 * cells >= 9 * length;
    if is_nearly { grid(field).err().map(Err) } else { None }
}

/// Returns the grids of 81 columns with one cell each, or 162; `None` if a text has no such
/// columns.
fn columns(text: &str) -> Option<Vec<Found>> {
    for separator in ['\t', ',', ';', '|', '&'] {
        let fields: Vec<&str> = text.split(separator).collect();
        if fields.len() >= ALL
            && let Some(found) = of_columns(&fields)
        {
            return Some(found);
        }
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    of_columns(&fields)
}

/// Returns the grids of consecutive fields with one cell each.
pub(super) fn of_columns(fields: &[&str]) -> Option<Vec<Found>> {
    let signs: Vec<Option<char>> = fields.iter().map(|field| cell(field)).collect();
    let has_digit =
        |run: &&[Option<char>]| run.iter().flatten().any(|sign| matches!(sign, '1'..='9'));
    let mut found = Vec::new();
    let mut at = 0;
    for run in signs.split(Option::is_none) {
        let fields = &fields[at..at + run.len()];
        at += run.len() + 1;
        let Some(run) = Some(run).filter(|run| run.len() >= NEARLY.start).filter(has_digit) else {
            continue;
        };
        // Ignore an additional separator at one end.
        let is_empty = |field: Option<&&str>| field.is_some_and(|field| field.trim().is_empty());
        let places = match (run.len() % ALL, is_empty(fields.first()), is_empty(fields.last())) {
            (1, true, false) => 1..run.len(),
            (1, false, true) => 0..run.len() - 1,
            _ => 0..run.len(),
        };
        let (run, fields) = (&run[places.clone()], &fields[places]);
        if let Some(cells) = alone(fields.iter().copied()).filter(|_| run.len().is_multiple_of(ALL))
        {
            found.extend(grids(&cells));
        } else {
            found.push(Err(format!("{} cells in columns, a grid has 81", run.len())));
        }
    }
    (!found.is_empty()).then_some(found)
}

/// Returns the reason why a text contains no grid, in words.
pub(super) fn reason(text: &str) -> String {
    // A field of several lines is joined.
    let plain = signs::plain(text).replace('\n', " ");
    let text = plain.trim();
    if let Some(Err(reason)) = every(text).into_iter().next() {
        return reason;
    }
    if text.is_empty() {
        return grid("").err().unwrap_or_default();
    }
    if text.starts_with(':')
        && let Err(reason) = hodoku::read(text)
    {
        return reason;
    }
    if let Some(reason) = text.split(is_end_of_word).find_map(links::without) {
        return reason;
    }
    if let Some(reason) = fields(text).find_map(spoiled) {
        return reason;
    }
    let longest = fields(text).max_by_key(|field| field.chars().count()).unwrap_or(text);
    let other = || "this holds no puzzle: one is 81 cells, in a line, nine rows, a link".to_owned();
    grid(longest).err().unwrap_or_else(other)
}

/// Returns the damage that a spreadsheet has done to a puzzle, in words; `None` if there is none.
fn spoiled(field: &str) -> Option<String> {
    let count = field.len();
    if field.bytes().all(|byte| byte.is_ascii_digit()) && is_short(count) {
        return Some(format!(
            "{count} cells, a grid has 81: spreadsheets take away the zeros in front of a number: format the column as text"
        ));
    }
    let power = field.split_once(['e', 'E']).filter(|(number, _)| number.parse::<f64>().is_ok())?.1;
    let power = power.trim_start_matches('+').parse::<u32>().ok()?;
    (40..=81).contains(&power).then(|| {
        format!("{field} is a puzzle that became a rounded number, and most digits are lost: export it again with the column formatted as text")
    })
}

/// Whether this many digits may be a grid without its leading zeros.
fn is_short(digits: usize) -> bool {
    (40..ALL).contains(&digits)
}

/// Returns the grid of a number that has lost its leading zeros: for a field of digits in a column
/// of puzzles, if the result is a puzzle.
pub(super) fn padded(field: &str) -> Option<Grid> {
    let digits = field.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '='));
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
    if !is_number || !is_short(digits.len()) {
        return None;
    }
    let grid = grid(&format!("{digits:0>81}")).ok()?;
    seeddb_core::board::Puzzle::new(&grid).is_ok().then_some(grid)
}

#[cfg(test)]
mod tests {
    use super::super::{LINE, puzzle};
    use super::*;

    #[test]
    fn every_form_is_found_in_any_text() {
        let other = LINE.chars().rev().collect::<String>();
        let json = format!("{{\"board\": \"{LINE}\", \"n\": 3}}");
        let groups: Vec<&str> = (0..9).map(|r| &LINE[9 * r..9 * r + 9]).collect();
        let forms = [
            LINE.to_owned(),
            format!("https://www.sudokuwiki.org/sudoku.htm?bd={}", LINE.replace('.', "0")),
            format!(":0000:x:{LINE}::::"),
            groups.join(" "),
            groups.join("|"),
            groups.join("+"),
            groups.join("/"),
            groups.join("\\n"),
            groups.join("\u{a0}"),
            groups.join("\u{2009}"),
            groups.join("\u{3000}"),
            json,
            LINE.replace('.', "·"),
            LINE.replace("...", "…"),
        ];
        for form in &forms {
            for (before, after) in [
                ("", ""),
                ("Sudoku 1 ", ""),
                ("No. 2: ", ""),
                ("3\t", "\t4.5"),
                ("(", ")"),
                ("a;\"", "\";b"),
                ("\u{feff}", "\u{200b}"),
            ] {
                let text = format!("{before}{form}{after}");
                assert_eq!(every(&text), [Ok(puzzle())], "{text}");
                let two = format!("{text} {other}");
                assert_eq!(every(&two), [Ok(puzzle()), Ok(other.parse().unwrap())], "{two}");
            }
        }
    }

    #[test]
    fn what_is_short_or_long_is_refused_and_not_lost() {
        for (text, words) in [
            (format!("{LINE} {}", &LINE[1..]), "80 cells"),
            (format!("123456789 {}", [&LINE[..9]; 9].join(" ")), "10 groups"),
            (format!("{LINE}{LINE}"), "162"),
        ] {
            let found = every(&text);
            assert!(
                found.last().unwrap().as_ref().unwrap_err().contains(words),
                "{text}: {found:?}"
            );
        }
    }

    #[test]
    fn what_a_spreadsheet_did_is_told() {
        for (text, words) in [
            ("5.3007E+80", "rounded"),
            (
                "9001504400908000050000030003060102000803069000100000086000010000006093000504000",
                "zeros in front",
            ),
            ("", "0 cells"),
            ("https://a.site/x", "does not hold its puzzle"),
        ] {
            assert!(reason(text).contains(words), "{text}: {}", reason(text));
        }
        assert!(
            padded(
                "9001504400908000050000030003060102000803069000100000086000010000006093000504000"
            )
            .is_some()
        );
        assert_eq!(padded(&LINE[1..]), None);
        assert_eq!(padded(&"5".repeat(80)), None);
    }
}
