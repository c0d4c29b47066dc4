//! `explain`: steps that a person can follow.

mod common;
mod explained;
mod handout;
mod page;
mod picture;
mod played;
mod se;
mod selection;
mod tiers;

use std::fmt::Display;
use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{ArgGroup, ValueEnum};
use seeddb_core::ask::{Name, UnknownName};
use seeddb_core::board::{Grid, Puzzle};
use seeddb_core::logic::{Played, Walk, walk_from};
use seeddb_core::rating::common::Technique;
use seeddb_export::book::Size;

use self::explained::{Explained, Style};
use self::page::Form;
use self::picture::Picture;
use self::selection::{Boards, Selection};
use super::without;
use crate::terminal::{
    ColorChoice, Exit, Globals, Next, OutputArgs, PageArgs, ReportFormat, Source, Table, Text,
    UsageError, input, interrupt, ladder, names, parse, refuse, sources, values,
};

#[derive(clap::Args, Debug)]
#[command(group = ArgGroup::new("part").args(["hint", "step", "until"]))]
#[command(after_help = "\
Every step is of the lowest tier that has one; all pencil marks are taken as written in. A puzzle on which \
someone has filled more cells is a puzzle like any other.

--ladder se solves as Sudoku Explainer 1.2.1 does: XY-wings, unique rectangles, chains and what else it knows, each step with its \
rating; ER, EP and ED come at the end. A chain is told from its assumption on, each statement with its number in brackets, \
and those that it follows from if that is not the one before. On the SVG it is arrows with the same numbers. Behind its chains stands \
what rates a step: `22 nodes: 4+4+2, inside 6+6` are the nodes of each chain and of each different chain inside them.

--ladder common solves with the techniques that HoDoKu, SudokuWiki and most apps teach: skyscraper, kites, colouring, W-wing, unique \
rectangles, chains, almost locked sets; the techniques without which the puzzle is not solved come at the end. On the SVG chains are \
arrows, dashed where one is true, so that the next is not.

--board marks a candidate that makes the pattern with * and one that goes with -; a filled digit stands in \
brackets. --format csv, json and jsonl have one row per step: puzzle, number, technique, tier, houses, cells and \
digits of the pattern, effect (r5c2=7 fills, r3c4<>28 removes), chain (how an assumption fails), open cells \
and position before the step, the step in words, and the reason (which digits stand where); in json and jsonl houses, cells, \
digits and effect are arrays. With --ladder se the rating stands for the tier, chain is an array, too, and size, own and \
inner are the nodes that rate a step of chains.

-o steps.pdf is a handout: the puzzle, each step in words, with a picture of those that are more than a single (--board all: of all; --board=5..9: of these), \
and the solution; with --hint, a card of the next step. -o page.html is a page to play that has these steps as hints. Steps of \
--ladder se are told in English, those of --ladder common also in de, fr, es and ja.

--summary has one row per puzzle instead: tier, steps, open cells after them, the hardest technique and its first step, the first step \
that is no single, the longest wait for a digit (in steps), and how often each technique is used.

Examples:
  seeddb explain 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  seeddb explain --hint --board puzzle.txt
  seeddb explain --hint --filled r1c3=4,r1c4=6 --removed 'r3c2<>14' puzzle.txt
  seeddb explain --until x-wing --board puzzle.txt
  seeddb explain --format json --step 12 puzzle.txt
  seeddb explain --ladder se --svg chain.svg puzzle.txt
  seeddb explain --ladder se -o learn.html puzzle.txt
  seeddb explain --ladder common --until skyscraper --board puzzle.txt
  seeddb explain --language de -o steps.pdf puzzle.txt
  seeddb explain --summary --format csv puzzles.txt > techniques.csv")]
