//! [`Hint`]: a puzzle's hint, in words and as a picture.

use super::super::arrows::{Ground, shapes};
use super::super::drawing::{Drawing, Fonts, Places, Theme};
use super::super::scene::{Scene, numbers};
use super::arrange::theme;
use super::frame::TypeStyles;
use super::words::Words;
use super::{BookError, Language, MILLIMETRE, Plan};
use seeddb_core::board::{Candidates, Cell, CellSet, Digit, Grid, Puzzle, State};
use seeddb_core::logic::{Ladder, Link, Marks, Step, Walk, explain_from, filled};
use seeddb_core::rating::common;

/// The side of a picture's board, in millimetres.
const SIDE: f64 = 40.0;
/// The greatest number of candidates drawn in a cell.
const MOST: usize = 4;

/// A deduction that continues from a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Help {
    /// A step of the ladder.
    Step(Step),
    /// A step of the techniques that people name, with the board before it.
    Common(State, Box<common::Step>),
    /// A digit of the solution, where no technique of the ladder helps: the board, the cell, the
    /// digit.
    Digit(State, Cell, Digit),
}

impl Help {
    /// Returns the board before the deduction.
    pub const fn before(&self) -> &State {
        match self {
            Self::Step(step) => &step.before,
            Self::Common(before, _) | Self::Digit(before, ..) => before,
        }
    }

    /// Returns the board after the deduction.
    pub fn after(&self) -> State {
        match self {
            Self::Step(step) => step.after(),
            Self::Common(before, step) => step.after(before),
            Self::Digit(before, cell, digit) => {
                let mut state = *before;
                state.fill(*cell, *digit);
                state
            }
        }
    }

    /// What a drawing marks, and the arrows of chains.
    fn marks(&self) -> (Marks, Vec<Vec<Link>>) {
        match self {
            Self::Step(step) => (step.marks(), Vec::new()),
            Self::Common(before, step) => {
                let links = step.links(before);
                (step.marks_of(&links), links)
            }
            Self::Digit(_, cell, digit) => {
                let mut marks = Marks { cells: CellSet::of(*cell), ..Marks::NONE };
                marks.pattern[*digit].insert(*cell);
                (marks, Vec::new())
            }
        }
    }

    /// Draws the board before the deduction with its pattern marked; `givens` are the puzzle's
    /// clues.
    pub(super) fn draw(
        &self,
        givens: Grid,
        plan: &Plan,
        fonts: &Fonts,
        size: PictureSize,
    ) -> Drawing {
        let (state, (marks, links)) = (*self.before(), self.marks());
        let mut board = Scene { marks, ..Scene::plain(givens, state) }.board();
        board.candidates = Some(drawn(&marks));
        board.places = Places::Four;
        let theme = theme(plan, size.side);
        let cell = (size.side - theme.box_line) / 9.0;
        let capital = fonts.regular.capital().max(fonts.bold.capital());
        let theme = Theme { candidate: size.kind * capital / cell, ..theme };
        let mut drawing = Drawing { size: [size.width(); 2], ..Drawing::default() };
        drawing.shapes.extend(numbers(size.side, size.margin, size.kind, fonts));
        drawing.place(board.draw(size.side, &theme, fonts), [size.margin; 2]);
        let ground = Ground { board: &board, side: size.side, margin: size.margin, theme: &theme };
        drawing.shapes.extend(shapes(&links, &ground, fonts));
        drawing
    }

    /// Returns the deduction in words; `with_reason` adds the reason of a single.
    pub(super) fn told(&self, words: &Words, with_reason: bool) -> String {
        let steps = words.steps();
        match self {
            Self::Step(step) => {
                let told = step.told(steps);
                match step.reason_told(steps).filter(|_| with_reason) {
                    Some(reason) => words.hint_reason(&told, &reason),
                    None => told,
                }
            }
            Self::Common(_, step) => words.common_step(step),
            Self::Digit(_, cell, digit) => {
                words.hint_digit(&filled(&steps.is, &[("cell", cell), ("d", digit)]))
            }
        }
    }
}

/// The hint of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The hardest step of the puzzle ([`Walk::hint_step`]); a digit where the ladder has none.
    pub first: Help,
    /// The deduction after the first; `None` if the first completes the grid.
    pub next: Option<Help>,
}

impl Hint {
    /// Returns the hint of a puzzle by the steps of `ladder`; `None` for a full grid.
    pub fn of(ladder: &Ladder, puzzle: &Puzzle) -> Option<Self> {
        let walk = Walk::new(ladder, puzzle);
        let steps = walk.steps();
        if let Some(i) = walk.hint_step() {
            let next = match steps.get(i + 1) {
                Some(step) => Some(Help::Step(*step)),
                None => digit(ladder, &walk).map(|(help, _)| help),
            };
            return Some(Self { first: Help::Step(steps[i]), next });
        }
        let (first, next) = digit(ladder, &walk)?;
        Some(Self { first, next })
    }

    /// Returns the words of the hint as a book in `language` prints them.
    ///
    /// # Errors
    /// The language's file of words is invalid.
    pub fn told_in(&self, language: Language) -> Result<String, BookError> {
        Ok(self.told(&Words::of(&Plan { language, ..Plan::default() })?))
    }

