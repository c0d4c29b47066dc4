//! [`StepWords`]: the words of a language for steps.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::line_set::LineSet;
use super::technique::Technique;
use crate::board::{House, HouseKind};

/// The texts from which [`Step::told`](super::Step::told) writes a step. They have places for
/// values: `{name}` of the technique, `{d}` for digits, `{cell}`, `{cells}`, `{house}`, `{other}`
/// for a second house, `{lines}` and `{across}` for rows and columns, `{n}` for the numbers of
/// houses, and `{effect}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct StepWords {
    /// The names of techniques, by their [`Technique::name`]; others keep it.
    #[serde(skip)]
    pub names: BTreeMap<String, String>,
    /// A row.
    pub row: String,
    /// A column.
    pub column: String,
    /// A box.
    #[serde(rename = "box")]
    pub boxed: String,
    /// Several rows.
    pub rows: String,
    /// Several columns.
    pub columns: String,
    /// A naked single.
    pub naked: String,
    /// The last open cell of a house.
    pub last: String,
    /// A hidden single.
    pub hidden: String,
    /// A naked or hidden subset.
    pub subset: String,
    /// Locked candidates.
    pub locked: String,
    /// A fish.
    pub fish: String,
    /// Cells and digits of any other technique.
    pub cells: String,
    /// An assumption that leads to a contradiction.
    pub refuted: String,
    /// An assumption that fills the grid.
    pub fills: String,
    /// The effect of filling a cell.
    pub is: String,
    /// The effect of filling the grid.
    pub solved: String,
    /// The effect of removing candidates.
    pub removes: String,
    /// Further candidates that are removed.
    pub also: String,
    /// The cells where the digit of a hidden single stands.
    pub stands: String,
    /// The cells from which earlier steps removed the digit.
    pub taken_from: String,
    /// The digits that a house has.
    pub has: String,
    /// The digits that earlier steps removed from a cell.
    pub taken: String,
}

static ENGLISH: LazyLock<StepWords> = LazyLock::new(|| {
    let words = |text: &str| text.to_owned();
    StepWords {
        names: BTreeMap::new(),
        row: words("row {n}"),
        column: words("column {n}"),
        boxed: words("box {n}"),
        rows: words("rows {n}"),
        columns: words("columns {n}"),
        naked: words("{name} {d}: {cell}"),
        last: words("{name} {d}, the last cell of {house}: {cell}"),
        hidden: words("{name} {d} in {house}: {cell}"),
        subset: words("{name} {d} in {house} ({cells}): {effect}"),
        locked: words("{name}: {house} has {d} only in {other}: {effect}"),
        fish: words("{name} on {d} in {lines} and {across}: {effect}"),
        cells: words("{name} {d} in {cells}: {effect}"),
        refuted: words("{name}: {d} in {cell} leads to a contradiction: {effect}"),
        fills: words("{name}: {d} in {cell} fills the grid: {effect}"),
        is: words("{cell} is {d}"),
        solved: words("solved"),
        removes: words("removes {d} from {cells}"),
        also: words("{d} from {cells}"),
        stands: words("{d} stands in {cells}"),
        taken_from: words("earlier steps took it from {cells}"),
        has: words("{house} has {d}"),
        taken: words("earlier steps took {d}"),
    }
});

impl StepWords {
    /// Returns the English words, in which steps are displayed.
    pub fn english() -> &'static Self {
        &ENGLISH
    }

    /// Returns the name of a technique.
    pub fn name(&self, technique: Technique) -> &str {
        let name = technique.name();
        self.names.get(name).map_or(name, String::as_str)
    }

    /// Returns the name of a house.
    pub fn house(&self, house: House) -> String {
        let words = match house.kind() {
            HouseKind::Row => &self.row,
            HouseKind::Column => &self.column,
            HouseKind::Box => &self.boxed,
        };
        filled(words, &[("n", &(house.number() + 1))])
    }

    pub(super) fn lines(&self, lines: LineSet) -> String {
        let words = if lines.kind() == HouseKind::Row { &self.rows } else { &self.columns };
        filled(words, &[("n", &lines.numbers())])
    }
}

/// Replaces the names in braces by values; a name without a value stays as it is.
pub fn filled(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut all = String::with_capacity(2 * text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        all.push_str(before);
        let named = after.split_once('}').and_then(|(name, after)| {
            Some((values.iter().find(|(known, _)| *known == name)?.1, after))
        });
        let Some((value, after)) = named else {
            all.push('{');
            rest = after;
            continue;
        };
        // Writing to text does not fail.
        let _: fmt::Result = write!(all, "{value}");
        rest = after;
    }
    all.push_str(rest);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_in_the_places_of_their_names() {
        let text = |words| filled(words, &[("d", &7), ("cell", &"{d}")]);
        assert_eq!(text("{d} in {cell}: {d}"), "7 in {d}: 7");
        assert_eq!(text("{other} {d} {"), "{other} 7 {");
        assert_eq!(text(""), "");
    }
}
