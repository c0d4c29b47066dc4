//! A year of a series: twelve months, a cell for each day.

use std::collections::{BTreeMap, HashMap};

use axum::extract::{Path, Query, State};
use jiff::ToSpan as _;
use jiff::civil::{Date, date};
use maud::{Markup, html};
use serde::Deserialize;

use super::change;
use super::export;
use super::fill::{self, today};
use super::form_preview::{command, copied};
use super::frame::{Answer, Frame};
use super::levels::LevelMarks;
use super::links::{self, long};
use crate::database::{AllSeries, Database, DayRow, Error, PuzzleRef};
use crate::route::Access;
use crate::who::may;

#[derive(Deserialize)]
pub struct Asked {
    year: Option<i16>,
}

pub struct Days {
    pub rows: Vec<DayRow>,
    pub withdrawn: usize,
    /// Puzzles that run on several days, each with how many.
    twice: HashMap<PuzzleRef, usize>,
}

impl Days {
    pub fn of(database: &Database, series: &str) -> Result<Self, Error> {
        let mut rows = database.days_of(series)?;
        let all = rows.len();
        rows.retain(|row| row.state != DayRow::WITHDRAWN);
        let withdrawn = all - rows.len();
        Ok(Self { rows, withdrawn, twice: twice(&database.series()?) })
    }

    fn is_double(&self, row: &DayRow) -> bool {
        self.twice.contains_key(&(row.batch, row.number))
    }
}

fn twice(all_series: &AllSeries) -> HashMap<PuzzleRef, usize> {
    let mut times: HashMap<PuzzleRef, usize> = HashMap::new();
    for run in all_series.runs().iter().filter(|run| !run.withdrawn) {
        *times.entry(run.at).or_default() += 1;
    }
    times.retain(|_, times| *times > 1);
    times
}

pub async fn year(
    State(shared): crate::State,
    Path(series): Path<String>,
    Query(asked): Query<Asked>,
) -> Answer {
    let name = series.clone();
    let known = shared.call(move |database| {
        let others: Vec<String> = database.series()?.names().map(str::to_owned).collect();
        Ok((Days::of(database, &name)?, LevelMarks::of(&database.levels()?), others))
    });
    let (days, marks, others) = known.await?;
    let by_date: BTreeMap<Date, &DayRow> =
        days.rows.iter().filter_map(|row| Some((row.date.parse().ok()?, row))).collect();
    let ends = by_date.keys().next().copied().zip(by_date.keys().last().copied());
    let now = today(&shared.database);
    // This year if the series runs now, otherwise the nearest year of the series.
    let usual = ends.map_or(now, |(first, last)| now.clamp(first, last)).year();
    let year = asked.year.filter(|year| (1..=9999).contains(year)).unwrap_or(usual);
    let cells = Cells { series: &series, days: &days, by_date: &by_date, marks: &marks, ends, now };
    let (first, last) = (date(year, 1, 1), date(year, 12, 31));
    let words =
        ["series", "show", &series, "--from", &first.to_string(), "--to", &last.to_string()]
            .map(str::to_owned);
    let body = html! {
        div .head {
            h1 { bdi { (series) } " " span .year { (year) } }
            nav .years aria-label="Years" {
                a .button href={ "?year=" (year - 1) } aria-label={ "The year " (year - 1) } { "‹ " (year - 1) }
                a .button href={ "?year=" (year + 1) } aria-label={ "The year " (year + 1) } { (year + 1) " ›" }
            }
            @if others.len() > 1 {
                nav .others aria-label="Series" {
                    @for other in &others { a href=(links::series(other)) aria-current=[(*other == series).then_some("true")] { bdi { (other) } } }
                }
            }
        }
        (cells.summary(year))
        (marks.legend())
        p .hint .screen { "Drag a day to another, or choose a day with the arrow keys and press M. Enter opens a day." }
        div .months data-calendar {
            @for month in 1..=12 { (cells.month(year, month)) }
        }
        p #tip .tip aria-hidden="true" {}
        p .unseen role="status" data-said {}
        (change::dialog(&series))
        (copied(&command(&shared.settings, &words)))
        section .card .screen {
            h2 { "What is missing" }
            (fill::form(&marks, &fill::Of { series: &series, rows: &days.rows, today: now }))
        }
        @if may(Access::Publish) { details .card .screen {
            summary { "Export approved days" }
            (export::of_days(&series, first, 365))
        } }
        p .screen { a href="/series?new" { "All series, and a new one" } }
    };
    let frame = Frame {
        scripts: &["desk.js", "calendar.js"],
        styles: &["calendar.css"],
        ..Frame::of(&series, "/series", body)
    };
    Ok(frame.page(&shared.settings))
}

