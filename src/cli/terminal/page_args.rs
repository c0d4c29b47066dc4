//! [`PageArgs`]: a publisher's words, as flags.

use clap::builder::{PathBufValueParser, TypedValueParser};
use seeddb_export::book::Language;
use seeddb_export::{Credits, Hints, Look};

use super::{parse, small};

/// A parser of the user's words from a file.
pub fn own_words() -> impl TypedValueParser<Value = Language> {
    PathBufValueParser::new().try_map(|path| {
        let text = small::read_text(&path, small::MOST_TOML).map_err(|error| error.to_string())?;
        Language::own(&text).map_err(|error| error.to_string())
    })
}

/// Words of whoever publishes the puzzles, in formats that have fields for them.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct PageArgs {
    /// Their title, at the top of paper (html, pictures, ipuz, f-puzzles, sdk)
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Who made the puzzles, at the bottom of paper (the same formats)
    #[arg(long, value_name = "TEXT")]
    credit: Option<String>,
    /// Whose they are (the same formats)
    #[arg(long, value_name = "TEXT")]
    copyright: Option<String>,
    /// Of pages: en, de, fr, es, ja, nl, it, pt, pl or sv [default: en]
    #[arg(long, hide_possible_values = true, value_parser = parse::names::<Language>())]
    language: Option<Language>,
    /// Hints of pages to play: full, recorded or none [default: recorded]
    #[arg(long, hide_possible_values = true, value_parser = parse::names::<Hints>())]
    hints: Option<Hints>,
    /// Words of your own for pages, as `seeddb formats words` prints them
    #[arg(long, value_name = "FILE", value_parser = own_words(), conflicts_with = "language")]
    pub words: Option<Language>,
}

impl PageArgs {
    /// The first given flag.
    pub fn given(&self) -> Option<&'static str> {
        let flags = [
            (self.title.is_some(), "--title"),
            (self.credit.is_some(), "--credit"),
            (self.copyright.is_some(), "--copyright"),
        ];
        let flags = flags.into_iter().chain(self.of_pages().map(|flag| (true, flag)));
        flags.into_iter().find_map(|(given, flag)| given.then_some(flag))
    }

    /// The flag for pages alone that is given, if one is.
    pub fn of_pages(&self) -> Option<&'static str> {
        let own = self.words.map(|_| "--words").or(self.hints.map(|_| "--hints"));
        self.language.map(|_| "--language").or(own)
    }

    /// The looks of puzzles with these words.
    pub fn look(&self) -> Look {
        let language = self.words.or(self.language).unwrap_or_default();
        Look { credits: self.credits(), language, hints: self.hints, ..Look::default() }
    }

    fn credits(&self) -> Credits {
        let text = |given: &Option<String>| given.clone().unwrap_or_default();
        Credits {
            title: text(&self.title),
            credit: text(&self.credit),
            copyright: text(&self.copyright),
        }
    }
}
