//! [`Criterion`]: a row of the table of all properties that can be asked of puzzles. Flags, files,
//! forms and pages come from it.

use super::contradiction::Contradiction;

/// The type of a wish's value.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Whether it is asked for.
    Flag,
    /// A whole number.
    Whole,
    /// A whole number from 1, or a text such as `1k`.
    Count,
    /// Whole numbers: one, or a range of them.
    Wholes,
    /// Numbers: one, or a range of them.
    Numbers,
    /// Texts, or one text with commas.
    Names,
    /// A text.
    Text,
    /// One of these texts.
    Choice(&'static [&'static str]),
}

impl Kind {
    /// Returns the name of the type in tables of keys.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flag => "true/false",
            Self::Whole => "integer",
            Self::Count => "count",
            Self::Wholes | Self::Numbers => "range",
            Self::Names => "names",
            Self::Text | Self::Choice(_) => "text",
        }
    }
}

/// A type of values that a [`Criterion`] can have.
pub trait HasKind {
    /// The kind of these values.
    const KIND: Kind;
}

/// Values that can be combined: [`Self::both`] returns the value that meets two of them.
pub trait Intersect: Sized {
    /// Returns the value that meets both.
    ///
    /// # Errors
    /// No value meets both.
    fn both(one: Self, two: Self) -> Result<Self, Contradiction>;
}

/// A property that can be asked of puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Criterion {
    /// The key in files and in JSON, and the name of the flag.
    pub key: &'static str,
    /// The type of its value.
    pub kind: Kind,
    /// The lines of its help, which are also those of the documentation of the field.
    pub about: &'static [&'static str],
    /// The heading of its group in help and forms.
    pub heading: &'static str,
    /// The name of its value in help; empty for a flag without a value.
    pub value: &'static str,
    /// Its name in forms.
    pub label: &'static str,
    /// Examples of values; empty where forms offer a choice.
    pub example: &'static str,
}

impl Criterion {
    /// Returns the help, without the full stop.
    pub fn about(&self) -> String {
        self.about.concat().trim().trim_end_matches('.').to_owned()
    }
}

/// Defines a struct whose fields are criteria, with [`keyed!`](crate::keyed) and its table
/// `WISHES`.
///
/// A row is the documentation of the field, which is also its help text, then `field: type as
/// (written form) { key, heading, value, label, example }`. After the last row, `.. field: Type`
/// adds the keys of another such struct beside the struct's own. Only structs without an inner one
/// can be combined with another of their type.
#[macro_export]
macro_rules! wishes {
    (@both $type:ident $(.. $inner:ident)+ { $($fields:tt)* }) => {};
    (@both $type:ident { $($field:ident as $as:ty,)* }) => {
        impl $type {
            /// Returns the combined wishes of both, field by field.
            fn both(&self, other: &Self) -> Result<Self, $crate::ask::Contradiction> {
                Ok(Self {$(
                    $field: $crate::ask::criterion::Intersect::both(
                        <$as>::from(self.$field.clone()),
                        <$as>::from(other.$field.clone()),
                    )?.0,
                )*})
            }
        }
    };
    (
        $(#[$of_struct:meta])*
        pub struct $type:ident {
            $(
                $(#[doc = $about:literal])+
                $field:ident: $of:ty as $as:ty
                    { $key:literal, $heading:literal, $value:literal, $label:literal, $example:literal }
            )*
            $(.. $(#[doc = $of_inner:literal])+ $inner:ident: $type_of_inner:ty)?
        }
    ) => {
        $(#[$of_struct])*
        pub struct $type {
            $($(#[doc = $about])+ pub $field: $of,)*
            $($(#[doc = $of_inner])+ pub $inner: $type_of_inner,)?
        }

        $crate::keyed!($type { $($field: $key as $as,)* $(..$inner: $type_of_inner)? });

        impl $type {
            /// The table of its own fields.
            pub const WISHES: &[$crate::ask::criterion::Criterion] = &[$($crate::ask::criterion::Criterion {
                key: $key,
                kind: <$as as $crate::ask::criterion::HasKind>::KIND,
                about: &[$($about),+],
                heading: $heading,
                value: $value,
                label: $label,
                example: $example,
            }),*];
        }

        $crate::wishes!(@both $type $(.. $inner)? { $($field as $as,)* });
    };
}
