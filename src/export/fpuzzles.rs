//! `f-puzzles`: links that open a puzzle in f-puzzles or SudokuPad, one per line: a JSON object,
//! compressed with lz-string, in base 64.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Credits, Row};
use seeddb_core::board::{Cell, Digit, Grid};

/// The members of a link's object that a plain Sudoku needs.
#[derive(Serialize, Deserialize)]
pub(super) struct FPuzzle {
    size: usize,
    #[serde(default)]
    title: String,
    #[serde(default)]
    author: String,
    grid: Vec<Vec<Square>>,
    /// The digits of the solution, by cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    solution: Option<Vec<Option<u8>>>,
    /// Colours, texts and additional rules.
    #[serde(flatten, skip_serializing)]
    others: BTreeMap<String, Value>,
}

/// The members for additional rules: with any of them, the givens alone are another puzzle.
const RULES: [&str; 36] = [
    "antiking",
    "antiknight",
    "arrow",
    "betweenline",
    "boxindexer",
    "clone",
    "columnindexer",
    "diagonal+",
    "diagonal-",
    "difference",
    "disjointgroups",
    "doublearrow",
    "entropicline",
    "even",
    "extraregion",
    "killercage",
    "littlekillersum",
    "lockout",
    "maximum",
    "minimum",
    "modularline",
    "nabner",
    "nonconsecutive",
    "numberedroom",
    "odd",
    "palindrome",
    "quadruple",
    "ratio",
    "regionsumline",
    "renban",
    "rowindexer",
    "sandwichsum",
    "skyscraper",
    "thermometer",
    "whispers",
    "xsum",
];

#[derive(Serialize, Deserialize, Default)]
struct Square {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    given: Option<bool>,
    /// The box of the cell, if it is not the usual one.
    #[serde(default, skip_serializing)]
    region: Option<i64>,
}

pub(super) fn row(
    out: &mut impl Write,
    row: &Row,
    solution: bool,
    credits: &Credits,
) -> io::Result<()> {
    let square = |digit: Option<Digit>| Square {
        value: digit.map(Digit::value),
        given: digit.map(|_| true),
        region: None,
    };
    let cells = |r| (0..9).map(move |c| square(row.puzzle[Cell::at(r, c)])).collect();
    let digits = || Cell::all().map(|cell| row.solution[cell].map(Digit::value)).collect();
    // The format has no field for a copyright.
    let author = [&credits.credit, &credits.copyright].into_iter().filter(|own| !own.is_empty());
    let author = author.map(String::as_str);
    let puzzle = FPuzzle {
        size: 9,
        title: credits.titled(&format!("{}{}", row.place(), row.level_or_tier())),
        author: author.collect::<Vec<_>>().join(", "),
        grid: (0..9).map(cells).collect(),
        solution: solution.then(digits),
        others: BTreeMap::new(),
    };
    let json = serde_json::to_string(&puzzle)?;
    writeln!(out, "https://f-puzzles.com/?load={}", lz_str::compress_to_base64(&json))
}

/// Reads a link; `None` if it has another form.
pub(super) fn read(link: &str) -> Option<Result<Grid, String>> {
    // SudokuPad's own links have `fpuzzles` before the code.
    let code = link.split_once("load=").or_else(|| link.split_once("fpuzzles"))?.1;
    let code = code.split('&').next().unwrap_or_default();
    // Mail programs escape the three signs of base64 that are neither letters nor digits.
    let code = code.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
    Some(decode(&code))
}

/// The longest code, in characters. A plain puzzle takes a few hundred, one with all candidates a
/// few thousand. Unpacked data can grow with the square of the length: this limit gives 60 MB at
/// worst.
const LONGEST_CODE: usize = 16 * 1024;

fn decode(code: &str) -> Result<Grid, String> {
    let broken = || "the link is cut off or changed: its code cannot be read".to_owned();
    if code.len() > LONGEST_CODE {
        return Err("the link is longer than that of any puzzle of 9 x 9".to_owned());
    }
    let text = lz_str::decompress_from_base64(code).ok_or_else(broken)?;
    let text = String::from_utf16(&text).map_err(|_| broken())?;
    let puzzle: FPuzzle = serde_json::from_str(&text).map_err(|_| broken())?;
    puzzle.clues()
}

