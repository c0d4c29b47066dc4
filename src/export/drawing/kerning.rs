//! [`Kerning`], the distances of glyph pairs, and the substitution of lining figures for old-style
//! ones.

use ttf_parser::gpos::{PairAdjustment, PairSet, PositioningSubtable};
use ttf_parser::gsub::{SingleSubstitution, SubstitutionSubtable};
use ttf_parser::opentype_layout::{LayoutTable, Lookup};
use ttf_parser::{Face, GlyphId, Tag};

/// The adjustment of the distance between two characters, in units of the font (negative: nearer),
/// for pairs of the first characters of Unicode.
#[derive(Clone, Debug)]
pub(super) struct Kerning {
    characters: usize,
    units: Vec<i16>,
}

impl Kerning {
    /// Reads the pairs of the first `characters` characters from the feature `kern` of the table
    /// GPOS, else from the table `kern`.
    pub fn new(face: &Face<'_>, characters: u32) -> Self {
        let glyph = |code| face.glyph_index(char::from_u32(code)?);
        let glyphs: Vec<Option<GlyphId>> = (0..characters).map(glyph).collect();
        let mut all = Self { characters: glyphs.len(), units: vec![0; glyphs.len().pow(2)] };
        let lookups = face.tables().gpos.map_or_else(Vec::new, |table| lookups(table, *b"kern"));
        if lookups.is_empty() {
            all.add_old(face, &glyphs);
        }
        for lookup in lookups {
            let pairs: Vec<PairAdjustment<'_>> =
                lookup.subtables.into_iter::<PositioningSubtable<'_>>().filter_map(pair).collect();
            all.add(&pairs, &glyphs);
        }
        all
    }

    /// Returns the adjustment of the distance between two characters, in units of the font.
    pub fn of(&self, left: char, right: char) -> i16 {
        let [left, right] = [left, right].map(|character| u32::from(character) as usize);
        if left.max(right) >= self.characters {
            return 0;
        }
        self.units[left * self.characters + right]
    }

