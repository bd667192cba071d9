//! The identity of a part: its ids, its readable text, and its handle.

use std::borrow::Cow;

use crate::json::{Digest, Text, Value, digest, digest_between, digest_of_text, is_base64, quote_wtf8, scan};
use crate::model::{Part, PartKind, Thinking, ThinkingKind, Wire};
use crate::wires::Call;

/// The trace of a part: the data that remains if its bytes are not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The id that joins a call and its result.
    pub call: Option<String>,
    /// The id of an item.
    pub item: Option<String>,
    /// The digest of its readable content: the text of a thought, the words of a text, all of anything else. `None` for an empty text.
    pub text: Option<Digest>,
    /// The digest of its handles.
    pub handle: Option<Digest>,
    /// The declared type of a thought or an unknown part. Empty if it has none.
    pub sort: String,
}

impl Trace {
    /// Reads the trace of a part of a response or of a request.
    #[must_use]
    pub fn of(part: &Part<'_>, wire: &Wire) -> Self {
        let call = (part.kind == PartKind::Call).then(|| Call::read(part.value));
        let id = call.as_ref().and_then(|call| call.id.as_deref().map(str::to_owned));
        let item = part.value.get("id").and_then(Value::text).map(|text| text.lossy().into_owned());
        let handle = match &part.thinking {
            Some(thinking) => handle(part.value, &thinking.handles, wire),
            // A program of Responses is sent back only with its fingerprint.
            None => part.value.get("fingerprint").map(digest),
        };
        let text = match (&part.thinking, part.kind) {
            _ if part.span != part.value.span() => stretch(part),
            (Some(Thinking { kind: ThinkingKind::Unknown, .. }), PartKind::Thought) if handle.is_none() => Some(digest(part.value)),
            (Some(thinking), PartKind::Thought) => of_texts(&texts(thinking)),
            (_, PartKind::Text) => of_texts(&spoken_texts(part.value)),
            (_, PartKind::Call) => call.filter(|_| id.is_none()).and_then(|call| call.content).map(digest),
            (Some(_), _) => None,
            _ => Some(digest(part.value)),
        };
        let sort =
            if matches!(part.kind, PartKind::Thought | PartKind::Other) { part.value.word("type").to_owned() } else { String::new() };
        Self { item: item.filter(|item| id.as_ref() != Some(item)), call: id, text, handle, sort }
    }

    /// Returns the ids of a part: of the call and of the item, or the one that is both.
    #[must_use]
    pub fn ids_of(part: &Part<'_>) -> Vec<String> {
        let call = (part.kind == PartKind::Call).then(|| Call::read(part.value).id).flatten().map(|id| id.into_owned());
        let item = part.value.get("id").and_then(Value::text).map(|text| text.lossy().into_owned());
        call.into_iter().chain(item).collect()
    }

    /// Returns the ids, the most reliable first.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        [self.call.as_deref(), self.item.as_deref()].into_iter().flatten().filter(|id| !id.is_empty())
    }
}

/// Returns `true` if an id identifies its answer: it was drawn, and not counted or named after its tool. Kimi's `functions.look:0`, OpenRouter's `tool_0_look`
/// and `call_0` appear in every conversation.
#[must_use]
pub fn is_distinctive(id: &str) -> bool {
    let drawn = |word: &str| {
        let (letters, digits) = word.bytes().fold((0, 0), |(letters, digits), byte| match byte {
            b'0'..=b'9' => (letters, digits + 1),
            _ => (letters + 1, digits),
        });
        let upper = word.bytes().skip(1).any(|byte| byte.is_ascii_uppercase()) && word.bytes().any(|byte| byte.is_ascii_lowercase());
        word.len() >= 8 && letters > 0 && (digits > 1 || upper) || digits >= 12
    };
    id.split(|letter: char| !letter.is_ascii_alphanumeric()).any(drawn)
}

/// Returns `true` if an id may have been drawn. xAI draws eight digits: too few to find an answer by, and enough to doubt a match.
#[must_use]
pub fn may_be_drawn(id: &str) -> bool {
    let is_drawn = |word: &str| word.len() >= 8 && word.bytes().all(|byte| byte.is_ascii_digit()) && !word.starts_with("00");
    is_distinctive(id) || id.split(|letter: char| !letter.is_ascii_alphanumeric()).any(is_drawn)
}

/// Returns the digest of handles. Gemini's are bytes, equal in either alphabet of base64, padded or not (recorded: 489 times accepted).
#[must_use]
pub fn handle(holder: Value<'_>, handles: &[Value<'_>], wire: &Wire) -> Option<Digest> {
    match handles {
        [] => None,
        [one] if counts_as_bytes(holder, wire.as_str()) => digest_of_digits(*one),
        [one] => Some(digest(*one)),
        several => of_texts(several),
    }
}

/// Returns `true` if the handle of a part counts as bytes.
#[must_use]
pub fn counts_as_bytes(holder: Value<'_>, wire: &str) -> bool {
    wire.starts_with("gemini-") || holder.fits("format^google,extra_content")
}

/// Returns the digest of a token. Tokens are bytes, equal in either alphabet of base64.
pub(crate) fn token_digest(token: Value<'_>) -> Option<Digest> {
    digest_of_digits(token)
}