    pub(super) fn told(&self, words: &Words) -> String {
        let next = self.next.as_ref().map(|next| next.told(words, false));
        words.hint(&self.first.told(words, true), next.as_deref())
    }

    /// Returns a hint with longer words than nearly all others, for planning pages.
    pub fn long() -> Self {
        let step = Help::Step(Step::long());
        Self { first: step.clone(), next: Some(step) }
    }

    /// Draws the board of the hint with its pattern marked; `givens` are the puzzle's clues.
    pub(super) fn draw(&self, givens: Grid, plan: &Plan, fonts: &Fonts) -> Drawing {
        self.first.draw(givens, plan, fonts, PictureSize::of(plan))
    }
}

/// Returns a digit of the solution where the steps of a walk end, and the deduction after it: if
/// possible a digit that is enough to go on to the end ([`Walk::way_on`]), else the first with the
/// fewest candidates in its cell. `None` if the walk fills the grid.
fn digit(ladder: &Ladder, walk: &Walk) -> Option<(Help, Option<Help>)> {
    if let Some((cell, digit, steps)) = walk.way_on() {
        let next = steps.first().copied().map(Help::Step);
        return Some((Help::Digit(walk.end(), cell, digit), next));
    }
    let solution = walk.puzzle().solution();
    let told = |state: State| {
        let fewest = state.open.iter().min_by_key(|&cell| state.candidates.at(cell).len())?;
        Some(Help::Digit(state, fewest, solution[fewest]))
    };
    let first = told(walk.end())?;
    let step = explain_from(ladder, first.after()).first().copied().map(Help::Step);
    let next = step.or_else(|| told(first.after()));
    Some((first, next))
}

/// Returns the candidates to draw: in each cell those of the pattern, then those eliminated, up to
/// [`MOST`].
fn drawn(marks: &Marks) -> Candidates {
    let mut drawn = Candidates::NONE;
    for cell in Cell::all() {
        let pattern = marks.pattern.at(cell);
        let removed = marks.removed.at(cell) - pattern;
        for digit in pattern.iter().chain(removed.iter()).take(MOST) {
            drawn[digit].insert(cell);
        }
    }
    drawn
}

/// The sizes of a picture, in points: by default as small as legible type permits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct PictureSize {
    side: f64,
    /// The margin for the numbers of rows and columns.
    margin: f64,
    /// The size of the smallest type.
    kind: f64,
}

impl PictureSize {
    pub fn of(plan: &Plan) -> Self {
        let kind = TypeStyles::least(plan.large_print);
        Self { side: SIDE * MILLIMETRE * kind / TypeStyles::least(false), margin: 1.2 * kind, kind }
    }

    /// Returns a picture with a board of this side, or smaller if there is less room, or larger if
    /// legible type needs it; `None` if legible type has no room.
    pub fn within(plan: &Plan, side: f64, room: f64) -> Option<Self> {
        let least = Self::of(plan);
        // Type and margin grow with the board.
        let by = (side / least.side).min(room / least.width()).max(1.0);
        let of = Self { side: least.side * by, margin: least.margin * by, kind: least.kind * by };
        (of.width() <= room).then_some(of)
    }

    /// Returns the width of the drawing, which is also its height.
    pub fn width(&self) -> f64 {
        self.side + self.margin
    }

    /// Returns the height of the picture below text with this leading, with the white above it.
    pub fn height(&self, leading: f64) -> f64 {
        self.width() + leading * 0.3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLES: [(&str, &str); 3] = [
        // Puzzles of singles only.
        (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "single",
        ),
        (
            "..9..15.44..9.8....5.....3...3.6.1.2...8.3.69...1......86....1......6.93...5.4...",
            "locked",
        ),
        // No technique of the ladder helps.
        (
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
            "no named",
        ),
    ];

    #[test]
    fn a_hint_tells_the_first_hard_step_and_the_next() {
        let words = Words::of(&Plan::default()).unwrap();
        for (line, says) in PUZZLES {
            let puzzle = Puzzle::new(&line.parse().unwrap()).unwrap();
            let hint = Hint::of(&Ladder::default(), &puzzle).unwrap();
            let told = hint.told(&words);
            assert!(told.to_lowercase().contains(says) && told.contains(". Then: "), "{told}");
            assert!(told.ends_with('.') && told.starts_with(char::is_uppercase), "{told}");
        }
        let full = Puzzle::new(&PUZZLES[0].0.parse().unwrap()).unwrap().solution().grid();
        assert_eq!(Hint::of(&Ladder::default(), &Puzzle::new(&full).unwrap()), None);
    }

    #[test]
    fn the_long_hint_is_longer_than_others() {
        for language in Language::ALL {
            let words = Words::of(&Plan { language, ..Plan::default() }).unwrap();
            let long = Hint::long().told(&words);
            assert!(long.matches("r1c9").count() == 2 && !long.contains('{'), "{long}");
            for (line, _) in PUZZLES {
                let puzzle = Puzzle::new(&line.parse().unwrap()).unwrap();
                let told = Hint::of(&Ladder::default(), &puzzle).unwrap().told(&words);
                assert!(told.chars().count() < long.chars().count(), "{told}");
            }
        }
    }
}
