//! [`Bounds`]: the requested puzzles, as flags of `draw`.

use std::path::PathBuf;
use std::slice;

use seeddb_core::ask::keyed::Keyed as _;
use seeddb_core::board::Puzzle;
use seeddb_core::level_table::TableName;
use seeddb_core::logic::grade;
use seeddb_core::rating::er::Score;
use seeddb_core::rating::{hsolve, se};
use seeddb_core::symmetry;
use seeddb_database::{DrawOptions, Part};

use super::wishes::{Wishes, read};
use crate::terminal::{Globals, Next, input, interrupt, ladder, parse, refuse, sources};

/// The tolerance of the score for `--like`: a fraction of it, and a least amount.
const SCORES: (f64, f64) = (0.15, 20.0);
/// The tolerance of the rating, in tenths.
const TENTHS: u16 = 2;

#[derive(clap::Args, Clone, Debug)]
pub struct Bounds {
    /// A level (`seeddb levels` lists them), or several that share the count
    #[arg(long, help_heading = "How hard", value_name = "L,..", value_delimiter = ',')]
    level: Vec<String>,
    /// The table in the program whose level it is [default: the database's]
    #[arg(long, help_heading = "How hard", value_name = "TABLE", requires = "level")]
    levels: Option<TableName>,
    /// As hard as this puzzle: in tier, score and ER, which a note says
    #[arg(long, help_heading = "How hard", value_name = "PUZZLE", conflicts_with = "level")]
    like: Option<PathBuf>,
    /// How many puzzles [default: 1, or one of each level]
    #[arg(short = 'n', long, value_name = "N", value_parser = parse::count::<u32>)]
    count: Option<u32>,
    /// Sets of as many puzzles each, as hard as one another level by level
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>)]
    pub sets: Option<u32>,
    /// Make this database number I of N that never draw the same puzzle
    #[arg(long, help_heading = "Seeds", value_name = "I/N")]
    partition: Option<symmetry::Fraction>,
    #[command(flatten)]
    wishes: Wishes<true>,
}

impl Bounds {
    /// The draws: a batch per level with equal shares of the count, the first ones with one more if
    /// it does not divide.
    pub fn draws(&self, globals: &Globals) -> anyhow::Result<Vec<DrawOptions>> {
        let levels = self.level.len().max(1) as u32;
        let count = self.count.unwrap_or(levels);
        if count < levels {
            return refuse(format!("{levels} levels need --count {levels} or more, not {count}"));
        }
        let mut given = self.wishes.given(None);
        if let Some(like) = &self.like {
            let bounds = alike(&one(globals, like)?)?;
            let own = bounds.iter().filter(|(key, _)| !given.keys.contains(key));
            let flags: Vec<String> = own.map(|(key, bound)| format!("--{key} {bound}")).collect();
            let flags = flags.join(" ");
            let keys = bounds.into_iter().map(|(key, bound)| (key, bound.into()));
            let like = read(keys).map_err(anyhow::Error::msg)?;
            for key in like.keys.iter().filter(|key| !given.keys.contains(key)) {
                given.value.inherit(key, &like.value);
            }
            globals.note(format_args!("as hard as that puzzle is: {flags}"));
        }
        let part = Part { count, levels: self.levels, ..given.value };
        if self.sets.is_some() {
            let part = part.shared(&self.level);
            let options = DrawOptions { part, sets: self.sets, ..DrawOptions::default() };
            return Ok(vec![DrawOptions { partition: self.partition, whole: true, ..options }]);
        }
        let draw = |part: Part| DrawOptions { partition: self.partition, ..part.drawn(0) };
        Ok(part.shared(&self.level).into_iter().map(draw).collect())
    }
}

/// The single puzzle of a text or file.
fn one(globals: &Globals, like: &PathBuf) -> anyhow::Result<Puzzle> {
    let mut found = Vec::new();
    let read = |grid: &_| Puzzle::new(grid).map_err(|error| error.to_string());
    input::each(&sources(globals, slice::from_ref(like))?, read, |next| {
        if let Next::Result(puzzle) = next {
            found.push(puzzle);
        }
        Ok(())
    })?;
    match found[..] {
        [puzzle] => Ok(puzzle),
        _ => refuse("--like takes one puzzle that has one solution"),
    }
}

/// The bounds, by key, for puzzles about as hard as this one.
fn alike(puzzle: &Puzzle) -> anyhow::Result<Vec<(String, String)>> {
    let grade = grade(ladder(), puzzle);
    let mut bounds = vec![("tier".to_owned(), grade.tier.to_string())];
    if let Some(score) = hsolve::score(ladder(), puzzle, &grade) {
        let off = (score.mean * SCORES.0).max(SCORES.1);
        let [low, high] = [(score.mean - off).floor().max(0.0), (score.mean + off).ceil()];
        bounds.push(("score".to_owned(), format!("{low}..{high}")));
    }
    let er = se::rate(&puzzle.grid(), interrupt::stop())?.er;
    if er != Score::UNSOLVED {
        let [low, high] = [er.tenths().saturating_sub(TENTHS), er.tenths() + TENTHS];
        let [low, high] = [low, high].map(Score::from_tenths);
        bounds.push(("er".to_owned(), format!("{low}..{high}")));
    }
    Ok(bounds)
}
