//! [`parse`]: reads Markdown into blocks.

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::{Block, Mark, Span};

/// Reads Markdown (`CommonMark`). Both kinds of emphasis become bold, as books have one regular and
/// one bold face; of links only the text remains.
///
/// # Errors
/// The construct that cannot be set, with its line.
pub(in super::super) fn parse(text: &str) -> Result<Vec<Block>, String> {
    // Parse unsupported extensions, so that they are refused instead of printed as text.
    let refused = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS;
    let mut reader = Reader::default();
    for (event, range) in Parser::new_ext(text, refused).into_offset_iter() {
        if let Some(what) = reader.take(event) {
            let line = text[..range.start].matches('\n').count() + 1;
            return Err(format!("line {line}: {what} cannot be set; there can be {KNOWN}"));
        }
    }
    Ok(reader.blocks)
}

const KNOWN: &str = "headings, paragraphs, lists, emphasis, links, pictures, line breaks and `---`";

/// Returns the names of the pictures in a text; empty if the text is invalid.
pub(in super::super) fn images_of(text: &str) -> Vec<String> {
    let blocks = parse(text).unwrap_or_default().into_iter();
    let name = |block| if let Block::Image { name, .. } = block { Some(name) } else { None };
    blocks.filter_map(name).collect()
}

/// The blocks read so far, and the position in them.
#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    spans: Vec<Span>,
    /// The depth of nested emphasis.
    bold: usize,
    /// The next number of each enclosing list; `None` for bullets.
    lists: Vec<Option<u64>>,
    /// The mark of an item whose first paragraph is still to come.
    mark: Option<Mark>,
    /// The name of the picture whose alternative text is being read.
    image: Option<String>,
}

impl Reader {
    /// Processes an event; returns the name of the construct if it cannot be set.
    fn take(&mut self, event: Event<'_>) -> Option<&'static str> {
        match event {
            Event::Text(text) => self.add(&text),
            Event::SoftBreak => self.soft_break(),
            Event::HardBreak => self.add("\n"),
            Event::Rule => self.blocks.push(Block::Rule),
            Event::Start(tag) => return self.start(&tag),
            Event::End(end) => self.end(end),
            Event::Code(_) => return Some("code"),
            Event::Html(_) | Event::InlineHtml(_) => return Some("HTML"),
            Event::FootnoteReference(_) => return Some("a footnote"),
            Event::TaskListMarker(_) => return Some("a list of tasks"),
            Event::InlineMath(_) | Event::DisplayMath(_) => return Some("a formula"),
        }
        None
    }

    fn start(&mut self, tag: &Tag<'_>) -> Option<&'static str> {
        match tag {
            Tag::Heading { .. } | Tag::Paragraph | Tag::Link { .. } => {}
            Tag::Emphasis | Tag::Strong => self.bold += 1,
            Tag::List(first) => {
                // The item's text before a list inside it.
                self.paragraph();
                self.lists.push(*first);
            }
            Tag::Item => {
                self.mark = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        Mark::Number(*number - 1)
                    }
                    _ => Mark::Bullet,
                });
            }
            Tag::CodeBlock(_) => return Some("code (lines set in by four blanks are code)"),
            Tag::BlockQuote(_) => return Some("a quotation block"),
            Tag::HtmlBlock => return Some("HTML"),
            Tag::Table(_) | Tag::TableHead | Tag::TableRow | Tag::TableCell => {
                return Some("a table");
            }
            Tag::Image { dest_url, .. } => {
                if !self.lists.is_empty() {
                    return Some("a picture in a list");
                }
                // A picture is placed between paragraphs, even if written inside one.
                self.paragraph();
                self.image = Some(dest_url.to_string());
            }
            Tag::FootnoteDefinition(_) => return Some("a footnote"),
            Tag::Strikethrough => return Some("text that is struck out"),
            _ => return Some("this"),
        }
        None
    }

    fn end(&mut self, end: TagEnd) {
        match end {
            TagEnd::Heading(level) => {
                let spans = std::mem::take(&mut self.spans);
                self.blocks.push(Block::Heading(number(level), spans));
            }
            TagEnd::Paragraph => self.paragraph(),
            TagEnd::Image => {
                let spans = std::mem::take(&mut self.spans);
                let words = spans.iter().map(|span| &*span.text).collect();
                let name = self.image.take().unwrap_or_default();
                self.blocks.push(Block::Image { name, words });
            }
            TagEnd::Item => {
                self.paragraph();
                self.mark = None;
            }
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::Emphasis | TagEnd::Strong => self.bold -= 1,
            _ => {}
        }
    }

    /// Ends the current paragraph.
    fn paragraph(&mut self) {
        let spans = std::mem::take(&mut self.spans);
        let is_blank = spans.iter().all(|span| span.text.trim().is_empty());
        if !is_blank {
            let (depth, mark) = (self.lists.len(), self.mark.take());
            self.blocks.push(Block::Paragraph { depth, mark, spans });
        }
    }

    fn add(&mut self, text: &str) {
        let is_bold = self.bold > 0;
        match self.spans.last_mut().filter(|span| span.is_bold == is_bold) {
            Some(span) => span.text.push_str(text),
            None => self.spans.push(Span { text: text.to_owned(), is_bold }),
        }
    }

    /// Adds a soft break: a space, except in scripts without spaces.
    fn soft_break(&mut self) {
        let last = self.spans.last().and_then(|span| span.text.chars().last());
        if last.is_none_or(|last| last < '\u{2e80}') {
            self.add(" ");
        }
    }
}

