//! Boards drawn over several lines, by `draw --format board` and other programs.
//!
//! A board is recognized by its shape: uniform rows of nine cells each (or 27, or one, or a wrapped
//! line), with or without gaps between bands of three. [`look`] classifies lines; [`Board`]
//! combines rows.

use super::cells::{ALL, alone, cell, solid};
use super::roles::{Found, puzzles};
use super::{BadLine, Entry, FoundGrid, cells, grid};
use seeddb_core::board::Grid;
use seeddb_core::plural::counted;

pub(super) enum Line {
    Row(Row),
    /// Strokes above, below or between rows.
    Rule,
    /// Brackets that begin or end a board.
    Bracket,
    /// A row with candidates, which do not show the givens.
    Candidates,
    Other,
}

#[derive(Clone, Debug)]
pub(super) struct Row {
    kind: Kind,
    /// The texts of the fields; `None` if spaces may be cells, so that positions determine the
    /// cells.
    fields: Option<Vec<String>>,
    /// The unchanged line, split at strokes.
    pieces: Vec<String>,
}

/// The separation of cells in a row. All rows of a board have the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// No separation: this many cells.
    Solid(usize),
    /// Strokes.
    Strokes,
    /// A separator.
    Fields(char),
    /// Positions in a line of this many characters.
    Places(usize),
}

pub(super) fn look(line: &str) -> Line {
    let raw = line.trim_end_matches(['\r', '\n']);
    // A quotation in a mail.
    let quoted = raw.trim_start().trim_start_matches("> ").trim_start_matches('>');
    let raw = if quoted.len() < raw.trim_start().len() { quoted } else { raw };
    let text = without_remark(raw).trim();
    if text.is_empty() {
        let width = raw.len();
        let row = Row { kind: Kind::Places(width), fields: None, pieces: vec![raw.to_owned()] };
        return if matches!(width, 9 | 17) { Line::Row(row) } else { Line::Other };
    }
    if text.chars().all(|c| "[]{}(),;|".contains(c))
        && text.contains(['[', ']', '{', '}', '(', ')'])
    {
        return Line::Bracket;
    }
    // Column names as R prints them.
    if text.starts_with("[,") && text.chars().all(|c| "[], ".contains(c) || c.is_ascii_digit()) {
        return Line::Bracket;
    }
    if is_rule(text) {
        return Line::Rule;
    }
    // AsciiDoc rows have a stroke before each cell only.
    if let Some(cells) = raw.trim_start().strip_prefix('|').filter(|row| !row.ends_with('|'))
        && cells.matches('|').count() == 8
    {
        return row(
            Kind::Fields('!'),
            cells.split('|').map(|cell| cell.trim().to_owned()).collect(),
        );
    }
    let Some(text) = unwrapped(text) else { return Line::Other };
    // A MediaWiki row.
    if let Some(cells) = text.strip_prefix(['|', '!']).filter(|row| row.matches("||").count() == 8)
    {
        return row(
            Kind::Fields('|'),
            cells.split("||").map(|cell| cell.trim().to_owned()).collect(),
        );
    }
    // A MiniZinc row.
    let bare = text.trim_matches(['|', ' ']);
    let is_list = text.contains('|') && !bare.contains('|') && bare.matches(',').count() >= 8;
    let text = if is_list { bare.trim_end_matches(',') } else { text };
    if text.contains('|') {
        return of_strokes(text);
    }
    for separator in ['\t', ',', ';', '&'] {
        // A tab is a separator even at the ends of the raw line.
        let text = if separator == '\t' { raw.trim_matches(' ') } else { text };
        if text.matches(separator).count() >= 8 {
            let fields: Vec<String> =
                text.split(separator).map(|field| field.trim().to_owned()).collect();
            return row(Kind::Fields(separator), fields);
        }
    }
    let text = text.trim_end_matches([',', ';']).trim_end();
    let groups: Vec<&str> =
        text.split([' ', '\t', ',', ';', ':', '=']).filter(|group| !group.is_empty()).collect();
    match of_places(raw) {
        Line::Other => of_groups(&groups),
        line => line,
    }
}

fn without_remark(text: &str) -> &str {
    let ends = [" #", "\t#", " //", "\t//", " %", "\t%"];
    let end = ends.iter().filter_map(|mark| text.find(mark)).min();
    &text[..end.unwrap_or(text.len())]
}

