//! Steps in words: one sentence each, from a table of templates for each language.
//!
//! A language need not have all of them: what it lacks is told in [`ENGLISH`]. A template has slots
//! such as `{house}`, which the step fills; those of another kind of reason stay empty.

mod de;
mod en;
mod es;
mod fr;
mod ja;
#[cfg(test)]
mod tests;

use super::step::{Node, Reason, Step};
use super::technique::Technique;
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, House, HouseKind};

pub use en::ENGLISH;

/// A language in which steps are told.
#[derive(Debug)]
pub struct Language {
    /// Its tag, such as `en`.
    pub code: &'static str,
    /// Between several, but before the last.
    pub comma: &'static str,
    /// Before the last of several: and, or.
    pub joints: [&'static str; 2],
    /// At the end of a sentence.
    pub stop: &'static str,
    /// Row, column, box, each with the slot `{n}`.
    pub houses: [&'static str; 3],
    /// That one of `{cells}` is `{digit}`.
    pub is: &'static str,
    /// The condition that a chain begins with: that a cell is not `{digit}`, that none of several
    /// is.
    pub first: [&'static str; 2],
    /// The consequence that one of `{cells}` is `{digit}`.
    pub second: &'static str,
    /// Each other statement of a chain: that one of `{cells}` is `{digit}`, that a cell is not,
    /// that none of several is.
    pub further: [&'static str; 3],
    /// The elimination: one of `{digits}` from `{cells}`, several.
    pub removed: [&'static str; 2],
    /// That all of these go, in the slot `{removed}`.
    pub removal: &'static str,
    /// That a cell is filled.
    pub placed: &'static str,
    /// A set of `{cells}` with `{digits}`.
    pub set: &'static str,
    /// The meaning of the slot `{colours}`.
    pub colours: &'static str,
    /// The meaning of the slot `{rectangle}`.
    pub rectangle: &'static str,
    /// By [key](super::Row::key) of a technique its name and its sentence; a key with a stroke and
    /// a word is a variant, which has a sentence of its own.
    pub techniques: &'static [(&'static str, &'static str, &'static str)],
}

impl Language {
    /// All of them.
    pub const ALL: [&'static Self; 5] =
        [&ENGLISH, &de::GERMAN, &fr::FRENCH, &es::SPANISH, &ja::JAPANESE];

    /// The language of a tag, such as `de` or `de-AT`.
    pub fn of(tag: &str) -> Option<&'static Self> {
        let code = tag.split('-').next()?;
        Self::ALL.into_iter().find(|own| own.code == code)
    }

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
            Some(last) => format!("{}{}{last}", words.join(self.comma), self.joints[joint]),
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

    /// A template of a statement, filled.
    fn node(&self, template: &str, joint: usize, node: Node) -> String {
        template
            .replace("{cells}", &self.cells(joint, node.cells))
            .replace("{digit}", &node.digit.to_string())
    }

    fn is(&self, node: Node) -> String {
        self.node(self.is, 1, node)
    }

    fn chain(&self, nodes: &[Node]) -> String {
        let told = nodes.iter().enumerate().map(|(i, &node)| {
            let is_one = node.cells.len() == 1;
            match (i, i % 2 == 1) {
                (0, _) => self.node(self.first[usize::from(!is_one)], 0, node),
                (1, _) => self.node(self.second, 1, node),
                (_, true) => self.node(self.further[0], 1, node),
                (_, false) => self.node(self.further[if is_one { 1 } else { 2 }], 0, node),
            }
        });
        told.collect()
    }

    fn removed(&self, removed: &Candidates) -> String {
        let groups = removed.groups().into_iter().map(|(digits, cells)| {
            self.removed[usize::from(digits.len() > 1)]
                .replace("{digits}", &self.digits(digits))
                .replace("{cells}", &self.cells(0, cells))
        });
        self.removal.replace("{removed}", &self.list(0, groups))
    }

    fn placed(&self, cell: Cell, digit: Digit) -> String {
        self.node(self.placed, 0, Node { digit, cells: CellSet::of(cell) })
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
        let mut text = template
            .replace("{colours}", language.colours)
            .replace("{rectangle}", language.rectangle);
        for (slot, words) in self.slots(language) {
            text = text.replace(slot, &words);
        }
        text + language.stop
    }

    /// The variant of the technique that has a sentence of its own.
    fn variant(&self) -> &'static str {
        match &self.reason {
            Reason::Contradiction => "contradiction",
            Reason::Sets { sets, links, stem: None } if sets.len() == 2 && links.len() > 1 => {
                "twice"
            }
            _ => "",
        }
    }

    /// The meanings of the slots of the template.
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
        nodes.map(|node| language.is(node)).collect()
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
                let mut ends: Vec<String> = ends.map(|&node| l.is(node)).collect();
                ends.dedup();
                let mut path: Vec<String> =
                    nodes.iter().map(|node| l.cells(1, node.cells)).collect();
                path.dedup();
                vec![
                    ("{chain}", l.chain(nodes)),
                    ("{either}", l.list(1, ends)),
                    ("{path}", path.join(l.comma)),
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
