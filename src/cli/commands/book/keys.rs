//! [`Keys`]: the flags of `book` that are keys of book.toml. FORMATS.md has their meaning, [`Plan`]
//! their types.

use std::path::Path;

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, Error, FromArgMatches, ValueHint};
use seeddb_database::schemas::{Key, inputs};
use seeddb_export::book::Plan;
use toml::{Table, Value};

use super::description::Description;
use crate::terminal::{UsageError, parse, refuse, small};

/// The keys by heading, each with the name of its value if it differs from the flag's. `PATH` is a
/// file that contains the value.
const FLAGS: [(&str, &str); 3] = [
    (
        "How it looks",
        "title=TEXT subtitle=TEXT author=TEXT imprint=TEXT size per-page=N large-print type-size=PT profile stock order \
         solutions solutions-per-page=N fillable hints hint-pictures how-to how-to-ladder matter.front=PATH matter.back=PATH language \
         qr.url=URL qr.place first-number=N date=YYYY-MM-DD",
    ),
    (
        "Its pages",
        "design captions=NAME,.. worksheet heads folios dividers margin=LENGTH gutter=LENGTH grid=LENGTH gap=LENGTH \
         blank-grids=N note-pages=N",
    ),
    (
        "Its cover",
        "cover.design cover.colour cover.image=FILE cover.back-text=PATH cover.isbn=ISBN,.. cover.spine=LENGTH cover.spine-text=TEXT",
    ),
];

/// Keys whose flags read the value from a file.
const FILES: [&str; 3] = ["matter.front", "matter.back", "cover.back-text"];

/// The keys with their headings and the names of their values.
fn keys() -> impl Iterator<Item = (&'static str, &'static str, Option<&'static str>)> {
    FLAGS.into_iter().flat_map(|(heading, keys)| {
        keys.split(' ').map(move |word| match word.split_once('=') {
            Some((key, value)) => (heading, key, Some(value)),
            None => (heading, word, None),
        })
    })
}

