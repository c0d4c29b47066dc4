//! [`Description`]: a book in words, from `book.toml` or from flags.

use std::ffi::OsStr;
use std::num::{IntErrorKind, NonZeroU32};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use seeddb::ask::keyed::{Given, Keyed};
use seeddb::ask::values::Plain;
use seeddb::database::{BatchRef, BookSection, Contents, Part};
use seeddb::export::book::Plan;
use seeddb::symmetry::Id;
use serde::{Deserialize, Deserializer, de};
use toml::Spanned;
use toml::de::DeTable;

use super::source::{Source, place};
use crate::cli::terminal::small;

/// The keys of `book.toml` that are neither the [`Plan`]'s nor those of puzzles.
const KEYS: [&str; 11] = [
    "level",
    "section",
    "batch",
    "rng-seed",
    "note",
    "volumes",
    "output",
    "solutions-output",
    "cover-output",
    "font",
    "bold-font",
];

/// All that a book is made from.
#[derive(Default)]
pub struct Description {
    /// How it looks.
    pub plan: Plan,
    /// What is in it, and where it goes.
    pub content: Content,
    /// Where that is said.
    pub source: Source,
}

/// What is in a book, and where it goes.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct Content {
    /// Levels and numbers of puzzles, printed in the order of the level table.
    #[serde(deserialize_with = "shares")]
    pub level: Vec<Section>,
    /// Sections in the order in which they are printed.
    #[serde(deserialize_with = "sections")]
    pub section: Vec<Section>,
    /// Batches to print instead of drawing.
    #[serde(deserialize_with = "batches")]
    pub batch: Vec<BatchRef>,
    /// Puzzles of these files instead, which are in no ledger.
    #[serde(skip)]
    pub from_file: Vec<PathBuf>,
    /// Puzzles of the batches, each with the one that takes its place.
    #[serde(skip)]
    pub replace: Vec<(Id, Id)>,
    /// What all sections want that do not say otherwise.
    #[serde(skip)]
    pub shared: Given<Part>,
    pub rng_seed: Option<u64>,
    pub note: Option<String>,
    pub volumes: Option<NonZeroU32>,
    /// The name of the file.
    #[serde(deserialize_with = "file_name")]
    pub output: Option<PathBuf>,
    /// The name of the file of separate answers; from a flag a path.
    #[serde(deserialize_with = "file_name", rename = "solutions-output", alias = "answers-output")]
    pub answers_output: Option<PathBuf>,
    /// The name of the file of the cover; from a flag a path.
    #[serde(deserialize_with = "file_name")]
    pub cover_output: Option<PathBuf>,
    pub font: Option<PathBuf>,
    pub bold_font: Option<PathBuf>,
}

/// Puzzles of one kind under a title.
#[derive(Clone, Debug)]
pub struct Section {
    /// The title, instead of the level.
    pub label: Option<String>,
    /// The puzzles.
    pub given: Given<Part>,
    /// Where in the file it begins, if it is there.
    at: usize,
    /// That place, in words.
    pub place: Option<String>,
}

/// A section as it stands in the file.
#[derive(Clone, Default)]
struct Titled {
    label: Option<String>,
    part: Part,
}

seeddb_core::keyed!(Titled {
    label: "label" as Plain<Option<String>>,
    ..part: Part
});

impl Content {
    /// The puzzles that are asked for.
    pub fn contents(&self) -> Contents {
        let sections = |sections: &[Section]| sections.iter().map(|s| self.section(s)).collect();
        if !self.batch.is_empty() {
            Contents::Batches(self.batch.clone(), sections(&self.section))
        } else if self.section.is_empty() {
            Contents::DrawByLevel(sections(&self.level))
        } else {
            Contents::Draw(sections(&self.section))
        }
    }

    /// Puzzles to be drawn.
    pub fn asked(&self) -> u64 {
        let sections = if self.section.is_empty() { &self.level } else { &self.section };
        sections.iter().map(|section| u64::from(section.given.value.count)).sum()
    }

    /// Where a section of these contents stands in the file.
    pub fn place(&self, section: usize) -> Option<&str> {
        let sections = if self.section.is_empty() { &self.level } else { &self.section };
        sections.get(section)?.place.as_deref()
    }

    fn section(&self, section: &Section) -> BookSection {
        let part = section.given.clone().with(&self.shared);
        BookSection { label: section.label.clone(), part }
    }
}

/// Reads `easy:40`.
pub fn share(text: &str) -> Result<Section, String> {
    let wrong = || format!("{text}: write LEVEL:COUNT, as easy:40");
    let (level, count) = text.rsplit_once(':').ok_or_else(wrong)?;
    let level = level.trim();
    match count.trim().parse::<u32>() {
        Ok(count) if !level.is_empty() && count > 0 => {
            let given = Given::from(Part::of_level(level, count));
            Ok(Section { label: None, given, at: 0, place: None })
        }
        Ok(0) => Err(format!("{text}: a section has 1 puzzle or more: leave the level out")),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => {
            Err(format!("{text}: that is too large, give a smaller number"))
        }
        _ => Err(wrong()),
    }
}

