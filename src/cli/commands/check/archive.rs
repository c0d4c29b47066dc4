//! `check --archive`: repeats among all puzzles printed over years, and their difficulty.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use seeddb_core::board::Puzzle;
use seeddb_core::plural::counted;
use seeddb_core::record::Day;
use seeddb_core::symmetry::{Id, Key};
use seeddb_export::escaped;
use seeddb_export::plot::{Axis, Words, bars, boxes, histogram, without_empty};
use serde::Serialize;

use super::{Args, Ratings, rate, read};
use crate::commands::printed::Columns;
use crate::terminal::input::{self, Text as Beside};
use crate::terminal::{Exit, Globals, Output, ReportFormat, Table, Text};

/// A printed puzzle.
struct Printed {
    file: usize,
    line: u64,
    day: Option<Day>,
    puzzle: Puzzle,
    key: Key,
    /// The index of the previous equivalent puzzle, and the number of earlier ones.
    before: Option<(usize, u32)>,
    rating: Option<Ratings>,
}

/// The columns for a puzzle.
#[derive(Default, Serialize)]
struct Row {
    file: String,
    line: u64,
    date: Option<String>,
    id: String,
    before_file: Option<String>,
    before_line: Option<u64>,
    before_date: Option<String>,
    times: u32,
    letter_for_letter: Option<bool>,
    level: Option<String>,
    tier: Option<u8>,
    score: Option<f64>,
    er: Option<f64>,
    puzzle: String,
}

/// The columns for the puzzles of a year, or for those without a date.
#[derive(Default, Serialize)]
struct YearRow {
    year: String,
    puzzles: u64,
    again: u64,
    #[serde(rename = "share %")]
    share: f64,
    #[serde(rename = "median score")]
    score: Option<f64>,
    #[serde(rename = "median ER")]
    er: Option<f64>,
    #[serde(rename = "highest ER")]
    most: Option<f64>,
}

/// All printed puzzles, oldest first; those without a date follow in the order of reading.
struct Archive<'a> {
    args: &'a Args,
    all: Vec<Printed>,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let (format, output) = args.print.open()?;
    let page = args.html.as_deref().map(|path| Output::open(Some(path), args.print.place.force));
    let page = page.transpose()?;
    let mut columns = Columns::new(args.date_column.as_deref());
    let work = |found: &seeddb_export::FoundGrid| {
        let puzzle = Puzzle::new(&found.grid).map_err(|error| error.to_string())?;
        Ok((found.line, puzzle, Key::of(&puzzle), found.fields.clone()))
    };
    let mut all = Vec::new();
    let tally = read(globals, &args.files, Beside::Fields, work, |file, next| {
        if let Ok((line, puzzle, key, fields)) = next {
            let day = columns.take(&fields).day;
            all.push(Printed { file, line, day, puzzle, key, before: None, rating: None });
        }
    })?;
    all.sort_by_key(|one| (one.day.is_none(), one.day, one.file, one.line));
    let mut last: HashMap<Key, (usize, u32)> = HashMap::new();
    for (place, one) in all.iter_mut().enumerate() {
        let times = last.get(&one.key).map_or(0, |(_, times)| *times);
        one.before = last.insert(one.key, (place, times + 1));
    }
    if !args.quick {
        rate(globals, &mut all, |one| Some((&one.puzzle, &mut one.rating)))?;
    }
    let archive = Archive { args, all };
    let output = archive.print(format, output)?;
    if let Some(mut page) = page {
        page.write_all(archive.page()?.as_bytes())?;
        page.finish()?;
    }
    let tally = input::end(output, Ok(tally))?;
    if archive.all.iter().all(|one| one.day.is_none()) {
        globals.note(
            "no column holds dates: the order is that of the lines (--date-column names one)",
        );
    }
    Ok(tally.exit())
}

impl Printed {
    /// The year, or `no date`.
    fn year(&self) -> String {
        self.day.map_or_else(|| "no date".to_owned(), |day| day.year.to_string())
    }

    fn er(&self) -> Option<f64> {
        self.rating.as_ref()?.1.er
    }
}

/// The median; of an even number of values the upper one.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

