//! [`Steps`]: the steps of a solution as the page reads them.
//!
//! A step is `[name, houses, cells, digits, puts, gone, chain]`: the name as a number in [`Names`] (or the whole sentence of a step
//! of Sudoku Explainer), candidates as 9 * cell + digit - 1, the chain only for an assumption: what is assumed, what follows, the house
//! where a digit has no place (-1: a cell without candidates), and that digit (or that cell).

use serde_json::{Value, json};

use crate::board::{Candidates, Cell, CellSet, Digit, Grid, Puzzle};
use crate::logic::{Chain, End, Ladder, Walk};
use crate::rating::se;
use crate::rating::stop::Stop;

/// The names of techniques that steps refer to.
#[derive(Default)]
pub(super) struct Names(pub Vec<&'static str>);

impl Names {
    fn number(&mut self, name: &'static str) -> usize {
        self.0.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.0.push(name);
            self.0.len() - 1
        })
    }
}

/// The steps of a puzzle.
pub(super) struct Steps {
    named: Walk,
    explained: Vec<se::Step>,
}

impl Steps {
    /// The steps by the techniques of a ladder; where they end, those of Sudoku Explainer.
    pub fn of(ladder: &Ladder, puzzle: &Puzzle) -> Self {
        let named = Walk::new(ladder, puzzle);
        let end = named.end();
        let explained = if end.is_solved() {
            Vec::new()
        } else {
            let mut grid = Grid::EMPTY;
            for cell in !end.open {
                grid[cell] = end.candidates.at(cell).first();
            }
            // Nobody stops it.
            se::rate(&grid, Stop::NEVER).map(|rating| se::steps(&grid, rating)).unwrap_or_default()
        };
        Self { named, explained }
    }

    /// The list, and how many steps at its beginning have names.
    pub fn list(&self, names: &mut Names) -> (Vec<Value>, usize) {
        let short = self.named.steps().iter().map(|step| {
            let name = names.number(step.technique().name());
            let houses: Vec<usize> = step.houses().iter().map(|house| house.index()).collect();
            let digits: Vec<u8> = step.digits().iter().map(Digit::value).collect();
            let puts: Vec<usize> = step.filled().into_iter().map(number).collect();
            let mut list = json!([
                name,
                houses,
                cells(step.cells()),
                digits,
                puts,
                candidates(&step.removed())
            ]);
            if let (Value::Array(list), Some(chain)) = (&mut list, step.chain()) {
                list.push(self::chain(&chain));
            }
            list
        });
        let mut all: Vec<Value> = short.collect();
        all.extend(self.explained.iter().map(|step| {
            let puts: Vec<usize> = step.filled().into_iter().map(number).collect();
            json!([
                step.to_string(),
                [],
                cells(step.cells()),
                [],
                puts,
                candidates(&step.removed())
            ])
        }));
        (all, self.named.steps().len())
    }
}

fn number((cell, digit): (Cell, Digit)) -> usize {
    9 * cell.index() + digit.index()
}

fn cells(set: CellSet) -> Vec<usize> {
    set.iter().map(Cell::index).collect()
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
