//! [`Step`]: an application on the board where it was found, with words and marks.

use std::{fmt, iter};

use super::apply::{Application, Effect, Pattern};
use super::chain::Chain;
use super::ladder::Ladder;
use super::line_set::LineSet;
use super::marks::Marks;
use super::technique::{Row, Size, Technique};
use super::words::{StepWords, filled};
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, Grid, House, HouseKind, State};

/// An application on the board where it was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The board before the step.
    pub before: State,
    /// The application.
    pub application: Application,
}

/// Returns the index of the hardest of these steps: in the highest tier of `ladder`, the first of
/// the technique that people look for last.
pub fn hardest(ladder: &Ladder, steps: &[Step]) -> Option<usize> {
    let hard = |i: &usize| {
        let technique = steps[*i].technique();
        (ladder.tier_of(technique).unwrap_or(ladder.beyond()), technique.order())
    };
    (0..steps.len()).rev().max_by_key(hard)
}

impl Step {
    /// Returns the technique.
    pub const fn technique(&self) -> Technique {
        self.application.technique
    }

    /// Returns the board after the step.
    pub fn after(&self) -> State {
        let mut state = self.before;
        self.application.apply(&mut state);
        state
    }

    /// Returns the digits filled in, in the order of the cells.
    pub fn filled(&self) -> Vec<(Cell, Digit)> {
        let after = self.after();
        let filled = self.before.open - after.open;
        filled.iter().filter_map(|cell| Some((cell, after.candidates.at(cell).first()?))).collect()
    }

    /// Returns the candidates removed, without those that a filled cell removes from its peers.
    pub fn removed(&self) -> Candidates {
        match self.application.effect {
            Effect::Remove(digits, cells) => self.before.candidates.part(digits, cells),
            _ => Candidates::NONE,
        }
    }

    /// Returns the chain of an assumption to its contradiction; `None` for any other step.
    pub fn chain(&self) -> Option<Chain> {
        let (cell, digit) = self.application.assumed()?;
        Chain::of(&self.before, cell, digit)
    }

    /// Returns the cells of the pattern.
    pub fn cells(&self) -> CellSet {
        match self.application.pattern {
            Pattern::Single(cell, ..) | Pattern::Assumed(cell, _) => CellSet::of(cell),
            Pattern::Subset(_, cells, _) | Pattern::Cells(cells, _) => cells,
            Pattern::Locked(digit, from, _) => self.before.candidates[digit] & from.cells(),
            Pattern::Fish(digit, lines) => {
                let lines = lines.houses().map(House::cells).collect::<CellSet>();
                self.before.candidates[digit] & self.before.open & lines
            }
        }
    }

    /// Returns the digits of the pattern.
    pub fn digits(&self) -> DigitSet {
        match self.application.pattern {
            Pattern::Subset(_, _, digits) | Pattern::Cells(_, digits) => digits,
            Pattern::Single(_, digit, _)
            | Pattern::Locked(digit, ..)
            | Pattern::Fish(digit, ..)
            | Pattern::Assumed(_, digit) => digit.into(),
        }
    }

    /// Returns the houses of the pattern: for locked candidates the house that has the digit
    /// nowhere else, for a fish its lines; none for a naked single, an assumption, or a technique
    /// that is not built in.
    pub fn houses(&self) -> Vec<House> {
        match self.application.pattern {
            Pattern::Single(_, _, house) => house.into_iter().collect(),
            Pattern::Subset(house, ..) | Pattern::Locked(_, house, _) => vec![house],
            Pattern::Fish(_, lines) => lines.houses().collect(),
            Pattern::Assumed(..) | Pattern::Cells(..) => Vec::new(),
        }
    }

    /// Returns the marks for a drawing.
    pub fn marks(&self) -> Marks {
        let mut marks = Marks { cells: self.cells(), removed: self.removed(), ..Marks::NONE };
        match (self.application.pattern, self.application.effect) {
            (Pattern::Assumed(..), Effect::Fill(cell, right)) => {
                marks.pattern[right].insert(cell);
                for wrong in (self.before.candidates.at(cell) - right.into()).iter() {
                    marks.removed[wrong].insert(cell);
                }
                if let Some(chain) = self.chain() {
                    chain.mark(&mut marks);
                }
            }
            (Pattern::Single(cell, digit, house), _) => {
                marks.pattern[digit].insert(cell);
                marks.cells |= house.map_or(CellSet::EMPTY, House::cells);
            }
            _ => {
                marks.pattern = self.before.candidates.part(self.digits(), marks.cells);
            }
        }
        marks
    }