pub struct Args {
    /// Puzzles (81 characters, a link, an id), files of puzzles, or - for stdin
    #[arg(required = true, value_name = "PUZZLE|FILE|-")]
    puzzles: Vec<PathBuf>,
    /// Whose steps
    #[arg(long, value_enum, default_value_t)]
    ladder: Steps,
    /// The next step only
    #[arg(long)]
    hint: bool,
    /// With --hint: the digits that the player filled in, as r5c2=7,r1c1=3 or all 81 cells
    #[arg(long, requires = "hint", value_name = "CELL=DIGIT,..", value_delimiter = ',', value_parser = played::filled)]
    filled: Vec<Played>,
    /// With --hint: the candidates that the player removed, as r3c4<>28
    #[arg(long, requires = "hint", value_name = "CELL<>DIGITS,..", value_delimiter = ',', value_parser = played::removed)]
    removed: Vec<Played>,
    /// This step only, counted from 1
    #[arg(long, value_name = "N", value_parser = parse::count::<usize>)]
    step: Option<usize>,
    /// A row for each puzzle, with its techniques and how often they are used
    #[arg(long, conflicts_with_all = ["part", "board", "svg"])]
    summary: bool,
    /// Stop before the first step of this technique or of a higher tier, and show neither it nor
    /// the solution; with --ladder se or common before the first step of this technique, as xy-wing
    #[arg(long, value_name = "TECHNIQUE", value_parser = Until::from_str)]
    until: Option<Until>,
    /// Draw the board with its candidates at steps above tier 0 and where it stops (hard, also if
    /// nothing is given), at all steps, or at these
    #[arg(
        long,
        value_name = "hard|all|N|N..M",
        num_args = 0..=1,
        default_missing_value = "hard",
        require_equals = true
    )]
    board: Option<Boards>,
    /// Draw a step into this file, as SVG or what its ending says (pdf, png, eps), pattern marked:
    /// that of --hint or --step, or else the hardest. With --until, the board where it stops
    #[arg(long, value_name = "PATH")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    without: without::Omissions,
    /// Whether drawn boards have colors
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    color: ColorChoice,
    /// text, csv, tsv, json, jsonl, pdf (a handout), or html: a page to play that has these steps
    /// as hints [default: by the ending of -o, else text]
    #[arg(long, value_name = "FORMAT", value_parser = page::form(), hide_possible_values = true, help_heading = "Output")]
    format: Option<Form>,
    #[command(flatten)]
    place: OutputArgs,
    /// The page of a handout: a4, a5, letter, or `WIDTHxHEIGHT` [default: `SEEDDB_PAGE` or a4]
    #[arg(long = "page", value_name = "SIZE", help_heading = "Output")]
    size: Option<Size>,
    #[command(flatten)]
    page: PageArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum)]
enum Steps {
    /// The tiers that puzzles are drawn by
    #[default]
    Hsolve,
    /// Sudoku Explainer 1.2.1
    Se,
    /// The techniques that people name, from full house to forcing nets
    Common,
}

impl Steps {
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// A technique by its name in the tiers or in Sudoku Explainer, or as the ladder common knows it.
#[derive(Clone, Debug)]
struct Until {
    name: Option<Name>,
    common: Option<Technique>,
}

impl Until {
    const fn both(&self) -> (Option<&Name>, Option<Technique>) {
        (self.name.as_ref(), self.common)
    }
}

impl FromStr for Until {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        match (text.parse(), Technique::named(text)) {
            (Err(error), None) => Err(error),
            (name, common) => Ok(Self { name: name.ok(), common }),
        }
    }
}

impl Args {
    fn check(&self) -> Result<(), UsageError> {
        let (name, common) = self.until.as_ref().map_or((None, None), Until::both);
        let other = |name: &dyn Display| {
            format!("{name} is a technique of another ladder: give --ladder common too")
        };
        Err(UsageError(match (self.ladder, self.without.given(), name) {
            (Steps::Hsolve, Some(flag), _) => {
                format!("{flag} is about Sudoku Explainer: give --ladder se too")
            }
            (Steps::Common, Some("--no-guessing"), _) => {
                "--no-guessing is about Sudoku Explainer: give --ladder se".to_owned()
            }
            (Steps::Common, _, Some(name)) if common.is_none() => {
                format!("the ladder common has no {name}: leave --ladder common out")
            }
            (Steps::Hsolve | Steps::Se, _, None) if common.is_some() => {
                other(&common.map_or("", |own| own.row().key))
            }
            (Steps::Hsolve | Steps::Se, _, Some(name)) if name.of_common().is_some() => other(name),
            (Steps::Hsolve, _, Some(name)) if name.of_tiers(ladder()).is_none() => {
                format!("{name} is a technique of Sudoku Explainer: give --ladder se too")
            }
            (Steps::Se, ..) if !self.filled.is_empty() || !self.removed.is_empty() => {
                "--filled and --removed go with other ladders: leave --ladder se out".to_owned()
            }
            (Steps::Se, _, Some(name)) if !name.is_of_explainer() => format!(
                "{name} is a technique of the tiers, which Sudoku Explainer does not have by this name: leave --ladder se out"
            ),
            _ => return Ok(()),
        }))
    }

    /// What the player did.
    fn played(&self) -> Played {
        played::all(self.filled.iter().chain(&self.removed))
    }

    /// The steps of the tiers.
    fn by_tiers(&self, grid: &Grid) -> Result<Walk, String> {
        let puzzle = Puzzle::new(grid).map_err(|error| error.to_string())?;
        walk_from(ladder(), &puzzle, &self.played()).map_err(|mistake| mistake.to_string())
    }

    /// The steps of the ladder common.
    fn by_common(&self, grid: &Grid) -> Result<common::Walk, String> {
        common::walk(grid, self.without.without().uniqueness, &self.played())
    }

