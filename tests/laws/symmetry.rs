//! Laws of sameness, on random transforms and against brute force. A failure prints its seed.

use std::collections::{HashMap, HashSet};

use chacha20::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use seeddb::board::{Candidates, Cell, CellSet, Grid, House, Solution};
use seeddb::generate;
use seeddb::symmetry::{ClueSymmetry, GridForm, Id, Key, Transform, minlex};

use crate::cases::cases;

const SEED: u64 = 20_261_121;

fn rng() -> ChaCha8Rng {
    println!("RNG seed {SEED}");
    ChaCha8Rng::seed_from_u64(SEED)
}

/// Returns the columns of a file in tests/data, without its first line.
fn table(text: &str) -> impl Iterator<Item = (Grid, &str, &str)> {
    text.lines().skip(1).map(|line| {
        let mut columns = line.split('\t');
        let mut next = || columns.next().unwrap();
        (next().parse().unwrap(), next(), next())
    })
}

/// Puzzles, their string minlex, the number of their automorphisms.
fn corpus() -> Vec<(Grid, Grid, usize)> {
    let rows = table(include_str!("../data/minlex_dev.tsv"));
    rows.map(|(puzzle, form, ways)| (puzzle, form.parse().unwrap(), ways.parse().unwrap()))
        .collect()
}

/// Grids that are minlex, and the number of their automorphisms.
fn known_grids() -> Vec<(Solution, usize)> {
    let rows = table(include_str!("../data/known_grids.tsv"));
    rows.map(|(grid, ways, _)| (Solution::new(&grid).unwrap(), ways.parse().unwrap())).collect()
}

/// Returns the first solution that a plain search finds.
fn solve(grid: &Grid) -> Option<Solution> {
    fn search(grid: &Grid, candidates: &Candidates) -> Option<Solution> {
        let open = (!grid.clues()).iter().min_by_key(|&cell| candidates.at(cell).len());
        let Some(cell) = open else {
            return Solution::new(grid);
        };
        candidates.at(cell).iter().find_map(|digit| {
            let (mut grid, mut candidates) = (*grid, *candidates);
            grid[cell] = Some(digit);
            candidates.fill(cell, digit);
            search(&grid, &candidates)
        })
    }
    search(grid, &Candidates::of(grid))
}

fn orders() -> Vec<[usize; 9]> {
    const THREE: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut orders = Vec::new();
    for [bands, a, b, c] in
        (0..1296).map(|n| [n % 6, n / 6 % 6, n / 36 % 6, n / 216].map(|i| THREE[i]))
    {
        let within = [a, b, c];
        orders.push(std::array::from_fn(|i| 3 * bands[i / 3] + within[i / 3][i % 3]));
    }
    orders
}

/// Returns the smallest form over all 3,359,232 geometric transforms, and how many of them attain
/// it.
fn brute_force(grid: &Grid) -> (Grid, usize) {
    let orders = orders();
    let mut best = [9; Cell::COUNT];
    let mut ways = 0;
    for transposed in [false, true] {
        let mut values = grid.values();
        if transposed {
            values = std::array::from_fn(|i| values[i % 9 * 9 + i / 9]);
        }
        for rows in &orders {
            for columns in &orders {
                let mut labels = [0; 10];
                let mut next = 1;
                let mut smaller = false;
                ways += 1;
                for place in 0..Cell::COUNT {
                    let digit = usize::from(values[9 * rows[place / 9] + columns[place % 9]]);
                    if digit != 0 && labels[digit] == 0 {
                        labels[digit] = next;
                        next += 1;
                    }
                    if !smaller && labels[digit] > best[place] {
                        ways -= 1;
                        break;
                    }
                    if !smaller && labels[digit] < best[place] {
                        smaller = true;
                        ways = 1;
                    }
                    best[place] = labels[digit];
                }
            }
        }
    }
    (Grid::from_values(&best).unwrap(), ways)
}

