//! Days to be filled: the form with the levels of the week, the missing days, and the button that
//! draws puzzles for them.

use axum::extract::State;
use jiff::ToSpan as _;
use jiff::civil::Date;
use maud::{Markup, html};
use serde_json::json;

use super::form_preview::{Fields, FormPreview, command, field, form as live};
use super::frame::Offered;
use super::levels::LevelMarks;
use super::links::{self, long};
use crate::answer::tag_of;
use crate::api::series::Plan;
use crate::database::{Control, Database, DayRow, FillOptions, FillPlan, usual};
use crate::export::{Missing, Ramp, weekday};
use crate::plural::counted;
use crate::problem::Problem;

/// The days of the week, as a ramp names them.
const WEEK: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// Returns the day by the clock of the database, or by that of the machine if the database has
/// none.
pub fn today(database: &Database) -> Date {
    let day = database.today().or_else(usual::today);
    // Days of the calendar are days.
    day.and_then(|day| day.to_string().parse().ok()).unwrap_or_default()
}

/// Returns the most frequent recent level of each day of the week; for a new series, levels that
/// rise through the week.
fn usual(marks: &LevelMarks, rows: &[DayRow]) -> [String; 7] {
    let names: Vec<&str> = marks.names().collect();
    let rising = |day: usize| names.get(1 + day / 2).or(names.last()).copied().unwrap_or_default();
    std::array::from_fn(|day| {
        let is_day = |row: &&DayRow| {
            let date: Option<Date> = row.date.parse().ok();
            date.is_some_and(|date| Some(date.weekday()) == weekday(WEEK[day]))
        };
        let last: Vec<&str> = rows
            .iter()
            .rev()
            .filter(is_day)
            .take(8)
            .filter_map(|row| row.level.as_deref())
            .collect();
        let count = |level: &&&str| last.iter().filter(|other| other == level).count();
        last.iter()
            .max_by_key(count)
            .copied()
            .unwrap_or_else(|| if rows.is_empty() { rising(day) } else { "" })
            .to_owned()
    })
}

pub struct Of<'a> {
    /// The series; empty for a series still to be named.
    pub series: &'a str,
    pub rows: &'a [DayRow],
    pub today: Date,
}

impl Of<'_> {
    /// Returns the first day to be filled, and the number of days: the gaps from today on, or a
    /// year after the last day.
    fn span(&self) -> (Date, i32) {
        let dates: Vec<Date> = self.rows.iter().filter_map(|row| row.date.parse().ok()).collect();
        let days =
            |first: Date, last: Date| first.until(last).map_or(0, |span| span.get_days()) + 1;
        let gap = dates.windows(2).find_map(|two| {
            let next = two[0].tomorrow().ok()?;
            (next < two[1] && next >= self.today).then_some(next)
        });
        if let (Some(gap), Some(&last)) = (gap, dates.last()) {
            return (gap, days(gap, last));
        }
        let next = dates.last().and_then(|last| last.tomorrow().ok());
        let first = next.map_or(self.today, |next| next.max(self.today));
        (first, days(first, first.checked_add(1.year()).and_then(Date::yesterday).unwrap_or(first)))
    }
}