/// Whether a line has strokes only, of a frame or below a heading.
pub(super) fn is_rule(text: &str) -> bool {
    if text.chars().count() == ALL {
        return false;
    }
    if let Some(word) = text.strip_prefix('\\') {
        return ["hline", "cline", "toprule", "midrule", "bottomrule"]
            .iter()
            .any(|rule| word.starts_with(rule));
    }
    let is_drawn = text.chars().all(|c| "-=_+|*:.'`,~^ \t&\\".contains(c));
    let strokes = ["--", "==", "__", "+-", "-+", "+=", "=+", "|-", "-|", ":-", "-:"];
    is_drawn && (text == "-" || strokes.iter().any(|stroke| text.contains(stroke)))
}

/// Returns the text in the innermost brackets or quotes of a line of source code; `None` if there
/// are several.
fn unwrapped(text: &str) -> Option<&str> {
    // The end of a LaTeX row.
    let text = text.split("\\\\").next().unwrap_or_default().trim_end_matches('\\').trim();
    // `[1,]` before a row in R.
    let labelled = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let is_label =
        |(label, rest): &(&str, &str)| label.len() <= 3 && !rest.contains(['[', '{', '(']);
    if let Some((_, row)) = labelled.filter(is_label) {
        return Some(row.trim());
    }
    if let Some(open) = text.rfind(['[', '{', '(']) {
        let (before, inner) = (&text[..open], &text[open + 1..]);
        // `int grid[9][9] = {`
        let is_closed = before
            .split(['[', '{', '('])
            .skip(1)
            .any(|part| part.find([']', '}', ')']).is_some_and(|length| length > 2));
        let inner = &inner[..inner.find([']', '}', ')']).unwrap_or(inner.len())];
        let inner = inner.trim();
        return (!is_closed && inner.len() > 8).then(|| unquoted(inner).unwrap_or(inner));
    }
    let text = match text.find([']', '}', ')']) {
        Some(end) if text[end..].chars().all(|c| "]}),; ".contains(c)) => text[..end].trim(),
        _ => text,
    };
    Some(unquoted(text).unwrap_or(text))
}

/// Returns the text in the only quotes, with separators before or after them allowed.
fn unquoted(text: &str) -> Option<&str> {
    let bare = text.trim_matches([',', ';', ' ', '+']);
    let inner = |quote| bare.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    let is_only = |quote: char| inner(quote).filter(|inner| !inner.contains(quote));
    is_only('"').or_else(|| is_only('\''))
}

/// Returns a row, if all fields but the first and the last are cells.
fn row(kind: Kind, fields: Vec<String>) -> Line {
    let inner = fields.len().clamp(2, usize::MAX) - 1;
    let is_row = matches!(fields.len(), 9 | 10 | 11 | 18)
        && fields[1..inner].iter().all(|field| cell(field).is_some())
        && (!matches!(fields.len(), 9 | 18) || fields.iter().all(|field| cell(field).is_some()));
    if is_row {
        Line::Row(Row { kind, fields: Some(fields), pieces: Vec::new() })
    } else {
        Line::Other
    }
}

fn of_strokes(text: &str) -> Line {
    // The end of a row in a LaTeX package.
    let text = text.strip_suffix("|.").map_or(text, |row| &text[..=row.len()]);
    let mut pieces: Vec<&str> = text.split('|').collect();
    // Without strokes around the row, the first and the last piece may be open cells.
    let has_frame = pieces.len() > 3 && pieces.len() != 9;
    let kind = if has_frame { Kind::Strokes } else { Kind::Fields('|') };
    let is_cut = pieces.len() == 10 && pieces[0].is_empty() && pieces.last() != Some(&"");
    if is_cut {
        return Line::Other;
    }
    if has_frame && pieces[0].is_empty() {
        pieces.remove(0);
    }
    if has_frame && pieces.last().is_some_and(|last| last.is_empty()) {
        pieces.pop();
    }
    if (9..=11).contains(&pieces.len()) {
        let fields: Vec<String> = pieces.iter().map(|piece| piece.trim().to_owned()).collect();
        if let line @ Line::Row(_) = row(kind, fields) {
            return line;
        }
    }
    let groups: Vec<&str> = pieces.iter().flat_map(|piece| piece.split_whitespace()).collect();
    let is_digits = |group: &&str| group.chars().all(|c| matches!(c, '1'..='9'));
    if groups.len() == 9 && groups.iter().all(is_digits) && groups.concat().len() > 9 {
        return Line::Candidates;
    }
    // Row labels beside the frame.
    let is_label = |piece: &str| piece.trim().chars().count() <= 2 && !piece.contains('.');
    let before = usize::from(pieces.len() > 3 && is_label(pieces[0]));
    let after =
        usize::from(pieces.len() - before > 3 && pieces.last().is_some_and(|last| is_label(last)));
    let own = |pieces: &[&str]| pieces.iter().map(|piece| (*piece).to_owned()).collect::<Vec<_>>();
    let inner = &pieces[before..pieces.len() - after];
    if inner.len() == 3 {
        let cells: Option<Vec<String>> = inner.iter().map(|piece| of_box(piece)).collect();
        let fields = cells.map(|cells| cells.concat().chars().map(String::from).collect());
        return Line::Row(Row { kind: Kind::Strokes, fields, pieces: own(inner) });
    }
    // Two boards side by side.
    let cells: Option<Vec<String>> = groups.iter().map(|group| solid(group)?.ok()).collect();
    let fields: Vec<String> =
        cells.unwrap_or_default().concat().chars().map(String::from).collect();
    if fields.len() == 18 { row(Kind::Strokes, fields) } else { Line::Other }
}

