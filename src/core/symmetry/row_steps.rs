//! [`RowSteps`]: the relations of two rows of a band.

use std::sync::LazyLock;

use super::transform::{ORDERS, Permutation, UNMOVED, compose, inverse};

/// All steps from one row of a band to another, by number.
///
/// A *step* maps each column to the place that its digit of the one row has in the other: below
/// 123456789 it is the row itself, digits from 0. Another order of the columns makes it a conjugate
/// of itself, so the smallest second row is its smallest conjugate. The 12,096 steps have only 15
/// of those. A step and its inverse have the same one.
pub(super) struct RowSteps {
    /// The class of each step, ordered as their smallest second rows.
    classes: Vec<u8>,
    /// For each step, an order of the columns that makes it the smallest.
    orders: Vec<Permutation>,
    /// By class, the orders of the columns that keep the smallest step.
    stabilizers: Vec<Vec<ColumnOrder>>,
}

/// An order of the columns as a permutation, and its inverse.
pub(super) struct ColumnOrder {
    pub(super) there: Permutation,
    pub(super) back: Permutation,
}

/// The class of permutations that are no step.
const NONE: u8 = u8::MAX;

impl RowSteps {
    pub(super) fn table() -> &'static Self {
        static TABLE: LazyLock<RowSteps> = LazyLock::new(RowSteps::new);
        &TABLE
    }

    /// Returns the class of `step`: the lower, the smaller the second row that it can become.
    pub(super) fn class(&self, step: &Permutation) -> u8 {
        self.classes[number(step)]
    }

    /// Returns an order of the columns that maps `step` to the smallest second row of its class.
    pub(super) fn order(&self, step: &Permutation) -> &Permutation {
        &self.orders[number(step)]
    }

    /// Returns all orders of the columns that keep the smallest second row of `class`.
    pub(super) fn stabilizer(&self, class: u8) -> &[ColumnOrder] {
        &self.stabilizers[usize::from(class)]
    }

    fn new() -> Self {
        let (mut classes, mut orders) = (vec![NONE; NUMBERS], vec![UNMOVED; NUMBERS]);
        let mut stabilizers = Vec::new();
        // In every pair of rows, some box has two or more digits of one box of the other row.
        let mut begun = UNMOVED;
        begun[..2].copy_from_slice(&[3, 4]);
        steps_from(begun, 2, 0b1_1110_0111, &mut |smallest| {
            if classes[number(&smallest)] != NONE {
                return;
            }
            let mut kept = Vec::new();
            for order in &ORDERS {
                let back = inverse(order);
                let step = compose(order, &compose(&smallest, &back));
                classes[number(&step)] = stabilizers.len() as u8;
                orders[number(&step)] = *order;
                if step == smallest {
                    kept.push(ColumnOrder { there: *order, back });
                }
            }
            stabilizers.push(kept);
        });
        Self { classes, orders, stabilizers }
    }
}

/// Calls `each` with all steps that equal `step` in the columns before `column`, the smallest
/// first: permutations that leave no column in its stack. `free` has the places that these columns
/// do not take, as bits.
fn steps_from(step: Permutation, column: usize, free: u16, each: &mut impl FnMut(Permutation)) {
    if column == step.len() {
        return each(step);
    }
    let mut places = free & !(0b111 << (column / 3 * 3));
    while places != 0 {
        let mut longer = step;
        longer[column] = places.trailing_zeros() as u8;
        steps_from(longer, column + 1, free & !(places & places.wrapping_neg()), each);
        places &= places - 1;
    }
}

/// A bound above the number of every step.
const NUMBERS: usize = 120 * 18 * 6;

/// Returns the number of a step, different for each. The three places of a stack count together: of
/// the first 120 are possible, of the second then 18, and of the last the 6 orders of the rest.
fn number(step: &Permutation) -> usize {
    let part = |stack: usize| {
        let [a, b, c] = [0, 1, 2].map(|column| usize::from(step[3 * stack + column]));
        usize::from(PARTS[stack][81 * a + 9 * b + c])
    };
    part(0) + part(1) + part(2)
}

/// The part of a step's number from the three places of a stack.
static PARTS: [[u16; 729]; 3] = {
    /// Of the columns of the first stack, given as bits, the second one takes one or two (all or
    /// none leave no choice): the column that is alone.
    const ALONE: [u16; 8] = [0, 0, 1, 2, 2, 1, 0, 0];
    let mut parts = [[0; 729]; 3];
    let mut possible = 0;
    let mut triple = 0;
    while triple < 729 {
        let (a, b, c) = (triple / 81, triple / 9 % 9, triple % 9);
        if a != b && a != c && b != c {
            let order = 2 * ((a > b) as u16 + (a > c) as u16) + (b > c) as u16;
            let taken = (1 << a | 1 << b | 1 << c) & 7;
            if taken == 0 {
                parts[0][triple] = 18 * 6 * possible;
                possible += 1;
            }
            parts[1][triple] = 6 * (6 * ALONE[taken] + order);
            parts[2][triple] = order;
        }
        triple += 1;
    }
    parts
};

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn all_steps() -> Vec<Permutation> {
        let mut all = Vec::new();
        steps_from(UNMOVED, 0, 0b1_1111_1111, &mut |step| all.push(step));
        all
    }

    #[test]
    fn steps_have_numbers_and_classes_of_their_own() {
        let steps = all_steps();
        assert_eq!(steps.len(), 12_096);
        assert_eq!(steps.iter().map(number).collect::<HashSet<_>>().len(), 12_096);
        assert!(steps.iter().all(|step| number(step) < NUMBERS));
        assert_eq!(RowSteps::table().stabilizers.len(), 15);
    }

    /// By the definition, over all orders of the columns.
    #[test]
    fn orders_are_all_that_make_a_step_smallest() {
        let table = RowSteps::table();
        let mut of_class = [None; 15];
        for step in all_steps().iter().step_by(37) {
            let below = |order: &Permutation| compose(&inverse(order), &compose(step, order));
            let least = ORDERS.iter().map(below).min();
            let class = table.class(step);
            assert_eq!(class, table.class(&inverse(step)));
            assert_eq!(*of_class[usize::from(class)].get_or_insert(least), least);
            let order = table.order(step);
            let orders: HashSet<Permutation> =
                table.stabilizer(class).iter().map(|kept| compose(order, &kept.there)).collect();
            assert!(
                table.stabilizer(class).iter().all(|order| inverse(&order.there) == order.back)
            );
            let literal = ORDERS.iter().filter(|order| Some(below(order)) == least);
            assert_eq!(orders, literal.copied().collect());
        }
        assert!(of_class.is_sorted() && of_class.iter().all(Option::is_some));
    }
}
