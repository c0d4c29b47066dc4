//! `shuffle`: random puzzles equivalent to the given ones.

use std::path::PathBuf;

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use seeddb_core::board::Puzzle;
use seeddb_core::symmetry::{ClueSymmetry, Transform};
use seeddb_export::OutputKind;
use serde::Serialize;

use crate::terminal::{
    Exit, Globals, Next, PrintArgs, Text, ending, input, interrupt, parse, protected, refuse,
    sources,
};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Turns, mirrors, reorders the rows within bands and the bands, the columns within stacks and the stacks, and \
renames the digits, all at random, each way as likely (the transforms of Chen and Elamri). To a reader it is \
another puzzle; tier, score, id and solving steps are the same ones. For puzzles that are really new: `draw`.

Prints, with tabs between: puzzle, solution (empty if there is not exactly one).

Examples:
  seeddb shuffle puzzles.txt
  seeddb shuffle --count 100 --rng-seed 7 - < puzzle.txt
  seeddb shuffle --count 12 puzzle.txt | seeddb convert - --per-page 4 -o twelve.pdf
  seeddb shuffle --symmetry rot180 --count 3 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")]
pub struct Args {
    /// Files of puzzles, - for stdin, or puzzles: 81 characters, a link, an id
    #[arg(required = true, value_name = "FILE|PUZZLE")]
    files: Vec<PathBuf>,
    /// How many of each
    #[arg(short = 'n', long, value_name = "N", default_value = "1", value_parser = parse::count::<u32>)]
    count: u32,
    /// Keep this symmetry of the clues
    #[arg(long, value_name = "SYMMETRY", default_value = "none", value_parser = parse::named::<ClueSymmetry>(ClueSymmetry::ALL.map(ClueSymmetry::name)))]
    symmetry: ClueSymmetry,
    /// Repeats the random choices [default: random; a note says which]
    #[arg(long, value_name = "N", value_parser = parse::whole::<u64>)]
    rng_seed: Option<u64>,
    #[command(flatten)]
    print: PrintArgs,
}

#[derive(Default, Serialize)]
struct Row {
    puzzle: String,
    solution: Option<String>,
}

pub fn run(globals: &Globals, args: &Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    let files = sources(globals, &args.files)?;
    args.print.place.path().map_or(Ok(()), protected::check)?;
    if let Some(kind) = ending::of(args.print.place.path())
        .filter(|told| !matches!(OutputKind::of_ending(told), None | Some(OutputKind::Text(_))))
    {
        return refuse(format!(
            "shuffle prints lines: pipe them on, as in `seeddb shuffle .. | seeddb convert - -o NAME.{kind}`"
        ));
    }
    let mut table = args.print.table::<Row>(Text::Tabs)?;
    let rng_seed = parse::rng_seed(args.rng_seed);
    globals.note(format_args!("RNG seed {rng_seed}"));
    // Results come in the order of the lines, so one generator is enough.
    let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
    let tally = input::each(
        &files,
        |grid| {
            if !args.symmetry.holds(grid.clues()) {
                return Err(format!("its clues do not have the symmetry {}", args.symmetry));
            }
            Ok((*grid, Puzzle::new(grid).ok().map(|puzzle| *puzzle.solution())))
        },
        |read| {
            let Next::Result((grid, solution)) = read else { return Ok(table.flush()?) };
            for _ in 0..args.count {
                if interrupt::interrupted() {
                    break;
                }
                let transform = Transform::random_keeping(args.symmetry, &mut rng);
                let solution = solution.map(|solution| transform.apply_solution(&solution));
                let puzzle = transform.apply_grid(&grid).to_string();
                table.add(&Row { puzzle, solution: solution.map(|one| one.to_string()) })?;
            }
            Ok(())
        },
    );
    Ok(input::end(table.finish()?, tally)?.exit())
}
