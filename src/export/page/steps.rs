//! [`Steps`]: the steps of a solution, in the form that the page reads.
//!
//! A step is `[name, houses, cells, digits, puts, gone, more]`: the name as a number in [`Names`],
//! candidates as 9 * cell + digit - 1. `more` exists only for an assumption: the assumption, its
//! consequences, the house where a digit has no place (-1: a cell without candidates), and that
//! digit (or that cell); for branches of Sudoku Explainer: the word for them, cell, digit and house
//! (-1: none); and for a technique of the ladder `common`: the step in a sentence. A single is
//! short: `[name, house, put]`, with -1 for the house of a naked single.

use serde_json::{Value, json};

use seeddb_core::board::{Candidates, Cell, CellSet, Digit, DigitSet, Grid, House, Puzzle, State};
use seeddb_core::logic::{Chain, End, Ladder, Walk};
use seeddb_core::rating::common;
use seeddb_core::rating::common::words::Language;
use seeddb_core::rating::se::{self, Branches};
use seeddb_core::rating::stop::Stop;

#[derive(Default)]
pub(super) struct Names(pub Vec<String>);

impl Names {
    fn number(&mut self, name: &str) -> usize {
        self.0.iter().position(|known| known.eq_ignore_ascii_case(name)).unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        })
    }
}

pub(super) struct Steps {
    /// The steps by the ladder, if one was given.
    named: Option<Walk>,
    /// The steps by the ladder `common`, with the language of their sentences.
    common: Option<(common::Walk, &'static Language)>,
    explained: Vec<se::Step>,
}

impl Steps {
    /// Finds the steps by the techniques of a ladder, continued by Sudoku Explainer; without a
    /// ladder all steps are of Sudoku Explainer.
    pub fn of(ladder: Option<&Ladder>, puzzle: &Puzzle) -> Self {
        let named = ladder.map(|ladder| Walk::new(ladder, puzzle));
        let end = named
            .as_ref()
            .map_or_else(|| State::of_clues(puzzle.solution(), puzzle.clues()), Walk::end);
        Self { named, common: None, explained: Self::beyond(&end) }
    }

    /// Returns the steps by the ladder `common`; where they end, those of Sudoku Explainer.
    #[allow(dead_code, reason = "the package for JavaScript has only the other hints")]
    pub fn of_common(puzzle: &Puzzle, language: &'static Language) -> Self {
        let walk = common::Walk::of(puzzle, common::Techniques::ALL);
        let explained = Self::beyond(walk.end());
        Self { named: None, common: Some((walk, language)), explained }
    }

    /// Returns the steps of Sudoku Explainer from a board on.
    fn beyond(end: &State) -> Vec<se::Step> {
        if end.is_solved() {
            Vec::new()
        } else {
            let mut grid = Grid::EMPTY;
            for cell in !end.open {
                grid[cell] = end.candidates.at(cell).first();
            }
            // The rating is never stopped.
            se::rate(&grid, Stop::NEVER).map(|rating| se::steps(&grid, rating)).unwrap_or_default()
        }
    }

    /// Whether any step is of Sudoku Explainer.
    pub fn explained(&self) -> bool {
        !self.explained.is_empty()
    }

    /// Returns the number of steps by the ladder, if other steps follow.
    pub fn named(&self) -> Option<usize> {
        let common = self.common.as_ref().map(|(walk, _)| walk.steps().len());
        let named = self.named.as_ref().map(|walk| walk.steps().len());
        named.or(common).filter(|_| self.explained())
    }

    pub fn list(&self, names: &mut Names) -> Vec<Value> {
        let walk = self.named.iter().flat_map(Walk::steps).map(|step| HintStep {
            name: names.number(step.technique().name()),
            houses: step.houses(),
            cells: step.cells(),
            digits: step.digits(),
            puts: step.filled(),
            gone: step.removed(),
            more: step.chain().map(|chain| self::chain(&chain)),
        });
        let mut all: Vec<Value> = walk.map(HintStep::value).collect();
        if let Some((walk, language)) = &self.common {
            all.extend(walk.steps().iter().map(|step| named_step(step, language, names)));
        }
        all.extend(self.explained.iter().map(|step| {
            let told = HintStep {
                name: names.number(&step.technique().to_string()),
                houses: step.houses(),
                cells: step.cells(),
                digits: step.digits(),
                puts: step.filled().into_iter().collect(),
                gone: step.removed(),
                more: branches(step),
            };
            told.value()
        }));
        all
    }
}

/// Describes a step by the ladder `common`.
fn named_step(step: &common::Step, language: &Language, names: &mut Names) -> Value {
    let told = HintStep {
        name: names.number(language.name(step.technique)),
        houses: step.houses(),
        cells: step.cells(),
        digits: step.digits(),
        puts: step.placed.into_iter().collect(),
        gone: step.removed,
        more: (!step.technique.is_single()).then(|| step.sentence(language).into()),
    };
    told.value()
}

struct HintStep {
    name: usize,
    houses: Vec<House>,
    cells: CellSet,
    digits: DigitSet,
    puts: Vec<(Cell, Digit)>,
    gone: Candidates,
    more: Option<Value>,
}

impl HintStep {
    fn value(self) -> Value {
        let Self { name, houses, cells, digits, puts, gone, more } = self;
        let houses: Vec<usize> = houses.iter().map(|house| house.index()).collect();
        if let ([(cell, digit)], None, 0 | 1) = (&puts[..], &more, houses.len())
            && gone.is_empty()
            && (cells, digits) == (CellSet::of(*cell), DigitSet::from(*digit))
        {
            let house = houses.first().map_or(json!(-1), |house| json!(house));
            return json!([name, house, number((*cell, *digit))]);
        }
        let digits: Vec<u8> = digits.iter().map(Digit::value).collect();
        let cells: Vec<usize> = cells.iter().map(Cell::index).collect();
        let puts: Vec<usize> = puts.into_iter().map(number).collect();
        match more {
            Some(more) => json!([name, houses, cells, digits, puts, candidates(&gone), more]),
            None => json!([name, houses, cells, digits, puts, candidates(&gone)]),
        }
    }
}

fn number((cell, digit): (Cell, Digit)) -> usize {
    9 * cell.index() + digit.index()
}

fn candidates(set: &Candidates) -> Vec<usize> {
    let of = |digit: Digit| set[digit].iter().map(move |cell| number((cell, digit)));
    Digit::all().flat_map(of).collect()
}

fn chain(chain: &Chain) -> Value {
    let fills: Vec<usize> =
        chain.fills.iter().map(|single| number((single.cell, single.digit))).collect();
    match chain.end {
        End::NoCandidate(cell) => json!([number(chain.assumed), fills, -1, cell.index()]),
        End::NoPlace(digit, house) => {
            json!([number(chain.assumed), fills, house.index(), digit.value()])
        }
    }
}

/// Returns the start of the branches of a step of Sudoku Explainer.
fn branches(step: &se::Step) -> Option<Value> {
    let first = step.arguments().first()?.statements.first()?.node;
    let word = match step.branches()? {
        Branches::Double => "with-or-without",
        Branches::Cell => "whichever",
        Branches::Region => "wherever",
        Branches::Contradiction if first.on => "impossible",
        Branches::Contradiction => "needed",
    };
    let house = step.houses().first().map_or(json!(-1), |house| json!(house.index()));
    let (cell, digit) = (first.candidate.cell(), first.candidate.digit());
    Some(json!([word, cell.index(), digit.value(), house]))
}
