//! Refusals in client logs: the client's sentence with the status in it and, often, the provider's body.

use crate::json::{Kind, Writer, lossy, scan};

/// A refusal, extracted from the words around it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Refusal {
    /// The status, if the words have it.
    pub status: Option<u16>,
    /// The body, if it is complete.
    pub body: Option<Vec<u8>>,
}

impl Refusal {
    /// Reads the words: `API Error: 400 {"type":"error",…}`, `unexpected status 400 Bad Request: {…}`.
    #[must_use]
    pub fn of(words: &[u8]) -> Self {
        let start = words.iter().position(|byte| *byte == b'{').unwrap_or(words.len());
        let end = words.iter().rposition(|byte| *byte == b'}').map_or(0, |at| at + 1);
        let body = words.get(start..end).filter(|body| scan(body).is_ok_and(|document| document.root().kind() == Kind::Object));
        // The words before the body are the client's. Numbers inside the body can mean anything.
        let before = words.get(..start).unwrap_or_default();
        Self { status: before.split(|byte| !byte.is_ascii_alphanumeric()).find_map(status), body: body.map(<[u8]>::to_vec) }
    }

    /// Returns the body, or one with the words in its place.
    #[must_use]
    pub fn into_body(self, words: &[u8], kind: Option<&str>) -> Vec<u8> {
        self.body.unwrap_or_else(|| {
            let mut out = Writer::default();
            out.open(b'{');
            out.member_if("type", kind.map(|_| "error"));
            out.name("error");
            out.open(b'{');
            out.member_if("type", kind);
            out.member("message", &lossy(words));
            out.close(b'}');
            out.close(b'}');
            out.finish()
        })
    }
}

/// Returns the status of a word, if it is one of a refusal.
fn status(word: &[u8]) -> Option<u16> {
    let number = str::from_utf8(word).ok().filter(|word| word.len() == 3)?.parse().ok()?;
    (400..600).contains(&number).then_some(number)
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn the_body_and_the_status_are_cut_out_of_the_words() {
        let found = Refusal::of(br#"API Error: 400 {"type":"error","error":{"message":"at 500}"}} Please run /login"#);
        assert_eq!(found.status, Some(400));
        assert_eq!(found.body.as_deref(), Some(br#"{"type":"error","error":{"message":"at 500}"}}"#.as_slice()));
        assert_eq!(Refusal::of(b"unexpected status 503 Service Unavailable: {torn").status, Some(503));
        assert_eq!(Refusal::of(b"Reconnecting 1/5, 12345 bytes, v4001 {} }"), Refusal::default());
    }

    #[test]
    fn words_without_a_body_become_one() {
        let words = b"say \"no\"";
        assert_eq!(Refusal::of(words).into_body(words, None), br#"{"error":{"message":"say \"no\""}}"#);
        let typed = Refusal::of(words).into_body(words, Some("rate_limit"));
        assert_eq!(typed, br#"{"type":"error","error":{"type":"rate_limit","message":"say \"no\""}}"#);
    }
}
