//! [`Key`]: the name of a class of puzzles that are essentially the same.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use super::grid_form::{GridForm, canonical};
use crate::board::{Candidates, Cell, CellSet, Digit, Puzzle, Solution};

/// The first 128 bits of BLAKE3 of a canonical form, the same only for essentially equal puzzles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Key(pub [u8; 16]);

/// A key is a hash already: half of it suffices in a hash table.
impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u128::from_le_bytes(self.0) as u64);
    }
}

/// Prefixes of the hashed bytes, so that no puzzle can have the key of a state.
const PUZZLE: &[u8] = b"seeddb puzzle 1\0";
const STATE: &[u8] = b"seeddb state 1\0";
const TWIN: &[u8] = b"seeddb twin 1\0";
const CRUX: &[u8] = b"seeddb crux 1\0";

impl Key {
    /// Returns the key of a puzzle, common to all essentially equal puzzles.
    pub fn of(puzzle: &Puzzle) -> Self {
        Self::of_canonical(&canonical(puzzle).0)
    }

    /// Returns the key of a puzzle in canonical form: the result of [`canonical`], or the solution
    /// of a [`GridForm`] with its smallest clues.
    pub(super) fn of_canonical(puzzle: &Puzzle) -> Self {
        Self::hash([PUZZLE, &values(puzzle.solution()), &bytes(puzzle.clues())])
    }

    /// Returns the key of candidates on the grid of `form`: that of their [smallest
    /// image](GridForm::smallest_candidates).
    pub fn of_state(form: &GridForm, candidates: &Candidates) -> Self {
        let (canonical, _) = form.smallest_candidates(candidates);
        Self::hash([STATE, canonical.places().map(bytes).as_flattened()])
    }

    /// Returns the key of candidates that are their own canonical form.
    pub(super) fn of_crux(canonical: &Candidates) -> Self {
        Self::hash([CRUX, canonical.places().map(bytes).as_flattened()])
    }

    /// Returns the key of a set of cells on the grid of `form`, up to symmetry, with a tier: equal
    /// for seeds with the same refills.
    pub fn of_twin(form: &GridForm, cells: CellSet, tier: u8) -> Self {
        let (cells, _) = form.smallest(cells);
        Self::hash([TWIN, &values(form.solution()), &bytes(cells), &[tier]])
    }

    /// Returns the key as the seed of a random generator, for numbers that depend on a class alone.
    pub fn rng_seed(self) -> [u8; 32] {
        let mut seed = [0; 32];
        seed[..16].copy_from_slice(&self.0);
        seed
    }

    fn hash<const N: usize>(parts: [&[u8]; N]) -> Self {
        let (mut text, mut length) = ([0; 128], 0);
        for part in parts {
            text[length..length + part.len()].copy_from_slice(part);
            length += part.len();
        }
        let mut key = Self([0; 16]);
        key.0.copy_from_slice(&blake3::hash(&text[..length]).as_bytes()[..16]);
        key
    }
}

fn values(solution: &Solution) -> [u8; Cell::COUNT] {
    solution.digits().map(Digit::value)
}

/// Returns the three bands, 27 bits each in four bytes, the lowest byte first.
fn bytes(cells: CellSet) -> [u8; 12] {
    let mut bytes = [0; 12];
    for (four, band) in bytes.chunks_exact_mut(4).zip(cells.bands()) {
        four.copy_from_slice(&band.to_le_bytes());
    }
    bytes
}

/// Displays 32 hexadecimal digits.
impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

text_or_row!(Key as [u8; 16], |key: &Self| key.0, Self);

/// The error of a text that is not a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a key: a key is 32 hexadecimal digits")]
pub struct ParseKeyError;

impl FromStr for Key {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() != 32 || !text.bytes().all(|c| c.is_ascii_hexdigit()) {
            return Err(ParseKeyError);
        }
        let bits = u128::from_str_radix(text, 16).map_err(|_| ParseKeyError)?;
        Ok(Self(bits.to_be_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use rand::SeedableRng;

    use super::*;
    use crate::board::Grid;
    use crate::puzzles::puzzle;
    use crate::symmetry::Transform;

    fn example() -> Puzzle {
        puzzle("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    }

    #[test]
    fn same_puzzles_have_the_same_key() {
        let puzzle = example();
        let (form, transform) = canonical(&puzzle);
        assert_eq!(transform.apply_puzzle(&puzzle), form);
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for _ in 0..100 {
            let moved = Transform::random(&mut rng).apply_puzzle(&puzzle);
            assert_eq!(Key::of(&moved), Key::of(&puzzle));
        }
        let fuller = CellSet::ALL;
        assert_ne!(Key::of(&Puzzle::proved(fuller, *puzzle.solution())), Key::of(&puzzle));
    }

    /// Ledgers hold keys: they must never change, not even on grids with automorphisms.
    #[test]
    fn keys_are_a_promise() {
        assert_eq!(Key::of(&example()).to_string(), "233c251b5618f985c6b4de68ac2432e0");

        let symmetric: Grid =
            "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
                .parse()
                .unwrap();
        let mut clues = CellSet::ALL;
        clues.remove(Cell::at(8, 3));
        let puzzle = Puzzle::proved(clues, Solution::new(&symmetric).unwrap());
        assert_eq!(Key::of(&puzzle).to_string(), "bcf89b9a31531930fd5b335edb545dff");
    }

    #[test]
    fn states_have_keys_of_their_own() {
        let puzzle = example();
        let form = GridForm::of(puzzle.solution());
        let candidates = Candidates::of(&puzzle.grid());
        let key = Key::of_state(&form, &candidates).to_string();
        assert_eq!(key, "65d7babb9eaee7658f4f6e9ab11d93cd");
    }
}
