//! Names of techniques in other sources (HoDoKu, SudokuWiki, books), with their names here.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// The technique that has this name here.
    Same(&'static str),
    /// There is no such technique here. The nearest is the first, the second is the reason.
    Near(&'static str, &'static str),
}

/// Returns the names, in small letters with hyphens.
pub(super) fn table() -> impl Iterator<Item = (&'static str, Meaning)> {
    include_str!("elsewhere.tsv").lines().filter_map(|line| {
        let (name, here) = line.split_once('\t')?;
        let near = |(near, reason)| Meaning::Near(near, reason);
        Some((name, here.split_once('\t').map_or(Meaning::Same(here), near)))
    })
}

/// Returns Sudoku Explainer's techniques for one of the tiers that it does not have under this
/// name.
pub(super) fn in_explainer(name: &str) -> &'static str {
    match name {
        "locked-candidates" => "pointing and claiming",
        "naked-triple" => "naked-triplet",
        "hidden-triple" => "hidden-triplet",
        _ => "nishio-forcing-chains and other chains",
    }
}

/// Removes spelling variants from a name: hyphens, blanks, capitals and the plural.
pub(super) fn squeezed(name: &str) -> String {
    let kept = name.chars().filter(|c| c.is_alphanumeric() || *c == '+');
    let squeezed: String = kept.flat_map(char::to_lowercase).collect();
    squeezed.strip_suffix('s').map(str::to_owned).unwrap_or(squeezed)
}

pub(super) fn meaning(name: &str) -> Option<Meaning> {
    let name = squeezed(name);
    table().find(|(own, _)| squeezed(own) == name).map(|(_, meaning)| meaning)
}
