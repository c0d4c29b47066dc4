//! [`find`]: the possible and the valid applications of a tier, counted as hsolve counts.

use super::apply::{Application, Effect, Pattern};
use super::ladder::{LADDER, Technique};
use super::lines::{cells_at, digits_by_cells, fish_lines, line_house, subsets, transpose};
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
    let mut found = Found::default();
    for &technique in LADDER[usize::from(tier)] {
        find_technique(state, technique, &mut found);
    }
    found
}

/// n over k, for n up to 9.
fn choose(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| product * (n.saturating_sub(i)) / (i + 1))
}

fn find_technique(state: &State, technique: Technique, found: &mut Found) {
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
        Technique::HiddenSingle => hidden_singles(state, found),
        Technique::Naked(n) | Technique::Hidden(n) => {
            for house in House::all() {
                found.possible += choose((house.cells() & state.open).len(), n);
                find_subsets(state, technique, n, house, found);
            }
        }
        Technique::Locked => locked(state, found),
        Technique::Fish(n) => {
            for digit in Digit::all() {
                for kind in [HouseKind::Row, HouseKind::Column] {
                    find_fish(state, technique, n, digit, kind, found);
                }
            }
        }
        Technique::Assumption => assumptions(state, found),
    }
}

fn hidden_singles(state: &State, found: &mut Found) {
    found.possible += state.open.len();
    let mut seen = CellSet::EMPTY;
    // Boxes first: where people look first.
    for house in House::all().rev() {
        for digit in Digit::all() {
            let place = (state.candidates[digit] & house.cells()).single();
            let Some(cell) = place.filter(|&cell| state.open.contains(cell)) else { continue };
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

fn find_subsets(state: &State, technique: Technique, n: usize, house: House, found: &mut Found) {
    let digits = digits_by_cells(state, house);
    let open = house.cells() & state.open;
    let naked = matches!(technique, Technique::Naked(_));
    let lines = if naked { transpose(&digits) } else { digits };
    subsets(&lines, n, 1, &mut |chosen, columns| {
        let (places, digits) = if naked { (chosen, columns) } else { (columns, chosen) };
        let (cells, digits) = (cells_at(house, places), DigitSet::from_bits(digits));
        let effect = if naked {
            Effect::Remove(digits, open - cells)
        } else {
            Effect::Remove(DigitSet::ALL - digits, cells)
        };
        push_if_valid(
            state,
            Application { technique, pattern: Pattern::Subset(house, cells, digits), effect },
            found,
        );
    });
}

fn find_fish(
    state: &State,
    technique: Technique,
    n: usize,
    digit: Digit,
    kind: HouseKind,
    found: &mut Found,
) {
    let lines = fish_lines(state, digit, kind);
    let usable = lines.iter().filter(|line| (2..=n as u32).contains(&line.count_ones())).count();
    found.possible += choose(usable, n);
    let across = if kind == HouseKind::Row { HouseKind::Column } else { HouseKind::Row };
    let union = |kind, bits: u16| {
        (0..9)
            .filter(|i| bits >> i & 1 == 1)
            .fold(CellSet::EMPTY, |all, i| all | line_house(kind, i).cells())
    };
    subsets(&lines, n, 2, &mut |chosen, columns| {
        let lost = (union(across, columns) - union(kind, chosen)) & state.open;
        push_if_valid(
            state,
            Application {
                technique,
                pattern: Pattern::Fish(digit, kind, chosen),
                effect: Effect::Remove(digit.into(), lost),
            },
            found,
        );
    });
}

/// A segment is the place where a digit is locked: in its line, which clears the rest of the box, or in
/// its box, which clears the rest of the line.
fn locked(state: &State, found: &mut Found) {
    for line in House::all().take(18) {
        for boxed in House::all().skip(18) {
            let segment = line.cells() & boxed.cells();
            if (segment & state.open).len() < 2 {
                continue;
            }
            found.possible += 1;
            found.begin();
            for digit in Digit::all() {
                let places = state.candidates[digit] & state.open;
                if !places.intersects(segment) {
                    continue;
                }
                for (from, to) in [(boxed, line), (line, boxed)] {
                    let here = places & from.cells();
                    let lost = places & (to.cells() - segment);
                    if here.is_subset(segment) && !lost.is_empty() {
                        found.applications.push(Application {
                            technique: Technique::Locked,
                            pattern: Pattern::Locked(digit, from, to),
                            effect: Effect::Remove(digit.into(), lost),
                        });
                    }
                }
            }
            found.end();
        }
    }
}

fn assumptions(state: &State, found: &mut Found) {
    let pairs = state.pairs();
    found.possible += pairs.len();
    for cell in pairs {
        found.begin();
        let both = state.candidates.at(cell);
        for digit in both.iter() {
            let other = (both - digit.into()).first().unwrap_or(digit);
            let mut trial = *state;
            let changed = trial.assume(cell, digit);
            let effect = if !trial.propagate::<false>(changed) {
                Effect::Fill(cell, other)
            } else if trial.is_solved() {
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

fn push_if_valid(state: &State, application: Application, found: &mut Found) {
    let Effect::Remove(digits, cells) = application.effect else { return };
    if digits.iter().any(|digit| state.candidates[digit].intersects(cells)) {
        found.unit_of(application.narrowed(state));
    }
}
