//! Steps in words.

use std::fmt;

use super::step::Step;
use super::technique::{Branches, Links, Technique};
use crate::board::{Cell, CellSet, House, HouseKind};

impl Step {
    /// Returns further lines of explanation: the reason of patterns whose name does not state it,
    /// and the chains.
    pub fn why(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.arguments().iter().map(ToString::to_string).collect();
        match self.technique() {
            Technique::UniqueLoop { .. } => lines.push(format!(
                "if these cells were left with {} only, the two could be swapped: there would be two solutions",
                self.digits()
            )),
            Technique::Bug(_) => lines.push(format!(
                "without {} in {} each open cell would have two candidates and each digit two places: there would be two \
                 solutions, or none",
                or(self.digits().iter()),
                or(self.cells()),
            )),
            Technique::Exclusion(_) => lines.push(
                "each way to fill the aligned cells that has it puts a digit twice into a house, or leaves another of these \
                 cells without a candidate"
                    .to_owned(),
            ),
            Technique::Cycle(_) => lines.push(
                "it goes round the other way too: of each two neighbours one is so, and what both rule out goes".to_owned(),
            ),
            _ => {}
        }
        lines
    }

    /// Writes the text between the name and the effect.
    fn subject(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (cells, digits) = (self.cells(), self.digits());
        let houses = self.houses();
        match (self.technique(), houses.as_slice()) {
            (Technique::HiddenSingle, [house]) => write!(f, " {digits} in {house}"),
            (Technique::NakedSingle, _) => write!(f, " {digits}"),
            (Technique::DirectHidden(_) | Technique::Naked(_) | Technique::Hidden(_), [house]) => {
                write!(f, " {digits} in {house} ({cells})")
            }
            (
                Technique::Pointing
                | Technique::Claiming
                | Technique::DirectPointing
                | Technique::DirectClaiming,
                [from, to, ..],
            ) => write!(f, ": {from} has {digits} only in {to}"),
            (Technique::Fish(_), houses) => {
                write!(f, " on {digits} in {} and {}", lines(houses), self.covers(houses))
            }
            (Technique::XyWing | Technique::XyzWing, _) => self.wing(f),
            (Technique::UniqueLoop { .. }, houses) => {
                write!(f, " on {digits} ({cells})")?;
                houses.first().map_or(Ok(()), |house| write!(f, " in {house}"))
            }
            (Technique::Bug(_), _) => {
                write!(f, ": {} must hold {}", or(cells), or(digits.iter()))
            }
            (Technique::Exclusion(_), _) => write!(f, " in {cells}"),
            (Technique::Cycle(links), _) => {
                if links == Links::X {
                    write!(f, " on {digits}")?;
                }
                write!(f, " ({cells})")
            }
            (Technique::TurbotFish | Technique::ForcingChain(Links::X), _) => {
                write!(f, " on {digits}")
            }
            (Technique::Branching(_, branches), _) => self.forks(f, branches),
            _ => Ok(()),
        }
    }

    /// Writes the cells in which each digit of a pivot leaves one digit.
    fn wing(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = self.hint.removed.first().map(|removed| removed.digit());
        let Some(digit) = digit else { return Ok(()) };
        let cells = self.cells();
        let is_pivot = |cell: &Cell| {
            let candidates = self.before.candidates.at(*cell);
            candidates.len() == 3 || !candidates.contains(digit)
        };
        let Some(pivot) = cells.iter().find(is_pivot) else { return Ok(()) };
        write!(f, " of {pivot} ({})", self.before.candidates.at(pivot))?;
        for wing in cells - CellSet::of(pivot) {
            write!(f, ", {wing} ({})", self.before.candidates.at(wing))?;
        }
        let holders =
            if self.technique() == Technique::XyWing { cells - CellSet::of(pivot) } else { cells };
        write!(f, ": {} is {digit}", or(holders))
    }

    /// Returns the lines across those of a fish.
    fn covers(&self, houses: &[House]) -> String {
        let is_row = houses.first().is_some_and(|house| house.kind() == HouseKind::Row);
        let across = |cell: Cell| {
            if is_row { House::column(cell.column()) } else { House::row(cell.row()) }
        };
        let mut covers: Vec<House> = self.cells().iter().map(across).collect();
        covers.sort_unstable_by_key(|house| house.number());
        covers.dedup();
        lines(&covers)
    }

    fn forks(&self, f: &mut fmt::Formatter<'_>, branches: Branches) -> fmt::Result {
        let assumed = self.assumed();
        let Some(&first) = assumed.first() else { return Ok(()) };
        let (cell, digit) = (first.cell(), first.digit());
        match (branches, self.region()) {
            (Branches::Double, _) => write!(f, ": with {digit} in {cell} or without"),
            (Branches::Cell, _) => write!(f, ": whichever digit {cell} has"),
            (Branches::Region, Some(house)) => write!(f, ": wherever {digit} is in {house}"),
            (Branches::Region, None) => write!(f, ": wherever {digit} is"),
            (Branches::Contradiction, _) => {
                let is_on = self.arguments().first().is_some_and(|one| one.statements[0].node.on);
                write!(
                    f,
                    ": {cell} {} {digit} leads to a contradiction",
                    if is_on { "with" } else { "without" }
                )
            }
        }
    }
}

/// Displays one line: `2.6 Pointing: box 3 has 2 only in row 2: removes 2 from r2c3` without the
/// rating.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.technique())?;
        self.subject(f)?;
        if let Some((cell, digit)) = self.filled() {
            let place = match (self.technique(), self.houses().as_slice()) {
                (Technique::HiddenSingle | Technique::NakedSingle, _) => {
                    return write!(f, ": {cell}");
                }
                (Technique::DirectHidden(_), [house]) | (_, [_, _, house]) => {
                    format!(" (only place left in {house})")
                }
                _ => String::new(),
            };
            return write!(f, ": {cell} is {digit}{place}");
        }
        f.write_str(": removes ")?;
        for (i, (digits, cells)) in self.removed().groups().into_iter().enumerate() {
            write!(f, "{}{digits} from {cells}", if i == 0 { "" } else { "; " })?;
        }
        Ok(())
    }
}

/// Writes lines as `rows 2, 7`.
fn lines(houses: &[House]) -> String {
    let is_row = houses.first().is_some_and(|house| house.kind() == HouseKind::Row);
    let numbers: Vec<String> =
        houses.iter().map(|house| (house.number() + 1).to_string()).collect();
    format!("{} {}", if is_row { "rows" } else { "columns" }, numbers.join(", "))
}

/// Writes alternatives as `r1c2`, `r1c2 or r3c4`, or `r1c2, r3c4 or r5c6`.
fn or(words: impl IntoIterator<Item = impl fmt::Display>) -> String {
    let mut words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    match words.pop() {
        None => String::new(),
        Some(last) if words.is_empty() => last,
        Some(last) => format!("{} or {last}", words.join(", ")),
    }
}
