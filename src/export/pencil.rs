//! A board during its solution for the terminal: candidates in their places, with marks for the
//! current step.

use std::io::{self, Write};

use seeddb_core::board::{Cell, Digit, State};
use seeddb_core::logic::Marks;

/// Whether to use terminal colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colors {
    /// Characters only.
    Off,
    /// ANSI escape codes in addition: characters alone carry the full information.
    On,
}

/// The legend below a board.
pub const LEGEND: &str = "* the pattern   - goes   [5] filled";

const RULES: [&str; 4] = [
    "  ┏━━━━━━━┯━━━━━━━┯━━━━━━━┳━━━━━━━┯━━━━━━━┯━━━━━━━┳━━━━━━━┯━━━━━━━┯━━━━━━━┓",
    "  ┠───────┼───────┼───────╂───────┼───────┼───────╂───────┼───────┼───────┨",
    "  ┣━━━━━━━┿━━━━━━━┿━━━━━━━╋━━━━━━━┿━━━━━━━┿━━━━━━━╋━━━━━━━┿━━━━━━━┿━━━━━━━┫",
    "  ┗━━━━━━━┷━━━━━━━┷━━━━━━━┻━━━━━━━┷━━━━━━━┷━━━━━━━┻━━━━━━━┷━━━━━━━┷━━━━━━━┛",
];

// Colours of the terminal's palette, which its owner can adjust: bold green, bold red, bold, dim.
const PATTERN: &str = "1;32";
const GOES: &str = "1;31";
const FILLED: &str = "1";
const ASIDE: &str = "2";

/// Draws `state`, 75 characters wide and 38 lines high, with the numbers of rows and columns. `*`
/// follows a candidate of the pattern, `-` an eliminated one; a filled digit stands in brackets.
pub fn draw(out: &mut impl Write, state: &State, marks: &Marks, colors: Colors) -> io::Result<()> {
    let numbers: Vec<String> = (1..=9).map(|number| format!("{number:^7}")).collect();
    writeln!(out, "   {}", numbers.join(" ").trim_end())?;
    for row in 0..9 {
        let rule = match row {
            0 => 0,
            3 | 6 => 2,
            _ => 1,
        };
        writeln!(out, "{}", RULES[rule])?;
        for line in 0..3 {
            let number = if line == 1 { (row + 1).to_string() } else { " ".to_owned() };
            write!(out, "{number} ")?;
            for column in 0..9 {
                let stroke = if column % 3 == 0 { '┃' } else { '│' };
                write!(out, "{stroke}")?;
                let cell = Cell::at(row, column);
                if state.open.contains(cell) {
                    candidates(out, state, cell, line, marks, colors)?;
                } else {
                    let digit = state.candidates.at(cell).first().filter(|_| line == 1);
                    let text = digit.map_or(" ".repeat(7), |digit| format!("  [{digit}]  "));
                    write(out, &text, FILLED, colors)?;
                }
            }
            writeln!(out, "┃")?;
        }
    }
    writeln!(out, "{}", RULES[3])
}

/// Writes one of the three lines of an open cell: three digits, each with its mark.
fn candidates(
    out: &mut impl Write,
    state: &State,
    cell: Cell,
    line: usize,
    marks: &Marks,
    colors: Colors,
) -> io::Result<()> {
    write!(out, " ")?;
    for digit in Digit::all().skip(3 * line).take(3) {
        let (mark, style) = if marks.removed[digit].contains(cell) {
            ('-', GOES)
        } else if marks.pattern[digit].contains(cell) {
            ('*', PATTERN)
        } else if *marks == Marks::NONE || marks.cells.contains(cell) {
            (' ', "")
        } else {
            (' ', ASIDE)
        };
        if state.candidates[digit].contains(cell) {
            write(out, &format!("{digit}{mark}"), style, colors)?;
        } else {
            write!(out, "  ")?;
        }
    }
    Ok(())
}

fn write(out: &mut impl Write, text: &str, style: &str, colors: Colors) -> io::Result<()> {
    if colors == Colors::Off || style.is_empty() || text.trim().is_empty() {
        write!(out, "{text}")
    } else {
        write!(out, "\x1b[{style}m{text}\x1b[0m")
    }
}
