//! `show`: what is known of a puzzle or an id.

use std::io::Write;

use anyhow::Context;
use seeddb::board::{Grid, Puzzle};
use seeddb::database::Ids;
use seeddb::export::draw_board;
use seeddb::rating::hsolve;
use seeddb::record::{Book, Grading, Issued, Place, Seed};
use seeddb::store::Store;
use seeddb::symmetry::{Id, Key};

use super::database::rows;
use super::escape::visible;
use super::ladder::{grade, grading, ladder};
use super::output::Output;
use super::table::{ReportFormat, Table, Text, Value};
use super::{Exit, Globals, parse};

/// Flags of `show`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
A puzzle is found in any of its equivalent forms. One that is not in the database is rated.

Examples:
  seeddb show 60RK-4CSM-6MV3-S
  seeddb show 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")]
pub struct Args {
    /// A puzzle of 81 characters, the id of a puzzle, or of a seed
    #[arg(value_name = "PUZZLE|ID")]
    what: String,
    /// How to print
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
}

const COLUMNS: [&str; 24] = [
    "kind",
    "id",
    "puzzle",
    "solution",
    "clues",
    "tier",
    "score",
    "level",
    "reserved",
    "free",
    "capacity",
    "scores_from",
    "scores_to",
    "symmetry",
    "origin",
    "seed",
    "batch",
    "number",
    "book",
    "title",
    "volume",
    "book_number",
    "page",
    "answer_page",
];

/// A puzzle in the database, or not.
enum Found {
    Issued(Issued),
    Seed(Seed),
    Neither(Puzzle),
}

/// Shows it.
pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    let database = globals.open_read()?;
    let found = find(&database, &args.what)?;
    for found in &found {
        if let Found::Issued(issued) = found {
            database.confirm(std::slice::from_ref(issued))?;
        }
    }
    let levels = database.levels()?;
    let level = |tier, score| levels.of(tier, score).map(|level| level.name.clone());
    let mut ids = Ids::default();
    let mut records = Vec::new();
    for found in &found {
        let mut printed = Vec::new();
        let (puzzle, facts) = match found {
            Found::Issued(issued) => {
                let row = rows(&mut ids, &database, std::slice::from_ref(issued))?.remove(0);
                let grade = grade(&issued.puzzle);
                let facts = Facts {
                    kind: "issued",
                    id: Some(row.id),
                    tier: issued.tier,
                    score: issued.score,
                    level: issued.level.clone(),
                    reserved: grade.reserved().len(),
                    seed: row.seed,
                    place: Some((issued.batch, issued.number)),
                    grading: None,
                };
                printed = database.printed(issued.batch, issued.number)?;
                (issued.puzzle, facts)
            }
            Found::Seed(seed) => {
                let grading = grading(seed).context("no ladder of this version graded the seed")?;
                let score = grading.score.map(|score| score.mean);
                let facts = Facts {
                    kind: "seed",
                    id: Some(ids.seed(&database, seed.key)?.to_string()),
                    tier: grading.tier,
                    score,
                    level: level(grading.tier, score),
                    reserved: grading.reserved.len(),
                    seed: None,
                    place: None,
                    grading: Some((seed, grading)),
                };
                (seed.puzzle, facts)
            }
            Found::Neither(puzzle) => {
                let grade = grade(puzzle);
                let score = hsolve::score(ladder(), puzzle, &grade).map(|score| score.mean);
                let facts = Facts {
                    kind: "not issued",
                    id: None,
                    tier: grade.tier,
                    score,
                    level: level(grade.tier, score),
                    reserved: grade.reserved().len(),
                    seed: None,
                    place: None,
                    grading: None,
                };
                (*puzzle, facts)
            }
        };
        records.push(Record { puzzle, values: facts.values(&puzzle), printed });
    }
    drop(database);
    print(args.format, &records)?;
    Ok(Exit::Done)
}

/// What is shown of a puzzle.
struct Facts<'a> {
    kind: &'static str,
    id: Option<String>,
    tier: u8,
    score: Option<f64>,
    level: Option<String>,
    reserved: usize,
    seed: Option<String>,
    place: Option<(u32, u32)>,
    grading: Option<(&'a Seed, &'a Grading)>,
}

/// What is known of a puzzle, and the books it stands in.
struct Record {
    puzzle: Puzzle,
    /// In the order of [`COLUMNS`], as far as they are not about books.
    values: Vec<Value>,
    printed: Vec<(Book, Place)>,
}

