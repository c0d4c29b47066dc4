//! Columns of hsolve's runs, for `rate --steps` and `rate --each-run`.

use seeddb::logic::Technique;
use seeddb::rating::runs::{Run, Summary};

use crate::cli::terminal::ladder::ladder;
use crate::cli::terminal::value::Value;

/// These columns, followed by `steps_0`, … and `checks_0`, … for each tier with techniques.
fn with_tiers(columns: &[&str]) -> Vec<String> {
    let by_tier = |what| ladder().searched().map(move |tier| format!("{what}_{tier}"));
    let columns = columns.iter().map(|&column| column.to_owned());
    columns.chain(by_tier("steps")).chain(by_tier("checks")).collect()
}

pub fn summary_columns(by_technique: bool) -> Vec<String> {
    let mut columns = with_tiers(&[
        "runs",
        "run_mean",
        "run_error",
        "run_deviation",
        "run_least",
        "run_quarter",
        "run_median",
        "run_three_quarters",
        "run_greatest",
    ]);
    if by_technique {
        let name = |technique: Technique| technique.name().to_lowercase().replace([' ', '-'], "_");
        columns.extend(ladder().techniques().map(|technique| format!("steps_{}", name(technique))));
    }
    columns
}

/// The values of a summary; empty without runs.
pub fn summary(runs: Option<&[Run]>, by_technique: bool) -> Vec<Value> {
    let Some(summary) = runs.and_then(Summary::of) else {
        return vec![Value::Nothing; summary_columns(by_technique).len()];
    };
    let ratio = |value: Option<f64>| value.map_or(Value::Nothing, Value::Ratio);
    let mut values = vec![
        summary.runs.into(),
        summary.mean.into(),
        ratio(summary.standard_error()),
        ratio(summary.deviation),
    ];
    values.extend(summary.quartiles.map(Value::Score));
    values.extend(summary.steps.into_iter().map(Value::Ratio));
    values.extend(summary.checks.into_iter().map(Value::Ratio));
    if by_technique {
        values.extend(summary.uses.into_iter().map(Value::Ratio));
    }
    values
}

/// The columns of single runs, after the puzzle.
pub fn run_columns() -> Vec<String> {
    with_tiers(&["run", "checks"])
}

/// The values of run number `number`, from 1.
pub fn run(number: usize, run: &Run) -> Vec<Value> {
    let mut values = vec![number.into(), run.total().into()];
    values.extend(run.steps.iter().copied().map(Value::from));
    values.extend(run.checks.iter().copied().map(Value::Ratio));
    values
}
