//! [`SeriesDays`]: one puzzle per day, rising in difficulty through the week.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;
use std::str::FromStr;

use jiff::civil::{Date, Weekday};
use jiff::{Span, ToSpan};
use seeddb_core::error::{Data, Datum, Fact};
use serde::{Deserialize, Serialize};

use super::Row;
use seeddb_core::record::Day;

const WEEK: [(&str, Weekday); 7] = [
    ("mon", Weekday::Monday),
    ("tue", Weekday::Tuesday),
    ("wed", Weekday::Wednesday),
    ("thu", Weekday::Thursday),
    ("fri", Weekday::Friday),
    ("sat", Weekday::Saturday),
    ("sun", Weekday::Sunday),
];

/// Converts a date to the type of records.
pub fn day_of(date: Date) -> Day {
    let part = |part: i8| part.unsigned_abs();
    Day { year: date.year(), month: part(date.month()), day: part(date.day()) }
}

/// The level of each day of the week; days without one have no puzzle. As text and in JSON it is
/// `mon:easy,sun:expert`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ramp([Option<String>; 7]);

impl Ramp {
    /// Returns the level of a date; `None` on days without a puzzle.
    pub fn level(&self, date: Date) -> Option<&str> {
        self.0[date.weekday().to_monday_zero_offset() as usize].as_deref()
    }

    /// Returns the distinct levels, in the order of the week.
    pub fn levels(&self) -> Vec<&str> {
        let mut levels = Vec::new();
        for level in self.0.iter().flatten() {
            if !levels.contains(&level.as_str()) {
                levels.push(level);
            }
        }
        levels
    }
}

impl FromStr for Ramp {
    type Err = RampError;

    /// Parses `mon:easy,tue..thu:medium,sun:expert`, also with `tue-thu`, `fri..mon` and full names
    /// of days, or `easy` for every day.
    fn from_str(text: &str) -> Result<Self, RampError> {
        if !text.trim().is_empty() && !text.contains([',', ':']) && weekday(text.trim()).is_none() {
            return Ok(Self(
                [const { None }; 7].map(|_: Option<String>| Some(text.trim().to_owned())),
            ));
        }
        let mut ramp = [const { None }; 7];
        for part in text.split(',').map(str::trim) {
            let shape = || RampError::Shape(part.to_owned());
            let (days, level) = part.split_once(':').ok_or_else(shape)?;
            let ends = days.split_once("..").or_else(|| days.split_once('-'));
            let (first, last) = ends.unwrap_or((days, days));
            let (first, last) = (day(first)?, day(last)?);
            if level.trim().is_empty() {
                return Err(shape());
            }
            // A range may pass Sunday, such as Friday to Monday.
            for day in (0..=(last + 7 - first) % 7).map(|after| (first + after) % 7) {
                if ramp[day].replace(level.trim().to_owned()).is_some() {
                    return Err(RampError::Twice(WEEK[day].0));
                }
            }
        }
        Ok(Self(ramp))
    }
}

impl fmt::Display for Ramp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let days = WEEK.iter().zip(&self.0);
        let days = days.filter_map(|((day, _), level)| Some(format!("{day}:{}", level.as_ref()?)));
        f.write_str(&days.collect::<Vec<_>>().join(","))
    }
}

as_text!(Ramp);

fn day(name: &str) -> Result<usize, RampError> {
    let name = name.trim();
    let found = weekday(name).ok_or_else(|| RampError::Day(name.to_owned()))?;
    Ok(found.to_monday_zero_offset() as usize)
}

/// Returns the day of the week with this name: `mon` or `monday`, in any case.
pub fn weekday(name: &str) -> Option<Weekday> {
    let name = name.to_lowercase();
    let is_name = |short: &str| name == short || long_name(short) == name;
    WEEK.iter().find(|(short, _)| is_name(short)).map(|(_, weekday)| *weekday)
}

fn long_name(short: &str) -> String {
    let rest = match short {
        "tue" => "s",
        "wed" => "nes",
        "thu" => "rs",
        "sat" => "ur",
        _ => "",
    };
    format!("{short}{rest}day")
}

/// An error in a ramp.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RampError {
    /// A part that does not have the form of days and a level.
    #[error(
        "{0:?}: write a day and its level as mon:easy, or days as mon..wed:easy, or one level for all days"
    )]
    Shape(String),
    /// An unknown day.
    #[error("no day {0:?}: take mon, tue, wed, thu, fri, sat and sun")]
    Day(String),
    /// A day has two levels.
    #[error("{0} has two levels")]
    Twice(&'static str),
}

/// One puzzle per day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeriesDays {
    /// Each day with the level of its puzzle; `None` means any level.
    days: Vec<(Date, Option<String>)>,
}

