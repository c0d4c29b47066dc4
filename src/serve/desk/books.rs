//! Books: the recorded ones, and the form for the keys of a book.toml.

use axum::extract::State;
use maud::{Markup, html};
use serde_json::{Map, Value, json};

use super::export;
use super::form_fields::{FormField, Group, keys, of_part, one_of, value, wish};
use super::form_preview::{Fields, FormPreview, command, copied, field, form as live, running};
use super::frame::{Answer, Frame, Offered, fragment};
use super::links::grouped;
use crate::Shared;
use crate::api::books::Described;
use crate::database::{BookRow, Contents, Database, DrawOptions, Error, Estimate, Part, UsedBatch};
use crate::plural::counted;
use crate::problem::Problem;
use crate::route::ROOT;

/// The keys that the form has fields for, in groups; the first is always open.
const GROUPS: [(&str, &[FormField]); 3] = [
    (
        "Book",
        &[
            wish("title", "Title", "Sudoku"),
            wish("subtitle", "Subtitle", ""),
            wish("author", "Author", ""),
            wish("size", "Trim size", "6x9"),
            wish("per-page", "Puzzles a page", "2"),
            one_of("solutions", "Solutions"),
            one_of("profile", "Printer"),
            one_of("design", "Design"),
        ],
    ),
    (
        "Pages",
        &[
            wish("captions", "Captions", "number, level, id"),
            one_of("order", "Order in a section"),
            wish("solutions-per-page", "Solutions a page", ""),
            one_of("dividers", "Divider pages"),
            one_of("heads", "Running heads"),
            one_of("folios", "Page numbers"),
            wish("margin", "Outer margin", "0.5in"),
            wish("gutter", "Gutter", ""),
            wish("large-print", "Large print", ""),
            wish("worksheet", "Worksheet: name and date, no title or contents", ""),
            wish("hints", "A list of hints", ""),
            wish("hint-pictures", "Pictures with hints", ""),
            wish("how-to", "How-to pages for techniques", ""),
            one_of("how-to-ladder", "Techniques of how-to pages"),
        ],
    ),
    (
        "Imprint, paper and volumes",
        &[
            wish("imprint", "Imprint", "© 2027 A. Setter"),
            one_of("language", "Language"),
            one_of("stock", "Paper"),
            wish("volumes", "Volumes", "1"),
            wish("first-number", "Number of the first puzzle", "1"),
            wish("blank-grids", "Blank grids at the end", "0"),
            wish("note-pages", "Pages of lines at the end", "0"),
            wish("note", "Note", "kept with the batch"),
        ],
    ),
];

/// Keys of the table `cover`.
const COVER: [FormField; 5] = [
    one_of("design", "Design of the cover").or("none"),
    one_of("colour", "Colour"),
    wish("isbn", "ISBN", ""),
    wish("spine", "Spine width", "11.5mm"),
    wish("spine-text", "Spine text", ""),
];

/// Fields of puzzles, which hold for all sections.
fn of_puzzles() -> Vec<FormField> {
    of_part(|row| ["symmetry", "clues", "minimal"].contains(&row.key))
}

pub async fn page(State(shared): crate::State) -> Answer {
    let known = |database: &Database| Ok::<_, Error>((database.books()?, database.levels()?));
    let (books, levels) = shared.call(known).await?;
    let levels: Vec<String> = levels.levels().iter().map(|level| level.name.clone()).collect();
    let rows: Vec<BookRow> = books.into_iter().map(BookRow::from).collect();
    let body = html! {
        h1 { "Books" }
        p .lead { "A proof comes first: its pages, to be looked at, and what is against the printer's rules. The book for the printer is made of it." }
        @if shared.settings.out.is_none() {
            p .problem { "This server writes no files: start it with " code { "--out FOLDER" } "." }
        }
        (running(&shared, "book", "book"))
        section .card { (live("/books/offer", &fields(&levels))) }
        @if !rows.is_empty() {
            h2 { "On record" }
            (list(&rows))
            (copied(&command(&shared.settings, &["books"])))
        }
    };
    Ok(Frame::of("Books", "/books", body).page(&shared.settings))
}

fn list(rows: &[BookRow]) -> Markup {
    html! {
        div .wide tabindex="0" role="region" aria-label="Books" {
            table .list {
                thead { tr { th { "Book" } th { "Title" } th .figure { "Puzzles" } th .figure { "Volumes" } } }
                tbody { @for row in rows { tr {
                    td { (row.book) } td { bdi { (row.title) } @if let Some(state) = &row.state { " " span .bad { (state) } } }
                    td .figure { (grouped(row.puzzles.into())) } td .figure { (row.volumes) }
                } } }
            }
        }
    }
}

