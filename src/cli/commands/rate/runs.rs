//! Columns of hsolve's runs, for `rate --steps` and `rate --each-run`. Without runs the cells are
//! empty.

use seeddb_core::rating::runs::{Run, Summary};

use crate::terminal::{Cell, Value, column_of, ladder, named};

/// The cells `steps_0`, … or `checks_0`, … for each tier with techniques.
fn of_tiers<'a, T: Copy>(
    what: &'a str,
    values: Option<&'a [T]>,
    value: fn(T) -> Value,
) -> impl Iterator<Item = Cell> + 'a {
    let own = move |i: usize| Value::from(values.map(|values| value(values[i])));
    let tiers = ladder().searched().enumerate();
    tiers.map(move |(i, tier)| (format!("{what}_{tier}").into(), own(i)))
}

/// The cells of all runs together.
pub fn summary(runs: Option<&[Run]>, by_technique: bool) -> Vec<Cell> {
    let summary = runs.and_then(Summary::of);
    let all = summary.as_ref();
    let mut row = named([
        ("runs", all.map(|all| all.runs).into()),
        ("run_mean", all.map(|all| all.mean).into()),
        ("run_error", Value::ratio(all.and_then(Summary::standard_error))),
        ("run_deviation", Value::ratio(all.and_then(|all| all.deviation))),
        ("run_least", all.map(|all| all.quartiles[0]).into()),
        ("run_quarter", all.map(|all| all.quartiles[1]).into()),
        ("run_median", all.map(|all| all.quartiles[2]).into()),
        ("run_three_quarters", all.map(|all| all.quartiles[3]).into()),
        ("run_greatest", all.map(|all| all.quartiles[4]).into()),
    ]);
    row.extend(of_tiers("steps", all.map(|all| &all.steps[..]), Value::Ratio));
    row.extend(of_tiers("checks", all.map(|all| &all.checks[..]), Value::Ratio));
    if by_technique {
        let uses = |i: usize| Value::ratio(all.map(|all| all.uses[i]));
        let techniques = ladder().techniques().enumerate();
        row.extend(
            techniques.map(|(i, own)| (format!("steps_{}", column_of(own)).into(), uses(i))),
        );
    }
    row
}

/// The cells of a run and its number, from 1.
pub fn run(run: Option<(usize, &Run)>) -> Vec<Cell> {
    let (number, run) = run.unzip();
    let mut row = named([("run", number.into()), ("checks", run.map(Run::total).into())]);
    row.extend(of_tiers("steps", run.map(|run| &run.steps[..]), Value::from));
    row.extend(of_tiers("checks", run.map(|run| &run.checks[..]), Value::Ratio));
    row
}