struct Cells<'a> {
    series: &'a str,
    days: &'a Days,
    by_date: &'a BTreeMap<Date, &'a DayRow>,
    marks: &'a LevelMarks,
    ends: Option<(Date, Date)>,
    now: Date,
}

impl Cells<'_> {
    /// Returns the number of days, and the problems of some.
    fn summary(&self, year: i16) -> Markup {
        let rows =
            || self.by_date.iter().filter(|(date, _)| date.year() == year).map(|(_, row)| *row);
        let count = |is: &dyn Fn(&DayRow) -> bool| rows().filter(|row| is(row)).count();
        let (all, void) = (rows().count(), count(&|row| row.state == DayRow::VOID));
        let approved = count(&|row| row.approved_by.is_some());
        let double = count(&|row| self.days.is_double(row));
        let days = std::iter::successors(Some(date(year, 1, 1)), |day| day.tomorrow().ok());
        let gaps =
            days.take_while(|day| day.year() == year).filter(|day| self.is_gap(*day)).count();
        html! {
            ul .numbers {
                li { b { (all) } " days with a puzzle" }
                li { b { (approved) } " approved" }
                li class=[(gaps > 0).then_some("bad")] { b { (gaps) } " " (if gaps == 1 { "gap" } else { "gaps" }) }
                li class=[(double > 0).then_some("bad")] { b { (double) } " printed twice" }
                li class=[(void > 0).then_some("bad")] { b { (void) } " void" }
                @if self.days.withdrawn > 0 { li { b { (self.days.withdrawn) } " withdrawn" } }
            }
        }
    }

    /// Whether a day between the first and the last has no puzzle.
    fn is_gap(&self, day: Date) -> bool {
        self.ends.is_some_and(|(first, last)| first < day && day < last)
            && !self.by_date.contains_key(&day)
    }

    fn month(&self, year: i16, month: i8) -> Markup {
        let first = date(year, month, 1);
        let before = i64::from(first.weekday().to_monday_zero_offset());
        let begin = first.checked_sub(before.days()).unwrap_or(first);
        let weeks = (before + i64::from(first.days_in_month()) + 6) / 7;
        html! {
            table .month {
                caption { (first.strftime("%B").to_string()) }
                thead { tr { @for (short, long) in [("Mo", "Monday"), ("Tu", "Tuesday"), ("We", "Wednesday"), ("Th", "Thursday"), ("Fr", "Friday"), ("Sa", "Saturday"), ("Su", "Sunday")] {
                    th scope="col" abbr=(long) { (short) }
                } } }
                tbody {
                    @for week in 0..weeks {
                        tr {
                            @for day in 0..7 {
                                @let date = begin.checked_add((7 * week + day).days()).unwrap_or(begin);
                                td { @if date.month() == month && date.year() == year { (self.day(date)) } }
                            }
                        }
                    }
                }
            }
        }
    }

    fn day(&self, day: Date) -> Markup {
        let row = self.by_date.get(&day).copied();
        let (letter, class, words) = match row {
            None if self.is_gap(day) => ('–', "gap".to_owned(), "no puzzle: a gap".to_owned()),
            None => (' ', "empty".to_owned(), "no puzzle".to_owned()),
            Some(row) if row.state == DayRow::VOID => {
                ('×', "void".to_owned(), format!("the puzzle is void; {}", row.id))
            }
            Some(row) => {
                let (letter, shade) = self.marks.of_level(row.level.as_deref());
                (letter, shade, facts(row))
            }
        };
        let is_double = row.is_some_and(|row| self.days.is_double(row));
        let approval = row.and_then(|row| row.approved_by.as_deref());
        let twice = if is_double { "; printed twice" } else { "" };
        let by = approval.map(|name| format!("; approved by {name}")).unwrap_or_default();
        let said = format!("{}: {words}{twice}{by}", long(day));
        html! {
            a .day .(class) .now[day == self.now] href=(links::day(self.series, day)) data-day=(day)
                data-has=[row.map(|row| &row.id)] draggable=(if row.is_some() { "true" } else { "false" }) {
                span .unseen { (said) }
                span .number aria-hidden="true" { (day.day()) }
                span .letter aria-hidden="true" { (letter) }
                @if is_double { span .mark aria-hidden="true" { "2×" } } @else if approval.is_some() { span .mark aria-hidden="true" { "✓" } }
            }
        }
    }
}

pub fn facts(row: &DayRow) -> String {
    let level = row.level.clone().unwrap_or_else(|| format!("tier {}", row.tier));
    let score = row.score.map(|score| format!(", score {}", score.floor())).unwrap_or_default();
    format!("{level}{score}, {}", row.id)
}