/// Returns the three cells of a box, if each has a character.
fn of_box(piece: &str) -> Option<String> {
    let groups: Vec<&str> = piece.split_whitespace().collect();
    let cells: Option<String> = match groups.len() {
        3 => alone(groups.iter().copied()),
        1 => solid(groups[0])?.ok(),
        _ => None,
    };
    cells.filter(|cells| cells.chars().count() == 3)
}

fn of_groups(groups: &[&str]) -> Line {
    let solid_row = |width| {
        Line::Row(Row { kind: Kind::Solid(width), fields: None, pieces: vec![String::new()] })
    };
    let cells: Vec<Option<String>> = groups.iter().map(|group| solid(group)?.ok()).collect();
    let length =
        |at: usize| cells.get(at).and_then(Option::as_ref).map_or(0, |cells| cells.chars().count());
    let is_all = |count: usize, width: usize| {
        groups.len() == count && (0..count).all(|at| length(at) == width)
    };
    let joined = || cells.iter().flatten().map(String::as_str).collect::<String>();
    let signs = |text: &str| text.chars().map(String::from).collect::<Vec<_>>();
    if groups.len() == 1 && length(0) > 0 {
        let width = length(0);
        let is_row = matches!(width, 1 | 3 | 9 | 10..ALL)
            && (matches!(width, 1 | 9) || joined().contains(|c| matches!(c, '1'..='9')));
        let Line::Row(row) = solid_row(width) else { return Line::Other };
        return if is_row { Line::Row(Row { pieces: vec![joined()], ..row }) } else { Line::Other };
    }
    if is_all(3, 3) || is_all(3, 9) {
        let width = 3 * length(0);
        return Line::Row(Row { kind: Kind::Solid(width), fields: None, pieces: vec![joined()] });
    }
    if is_all(2, 9) || is_all(6, 3) {
        return row(Kind::Fields(' '), signs(&joined()));
    }
    // A row label and the cells.
    let after = &groups[1.min(groups.len())..];
    let lengths = |width: usize| after.iter().all(|group| group.chars().count() == width);
    if after.len() == 1 && lengths(9) || after.len() == 3 && lengths(3) {
        let cells: Option<Vec<String>> = after.iter().map(|group| solid(group)?.ok()).collect();
        if let Some(cells) = cells {
            let mut fields = vec![groups[0].to_owned()];
            fields.extend(signs(&cells.concat()));
            return row(Kind::Fields(' '), fields);
        }
    }
    row(Kind::Fields(' '), groups.iter().map(|group| (*group).to_owned()).collect())
}

/// Returns a row in which spaces are open cells.
fn of_places(raw: &str) -> Line {
    let width = raw.chars().count();
    let is_row = matches!(width, 9 | 17)
        && raw.chars().all(|c| c == ' ' || c.is_ascii_digit())
        && raw.contains(' ')
        && !matches!(raw.split_whitespace().count(), 0 | 9);
    if is_row {
        return Line::Row(Row {
            kind: Kind::Places(width),
            fields: None,
            pieces: vec![raw.to_owned()],
        });
    }
    Line::Other
}

impl Row {
    /// Returns the number of cells of a row without separation.
    fn width(&self) -> Option<usize> {
        match self.kind {
            Kind::Solid(width) => Some(width),
            _ => None,
        }
    }