impl Record {
    /// A row for each book, one if there is none.
    fn rows(&self) -> Vec<Vec<Value>> {
        let row = |place: Vec<Value>| {
            let mut row = [self.values.clone(), place].concat();
            row.resize(COLUMNS.len(), Value::Nothing);
            row
        };
        if self.printed.is_empty() {
            return vec![row(Vec::new())];
        }
        let place = |(book, place): &(Book, Place)| {
            row(vec![
                book.id.into(),
                book.title.as_str().into(),
                place.volume.into(),
                place.label.into(),
                place.page.into(),
                place.answer.into(),
            ])
        };
        self.printed.iter().map(place).collect()
    }
}

impl Facts<'_> {
    fn values(self, puzzle: &Puzzle) -> Vec<Value> {
        let grading = self.grading.map(|(_, grading)| grading);
        let seed = self.grading.map(|(seed, _)| seed);
        let scores = grading.and_then(|grading| grading.scores);
        vec![
            self.kind.into(),
            self.id.into(),
            puzzle.to_string().into(),
            puzzle.solution().to_string().into(),
            puzzle.clues().len().into(),
            self.tier.into(),
            self.score.into(),
            self.level.into(),
            self.reserved.into(),
            grading.map(|grading| grading.free(puzzle)).into(),
            grading.map(|grading| grading.capacity).into(),
            scores.map(|scores| scores.0).into(),
            scores.map(|scores| scores.1).into(),
            seed.map(|seed| seed.symmetry.to_string()).into(),
            seed.map(|seed| parse::origin_name(seed.origin)).into(),
            self.seed.into(),
            self.place.map(|(batch, _)| batch).into(),
            self.place.map(|(_, number)| number).into(),
        ]
    }
}

fn print(format: ReportFormat, records: &[Record]) -> anyhow::Result<()> {
    let mut output = Output::open(None)?;
    if format == ReportFormat::Text {
        for (i, record) in records.iter().enumerate() {
            if i > 0 {
                writeln!(output)?;
            }
            draw_board(&mut output, &record.puzzle.grid())?;
            for (column, value) in COLUMNS.iter().zip(&record.values) {
                if *value != Value::Nothing {
                    writeln!(output, "{column:<12}  {value}")?;
                }
            }
            for (book, place) in &record.printed {
                writeln!(output, "{:<12}  {}", "printed", words(book, place))?;
            }
        }
    } else {
        let mut table = Table::new(output, format, Text::Aligned, &COLUMNS)?;
        for row in records.iter().flat_map(Record::rows) {
            table.row(&row)?;
        }
        output = table.finish()?;
    }
    output.finish()
}

/// Where a puzzle stands, as one says it.
fn words(book: &Book, place: &Place) -> String {
    let volume = match book.volumes {
        1 => String::new(),
        volumes => format!(", volume {} of {volumes}", place.volume),
    };
    let answer = place.answer.map(|page| format!(", answer on page {page}")).unwrap_or_default();
    let (id, title) = (book.id, visible(&book.title));
    format!("number {} on page {}{answer}, in book {id}{volume}: {title}", place.label, place.page)
}

/// Everything that `what` names: as an issued puzzle, as a seed, or as neither.
fn find(store: &Store, what: &str) -> anyhow::Result<Vec<Found>> {
    let mut found = Vec::new();
    if let Ok(grid) = what.parse::<Grid>() {
        let puzzle = Puzzle::new(&grid).context("not a puzzle")?;
        let key = Key::of(&puzzle);
        found.extend(store.issued_puzzle(key)?.map(Found::Issued));
        found.extend(store.seed(key)?.map(Found::Seed));
        if found.is_empty() {
            found.push(Found::Neither(puzzle));
        }
        return Ok(found);
    }
    let id: Id = what.parse().with_context(|| format!("{what} is neither a puzzle nor an id"))?;
    if id.is_seed() {
        let seeds = store.seeds_by_prefix(id.prefix())?;
        found.extend(seeds.into_iter().filter(|seed| id.matches(seed.key)).map(Found::Seed));
    } else {
        let issued = store.issued_by_prefix(id.prefix())?;
        found.extend(issued.into_iter().filter(|puzzle| id.matches(puzzle.key)).map(Found::Issued));
    }
    if found.is_empty() {
        anyhow::bail!("{id} is not in this database (--db gives another one)");
    }
    Ok(found)
}