/// Returns the digest of the bytes that base64 stands for.
fn digest_of_digits(value: Value<'_>) -> Option<Digest> {
    let digits = digits(value.text()?.raw());
    if is_base64(&digits) { Some(digest_of_text(&digits)) } else { of_json(&[b"\"", &*digits, b"\""].concat()) }
}

/// Returns base64 digits in one alphabet and without padding, so that the same bytes are the same text.
#[must_use]
pub fn digits(text: &[u8]) -> Vec<u8> {
    let mut digits = text.to_vec();
    for digit in &mut digits {
        match digit {
            b'-' => *digit = b'+',
            b'_' => *digit = b'/',
            _ => {}
        }
    }
    while digits.last() == Some(&b'=') {
        digits.pop();
    }
    digits
}

fn texts<'d>(thinking: &Thinking<'d>) -> Vec<Value<'d>> {
    thinking.texts.iter().copied().filter(|text| text.text().is_some_and(|text| !text.is_empty())).collect()
}

/// Returns the digest of the tool and arguments of a call; a trace has its id instead. Arguments in a string are parsed, and missing ones equal empty ones:
/// clients rewrite the former and leave out the latter.
#[must_use]
pub fn called(part: Value<'_>) -> Option<Digest> {
    let Call { name, content, .. } = Call::read(part);
    let before = [b"[", &*quote_wtf8(name.unwrap_or_default().as_bytes()), b","].concat();
    let inner = content.map_or(Some(Cow::Borrowed(&b"{}"[..])), |content| content.text().map(Text::wtf8));
    match (inner.as_deref().and_then(|inner| scan(inner).ok()), content) {
        (Some(inner), _) => (!inner.has_bom()).then(|| digest_between(&before, inner.root(), b"]")),
        (None, content) => Some(digest_between(&before, content?, b"]")),
    }
}

/// Returns the digest of strings, one after the other. Returns `None` if they are empty.
pub(crate) fn of_texts(texts: &[Value<'_>]) -> Option<Digest> {
    match texts {
        [] => None,
        [one] => one.text().filter(|text| !text.is_empty()).map(|_| digest(*one)),
        several => {
            let list: Vec<&[u8]> = several.iter().map(|text| text.raw()).collect();
            of_json(&[b"[", &*list.join(&b','), b"]"].concat())
        }
    }
}

/// Returns the digest of a part that is a range of a string, between tags or beside them.
fn stretch(part: &Part<'_>) -> Option<Digest> {
    of_json(&[b"\"", stretch_of(part)?, b"\""].concat())
}

/// Returns the bytes of a range, as written.
pub(crate) fn stretch_of<'d>(part: &Part<'d>) -> Option<&'d [u8]> {
    let start = part.value.span().start;
    part.value.raw().get(part.span.start.checked_sub(start)?..part.span.end.checked_sub(start)?)
}

pub(crate) fn of_json(text: &[u8]) -> Option<Digest> {
    Some(digest(scan(text).ok()?.root()))
}

/// Returns the digest of a text that is not in a body.
#[must_use]
pub fn text_digest(text: &[u8]) -> Digest {
    digest_of_text(text)
}

/// Returns the strings of a visible part: itself, its text, its content, or the texts of the pieces of its content.
pub(crate) fn spoken_texts(part: Value<'_>) -> Vec<Value<'_>> {
    let content = part.get("content");
    match [Some(part), part.get("text"), content].into_iter().flatten().find(|value| value.text().is_some()) {
        Some(text) => vec![text],
        None => part.list("content").filter_map(|piece| piece.get("text")).collect(),
    }
}

/// Returns the digest of all visible text of parts, one after the other, however it is cut. Returns `None` if there is none.
#[must_use]
pub fn whole(parts: &[Part<'_>]) -> Option<Digest> {
    let mut text = Vec::new();
    for part in parts.iter().filter(|part| part.kind == PartKind::Text && part.span == part.value.span()) {
        spoken_texts(part.value).iter().filter_map(|said| said.text()).for_each(|said| text.extend_from_slice(&said.wtf8()));
    }
    (!text.is_empty()).then(|| digest_of_text(&text))
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::is_distinctive;

    #[test]
    fn an_id_that_was_drawn_tells_its_answer_and_one_that_is_counted_does_not() {
        for drawn in [
            "toolu_01A09q90qw90lq917835lq9",
            "call_Yk6Wnd0ZhXMCz2GfGk8wTRkt",
            "fc_67ccd2bed1ec8190b14f964abc054267",
            "tooluse_kZJMlvQmRJ6eAyJE5GIl7Q",
            "chatcmpl-tool-1f6ac7ad2e5b4b3fa0a3c4ad13ea1d33",
            "D681PevKs",
            "get_weather_k88p0m504w5x",
            "call_00_8Qb3kTzRr1",
            "550e8400-e29b-41d4-a716-446655440000",
        ] {
            assert!(is_distinctive(drawn), "{drawn}");
        }
        for counted in [
            "call_0",
            "call_12",
            "functions.get_weather:0",
            "tool_0_get_weather",
            "get_current_weather",
            "toolu_000012",
            "1",
            "",
            "search_repositories_3",
        ] {
            assert!(!is_distinctive(counted), "{counted}");
        }
    }
}