impl SeriesDays {
    /// Plans `count` days from `start`; a year without a count. Without a ramp, every day takes the
    /// next puzzle. `None` if the days go beyond the year 9999.
    pub fn new(start: Date, count: Option<u32>, ramp: Option<&Ramp>) -> Option<Self> {
        let end = match count {
            Some(count) => Span::new().try_days(count),
            None => Ok(1.year()),
        };
        let end = end.and_then(|time| start.checked_add(time)).ok()?;
        let dates = std::iter::successors(Some(start), |date| date.tomorrow().ok());
        let dates = dates.take_while(|&date| date < end);
        let day = |date| match ramp {
            None => Some((date, None)),
            Some(ramp) => Some((date, Some(ramp.level(date)?.to_owned()))),
        };
        Some(Self { days: dates.filter_map(day).collect() })
    }

    /// Returns the days, each with the level of its puzzle; `None` means any level.
    pub fn days(&self) -> impl Iterator<Item = (Date, Option<&str>)> {
        self.days.iter().map(|(date, level)| (*date, level.as_deref()))
    }

    /// Returns the remaining days without these.
    #[must_use]
    pub fn without(&self, dates: &[Date]) -> Self {
        let gone: HashSet<Date> = dates.iter().copied().collect();
        Self { days: self.days.iter().filter(|(date, _)| !gone.contains(date)).cloned().collect() }
    }

    /// Returns a picker of puzzles for the days.
    pub fn picker(self) -> Picker {
        let mut wanted = HashMap::new();
        for (_, level) in &self.days {
            *wanted.entry(level.clone()).or_default() += 1;
        }
        Picker { days: self, wanted, taken: HashMap::new() }
    }
}

/// Picks puzzles for the days of a [`SeriesDays`], in the order in which they are offered.
#[derive(Clone, Debug)]
pub struct Picker {
    days: SeriesDays,
    /// The number of puzzles still needed, by level.
    wanted: HashMap<Option<String>, usize>,
    taken: HashMap<Option<String>, VecDeque<Row>>,
}

impl Picker {
    /// Takes a puzzle if a day needs it; returns whether one does.
    pub fn offer(&mut self, row: &Row) -> bool {
        for level in [None, row.level.clone()] {
            if let Some(wanted) = self.wanted.get_mut(&level).filter(|wanted| **wanted > 0) {
                *wanted -= 1;
                self.taken.entry(level).or_default().push_back(row.clone());
                return true;
            }
        }
        false
    }

    /// Whether every day has a puzzle.
    pub fn is_full(&self) -> bool {
        self.wanted.values().all(|&wanted| wanted == 0)
    }

    /// Returns the puzzles with their dates, in the order of the days. Within a week, puzzles of
    /// equal level rise by score.
    ///
    /// # Errors
    /// The number of missing puzzles by level.
    pub fn finish(mut self) -> Result<Vec<Row>, Vec<Missing>> {
        if !self.is_full() {
            let mut missing: Vec<Missing> = self
                .wanted
                .into_iter()
                .filter(|&(_, count)| count > 0)
                .map(|(level, count)| Missing { level, count })
                .collect();
            missing.sort();
            return Err(missing);
        }
        let mut rows = Vec::with_capacity(self.days.days.len());
        let monday =
            |date: Date| date.checked_sub(i64::from(date.weekday().to_monday_zero_offset()).days());
        for week in self.days.days.chunk_by(|(a, _), (b, _)| monday(*a).ok() == monday(*b).ok()) {
            let mut drawn: HashMap<&Option<String>, Vec<Row>> = HashMap::new();
            for (_, level) in week {
                let next = self.taken.get_mut(level).and_then(VecDeque::pop_front);
                drawn.entry(level).or_default().extend(next);
            }
            for (level, rows) in &mut drawn {
                let score = |row: &Row| row.score.unwrap_or(f64::INFINITY);
                if level.is_some() {
                    // Puzzles are popped from the end, so the hardest comes first.
                    rows.sort_by(|a, b| score(b).total_cmp(&score(a)));
                } else {
                    rows.reverse();
                }
            }
            for (date, level) in week {
                let row = drawn.get_mut(level).and_then(Vec::pop);
                rows.extend(row.map(|row| Row { date: Some(*date), ..row }));
            }
        }
        Ok(rows)
    }
}

/// The number of puzzles of a level that are missing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Missing {
    /// The level; `None` means any level.
    pub level: Option<String>,
    /// The number of missing puzzles.
    pub count: usize,
}

