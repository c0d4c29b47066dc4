//! [`Record`]: what a line says. Each line is understood by itself, and its puzzle is proved.

use super::in_todays_words;
use super::lines::{BatchLine, BookLine, End, FORMAT, Line, PuzzleLine, SeedLine};
use crate::board::{Grid, Puzzle};
use crate::level_table;
use crate::logic::{Ladder, grade};
use crate::rating::er;
use crate::rating::hsolve;
use crate::record::{Entry, Event, Origin, Place};
use crate::refill;
use crate::store::{Shard, StoreError, ToldSeed, Whole};
use crate::symmetry::{ClueSymmetry, Fraction, GridClass, Key};

/// What a line says.
pub(super) enum Record {
    Whole(Box<Whole>),
    Seed(Box<ToldSeed>),
    Batch(Box<BatchLine>),
    Key(Option<u32>, Key),
    /// Its batch and number are 0 if the line says none.
    Puzzle(Box<Entry>),
    Book(BookLine),
    Place(Option<u32>, Place),
    Event(Option<u32>, Event),
}

/// A line as it was understood: the first and the last are no records.
pub(super) enum Read {
    Blank,
    Head,
    Record(Record),
    End(End),
}

/// Kinds of records that the last line counts.
pub(super) const KINDS: usize = 7;

impl Record {
    /// Its place among the counts of the last line.
    pub(super) fn kind(&self) -> Option<usize> {
        match self {
            Self::Whole(_) => None,
            Self::Seed(_) => Some(0),
            Self::Batch(_) => Some(1),
            Self::Key(..) => Some(2),
            Self::Puzzle(_) => Some(3),
            Self::Book(_) => Some(4),
            Self::Place(..) => Some(5),
            Self::Event(..) => Some(6),
        }
    }
}

/// What a line says, whose puzzle is proved.
pub(super) fn understand(
    line: &[u8],
    own: Option<Fraction>,
    ladder: &Ladder,
) -> Result<Read, String> {
    if line.trim_ascii().is_empty() {
        return Ok(Read::Blank);
    }
    let line = std::str::from_utf8(line).map_err(|_| "it is not UTF-8")?;
    let line: Line = serde_json::from_str(&in_todays_words(line)).map_err(|error| {
        let words = error.to_string();
        // Each line is a text of its own, whose first line it is.
        let (what, _) = words.rsplit_once(" at line 1 ").unwrap_or((&words, ""));
        match error.column() {
            0 => what.to_owned(),
            column => format!("{what} (column {column})"),
        }
    })?;
    Ok(Read::Record(match line {
        Line::Dump(head) if head.format == FORMAT => return Ok(Read::Head),
        Line::Dump(head) => {
            return Err(format!(
                "the dump is of format {}, and this program reads format {FORMAT}",
                head.format
            ));
        }
        Line::End(end) => return Ok(Read::End(end)),
        Line::Database(line) => {
            let levels =
                line.levels.map(|toml| level_table::read(&in_todays_words(&toml))).transpose();
            Record::Whole(Box::new(Whole {
                identity: line.identity,
                levels: levels.map_err(|error| format!("levels: {error}"))?,
                partition: line.partition,
                shard: line.shard.map(|own| Shard { part: own.part, search: own.search }),
                editions: line.editions,
                kept: line.kept.iter().filter_map(|kept| kept_text(kept)).collect(),
            }))
        }
        Line::Seed(line) => Record::Seed(Box::new(seed(*line, ladder)?)),
        Line::Puzzle(line) => Record::Puzzle(Box::new(entry(&line, own, ladder)?)),
        Line::Batch(line) => Record::Batch(line),
        Line::Key(line) => Record::Key(line.batch, line.key),
        Line::Book(line) => Record::Book(line),
        Line::Place(line) => Record::Place(line.book, line.read()),
        Line::Event(line) => Record::Event(line.event, line.read()?),
    }))
}

/// Name and text of a text that is kept.
fn kept_text(kept: &str) -> Option<(String, String)> {
    kept.split_once(' ').map(|(name, text)| (name.to_owned(), text.to_owned()))
}

/// The puzzle of these texts, which has one solution and this key.
fn proved(puzzle: &str, solution: Option<&str>, key: Option<Key>) -> Result<(Puzzle, Key), String> {
    let grid: Grid = puzzle.parse().map_err(|error| format!("its puzzle: {error}"))?;
    let puzzle = Puzzle::new(&grid).map_err(|error| format!("its puzzle: {error}"))?;
    if let Some(solution) = solution {
        let told: Grid = solution.parse().map_err(|error| format!("its solution: {error}"))?;
        if told != puzzle.solution().grid() {
            return Err("its puzzle has another solution".to_owned());
        }
    }
    let own = Key::of(&puzzle);
    match key {
        Some(key) if key != own => Err("its key is that of another puzzle".to_owned()),
        _ => Ok((puzzle, own)),
    }
}

fn seed(line: SeedLine, ladder: &Ladder) -> Result<ToldSeed, String> {
    let (puzzle, key) = proved(&line.puzzle, line.solution.as_deref(), line.key)?;
    let origin = line.origin.unwrap_or(Origin::Imported);
    let symmetry = line.symmetry.unwrap_or(ClueSymmetry::None);
    let mut seed = if line.gradings.is_empty() {
        refill::assess(ladder, &puzzle, &grade(ladder, &puzzle), symmetry, origin)
    } else {
        crate::record::Seed { key, puzzle, origin, symmetry, gradings: Vec::new() }
    };
    for line in line.gradings {
        seed.gradings.push(line.read()?);
    }
    let class = Some(GridClass::of(puzzle.solution()));
    Ok(ToldSeed { seed, issued: line.issued, class })
}

fn entry(line: &PuzzleLine, own: Option<Fraction>, ladder: &Ladder) -> Result<Entry, String> {
    let (puzzle, key) = proved(&line.puzzle, line.solution.as_deref(), line.key)?;
    if let Some(own) = own {
        let owner = Fraction::owner(GridClass::of(puzzle.solution()), own.of());
        if let Some(owner) = owner.filter(|owner| *owner != own) {
            return Err(StoreError::NotOwn { kept: own, owner }.to_string());
        }
    }
    let (tier, score) = line.tier.map_or_else(
        || {
            let grade = grade(ladder, &puzzle);
            let score = hsolve::score(ladder, &puzzle, &grade).map(|score| score.mean);
            (grade.tier, score)
        },
        |tier| (tier, line.score),
    );
    Ok(Entry {
        key,
        puzzle,
        seed: line.seed_key,
        tier,
        score,
        level: line.level.clone(),
        er: line.er.map(rating).transpose()?,
        batch: line.batch.unwrap_or(0),
        number: line.number.unwrap_or(0),
        void: line.state.is_some(),
    })
}

/// A Sudoku Explainer rating as text has it.
fn rating(value: f64) -> Result<er::Score, String> {
    let tenths = (value * 10.0).round();
    let score = er::Score::from_tenths(tenths as u16);
    let words = || format!("er is {value}, and such ratings have one decimal");
    Some(score).filter(|score| score.value().to_bits() == value.to_bits()).ok_or_else(words)
}
