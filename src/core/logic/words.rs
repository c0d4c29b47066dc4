//! [`StepWords`]: the words of a language for steps.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Write};
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::line_set::LineSet;
use super::technique::Technique;
use crate::board::{House, HouseKind};

/// Defines the words of steps by a table of them, each with its English text.
macro_rules! step_words {
    ($($(#[$about:meta])+ $field:ident = $english:literal;)+) => {
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
            $($(#[$about])+ pub $field: String,)+
        }

        static ENGLISH: LazyLock<StepWords> = LazyLock::new(|| {
            StepWords { names: BTreeMap::new(), $($field: $english.to_owned(),)+ }
        });
    };
}

step_words! {
    /// A row.
    row = "row {n}";
    /// A column.
    column = "column {n}";
    /// A box.
    #[serde(rename = "box")]
    boxed = "box {n}";
    /// Several rows.
    rows = "rows {n}";
    /// Several columns.
    columns = "columns {n}";
    /// A naked single.
    naked = "{name} {d}: {cell}";
    /// The last open cell of a house.
    last = "{name} {d}, the last cell of {house}: {cell}";
    /// A hidden single.
    hidden = "{name} {d} in {house}: {cell}";
    /// A naked or hidden subset.
    subset = "{name} {d} in {house} ({cells}): {effect}";
    /// Locked candidates.
    locked = "{name}: {house} has {d} only in {other}: {effect}";
    /// A fish.
    fish = "{name} on {d} in {lines} and {across}: {effect}";
    /// Cells and digits of any other technique.
    cells = "{name} {d} in {cells}: {effect}";
    /// An assumption that leads to a contradiction.
    refuted = "{name}: {d} in {cell} leads to a contradiction: {effect}";
    /// An assumption that fills the grid.
    fills = "{name}: {d} in {cell} fills the grid: {effect}";
    /// The effect of filling a cell.
    is = "{cell} is {d}";
    /// The effect of filling the grid.
    solved = "solved";
    /// The effect of removing candidates.
    removes = "removes {d} from {cells}";
    /// Further candidates that are removed.
    also = "{d} from {cells}";
    /// The cells where the digit of a hidden single stands.
    stands = "{d} stands in {cells}";
    /// The cells from which earlier steps removed the digit.
    taken_from = "earlier steps took it from {cells}";
    /// The digits that a house has.
    has = "{house} has {d}";
    /// The digits that earlier steps removed from a cell.
    taken = "earlier steps took {d}";
}

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
