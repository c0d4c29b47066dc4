//! Detection of binary files by their beginning.

/// The first bytes of file types, with a description.
const BEGINS: [(&[u8], &str); 21] = [
    (
        b"%PDF-",
        "a PDF, and boards in it cannot be read: give each puzzle as 81 characters, with . for an open cell, or by the id that is printed with it",
    ),
    (b"PK\x05\x06", ZIP),
    (b"\x89PNG", PICTURE),
    (b"\xff\xd8\xff", PICTURE),
    (b"GIF8", PICTURE),
    (b"RIFF", "a picture, a sound or a film, and puzzles are read from text only"),
    (b"%!PS", "PostScript, and puzzles are read from text only"),
    (b"\xd0\xcf\x11\xe0", "a file of an older office program: save the table as CSV"),
    (b"{\\rtf", "a text of a word processor (RTF): save it as plain text"),
    (b"redb", "a database, not a file of puzzles"),
    (b"SQLite format 3", "a database, not a file of puzzles"),
    (b"\xfd7zXZ", PACKED),
    (b"\x28\xb5\x2f\xfd", PACKED),
    (b"BZh", PACKED),
    (b"7z\xbc\xaf\x27\x1c", PACKED),
    (b"\x7fELF", "a program"),
    (
        b"PAR1",
        "a table of Parquet: save it as CSV, in pandas by pd.read_parquet(\"FILE\").to_csv(\"FILE.csv\", index=False)",
    ),
    (
        b"ARROW1",
        "a table of Arrow: save it as CSV, in pandas by pd.read_feather(\"FILE\").to_csv(\"FILE.csv\", index=False)",
    ),
    (
        b"\x93NUMPY",
        "an array of NumPy: save it as CSV, by np.savetxt(\"FILE.csv\", np.load(\"FILE\").reshape(-1, 81), fmt=\"%d\", delimiter=\",\")",
    ),
    (
        b"\x89HDF",
        "a file of HDF5: save its table as CSV, in pandas by pd.read_hdf(\"FILE\").to_csv(\"FILE.csv\", index=False)",
    ),
    (b"\x80\x04\x95", "a pickle of Python: save it as CSV or as JSON"),
];

const ZIP: &str =
    "a zip file, as those of office programs are: unpack it, or save the table as CSV";
const PICTURE: &str = "a picture, and puzzles are read from text only";
const PACKED: &str = "a packed file: unpack it first (of packed files .gz alone is read)";

/// The number of bytes examined.
const LOOKED_AT: usize = 4096;

pub(super) fn why(begin: &[u8]) -> Option<String> {
    if begin.starts_with(b"\xff\xfe") || begin.starts_with(b"\xfe\xff") {
        return Some("this is text in UTF-16: save it as UTF-8".to_owned());
    }
    if let Some((_, what)) = BEGINS.iter().find(|(magic, _)| begin.starts_with(magic)) {
        return Some(format!("this is {what}"));
    }
    let begin = &begin[..begin.len().min(LOOKED_AT)];
    let is_odd = |byte: &&u8| **byte < b' ' && !b"\t\n\r\x0b\x0c\x1a\x1b".contains(*byte);
    let odd = begin.iter().filter(is_odd).count();
    (odd > begin.len() / 16).then(|| NO_TEXT.to_owned())
}

/// The reason for a file with bytes that no text has.
pub(super) const NO_TEXT: &str = "this is no text, so it holds no puzzles that can be read";

#[cfg(test)]
mod tests {
    use super::super::{LINE, all as read, puzzle};
    use super::*;

    #[test]
    fn what_is_no_text_is_told_once() {
        for (begin, what) in BEGINS {
            let mut data = begin.to_vec();
            data.extend((0..5_000u32).map(|i| ((i * i) >> 3) as u8));
            let mut reader = super::super::Reader::new(&data[..]).unwrap();
            let bad = reader.entry().unwrap().unwrap().unwrap_err();
            assert_eq!((bad.line, bad.reason), (1, format!("this is {what}")));
            assert_eq!(reader.entry().unwrap(), None);
        }
        assert!(why(b"\xff\xfe5\x003\x00").unwrap().contains("UTF-16"));
        assert_eq!(why(&[1, 200, 3, 90, 7, 5, 4]).as_deref(), Some(NO_TEXT));
    }

    #[test]
    fn text_is_text_whatever_letters_it_has() {
        for text in ["", " ", LINE, "Ünïcode 数独", "\u{1b}[1m5\u{1b}[0m"] {
            assert_eq!(why(text.as_bytes()), None);
        }
        assert_eq!(why(b"sch\xf6n, \xe9t\xe9"), None, "Latin-1 in a remark");
        // A zero byte later on ends the reading.
        let text = format!("{LINE}\n{LINE}\n\0\u{1}\n{LINE}\n{}\0\n{LINE}", "x".repeat(9));
        let entries = read(&text);
        assert_eq!(entries[..2], [Ok((1, puzzle())), Ok((2, puzzle()))]);
        let bad = entries[2].as_ref().unwrap_err();
        assert!(bad.line == 3 && bad.reason == NO_TEXT && entries.len() == 3, "{entries:?}");
    }
}