impl Fact for Missing {
    fn datum(&self) -> Option<Datum> {
        let level = self.level.clone().unwrap_or_default();
        let data = Data::from([("level", level.into()), ("missing", self.count.into())]);
        Some(Datum::Object(data))
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.level {
            Some(level) => write!(f, "{} of level {level}", self.count),
            None => write!(f, "{}", self.count),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::super::row::examples;
    use super::*;

    fn row(number: u32, level: &str, score: f64) -> Row {
        let row = examples()[0].clone();
        Row { number, level: Some(level.to_owned()), score: Some(score), date: None, ..row }
    }

    fn plan(
        calendar: Option<SeriesDays>,
        rows: &[Row],
    ) -> Result<Vec<(String, u32)>, Vec<Missing>> {
        let mut picker = calendar.unwrap().picker();
        for row in rows {
            picker.offer(row);
        }
        let rows = picker.finish()?;
        Ok(rows.into_iter().map(|row| (row.date.unwrap().to_string(), row.number)).collect())
    }

    #[test]
    fn ramps() {
        let ramp: Ramp = "mon..wed:easy, Sun:very hard".parse().unwrap();
        assert_eq!(ramp.levels(), ["easy", "very hard"]);
        // 2027 begins on a Friday.
        assert_eq!(ramp.level(date(2027, 1, 1)), None);
        assert_eq!(ramp.level(date(2027, 1, 3)), Some("very hard"));
        assert_eq!(ramp.level(date(2027, 1, 6)), Some("easy"));
        let words = |text: &str| text.parse::<Ramp>().unwrap_err().to_string();
        assert_eq!("easy".parse::<Ramp>().unwrap().to_string().matches("easy").count(), 7);
        assert!(words("easy,hard").contains("mon:easy"));
        assert!(words("mon:").contains("mon:easy"));
        assert!(words("").contains("mon:easy"));
        let over_sunday: Ramp = "fri..mon:easy".parse().unwrap();
        let days = [1, 2, 3, 4, 5].map(|day| over_sunday.level(date(2027, 1, day)).is_some());
        assert_eq!(days, [true, true, true, true, false]);
        assert!(words("mond:easy").contains("no day"));
        let whole: Ramp = "Monday-wednesday:easy,sun:very hard".parse().unwrap();
        assert_eq!(whole, ramp);
        assert_eq!(whole.to_string(), "mon:easy,tue:easy,wed:easy,sun:very hard");
        assert_eq!(whole.to_string().parse(), Ok(ramp));
        assert!(words("mon:a,mon..tue:b").contains("mon has two"));
    }

    #[test]
    fn a_year_is_a_year() {
        let days = |year, ramp| {
            let calendar = SeriesDays::new(date(year, 1, 1), None, ramp).unwrap();
            calendar.days.len()
        };
        assert_eq!((days(2027, None), days(2028, None)), (365, 366));
        assert_eq!(days(2027, Some(&"sat..sun:easy".parse().unwrap())), 104);
        assert!(SeriesDays::new(date(9999, 6, 1), None, None).is_none());
        assert!(SeriesDays::new(date(2027, 1, 1), Some(u32::MAX), None).is_none());
    }

    #[test]
    fn days_take_their_levels_and_rise_within_a_week() {
        let ramp: Ramp = "mon..tue:easy,sun:hard".parse().unwrap();
        // Sunday 2027-01-03 to Tuesday 2027-01-12.
        let calendar = SeriesDays::new(date(2027, 1, 3), Some(10), Some(&ramp));
        let rows = [
            row(1, "easy", 9.0),
            row(2, "other", 1.0),
            row(3, "easy", 5.0),
            row(4, "hard", 90.0),
            row(5, "easy", 1.0),
            row(6, "hard", 10.0),
            row(7, "easy", 2.0),
            row(8, "easy", 0.0),
        ];
        let wanted = [
            ("2027-01-03", 4),
            ("2027-01-04", 3),
            ("2027-01-05", 1),
            ("2027-01-10", 6),
            ("2027-01-11", 5),
            ("2027-01-12", 7),
        ];
        let wanted = wanted.map(|(date, number)| (date.to_owned(), number));
        assert_eq!(plan(calendar.clone(), &rows).unwrap(), wanted);
        let missing = plan(calendar, &rows[..4]).unwrap_err();
        let missing: Vec<String> = missing.iter().map(Missing::to_string).collect();
        assert_eq!(missing, ["2 of level easy", "1 of level hard"]);
    }

    #[test]
    fn without_a_ramp_the_next_puzzle_comes_next() {
        let rows = [row(1, "a", 9.0), row(2, "b", 5.0), row(3, "a", 1.0), row(4, "a", 1.0)];
        let calendar = SeriesDays::new(date(2027, 1, 3), Some(3), None);
        let numbers: Vec<u32> =
            plan(calendar, &rows).unwrap().into_iter().map(|day| day.1).collect();
        assert_eq!(numbers, [1, 2, 3]);
        let calendar = SeriesDays::new(date(2027, 1, 3), Some(6), None);
        assert_eq!(plan(calendar, &rows), Err(vec![Missing { level: None, count: 2 }]));
    }
}
