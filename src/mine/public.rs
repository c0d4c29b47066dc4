//! The published puzzles: the starter seeds of this program, and of earlier versions.

use crate::symmetry::Key;

/// The first 8 bytes of each key, rising. Of other keys one in 10^19 agrees with a given one by
/// chance, and such a puzzle is not issued.
const KEYS: &[u8] = seeddb_seeds::PUBLIC;

/// Whether a puzzle of this key is one of the starter seeds, which everyone with the program has.
/// Takes a few tens of nanoseconds.
pub fn is_public(key: Key) -> bool {
    let (keys, _) = KEYS.as_chunks::<8>();
    keys.binary_search_by(|known| known[..].cmp(&key.0[..8])).is_ok()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::starter;

    /// `SEEDDB_RECORD=1 cargo test --lib public` adds the keys of a new starter file. No key is
    /// ever removed: published puzzles stay public.
    #[test]
    fn every_starter_seed_is_public() {
        let seeds = starter();
        if std::env::var_os("SEEDDB_RECORD").is_some() {
            let (known, _) = KEYS.as_chunks::<8>();
            let mut keys: Vec<[u8; 8]> = known.to_vec();
            keys.extend(seeds.iter().map(|seed| seed.key.0[..8].try_into().unwrap_or([0; 8])));
            keys.sort_unstable();
            keys.dedup();
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../seeds/public.keys");
            fs::write(path, keys.concat()).unwrap();
            return;
        }
        let missing = seeds.iter().filter(|seed| !is_public(seed.key)).count();
        assert_eq!(missing, 0, "SEEDDB_RECORD=1 cargo test --lib public");
        let (keys, rest) = KEYS.as_chunks::<8>();
        assert!(keys.is_sorted_by(|a, b| a < b) && rest.is_empty());
        assert!(!is_public(Key([0; 16])) && !is_public(Key([0xff; 16])));
    }
}
