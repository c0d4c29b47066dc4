//! [`ENGLISH`].

use super::Language;

const SUBSET: &str =
    "{name}: in {house} the cells {cells} hold {digits} and nothing else, so {effect}";
const HIDDEN: &str = "{name}: in {house} the digits {digits} stand only in {cells}, so {effect}";
const FISH: &str =
    "{name} on {digits}: in {base} it stands only where {cover} cross them, so {effect}";
const FINNED: &str = "{name} on {digits}: in {base} it stands only where {cover} cross them or in {fins}; one \
                      of both is true, so {effect}";
const CHAIN: &str = "{name}: {chain}; so {either}, and {effect}";
const SETS: &str = "{name}: {sets} are almost locked and linked by {links}, so that one end holds what both \
                    have, so {effect}";
const FORCED: &str = "{name}: whichever of {starts} is true leads to the same, so {effect}";

/// English, in which every step can be told.
#[rustfmt::skip]
pub const ENGLISH: Language = Language {
    code: "en",
    comma: ", ",
    joints: [" and ", " or "],
    stop: ".",
    houses: ["row {n}", "column {n}", "box {n}"],
    is: "{cells} is {digit}",
    first: ["if {cells} is not {digit}", "if none of {cells} is {digit}"],
    second: ", then {cells} is {digit}",
    further: [", so {cells} is {digit}", ", so {cells} is not {digit}", ", so none of {cells} is {digit}"],
    removed: ["{digits} goes from {cells}", "{digits} go from {cells}"],
    removal: "{removed}",
    placed: "{cells} is {digit}",
    set: "{cells} ({digits})",
    colours: "of the two colours {one} and {other} one holds {digits} everywhere and the other nowhere",
    rectangle: "if {corners} held {pair} only, the two could be swapped for a second solution",
    techniques: &[
        ("full-house", "Full House", "{name}: {house} has one open cell, so {effect}"),
        ("naked-single", "Naked Single", "{name}: nothing else is left for the cell, so {effect}"),
        ("hidden-single", "Hidden Single", "{name}: {house} has no other place for {digits}, so {effect}"),
        ("pointing", "Pointing", "{name}: in {from} the digit {digits} stands only in {to}, so {effect}"),
        ("claiming", "Claiming", "{name}: in {from} the digit {digits} stands only in {to}, so {effect}"),
        ("naked-pair", "Naked Pair", SUBSET),
        ("hidden-pair", "Hidden Pair", HIDDEN),
        ("naked-triple", "Naked Triple", SUBSET),
        ("hidden-triple", "Hidden Triple", HIDDEN),
        ("naked-quad", "Naked Quad", SUBSET),
        ("hidden-quad", "Hidden Quad", HIDDEN),
        ("x-wing", "X-Wing", FISH),
        ("swordfish", "Swordfish", FISH),
        ("jellyfish", "Jellyfish", FISH),
        ("remote-pair", "Remote Pair", "{name}: along {path} the digits {digits} stand by turns, so that the ends hold both, so {effect}"),
        ("skyscraper", "Skyscraper", CHAIN),
        ("two-string-kite", "Two-String Kite", CHAIN),
        ("turbot-fish", "Turbot Fish", CHAIN),
        ("empty-rectangle", "Empty Rectangle", CHAIN),
        ("w-wing", "W-Wing", CHAIN),
        ("xy-wing", "XY-Wing", "{name}: whichever digit {pivot} holds, one of {wings} is {ends}, so {effect}"),
        ("xyz-wing", "XYZ-Wing", "{name}: one of {pivot}, {wings} is {ends} in any case, so {effect}"),
        ("unique-rectangle-1", "Unique Rectangle 1", "{name}: {rectangle}, so {effect}"),
        ("unique-rectangle-2", "Unique Rectangle 2", "{name}: {rectangle}, so one of {roof} is {extra}, so {effect}"),
        ("unique-rectangle-3", "Unique Rectangle 3", "{name}: {rectangle}, so {roof} hold a digit more, and with {others} make a naked subset of {extra} in {house}, so {effect}"),
        ("unique-rectangle-4", "Unique Rectangle 4", "{name}: {rectangle}, and in {house} the digit {extra} stands only in {roof}, so {effect}"),
        ("unique-rectangle-5", "Unique Rectangle 5", "{name}: {rectangle}, so one of {roof} is {extra}, so {effect}"),
        ("unique-rectangle-6", "Unique Rectangle 6", "{name}: {rectangle}, which {extra} in {roof} would bring about, so {effect}"),
        ("hidden-rectangle", "Hidden Rectangle", "{name}: {rectangle}, and the lines of the corner opposite {others} leave {extra} in the corners only, so {effect}"),
        ("avoidable-rectangle-1", "Avoidable Rectangle 1", "{name}: {rectangle}, so {effect}"),
        ("avoidable-rectangle-2", "Avoidable Rectangle 2", "{name}: {rectangle}, so one of {roof} is {extra}, so {effect}"),
        ("bug-plus-one", "BUG+1", "{name}: without this digit each open cell would have two candidates and each digit two places in each house, which one solution does not allow, so {effect}"),
        ("simple-colouring-trap", "Simple Colouring (Trap)", "{name}: {colours}; what sees both has none, so {effect}"),
        ("simple-colouring-wrap", "Simple Colouring (Wrap)", "{name}: {colours}; two of the first see each other, so {effect}"),
        ("sashimi-x-wing", "Sashimi X-Wing", FINNED),
        ("finned-x-wing", "Finned X-Wing", FINNED),
        ("sashimi-swordfish", "Sashimi Swordfish", FINNED),
        ("finned-swordfish", "Finned Swordfish", FINNED),
        ("sashimi-jellyfish", "Sashimi Jellyfish", FINNED),
        ("finned-jellyfish", "Finned Jellyfish", FINNED),
        ("multi-colouring-bridge", "Multi-Colouring (Bridge)", "{name} on {digits}: one of the colours {one} and {other} is true, and one of {third} and {fourth}; a place of {one} sees one of {third}, so one of {other} and {fourth} is true, so {effect}"),
        ("multi-colouring-between", "Multi-Colouring (Between)", "{name} on {digits}: one of the colours {third} and {fourth} is true, and places of {one} see both, so {effect}"),
        ("wxyz-wing", "WXYZ-Wing", "{name}: {pivot}, {wings} have room for each of their digits but {ends} once at most, so one of them is {ends}, so {effect}"),
        ("sue-de-coq", "Sue de Coq", "{name}: the cells {cells} of {line} and {box}, {crossing} of them in both, hold just their own digits, {digits}, so {effect}"),
        ("x-chain", "X-Chain", CHAIN),
        ("xy-chain", "XY-Chain", CHAIN),
        ("continuous-nice-loop", "Continuous Nice Loop", "{name}: {chain}, and the other way round, so that of each two neighbours one is true, so {effect}"),
        ("aic", "AIC", CHAIN),
        ("grouped-aic", "Grouped AIC", CHAIN),
        ("als-xz", "ALS-XZ", SETS),
        ("als-xz/twice", "ALS-XZ", "{name}: {sets} are almost locked and linked by {links}, so that each holds one of these and all of its other digits, so {effect}"),
        ("als-xy-wing", "ALS-XY-Wing", SETS),
        ("als-chain", "ALS Chain", SETS),
        ("death-blossom", "Death Blossom", "{name}: whichever digit {stem} holds leaves one of the sets {sets} locked, with the digit that all have, so {effect}"),
        ("forcing-chain", "Forcing Chain", FORCED),
        ("forcing-net", "Forcing Net", FORCED),
        ("forcing-net/contradiction", "Forcing Net", "{name}: that {starts} leads to a contradiction, so {effect}"),
    ],
};