#[test]
fn transforms_are_a_group_that_acts() {
    let mut rng = rng();
    let (puzzle, ..) = corpus()[0];
    let solution = solve(&puzzle).unwrap();
    let candidates = Candidates::of(&puzzle);
    for _ in 0..500 {
        let [a, b, c] = [(); 3].map(|()| Transform::random(&mut rng));
        assert_eq!(a.then(b).then(c), a.then(b.then(c)));
        assert_eq!(a.then(a.invert()), Transform::IDENTITY);
        assert_eq!(a.invert().then(a), Transform::IDENTITY);
        assert_eq!(a.then(Transform::IDENTITY), a);
        assert_eq!(Transform::IDENTITY.then(a), a);
        for cell in Cell::all() {
            assert_eq!(a.then(b).apply_cell(cell), b.apply_cell(a.apply_cell(cell)));
            assert_eq!(a.apply_cells(cell.peers()), a.apply_cell(cell).peers());
        }
        let bits = CellSet::from_bits(rng.random());
        let literal: CellSet = bits.iter().map(|cell| a.apply_cell(cell)).collect();
        assert_eq!(a.apply_cells(bits), literal);
        let moved = a.apply_grid(&puzzle);
        assert_eq!(a.then(b).apply_grid(&puzzle), b.apply_grid(&moved));
        assert_eq!(moved.clues(), a.apply_cells(puzzle.clues()));
        assert_eq!(a.apply_candidates(&candidates), Candidates::of(&moved));
        assert_eq!(a.apply_solution(&solution).keep(moved.clues()), moved);
        assert_eq!(
            a.apply_digit(solution[Cell::at(0, 0)]),
            a.apply_solution(&solution)[a.apply_cell(Cell::at(0, 0))]
        );
    }
}

#[test]
fn patterns_keep_the_symmetry_they_were_drawn_with() {
    let mut rng = rng();
    let kept = [3_359_232, 1152, 96, 24 * 1296, 24 * 1296, 2592, 2592];
    for (symmetry, kept) in ClueSymmetry::ALL.into_iter().zip(kept) {
        assert_eq!(symmetry.to_string().parse(), Ok(symmetry));
        let orbits: Vec<CellSet> = symmetry.orbits().collect();
        assert_eq!(orbits.iter().map(|orbit| orbit.len()).sum::<usize>(), 81);
        let group = symmetry.maps().len();
        assert!(orbits.iter().all(|orbit| group % orbit.len() == 0 && symmetry.holds(*orbit)));
        let mut moves = HashSet::new();
        for _ in 0..20 * kept.min(1200) {
            let transform = Transform::random_keeping(symmetry, &mut rng);
            assert!(orbits.iter().all(|&orbit| orbits.contains(&transform.apply_cells(orbit))));
            moves.insert(Cell::all().map(|cell| transform.apply_cell(cell)).collect::<Vec<_>>());
        }
        assert!(if kept < 3000 { moves.len() == kept } else { moves.len() > 15_000 }, "{symmetry}");
    }
    assert!("upside-down".parse::<ClueSymmetry>().is_err());
}

/// By definition: all transforms that map orbits to orbits are found.
#[test]
fn no_transform_that_keeps_a_pattern_is_left_out() {
    let orders = orders();
    for (symmetry, kept) in
        ClueSymmetry::ALL.into_iter().zip([0, 1152, 96, 31_104, 31_104, 2592, 2592]).skip(1)
    {
        let orbit: Vec<CellSet> = Cell::all().map(|cell| symmetry.orbit(cell)).collect();
        let mut count = 0;
        for transposed in [false, true] {
            for rows in &orders {
                for columns in &orders {
                    let moved = |cell: Cell| {
                        let (r, c) = (cell.row(), cell.column());
                        let (r, c) = if transposed { (c, r) } else { (r, c) };
                        orbit[Cell::at(rows[r], columns[c]).index()]
                    };
                    count += usize::from(Cell::all().all(|cell| {
                        let map = symmetry.maps()[1];
                        moved(cell) == moved(map.apply_cell(cell))
                    }));
                }
            }
        }
        assert_eq!(count, kept, "{symmetry}");
    }
}

#[test]
fn forms_of_known_grids_are_themselves() {
    let mut rng = rng();
    for (solution, automorphisms) in known_grids() {
        let form = GridForm::of(&solution);
        assert_eq!(*form.solution(), solution);
        assert_eq!(form.transforms().len(), automorphisms);
        assert_eq!(form.transforms().iter().collect::<HashSet<_>>().len(), automorphisms);
        for _ in 0..20 {
            let moved = Transform::random(&mut rng).apply_solution(&solution);
            let form = GridForm::of(&moved);
            assert_eq!(*form.solution(), solution);
            assert_eq!(form.transforms().len(), automorphisms);
            assert!(form.transforms().iter().all(|way| way.apply_solution(&moved) == solution));
        }
    }
}

