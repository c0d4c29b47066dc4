//! `levels calibrate --times`: a scale of minutes from an editor's own timings.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use seeddb_core::board::Puzzle;
use seeddb_core::plural::counted;
use seeddb_core::rating::agreement::Agreement;
use seeddb_core::rating::minutes::{Scale, effort};
use seeddb_database::audience::Audience;
use seeddb_export::Columns;

use crate::terminal::{
    Exit, Globals, OutputArgs, Tally, UsageError, grade, input, interrupt, ladder, say, source,
};

#[derive(clap::Args, Debug)]
pub struct TimedArgs {
    /// Fit minutes instead: a file of puzzles and how long people took, - for stdin
    #[arg(long, value_name = "FILE|-", help_heading = "Minutes", requires = "name",
        conflicts_with_all = ["files", "levels", "names", "metric", "weight", "without", "known", "scale", "technique_times"])]
    pub times: Option<PathBuf>,
    /// Whose times those are
    #[arg(long, value_name = "TEXT", help_heading = "Minutes", requires = "times")]
    name: Option<String>,
    /// What else is to be said of those people
    #[arg(
        long,
        value_name = "TEXT",
        help_heading = "Minutes",
        requires = "times",
        default_value = "",
        hide_default_value = true
    )]
    about: String,
    /// The column of the times, by its name or number
    #[arg(
        long,
        value_name = "COLUMN",
        help_heading = "Minutes",
        requires = "times",
        default_value = "2"
    )]
    column: String,
    /// Numbers without a colon are seconds; so they are in a column headed `seconds` or `sec`
    #[arg(long, help_heading = "Minutes", requires = "times")]
    seconds: bool,
}

/// Minutes that puzzles hardly ever take: greater numbers may be seconds.
const LONG: f64 = 120.0;

/// A timed puzzle: the number and text of its line, and its effort (`None` without one).
type Timed = (u64, String, Option<f64>);

pub fn run(
    globals: &Globals,
    args: &TimedArgs,
    file: &Path,
    place: &OutputArgs,
) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    let mut output = place.open()?;
    let (rows, mut tally, header) = input::all(&[source(globals, file)?], |row| {
        let puzzle = Puzzle::new(&row.grid).map_err(|error| error.to_string())?;
        let effort = effort(ladder(), &puzzle, &grade(&puzzle)).map(|effort| effort.mean);
        Ok((row.line, row.text.clone(), effort))
    })?;
    if interrupt::interrupted() {
        return Ok(Exit::Interrupted);
    }
    let file = if file.as_os_str() == "-" { "stdin".into() } else { file.display().to_string() };
    let timed = timings(&rows, header.as_deref(), args, &file, &mut tally)?;
    let beyond: Vec<u64> = rows.iter().filter(|row| row.2.is_none()).map(|row| row.0).collect();
    if !beyond.is_empty() {
        globals.note(format_args!(
            "{file}: left out, as they are of tier 6 and have no estimate: {}",
            lines(&beyond)
        ));
    }
    let scale = Scale::fit(&timed).with_context(|| file.clone())?.rounded();
    let audience = Audience {
        name: args.name.clone().unwrap_or_default(),
        about: args.about.clone(),
        timings: timed.len(),
        scale,
    };
    if let Some(wrong) = audience.wrong() {
        bail!("{wrong}");
    }
    output.write_all(audience.write().as_bytes())?;
    let tally = input::end(output, Ok(tally))?;
    globals.note(told(&scale, &timed));
    let long = timed.iter().filter(|(_, minutes)| *minutes > LONG).count();
    if 2 * long > timed.len() {
        let words =
            "more than half of the times are over two hours: if they are seconds, say --seconds";
        globals.note(words);
    }
    Ok(tally.exit())
}

/// The efforts and minutes of all puzzles that have both. Lines with an invalid time are listed.
///
/// # Errors
/// No column has the name.
fn timings(
    rows: &[Timed],
    header: Option<&str>,
    args: &TimedArgs,
    file: &str,
    tally: &mut Tally,
) -> anyhow::Result<Vec<(f64, f64)>> {
    let fields = Columns::new(header, rows.iter().map(|row| row.1.as_str()));
    let (name, texts) =
        fields.texts(&args.column).map_err(|error| UsageError(error.to_string()))?;
    let in_seconds = args.seconds || is_of_seconds(name);
    let mut timed = Vec::new();
    for ((line, _, effort), text) in rows.iter().zip(texts) {
        match (minutes(text, in_seconds), effort) {
            (Ok(minutes), Some(effort)) => timed.push((*effort, minutes)),
            (Ok(_), None) => {}
            (Err(reason), _) => {
                say(format_args!("{file}:{line}: {reason}"));
                tally.good -= 1;
                tally.bad += 1;
            }
        }
    }
    Ok(timed)
}

