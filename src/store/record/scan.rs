//! Rows found in the remains of a file by their frames alone: nothing is asked of the engine that wrote it, and no page of it is known.
//!
//! A row is believed if its checksum holds, as everywhere. What is found may be old: an engine that never writes over a page in use
//! leaves earlier states of its rows in the file.

use std::io::{self, Read};

use super::super::engine::Table;
use super::row::{HEAD, LENGTH, LONGEST, MAGIC, SUM, check, is_framed};

/// Bytes read at a time.
const READ: usize = 4 << 20;
/// The most bytes of a value.
const MOST: usize = SUM + HEAD + u8::MAX as usize + LENGTH + LONGEST;
/// Bytes of frames whose checksums do not hold, for each byte of the file: more are only met in a file that was made to take long.
const VAIN: u64 = 16;
/// Bodies longer than this are passed over after that.
const SHORT: usize = 4096;

/// A row whose checksum holds.
pub(in crate::store) struct Frame<'a> {
    pub table: Table,
    pub key: &'a [u8],
    pub value: &'a [u8],
    /// Where the value begins in the file.
    pub at: u64,
}

/// Hands all rows in what is read to `take`, in the order of their places. At most some megabytes are in memory.
///
/// # Errors
/// Failures of `from`; those of `take`.
pub(in crate::store) fn scan<E: From<io::Error>>(
    from: &mut impl Read,
    take: &mut dyn FnMut(Frame<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut buffer: Vec<u8> = Vec::with_capacity(READ + MOST);
    let (mut begin, mut vain) = (0, 0);
    loop {
        let read = from.by_ref().take(READ as u64).read_to_end(&mut buffer)?;
        // What may begin here and end in what is not read yet waits for it.
        let end = if read == 0 { buffer.len() } else { buffer.len().saturating_sub(MOST) };
        let mut at = 0;
        while let Some(step) = buffer[at..].windows(SUM + 2).position(|bytes| bytes[SUM..] == MAGIC)
        {
            at += step;
            if at >= end {
                break;
            }
            let all = begin + buffer.len() as u64;
            let most = if vain > VAIN * all + (64 << 20) { SHORT } else { LONGEST };
            let length = match frame(&buffer[at..], most) {
                Some((table, key, value)) if check(table, key, value).is_ok() => {
                    take(Frame { table, key, value, at: begin + at as u64 })?;
                    value.len()
                }
                Some((.., value)) => {
                    vain += value.len() as u64;
                    1
                }
                None => 1,
            };
            at += length;
        }
        if read == 0 {
            return Ok(());
        }
        let done = at.max(end).min(buffer.len());
        buffer.drain(..done);
        begin += done as u64;
    }
}

/// Table, key and value of the frame whose checksum begins here, if the lengths in it can be.
fn frame(bytes: &[u8], most: usize) -> Option<(Table, &[u8], &[u8])> {
    let (head, rest) = bytes.get(SUM..)?.split_first_chunk::<HEAD>()?;
    let [_, _, tag, version, key] = *head;
    let table = *Table::ALL.get(usize::from(tag))?;
    let (key, rest) = rest.split_at_checked(usize::from(key))?;
    let length = u32::from_le_bytes(*rest.first_chunk::<LENGTH>()?) as usize;
    if !is_framed(table) || version == 0 || length > most {
        return None;
    }
    let value = bytes.get(..SUM + HEAD + key.len() + LENGTH + length)?;
    Some((table, key, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    use super::super::{Text, encode};

    /// Hands out a few bytes at a time.
    struct Slow<'a>(&'a [u8], SmallRng);

    impl Read for Slow<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let most = out.len().min(self.1.random_range(1..900_000));
            self.0.read(&mut out[..most])
        }
    }

    /// Wherever rows stand, between whatever else, all of them are found and nothing else is.
    #[test]
    fn every_row_is_found_where_it_is() {
        for rng_seed in 0..6 {
            let rng = &mut SmallRng::seed_from_u64(rng_seed);
            let (mut file, mut expected) = (Vec::new(), Vec::new());
            while file.len() < 11_000_000 {
                let junk = rng.random_range(0..300_000);
                let magic = rng.random_range(0..1_000);
                file.extend((0..junk).map(|_| rng.random::<u8>()));
                for _ in 0..magic.min(junk) {
                    let at = file.len() - rng.random_range(1..=junk);
                    file[at] = 0xd5;
                    if let Some(next) = file.get_mut(at + 1) {
                        *next = 0xdb;
                    }
                }
                let length = if rng.random_range(0..9) == 0 { LONGEST - 9 } else { 40 };
                let text = "x".repeat(rng.random_range(0..length));
                let (key, value) = encode(&format!("{junk}"), &Text(text)).unwrap_or_default();
                // Some are cut, or changed.
                match rng.random_range(0..4) {
                    0 => file.extend(&value[..value.len() / 2]),
                    1 => {
                        let place = file.len() + rng.random_range(0..value.len());
                        file.extend(&value);
                        file[place] ^= 1 << rng.random_range(0..8);
                    }
                    _ => {
                        expected.push((file.len() as u64, key, value.clone()));
                        file.extend(value);
                    }
                }
            }
            let mut found = Vec::new();
            let slow = &mut Slow(&file, SmallRng::seed_from_u64(rng_seed));
            scan::<io::Error>(slow, &mut |frame| {
                assert_eq!(frame.table, Table::Texts);
                found.push((frame.at, frame.key.to_vec(), frame.value.to_vec()));
                Ok(())
            })
            .unwrap();
            assert!(expected.len() > 9, "{}", expected.len());
            assert!(found == expected, "RNG seed {rng_seed}");
        }
    }

    /// A file of heads that claim a megabyte each is over in about the time of any other.
    #[test]
    fn a_file_made_to_take_long_does_not() {
        let mut head = vec![0; SUM];
        head.extend(MAGIC);
        head.extend([0, 3, 0]);
        head.extend((LONGEST as u32 - 9).to_le_bytes());
        let file = head.repeat(200_000);
        scan::<io::Error>(&mut file.as_slice(), &mut |_| panic!("nothing is there")).unwrap();
    }
}
