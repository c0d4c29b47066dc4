//! [`BookFile`]: the description of a book, as in a `book.toml`.

use std::ffi::OsStr;
use std::num::{IntErrorKind, NonZeroU32};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use seeddb_ledger::StoreError;
use serde::{Deserialize, Deserializer, de};
use toml::Spanned;
use toml::de::DeTable;

use super::places::{Places, place};
use super::{BookOptions, BookSection, Contents, ContentsError, Record};
use crate::ask::keyed::{Keyed, WithKeys};
use crate::ask::values::Plain;
use crate::request_file::{in_line, is_json};
use crate::{BatchRef, Error, Part, RequestError};
use seeddb_export::book::{Captions, Plan, Profile, Size};

/// The keys of `book.toml` that belong neither to the [`Plan`] nor to puzzles.
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

/// A description of a book that was read from a text.
///
/// ```
/// use seeddb_database::BookFile;
///
/// let toml = "title = \"Quiet hours\"\nsize = \"5x8\"\n[[section]]\nlevel = \"easy\"\ncount = 40\n";
/// let json = r#"{"title": "Quiet hours", "size": "5x8", "section": [{"level": "easy", "count": 40}]}"#;
/// for text in [toml, json] {
///     let book = BookFile::parse(text)?;
///     assert_eq!((book.plan.title.as_str(), book.content.asked()), ("Quiet hours", 40));
/// }
/// let wrong = BookFile::parse("title = \"Hard\"\nsize = \"6x\"").unwrap_err().to_string();
/// assert!(wrong.starts_with("line 2, size: "));
/// # Ok::<(), seeddb_database::RequestError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct BookFile {
    /// Its layout.
    pub plan: Plan,
    /// Its contents and output files.
    pub content: BookContent,
    /// The positions of its keys in the text.
    pub places: Places,
}

/// The contents and output files of a book.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub struct BookContent {
    /// Levels and numbers of puzzles, printed in the order of the level table.
    #[serde(deserialize_with = "shares")]
    pub level: Vec<GivenSection>,
    /// Sections in the order in which they are printed.
    #[serde(deserialize_with = "sections")]
    pub section: Vec<GivenSection>,
    /// Batches to print instead of drawing.
    #[serde(deserialize_with = "batches")]
    pub batch: Vec<BatchRef>,
    /// Requirements for all sections that do not set their own.
    #[serde(skip)]
    pub shared: WithKeys<Part>,
    /// The RNG seed.
    pub rng_seed: Option<u64>,
    /// A note for the batch of drawn puzzles; `None` means the title.
    pub note: Option<String>,
    /// The number of volumes that the puzzles are divided among.
    pub volumes: Option<NonZeroU32>,
    /// The name of the file.
    #[serde(deserialize_with = "file_name")]
    pub output: Option<PathBuf>,
    /// The name of the file of separate answers; set by other callers it may be a path.
    #[serde(deserialize_with = "file_name", rename = "solutions-output")]
    pub answers_output: Option<PathBuf>,
    /// The name of the file of the cover; set by other callers it may be a path.
    #[serde(deserialize_with = "file_name")]
    pub cover_output: Option<PathBuf>,
    /// The file of a font, relative to that of the description.
    pub font: Option<PathBuf>,
    /// The file of its bold font.
    pub bold_font: Option<PathBuf>,
}

/// Puzzles of one kind under a title.
#[derive(Clone, Debug)]
pub struct GivenSection {
    /// The title, instead of the level.
    pub label: Option<String>,
    /// The puzzles.
    pub given: WithKeys<Part>,
    /// The offset of its beginning in the file, 0 if it is not from a file.
    at: usize,
    /// The position in words.
    place: Option<String>,
}

/// A section as given in the file.
#[derive(Clone, Default)]
struct Titled {
    label: Option<String>,
    part: Part,
}

seeddb_core::keyed!(Titled {
    label: "label" as Plain<Option<String>>,
    ..part: Part
});

