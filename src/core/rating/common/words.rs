//! Steps in words: one sentence each, from a table of templates for each language.
//!
//! A language need not have all of them: what it lacks is told in [`ENGLISH`]. A template has slots
//! such as `{house}`, which the step fills; those of another kind of reason stay empty.

use super::step::{Node, Reason, Step};
use super::technique::Technique;
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, House, HouseKind};

/// A language in which steps are told.
#[derive(Debug)]
pub struct Language {
    /// Its code, such as `en`.
    pub code: &'static str,
    /// Before the last of several: and, or.
    pub joints: [&'static str; 2],
    /// Row, column, box, each with the slot `{n}`.
    pub houses: [&'static str; 3],
    /// That one of `{cells}` is `{digit}`, that a cell is not, that none of several is.
    pub node: [&'static str; 3],
    /// In a chain before the first node, the second and each other.
    pub chain: [&'static str; 3],
    /// That one of `{digits}` goes from `{cells}`, that several go, that `{cells}` is `{digit}`.
    pub effects: [&'static str; 3],
    /// A set of `{cells}` with `{digits}`.
    pub set: &'static str,
    /// By [key](super::Row::key) of a technique its name and its sentence; a key with a stroke and
    /// a word is a variant, which has a sentence of its own.
    pub techniques: &'static [(&'static str, &'static str, &'static str)],
}

const SUBSET: &str =
    "{name}: in {house} the cells {cells} hold {digits} and nothing else, so {effect}";
const HIDDEN: &str = "{name}: in {house} the digits {digits} stand only in {cells}, so {effect}";
const FISH: &str =
    "{name} on {digits}: in {base} it stands only where {cover} cross them, so {effect}";
const FINNED: &str = "{name} on {digits}: in {base} it stands only where {cover} cross them or in {fins}; one \
                      of both is true, so {effect}";
const CHAIN: &str = "{name}: {chain}; so {either}, and {effect}";
const COLOURS: &str =
    "of the two colours {one} and {other} one holds {digits} everywhere and the other nowhere";
const RECTANGLE: &str =
    "if {corners} held {pair} only, the two could be swapped for a second solution";
const SETS: &str = "{name}: {sets} are almost locked and linked by {links}, so that one end holds what both \
                    have, so {effect}";
const FORCED: &str = "{name}: whichever of {starts} is true leads to the same, so {effect}";

/// English, in which every step can be told.
#[rustfmt::skip]
pub const ENGLISH: Language = Language {
    code: "en",
    joints: [" and ", " or "],
    houses: ["row {n}", "column {n}", "box {n}"],
    node: ["{cells} is {digit}", "{cells} is not {digit}", "none of {cells} is {digit}"],
    chain: ["if ", ", then ", ", so "],
    effects: ["{digits} goes from {cells}", "{digits} go from {cells}", "{cells} is {digit}"],
    set: "{cells} ({digits})",
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

impl Language {
    /// The name of a technique.
    pub fn name(&self, technique: Technique) -> &'static str {
        let key = technique.row().key;
        self.techniques.iter().find(|own| own.0 == key).map_or(technique.row().name, |own| own.1)
    }

    /// `a`, `a and b`, `a, b and c`, by the first joint or the second.
    fn list(&self, joint: usize, words: impl IntoIterator<Item = String>) -> String {
        let mut words: Vec<String> = words.into_iter().collect();
        match words.pop() {
            None => String::new(),
            Some(last) if words.is_empty() => last,
            Some(last) => format!("{}{}{last}", words.join(", "), self.joints[joint]),
        }
    }

    fn cells(&self, joint: usize, cells: CellSet) -> String {
        self.list(joint, cells.iter().map(|cell| cell.to_string()))
    }

    fn digits(&self, digits: DigitSet) -> String {
        self.list(0, digits.iter().map(|digit| digit.to_string()))
    }

    fn house(&self, house: House) -> String {
        let kind = match house.kind() {
            HouseKind::Row => 0,
            HouseKind::Column => 1,
            HouseKind::Box => 2,
        };
        self.houses[kind].replace("{n}", &(house.number() + 1).to_string())
    }

    fn houses(&self, houses: &[House]) -> String {
        self.list(0, houses.iter().map(|&house| self.house(house)))
    }

    fn node(&self, node: Node, is_true: bool) -> String {
        let (template, joint) = match (is_true, node.cells.len()) {
            (true, _) => (0, 1),
            (false, 1) => (1, 0),
            (false, _) => (2, 0),
        };
        self.node[template]
            .replace("{cells}", &self.cells(joint, node.cells))
            .replace("{digit}", &node.digit.to_string())
    }

    fn chain(&self, nodes: &[Node]) -> String {
        let mut text = String::new();
        for (i, &node) in nodes.iter().enumerate() {
            text += self.chain[i.min(2)];
            text += &self.node(node, i % 2 == 1);
        }
        text
    }

    fn removed(&self, removed: &Candidates) -> String {
        let groups = removed.groups().into_iter().map(|(digits, cells)| {
            self.effects[usize::from(digits.len() > 1)]
                .replace("{digits}", &self.digits(digits))
                .replace("{cells}", &self.cells(0, cells))
        });
        self.list(0, groups)
    }

    fn placed(&self, cell: Cell, digit: Digit) -> String {
        self.effects[2].replace("{cells}", &cell.to_string()).replace("{digit}", &digit.to_string())
    }
}

impl Step {
    /// The step in one sentence: what stands where, and what follows.
    pub fn sentence(&self, language: &Language) -> String {
        let key = self.technique.row().key;
        let key = match self.variant() {
            "" => key.to_owned(),
            variant => format!("{key}/{variant}"),
        };
        let template = |language: &Language| {
            language.techniques.iter().find(|own| own.0 == key).map(|own| own.2)
        };
        let (language, template) = match (template(language), template(&ENGLISH)) {
            (Some(own), _) => (language, own),
            (None, english) => (&ENGLISH, english.unwrap_or("{name}: {effect}")),
        };
        let mut text = template.replace("{colours}", COLOURS).replace("{rectangle}", RECTANGLE);
        for (slot, words) in self.slots(language) {
            text = text.replace(slot, &words);
        }
        text + "."
    }

    /// The variant of the technique that has a sentence of its own.
    fn variant(&self) -> &'static str {
        match &self.reason {
            Reason::Contradiction => "contradiction",
            Reason::Sets { sets, links, .. } if sets.len() == 2 && links.len() > 1 => "twice",
            _ => "",
        }
    }

    /// What the slots of the template stand for.
    fn slots(&self, language: &Language) -> Vec<(&'static str, String)> {
        let effect = match self.placed {
            Some((cell, digit)) => language.placed(cell, digit),
            None => language.removed(&self.removed),
        };
        let mut slots = vec![
            ("{name}", language.name(self.technique).to_owned()),
            ("{effect}", effect),
            ("{cells}", language.cells(0, self.cells())),
            ("{digits}", language.digits(self.digits())),
            ("{starts}", language.list(1, self.starts(language))),
        ];
        slots.extend(self.reasons(language));
        slots
    }

    /// The candidates of the pattern, each as what is true.
    fn starts(&self, language: &Language) -> Vec<String> {
        let nodes = Digit::all().flat_map(|digit| {
            self.pattern[digit].iter().map(move |cell| Node { digit, cells: CellSet::of(cell) })
        });
        nodes.map(|node| language.node(node, true)).collect()
    }

    fn reasons(&self, language: &Language) -> Vec<(&'static str, String)> {
        let l = language;
        match &self.reason {
            Reason::Cell | Reason::Grave | Reason::Branches { .. } | Reason::Contradiction => {
                Vec::new()
            }
            Reason::House(house) => vec![("{house}", l.house(*house))],
            Reason::Crossing { from, to } => {
                vec![("{from}", l.house(*from)), ("{to}", l.house(*to))]
            }
            Reason::Fish { base, cover, fins } => vec![
                ("{base}", l.houses(base)),
                ("{cover}", l.houses(cover)),
                ("{fins}", l.cells(1, *fins)),
            ],
            Reason::Chain { nodes, .. } => {
                let ends = [nodes.first(), nodes.last()].into_iter().flatten();
                let mut ends: Vec<String> = ends.map(|&node| l.node(node, true)).collect();
                ends.dedup();
                let mut path: Vec<String> =
                    nodes.iter().map(|node| l.cells(1, node.cells)).collect();
                path.dedup();
                vec![
                    ("{chain}", l.chain(nodes)),
                    ("{either}", l.list(1, ends)),
                    ("{path}", path.join(", ")),
                ]
            }
            Reason::Wing { pivot, wings, ends } => vec![
                ("{pivot}", pivot.to_string()),
                ("{wings}", l.cells(0, *wings)),
                ("{ends}", l.digits(*ends)),
            ],
            Reason::Colours(clusters) => {
                let names = ["{one}", "{other}", "{third}", "{fourth}"];
                let colours = clusters.iter().flatten().map(|&cells| l.cells(0, cells));
                names.into_iter().zip(colours).collect()
            }
            Reason::Rectangle { corners, pair, roof, house, others, digits } => vec![
                ("{corners}", l.cells(0, *corners)),
                ("{pair}", l.digits(*pair)),
                ("{roof}", l.cells(0, *roof)),
                ("{house}", house.map_or_else(String::new, |house| l.house(house))),
                ("{others}", l.cells(0, *others)),
                ("{extra}", l.digits(*digits)),
            ],
            Reason::Sets { sets, links, stem } => {
                let sets = sets.iter().map(|&(cells, digits)| {
                    l.set
                        .replace("{cells}", &l.cells(0, cells))
                        .replace("{digits}", &l.digits(digits))
                });
                vec![
                    ("{sets}", l.list(0, sets)),
                    ("{links}", l.list(0, links.iter().map(ToString::to_string))),
                    ("{stem}", stem.map_or_else(String::new, |stem| stem.to_string())),
                ]
            }
            Reason::Crossroads { line, boxed, crossing, .. } => vec![
                ("{line}", l.house(*line)),
                ("{box}", l.house(*boxed)),
                ("{crossing}", l.cells(0, *crossing)),
            ],
        }
    }
}

/// The sentence in English.
impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence(&ENGLISH))
    }
}
