//! [`Token`]: what whoever calls the server has to know.

use std::fmt::{self, Write as _};
use std::io;

/// A secret text. It shows nothing of itself where it is printed for debugging.
#[derive(Clone)]
pub struct Token(String);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

/// The fewest characters of a token: more than anybody guesses over a network.
pub const FEWEST: usize = 16;

impl Token {
    /// A new one: 128 random bits as 32 hexadecimal digits.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn random() -> io::Result<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        let mut text = String::new();
        for byte in bytes {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
        }
        Ok(Self(text))
    }

    /// One that was chosen: at least 16 visible ASCII characters. None of other texts.
    pub fn new(text: &str) -> Option<Self> {
        let is_visible = text.bytes().all(|byte| byte.is_ascii_graphic());
        (text.len() >= FEWEST && is_visible).then(|| Self(text.to_owned()))
    }

    /// The text itself, for the one who started the server.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What a browser keeps in the place of the text: it says nothing of it, and can stand in a cookie whatever the text is.
    pub fn session(&self) -> String {
        blake3::derive_key("seeddb serve, cookie of the desk", self.0.as_bytes())
            .iter()
            .fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
    }

    /// Whether this is its [`session`](Self::session), by the comparison of [`is`](Self::is).
    pub fn is_session(&self, text: &[u8]) -> bool {
        blake3::hash(self.session().as_bytes()) == blake3::hash(text)
    }

    /// Whether this is it. The time that it takes says nothing of how much is right: hashes are compared, all bytes of them.
    pub fn is(&self, text: &[u8]) -> bool {
        blake3::hash(self.0.as_bytes()) == blake3::hash(text)
    }
}
