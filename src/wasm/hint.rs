//! The one call of the file that pages to play have: the next step from the board of a player.
//!
//! A call is five lines: the givens, what stands on the board, both as 81 digits, the candidates of each cell as numbers (bits 1 to 9)
//! with commas between them, and the tag of a language. The answer is what the player reads as a step (`src/export/page/js/hint.js`), or
//! `null` where no technique helps. It is written without a library for JSON: it has no text that has to be escaped.

use std::fmt::{Display, Write as _};
use std::str::Lines;

use seeddb_core::board::{Candidates, Cell, CellSet, Digit, DigitSet, Grid, State};
use seeddb_core::rating::common::words::Language;
use seeddb_core::rating::common::{Step, Techniques, next};

/// What a call of these bytes gives.
pub fn answer(call: &[u8]) -> Vec<u8> {
    let told = std::str::from_utf8(call).ok().and_then(|text| step(&mut text.lines()));
    told.unwrap_or_else(|| "null".to_owned()).into_bytes()
}

fn step(lines: &mut Lines<'_>) -> Option<String> {
    let [givens, board]: [Option<Grid>; 2] =
        [lines.next()?, lines.next()?].map(|line| line.parse().ok());
    let cells = |grid: Grid| grid.filled().map(|(cell, _)| cell).collect::<CellSet>();
    let mut state = State::of(&board?);
    for (cell, bits) in Cell::all().zip(lines.next()?.split(',')) {
        let bits: u16 = bits.parse().ok()?;
        let gone = Digit::all().filter(|digit| bits >> digit.value() & 1 == 0);
        state.remove(gone.collect(), CellSet::of(cell) & state.open);
    }
    let step = next(&state, cells(givens?), Techniques::ALL)?;
    Some(told(&step, Language::of(lines.next()?)))
}

/// A step as the player reads it; without a sentence in a language that has none.
fn told(step: &Step, language: Option<&Language>) -> String {
    let digits: DigitSet = step.digits();
    let shown = language.unwrap_or(Language::english());
    let mut text = format!("{{\"name\":\"{}\",", shown.name(step.technique));
    if let Some(language) = language {
        let _ = write!(text, "\"said\":\"{}\",", step.sentence(language));
    }
    let _ = write!(
        text,
        "\"pattern\":[{}],\"step\":[0,[{}],[{}],[{}],[{}],[{}]]}}",
        candidates(&step.marks().pattern),
        list(step.houses().iter().map(|house| house.index())),
        list(step.cells().iter().map(Cell::index)),
        list(digits.iter().map(Digit::value)),
        list(step.placed.iter().map(|&(cell, digit)| number(cell, digit))),
        candidates(&step.removed),
    );
    text
}

fn number(cell: Cell, digit: Digit) -> usize {
    9 * cell.index() + digit.index()
}

fn candidates(set: &Candidates) -> String {
    list(Digit::all().flat_map(|digit| set[digit].iter().map(move |cell| number(cell, digit))))
}

fn list(numbers: impl Iterator<Item = impl Display>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(",")
}
