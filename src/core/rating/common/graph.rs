//! Strong and weak links between candidates, for chains.

use super::step::Node;
use super::view::{View, seen_by_all};
use crate::board::{Candidates, Cell, CellSet, Digit, House, HouseKind};

/// The kinds of links that a chain may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Links {
    /// Within one digit.
    Digit(Digit),
    /// Strong ones in cells with two candidates, weak ones within a digit.
    Pairs,
    /// All between candidates.
    Candidates,
    /// Those between candidates, and those of groups: two or three places of a digit where a line
    /// crosses a box.
    Groups,
}

/// The nodes that have a strong link, and all links between them.
///
/// A strong link means that at least one of two nodes is true, a weak link that at most one is. Two
/// nodes can have both.
pub(super) struct Graph {
    pub nodes: Vec<Node>,
    /// The cells that see all of a node.
    seen: Vec<CellSet>,
    strong: Vec<Vec<u16>>,
    weak: Vec<Vec<u16>>,
}

impl Graph {
    pub fn of(view: &View, links: Links) -> Self {
        let mut graph =
            Self { nodes: Vec::new(), seen: Vec::new(), strong: Vec::new(), weak: Vec::new() };
        let mut numbers = Numbers { single: [u16::MAX; 729], groups: Vec::new() };
        if links != Links::Pairs {
            let digits = Digit::all().filter(|&digit| match links {
                Links::Digit(only) => only == digit,
                _ => true,
            });
            for digit in digits {
                for link in view.conjugates(digit) {
                    let ends = link.ends.map(|cell| Node { digit, cells: CellSet::of(cell) });
                    graph.join(&mut numbers, ends);
                }
                if links == Links::Groups {
                    for house in House::all() {
                        graph.join_groups(&mut numbers, view, (house, digit));
                    }
                }
            }
        }
        if !matches!(links, Links::Digit(_)) {
            for cell in view.pairs() {
                let mut digits = view.digits(cell).iter();
                if let (Some(one), Some(other)) = (digits.next(), digits.next()) {
                    let ends = [one, other].map(|digit| Node { digit, cells: CellSet::of(cell) });
                    graph.join(&mut numbers, ends);
                }
            }
        }
        graph.link_weakly(links != Links::Pairs);
        graph
    }

    /// Joins the places of a digit in a house if they are two groups, or a group and one place.
    fn join_groups(&mut self, numbers: &mut Numbers, view: &View, at: (House, Digit)) {
        let (house, digit) = at;
        let places = view.places(digit) & house.cells();
        if places.len() < 3 {
            return;
        }
        for across in House::all().filter(|across| across.cells().intersects(house.cells())) {
            let splits = match house.kind() {
                HouseKind::Box => across.kind() != HouseKind::Box,
                _ => across.kind() == HouseKind::Box,
            };
            let (one, other) = (places & across.cells(), places - across.cells());
            if splits && !one.is_empty() && !other.is_empty() && is_group(house, other) {
                self.join(numbers, [one, other].map(|cells| Node { digit, cells }));
            }
        }
    }

    fn join(&mut self, numbers: &mut Numbers, ends: [Node; 2]) {
        let [one, other] = ends.map(|node| {
            numbers.get(node).unwrap_or_else(|| {
                let next = self.nodes.len() as u16;
                numbers.set(node, next);
                self.nodes.push(node);
                self.seen.push(seen_by_all(node.cells));
                self.strong.push(Vec::new());
                next
            })
        });
        for (from, to) in [(one, other), (other, one)] {
            let links = &mut self.strong[usize::from(from)];
            if !links.contains(&to) {
                links.push(to);
            }
        }
    }

    fn link_weakly(&mut self, in_cells: bool) {
        for (from, seen) in self.nodes.iter().zip(&self.seen) {
            let is_linked = |to: &Node| {
                if from.digit == to.digit {
                    to.cells.is_subset(*seen)
                } else {
                    in_cells && from.cells == to.cells && from.cells.len() == 1
                }
            };
            let links = (0..).zip(&self.nodes).filter(|(_, to)| is_linked(to));
            self.weak.push(links.map(|(number, _)| number).collect());
        }
    }