/// Whether a heading means seconds, such as `mean_seconds` and `Time (sec)`.
fn is_of_seconds(heading: &str) -> bool {
    let mut words = heading.split(|letter: char| !letter.is_alphabetic());
    words.any(|word| {
        ["sec", "secs", "second", "seconds"].iter().any(|own| word.eq_ignore_ascii_case(own))
    })
}

/// Parses a time: a number, or minutes and seconds separated by a colon, with hours before them or
/// not.
fn minutes(text: &str, in_seconds: bool) -> Result<f64, String> {
    let example = if in_seconds { "750" } else { "12.5" };
    let parts: Option<Vec<f64>> = text.split(':').map(|part| part.trim().parse().ok()).collect();
    let minutes = match parts.as_deref() {
        Some([number]) if in_seconds => number / 60.0,
        Some([number]) => *number,
        Some([minutes, seconds]) if (0.0..60.0).contains(seconds) => minutes + seconds / 60.0,
        Some([hours, minutes, seconds])
            if (0.0..60.0).contains(minutes) && (0.0..60.0).contains(seconds) =>
        {
            60.0 * hours + minutes + seconds / 60.0
        }
        _ if text.is_empty() => return Err("it has no time".to_owned()),
        _ => return Err(format!("'{text}' is no time: write it as {example}, 12:30 or 1:02:30")),
    };
    if minutes.is_finite() && minutes > 0.0 {
        Ok(minutes)
    } else {
        Err(format!("a time of {text} is not above 0"))
    }
}

fn lines(all: &[u64]) -> String {
    const MOST: usize = 8;
    let some: Vec<String> = all.iter().take(MOST).map(u64::to_string).collect();
    let more = match all.len().checked_sub(MOST) {
        Some(more @ 1..) => format!(" and {more} more"),
        _ => String::new(),
    };
    format!("{} {}{more}", if all.len() == 1 { "line" } else { "lines" }, some.join(", "))
}

fn told(scale: &Scale, timed: &[(f64, f64)]) -> String {
    let is_inside = |&&(effort, minutes): &&(f64, f64)| {
        let estimate = scale.estimate(effort);
        estimate.is_some_and(|own| (own.low..=own.high).contains(&minutes))
    };
    let inside = timed.iter().filter(is_inside).count();
    let rank = Agreement::of(timed).rho;
    let rank = rank.map(|rho| format!("; Spearman's rho of estimates and times is {rho:.2}"));
    format!(
        "minutes by {}: {inside} lie from {} to {} of their estimate{}",
        counted(timed.len() as u64, "timed puzzle"),
        scale.low,
        scale.high,
        rank.unwrap_or_default(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, in_seconds, expected) in [
            ("12.5", false, 12.5),
            ("12:30", false, 12.5),
            ("12:30", true, 12.5),
            ("1:02:30", false, 62.5),
            ("750", true, 12.5),
            (" 8 ", false, 8.0),
        ] {
            assert_eq!(minutes(text, in_seconds), Ok(expected), "{text}");
        }
        for (text, words) in [
            ("", "it has no time"),
            ("0", "is not above 0"),
            ("-3", "is not above 0"),
            ("inf", "is not above 0"),
            ("12:75", "is no time"),
            ("fast", "is no time: write it as 12.5"),
            ("1:2:3:4", "is no time"),
        ] {
            let error = minutes(text, false).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn a_heading_may_say_seconds() {
        for heading in ["seconds", "mean_seconds", "Time (sec)", "SECS"] {
            assert!(is_of_seconds(heading), "{heading}");
        }
        for heading in ["time", "minutes", "column 2", "secret"] {
            assert!(!is_of_seconds(heading), "{heading}");
        }
    }

    #[test]
    fn few_lines_are_named() {
        assert_eq!(lines(&[7]), "line 7");
        assert_eq!(
            lines(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 11]),
            "lines 1, 2, 3, 4, 5, 6, 7, 8 and 2 more"
        );
    }
}
