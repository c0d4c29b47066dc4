//! Chains: a node is false, so the next is true, so the next is false, and so on to one that is
//! true. So one of the two ends is true, and what both rule out goes.

use super::graph::{Graph, Links, Reach};
use super::step::{Flow, GO, Node, Reason, Sink, place, remove, union};
use super::technique::Technique;
use super::view::View;
use crate::board::{Candidates, Digit};

/// X-chain: all of one digit.
pub(super) fn x(view: &View, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    for digit in Digit::all() {
        search(view, technique, Links::Digit(digit), sink, |_| true)?;
    }
    GO
}

/// XY-chain: from cell to cell with two candidates; both ends are the same digit.
pub(super) fn xy(view: &View, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    search(view, technique, Links::Pairs, sink, |ends| ends[0].digit == ends[1].digit)
}

/// AIC: an alternating inference chain of candidates of any kind, whose ends do not rule out each
/// other. If both ends are the same candidate it is true.
pub(super) fn aic(view: &View, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    search(view, technique, Links::Candidates, sink, |_| true)
}

/// Continuous nice loop: an alternating inference chain whose ends rule out each other, so that it
/// can be walked round in both directions. Of each two that rule out each other one is true.
pub(super) fn closed(view: &View, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    loops(view, technique, Links::Candidates, sink)
}

/// Grouped AIC: one with two or three places of a digit where a line crosses a box as a node, which
/// is true if one of them is.
pub(super) fn grouped(view: &View, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    search(view, technique, Links::Groups, sink, |_| true)?;
    loops(view, technique, Links::Groups, sink)
}

/// Tells of chains of four nodes or more, of each two ends the shortest.
fn search(
    view: &View,
    technique: Technique,
    links: Links,
    sink: &mut Sink<'_>,
    fits: fn([Node; 2]) -> bool,
) -> Flow {
    let graph = Graph::of(view, links);
    let leave_loops = matches!(links, Links::Candidates | Links::Groups);
    for start in 0..graph.nodes.len() {
        let reach = graph.reach(start);
        for end in reach.on.iter().map(|&end| usize::from(end)) {
            // The same chain is found from its other end.
            let is_loop = leave_loops && graph.is_weak(start, end);
            if end < start || is_loop || !fits([graph.nodes[start], graph.nodes[end]]) {
                continue;
            }
            if end == start {
                true_anyway(view, technique, (&graph, &reach, start), sink)?;
                continue;
            }
            let removed = graph.ruled_out(view, start, end);
            if removed.is_empty() {
                continue;
            }
            let chain = reach.chain(start, end);
            if chain.len() >= 4 {
                remove(sink, technique, removed, || told(&graph, &chain, false))?;
            }
        }
    }
    GO
}

/// A node that is true even if it is false.
fn true_anyway(
    view: &View,
    technique: Technique,
    (graph, reach, node): (&Graph, &Reach, usize),
    sink: &mut Sink<'_>,
) -> Flow {
    let chain = reach.chain(node, node);
    let Node { digit, cells } = graph.nodes[node];
    if let Some(cell) = cells.single() {
        return place(sink, technique, (cell, digit), told(graph, &chain, false));
    }
    let removed = graph.ruled_out(view, node, node);
    remove(sink, technique, removed, || told(graph, &chain, false))
}

fn loops(view: &View, technique: Technique, links: Links, sink: &mut Sink<'_>) -> Flow {
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
                union(removed, graph.ruled_out(view, one, other))
            });
            remove(sink, technique, removed, || told(&graph, &chain, true))?;
        }
    }
    GO
}

fn told(graph: &Graph, chain: &[usize], closed: bool) -> (Candidates, Reason) {
    let nodes: Vec<Node> = chain.iter().map(|&number| graph.nodes[number]).collect();
    let mut pattern = Candidates::NONE;
    for node in &nodes {
        pattern[node.digit] |= node.cells;
    }
    (pattern, Reason::Chain { nodes, closed })
}