/// Returns a grid with automorphisms: one of them rotates the columns within all stacks and the
/// digits within 123, 456 and 789; often there are more.
fn automorphic(rng: &mut ChaCha8Rng) -> Solution {
    let turns: [[usize; 3]; 9] = std::array::from_fn(|_| {
        let mut bands = [0, 1, 2];
        bands.shuffle(rng);
        bands
    });
    let values = std::array::from_fn(|i| {
        let (band, row, stack, column) = (i / 27, i / 9 % 3, i % 9 / 3, i % 3);
        let three = (row + stack) % 3;
        (3 * three + (column + turns[3 * stack + three][band]) % 3 + 1) as u8
    });
    Solution::new(&Grid::from_values(&values).unwrap()).unwrap()
}

#[test]
fn forms_of_grids_are_those_of_brute_force() {
    let mut rng = rng();
    let plain: Vec<Solution> =
        corpus().iter().take(cases(2, 4)).map(|(puzzle, ..)| solve(puzzle).unwrap()).collect();
    let symmetric = (0..cases(3, 6)).map(|_| automorphic(&mut rng));
    for solution in plain.into_iter().chain(symmetric.collect::<Vec<_>>()) {
        let (least, ways) = brute_force(&solution.grid());
        let form = GridForm::of(&solution);
        assert_eq!(form.solution().grid(), least);
        assert_eq!(form.transforms().len(), ways);
    }
}

#[test]
fn equal_grids_have_equal_forms_and_as_many_automorphisms() {
    let mut rng = rng();
    let mut counts = HashSet::new();
    for n in 0..600 {
        let symmetric = n % 3 == 0;
        let solution = if symmetric { automorphic(&mut rng) } else { generate::solution(&mut rng) };
        let form = GridForm::of(&solution);
        assert!(!symmetric || form.transforms().len().is_multiple_of(3));
        counts.insert(form.transforms().len());
        for _ in 0..5 {
            let moved = Transform::random(&mut rng).apply_solution(&solution);
            let again = GridForm::of(&moved);
            assert_eq!(again.solution(), form.solution(), "{solution}");
            assert_eq!(
                again.transforms().iter().collect::<HashSet<_>>().len(),
                form.transforms().len()
            );
            assert!(
                again.transforms().iter().all(|way| way.apply_solution(&moved) == *form.solution())
            );
        }
    }
    assert!(counts.contains(&1) && counts.len() > 5, "{counts:?}");
}

#[test]
fn minlex_is_that_of_the_corpus_and_of_brute_force() {
    let mut rng = rng();
    for (puzzle, form, _) in corpus() {
        assert_eq!(minlex(&puzzle).0, form);
        let moved = Transform::random(&mut rng).apply_grid(&puzzle);
        let (least, way) = minlex(&moved);
        assert_eq!(least, form);
        assert_eq!(way.apply_grid(&moved), form);
    }
    let (symmetric, _) = known_grids()[0];
    let every_fourth = Cell::all().filter(|cell| cell.index() % 4 == 1).collect();
    assert_minlex(&symmetric.keep(every_fourth), &mut rng);
    assert_minlex(&symmetric.grid(), &mut rng);
}

fn assert_minlex(grid: &Grid, rng: &mut ChaCha8Rng) {
    let (least, _) = brute_force(grid);
    assert_eq!(minlex(grid).0, least, "of {grid}");
    for _ in 0..10 {
        assert_eq!(minlex(&Transform::random(rng).apply_grid(grid)).0, least, "of {grid} moved");
    }
}

/// Few clues, many, clashes: random grids of few digits have columns, rows and stacks that are
/// equal.
#[test]
fn minlex_is_right_for_grids_that_are_no_puzzles() {
    let mut rng = rng();
    let (solution, _) = known_grids()[1];
    for clues in [1, 5, 80, 0, 2, 50].into_iter().take(cases(3, 6)) {
        let mut cells: Vec<Cell> = Cell::all().collect();
        cells.shuffle(&mut rng);
        assert_minlex(&solution.keep(cells[..clues].iter().copied().collect()), &mut rng);
    }
    let shares = [(1, 0.5), (2, 0.9), (1, 0.1), (3, 0.3), (9, 0.2)];
    for (digits, share) in shares.into_iter().take(cases(2, 5)) {
        let values = std::array::from_fn(|_| {
            if rng.random_bool(share) { rng.random_range(1..=digits) } else { 0 }
        });
        assert_minlex(&Grid::from_values(&values).unwrap(), &mut rng);
    }
}

