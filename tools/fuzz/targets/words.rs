//! Short words: names of files, captions, themes, days of a week, keys of an order, ids, addresses.

use std::fmt::{Debug, Display};
use std::path::Path;
use std::str::FromStr;

use seeddb::board::Puzzle;
use seeddb::database::{censored, without_password};
use seeddb::export::book::{Captions, Isbn, Length, Size};
use seeddb::export::drawing::Theme;
use seeddb::export::{Caption, Ramp, Row, SortKey, Template};
use seeddb::logic::Ladder;
use seeddb::rating::levels::LevelTable;
use seeddb::symmetry::{ClueSymmetry, Fraction, Id, Key};

use super::{Target, owned, text};

pub const WORDS: Target = Target {
    name: "words",
    truth: "a name made by a template is that of one file everywhere, a theme has lines and digits of a size, and what is shown is read again as the same",
    corpus: || {
        owned(&[
            "{date}-{level}-{number}",
            "No. {number}: {level} ({clues} clues)",
            "{id}_{batch}_{tier}_{score}_{seed}_{yyyymmdd}_{weekday}_{sheet}",
            "large,cell-line=0.5,boxes=20,candidates=yes,given=regular",
            "shaded",
            "mon:easy,tue..thu:medium,fri-sun:hard",
            "level,score-,clues",
            "3/16",
            "rot180",
            "7K3Q-0MZX-4D2A-T",
            "s1C2-D3E4-F5G6-H",
            "0123456789abcdef0123456789abcdef",
            "978-3-16-148410-0",
            "11.5mm",
            "6x9",
            "number,level,stars,id",
            "postgres://me:secret@db.example:5432,other/puzzles?host=/tmp&sslmode=require",
        ])
    },
    words: "{id} {number} {batch} {level} {tier} {score} {clues} {seed} {date} {yyyymmdd} {weekday} {sheet} CON aux . / \\ : large classic \
            cell-line box-line cell-ink digit candidate given filled boxes shade candidates =yes =1e3 mon tue sunday : .. easy rot90 full mm in x \
            postgres:// @ ? & host= password= sslmode=",
    check: || {
        let row = row();
        Box::new(move |data, _| {
            let Some(text) = text(data) else { return };
            if let Ok(name) = text.parse::<Template>().and_then(|own| own.name(&row, 7)) {
                is_name(&name);
            }
            if let Ok(caption) = text.parse::<Caption>() {
                let _ = caption.of(&row);
            }
            if let Ok(theme) = text.parse::<Theme>() {
                let sizes = [theme.cell_line, theme.box_line, theme.digit, theme.candidate];
                assert!(sizes.iter().all(|size| (0.01..=20.0).contains(size)), "{theme:?}");
            }
            same::<Ramp>(text);
            same::<Fraction>(text);
            same::<Id>(text);
            same::<ClueSymmetry>(text);
            same::<Captions>(text);
            let _ = (text.parse::<SortKey>(), text.parse::<Isbn>(), text.parse::<Length>());
            let _ = (text.parse::<Size>(), text.parse::<Key>());
            let _ = censored(text);
            let (path, password) = without_password(Path::new(text));
            if password.is_some() {
                let (_, again) = without_password(&path);
                assert!(again.is_none(), "{}", path.display());
            }
        })
    },
};

/// Asserts that a value that can be read is printed so that it reads back.
fn same<T: FromStr<Err: Debug> + Display + PartialEq>(text: &str) {
    if let Ok(read) = text.parse::<T>() {
        let shown = read.to_string();
        let again: T =
            shown.parse().unwrap_or_else(|error| panic!("{text:?}, {shown:?}: {error:?}"));
        assert!(again == read, "{text:?}, {shown:?}");
    }
}

fn is_name(name: &str) {
    let strange = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
    assert!(!name.contains(strange) && !name.starts_with('.') && !name.is_empty(), "{name:?}");
    assert!(name.len() <= 200, "{} bytes", name.len());
}

/// Returns the row of a puzzle whose level has a malicious name.
fn row() -> Row {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let puzzle = Puzzle::new(&line.parse().expect("81 cells")).expect("one solution");
    let mut row = Row::own(Ladder::hsolve(), &LevelTable::default(), &puzzle, 3);
    row.level = Some("../..\\ \u{202e}{id}\0.".to_owned());
    row
}
