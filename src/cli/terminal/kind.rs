//! [`OutputKind`] by `--format`, or by the extension of the output.

use std::path::Path;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use seeddb_export::Format;
pub use seeddb_export::OutputKind;

use super::{UsageError, clash, ending};

/// Whether a file of this kind may have an extension: text may always have `txt`.
fn may_end(kind: OutputKind, ending: &str) -> bool {
    let is_text = matches!(kind, OutputKind::Text(format) if format != Format::Xlsx);
    kind.extension() == ending || is_text && ending == "txt"
}

pub fn kind() -> impl TypedValueParser<Value = OutputKind> {
    // `text` is the name of this format in commands that print rows.
    let value = |name: &'static str| match name {
        "line" => PossibleValue::new(name).alias("text"),
        _ => PossibleValue::new(name),
    };
    let values: Vec<PossibleValue> = OutputKind::all().map(|kind| value(kind.name())).collect();
    let parse = |name: String| OutputKind::all().find(|kind| kind.name() == name.to_lowercase());
    PossibleValuesParser::new(values)
        .map(move |name| parse(name).unwrap_or(OutputKind::Text(Format::Line)))
}

/// The format: the given one, that of the output's extension, or a default for the reader.
///
/// # Errors
/// [`UsageError`] if the given format contradicts the extension, or no format has the extension.
pub fn chosen(
    given: Option<OutputKind>,
    path: Option<&Path>,
    for_people: bool,
) -> Result<OutputKind, UsageError> {
    let Some(told) = ending::of(path).filter(|told| told != "zip") else {
        let default = if for_people && path.is_none() { Format::Board } else { Format::Line };
        return Ok(given.unwrap_or(OutputKind::Text(default)));
    };
    let chosen = match (given, OutputKind::of_ending(&told)) {
        (Some(given), Some(_)) if may_end(given, &told) => given,
        (Some(given), Some(_)) => return Err(clash(path, given.name())),
        (None, Some(of_ending)) => of_ending,
        (_, None) => {
            let all = given.map_or_else(endings, |given| format!(".{}", given.extension()));
            let words = format!("no format ends in .{told}: let the name end in {all}");
            return Err(UsageError(words));
        }
    };
    if ending::is_packed(path) && (chosen.is_binary() || chosen.is_one_a_file()) {
        return Err(UsageError(format!(
            "{} is not packed: leave .gz out; .gz is for many puzzles in one text file",
            chosen.name()
        )));
    }
    Ok(chosen)
}

fn endings() -> String {
    let mut all: Vec<String> = vec![".txt".to_owned()];
    for ending in OutputKind::all()
        .filter(|kind| *kind != OutputKind::Site)
        .map(|kind| format!(".{}", kind.extension()))
    {
        if !all.contains(&ending) {
            all.push(ending);
        }
    }
    all.push(".zip".to_owned());
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_tells_the_format() {
        let kind = |name: &str| OutputKind::all().find(|kind| kind.name() == name);
        let chosen = |given: Option<&str>, path: &str| {
            chosen(given.and_then(kind), Some(Path::new(path)), true).map(OutputKind::name)
        };
        let files =
            OutputKind::all().filter(|kind| kind.extension() != "txt" && *kind != OutputKind::Site);
        for kind in files {
            let path = format!("a.{}", kind.extension());
            assert_eq!(chosen(None, &path).unwrap(), kind.name());
            assert_eq!(chosen(Some(kind.name()), &path).unwrap(), kind.name());
            let other = if kind.name() == "csv" { "json" } else { "csv" };
            assert!(chosen(Some(other), &path).unwrap_err().0.contains(&path));
        }
        for (given, path, expected) in [
            (None, "a.txt", "line"),
            (Some("hodoku"), "a.txt", "hodoku"),
            (Some("csv"), "a.txt", "csv"),
            (None, "a.csv.gz", "csv"),
            (None, "a.gz", "line"),
            (Some("svg"), "a.zip", "svg"),
            (Some("svg"), "a.pdf/", "svg"),
        ] {
            assert_eq!(chosen(given, path).unwrap(), expected, "{path}");
        }
        assert!(chosen(Some("pdf"), "a.txt").is_err() && chosen(Some("xlsx"), "a.txt").is_err());
        for path in ["a.jpg", "a.epub", "a.v2", "a.v2.gz"] {
            assert!(chosen(None, path).unwrap_err().0.contains(".sdm, "), "{path}");
            assert!(chosen(Some("csv"), path).unwrap_err().0.ends_with("end in .csv"), "{path}");
        }
        assert!(chosen(None, "a.png.gz").unwrap_err().0.contains("leave .gz out"));
        let name = |for_people| super::chosen(None, None, for_people).unwrap().name();
        assert_eq!([name(true), name(false)], ["board", "line"]);
    }
}
