//! [`Step`]: a deduction with its board, and the marks of its drawing.

use super::chains::Sizes;
use super::hint::{Hint, Reason};
use super::story::{Argument, Statement};
use super::technique::{Branches, Technique};
use super::{Candidate, Rating};
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, Grid, House, State};
use crate::logic::{Link, Marks};
use crate::rating::er::Score;

/// A deduction with the board on which it was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The board before the step.
    pub before: State,
    /// The effect and its reason.
    pub hint: Hint,
}

/// Returns the steps of the rating of `grid`, each with the board before it.
pub fn steps(grid: &Grid, rating: Rating) -> Vec<Step> {
    let mut state = State::of(grid);
    let mut steps: Vec<Step> = Vec::with_capacity(rating.steps.len());
    for hint in rating.steps {
        let step = Step { before: state, hint };
        state = step.after();
        steps.push(step);
    }
    steps
}

impl Step {
    /// Returns the technique.
    pub const fn technique(&self) -> Technique {
        self.hint.technique
    }

    /// Returns its rating.
    pub fn score(&self) -> Score {
        self.hint.score()
    }

    /// Returns the digit that it places, with its cell; `None` for an elimination.
    pub fn filled(&self) -> Option<(Cell, Digit)> {
        self.hint.placed.map(|placed| (placed.cell(), placed.digit()))
    }

    /// Returns the candidates that it eliminates; empty if it places a digit.
    pub fn removed(&self) -> Candidates {
        if self.hint.placed.is_some() { Candidates::NONE } else { set(&self.hint.removed) }
    }

    /// Returns the board after the step.
    pub fn after(&self) -> State {
        let mut state = self.before;
        for candidate in &self.hint.removed {
            state.remove(candidate.digit().into(), CellSet::of(candidate.cell()));
        }
        if let Some((cell, digit)) = self.filled() {
            state.fill(cell, digit);
        }
        state
    }

    /// Returns the number of nodes of its chains; `None` for a pattern.
    pub const fn sizes(&self) -> Option<&Sizes> {
        match &self.hint.reason {
            Reason::Pattern { .. } => None,
            Reason::Chains { sizes, .. } => Some(sizes),
        }
    }

    /// Returns its chains, with statements numbered throughout; empty for a pattern.
    pub fn arguments(&self) -> Vec<Argument> {
        let Reason::Chains { chains, .. } = &self.hint.reason else { return Vec::new() };
        let mut arguments: Vec<Argument> = Vec::with_capacity(chains.len());
        let is_cycle = self.is_cycle();
        for chain in chains {
            let told = arguments.iter().map(|argument| argument.statements.len()).sum::<usize>();
            arguments.push(Argument::of(chain, told + 1, is_cycle));
        }
        arguments
    }

    /// The arrows of its chains: to each statement from those that it follows from.
    pub fn links(&self) -> Vec<Vec<Link>> {
        let arguments = self.arguments();
        let statements = || arguments.iter().flat_map(|argument| &argument.statements);
        let end = |candidate: Candidate| (CellSet::of(candidate.cell()), candidate.digit());
        let links = |argument: &Argument| {
            let mut links = Vec::new();
            for Statement { number, node, from, .. } in &argument.statements {
                let before = |from: &usize| statements().find(|told| told.number == *from);
                let before = from.iter().filter_map(before).map(|told| told.node.candidate);
                links.extend(before.filter(|from| *from != node.candidate).map(|from| Link {
                    ends: [end(from), end(node.candidate)],
                    is_weak: false,
                    number: Some(*number),
                }));
            }
            links
        };
        arguments.iter().map(links).collect()
    }

    /// The cells where the pattern stands, or to which the chains go.
    pub fn cells(&self) -> CellSet {
        match &self.hint.reason {
            Reason::Pattern { cells, .. } => *cells,
            Reason::Chains { .. } => self.told().map(Candidate::cell).collect(),
        }
    }

    /// Returns the digits of the pattern, or of the chains.
    pub fn digits(&self) -> DigitSet {
        match &self.hint.reason {
            Reason::Pattern { digits, .. } => *digits,
            Reason::Chains { .. } => self.told().map(Candidate::digit).collect(),
        }
    }

    /// Returns the houses of the pattern; the house of chains from all places of a digit.
    pub fn houses(&self) -> Vec<House> {
        match &self.hint.reason {
            Reason::Pattern { houses, .. } => houses.clone(),
            Reason::Chains { .. } => self.region().into_iter().collect(),
        }
    }

    /// Returns the candidates of the chains: those of a cycle, or those of the statements.
    fn told(&self) -> impl Iterator<Item = Candidate> {
        let (Reason::Chains { chains, .. }, true) = (&self.hint.reason, self.is_cycle()) else {
            let statements = self.arguments().into_iter().flat_map(|argument| argument.statements);
            let told: Vec<_> = statements.map(|statement| statement.node.candidate).collect();
            return told.into_iter();
        };
        let nodes = chains.iter().flat_map(|chain| &chain.0);
        nodes.map(|implication| implication.node.candidate).collect::<Vec<_>>().into_iter()
    }

    /// Returns the kind of common consequence, if the chain has several branches.
    pub const fn branches(&self) -> Option<Branches> {
        match self.technique() {
            Technique::Branching(_, branches) => Some(branches),
            _ => None,
        }
    }

    const fn is_cycle(&self) -> bool {
        matches!(self.technique(), Technique::Cycle(_))
    }

    /// Returns the assumptions of the chains, in order.
    pub(super) fn assumed(&self) -> Vec<Candidate> {
        let Reason::Chains { chains, .. } = &self.hint.reason else { return Vec::new() };
        chains.iter().filter_map(|chain| Some(chain.0.first()?.node.candidate)).collect()
    }

    /// Returns the house whose places of a digit are assumed one after the other.
    pub(super) fn region(&self) -> Option<House> {
        if !matches!(self.technique(), Technique::Branching(_, Branches::Region)) {
            return None;
        }
        let assumed = self.assumed();
        let digit = assumed.first()?.digit();
        let cells: CellSet = assumed.iter().map(|candidate| candidate.cell()).collect();
        let places = self.before.candidates[digit] & self.before.open;
        House::all().find(|house| places & house.cells() == cells)
    }

    /// Returns the marks of a drawing: for chains, the candidates that they put on and the cells
    /// where they begin.
    pub fn marks(&self) -> Marks {
        let mut marks = Marks { removed: set(&self.hint.removed), ..Marks::NONE };
        match &self.hint.reason {
            Reason::Pattern { houses, cells, digits } => {
                marks.cells = *cells;
                marks.pattern = self.before.candidates.part(*digits, *cells) - marks.removed;
                if matches!(self.technique(), Technique::HiddenSingle | Technique::DirectHidden(_))
                {
                    marks.cells |= houses.iter().map(|house| house.cells()).collect::<CellSet>();
                }
            }
            Reason::Chains { .. } => {
                marks.cells = self.assumed().into_iter().map(Candidate::cell).collect();
                for argument in self.arguments() {
                    for statement in argument.statements.iter().filter(|told| told.node.on) {
                        let candidate = statement.node.candidate;
                        marks.pattern[candidate.digit()].insert(candidate.cell());
                    }
                }
            }
        }
        if let Some((cell, digit)) = self.filled() {
            marks.pattern[digit].insert(cell);
            marks.cells.insert(cell);
        }
        marks
    }
}

fn set(list: &[Candidate]) -> Candidates {
    let mut set = Candidates::NONE;
    for candidate in list {
        set[candidate.digit()].insert(candidate.cell());
    }
    set
}
