//! [`Crux`]: the hardest part of a puzzle, up to symmetry.

use std::fmt;
use std::str::FromStr;

use super::key::Key;
use super::transform::Permutation;
use crate::board::{Candidates, CellSet, Digit, DigitSet, State};

/// The first 64 bits of the BLAKE3 hash of the canonical form of a stuck state: equal for stuck
/// states that a symmetry maps onto each other.
///
/// The state is the candidates of its open cells, since a solver uses nothing else from there on.
/// So seeds on different solution grids can share a crux: their filled cells may differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Crux(pub u64);

impl Crux {
    /// Returns the crux of a stuck state; `None` if no cell is open.
    pub fn of(stuck: &State) -> Option<Self> {
        let candidates = stuck.candidates.part(DigitSet::ALL, stuck.open);
        (!candidates.is_empty()).then(|| Self::of_candidates(&candidates))
    }

    /// Returns a substitute for the crux of a seed with this key that has none: no other seed has
    /// the same.
    pub fn in_place_of(Key([first @ .., _, _, _, _, _, _, _, _]): Key) -> Self {
        Self(u64::from_be_bytes(first))
    }

    fn of_candidates(candidates: &Candidates) -> Self {
        Self::in_place_of(Key::of_crux(&canonical(candidates)))
    }
}

/// 16 hexadecimal digits.
impl fmt::Display for Crux {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Not a crux.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a crux: a crux is 16 hexadecimal digits")]
pub struct ParseCruxError;

impl FromStr for Crux {
    type Err = ParseCruxError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_hexadecimal = text.len() == 16 && text.bytes().all(|c| c.is_ascii_hexdigit());
        let bits = u64::from_str_radix(text, 16).ok().filter(|_| is_hexadecimal);
        bits.map(Self).ok_or(ParseCruxError)
    }
}

text_or_row!(Crux as [u8; 8], |crux: &Self| crux.0.to_be_bytes(), |bytes| Self(
    u64::from_be_bytes(bytes)
));

/// A candidate: its row, its column, its digit.
type Mark = [u8; 3];

/// Numbers that distinguish the nine rows, columns and digits: two lines that a symmetry of the
/// candidates exchanges have the same number, and hardly any other two.
type Colours = [[u64; 9]; 3];

/// Returns a canonical image of the candidates, equal for all their images under symmetries.
///
/// The group has 2 · 6⁸ · 9! members, too many to try. Rows, columns and digits are distinguished
/// by their relations to each other, round by round. If some remain alike, each line of the
/// smallest class of equals is singled out in turn, and the least of the resulting images is taken.
/// Lines without candidates are alike and need not be distinguished.
fn canonical(candidates: &Candidates) -> Candidates {
    let mut marks = Vec::with_capacity(candidates.len());
    for digit in Digit::all() {
        let cells = candidates[digit].iter();
        marks
            .extend(cells.map(|cell| [cell.row() as u8, cell.column() as u8, digit.index() as u8]));
    }
    let turned = marks.iter().map(|&[row, column, digit]| [column, row, digit]).collect();
    let mut least: Option<Candidates> = None;
    for marks in [marks, turned] {
        let mut colours = [[1; 9], [2; 9], [3; 9]];
        refine(&marks, &mut colours);
        search(&marks, &colours, &mut least);
    }
    least.unwrap_or(Candidates::NONE)
}

/// Compares the images that singling out equal lines leads to with the least image so far.
fn search(marks: &[Mark], colours: &Colours, least: &mut Option<Candidates>) {
    let Some((kind, alike)) = fewest_alike(marks, colours) else {
        let image = image(marks, colours);
        if least.is_none_or(|least| image < least) {
            *least = Some(image);
        }
        return;
    };
    let apart = alike.into_iter().map(|line| {
        let mut colours = *colours;
        colours[kind][line] = mix(colours[kind][line], 5);
        refine(marks, &mut colours);
        let sum =
            colours.as_flattened().iter().fold(0_u64, |sum, &one| sum.wrapping_add(mix(one, 7)));
        (sum, colours)
    });
    let apart: Vec<(u64, Colours)> = apart.collect();
    let first = apart.iter().map(|one| one.0).min();
    for (_, colours) in apart.iter().filter(|one| Some(one.0) == first) {
        search(marks, colours, least);
    }
}

/// Returns the smallest class of lines that have candidates and are not yet distinguished, with its
/// kind; `None` if all are distinguished.
fn fewest_alike(marks: &[Mark], colours: &Colours) -> Option<(usize, Vec<usize>)> {
    let mut fewest: Option<(usize, usize, u64)> = None;
    let mut used = [[false; 9]; 3];
    for mark in marks {
        (0..3).for_each(|kind| used[kind][usize::from(mark[kind])] = true);
    }
    let of = |kind: usize, colour: u64| {
        (0..9).filter(move |&line| used[kind][line] && colours[kind][line] == colour)
    };
    for (kind, own) in colours.iter().enumerate() {
        for (line, &colour) in own.iter().enumerate().filter(|(line, _)| used[kind][*line]) {
            let one = (of(kind, colour).count(), kind, colour);
            if one.0 > 1 && of(kind, colour).next() == Some(line) {
                fewest = Some(fewest.map_or(one, |other| other.min(one)));
            }
        }
    }
    fewest.map(|(_, kind, colour)| (kind, of(kind, colour).collect()))
}

