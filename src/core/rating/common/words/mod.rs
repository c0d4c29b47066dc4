//! Steps in words: one sentence each, from a table of templates for each language.
//!
//! A row of a table is a key and a text in quotes; of a technique its [key](super::Row::key), its
//! name and its sentence, where `= KEY` is the sentence of another row. A key with a stroke and a
//! word is a variant, which has a sentence of its own. A language need not have all techniques:
//! what it lacks is told in English. A template has slots such as `{house}`, which the step fills;
//! those of another kind of reason stay empty.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::step::{Node, Reason, Step};
use super::technique::Technique;
use crate::board::{Candidates, Cell, CellSet, Digit, DigitSet, House, HouseKind};

/// A language in which steps are told.
#[derive(Debug)]
pub struct Language {
    /// Its tag, such as `en`.
    pub code: &'static str,
    /// By key the name of a technique, and the text.
    rows: BTreeMap<&'static str, (&'static str, &'static str)>,
}

static LANGUAGES: LazyLock<[Language; 5]> = LazyLock::new(|| {
    [
        Language::read("en", include_str!("en.tsv")),
        Language::read("de", include_str!("de.tsv")),
        Language::read("fr", include_str!("fr.tsv")),
        Language::read("es", include_str!("es.tsv")),
        Language::read("ja", include_str!("ja.tsv")),
    ]
});

impl Language {
    /// All of them, English first.
    pub fn all() -> &'static [Self; 5] {
        &LANGUAGES
    }

    /// English, in which every step can be told.
    pub fn english() -> &'static Self {
        &LANGUAGES[0]
    }

    /// Returns the language of a tag, such as `de` or `de-AT`.
    pub fn of(tag: &str) -> Option<&'static Self> {
        let code = tag.split('-').next()?;
        Self::all().iter().find(|own| own.code == code)
    }

    fn read(code: &'static str, table: &'static str) -> Self {
        let row = |line: &'static str| match line.split('\t').collect::<Vec<_>>()[..] {
            [key, text] => Some((key, ("", text.trim_matches('"')))),
            [key, name, text] => Some((key, (name, text))),
            _ => None,
        };
        Self { code, rows: table.lines().filter_map(row).collect() }
    }

    /// The text of a key, if the language has it.
    fn text(&self, key: &str) -> Option<&'static str> {
        let (_, text) = self.rows.get(key)?;
        text.strip_prefix("= ").map_or(Some(*text), |other| self.text(other))
    }

    /// The text of a key that is of no technique: each language has them.
    fn part(&self, key: &str) -> &'static str {
        self.text(key).unwrap_or_default()
    }

    /// The end of a sentence.
    pub fn stop(&self) -> &'static str {
        self.part("stop")
    }

    /// Returns the name of a technique.
    pub fn name(&self, technique: Technique) -> &'static str {
        let (key, english) = (technique.row().key, technique.row().name);
        self.rows.get(key).map(|own| own.0).filter(|name| !name.is_empty()).unwrap_or(english)
    }

    /// `a`, `a and b`, `a, b and c`, or with `or` in the place of `and`.
    fn list(&self, joint: &str, words: impl IntoIterator<Item = String>) -> String {
        let mut words: Vec<String> = words.into_iter().collect();
        match words.pop() {
            None => String::new(),
            Some(last) if words.is_empty() => last,
            Some(last) => format!("{}{}{last}", words.join(self.part("comma")), self.part(joint)),
        }
    }

    fn cells(&self, joint: &str, cells: CellSet) -> String {
        self.list(joint, cells.iter().map(|cell| cell.to_string()))
    }

    fn digits(&self, digits: DigitSet) -> String {
        self.list("and", digits.iter().map(|digit| digit.to_string()))
    }

    fn house(&self, house: House) -> String {
        let kind = match house.kind() {
            HouseKind::Row => "row",
            HouseKind::Column => "column",
            HouseKind::Box => "box",
        };
        self.part(kind).replace("{n}", &(house.number() + 1).to_string())
    }

    fn houses(&self, houses: &[House]) -> String {
        self.list("and", houses.iter().map(|&house| self.house(house)))
    }

    /// The template of a statement, filled.
    fn node(&self, key: &str, joint: &str, node: Node) -> String {
        self.part(key)
            .replace("{cells}", &self.cells(joint, node.cells))
            .replace("{digit}", &node.digit.to_string())
    }

    fn is(&self, node: Node) -> String {
        self.node("is", "or", node)
    }

    fn chain(&self, nodes: &[Node]) -> String {
        let told = nodes.iter().enumerate().map(|(i, &node)| {
            let is_one = node.cells.len() == 1;
            match (i, i % 2 == 1) {
                (0, _) => self.node(if is_one { "first" } else { "first-none" }, "and", node),
                (1, _) => self.node("second", "or", node),
                (_, true) => self.node("further", "or", node),
                _ if is_one => self.node("further-not", "and", node),
                _ => self.node("further-none", "and", node),
            }
        });
        told.collect()
    }

    fn removed(&self, removed: &Candidates) -> String {
        let groups = removed.groups().into_iter().map(|(digits, cells)| {
            self.part(if digits.len() > 1 { "removed-several" } else { "removed" })
                .replace("{digits}", &self.digits(digits))
                .replace("{cells}", &self.cells("and", cells))
        });
        self.part("removal").replace("{removed}", &self.list("and", groups))
    }

    fn placed(&self, cell: Cell, digit: Digit) -> String {
        self.node("placed", "and", Node { digit, cells: CellSet::of(cell) })
    }
}