fn number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        _ => 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Span {
        Span { text: text.into(), is_bold: false }
    }

    fn bold(text: &str) -> Span {
        Span { text: text.into(), is_bold: true }
    }

    fn paragraph(depth: usize, mark: Option<Mark>, spans: Vec<Span>) -> Block {
        Block::Paragraph { depth, mark, spans }
    }

    #[test]
    fn all_that_can_be_set_is_read() {
        let text = "# Foreword\n\nSolve *with* a\npencil, **as I do**.  \nA new line &amp; a [link](http://a.b).\n\n\
                    ## More\n- one\n- two\n  1. deep\n  2. deeper\n\n     still\n\n---\n一行\n二行\n";
        let expected = [
            Block::Heading(1, vec![plain("Foreword")]),
            paragraph(
                0,
                None,
                vec![
                    plain("Solve "),
                    bold("with"),
                    plain(" a pencil, "),
                    bold("as I do"),
                    plain(".\nA new line & a link."),
                ],
            ),
            Block::Heading(2, vec![plain("More")]),
            paragraph(1, Some(Mark::Bullet), vec![plain("one")]),
            paragraph(1, Some(Mark::Bullet), vec![plain("two")]),
            paragraph(2, Some(Mark::Number(1)), vec![plain("deep")]),
            paragraph(2, Some(Mark::Number(2)), vec![plain("deeper")]),
            paragraph(2, None, vec![plain("still")]),
            Block::Rule,
            paragraph(0, None, vec![plain("一行二行")]),
        ];
        assert_eq!(parse(text).unwrap(), expected);
        assert_eq!(parse("").unwrap(), []);
    }

    #[test]
    fn what_cannot_be_set_is_named_with_its_line() {
        for (text, line, what) in [
            ("a\n\n| a | b |\n|---|---|\n| 1 | 2 |", 3, "a table"),
            ("- a\n- ![board](a.png)", 2, "a picture in a list"),
            ("a\n<b>b</b>", 2, "HTML"),
            ("\n<div>\n</div>", 2, "HTML"),
            ("a `b`", 1, "code"),
            ("a\n\n    b", 3, "code (lines"),
            ("> a", 1, "a quotation"),
            ("a ~~b~~", 1, "text that is struck out"),
            ("- [ ] a", 1, "a list of tasks"),
            ("a[^1]\n\n[^1]: b", 1, "a footnote"),
        ] {
            let error = parse(text).unwrap_err();
            let expected = format!("line {line}: {what}");
            assert!(error.starts_with(&expected) && error.contains("lists"), "{text:?}: {error}");
        }
    }
}
