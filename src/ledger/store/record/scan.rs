//! Search for rows in the remains of a file by their frames alone, without the engine or page
//! layout that wrote them.
//!
//! A row is accepted if its checksum holds, as everywhere. It may be outdated: an engine that never
//! overwrites a page in use leaves earlier versions of its rows in the file.

use std::io::{self, Read};

use super::super::engine::{Table, derived};
use super::key::RowKey as _;
use super::row::{
    BEFORE, Head, LONGEST, MAGIC, SUM, VERSION, check, head_of, is_framed, version_of,
};
use super::{Keys, Record, Text};
use crate::record::{Batch, Book, Entry, Event, Place, Seed};

/// The number of bytes read at a time.
const READ: usize = 4 << 20;
/// The maximum length of a value in bytes: checksum, the beginning of the frame, body.
const MOST: usize = SUM + 5 + LONGEST;
/// The limit of bytes in frames with wrong checksums per byte of the file; exceeded only by malice.
const VAIN: u64 = 16;
/// After that, longer bodies are skipped.
const SHORT: usize = 4096;

pub(in crate::store) struct Frame<'a> {
    pub table: Table,
    pub key: Vec<u8>,
    pub value: &'a [u8],
    /// The offset of the value in the file.
    pub at: u64,
}

/// Passes all rows found in `from` to `take`, in order of their offsets. Uses a few megabytes of
/// memory at most.
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
        // A frame that begins beyond `end` may continue in data not read yet.
        let end = if read == 0 { buffer.len() } else { buffer.len().saturating_sub(MOST) };
        let mut at = 0;
        while let Some(step) =
            buffer[at..].windows(SUM + 2).position(|bytes| is_head(&bytes[SUM..]))
        {
            at += step;
            if at >= end {
                break;
            }
            let all = begin + buffer.len() as u64;
            let most = if vain > VAIN * all + (64 << 20) { SHORT } else { LONGEST };
            let length = match frame(&buffer[at..], most) {
                Some((table, Some(key), value)) if check(table, &key, value).is_ok() => {
                    let length = value.len();
                    take(Frame { table, key, value, at: begin + at as u64 })?;
                    length
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

/// Whether a file without rows of this version is one of format 3.
pub(in crate::store) fn is_of_format_3(from: &mut impl Read) -> io::Result<bool> {
    // The beginning of its format text, after the checksum.
    let first = [&BEFORE[..], b"\x06format"].concat();
    let mut buffer = Vec::with_capacity(READ + first.len());
    loop {
        if from.by_ref().take(READ as u64).read_to_end(&mut buffer)? == 0 {
            return Ok(false);
        }
        if buffer.windows(first.len()).any(|bytes| bytes == first) {
            return Ok(true);
        }
        buffer.drain(..buffer.len().saturating_sub(first.len()));
    }
}

/// Whether these two bytes can begin a frame that this version reads.
fn is_head(bytes: &[u8]) -> bool {
    bytes[0] == MAGIC && head_of(&[bytes[0], bytes[1], 0]).is_some_and(|head| is_known(&head))
}

fn is_known(head: &Head) -> bool {
    (VERSION..=version_of(head.table)).contains(&head.version) && is_framed(head.table)
}

/// The table, key and value of a frame.
type Found<'a> = (Table, Option<Vec<u8>>, &'a [u8]);

/// Returns table, key and value of the frame whose checksum begins here, if its length is
/// plausible. The key is `None` if the body cannot be decoded.
fn frame(bytes: &[u8], most: usize) -> Option<Found<'_>> {
    let rest = bytes.get(SUM..)?;
    let head = head_of(rest).filter(|head| is_known(head) && head.body.len() <= most)?;
    let body = rest.get(head.body.clone())?;
    let key = match head.table {
        Table::Texts => key::<Text>(head.version, body),
        Table::Seeds => key::<Seed>(head.version, body),
        Table::Issued => key::<Entry>(head.version, body),
        Table::Keys => key::<Keys>(head.version, body),
        Table::Batches => key::<Batch>(head.version, body),
        Table::Books => key::<Book>(head.version, body),
        Table::Printed => key::<Place>(head.version, body),
        Table::Events => key::<Event>(head.version, body),
        derived!() => None,
    };
    Some((head.table, key, &bytes[..SUM + head.body.end]))
}

/// Returns the key of the record in a body of this version.
fn key<R: Record>(version: u8, body: &[u8]) -> Option<Vec<u8>> {
    let (beside, record) = R::of_body(version, body)?;
    Some(record.key(beside)?.to_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    use super::super::encode;

    /// A reader that returns a few bytes at a time.
    struct Slow<'a>(&'a [u8], SmallRng);

    impl Read for Slow<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let most = out.len().min(self.1.random_range(1..900_000));
            self.0.read(&mut out[..most])
        }
    }

    /// All rows are found between arbitrary other bytes, and nothing else is.
    #[test]
    fn every_row_is_found_where_it_is() {
        for rng_seed in 0..6 {
            let rng = &mut SmallRng::seed_from_u64(rng_seed);
            let (mut file, mut expected) = (Vec::new(), Vec::new());
            while file.len() < 11_000_000 {
                let junk = rng.random_range(0..300_000);
                let magic = rng.random_range(0..60);
                file.extend((0..junk).map(|_| rng.random::<u8>()));
                for _ in 0..magic.min(junk) {
                    let at = file.len() - rng.random_range(1..=junk);
                    file[at] = MAGIC;
                    if let Some(next) = file.get_mut(at + 1) {
                        *next = VERSION << 4 | rng.random_range(0..16);
                    }
                }
                let length = if rng.random_range(0..9) == 0 { LONGEST - 64 } else { 40 };
                let text = "x".repeat(rng.random_range(0..length));
                let (key, value) = encode(&format!("{junk}"), &Text(text)).unwrap_or_default();
                // Some rows are truncated or changed.
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
                found.push((frame.at, frame.key, frame.value.to_vec()));
                Ok(())
            })
            .unwrap();
            assert!(expected.len() > 9, "{}", expected.len());
            assert!(found == expected, "RNG seed {rng_seed}");
        }
    }

    /// A file of heads that claim a megabyte each takes about as long as any other.
    #[test]
    fn a_file_made_to_take_long_does_not() {
        let mut head = vec![0; SUM];
        head.extend([MAGIC, VERSION << 4, 0xf0, 0xff, 0x3f]);
        let file = head.repeat(200_000);
        scan::<io::Error>(&mut file.as_slice(), &mut |_| panic!("nothing is there")).unwrap();
    }
}
