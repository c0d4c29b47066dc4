//! Ranges as users write them: `3`, `24..30`, `4000..`, `..4.2`, both ends included. Errors quote
//! the text and state the expected form.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::board::Cell;
use crate::logic::Ladder;
use crate::rating::er::Score;
use crate::rating::se::{scores as ratings_there_are, tier_of};

/// Replaces the dash of a range such as `24-30` by points: users write both.
fn with_points(text: &str) -> Cow<'_, str> {
    let is_number =
        |end: &str| !end.is_empty() && end.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    match text.split_once('-') {
        Some((low, high)) if is_number(low) && is_number(high) && !text.contains("..") => {
            format!("{low}..{high}").into()
        }
        _ => text.into(),
    }
}

/// Reads a tier, or a range of tiers. Errors state the expected form.
pub fn tiers(text: &str) -> Result<RangeInclusive<u8>, String> {
    let (all, text) = (Ladder::default().tiers(), &*with_points(text));
    if !text.contains("..") {
        let tier = text.parse().ok().filter(|tier| all.contains(tier));
        let tier = tier.ok_or_else(|| format!("tier {text}: tiers are 0 to {}", all.end()))?;
        return Ok(tier..=tier);
    }
    let tiers = range(text, *all.start(), *all.end())?;
    if all.contains(tiers.end()) {
        Ok(tiers)
    } else {
        Err(format!("tiers {text}: tiers are 0 to {}", all.end()))
    }
}

/// Reads a score, or a range of scores. A single score includes all that begin with its digits: 300
/// means 300 to below 301, and 300.5 means 300.5 to below 300.6. Errors state the expected form.
pub fn scores(text: &str) -> Result<RangeInclusive<f64>, String> {
    numbers(text, "scores")
}

/// Reads estimated minutes, or a range of them. A single number includes all that begin with its
/// digits, as of [`scores`]: 8 means 8 to below 9. Errors state the expected form.
pub fn minutes(text: &str) -> Result<RangeInclusive<f64>, String> {
    numbers(text, "minutes")
}

/// Reads a percentile, or a range of them. A single percentile includes all that begin with its
/// digits, as of [`scores`]. Errors state the expected form.
pub fn percentiles(text: &str) -> Result<RangeInclusive<f64>, String> {
    let range = numbers(text, "percentiles")?;
    // 100 stands for 100 to below 101.
    let is_too_high = |end: f64| end.is_finite() && end >= 101.0;
    if *range.start() > 100.0 || is_too_high(*range.end()) {
        return Err(format!("{text}: percentiles are 0 to 100"));
    }
    Ok(range)
}

/// Reads a number from 0 up, or a range of them.
fn numbers(text: &str, what: &str) -> Result<RangeInclusive<f64>, String> {
    let text = &*with_points(text);
    if let Ok(one) = text.trim().parse::<f64>()
        && one.is_finite()
        && one >= 0.0
    {
        let places = text.trim().split_once('.').map_or(0, |(_, places)| places.len());
        let step = (0..places).fold(1.0, |step, _| step / 10.0);
        return Ok(one..=(one + step).next_down().max(one));
    }
    let range = range(text, 0.0, f64::INFINITY)?;
    if !range.start().is_finite() || range.end().is_nan() || *range.end() < 0.0 {
        return Err(format!("{text}: {what} are numbers from 0 up"));
    }
    Ok(range)
}

/// Reads a number of clues, or a range. Errors state the expected form, or the limit of 81.
pub fn clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let text = &*with_points(text);
    let range = match text.parse() {
        Ok(number) => number..=number,
        Err(_) => range(text, 0, Cell::COUNT)?,
    };
    if *range.end() > Cell::COUNT {
        return Err(format!("{text}: a grid has 81 cells"));
    }
    Ok(range)
}

/// Reads the number of the hardest step, or a range, from 1. Errors state the expected form.
pub fn steps(text: &str) -> Result<RangeInclusive<usize>, String> {
    let text = &*with_points(text);
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let end = |text: &str, open| if text.is_empty() { Ok(open) } else { text.parse() };
    let wrong = || format!("{text}: write steps as 20..40, from 1");
    match (end(from, 1), end(to, 9999)) {
        (Ok(from), Ok(to)) if 1 <= from && from <= to => Ok(from..=to),
        _ => Err(wrong()),
    }
}