    /// Returns a step with more words than nearly all others, to plan the room for words.
    pub fn long() -> Self {
        let row = House::row(0);
        let digits = DigitSet::from_bits(0b1111);
        let (pattern, others) = row.cells().iter().partition::<Vec<_>, _>(|cell| cell.column() < 4);
        let [pattern, others]: [CellSet; 2] =
            [pattern, others].map(|cells| cells.into_iter().collect());
        let mut before = State::of(&Grid::EMPTY);
        // Each of the others has another digit of the pattern, so that it is named separately.
        for (i, cell) in others.iter().enumerate() {
            before.remove(DigitSet::from_bits(1 << i), CellSet::of(cell));
        }
        let application = Application {
            technique: Technique::Naked(Size::Four),
            pattern: Pattern::Subset(row, pattern, digits),
            effect: Effect::Remove(digits, others),
        };
        Self { before, application }
    }

    /// Returns the step in one line, without the chain of an assumption.
    pub fn told(&self, words: &StepWords) -> String {
        let (name, effect) = (words.name(self.technique()), self.effect_told(words));
        let (cells, digits) = (self.cells(), self.digits());
        let (text, houses, lines) = match self.application.pattern {
            Pattern::Single(.., None) => (&words.naked, [None; 2], None),
            Pattern::Single(.., house) => {
                let is_last = self.technique() == Technique::NakedSingle;
                (if is_last { &words.last } else { &words.hidden }, [house, None], None)
            }
            Pattern::Subset(house, ..) => (&words.subset, [Some(house), None], None),
            Pattern::Locked(_, from, to) => (&words.locked, [Some(from), Some(to)], None),
            Pattern::Fish(_, lines) => (&words.fish, [None; 2], Some(lines)),
            Pattern::Cells(..) => {
                if let Technique::Custom(row) = self.technique() {
                    let place = Place { row, before: &self.before, cells, digits };
                    return format!("{name}{place}: {effect}");
                }
                (&words.cells, [None; 2], None)
            }
            Pattern::Assumed(..) => {
                let fills = matches!(self.application.effect, Effect::Solve(..));
                (if fills { &words.fills } else { &words.refuted }, [None; 2], None)
            }
        };
        let of_house = |house: Option<House>| house.map(|own| words.house(own)).unwrap_or_default();
        let of_lines =
            |lines: Option<LineSet>| lines.map(|own| words.lines(own)).unwrap_or_default();
        let [house, other] = houses.map(of_house);
        let [lines, across] = [lines, lines.map(|lines| self.across(lines))].map(of_lines);
        let values: [(_, &dyn fmt::Display); 9] = [
            ("name", &name),
            ("d", &digits),
            ("cell", &cells),
            ("cells", &cells),
            ("house", &house),
            ("other", &other),
            ("lines", &lines),
            ("across", &across),
            ("effect", &effect),
        ];
        filled(text, &values)
    }

    fn effect_told(&self, words: &StepWords) -> String {
        match self.application.effect {
            Effect::Fill(cell, digit) => filled(&words.is, &[("cell", &cell), ("d", &digit)]),
            Effect::Solve(..) => words.solved.clone(),
            Effect::Remove(..) => {
                let groups = self.removed().groups();
                let texts = iter::once(&words.removes).chain(iter::repeat(&words.also));
                let told = |((digits, cells), text): ((DigitSet, CellSet), &String)| {
                    filled(text, &[("d", &digits), ("cells", &cells)])
                };
                groups.into_iter().zip(texts).map(told).collect::<Vec<_>>().join("; ")
            }
        }
    }

    /// Returns the lines that cross those of a fish in its cells.
    fn across(&self, lines: LineSet) -> LineSet {
        let (other, number): (_, fn(Cell) -> usize) = match lines.kind() {
            HouseKind::Row => (HouseKind::Column, Cell::column),
            _ => (HouseKind::Row, Cell::row),
        };
        LineSet::new(other, self.cells().iter().fold(0, |bits, cell| bits | 1 << number(cell)))
    }
}

/// The place of an application of a technique that is not built in.
struct Place<'a> {
    row: &'static Row,
    before: &'a State,
    cells: CellSet,
    digits: DigitSet,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.row.write)(self.before, self.cells, self.digits, f)
    }
}

/// [`Step::told`] in English: `X-wing on 6 in rows 2, 7 and columns 3, 8: removes 6 from r5c3,
/// r9c8`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(StepWords::english()))
    }
}
