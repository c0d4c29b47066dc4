//! [`find`]: the techniques by their definitions: the possible and the valid applications of a
//! tier, counted as hsolve counts.

use super::applications::Applications;
use super::apply::{Application, Effect, Pattern};
use super::ladder::Ladder;
use super::line_set::LineSet;
use super::lines::{Lines, digits_by_cells, fish_lines, marks, subsets, transpose};
use super::state_cache::{Outcome, StateCache, choose};
use super::technique::{Size, Technique};
use crate::board::{CellSet, Digit, DigitSet, House, HouseKind, State, bits};
use crate::kernel::locked::{locked, segment_houses, segments_to_lock};

/// Returns the applications to `state` of a tier of `ladder`; none for a tier without techniques.
pub fn find(ladder: &Ladder, state: &State, tier: u8) -> Applications {
    find_all(state, ladder.rows(tier))
}

/// Returns the applications of these techniques to `state`, pooled.
pub fn find_all(state: &State, techniques: &[Technique]) -> Applications {
    let mut found = Applications::default();
    Finder { state, known: &mut StateCache::of(state) }.pool(techniques, &mut found);
    found
}

/// A search of a state, with a cache of what is known of it.
pub(super) struct Finder<'a> {
    pub(super) state: &'a State,
    pub(super) known: &'a mut StateCache,
}

impl Finder<'_> {
    /// Replaces `found` by the pooled applications of these techniques.
    pub(super) fn pool(&mut self, techniques: &[Technique], found: &mut Applications) {
        found.clear();
        for &technique in techniques {
            self.technique(technique, found);
        }
    }

    fn technique(&mut self, technique: Technique, found: &mut Applications) {
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
            Technique::Naked(size) => {
                let n = size.get();
                found.possible += self.known.sets(n);
                for house in self.known.sieve(n).naked() {
                    self.subsets(technique, n, house, found);
                }
            }
            Technique::Hidden(size) => {
                let n = size.get();
                found.possible += self.known.sets(n);
                for house in self.known.sieve(n).hidden() {
                    self.subsets(technique, n, house, found);
                }
            }
            Technique::Locked => self.locked(found),
            Technique::Fish(size) => {
                let n = size.get();
                let sieve = self.known.sieve(n);
                for digit in Digit::all() {
                    for kind in [HouseKind::Row, HouseKind::Column] {
                        let lines = fish_lines(state, digit, kind);
                        let usable = |line: &&u16| (2..=n as u32).contains(&marks(**line));
                        let usable = lines.iter().filter(usable).count();
                        found.possible += choose(usable as u32, n);
                        if sieve.fish(kind).contains(digit) {
                            self.fish(size, digit, kind, &lines, found);
                        }
                    }
                }
            }
            Technique::Assumption => self.assumptions(found),
            Technique::Custom(row) => (row.find)(self.state, found),
        }
    }

    fn hidden_singles(&self, found: &mut Applications) {
        let open = self.state.open;
        found.possible += open.len();
        let lone = |places: &CellSet| places.lone_places().is_none_or(|lone| lone.intersects(open));
        if !self.state.candidates.places().iter().any(lone) {
            return;
        }
        let mut seen = CellSet::EMPTY;
        // Boxes first, as people look there first.
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

    fn subsets(&self, technique: Technique, n: usize, house: House, found: &mut Applications) {
        let open = house.cells() & self.state.open;
        let naked = matches!(technique, Technique::Naked(_));
        let digits = digits_by_cells(self.state, house);
        let lines = if naked { transpose(&digits) } else { digits };
        subsets(&lines, n, 1, &mut |chosen, columns| {
            let (places, digits) = if naked { (chosen, columns) } else { (columns, chosen) };
            let (cells, digits) = (house.cells_at(places), DigitSet::from_bits(digits));
            let effect = if naked {
                Effect::Remove(digits, open - cells)
            } else {
                Effect::Remove(DigitSet::ALL - digits, cells)
            };
            let pattern = Pattern::Subset(house, cells, digits);
            found.unit_of_removal(self.state, Application { technique, pattern, effect });
        });
    }

    fn fish(
        &self,
        size: Size,
        digit: Digit,
        kind: HouseKind,
        lines: &Lines,
        found: &mut Applications,
    ) {
        let (technique, n) = (Technique::Fish(size), size.get());
        let across = if kind == HouseKind::Row { HouseKind::Column } else { HouseKind::Row };
        let union = |kind, bits: u16| -> CellSet {
            (0..9).filter(|i| bits >> i & 1 == 1).map(|i| House::line(kind, i).cells()).collect()
        };
        subsets(lines, n, 2, &mut |chosen, columns| {
            let lost = (union(across, columns) - union(kind, chosen)) & self.state.open;
            let pattern = Pattern::Fish(digit, LineSet::new(kind, chosen));
            let effect = Effect::Remove(digit.into(), lost);
            found.unit_of_removal(self.state, Application { technique, pattern, effect });
        });
    }

    /// Finds digits locked in a segment: pointing (in its box) clears the rest of the line,
    /// claiming (in its line) clears the rest of the box.
    fn locked(&self, found: &mut Applications) {
        found.possible += segments_to_lock(self.state.open);
        let locked = locked(self.state);
        let any = locked.iter().fold(0, |any, locked| any | locked.pointing | locked.claiming);
        for segment in bits(any) {
            let (line, boxed) = segment_houses(segment);
            if marks(self.state.open.in_house(line) >> (3 * (segment % 3)) & 7) < 2 {
                continue;
            }
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

    fn assumptions(&mut self, found: &mut Applications) {
        let pairs = self.state.pairs();
        found.possible += pairs.len();
        for cell in pairs {
            found.begin();
            let both = self.state.candidates.at(cell);
            for digit in both.iter() {
                let effect = match self.known.outcome(self.state, cell, digit) {
                    Outcome::Refuted => {
                        Effect::Fill(cell, (both - digit.into()).first().unwrap_or(digit))
                    }
                    Outcome::Solves => Effect::Solve(cell, digit),
                    Outcome::Undecided => continue,
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