impl BookContent {
    /// Returns the requested puzzles.
    pub fn contents(&self) -> Contents {
        let sections =
            |sections: &[GivenSection]| sections.iter().map(|s| self.section(s)).collect();
        if !self.batch.is_empty() {
            Contents::Batches(self.batch.clone(), sections(&self.section))
        } else if self.section.is_empty() {
            Contents::DrawByLevel(sections(&self.level))
        } else {
            Contents::Draw(sections(&self.section))
        }
    }

    /// Returns the number of puzzles to be drawn.
    pub fn asked(&self) -> u64 {
        let sections = if self.section.is_empty() { &self.level } else { &self.section };
        sections.iter().map(|section| u64::from(section.given.value.count)).sum()
    }

    /// Returns the position of a section of these contents in the file.
    fn place(&self, section: usize) -> Option<&str> {
        let sections = if self.section.is_empty() { &self.level } else { &self.section };
        sections.get(section)?.place.as_deref()
    }

    fn section(&self, section: &GivenSection) -> BookSection {
        let part = section.given.clone().with(&self.shared);
        BookSection { label: section.label.clone(), part }
    }
}

impl FromStr for GivenSection {
    type Err = String;

    /// Reads `easy:40`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text}: write LEVEL:COUNT, as easy:40");
        let (level, count) = text.rsplit_once(':').ok_or_else(wrong)?;
        let level = level.trim();
        match count.trim().parse::<u32>() {
            Ok(count) if !level.is_empty() && count > 0 => {
                let given = WithKeys::from(Part::of_level(level, count));
                Ok(Self { label: None, given, at: 0, place: None })
            }
            Ok(0) => Err(format!("{text}: a section has 1 puzzle or more: leave the level out")),
            Err(error) if *error.kind() == IntErrorKind::PosOverflow => {
                Err(format!("{text}: that is too large, give a smaller number"))
            }
            _ => Err(wrong()),
        }
    }
}

