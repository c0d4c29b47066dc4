//! [`Keyed`]: types that are read and written key by key, in any format of serde.
//!
//! An unknown key is refused at its place, with the most similar key. Keys with default values are
//! left out. The forms of the values are in [`values`](super::values).

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use crate::rating::levels::meant;

/// A type of several optional keys.
pub trait Keyed: Clone + Default {
    /// Returns its keys, in the order in which they are written.
    fn keys() -> Vec<&'static str>;

    /// Reads the value of a key; returns false if the type has no such key.
    ///
    /// # Errors
    /// The value does not fit the key.
    fn read<'de, A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<bool, A::Error>;

    /// Copies the value of a key from `from`.
    fn inherit(&mut self, key: &str, from: &Self);

    /// Writes all keys with other values than the default.
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;
}

/// Implements [`Keyed`], `Serialize` and `Deserialize` for a struct: `field: "key" as Type` for
/// each field, where `Type` wraps the field as `.0`; at the end `..field` for a field of another
/// keyed type, whose keys are written beside its own.
#[macro_export]
macro_rules! keyed {
    ($type:ty { $($field:ident: $key:literal as $as:ty,)* $(..$inner:ident: $of:ty)? }) => {
        impl $crate::ask::keyed::Keyed for $type {
            fn keys() -> Vec<&'static str> {
                #[allow(unused_mut)]
                let mut keys = vec![$($key),*];
                $(keys.extend(<$of as $crate::ask::keyed::Keyed>::keys());)?
                keys
            }

            fn read<'de, A: serde::de::MapAccess<'de>>(
                &mut self,
                key: &str,
                map: &mut A,
            ) -> Result<bool, A::Error> {
                match key {
                    $($key => self.$field = map.next_value::<$as>()?.0,)*
                    $(_ if self.$inner.read(key, map)? => {})?
                    _ => return Ok(false),
                }
                Ok(true)
            }

            fn inherit(&mut self, key: &str, from: &Self) {
                match key {
                    $($key => self.$field.clone_from(&from.$field),)*
                    _ => { $(self.$inner.inherit(key, &from.$inner);)? }
                }
            }

            fn write<M: serde::ser::SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
                let nothing = Self::default();
                $(if self.$field != nothing.$field {
                    map.serialize_entry($key, &<$as>::from(self.$field.clone()))?;
                })*
                $(self.$inner.write(map)?;)?
                Ok(())
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                $crate::ask::keyed::serialize(self, to)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                <$crate::ask::keyed::WithKeys<Self>>::deserialize(from).map(|given| given.value)
            }
        }
    };
}

/// Writes the value as a map. Errors are those of the serializer.
pub fn serialize<T: Keyed, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(None)?;
    value.write(&mut map)?;
    map.end()
}

/// A value, and the keys that were given for it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WithKeys<T> {
    /// The value.
    pub value: T,
    /// The keys that were given.
    pub keys: Vec<String>,
}

impl<T: Keyed> WithKeys<T> {
    /// Returns the value; keys not given come from `shared`.
    #[must_use]
    pub fn with(mut self, shared: &Self) -> T {
        for key in shared.keys.iter().filter(|key| !self.keys.contains(key)) {
            self.value.inherit(key, &shared.value);
        }
        self.value
    }

    /// Copies the given keys of `other`.
    pub fn take(&mut self, other: &Self) {
        for key in &other.keys {
            self.value.inherit(key, &other.value);
            self.keys.push(key.clone());
        }
    }
}

impl<T: Keyed + PartialEq> From<T> for WithKeys<T> {
    /// Marks all keys with other values than the default as given.
    fn from(value: T) -> Self {
        let says = |key: &&str| {
            let mut alone = T::default();
            alone.inherit(key, &value);
            alone != T::default()
        };
        let keys = T::keys().into_iter().filter(says).map(str::to_owned).collect();
        Self { value, keys }
    }
}

impl<T: Keyed> Serialize for WithKeys<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        serialize(&self.value, to)
    }
}

impl<'de, T: Keyed> Deserialize<'de> for WithKeys<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Reads<T>(PhantomData<T>);
        impl<'de, T: Keyed> Visitor<'de> for Reads<T> {
            type Value = WithKeys<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("keys with values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<WithKeys<T>, A::Error> {
                let (mut given, known) = (WithKeys::<T>::default(), T::keys());
                while let Some(key) = map.next_key_seed(Key(&known))? {
                    given.value.read(&key, &mut map)?;
                    given.keys.push(key);
                }
                Ok(given)
            }
        }
        from.deserialize_map(Reads(PhantomData))
    }
}

/// Reads one of these keys.
pub struct Key<'a>(pub &'a [&'a str]);

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<String, D::Error> {
        let key = String::deserialize(from)?;
        if self.0.contains(&key.as_str()) {
            return Ok(key);
        }
        Err(D::Error::custom(match meant(&key, self.0.iter().copied()) {
            Some(own) => format!("there is no key {key}; did you mean {own}?"),
            None => format!("there is no key {key}; there are {}", self.0.join(", ")),
        }))
    }
}
