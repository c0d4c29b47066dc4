//! Literal, slow forms of the most used techniques, for comparison: the definition word by word,
//! over all possible cells.

use super::boards::{boards, effects};
use super::technique::Technique;
use super::twins_of_sets::{als_xz, hidden_rectangle, unique_rectangle_1};
use super::view::View;
use crate::board::{Candidates, Cell, Digit, House};
use crate::cases::cases;

/// The number of boards on which each pair is compared.
const BOARDS: usize = 600;
const RNG_SEED: u64 = 20_261_128;

type Twin = fn(&View, &mut Candidates);

const TWINS: [(Technique, Twin); 13] = [
    (Technique::XWing, |view, out| x_wings(view, out, false)),
    (Technique::FinnedXWing, |view, out| x_wings(view, out, true)),
    (Technique::Skyscraper, skyscraper),
    (Technique::TwoStringKite, kite),
    (Technique::EmptyRectangle, empty_rectangle),
    (Technique::WWing, w_wing),
    (Technique::XyWing, xy_wing),
    (Technique::XyzWing, xyz_wing),
    (Technique::ColourTrap, colour_trap),
    (Technique::ColourWrap, colour_wrap),
    (Technique::UniqueRectangle1, unique_rectangle_1),
    (Technique::HiddenRectangle, hidden_rectangle),
    (Technique::AlsXz, als_xz),
];

#[test]
fn enumerators_find_what_the_definitions_say() {
    for (technique, twin) in TWINS {
        // All pairs of sets of cells take long.
        let count = if technique == Technique::AlsXz { 60 } else { cases(BOARDS / 3, BOARDS) };
        let mut some = 0;
        for (number, (puzzle, state)) in boards(RNG_SEED, count, 10).into_iter().enumerate() {
            let view = View::of(&state, puzzle.clues());
            let mut literal = Candidates::NONE;
            twin(&view, &mut literal);
            let (removed, _) = effects(technique, &view);
            assert_eq!(
                removed, literal,
                "{technique}: {puzzle}, board {number}, RNG seed {RNG_SEED}\n{state:?}"
            );
            some += usize::from(!removed.is_empty());
        }
        assert!(some >= 5, "{technique} on {some} boards only");
    }
}

pub(super) fn sees(one: Cell, other: Cell) -> bool {
    one != other
        && (one.row() == other.row()
            || one.column() == other.column()
            || one.boxed() == other.boxed())
}

pub(super) fn has(view: &View, cell: Cell, digit: Digit) -> bool {
    view.open().contains(cell) && view.state().candidates[digit].contains(cell)
}

pub(super) fn digits(view: &View, cell: Cell) -> Vec<Digit> {
    Digit::all().filter(|&digit| has(view, cell, digit)).collect()
}

/// Returns the places of `digit` in a house.
pub(super) fn places(view: &View, house: House, digit: Digit) -> Vec<Cell> {
    (0..9).map(|place| house.cell(place)).filter(|&cell| has(view, cell, digit)).collect()
}

/// Adds to `out` each cell with the candidate `digit` for which `goes` returns true.
pub(super) fn take(view: &View, out: &mut Candidates, digit: Digit, goes: impl Fn(Cell) -> bool) {
    for cell in Cell::all().filter(|&cell| has(view, cell, digit) && goes(cell)) {
        out[digit].insert(cell);
    }
}

/// The lines of a kind by their number.
type Lines = fn(usize) -> House;

/// Rows, then columns; with the lines across.
fn lines() -> [[Lines; 2]; 2] {
    [[House::row, House::column], [House::column, House::row]]
}

fn in_house(house: House, cell: Cell) -> bool {
    (0..9).any(|place| house.cell(place) == cell)
}

