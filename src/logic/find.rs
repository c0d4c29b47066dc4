//! [`find`]: the possible and the valid applications of a tier, counted as hsolve counts.

use super::apply::{Application, Effect, Pattern};
use super::found::Found;
use super::graphs::{Graphs, Matching, Sieve};
use super::ladder::{BEYOND, LADDER, Technique};
use super::lines::{
    Lines, cells_at, digits_by_cells, fish_lines, line_house, marks, subsets, transpose,
};
use super::locked::{locked, segments_to_lock};
use crate::board::{CellSet, Digit, DigitSet, House, HouseKind, State, bits};

/// The applications of `tier` (0 to 5) to `state`.
///
/// # Panics
/// If there is no such tier.
pub fn find(state: &State, tier: u8) -> Found {
    let mut found = Found::default();
    Look::new(*state).tier(tier, &mut found);
    found
}

/// The assumptions that decide in a state, and so in all that follow from it.
#[derive(Clone, Copy, Default, Debug)]
struct Decided {
    /// By digit, the cells where it leads to a contradiction.
    refuted: [CellSet; Digit::COUNT],
    /// By digit, the cells where it fills the grid.
    solving: [CellSet; Digit::COUNT],
}

/// n over k, for n up to 9.
const fn choose(n: u32, k: usize) -> usize {
    CHOOSE[n as usize][k]
}