fn shares<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Section>, D::Error> {
    let text = Spanned::<String>::deserialize(deserializer)?;
    let sections = text.get_ref().split(',').map(|text| share(text.trim()));
    let mut sections: Vec<Section> =
        sections.collect::<Result<_, _>>().map_err(de::Error::custom)?;
    for section in &mut sections {
        section.at = text.span().start;
    }
    Ok(sections)
}

fn batches<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<BatchRef>, D::Error> {
    let ids = Vec::<NonZeroU32>::deserialize(deserializer)?;
    Ok(ids.into_iter().map(|id| BatchRef::Id(id.get())).collect())
}

fn sections<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Section>, D::Error> {
    let sections = Vec::<Spanned<Given<Titled>>>::deserialize(deserializer)?;
    let section = |section: Spanned<Given<Titled>>| {
        let at = section.span().start;
        let Given { value: Titled { label, part }, keys } = section.into_inner();
        if !keys.iter().any(|key| key == "count") {
            return Err(de::Error::custom("a section has a count: write how many puzzles"));
        }
        Ok(Section { label, given: Given { value: part, keys }, at, place: None })
    };
    sections.into_iter().map(section).collect()
}

/// A name in the folder that the user chose: who wrote the file does not choose another one, nor stdout, nor a hidden
/// file.
fn file_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PathBuf>, D::Error> {
    let name = String::deserialize(deserializer)?;
    let is_plain = Path::new(&name).file_name() == Some(OsStr::new(&name))
        && name != "-"
        && !name.starts_with('.')
        && !name.contains(char::is_control);
    if is_plain {
        return Ok(Some(name.into()));
    }
    let words = format!(
        "{name:?} is no name of a file: write one such as \"book.pdf\"; -o gives the folder"
    );
    Err(de::Error::custom(words))
}

impl Description {
    /// Reads `book.toml`. Fonts lie relative to it.
    ///
    /// # Errors
    /// With the line and the key.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let name = path.display();
        let text = small::read_text(path, small::MOST_TOML)
            .with_context(|| format!("cannot read {name}"))?;
        let mut description =
            Self::parse(&name.to_string(), &text).map_err(|Wrong { at, words }| {
                let place = at.map(|at| place(&text, at)).unwrap_or_default();
                anyhow!("{name}{place}: {words}")
            })?;
        let content = &mut description.content;
        for section in content.level.iter_mut().chain(&mut content.section) {
            section.place = Some(format!("{name}{}", place(&text, section.at)));
        }
        let others = !content.section.is_empty() || !content.batch.is_empty();
        if others && !content.level.is_empty() {
            bail!("{name}: level goes neither with section nor with batch: leave one out");
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        for font in [&mut content.font, &mut content.bold_font].into_iter().flatten() {
            *font = folder.join(&font);
        }
        Ok(description)
    }

    fn parse(name: &str, text: &str) -> Result<Self, Wrong> {
        let all = DeTable::parse(text)?;
        let span = all.span();
        let source = Source::new(name, text, all.get_ref());
        // The second is the name that the key had before.
        let of_content = |key: &str| KEYS.contains(&key) || key == "answers-output";
        let shared = shared_keys();
        let entries = all.into_inner().into_iter();
        let (own, others): (Vec<_>, Vec<_>) =
            entries.partition(|(key, _)| of_content(key.get_ref().as_ref()));
        let (wishes, others): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|(key, _)| shared.contains(&key.get_ref().as_ref()));
        let keys: Vec<usize> = others.iter().map(|(key, _)| key.span().start).collect();
        let table = |entries: Vec<_>| {
            let table: DeTable<'_> = entries.into_iter().collect();
            toml::Deserializer::from(Spanned::new(span.clone(), table))
        };
        let mut content = Content::deserialize(table(own))?;
        content.shared = Given::deserialize(table(wishes))?;
        let plan = Plan::deserialize(table(others)).map_err(|error| {
            let mut wrong = Wrong::from(error);
            if wrong.words.starts_with("unknown field")
                && wrong.at.is_some_and(|at| keys.contains(&at))
            {
                wrong.words =
                    format!("{}, `{}`", wrong.words, [&KEYS[..], &shared].concat().join("`, `"));
            }
            wrong
        })?;
        Ok(Self { plan, content, source })
    }
}

/// The keys of puzzles that all sections share.
fn shared_keys() -> Vec<&'static str> {
    Part::keys().into_iter().filter(|key| !["level", "count"].contains(key)).collect()
}

/// What is wrong, and at which byte.
struct Wrong {
    at: Option<usize>,
    words: String,
}