fn flag_of(key: &'static str) -> &'static str {
    match key {
        "cover.design" => "cover",
        "cover.colour" => "cover-colour",
        "cover.image" => "cover-image",
        "matter.back" => "back-matter",
        "qr.url" => "qr",
        "qr.place" => "qr-place",
        key => key.rsplit_once('.').map_or(key, |(_, last)| last),
    }
}

fn put(table: &mut Table, key: &str, value: Value) {
    match key.split_once('.') {
        None => drop(table.insert(key.to_owned(), value)),
        Some((first, last)) => {
            let inner = table.entry(first).or_insert_with(|| Value::Table(Table::new()));
            inner.as_table_mut().into_iter().for_each(|inner| put(inner, last, value.clone()));
        }
    }
}

fn wrong(key: &str, value: Value) -> Option<String> {
    let mut table = Table::new();
    // A place needs a link.
    put(&mut table, "qr.url", "".into());
    put(&mut table, key, value);
    let plan = Value::Table(table).try_into::<Plan>();
    plan.err().map(|error| error.message().to_owned())
}

/// The names that a key accepts; empty for other types of value.
fn names(key: &str) -> Vec<String> {
    let words = wrong(key, "?".into()).filter(|words| words.starts_with("unknown variant `?`"));
    words.map(|words| parse::expected(&words)).unwrap_or_default()
}

fn value(key: &Key, full: &str, text: &str) -> Result<Value, String> {
    let value = match key.kind {
        "integer?" => parse::whole::<u32>(text)?.into(),
        "number?" => text.parse::<f64>().map_err(|_| format!("{text}: write a number"))?.into(),
        _ => text.into(),
    };
    match wrong(full, Value::clone(&value)).filter(|_| !FILES.contains(&full)) {
        Some(_) if value.is_integer() => {
            Err(format!("{text}: that is too large, give a smaller number"))
        }
        Some(words) => Err(words),
        None => Ok(value),
    }
}

fn arg(heading: &'static str, full: &'static str, called: Option<&'static str>, key: Key) -> Arg {
    let flag = flag_of(full);
    let about = key.about.replace('`', "");
    let (first, rest) = about.split_at(1);
    let arg = Arg::new(flag).long(flag).help(first.to_uppercase() + rest).help_heading(heading);
    if key.kind == "true/false?" {
        return arg.action(ArgAction::SetTrue);
    }
    let called = called.map_or_else(|| flag.to_uppercase().replace('-', "_"), str::to_owned);
    let arg = arg.value_name(called);
    let arg = if FILES.contains(&full) { arg.value_hint(ValueHint::FilePath) } else { arg };
    // One for each volume, in one flag or several.
    let arg = if full == "cover.isbn" { arg.action(ArgAction::Append) } else { arg };
    let names = if key.kind == "text?" { names(full) } else { Vec::new() };
    if names.is_empty() {
        return arg.value_parser(move |text: &str| value(&key, full, text));
    }
    arg.hide_possible_values(true).value_parser(PossibleValuesParser::new(names).map(Value::String))
}

#[derive(Debug)]
pub struct Keys(Vec<(&'static str, Value)>);

impl clap::Args for Keys {
    fn augment_args(command: Command) -> Command {
        let inputs = inputs();
        let flags = keys().filter_map(|(heading, full, called)| {
            let (table, name) = full.split_once('.').unwrap_or(("", full));
            let table = format!("book.toml {table}");
            let input = inputs.iter().find(|input| input.name == table.trim_end())?;
            let key = input.keys.iter().find(|key| key.name == name)?;
            Some(arg(heading, full, called, *key))
        });
        command.args(flags)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Keys {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = keys().filter_map(|(_, key, _)| {
            let flag = flag_of(key);
            if let Ok(Some(is_given)) = matches.try_get_one::<bool>(flag) {
                return is_given.then(|| (key, true.into()));
            }
            let all: Vec<&Value> = matches.get_many(flag)?.collect();
            let value = match all[..] {
                [one] => one.clone(),
                _ => all.iter().filter_map(|one| one.as_str()).collect::<Vec<_>>().join(",").into(),
            };
            Some((key, value))
        });
        Ok(Self(given.collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The error for a flag about a cover if there is none.
pub fn no_cover<T>(flag: &str) -> anyhow::Result<T> {
    refuse(format!("--{flag} without a cover: give --cover plain, newspaper or gift"))
}

/// Whether a text is the name of a Markdown file, where the text itself is expected.
fn is_file_name(text: &str) -> bool {
    let ending = Path::new(text).extension();
    ending.is_some_and(|ending| ending.eq_ignore_ascii_case("md")) && !text.contains('\n')
}

impl Keys {
    /// Applies the keys, which take precedence over the file.
    pub fn apply(self, all: &mut Description) -> anyhow::Result<()> {
        let plan = &all.book.plan;
        for (key, own) in [("matter.front", &plan.matter.front), ("matter.back", &plan.matter.back)]
        {
            if let Some(name) = own.as_deref().filter(|text| is_file_name(text)) {
                let flag = flag_of(key);
                let words = format!("the key is the text itself: --{flag} {name} reads a file");
                return Err(all.at(&[key], UsageError(words)));
            }
        }
        let has = |key: &str| self.0.iter().any(|(given, _)| *given == key);
        if has("qr.place") && !has("qr.url") && plan.qr.is_none() {
            return refuse(
                "--qr-place without a link: give --qr URL, in which {id} is the id of the puzzle",
            );
        }
        if plan.cover.is_none() && !has("cover.design") {
            let of_cover = self.0.iter().find(|(key, _)| key.starts_with("cover."));
            if let Some((key, _)) = of_cover {
                return no_cover(flag_of(key));
            }
        }
        let mut given = Table::new();
        for (key, value) in self.0 {
            let path = value.as_str().filter(|_| FILES.contains(&key)).map(Path::new);
            let text = path.map(|path| {
                let text = small::read_text(path, small::MOST_TOML);
                text.with_context(|| format!("cannot read {}", path.display()))
            });
            put(&mut given, key, text.transpose()?.map_or_else(|| value.clone(), Value::from));
        }
        all.take(&given)
    }
}
