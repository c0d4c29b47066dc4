//! Conversion of keys from older dump formats.

use serde_json::{Map, Value, json};

/// Renames the keys of a line of format 1 to today's.
pub(super) fn keys(kind: &str, keys: &mut Map<String, Value>) -> Result<(), String> {
    match kind {
        "seed" => {
            let gradings = keys.get_mut("gradings").and_then(Value::as_array_mut);
            gradings.into_iter().flatten().filter_map(Value::as_object_mut).try_for_each(grading)
        }
        "puzzle" | "book" => match keys.remove("state") {
            None | Some(Value::Null) => Ok(()),
            Some(state) if state == "void" => {
                keys.insert("void".to_owned(), true.into());
                Ok(())
            }
            Some(state) => Err(format!("there is no state {state}")),
        },
        "event" => event(keys),
        _ => Ok(()),
    }
}

/// Removes two values that must both be given or both be missing.
fn both(keys: &mut Map<String, Value>, names: [&str; 2]) -> Result<Option<(Value, Value)>, String> {
    let [first, second] = names.map(|name| keys.remove(name).filter(|value| !value.is_null()));
    match (first, second) {
        (Some(first), Some(second)) => Ok(Some((first, second))),
        (None, None) => Ok(None),
        _ => Err(format!("{} and {} come together or not at all", names[0], names[1])),
    }
}

fn grading(keys: &mut Map<String, Value>) -> Result<(), String> {
    // Obsolete: the keys decide between equally good seeds.
    keys.remove("second");
    if let Some(cells) = keys.remove("reserved_mask") {
        keys.insert("reserved".to_owned(), cells);
    }
    for (name, error) in [("score", "standard_error"), ("rest", "rest_error")] {
        if let Some((mean, error)) = both(keys, [name, error])? {
            keys.insert(name.to_owned(), json!({ "mean": mean, "standard_error": error }));
        }
    }
    scores(keys)?;
    keys.get_mut("turned").and_then(Value::as_object_mut).map_or(Ok(()), scores)
}

fn scores(keys: &mut Map<String, Value>) -> Result<(), String> {
    if let Some((least, greatest)) = both(keys, ["scores_from", "scores_to"])? {
        keys.insert("scores".to_owned(), json!([least, greatest]));
    }
    Ok(())
}

fn event(keys: &mut Map<String, Value>) -> Result<(), String> {
    let Some(Value::String(what)) = keys.remove("what") else {
        return Err("this event needs what".to_owned());
    };
    let names: &[&str] = match what.as_str() {
        "runs" | "withdrawn" => &["series", "date"],
        "approved" | "unapproved" => &["series", "date", "by"],
        "note" => &["note"],
        _ => return Err(format!("nothing {what:?} becomes of puzzles")),
    };
    let mut told = Vec::new();
    for name in names {
        told.push(keys.remove(*name).ok_or_else(|| format!("this event needs {name}"))?);
    }
    let told = if what == "note" { told.remove(0) } else { Value::Array(told) };
    keys.insert("what".to_owned(), json!({ what: told }));
    Ok(())
}
