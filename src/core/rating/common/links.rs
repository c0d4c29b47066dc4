//! The chains of a step as a drawing shows them.

use super::forcing::strong;
use super::step::{Node, Reason, Step, only};
use super::technique::Technique;
use super::view::View;
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, House, State};
use crate::logic::{Link, Marks};

impl Step {
    /// The chains of the argument, as arrows; none for other patterns. An arrow that is not weak
    /// leads from a candidate that is false to one that is true; in a forcing net, between those
    /// that are true.
    ///
    /// Of an almost locked set an arrow leads from the digit that it does not hold to the digit
    /// that it then does, of two colours from the one to the other. Several chains of forced
    /// candidates lead to the first that goes.
    pub fn links(&self, before: &State) -> Vec<Vec<Link>> {
        match &self.reason {
            Reason::Chain { nodes, closed } => {
                let is_loop = matches!(self.technique, Technique::NiceLoop | Technique::GroupedAic);
                vec![chain(nodes, *closed && is_loop)]
            }
            Reason::Colours(clusters) => self.coloured(clusters, before),
            Reason::Sets { sets, links, stem } => self.locked(sets, links, *stem),
            Reason::Branches { .. } | Reason::Contradiction => self.forced(before),
            _ => Vec::new(),
        }
    }

    /// What a drawing marks, with the ends of the [links](Self::links).
    pub fn marks_of(&self, links: &[Vec<Link>]) -> Marks {
        let mut marks = self.marks();
        for (cells, digit) in links.iter().flatten().flat_map(|link| link.ends) {
            marks.pattern[digit] |= cells - marks.removed[digit];
        }
        marks
    }

    /// The two places of the digit in each house of a cluster, from the first colour to the other;
    /// where a place of the first colour sees one of the first or both of another, weak links.
    fn coloured(&self, clusters: &[[CellSet; 2]], before: &State) -> Vec<Vec<Link>> {
        let Some(digit) = self.digits().first() else { return Vec::new() };
        let places = before.candidates[digit] & before.open;
        let node = |cells| Node { digit, cells };
        let mut chains: Vec<Vec<Link>> = Vec::new();
        for [one, other] in clusters {
            let pairs = House::all().map(|house| places & house.cells()).filter(|pair| {
                pair.len() == 2 && pair.is_subset(*one | *other) && pair.intersects(*one)
            });
            let mut links: Vec<Link> =
                pairs.map(|pair| link(node(pair & *one), node(pair & *other), false)).collect();
            // A row or column and a box can have the same two places.
            links.dedup();
            chains.push(links);
        }
        if let [[one, _], [third, fourth]] = clusters {
            let targets = match self.technique {
                Technique::ColourBridge => vec![*third],
                _ => vec![*third, *fourth],
            };
            let seen = |target: &CellSet| {
                one.iter().find_map(|from| Some((from, (*target & from.peers()).first()?)))
            };
            let joints = targets.iter().filter_map(seen);
            let joints =
                joints.map(|(from, to)| link(node(CellSet::of(from)), node(CellSet::of(to)), true));
            chains.push(joints.collect());
        }
        chains
    }

    /// Through each set from the digit that it lacks to the digit that it has.
    fn locked(
        &self,
        sets: &[(CellSet, DigitSet)],
        links: &[Digit],
        stem: Option<Cell>,
    ) -> Vec<Vec<Link>> {
        let Some((_, end)) = each(&self.removed).next() else { return Vec::new() };
        // The pattern holds the stem, too.
        let at =
            |digit: Digit, set: usize| Node { digit, cells: self.pattern[digit] & sets[set].0 };
        if let Some(stem) = stem {
            let petal = |(set, &digit): (usize, &Digit)| {
                let from = Node { digit, cells: CellSet::of(stem) };
                let [near, far] = [digit, end].map(|digit| at(digit, set));
                vec![link(from, near, true), link(near, far, false)]
            };
            return links.iter().enumerate().map(petal).collect();
        }
        if let ([_, _], [first, second]) = (sets, links) {
            let nodes = [at(*first, 0), at(*second, 0), at(*second, 1), at(*first, 1)];
            return vec![chain(&nodes, true)];
        }
        let mut nodes = vec![at(end, 0)];
        for (set, &digit) in links.iter().enumerate() {
            nodes.extend([at(digit, set), at(digit, set + 1)]);
        }
        nodes.push(at(end, sets.len() - 1));
        vec![chain(&nodes, false)]
    }

