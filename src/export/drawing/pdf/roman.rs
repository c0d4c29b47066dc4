//! [`roman`]: page numbers of front matter.

/// Returns a page number in lower-case Roman numerals.
pub(crate) fn roman(mut number: usize) -> String {
    let mut text = String::new();
    for (value, digits) in [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ] {
        while number >= value {
            text.push_str(digits);
            number -= value;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn roman_numerals_read_back() {
        let value = |c| match c {
            'i' => 1,
            'v' => 5,
            'x' => 10,
            'l' => 50,
            'c' => 100,
            'd' => 500,
            _ => 1000,
        };
        let mut all = HashSet::new();
        for number in 1..2000 {
            let text = roman(number);
            let values: Vec<i32> = text.chars().map(value).collect();
            let signed = |(i, own): (usize, &i32)| {
                if values.get(i + 1).is_some_and(|next| next > own) { -own } else { *own }
            };
            let read: i32 = values.iter().enumerate().map(signed).sum();
            assert_eq!(usize::try_from(read), Ok(number), "{text}");
            assert!(!["iiii", "xxxx", "cccc"].iter().any(|four| text.contains(four)), "{text}");
            assert!(all.insert(text));
        }
    }
}
