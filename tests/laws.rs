//! The laws of the ladder: sound, independent of order, monotone, idempotent; and each technique against
//! a slow, literal reading of its definition, on plain arrays.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::collections::BTreeSet;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use seeddb::board::{Cell, CellSet, Digit, DigitSet, Grid, Puzzle, State};
use seeddb::generate::{minimal, solution};
use seeddb::logic::{Closure, Effect, LADDER, Pattern, Technique, find};
use seeddb::symmetry::ClueSymmetry;

const RNG_SEED: u64 = 548_2026;
const TOP: u8 = LADDER.len() as u8 - 1;

/// `random` random minimal puzzles, and every `step`-th known one: all tiers are among these.
fn puzzles(random: usize, step: usize, rng: &mut impl Rng) -> Vec<Puzzle> {
    let known = include_str!("data/known_answers.tsv").lines().skip(1).step_by(step).map(|line| {
        let grid: Grid = line.split('\t').next().unwrap().parse().unwrap();
        Puzzle::new(&grid).unwrap()
    });
    let mut puzzles: Vec<Puzzle> = known.collect();
    puzzles.extend((0..random).map(|_| minimal(&solution(rng), ClueSymmetry::None, rng)));
    puzzles
}

fn start(puzzle: &Puzzle) -> State {
    State::of_clues(puzzle.solution(), puzzle.clues())
}

fn closed(state: State, tier: u8) -> State {
    let mut closure = Closure::new(state);
    assert!(closure.close(tier), "contradiction in\n{state:?}");
    *closure.state()
}

/// The solution is still there: no cell has lost its digit, no cell is filled with another.
fn keeps(state: &State, puzzle: &Puzzle) -> bool {
    Cell::all().all(|cell| state.candidates[puzzle.solution()[cell]].contains(cell))
}

/// `a` knows at least what `b` knows.
fn is_further(a: &State, b: &State) -> bool {
    a.candidates.is_subset(&b.candidates) && a.open.is_subset(b.open)
}

/// Applies one of the applications of tiers up to `tier`, a random one of a random tier that has any; a
/// completing assumption is none.
fn random_step(state: &mut State, tier: u8, rng: &mut impl Rng) -> bool {
    let first = rng.random_range(0..=tier);
    for i in 0..=tier {
        let found = find(state, (first + i) % (tier + 1));
        let useful: Vec<_> = found
            .applications()
            .iter()
            .filter(|application| !matches!(application.effect, Effect::Solve(..)))
            .collect();
        if !useful.is_empty() {
            useful[rng.random_range(0..useful.len())].apply(state);
            return true;
        }
    }
    false
}

/// A state on the way of a random solver of tiers up to `tier`, then closed by singles.
fn midgame(puzzle: &Puzzle, tier: u8, rng: &mut impl Rng) -> State {
    let mut state = closed(start(puzzle), 0);
    for _ in 0..rng.random_range(0..12) {
        if !random_step(&mut state, tier, rng) {
            break;
        }
    }
    closed(state, 0)
}

#[test]
fn nothing_ever_removes_the_solution() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED);
    let mut applied = [0; LADDER.len()];
    for puzzle in puzzles(100, 3, &mut rng) {
        let mut states = vec![start(&puzzle)];
        states.extend((0..=TOP).map(|tier| closed(start(&puzzle), tier)));
        states.push(midgame(&puzzle, TOP, &mut rng));
        for state in states {
            assert!(keeps(&state, &puzzle), "{puzzle}, RNG seed {RNG_SEED}\n{state:?}");
            for tier in 0..=TOP {
                for application in find(&state, tier).applications() {
                    let mut after = state;
                    application.apply(&mut after);
                    assert!(
                        keeps(&after, &puzzle),
                        "{application:?} in {puzzle}, RNG seed {RNG_SEED}"
                    );
                    assert!(
                        after != state,
                        "{application:?} changes nothing in {puzzle}, RNG seed {RNG_SEED}"
                    );
                    assert!(
                        is_further(&after, &state),
                        "{application:?} in {puzzle}, RNG seed {RNG_SEED}"
                    );
                    applied[usize::from(tier)] += 1;
                }
            }
        }
    }
    assert!(applied.iter().all(|&count| count >= 20), "{applied:?}, RNG seed {RNG_SEED}");
}

