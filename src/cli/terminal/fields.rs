//! [`Fields`]: a struct as the row of a table. Its fields are the columns, so that no value stands under another's name.

use std::fmt::{self, Display};

use serde::ser::{Error, Impossible, SerializeSeq, SerializeStruct};
use serde::{Serialize, Serializer};

use super::value::Value;

/// The names of the columns, and what stands in them.
pub struct Fields {
    pub names: Vec<&'static str>,
    pub values: Vec<Value>,
}

impl Fields {
    /// Those of a struct of numbers, words, and options and lists of them. A field of type `f64` has one decimal place, one of a
    /// newtype called `Coefficient` three; one called `Json` is any value.
    pub fn of(row: &impl Serialize) -> Self {
        match row.serialize(Cells) {
            Ok(Made::Row(fields)) => fields,
            _ => panic!("a row of a table is a struct of numbers and words"),
        }
    }
}

/// What stands in the columns alone.
pub fn values(row: &impl Serialize) -> Vec<Value> {
    Fields::of(row).values
}

/// A number with three decimal places.
#[derive(Clone, Copy, Serialize)]
pub struct Coefficient(pub f64);

/// Something as text, which is made once, in its cell.
#[derive(Clone, Copy, Default)]
pub struct Shown<T>(pub T);

impl<T: Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// What becomes of something: one cell, or a row of them.
pub enum Made {
    Cell(Value),
    Row(Fields),
}

/// Nothing that can stand in a table.
#[derive(Debug)]
pub struct Unfit;

impl Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this does not fit into a table")
    }
}

impl std::error::Error for Unfit {}

impl Error for Unfit {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

impl SerializeStruct for Fields {
    type Ok = Made;
    type Error = Unfit;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Unfit> {
        let Made::Cell(value) = value.serialize(Cells)? else { return Err(Unfit) };
        self.names.push(name);
        self.values.push(value);
        Ok(())
    }

    fn end(self) -> Result<Made, Unfit> {
        Ok(Made::Row(self))
    }
}

pub struct List(Vec<Value>);

impl SerializeSeq for List {
    type Ok = Made;
    type Error = Unfit;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unfit> {
        let Made::Cell(value) = value.serialize(Cells)? else { return Err(Unfit) };
        self.0.push(value);
        Ok(())
    }

    fn end(self) -> Result<Made, Unfit> {
        Ok(Made::Cell(Value::List(self.0)))
    }
}

struct Cells;

fn cell(value: impl Into<Value>) -> Made {
    Made::Cell(value.into())
}

/// Methods whose argument is the value of a cell.
macro_rules! cells {
    ($($method:ident: $type:ty;)*) => {$(
        fn $method(self, value: $type) -> Result<Made, Unfit> {
            Ok(cell(value))
        }
    )*};
}

/// Methods for what no cell has.
macro_rules! unfit {
    ($($method:ident($($type:ty),*) -> $made:ty;)*) => {$(
        fn $method(self, $(_: $type),*) -> Result<$made, Unfit> {
            Err(Unfit)
        }
    )*};
}

type None = Impossible<Made, Unfit>;

impl Serializer for Cells {
    type Ok = Made;
    type Error = Unfit;
    type SerializeSeq = List;
    type SerializeTuple = None;
    type SerializeTupleStruct = None;
    type SerializeTupleVariant = None;
    type SerializeMap = None;
    type SerializeStruct = Fields;
    type SerializeStructVariant = None;

    cells! {
        serialize_bool: bool;
        serialize_u8: u8;
        serialize_u16: u16;
        serialize_u32: u32;
        serialize_u64: u64;
        serialize_f64: f64;
        serialize_str: &str;
    }

    unfit! {
        serialize_i8(i8) -> Made;
        serialize_i16(i16) -> Made;
        serialize_i32(i32) -> Made;
        serialize_i64(i64) -> Made;
        serialize_f32(f32) -> Made;
        serialize_char(char) -> Made;
        serialize_bytes(&[u8]) -> Made;
        serialize_unit_struct(&'static str) -> Made;
        serialize_tuple(usize) -> None;
        serialize_tuple_struct(&'static str, usize) -> None;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> None;
        serialize_map(Option<usize>) -> None;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> None;
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<Made, Unfit> {
        Ok(cell(value.to_string()))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<List, Unfit> {
        Ok(List(Vec::with_capacity(length.unwrap_or_default())))
    }

    fn serialize_none(self) -> Result<Made, Unfit> {
        Ok(cell(Value::Nothing))
    }

    fn serialize_unit(self) -> Result<Made, Unfit> {
        Ok(cell(Value::Nothing))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Made, Unfit> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<Made, Unfit> {
        Ok(cell(name))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Made, Unfit> {
        if name == "Json" {
            return serde_json::to_value(value).map(Value::Json).map(cell).map_err(Unfit::custom);
        }
        match (name, value.serialize(self)?) {
            ("Coefficient", Made::Cell(Value::Score(value))) => Ok(cell(Value::Coefficient(value))),
            (_, made) => Ok(made),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Made, Unfit> {
        Err(Unfit)
    }

    fn serialize_struct(self, _: &'static str, count: usize) -> Result<Fields, Unfit> {
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
            rho: Option<Coefficient>,
        }
        let row = Row { count: 3, first: Some(1.25), words: "a", rho: Some(Coefficient(0.5)) };
        let Fields { names, values } = Fields::of(&row);
        assert_eq!(names, ["count", "first step", "words", "rho"]);
        assert_eq!(values, [3u64.into(), Value::Score(1.25), "a".into(), Value::Coefficient(0.5)]);
        let empty = Fields::of(&Row::default());
        assert_eq!(empty.names, names);
        assert_eq!(empty.values, [0u64.into(), Value::Nothing, "".into(), Value::Nothing]);
        assert_eq!(super::values(&row), values);
        assert!([1, 2].serialize(Cells).is_err());
    }
}
