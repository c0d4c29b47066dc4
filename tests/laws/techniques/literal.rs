//! The literal reading: cells and houses are numbers, sets of digits are bits. Of the library it
//! uses only the state that is read in.

use std::collections::BTreeSet;

use seeddb::board::{Cell, Digit, State};
use seeddb::logic::Technique;

pub type Removed = BTreeSet<(usize, usize)>;

#[derive(Clone)]
pub struct Board {
    pub candidates: [u16; 81],
    pub open: [bool; 81],
}

/// Rows, columns, boxes.
fn houses() -> Vec<[usize; 9]> {
    let row = |r: usize| std::array::from_fn(|i| r * 9 + i);
    let column = |c: usize| std::array::from_fn(|i| i * 9 + c);
    let boxed = |b: usize| std::array::from_fn(|i| (b / 3 * 3 + i / 3) * 9 + b % 3 * 3 + i % 3);
    (0..9).map(row).chain((0..9).map(column)).chain((0..9).map(boxed)).collect()
}

/// Returns all sets of `n` of `items`.
fn sets(items: &[usize], n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (i, &item) in items.iter().enumerate() {
        for mut rest in sets(&items[i + 1..], n - 1) {
            rest.insert(0, item);
            all.push(rest);
        }
    }
    all
}

impl Board {
    pub fn of(state: &State) -> Self {
        let mut board = Self { candidates: [0; 81], open: [false; 81] };
        for cell in Cell::all() {
            board.open[cell.index()] = state.open.contains(cell);
            for digit in Digit::all().filter(|&digit| state.candidates[digit].contains(cell)) {
                board.candidates[cell.index()] |= 1 << digit.index();
            }
        }
        board
    }

    fn has(&self, cell: usize, digit: usize) -> bool {
        self.candidates[cell] >> digit & 1 == 1
    }

    fn open_cells(&self, house: &[usize]) -> Vec<usize> {
        house.iter().copied().filter(|&cell| self.open[cell]).collect()
    }

    fn places(&self, house: &[usize], digit: usize) -> Vec<usize> {
        house.iter().copied().filter(|&cell| self.open[cell] && self.has(cell, digit)).collect()
    }

    fn missing(&self, house: &[usize]) -> Vec<usize> {
        let filled = house
            .iter()
            .filter(|&&cell| !self.open[cell])
            .fold(0, |all, &cell| all | self.candidates[cell]);
        (0..9).filter(|digit| filled >> digit & 1 == 0).collect()
    }

    pub fn fill(&mut self, cell: usize, digit: usize) {
        self.open[cell] = false;
        self.candidates[cell] = 1 << digit;
        for house in houses().iter().filter(|house| house.contains(&cell)) {
            for &other in house.iter().filter(|&&other| other != cell) {
                self.candidates[other] &= !(1 << digit);
            }
        }
    }

    /// Fills single after single; returns false if an open cell has no candidate or a digit no
    /// cell.
    pub fn singles(&mut self) -> bool {
        let houses = houses();
        loop {
            if (0..81).any(|cell| self.candidates[cell] == 0) {
                return false;
            }
            for house in &houses {
                for digit in 0..9 {
                    if !house.iter().any(|&cell| self.has(cell, digit)) {
                        return false;
                    }
                }
            }
            let naked = (0..81)
                .find(|&cell| self.open[cell] && self.candidates[cell].is_power_of_two())
                .map(|cell| (cell, self.candidates[cell].trailing_zeros() as usize));
            let hidden = || {
                houses.iter().find_map(|house| {
                    self.missing(house).into_iter().find_map(|digit| {
                        match self.places(house, digit)[..] {
                            [cell] => Some((cell, digit)),
                            _ => None,
                        }
                    })
                })
            };
            let Some((cell, digit)) = naked.or_else(hidden) else { return true };
            self.fill(cell, digit);
        }
    }

    fn is_solved(&self) -> bool {
        !self.open.contains(&true)
    }

    fn marks(&self, cells: impl IntoIterator<Item = usize>, digits: u16) -> Removed {
        let mut marks = Removed::new();
        for cell in cells {
            marks.extend(
                (0..9).filter(|&d| digits >> d & 1 == 1 && self.has(cell, d)).map(|d| (cell, d)),
            );
        }
        marks
    }

