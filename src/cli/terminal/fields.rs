//! [`Fields`]: a struct as the row of a table. Its field names are the column names, so that values
//! cannot be misplaced.

use serde::ser::{Error as _, Impossible, SerializeStruct};
use serde::{Serialize, Serializer};
use serde_json::Error;

use super::value::Value;

/// The names and values of the columns.
pub struct Fields {
    pub names: Vec<&'static str>,
    pub values: Vec<Value>,
}

impl Fields {
    /// The fields of a struct. Fields of type `f64` must be rounded to one or two decimal places.
    pub fn of(row: &impl Serialize) -> Self {
        row.serialize(Row).expect("a row of a table is a struct")
    }
}

/// The values of the columns only.
pub fn values(row: &impl Serialize) -> Vec<Value> {
    Fields::of(row).values
}

impl SerializeStruct for Fields {
    type Ok = Self;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.names.push(name);
        self.values.push(serde_json::to_value(value)?.into());
        Ok(())
    }

    fn end(self) -> Result<Self, Error> {
        Ok(self)
    }
}

/// A serializer that splits structs into fields.
struct Row;

/// Methods for values that are no structs.
macro_rules! unfit {
    ($($method:ident $(<$t:ident>)? ($($type:ty),*) -> $made:ty;)*) => {$(
        fn $method $(<$t: Serialize + ?Sized>)? (self, $(_: $type),*) -> Result<$made, Error> {
            Err(Error::custom("this is no row of a table"))
        }
    )*};
}

type None = Impossible<Fields, Error>;

impl Serializer for Row {
    type Ok = Fields;
    type Error = Error;
    type SerializeSeq = None;
    type SerializeTuple = None;
    type SerializeTupleStruct = None;
    type SerializeTupleVariant = None;
    type SerializeMap = None;
    type SerializeStruct = Fields;
    type SerializeStructVariant = None;

    unfit! {
        serialize_bool(bool) -> Fields;
        serialize_i8(i8) -> Fields;
        serialize_i16(i16) -> Fields;
        serialize_i32(i32) -> Fields;
        serialize_i64(i64) -> Fields;
        serialize_u8(u8) -> Fields;
        serialize_u16(u16) -> Fields;
        serialize_u32(u32) -> Fields;
        serialize_u64(u64) -> Fields;
        serialize_f32(f32) -> Fields;
        serialize_f64(f64) -> Fields;
        serialize_char(char) -> Fields;
        serialize_str(&str) -> Fields;
        serialize_bytes(&[u8]) -> Fields;
        serialize_none() -> Fields;
        serialize_some<T>(&T) -> Fields;
        serialize_unit() -> Fields;
        serialize_unit_struct(&'static str) -> Fields;
        serialize_unit_variant(&'static str, u32, &'static str) -> Fields;
        serialize_newtype_struct<T>(&'static str, &T) -> Fields;
        serialize_newtype_variant<T>(&'static str, u32, &'static str, &T) -> Fields;
        serialize_seq(Option<usize>) -> None;
        serialize_tuple(usize) -> None;
        serialize_tuple_struct(&'static str, usize) -> None;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> None;
        serialize_map(Option<usize>) -> None;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> None;
    }

    fn serialize_struct(self, _: &'static str, count: usize) -> Result<Fields, Error> {
        Ok(Fields { names: Vec::with_capacity(count), values: Vec::with_capacity(count) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_under_its_name() {
        #[derive(Default, Serialize)]
        struct Row<'a> {
            count: u64,
            #[serde(rename = "first step")]
            first: Option<f64>,
            words: &'a str,
        }
        let row = Row { count: 3, first: Some(1.25), words: "a" };
        let Fields { names, values } = Fields::of(&row);
        assert_eq!(names, ["count", "first step", "words"]);
        assert_eq!(values, [3u64.into(), Value::Ratio(1.25), "a".into()]);
        let empty = Fields::of(&Row::default());
        assert_eq!(empty.names, names);
        assert_eq!(empty.values, [0u64.into(), Value::Nothing, "".into()]);
        assert_eq!(super::values(&row), values);
        assert!([1, 2].serialize(super::Row).is_err());
    }
}