    /// From each start to the candidate that goes, or to a contradiction.
    fn forced(&self, before: &State) -> Vec<Vec<Link>> {
        let view = View::of(before, CellSet::EMPTY);
        let target = match self.reason {
            Reason::Contradiction => None,
            _ => each(&self.removed).next(),
        };
        let starts = each(&self.pattern);
        match (self.technique, target) {
            (Technique::ForcingChain, Some(target)) => {
                starts.map(|start| linked(&view, start, target)).collect()
            }
            _ => starts.map(|start| singles(&view, start, target)).collect(),
        }
    }
}

fn link(from: Node, to: Node, is_weak: bool) -> Link {
    Link { ends: [from, to].map(|node| (node.cells, node.digit)), is_weak, number: None }
}

/// From the first node, which is false, to the second, and so on.
fn chain(nodes: &[Node], closed: bool) -> Vec<Link> {
    let mut links: Vec<Link> =
        (0..).zip(nodes.windows(2)).map(|(i, two)| link(two[0], two[1], i % 2 == 1)).collect();
    if let (true, [first, .., last]) = (closed, nodes) {
        links.push(link(*last, *first, true));
    }
    links
}

/// The candidates, one by one.
fn each(all: &Candidates) -> impl Iterator<Item = Spot> {
    Digit::all().flat_map(|digit| all[digit].iter().map(move |cell| (cell, digit)))
}

/// A candidate.
type Spot = (Cell, Digit);

fn node((cell, digit): Spot) -> Node {
    Node { digit, cells: CellSet::of(cell) }
}

/// A shortest chain from a candidate that is true to one that is false.
fn linked(view: &View, start: Spot, target: Spot) -> Vec<Link> {
    let mut seen = only(start.1, CellSet::of(start.0));
    // Each with what it follows from: one of the queue, and a false one that this rules out.
    let mut queue: Vec<(Spot, Option<(usize, Spot)>)> = vec![(start, None)];
    let mut next = 0;
    while let Some(&((cell, digit), _)) = queue.get(next) {
        let mut gone = view.marks(view.digits(cell) - digit.into(), CellSet::of(cell));
        gone[digit] = view.places(digit) & cell.peers();
        if gone[target.1].contains(target.0) {
            let (mut at, mut to, mut links) = (Some(next), target, Vec::new());
            while let Some(number) = at {
                let (from, before) = queue[number];
                links.push(link(node(from), node(to), true));
                if let Some((_, off)) = before {
                    links.push(link(node(off), node(from), false));
                    to = off;
                }
                at = before.map(|(number, _)| number);
            }
            links.reverse();
            return links;
        }
        for off in each(&gone) {
            for on in strong(view, off.0, off.1) {
                if !seen[on.1].contains(on.0) {
                    seen[on.1].insert(on.0);
                    queue.push((on, Some((next, off))));
                }
            }
        }
        next += 1;
    }
    Vec::new()
}

/// The singles that follow from a candidate, each from those that make it one, up to the target
/// that they rule out, or to a contradiction: a cell without candidates, or a house without a place
/// for a digit.
fn singles(view: &View, start: Spot, target: Option<Spot>) -> Vec<Link> {
    let mut net = Net { view, left: view.marks(DigitSet::ALL, CellSet::ALL), fills: Vec::new() };
    net.fill(start);
    let mut round: Vec<Spot> = Vec::new();
    loop {
        if let Some(ends) = net.ends(target) {
            return net.links(&ends);
        }
        // A single that another of its round made impossible cannot be filled.
        while let Some(single) = round.pop() {
            if net.left[single.1].contains(single.0) && net.place(single).is_none() {
                net.fill(single);
                break;
            }
        }
        if round.is_empty() {
            round = net.singles();
            round.reverse();
            if round.is_empty() && net.ends(target).is_none() {
                return Vec::new();
            }
        }
    }
}

