//! Colouring: the places of a digit joined by strong links, in two colours by turns.

use super::step::{Found, Reason, only};
use super::view::View;
use crate::board::{Candidates, Cell, CellSet, Digit};

/// Returns the clusters of `digit` with two links or more: places joined by houses with just two
/// places, coloured by turns. Of each cluster one colour is true everywhere, the other nowhere.
fn clusters(view: &View, digit: Digit) -> Vec<[CellSet; 2]> {
    let links = view.conjugates(digit);
    let mut left: CellSet = links.iter().flat_map(|link| link.ends).collect();
    let mut clusters = Vec::new();
    while let Some(first) = left.first() {
        let mut colours = [CellSet::of(first), CellSet::EMPTY];
        loop {
            let before = colours;
            for link in &links {
                for [one, other] in [link.ends, [link.ends[1], link.ends[0]]] {
                    for colour in 0..2 {
                        if colours[colour].contains(one) {
                            colours[1 - colour].insert(other);
                        }
                    }
                }
            }
            if colours == before {
                break;
            }
        }
        left -= colours[0] | colours[1];
        // A cluster of odd rings is no board of a puzzle.
        if (colours[0] | colours[1]).len() >= 3 && !colours[0].intersects(colours[1]) {
            clusters.push(colours);
        }
    }
    clusters
}

/// Returns the cells that see one of `cells` or more.
fn seen_by_any(cells: CellSet) -> CellSet {
    cells.iter().map(Cell::peers).collect()
}

/// Simple colouring, trap: a place of the digit that sees both colours of a cluster goes.
pub(super) fn trap(view: &View, out: &mut Found) {
    for digit in Digit::all() {
        for cluster in clusters(view, digit) {
            let seen = seen_by_any(cluster[0]) & seen_by_any(cluster[1]);
            let removed = view.marks(digit.into(), seen - (cluster[0] | cluster[1]));
            out.remove(removed, || told(digit, vec![cluster]));
        }
    }
}

/// Simple colouring, wrap: two places of a colour see each other, so that it is false: all its
/// places go.
pub(super) fn wrap(view: &View, out: &mut Found) {
    for digit in Digit::all() {
        for cluster in clusters(view, digit) {
            for colour in [0, 1] {
                if cluster[colour].intersects(seen_by_any(cluster[colour])) {
                    let removed = view.marks(digit.into(), cluster[colour]);
                    let told = || told(digit, vec![[cluster[colour], cluster[1 - colour]]]);
                    out.remove(removed, told);
                }
            }
        }
    }
}

/// Multi-colouring, bridge: a colour of a cluster sees one of another, so that not both are true:
/// one of their opposites is, and what sees both of these goes.
pub(super) fn bridge(view: &View, out: &mut Found) {
    two_clusters(view, |digit, one, other| {
        if !one[0].intersects(seen_by_any(other[0])) {
            return;
        }
        let seen = seen_by_any(one[1]) & seen_by_any(other[1]);
        let removed = view.marks(digit.into(), seen);
        out.remove(removed, || told(digit, vec![one, other]));
    });
}

/// Multi-colouring, both sides: a colour of a cluster sees both colours of another, one of which is
/// true: all its places go.
pub(super) fn between(view: &View, out: &mut Found) {
    two_clusters(view, |digit, one, other| {
        let seen = other.map(|colour| one[0].intersects(seen_by_any(colour)));
        // A single place that sees both is a trap.
        let trapped = seen_by_any(other[0]) & seen_by_any(other[1]);
        if seen != [true; 2] || one[0].intersects(trapped) {
            return;
        }
        let removed = view.marks(digit.into(), one[0]);
        out.remove(removed, || told(digit, vec![one, other]));
    });
}

/// Each two clusters of a digit in both orders, each with both orders of its colours. Clusters of
/// one link count here.
fn two_clusters(view: &View, mut visit: impl FnMut(Digit, [CellSet; 2], [CellSet; 2])) {
    for digit in Digit::all() {
        let mut all = clusters(view, digit);
        let coloured: CellSet = all.iter().map(|[one, other]| *one | *other).collect();
        for link in view.conjugates(digit) {
            let [one, other] = link.ends.map(CellSet::of);
            if !coloured.intersects(one | other) && !all.contains(&[one, other]) {
                all.push([one, other]);
            }
        }
        for (i, &one) in all.iter().enumerate() {
            for (_, &other) in all.iter().enumerate().filter(|&(j, _)| j != i) {
                for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let turned = [[one[a], one[1 - a]], [other[b], other[1 - b]]];
                    visit(digit, turned[0], turned[1]);
                }
            }
        }
    }
}

fn told(digit: Digit, clusters: Vec<[CellSet; 2]>) -> (Candidates, Reason) {
    let cells = clusters.iter().map(|[one, other]| *one | *other).collect();
    (only(digit, cells), Reason::Colours(clusters))
}