pub fn form(marks: &LevelMarks, of: &Of) -> Markup {
    let (first, days) = of.span();
    let (name, rows) = (of.series, of.rows);
    live(
        "/fill",
        &html! {
            @if rows.is_empty() {
                (field("Name of the series", &html! { input name="series" value=(name) required maxlength="40" placeholder="kids"; }, None))
            } @else {
                input type="hidden" name="series" value=(name);
            }
            div .fields {
                (field("From", &html! { input type="date" name="from" value=(first) required; }, None))
                (field("Days", &html! { input type="number" name="days" value=(days) min="1" max="10000" required; }, None))
            }
            fieldset .week {
                legend { "Levels of the week" }
                @for (day, level) in WEEK.iter().zip(usual(marks, rows)) {
                    (field(&capital(day), &html! {
                        select name=(day) {
                            option value="" { "no puzzle" }
                            @for name in marks.names() { option value=(name) selected[name == level] { (name) } }
                        }
                    }, None))
                }
            }
            label .tick { input type="checkbox" name="draw" checked; " Draw new puzzles for the days that have none" }
            label .tick { input type="checkbox" name="past"; " Also for days before today" }
        },
    )
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn wrong(words: impl std::fmt::Display) -> Problem {
    Problem::bad("bad-field", words.to_string())
}

pub async fn offer(State(shared): crate::State, fields: Fields) -> Offered {
    let series = fields.text("series").unwrap_or("daily").to_owned();
    // An address drops such a part.
    if matches!(&*series, "." | "..") {
        return Err(wrong(format!("a series cannot be called {series}: choose another name")));
    }
    let (from, days) = fields.days()?;
    let levels = WEEK.iter().filter_map(|day| Some(format!("{day}:{}", fields.text(day)?)));
    let ramp = levels.collect::<Vec<_>>().join(",");
    if ramp.is_empty() {
        return Err(wrong("choose a level for one day of the week at least"));
    }
    let ramp: Ramp = ramp.parse().map_err(wrong)?;
    let (draw, past) = (fields.is("draw"), fields.is("past"));
    if from < today(&shared.database) && !past {
        return Err(wrong(format!(
            "{from} is over: begin later, or tick the box for days before today"
        )));
    }
    let options = FillOptions {
        days: Some(days),
        ramp: Some(ramp.clone()),
        series: series.clone(),
        draw,
        ..FillOptions::starting(from)
    };
    let plan = shared.call(move |database| database.plan_fill(&options, &Control::default()));
    let plan = plan.await?;
    let missing: usize = plan.missing.iter().map(|of_level| of_level.count).sum();
    let last = from.checked_add((i64::from(days) - 1).days()).unwrap_or(from);
    let (from_text, span, ramp_text) = (from.to_string(), format!("{from}..{last}"), short(&ramp));
    let mut words = vec!["series", "fill", &series, &span, "--ramp", &ramp_text];
    words.extend(draw.then_some("--draw"));
    words.extend(past.then_some("--past"));
    let offer = FormPreview {
        told: html! { p .hint { (long(from)) " to " (long(last)) } (told(&plan, missing, draw)) },
        command: command(&shared.settings, &words),
        button: match (missing, plan.open.len()) {
            (0, _) if !draw => format!("Fill {}", counted(plan.new as u64, "day")),
            (_, open) => format!("Draw and fill {}", counted(open as u64, "day")),
        },
        post: links::of_days(&series, "fill"),
        body: json!({"from": from_text, "days": days, "ramp": ramp.to_string(), "draw": draw}),
        tags: tag_of(&Plan::from(&plan))?,
        then: format!("{}?year={}", links::series(&series), from.year()),
        can: !plan.open.is_empty() && (missing == 0 || draw),
        ..FormPreview::default()
    };
    offer.answer(&fields)
}

fn told(plan: &FillPlan, missing: usize, draw: bool) -> Markup {
    let FillPlan { kept, open, missing: levels, void_days, .. } = plan;
    let levels = levels.iter().map(Missing::to_string).collect::<Vec<_>>().join(", ");
    html! {
        p .told {
            @if open.is_empty() {
                "Nothing is missing: " (counted(*kept as u64, "day")) " " (if *kept == 1 { "has its puzzle." } else { "have their puzzles." })
            } @else {
                b { (counted(open.len() as u64, "day")) } " without a puzzle, from " (open[0]) " on"
                @if missing > 0 { "; missing: " (levels) }
                @if *kept > 0 { "; " (counted(*kept as u64, "day")) " " (if *kept == 1 { "keeps its puzzle" } else { "keep their puzzles" }) }
                @if *void_days > 0 { "; " (void_days) " on record are void and are replaced" }
                "."
            }
        }
        @if missing > 0 && !draw { p .problem { "Too few puzzles are unused. Tick the box above to draw them." } }
    }
}

/// Returns a ramp with ranges of days in place of each day.
fn short(ramp: &Ramp) -> String {
    let text = ramp.to_string();
    let mut runs: Vec<(&str, &str, &str)> = Vec::new();
    for (day, level) in text.split(',').filter_map(|part| part.split_once(':')) {
        let place = |day: &str| WEEK.iter().position(|one| *one == day);
        match runs.last_mut() {
            Some((_, last, same))
                if *same == level && place(last).map(|at| at + 1) == place(day) =>
            {
                *last = day;
            }
            _ => runs.push((day, day, level)),
        }
    }
    let words = runs.iter().map(|(first, last, level)| {
        if first == last { format!("{first}:{level}") } else { format!("{first}..{last}:{level}") }
    });
    words.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_one_level_are_one_word() {
        let ramp: Ramp = "mon:easy,tue:easy,wed:easy,fri:hard,sat:hard,sun:easy".parse().unwrap();
        assert_eq!(short(&ramp), "mon..wed:easy,fri..sat:hard,sun:easy");
        assert_eq!(short(&ramp).parse(), Ok(ramp));
    }
}
