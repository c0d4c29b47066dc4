//! Unusual books: each is refused with the true reason, and leaves nothing behind.

use std::fs;

use crate::home::Home;

/// Requests with the expected messages; a comment in the file describes its columns.
const AWKWARD: &str = include_str!("../data/awkward_books.tsv");

/// Returns the bundled font with bytes of its OS/2 table replaced from `at` on.
fn font_with(at: usize, bytes: &[u8]) -> Vec<u8> {
    let mut font =
        include_bytes!("../../src/export/font/AtkinsonHyperlegible-Regular.ttf").to_vec();
    let number = |at: usize| u32::from_be_bytes(font[at..at + 4].try_into().unwrap()) as usize;
    // The directory has 16 bytes per table: name, checksum, offset, length.
    let tables = usize::from(u16::from_be_bytes([font[4], font[5]]));
    let entry = (0..tables).map(|i| 12 + 16 * i).find(|&i| &font[i..i + 4] == b"OS/2").unwrap();
    let start = number(entry + 8) + at;
    font[start..start + bytes.len()].copy_from_slice(bytes);
    font
}

#[test]
fn awkward_books_are_told_why() {
    let home = Home::with_few_seeds();
    home.run("draw --level easy --count 48 --rng-seed 5", 0);
    let lines = "a line\n".repeat(90);
    let imprint = format!("batch = [1]\nimprint = \"\"\"\n{lines}\"\"\"\n");
    // fsType: restricted licence. PANOSE family: pictorial.
    let fonts = [("restricted.ttf", font_with(8, &[0, 2])), ("symbols.ttf", font_with(32, &[5]))];
    for (name, font) in &fonts {
        fs::write(home.path(name), font).unwrap();
    }
    fs::write(home.path("cut.ttf"), &font_with(0, &[])[..20_000]).unwrap();
    home.file("text.txt", "no font\n");
    home.file("there.pdf", "mine\n");
    home.file("gray.toml", "batch = [1]\n[theme]\nbox-gray = 90\n");
    home.file("broken.toml", "title = \"a\nsize = 6x9\n");
    home.file("imprint.toml", &imprint);
    home.file(
        "title.toml",
        &format!("batch = [1]\ntitle = \"\"\"\n{}\"\"\"\n", "a line\n".repeat(12)),
    );
    home.file("long.toml", &format!("batch = [1]\ntitle = \"{}\"\n", "Sudoku for all ".repeat(60)));
    // Root can write to any folder; a file in place of the folder works for all users.
    home.file("readonly", "");
    let names = [
        ("@SYMBOLS", "symbols.ttf"),
        ("@RESTRICTED", "restricted.ttf"),
        ("@CUT", "cut.ttf"),
        ("@TEXT", "text.txt"),
        ("@READONLY", "readonly"),
        ("@THERE", "there.pdf"),
        ("@GRAY", "gray.toml"),
        ("@BROKEN", "broken.toml"),
        ("@IMPRINT", "imprint.toml"),
        ("@TITLE", "title.toml"),
        ("@LONG", "long.toml"),
    ];
    let before = home.files();
    let mut wrong = Vec::new();
    for row in AWKWARD.lines().filter(|row| !row.starts_with('#')) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [command, code, words] = columns[..] else { panic!("{row}") };
        let command =
            names.iter().fold(command.to_owned(), |all, (name, of)| all.replace(name, of));
        let said = home.seeddb(&command).output().unwrap();
        let err = String::from_utf8(said.stderr).unwrap();
        let is_told = words.split('|').all(|words| err.contains(words));
        if said.status.code() != Some(code.parse().unwrap()) || !is_told {
            wrong.push(format!("{command}: {:?}\n{err}", said.status.code()));
        }
        if home.files() != before {
            wrong.push(format!("{command}: other files than before"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(home.json("batches").as_array().unwrap().len(), 1, "something was drawn");
    assert_eq!(home.json("books"), serde_json::json!([]));
}