impl From<toml::de::Error> for Wrong {
    fn from(error: toml::de::Error) -> Self {
        let words = error.message().replace('\n', ", ");
        Self { at: error.span().map(|span| span.start), words }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use seeddb::symmetry::ClueSymmetry;

    fn wrong(text: &str) -> String {
        let Wrong { at, words } = Description::parse("", text).err().expect("something is wrong");
        let place = at.map(|at| place(text, at)).unwrap_or_default();
        format!("{place}: {words}")
    }

    #[test]
    fn a_whole_book_is_read() {
        let text = "title = \"Sudoku\"\nsize = \"5x8\"\nrng-seed = 7\nvolumes = 2\nclues = \"22..25\"\n\
                    [theme]\ncell-line = 1\n\
                    [[section]]\nlevel = \"easy\"\ncount = 40\nsymmetry = \"rot180\"\n\
                    [[section]]\nlevel = \"hard\"\ncount = 20\nlabel = \"Late\"\nclues = \"..30\"\n";
        let Description { plan, content, .. } = Description::parse("", text).ok().unwrap();
        assert_eq!((plan.title.as_str(), plan.theme.cell_line), ("Sudoku", Some(1.0)));
        assert_eq!(content.rng_seed, Some(7));
        let sections: Vec<BookSection> =
            content.section.iter().map(|section| content.section(section)).collect();
        let [easy, hard] = &sections[..] else { panic!("two sections") };
        assert_eq!(easy.part.ask.symmetry, ClueSymmetry::Rot180);
        assert_eq!((&easy.part.ask.clues, easy.part.count), (&Some(22..=25), 40));
        assert_eq!((hard.label.as_deref(), &hard.part.ask.clues), (Some("Late"), &Some(0..=30)));
        let shares = Description::parse("", "level = \"easy:40, late:shift:5\"").ok().unwrap();
        let late = &shares.content.level[1].given.value;
        assert_eq!((late.level.as_deref(), late.count), (Some("late:shift"), 5));
    }

    #[test]
    fn what_is_wrong_is_told_with_line_and_key() {
        for (text, words) in [
            (
                "title = \"A\"\ntittle = \"B\"",
                &[", line 2, tittle: unknown field `tittle`", "`size`", "`section`"][..],
            ),
            ("\n\nsize = \"6x\"", &[", line 3, size: \"6x\" is no page size"]),
            ("title = \"A", &[", line 1, title: "]),
            ("title = 7", &[", line 1, title: invalid type: integer `7`, expected a string"]),
            ("level = \"easy\"", &[", line 1, level: easy: write LEVEL:COUNT"]),
            ("level = \"easy:0\"", &[", line 1, level: easy:0: a section has 1 puzzle or more"]),
            ("volumes = 0", &[", line 1, volumes: ", "0"]),
            ("clues = \"30..20\"", &[", line 1, clues: 30..20 is empty"]),
            ("[[section]]\nlevel = \"easy\"\ncount = 0", &[", line 3, count: ", "0"]),
            (
                "[[section]]\nlevel = \"easy\"\ncount = 3\ncolour = 1",
                &[", line 4, colour: there is no key colour"],
            ),
            (
                "[[section]]\nlevel = \"easy\"\ncount = 3\nsymmetry = \"rot45\"",
                &[", line 4, symmetry: ", "rot180"],
            ),
            (
                "title = \"A\"\ndate = \"2027-02-30\"",
                &[", line 2, date: 2027-02-30: write a day as 2027-01-31"],
            ),
            (
                "output = \"/a/b.pdf\"",
                &[", line 1, output: \"/a/b.pdf\" is no name of a file", "-o"],
            ),
            ("output = \"../b.pdf\"", &[", line 1, output: "]),
            ("output = \"a/b.pdf\"", &[", line 1, output: "]),
            ("output = \"b.pdf/\"", &[", line 1, output: "]),
            ("output = \"..\"", &[", line 1, output: "]),
            ("output = \"-\"", &[", line 1, output: "]),
            ("output = \".profile\"", &[", line 1, output: "]),
            ("output = \"\"", &[", line 1, output: "]),
            ("output = \"a\\u001b[2J\"", &[", line 1, output: \"a\\u{1b}[2J\" is no name"]),
            ("title = \"A\"\nsolutions-output = \"/b.pdf\"", &[", line 2, solutions-output: "]),
            ("cover-output = \"/c.pdf\"", &[", line 1, cover-output: "]),
            (
                "[cover]\nisbn = \"978-3-16-148410-1\"",
                &[", line 2, isbn: ", "is no ISBN: it ends with 0, not 1"],
            ),
            ("[cover]\nspine = \"11\"", &[", line 2, spine: ", "11.5mm or 0.45in"]),
            ("[cover]\ndesign = \"loud\"", &[", line 2, design: ", "`newspaper`"]),
            ("profile = \"xps\"", &[", line 1, profile: ", "`kdp`, `ingram`, `pdfx`, `screen`"]),
            ("size = \"6x9\"\nsize = \"5x8\"", &[", line 2, size: duplicate key"]),
        ] {
            let told = wrong(text);
            for word in words {
                assert!(told.contains(word), "{text:?}: {word:?} is not in {told:?}");
            }
        }
    }

    /// Every key is one of [`Content`]: a wrong type is told as such, and not as an unknown field.
    #[test]
    fn the_keys_are_those_of_the_content() {
        for key in KEYS {
            let told = wrong(&format!("{key} = 1979-05-27T07:32:00Z"));
            assert!(!told.contains("unknown field"), "{told}");
        }
        assert_eq!(KEYS.len(), 11, "as many as fields");
    }
}
