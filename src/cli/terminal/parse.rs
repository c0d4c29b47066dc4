//! Parsers of values on the command line: ranges, tiers, counts, times. Errors are in words.

use std::env;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use seeddb_core::ask::text::range;
pub use seeddb_core::ask::text::{clues, count, scores, whole};
use seeddb_core::ask::{Name, UnknownName, columns, plain};
use seeddb_core::rating::minutes::Scale;
use seeddb_core::record::{Day, Origin};
use seeddb_database::audience::Audience;
use seeddb_export::{day_of, weekday};

use super::{ladder, small};

/// Parses the name of a technique that belongs to a tier.
pub fn of_tiers(text: &str) -> Result<Name, String> {
    let name: Name = text.parse().map_err(|error: UnknownName| error.to_string())?;
    if name.of_tiers(ladder()).is_some() {
        return Ok(name);
    }
    let names: Vec<String> =
        ladder().techniques().map(|technique| plain(technique.name())).collect();
    Err(format!("{name} is no technique of the tiers; there are\n{}", columns(&names)))
}

/// Parses a scale of minutes: a file written by `levels calibrate --times`, or its numbers.
pub fn scale(text: &str) -> Result<Scale, String> {
    let path = Path::new(text);
    match text.parse::<Scale>() {
        Ok(scale) => return Ok(scale),
        // With a comma it is meant as numbers, not as a file.
        Err(error) if text.contains(',') && !path.exists() => return Err(error.to_string()),
        Err(_) => {}
    }
    let read = small::read_text(path, small::MOST_TOML)
        .map_err(|error| format!("cannot read {text}: {error}"))?;
    Audience::read(&read).map(|audience| audience.scale).map_err(|error| format!("{text}: {error}"))
}

pub fn tier(text: &str) -> Result<u8, String> {
    let tiers = ladder().tiers();
    let tier = text.parse().ok().filter(|tier| tiers.contains(tier));
    tier.ok_or_else(|| format!("tier {text}: tiers are 0 to {}", tiers.end()))
}

/// The most threads: beyond any machine's cores they only cost memory, and tens of thousands bring
/// a machine down.
const MOST_THREADS: u16 = 512;

pub fn threads(text: &str) -> Result<u16, String> {
    let threads = count(text)?;
    if threads > MOST_THREADS {
        return Err(format!(
            "{threads} threads: {MOST_THREADS} are the most, and more than there are cores make nothing faster"
        ));
    }
    Ok(threads)
}

/// Parses a number from 0 up.
pub fn number(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| format!("{text}: give a number from 0 up"))
}

/// Parses step numbers: one, or a range.
pub fn steps(text: &str) -> Result<RangeInclusive<usize>, String> {
    let steps = match text.parse() {
        Ok(number) => number..=number,
        Err(_) => range(text, 1, usize::MAX)
            .map_err(|error| format!("{error}; or one number, hard or all"))?,
    };
    if *steps.start() == 0 { Err(format!("{text}: steps count from 1")) } else { Ok(steps) }
}

/// Parses a duration such as `90s`, `10m` or `1h 30m`.
pub fn time(text: &str) -> Result<Duration, String> {
    let wrong = || format!("{text}: write a time such as 90s, 10m or 1h30m");
    let signed: jiff::SignedDuration = text.parse().map_err(|_| wrong())?;
    let duration = Duration::try_from(signed).map_err(|_| wrong())?;
    if duration.is_zero() { Err(wrong()) } else { Ok(duration) }
}

/// Parses a length such as 90mm, 9cm, 3.5in or 252pt; returns points.
pub fn length(text: &str) -> Result<f64, String> {
    let units = [("mm", 72.0 / 25.4), ("cm", 72.0 / 2.54), ("in", 72.0), ("pt", 1.0)];
    let length = units.into_iter().find_map(|(unit, points)| {
        let number: f64 = text.strip_suffix(unit)?.trim().parse().ok()?;
        Some(number * points)
    });
    match length {
        // A metre is more than any press can print.
        Some(length) if (18.0..=2834.7).contains(&length) => Ok(length),
        Some(_) => Err(format!("{text}: boards are 18pt (6.35mm) to 1000mm wide")),
        None => Err(format!("{text}: write a length as 90mm, 9cm, 3.5in or 252pt")),
    }
}

