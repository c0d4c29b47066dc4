//! [`Language`]: the texts of books, steps, pages and sites, with a file for each language.

mod own;
mod plural;

use std::io;
use std::sync::LazyLock;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};
use toml::Table;

use seeddb_core::logic::StepWords;

pub use own::WordsError;
pub(crate) use plural::Plurals;

/// Defines the languages, each with its tag, which is also the name of its file.
macro_rules! languages {
    ($($(#[$about:meta])* $name:ident = $tag:literal,)*) => {
        /// The language of words.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Language {
            $($(#[$about])* $name,)*
            /// Words from a file of the user.
            #[serde(skip)]
            Own(&'static own::Own),
        }

        impl Language {
            /// The built-in languages.
            pub const ALL: [Self; [$($tag),*].len()] = [$(Self::$name),*];

            /// Returns the tag, as `de`.
            pub fn tag(self) -> &'static str {
                match self {
                    $(Self::$name => $tag,)*
                    Self::Own(own) => own.tag(),
                }
            }

            /// Returns the text of the file; empty for words from a file of the user.
            fn text(self) -> &'static str {
                match self {
                    $(Self::$name => include_str!(concat!($tag, ".toml")),)*
                    Self::Own(_) => "",
                }
            }

            fn file(self) -> &'static Table {
                match self {
                    $(Self::$name => {
                        static FILE: LazyLock<Table> =
                            LazyLock::new(|| Language::$name.text().parse().unwrap_or_default());
                        &FILE
                    })*
                    Self::Own(own) => own.file(),
                }
            }
        }
    };
}

languages! {
    /// English.
    #[default]
    En = "en",
    /// German.
    De = "de",
    /// French.
    Fr = "fr",
    /// Spanish.
    Es = "es",
    /// Japanese; needs a font that has its characters.
    Ja = "ja",
    /// Dutch.
    Nl = "nl",
    /// Italian.
    It = "it",
    /// Portuguese.
    Pt = "pt",
    /// Polish.
    Pl = "pl",
    /// Swedish.
    Sv = "sv",
}

impl Serialize for Language {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.tag())
    }
}

impl Language {
    /// Returns the file of a built-in language with the words of steps, which for English come from
    /// [`StepWords::english`].
    pub fn whole_text(self) -> String {
        let steps = match self {
            Self::En => toml::to_string(StepWords::english()).unwrap_or_default(),
            _ => return self.text().to_owned(),
        };
        format!("{}\n[steps]\n{steps}", self.text())
    }

    /// Returns the language's name for itself.
    pub fn name(self) -> &'static str {
        let named = self.file().get("language").and_then(|own| own.get("name")?.as_str());
        named.unwrap_or_else(|| self.tag())
    }
}

/// Returns a table of a language's file.
///
/// # Errors
/// The file has no such table of words.
pub(crate) fn words<T: DeserializeOwned>(language: Language, name: &str) -> io::Result<T> {
    let table = language.file().get(name).cloned().unwrap_or_else(|| Table::new().into());
    table.try_into().map_err(io::Error::other)
}