/// The two readers of the ladder: one application at a time in any order, and all at once.
#[test]
fn any_order_ends_where_the_closure_does() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 1);
    let mut stuck = [0; LADDER.len()];
    for puzzle in puzzles(60, 2, &mut rng) {
        for tier in 0..=TOP {
            let expected = closed(start(&puzzle), tier);
            let mut state = start(&puzzle);
            while random_step(&mut state, tier, &mut rng) {
                assert!(
                    is_further(&expected, &state),
                    "tier {tier} of {puzzle}, RNG seed {RNG_SEED} + 1"
                );
            }
            assert!(
                state == expected,
                "tier {tier} of {puzzle}, RNG seed {RNG_SEED} + 1\nfind:\n{state:?}\nclosure:\n{expected:?}"
            );
            stuck[usize::from(tier)] += usize::from(!state.is_solved());
        }
    }
    assert!(stuck.iter().all(|&count| count >= 5), "{stuck:?}, RNG seed {RNG_SEED} + 1");
}

#[test]
fn closing_is_monotone() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 2);
    for puzzle in puzzles(100, 3, &mut rng) {
        let mut more = puzzle.clues();
        for cell in Cell::all() {
            if rng.random_range(0..20) == 0 {
                more.insert(cell);
            }
        }
        for tier in 0..=TOP {
            let few = closed(start(&puzzle), tier);
            let many = closed(State::of_clues(puzzle.solution(), more), tier);
            assert!(
                is_further(&many, &few),
                "tier {tier} of {puzzle} and {more}, RNG seed {RNG_SEED} + 2"
            );
            // And from any state on the way, with candidates that are gone for no reason at all.
            let mut state = midgame(&puzzle, tier, &mut rng);
            assert!(closed(state, tier) == few, "tier {tier} of {puzzle}, RNG seed {RNG_SEED} + 2");
            for cell in state.open {
                let digit = Digit::from_index(rng.random_range(0..9));
                if digit != puzzle.solution()[cell] && rng.random_range(0..4) == 0 {
                    state.remove(digit.into(), CellSet::of(cell));
                }
            }
            let less = closed(state, tier);
            assert!(
                is_further(&less, &few) && keeps(&less, &puzzle),
                "tier {tier} of {puzzle}, RNG seed {RNG_SEED} + 2"
            );
        }
    }
}

/// Closing again changes nothing, whether by a new closure or by the one that remembers what it saw; a
/// higher tier goes on from a lower one as from the start; a clue filled later is as good as at once.
#[test]
fn closing_is_idempotent() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 3);
    for puzzle in puzzles(100, 3, &mut rng) {
        let mut climbing = Closure::new(start(&puzzle));
        for tier in 0..=TOP {
            let once = closed(start(&puzzle), tier);
            assert!(closed(once, tier) == once, "tier {tier} of {puzzle}, RNG seed {RNG_SEED} + 3");
            for _ in 0..2 {
                climbing.close(tier);
                assert!(
                    *climbing.state() == once,
                    "tier {tier} of {puzzle}, RNG seed {RNG_SEED} + 3"
                );
            }
            if let Some(cell) =
                once.open.iter().nth(rng.random_range(0..81) % once.open.len().max(1))
            {
                let digit = puzzle.solution()[cell];
                let mut later = climbing.clone();
                later.fill(cell, digit);
                later.close(tier);
                let mut clues = puzzle.clues();
                clues.insert(cell);
                let at_once = closed(State::of_clues(puzzle.solution(), clues), tier);
                assert!(
                    *later.state() == at_once,
                    "tier {tier} of {puzzle} and {cell}, RNG seed {RNG_SEED} + 3"
                );
            }
        }
    }
}

// The literal reading. Cells and houses are numbers, sets of digits are bits; nothing of the library but
// the state that is read in.

type Removed = BTreeSet<(usize, usize)>;

#[derive(Clone)]
struct Board {
    candidates: [u16; 81],
    open: [bool; 81],
}

