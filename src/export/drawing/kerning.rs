//! What a font says beside the measures of its glyphs: how near pairs of them stand, and which figures are as high as capitals.

use ttf_parser::gpos::{PairAdjustment, PositioningSubtable};
use ttf_parser::gsub::{SingleSubstitution, SubstitutionSubtable};
use ttf_parser::opentype_layout::{LayoutTable, Lookup};
use ttf_parser::{Face, GlyphId, Tag};

/// How much further (nearer, if negative) the second of two characters stands, for the first characters of Unicode, in units of the font.
#[derive(Clone, Debug)]
pub(super) struct Kerning {
    characters: usize,
    units: Vec<i16>,
}

impl Kerning {
    /// The pairs of the first `characters` characters: by the feature `kern` of the table GPOS, else by the table `kern`.
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

    /// How much further the second of two characters stands.
    pub fn of(&self, left: char, right: char) -> i16 {
        let [left, right] = [left, right].map(|character| u32::from(character) as usize);
        if left.max(right) >= self.characters {
            return 0;
        }
        self.units[left * self.characters + right]
    }

    /// Adds what a lookup says: of its subtables the first that knows the pair.
    fn add(&mut self, pairs: &[PairAdjustment<'_>], glyphs: &[Option<GlyphId>]) {
        // The second classes of all glyphs, looked up once for each subtable.
        let class = |table: &PairAdjustment<'_>| match table {
            PairAdjustment::Format1 { .. } => Vec::new(),
            PairAdjustment::Format2 { classes, .. } => {
                glyphs.iter().map(|glyph| glyph.map_or(0, |glyph| classes.1.get(glyph))).collect()
            }
        };
        let seconds: Vec<Vec<u16>> = pairs.iter().map(class).collect();
        for (i, left) in glyphs.iter().enumerate() {
            let Some(left) = *left else { continue };
            let covers = |(table, seconds)| {
                let table: &PairAdjustment<'_> = table;
                Some((table, seconds, table.coverage().get(left)?))
            };
            let known: Vec<(_, &Vec<u16>, u16)> =
                pairs.iter().zip(&seconds).filter_map(covers).collect();
            if known.is_empty() {
                continue;
            }
            for (j, right) in glyphs.iter().enumerate() {
                let Some(right) = *right else { continue };
                let found = known.iter().find_map(|(table, seconds, index)| match table {
                    PairAdjustment::Format1 { sets, .. } => sets.get(*index)?.get(right),
                    PairAdjustment::Format2 { classes, matrix, .. } => {
                        matrix.get((classes.0.get(left), seconds[j]))
                    }
                });
                if let Some((first, _)) = found {
                    self.units[i * self.characters + j] += first.x_advance;
                }
            }
        }
    }

    /// Adds what the table `kern` says, which fonts had before GPOS.
    fn add_old(&mut self, face: &Face<'_>, glyphs: &[Option<GlyphId>]) {
        let tables = face.tables().kern.iter().flat_map(|table| table.subtables);
        for table in tables.filter(|table| table.horizontal && !table.variable) {
            for (i, left) in glyphs.iter().enumerate() {
                for (j, right) in glyphs.iter().enumerate() {
                    let pair = left.zip(*right);
                    let found = pair.and_then(|(left, right)| table.glyphs_kerning(left, right));
                    self.units[i * self.characters + j] += found.unwrap_or_default();
                }
            }
        }
    }
}

/// The glyph that stands for another by a feature that replaces single ones.
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

/// The lookups of a feature for Latin script, else for any.
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

    /// Atkinson Hyperlegible.
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

    #[test]
    fn a_feature_gives_other_figures() {
        let face = face();
        let zero = face.glyph_index('0').unwrap();
        let known = [*b"pnum", *b"tnum"].into_iter().filter_map(|tag| substitute(&face, tag, zero));
        assert!(known.into_iter().any(|other| other != zero));
        assert_eq!(substitute(&face, *b"onum", zero), None);
    }
}