struct Net<'a> {
    view: &'a View,
    /// The candidates that are left.
    left: Candidates,
    /// Each with the candidates that it took.
    fills: Vec<(Spot, Candidates)>,
}

impl Net<'_> {
    fn fill(&mut self, (cell, digit): Spot) {
        let mut taken = only(digit, self.left[digit] & cell.peers());
        for other in Digit::all().filter(|&other| other != digit) {
            taken[other] = self.left[other] & CellSet::of(cell);
        }
        Digit::all().for_each(|digit| self.left[digit] -= taken[digit]);
        self.fills.push(((cell, digit), taken));
    }

    /// The number of a fill.
    fn place(&self, spot: Spot) -> Option<usize> {
        self.fills.iter().position(|(own, _)| *own == spot)
    }

    /// The number of the fill that took a candidate.
    fn taker(&self, (cell, digit): Spot) -> Option<usize> {
        self.fills.iter().position(|(_, taken)| taken[digit].contains(cell))
    }

    /// All groups of candidates of which one is true: those of a cell, or of a digit in a house.
    fn groups(&self) -> impl Iterator<Item = Candidates> {
        let cells = self.view.open().iter();
        let cells = cells.map(|cell| self.view.marks(DigitSet::ALL, CellSet::of(cell)));
        let houses = House::all().flat_map(|house| Digit::all().map(move |digit| (house, digit)));
        let houses = houses
            .map(|(house, digit)| only(digit, self.view.places(digit) & house.cells()))
            .filter(|group| !group.is_empty());
        cells.chain(houses)
    }

    fn left_of(&self, group: &Candidates) -> Vec<Spot> {
        each(group).filter(|&(cell, digit)| self.left[digit].contains(cell)).collect()
    }

    fn singles(&self) -> Vec<Spot> {
        let mut singles = Vec::new();
        for group in self.groups() {
            if let [single] = self.left_of(&group)[..]
                && self.place(single).is_none()
                && !singles.contains(&single)
            {
                singles.push(single);
            }
        }
        singles
    }

    /// The candidates whose absence is the end.
    fn ends(&self, target: Option<Spot>) -> Option<Vec<Spot>> {
        if let Some((cell, digit)) = target {
            return (!self.left[digit].contains(cell)).then(|| vec![(cell, digit)]);
        }
        let mut groups = self.groups();
        groups.find(|group| self.left_of(group).is_empty()).map(|all| each(&all).collect())
    }

    /// The numbers of the fills that make a fill a single.
    fn causes(&self, number: usize) -> Vec<usize> {
        let spot = self.fills[number].0;
        let causes = |group: Candidates| {
            let others = each(&group).filter(|&own| own != spot);
            let takers = others.map(|own| self.taker(own).filter(|&taker| taker < number));
            takers.collect::<Option<Vec<usize>>>()
        };
        let own = self.groups().filter(|group| group[spot.1].contains(spot.0));
        let mut all = own.filter_map(causes).min_by_key(Vec::len).unwrap_or_default();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn links(&self, ends: &[Spot]) -> Vec<Link> {
        let mut links = Vec::new();
        let mut queue = Vec::new();
        for &end in ends {
            if let Some(taker) = self.taker(end) {
                links.push(link(node(self.fills[taker].0), node(end), true));
                queue.push(taker);
            }
        }
        let mut next = 0;
        while let Some(&number) = queue.get(next) {
            next += 1;
            if number == 0 || queue[..next - 1].contains(&number) {
                continue;
            }
            for cause in self.causes(number) {
                links.push(link(node(self.fills[cause].0), node(self.fills[number].0), false));
                queue.push(cause);
            }
        }
        links.reverse();
        links
    }
}

#[cfg(test)]
mod tests {
    use super::super::boards::boards;
    use super::super::laws::stride;
    use super::*;
    use crate::cases::cases;

    const RNG_SEED: u64 = 20_261_133;

    type End = (CellSet, Digit);

    fn is_weak(ends: [End; 2]) -> bool {
        let [(one, digit), (other, second)] = ends;
        if digit == second {
            return one.iter().all(|cell| other.is_subset(cell.peers()));
        }
        one == other && one.len() == 1
    }

