//! Chains: a first node is false, so the next is true, so the next is false, and so on to a true
//! last node. Hence one of the two ends is true, and what both rule out is eliminated.

use super::graph::{Graph, Links, Reach};
use super::step::{Found, Node, Reason};
use super::view::View;
use crate::board::{Candidates, Digit};

/// X-chain: all of one digit.
pub(super) fn x(view: &View, out: &mut Found) {
    for digit in Digit::all() {
        search(view, out, Links::Digit(digit), |_| true);
    }
}

/// XY-chain: from cell to cell with two candidates; both ends are the same digit.
pub(super) fn xy(view: &View, out: &mut Found) {
    search(view, out, Links::Pairs, |ends| ends[0].digit == ends[1].digit);
}

/// AIC: an alternating inference chain of candidates of any kind, whose ends do not rule out each
/// other. If both ends are the same candidate it is true.
pub(super) fn aic(view: &View, out: &mut Found) {
    search(view, out, Links::Candidates, |_| true);
}

/// Continuous nice loop: an alternating inference chain whose ends rule out each other, so that it
/// can be walked round in both directions. Of each two that rule out each other one is true.
pub(super) fn closed(view: &View, out: &mut Found) {
    loops(view, out, Links::Candidates);
}

/// Grouped AIC: one with two or three places of a digit where a line crosses a box as a node, which
/// is true if one of them is.
pub(super) fn grouped(view: &View, out: &mut Found) {
    search(view, out, Links::Groups, |_| true);
    loops(view, out, Links::Groups);
}

/// Tells of chains of four nodes or more, of each two ends the shortest.
fn search(view: &View, out: &mut Found, links: Links, fits: fn([Node; 2]) -> bool) {
    let graph = Graph::of(view, links);
    let leave_loops = matches!(links, Links::Candidates | Links::Groups);
    for start in 0..graph.nodes.len() {
        let reach = graph.reach(start);
        for end in reach.on.iter().map(|&end| usize::from(end)) {
            // Each chain is also found from its other end.
            let is_loop = leave_loops && graph.is_weak(start, end);
            if end < start || is_loop || !fits([graph.nodes[start], graph.nodes[end]]) {
                continue;
            }
            if end == start {
                true_anyway(view, out, (&graph, &reach, start));
                continue;
            }
            let removed = graph.ruled_out(view, start, end);
            if removed.is_empty() {
                continue;
            }
            let chain = reach.chain(start, end);
            if chain.len() >= 4 {
                out.remove(removed, || told(&graph, &chain, false));
            }
        }
    }
}

/// A node that is true even if it is false.
fn true_anyway(view: &View, out: &mut Found, (graph, reach, node): (&Graph, &Reach, usize)) {
    let chain = reach.chain(node, node);
    let Node { digit, cells } = graph.nodes[node];
    if let Some(cell) = cells.single() {
        return out.place((cell, digit), told(graph, &chain, false));
    }
    let removed = graph.ruled_out(view, node, node);
    out.remove(removed, || told(graph, &chain, false));
}

fn loops(view: &View, out: &mut Found, links: Links) {
    let graph = Graph::of(view, links);
    for start in 0..graph.nodes.len() {
        let reach = graph.reach(start);
        for end in reach.on.iter().map(|&end| usize::from(end)) {
            if end <= start || !graph.is_weak(start, end) {
                continue;
            }
            let chain = reach.chain(start, end);
            if chain.len() < 4 {
                continue;
            }
            // Weak links stand between the second and the third, and so on, and the ends. Those
            // that are strong too rule out what locked candidates do.
            let weak = (1..chain.len())
                .step_by(2)
                .map(|i| (chain[i], chain[(i + 1) % chain.len()]))
                .filter(|&(one, other)| !graph.is_strong(one, other));
            let removed = weak.fold(Candidates::NONE, |removed, (one, other)| {
                removed | graph.ruled_out(view, one, other)
            });
            out.remove(removed, || told(&graph, &chain, true));
        }
    }
}

fn told(graph: &Graph, chain: &[usize], closed: bool) -> (Candidates, Reason) {
    let nodes: Vec<Node> = chain.iter().map(|&number| graph.nodes[number]).collect();
    let mut pattern = Candidates::NONE;
    for node in &nodes {
        pattern[node.digit] |= node.cells;
    }
    (pattern, Reason::Chain { nodes, closed })
}
