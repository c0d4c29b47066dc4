//! [`integrity`]: how a page's Content-Security-Policy names a script or a style, `sha256-` and base 64 (FIPS 180-4, RFC 4648).

/// The name of a text.
pub(super) fn integrity(text: &str) -> String {
    format!("sha256-{}", base64(&sha256(text.as_bytes())))
}

const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let byte = |i: usize| u32::from(three.get(i).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let sign = SIGNS[(bits >> (18 - 6 * i) & 63) as usize];
            text.push(if i > three.len() { '=' } else { char::from(sign) });
        }
    }
    text
}

/// The first `bits` of the fractional part of the `root`-th root of a prime, as the standard makes its constants.
fn fraction(prime: u32, root: u32) -> u32 {
    // The greatest n with n^root <= prime * 2^(32 * root): its low half is the fraction.
    let (mut low, mut high) = (0_u128, 1_u128 << 36);
    while high - low > 1 {
        let middle = u128::midpoint(low, high);
        if middle.pow(root) <= u128::from(prime) << (32 * root) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low as u32
}

/// The digest of SHA-256.
#[expect(clippy::many_single_char_names, reason = "the names of the standard")]
fn sha256(data: &[u8]) -> [u8; 32] {
    let is_prime = |n: &u32| (2..*n).all(|d| !n.is_multiple_of(d));
    let primes: Vec<u32> = (2..).filter(is_prime).take(64).collect();
    let constants: Vec<u32> = primes.iter().map(|&prime| fraction(prime, 3)).collect();
    let mut state: [u32; 8] = std::array::from_fn(|i| fraction(primes[i], 2));
    let mut message = data.to_vec();
    message.push(0x80);
    message.resize((message.len() + 8).next_multiple_of(64) - 8, 0);
    message.extend((data.len() as u64 * 8).to_be_bytes());
    for block in message.chunks_exact(64) {
        let mut words: Vec<u32> = block
            .chunks_exact(4)
            .map(|word| word.iter().fold(0, |bits, &byte| bits << 8 | u32::from(byte)))
            .collect();
        for i in 16..64 {
            let small =
                |n: u32, [a, b, c]: [u32; 3]| n.rotate_right(a) ^ n.rotate_right(b) ^ n >> c;
            let (first, second) =
                (small(words[i - 15], [7, 18, 3]), small(words[i - 2], [17, 19, 10]));
            let sum = words[i - 16].wrapping_add(first).wrapping_add(words[i - 7]);
            words.push(sum.wrapping_add(second));
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = state;
        for (constant, word) in constants.iter().zip(words) {
            let big = |n: u32, [a, b, c]: [u32; 3]| {
                n.rotate_right(a) ^ n.rotate_right(b) ^ n.rotate_right(c)
            };
            let choice = e & f ^ !e & g;
            let first = h
                .wrapping_add(big(e, [6, 11, 25]))
                .wrapping_add(choice)
                .wrapping_add(*constant)
                .wrapping_add(word);
            let second = big(a, [2, 13, 22]).wrapping_add(a & b ^ a & c ^ b & c);
            (h, g, f, e) = (g, f, e, d.wrapping_add(first));
            (d, c, b, a) = (c, b, a, first.wrapping_add(second));
        }
        for (word, new) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *word = word.wrapping_add(new);
        }
    }
    let mut digest = [0; 32];
    for (bytes, word) in digest.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    digest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of FIPS 180, and a length for each number of blocks and of bytes left for base 64.
    #[test]
    fn digests_are_those_of_the_standard() {
        let hex = |text: &str| -> String {
            let digits = sha256(text.as_bytes()).map(|byte| format!("{byte:02x}"));
            digits.concat()
        };
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hex("abc"), abc);
        let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        let digest = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        assert_eq!(hex(long), digest);
        assert_eq!(integrity(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
        assert_eq!(
            ["", "f", "fo", "foo"].map(|text| base64(text.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v"]
        );
    }
}
