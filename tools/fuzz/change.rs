//! Valid inputs with the changes of mistakes, truncation and attackers. Equal RNG seeds make equal
//! inputs.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};

/// Words that readers may fail on: limits of number types, control characters, unclosed openings.
const AWKWARD: [&str; 48] = [
    "",
    "0",
    "-0",
    "-1",
    "1",
    "9",
    "81",
    "82",
    "255",
    "256",
    "65535",
    "65536",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "1e400",
    "-1e-400",
    "nan",
    "inf",
    "-inf",
    "0x10",
    "1_000",
    "0.1",
    "null",
    "true",
    "..",
    "../../x",
    "/dev/zero",
    "\0",
    "\u{1b}[2J",
    "\u{202e}",
    "\u{feff}",
    "\u{85}",
    "\u{fffd}",
    "Straße",
    "数独",
    "🀄",
    "\r\n",
    "\n\n",
    "\"\"\"",
    "'''",
    "=1+1",
    "{{}}",
];

/// Openings that readers may nest.
const OPENINGS: [&str; 10] = ["[", "{", "(", "\"", "<a>", "{\"a\":", "[[", "a.", "'", "# "];

/// The largest length of an input, in bytes.
const LONGEST: usize = 1 << 17;

/// Returns the RNG seeds of a long test: FROM..TO of `SEEDDB_INPUTS`, or else `usual`.
#[allow(dead_code, reason = "the fuzzer goes on until its time is over")]
pub fn inputs(usual: Range<u64>) -> Range<u64> {
    let Ok(given) = std::env::var("SEEDDB_INPUTS") else { return usual };
    let (from, to) = given.split_once("..").expect("SEEDDB_INPUTS=FROM..TO");
    let number = |text: &str| text.parse().expect("a number");
    number(from)..number(to)
}

/// Makes inputs by random changes of valid ones.
pub struct Changer {
    /// Valid inputs.
    pub corpus: Vec<Vec<u8>>,
    /// Words of the language of the inputs.
    pub words: Vec<String>,
}

impl Changer {
    /// Calls `look` with the changed inputs of [`inputs`], and asserts that it can read at least
    /// one. A panic is reported with its RNG seed.
    #[allow(dead_code, reason = "the fuzzer goes on until its time is over")]
    pub fn look_at_inputs(&self, usual: Range<u64>, look: impl Fn(&[u8], ChaCha8Rng) -> bool) {
        let is_read = |rng_seed: &u64| {
            let (input, rng) = self.input(*rng_seed);
            catch_unwind(AssertUnwindSafe(|| look(&input, rng)))
                .unwrap_or_else(|_| panic!("RNG seed {rng_seed}"))
        };
        let read = inputs(usual).filter(is_read).count();
        println!("{read} were read");
        assert!(read > 0);
    }

    /// Returns the input of an RNG seed, and the generator after making it. One input in a hundred
    /// is unchanged.
    pub fn input(&self, rng_seed: u64) -> (Vec<u8>, ChaCha8Rng) {
        let mut rng = ChaCha8Rng::seed_from_u64(rng_seed);
        let mut data = self.valid(&mut rng).to_vec();
        if rng.random_ratio(99, 100) {
            let mut changes = 1;
            while changes < 12 && rng.random_ratio(2, 3) {
                changes += 1;
            }
            for _ in 0..changes {
                self.change(&mut data, &mut rng);
            }
        }
        data.truncate(LONGEST);
        (data, rng)
    }

    fn valid(&self, rng: &mut ChaCha8Rng) -> &[u8] {
        self.corpus.choose(rng).map_or(&[], Vec::as_slice)
    }

