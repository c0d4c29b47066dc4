//! Columns of hsolve's runs, for `rate --steps` and `rate --each-run`.

use seeddb::rating::runs::{Run, Summary, TIERS};

use super::super::table::Value;

/// Steps and checks a tier.
const BY_TIER: [&str; 2 * TIERS] = [
    "steps_0", "steps_1", "steps_2", "steps_3", "steps_4", "steps_5", "checks_0", "checks_1",
    "checks_2", "checks_3", "checks_4", "checks_5",
];

/// The columns of a summary.
pub fn summary_columns() -> Vec<&'static str> {
    let whole = [
        "runs",
        "run_mean",
        "run_error",
        "run_deviation",
        "run_least",
        "run_quarter",
        "run_median",
        "run_three_quarters",
        "run_greatest",
    ];
    [&whole[..], &BY_TIER].concat()
}

/// The values of a summary; empty where there are no runs.
pub fn summary(runs: Option<&[Run]>) -> Vec<Value> {
    let Some(summary) = runs.and_then(Summary::of) else {
        return vec![Value::Nothing; summary_columns().len()];
    };
    let ratio = |value: Option<f64>| value.map_or(Value::Nothing, Value::Ratio);
    let mut values = vec![
        summary.runs.into(),
        summary.mean.into(),
        ratio(summary.standard_error()),
        ratio(summary.deviation),
    ];
    values.extend(summary.quartiles.map(Value::Score));
    values.extend(summary.steps.map(Value::Ratio));
    values.extend(summary.checks.map(Value::Ratio));
    values
}

/// The columns of single runs, after the puzzle.
pub fn run_columns() -> Vec<&'static str> {
    [&["run", "checks"][..], &BY_TIER].concat()
}

/// The values of run number `number`, from 1.
pub fn run(number: usize, run: &Run) -> Vec<Value> {
    let mut values = vec![number.into(), run.total().into()];
    values.extend(run.steps.map(Value::from));
    values.extend(run.checks.map(Value::Ratio));
    values
}
