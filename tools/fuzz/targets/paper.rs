//! Inputs of pages: foreign fonts, and the text of a book's own pages.

use rand::RngExt as _;
use seeddb::export::book::{Plan, check};
use seeddb::export::drawing::{Board, Font, Fonts, Theme, write_pdf, write_png, write_svg};
use ttf_parser::{Face, Tag};

use super::{Target, text};

const FONT: &[u8] = include_bytes!("../../../src/export/font/AtkinsonHyperlegible-Regular.ttf");

/// The text to typeset.
const WORDS: &str = "Größe: AVATAR 0123456789 fi";

pub const FONTS: Target = Target {
    name: "fonts",
    truth: "a font that is taken sets digits and words of finite width, and its board is written as SVG, PDF or PNG, or refused in words",
    // Mostly the small font: few outlines of a full font are used, and drawing with it is slow.
    corpus: || {
        let small = small(FONT).expect("our own font");
        vec![small.clone(), small.clone(), small, FONT.to_vec()]
    },
    words: "glyf loca cmap head hhea hmtx maxp name OS/2 post GPOS GSUB kern CFF CFF2 fvar gvar COLR OTTO true ttcf",
    check: || {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let board = Board::of(line.parse().expect("81 cells"));
        Box::new(move |data, rng| {
            let Ok(font) = Font::new(data.to_vec()) else { return };
            assert!(font.capital().is_finite());
            if let Ok((_, width)) = font.set(WORDS) {
                assert!(width.is_finite(), "{width}");
            }
            let fonts = Fonts { regular: font.clone(), bold: font };
            // Candidates and more pixels draw the same outlines, only more often.
            let theme = if rng.random_ratio(1, 16) { Theme::CANDIDATES } else { Theme::CLASSIC };
            let drawing = board.draw(200.0, &theme, &fonts);
            let mut out = Vec::new();
            // The board is written, or the error describes the font.
            let _ = match rng.random_range(0..3) {
                0 => write_svg(&mut out, &drawing, "a", &fonts),
                1 => write_pdf(&mut out, &drawing, "a", &fonts),
                _ => {
                    let dpi = if rng.random_ratio(1, 16) { 72.0 } else { 12.0 };
                    write_png(&mut out, &drawing, dpi, &fonts)
                }
            };
        })
    },
};

/// Returns a TrueType font with the outlines of [`WORDS`] only, without tables that are not read
/// here.
fn small(font: &[u8]) -> Option<Vec<u8>> {
    let face = Face::parse(font, 0).ok()?;
    let table = |name: &[u8; 4]| face.raw_face().table(Tag::from_bytes(name));
    let number = |bytes: &[u8], at: usize| {
        Some(usize::from(u16::from_be_bytes(*bytes.get(at..)?.first_chunk()?)))
    };
    let (outlines, places) = (table(b"glyf")?, table(b"loca")?);
    let mut kept: Vec<usize> =
        WORDS.chars().filter_map(|c| Some(usize::from(face.glyph_index(c)?.0))).collect();
    let (mut glyf, mut loca) = (Vec::new(), vec![0, 0]);
    // Letters with accents are composed of other glyphs.
    let outline = |glyph: usize| {
        // Offsets count pairs of bytes.
        outlines.get(2 * number(places, 2 * glyph)?..2 * number(places, 2 * glyph + 2)?)
    };
    let mut at = 0;
    while let Some(&glyph) = kept.get(at) {
        let parts = outline(glyph)?;
        let is_composed = number(parts, 0).is_some_and(|contours| contours > 0x7fff);
        let mut next = is_composed.then_some(10);
        while let Some(part) = next {
            let flags = number(parts, part)?;
            kept.push(number(parts, part + 2)?);
            let scale = [(0x08, 2), (0x40, 4), (0x80, 8)];
            let scale = scale.iter().find(|(bit, _)| flags & bit != 0).map_or(0, |(_, long)| *long);
            let long = if flags & 1 != 0 { 8 } else { 6 } + scale;
            next = (flags & 0x20 != 0).then_some(part + long);
        }
        at += 1;
    }
    for glyph in 0..usize::from(face.number_of_glyphs()) {
        if kept.contains(&glyph) {
            glyf.extend(outline(glyph)?);
        }
        loca.extend(u16::try_from(glyf.len() / 2).ok()?.to_be_bytes());
    }
    let whole = [b"GPOS", b"GSUB", b"OS/2", b"cmap", b"head", b"hhea", b"hmtx", b"maxp", b"name"];
    let mut tables: Vec<(&[u8; 4], &[u8])> =
        whole.into_iter().filter_map(|name| Some((name, table(name)?))).collect();
    tables.extend([(b"glyf", &*glyf), (b"loca", &*loca)]);
    tables.sort_unstable();
    let mut small = vec![0, 1, 0, 0];
    small.extend(u16::try_from(tables.len()).ok()?.to_be_bytes());
    // The fields for binary search are unused.
    small.extend([0; 6]);
    let mut place = 12 + 16 * tables.len();
    for (name, table) in &tables {
        small.extend(*name);
        for word in [0, place, table.len()] {
            small.extend(u32::try_from(word).ok()?.to_be_bytes());
        }
        place += table.len().next_multiple_of(4);
    }
    for (_, table) in tables {
        small.extend(table);
        small.resize(small.len().next_multiple_of(4), 0);
    }
    Some(small)
}

pub const PROSE: Target = Target {
    name: "prose",
    truth: "text of a book's own pages is set on pages, or why it cannot be is told",
    corpus: || {
        let pages =
            [include_str!("../../../src/manual/books.md"), include_str!("../../../README.md")];
        let mut corpus: Vec<Vec<u8>> =
            pages.map(|page| page.chars().take(4_000).collect::<String>().into_bytes()).into();
        corpus.push("# Title\n\nA *word* and **another**, `code`, a [link](https://a.example).\n\n- one\n- two\n  1. three\n\n> quoted\n\n---\n\n![x](y.png)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n".into());
        corpus
    },
    words: "# ## - * ** _ ` ``` > | --- 1. [ ]( ) ![ \\ <b> </b> &amp; &#0; \u{a0} \u{ad} \u{200b} \u{301} ﬁ",
    check: || {
        let fonts = Fonts::bundled().expect("they are in the program");
        Box::new(move |data, _| {
            let Some(text) = text(data) else { return };
            let matter = serde_json::json!({ "matter": { "front": text, "back": text } });
            let plan: Plan = serde_json::from_value(matter).expect("any text");
            if let Ok(extent) = check(&plan, &fonts, &[("easy", 4)]) {
                assert!(extent.pages > 0);
            }
        })
    },
};
