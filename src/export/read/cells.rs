//! Cells: the signs and words that mean a cell, alone or in a row.

use super::grid;
use seeddb_core::board::{Cell, Grid};

pub(super) const ALL: usize = Cell::COUNT;

/// Returns the cell in a field by itself: a digit, `0`, `.` for an open cell with another sign, or
/// a space for an empty field. `None` if it is no cell.
pub(super) fn cell(field: &str) -> Option<char> {
    let field = field.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\''));
    // Floating-point notation: 5.0, or 5. for 5.
    let whole = field
        .strip_suffix(".0")
        .or_else(|| field.strip_suffix('.'))
        .filter(|whole| !whole.is_empty());
    let mut signs = whole.unwrap_or(field).chars();
    match (signs.next(), signs.next(), signs.next()) {
        (None, ..) => Some(' '),
        (Some(digit @ '0'..='9'), None, _) => Some(digit),
        (Some(open), None, _) if Grid::is_cell(open) => Some('.'),
        // A digit filled in by a player is no clue.
        (Some('+'), Some('1'..='9'), None) | (Some('-'), Some('1'), None) => Some('.'),
        _ => {
            const NONE: [&str; 8] =
                ["null", "none", "nan", "na", "n/a", "<na>", "nil", "undefined"];
            NONE.contains(&&*field.to_ascii_lowercase()).then_some('.')
        }
    }
}

/// Returns the cells of fields with one cell each. A point belongs to a number only if all numbers
/// have one.
pub(super) fn alone<'a>(fields: impl Iterator<Item = &'a str> + Clone) -> Option<String> {
    let is_pointed = |field: &str| field.len() == 2 && field.ends_with('.');
    let is_bare = |field: &str| field.len() == 1 && field.starts_with(Grid::is_cell);
    let has = |is: &dyn Fn(&str) -> bool| fields.clone().any(|field| is(field.trim()));
    if has(&is_pointed) && has(&is_bare) {
        return None;
    }
    fields.map(cell).collect()
}

/// Returns the cells of a field that contains nothing else. A `+` precedes a digit filled in by a
/// player, which is no clue, or separates rows.
pub(super) fn solid(field: &str) -> Option<Result<String, String>> {
    if field.is_empty() || !field.chars().all(|c| Grid::is_cell(c) || c == '+') {
        return None;
    }
    if !field.contains('+') {
        return Some(Ok(field.to_owned()));
    }
    let groups: Vec<&str> = field.split('+').collect();
    if matches!(groups.len(), 9 | 27)
        && groups.iter().all(|group| group.len() * groups.len() == ALL)
    {
        let words = "a + stands before each group but the first: between rows, or before digits that are filled in? Leave it out";
        let is_between =
            groups[1..].iter().any(|group| !group.starts_with(|c| matches!(c, '1'..='9')));
        return Some(if is_between { Ok(groups.concat()) } else { Err(words.to_owned()) });
    }
    let mut cells = groups[0].to_owned();
    for group in &groups[1..] {
        cells.push('.');
        cells.push_str(group.strip_prefix(|c| matches!(c, '1'..='9'))?);
    }
    Some(Ok(cells))
}

/// Returns the grids of a multiple of 81 cells.
pub(super) fn grids(cells: &str) -> Vec<Result<Grid, String>> {
    let signs: Vec<char> = cells.chars().collect();
    signs.chunks(ALL).map(|chunk| one(&chunk.iter().collect::<String>())).collect()
}

/// Returns the grid of 81 cells; a space is an open cell only if all open cells are spaces.
pub(super) fn one(signs: &str) -> Result<Grid, String> {
    if signs.contains(' ') && signs.contains(['0', '.', '-', '_', '*', '?', 'x', 'X']) {
        return Err(
            "a cell is empty, and other open cells have a sign: it may have lost its digit"
                .to_owned(),
        );
    }
    grid(&signs.replace(' ', "."))
}

/// Returns the reason why lines of one cell each are no grid.
pub(super) fn few_alone(cells: usize) -> String {
    grid(&".".repeat(cells)).err().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_alone_is_told_by_sign_or_word() {
        for (field, sign) in [
            ("5", '5'),
            ("0", '0'),
            ("5.0", '5'),
            ("5.", '5'),
            ("0.0", '0'),
            ("\"7\"", '7'),
            (" '8' ", '8'),
            ("", ' '),
            (" ", ' '),
            ("-", '.'),
            ("x", '.'),
            (".", '.'),
            ("-1", '.'),
            ("-1.0", '.'),
            ("NaN", '.'),
            ("None", '.'),
            ("null", '.'),
            ("<NA>", '.'),
            ("+5", '.'),
        ] {
            assert_eq!(cell(field), Some(sign), "{field:?}");
        }
        for field in ["10", "5.5", "-2", "a", "53", "+", "+0", "--", "5 3", ".0"] {
            assert_eq!(cell(field), None, "{field:?}");
        }
    }

    #[test]
    fn filled_in_digits_are_open() {
        assert_eq!(solid("5+3.+7"), Some(Ok("5...".to_owned())));
        assert_eq!(solid("5+"), None);
        assert_eq!(solid("5++3"), None);
        assert_eq!(solid("5a"), None);
        let rows = |row: &str| [row; 9].join("+");
        assert_eq!(solid(&rows("..1.....2")), Some(Ok("..1.....2".repeat(9))));
        assert!(solid(&rows("1.......2")).unwrap().unwrap_err().contains("between rows"));
    }
}
