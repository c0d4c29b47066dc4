//! Untrusted texts (titles, names of levels and series) stay texts in every document: it is
//! well-formed, has the elements that it has with other texts, and a reader sees the texts.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _};

use chacha20::ChaCha8Rng;
use jiff::civil::date;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use seeddb::export::book::Language;
use seeddb::export::drawing::{Board, Fonts, Theme, write_eps, write_svg};
use seeddb::export::plot::{Axis, Words, histogram};
use seeddb::export::site::{Description, Published, Site, SiteDay, SiteSeries};
use seeddb::export::{Credits, Format, Hints, Page, Row, Style, Writer};
use seeddb::logic::Ladder;
use serde_json::Value;

use crate::formats::rows;

#[rustfmt::skip]
const PIECES: [&str; 41] = [
    "<", ">", "&", "\"", "'", "&amp;", "&#0;", "&#1;", "<!--", "-->", "]]>", "<![CDATA[", "<?",
    "?>", "</script>", "<script>", "</title>", "</style>", "{title}", "{", "}", "\\", "`", "${x}",
    "(", ")", "%%EOF", "\0", "\u{1}", "\u{b}", "\u{1b}[2J", "\u{7f}", "\u{85}", "\u{2028}",
    "\u{202e}", "\u{2066}", "\u{fdd0}", "\u{fffe}", "\u{10ffff}", "\r\n", "\t",
];

/// Returns a text that begins and ends with letters, which occurs in no document by itself.
fn strange(rng: &mut ChaCha8Rng) -> String {
    let mut words = "wqz".to_owned();
    for _ in 0..rng.random_range(0..9) {
        match rng.random_range(0..3) {
            0 => words.push(rng.random()),
            1 => words
                .push_str(["a", "Quiet hours", " ", "größer", "数独"].choose(rng).unwrap_or(&"")),
            _ => words.push_str(PIECES.choose(rng).unwrap_or(&"")),
        }
    }
    words + "zqw"
}

/// Whether XML 1.0 forbids a character, or it is a Unicode noncharacter.
fn is_none(c: char) -> bool {
    matches!(u32::from(c), 0..=8 | 0xb | 0xc | 0xe..=0x1f | 0xfdd0..=0xfdef)
        || u32::from(c) % 0x1_0000 >= 0xfffe
}

/// Returns the visible part of a text in XML or HTML: without spaces, and characters that may
/// become spaces.
fn seen(text: &str) -> String {
    text.replace(|c: char| c == ' ' || c.is_control() || is_none(c), "")
}

