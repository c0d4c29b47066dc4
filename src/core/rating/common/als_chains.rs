//! ALS-XZ, ALS-XY-wing, ALS chain, death blossom.

use super::als::{Als, AlsGraph};
use super::step::{Found, Reason};
use super::view::View;
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet};

/// ALS-XZ: two almost locked sets linked by a digit x: one of them does not hold it, so that one
/// holds each other digit of it. A digit z that both have goes from what sees all its places in
/// both. If two digits link them each holds one of these: both sets are locked, and every digit
/// goes from what sees all its places in its set; of the links, in both.
pub(super) fn xz(view: &View, out: &mut Found) {
    let graph = view.als();
    for (i, one) in graph.sets.iter().enumerate() {
        for &(j, links) in graph.links[i].iter().filter(|&&(j, _)| usize::from(j) < i) {
            let other = &graph.sets[usize::from(j)];
            if links.len() >= 2 {
                let removed = doubly(one, other, links);
                out.remove(removed, || told(view, &[one, other], links.iter(), None));
                continue;
            }
            let common = (one.digits & other.digits) - links;
            let removed = seen_by_each(view, common, &[one, other]);
            out.remove(removed, || told(view, &[one, other], links.iter(), None));
        }
    }
}

fn doubly(one: &Als, other: &Als, links: DigitSet) -> Candidates {
    let mut removed = Candidates::NONE;
    for digit in (one.digits | other.digits).iter() {
        let [first, second] = [one, other].map(|set| set.seen[digit]);
        removed[digit] = if links.contains(digit) { first & second } else { first | second };
    }
    removed
}

/// Returns for each set whether it has `digit`, with all its places in sight of `target`.
fn in_sight(graph: &AlsGraph, digit: Digit, target: Cell) -> Vec<bool> {
    graph.sets.iter().map(|set| set.seen[digit].contains(target)).collect()
}

/// Returns all candidates of the board, as possible eliminations.
fn targets(view: &View) -> impl Iterator<Item = (Digit, Cell)> {
    Digit::all().flat_map(|digit| view.places(digit).iter().map(move |cell| (digit, cell)))
}

/// ALS-XY-wing: a set linked to two others by two digits: one of these is not in it, so that the
/// set linked by it does not hold it, but all else. A digit that both others have goes from what
/// sees all its places in both.
pub(super) fn xy_wing(view: &View, out: &mut Found) {
    let (graph, mut told_before) = (view.als(), Removals(Candidates::NONE));
    for (digit, target) in targets(view) {
        let ends = in_sight(graph, digit, target);
        for (pivot, links) in graph.links.iter().enumerate() {
            let near: Vec<(usize, DigitSet)> = links
                .iter()
                .map(|&(set, links)| (usize::from(set), links - digit.into()))
                .filter(|&(set, links)| ends[set] && !links.is_empty())
                .collect();
            // Most pivots have one digit to all of these.
            if near.iter().fold(DigitSet::EMPTY, |all, (_, links)| all | *links).len() < 2 {
                continue;
            }
            for (i, &(one, first)) in near.iter().enumerate() {
                for &(other, second) in &near[..i] {
                    if let Some(links) = two_digits(first, second) {
                        let sets = [one, pivot, other].map(|set| &graph.sets[set]);
                        let at = ((digit, target), &mut told_before);
                        end_to_end(view, out, at, &sets, &links);
                    }
                }
            }
        }
    }
}

/// Returns a digit of `one` and a different digit of `other`, if there are such.
fn two_digits(one: DigitSet, other: DigitSet) -> Option<[Digit; 2]> {
    one.iter().find_map(|x| (other - x.into()).first().map(|y| [x, y]))
}

/// Returns the candidates of `digits` that see all places of their digit in each of `sets`.
fn seen_by_each(view: &View, digits: DigitSet, sets: &[&Als]) -> Candidates {
    sets.iter().fold(view.marks(digits, view.open()), |seen, set| seen & set.seen)
}

/// The candidates removed by the steps reported so far. A step with several eliminations is
/// reported at the first of them, and at each other one that no earlier step removes.
struct Removals(Candidates);

impl Removals {
    fn is_new(&mut self, removed: &Candidates, (digit, target): (Digit, Cell)) -> bool {
        let first = Digit::all().find_map(|digit| Some((digit, removed[digit].first()?)));
        let is_new = first == Some((digit, target)) || !self.0[digit].contains(target);
        if is_new {
            self.0 |= *removed;
        }
        is_new
    }
}

/// Reports the candidates that the first and the last of `sets` rule out, if new at this target.
fn end_to_end(
    view: &View,
    out: &mut Found,
    (target, told_before): ((Digit, Cell), &mut Removals),
    sets: &[&Als],
    links: &[Digit],
) {
    let ([first, .., last], [start, .., end]) = (sets, links) else { return };
    let common = (first.digits & last.digits) - (DigitSet::from(*start) | (*end).into());
    let removed = seen_by_each(view, common, &[first, last]);
    if !told_before.is_new(&removed, target) {
        return;
    }
    out.remove(removed, || told(view, sets, links.iter().copied(), None));
}

/// The largest number of sets of an ALS chain.
const LONGEST: usize = 12;

