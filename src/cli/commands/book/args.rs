//! [`Args`]: the flags of `book`, which come before what the file says.

use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::ValueEnum;
use jiff::civil::Date;
use seeddb::database::{BookFile, GivenSection, Part};
use seeddb::export::book::{Answers, Language, Order, Paper, PerPage, Profile, Qr, QrPlace, Size};
use seeddb::record::Origin;
use seeddb::shell::quoted;
use seeddb::symmetry::Id;

use super::super::export::{Batches, batch};
use super::super::wishes::{self, Wishes};
use super::cover::{CoverFlags, no_cover};
use super::description::{Description, replace, replace_any};
use super::inside::InsideFlags;
use super::matter::MatterFlags;
use crate::cli::terminal::ending;
use crate::cli::terminal::exit::refuse;
use crate::cli::terminal::parse;

/// How the report is printed.
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
  seeddb book --batch 12 --replace 60RK-4CSM-6MV3-S=5V2M-QQ1D-0TBE-7 -o better.pdf
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
    layout: Layout,
    #[command(flatten)]
    inside: InsideFlags,
    #[command(flatten)]
    cover: CoverFlags,
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
    /// Set puzzles of your own from these files; nothing is recorded, and no database is needed
    #[arg(long, value_name = "FILE|-", conflicts_with_all = drawn(&["level", "batch"]))]
    from_file: Vec<PathBuf>,
    /// A puzzle of the batches and the one that takes its place
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
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
struct Layout {
    /// The title [default: Sudoku, in the language]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// A line below the title
    #[arg(long, value_name = "TEXT")]
    subtitle: Option<String>,
    /// Who made it
    #[arg(long, value_name = "TEXT")]
    author: Option<String>,
    /// For the back of the title page: copyright, publisher, ISBN
    #[arg(long, value_name = "TEXT")]
    imprint: Option<String>,
    /// The trimmed page, as 6x9 (inches), 148x210mm, a5, letter [default: 6x9]
    #[arg(long, value_name = "SIZE")]
    size: Option<Size>,
    /// Puzzles per page: 1, 2, 4 or 6; for single sections as easy:4,hard:2 [default: 2, in large print 1]
    #[arg(long, value_name = "N")]
    per_page: Option<PerPage>,
    /// One large bold puzzle per page, no type below 16 pt
    #[arg(long)]
    large_print: bool,
    /// Digits of puzzles have at least this size, in points
    #[arg(long, value_name = "PT")]
    type_size: Option<f64>,
    /// The rules to keep: printing on demand by KDP or Ingram, a press, or a screen [default: kdp]
    #[arg(long, value_parser = parse::names::<Profile>())]
    profile: Option<Profile>,
    /// The paper, on which the greatest number of pages and the width of the spine depend [default: white]
    #[arg(long, value_parser = parse::names::<Paper>())]
    paper: Option<Paper>,
    /// How the puzzles of a section follow each other: by score, or as they were drawn [default: rising]
    #[arg(long, value_parser = parse::names::<Order>())]
    order: Option<Order>,
    /// Where the solutions are [default: back]
    #[arg(long = "solutions", value_parser = parse::names::<Answers>())]
    answers: Option<Answers>,
    /// Solutions a page, at most 12 [default: as many as can be read]
    #[arg(long = "solutions-per-page", value_name = "N", value_parser = parse::whole::<u8>)]
    answers_per_page: Option<u8>,
    /// With --profile screen: empty cells can be filled in
    #[arg(long)]
    fillable: bool,
    /// A list with a hint to each puzzle: the first step that is no single, and the next
    #[arg(long)]
    hints: bool,
    /// With --hints: from tier 3 on a picture of the board with the pattern marked, 40 mm wide (in large print 91 mm)
    #[arg(long)]
    hint_pictures: bool,
    #[command(flatten)]
    matter: MatterFlags,
    /// The language of the words [default: en]
    #[arg(long, value_parser = parse::names::<Language>())]
    language: Option<Language>,
    /// A QR code with each puzzle, of a link in which {id} is its id
    #[arg(long, value_name = "URL")]
    qr: Option<String>,
    /// Where the QR code is [default: puzzle]
    #[arg(long, value_parser = parse::names::<QrPlace>())]
    qr_place: Option<QrPlace>,
    /// A font (TTF or OTF) instead of Atkinson Hyperlegible
    #[arg(long, value_name = "PATH")]
    font: Option<PathBuf>,
    /// Its bold one [default: its family's, or the same]
    #[arg(long, value_name = "PATH")]
    bold_font: Option<PathBuf>,
    /// The number of the first puzzle [default: 1]
    #[arg(long, value_name = "N", value_parser = parse::count::<u32>)]
    first_number: Option<u32>,
    /// The date that the file bears where its rules want one
    #[arg(long, value_name = "YYYY-MM-DD")]
    date: Option<Date>,
    /// Share the puzzles out to so many volumes, one file per volume
    #[arg(long, value_name = "N", value_parser = number)]
    volumes: Option<NonZeroU32>,
}

