//! Every text of the pages has a German form.

use std::collections::{BTreeSet, HashSet};

use jiff::ToSpan as _;
use jiff::civil::date;
use serde_json::{Map, Value, json};

use super::tests::{attribute, offer, page, with_days};
use super::words::untold;
use super::{PAGES, links};
use crate::ask::Name;
use crate::database::{DayChange, Part};
use crate::files::kinds;
use crate::record::Day;
use crate::route::Verb;
use crate::schemas::Key;
use crate::tests::{run, settings};
use crate::{Settings, app};

/// Words that are names: of levels, techniques, formats, days, and of this test.
fn names() -> HashSet<String> {
    let days = (0..366).map(|after: i64| links::long(date(2028, 1, 1) + after.days()));
    let examples = Part::wishes().map(|row| row.example.to_owned());
    let formats = kinds(true).map(|kind| kind.name().to_owned());
    let levels = crate::rating::levels::LevelTable::default();
    let levels = levels.levels().iter().map(|level| level.name.clone()).collect::<Vec<_>>();
    // Problems of a book name its key, and problems of a choice list its values.
    let inputs = crate::schemas::inputs().into_iter();
    let inputs =
        inputs.filter(|input| input.name.starts_with("book.toml") || input.name == "request part");
    let choices = |key: &Key| {
        let choices = key.about.split('`').skip(1).step_by(2);
        choices.filter(|choice| !choice.contains(' ')).collect::<Vec<_>>().join(" ")
    };
    let keys = inputs.flat_map(|input| input.keys);
    let keys: Vec<String> = keys.map(|key| format!("{} {}", key.name, choices(&key))).collect();
    let own = "daily x y Sudoku Setter Ann seeddb letter section Quiet hours quot batch Explainer paper balanced original week bottleneck kids zzz";
    let all = days.chain(examples).chain(formats).chain(levels).chain(Name::all());
    all.chain(keys)
        .chain([own.to_owned()])
        .flat_map(|text| words(&text).map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

/// Returns the words of a text that have a small letter, and nothing but letters.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| word.chars().all(char::is_alphabetic) && word.contains(char::is_lowercase))
}

/// Returns the values of a form as shown, by the names of its fields.
fn filled(form: &str) -> Value {
    let mut all = Map::new();
    let mut select = None;
    for tag in form.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        let has = |name: &str| tag.contains(&format!("{name}=\""));
        if tag.starts_with("select ") {
            select = has("name").then(|| attribute(tag, "name"));
        } else if let Some(name) = select.as_ref().filter(|_| tag.starts_with("option ")) {
            if tag.ends_with(" selected") || !all.contains_key(name) {
                all.insert(name.clone(), attribute(tag, "value").into());
            }
        } else if tag.starts_with("input ") && has("name") {
            let value = if has("value") { attribute(tag, "value") } else { String::new() };
            let is_box = tag.contains("type=\"checkbox\"");
            let value = match (is_box, tag.contains("data-list")) {
                (true, true) => json!([value]),
                (true, false) => tag.ends_with(" checked").into(),
                (false, _) => value.into(),
            };
            all.insert(attribute(tag, "name"), value);
        }
    }
    all.into()
}

/// Returns the requests of a form: as shown, with future days, and with an invalid value in each of
/// its fields.
fn asked_by(form: &str) -> Vec<(String, Value)> {
    let form = form.split("</form>").next().unwrap();
    if !form.contains("data-offer=") {
        return Vec::new();
    }
    let (to, fields) = (attribute(form, "data-offer"), filled(form));
    let names: Vec<String> = fields.as_object().unwrap().keys().cloned().collect();
    let wrong = names.iter().map(|name| (&**name, "x y"));
    let others = [("from", "2999-01-01"), ("to", "2999-01-02")].into_iter().chain(wrong);
    let others = others.filter(|(name, _)| fields[*name].is_string());
    let with = |(name, value): (&str, &str)| {
        let mut fields = fields.clone();
        fields[name] = value.into();
        fields
    };
    let all = std::iter::once(fields.clone()).chain(others.map(with));
    all.map(|fields| (to.clone(), fields)).collect()
}

#[test]
fn whatever_a_page_says_has_its_german() {
    run(async {
        let database = with_days();
        let day = |day: u8| Day { year: 2027, month: 1, day };
        database.withdraw_days("daily", &[day(5)], DayChange::default()).unwrap();
        database.approve_days("daily", &[(day(2), None)], "Ann").unwrap();
        let id = database.days_of("daily").unwrap()[1].id.clone();
        let out = tempfile::tempdir().unwrap();
        let server =
            app(database, Settings { out: Some(out.path().to_owned()), ..settings(false) });
        let names = names();
        let mut missing = BTreeSet::new();
        let mut check = |from: &str, html: &str| {
            let texts = untold(html).into_iter();
            let texts = texts.filter(|text| words(text).any(|word| !names.contains(word)));
            missing.extend(texts.map(|text| format!("{from}: {text}")));
        };
        let mut asked = HashSet::new();
        for row in PAGES.iter().filter(|row| row.verb == Verb::Get) {
            for day in ["2027-01-02", "2027-01-05", "2027-02-01"] {
                let path = row.path.replace("{series}", "daily").replace("{day}", day);
                let path = if path.starts_with("/batches") {
                    path.replace("{id}", "1")
                } else {
                    path.replace("{id}", &id)
                };
                if path.contains("/assets/") || path.contains("/play") {
                    continue;
                }
                for query in ["", "?new", "?ladder=se", "?q=zzz"] {
                    let shown = page(&server, &format!("{path}{query}")).await;
                    if !shown.body.starts_with("<!DOCTYPE") && !path.ends_with("/scores.svg") {
                        continue;
                    }
                    check(&path, &shown.body);
                    for (to, fields) in shown.body.split("<form ").skip(1).flat_map(asked_by) {
                        if !asked.insert(format!("{to} {fields}")) {
                            continue;
                        }
                        let told = offer(&server, &to, &fields).await;
                        let words = match told.status {
                            200 => told.body,
                            _ => told.json()["detail"].as_str().unwrap().to_owned(),
                        };
                        check(&to, &words);
                    }
                }
            }
        }
        let missing: Vec<String> = missing.into_iter().collect();
        assert!(missing.is_empty(), "no German of\n{}", missing.join("\n"));
        assert!(asked.len() > 100, "{}", asked.len());
        assert!(!untold("<p>There is no German of this.</p>").is_empty());
    });
}
