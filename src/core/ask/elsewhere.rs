//! Names of techniques in other sources (HoDoKu, SudokuWiki, books), with their names here.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// The technique that has this name here.
    Same(&'static str),
    /// There is no such technique here. The nearest is the first, the second is the reason.
    Near(&'static str, &'static str),
}

use Meaning::{Near, Same};

const LAST: &str = "every puzzle ends with one, and one that needs no more is nearly full";
const BY_SIZE: &str = "each size has a name of its own, up to quads";
const LOCKED: &str = "it is one that lies in a box and in a line at once";
const LARGER_WING: &str = "larger wings are not looked for";
const SHORT_CHAIN: &str = "it is one of those chains, a short one";
const KIND: &str = "it is one of its kinds";
const FINS: &str = "fins are not looked for, only the plain fish";
const LARGER_FISH: &str = "where there is a larger fish, there is one of at most four lines";
const MEDUSA: &str = "its colors show chains through cells and houses";
const X_LOOP: &str = "it is that if it closes, else a forcing X-chain";
const GROUPS: &str = "groups of cells are not links of a chain; these chains go through all places";
const SETS: &str = "it is a part of techniques, each of which has a name of its own";
const NET: &str = "in dynamic chains candidates fall away on the way, as in nets";
const EXOTIC: &str = "it is not looked for; Sudoku Explainer follows dynamic chains instead";
const ALL_PLACES: &str = "it follows one digit, as templates do";
const ASSUMED: &str = "it follows one assumption, up to a contradiction";
const TRIAL: &str = "it follows one of two candidates by singles, up to a contradiction";
const DEADLY: &str = "other deadly patterns than rectangles, loops and BUG are not looked for";
const ODD: &str = "odd loops of one digit are not looked for, only chains";
const DYNAMIC: &str = "one candidate, on and off, is followed only in dynamic chains";
const BRIDGE: &str = "wherever it is, a bridge takes one of its places first";
const NEVER: &str = "something simpler is always there before it";