/// X-wings without fins, or with some.
fn x_wings(view: &View, out: &mut Candidates, is_finned: bool) {
    for digit in Digit::all() {
        for [base, cover] in lines() {
            for (a, b) in (0..9).flat_map(|a| (0..a).map(move |b| (a, b))) {
                for (c, d) in (0..9).flat_map(|c| (0..c).map(move |d| (c, d))) {
                    let covered =
                        |&cell: &Cell| in_house(cover(c), cell) || in_house(cover(d), cell);
                    let both = [base(a), base(b)].map(|line| places(view, line, digit));
                    if both.iter().any(|own| own.iter().filter(|cell| covered(cell)).count() < 2) {
                        continue;
                    }
                    let fins: Vec<Cell> =
                        both.concat().into_iter().filter(|cell| !covered(cell)).collect();
                    let is_in_a_box = fins.iter().all(|fin| fin.boxed() == fins[0].boxed());
                    if fins.is_empty() == is_finned || !is_in_a_box {
                        continue;
                    }
                    take(view, out, digit, |cell| {
                        covered(&cell)
                            && !in_house(base(a), cell)
                            && !in_house(base(b), cell)
                            && fins.iter().all(|&fin| sees(fin, cell))
                    });
                }
            }
        }
    }
}

fn skyscraper(view: &View, out: &mut Candidates) {
    for digit in Digit::all() {
        for [base, cover] in lines() {
            for (a, b) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))).filter(|(a, b)| a != b) {
                let (one, other) = (places(view, base(a), digit), places(view, base(b), digit));
                if one.len() != 2 || other.len() != 2 {
                    continue;
                }
                for floor in (0..9).map(cover) {
                    let roof = [&one, &other].map(|own| {
                        own.iter()
                            .copied()
                            .filter(|&cell| !in_house(floor, cell))
                            .collect::<Vec<_>>()
                    });
                    let [[first], [second]] = [&roof[0][..], &roof[1][..]] else { continue };
                    let same = (0..9)
                        .map(cover)
                        .any(|line| in_house(line, *first) && in_house(line, *second));
                    if !same {
                        take(view, out, digit, |cell| sees(cell, *first) && sees(cell, *second));
                    }
                }
            }
        }
    }
}

fn kite(view: &View, out: &mut Candidates) {
    for digit in Digit::all() {
        for row in (0..9).map(House::row) {
            for column in (0..9).map(House::column) {
                let (one, other) = (places(view, row, digit), places(view, column, digit));
                if one.len() != 2 || other.len() != 2 {
                    continue;
                }
                for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let (near, far) = (one[i], one[1 - i]);
                    let (beside, end) = (other[j], other[1 - j]);
                    let all = [near, far, beside, end];
                    let distinct = (0..4).all(|a| (0..a).all(|b| all[a] != all[b]));
                    if distinct && near.boxed() == beside.boxed() {
                        take(view, out, digit, |cell| sees(cell, far) && sees(cell, end));
                    }
                }
            }
        }
    }
}

fn empty_rectangle(view: &View, out: &mut Candidates) {
    for digit in Digit::all() {
        for boxed in (0..9).map(House::boxed) {
            let own = places(view, boxed, digit);
            for [first, second] in lines() {
                for (bar, pole) in (0..9).flat_map(|a| (0..9).map(move |b| (first(a), second(b)))) {
                    let on = |line: House| own.iter().filter(|&&x| in_house(line, x)).count();
                    let crosses = own.iter().all(|&x| in_house(bar, x) || in_house(pole, x));
                    let lines_of_box = [bar, pole]
                        .iter()
                        .all(|&line| (0..9).any(|place| in_house(line, boxed.cell(place))));
                    let both = on(bar) < own.len() && on(pole) < own.len();
                    if !(crosses && both && lines_of_box) {
                        continue;
                    }
                    for link in (0..9).map(second) {
                        let pair = places(view, link, digit);
                        if pair.len() != 2 || pair.iter().any(|&x| in_house(boxed, x)) {
                            continue;
                        }
                        for (near, far) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                            if in_house(bar, near) {
                                take(view, out, digit, |cell| {
                                    in_house(pole, cell)
                                        && !in_house(boxed, cell)
                                        && sees(far, cell)
                                });
                            }
                        }
                    }
                }
            }
        }
    }
}

