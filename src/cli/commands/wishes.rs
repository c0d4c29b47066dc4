//! [`Wishes`]: the requested properties of puzzles as flags, shared by all commands that take them.

use std::path::Path;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, Command, Error, FromArgMatches};
use seeddb_core::ask::criterion::{Criterion, Kind};
use seeddb_core::ask::keyed::WithKeys;
use seeddb_core::ask::{Constraints, Pattern, PatternError};
use seeddb_core::record::Origin;
use seeddb_database::Part;
use serde_json::Value;

use crate::terminal::{parse, small};

/// The ids of a group of flags, to declare conflicts.
pub fn flags<A: clap::Args>() -> Vec<clap::Id> {
    let command = A::augment_args(clap::Command::new("flags"));
    command.get_arguments().map(|own| own.get_id().clone()).collect()
}

/// The given properties of puzzles, and with `DRAWN` of their seeds: a flag for each row of
/// [`Part::wishes`], except those that commands define themselves.
#[derive(Clone, Debug)]
pub struct Wishes<const DRAWN: bool = false>(WithKeys<Part>);

fn rows(drawn: bool) -> impl Iterator<Item = &'static Criterion> {
    let of_seeds = Part::WISHES.iter().filter(move |wish| drawn && wish.heading == "Seeds");
    of_seeds.chain(Constraints::WISHES)
}

/// Converts the value of a flag to that of a request.
fn value(wish: &Criterion, text: &str) -> Result<Value, String> {
    let value = match (wish.key, wish.kind) {
        ("scale", _) => parse::scale(text)?.to_string().into(),
        ("pattern", _) => pattern(text)?.into(),
        ("without", _) => parse::of_tiers(text)?.as_ref().into(),
        (_, Kind::Whole) => parse::whole::<u32>(text)?.into(),
        _ => Value::from(text),
    };
    read([(wish.key.to_owned(), value.clone())]).map(|_| value)
}

/// A pattern, or the content of the file that contains it.
fn pattern(text: &str) -> Result<String, String> {
    let path = Path::new(text);
    match text.parse::<Pattern>() {
        Err(PatternError::Sign(_)) if !path.exists() => {
            return Err(format!(
                "there is no file {text}; a pattern has 81 signs: `.` without a clue, `x` with one, `?` either, a digit that clue"
            ));
        }
        Err(_) if path.is_file() => {}
        _ => return Ok(text.to_owned()),
    }
    let read = small::read_text(path, small::MOST_TOML);
    read.map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// The request of these keys and values.
///
/// # Errors
/// An unknown key or an invalid value, in words.
pub fn read(given: impl IntoIterator<Item = (String, Value)>) -> Result<WithKeys<Part>, String> {
    serde_json::from_value(given.into_iter().collect()).map_err(|error| error.to_string())
}

fn arg(wish: &'static Criterion) -> Arg {
    let mut about = wish.about();
    for Criterion { key, .. } in Constraints::WISHES {
        about = about.replace(&format!("`{key}`"), &format!("--{key}"));
    }
    let arg = Arg::new(wish.key).long(wish.key).help(about).help_heading(wish.heading);
    let arg = match wish.key {
        "and-harder" => arg.requires("technique"),
        "within" => arg.requires("pattern"),
        "scale" => arg.help("The minutes are of your own solvers: a file of `levels calibrate`"),
        _ => arg.allow_hyphen_values(matches!(wish.kind, Kind::Numbers)),
    };
    let arg = arg.value_name(if wish.key == "scale" { "FILE" } else { wish.value });
    let arg = match wish.kind {
        Kind::Flag => return arg.action(ArgAction::SetTrue),
        Kind::Choice(names) => {
            let lower = |name: String| Value::from(name.to_lowercase());
            return arg.value_parser(PossibleValuesParser::new(names).map(lower));
        }
        Kind::Names => arg.action(ArgAction::Append).value_delimiter(','),
        _ => arg,
    };
    arg.value_parser(move |text: &str| value(wish, text))
}

impl<const DRAWN: bool> clap::Args for Wishes<DRAWN> {
    fn augment_args(command: Command) -> Command {
        command.args(rows(DRAWN).map(arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<const DRAWN: bool> FromArgMatches for Wishes<DRAWN> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let given = rows(DRAWN).filter_map(|Criterion { key, kind, .. }| {
            let value = match kind {
                Kind::Flag => matches.get_flag(key).then_some(true)?.into(),
                Kind::Names => matches.get_many::<Value>(key)?.cloned().collect(),
                _ => matches.get_one::<Value>(key)?.clone(),
            };
            Some(((*key).to_owned(), value))
        });
        read(given).map(Self).map_err(|words| Error::raw(ErrorKind::InvalidValue, words))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<const DRAWN: bool> Wishes<DRAWN> {
    pub fn constraints(&self) -> Constraints {
        self.0.value.ask.clone()
    }

    /// The given properties as a request for one puzzle of this origin.
    pub fn given(&self, origin: Option<Origin>) -> WithKeys<Part> {
        let mut given = self.0.clone();
        if origin.is_some() {
            given.value.origin = origin;
            given.keys.push("origin".to_owned());
        }
        given
    }
}

/// The kind of puzzles, or of seeds, that a list is of.
#[derive(clap::Args, Debug)]
pub struct PartArgs {
    /// A level of the table
    #[arg(long, value_name = "L")]
    level: Option<String>,
    /// Only seeds of this origin
    #[arg(long, value_name = "ORIGIN", value_parser = parse::origin())]
    origin: Option<Origin>,
    #[command(flatten)]
    wishes: Wishes,
}

impl PartArgs {
    pub fn part(&self) -> Part {
        let Self { level, origin, wishes } = self;
        Part { level: level.clone(), origin: *origin, ask: wishes.constraints(), ..Part::default() }
    }
}
