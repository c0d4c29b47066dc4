//! HTML and XML as lines of text: one line per row of a table, with tabs between cells; links and
//! other attributes that may hold a puzzle get separate lines.

use quick_xml::escape::unescape;

/// The least length of an attribute with a puzzle.
const SHORTEST: usize = 81;

/// Returns the text of a page, and for each line the line of the source where it begins.
pub(super) fn lines(source: &str) -> (String, Vec<u64>) {
    let mut lines = Text { all: String::new(), numbers: vec![1], line: 1, in_row: false };
    let mut rest = source;
    while let Some((before, after)) = rest.split_once('<') {
        lines.words(before);
        let Some((tag, behind)) = after.split_once('>') else {
            // A tag without an end is text.
            rest = &rest[before.len()..];
            break;
        };
        let name: String = tag.chars().take_while(|c| c.is_alphanumeric() || *c == '/').collect();
        let mut behind = behind;
        match &*name.to_lowercase() {
            "/td" | "/th" => lines.put('\t'),
            "/cell" | "/c" | "cell/" | "c/" if lines.in_row => lines.put('\t'),
            // A row of a spreadsheet, or of a program's own XML.
            "row" if has_cells(behind) => {
                lines.end();
                lines.in_row = true;
            }
            "tr" => {
                lines.end();
                lines.in_row = true;
            }
            "/tr" => lines.end_row(),
            "/row" if lines.in_row => lines.end_row(),
            "br" | "br/" | "p" | "/p" | "div" | "/div" | "li" | "/li" | "h1" | "h2" | "h3"
            | "/h1" | "/h2" | "/h3" | "row" | "/row" | "table" | "/table" | "pre" | "/pre"
                if !lines.in_row =>
            {
                lines.end();
            }
            "script" | "style" => {
                let end = format!("</{}", name.to_ascii_lowercase());
                let at = behind.to_ascii_lowercase().find(&end);
                // A script may hold puzzles as JSON.
                let inner = &behind[..at.unwrap_or(behind.len())];
                if name.eq_ignore_ascii_case("script") {
                    lines.words(inner);
                } else {
                    lines.line += inner.matches('\n').count() as u64;
                }
                behind = at.and_then(|at| behind.get(at..)).unwrap_or_default();
            }
            _ => {}
        }
        lines.attributes(&name, tag);
        lines.line += tag.matches('\n').count() as u64;
        rest = behind;
    }
    lines.words(rest);
    (lines.all, lines.numbers)
}

/// Whether the XML row that begins here has cells.
fn has_cells(behind: &str) -> bool {
    let end = behind.find("</row").or_else(|| behind.find("</Row")).unwrap_or(behind.len());
    ["</cell>", "</Cell>", "</c>", "<cell/>", "<c/>"]
        .iter()
        .any(|cell| behind[..end].contains(cell))
}

struct Text {
    all: String,
    numbers: Vec<u64>,
    line: u64,
    in_row: bool,
}

impl Text {
    fn put(&mut self, sign: char) {
        if (self.all.is_empty() || self.all.ends_with('\n'))
            && let Some(number) = self.numbers.last_mut()
        {
            *number = self.line;
        }
        self.all.push(sign);
        if sign == '\n' {
            self.numbers.push(self.line);
        }
    }

    fn end_row(&mut self) {
        self.in_row = false;
        // Remove the tab after the last cell.
        if self.all.ends_with('\t') {
            self.all.pop();
        }
        self.end();
    }

    fn end(&mut self) {
        if !self.all.is_empty() && !self.all.ends_with('\n') {
            self.put('\n');
        }
    }

    fn words(&mut self, words: &str) {
        let words =
            words.replace("&nbsp;", " ").replace("&middot;", ".").replace("&hellip;", "...");
        for line in words.split_inclusive('\n') {
            // `&#10;` is no line end of the source.
            let text = line.strip_suffix('\n').unwrap_or(line);
            self.text(&unescape(text).unwrap_or(text.into()));
            if text.len() < line.len() {
                self.text("\n");
                self.line += 1;
            }
        }
    }

    fn text(&mut self, text: &str) {
        for sign in text.chars() {
            match sign {
                // White space in a row of a table is dropped.
                '\n' | '\r' | '\t' | ' ' if self.in_row => {}
                sign => self.put(sign),
            }
        }
    }

    fn attributes(&mut self, name: &str, tag: &str) {
        let mut parts = tag.split(['"', '\'']);
        while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
            let is_field = self.in_row
                && name.eq_ignore_ascii_case("input")
                && key.trim_end().ends_with("value=");
            if is_field {
                value.chars().for_each(|sign| self.put(sign));
            } else if value.len() >= SHORTEST && !self.in_row {
                let value =
                    unescape(value).map_or_else(|_| value.to_owned(), std::borrow::Cow::into_owned);
                self.end();
                value.replace('\n', " ").chars().for_each(|sign| self.put(sign));
                self.end();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_tables_are_lines() {
        let page = "<html>\n<table>\n<tr>\n<td>5</td>\n<td>&nbsp;</td><td></td></tr><tr><td><input value=\"7\"></td><td>1</td><td>x</td></tr></table>a &lt; b";
        let (text, numbers) = lines(page);
        assert_eq!(text.trim(), "5\t\t\n7\t1\tx\na < b");
        assert_eq!(text.lines().count(), numbers.len() - usize::from(text.ends_with('\n')));
    }

    #[test]
    fn each_line_has_the_number_of_its_source() {
        let cases: [(&str, &str, &[u64]); 4] = [
            // A tag without an end: the text before it is read once.
            ("<a>\n1\n2 <b\n3", "\n1\n2 <b\n3", &[1, 2, 3, 4]),
            ("<a>1&#10;2\n3", "1\n2\n3", &[1, 1, 2]),
            // Some words get longer in lower case.
            ("<script>İİİ</SCRIPT>\n4", "İİİ\n4", &[1, 2]),
            ("<style>\nİİİ\n</style>5", "5", &[3]),
        ];
        for (page, text, numbers) in cases {
            let (found, of_lines) = lines(page);
            assert_eq!((&*found, &of_lines[..]), (text, numbers), "{page}");
        }
    }
}
