//! [`Maker`]: what an attempt of `generate` is, and what of it counts.

use std::ops::RangeInclusive;

use rand_chacha::ChaCha8Rng;
use seeddb::board::Puzzle;
use seeddb::generate::{Climb, Cycles, Dig, Filler, Method, Remove, Standard};
use seeddb::rating::box_norm::{self, box_norm};
use seeddb::rating::branch::{Choice, branches};
use seeddb::rating::levels::{Level, LevelTable};
use seeddb::rating::technique::{Weights, uses};
use seeddb::rating::{hsolve, restarts};
use seeddb::symmetry::ClueSymmetry;

use super::super::exit::UsageError;
use super::super::ladder::{grade, ladder};
use super::super::table::Value;
use super::super::{Globals, interrupt};
use super::stock::Stock;
use super::{Args, Name};

/// Makes puzzles.
pub struct Maker {
    method: Name,
    source: Source,
    clues: Option<RangeInclusive<usize>>,
    /// A level of the table.
    level: Option<Level>,
    /// A level of the restart cycles.
    cycles: Option<String>,
    levels: LevelTable,
}

/// Where puzzles come from.
enum Source {
    Paper(Method, Filler),
    Seeds(Stock),
}

impl Maker {
    /// Refuses what the method cannot do.
    pub fn new(globals: &Globals, args: &Args) -> anyhow::Result<Self> {
        let name = args.method.name();
        if let Some((flag, methods)) = args.misplaced() {
            let words = format!("{flag} goes with --method {methods}, not with {name}");
            return Err(UsageError(words).into());
        }
        let levels = globals.levels()?;
        let own_levels = matches!(args.method, Name::Dig | Name::Cycles);
        let level = args.level.as_deref().filter(|_| !own_levels);
        let level = level.map(|level| levels.get(level).cloned()).transpose();
        let level = level.map_err(|error| UsageError(error.to_string()))?;
        let cycles = args.level.clone().filter(|_| args.method == Name::Cycles);
        if let Some(level) = &cycles
            && !restarts::LEVELS.iter().any(|(name, _)| name == level)
        {
            return Err(no_level(&name, level, &restarts::LEVELS));
        }
        let symmetry = args.symmetry.unwrap_or(ClueSymmetry::Rot180);
        let clues = |usual| args.clues.clone().unwrap_or(usual);
        let method = match args.method {
            Name::Dig => Method::Dig(dig(args, symmetry)?),
            Name::Climb => {
                let usual = Climb::default();
                Method::Climb(Climb {
                    iterations: args.iterations.unwrap_or(usual.iterations),
                    target: args.target,
                    clues: clues(usual.clues),
                    symmetry,
                    ..Climb::default()
                })
            }
            Name::Remove => {
                let usual = Remove::default();
                Method::Remove(Remove {
                    clues: clues(usual.clues),
                    difficulty: args.difficulty.clone().unwrap_or(usual.difficulty),
                    symmetry,
                    ..Remove::default()
                })
            }
            Name::Standard => Method::Standard(Standard),
            Name::Cycles => {
                let usual = Cycles::default();
                Method::Cycles(Cycles {
                    clues: clues(usual.clues),
                    symmetry: args.symmetry.unwrap_or(usual.symmetry),
                })
            }
            Name::Pseudo => {
                let stock = Stock::new(globals, args, level.clone())?;
                let source = Source::Seeds(stock);
                let clues = args.clues.clone();
                return Ok(Self { method: args.method, source, clues, level, cycles, levels });
            }
        };
        let usual = if args.method == Name::Cycles { Filler::Restarts } else { Filler::Diagonal };
        let source = Source::Paper(method, args.grid.unwrap_or(usual));
        Ok(Self { method: args.method, source, clues: args.clues.clone(), level, cycles, levels })
    }

    /// Whether there is no seed to begin with.
    pub fn is_idle(&self) -> bool {
        matches!(&self.source, Source::Seeds(stock) if stock.is_empty())
    }