impl Archive<'_> {
    fn name(&self, one: &Printed) -> String {
        match one.day {
            Some(day) => day.to_string(),
            None => format!("{}:{}", self.file(one), one.line),
        }
    }

    fn file(&self, one: &Printed) -> String {
        self.args.files[one.file].display().to_string()
    }

    fn print(&self, format: ReportFormat, mut output: Output) -> anyhow::Result<Output> {
        if format == ReportFormat::Text {
            writeln!(output, "{}", self.sum())?;
            for line in self.repeats() {
                writeln!(output, "{line}")?;
            }
            if !self.all.is_empty() {
                writeln!(output)?;
                let mut table = Table::of::<YearRow>(&mut output, format, Text::Aligned)?;
                for year in self.years() {
                    table.add(&year)?;
                }
                table.finish()?;
            }
            return Ok(output);
        }
        let mut table = Table::of::<Row>(output, format, Text::Tabs)?;
        for one in &self.all {
            table.add(&self.row(one))?;
        }
        Ok(table.finish()?)
    }

    fn row(&self, one: &Printed) -> Row {
        let date = |one: &Printed| one.day.map(|day| day.to_string());
        let before = one.before.map(|(place, _)| &self.all[place]);
        let rate = one.rating.as_ref().map(|(rate, _)| rate);
        Row {
            file: self.file(one),
            line: one.line,
            date: date(one),
            id: Id::of(one.key).to_string(),
            before_file: before.map(|one| self.file(one)),
            before_line: before.map(|one| one.line),
            before_date: before.and_then(date),
            times: one.before.map_or(1, |(_, times)| times + 1),
            letter_for_letter: before.map(|before| before.puzzle == one.puzzle),
            level: rate.and_then(|rate| rate.level.clone()),
            tier: rate.map(|rate| rate.tier),
            score: rate.and_then(|rate| rate.score),
            er: one.er(),
            puzzle: one.puzzle.to_string(),
        }
    }

    /// The number of puzzles, their span of days, and the number of repeats.
    fn sum(&self) -> String {
        let count = self.all.len() as u64;
        let again = self.all.iter().filter(|one| one.before.is_some()).count() as u64;
        let days = || self.all.iter().filter_map(|one| one.day);
        let span = match (days().next(), days().next_back()) {
            (Some(first), Some(last)) => format!(" from {first} to {last}"),
            _ => String::new(),
        };
        let share = 100.0 * again as f64 / count.max(1) as f64;
        let different = count - again;
        format!(
            "{}{span}: {different} different, {again} again ({share:.1} %)",
            counted(count, "puzzle")
        )
    }

    /// A sentence for each repeat.
    fn repeats(&self) -> impl Iterator<Item = String> {
        self.all.iter().filter_map(|one| {
            let (place, _) = one.before?;
            let before = &self.all[place];
            let how = if before.puzzle == one.puzzle { "" } else { ", turned or relabelled" };
            Some(format!("{} is {} again{how}", self.name(one), self.name(before)))
        })
    }

    /// The puzzles by year.
    fn of_years(&self) -> BTreeMap<String, Vec<&Printed>> {
        let mut years: BTreeMap<String, Vec<&Printed>> = BTreeMap::new();
        for one in &self.all {
            years.entry(one.year()).or_default().push(one);
        }
        years
    }

    fn years(&self) -> Vec<YearRow> {
        let year = |(year, all): (String, Vec<&Printed>)| {
            let again = all.iter().filter(|one| one.before.is_some()).count();
            let tenth = |value: f64| (value * 10.0).round() / 10.0;
            let ers: Vec<f64> = all.iter().filter_map(|one| one.er()).collect();
            let scores = all.iter().filter_map(|one| one.rating.as_ref()?.0.score).collect();
            YearRow {
                year,
                puzzles: all.len() as u64,
                again: again as u64,
                share: tenth(100.0 * again as f64 / all.len() as f64),
                score: median(scores).map(f64::floor),
                most: ers.iter().copied().max_by(f64::total_cmp),
                er: median(ers),
            }
        };
        self.of_years().into_iter().map(year).collect()
    }

    /// The report as an HTML page with charts.
    fn page(&self) -> anyhow::Result<String> {
        let years = self.years();
        let names: Vec<String> = years.iter().map(|row| row.year.clone()).collect();
        let new = years.iter().map(|row| (row.puzzles - row.again) as f64).collect();
        let again = years.iter().map(|row| row.again as f64).collect();
        let groups = [("new".to_owned(), new), ("again".to_owned(), again)];
        let words = |title: &str, x: &str, y: &str| Words {
            title: title.to_owned(),
            note: String::new(),
            x: x.to_owned(),
            y: y.to_owned(),
        };
        let mut plots = Vec::new();
        if !self.all.is_empty() {
            plots.push(bars(&words("What came again", "year", "puzzles"), &names, &groups)?);
        }
        let rated = |all: Vec<&Printed>| all.into_iter().filter_map(Printed::er).collect();
        let ers = self.of_years().into_iter().map(|(year, all)| (year, rated(all)));
        let ers = without_empty(ers.collect());
        if !ers.is_empty() {
            let title = "How hard: the Sudoku Explainer rating by year";
            plots.push(boxes(&words(title, "year", "ER"), &ers)?);
            let all = [("all".to_owned(), ers.into_iter().flat_map(|(_, all)| all).collect())];
            plots.push(histogram(&words("How hard", "ER", "puzzles"), &all, Axis::Fitting)?);
        }
        let mut html = String::from(HEAD);
        let files: Vec<String> = self.args.files.iter().map(|file| name_of(file)).collect();
        let _ = write!(
            html,
            "<h1>{}</h1>\n<p>{}</p>\n",
            escaped(&files.join(", ")),
            escaped(&self.sum())
        );
        html += "<table><tr><th>year<th>puzzles<th>again<th>share<th>median score<th>median ER<th>highest ER\n";
        let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        for YearRow { year, puzzles, again, share, score, er, most } in years {
            let (score, er, most) = (number(score), number(er), number(most));
            let _ = writeln!(
                html,
                "<tr><td>{year}<td>{puzzles}<td>{again}<td>{share} %<td>{score}<td>{er}<td>{most}"
            );
        }
        html += "</table>\n";
        for plot in &plots {
            let _ = writeln!(html, "<figure>{plot}</figure>");
        }
        html += "<h2>Again</h2>\n<ol>\n";
        for line in self.repeats() {
            let _ = writeln!(html, "<li>{}", escaped(&line));
        }
        html += "</ol>\n";
        Ok(html)
    }
}

fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The head of the page.
const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Audit of an archive</title>\n\
    <meta name=\"viewport\" content=\"width=device-width\">\n\
    <style>body{font:1rem/1.4 system-ui,sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}\
    td,th{padding:.1rem .8rem;text-align:right}figure{margin:1.5rem 0}svg{max-width:100%;height:auto}</style>\n";