    /// Whether two rows may belong to one board.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let by_place = |a: &Self, b: &Self| match a.kind {
            Kind::Places(9) => b.kind == Kind::Solid(9),
            Kind::Places(_) => {
                b.kind == Kind::Fields(' ')
                    && b.fields.as_ref().is_some_and(|fields| fields.len() == 9)
            }
            _ => false,
        };
        if by_place(self, other) || by_place(other, self) {
            return true;
        }
        let lengths = (self.fields.as_ref().map(Vec::len), other.fields.as_ref().map(Vec::len));
        self.kind == other.kind
            && (lengths.0 == lengths.1 || lengths.0.is_none() || lengths.1.is_none())
    }

    /// Whether the row may be column names: 1 to 9, 0 to 8, or empty fields.
    fn is_heading(&self) -> bool {
        let Some(fields) = &self.fields else {
            return matches!(
                self.pieces.first().map(String::as_str),
                Some("123456789" | "012345678")
            );
        };
        let names = &fields[fields.len().saturating_sub(9)..];
        is_sequence(names.iter().map(String::as_str)) || names.iter().all(String::is_empty)
    }
}

/// Whether the names are 0, 1, 2 … or 1, 2, 3 …
fn is_sequence<'a>(mut names: impl Iterator<Item = &'a str>) -> bool {
    let Some(first) = names.next().and_then(|name| name.parse::<u32>().ok()).filter(|&n| n < 2)
    else {
        return false;
    };
    (first + 1..).zip(names).all(|(number, name)| name.parse() == Ok(number))
}

#[derive(Default)]
pub(super) struct Board {
    rows: Vec<(u64, Row)>,
    /// The indices of rows that follow a gap.
    gaps: Vec<usize>,
    /// The other lines since the last row: `r` for a rule, `b` for a blank line.
    gap: String,
    /// The lines of the first gap.
    first_gap: Option<String>,
}

enum State {
    /// The board needs more rows.
    Open,
    /// The board is complete. It may continue if the first row can be a row of column names.
    Whole {
        may_go_on: bool,
    },
    Broken,
}

impl Board {
    /// Records a line between rows.
    pub(super) fn between(&mut self, sign: char) {
        if !self.rows.is_empty() && self.gap.len() < 8 {
            self.gap.push(sign);
        }
    }