/// ALS chain: sets each linked to the next, no two links in turn by the same digit. If the first
/// lacks a digit, it holds the first link, so that the second holds the second, and so on, and the
/// last holds the digit too, which goes from what sees all its places in both.
pub(super) fn chain(view: &View, out: &mut Found) {
    let (graph, mut told_before) = (view.als(), Removals(Candidates::NONE));
    for (digit, target) in targets(view) {
        let ends = in_sight(graph, digit, target);
        for (sets, links) in chains(graph, digit, &ends) {
            let sets: Vec<&Als> = sets.into_iter().map(|set| &graph.sets[set]).collect();
            end_to_end(view, out, ((digit, target), &mut told_before), &sets, &links);
        }
    }
}

/// Returns shortest chains of three sets or more from one of the ends to another. Chains that enter
/// the last set by different digits count as different.
fn chains(graph: &AlsGraph, digit: Digit, ends: &[bool]) -> Vec<(Vec<usize>, Vec<Digit>)> {
    // An entry is a set, the digit by which it is entered, the index of the entry before, and the
    // number of sets so far.
    let starts = (0..ends.len()).filter(|&set| ends[set]);
    let mut queue: Vec<(usize, Digit, usize, usize)> =
        starts.map(|set| (set, digit, 0, 1)).collect();
    let mut seen = vec![DigitSet::EMPTY; ends.len()];
    let mut found = Vec::new();
    let mut next = 0;
    while let Some(&(set, entered, _, length)) = queue.get(next) {
        next += 1;
        if length >= 3 && ends[set] && entered != digit {
            found.push(walked(&queue, next - 1));
        }
        if length == LONGEST {
            continue;
        }
        for &(to, links) in &graph.links[set] {
            let to = usize::from(to);
            for link in (links - entered.into() - seen[to]).iter() {
                seen[to].insert(link);
                queue.push((to, link, next - 1, length + 1));
            }
        }
    }
    found
}

fn walked(queue: &[(usize, Digit, usize, usize)], last: usize) -> (Vec<usize>, Vec<Digit>) {
    let (mut sets, mut links, mut at) = (Vec::new(), Vec::new(), last);
    loop {
        let (set, entered, before, length) = queue[at];
        sets.push(set);
        if length == 1 {
            break;
        }
        links.push(entered);
        at = before;
    }
    sets.reverse();
    links.reverse();
    (sets, links)
}

/// The largest number of choices of petals reported for one stem.
const MOST_BLOSSOMS: usize = 300;

/// Death blossom: a cell, the stem, each of whose digits takes itself from an almost locked set, a
/// petal: whatever the stem is, one petal is locked. A digit that all petals have goes from what
/// sees all its places in all of them.
pub(super) fn blossom(view: &View, out: &mut Found) {
    let (graph, mut told_before) = (view.als(), Removals(Candidates::NONE));
    for (digit, target) in targets(view) {
        let petals: Vec<&Als> =
            graph.sets.iter().filter(|set| set.seen[digit].contains(target)).collect();
        let mut reached = Candidates::NONE;
        for petal in &petals {
            for link in (petal.digits - digit.into()).iter() {
                reached[link] |= petal.seen[link];
            }
        }
        for stem in view.open() {
            let digits = view.digits(stem);
            if digits.len() < 2 || !digits.iter().all(|link| reached[link].contains(stem)) {
                continue;
            }
            let choices: Vec<Vec<&Als>> = digits
                .iter()
                .map(|link| {
                    let fits = |petal: &&&Als| {
                        petal.seen[link].contains(stem) && !petal.cells.contains(stem)
                    };
                    petals.iter().filter(fits).copied().collect()
                })
                .collect();
            for petals in combinations(&choices) {
                let common = petals.iter().fold(DigitSet::ALL, |all, petal| all & petal.digits);
                let removed = seen_by_each(view, common - digits, &petals);
                if !told_before.is_new(&removed, (digit, target)) {
                    continue;
                }
                out.remove(removed, || told(view, &petals, digits.iter(), Some(stem)));
            }
        }
    }
}

/// Returns the ways to choose one element of each list, at most [`MOST_BLOSSOMS`].
fn combinations<'a>(choices: &[Vec<&'a Als>]) -> Vec<Vec<&'a Als>> {
    let mut all: Vec<Vec<&Als>> = vec![Vec::new()];
    for choice in choices {
        let longer = all
            .iter()
            .flat_map(|chosen| choice.iter().map(move |&one| [chosen.as_slice(), &[one]].concat()));
        all = longer.take(MOST_BLOSSOMS).collect();
    }
    all
}

fn told(
    view: &View,
    sets: &[&Als],
    links: impl Iterator<Item = Digit>,
    stem: Option<Cell>,
) -> (Candidates, Reason) {
    let mut pattern =
        stem.map_or(Candidates::NONE, |stem| view.marks(DigitSet::ALL, CellSet::of(stem)));
    for set in sets {
        pattern |= view.marks(set.digits, set.cells);
    }
    let sets = sets.iter().map(|set| (set.cells, set.digits)).collect();
    (pattern, Reason::Sets { sets, links: links.collect(), stem })
}
