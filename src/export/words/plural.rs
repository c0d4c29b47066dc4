//! [`Plurals`]: the plural forms of words, by the rules of a language.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use serde::Deserialize;

/// The categories of Unicode CLDR with rules. Numbers without a rule are `other`.
pub(super) const CATEGORIES: [&str; 5] = ["zero", "one", "two", "few", "many"];

/// The rules of a language by category, in the syntax of CLDR's *Language Plural Rules*:
/// `i % 10 = 2..4 and i % 100 != 12..14`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub(crate) struct Plurals(BTreeMap<String, String>);

impl Plurals {
    /// Returns the plural category of a number.
    pub fn category(&self, n: u64) -> &'static str {
        let holds = |category: &&&str| {
            self.0.get(**category).is_some_and(|rule| holds(rule, n) == Some(true))
        };
        CATEGORIES.iter().find(holds).copied().unwrap_or("other")
    }

    /// Returns the form of a word for a number.
    pub fn form<'a>(&self, forms: &'a BTreeMap<String, String>, n: u64) -> &'a str {
        let form = forms.get(self.category(n)).or_else(|| forms.get("other"));
        form.map_or("", String::as_str)
    }
}

/// Whether a rule holds for a whole number; `None` if the rule is invalid.
pub(super) fn holds(rule: &str, n: u64) -> Option<bool> {
    let relation = |text: &str| {
        let (left, right) = text.split_once('=')?;
        let (left, is_in) = left.strip_suffix('!').map_or((left, true), |left| (left, false));
        let (operand, modulus) = left.split_once('%').unwrap_or((left, ""));
        let value = match operand.trim() {
            "n" | "i" => n,
            // Operands about decimal digits, which whole numbers lack.
            "v" | "w" | "f" | "t" | "c" | "e" => 0,
            _ => return None,
        };
        let value = match modulus.trim() {
            "" => value,
            modulus => value % modulus.parse::<NonZeroU64>().ok()?,
        };
        let mut found = false;
        for range in right.split(',') {
            let (first, last) = range.split_once("..").unwrap_or((range, range));
            let bound = |text: &str| text.trim().parse::<u64>().ok();
            found |= (bound(first)?..=bound(last)?).contains(&value);
        }
        Some(found == is_in)
    };
    let mut any = false;
    for all in rule.split(" or ") {
        let mut every = true;
        for part in all.split(" and ") {
            every &= relation(part)?;
        }
        any |= every;
    }
    Some(any)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_cldr_are_read() {
        let russian = "v = 0 and i % 10 = 2..4 and i % 100 != 12..14";
        let few = (0..130).filter(|n| holds(russian, *n) == Some(true)).collect::<Vec<_>>();
        assert_eq!(few[..7], [2, 3, 4, 22, 23, 24, 32]);
        assert!(few.contains(&122) && !few.contains(&112));
        assert_eq!(holds("i = 0,1", 1), Some(true));
        assert_eq!(holds("n = 0 or n != 0..4,7", 7), Some(false));
        for wrong in ["", "i", "x = 1", "i % 0 = 1", "i = a", "i = 1 and", "i is 1", "i == 1"] {
            assert_eq!(holds(wrong, 1), None, "{wrong}");
        }
    }
}
