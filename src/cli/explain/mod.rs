//! `explain`: the steps a person can follow.

mod picture;
mod rows;
mod selection;
mod summary;
mod text;

use std::io::Write;
use std::path::PathBuf;

use clap::ArgGroup;
use seeddb::board::{Grid, Puzzle, State};
use seeddb::logic::{self, Step, Technique};
use seeddb::search::NotAPuzzle;

use self::picture::Picture;
use self::selection::{Boards, Selection};
use super::color::ColorChoice;
use super::exit::UsageError;
use super::input::{self, Next};
use super::ladder::ladder;
use super::printing::PrintArgs;
use super::table::{ReportFormat, Table, Text};
use super::{Exit, interrupt, parse};

/// Flags of `explain`.
#[derive(clap::Args, Debug)]
#[command(group = ArgGroup::new("part").args(["hint", "step", "until"]))]
#[command(after_help = "\
Every step is of the lowest tier that has one; all pencil marks are taken as written in. A puzzle on which \
someone has filled more cells is a puzzle like any other.

--board marks a candidate that makes the pattern with * and one that goes with -; a filled digit stands in \
brackets. --format csv, json and jsonl have a row a step: puzzle, number, technique, tier, houses, cells and \
digits of the pattern, effect (r5c2=7 fills, r3c4<>28 removes), chain (how an assumption fails), open cells \
and position before the step, and the step in words.

Examples:
  seeddb explain 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  seeddb explain --hint --board puzzle.txt
  seeddb explain --until x-wing --board puzzle.txt
  seeddb explain --format json --step 12 puzzle.txt")]
pub struct Args {
    /// Puzzles of 81 characters, files of puzzles, or - for stdin
    #[arg(required = true, value_name = "PUZZLE|FILE|-")]
    puzzles: Vec<PathBuf>,
    /// The next step only
    #[arg(long)]
    hint: bool,
    /// This step only, counted from 1
    #[arg(long, value_name = "N", value_parser = parse::count::<usize>)]
    step: Option<usize>,
    /// Stop before the first step of this technique or of a higher tier, and show neither it nor the solution
    #[arg(long, value_name = "TECHNIQUE", value_parser = parse::technique())]
    until: Option<Technique>,
    /// Draw the board with its candidates at steps above tier 0 and where it stops (hard, also if nothing is given), at
    /// all steps, or at these
    #[arg(
        long,
        value_name = "hard|all|N|N..M",
        num_args = 0..=1,
        default_missing_value = "hard",
        require_equals = true
    )]
    board: Option<Boards>,
    /// Draw a step into this file, as SVG or what its ending says (pdf, png, eps), pattern marked: that of --hint or
    /// --step, or else the hardest. With --until, the board where it stops
    #[arg(long, value_name = "PATH")]
    svg: Option<PathBuf>,
    /// Whether drawn boards have colors
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    color: ColorChoice,
    #[command(flatten)]
    print: PrintArgs,
}

/// A puzzle with the steps that solve it, as far as they do.
struct Walk {
    puzzle: Puzzle,
    steps: Vec<Step>,
}

impl Walk {
    fn new(grid: &Grid) -> Result<Self, NotAPuzzle> {
        let puzzle = Puzzle::new(grid)?;
        Ok(Self { puzzle, steps: logic::explain(ladder(), &puzzle) })
    }

    /// The board after the last step.
    fn end(&self) -> State {
        let start = || State::of_clues(self.puzzle.solution(), self.puzzle.clues());
        self.steps.last().map_or_else(start, Step::after)
    }

    /// Whether the steps fill the grid.
    fn is_solved(&self) -> bool {
        self.end().is_solved()
    }
}

impl Args {
    fn selection(&self) -> Selection {
        match (self.hint, self.step, self.until) {
            (true, ..) => Selection::Step(1),
            (_, Some(number), _) => Selection::Step(number),
            (.., Some(technique)) => Selection::Until(technique),
            _ => Selection::All,
        }
    }
}

/// Prints the steps.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let format = args.print.format()?;
    if args.board.is_some() && format != ReportFormat::Text {
        let words = "--board is drawn with --format text only (--svg goes with all)";
        return Err(UsageError(words.to_owned()).into());
    }
    interrupt::listen()?;
    let selection = args.selection();
    let kind = args.svg.as_deref().map(picture::format).transpose()?;
    let walk = |grid: &Grid| {
        let walk = Walk::new(grid).map_err(|error| error.to_string())?;
        let svg = kind.map(|kind| picture::draw(&walk, selection, kind)).transpose()?;
        Ok::<_, String>((walk, svg))
    };
    let mut picture =
        args.svg.as_deref().map(|path| Picture::open(path, args.print.place.force)).transpose()?;
    let mut draw = |svg: Option<Vec<u8>>| match (&mut picture, svg) {
        (Some(picture), Some(svg)) => picture.take(&svg),
        _ => Ok(()),
    };
    let mut output = args.print.place.open()?;
    let tally = if format == ReportFormat::Text {
        let style =
            text::Style { selection, boards: args.board.clone(), colors: args.color.colors() };
        let mut first = true;
        input::each(
            &args.puzzles,
            |grid| walk(grid).and_then(|(walk, svg)| Ok((style.text(&walk)?, svg))),
            |walked| {
                let Next::Result((text, svg)) = walked else { return Ok(output.flush()?) };
                draw(svg)?;
                if !first && !matches!(selection, Selection::Step(_)) {
                    writeln!(output)?;
                }
                first = false;
                Ok(output.write_all(&text)?)
            },
        )?
    } else {
        let mut table = Table::of::<rows::Row>(output, format, Text::Tabs)?;
        let tally = input::each(
            &args.puzzles,
            |grid| walk(grid).and_then(|(walk, svg)| Ok((rows::rows(&walk, selection)?, svg))),
            |walked| {
                let Next::Result((rows, svg)) = walked else { return Ok(table.flush()?) };
                draw(svg)?;
                Ok(rows.iter().try_for_each(|row| table.add(row))?)
            },
        );
        output = table.finish()?;
        tally?
    };
    output.finish()?;
    if let Some(picture) = picture {
        picture.finish()?;
    }
    Ok(tally.exit())
}
