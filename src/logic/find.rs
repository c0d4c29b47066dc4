//! [`find`]: the possible and the valid applications of a tier, counted as hsolve counts.

use super::apply::{Application, Effect, Pattern};
use super::ladder::{LADDER, Technique};
use super::lines::{cells_at, digits_by_cells, fish_lines, line_house, marks, subsets, transpose};
use super::locked::{locked, segments_to_lock};
use super::surplus::{Matching, Surplus};
use crate::board::{CellSet, Digit, DigitSet, House, HouseKind, State};

/// What a search of a tier meets.
///
/// Possible and valid ones are counted in the same units (design section 3, after appendix A of the
/// paper): cells for singles and assumptions, sets of n open cells of a house for subsets, segments of a
/// line in a box for locked candidates, sets of n lines of a digit for fish. A unit may be applied in
/// several ways (another digit or direction in a segment, either candidate of a cell).
#[derive(Clone, Default, Debug)]
pub struct Found {
    /// The number of possible applications, p.
    pub possible: usize,
    applications: Vec<Application>,
    /// Where in `applications` each valid unit begins.
    units: Vec<usize>,
}

impl Found {
    /// The number of valid units, v.
    pub fn valid(&self) -> usize {
        self.units.len()
    }

    /// The ways to apply valid unit `i`.
    pub fn unit(&self, i: usize) -> &[Application] {
        let end = self.units.get(i + 1).copied().unwrap_or(self.applications.len());
        &self.applications[self.units[i]..end]
    }

    /// All ways of all valid units.
    pub fn applications(&self) -> &[Application] {
        &self.applications
    }

    fn begin(&mut self) {
        if self.units.is_empty() {
            // Nearly always enough.
            self.units.reserve(16);
            self.applications.reserve(16);
        }
        self.units.push(self.applications.len());
    }

    /// Ends the unit begun last, and forgets it if it has no way to be applied.
    fn end(&mut self) {
        if self.units.last() == Some(&self.applications.len()) {
            self.units.pop();
        }
    }

    fn unit_of(&mut self, application: Application) {
        self.begin();
        self.applications.push(application);
    }
}

/// The applications of `tier` (0 to 5) to `state`.
///
/// # Panics
/// If there is no such tier.
pub fn find(state: &State, tier: u8) -> Found {
    Search::new(state).tier(tier)
}

/// What a solver meets at `state`: the applications of each tier, from 0 up to the lowest that has a valid
/// one, or to the end of the ladder.
///
/// `decided` are assumptions that decided in earlier states on the way here: they still do, and are not tried
/// again. Those that decide here are added. `matching` is of the solution that `state` leads to.
pub fn ascend(state: &State, matching: &Matching, decided: &mut Decided) -> Vec<Found> {
    let surplus = Some(Surplus::of(state, matching));
    let mut search = Search { surplus, decided: *decided, ..Search::new(state) };
    let mut found: Vec<Found> = Vec::with_capacity(LADDER.len());
    for tier in 0..LADDER.len() as u8 {
        found.push(search.tier(tier));
        if found[usize::from(tier)].valid() > 0 {
            break;
        }
    }
    *decided = search.decided;
    found
}

/// The assumptions that decide in a state, and so in all that follow from it.
#[derive(Clone, Copy, Default, Debug)]
pub struct Decided {
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

/// A look at a state.
struct Search<'a> {
    state: &'a State,
    /// By n, the sets of n open cells of a house.
    sets: [usize; 5],
    /// What subsets and fish of whatever size remove, if the solution is known: where there is nothing, no
    /// size needs to be looked for.
    surplus: Option<Surplus>,
    decided: Decided,
}

impl<'a> Search<'a> {
    fn new(state: &'a State) -> Self {
        let mut sets = [0; 5];
        for house in House::all() {
            let open = marks(state.open.in_house(house));
            for (n, sets) in sets.iter_mut().enumerate() {
                *sets += choose(open, n);
            }
        }
        Self { state, sets, surplus: None, decided: Decided::default() }
    }

