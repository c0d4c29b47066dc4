//! The files of the page as one script and one style, without what only people need.
//!
//! The modules become one classic script, since modules do not load from a file. Comments and blanks go, and names get short. That is
//! safe without a parser because of the habits of these files: statements end with a semicolon, regular expressions stand after `(`, `=`, `>`, `,` or
//! `:`, no two names of the top level are the same, objects have no methods in short form, and a name that is also a property
//! anywhere, or a word of the browser, stays as it is.

use std::collections::{BTreeMap, BTreeSet};

/// The modules, each after those that it imports.
const MODULES: [(&str, &str); 16] = [
    ("cells", include_str!("js/cells.js")),
    ("state", include_str!("js/state.js")),
    ("marks", include_str!("js/marks.js")),
    ("check", include_str!("js/check.js")),
    ("hint", include_str!("js/hint.js")),
    ("play", include_str!("js/play.js")),
    ("keys", include_str!("js/keys.js")),
    ("links", include_str!("js/links.js")),
    ("solve", include_str!("js/solve.js")),
    ("clock", include_str!("js/clock.js")),
    ("save", include_str!("js/save.js")),
    ("say", include_str!("js/say.js")),
    ("board", include_str!("js/board.js")),
    ("panel", include_str!("js/panel.js")),
    ("paper", include_str!("js/paper.js")),
    ("main", include_str!("js/main.js")),
];

const STYLES: [&str; 3] =
    [include_str!("vars.css"), include_str!("page.css"), include_str!("board.css")];

/// The words of the language, and what the browser has: these names are not ours.
const FOREIGN: &str = "addEventListener async await break case catch const continue default delete do else export extends false \
     finally for from function if import in instanceof let new null of return static super switch this throw true try typeof \
     undefined var void while yield \
     Array Boolean Date Error Infinity Intl JSON Map Math MutationObserver Number navigator Object Promise ResizeObserver Set String SyntaxError URL \
     URLSearchParams decodeURIComponent document encodeURIComponent globalThis localStorage location parent parseInt performance print \
     setInterval";

/// The script.
pub(super) fn script() -> String {
    joined(&MODULES.map(|(_, module)| module))
}

/// A module of the page.
pub fn module(name: &str) -> &'static str {
    MODULES.iter().find(|(known, _)| *known == name).map_or("", |(_, module)| module)
}

/// Modules as one script, each after those that it imports.
pub fn joined(modules: &[&str]) -> String {
    let own = |line: &&str| !line.starts_with("import ");
    let text = |module: &&str| -> String {
        let lines: Vec<&str> = module.lines().filter(own).collect();
        lines
            .iter()
            .map(|line| line.strip_prefix("export ").unwrap_or(line))
            .fold(String::new(), |text, line| text + line + "\n")
    };
    let all: String = modules.iter().map(text).collect();
    let tokens = tokens(&all);
    let short = short_names(&tokens);
    let mut script = "(()=>{".to_owned();
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    for (i, token) in tokens.iter().enumerate() {
        let written = match token {
            Token::Name(name) => short.get(*name).map_or(*name, String::as_str),
            Token::Other(text) => text,
        };
        // A semicolon before the end of a block goes, if it does not stand for an empty statement.
        let is_last = matches!(tokens.get(i + 1), Some(Token::Other("}")));
        if written == ";" && is_last && !script.ends_with(')') {
            continue;
        }
        let (last, first) = (script.chars().last(), written.chars().next());
        if let (Some(last), Some(first)) = (last, first)
            && (is_word(last) && is_word(first) || last == first && "+-".contains(first))
        {
            script.push(' ');
        }
        script.push_str(written);
    }
    script + "})()"
}

/// The style.
pub(super) fn style() -> String {
    squeezed(&STYLES)
}

/// Styles as one, without comments and blanks.
pub fn squeezed(styles: &[&str]) -> String {
    let mut style = String::new();
    for &text in styles {
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("/*") {
            style.push_str(before);
            rest = after.split_once("*/").map_or("", |(_, rest)| rest);
        }
        style.push_str(rest);
    }
    let lines = style.lines().map(str::trim).collect::<Vec<_>>().join("\n") + "\n";
    [(" {\n", "{"), (";\n}", "}"), (",\n", ","), ("\n", ""), (": ", ":"), (", ", ","), (" > ", ">")]
        .iter()
        .fold(lines, |style, (from, to)| style.replace(from, to))
}

