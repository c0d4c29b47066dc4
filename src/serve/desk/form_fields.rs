//! All that can be wished of a draw, as fields of a form.

use std::iter;
use std::sync::LazyLock;

use maud::{Markup, html};
use serde_json::{Map, Value};

use super::form_preview::{Fields, field};
use crate::ask::criterion::{self as ask, Kind};
use crate::ask::{Constraints, Name};
use crate::database::Part;
use crate::schemas::{Key, Output, inputs};

pub struct FormField {
    pub key: &'static str,
    label: &'static str,
    /// An example, shown in the empty field; for a choice, the name of the empty option, in place
    /// of the group's word for it.
    example: &'static str,
    /// Whether it is one of the words that its meaning in `FORMATS.md` names.
    is_named: bool,
}

pub const fn wish(key: &'static str, label: &'static str, example: &'static str) -> FormField {
    FormField { key, label, example, is_named: false }
}

/// Creates a field for a choice whose words `FORMATS.md` lists.
pub const fn one_of(key: &'static str, label: &'static str) -> FormField {
    FormField { key, label, example: "", is_named: true }
}

/// The keys of the first group, which is always open. The others follow below their headings.
const FIRST: [&str; 4] = ["level", "count", "symmetry", "clues"];

/// Returns the fields of some keys of a part.
pub fn of_part(is_wanted: impl Fn(&ask::Criterion) -> bool) -> Vec<FormField> {
    let wanted = Part::wishes().filter(|row| is_wanted(row));
    wanted.map(|row| wish(row.key, row.label, row.example)).collect()
}

/// Returns the keys of a part, in groups with their names.
fn groups() -> Vec<(&'static str, Vec<FormField>)> {
    let mut names: Vec<&str> = Vec::new();
    for row in Constraints::WISHES.iter().chain(Part::WISHES) {
        if !(FIRST.contains(&row.key) || names.contains(&row.heading)) {
            names.push(row.heading);
        }
    }
    let first = ("What", of_part(|row| FIRST.contains(&row.key)));
    let others = names
        .into_iter()
        .map(|name| (name, of_part(|row| row.heading == name && !FIRST.contains(&row.key))));
    iter::once(first).chain(others).collect()
}

/// The keys of the whole request.
const OF_ALL: [FormField; 6] = [
    wish("note", "Note", "kept with the batch"),
    wish("sets", "Sets as hard as one another", "2"),
    wish("given-to", "Given to", "whom it is for"),
    wish("page", "Page of a PDF", "letter"),
    wish("rng-seed", "RNG seed", "random"),
    wish("partition", "Partition", "1/2"),
];

/// The descriptions in `FORMATS.md` of the keys of files that commands read.
static INPUTS: LazyLock<Vec<Output>> = LazyLock::new(inputs);

pub fn keys(name: &str) -> &'static [Key] {
    INPUTS.iter().find(|input| input.name == name).map_or(&[], |input| &input.keys)
}

impl FormField {
    /// Returns the wish with other words for the choice that is left open.
    pub const fn or(self, open: &'static str) -> Self {
        Self { example: open, ..self }
    }
}

#[derive(Clone, Copy)]
pub struct Group<'a> {
    pub keys: &'static [Key],
    pub levels: &'a [String],
    /// Before the keys in the names of the fields.
    pub prefix: &'static str,
    /// The label of a choice that is left open.
    pub open: &'static str,
}

impl Group<'_> {
    pub fn fields(self, wishes: &[FormField]) -> Markup {
        html! { div .fields { @for wish in wishes { (control(wish, self)) } } }
    }

    /// Renders these fields in a part of the form that is closed at first.
    pub fn more(self, name: &str, wishes: &[FormField]) -> Markup {
        html! { details { summary { (name) } (self.fields(wishes)) } }
    }
}

