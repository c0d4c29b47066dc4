//! [`Args`]: the flags of `book`, which override the file.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::ValueEnum;
use seeddb_core::record::Origin;
use seeddb_core::symmetry::Id;
use seeddb_database::shell::quoted;
use seeddb_database::{BookFile, GivenSection};
use seeddb_export::book::Language;

use super::super::export::{Batches, batch};
use super::super::wishes::{self, Wishes};
use super::description::{Description, replace, replace_any};
use super::keys::{Keys, no_cover};
use crate::terminal::{Globals, ending, own_words, parse};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
pub enum ReportFormat {
    /// Lines for people
    #[default]
    Text,
    /// One array, one object per document
    Json,
}

/// Flags of `book`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Puzzles are drawn for the book, all of them or none, and are in the ledger before the file appears; or they are those of \
batches drawn before. Every flag of the layout is a key of book.toml, where a section can have wishes of its own:

  title = \"Sudoku for the road\"
  size = \"5x8\"
  per-page = 1
  volumes = 2

  [[section]]
  level = \"easy\"
  count = 60
  symmetry = \"rot180\"

  [[section]]
  level = \"hard\"
  count = 40
  label = \"For the way back\"

Examples:
  seeddb book --level easy:40,medium:40,hard:40,expert:40 --size 6x9 --per-page 2 --title \"Quiet hours\" -o book.pdf
  seeddb book book.toml -o out/
  seeddb book book.toml --cover gift --isbn 978-3-16-148410-0 --back-text back.txt -o out/
  seeddb book --batch 12,15 --profile screen --final -o again.pdf
  seeddb book --book 3 --replace 60RK-4CSM-6MV3-S=Q2BE-ZFHA-EM3K-C -o better.pdf
  seeddb book --from-file mine.txt --title \"My own\" -o own.pdf")]
pub struct Args {
    /// The whole book as one description; flags come before what it says
    #[arg(value_name = "BOOK.TOML")]
    file: Option<PathBuf>,
    #[command(flatten)]
    contents: Contents,
    #[command(flatten)]
    wishes: Wishes,
    #[command(flatten)]
    keys: Keys,
    #[command(flatten)]
    layout: Layout,
    #[command(flatten)]
    pub files: Files,
}

#[derive(clap::Args, Debug)]
#[command(next_help_heading = "What is in it")]
struct Contents {
    /// Levels and numbers of puzzles to draw, one section per level
    #[arg(long, value_name = "LEVEL:COUNT,..", value_delimiter = ',', conflicts_with = "batch")]
    level: Vec<GivenSection>,
    /// Print the puzzles of these batches and draw none
    #[arg(long, value_name = "N|N..M|all|last,..", value_delimiter = ',', value_parser = batch, conflicts_with_all = drawn(&[]))]
    batch: Vec<Batches>,
    /// Make a book on record again, as it was made, for the printer; flags of the layout come
    /// before its own
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>, conflicts_with_all = drawn(&["level", "batch", "file"]))]
    book: Option<u32>,
    /// Set puzzles of your own from these files; nothing is recorded, and no database is needed
    #[arg(long, value_name = "FILE|-", conflicts_with_all = drawn(&["level", "batch", "book"]))]
    from_file: Vec<PathBuf>,
    /// A puzzle of the batches, or of the book, and the one that takes its place
    #[arg(long, value_name = "ID=ID,..", value_delimiter = ',', value_parser = replacement, conflicts_with_all = ["level", "from_file"])]
    replace: Vec<(Id, Id)>,
    /// Only from seeds of this origin
    #[arg(long, value_parser = parse::origin())]
    origin: Option<Origin>,
    /// Repeats the random choices [default: random; a note says which]
    #[arg(long, value_name = "N", value_parser = parse::whole::<u64>)]
    rng_seed: Option<u64>,
    /// Kept with the batch [default: the title]
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
}

#[derive(clap::Args, Debug)]
#[command(next_help_heading = "How it looks")]
struct Layout {
    /// A font (TTF or OTF) instead of Atkinson Hyperlegible
    #[arg(long, value_name = "PATH")]
    font: Option<PathBuf>,
    /// Its bold one [default: its family's, or the same]
    #[arg(long, value_name = "PATH")]
    bold_font: Option<PathBuf>,
    /// Words of your own, a file as `seeddb formats words` prints it
    #[arg(long, value_name = "FILE", value_parser = own_words(), conflicts_with = "language")]
    words: Option<Language>,
    /// Share the puzzles out to so many volumes, one file per volume
    #[arg(long, value_name = "N", value_parser = number)]
    volumes: Option<NonZeroU32>,
}

#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Where it goes")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub struct Files {
    /// The file, or a folder for it [default: book.pdf]
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// The file of separate solutions [default: as the book's, with -solutions]
    #[arg(long = "solutions-output", value_name = "PATH")]
    answers_output: Option<PathBuf>,
    /// The file of the cover [default: as the book's, with -cover]
    #[arg(long, value_name = "PATH")]
    cover_output: Option<PathBuf>,
    /// Write the report of the pages, and of what breaks the printer's rules, to this file
    #[arg(long, value_name = "PATH")]
    pub report: Option<PathBuf>,
    /// The format of the report: text or json [default: by its ending, else text]
    #[arg(long, value_enum, hide_possible_values = true)]
    format: Option<ReportFormat>,
    /// Replace files that are there
    #[arg(long)]
    pub force: bool,
    /// Write the book even if it breaks the printer's rules
    #[arg(long)]
    pub ignore_rules: bool,
    /// The book for the printer: without PROOF on its pages, and recorded (`seeddb books`)
    #[arg(long = "final")]
    pub is_final: bool,
    /// Pictures of all pages (png), and contact sheets of 48 pages each, into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "dry_run")]
    pub preview: Option<PathBuf>,
    /// Make everything, report, and keep nothing: no file, no puzzle in the ledger
    #[arg(long)]
    pub dry_run: bool,
}

