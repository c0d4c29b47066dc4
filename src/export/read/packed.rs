//! [`Unpacked`]: the decompressed content of a .gz file.

use std::io::{self, BufRead, Read};
use std::sync::Arc;

use flate2::bufread::MultiGzDecoder;

const MAGIC: [u8; 2] = [0x1f, 0x8b];
/// The number of bytes that are always unpacked.
const FREE: u64 = 64 << 20;
/// The greatest ratio of unpacked to packed size beyond [`FREE`]: puzzles shrink to a third or a
/// fifth; only files made to fill a disk shrink to less than a hundredth.
const MOST: u64 = 100;

/// Whether a source begins as a .gz file. No text begins with such a byte.
pub(super) fn is_packed(begin: &[u8]) -> bool {
    !begin.is_empty() && MAGIC.starts_with(&begin[..begin.len().min(2)])
}

/// The reason why a .gz file cannot be read further.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum PackedError {
    #[error("the .gz file is broken or cut off: {0}")]
    Broken(String),
    #[error("the .gz file unpacks to more than {MOST} times its size: it is no file of puzzles")]
    TooLarge,
}

impl PackedError {
    /// Returns the reason in an I/O error; `None` if the error has another cause.
    pub(super) fn of(error: &io::Error) -> Option<Self> {
        let mut inner = error.get_ref()?;
        // XML readers wrap errors in this type.
        while let Some(shared) = inner.downcast_ref::<Arc<io::Error>>() {
            inner = shared.get_ref()?;
        }
        inner.downcast_ref().cloned()
    }
}

pub(super) struct Unpacked<R> {
    decoder: MultiGzDecoder<Counted<R>>,
    bytes: u64,
}

impl<R: BufRead> Unpacked<R> {
    pub(super) fn new(source: R) -> Self {
        Self { decoder: MultiGzDecoder::new(Counted { source, bytes: 0, failed: false }), bytes: 0 }
    }
}

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = match self.decoder.read(buffer) {
            Ok(read) => read,
            // Errors of the source are passed on unchanged.
            Err(error)
                if self.decoder.get_ref().failed || error.kind() == io::ErrorKind::Interrupted =>
            {
                return Err(error);
            }
            Err(error) => return Err(io::Error::other(PackedError::Broken(error.to_string()))),
        };
        self.bytes += read as u64;
        if self.bytes > FREE && self.bytes / MOST > self.decoder.get_ref().bytes {
            return Err(io::Error::other(PackedError::TooLarge));
        }
        Ok(read)
    }
}

/// A source that counts the bytes read.
struct Counted<R> {
    source: R,
    bytes: u64,
    failed: bool,
}

impl<R: BufRead> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer);
        self.failed = read.is_err();
        self.bytes += *read.as_ref().unwrap_or(&0) as u64;
        read
    }
}

impl<R: BufRead> BufRead for Counted<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let data = self.source.fill_buf();
        self.failed = data.is_err();
        data
    }

    fn consume(&mut self, amount: usize) {
        self.bytes += amount as u64;
        self.source.consume(amount);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::super::{LINE, Reader, puzzle};

    fn packed(parts: &[&[u8]]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        for part in parts {
            encoder.write_all(part).unwrap();
        }
        encoder.finish().unwrap()
    }

    /// Returns the number of grids read, and the error.
    fn read(data: &[u8]) -> (usize, Option<String>) {
        let mut reader = Reader::new(data).unwrap();
        let mut grids = 0;
        while let Some(entry) = reader.entry().unwrap() {
            match entry {
                Ok(found) => assert_eq!(found.grid, puzzle()),
                Err(bad) => {
                    assert!(reader.entry().unwrap().is_none(), "one error");
                    return (grids, Some(bad.reason));
                }
            }
            grids += 1;
        }
        (grids, None)
    }

    #[test]
    fn what_is_packed_is_read_however_it_was_packed() {
        let line = format!("{LINE}\n").into_bytes();
        assert_eq!(read(&packed(&[&line[..]; 1000])), (1000, None));
        // Concatenated .gz files are one file.
        let twice = [packed(&[&line[..]]), packed(&[&line[..]])].concat();
        assert_eq!(read(&twice), (2, None));
        let json = format!("[{{\"puzzle\": \"{LINE}\"}}]");
        assert_eq!(read(&packed(&[json.as_bytes()])), (1, None));
        assert_eq!(read(&packed(&[])), (0, None));
        assert!(read(&packed(&[b"%PDF-1.7"])).1.unwrap().contains("PDF"));
    }

    #[test]
    fn broken_ones_are_told_once_and_what_was_whole_is_read() {
        let lines: Vec<u8> = format!("{LINE}\n").into_bytes().repeat(1000);
        let data = packed(&[&lines[..]]);
        for length in 1..data.len() {
            let (grids, error) = read(&data[..length]);
            assert!(grids <= 1000, "{length}");
            assert!(error.expect("cut off").contains("broken or cut off"), "{length}");
        }
    }

    #[test]
    fn broken_ones_are_told_in_every_format() {
        let cells = format!("{LINE:?}");
        for text in [
            format!("<opensudoku><game data={cells}/>{}</opensudoku>", " ".repeat(9_000)),
            format!("[{{\"puzzle\": {cells}}}, {{\"puzzle\": {cells}}}]"),
            format!("id,puzzle\n1,{cells}\n2,{cells}\n"),
        ] {
            let mut data = packed(&[text.as_bytes()]);
            // Corrupt the checksum.
            let at = data.len() - 6;
            data[at] ^= 1;
            let (grids, error) = read(&data);
            assert!(grids <= 2 && error.unwrap().contains("broken or cut off"), "{text}");
        }
    }

    #[test]
    fn what_unpacks_to_nothing_but_size_ends_early() {
        // Blank lines, 1,000 times as long as their packed form.
        let blank = vec![b'\n'; 1 << 20];
        let (grids, error) = read(&packed(&[&blank[..]; 80]));
        assert_eq!(grids, 0);
        assert!(error.unwrap().contains("100 times"));
        // Just below the limit there is no error.
        assert_eq!(read(&packed(&[&blank[..]; 60])), (0, None));
    }
}