/// Reads a Sudoku Explainer rating (ER) that puzzles can have, or a range that contains one. Errors
/// state the expected form, or the nearest ratings.
pub fn ratings(text: &str) -> Result<RangeInclusive<Score>, String> {
    let text = &*with_points(text);
    let shape = || {
        format!(
            "{text}: write an ER with at most one decimal, as 7.2, or a range, as 7.0..7.4, 8.3.. or ..4.2"
        )
    };
    let Some((low, high)) = text.split_once("..") else {
        let rating = rating(text).ok_or_else(shape)?;
        return if tier_of(rating).is_some() { Ok(rating..=rating) } else { Err(missing(rating)) };
    };
    if low.is_empty() && high.is_empty() {
        return Err(shape());
    }
    let least = ratings_there_are().next().unwrap_or_default();
    let greatest = ratings_there_are().next_back().unwrap_or_default();
    let end = |text: &str, open| if text.is_empty() { Some(open) } else { rating(text.trim()) };
    let low = end(low, least).ok_or_else(shape)?;
    let high = end(high, greatest).ok_or_else(shape)?;
    if low > high {
        return Err(format!("{text} is empty: the lower end comes first"));
    }
    if !ratings_there_are().any(|rating| (low..=high).contains(&rating)) {
        return Err(missing(low));
    }
    Ok(low..=high)
}

/// Reads a number with at most one decimal.
fn rating(text: &str) -> Option<Score> {
    let (whole, tenths) = text.split_once('.').unwrap_or((text, "0"));
    let number = |digits: &str, most: usize| {
        let is_number =
            (1..=most).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { digits.parse::<u16>().ok() } else { None }
    };
    Some(Score::from_tenths(10 * number(whole, 2)? + number(tenths, 1)?))
}

/// Returns the message that no puzzle has this rating, with the nearest ratings.
fn missing(rating: Score) -> String {
    let below = ratings_there_are().rev().find(|&other| other < rating);
    let above = ratings_there_are().find(|&other| other > rating);
    let nearest: Vec<String> =
        [below, above].into_iter().flatten().map(|other| other.to_string()).collect();
    let are = if nearest.len() == 1 { "nearest is" } else { "nearest are" };
    format!("no puzzle has an ER of {rating}: the {are} {}", nearest.join(" and "))
}

/// Reads `LO..HI`, `LO..` or `..HI`, both ends included. Errors state the expected form.
pub fn range<T>(text: &str, least: T, greatest: T) -> Result<RangeInclusive<T>, String>
where
    T: FromStr<Err: Display> + PartialOrd + Copy,
{
    let shape = || format!("{text}: write a number, or a range as LO..HI, LO.. or ..HI");
    let (low, high) = text.split_once("..").ok_or_else(shape)?;
    if low.is_empty() && high.is_empty() {
        return Err(shape());
    }
    let end = |text: &str, open: T| {
        if text.is_empty() { Ok(open) } else { text.trim().parse().map_err(|_| shape()) }
    };
    let (low, high) = (end(low, least)?, end(high, greatest)?);
    if low > high {
        return Err(format!("{text} is empty: the lower end comes first"));
    }
    Ok(low..=high)
}

/// Reads a number of puzzles, at least 1: 1000, `1_000` and 1k are the same. Errors state the
/// expected form.
pub fn count<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, String> {
    let count = number(text, "give a whole number, at least 1")?;
    let is_one = count >= T::from(1);
    is_one.then_some(count).ok_or_else(|| format!("{text}: give a whole number, at least 1"))
}

/// Reads a whole number from 0 up, written like a [`count`]. Errors state the expected form.
pub fn whole<T: FromStr>(text: &str) -> Result<T, String> {
    number(text, "give a whole number from 0 up")
}

fn number<T: FromStr>(text: &str, shape: &str) -> Result<T, String> {
    let plain = plain_number(text);
    let is_whole = !plain.is_empty() && plain.bytes().all(|byte| byte.is_ascii_digit());
    let wrong = if is_whole { "that is too large, give a smaller number" } else { shape };
    plain.parse().map_err(|_| format!("{text}: {wrong}"))
}

/// Returns the digits of a whole number: without `_` between them, with zeros for the k of
/// thousands and the M of millions.
fn plain_number(text: &str) -> String {
    let (digits, zeros) = match text.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, "000"),
        None => match text.strip_suffix(['m', 'M']) {
            Some(digits) => (digits, "000000"),
            None => (text, ""),
        },
    };
    let is_whole = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if digits.split('_').all(is_whole) { digits.replace('_', "") + zeros } else { text.to_owned() }
}

