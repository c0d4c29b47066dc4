//! The recipe of `generate`, and its description.

use seeddb_core::generate::{Climb, Cycles, Dig, Filler, Method, Remove, Standard};
use seeddb_core::rating::levels::{Facts, LevelTable};
use seeddb_core::rating::restarts;
use seeddb_core::rating::technique::{self, Weights};
use seeddb_core::symmetry::ClueSymmetry;
use seeddb_draw::methods::{Failure, Generated, Measure, Recipe, Source};

use super::stock::stock;
use super::{Args, Name};
use crate::terminal::{Globals, UsageError, Value, ladder, refuse};

/// The requested recipe.
///
/// # Errors
/// A request that the method does not support.
pub fn recipe(globals: &Globals, args: &Args) -> anyhow::Result<Recipe> {
    let name = args.method.name();
    if let Some((flag, methods)) = args.misplaced() {
        return refuse(format!("{flag} goes with --method {methods}, not with {name}"));
    }
    if let Some(words) = args.contrary() {
        return refuse(words);
    }
    let own_levels = matches!(args.method, Name::Dig | Name::Remove | Name::Cycles);
    let level = args.level.as_deref().filter(|_| !own_levels);
    let levels = if level.is_some() { globals.levels()? } else { globals.labels()? };
    let level = level.map(|level| levels.target(ladder(), level)).transpose();
    let level = level.map_err(|error| UsageError(error.to_string()))?;
    let norms = args.levels.clone();
    let cycles = args.level.clone().filter(|_| args.method == Name::Cycles);
    if let Some(level) = &cycles
        && !restarts::LEVELS.iter().any(|(name, _)| name == level)
    {
        return Err(no_level(&name, level, restarts::LEVELS.map(|(name, _)| name)));
    }
    let symmetry = args.symmetry.unwrap_or(ClueSymmetry::Rot180);
    let clues = |usual| args.clues.clone().unwrap_or(usual);
    let usual = match args.method {
        Name::Cycles => Filler::Restarts,
        Name::Remove => Filler::Plain,
        _ => Filler::Diagonal,
    };
    let paper = |method| Source::Paper(method, args.grid.unwrap_or(usual));
    let source = match args.method {
        Name::Dig => paper(Method::Dig(dig(args, symmetry)?)),
        Name::Climb => {
            let usual = Climb::default();
            let climb = Climb {
                iterations: args.iterations.unwrap_or(usual.iterations),
                target: args.target,
                most: args.most,
                pairs: args.pairs.unwrap_or(usual.pairs),
                clues: clues(usual.clues),
                symmetry,
            };
            match &args.from {
                Some(from) => harden(climb, from, args.symmetry)?,
                None => paper(Method::Climb(climb)),
            }
        }
        Name::Remove => paper(Method::Remove(remove(args, symmetry)?)),
        Name::Standard => paper(Method::Standard(Standard)),
        Name::Cycles => {
            let usual = Cycles::default();
            let of_level = cycles.as_deref().and_then(Cycles::clues_of);
            paper(Method::Cycles(Cycles {
                clues: clues(of_level.map_or(usual.clues, |clues| clues..=clues)),
                symmetry: args.symmetry.unwrap_or(usual.symmetry),
            }))
        }
        Name::Pseudo => Source::Seeds(stock(globals, args, level.clone())?),
    };
    let clues = args.clues.clone();
    let ladder = ladder().clone();
    Ok(Recipe { source, ladder, clues, level, cycles, norms, levels })
}

impl Name {
    /// The columns: those of every puzzle, then those of the method.
    pub fn columns(self) -> Vec<&'static str> {
        let own: &[&str] = match self {
            Name::Dig => &["box_norm", "box_norm_level"],
            Name::Climb => &["branch"],
            Name::Remove => &["formula", "formula_level"],
            Name::Standard => &[],
            Name::Cycles => &["restarts", "restarts_level"],
            Name::Pseudo => &["seed"],
        };
        [&["puzzle", "solution", "clues", "tier", "score", "level"], own].concat()
    }

    pub fn why(self, failure: Failure) -> &'static str {
        match failure {
            Failure::Method => self.came_to_nothing(),
            Failure::Clues => "outside --clues",
            Failure::Level => "of another level",
        }
    }

    fn came_to_nothing(self) -> &'static str {
        match self {
            Name::Dig => "not down to the norm in their draws, or below the level",
            Name::Climb => "not up to --target, below --most or into --clues in their walks",
            Name::Remove => "not in --difficulty and --clues within 1,000 checks",
            Name::Standard => "ended in a contradiction",
            Name::Cycles => "could not be dug down to --clues",
            Name::Pseudo => {
                "refills did not meet --clues or --symmetry, or a board needs no technique above --k"
            }
        }
    }

    pub fn cure(self) -> &'static str {
        match self {
            Name::Dig => {
                "ask for an easier level, a higher --norm or more --draws, or give more --attempts"
            }
            Name::Climb => {
                "ask for a lower --target, a higher --most or more --iterations, or give more --attempts"
            }
            Name::Remove => {
                "ask for an easier level, wider --difficulty or --clues, or give more --attempts"
            }
            Name::Standard => "ask for an easier level or wider --clues, or give more --attempts",
            Name::Cycles => "ask for another level or more --clues, or give more --attempts",
            Name::Pseudo => {
                "mine more seeds (`seeddb mine`), ask for less, or give more --attempts"
            }
        }
    }
}

