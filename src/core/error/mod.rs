//! Errors as rows: a row of [`errors!`](crate::errors) defines everything about an error except the
//! code that raises it.
//!
//! ```
//! use seeddb_core::error::{Kind, List, Row, Suggestion};
//!
//! seeddb_core::errors! {
//!     /// Why nothing was printed.
//!     #[derive(Debug)]
//!     pub enum PrintError;
//!
//!     /// No batch has this number.
//!     NoBatch(batch: u32) = "no-such-batch", NotFound, "there is no batch {batch}", [Look { list: Batches }];
//! }
//!
//! let error = PrintError::NoBatch(9);
//! assert_eq!(error.to_string(), "there is no batch 9");
//! let facts = error.facts();
//! assert_eq!((facts.code.name(), facts.code.kind()), ("no-such-batch", Kind::NotFound));
//! assert_eq!(facts.data["batch"], 9_u32.into());
//! assert_eq!(facts.cures, [Suggestion::Look { list: List::Batches }]);
//! ```

mod code;
mod fact;
mod suggestion;

pub use code::{Code, Kind};
pub use fact::{Data, Datum, Fact, ends, listed};
#[doc(hidden)]
pub use fact::{InWords, NoPaths, Paths, ShownPath};
pub use suggestion::{List, Suggestion};

/// The code, data and cures of an error.
pub struct Facts {
    /// The code, a stable word for programs.
    pub code: Code,
    /// The data, by name.
    pub data: Data,
    /// The cures, the likeliest first, each sufficient alone. Empty if none is known.
    pub cures: Vec<Suggestion>,
}

/// An error defined with [`errors!`](crate::errors).
pub trait Row: std::error::Error {
    /// Returns the code, data and cures of its row.
    fn facts(&self) -> Facts;

    /// Returns the paths in its fields, which may be changed.
    fn paths(&mut self) -> Vec<&mut std::path::PathBuf>;

