//! [`integrity`]: hashes of scripts and styles in a page's Content-Security-Policy, `sha256-` and
//! base 64.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac_sha256::Hash;

/// Returns the hash of a text.
pub(super) fn integrity(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Hash::hash(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of FIPS 180, and a length for each number of bytes left for base 64.
    #[test]
    fn digests_are_those_of_the_standard() {
        let hex = |text: &str| -> String {
            let name = integrity(text);
            let digest = STANDARD.decode(name.strip_prefix("sha256-").unwrap()).unwrap();
            digest.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
        };
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hex("abc"), abc);
        let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        let digest = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
        assert_eq!(hex(long), digest);
        assert_eq!(integrity(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
        assert_eq!(
            ["", "f", "fo", "foo"].map(|text| STANDARD.encode(text)),
            ["", "Zg==", "Zm8=", "Zm9v"]
        );
    }
}