fn fields(levels: &[String]) -> Markup {
    let book = Group { keys: keys("book.toml"), levels, prefix: "", open: "default" };
    let [(_, first), others @ ..] = &GROUPS;
    let cover = Group { keys: keys("book.toml cover"), prefix: "cover ", ..book };
    let puzzles = Group { keys: keys("request part"), open: "any", ..book };
    html! {
        (book.fields(first))
        fieldset { legend { "Puzzles of each level" }
            div .week {
                @for level in levels { (field(level, &html! { input type="number" name={ "level " (level) } min="0" placeholder="0"; }, None)) }
            }
        }
        (field("Or these batches", &html! { input name="batch" placeholder="12, 15"; }, None))
        @for (name, wishes) in others { (book.more(name, wishes)) }
        (cover.more("Cover", &COVER))
        (puzzles.more("Puzzles", &of_puzzles()))
        details { summary { "A book.toml in the place of all this" }
            (field("book.toml", &html! { textarea name="toml" rows="12" spellcheck="false" placeholder="title = \"Quiet hours\"\nsize = \"5x8\"\n\n[[section]]\nlevel = \"easy\"\ncount = 60" {} }, None))
        }
    }
}

/// Returns the values of these keys that were filled in.
fn filled(name: &str, wishes: &[FormField], prefix: &str, fields: &Fields) -> Map<String, Value> {
    let own = keys(name).iter().filter(|key| wishes.iter().any(|wish| wish.key == key.name));
    own.filter_map(|key| Some((key.name.to_owned(), value(key, prefix, fields)?))).collect()
}

/// Returns the book that a form describes; `None` if it names no puzzles.
fn request(fields: &Fields) -> Result<Option<Value>, Problem> {
    if let Some(text) = fields.text("toml") {
        return Ok(Some(text.into()));
    }
    let mut book = Map::new();
    for (_, wishes) in &GROUPS {
        book.append(&mut filled("book.toml", wishes, "", fields));
    }
    book.append(&mut filled("request part", &of_puzzles(), "", fields));
    let cover = filled("book.toml cover", &COVER, "cover ", fields);
    if !cover.is_empty() {
        book.insert("cover".to_owned(), cover.into());
    }
    let level =
        |(name, count): (&str, &str)| Some(format!("{}:{count}", name.strip_prefix("level ")?));
    let is_some = |count: &str| count.bytes().any(|digit| digit != b'0');
    let levels: Vec<String> =
        fields.texts().filter(|(_, count)| is_some(count)).filter_map(level).collect();
    if let Some(batches) = fields.text("batch") {
        book.insert("batch".to_owned(), json!(export::batches(batches)?));
    } else if levels.is_empty() {
        return Ok(None);
    }
    if !levels.is_empty() {
        book.insert("level".to_owned(), levels.join(",").into());
    }
    Ok(Some(book.into()))
}

/// Returns the flag for a key of the table `cover`.
fn flag_of_cover(key: &str) -> String {
    match key {
        "design" => "cover".to_owned(),
        "isbn" | "spine" | "spine-text" => key.to_owned(),
        _ => format!("cover-{key}"),
    }
}

/// Returns the command that makes a book as a request describes it; with the batch that was drawn
/// for it, the book for the printer.
pub fn words(request: &Value, drawn: Option<u32>, is_final: bool) -> Vec<String> {
    let mut words = vec!["book".to_owned()];
    let mut flag = |name: &str, value: &Value| {
        words.push(format!("--{name}"));
        words.extend(match value {
            Value::Bool(true) => None,
            Value::String(text) => Some(text.clone()),
            Value::Array(all) => {
                Some(all.iter().map(Value::to_string).collect::<Vec<_>>().join(","))
            }
            other => Some(other.to_string()),
        });
    };
    // The keys of the draw are replaced by the result of the draw.
    let is_replaced = |key: &str| {
        let says_how =
            ["level", "note"].contains(&key) || of_puzzles().iter().any(|wish| wish.key == key);
        drawn.is_some() && says_how
    };
    for (key, value) in request.as_object().into_iter().flatten() {
        if let Some(cover) = value.as_object() {
            cover.iter().for_each(|(key, value)| flag(&flag_of_cover(key), value));
        } else if !is_replaced(key) {
            flag(key, value);
        }
    }
    if !request.is_object() {
        words.push("book.toml".to_owned());
    }
    words.extend(drawn.into_iter().flat_map(|batch| ["--batch".to_owned(), batch.to_string()]));
    if is_final {
        words.push("--final".to_owned());
    }
    words.extend(["-o", "book.pdf"].map(str::to_owned));
    words
}

