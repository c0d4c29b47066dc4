//! [`InOrder`]: results that come in any order and are taken by number.

use std::collections::VecDeque;

/// Results by number, from 0.
pub struct InOrder<T> {
    /// The number of the first slot.
    first: u64,
    slots: VecDeque<Option<T>>,
}

impl<T> Default for InOrder<T> {
    fn default() -> Self {
        Self { first: 0, slots: VecDeque::new() }
    }
}

impl<T> InOrder<T> {
    /// One more result is to come; its number.
    pub fn expect(&mut self) -> u64 {
        self.slots.push_back(None);
        self.first + self.slots.len() as u64 - 1
    }

    /// The result of an expected number has come.
    pub fn put(&mut self, number: u64, result: T) {
        self.slots[(number - self.first) as usize] = Some(result);
    }

    /// The next one by number, if it has come.
    pub fn pop(&mut self) -> Option<(u64, T)> {
        let result = self.slots.front_mut()?.take()?;
        self.slots.pop_front();
        self.first += 1;
        Some((self.first - 1, result))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn none_overtakes_another() {
        let mut results = InOrder::default();
        assert_eq!([results.expect(), results.expect(), results.expect()], [0, 1, 2]);
        results.put(1, 'b');
        assert_eq!(results.pop(), None);
        results.put(0, 'a');
        assert_eq!(
            [results.pop(), results.pop(), results.pop()],
            [Some((0, 'a')), Some((1, 'b')), None]
        );
        assert_eq!(results.expect(), 3);
        results.put(3, 'd');
        assert_eq!(results.pop(), None);
        results.put(2, 'c');
        assert_eq!([results.pop(), results.pop()], [Some((2, 'c')), Some((3, 'd'))]);
    }
}