/// Returns the texts and attribute values of an XML document, and the names of elements and
/// attributes.
///
/// # Panics
/// The document is not well-formed.
fn read_xml(document: &str) -> (Vec<String>, Vec<String>) {
    let (mut texts, mut names) = (Vec::new(), Vec::new());
    let mut element = |tag: &BytesStart<'_>, texts: &mut Vec<String>| {
        names.push(format!("{:?}", tag.name()));
        for attribute in tag.attributes() {
            let attribute = attribute.unwrap();
            assert!(!attribute.value.contains('<'), "{document:?}");
            names.push(format!("{:?}", attribute.key));
            texts.push(unescape(&attribute.value).unwrap().into_owned());
        }
    };
    assert!(!document.contains(is_none), "{document:?}");
    let mut xml = quick_xml::Reader::from_str(document);
    xml.config_mut().enable_all_checks(true);
    let (mut text, mut depth, mut roots) = (String::new(), 0, 0);
    loop {
        let event = xml.read_event().unwrap_or_else(|error| panic!("{error}: {document:?}"));
        match &event {
            Event::Text(own) => text.push_str(&own.xml10_content()),
            Event::GeneralRef(own) => text.push_str(&unescape(&format!("&{};", &**own)).unwrap()),
            Event::Start(tag) | Event::Empty(tag) => {
                roots += usize::from(depth == 0);
                element(tag, &mut texts);
            }
            Event::Decl(_) | Event::End(_) | Event::Eof => {}
            other => panic!("{other:?}: {document:?}"),
        }
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => {
                depth -= 1;
                texts.push(std::mem::take(&mut text));
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!((roots, depth), (1, 0), "{document:?}");
    (texts, names)
}

/// Returns the elements of a page and their attributes without values, and the texts in quotes or
/// between elements.
fn read_html(page: &str) -> (Vec<String>, Vec<String>) {
    let (mut texts, mut names) = (Vec::new(), Vec::new());
    let mut rest = page;
    while let Some((text, after)) = rest.split_once('<') {
        texts.push(unescape(text).unwrap_or_default().into_owned());
        let (mut name, mut inside) = (String::new(), after);
        // The end of a tag is outside of quotes.
        loop {
            let at = inside.find(['"', '>']).unwrap_or_else(|| panic!("{page}"));
            name.push_str(&inside[..at]);
            let is_end = inside[at..].starts_with('>');
            inside = &inside[at + 1..];
            if is_end {
                break;
            }
            let (value, after) = inside.split_once('"').unwrap();
            texts.push(unescape(value).unwrap_or_default().into_owned());
            inside = after;
        }
        rest = inside;
        // These elements contain no elements.
        for raw in ["script", "style"] {
            if name.split(' ').next() == Some(raw) {
                let (text, after) = rest.split_once(&format!("</{raw}")).unwrap();
                texts.push(text.to_owned());
                rest = after.split_once('>').unwrap().1;
                name.push_str(" and its end");
            }
        }
        names.push(name);
    }
    (texts, names)
}

/// Whether a JSON value contains this text.
fn has(value: &Value, words: &str) -> bool {
    match value {
        Value::String(text) => text.contains(words),
        Value::Array(all) => all.iter().any(|value| has(value, words)),
        Value::Object(all) => {
            all.iter().any(|(key, value)| key.contains(words) || has(value, words))
        }
        _ => false,
    }
}

fn written(format: Format, words: &str, row: &Row) -> Vec<u8> {
    let credits =
        Credits { title: words.to_owned(), credit: words.to_owned(), copyright: words.to_owned() };
    let mut writer = Writer::new(Vec::new(), Style { credits, ..Style::of(format) }).unwrap();
    writer.row(row).unwrap();
    writer.finish().unwrap()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// Returns the documents with these texts, by name.
fn documents(words: &str, row: &Row) -> BTreeMap<String, String> {
    let row = Row { level: Some(words.to_owned()), ..row.clone() };
    let mut all = BTreeMap::new();
    for format in [Format::OpenSudoku, Format::Json, Format::Jsonl, Format::Ipuz] {
        all.insert(format!("x.{}", format.extension()), text(written(format, words, &row)));
    }
    let mut sheet = zip::ZipArchive::new(Cursor::new(written(Format::Xlsx, words, &row))).unwrap();
    for i in 0..sheet.len() {
        let mut part = sheet.by_index(i).unwrap();
        let mut text = String::new();
        part.read_to_string(&mut text).unwrap();
        all.insert(format!("xlsx/{i}.xml"), text);
    }
    let fonts = Fonts::bundled().unwrap();
    let drawing = Board::of(row.puzzle).draw(200.0, &Theme::CLASSIC, &fonts);
    let mut svg = Vec::new();
    write_svg(&mut svg, &drawing, words, &fonts).unwrap();
    all.insert("x.svg".to_owned(), text(svg));
    let own = || words.to_owned();
    let plot = Words { title: own(), note: own(), x: own(), y: own() };
    let groups = [(own(), vec![1.0, 2.0]), (own(), vec![3.0])];
    all.insert("plot.svg".to_owned(), histogram(&plot, &groups, Axis::Fitting).unwrap());
    let page = Page {
        title: own(),
        credit: own(),
        language: Language::En,
        theme: Theme::CLASSIC,
        solutions: false,
        ladder: Some(Ladder::hsolve()),
        common: None,
        hints: Hints::Recorded,
    };
    let mut html = Vec::new();
    page.write(&mut html, std::slice::from_ref(&row)).unwrap();
    all.insert("x.html".to_owned(), text(html));
    let description = Description {
        name: own(),
        credit: own(),
        imprint: own(),
        address: "https://example.org/?a=1&b\u{fffe}".to_owned(),
        series: vec![own(), "other".to_owned()],
        ..Description::default()
    };
    description.check().unwrap();
    let day = date(2027, 1, 4);
    let series = |name: String| SiteSeries {
        name,
        days: vec![SiteDay {
            date: day,
            row: Some(Row { date: Some(day), ..row.clone() }),
            changed: None,
        }],
    };
    let site = Site {
        logo: Vec::new(),
        theme: Theme::CLASSIC,
        ladder: Ladder::hsolve(),
        until: day,
        published: Published::default(),
        description,
    };
    let mut put = |name: &str, data: &[u8]| {
        if let Ok(text) = std::str::from_utf8(data) {
            all.insert(format!("site/{name}"), text.to_owned());
        }
        Ok::<_, std::io::Error>(())
    };
    site.write(&[series(own()), series("other".to_owned())], &|_| None, &mut put).unwrap();
    all
}

/// Whether a reader of a document finds the text in it, and the names of its elements.
fn look(name: &str, document: &str, words: &str) -> (bool, Vec<String>) {
    let ending = name.rsplit('.').next().unwrap();
    let (texts, elements) = match ending {
        "xml" | "svg" | "opensudoku" => read_xml(document),
        "html" => read_html(document),
        _ => (Vec::new(), Vec::new()),
    };
    let is_told = texts.iter().any(|text| seen(text).contains(&seen(words)));
    let json = match ending {
        "json" | "jsonl" | "ipuz" => Some(document),
        "html" => document
            .split_once("id=\"data\">")
            .and_then(|(_, rest)| Some(rest.split_once("</script>")?.0)),
        "js" => document
            .split_once('=')
            .filter(|(before, _)| before.starts_with("var seeddb"))
            .map(|(_, data)| data),
        _ => None,
    };
    let Some(json) = json else { return (is_told, elements) };
    // A script continues after its data.
    let mut values = serde_json::Deserializer::from_str(json).into_iter::<Value>();
    let value = values.next().unwrap().unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(ending == "js" || values.next().is_none(), "{name}");
    (is_told || has(&value, words), elements)
}

#[test]
fn words_of_strangers_are_words_in_every_document() {
    let row = rows(1, 1).remove(0);
    let plain = documents("wolframite", &row);
    let told = plain.iter().filter(|(name, document)| look(name, document, "wolframite").0).count();
    assert!(told > 15, "{told} documents have the words");
    for rng_seed in 0..40 {
        let words = strange(&mut ChaCha8Rng::seed_from_u64(rng_seed));
        let all = documents(&words, &row);
        assert!(all.keys().eq(plain.keys()), "RNG seed {rng_seed}");
        for ((name, document), plain) in all.iter().zip(plain.values()) {
            let (now, then) = (look(name, document, &words), look(name, plain, "wolframite"));
            assert_eq!(now, then, "{name}, RNG seed {rng_seed}, {words:?}: {document}");
        }
    }
}

/// A PostScript comment ends with its line.
#[test]
fn words_of_strangers_do_not_leave_their_comment() {
    let fonts = Fonts::bundled().unwrap();
    let drawing = Board::of(rows(1, 1)[0].puzzle).draw(200.0, &Theme::CLASSIC, &fonts);
    let eps = |words: &str| {
        let mut eps = Vec::new();
        write_eps(&mut eps, &drawing, words, &fonts).unwrap();
        let eps = text(eps);
        let lines = eps.split(['\n', '\r']).filter(|line| !line.starts_with("%%Title: (w"));
        lines.collect::<Vec<_>>().join("\n")
    };
    for rng_seed in 0..40 {
        let words = strange(&mut ChaCha8Rng::seed_from_u64(rng_seed));
        assert_eq!(eps(&words), eps("w"), "RNG seed {rng_seed}");
    }
}