pub fn fields(levels: &[String]) -> Markup {
    let part = Group { keys: keys("request part"), levels, prefix: "", open: "any" };
    let request = Group { keys: keys("request"), ..part };
    html! {
        @for (place, (name, wishes)) in groups().iter().enumerate() {
            @if place == 0 { (part.fields(wishes)) } @else { (part.more(name, wishes)) }
        }
        (request.more("Note and randomness", &OF_ALL))
        datalist #techniques { @for name in Name::all() { option value=(name) {} } }
    }
}

fn control(wish: &FormField, group: Group<'_>) -> Markup {
    let &FormField { key, label, example, is_named } = wish;
    let Group { keys, levels, prefix, open } = group;
    let open = if is_named && !example.is_empty() { example } else { open };
    let Some(known) = keys.iter().find(|known| known.name == key) else { return html! {} };
    let name = format!("{prefix}{key}");
    if known.kind.starts_with("true/false") {
        return html! { label .tick { input type="checkbox" name=(name); " " (label) } };
    }
    let wished = Part::wishes().find(|row| row.key == key).map(|row| row.kind);
    let least = u8::from(matches!(wished, Some(Kind::Count)));
    // Only characters of numbers and ranges can be typed into such fields.
    let pattern = matches!(wished, Some(Kind::Wholes | Kind::Numbers)).then_some(r"[0-9. \-]+");
    let choices: Vec<&str> = match key {
        "level" => levels.iter().map(String::as_str).collect(),
        _ if is_named => known.about.split('`').skip(1).step_by(2).collect(),
        _ => match wished {
            // An empty choice asks for nothing.
            Some(Kind::Choice(names)) => {
                names.iter().copied().filter(|name| *name != "none").collect()
            }
            _ => Vec::new(),
        },
    };
    let control = if choices.is_empty() {
        let is_number = known.kind.starts_with("integer");
        let list = known.kind.starts_with("names").then_some("techniques");
        html! { input name=(name) type=[is_number.then_some("number")] min=[is_number.then_some(least)] pattern=[pattern] placeholder=(example) list=[list] value=[(key == "count").then_some("10")]; }
    } else {
        html! { select name=(name) { option value="" { (open) } @for choice in choices { option value=(choice) selected[key == "level" && levels.get(1).is_some_and(|level| level == choice)] { (choice) } } } }
    };
    let plain = known.about.replace('`', "");
    // Choices need no further explanation.
    field(label, &control, (!is_named).then_some(&*plain))
}

/// Returns the entered text, as the value that a request has.
pub fn value(key: &Key, prefix: &str, fields: &Fields) -> Option<Value> {
    let name = format!("{prefix}{}", key.name);
    if key.kind.starts_with("true/false") {
        return fields.is(&name).then_some(Value::Bool(true));
    }
    let text = fields.text(&name)?;
    let number = text.parse::<u64>().ok().filter(|_| key.kind.starts_with("integer"));
    Some(number.map_or_else(|| text.into(), Value::from))
}

/// Returns the request of a form as JSON, and the flags of the command.
pub fn request(fields: &Fields) -> (Value, Vec<String>) {
    let mut flags = vec!["draw".to_owned()];
    let mut read = |name: &str| -> Map<String, Value> {
        let mut read = Map::new();
        for key in keys(name) {
            let Some(value) = value(key, "", fields) else { continue };
            flags.push(format!("--{}", key.name));
            match &value {
                Value::Bool(_) => {}
                Value::String(text) => flags.push(text.clone()),
                other => flags.push(other.to_string()),
            }
            read.insert(key.name.to_owned(), value);
        }
        read
    };
    let (part, mut all) = (read("request part"), read("request"));
    all.insert("part".to_owned(), Value::Array(vec![part.into()]));
    (all.into(), flags)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_a_request_has_its_field() {
        let form = fields(&["easy".to_owned()]).into_string();
        let all = keys("request part").iter().chain(keys("request"));
        for key in all.filter(|key| key.name != "part") {
            let name = format!("name=\"{}\"", key.name);
            assert_eq!(form.matches(&name).count(), 1, "{name}");
        }
    }
}