    fn change(&self, data: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
        match rng.random_range(0..14) {
            0 => {
                if let Some(byte) = pick_byte(data, rng) {
                    *byte ^= 1 << rng.random_range(0..8);
                }
            }
            1 => {
                if let Some(byte) = pick_byte(data, rng) {
                    *byte = rng.random();
                }
            }
            2 => {
                let range = span(data, rng);
                data.drain(range);
            }
            3 => {
                let at = rng.random_range(0..=data.len());
                data.truncate(at);
            }
            4 => {
                let part = data[span(data, rng)].to_vec();
                let times = if rng.random_ratio(1, 20) { rng.random_range(2..500) } else { 1 };
                insert(data, &part.repeat(times.min(LONGEST / (part.len() + 1))), rng);
            }
            // A part of another valid input, inserted at any place or, as lines, at a line start.
            5 => {
                let other = self.valid(rng);
                let part = other[span(other, rng)].to_vec();
                insert(data, &part, rng);
            }
            6 => {
                let other = lines(self.valid(rng), rng).to_vec();
                let at = line_start(data, rng);
                data.splice(at..at, other);
            }
            7 => {
                let range = numbers(data, rng);
                data.splice(range, self.word(rng));
            }
            8 | 9 => {
                let range = token(data, rng);
                data.splice(range, self.word(rng));
            }
            10 => {
                let word = self.word(rng);
                insert(data, &word, rng);
            }
            11 => {
                let (from, to) = (token(data, rng), token(data, rng));
                let part = data[from].to_vec();
                data.splice(to, part);
            }
            12 => {
                let opening = OPENINGS.choose(rng).unwrap_or(&"[");
                let times = *[1, 2, 9, 130, 3_000].choose(rng).unwrap_or(&1);
                insert(data, opening.repeat(times).as_bytes(), rng);
            }
            // A big-endian number, which may be a length or an offset.
            _ => {
                let width = *[2usize, 4, 8].choose(rng).unwrap_or(&2);
                let number =
                    *[0u64, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff, u64::MAX]
                        .choose(rng)
                        .unwrap_or(&0);
                let bytes = number.to_be_bytes();
                if data.len() >= width {
                    let at = rng.random_range(0..=data.len() - width);
                    data[at..at + width].copy_from_slice(&bytes[8 - width..]);
                }
            }
        }
    }

    fn word(&self, rng: &mut ChaCha8Rng) -> Vec<u8> {
        let own = self.words.choose(rng).filter(|_| rng.random_bool(0.6));
        let word = own.map(String::as_str).or_else(|| AWKWARD.choose(rng).copied());
        let mut word = word.unwrap_or_default().as_bytes().to_vec();
        if rng.random_ratio(1, 50) {
            word = word.repeat(rng.random_range(2..400));
        }
        word
    }
}

fn pick_byte<'a>(data: &'a mut [u8], rng: &mut ChaCha8Rng) -> Option<&'a mut u8> {
    if data.is_empty() { None } else { data.get_mut(rng.random_range(0..data.len())) }
}

fn insert(data: &mut Vec<u8>, part: &[u8], rng: &mut ChaCha8Rng) {
    if data.len() < LONGEST {
        let at = rng.random_range(0..=data.len());
        data.splice(at..at, part.iter().copied());
    }
}

/// Returns a range of bytes, usually short.
fn span(data: &[u8], rng: &mut ChaCha8Rng) -> Range<usize> {
    let from = rng.random_range(0..=data.len());
    let most = if rng.random_bool(0.8) { 16 } else { data.len() };
    from..(from + rng.random_range(0..=most)).min(data.len())
}

fn line_start(data: &[u8], rng: &mut ChaCha8Rng) -> usize {
    let at = rng.random_range(0..=data.len());
    data[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1)
}

/// Returns some consecutive lines of the data.
fn lines<'a>(data: &'a [u8], rng: &mut ChaCha8Rng) -> &'a [u8] {
    let (one, other) = (line_start(data, rng), line_start(data, rng));
    if one == other { &data[one..] } else { &data[one.min(other)..one.max(other)] }
}

/// Returns the bytes of one kind around a random place: a word, white space, or a repeated sign.
fn token(data: &[u8], rng: &mut ChaCha8Rng) -> Range<usize> {
    around(data, rng.random_range(0..=data.len()), |byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | 128.. => 0,
        b' ' | b'\t' | b'\n' | b'\r' => 1,
        sign => 2 + u16::from(sign),
    })
}

/// Returns the first digits after a random place.
fn numbers(data: &[u8], rng: &mut ChaCha8Rng) -> Range<usize> {
    let from = rng.random_range(0..=data.len());
    let digit = data[from..].iter().position(u8::is_ascii_digit);
    let at = digit.map_or(data.len(), |digit| from + digit);
    around(data, at, |byte| u16::from(byte.is_ascii_digit()))
}

/// Returns the adjacent bytes of the kind of the byte at `at`.
fn around(data: &[u8], at: usize, kind: impl Fn(u8) -> u16) -> Range<usize> {
    let Some(&byte) = data.get(at) else { return at..at };
    let same = |other: &&u8| kind(**other) == kind(byte);
    let before = data[..at].iter().rev().take_while(same).count();
    let after = data[at..].iter().take_while(same).count();
    at - before..at + after
}