impl Files {
    pub fn report_format(&self) -> ReportFormat {
        let is_json = ending::of(self.report.as_deref()).is_some_and(|told| told == "json");
        let told = if is_json { ReportFormat::Json } else { ReportFormat::Text };
        self.format.unwrap_or(told)
    }
}

/// The ids of the flags that apply to drawn puzzles only.
fn drawn(more: &[&'static str]) -> Vec<clap::Id> {
    let mut ids = wishes::flags::<Wishes>();
    ids.extend(["origin", "rng_seed", "note"].iter().chain(more).map(|&id| clap::Id::from(id)));
    ids
}

/// The command line of the final book for that of a proof: the batch of the proof replaces the
/// flags for drawing.
pub fn as_final(line: &[String], drawn_batch: Option<u32>) -> String {
    let command = <Args as clap::Args>::augment_args(clap::Command::new("book"));
    let drawn = drawn(&["level"]);
    let takes_values = |word: &str| {
        let long = word.strip_prefix("--")?.split('=').next();
        let flag = command.get_arguments().find(|flag| flag.get_long() == long)?;
        drawn.contains(flag.get_id()).then(|| flag.get_action().takes_values())
    };
    let mut words = vec!["seeddb".to_owned()];
    let mut given = line.iter();
    while let Some(word) = given.next() {
        match takes_values(word).filter(|_| drawn_batch.is_some()) {
            Some(true) if !word.contains('=') => drop(given.next()),
            Some(_) => {}
            None => words.push(quoted(word)),
        }
    }
    words.extend(drawn_batch.map(|id| format!("--batch {id}")));
    words.push("--final".to_owned());
    if !line.iter().any(|word| word == "--force") {
        words.push("--force".to_owned());
    }
    words.join(" ")
}

fn replacement(text: &str) -> Result<(Id, Id), String> {
    let wrong = || format!("{text}: write the ids of two puzzles as OLD=NEW");
    let (old, new) = text.split_once('=').ok_or_else(wrong)?;
    let id = |text: &str| text.trim().parse().ok().filter(|id: &Id| !id.is_seed());
    id(old).zip(id(new)).ok_or_else(wrong)
}

fn number(text: &str) -> Result<NonZeroU32, String> {
    let number = parse::count::<u32>(text)?;
    NonZeroU32::new(number).ok_or_else(|| text.to_owned())
}

impl Args {
    /// Combines the recorded book, the file and the flags to a description; also returns the output
    /// files.
    pub fn description(mut self, globals: &Globals) -> anyhow::Result<(Description, Files)> {
        let mut all = match (&self.file, self.contents.book) {
            (Some(path), _) => Description::read(path)?,
            (None, Some(book)) => Description::of_book(globals, book)?,
            (None, None) => Description::default(),
        };
        self.files.is_final |= all.again.is_some();
        self.keys.apply(&mut all)?;
        self.contents.apply(&self.wishes, &mut all);
        let book = &mut all.book;
        if book.plan.cover.is_none() && self.files.cover_output.is_some() {
            return no_cover("cover-output");
        }
        let BookFile { plan, content, places } = book;
        let given = self.files.cover_output.clone();
        replace_any(places, "cover-output", &mut content.cover_output, given);
        let given = self.files.answers_output.clone();
        replace_any(places, "solutions-output", &mut content.answers_output, given);
        let Layout { font, bold_font, words, volumes } = self.layout;
        replace(places, "language", &mut plan.language, words);
        replace_any(places, "font", &mut content.font, font);
        replace_any(places, "bold-font", &mut content.bold_font, bold_font);
        replace_any(places, "volumes", &mut content.volumes, volumes);
        Ok((all, self.files))
    }
}

impl Contents {
    fn apply(self, wishes: &Wishes, all: &mut Description) {
        let BookFile { content, places, .. } = &mut all.book;
        if !self.level.is_empty() {
            content.level = self.level;
            places.forget("section");
            content.section.clear();
            content.batch.clear();
        }
        if !self.batch.is_empty() {
            content.batch = Batches::of(&self.batch);
            places.forget("batch");
            content.level.clear();
        }
        if !self.from_file.is_empty() {
            all.from_file = self.from_file;
            content.level.clear();
            content.section.clear();
            content.batch.clear();
        }
        all.replace = self.replace;
        let given = wishes.given(self.origin);
        for key in &given.keys {
            places.forget(key);
            places.forget(&format!("section.{key}"));
        }
        for section in &mut content.section {
            section.given.take(&given);
        }
        content.shared.take(&given);
        replace_any(places, "rng-seed", &mut content.rng_seed, self.rng_seed);
        replace_any(places, "note", &mut content.note, self.note);
    }
}