/// Rows, columns, boxes.
fn houses() -> Vec<[usize; 9]> {
    let row = |r: usize| std::array::from_fn(|i| r * 9 + i);
    let column = |c: usize| std::array::from_fn(|i| i * 9 + c);
    let boxed = |b: usize| std::array::from_fn(|i| (b / 3 * 3 + i / 3) * 9 + b % 3 * 3 + i % 3);
    (0..9).map(row).chain((0..9).map(column)).chain((0..9).map(boxed)).collect()
}

/// All sets of `n` of `items`.
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
    fn of(state: &State) -> Self {
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

    /// The open cells of `house` that can have `digit`.
    fn places(&self, house: &[usize], digit: usize) -> Vec<usize> {
        house.iter().copied().filter(|&cell| self.open[cell] && self.has(cell, digit)).collect()
    }

    /// The digits that no cell of `house` is filled with.
    fn missing(&self, house: &[usize]) -> Vec<usize> {
        let filled = house
            .iter()
            .filter(|&&cell| !self.open[cell])
            .fold(0, |all, &cell| all | self.candidates[cell]);
        (0..9).filter(|digit| filled >> digit & 1 == 0).collect()
    }

    fn fill(&mut self, cell: usize, digit: usize) {
        self.open[cell] = false;
        self.candidates[cell] = 1 << digit;
        for house in houses().iter().filter(|house| house.contains(&cell)) {
            for &other in house.iter().filter(|&&other| other != cell) {
                self.candidates[other] &= !(1 << digit);
            }
        }
    }

    /// Fills single after single; false when an open cell has no candidate or a digit no place.
    fn singles(&mut self) -> bool {
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

    /// The candidates of `digits` in `cells`.
    fn marks(&self, cells: impl IntoIterator<Item = usize>, digits: u16) -> Removed {
        let mut marks = Removed::new();
        for cell in cells {
            marks.extend(
                (0..9).filter(|&d| digits >> d & 1 == 1 && self.has(cell, d)).map(|d| (cell, d)),
            );
        }
        marks
    }

    /// What the technique takes away, by unit that does anything; and the number of possible units.
    #[allow(clippy::too_many_lines)] // one definition after the other
    fn read(&self, technique: Technique) -> (usize, Vec<Removed>) {
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
            Technique::Naked(n) => {
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
            Technique::Hidden(n) => {
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
                        // Pointing takes from the rest of the line, claiming from the rest of the box.
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
            Technique::Fish(n) => {
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
                    // What is decided: the candidate that is refuted.
                    let refuted = (0..9).filter(|&digit| {
                        let mut trial = self.clone();
                        trial.candidates[cell] = 1 << digit;
                        self.has(cell, digit) && !trial.singles()
                    });
                    units.push(refuted.map(|digit| (cell, digit)).collect());
                }
            }
        }
        units.retain(|unit| !unit.is_empty());
        (possible, units)
    }

    /// The cells with two candidates one of which fills the grid when assumed.
    fn completing(&self) -> BTreeSet<usize> {
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

/// What the applications of a technique do, in the words of the literal reading.
fn by_find(state: &State, technique: Technique) -> Removed {
    let mut removed = Removed::new();
    for application in find(state, technique.tier()).applications() {
        if application.technique != technique {
            continue;
        }
        match (application.effect, application.pattern) {
            (Effect::Remove(digits, cells), _) => {
                for cell in cells {
                    let lost =
                        digits.iter().filter(|&digit| state.candidates[digit].contains(cell));
                    removed.extend(lost.map(|digit| (cell.index(), digit.index())));
                }
                let words: DigitSet =
                    digits.iter().filter(|&d| !state.candidates[d].intersects(cells)).collect();
                assert!(
                    words.is_empty(),
                    "{application:?} names {words}, which it does not remove"
                );
            }
            (Effect::Fill(cell, digit), Pattern::Assumed(at, assumed)) => {
                assert!(cell == at && state.candidates.at(cell) - digit.into() == assumed.into());
                removed.insert((cell.index(), assumed.index()));
            }
            (Effect::Fill(cell, digit), _) => drop(removed.insert((cell.index(), digit.index()))),
            (Effect::Solve(..), _) => {}
        }
    }
    removed
}

#[test]
fn techniques_are_their_definitions() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 4);
    let mut seen = std::collections::BTreeMap::<Technique, usize>::new();
    for puzzle in puzzles(60, 1, &mut rng) {
        for top in [0, 2, TOP] {
            let state = midgame(&puzzle, top, &mut rng);
            let board = Board::of(&state);
            for technique in LADDER.iter().copied().flatten().copied() {
                let literal: Removed = board.read(technique).1.into_iter().flatten().collect();
                let found = by_find(&state, technique);
                assert_eq!(
                    found, literal,
                    "{technique:?} of {puzzle}, RNG seed {RNG_SEED} + 4\n{state:?}"
                );
                *seen.entry(technique).or_default() += usize::from(!found.is_empty());
            }
            let completing: BTreeSet<usize> = find(&state, TOP)
                .applications()
                .iter()
                .filter_map(|application| match application.effect {
                    Effect::Solve(cell, digit) => Some((cell, digit)),
                    _ => None,
                })
                .inspect(|&(cell, digit)| assert_eq!(digit, puzzle.solution()[cell], "{puzzle}"))
                .map(|(cell, _)| cell.index())
                .collect();
            assert_eq!(completing, board.completing(), "{puzzle}, RNG seed {RNG_SEED} + 4");
        }
    }
    // Closed by singles, a state has none; and all else was met.
    for technique in LADDER[1..].iter().copied().flatten() {
        assert!(
            seen[technique] >= 3,
            "{technique:?} met too rarely: {seen:?}, RNG seed {RNG_SEED} + 4"
        );
    }
}

#[test]
fn singles_are_their_definitions() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 5);
    for puzzle in puzzles(100, 3, &mut rng) {
        let mut state = start(&puzzle);
        loop {
            for technique in [Technique::NakedSingle, Technique::HiddenSingle] {
                let units = Board::of(&state).read(technique).1;
                let found = by_find(&state, technique);
                assert_eq!(
                    found,
                    units.into_iter().flatten().collect(),
                    "{technique:?} of {puzzle}, RNG seed {RNG_SEED} + 5"
                );
            }
            if !random_step(&mut state, 0, &mut rng) {
                break;
            }
        }
        let mut board = Board::of(&start(&puzzle));
        assert!(board.singles());
        let fast = Board::of(&closed(start(&puzzle), 0));
        assert!(
            board.candidates == fast.candidates && board.open == fast.open,
            "{puzzle}, RNG seed {RNG_SEED} + 5"
        );
    }
}

