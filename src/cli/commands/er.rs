//! Sudoku Explainer ratings on the command line: `7.2`, `7.0..7.4`, `8.3..`.

use std::ops::RangeInclusive;

use seeddb::rating::er::Score;
use seeddb::rating::se::{of_hsolve_tier, scores, tier_of};

use crate::cli::terminal::exit::UsageError;
use crate::cli::terminal::parse;

/// A rating that puzzles can have, or a range that has one in it.
pub fn ratings(text: &str) -> Result<RangeInclusive<Score>, String> {
    let (least, greatest) = (extreme(true), extreme(false));
    let Some((low, high)) = text.split_once("..") else {
        let score = score(text).ok_or_else(|| shape(text))?;
        return match tier_of(score) {
            Some(_) => Ok(score..=score),
            None => Err(missing(score)),
        };
    };
    if low.is_empty() && high.is_empty() {
        return Err(shape(text));
    }
    let end = |text: &str, open| if text.is_empty() { Some(open) } else { score(text.trim()) };
    let low = end(low, least).ok_or_else(|| shape(text))?;
    let high = end(high, greatest).ok_or_else(|| shape(text))?;
    if low > high {
        return Err(format!("{text} is empty: the lower end comes first"));
    }
    if !scores().any(|score| (low..=high).contains(&score)) {
        return Err(missing(low));
    }
    Ok(low..=high)
}

fn shape(text: &str) -> String {
    format!(
        "{text}: write an ER with at most one decimal, as 7.2, or a range, as 7.0..7.4, 8.3.. or ..4.2"
    )
}

/// The lowest or the highest rating there is.
fn extreme(lowest: bool) -> Score {
    let found = if lowest { scores().next() } else { scores().next_back() };
    found.unwrap_or_default()
}

/// A number with at most one decimal.
fn score(text: &str) -> Option<Score> {
    let (whole, tenths) = text.split_once('.').unwrap_or((text, "0"));
    let number = |digits: &str, most: usize| {
        let is_number =
            (1..=most).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { digits.parse::<u16>().ok() } else { None }
    };
    Some(Score::from_tenths(10 * number(whole, 2)? + number(tenths, 1)?))
}

/// Says that nothing has this rating, and what is nearest.
fn missing(score: Score) -> String {
    let below = scores().rev().find(|&other| other < score);
    let above = scores().find(|&other| other > score);
    let nearest: Vec<String> =
        [below, above].into_iter().flatten().map(|s| s.to_string()).collect();
    let are = if nearest.len() == 1 { "nearest is" } else { "nearest are" };
    format!("no puzzle has an ER of {score}: the {are} {}", nearest.join(" and "))
}

/// As it was given: `7.2` or `7.0..7.4`.
pub fn words(range: &RangeInclusive<Score>) -> String {
    parse::one_or_range(range)
}

/// Refuses ratings that no puzzle of this tier has.
pub fn check_tiers(
    range: &RangeInclusive<Score>,
    tiers: &RangeInclusive<u8>,
) -> Result<(), UsageError> {
    // Ratings rise with the tier, at either end.
    let (least, most) =
        (*of_hsolve_tier(*tiers.start()).start(), *of_hsolve_tier(*tiers.end()).end());
    if *range.start() <= most && least <= *range.end() {
        return Ok(());
    }
    let (range, tier) = (words(range), parse::one_or_range(tiers));
    Err(UsageError(format!(
        "--se {range} and --tier {tier} contradict each other: puzzles of tier {tier} have an ER of {least} to {most}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn what_does_not_exist_names_the_nearest() {
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

    #[test]
    fn tiers_bound_ratings() {
        let check = |text: &str, tiers| check_tiers(&ratings(text).unwrap(), &tiers);
        assert!(check("7.2", 5..=5).is_ok() && check("1.5..3.0", 1..=1).is_ok());
        assert!(check("7.2", 0..=5).is_ok() && check("..2.0", 1..=4).is_ok());
        let words = check("7.2", 1..=1).unwrap_err().to_string();
        assert!(words.contains("contradict") && words.contains("1.7 to 3.4"), "{words}");
    }
}
