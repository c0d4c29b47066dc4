//! [`Keyed`]: types that are read and written key by key, in any format that serde knows.
//!
//! A key that there is not is refused where it stands, with the one that was meant. Keys that say
//! nothing are left out. How their values are written is told by [`values`](super::values).

use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, Visitor};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};

use crate::rating::levels::meant;

/// A type of several keys, each of which may be left out.
pub trait Keyed: Clone + Default {
    /// Its keys, in the order in which they are written.
    fn keys() -> Vec<&'static str>;

    /// Reads the value of one of its keys; whether it is one.
    ///
    /// # Errors
    /// The value is none for this key.
    fn read<'de, A: MapAccess<'de>>(&mut self, key: &str, map: &mut A) -> Result<bool, A::Error>;

    /// Takes the value of a key over.
    fn inherit(&mut self, key: &str, from: &Self);

    /// Writes all that says something.
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;
}

/// Implements [`Keyed`], `Serialize` and `Deserialize` for a struct: `field: "key" as Type` for
/// each field, where the type is one that is made from the field and has it as `.0`; at last
/// `..field` if another keyed type is in it, whose keys stand beside its own.
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
                <$crate::ask::keyed::Given<Self>>::deserialize(from).map(|given| given.value)
            }
        }
    };
}

/// Writes it as a map.
pub fn serialize<T: Keyed, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(None)?;
    value.write(&mut map)?;
    map.end()
}

/// A value with the keys that were given for it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given<T> {
    /// What was read.
    pub value: T,
    /// The keys that were there.
    pub keys: Vec<String>,
}

impl<T: Keyed> Given<T> {
    /// What was given, and beyond that what all have in common.
    #[must_use]
    pub fn with(mut self, shared: &Self) -> T {
        for key in shared.keys.iter().filter(|key| !self.keys.contains(key)) {
            self.value.inherit(key, &shared.value);
        }
        self.value
    }

    /// Takes over what another one was given.
    pub fn take(&mut self, other: &Self) {
        for key in &other.keys {
            self.value.inherit(key, &other.value);
            self.keys.push(key.clone());
        }
    }
}

impl<T: Keyed + PartialEq> From<T> for Given<T> {
    /// As if the keys had been given that say something.
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

impl<T: Keyed> Serialize for Given<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        serialize(&self.value, to)
    }
}

impl<'de, T: Keyed> Deserialize<'de> for Given<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Reads<T>(PhantomData<T>);
        impl<'de, T: Keyed> Visitor<'de> for Reads<T> {
            type Value = Given<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("keys with values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Given<T>, A::Error> {
                let (mut given, known) = (Given::<T>::default(), T::keys());
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