/// Writes a range as users do: `3`, `2..5`.
pub fn one_or_range<T: Display + PartialEq>(range: &RangeInclusive<T>) -> String {
    if range.start() == range.end() {
        range.start().to_string()
    } else {
        format!("{}..{}", range.start(), range.end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_say_which_end_they_miss() {
        assert_eq!(count::<u16>("65535"), Ok(65535));
        for text in ["10000", "10_000", "10k", "1_0k", "10K"] {
            assert_eq!(count::<u32>(text), Ok(10_000), "{text}");
        }
        assert_eq!(count::<u32>("2M"), Ok(2_000_000));
        for text in ["k", "_1", "1__0", "1_", "1kk", "-1k", "1.5k"] {
            assert!(count::<u32>(text).unwrap_err().contains("at least 1"), "{text}");
        }
        assert!(count::<u32>("10000M").unwrap_err().contains("too large"));
        assert!(count::<u16>("65536").unwrap_err().contains("too large"));
        for text in ["0", "", "-1", "x"] {
            assert!(count::<u16>(text).unwrap_err().contains("at least 1"), "{text}");
        }
    }

    #[test]
    fn one_score_stands_for_all_that_begin_with_its_digits() {
        for (text, inside, outside) in [
            ("300", [300.0, 300.99], [299.99, 301.0]),
            ("300.5", [300.5, 300.59], [300.49, 300.6]),
            ("0", [0.0, 0.9], [-0.1, 1.0]),
        ] {
            let scores = scores(text).unwrap();
            assert!(inside.iter().all(|score| scores.contains(score)), "{text}");
            assert!(!outside.iter().any(|score| scores.contains(score)), "{text}");
        }
        for text in ["-1", "nan", "inf", "many", ".."] {
            assert!(scores(text).is_err(), "{text}");
        }
    }

    #[test]
    fn whole_numbers_begin_with_nothing() {
        assert_eq!((whole::<u64>("0"), whole::<u64>("10k")), (Ok(0), Ok(10_000)));
        assert!(whole::<u8>("256").unwrap_err().contains("too large"));
        for text in ["", "-1", "x", "1.5"] {
            assert!(whole::<u64>(text).unwrap_err().contains("from 0 up"), "{text}");
        }
    }

    #[test]
    fn ranges_include_both_ends() {
        assert_eq!((clues("22..25"), clues("22-25")), (Ok(22..=25), Ok(22..=25)));
        assert_eq!((tiers("3-5"), steps("20-40")), (Ok(3..=5), Ok(20..=40)));
        assert_eq!((clues("22..22"), clues("26")), (Ok(22..=22), Ok(26..=26)));
        assert_eq!((clues("..25"), clues("25..")), (Ok(0..=25), Ok(25..=81)));
        assert_eq!((scores("0.5-2"), scores("0.5..2")), (Ok(0.5..=2.0), Ok(0.5..=2.0)));
        assert_eq!(scores("4000.."), Ok(4000.0..=f64::INFINITY));
        let endless = format!("{}..", "6".repeat(400));
        assert!(scores(&endless).is_err() && scores("inf..").is_err());
        assert_eq!((tiers("2"), tiers("0..4"), tiers("4..")), (Ok(2..=2), Ok(0..=4), Ok(4..=6)));
        assert_eq!((one_or_range(&(2..=2)), one_or_range(&(2..=5))), ("2".into(), "2..5".into()));
        assert_eq!(
            (steps("20"), steps("20.."), steps("..9")),
            (Ok(20..=20), Ok(20..=9999), Ok(1..=9))
        );
    }

    #[test]
    fn what_is_no_range_is_refused_in_words() {
        assert!(scores("5..1").unwrap_err().contains("empty"));
        assert!(clues("2x").unwrap_err().contains("LO..HI"));
        assert!(clues("82").unwrap_err().contains("81 cells"));
        assert!(clues("..").unwrap_err().contains("LO..HI"));
        assert!(clues("20..82").unwrap_err().contains("81 cells"));
        for text in ["nan..", "..nan", "-5..-1", "a..b", "1...5", "1..2..3", ""] {
            assert!(scores(text).is_err(), "{text}");
        }
        assert_eq!(tiers("..9"), Err("tiers ..9: tiers are 0 to 6".to_owned()));
        assert_eq!(tiers("7"), Err("tier 7: tiers are 0 to 6".to_owned()));
        assert!(tiers("4..2").is_err() && tiers("..").is_err() && tiers("x").is_err());
        assert!(steps("0").is_err() && steps("9..3").unwrap_err().contains("20..40"));
    }

    #[test]
    fn ratings_are_one_or_a_range() {
        let range = |low, high| Ok(Score::from_tenths(low)..=Score::from_tenths(high));
        assert_eq!(ratings("7.2"), range(72, 72));
        assert_eq!(ratings("7"), range(70, 70));
        assert_eq!(ratings("7.0..7.4"), range(70, 74));
        assert_eq!(ratings("8.3.."), range(83, 120));
        assert_eq!(ratings("..4.2"), range(12, 42));
        assert_eq!(ratings("1.8..2.1"), range(18, 21));
    }

    #[test]
    fn ratings_that_do_not_exist_name_the_nearest() {
        assert_eq!(
            ratings("2.1").unwrap_err(),
            "no puzzle has an ER of 2.1: the nearest are 2.0 and 2.3"
        );
        assert!(ratings("1.9").unwrap_err().contains("1.7 and 2.0"));
        assert!(ratings("6.3..6.4").unwrap_err().contains("6.2 and 6.5"));
        assert!(ratings("12.1").unwrap_err().ends_with("the nearest is 12.0"));
        assert!(ratings("0.3").unwrap_err().ends_with("the nearest is 1.2"));
        assert!(ratings("7.4..7.0").unwrap_err().contains("empty"));
        for text in ["", "..", "7,2", "x", "-1", "7.25", "7.", ".5", "100", "nan..", "7...8"] {
            assert!(ratings(text).unwrap_err().contains("as 7.2"), "{text}");
        }
    }
}