/// A piece of a script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token<'a> {
    Name(&'a str),
    /// A string, a number, an expression of a template, or a sign.
    Other(&'a str),
}

/// The pieces, without comments and blanks. A template is its text and the pieces of what is put in.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut rest = text;
    // The open brackets; those of a template are closed by going on with its text.
    let mut open: Vec<bool> = Vec::new();
    while let Some(first) = rest.chars().next() {
        let after_sign = || match tokens.last() {
            Some(Token::Other(sign)) => sign.ends_with(['(', '=', '>', ',', ':']),
            _ => false,
        };
        let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = match first {
            ' ' | '\n' => {
                rest = &rest[1..];
                continue;
            }
            '/' if rest.starts_with("//") => {
                rest = rest.find('\n').map_or("", |end| &rest[end..]);
                continue;
            }
            '/' if after_sign() => {
                let flags = end_of(rest, '/');
                flags + rest[flags..].find(|c: char| !c.is_alphabetic()).unwrap_or_default()
            }
            '\'' => end_of(rest, '\''),
            '`' => end_of_template(rest, &mut open),
            '}' if open.pop() == Some(true) => end_of_template(rest, &mut open),
            '{' => {
                open.push(false);
                1
            }
            '+' | '-' if rest[1..].starts_with(first) => 2,
            c if is_name(c) => rest.find(|c| !is_name(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        let is_number = first.is_ascii_digit();
        tokens.push(if is_name(first) && !is_number {
            Token::Name(token)
        } else {
            Token::Other(token)
        });
        rest = after;
    }
    tokens
}

/// Where a string or regular expression ends that begins here.
fn end_of(text: &str, quote: char) -> usize {
    let (mut escaped, mut class) = (false, false);
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' if quote == '/' => class = true,
            ']' if quote == '/' => class = false,
            c if c == quote && !class => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Where the text of a template ends: at its end, or where something is put in.
fn end_of_template(text: &str, open: &mut Vec<bool>) -> usize {
    let end = text[1..].find('`').map(|at| at + 2);
    let inner = text[1..].find("${").map(|at| at + 3);
    match (end, inner) {
        (Some(end), Some(inner)) if inner < end => {
            open.push(true);
            inner
        }
        (end, _) => end.unwrap_or(text.len()),
    }
}

/// Short names for those that may have them: the most frequent get the shortest.
fn short_names(tokens: &[Token]) -> BTreeMap<String, String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut kept: BTreeSet<&str> = FOREIGN.split_whitespace().collect();
    let mut brackets: Vec<&str> = Vec::new();
    let sign = |i: Option<usize>| match i.and_then(|i| tokens.get(i)) {
        Some(Token::Other(sign)) => *sign,
        _ => "",
    };
    for (i, token) in tokens.iter().enumerate() {
        let name = match token {
            Token::Name(name) => *name,
            Token::Other(text) => {
                // What is put into a template ends with `}` and goes on with its text.
                if text.starts_with(['}', ')', ']']) {
                    brackets.pop();
                }
                if text.ends_with(['{', '(', '[']) && (text.len() == 1 || text.ends_with("${")) {
                    brackets.push(if text.len() == 1 { text } else { "" });
                }
                continue;
            }
        };
        let (before, after) = (sign(i.checked_sub(1)), sign(Some(i + 1)));
        let spread = before == "." && i > 2 && sign(Some(i - 2)) == "." && sign(Some(i - 3)) == ".";
        let is_key = after == ":"
            || brackets.last() == Some(&"{")
                && matches!(before, "{" | ",")
                && matches!(after, "," | "}" | "=");
        if before == "." && !spread || is_key {
            kept.insert(name);
        } else {
            *counts.entry(name).or_default() += 1;
        }
    }
    let mut names: Vec<_> = counts.into_iter().filter(|(name, _)| !kept.contains(name)).collect();
    names.sort_by_key(|&(name, count)| (std::cmp::Reverse(count), name));
    let mut free = (0..).map(short).filter(|name| !kept.contains(name.as_str()));
    names.into_iter().filter_map(|(name, _)| Some((name.to_owned(), free.next()?))).collect()
}

/// `a` to `Z`, then two letters.
fn short(number: usize) -> String {
    let letters = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let letter = |i: usize| char::from(letters[i % letters.len()]);
    match number.checked_sub(letters.len()) {
        None => letter(number).into(),
        Some(more) => [letter(more / letters.len()), letter(more)].iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_come_after_what_they_import_and_names_are_told_apart() {
        let mut seen = BTreeSet::new();
        let mut names = BTreeSet::new();
        for (name, text) in MODULES {
            for line in text.lines().filter(|line| line.starts_with("import ")) {
                let from = line.split('\'').nth(1).unwrap().trim_start_matches("./");
                assert!(seen.contains(from.trim_end_matches(".js")), "{name}: {line}");
            }
            seen.insert(name);
            for line in text.lines() {
                let line = line.strip_prefix("export ").unwrap_or(line);
                let declared =
                    ["const ", "let ", "function "].iter().find_map(|kind| line.strip_prefix(kind));
                let all = declared.map(|rest| rest.split(['=', '(']).next().unwrap_or_default());
                for word in
                    all.unwrap_or_default().split(|c: char| !c.is_alphanumeric() && c != '$')
                {
                    assert!(
                        word.is_empty() || names.insert(word),
                        "{word} of {name} is there twice"
                    );
                }
            }
        }
    }

    #[test]
    fn strings_templates_and_expressions_stay_as_they_are() {
        let text = "f('a // b', `x ${y + `${z} {`} }`, /[/']+ \\//g, a / b / c); // end\n";
        let all: Vec<&str> = tokens(text)
            .into_iter()
            .map(|token| match token {
                Token::Name(text) | Token::Other(text) => text,
            })
            .collect();
        let expected = "f ( 'a // b' , `x ${ y + `${ z } {` } }` , /[/']+ \\//g , a / b / c ) ;";
        assert_eq!(all.join(" "), expected);
    }

    #[test]
    fn names_that_are_properties_stay() {
        let text = "const long = (other, { key, given = 1 }) => ({ name: other.size, key }); f(...long, [other, long]);";
        let short = short_names(&tokens(text));
        let names: Vec<&str> = short.keys().map(String::as_str).collect();
        assert_eq!(names, ["f", "long", "other"]);
    }
}