/// Distinguishes lines by the other lines of their candidates and of their bands, until that
/// distinguishes no more.
fn refine(marks: &[Mark], colours: &mut Colours) {
    let mut known = 0;
    loop {
        let own = [colours[0], colours[1]].map(|own| {
            let mut own = own;
            let bands = bands(&own);
            own.iter_mut().enumerate().for_each(|(line, one)| *one = mix(*one, bands[line / 3]));
            own
        });
        let own = [own[0], own[1], colours[2]];
        let mut next = own;
        for mark in marks {
            let [row, column, digit] = [0, 1, 2].map(|kind| own[kind][usize::from(mark[kind])]);
            for (kind, others) in
                [mix(column, digit), mix(row, digit), mix(row, column)].into_iter().enumerate()
            {
                let one = &mut next[kind][usize::from(mark[kind])];
                *one = one.wrapping_add(mix(others, own[kind][usize::from(mark[kind])]));
            }
        }
        *colours = next;
        let different: usize = colours.iter().map(different).sum();
        if different <= known {
            return;
        }
        known = different;
    }
}

/// Returns a number for each of the three bands of these lines.
fn bands(lines: &[u64; 9]) -> [u64; 3] {
    [0, 3, 6].map(|first| {
        lines[first..first + 3].iter().fold(0_u64, |sum, &line| sum.wrapping_add(mix(line, 11)))
    })
}

fn different(lines: &[u64; 9]) -> usize {
    (0..9).filter(|&line| !lines[..line].contains(&lines[line])).count()
}

/// Returns the candidates with bands, lines and digits sorted by their numbers.
fn image(marks: &[Mark], colours: &Colours) -> Candidates {
    let bands = [bands(&colours[0]), bands(&colours[1])];
    let place = |kind: usize| -> Permutation {
        let mut lines = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        lines.sort_by_key(|&line: &usize| {
            (bands.get(kind).map(|bands| (bands[line / 3], line / 3)), colours[kind][line])
        });
        let mut place = [0; 9];
        lines.into_iter().zip(0..).for_each(|(line, at)| place[line] = at);
        place
    };
    let places = [0, 1, 2].map(place);
    let mut cells = [CellSet::EMPTY; 9];
    for mark in marks {
        let [row, column, digit] =
            [0, 1, 2].map(|kind| usize::from(places[kind][usize::from(mark[kind])]));
        cells[digit].insert(crate::board::Cell::at(row, column));
    }
    let mut image = Candidates::NONE;
    Digit::all().for_each(|digit| image[digit] = cells[digit.index()]);
    image
}