    /// Whether a blank line is a row of open cells.
    pub(super) fn is_by_place(&self, line: &str) -> bool {
        let width = line.len();
        width > 0 && self.rows.iter().any(|(_, row)| row.kind == Kind::Places(width))
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds the row of a line; returns the entries that it completes.
    pub(super) fn add(
        &mut self,
        row: Row,
        line: u64,
        next: impl FnOnce() -> Option<Row>,
    ) -> Vec<Entry> {
        let mut done = Vec::new();
        if !self.takes(&row) {
            done = self.end();
        }
        if !self.gap.is_empty() {
            self.gaps.push(self.rows.len());
            self.first_gap = Some(std::mem::take(&mut self.gap));
        }
        self.rows.push((line, row));
        match self.state() {
            State::Open => {}
            State::Whole { may_go_on: false } => done.extend(self.whole()),
            State::Whole { may_go_on: true } => {
                let goes_on = next().is_some_and(|row| row.is_like(&self.rows[0].1));
                if !goes_on {
                    done.extend(self.whole());
                }
            }
            State::Broken => done.extend(self.end()),
        }
        done
    }

    /// Whether a row may follow the present ones.
    fn takes(&self, row: &Row) -> bool {
        let Some((_, first)) = self.rows.first() else { return true };
        let cells: usize = self.rows.iter().filter_map(|(_, row)| row.width()).sum();
        // The end of a wrapped line.
        let is_rest = match (first.width(), row.width()) {
            (Some(a), Some(b)) => a > 9 && b < a && cells + b == ALL,
            _ => false,
        };
        if !row.is_like(first) && !is_rest {
            return false;
        }
        if self.gap.is_empty() {
            return true;
        }
        // The gaps of a board are equal, and its bands have equal heights.
        let is_same = self.first_gap.as_ref().is_none_or(|gap| *gap == self.gap);
        let bands = self.bands();
        let is_tall = bands.len() == 1 && bands[0] > 3;
        let is_full = bands.len() == 3 && bands.iter().any(|&rows| rows != 1) && bands[0] != 1;
        is_same && !is_tall && !is_full
    }

    /// Returns the heights of the bands.
    fn bands(&self) -> Vec<usize> {
        let ends = self.gaps.iter().copied().chain([self.rows.len()]);
        let mut begin = 0;
        ends.map(|end| end - std::mem::replace(&mut begin, end)).collect()
    }

    fn state(&self) -> State {
        let first = &self.rows[0].1;
        if let Some(width) = first.width().filter(|&width| width != 9) {
            let cells: usize = self.rows.iter().filter_map(|(_, row)| row.width()).sum();
            return match cells {
                _ if !self.gaps.is_empty() => State::Broken,
                ALL => State::Whole { may_go_on: false },
                cells if cells > ALL || width > 9 && cells + 1 > ALL => State::Broken,
                _ => State::Open,
            };
        }
        let bands = self.bands();
        let is_even = |bands: &[usize]| {
            matches!(bands, [9] | [3, 3, 3])
                || bands.len() == 9 && bands.iter().all(|&rows| rows == 1)
        };
        match self.rows.len() {
            9 if is_even(&bands) || bands == [1, 8] => {
                State::Whole { may_go_on: first.is_heading() && (bands.len() < 3) }
            }
            10 if first.is_heading()
                && (bands == [10] || bands[0] == 1 && is_even(&bands[1..])) =>
            {
                State::Whole { may_go_on: false }
            }
            10.. => State::Broken,
            _ => State::Open,
        }
    }

    /// Returns the grid, or two grids side by side.
    fn whole(&mut self) -> Vec<Entry> {
        let rows = std::mem::take(self).rows;
        let skipped = usize::from(rows.len() == 10);
        let line = rows[skipped].0;
        let rows: Vec<&Row> = rows[skipped..].iter().map(|(_, row)| row).collect();
        entries(line, puzzles(grids(&rows)))
    }

    /// Ends an incomplete board; returns its rows as bad lines.
    pub(super) fn end(&mut self) -> Vec<Entry> {
        let rows = std::mem::take(self).rows;
        let Some((line, first)) = rows.first() else { return Vec::new() };
        if rows.len() == 1 && first.is_heading() {
            return Vec::new();
        }
        if first.width().is_some_and(|width| width != 9 && width != 1) {
            let bad = |(line, row): &(u64, Row)| {
                Err(BadLine { line: *line, reason: grid(&row.pieces[0]).err().unwrap_or_default() })
            };
            return rows.iter().map(bad).collect();
        }
        let reason =
            format!("a drawn board of {}, 9 are needed", counted(rows.len() as u64, "row"));
        let reason = if first.width() == Some(1) { cells::few_alone(rows.len()) } else { reason };
        vec![Err(BadLine { line: *line, reason })]
    }
}

/// Converts the grids of a line to entries.
pub(super) fn entries(line: u64, found: Vec<Found>) -> Vec<Entry> {
    let entry = |one: Found| {
        one.map(|grid| FoundGrid::at(line, grid)).map_err(|reason| BadLine { line, reason })
    };
    found.into_iter().map(entry).collect()
}

/// Returns the grids of nine uniform rows.
fn grids(rows: &[&Row]) -> Vec<Found> {
    if rows.iter().all(|row| row.width().is_some()) {
        return cells::grids(&rows.iter().map(|row| &*row.pieces[0]).collect::<String>());
    }
    let fields: Option<Vec<&[String]>> = rows.iter().map(|row| row.fields.as_deref()).collect();
    let Some(fields) = fields else { return vec![by_place(rows)] };
    let joined = |from: usize, to: usize| -> Option<String> {
        alone(fields.iter().flat_map(|row| &row[from..to]).map(String::as_str))
    };
    let width = fields[0].len();
    let one = |signs: Option<String>| match signs {
        Some(signs) => cells::one(&signs),
        None => Err("a row of this board has something else than cells".to_owned()),
    };
    let column = |at: usize| fields.iter().map(move |row| row[at].as_str());
    let is_empty = |at: usize| column(at).all(str::is_empty);
    let is_name = |at: usize| {
        is_empty(at) || is_sequence(column(at)) || column(at).all(|name| cell(name).is_none())
    };
    let words = "10 columns, and which of them is no cell is not told".to_owned();
    match width {
        18 => vec![one(joined(0, 9)), one(joined(9, 18))],
        10 => match (is_name(0), is_empty(9) || !is_name(0) && is_name(9)) {
            (true, false) => vec![one(joined(1, 10))],
            (false, true) => vec![one(joined(0, 9))],
            _ => vec![Err(words)],
        },
        11 if is_name(0) && (is_empty(10) || is_name(10)) => vec![one(joined(1, 10))],
        11 => vec![Err(words.replace("10", "11"))],
        _ => vec![one(joined(0, 9))],
    }
}

/// Returns the grid of rows in which spaces are open cells; a digit is in the middle of its place.
fn by_place(rows: &[&Row]) -> Found {
    let words =
        || "in this board blanks are open cells, and its digits do not stand in columns".to_owned();
    let mut signs = String::new();
    // A row without open cells was split into fields.
    let pieces = |row: &Row| {
        if row.pieces.is_empty() {
            row.fields.as_ref().map(|fields| vec![fields.join(" ")])
        } else {
            Some(row.pieces.clone())
        }
    };
    let first = pieces(rows[0]).ok_or_else(words)?;
    for row in rows {
        let pieces = pieces(row).ok_or_else(words)?;
        if pieces.len() != first.len() {
            return Err(words());
        }
        for (piece, first) in pieces.iter().zip(&first) {
            let piece: Vec<char> = piece.chars().collect();
            let places: Vec<usize> = match (first.chars().count(), pieces.len()) {
                (9, 1) => (0..9).collect(),
                (17, 1) => (0..9).map(|i| 2 * i).collect(),
                (3, 3) => vec![0, 1, 2],
                (5, 3) => vec![0, 2, 4],
                (7, 3) => vec![1, 3, 5],
                (9, 3) => vec![1, 4, 7],
                (11, 3) => vec![1, 5, 9],
                _ => return Err(words()),
            };
            let strays =
                piece.iter().enumerate().any(|(at, sign)| *sign != ' ' && !places.contains(&at));
            if strays || piece.len() != first.chars().count() {
                return Err(words());
            }
            for at in places {
                signs.push(match piece[at] {
                    sign @ ' ' => sign,
                    sign if Grid::is_cell(sign) => sign,
                    _ => return Err(words()),
                });
            }
        }
    }
    cells::one(&signs)
}

/// Whether a line is the title of a board drawn by this crate: `12. expert · tier 5 · ...`.
pub(super) fn is_title(text: &str) -> bool {
    let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() < text.len() && after.starts_with(". ") && after.contains(" · ")
}

#[cfg(test)]
mod tests {
    use super::super::{LINE, all as read, puzzle};