    fn is_strong(view: &View, step: &Step, ends: [End; 2]) -> bool {
        let [(one, digit), (other, second)] = ends;
        let in_set = |set: &(CellSet, DigitSet)| {
            let all = [(one, digit), (other, second)];
            set.1 == view.digits_of(set.0)
                && set.1.len() == set.0.len() + 1
                && all.iter().all(|(cells, digit)| *cells == view.places(*digit) & set.0)
        };
        match &step.reason {
            Reason::Sets { sets, .. } => digit != second && sets.iter().any(in_set),
            _ if digit == second => House::all().any(|house| {
                let places = view.places(digit) & house.cells();
                !places.is_empty() && places == one | other
            }),
            _ => one == other && one.single().is_some_and(|cell| view.digits(cell).len() == 2),
        }
    }

    /// The board once all of these are true.
    fn filled(state: &State, all: &[End]) -> State {
        let mut state = *state;
        for (cells, digit) in all {
            state.fill(cells.single().unwrap(), *digit);
        }
        state
    }

    fn is_single(state: &State, (cells, digit): End) -> bool {
        let cell = cells.single().unwrap();
        let places = state.candidates[digit];
        places.contains(cell)
            && (state.candidates.at(cell).len() == 1
                || cell.houses().iter().any(|house| places & house.cells() == cells))
    }

    /// Of a net each statement is a single once all that lead to it are true, and its end false.
    fn net_holds(state: &State, start: Spot, links: &[Link]) {
        let parents = |to: End| -> Vec<End> {
            links.iter().filter(|own| own.ends[1] == to).map(|own| own.ends[0]).collect()
        };
        let start = (CellSet::of(start.0), start.1);
        for Link { ends: [from, to], is_weak: ends_it, .. } in links {
            assert!(*from == start || is_single(&filled(state, &parents(*from)), *from));
            let after = filled(state, &parents(*to));
            if *ends_it {
                assert!(!after.candidates[to.1].intersects(to.0));
            } else {
                assert!(is_single(&after, *to));
            }
        }
    }

    #[test]
    fn each_arrow_is_a_link_and_chains_are_joined() {
        let mut counts = [0; 5];
        for (number, (puzzle, state)) in
            boards(RNG_SEED, cases(300, 900), 6).into_iter().enumerate()
        {
            let view = View::of(&state, puzzle.clues());
            for technique in Technique::all().filter(|&own| number % stride(own) == 0) {
                for step in technique.steps(&view).into_iter().take(20) {
                    let told = || format!("{step}\n{puzzle}, RNG seed {RNG_SEED}\n{state:?}");
                    let chains = step.links(&state);
                    assert!(chains.iter().all(|chain| !chain.is_empty()), "{}", told());
                    let kind = match &step.reason {
                        Reason::Chain { .. } => 0,
                        Reason::Sets { .. } => 1,
                        Reason::Colours(_) => 2,
                        Reason::Branches { .. } | Reason::Contradiction => 3,
                        _ => {
                            assert!(chains.is_empty(), "{}", told());
                            continue;
                        }
                    };
                    counts[kind] += 1;
                    assert!(!chains.is_empty(), "{}", told());
                    if technique == Technique::ForcingNet {
                        counts[4] += 1;
                        let starts: Vec<Spot> = each(&step.pattern).collect();
                        assert_eq!(starts.len(), chains.len(), "{}", told());
                        for (&start, chain) in starts.iter().zip(&chains) {
                            net_holds(&state, start, chain);
                        }
                        continue;
                    }
                    for link in chains.iter().flatten() {
                        let holds = if link.is_weak {
                            is_weak(link.ends)
                        } else {
                            is_strong(&view, &step, link.ends)
                        };
                        assert!(holds, "{link:?}: {}", told());
                    }
                    if !matches!(step.reason, Reason::Colours(_)) {
                        for two in chains.iter().flat_map(|chain| chain.windows(2)) {
                            assert_eq!(two[0].ends[1], two[1].ends[0], "{}", told());
                            assert!(two[0].is_weak != two[1].is_weak, "{}", told());
                        }
                    }
                }
            }
        }
        assert!(counts.iter().all(|&count| count > cases(30, 100)), "{counts:?}");
    }
}
