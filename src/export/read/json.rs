//! The grids of a JSON value, in any nesting of objects and lists.

use serde_json::{Map, Value};

use super::cells::{ALL, alone, cell, grids, one, solid};
use super::roles::{Found, is_likely};
use super::{NAMES, text};
use crate::{fpuzzles, ipuz};
use seeddb_core::plural::counted;

/// Words in the names of members that hold no puzzle: a player's marks, the course of a game.
const PASSED: [&str; 9] =
    ["candidate", "note", "pencil", "state", "progress", "history", "user", "entered", "mask"];

/// Returns all grids of a value, with errors for invalid ones.
pub(super) fn every(value: &Value) -> Vec<Found> {
    walk(value, true)
}

/// Returns all grids of a value that is part of a text.
pub(super) fn inside(value: &Value) -> Vec<Found> {
    let mut found = walk(value, false);
    if found.is_empty() && value.is_array() {
        // Near misses: a row or a cell is missing.
        found = walk(value, true);
        let is_like = |list: &Vec<Value>| list.len() > 70 || list.len() > 7 && list[0].is_array();
        found.retain(|one| one.is_ok() || value.as_array().is_some_and(is_like));
    }
    found
}

/// Returns the grids of a value. Where a puzzle `is_due`, errors are included.
fn walk(value: &Value, is_due: bool) -> Vec<Found> {
    match value {
        Value::String(own) => {
            let found = text::every(own);
            if found.is_empty() && is_due { vec![Err(text::reason(own))] } else { found }
        }
        Value::Array(list) => match whole(list, is_due) {
            Some(found) => found,
            // A text in a list that is no grid is a name.
            None => list.iter().flat_map(|one| walk(one, is_due && one.is_array())).collect(),
        },
        Value::Object(map) => object(value, map),
        _ if is_due => {
            let words = "it is neither 81 cells in a text nor nine rows of them";
            vec![Err(words.to_owned())]
        }
        _ => Vec::new(),
    }
}

