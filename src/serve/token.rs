//! [`Token`]: the secret that clients of the server must know.

use std::fmt::{self, Write as _};
use std::io;

/// A secret text, which debug output omits.
#[derive(Clone)]
pub struct Token(String);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

/// The fewest characters of a token, too many to guess over a network.
pub const FEWEST: usize = 16;

impl Token {
    /// Returns a new token: 128 random bits as 32 hexadecimal digits.
    ///
    /// # Errors
    /// The system provides no random numbers.
    pub fn random() -> io::Result<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        let mut text = String::new();
        for byte in bytes {
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02x}");
        }
        Ok(Self(text))
    }

    /// Returns a chosen token: at least 16 visible ASCII characters. `None` for other texts.
    pub fn new(text: &str) -> Option<Self> {
        let is_visible = text.bytes().all(|byte| byte.is_ascii_graphic());
        (text.len() >= FEWEST && is_visible).then(|| Self(text.to_owned()))
    }

    /// Returns the text itself, for the operator of the server.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the key that signs the cookies of the desk; it reveals nothing about the token.
    pub(super) fn key(&self) -> [u8; blake3::KEY_LEN] {
        blake3::derive_key("seeddb serve, cookies of the desk", self.0.as_bytes())
    }

    /// Whether a text is the token. The comparison of hashes takes the same time for any text, so
    /// that timing reveals nothing.
    pub fn is(&self, text: &[u8]) -> bool {
        blake3::hash(self.0.as_bytes()) == blake3::hash(text)
    }
}