/// p and v (design, section 3): each tier pools its techniques, and valid ones count in the same units.
#[test]
fn possible_and_valid_are_counted_as_the_paper_counts() {
    let mut rng = ChaCha8Rng::seed_from_u64(RNG_SEED + 6);
    for puzzle in puzzles(80, 3, &mut rng) {
        let mut states = vec![start(&puzzle)];
        for _ in 0..rng.random_range(0..20) {
            let mut next = states[0];
            random_step(&mut next, 0, &mut rng);
            states[0] = next;
        }
        states.extend([0, 2, TOP].map(|top| midgame(&puzzle, top, &mut rng)));
        for (i, state) in states.iter().enumerate() {
            let board = Board::of(state);
            // Only where there is no single left is a higher tier searched.
            for tier in 0..=if i == 0 { 0 } else { TOP } {
                let found = find(state, tier);
                let (mut possible, mut valid) = (0, 0);
                for &technique in LADDER[usize::from(tier)] {
                    let (p, units) = board.read(technique);
                    possible += p;
                    valid += units.len();
                    if technique == Technique::Assumption {
                        let refuting: BTreeSet<usize> =
                            units.iter().flatten().map(|&(cell, _)| cell).collect();
                        valid = refuting.union(&board.completing()).count();
                    }
                }
                let counted = (found.possible, found.valid());
                assert_eq!(
                    counted,
                    (possible, valid),
                    "tier {tier} of {puzzle}, RNG seed {RNG_SEED} + 6\n{state:?}"
                );
                let pooled: usize = (0..found.valid()).map(|unit| found.unit(unit).len()).sum();
                assert_eq!(
                    pooled,
                    found.applications().len(),
                    "tier {tier} of {puzzle}, RNG seed {RNG_SEED} + 6"
                );
                assert!((0..found.valid()).all(|unit| !found.unit(unit).is_empty()));
            }
        }
    }
}