const CHOOSE: [[usize; 5]; 10] = {
    let mut table = [[1, 0, 0, 0, 0]; 10];
    let mut n = 1;
    while n < 10 {
        let mut k = 1;
        while k < 5 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// By n, the sets of n of these cells that are in one house.
fn sets(open: CellSet) -> [usize; 5] {
    let mut sets = [0; 5];
    for house in House::all() {
        let open = marks(open.in_house(house));
        for (n, sets) in sets.iter_mut().enumerate() {
            *sets += choose(open, n);
        }
    }
    sets
}

/// A look at a state. What it finds out makes the next look quicker, at a state that follows.
#[derive(Debug)]
pub struct Look {
    state: State,
    /// By n, the sets of n open cells of a house.
    sets: [usize; 5],
    /// If the solution is known.
    graphs: Option<Graphs>,
    decided: Decided,
}

impl Look {
    /// A first look.
    pub fn new(state: State) -> Self {
        Self { state, sets: sets(state.open), graphs: None, decided: Decided::default() }
    }

    /// The state.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// A look at a state that follows from this one. `matching` is of the solution that both lead to.
    pub fn then(&self, state: State, matching: &Matching) -> Self {
        let sets = if state.open == self.state.open { self.sets } else { sets(state.open) };
        let mut look = Self { state, sets, graphs: self.graphs.clone(), decided: self.decided };
        look.graphs.get_or_insert_with(Graphs::new).update(&look.state, matching);
        look
    }

    /// What a solver meets here, where there are no singles: the possible applications and one more of each tier that it
    /// searches in vain, tier 0 first, together. `found` becomes what is found in the lowest tier that has a valid one,
    /// or in the last.
    pub fn ascend(&mut self, found: &mut Found) -> usize {
        debug_assert_eq!(find(&self.state, 0).valid(), 0, "singles come first");
        let mut vain = 0;
        let mut possible = 2 * self.state.open.len();
        for tier in 1..BEYOND {
            vain += possible + 1;
            self.tier(tier, found);
            if found.valid() > 0 {
                break;
            }
            possible = found.possible;
        }
        vain
    }

    /// Where sets of `n` are worth looking for.
    fn sieve(&self, n: usize) -> Sieve {
        self.graphs.as_ref().map_or(Sieve::ALL, |graphs| graphs.sieve(n))
    }

    fn tier(&mut self, tier: u8, found: &mut Found) {
        found.clear();
        for &technique in LADDER[usize::from(tier)] {
            self.technique(technique, found);
        }
    }

    fn technique(&mut self, technique: Technique, found: &mut Found) {
        let state = &self.state;
        match technique {
            Technique::NakedSingle => {
                found.possible += state.open.len();
                let [one, two, _] = state.count();
                for cell in (one - two) & state.open {
                    if let Some(digit) = state.candidates.at(cell).single() {
                        found.unit_of(Application {
                            technique,
                            pattern: Pattern::Single(cell, digit, None),
                            effect: Effect::Fill(cell, digit),
                        });
                    }
                }
            }
            Technique::HiddenSingle => self.hidden_singles(found),
            Technique::Naked(n) => {
                found.possible += self.sets[n];
                for house in self.sieve(n).naked() {
                    self.subsets(technique, n, house, found);
                }
            }
            Technique::Hidden(n) => {
                found.possible += self.sets[n];
                for house in self.sieve(n).hidden() {
                    self.subsets(technique, n, house, found);
                }
            }
            Technique::Locked => self.locked(found),
            Technique::Fish(n) => {
                let sieve = self.sieve(n);
                for digit in Digit::all() {
                    for kind in [HouseKind::Row, HouseKind::Column] {
                        let lines = fish_lines(state, digit, kind);
                        let usable = |line: &&u16| (2..=n as u32).contains(&marks(**line));
                        let usable = lines.iter().filter(usable).count();
                        found.possible += choose(usable as u32, n);
                        if sieve.fish(kind).contains(digit) {
                            self.fish(n, digit, kind, &lines, found);
                        }
                    }
                }
            }
            Technique::Assumption => self.assumptions(found),
        }
    }

    fn hidden_singles(&self, found: &mut Found) {
        let open = self.state.open;
        found.possible += open.len();
        let lone = |places: &CellSet| places.lone_places().is_none_or(|lone| lone.intersects(open));
        if !self.state.candidates.places().iter().any(lone) {
            return;
        }
        let mut seen = CellSet::EMPTY;
        // Boxes first: where people look first.
        for house in House::all().rev() {
            for (digit, places) in Digit::all().zip(digits_by_cells(&self.state, house)) {
                if !places.is_power_of_two() {
                    continue;
                }
                let cell = house.cell(places.trailing_zeros() as usize);
                if !seen.contains(cell) {
                    seen.insert(cell);
                    found.unit_of(Application {
                        technique: Technique::HiddenSingle,
                        pattern: Pattern::Single(cell, digit, Some(house)),
                        effect: Effect::Fill(cell, digit),
                    });
                }
            }
        }
    }

    fn subsets(&self, technique: Technique, n: usize, house: House, found: &mut Found) {
        let open = house.cells() & self.state.open;
        let naked = matches!(technique, Technique::Naked(_));
        let digits = digits_by_cells(&self.state, house);
        let lines = if naked { transpose(&digits) } else { digits };
        subsets(&lines, n, 1, &mut |chosen, columns| {
            let (places, digits) = if naked { (chosen, columns) } else { (columns, chosen) };
            let (cells, digits) = (cells_at(house, places), DigitSet::from_bits(digits));
            let effect = if naked {
                Effect::Remove(digits, open - cells)
            } else {
                Effect::Remove(DigitSet::ALL - digits, cells)
            };
            let pattern = Pattern::Subset(house, cells, digits);
            push_if_valid(&self.state, Application { technique, pattern, effect }, found);
        });
    }

    fn fish(&self, n: usize, digit: Digit, kind: HouseKind, lines: &Lines, found: &mut Found) {
        let technique = Technique::Fish(n);
        let across = if kind == HouseKind::Row { HouseKind::Column } else { HouseKind::Row };
        let union = |kind, bits: u16| -> CellSet {
            (0..9).filter(|i| bits >> i & 1 == 1).map(|i| line_house(kind, i).cells()).collect()
        };
        subsets(lines, n, 2, &mut |chosen, columns| {
            let lost = (union(across, columns) - union(kind, chosen)) & self.state.open;
            let pattern = Pattern::Fish(digit, kind, chosen);
            let effect = Effect::Remove(digit.into(), lost);
            push_if_valid(&self.state, Application { technique, pattern, effect }, found);
        });
    }

    /// A segment is the place where a digit is locked: in its box, which clears the rest of the line, or in
    /// its line, which clears the rest of the box.
    fn locked(&self, found: &mut Found) {
        found.possible += segments_to_lock(self.state.open);
        let locked = locked(&self.state);
        let any = locked.iter().fold(0, |any, locked| any | locked.pointing | locked.claiming);
        for segment in bits(any) {
            let (number, third) = (segment / 3, segment % 3);
            let line = if number < 9 { House::row(number) } else { House::column(number - 9) };
            if marks(self.state.open.in_house(line) >> (3 * third) & 7) < 2 {
                continue;
            }
            let boxed = line.cell(3 * third).houses()[2];
            found.begin();
            for (digit, locked) in Digit::all().zip(&locked) {
                let is_pointing = locked.pointing >> segment & 1 == 1;
                if !is_pointing && locked.claiming >> segment & 1 == 0 {
                    continue;
                }
                let (from, to) = if is_pointing { (boxed, line) } else { (line, boxed) };
                let lost = self.state.candidates[digit] & (to.cells() - from.cells());
                found.add(Application {
                    technique: Technique::Locked,
                    pattern: Pattern::Locked(digit, from, to),
                    effect: Effect::Remove(digit.into(), lost & self.state.open),
                });
            }
        }
    }

    fn assumptions(&mut self, found: &mut Found) {
        let state = self.state;
        let pairs = state.pairs();
        found.possible += pairs.len();
        // By digit, the cells where it decides nothing: what follows from an assumption that decides
        // nothing decides no more.
        let mut vain = [CellSet::EMPTY; Digit::COUNT];
        for cell in pairs {
            found.begin();
            let both = state.candidates.at(cell);
            for digit in both.iter() {
                let Decided { refuted, solving } = &mut self.decided;
                let known = |cells: &[CellSet; Digit::COUNT]| cells[digit.index()].contains(cell);
                if !known(refuted) && !known(solving) && !known(&vain) {
                    let mut trial = state;
                    let changed = trial.assume(cell, digit);
                    if !trial.propagate::<false>(changed) {
                        refuted[digit.index()].insert(cell);
                    } else if trial.is_solved() {
                        solving[digit.index()].insert(cell);
                    } else {
                        for (vain, places) in vain.iter_mut().zip(trial.candidates.places()) {
                            *vain |= *places - trial.open;
                        }
                    }
                }
                let effect = if known(refuted) {
                    Effect::Fill(cell, (both - digit.into()).first().unwrap_or(digit))
                } else if known(solving) {
                    Effect::Solve(cell, digit)
                } else {
                    continue;
                };
                found.add(Application {
                    technique: Technique::Assumption,
                    pattern: Pattern::Assumed(cell, digit),
                    effect,
                });
            }
            found.end();
        }
    }
}

fn push_if_valid(state: &State, application: Application, found: &mut Found) {
    let Effect::Remove(digits, cells) = application.effect else { return };
    if digits.iter().any(|digit| state.candidates[digit].intersects(cells)) {
        found.unit_of(application.narrowed(state));
    }
}