fn shares<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<GivenSection>, D::Error> {
    let text = Spanned::<String>::deserialize(deserializer)?;
    let sections = text.get_ref().split(',').map(|text| text.trim().parse());
    let mut sections: Vec<GivenSection> =
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

fn sections<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<GivenSection>, D::Error> {
    let sections = Vec::<Spanned<WithKeys<Titled>>>::deserialize(deserializer)?;
    let section = |section: Spanned<WithKeys<Titled>>| {
        let at = section.span().start;
        let WithKeys { value: Titled { label, part }, keys } = section.into_inner();
        if !keys.iter().any(|key| key == "count") {
            return Err(de::Error::custom("a section has a count: write how many puzzles"));
        }
        Ok(GivenSection { label, given: WithKeys { value: part, keys }, at, place: None })
    };
    sections.into_iter().map(section).collect()
}

/// Reads a plain file name: the author of the file must not choose another folder than the user's,
/// stdout, or a hidden file.
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

impl BookFile {
    /// Parses TOML, or JSON with the same keys if the text begins with a brace.
    ///
    /// # Errors
    /// The problem, with line and key; for JSON only the key.
    pub fn parse(text: &str) -> Result<Self, RequestError> {
        Self::parse_with(text, &toml::Table::new())
    }

    /// [`parse`](Self::parse), with these values overriding those of the text.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_with(text: &str, given: &toml::Table) -> Result<Self, RequestError> {
        if !is_json(text) {
            return Self::of_toml(text, true, given);
        }
        let wrong = |error: serde_json::Error| RequestError::from(error.to_string());
        let mut all: serde_json::Value = serde_json::from_str(text).map_err(wrong)?;
        drop_nulls(&mut all);
        let text = toml::to_string(&all).map_err(|error| RequestError::from(error.to_string()))?;
        Self::of_toml(&text, false, given)
    }

    fn of_toml(text: &str, lines: bool, given: &toml::Table) -> Result<Self, RequestError> {
        let mut book = Self::read(text, lines, given).map_err(|Wrong { at, words }| match at {
            Some(at) if !lines => format!("{}: {words}", place(text, at, false)).into(),
            at => RequestError::at(text, at, words),
        })?;
        let content = &mut book.content;
        for section in content.level.iter_mut().chain(&mut content.section) {
            section.place = Some(place(text, section.at, lines));
        }
        let others = !content.section.is_empty() || !content.batch.is_empty();
        if others && !content.level.is_empty() {
            let words = "level goes neither with section nor with batch: leave one out";
            return Err(words.to_owned().into());
        }
        Ok(book)
    }

    fn read(text: &str, lines: bool, given: &toml::Table) -> Result<Self, Wrong> {
        let given = given.to_string();
        let all = DeTable::parse(text)?;
        let span = all.span();
        let mut places = Places::new(text, all.get_ref(), lines);
        let mut all = all.into_inner();
        places.overlay(&mut all, DeTable::parse(&given)?.into_inner(), "");
        let of_content = |key: &str| KEYS.contains(&key);
        let shared = shared_keys();
        let entries = all.into_iter();
        let (own, others): (Vec<_>, Vec<_>) =
            entries.partition(|(key, _)| of_content(key.get_ref().as_ref()));
        let (wishes, others): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|(key, _)| shared.contains(&key.get_ref().as_ref()));
        let keys: Vec<usize> = others.iter().map(|(key, _)| key.span().start).collect();
        let table = |entries: Vec<_>| {
            let table: DeTable<'_> = entries.into_iter().collect();
            toml::Deserializer::from(Spanned::new(span.clone(), table))
        };
        let mut content = BookContent::deserialize(table(own))?;
        content.shared = WithKeys::deserialize(table(wishes))?;
        let is_given = |key: &str| others.iter().any(|(given, _)| given.get_ref() == key);
        let is_new = ["size", "profile", "captions"].map(|key| !is_given(key));
        let mut plan = Plan::deserialize(table(others)).map_err(|error| {
            let mut wrong = Wrong::from(error);
            if wrong.words.starts_with("unknown field")
                && wrong.at.is_some_and(|at| keys.contains(&at))
            {
                wrong.words =
                    format!("{}, `{}`", wrong.words, [&KEYS[..], &shared].concat().join("`, `"));
            }
            wrong
        })?;
        if plan.worksheet {
            let [size, profile, captions] = is_new;
            plan.size = if size { Size::a4() } else { plan.size };
            plan.profile = if profile { Profile::Screen } else { plan.profile };
            plan.captions = if captions { Captions::brief() } else { plan.captions };
        }
        Ok(Self { plan, content, places })
    }

    /// Returns the book options: recorded if the printer's rules are met.
    pub fn options(&self, rng_seed: u64) -> BookOptions {
        let Self { plan, content, .. } = self;
        BookOptions {
            contents: content.contents(),
            plan: plan.clone(),
            scale: content.shared.value.ask.scale,
            volumes: content.volumes.map_or(1, u32::from),
            note: content.note.clone(),
            rng_seed,
            replaced: Vec::new(),
            record: Record::InRule,
            fonts: [content.font.clone(), content.bold_font.clone()],
        }
    }

    /// Returns the position in the text of an error about this book, if any: `line 3, size`.
    pub fn place_of(&self, error: &Error) -> Option<&str> {
        match error {
            Error::Layout(error) => self.places.of_layout(error),
            Error::Contents(ContentsError::EmptyVolume(_)) => self.places.of(&["volumes"]),
            Error::Contents(
                ContentsError::Level { section, .. }
                | ContentsError::Contradiction { section, .. }
                | ContentsError::LevelTwice { section, .. }
                | ContentsError::NotThere { section, .. },
            ) => self.content.place(*section),
            Error::NoBatch | Error::BatchTwice(_) | Error::Store(StoreError::NoBatch(_)) => {
                self.places.of(&["batch"])
            }
            _ => None,
        }
    }
}

/// Removes keys that are null, as TOML has no null.
fn drop_nulls(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(all) => {
            all.retain(|_, value| !value.is_null());
            all.values_mut().for_each(drop_nulls);
        }
        serde_json::Value::Array(all) => all.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

/// Returns the keys of puzzles that all sections share.
fn shared_keys() -> Vec<&'static str> {
    Part::keys().into_iter().filter(|key| !["level", "count"].contains(key)).collect()
}

struct Wrong {
    at: Option<usize>,
    words: String,
}

