//! Addresses of pages and of routes, and days in words.

use std::fmt::Write as _;

use jiff::civil::Date;
use maud::{Markup, html};

use crate::route::ROOT;
use crate::who;

/// Returns a name as a part of an address.
fn encoded(name: &str) -> String {
    let mut text = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

pub fn series(series: &str) -> String {
    format!("/series/{}", encoded(series))
}

pub fn day(series: &str, day: impl std::fmt::Display) -> String {
    format!("/series/{}/{day}", encoded(series))
}

/// Returns a route of the API about a series.
pub fn of_days(series: &str, rest: &str) -> String {
    format!("{ROOT}/series/{}/{rest}", encoded(series))
}

/// Returns the name of a file of a series from a day on, without its ending.
pub fn file(series: &str, first: Date) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    format!("{}-{first}", series.chars().map(plain).collect::<String>())
}

/// Returns the date as `Sun 14 March 2027`; in German `So., 14. März 2027`.
pub fn long(date: Date) -> String {
    if !who::is_german() {
        return date.strftime("%a %-d %B %Y").to_string();
    }
    let day = WEEKDAYS[usize::from(date.weekday().to_monday_zero_offset().unsigned_abs())];
    format!("{day}., {}", middle(date))
}

/// Returns the date as `14 March 2027`; in German `14. März 2027`.
pub fn middle(date: Date) -> String {
    if !who::is_german() {
        return date.strftime("%-d %B %Y").to_string();
    }
    let month = MONTHS[usize::from(date.month().unsigned_abs()) - 1];
    format!("{}. {month} {}", date.day(), date.year())
}

/// German names.
const WEEKDAYS: [&str; 7] = ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"];
const MONTHS: [&str; 12] = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];

/// Returns a number with a comma after each thousand; in German a dot.
pub fn grouped(number: u64) -> String {
    let comma = if who::is_german() { '.' } else { ',' };
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(comma);
        }
        text.push(digit);
    }
    text
}

/// Returns a moment, as records have it, for people: `2027-01-05 10:38`.
fn moment(time: &str) -> String {
    time.get(..16).unwrap_or(time).replace('T', " ")
}

/// Returns a moment in UTC, which the script of all pages converts to the reader's time zone.
pub fn when(time: &str) -> Markup {
    html! { time datetime=(time) { (moment(time)) " UTC" } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plural::counted;

    #[test]
    fn words_of_pages() {
        assert_eq!([0, 999, 1_000, 3_099_891].map(grouped), ["0", "999", "1,000", "3,099,891"]);
        assert_eq!(moment("2026-11-25T10:38:58Z"), "2026-11-25 10:38");
        assert_eq!(day("a/b ü", "2027-01-01"), "/series/a%2Fb%20%C3%BC/2027-01-01");
        assert_eq!([counted(1, "day"), counted(2, "day")], ["1 day", "2 days"]);
    }
}