/// Highly symmetric grids leave the search for the minimum the most ties.
#[test]
fn minlex_is_right_for_what_is_most_alike() {
    let mut rng = rng();
    let (grid, _) = known_grids()[0];
    let full = |value: fn(usize, usize) -> u8| {
        Grid::from_values(&std::array::from_fn(|i| value(i / 9, i % 9))).unwrap()
    };
    let of_digits = |n: u8| {
        let cells = Cell::all().filter(|&cell| grid[cell].value() <= n).collect();
        grid.keep(cells)
    };
    let grids = [
        Grid::EMPTY,
        grid.grid(),
        of_digits(1),
        of_digits(3),
        of_digits(8),
        grid.keep(House::row(0).cells()),
        grid.keep(House::row(0).cells() | House::row(3).cells() | House::row(6).cells()),
        grid.keep(House::row(0).cells() | House::row(1).cells() | House::row(2).cells()),
        grid.keep(House::boxed(0).cells() | House::boxed(4).cells() | House::boxed(8).cells()),
        full(|_, _| 1),
        full(|r, _| r as u8 + 1),
        full(|r, c| ((r + c) % 9) as u8 + 1),
        full(|r, c| ((r / 3 + c / 3) % 3) as u8),
        full(|r, c| if r == c { r as u8 + 1 } else { 0 }),
        full(|r, c| u8::from(r % 3 == c % 3)),
    ];
    for grid in grids {
        let (form, _) = minlex(&grid);
        let moved = Transform::random(&mut rng).apply_grid(&grid);
        assert_eq!(minlex(&moved).0, form);
        assert_eq!(minlex(&form).0, form);
    }
}

/// Returns the two parts of a key: canonical solution and smallest set of clues.
fn canonical(puzzle: &Grid, solution: &Solution) -> (Solution, CellSet) {
    let form = GridForm::of(solution);
    (*form.solution(), form.smallest(puzzle.clues()).0)
}

#[test]
fn canonical_classes_are_those_of_string_minlex() {
    let mut rng = rng();
    let mut classes = HashMap::new();
    for (puzzle, minlex, _) in corpus().into_iter().step_by(cases(4, 1)) {
        let solution = solve(&puzzle).unwrap();
        let class = canonical(&puzzle, &solution);
        assert_eq!(*classes.entry(class).or_insert(minlex), minlex);
        for _ in 0..3 {
            let way = Transform::random(&mut rng);
            assert_eq!(canonical(&way.apply_grid(&puzzle), &way.apply_solution(&solution)), class);
        }
    }
    let forms: HashSet<Grid> = classes.values().copied().collect();
    assert_eq!(classes.len(), forms.len());
}

#[test]
fn one_puzzle_of_the_most_symmetric_grid_has_one_form() {
    let mut rng = rng();
    let (grid, _) = known_grids()[0];
    let clues: CellSet = Cell::all().filter(|cell| cell.index() * 7 % 10 < 4).collect();
    let puzzle = grid.keep(clues);
    let class = canonical(&puzzle, &grid);
    let key = Key::of_state(&GridForm::of(&grid), &Candidates::of(&puzzle));
    for _ in 0..100 {
        let way = Transform::random(&mut rng);
        let moved = way.apply_solution(&grid);
        let (clues, back) = GridForm::of(&moved).smallest(way.apply_cells(clues));
        assert_eq!((back.apply_solution(&moved), clues), class);
        let candidates = way.apply_candidates(&Candidates::of(&puzzle));
        assert_eq!(Key::of_state(&GridForm::of(&moved), &candidates), key);
    }
}

#[test]
fn keys_and_ids_read_back_and_notice_slips() {
    let key = Key(*b"\xff123456789abcde\x00");
    assert_eq!(key.to_string().parse(), Ok(key));
    assert!("".parse::<Key>().is_err() && "+1".repeat(16).parse::<Key>().is_err());

    let long = Id::of(key).longer(key).longer(key);
    for id in [Id::of(key), Id::seed(key), Id::of(key).longer(key), long, long.longer(key)] {
        assert!(id.matches(key) && !id.matches(Key([7; 16])));
        let text = id.to_string();
        assert_eq!(text.parse(), Ok(id));
        assert_eq!(text.to_lowercase().replace('-', "").parse(), Ok(id));
        let start = usize::from(id.is_seed());
        for place in start..text.len() {
            for wrong in "0123456789ABCDEFGHJKMNPQRSTVWXYZ".chars() {
                let mut slip: Vec<char> = text.chars().collect();
                if slip[place] != '-' && slip[place] != wrong {
                    slip[place] = wrong;
                    assert!(slip.iter().collect::<String>().parse::<Id>().is_err());
                }
            }
        }
    }
    assert_eq!(long.longer(key), long.longer(key).longer(key));
    for nonsense in ["", "s", "-", "0000", "UUUU-UUUU-UUUU-U", "é", &"0".repeat(81)] {
        assert!(nonsense.parse::<Id>().is_err());
    }
}