    fn tier(&mut self, tier: u8) -> Found {
        let mut found = Found::default();
        for &technique in LADDER[usize::from(tier)] {
            self.technique(technique, &mut found);
        }
        found
    }

    fn technique(&mut self, technique: Technique, found: &mut Found) {
        let state = self.state;
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
            Technique::Naked(n) | Technique::Hidden(n) => {
                found.possible += self.sets[n];
                let subsets = |house| self.subsets(technique, n, house, found);
                match &self.surplus {
                    Some(surplus) => surplus.houses().for_each(subsets),
                    None => House::all().for_each(subsets),
                }
            }
            Technique::Locked => self.locked(found),
            Technique::Fish(n) => {
                for digit in Digit::all() {
                    for kind in [HouseKind::Row, HouseKind::Column] {
                        self.fish(technique, n, digit, kind, found);
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
            for (digit, places) in Digit::all().zip(digits_by_cells(self.state, house)) {
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
        let digits = digits_by_cells(self.state, house);
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
            push_if_valid(self.state, Application { technique, pattern, effect }, found);
        });
    }

    fn fish(
        &self,
        technique: Technique,
        n: usize,
        digit: Digit,
        kind: HouseKind,
        found: &mut Found,
    ) {
        let lines = fish_lines(self.state, digit, kind);
        let usable = lines.iter().filter(|line| (2..=n as u32).contains(&marks(**line)));
        found.possible += choose(usable.count() as u32, n);
        if self.surplus.as_ref().is_some_and(|surplus| !surplus.digits().contains(digit)) {
            return;
        }
        let across = if kind == HouseKind::Row { HouseKind::Column } else { HouseKind::Row };
        let union = |kind, bits: u16| -> CellSet {
            (0..9).filter(|i| bits >> i & 1 == 1).map(|i| line_house(kind, i).cells()).collect()
        };
        subsets(&lines, n, 2, &mut |chosen, columns| {
            let lost = (union(across, columns) - union(kind, chosen)) & self.state.open;
            let pattern = Pattern::Fish(digit, kind, chosen);
            let effect = Effect::Remove(digit.into(), lost);
            push_if_valid(self.state, Application { technique, pattern, effect }, found);
        });
    }

    /// A segment is the place where a digit is locked: in its box, which clears the rest of the line, or in
    /// its line, which clears the rest of the box.
    fn locked(&self, found: &mut Found) {
        found.possible += segments_to_lock(self.state.open);
        // By band or stack.
        for (number, digits) in locked(self.state).iter().enumerate() {
            let any = digits.iter().fold(0, |any, locked| any | locked.pointing | locked.claiming);
            if any == 0 {
                continue;
            }
            for (i, third) in (0..9).map(|i| (i / 3, i % 3)) {
                let line = match number {
                    0..3 => House::row(3 * number + i),
                    _ => House::column(3 * number - 9 + i),
                };
                let segment = 3 * third + i;
                let open = self.state.open.in_house(line) >> (3 * third) & 7;
                if any >> segment & 1 == 0 || marks(open) < 2 {
                    continue;
                }
                let boxed = line.cell(3 * third).houses()[2];
                found.begin();
                for (digit, locked) in Digit::all().zip(digits) {
                    let ways = [(locked.pointing, boxed, line), (locked.claiming, line, boxed)];
                    for (segments, from, to) in ways {
                        if segments >> segment & 1 == 1 {
                            let lost = self.state.candidates[digit] & (to.cells() - from.cells());
                            found.applications.push(Application {
                                technique: Technique::Locked,
                                pattern: Pattern::Locked(digit, from, to),
                                effect: Effect::Remove(digit.into(), lost & self.state.open),
                            });
                        }
                    }
                }
                found.end();
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
                    let mut trial = *state;
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
                found.applications.push(Application {
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