    #[test]
    fn drawn_boards_read_back() {
        let mut ours = b"1. expert \xc2\xb7 tier 5\n".to_vec();
        crate::draw_board(&mut ours, &puzzle()).unwrap();
        let ours = String::from_utf8(ours).unwrap();
        assert_eq!(read(&ours), [Ok((3, puzzle()))]);

        let mut simple = String::from("*-----------*\n");
        for r in 0..9 {
            let row = &LINE[9 * r..9 * r + 9];
            simple += &["|", &row[..3], "|", &row[3..6], "|", &row[6..], "|\n"].concat();
            simple += if r % 3 == 2 { "|---+---+---|\n" } else { "" };
        }
        assert_eq!(read(&simple), [Ok((2, puzzle()))]);
        assert_eq!(read(&format!("{simple}\n{LINE}\n")).len(), 2);
    }

    #[test]
    fn rows_of_a_spreadsheet_and_rows_with_blanks_are_boards() {
        let rows = |between: &str, open: &str| {
            let cell = |c: char| if c == '.' { open.to_owned() } else { c.to_string() };
            let row = |r: usize| LINE[9 * r..9 * r + 9].chars().map(cell).collect::<Vec<_>>();
            (0..9).map(|r| row(r).join(between) + "\n").collect::<String>()
        };
        for (between, open) in [
            (" ", "0"),
            (" ", "."),
            ("  ", "_"),
            (",", ""),
            (",", "0"),
            (", ", "."),
            (";", ""),
            ("\t", "0"),
        ] {
            assert_eq!(read(&rows(between, open)), [Ok((1, puzzle()))], "{between:?} {open:?}");
        }
        assert_eq!(read(&rows(",", "").repeat(2)).len(), 2);
    }

    #[test]
    fn a_board_of_eight_rows_is_told_and_the_next_line_is_kept() {
        let rows = "...|...|...\n".repeat(8);
        let entries = read(&format!("{rows}{LINE}\n"));
        assert!(entries[0].as_ref().unwrap_err().reason.contains("8 rows"));
        assert_eq!(entries[1], Ok((9, puzzle())));
    }

    #[test]
    fn candidates_are_told() {
        let candidates = "| 5 3 124 | 26 7 2468 | 1489 1249 248 |";
        let reason = read(candidates)[0].as_ref().unwrap_err().reason.clone();
        assert!(reason.contains("candidates"), "{reason}");
    }
}
