//! [`Isbn`]: the International Standard Book Number.

use std::fmt;
use std::str::FromStr;

/// An International Standard Book Number: 13 digits that begin with 978 or 979 and end with a check
/// digit (ISO 2108).
///
/// ```
/// use seeddb_export::book::Isbn;
///
/// let isbn: Isbn = "978-3-16-148410-0".parse()?;
/// assert_eq!(isbn.to_string(), "978-3-16-148410-0");
/// let wrong = "978-3-16-148410-7".parse::<Isbn>().unwrap_err();
/// assert!(wrong.to_string().contains("ends with 0, not 7"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Isbn {
    digits: [u8; 13],
    /// The number as it was written; hyphens separate its parts.
    text: String,
}

impl Isbn {
    /// Returns the thirteen digits.
    pub const fn digits(&self) -> [u8; 13] {
        self.digits
    }
}

impl FromStr for Isbn {
    type Err = WrongIsbn;

    fn from_str(text: &str) -> Result<Self, WrongIsbn> {
        let text = text.trim();
        let wrong = |words: String| WrongIsbn { text: text.to_owned(), words };
        let plain: Vec<char> = text.chars().filter(|c| !matches!(c, '-' | ' ')).collect();
        let digits: Vec<u8> =
            plain.iter().filter_map(|c| c.to_digit(10)).map(|digit| digit as u8).collect();
        if plain.len() == 10 && digits.len() >= 9 {
            let first: Vec<u8> = [9, 7, 8].into_iter().chain(digits[..9].to_vec()).collect();
            let as_13: String = first.iter().chain([&check(&first)]).map(u8::to_string).collect();
            return Err(wrong(format!("it has ten digits, as before 2007; with 13 it is {as_13}")));
        }
        let is_number = digits.len() == plain.len();
        let Some(digits) = <[u8; 13]>::try_from(digits).ok().filter(|_| is_number) else {
            return Err(wrong("it has 13 digits, and nothing else but hyphens".into()));
        };
        if digits[..3] != [9, 7, 8] && digits[..3] != [9, 7, 9] {
            return Err(wrong("it begins with 978 or 979".into()));
        }
        let right = check(&digits[..12]);
        if right != digits[12] {
            let last = digits[12];
            return Err(wrong(format!(
                "it ends with {right}, not {last}, or another digit is wrong"
            )));
        }
        Ok(Self { digits, text: text.to_owned() })
    }
}

impl fmt::Display for Isbn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Returns the check digit of twelve digits: with weights 1, 3, 1, 3 and so on, all thirteen add up
/// to a multiple of ten.
fn check(digits: &[u8]) -> u8 {
    let weighted = digits.iter().enumerate().map(|(i, digit)| digit * (1 + 2 * (i as u8 % 2)));
    (10 - weighted.sum::<u8>() % 10) % 10
}

/// The reason why a text is no [`Isbn`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no ISBN: {words}")]
pub struct WrongIsbn {
    text: String,
    words: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from the International ISBN Agency's manual and from Wikipedia's articles on ISBN
    /// and EAN-13.
    const KNOWN: [&str; 5] = [
        "978-3-16-148410-0",
        "978-0-306-40615-7",
        "978-92-95055-12-4",
        "979-8-88645-174-0",
        "9781861972712",
    ];

    #[test]
    fn one_digit_of_ten_is_right() {
        for known in KNOWN {
            let isbn: Isbn = known.parse().unwrap();
            assert_eq!(isbn.to_string(), known);
            // Every place, with every other digit: the check sees each single mistake.
            for (place, digit) in known.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
                for other in ('0'..='9').filter(|other| *other != digit) {
                    let mut text = known.to_owned();
                    text.replace_range(place..=place, &other.to_string());
                    let error = text.parse::<Isbn>().unwrap_err().to_string();
                    if place == known.len() - 1 {
                        let words = format!("ends with {digit}, not {other}");
                        assert!(error.contains(&words), "{error}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_no_isbn_is_told() {
        for (text, words) in [
            ("", "13 digits"),
            ("978-3-16-148410", "13 digits"),
            ("978-3-16-148410-00", "13 digits"),
            ("978-3-16-14841O-0", "nothing else"),
            ("4006381333931", "begins with 978"),
            ("0-306-40615-2", "with 13 it is 9780306406157"),
            ("080442957X", "with 13 it is 9780804429573"),
        ] {
            let error = text.parse::<Isbn>().unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