enum Puzzles {
    /// Puzzles to be drawn: for each part, the wanted number and the estimate of the available one.
    Drawn(Vec<(Part, Estimate)>),
    Issued(Vec<UsedBatch>),
}

fn puzzles(database: &Database, contents: Contents) -> Result<Puzzles, Error> {
    let sections = match contents {
        Contents::Batches(batches, _) => {
            return database.used_batches(&batches).map(Puzzles::Issued);
        }
        Contents::Draw(sections) | Contents::DrawByLevel(sections) => sections,
        Contents::Book(..) | Contents::Own(..) => Vec::new(),
    };
    let part: Vec<Part> = sections.into_iter().map(|section| section.part).collect();
    let estimates =
        database.estimate(&DrawOptions { part: part.clone(), ..DrawOptions::default() })?;
    Ok(Puzzles::Drawn(part.into_iter().zip(estimates).collect()))
}

pub async fn offer(State(shared): crate::State, fields: Fields) -> Offered {
    let Some(request) = request(&fields)? else {
        let words =
            "Say how many puzzles of which level the book has, or of which batches they are.";
        return Ok(fragment(html! { p .hint { (words) } }));
    };
    let described = Described::of(request.clone())?;
    let (draws, contents) = (described.draws(), described.book.content.contents());
    let known = shared.work(move |database| {
        described.check(database)?;
        Ok::<_, Problem>(puzzles(database, contents)?)
    });
    let puzzles = known.await??;
    let (told, can) = told(&puzzles);
    let offer = FormPreview {
        told: html! {
            (told)
            p { "A proof has PROOF on each page, and is no book on record."
                @if draws { " Its puzzles are drawn for it, and are a batch from then on." } }
        },
        command: command(&shared.settings, &words(&request, None, false)),
        button: "Make the proof".to_owned(),
        post: format!("{ROOT}/books"),
        body: request,
        then: "book".to_owned(),
        key: draws.then(String::new),
        can: can && may_write(&shared),
        ..FormPreview::default()
    };
    offer.answer(&fields)
}

pub fn may_write(shared: &Shared) -> bool {
    shared.settings.out.is_some() && !shared.settings.read_only
}

/// Returns the puzzles in words, and whether there are enough.
fn told(puzzles: &Puzzles) -> (Markup, bool) {
    match puzzles {
        Puzzles::Issued(batches) => {
            let count = batches.iter().map(|used| u64::from(used.batch.issued)).sum();
            (
                html! { p .told { b { (counted(count, "puzzle")) } " of " (counted(batches.len() as u64, "batch")) ", without void ones." } },
                true,
            )
        }
        Puzzles::Drawn(kinds) => {
            let count = kinds.iter().map(|(part, _)| u64::from(part.count)).sum();
            let missing: Vec<_> = kinds
                .iter()
                .filter(|(part, estimate)| estimate.puzzles < part.count.into())
                .collect();
            let told = html! {
                p .told { b { (counted(count, "puzzle")) } " to be drawn." }
                @for (part, estimate) in &missing {
                    p .problem { "Of " (part.count) " puzzles" @if let Some(level) = &part.level { " of level " (level) } " only " (grouped(estimate.puzzles)) " can be had." }
                }
            };
            (told, missing.is_empty())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every field is of a key that there is.
    #[test]
    fn the_fields_are_of_known_keys() {
        let form = fields(&["easy".to_owned()]).into_string();
        let of = |prefix: &'static str, wishes: &[FormField]| {
            let name = |wish: &FormField| format!("name=\"{prefix}{}\"", wish.key);
            wishes.iter().map(name).collect::<Vec<_>>()
        };
        let own = GROUPS.iter().flat_map(|(_, wishes)| of("", wishes));
        for name in own.chain(of("cover ", &COVER)).chain(of("", &of_puzzles())) {
            assert_eq!(form.matches(&name).count(), 1, "{name}");
        }
    }

    #[test]
    fn a_request_is_a_command() {
        let book = json!({"title": "Quiet hours", "level": "easy:4", "symmetry": "rot180", "hints": true, "volumes": 2,
            "cover": {"design": "gift", "colour": "red", "spine-text": "x"}});
        let line = |drawn, is_final| words(&book, drawn, is_final).join(" ");
        let cover = "--cover-colour red --cover gift --spine-text x";
        assert_eq!(
            line(None, false),
            format!(
                "book {cover} --hints --level easy:4 --symmetry rot180 --title Quiet hours --volumes 2 -o book.pdf"
            )
        );
        assert_eq!(
            line(Some(7), true),
            format!(
                "book {cover} --hints --title Quiet hours --volumes 2 --batch 7 --final -o book.pdf"
            )
        );
        assert_eq!(words(&"title = 1".into(), None, false).join(" "), "book book.toml -o book.pdf");
    }
}