fn w_wing(view: &View, out: &mut Candidates) {
    let pairs: Vec<Cell> = Cell::all().filter(|&cell| digits(view, cell).len() == 2).collect();
    for &one in &pairs {
        for &other in &pairs {
            let own = digits(view, one);
            if one == other || sees(one, other) || own != digits(view, other) {
                continue;
            }
            for (x, y) in [(own[0], own[1]), (own[1], own[0])] {
                for house in House::all() {
                    let ends = places(view, house, x);
                    if ends.len() == 2
                        && sees(ends[0], one)
                        && sees(ends[1], other)
                        && !ends.contains(&one)
                        && !ends.contains(&other)
                    {
                        take(view, out, y, |cell| sees(cell, one) && sees(cell, other));
                    }
                }
            }
        }
    }
}

fn xy_wing(view: &View, out: &mut Candidates) {
    for pivot in Cell::all() {
        let own = digits(view, pivot);
        if own.len() != 2 {
            continue;
        }
        for z in Digit::all().filter(|z| !own.contains(z)) {
            let with = |digit: Digit| {
                Cell::all().filter(move |&cell| {
                    let mut both = [digit, z];
                    both.sort();
                    sees(cell, pivot) && digits(view, cell) == both
                })
            };
            for one in with(own[0]) {
                for other in with(own[1]) {
                    take(view, out, z, |cell| sees(cell, one) && sees(cell, other));
                }
            }
        }
    }
}

fn xyz_wing(view: &View, out: &mut Candidates) {
    for pivot in Cell::all() {
        let own = digits(view, pivot);
        if own.len() != 3 {
            continue;
        }
        let near = || Cell::all().filter(|&cell| sees(cell, pivot));
        for &z in &own {
            for one in near() {
                for other in near().filter(|&other| other != one) {
                    let (a, b) = (digits(view, one), digits(view, other));
                    let fits = a.len() == 2 && b.len() == 2 && a != b;
                    let within = a.iter().chain(&b).all(|digit| own.contains(digit));
                    if fits && within && a.contains(&z) && b.contains(&z) {
                        take(view, out, z, |cell| {
                            sees(cell, one) && sees(cell, other) && sees(cell, pivot)
                        });
                    }
                }
            }
        }
    }
}

/// Returns the cells that hold `digit` and those that do not if `cell` holds it, by strong links
/// alone.
fn follow(view: &View, digit: Digit, cell: Cell) -> (Vec<Cell>, Vec<Cell>) {
    let (mut is, mut is_not) = (vec![cell], Vec::new());
    loop {
        let before = (is.len(), is_not.len());
        for house in House::all() {
            let ends = places(view, house, digit);
            if ends.len() != 2 {
                continue;
            }
            for (one, other) in [(ends[0], ends[1]), (ends[1], ends[0])] {
                if is.contains(&one) && !is_not.contains(&other) {
                    is_not.push(other);
                }
                if is_not.contains(&one) && !is.contains(&other) {
                    is.push(other);
                }
            }
        }
        if (is.len(), is_not.len()) == before {
            return (is, is_not);
        }
    }
}

/// The clusters of three places or more of a digit that are no contradiction, from each of their
/// places: those like it, and the others.
fn clusters(view: &View) -> Vec<(Digit, Vec<Cell>, Vec<Cell>)> {
    let starts = Digit::all().flat_map(|digit| Cell::all().map(move |cell| (digit, cell)));
    let starts = starts.filter(|&(digit, cell)| has(view, cell, digit));
    let clusters = starts.map(|(digit, cell)| {
        let (is, is_not) = follow(view, digit, cell);
        (digit, is, is_not)
    });
    let is_sound = |(_, is, is_not): &(Digit, Vec<Cell>, Vec<Cell>)| {
        is.len() + is_not.len() >= 3 && !is.iter().any(|cell| is_not.contains(cell))
    };
    clusters.filter(is_sound).collect()
}

fn colour_trap(view: &View, out: &mut Candidates) {
    for (digit, is, is_not) in clusters(view) {
        take(view, out, digit, |cell| {
            let is_seen = |from: &[Cell]| from.iter().any(|&x| sees(x, cell));
            !is.contains(&cell) && !is_not.contains(&cell) && is_seen(&is) && is_seen(&is_not)
        });
    }
}

fn colour_wrap(view: &View, out: &mut Candidates) {
    for (digit, is, _) in clusters(view) {
        if is.iter().any(|&one| is.iter().any(|&other| sees(one, other))) {
            take(view, out, digit, |cell| is.contains(&cell));
        }
    }
}