    /// Returns the candidates ruled out whichever of two nodes is true.
    pub fn ruled_out(&self, view: &View, one: usize, other: usize) -> Candidates {
        let mut removed = Candidates::NONE;
        let [first, second] = [one, other].map(|number| self.nodes[number]);
        let [seen_first, seen_second] = [one, other].map(|number| self.seen[number]);
        if first.digit == second.digit {
            removed[first.digit] = seen_first & seen_second & view.places(first.digit);
            return removed;
        }
        if first.cells == second.cells && first.cells.len() == 1 {
            removed = view.marks(crate::board::DigitSet::ALL, first.cells);
            removed[first.digit] -= first.cells;
            removed[second.digit] -= first.cells;
            return removed;
        }
        if second.cells.len() == 1 && second.cells.is_subset(seen_first) {
            removed[first.digit] = view.places(first.digit) & second.cells;
        }
        if first.cells.len() == 1 && first.cells.is_subset(seen_second) {
            removed[second.digit] = view.places(second.digit) & first.cells;
        }
        removed
    }

    /// Whether one node rules out the other.
    pub fn is_weak(&self, one: usize, other: usize) -> bool {
        self.weak[one].contains(&(other as u16))
    }

    /// Whether one of two nodes is true.
    pub fn is_strong(&self, one: usize, other: usize) -> bool {
        self.strong[one].contains(&(other as u16))
    }

    /// Finds the nodes that are true if `start` is false, by shortest chains.
    pub fn reach(&self, start: usize) -> Reach {
        let count = self.nodes.len();
        let mut reach =
            Reach { before: [vec![u16::MAX; count], vec![u16::MAX; count]], on: Vec::new() };
        let mut queue = vec![(start as u16, false)];
        reach.before[0][start] = start as u16;
        let mut next = 0;
        while let Some(&(node, on)) = queue.get(next) {
            next += 1;
            let links = if on { &self.weak } else { &self.strong };
            for &to in &links[usize::from(node)] {
                let before = &mut reach.before[usize::from(!on)][usize::from(to)];
                if *before == u16::MAX {
                    *before = node;
                    queue.push((to, !on));
                    if !on {
                        reach.on.push(to);
                    }
                }
            }
        }
        reach
    }
}

/// The result of a search from a false node.
pub(super) struct Reach {
    /// For each node as false and as true, the node before it on the chain.
    before: [Vec<u16>; 2],
    /// The nodes that are true, nearest first.
    pub on: Vec<u16>,
}

impl Reach {
    /// Returns the chain from `start`, false, to `end`, true.
    pub fn chain(&self, start: usize, end: usize) -> Vec<usize> {
        let mut chain = vec![end];
        let (mut node, mut on) = (end, true);
        while on || node != start {
            node = self.before[usize::from(on)][node].into();
            on = !on;
            chain.push(node);
        }
        chain.reverse();
        chain
    }
}

/// Whether places of `house` stand together in a house that crosses it.
fn is_group(house: House, places: CellSet) -> bool {
    let is_box = house.kind() == HouseKind::Box;
    places.len() == 1
        || House::all().any(|across| {
            (across.kind() == HouseKind::Box) != is_box && places.is_subset(across.cells())
        })
}

/// The numbers of nodes.
struct Numbers {
    single: [u16; Cell::COUNT * Digit::COUNT],
    groups: Vec<(Node, u16)>,
}

impl Numbers {
    fn get(&self, node: Node) -> Option<u16> {
        match node.cells.single() {
            Some(cell) => {
                let number = self.single[cell.index() * 9 + node.digit.index()];
                (number != u16::MAX).then_some(number)
            }
            None => self.groups.iter().find(|(own, _)| *own == node).map(|&(_, number)| number),
        }
    }

    fn set(&mut self, node: Node, number: u16) {
        match node.cells.single() {
            Some(cell) => self.single[cell.index() * 9 + node.digit.index()] = number,
            None => self.groups.push((node, number)),
        }
    }
}