/// The names, in small letters with hyphens.
pub(super) const TABLE: &[(&str, Meaning)] = &[
    ("sole-candidate", Same("naked-single")),
    ("single-candidate", Same("naked-single")),
    ("singleton", Same("naked-single")),
    ("lone-single", Same("naked-single")),
    ("unique-candidate", Same("hidden-single")),
    ("single-position", Same("hidden-single")),
    ("pinned-square", Same("hidden-single")),
    ("full-house", Near("hidden-single", LAST)),
    ("last-digit", Near("hidden-single", LAST)),
    ("last-cell", Near("hidden-single", LAST)),
    ("last-remaining-cell", Near("hidden-single", LAST)),
    ("naked-double", Same("naked-pair")),
    ("naked-twins", Same("naked-pair")),
    ("hidden-double", Same("hidden-pair")),
    ("hidden-twins", Same("hidden-pair")),
    ("naked-quadruple", Same("naked-quad")),
    ("naked-quadruplet", Same("naked-quad")),
    ("naked-quartet", Same("naked-quad")),
    ("hidden-quadruple", Same("hidden-quad")),
    ("hidden-quadruplet", Same("hidden-quad")),
    ("hidden-quartet", Same("hidden-quad")),
    ("naked-subset", Near("naked-pair", BY_SIZE)),
    ("naked-set", Near("naked-pair", BY_SIZE)),
    ("hidden-subset", Near("hidden-pair", BY_SIZE)),
    ("hidden-set", Near("hidden-pair", BY_SIZE)),
    ("locked-pair", Near("naked-pair", LOCKED)),
    ("locked-triple", Near("naked-triple", LOCKED)),
    ("intersection", Same("locked-candidates")),
    ("intersection-removal", Same("locked-candidates")),
    ("box-line-interaction", Same("locked-candidates")),
    ("line-box-interaction", Same("locked-candidates")),
    ("pointing-pair", Same("pointing")),
    ("pointing-triple", Same("pointing")),
    ("pointing-pairs-triples", Same("pointing")),
    ("locked-candidates-1", Same("pointing")),
    ("locked-candidates-type-1", Same("pointing")),
    ("locked-candidates-type-1-pointing", Same("pointing")),
    ("locked-candidates-pointing", Same("pointing")),
    ("box-line-reduction", Same("claiming")),
    ("line-box-reduction", Same("claiming")),
    ("claiming-pair", Same("claiming")),
    ("claiming-triple", Same("claiming")),
    ("locked-candidates-2", Same("claiming")),
    ("locked-candidates-type-2", Same("claiming")),
    ("locked-candidates-type-2-claiming", Same("claiming")),
    ("locked-candidates-claiming", Same("claiming")),
    ("direct-claiming", Near("claiming", NEVER)),
    ("franken-x-wing", Near("x-wing", FINS)),
    ("franken-swordfish", Near("swordfish", FINS)),
    ("franken-jellyfish", Near("jellyfish", FINS)),
    ("mutant-x-wing", Near("x-wing", FINS)),
    ("mutant-swordfish", Near("swordfish", FINS)),
    ("mutant-jellyfish", Near("jellyfish", FINS)),
    ("squirmbag", Near("jellyfish", LARGER_FISH)),
    ("starfish", Near("jellyfish", LARGER_FISH)),
    ("y-wing", Same("xy-wing")),
    ("vwxyz-wing", Near("xyz-wing", LARGER_WING)),
    ("multi-colouring-between", Near("multi-colouring-bridge", BRIDGE)),
    ("multi-colors-type-2", Near("multi-colouring-bridge", BRIDGE)),
    ("m-wing", Near("forcing-chain", SHORT_CHAIN)),
    ("s-wing", Near("forcing-chain", SHORT_CHAIN)),
    ("l-wing", Near("forcing-chain", SHORT_CHAIN)),
    ("h-wing", Near("forcing-chain", SHORT_CHAIN)),
    ("rectangle-elimination", Near("region-forcing-chains", GROUPS)),
    ("3d-medusa", Near("forcing-chain", MEDUSA)),
    ("medusa", Near("forcing-chain", MEDUSA)),
    ("fishy-cycle", Near("bidirectional-x-cycle", X_LOOP)),
    ("y-cycle", Same("bidirectional-y-cycle")),
    ("grouped-x-cycle", Near("region-forcing-chains", GROUPS)),
    ("als", Near("als-xz", SETS)),
    ("almost-locked-set", Near("als-xz", SETS)),
    ("ape", Same("aligned-pair-exclusion")),
    ("ate", Same("aligned-triplet-exclusion")),
    ("aligned-triple-exclusion", Same("aligned-triplet-exclusion")),
    ("nishio", Same("nishio-forcing-chains")),
    ("digit-forcing-chain", Near("dynamic-double-forcing-chains", DYNAMIC)),
    ("unit-forcing-chain", Same("region-forcing-chains")),
    ("house-forcing-chain", Same("region-forcing-chains")),
    ("forcing-net-contradiction", Near("dynamic-contradiction-forcing-chains", NET)),
    ("forcing-net-verity", Near("dynamic-cell-forcing-chains", NET)),
    ("forcing-chain-contradiction", Near("nishio-forcing-chains", ASSUMED)),
    ("forcing-chain-verity", Near("cell-forcing-chains", KIND)),
    ("template", Near("nishio-forcing-chains", ALL_PLACES)),
    ("pattern-overlay", Near("nishio-forcing-chains", ALL_PLACES)),
    ("brute-force", Near("limited-backtracking", TRIAL)),
    ("backtracking", Near("limited-backtracking", TRIAL)),
    ("trial-and-error", Near("limited-backtracking", TRIAL)),
    ("bifurcation", Near("limited-backtracking", TRIAL)),
    ("bowmans-bingo", Near("limited-backtracking", TRIAL)),
    ("guess", Near("limited-backtracking", TRIAL)),
    ("guessing", Near("limited-backtracking", TRIAL)),
    ("exocet", Near("dynamic-contradiction-forcing-chains", EXOTIC)),
    ("sk-loop", Near("dynamic-contradiction-forcing-chains", EXOTIC)),
    ("msls", Near("dynamic-contradiction-forcing-chains", EXOTIC)),
    ("tridagon", Near("dynamic-contradiction-forcing-chains", EXOTIC)),
    ("thors-hammer", Near("dynamic-contradiction-forcing-chains", EXOTIC)),
    ("fireworks", Near("dynamic-contradiction-forcing-chains", EXOTIC)),
    ("ur", Same("unique-rectangle")),
    ("uniqueness-test", Same("unique-rectangle")),
    ("uniqueness-test-1", Same("unique-rectangle-type-1")),
    ("uniqueness-test-2", Same("unique-rectangle-type-2")),
    ("uniqueness-test-3", Same("unique-rectangle-type-3")),
    ("uniqueness-test-4", Same("unique-rectangle-type-4")),
    ("unique-rectangle-1", Same("unique-rectangle-type-1")),
    ("unique-rectangle-2", Same("unique-rectangle-type-2")),
    ("unique-rectangle-3", Same("unique-rectangle-type-3")),
    ("unique-rectangle-4", Same("unique-rectangle-type-4")),
    ("extended-unique-rectangle", Near("unique-rectangle", DEADLY)),
    ("deadly-pattern", Near("unique-rectangle", DEADLY)),
    ("bug-lite", Near("unique-loop", DEADLY)),
    ("bug+1", Same("bug-type-1")),
    ("bivalue-universal-grave", Same("bug")),
    ("bivalue-universal-grave+1", Same("bug-type-1")),
    ("guardians", Near("forcing-x-chain", ODD)),
    ("broken-wing", Near("forcing-x-chain", ODD)),
];

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