impl From<toml::de::Error> for Wrong {
    fn from(error: toml::de::Error) -> Self {
        let words = in_line(error.message());
        Self { at: error.span().map(|span| span.start), words }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::ClueSymmetry;

    fn wrong(text: &str) -> String {
        BookFile::parse(text).expect_err("something is wrong").of("book.toml")
    }

    #[test]
    fn a_whole_book_is_read() {
        let text = "title = \"Sudoku\"\nsize = \"5x8\"\nrng-seed = 7\nvolumes = 2\nclues = \"22..25\"\n\
                    [theme]\ncell-line = 1\n\
                    [[section]]\nlevel = \"easy\"\ncount = 40\nsymmetry = \"rot180\"\n\
                    [[section]]\nlevel = \"hard\"\ncount = 20\nlabel = \"Late\"\nclues = \"..30\"\n";
        let BookFile { plan, content, .. } = BookFile::parse(text).unwrap();
        assert_eq!((plan.title.as_str(), plan.theme.cell_line), ("Sudoku", Some(1.0)));
        assert_eq!(content.rng_seed, Some(7));
        let sections: Vec<BookSection> =
            content.section.iter().map(|section| content.section(section)).collect();
        let [easy, hard] = &sections[..] else { panic!("two sections") };
        assert_eq!(easy.part.ask.symmetry, ClueSymmetry::Rot180);
        assert_eq!((&easy.part.ask.clues, easy.part.count), (&Some(22..=25), 40));
        assert_eq!((hard.label.as_deref(), &hard.part.ask.clues), (Some("Late"), &Some(0..=30)));
        let shares = BookFile::parse("level = \"easy:40, late:shift:5\"").unwrap();
        let late = &shares.content.level[1].given.value;
        assert_eq!((late.level.as_deref(), late.count), (Some("late:shift"), 5));
    }

    /// The defaults for a class, where no other values are given.
    #[test]
    fn a_worksheet_is_for_an_office_printer() {
        let looks = |text: &str| {
            let Plan { size, profile, captions, .. } = BookFile::parse(text).unwrap().plan;
            (size.to_string(), profile, captions.to_string())
        };
        let is = |size: &str, profile, captions: &str| (size.into(), profile, captions.into());
        assert_eq!(looks("worksheet = true"), is("a4", Profile::Screen, "number,level"));
        let told = "worksheet = true\nsize = \"a5\"\nprofile = \"kdp\"\ncaptions = \"none\"";
        assert_eq!(looks(told), is("a5", Profile::Kdp, "none"));
        assert_eq!(looks("").0, Plan::default().size.to_string());
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

    /// Every key is one of [`BookContent`]: a wrong type is not reported as an unknown field.
    #[test]
    fn the_keys_are_those_of_the_content() {
        for key in KEYS {
            let told = wrong(&format!("{key} = 1979-05-27T07:32:00Z"));
            assert!(!told.contains("unknown field"), "{told}");
        }
        assert_eq!(KEYS.len(), 11, "as many as fields");
    }

    /// JSON has the keys of TOML; its errors have no line.
    #[test]
    fn json_says_the_same() {
        let toml = "title = \"A\"\nper-page = 4\nbatch = [3, 4]\n[cover]\ndesign = \"gift\"\n";
        let json = r#"{"cover": {"design": "gift", "isbn": null}, "title": "A", "per-page": 4, "batch": [3, 4]}"#;
        let [toml, json] = [toml, json].map(|text| BookFile::parse(text).unwrap());
        assert_eq!(json.plan, toml.plan);
        assert_eq!(json.content.contents(), toml.content.contents());
        for (text, words) in [
            ("{\"size\": \"6x\"}", "size: \"6x\" is no page size"),
            ("{\"tittle\": \"B\"}", "tittle: unknown field `tittle`"),
            ("{\"title\": ", "EOF"),
            ("{\"batch\": [1], \"level\": \"easy:4\"}", "level goes neither"),
        ] {
            let told = BookFile::parse(text).unwrap_err().to_string();
            assert!(told.starts_with(words), "{text}: {told}");
        }
    }
}
