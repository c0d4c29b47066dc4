//! `levels show`: a level table in words.

use std::fmt::Display;
use std::io::Write;

use seeddb_core::level_table::{self, LevelRow};
use seeddb_core::rating::metric::Metric;

use crate::terminal::{
    Exit, Globals, PrintArgs, ReportFormat, Table, Text, Value, ending, ladder, refuse, with_cure,
    wrapped,
};
use seeddb_database::visible::visible;

#[derive(clap::Args, Debug)]
pub struct Show {
    /// A level of the table in force, or one of the tables in the program: seeddb, paper,
    /// balanced-4, balanced-6, original, week [default: the table of the database]
    #[arg(value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    print: PrintArgs,
    /// Print the TOML that `levels set` reads
    #[arg(long, conflicts_with = "format")]
    toml: bool,
}

pub fn run(globals: &Globals, args: &Show) -> anyhow::Result<Exit> {
    let toml = args.toml || ending::of(args.print.place.path()).as_deref() == Some("toml");
    let (format, mut output) =
        if toml { (ReportFormat::Text, args.print.place.open()?) } else { args.print.open()? };
    // A named database must exist; its levels are wanted, not those of a new one.
    let in_force = || {
        if globals.is_named() { Ok(globals.database()?.own_levels()?) } else { globals.levels() }
    };
    let (levels, level) = match &args.name {
        None => (in_force()?, None),
        Some(name) => match level_table::built_in(name) {
            Some(table) => (table, None),
            None => (in_force()?, Some(name)),
        },
    };
    let level = match level.map(|name| levels.get(name)).transpose() {
        Ok(level) => level.map(|level| level.name.clone()),
        Err(error) => {
            let tables = super::names();
            let error = with_cure(&error.into());
            return refuse(format!("{error}; the tables in the program are {tables}"));
        }
    };
    if toml {
        output.write_all(level_table::write(&levels).as_bytes())?;
        output.finish()?;
        return Ok(Exit::Done);
    }
    if args.name.is_none() {
        let which = level_table::name_of(&levels)
            .map_or_else(|| "one of its own".to_owned(), |name| format!("`{name}` of the program"));
        globals.note(format_args!("the table of this database is {which}"));
    }
    let mut rows = LevelRow::all(&levels, ladder());
    rows.retain(|row| level.as_ref().is_none_or(|name| *name == row.level));
    if format == ReportFormat::Text && level.is_some() {
        for (name, value) in rows.iter().flat_map(|row| COLUMNS.map(|(name, own)| (name, own(row))))
        {
            if !value.is_empty() {
                wrapped(&mut output, &format!("{name:14}"), &visible(&value))?;
            }
        }
        output.finish()?;
        return Ok(Exit::Done);
    }
    if format == ReportFormat::Text {
        let (columns, rows) = in_words(&rows);
        let mut table =
            Table::new(output, format, Text::Aligned, &columns)?.fitting(args.print.place.room());
        rows.iter().try_for_each(|row| table.row(row))?;
        table.finish()?.finish()?;
        return Ok(Exit::Done);
    }
    let mut table = Table::of::<LevelRow>(output, format, Text::Aligned)?;
    rows.iter().try_for_each(|row| table.add(row))?;
    table.finish()?.finish()?;
    Ok(Exit::Done)
}

/// The name of a column, and its text for a level.
type Column = (&'static str, fn(&LevelRow) -> String);

const COLUMNS: [Column; 10] = [
    ("level", |row| row.level.clone()),
    ("tier", |row| range(row.tier_from, row.tier_to)),
    ("score", score),
    ("clues", |row| range(row.clues_from, row.clues_to)),
    ("symmetry", |row| row.symmetry.clone().unwrap_or_default()),
    ("hardest step", |row| row.techniques.join(", ")),
    ("clues drawn", |row| range(row.usual_clues_from, row.usual_clues_to)),
    ("ER", |row| {
        let tenths = |rating: Option<f64>| rating.map(|rating| format!("{rating:.1}"));
        range(tenths(row.er_from), tenths(row.er_to))
    }),
    ("needs", |row| row.needs.clone()),
    ("about", |row| row.about.clone()),
];

/// The bounds of levels and their descriptions; empty columns are omitted.
fn in_words(rows: &[LevelRow]) -> (Vec<&'static str>, Vec<Vec<Value>>) {
    // Techniques are printed on separate lines.
    let is_short = |column: &&Column| column.0 != "needs";
    let filled =
        |column: &&Column| is_short(column) && rows.iter().any(|row| !column.1(row).is_empty());
    let columns: Vec<&Column> = COLUMNS.iter().filter(filled).collect();
    let values = |row| columns.iter().map(|column| column.1(row).into()).collect();
    (columns.iter().map(|column| column.0).collect(), rows.iter().map(values).collect())
}

/// A range in words, such as `2 to 5`.
fn range<T: Display + PartialEq>(first: Option<T>, last: Option<T>) -> String {
    match (first, last) {
        (Some(first), Some(last)) if first == last => first.to_string(),
        (Some(first), Some(last)) => format!("{first} to {last}"),
        _ => String::new(),
    }
}

/// The bounds of the score, with its metric if that is not m(B).
fn score(row: &LevelRow) -> String {
    let bounds = match (row.score_from.filter(|&from| from > 0.0), row.score_below) {
        (None, Some(below)) => format!("below {below}"),
        (Some(from), Some(below)) => format!("{from} to below {below}"),
        // A range that begins below 0 and is open above.
        (from, None) => match from.or(row.score_from) {
            Some(from) => format!("from {from}"),
            None => return String::new(),
        },
    };
    let is_usual = row.metric == Metric::Hsolve.name();
    if is_usual { bounds } else { format!("{} {bounds}", row.metric) }
}
