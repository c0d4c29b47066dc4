//! The names of all techniques, as one types them.

use super::technique::{Branches, Depth, Links, Technique};

/// Returns the names of all techniques, roughly in the order of search; those with types also
/// without the type.
pub fn names() -> Vec<String> {
    let mut names = Vec::new();
    for technique in techniques() {
        for name in [family_of(technique), name_of(technique)] {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// Returns the name as users type it: in small letters with hyphens, `xy-wing`.
pub fn name_of(technique: Technique) -> String {
    technique.to_string().to_lowercase().replace(['(', ')'], "").replace(' ', "-")
}

/// Whether this is the typed name of the technique, with its type or without.
pub fn is_named(technique: Technique, name: &str) -> bool {
    name_of(technique) == name || family_of(technique) == name
}

/// Returns all techniques with this typed name.
pub fn all_named(name: &str) -> impl Iterator<Item = Technique> {
    techniques().into_iter().filter(move |technique| is_named(*technique, name))
}

/// Returns the technique for which [`name_of`] returns this name; `None` for unique loops of more
/// than ten cells.
pub fn technique_named(name: &str) -> Option<Technique> {
    techniques().into_iter().find(|technique| name_of(*technique) == name)
}

/// Returns the name without the type, if it has one: `unique-rectangle`.
fn family_of(technique: Technique) -> String {
    match technique {
        Technique::UniqueLoop { cells: 4, .. } => "unique-rectangle".to_owned(),
        Technique::UniqueLoop { .. } => "unique-loop".to_owned(),
        Technique::Bug(_) => "bug".to_owned(),
        other => name_of(other),
    }
}

/// Returns all techniques, roughly in the order of search; unique loops of up to 10 cells only.
fn techniques() -> Vec<Technique> {
    use Technique::{
        Branching, Bug, Claiming, Cycle, DirectHidden, DirectPointing, Exclusion, Fish,
        ForcingChain, Hidden, HiddenSingle, Naked, NakedSingle, Pointing, TurbotFish, UniqueLoop,
        XyWing, XyzWing,
    };
    let mut all = vec![HiddenSingle, DirectPointing, DirectHidden(2), NakedSingle, DirectHidden(3)];
    all.extend([Pointing, Claiming, Naked(2), Fish(2), Hidden(2), Naked(3), Fish(3), Hidden(3)]);
    all.extend([XyWing, XyzWing]);
    for cells in [4, 6, 8, 10] {
        all.extend((1..=4).map(|kind| UniqueLoop { cells, kind }));
    }
    all.extend([Naked(4), Fish(4), Hidden(4)]);
    all.extend((1..=4).map(Bug));
    all.extend([Exclusion(2), Cycle(Links::X), Cycle(Links::Y), TurbotFish]);
    all.extend([ForcingChain(Links::X), ForcingChain(Links::XY), Cycle(Links::XY), Exclusion(3)]);
    let branched = |depth| Branches::ALL.map(|branches| Branching(depth, branches));
    all.extend(Depth::ALL.into_iter().flat_map(branched));
    all
}