fn object(value: &Value, map: &Map<String, Value>) -> Vec<Found> {
    if map.contains_key("kind") && map.get("puzzle").is_some_and(Value::is_array) {
        return vec![ipuz::read(value)];
    }
    let is_of_squares = value.pointer("/grid/0/0").is_some_and(Value::is_object);
    if is_of_squares && map.contains_key("size") {
        let puzzle = serde_json::from_value::<fpuzzles::FPuzzle>(value.clone());
        let words = |error| format!("this is no puzzle of f-puzzles: {error}");
        return vec![puzzle.map_err(words).and_then(|puzzle| puzzle.clues())];
    }
    let (mut named, mut others, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    for (name, value) in map {
        let name = name.to_lowercase();
        if PASSED.iter().any(|word| name.contains(word)) || is_solution(&name) {
            continue;
        }
        if is_name(&name) {
            let found = walk(value, true);
            // Text that is no grid may be a name; near misses are broken grids.
            if found.iter().all(Result::is_err)
                && walk(value, false).is_empty()
                && !value.is_array()
            {
                wrong.extend(found);
            } else {
                named.extend(found);
            }
        } else {
            others.extend(walk(value, false));
        }
    }
    if named.iter().any(Result::is_ok) {
        // Beside a puzzle, 81 characters may have another meaning.
        others.retain(is_likely);
    }
    named.extend(others);
    if named.is_empty() { wrong } else { named }
}

/// Whether a name means a solution.
pub(super) fn is_solution(name: &str) -> bool {
    const WORDS: [&str; 8] =
        ["solution", "solved", "answer", "lösung", "loesung", "solución", "soluzione", "解"];
    let name = name.to_lowercase();
    WORDS.iter().any(|word| name.contains(word))
}

/// Whether a name means a puzzle: `puzzle`, `Puzzle 2`, `grid_easy`.
pub(super) fn is_name(name: &str) -> bool {
    let name = name.trim().to_lowercase();
    let end = name.find(|c: char| !c.is_alphabetic()).unwrap_or(name.len());
    let rest = &name[end..];
    let is_word =
        rest.len() < 20 && rest.chars().all(|c| c.is_alphanumeric() || " _-#.".contains(c));
    NAMES.contains(&&name[..end])
        && is_word
        && !["_id", "-id", " id", "_no", "_number"].contains(&rest)
}

/// Returns the grids that a list consists of: 81 cells in a row, or nine rows. `None` for a list of
/// other values.
fn whole(list: &[Value], is_due: bool) -> Option<Vec<Found>> {
    let is_list = |value: &Value| value.is_array();
    if !list.is_empty() && list.iter().all(is_list) {
        let rows: Vec<&Vec<Value>> = list.iter().filter_map(Value::as_array).collect();
        let is_row = |row: &&Vec<Value>| row.iter().all(is_cell);
        if !rows.iter().all(is_row) {
            return None;
        }
        if rows.len() == 9 && rows.iter().all(|row| row.len() == 9) {
            return Some(cells(&rows.into_iter().flatten().collect::<Vec<_>>()));
        }
        let length = rows.iter().map(|row| row.len()).find(|&length| length != 9);
        return match length {
            _ if !is_due => None,
            Some(length) if !length.is_multiple_of(ALL) && rows.len() > 1 => Some(vec![Err(
                format!("a row of {}, 9 are needed", counted(length as u64, "cell")),
            )]),
            None => Some(vec![Err(format!("{}, a grid has 9", counted(rows.len() as u64, "row")))]),
            _ => None,
        };
    }
    if list.iter().all(is_cell) && !list.is_empty() {
        if list.len().is_multiple_of(ALL) {
            return Some(cells(&list.iter().collect::<Vec<_>>()));
        }
        return is_due.then(|| vec![Err(few(list.len()))]);
    }
    if list.len() == 9 {
        let rows: Option<String> = list.iter().map(|row| row_of(row.as_str()?)).collect();
        return rows.map(|rows| grids(&rows));
    }
    None
}

/// Returns the reason why an array is no grid.
pub(super) fn few(cells: usize) -> String {
    format!("{} in an array: a row has 9, a grid 81", counted(cells as u64, "cell"))
}

/// Returns the nine cells of a text; `None` if it has another number.
pub(super) fn row_of(text: &str) -> Option<String> {
    let signs: String = text.chars().filter(|c| !c.is_whitespace() && *c != '|').collect();
    solid(&signs)?.ok().filter(|cells| cells.chars().count() == 9)
}

/// Returns the character of a value that is a cell.
pub(super) fn sign(value: &Value) -> Option<char> {
    match value {
        Value::Null => Some('.'),
        Value::String(text) => cell(text),
        Value::Number(number) => cell(&number.to_string()),
        _ => None,
    }
}

pub(super) fn is_cell(value: &Value) -> bool {
    sign(value).is_some()
        || value.as_object().is_some_and(|map| map.is_empty() || digit(map).is_some())
}

/// Returns the grids of a multiple of 81 cells, each a value or an object.
pub(super) fn cells(all: &[&Value]) -> Vec<Found> {
    if all.iter().all(|value| !value.is_object()) {
        let texts: Vec<String> = all
            .iter()
            .map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
            .collect();
        let words = "some numbers have a point and some have not: a digit may have been lost";
        let signs = alone(texts.iter().map(String::as_str));
        return signs.map_or_else(|| vec![Err(words.to_owned())], |signs| grids(&signs));
    }
    let chunks =
        all.chunks(ALL).map(|chunk| given(chunk).and_then(|signs| one(&signs.replace(' ', "."))));
    chunks.collect()
}

/// Names of the member with a cell's digit: those that make it a clue, and others.
const CLUE_NAMES: [&str; 5] = ["given", "clue", "fixed", "initial", "start"];
const DIGIT_NAMES: [&str; 9] = ["value", "digit", "number", "num", "val", "v", "n", "d", "cell"];
/// Names of the flag that marks a given digit.
const GIVEN: [&str; 19] = [
    "given",
    "isgiven",
    "fixed",
    "isfixed",
    "locked",
    "islocked",
    "clue",
    "isclue",
    "prefilled",
    "isprefilled",
    "initial",
    "isinitial",
    "readonly",
    "original",
    "isoriginal",
    "static",
    "preset",
    "immutable",
    "const",
];
/// Names of the flag that marks a digit filled in by a player.
const FILLED: [&str; 9] = [
    "editable",
    "iseditable",
    "filled",
    "isfilled",
    "isuser",
    "mutable",
    "ismutable",
    "guess",
    "isguess",
];

fn plain_name(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the digit in the object of a cell, and whether its name makes it a clue. An object
/// without a digit is no cell.
fn digit(map: &Map<String, Value>) -> Option<(char, bool)> {
    let of = |names: &[&str]| {
        names.iter().find_map(|name| {
            map.iter().find(|(own, _)| plain_name(own) == *name).and_then(|(_, value)| sign(value))
        })
    };
    let is_flagged = map.len() > 1 && of(&DIGIT_NAMES).is_some();
    match of(&CLUE_NAMES) {
        Some(sign) if !is_flagged => Some((sign, true)),
        _ => of(&DIGIT_NAMES).map(|sign| (sign, false)),
    }
}

/// Returns the clues of 81 cells that are objects, or an error if clues cannot be distinguished.
fn given(cells: &[&Value]) -> Result<String, String> {
    let flags = |map: &Map<String, Value>| -> Vec<(String, bool)> {
        let flag = |(name, value): (&String, &Value)| {
            let is = value.as_bool().or_else(|| value.as_u64().filter(|n| *n < 2).map(|n| n == 1));
            Some((plain_name(name), is?))
        };
        map.iter()
            .filter_map(flag)
            .filter(|(name, _)| !DIGIT_NAMES.contains(&&**name) && !PLACES.contains(&&**name))
            .collect()
    };
    let filled: Vec<Vec<(String, bool)>> = cells
        .iter()
        .filter_map(|value| value.as_object())
        .filter(|map| digit(map).is_some_and(|(sign, _)| sign.is_ascii_digit() && sign != '0'))
        .map(flags)
        .collect();
    let has = |names: &[&str], flags: &[(String, bool)]| {
        flags.iter().any(|(name, is)| *is && names.contains(&&**name))
    };
    let is_told = filled.iter().flatten().any(|(name, _)| GIVEN.contains(&&**name));
    if !is_told {
        // An unknown flag that only some digits have may be the one that marks clues.
        for (name, is) in filled.iter().flatten().filter(|(name, _)| !FILLED.contains(&&**name)) {
            if filled.iter().any(|flags| !flags.contains(&(name.clone(), *is))) {
                return Err(format!(
                    "some digits have {name:?} and others have not, and nothing says whether it marks clues"
                ));
            }
        }
    }
    let mut signs = vec![None; cells.len()];
    for (i, value) in cells.iter().enumerate() {
        let map = value.as_object();
        let (sign, is_clue) = match map {
            None => (sign(value).unwrap_or('.'), true),
            Some(map) => digit(map).unwrap_or(('.', true)),
        };
        let flags = map.map(flags).unwrap_or_default();
        let is_open = !is_clue && (is_told && !has(&GIVEN, &flags) || has(&FILLED, &flags));
        let at = map.map_or(Ok(i), |map| place(map, cells, i))?;
        let free = signs.get_mut(at).filter(|sign| sign.is_none());
        *free.ok_or("the rows and columns of the cells are not those of 9 x 9")? =
            Some(if is_open { '.' } else { sign });
    }
    Ok(signs.into_iter().flatten().collect())
}

const PLACES: [&str; 6] = ["row", "r", "y", "column", "col", "c"];

/// Returns the index of a cell by its row and column members, or else by its position in the list.
fn place(map: &Map<String, Value>, cells: &[&Value], i: usize) -> Result<usize, String> {
    let of = |map: &Map<String, Value>, names: &[&str]| {
        map.iter()
            .find(|(name, _)| names.contains(&&*plain_name(name)))
            .and_then(|(_, value)| value.as_u64())
    };
    let (rows, columns) = (["row", "r", "y"], ["column", "col", "c", "x"]);
    let (Some(row), Some(column)) = (of(map, &rows), of(map, &columns)) else { return Ok(i) };
    // Rows are counted from 0 or from 1.
    let others = || cells.iter().filter_map(|cell| cell.as_object());
    let least = others().filter_map(|map| of(map, &rows)).min().unwrap_or(0);
    let (row, column) = (row.saturating_sub(least), column.checked_sub(least).unwrap_or(9));
    if row > 8 || column > 8 {
        return Err("the rows and columns of the cells are not those of 9 x 9".to_owned());
    }
    Ok(usize::try_from(9 * row + column).unwrap_or(ALL))
}

#[cfg(test)]
mod tests {
    use super::super::{LINE, all as read, puzzle};

    /// Returns the puzzle in many notations of other programs.
    fn ways() -> Vec<String> {
        let digits = puzzle().values();
        let numbers: Vec<String> =
            digits.chunks(9).map(|row| serde_json::to_string(row).unwrap()).collect();
        let rows: Vec<String> = (0..9).map(|r| format!("{:?}", &LINE[9 * r..9 * r + 9])).collect();
        let compact = format!("[{}]", numbers.join(","));
        vec![
            compact.clone(),
            serde_json::to_string_pretty(&serde_json::json!(digits.to_vec())).unwrap(),
            format!("[\n {}\n]", numbers.join(",\n ")),
            compact.replace('0', "null"),
            compact.replace('0', "\"\""),
            compact.replace('0', "\".\""),
            compact.replace(',', ".0,").replace("].0", "]"),
            format!("[{}]", numbers.join("\n ").replace(',', " ")),
            format!("[{}]", rows.join(", ")),
            format!("[{LINE:?}]"),
            format!("[\"https://a.site/?s={LINE}\"]"),
            format!("[[1, \"a name\", {LINE:?}, 7.5, true]]"),
            format!("{{\"board\": {compact}, \"level\": 3}}"),
            format!("[{{\"puzzle\": {compact}}}]"),
            format!("{{\"grid\": [{}]}}", rows.join(", ")),
            format!("{{\"sudoku\": {LINE:?}}}"),
        ]
    }

    #[test]
    fn nine_rows_read_however_they_are_written() {
        for text in ways() {
            let grids: Vec<_> = read(&text).into_iter().map(|e| e.expect(&text).1).collect();
            assert_eq!(grids, [puzzle()], "{text}");
            let three = format!("[{text},\n{text},{text}]");
            let grids: Vec<_> = read(&three).into_iter().map(|e| e.expect(&three).1).collect();
            assert_eq!(grids, [puzzle(); 3], "{three}");
        }
    }

    #[test]
    fn rows_that_are_too_short_are_told_by_line_and_the_next_puzzle_is_read() {
        let digits = puzzle().values();
        let rows: Vec<_> = digits.chunks(9).collect();
        let json = |rows: &[&[u8]]| serde_json::to_string(rows).unwrap();
        let whole = json(&rows);
        for (broken, words) in [
            (json(&rows[..8]), "8 rows, a grid has 9"),
            (json(&[&rows[0][..8]]), "8 cells in an array"),
            ("[5]".to_owned(), "1 cell in an array"),
            (format!("{:?}", &LINE[1..]), "80 cells, a grid has 81"),
            (format!("{{\"puzzle\": {}}}", json(&[&rows[0][..8]; 9])), "a row of 8"),
        ] {
            let text = format!("[\n{broken},\n{whole}]");
            let entries = read(&text);
            let bad = entries[0].as_ref().unwrap_err();
            assert!(bad.line == 2 && bad.reason.contains(words), "{text}: {bad}");
            assert_eq!(entries[1..], [Ok((3, puzzle()))], "{text}");
        }
        // Unterminated input is cut off.
        assert_eq!(read("[5, 3").len(), 1);
        assert_eq!(read("[\"5").len(), 1);
        assert_eq!(read("[5} 3").len(), 1);
    }
}
