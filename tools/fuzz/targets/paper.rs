//! What becomes pages: fonts of others, and text of a book's own pages.

use seeddb::export::book::{Plan, check};
use seeddb::export::drawing::{Board, Font, Fonts, Theme, write_pdf, write_png, write_svg};

use super::{Target, text};

const FONT: &[u8] = include_bytes!("../../../src/export/font/AtkinsonHyperlegible-Regular.ttf");

pub const FONTS: Target = Target {
    name: "fonts",
    truth: "a font that is taken sets digits and words of finite width, and its board is written as SVG, PDF and PNG or refused in words",
    corpus: || vec![FONT.to_vec()],
    words: "glyf loca cmap head hhea hmtx maxp name OS/2 post GPOS GSUB kern CFF CFF2 fvar gvar COLR OTTO true ttcf",
    check: || {
        let line =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let board = Board::of(line.parse().expect("81 cells"));
        Box::new(move |data, _| {
            let Ok(font) = Font::new(data.to_vec()) else { return };
            assert!(font.capital().is_finite());
            if let Ok((_, width)) = font.set("Größe: AVATAR 0123456789 fi") {
                assert!(width.is_finite(), "{width}");
            }
            let fonts = Fonts { regular: font.clone(), bold: font };
            let drawing = board.draw(200.0, &Theme::CANDIDATES, &fonts);
            // Each is written, or says what is wrong with the font.
            let _ = write_svg(&mut Vec::new(), &drawing, "a", &fonts);
            let _ = write_pdf(&mut Vec::new(), &drawing, "a", &fonts);
            let _ = write_png(&mut Vec::new(), &drawing, 72.0, &fonts);
        })
    },
};

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