/// Parses columns and lines of a contact sheet, such as 4x6.
pub fn sheet(text: &str) -> Result<[usize; 2], String> {
    let side = |text: &str| text.parse().ok().filter(|side| (1..=100).contains(side));
    let sides = text.split_once('x').map(|(columns, lines)| [side(columns), side(lines)]);
    match sides {
        Some([Some(columns), Some(lines)]) => Ok([columns, lines]),
        _ => Err(format!("{text}: write columns and lines as 4x6, at most 100 each")),
    }
}

/// Parses a day: 2027-01-31, today, tomorrow, or the next occurrence of a day of the week, today
/// included.
pub fn date(text: &str) -> Result<Date, String> {
    date_from(text, today)
}

/// A day or a span of days; `None` means an open end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Days {
    pub first: Option<Date>,
    pub last: Option<Date>,
}

impl Days {
    /// The first and the last day, in the type of records.
    pub fn ends(self) -> (Option<Day>, Option<Day>) {
        (self.first.map(day_of), self.last.map(day_of))
    }

    /// The day; `None` if the span has several.
    pub fn single(self) -> Option<Date> {
        self.first.filter(|_| self.first == self.last)
    }
}

fn given(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// The first and the last day of a month such as 2027-01.
fn month(text: &str) -> Option<[Date; 2]> {
    let (year, month) =
        text.split_once('-').filter(|(year, month)| (year.len(), month.len()) == (4, 2))?;
    let first = Date::new(year.parse().ok()?, month.parse().ok()?, 1).ok()?;
    Some([first, first.last_of_month()])
}

/// Parses a day as [`date`] does, a month, or FROM..TO, FROM.. or ..TO of these; `monday..sunday`
/// is a week.
pub fn days(text: &str) -> Result<Days, String> {
    let ends = |text: &str| month(text).map_or_else(|| date(text).map(|day| [day, day]), Ok);
    let Some((first, last)) = text.split_once("..") else {
        let [first, last] = ends(text)?.map(Some);
        return Ok(Days { first, last });
    };
    let first = given(first).map(|first| ends(first).map(|[first, _]| first)).transpose()?;
    let last = given(last).map(|last| match first.filter(|_| weekday(last).is_some()) {
        Some(first) => date_from(last, || first),
        None => ends(last).map(|[_, last]| last),
    });
    let last = last.transpose()?;
    match (first, last) {
        (None, None) => Err(format!("{text}: name one day at least, as 2027-01-01..")),
        (Some(first), Some(last)) if last < first => {
            Err(format!("{text}: the last day, {last}, is before the first, {first}"))
        }
        _ => Ok(Days { first, last }),
    }
}

/// Parses a nonzero number of days, forward or back.
pub fn shift(text: &str) -> Result<i32, String> {
    let days = text.parse().ok().filter(|days: &i32| *days != 0);
    days.ok_or_else(|| format!("{text}: give a number of days, as 7 or -7"))
}

/// The current local date; the UTC date of `SOURCE_DATE_EPOCH`, if it is set.
pub fn today() -> Date {
    let given = env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    let given = given.and_then(|seconds| Timestamp::from_second(seconds).ok());
    given.map_or_else(|| Zoned::now().date(), |moment| moment.to_zoned(TimeZone::UTC).date())
}

fn date_from(text: &str, today: impl Fn() -> Date) -> Result<Date, String> {
    let wrong = || format!("{text}: write a day as 2027-01-31, today, tomorrow or monday");
    match text.to_lowercase().as_str() {
        "today" => Ok(today()),
        "tomorrow" => today().tomorrow().map_err(|_| wrong()),
        name => match weekday(name) {
            Some(weekday) => {
                let today = today();
                if today.weekday() == weekday {
                    return Ok(today);
                }
                today.nth_weekday(1, weekday).map_err(|_| wrong())
            }
            None => text.parse().map_err(|_| wrong()),
        },
    }
}

pub fn origin() -> impl TypedValueParser<Value = Origin> {
    let named =
        |name: String| Origin::ALL.into_iter().find(|origin| origin.name() == name.to_lowercase());
    PossibleValuesParser::new(Origin::ALL.map(Origin::name))
        .try_map(move |name| named(name).ok_or("no such origin"))
}

/// The given RNG seed, or a random one of at most 53 bits, which every JSON reader can represent.
pub fn rng_seed(given: Option<u64>) -> u64 {
    given.unwrap_or_else(|| RandomState::new().build_hasher().finish() >> 11)
}

/// A parser of values from a list of names, which help and completions show.
pub fn named<T>(names: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: std::error::Error + Send + Sync + 'static> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names.into_iter().collect::<Vec<_>>())
        .try_map(|name| name.to_lowercase().parse())
}

/// The valid names in serde's error message about an unknown one.
pub fn expected(words: &str) -> Vec<String> {
    words.split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

/// A parser of the values that book.toml has for a key. The valid names come from the parser's
/// error message, which quotes each.
pub fn names<T>() -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = String> + Clone + Send + Sync + 'static,
{
    let words = T::from_str("?").err().unwrap_or_default();
    PossibleValuesParser::new(expected(&words)).try_map(|name| name.parse::<T>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_have_an_end() {
        assert_eq!(threads("1"), Ok(1));
        assert_eq!(threads("512"), Ok(512));
        for text in ["513", "65535"] {
            let words = threads(text).unwrap_err();
            assert!(words.contains(text) && words.contains("512 are the most"), "{words}");
        }
        assert!(threads("70000").unwrap_err().contains("too large"));
        assert!(threads("0").unwrap_err().contains("at least 1"));
    }

    #[test]
    fn lengths_sheets_and_dates() {
        assert_eq!(length("3.5in"), Ok(252.0));
        assert_eq!(length("252 pt"), Ok(252.0));
        assert!((length("88.9mm").unwrap() - 252.0).abs() < 1e-9);
        assert!((length("8.89cm").unwrap() - 252.0).abs() < 1e-9);
        for text in ["1mm", "2m", "3.5", "in", "-3in", "nanin", "infpt", "1e9cm"] {
            assert!(length(text).is_err(), "{text}");
        }
        assert_eq!(sheet("4x6"), Ok([4, 6]));
        for text in ["4", "0x6", "4x", "4x101", "-1x1"] {
            assert!(sheet(text).unwrap_err().contains("4x6"), "{text}");
        }
        let day = |text: &str| {
            date_from(text, || jiff::civil::date(2027, 1, 6)).map(|date| date.to_string())
        };
        let span = |text: &str| days(text).map(|Days { first, last }| [first, last]);
        let iso = |text: &str| Some(text.parse().unwrap());
        let (first, last) = (iso("2027-01-04"), iso("2027-01-10"));
        for (text, ends) in [
            ("2027-01-04..2027-01-10", [first, last]),
            ("2027-01-04..sunday", [first, last]),
            ("2027-01-04..", [first, None]),
            ("..2027-01-10", [None, last]),
            ("2027-01-04", [first, first]),
        ] {
            assert_eq!(span(text), Ok(ends), "{text}");
        }
        for text in ["..", "", "2027-01-10..2027-01-04", "2027-01-04-2027-01-10", "x..y"] {
            assert!(span(text).is_err(), "{text}");
        }
        // 2027-01-06 is a Wednesday.
        for (text, expected) in [
            ("today", "2027-01-06"),
            ("Tomorrow", "2027-01-07"),
            ("wednesday", "2027-01-06"),
            ("thu", "2027-01-07"),
            ("monday", "2027-01-11"),
            ("2027-01-31", "2027-01-31"),
        ] {
            assert_eq!(day(text).as_deref(), Ok(expected), "{text}");
        }
        assert!(day("someday").unwrap_err().contains("tomorrow"));
        assert!(date("2027-02-28").is_ok());
        assert!(date("2027-02-29").unwrap_err().contains("2027-01-31"));
    }

    #[test]
    fn tiers_and_times() {
        assert_eq!(tier("6"), Ok(6));
        assert_eq!(tier("7"), Err("tier 7: tiers are 0 to 6".to_owned()));
        assert_eq!(time("10m"), Ok(Duration::from_secs(600)));
        assert_eq!(time("1h30m"), Ok(Duration::from_secs(5400)));
        assert!(time("0s").is_err() && time("10").is_err() && time("-5m").is_err());
        assert!(of_tiers("bug").is_err() && of_tiers("Naked Quad").is_ok());
    }
}