    /// Adds the pairs of a lookup; the first subtable that has a pair applies.
    fn add(&mut self, pairs: &[PairAdjustment<'_>], glyphs: &[Option<GlyphId>]) {
        let seconds: Vec<Seconds> = pairs.iter().map(|table| Seconds::of(table, glyphs)).collect();
        for (i, left) in glyphs.iter().enumerate() {
            let Some(left) = *left else { continue };
            let tables = pairs.iter().zip(&seconds);
            let known: Vec<Known<'_>> =
                tables.filter_map(|(table, seconds)| Known::of(table, seconds, left)).collect();
            if known.is_empty() {
                continue;
            }
            for (j, right) in glyphs.iter().enumerate() {
                let Some(right) = *right else { continue };
                let found = known.iter().find_map(|known| match known {
                    Known::Set(set) => Some(set.get(right)?.0.x_advance),
                    Known::Classes(units, places) => units[places[j]],
                });
                if let Some(found) = found {
                    let units = &mut self.units[i * self.characters + j];
                    *units = units.saturating_add(found);
                }
            }
        }
    }

    /// Adds the pairs of the table `kern`, which fonts had before GPOS.
    fn add_old(&mut self, face: &Face<'_>, glyphs: &[Option<GlyphId>]) {
        let tables = face.tables().kern.iter().flat_map(|table| table.subtables);
        for table in tables.filter(|table| table.horizontal && !table.variable) {
            for (i, left) in glyphs.iter().enumerate() {
                for (j, right) in glyphs.iter().enumerate() {
                    let pair = left.zip(*right);
                    let found = pair.and_then(|(left, right)| table.glyphs_kerning(left, right));
                    let units = &mut self.units[i * self.characters + j];
                    *units = units.saturating_add(found.unwrap_or_default());
                }
            }
        }
    }
}

/// The distinct classes of second glyphs in a class table, and the class index of each glyph.
struct Seconds {
    classes: Vec<u16>,
    places: Vec<usize>,
}

impl Seconds {
    fn of(table: &PairAdjustment<'_>, glyphs: &[Option<GlyphId>]) -> Self {
        let (mut classes, mut places) = (Vec::new(), Vec::new());
        if let PairAdjustment::Format2 { classes: (_, second), .. } = table {
            for glyph in glyphs {
                let class = glyph.map_or(0, |glyph| second.get(glyph));
                let known = classes.iter().position(|known| *known == class);
                places.push(known.unwrap_or(classes.len()));
                if known.is_none() {
                    classes.push(class);
                }
            }
        }
        Self { classes, places }
    }
}

/// The pairs of a table with one first glyph.
enum Known<'a> {
    Set(PairSet<'a>),
    /// The adjustment for each class of second glyphs, and the class index of each glyph.
    Classes(Vec<Option<i16>>, &'a [usize]),
}

impl<'a> Known<'a> {
    fn of(table: &PairAdjustment<'a>, seconds: &'a Seconds, left: GlyphId) -> Option<Self> {
        let index = table.coverage().get(left)?;
        match table {
            PairAdjustment::Format1 { sets, .. } => sets.get(index).map(Self::Set),
            PairAdjustment::Format2 { classes, matrix, .. } => {
                let first = classes.0.get(left);
                let units = |second: &u16| Some(matrix.get((first, *second))?.0.x_advance);
                Some(Self::Classes(seconds.classes.iter().map(units).collect(), &seconds.places))
            }
        }
    }
}

/// Returns the substitute of a glyph in a feature of single substitutions; `None` if there is none.
pub(super) fn substitute(face: &Face<'_>, feature: [u8; 4], glyph: GlyphId) -> Option<GlyphId> {
    let found = lookups(face.tables().gsub?, feature).into_iter();
    let mut tables = found.flat_map(|lookup| lookup.subtables.into_iter());
    tables.find_map(|table| match table {
        SubstitutionSubtable::Single(SingleSubstitution::Format1 { coverage, delta }) => {
            coverage.get(glyph).map(|_| GlyphId(glyph.0.wrapping_add_signed(delta)))
        }
        SubstitutionSubtable::Single(SingleSubstitution::Format2 { coverage, substitutes }) => {
            substitutes.get(coverage.get(glyph)?)
        }
        _ => None,
    })
}

/// Returns the lookups of a feature for the Latin script, else for the default script.
fn lookups(table: LayoutTable<'_>, feature: [u8; 4]) -> Vec<Lookup<'_>> {
    let scripts = table.scripts;
    let script = scripts.find(Tag::from_bytes(b"latn"));
    let script = script.or_else(|| scripts.find(Tag::from_bytes(b"DFLT")));
    let Some(language) = script.and_then(|script| script.default_language) else {
        return Vec::new();
    };
    let features = language.feature_indices.into_iter().filter_map(|i| table.features.get(i));
    let own = features.filter(|own| own.tag == Tag::from_bytes(&feature));
    own.flat_map(|own| own.lookup_indices).filter_map(|i| table.lookups.get(i)).collect()
}

fn pair(table: PositioningSubtable<'_>) -> Option<PairAdjustment<'_>> {
    match table {
        PositioningSubtable::Pair(pair) => Some(pair),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face() -> Face<'static> {
        Face::parse(include_bytes!("../font/AtkinsonHyperlegible-Regular.ttf"), 0).unwrap()
    }

    #[test]
    fn letters_that_leave_a_gap_stand_nearer() {
        let kerning = Kerning::new(&face(), 0x180);
        for [left, right] in [['T', 'o'], ['A', 'V'], ['V', 'ä'], ['L', 'T']] {
            assert!(kerning.of(left, right) < 0, "{left}{right}: {}", kerning.of(left, right));
        }
        assert_eq!((kerning.of('n', 'n'), kerning.of('数', '独')), (0, 0));
    }

    /// Checks each pair separately against the definition of the format.
    #[test]
    fn each_pair_is_as_the_first_table_that_knows_it_says() {
        let face = face();
        let kerning = Kerning::new(&face, 0x180);
        let lookups = lookups(face.tables().gpos.unwrap(), *b"kern");
        let mut kerned = 0;
        for (left, right) in (0..0x180).flat_map(|left| (0..0x180).map(move |right| (left, right)))
        {
            let pair = [left, right].map(|code| char::from_u32(code).unwrap());
            let [Some(first), Some(second)] = pair.map(|c| face.glyph_index(c)) else { continue };
            let of_lookup = |lookup: &Lookup<'_>| {
                let mut tables =
                    lookup.subtables.into_iter::<PositioningSubtable<'_>>().filter_map(super::pair);
                let found = tables.find_map(|table| match table {
                    PairAdjustment::Format1 { coverage, sets } => {
                        sets.get(coverage.get(first)?)?.get(second)
                    }
                    PairAdjustment::Format2 { coverage, classes, matrix } => {
                        coverage.get(first)?;
                        matrix.get((classes.0.get(first), classes.1.get(second)))
                    }
                });
                found.map_or(0, |(value, _)| value.x_advance)
            };
            let expected: i16 = lookups.iter().map(of_lookup).sum();
            assert_eq!(kerning.of(pair[0], pair[1]), expected, "{pair:?}");
            kerned += usize::from(expected != 0);
        }
        assert!(kerned > 1_000, "{kerned}");
    }

    #[test]
    fn a_feature_gives_other_figures() {
        let face = face();
        let zero = face.glyph_index('0').unwrap();
        let known = [*b"pnum", *b"tnum"].into_iter().filter_map(|tag| substitute(&face, tag, zero));
        assert!(known.into_iter().any(|other| other != zero));
        assert_eq!(substitute(&face, *b"onum", zero), None);
    }
}
