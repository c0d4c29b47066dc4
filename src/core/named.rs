//! Macros for types that are written: `named_enum!`, an enum whose variants have names, and
//! `read_by_name!`; `debug_as_displayed!` and `text_or_row!`.

/// Writes values for debugging as they are displayed.
macro_rules! debug_as_displayed {
    ($($type:ty),+) => {$(
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    )+};
}

/// Writes a type as it is displayed, in text, and as another type in a row, by functions to and from
/// that.
macro_rules! text_or_row {
    ($type:ty as $row:ty, $to_row:expr, $of_row:expr) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                if to.is_human_readable() {
                    to.collect_str(self)
                } else {
                    serde::Serialize::serialize(&$to_row(self), to)
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                if !from.is_human_readable() {
                    return <$row as serde::Deserialize>::deserialize(from).map($of_row);
                }
                let text = <String as serde::Deserialize>::deserialize(from)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

/// Reads an enum of [`named_enum`](crate::named_enum) by its names; the words of the error follow
/// after its name.
#[doc(hidden)]
#[macro_export]
macro_rules! read_by_name {
    ($(#[doc = $doc:literal])* $Enum:ident, $Error:ident: $($words:tt)+) => {
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
        #[error($($words)+)]
        pub struct $Error(String);

        impl std::str::FromStr for $Enum {
            type Err = $Error;

            fn from_str(text: &str) -> Result<Self, $Error> {
                let named = Self::ALL.into_iter().find(|one| one.name() == text);
                named.ok_or_else(|| $Error(text.to_owned()))
            }
        }
    };
}

/// Defines an enum from a table of its variants and their names.
#[doc(hidden)]
#[macro_export]
macro_rules! named_enum {
    (
        $(#[$of_enum:meta])*
        $vis:vis enum $Enum:ident {
            $($(#[doc = $doc:literal])* $(#[default $($is_default:tt)?])? $(#[cfg($cfg:meta)])? $Variant:ident = $name:literal,)*
        }
    ) => {
        $(#[$of_enum])*
        $vis enum $Enum {
            $($(#[doc = $doc])* $(#[default $($is_default)?])? $(#[cfg($cfg)])? $Variant,)*
        }

        impl $Enum {
            /// All variants.
            #[allow(dead_code, reason = "some are only named")]
            $vis const ALL: [Self; [$($(#[cfg($cfg)])? Self::$Variant,)*].len()] =
                [$($(#[cfg($cfg)])? Self::$Variant,)*];

            /// Their names.
            #[allow(dead_code, reason = "some are only named")]
            $vis const NAMES: [&'static str; Self::ALL.len()] =
                [$($(#[cfg($cfg)])? $name,)*];

            /// Returns the name, as users write it.
            $vis const fn name(self) -> &'static str {
                match self {
                    $($(#[cfg($cfg)])? Self::$Variant => $name,)*
                }
            }
        }

        impl std::fmt::Display for $Enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}
