//! Sameness: transforms, canonical form, key, clue patterns.

use std::fmt;

/// BLAKE3 of a canonical form, its first 128 bits: equal for essentially the same puzzles only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Key(pub [u8; 16]);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.0 {
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

/// A symmetry that a pattern of clues can have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClueSymmetry {
    /// None asked for.
    #[default]
    None,
    /// Half a turn.
    Rot180,
    /// A quarter turn.
    Rot90,
    /// Row r and row 10 - r.
    MirrorH,
    /// Column c and column 10 - c.
    MirrorV,
    /// Over the main diagonal.
    Diagonal,
    /// Over the other diagonal.
    AntiDiagonal,
}