/// Flags that are about files.
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
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FOLDER", conflicts_with = "dry_run")]
    pub preview: Option<PathBuf>,
    /// Make everything, report, and keep nothing: no file, no puzzle in the ledger
    #[arg(long)]
    pub dry_run: bool,
}

impl Files {
    /// How the report is printed.
    pub fn report_format(&self) -> ReportFormat {
        let is_json = ending::of(self.report.as_deref()).is_some_and(|told| told == "json");
        let told = if is_json { ReportFormat::Json } else { ReportFormat::Text };
        self.format.unwrap_or(told)
    }
}

/// The ids of the flags that only what is drawn has.
fn drawn(more: &[&'static str]) -> Vec<clap::Id> {
    let mut ids = wishes::flags::<Wishes>();
    ids.extend(["origin", "rng_seed", "note"].iter().chain(more).map(|&id| clap::Id::from(id)));
    ids
}

/// The command line of a proof as that of the book: what says how to draw is replaced by the batch that was drawn.
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

/// Reads `OLD=NEW`.
fn replacement(text: &str) -> Result<(Id, Id), String> {
    let wrong = || format!("{text}: write the ids of two puzzles as OLD=NEW");
    let (old, new) = text.split_once('=').ok_or_else(wrong)?;
    let id = |text: &str| text.trim().parse().ok().filter(|id: &Id| !id.is_seed());
    id(old).zip(id(new)).ok_or_else(wrong)
}

/// A whole number, at least 1.
fn number(text: &str) -> Result<NonZeroU32, String> {
    let number = parse::count::<u32>(text)?;
    NonZeroU32::new(number).ok_or_else(|| text.to_owned())
}

impl Args {
    /// The book, the file, if there is one, and the flags together; and where it goes.
    pub fn description(self) -> anyhow::Result<(Description, Files)> {
        let mut all = match &self.file {
            Some(path) => Description::read(path)?,
            None => Description::default(),
        };
        let has_place = self.layout.qr_place.is_some();
        self.contents.apply(&self.wishes, &mut all);
        self.layout.apply(&mut all)?;
        let book = &mut all.book;
        self.inside.apply(book);
        if book.plan.qr.is_none() && has_place {
            return refuse(
                "--qr-place without a link: give --qr URL, in which {id} is the id of the puzzle",
            );
        }
        self.cover.apply(book)?;
        if book.plan.cover.is_none() && self.files.cover_output.is_some() {
            return no_cover("cover-output");
        }
        let BookFile { content, places, .. } = book;
        let given = self.files.cover_output.clone();
        replace_any(places, "cover-output", &mut content.cover_output, given);
        let given = self.files.answers_output.clone();
        replace_any(places, "solutions-output", &mut content.answers_output, given);
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
        let asked = Part { origin: self.origin, ask: wishes.constraints(), ..Part::default() };
        let given = wishes.given(asked);
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

impl Layout {
    fn apply(self, all: &mut Description) -> anyhow::Result<()> {
        self.matter.apply(all)?;
        let BookFile { plan, content, places } = &mut all.book;
        replace(places, "title", &mut plan.title, self.title);
        replace_any(places, "subtitle", &mut plan.subtitle, self.subtitle);
        replace_any(places, "author", &mut plan.author, self.author);
        replace_any(places, "imprint", &mut plan.imprint, self.imprint);
        replace(places, "size", &mut plan.size, self.size);
        replace(places, "per-page", &mut plan.per_page, self.per_page);
        plan.large_print |= self.large_print;
        replace_any(places, "type-size", &mut plan.type_size, self.type_size);
        replace(places, "profile", &mut plan.profile, self.profile);
        replace(places, "paper", &mut plan.paper, self.paper);
        replace(places, "order", &mut plan.order, self.order);
        replace(places, "solutions", &mut plan.answers, self.answers);
        replace_any(
            places,
            "solutions-per-page",
            &mut plan.answers_per_page,
            self.answers_per_page,
        );
        plan.fillable |= self.fillable;
        plan.hints |= self.hints;
        plan.hint_pictures |= self.hint_pictures;
        replace(places, "language", &mut plan.language, self.language);
        if let Some(url) = self.qr {
            let place = plan.qr.as_ref().map(|qr| qr.place).unwrap_or_default();
            plan.qr = Some(Qr { url, place });
            places.forget("qr.url");
        }
        if let (Some(qr), Some(place)) = (&mut plan.qr, self.qr_place) {
            qr.place = place;
            places.forget("qr.place");
        }
        replace_any(places, "first-number", &mut plan.first_number, self.first_number);
        replace_any(places, "date", &mut plan.date, self.date);
        replace_any(places, "font", &mut content.font, self.font);
        replace_any(places, "bold-font", &mut content.bold_font, self.bold_font);
        replace_any(places, "volumes", &mut content.volumes, self.volumes);
        Ok(())
    }
}