/// Mixes two numbers, in this order, into one.
const fn mix(one: u64, other: u64) -> u64 {
    let mixed = (one ^ other.rotate_left(25).wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ mixed >> 29).wrapping_mul(0x94d0_49bb_1331_11eb) ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use chacha20::ChaCha8Rng;
    use rand::{Rng, RngExt, SeedableRng};

    use super::*;
    use crate::board::{Cell, Grid, Puzzle};
    use crate::logic::{Ladder, grade};
    use crate::symmetry::Transform;
    use crate::symmetry::transform::ORDERS;

    /// Whether some transform maps one set of candidates onto the other, by the literal definition.
    /// All 2 · 1,296² orders of the lines are tried, except orders that differ only in lines
    /// without candidates, and orders with lines whose counts do not match.
    fn are_alike(one: &Candidates, other: &Candidates) -> bool {
        let counts = |candidates: &Candidates, of: fn(Cell) -> usize| {
            let mut counts = [[0_u8; 9]; 9];
            for digit in Digit::all() {
                for cell in candidates[digit] {
                    counts[of(cell)][digit.index()] += 1;
                }
            }
            counts.map(|mut own| {
                own.sort_unstable();
                own
            })
        };
        let named = |candidates: &Candidates| {
            let mut places = *candidates.places();
            places.sort_unstable();
            places
        };
        let (rows, columns) = (counts(other, Cell::row), counts(other, Cell::column));
        let target = named(other);
        [false, true].into_iter().any(|transposed| {
            let labels = [0, 1, 2, 3, 4, 5, 6, 7, 8];
            let turn = Transform::fetching(transposed, &labels, &labels, &labels);
            let one = turn.apply_candidates(one);
            let own = [counts(&one, Cell::row), counts(&one, Cell::column)];
            let fitting = |own: &[[u8; 9]; 9], wanted: &[[u8; 9]; 9]| {
                let fits = |order: &&Permutation| {
                    (0..9).all(|at| own[usize::from(order[at])] == wanted[at])
                };
                // The places of lines with candidates decide everything.
                let mut seen = HashSet::new();
                let told = |order: &Permutation| {
                    order.map(|from| if own[usize::from(from)] == [0; 9] { 9 } else { from })
                };
                ORDERS
                    .iter()
                    .filter(fits)
                    .filter(|order| seen.insert(told(order)))
                    .collect::<Vec<_>>()
            };
            let across = fitting(&own[1], &columns);
            fitting(&own[0], &rows).into_iter().any(|rows| {
                across.iter().any(|columns| {
                    let moved = Transform::fetching(false, rows, columns, &labels);
                    named(&moved.apply_candidates(&one)) == target
                })
            })
        })
    }

    fn stuck(line: &str) -> Candidates {
        let puzzle = Puzzle::new(&line.parse::<Grid>().unwrap()).unwrap();
        let stuck = grade(Ladder::hsolve(), &puzzle).stuck;
        let mut candidates = stuck.candidates;
        Digit::all().for_each(|digit| candidates[digit] &= stuck.open);
        candidates
    }

    /// Removes a candidate, adds one, or moves one.
    fn changed(candidates: &Candidates, rng: &mut impl Rng) -> Candidates {
        let mut changed = *candidates;
        for _ in 0..rng.random_range(1..=2) {
            let digit = Digit::from_index(rng.random_range(0..9));
            let cell = Cell::at(rng.random_range(0..9), rng.random_range(0..9));
            if changed[digit].contains(cell) {
                changed[digit].remove(cell);
            } else {
                changed[digit].insert(cell);
            }
        }
        changed
    }

    /// Compares stuck states of puzzles of all tiers, their images, and states that differ from
    /// them in a candidate or two.
    #[test]
    fn stuck_states_have_one_crux_if_and_only_if_a_symmetry_maps_them() {
        let rng = &mut ChaCha8Rng::seed_from_u64(20_261_128);
        let lines = include_str!("../../../tests/data/known_answers.tsv").lines().skip(1);
        let states: Vec<Candidates> =
            lines.map(|line| stuck(&line[..81])).filter(|state| !state.is_empty()).collect();
        let mut others = 0;
        for (place, state) in states.iter().enumerate() {
            let crux = Crux::of_candidates(state);
            for _ in 0..20 {
                let image = Transform::random(rng).apply_candidates(state);
                assert!(are_alike(state, &image), "{state:?}{image:?}");
                assert_eq!(Crux::of_candidates(&image), crux, "{state:?}{image:?}");
                let other = changed(&image, rng);
                let is_alike = are_alike(state, &other);
                assert_eq!(Crux::of_candidates(&other) == crux, is_alike, "{state:?}{other:?}");
                others += usize::from(!is_alike);
            }
            for other in &states[..place] {
                let is_alike = other.len() == state.len() && are_alike(other, state);
                assert_eq!(Crux::of_candidates(other) == crux, is_alike, "{state:?}{other:?}");
            }
        }
        assert!(states.len() > 120 && others > 2_000, "{} states, {others} others", states.len());
    }

    /// With few candidates many lines are alike, and the candidates have symmetries.
    #[test]
    fn few_candidates_have_one_crux_if_and_only_if_a_symmetry_maps_them() {
        let (mut alike, mut others) = (0, 0);
        for rng_seed in 0..200 {
            let rng = &mut ChaCha8Rng::seed_from_u64(rng_seed);
            let count = rng.random_range(2..=7);
            let side = rng.random_range(2..=6);
            let all: Vec<Candidates> = (0..12)
                .map(|_| {
                    let mut few = Candidates::NONE;
                    while few.len() < count {
                        let cell = Cell::at(rng.random_range(0..side), rng.random_range(0..side));
                        few[Digit::from_index(rng.random_range(0..3))].insert(cell);
                    }
                    Transform::random(rng).apply_candidates(&few)
                })
                .collect();
            for (place, one) in all.iter().enumerate() {
                for other in &all[..place] {
                    let is_alike = are_alike(one, other);
                    let is_one = Crux::of_candidates(one) == Crux::of_candidates(other);
                    assert_eq!(is_one, is_alike, "{one:?}{other:?} RNG seed {rng_seed}");
                    *(if is_alike { &mut alike } else { &mut others }) += 1;
                }
            }
        }
        assert!(alike > 500 && others > 10_000, "{alike} alike, {others} others");
    }

    #[test]
    fn what_is_solved_has_no_crux() {
        let line =
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
        assert_eq!(Crux::of(&State::of(&line.parse().unwrap())), None);
        let crux = Crux(0x0123_4567_89ab_cdef);
        assert_eq!(crux.to_string().parse(), Ok(crux));
    }
}