impl Step {
    /// Returns the step in one sentence: the pattern and its effect.
    pub fn sentence(&self, language: &Language) -> String {
        let key = self.technique.row().key;
        let key = match self.variant() {
            "" => key.to_owned(),
            variant => format!("{key}/{variant}"),
        };
        let (language, template) = match language.text(&key) {
            Some(own) => (language, own),
            None => (Language::english(), Language::english().part(&key)),
        };
        let mut text = template
            .replace("{colours}", language.part("colours"))
            .replace("{rectangle}", language.part("rectangle"));
        for (slot, words) in self.slots(language) {
            text = text.replace(slot, &words);
        }
        text + language.stop()
    }

    /// Returns the variant of the technique; empty if it has the technique's usual sentence.
    fn variant(&self) -> &'static str {
        match &self.reason {
            Reason::Contradiction => "contradiction",
            Reason::Chain { closed: true, .. } if self.technique == Technique::GroupedAic => "loop",
            Reason::Sets { sets, links, stem: None } if sets.len() == 2 && links.len() > 1 => {
                "twice"
            }
            _ => "",
        }
    }

    /// Returns the meanings of the slots of the template.
    fn slots(&self, language: &Language) -> Vec<(&'static str, String)> {
        let effect = match self.placed {
            Some((cell, digit)) => language.placed(cell, digit),
            None => language.removed(&self.removed),
        };
        let mut slots = vec![
            ("{name}", language.name(self.technique).to_owned()),
            ("{effect}", effect),
            ("{cells}", language.cells("and", self.cells())),
            ("{digits}", language.digits(self.digits())),
            ("{starts}", language.list("or", self.starts(language))),
        ];
        slots.extend(self.reasons(language));
        slots
    }

    /// Returns the candidates of the pattern, each as a statement that it is true.
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
                ("{fins}", l.cells("or", *fins)),
            ],
            Reason::Chain { nodes, .. } => {
                let ends = [nodes.first(), nodes.last()].into_iter().flatten();
                let mut ends: Vec<String> = ends.map(|&node| l.is(node)).collect();
                ends.dedup();
                let mut path: Vec<String> =
                    nodes.iter().map(|node| l.cells("or", node.cells)).collect();
                path.dedup();
                vec![
                    ("{chain}", l.chain(nodes)),
                    ("{either}", l.list("or", ends)),
                    ("{path}", path.join(l.part("comma"))),
                ]
            }
            Reason::Wing { pivot, wings, ends } => vec![
                ("{pivot}", pivot.to_string()),
                ("{wings}", l.cells("and", *wings)),
                ("{ends}", l.digits(*ends)),
            ],
            Reason::Colours(clusters) => {
                let names = ["{one}", "{other}", "{third}", "{fourth}"];
                let colours = clusters.iter().flatten().map(|&cells| l.cells("and", cells));
                names.into_iter().zip(colours).collect()
            }
            Reason::Rectangle { corners, pair, roof, house, others, digits } => vec![
                ("{corners}", l.cells("and", *corners)),
                ("{pair}", l.digits(*pair)),
                ("{roof}", l.cells("and", *roof)),
                ("{house}", house.map_or_else(String::new, |house| l.house(house))),
                ("{others}", l.cells("and", *others)),
                ("{extra}", l.digits(*digits)),
            ],
            Reason::Sets { sets, links, stem } => {
                // A set can be the petal of several digits.
                let is_new = |(i, set): &(usize, &(CellSet, DigitSet))| !sets[..*i].contains(set);
                let sets = sets.iter().enumerate().filter(is_new).map(|(_, &(cells, digits))| {
                    l.part("set")
                        .replace("{cells}", &l.cells("and", cells))
                        .replace("{digits}", &l.digits(digits))
                });
                vec![
                    ("{sets}", l.list("and", sets)),
                    ("{links}", l.list("and", links.iter().map(ToString::to_string))),
                    ("{stem}", stem.map_or_else(String::new, |stem| stem.to_string())),
                ]
            }
            Reason::Crossroads { line, boxed, crossing, .. } => vec![
                ("{line}", l.house(*line)),
                ("{box}", l.house(*boxed)),
                ("{crossing}", l.cells("and", *crossing)),
            ],
        }
    }
}

/// The sentence in English.
impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.sentence(Language::english()))
    }
}