    /// The columns: those of every puzzle, then what the method goes by.
    pub fn columns(&self) -> Vec<&'static str> {
        let own: &[&str] = match self.method {
            Name::Dig => &["box_norm", "box_norm_level"],
            Name::Climb => &["branch"],
            Name::Remove => &["technique"],
            Name::Standard => &[],
            Name::Cycles => &["restarts", "restarts_level"],
            Name::Pseudo => &["seed"],
        };
        [&["puzzle", "solution", "clues", "tier", "score", "level"], own].concat()
    }

    /// One attempt: the values of the columns, or why there are none.
    pub fn attempt(&self, rng: &mut ChaCha8Rng) -> Result<Vec<Value>, &'static str> {
        let (puzzle, seed) = match &self.source {
            Source::Paper(method, filler) => {
                let puzzle = method.attempt(*filler, &interrupt::interrupted, rng);
                (puzzle.ok_or_else(|| self.why())?, None)
            }
            Source::Seeds(stock) => {
                let (puzzle, seed) = stock.attempt(rng).ok_or_else(|| self.why())?;
                (puzzle, Some(seed))
            }
        };
        let clues = puzzle.clues().len();
        if self.clues.as_ref().is_some_and(|range| !range.contains(&clues)) {
            return Err("outside --clues");
        }
        let own = self.own_values(&puzzle, seed)?;
        let grade = grade(&puzzle);
        let of_tiers = |level: &Level| level.tiers.as_ref().is_none_or(|t| t.contains(&grade.tier));
        if !self.level.as_ref().is_none_or(of_tiers) {
            return Err("of another level");
        }
        let score = hsolve::score(ladder(), &puzzle, &grade).map(|score| score.mean);
        let level = match &self.level {
            Some(level) if level.admits(grade.tier, score) => Some(level),
            Some(_) => return Err("of another level"),
            None => self.levels.of(grade.tier, score),
        };
        let values = vec![
            puzzle.to_string().into(),
            puzzle.solution().to_string().into(),
            clues.into(),
            grade.tier.into(),
            score.into(),
            level.map(|level| level.name.clone()).into(),
        ];
        Ok([values, own].concat())
    }

    /// What the method goes by.
    fn own_values(
        &self,
        puzzle: &Puzzle,
        seed: Option<String>,
    ) -> Result<Vec<Value>, &'static str> {
        Ok(match self.method {
            Name::Dig => {
                let norm = box_norm(puzzle.clues());
                vec![Value::Ratio(norm), box_norm::level(norm).into()]
            }
            Name::Climb => vec![branches(puzzle, Choice::CellsAndHouses).score().into()],
            Name::Remove => vec![uses(puzzle, &[]).difficulty(&Weights::default()).into()],
            Name::Standard => Vec::new(),
            Name::Cycles => {
                let mean = restarts::expected(puzzle);
                let level = restarts::level(mean);
                if self.cycles.as_ref().is_some_and(|wanted| wanted != level) {
                    return Err("of another level");
                }
                vec![Value::Ratio(mean), level.into()]
            }
            Name::Pseudo => vec![seed.into()],
        })
    }

    /// Why an attempt of the method gives nothing.
    fn why(&self) -> &'static str {
        match self.method {
            Name::Dig => "not down to the norm in their draws, or below the level",
            Name::Climb => "not up to --target or into --clues in their walks",
            Name::Remove => "not in --difficulty and --clues within 1,000 checks",
            Name::Standard => "ended in a contradiction",
            Name::Cycles => "could not be dug down to --clues",
            Name::Pseudo => "refills did not meet --clues or --symmetry",
        }
    }

    /// What helps.
    pub fn cure(&self) -> &'static str {
        match self.method {
            Name::Dig => {
                "ask for an easier level, a higher --norm or more --draws, or give more --attempts"
            }
            Name::Climb => "ask for a lower --target or more --iterations, or give more --attempts",
            Name::Remove => "ask for wider --difficulty or --clues, or give more --attempts",
            Name::Standard => "ask for an easier level or wider --clues, or give more --attempts",
            Name::Cycles => "ask for another level or more --clues, or give more --attempts",
            Name::Pseudo => {
                "mine more seeds (`seeddb mine`), ask for less, or give more --attempts"
            }
        }
    }
}

/// The dig asked for: by a level of the paper or a norm.
fn dig(args: &Args, symmetry: ClueSymmetry) -> anyhow::Result<Dig> {
    let (floor, target) = match (&args.level, args.norm) {
        (Some(_), Some(_)) => {
            return Err(UsageError("give --level or --norm, not both".to_owned()).into());
        }
        (None, None) => {
            let words = "dig needs --level (easy, medium, hard, expert) or --norm: how far to dig";
            return Err(UsageError(words.to_owned()).into());
        }
        (None, Some(norm)) => (0.0, norm),
        (Some(level), None) => {
            let norms = Dig::norms(level).ok_or_else(|| no_level("dig", level, &Dig::LEVELS))?;
            (norms.start, norms.end)
        }
    };
    let usual = Dig::to(target);
    Ok(Dig { floor, symmetry, draws: args.draws.unwrap_or(usual.draws), ..usual })
}

/// The method has no such level.
fn no_level(method: &str, level: &str, levels: &[(&str, f64)]) -> anyhow::Error {
    let names: Vec<&str> = levels.iter().map(|(name, _)| *name).collect();
    let names = names.join(", ");
    UsageError(format!("no level named '{level}' for {method}: there are {names}")).into()
}

impl Args {
    /// A flag given that is not for the method, and the methods it is for.
    fn misplaced(&self) -> Option<(&'static str, &'static str)> {
        let grids = &[Name::Dig, Name::Climb, Name::Remove, Name::Cycles][..];
        let symmetric = &[Name::Dig, Name::Climb, Name::Remove, Name::Cycles, Name::Pseudo][..];
        let flags = [
            (self.norm.is_some(), "--norm", "dig", &[Name::Dig][..]),
            (self.draws.is_some(), "--draws", "dig", &[Name::Dig]),
            (self.iterations.is_some(), "--iterations", "climb", &[Name::Climb]),
            (self.target.is_some(), "--target", "climb", &[Name::Climb]),
            (self.difficulty.is_some(), "--difficulty", "remove", &[Name::Remove]),
            (self.from.is_some(), "--from", "pseudo", &[Name::Pseudo]),
            (self.grid.is_some(), "--grid", "dig, climb, remove or cycles", grids),
            // Its digits come one by one, and nothing says which cells will be deduced.
            (
                self.symmetry.is_some(),
                "--symmetry",
                "dig, climb, remove, cycles or pseudo",
                symmetric,
            ),
        ];
        flags.into_iter().find_map(|(given, flag, names, methods)| {
            (given && !methods.contains(&self.method)).then_some((flag, names))
        })
    }
}
