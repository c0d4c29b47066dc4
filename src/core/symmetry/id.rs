//! [`Id`]: a short form of a key for people.

use std::fmt;
use std::str::FromStr;

use super::Key;

/// Crockford's base 32: no I, L, O or U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The first 60 bits of a [`Key`] in Crockford's base 32, as three groups of four characters and a
/// check character, with dashes between; a leading `s` marks a seed.
///
/// The check character is a sum over the field of 32 elements, so that any one wrong character and
/// any two exchanged ones are detected. Two keys of one database that agree in 60 bits get 4
/// characters more.
///
/// ```
/// # use seeddb_core as seeddb;
/// use seeddb::symmetry::{Id, Key};
///
/// let key = Key(*b"0123456789abcdef");
/// let id = Id::seed(key);
/// assert_eq!(id.to_string(), "s60RK-4CSM-6MV3-S");
/// assert_eq!("s6ork4csm6mv3s".parse(), Ok(id));
/// assert!(id.matches(key) && id.is_seed());
/// assert!("s60RK-4CSM-6MV5-S".parse::<Id>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id {
    seed: bool,
    length: u8,
    bits: u128,
}

impl Id {
    /// The number of characters of an id, without prefix and check.
    const LENGTH: u8 = 12;
    /// The most characters that a key of 128 bits can give in groups of four.
    const LONGEST: u8 = 24;

    /// Returns the id of the puzzle with this key.
    pub fn of(key: Key) -> Self {
        Self::cut(key, Self::LENGTH, false)
    }

    /// Returns the id of the seed with this key.
    pub fn seed(key: Key) -> Self {
        Self::cut(key, Self::LENGTH, true)
    }

    fn cut(key: Key, length: u8, seed: bool) -> Self {
        Self { seed, length, bits: u128::from_be_bytes(key.0) >> (128 - 5 * u32::from(length)) }
    }

    /// Returns the id with 4 more characters of its key, for a collision inside a database; at most
    /// 24 characters.
    pub fn longer(self, key: Key) -> Self {
        Self::cut(key, (self.length + 4).min(Self::LONGEST), self.seed)
    }

    /// Whether the key begins with the bits of the id.
    pub fn matches(self, key: Key) -> bool {
        self == Self::cut(key, self.length, self.seed)
    }

    /// Whether it is the id of a seed.
    pub fn is_seed(self) -> bool {
        self.seed
    }

    /// Returns the first 60 bits of the matching keys, for lookups of ids.
    pub fn prefix(self) -> u64 {
        (self.bits >> (5 * (self.length - Self::LENGTH))) as u64
    }

    /// Returns its values 0 to 31, first to last.
    fn values(self) -> impl Iterator<Item = u8> {
        (0..self.length).rev().map(move |place| (self.bits >> (5 * place)) as u8 & 31)
    }

    /// Returns the check value: each place weighs twice the next in GF(32), made by x^5 + x^2 + 1;
    /// all weights differ.
    fn check(self) -> u8 {
        self.values().fold(0, |sum, value| {
            let sum = sum ^ value;
            sum << 1 ^ if sum & 16 == 0 { 0 } else { 0b10_0101 }
        })
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(32);
        text.push_str(if self.seed { "s" } else { "" });
        for (place, value) in self.values().chain([self.check()]).enumerate() {
            if place > 0 && place % 4 == 0 {
                text.push('-');
            }
            text.push(char::from(ALPHABET[usize::from(value)]));
        }
        f.pad(&text)
    }
}

/// The reason why a text is not an id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseIdError {
    /// Too many or too few characters.
    #[error("not an id: {0:?} (write it as in 60RK-4CSM-6MV3-S, a seed's with an s before it)")]
    Shape(String),
    /// A character that no id has.
    #[error("{0:?} is in no id: they have digits and letters, but no U")]
    Character(char),
    /// The check character is not that of the others.
    #[error("mistyped id {0:?}: its last character does not fit the others")]
    Check(String),
}

impl FromStr for Id {
    type Err = ParseIdError;

    /// Accepts small letters and missing dashes; reads I and L as 1, O as 0.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut characters: Vec<char> = text.chars().filter(|&c| c != '-').collect();
        let seed = characters.len() % 4 == 2 && matches!(characters[0], 's' | 'S');
        if seed {
            characters.remove(0);
        }
        let length = characters.len().saturating_sub(1);
        if !length.is_multiple_of(4)
            || !(usize::from(Self::LENGTH)..=Self::LONGEST.into()).contains(&length)
        {
            return Err(ParseIdError::Shape(text.to_owned()));
        }
        let values = characters.into_iter().map(value).collect::<Result<Vec<u8>, _>>()?;
        let bits = values[..length].iter().fold(0, |bits, &value| bits << 5 | u128::from(value));
        let id = Self { seed, length: length as u8, bits };
        if id.check() == values[length] {
            Ok(id)
        } else {
            Err(ParseIdError::Check(text.to_owned()))
        }
    }
}

fn value(character: char) -> Result<u8, ParseIdError> {
    let read = match character.to_ascii_uppercase() {
        'I' | 'L' => '1',
        'O' => '0',
        other => other,
    };
    let place = ALPHABET.iter().position(|&c| char::from(c) == read);
    place.map(|place| place as u8).ok_or(ParseIdError::Character(character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_lead_back_to_their_keys() {
        let key = Key(*b"0123456789abcdef");
        let leading = (u128::from_be_bytes(key.0) >> 68) as u64;
        for id in [Id::of(key), Id::seed(key), Id::of(key).longer(key)] {
            assert_eq!(id.prefix(), leading);
        }
    }
}
