//! [`Argument`]: a chain as a reader can follow it.

use std::fmt;

use super::chains::{Cause, Chain, Node};
use crate::board::{CellSet, DigitSet};

/// A chain in statements: its assumption, the digits that follow in cells, the removals by inner
/// rules, and its end. That a digit excludes others in its cell and its houses is not stated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    /// The assumption first, the conclusion last.
    pub statements: Vec<Statement>,
    /// Whether the chain returns to its start.
    pub is_cycle: bool,
}

/// A statement of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// Counted from 1 over all chains of a step.
    pub number: usize,
    /// The text.
    pub node: Node,
    /// The cause of the node.
    pub cause: Cause,
    /// The cells and digits of the inner rule, if it is a pattern.
    pub within: Option<(CellSet, DigitSet)>,
    /// The numbers of the statements that it follows from.
    pub from: Vec<usize>,
}

impl Argument {
    /// Returns the statements of a chain, numbered from `first` on.
    pub(super) fn of(Chain(chain): &Chain, first: usize, is_cycle: bool) -> Self {
        let mut statements = Vec::new();
        // By node of the chain, the number of its statement; for a node without one, that of its
        // cause.
        let mut numbers: Vec<usize> = Vec::with_capacity(chain.len());
        for (place, implication) in chain.iter().enumerate() {
            let mut from: Vec<usize> =
                implication.parents.iter().map(|&parent| numbers[parent]).collect();
            from.sort_unstable();
            from.dedup();
            let is_last = place + 1 == chain.len();
            if !implication.node.on && implication.cause == Cause::Excluded && !is_last {
                numbers.push(from.first().copied().unwrap_or(first));
                continue;
            }
            let number = first + statements.len();
            numbers.push(number);
            let (node, cause, within) = (implication.node, implication.cause, implication.within);
            statements.push(Statement { number, node, cause, within, from });
        }
        Self { statements, is_cycle }
    }
}

/// `r1c2 is 8`.
impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cell, digit) = (self.candidate.cell(), self.candidate.digit());
        write!(f, "{cell} is {}{digit}", if self.on { "" } else { "not " })
    }
}

/// Displays `r2c1 is 1 (only place in box 1, by 2 and 3) [4]`: the statement, its cause unless that
/// is visible in the cell, and the statements that it follows from unless that is the one before.
impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.node)?;
        let mut why = Vec::new();
        match self.cause {
            Cause::LastInHouse(house) => why.push(format!("only place in {house}")),
            Cause::Inner(technique) => why.push(match self.within {
                Some((cells, digits)) => format!("{technique} {digits} in {cells}"),
                None => technique.to_string(),
            }),
            Cause::Assumed | Cause::Excluded | Cause::LastInCell => {}
        }
        if !self.from.is_empty() && self.from != [self.number - 1] {
            why.push(format!("by {}", and(&self.from)));
        }
        if !why.is_empty() {
            write!(f, " ({})", why.join(", "))?;
        }
        write!(f, " [{}]", self.number)
    }
}

/// Displays `if r1c2 is 8 [1], then r1c4 is 3 [2], so r5c6 is not 4 [3]`.
impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.statements.len().saturating_sub(1);
        for (place, statement) in self.statements.iter().enumerate() {
            f.write_str(match place {
                0 => "if ",
                1 => ", then ",
                _ if place == last => ", so ",
                _ => ", ",
            })?;
            if self.is_cycle && place == last {
                write!(f, "{} again [{}]", statement.node, statement.number)?;
            } else {
                write!(f, "{statement}")?;
            }
        }
        Ok(())
    }
}

/// Writes numbers as `2`, `2 and 3`, or `2, 3 and 4`.
fn and(numbers: &[usize]) -> String {
    match numbers {
        [] => String::new(),
        [one] => one.to_string(),
        [more @ .., last] => {
            let more: Vec<String> = more.iter().map(ToString::to_string).collect();
            format!("{} and {last}", more.join(", "))
        }
    }
}