    /// Returns the code and the words of each row, with the names of fields in braces. The first
    /// row of a code has its meaning.
    fn rows() -> Vec<(Code, &'static str)>
    where
        Self: Sized;
}

/// Makes an enum of errors, [`Display`](std::fmt::Display), [`Error`](std::error::Error) and
/// [`Row`] of rows:
///
/// ```text
/// /// What the code means, for the docs of the variant and the page of errors.
/// Variant { field: Type, other: Type => told } = "code", Kind, words, cures => { "key": value };
/// ```
///
/// - A variant has no fields, fields with names, or fields in parentheses, which have names here
///   only.
/// - `words` are a text with `{field}`, `("text with {}", values)`, or the name of a field whose
///   words and source they are.
/// - Each field becomes data under its name, as itself or as the value after `=>`; `()` leaves
///   it out. The last braces add more.
/// - `cures` is a list of [`Suggestion`], or a call that gives one, and may be left out.
/// - Several rows can have one code and kind. Its meaning is the docs of the first of them, or
///   `"code": "meaning"` there.
/// - `Variant = from Other;` is an error of another type of rows, and takes all from it.
/// - `Variant { .. } = like value, words;` has the code, data and cures of a value, with the data
///   of its fields in addition.
#[macro_export]
macro_rules! errors {
    (
        $(#[$of:meta])*
        pub enum $name:ident;
        $(
            $(#[cfg($cfg:meta)])?
            $(#[doc = $doc:literal])+
            $variant:ident
            $(( $($p:ident: $p_type:ty $(=> $p_told:expr)?),+ $(,)? ))?
            $({ $($(#[doc = $f_doc:literal])* $f:ident: $f_type:ty $(=> $f_told:expr)?),+ $(,)? })?
            =
            $(from $from:ident)?
            $(like $like:expr, $like_words:tt)?
            $($code:literal $(: $meaning:literal)?, $kind:ident, $words:tt $(, $cures:expr)?
                $(=> { $($key:literal: $value:expr),+ $(,)? })?)?
            ;
        )+
    ) => {
        $(#[$of])*
        #[allow(missing_docs, reason = "a field is named as in the data of the error")]
        pub enum $name {
            $(
                $(#[cfg($cfg)])?
                $(#[doc = $doc])+
                $variant $(( $($p_type),+ ))? $({ $($(#[doc = $f_doc])* $f: $f_type),+ })? $(($from))?,
            )+
        }

        #[allow(dead_code, unused_imports, unused_mut, unused_variables, reason = "few rows need all")]
        #[allow(clippy::enum_glob_use, clippy::match_same_arms, clippy::too_many_lines, reason = "rows")]
        const _: () = {
            use $crate::error::{Code, Suggestion::*, Data, Fact, Facts, Kind, List::*, Row, InWords, NoPaths, Paths, ShownPath};
            use ::std::{error::Error as _, fmt};

            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    match self {$(
                        $(#[cfg($cfg)])?
                        Self::$variant $(( $($p),+ ))? $({ $($f),+ })? $(($crate::errors!(@of inner $from)))? => {
                            $($(let $p = $p.shown();)+)?
                            $($(let $f = $f.shown();)+)?
                            $(fmt::Display::fmt($crate::errors!(@of inner $from), f))?
                            $($crate::errors!(@words f $like_words))?
                            $($crate::errors!(@words f $words))?
                        }
                    )+}
                }
            }

            impl ::std::error::Error for $name {
                fn source(&self) -> Option<&(dyn ::std::error::Error + 'static)> {
                    match self {$(
                        $(#[cfg($cfg)])?
                        Self::$variant $(( $($p),+ ))? $({ $($f),+ })? $(($crate::errors!(@of inner $from)))? => {
                            $($crate::errors!(@of inner $from).source())?
                            $($crate::errors!(@source $like_words))?
                            $($crate::errors!(@source $words))?
                        }
                    )+}
                }
            }

            impl Row for $name {
                fn facts(&self) -> Facts {
                    match self {$(
                        $(#[cfg($cfg)])?
                        Self::$variant $(( $($p),+ ))? $({ $($f),+ })? $(($crate::errors!(@of inner $from)))? => {
                            const MEANING: &str = concat!($($doc),+);
                            $(let facts = $crate::errors!(@of inner $from).facts();)?
                            $(let mut facts = Row::facts(&$like);)?
                            $(let mut facts = Facts {
                                code: Code::new($code, Kind::$kind, $crate::errors!(@own MEANING $($meaning)?)),
                                data: Data::new(),
                                cures: Vec::from($crate::errors!(@own (@none $code) $($cures)?)),
                            };)?
                            $($(Fact::put(&$crate::errors!(@own $p $($p_told)?), stringify!($p), &mut facts.data);)+)?
                            $($(Fact::put(&$crate::errors!(@own $f $($f_told)?), stringify!($f), &mut facts.data);)+)?
                            $($($(Fact::put(&$value, $key, &mut facts.data);)+)?)?
                            facts
                        }
                    )+}
                }

                fn paths(&mut self) -> Vec<&mut ::std::path::PathBuf> {
                    match self {$(
                        $(#[cfg($cfg)])?
                        Self::$variant $(( $($p),+ ))? $({ $($f),+ })? $(($crate::errors!(@of inner $from)))? => {
                            let mut paths = Vec::new();
                            $(paths.extend(Row::paths($crate::errors!(@of inner $from)));)?
                            $($({ let mut $p = $p; paths.extend($p.paths()); })+)?
                            $($({ let mut $f = $f; paths.extend($f.paths()); })+)?
                            paths
                        }
                    )+}
                }

                fn rows() -> Vec<(Code, &'static str)> {
                    let mut rows = Vec::new();
                    $(
                        $(#[cfg($cfg)])?
                        {
                            const MEANING: &str = concat!($($doc),+);
                            $(rows.extend(<$from as Row>::rows());)?
                            $(rows.push((
                                Code::new($code, Kind::$kind, $crate::errors!(@own MEANING $($meaning)?)),
                                stringify!($words),
                            ));)?
                        }
                    )+
                    rows
                }
            }

            $(
                $(#[cfg($cfg)])?
                const _: () = {
                    $(impl From<$from> for $name {
                        fn from(error: $from) -> Self {
                            Self::$variant(error)
                        }
                    })?
                };
            )+
        };
    };

    // The value of a row, or the default.
    (@own (@none $code:literal)) => { [] };
    (@own (@none $code:literal) $cures:expr) => { $cures };
    (@own $usual:ident) => { $usual };
    (@own $usual:ident $own:expr) => { $own };
    (@of $inner:ident $from:ident) => { $inner };
    (@words $f:ident $words:literal) => { write!($f, $words) };
    (@words $f:ident ($($words:tt)+)) => { write!($f, $($words)+) };
    (@words $f:ident $field:ident) => { fmt::Display::fmt($field, $f) };
    (@source $field:ident) => { $field.source() };
    (@source $words:tt) => { None };
}