pub fn values(levels: &LevelTable, made: &Generated) -> Vec<Value> {
    let Generated { puzzle, tier, score, level, measure } = made;
    let facts = Facts::graded(ladder(), puzzle, *tier, *score);
    let mut values = vec![
        puzzle.to_string().into(),
        puzzle.solution().to_string().into(),
        puzzle.clues().len().into(),
        (*tier).into(),
        levels.printed_score(&facts).map_or(Value::Nothing, Value::rounded),
        level.clone().into(),
    ];
    match measure {
        Measure::Nothing => {}
        Measure::BoxNorm(norm, level) => values.extend([Value::Ratio(*norm), level.clone().into()]),
        Measure::Branch(score) => values.push((*score).into()),
        Measure::Technique(found) => {
            values.extend([found.map(|own| own.0).into(), found.map(|own| own.1).into()]);
        }
        Measure::Restarts(mean, level) => values.extend([Value::Ratio(*mean), (*level).into()]),
        Measure::Seed(id) => values.push(id.to_string().into()),
    }
    values
}

/// The requested dig: to a level of the paper or of a table, or to a norm.
fn dig(args: &Args, symmetry: ClueSymmetry) -> anyhow::Result<Dig> {
    let (floor, target) = match (&args.level, args.norm) {
        (_, Some(norm)) => (0.0, norm),
        (None, None) => {
            return refuse(
                "dig needs --level (easy, medium, hard, expert) or --norm: how far to dig",
            );
        }
        (Some(level), None) => {
            let norms = match &args.levels {
                Some(own) => own.norms(level).ok_or_else(|| no_level("dig", level, own.names()))?,
                None => Dig::norms(level)
                    .ok_or_else(|| no_level("dig", level, Dig::LEVELS.map(|(name, _)| name)))?,
            };
            (norms.start, norms.end)
        }
    };
    let usual = Dig::to(target);
    Ok(Dig { floor, symmetry, draws: args.draws.unwrap_or(usual.draws), ..usual })
}

/// The requested removal: to a level, or to a range of D.
fn remove(args: &Args, symmetry: ClueSymmetry) -> anyhow::Result<Remove> {
    let usual = Remove::default();
    let difficulty = match (&args.level, &args.difficulty) {
        (Some(level), _) => Remove::difficulties(level)
            .ok_or_else(|| no_level("remove", level, technique::LEVELS.map(|(name, _)| name)))?,
        (None, Some(difficulty)) => difficulty.clone(),
        (None, None) => usual.difficulty,
    };
    let weights = Weights {
        times: args.times.unwrap_or(usual.weights.times),
        known: args.known.unwrap_or(usual.weights.known),
    };
    Ok(Remove {
        clues: args.clues.clone().unwrap_or(usual.clues),
        difficulty,
        weights,
        without: args.without.iter().map(|name| name.technique()).collect(),
        symmetry,
        checks: usual.checks,
    })
}

/// The climb from a puzzle. Its clues keep their symmetry: the requested one, or the half turn, or
/// none.
fn harden(climb: Climb, from: &str, asked: Option<ClueSymmetry>) -> anyhow::Result<Source> {
    let puzzle = super::stock::given(from)?;
    let symmetry = match asked {
        Some(symmetry) if !symmetry.holds(puzzle.clues()) => {
            return refuse(format!(
                "the clues of --from do not have the symmetry {symmetry}: ask for none"
            ));
        }
        Some(symmetry) => symmetry,
        None if ClueSymmetry::Rot180.holds(puzzle.clues()) => ClueSymmetry::Rot180,
        None => ClueSymmetry::None,
    };
    Ok(Source::Harden(Climb { symmetry, ..climb }, puzzle))
}

fn no_level<'a>(
    method: &str,
    level: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> anyhow::Error {
    let names = names.into_iter().collect::<Vec<_>>().join(", ");
    UsageError(format!("no level named '{level}' for {method}: there are {names}")).into()
}