impl FPuzzle {
    /// Returns the given digits, without those that a solver has filled in.
    pub(super) fn clues(&self) -> Result<Grid, String> {
        if self.size != 9 || self.grid.len() != 9 || self.grid.iter().any(|row| row.len() != 9) {
            return Err(format!("the size of this puzzle is {0} x {0}, not 9 x 9", self.size));
        }
        let is_there = |value: &Value| match value {
            Value::Bool(is) => *is,
            Value::Array(all) => !all.is_empty(),
            Value::Null => false,
            _ => true,
        };
        let rule =
            self.others.iter().find(|(name, value)| RULES.contains(&&name[..]) && is_there(value));
        if let Some((name, _)) = rule {
            return Err(format!("this puzzle has a rule besides those of Sudoku: {name}"));
        }
        let squares = || Cell::all().zip(self.grid.iter().flatten());
        if squares().any(|(cell, square)| {
            square.region.is_some_and(|region| usize::try_from(region) != Ok(cell.boxed()))
        }) {
            return Err("the boxes of this puzzle are not those of Sudoku".to_owned());
        }
        let mut clues = Grid::EMPTY;
        for (cell, square) in squares() {
            if let (Some(value), true) = (square.value, square.given.unwrap_or(false)) {
                let digit = Digit::new(value).ok_or(format!("{value} at {cell} is no digit"))?;
                clues[cell] = Some(digit);
            }
        }
        Ok(clues)
    }
}

#[cfg(test)]
mod tests {
    use super::super::row::{examples, rendered};
    use super::super::{Format, Style};
    use super::*;

    /// The decompressed object, as other programs read it.
    #[test]
    fn snapshot_of_the_object() {
        let text = rendered(Style { solutions: true, ..Style::of(Format::FPuzzles) });
        let code = text.lines().next().unwrap().split_once("load=").unwrap().1;
        let json = lz_str::decompress_from_base64(code).unwrap();
        insta::assert_snapshot!(String::from_utf16(&json).unwrap());
    }

    #[test]
    fn what_mail_programs_make_of_a_link_reads_too() {
        let link = rendered(Style::of(Format::FPuzzles)).lines().next().unwrap().to_owned();
        let puzzle = examples()[0].puzzle;
        assert_eq!(read(&link), Some(Ok(puzzle)));
        let (site, code) = link.split_once("?load=").unwrap();
        let code = code.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
        assert_eq!(read(&format!("{site}?load={code}&x=1")), Some(Ok(puzzle)));
        assert_eq!(read(&format!("https://sudokupad.app/fpuzzles{code}")), Some(Ok(puzzle)));
        assert!(read(&link[..link.len() / 2]).unwrap().unwrap_err().contains("cut off"));
    }

    #[test]
    fn only_given_digits_are_clues() {
        let mut puzzle = FPuzzle {
            size: 9,
            title: String::new(),
            author: String::new(),
            grid: (0..9).map(|_| (0..9).map(|_| Square::default()).collect()).collect(),
            solution: None,
            others: BTreeMap::new(),
        };
        puzzle.grid[0][0] = Square { value: Some(5), given: None, region: Some(0) };
        puzzle.grid[0][1] = Square { value: Some(7), given: Some(true), region: None };
        assert_eq!(puzzle.clues().unwrap().to_string(), format!(".7{}", ".".repeat(79)));
        for value in [serde_json::json!([]), serde_json::json!(false)] {
            puzzle.others.insert("diagonal+".into(), value);
            assert!(puzzle.clues().is_ok());
        }
        puzzle.others.insert("text".into(), serde_json::json!([{"value": "x"}]));
        assert!(puzzle.clues().is_ok(), "what is only looked at");
        puzzle.others.insert("killercage".into(), serde_json::json!([{"cells": ["R1C1"]}]));
        assert!(
            puzzle.clues().unwrap_err().contains("killercage"),
            "another puzzle without its rule"
        );
        puzzle.others.clear();
        puzzle.grid[8][8].region = Some(2);
        assert!(puzzle.clues().unwrap_err().contains("boxes"));
        puzzle.grid[8][8] = Square { value: Some(12), given: Some(true), region: None };
        assert!(puzzle.clues().unwrap_err().contains("12"));
        puzzle.size = 6;
        assert!(puzzle.clues().unwrap_err().contains("6 x 6"));
    }
}