    fn selection(&self) -> Selection {
        match (self.hint, self.step, &self.until) {
            (true, ..) => Selection::Step(1),
            (_, Some(number), _) => Selection::Step(number),
            // What has no such name is refused by `check`.
            (.., Some(until)) => match (self.ladder, until.both()) {
                (Steps::Hsolve, (Some(name), _)) => {
                    name.of_tiers(ladder()).map_or(Selection::All, Selection::Until)
                }
                (Steps::Common, (_, Some(own))) => Selection::UntilNamed(own.row().key.to_owned()),
                (_, (Some(name), _)) => Selection::UntilNamed(name.as_ref().to_owned()),
                _ => Selection::All,
            },
            _ => Selection::All,
        }
    }
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    args.check()?;
    interrupt::listen()?;
    let puzzles = &sources(globals, &args.puzzles)?[..];
    let format = match page::chosen(args.format, args.place.path())? {
        Form::Rows(format) => format,
        Form::Page => return page::run(globals, args, puzzles),
        Form::Handout => return handout::run(globals, args, puzzles),
    };
    let size = args.size.as_ref().map(|_| "--page");
    if let Some(flag) = args.page.given().or(size) {
        return refuse(format!("{flag} is for --format html or pdf, not for {}", format.name()));
    }
    let by_tiers = |grid: &Grid| args.by_tiers(grid);
    let by_common = |grid: &Grid| args.by_common(grid);
    let bar = globals.spinner();
    let by_rating = |grid: &Grid| se::walk(grid, args.without.without(), &bar);
    let told = match (args.ladder, args.summary) {
        (Steps::Hsolve, false) => tell(args, format, puzzles, by_tiers),
        (Steps::Hsolve, true) => summarize(args, format, puzzles, by_tiers),
        (Steps::Common, false) => tell(args, format, puzzles, by_common),
        (Steps::Common, true) => summarize(args, format, puzzles, by_common),
        (Steps::Se, false) => tell(args, format, puzzles, by_rating),
        (Steps::Se, true) => summarize(args, format, puzzles, by_rating),
    };
    bar.finish_and_clear();
    told
}

/// Prints the steps that `solve` finds.
fn tell<W: Explained>(
    args: &Args,
    format: ReportFormat,
    puzzles: &[Source],
    solve: impl Fn(&Grid) -> Result<W, String> + Sync,
) -> anyhow::Result<Exit> {
    if args.board.is_some() && format != ReportFormat::Text {
        return refuse("--board is drawn with --format text only (--svg goes with all)");
    }
    let selection = args.selection();
    let kind = args.svg.as_deref().map(picture::format).transpose()?;
    let walk = |grid: &Grid| {
        let walk = solve(grid)?;
        let paint = |kind| walk.scene(&selection)?.paint(kind).map_err(|error| error.to_string());
        let svg = kind.map(paint).transpose()?;
        Ok::<_, String>((walk, svg))
    };
    let mut picture =
        args.svg.as_deref().map(|path| Picture::open(path, args.place.force)).transpose()?;
    let mut draw = |svg: Option<Vec<u8>>| match (&mut picture, svg) {
        (Some(picture), Some(svg)) => picture.take(&svg),
        _ => Ok(()),
    };
    let mut output = args.place.open()?;
    let tally = if format == ReportFormat::Text {
        let selection = selection.clone();
        let style = Style { selection, boards: args.board.clone(), colors: args.color.colors() };
        let mut first = true;
        input::each(
            puzzles,
            |grid| walk(grid).and_then(|(walk, svg)| Ok((walk.text(&style)?, svg))),
            |walked| {
                let Next::Result((text, svg)) = walked else { return Ok(output.flush()?) };
                draw(svg)?;
                if !first && !matches!(style.selection, Selection::Step(_)) {
                    writeln!(output)?;
                }
                first = false;
                Ok(output.write_all(&text)?)
            },
        )?
    } else {
        let mut table = Table::of::<W::Row>(output, format, Text::Tabs)?;
        let rows = |walk: &W| {
            let steps = walk.selected(&selection)?;
            Ok::<_, String>(steps.map(|i| walk.row(i)).collect::<Vec<_>>())
        };
        let tally = input::each(
            puzzles,
            |grid| walk(grid).and_then(|(walk, svg)| Ok((rows(&walk)?, svg))),
            |walked| {
                let Next::Result((rows, svg)) = walked else { return Ok(table.flush()?) };
                draw(svg)?;
                Ok(rows.iter().try_for_each(|row| table.add(row))?)
            },
        );
        output = table.finish()?;
        tally?
    };
    let tally = input::end(output, Ok(tally))?;
    if let Some(picture) = picture {
        picture.finish()?;
    }
    Ok(tally.exit())
}

fn summarize<W: Explained>(
    args: &Args,
    format: ReportFormat,
    puzzles: &[Source],
    solve: impl Fn(&Grid) -> Result<W, String> + Sync,
) -> anyhow::Result<Exit> {
    let output = args.place.open()?;
    let table = Table::new(output, format, Text::Aligned, &names(W::sum(None)))?;
    let mut table = table.fitting(args.place.room());
    let tally = input::each(
        puzzles,
        |grid| Ok(values(W::sum(Some(&solve(grid)?)))),
        |row| match row {
            Next::Result(row) => Ok(table.row(&row)?),
            Next::Bad(_) => Ok(()),
            Next::Pause => Ok(table.flush()?),
        },
    );
    Ok(input::end(table.finish()?, tally)?.exit())
}