    /// Returns the number of possible units of a technique, and the removals of each unit that has
    /// any.
    #[allow(clippy::too_many_lines)] // one definition after the other
    pub fn read(&self, technique: Technique) -> (usize, Vec<Removed>) {
        let houses = houses();
        let mut possible = 0;
        let mut units = Vec::new();
        match technique {
            Technique::NakedSingle => {
                for cell in self.open_cells(&(0..81).collect::<Vec<_>>()) {
                    possible += 1;
                    if self.candidates[cell].is_power_of_two() {
                        units.push(self.marks([cell], 0x1ff));
                    }
                }
            }
            Technique::HiddenSingle => {
                for cell in self.open_cells(&(0..81).collect::<Vec<_>>()) {
                    possible += 1;
                    let alone = |digit: &usize| {
                        let own = houses.iter().filter(|house| house.contains(&cell));
                        own.into_iter().any(|house| self.places(house, *digit) == [cell])
                    };
                    if let Some(digit) = (0..9).find(alone) {
                        units.push([(cell, digit)].into());
                    }
                }
            }
            Technique::Naked(size) => {
                let n = size.get();
                for house in &houses {
                    let open = self.open_cells(house);
                    for cells in sets(&open, n) {
                        possible += 1;
                        let digits = cells.iter().fold(0, |all, &cell| all | self.candidates[cell]);
                        if digits.count_ones() as usize <= n {
                            units.push(self.marks(
                                open.iter().copied().filter(|cell| !cells.contains(cell)),
                                digits,
                            ));
                        }
                    }
                }
            }
            Technique::Hidden(size) => {
                let n = size.get();
                for house in &houses {
                    possible += sets(&self.open_cells(house), n).len();
                    for digits in sets(&self.missing(house), n) {
                        let mask = digits.iter().fold(0, |all, digit| all | 1 << digit);
                        let cells: BTreeSet<usize> =
                            digits.iter().flat_map(|&digit| self.places(house, digit)).collect();
                        if cells.len() <= n {
                            units.push(self.marks(cells, !mask));
                        }
                    }
                }
            }
            Technique::Locked => {
                for line in &houses[..18] {
                    for boxed in &houses[18..] {
                        let segment: Vec<usize> =
                            line.iter().copied().filter(|cell| boxed.contains(cell)).collect();
                        if self.open_cells(&segment).len() < 2 {
                            continue;
                        }
                        possible += 1;
                        let mut unit = Removed::new();
                        // Pointing removes from the rest of the line, claiming from the rest of the
                        // box.
                        for (from, to) in [(boxed, line), (line, boxed)] {
                            for digit in self.missing(from) {
                                if self
                                    .places(from, digit)
                                    .iter()
                                    .all(|cell| segment.contains(cell))
                                {
                                    let rest = self
                                        .places(to, digit)
                                        .into_iter()
                                        .filter(|cell| !segment.contains(cell));
                                    unit.extend(rest.map(|cell| (cell, digit)));
                                }
                            }
                        }
                        units.push(unit);
                    }
                }
            }
            Technique::Fish(size) => {
                let n = size.get();
                for digit in 0..9 {
                    for (lines, across) in
                        [(&houses[..9], &houses[9..18]), (&houses[9..18], &houses[..9])]
                    {
                        let open: Vec<usize> =
                            (0..9).filter(|&i| self.missing(&lines[i]).contains(&digit)).collect();
                        let size = |i: usize| self.places(&lines[i], digit).len();
                        possible += sets(
                            &(0..9).filter(|&i| (2..=n).contains(&size(i))).collect::<Vec<_>>(),
                            n,
                        )
                        .len();
                        for chosen in sets(&open, n) {
                            let inside: BTreeSet<usize> = chosen
                                .iter()
                                .flat_map(|&i| self.places(&lines[i], digit))
                                .collect();
                            let cover: Vec<_> = across
                                .iter()
                                .filter(|line| line.iter().any(|cell| inside.contains(cell)))
                                .collect();
                            if cover.len() <= n {
                                let lost =
                                    cover.iter().flat_map(|line| self.places(&line[..], digit));
                                units.push(
                                    lost.filter(|cell| !inside.contains(cell))
                                        .map(|cell| (cell, digit))
                                        .collect(),
                                );
                            }
                        }
                    }
                }
            }
            Technique::Assumption => {
                for cell in self.open_cells(&(0..81).collect::<Vec<_>>()) {
                    if self.candidates[cell].count_ones() != 2 {
                        continue;
                    }
                    possible += 1;
                    // The refuted candidates of the cell.
                    let refuted = (0..9).filter(|&digit| {
                        let mut trial = self.clone();
                        trial.candidates[cell] = 1 << digit;
                        self.has(cell, digit) && !trial.singles()
                    });
                    units.push(refuted.map(|digit| (cell, digit)).collect());
                }
            }
            Technique::Custom(row) => panic!("{row:?} is not built in"),
        }
        units.retain(|unit| !unit.is_empty());
        (possible, units)
    }

    /// Returns the cells with two candidates, one of which fills the grid when assumed.
    pub fn completing(&self) -> BTreeSet<usize> {
        let fills = |&cell: &usize| {
            (0..9).filter(|&digit| self.has(cell, digit)).any(|digit| {
                let mut trial = self.clone();
                trial.candidates[cell] = 1 << digit;
                trial.singles() && trial.is_solved()
            })
        };
        (0..81)
            .filter(|&cell| self.open[cell] && self.candidates[cell].count_ones() == 2)
            .filter(fills)
            .collect()
    }
}
