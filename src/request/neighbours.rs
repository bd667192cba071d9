//! Names of parts. They find the place of a thought in a later request, after a store and without its answer.
//!
//! | part | names, the surest first |
//! |---|---|
//! | call | `call` and its id; `call`, the name of the tool and a hash of the arguments |
//! | text | `text` and a hash of its words |
//! | anything else but a thought | `other` and a hash of it without its handle |
//!
//! Programs keep these names in the payloads of stored thoughts. Neither the words nor the hash may change.

use crate::json::{Document, Kind, Text, Value, canonical, scan};
use crate::model::{Neighbours, Part, PartKind};
use crate::wires::Call;

/// The number of parts after a thought that are named. One is not enough: a client may leave out an empty text or a call of the server.
const NEXT: usize = 3;

/// The maximum distance of a neighbour. It avoids a walk through thousands of thoughts for each of them.
const REACH: usize = 50;

/// Names the parts around the one at a position, by the names of all parts of the answer.
#[must_use]
pub fn neighbours(names: &[Vec<String>], position: usize) -> Neighbours {
    let named = |names: &&Vec<String>| !names.is_empty();
    let after = names.iter().skip(position + 1).take(REACH - 1).filter(named).take(NEXT);
    let before = names.iter().take(position).rev().take(REACH).find(named);
    Neighbours {
        carrier: names.get(position).cloned().unwrap_or_default(),
        next: after.flatten().cloned().collect(),
        previous: before.cloned().unwrap_or_default(),
    }
}

/// Names a part. A part that is only a thought has no name.
#[must_use]
pub fn part_names(part: &Part<'_>, document: &Document<'_>) -> Vec<String> {
    match part.kind {
        PartKind::Call => {
            let call = Call::read(part.value);
            let hash = text_hash(&call.content.map(json_of).unwrap_or_default());
            let by_input = ["call ", call.name.as_deref().unwrap_or("undefined"), " ", &hash].concat();
            call.id.map(|id| ["call ", &*id].concat()).into_iter().chain([by_input]).collect()
        }
        PartKind::Text => {
            let text = part.visible_text(document);
            if text.is_empty() { Vec::new() } else { vec![text_name(&text)] }
        }
        PartKind::Other => vec![["other ", &text_hash(&without_handle(part.value))].concat()],
        PartKind::Thought | PartKind::Result => Vec::new(),
    }
}

/// Returns the name of a text, which may have halves of surrogate pairs.
#[must_use]
pub fn text_name(text: &[u8]) -> String {
    ["text ", &text_hash(text)].concat()
}

/// Returns the hash of a text, which may have halves of surrogate pairs.
#[must_use]
pub fn text_hash(text: &[u8]) -> String {
    hash(&mut code_units(text))
}

/// Returns the JSON of a value, or the JSON in a string.
fn json_of(value: Value<'_>) -> Vec<u8> {
    let inner = value.text().map(|text| text.wtf8().into_owned());
    match inner.as_deref().and_then(|inner| scan(inner).ok()) {
        Some(inner) => canonical(inner.root()),
        None => canonical(value),
    }
}

/// Returns a part without its handle: a client may send it back without one.
fn without_handle(part: Value<'_>) -> Vec<u8> {
    const HANDLES: [&[u8]; 3] = [b"thoughtSignature", b"thought_signature", b"signature"];
    if part.kind() != Kind::Object {
        return json_of(part);
    }
    let members = part.members().filter(|(name, _)| !HANDLES.contains(&name.raw()));
    let members: Vec<Vec<u8>> = members.map(|(name, value)| [b"\"", name.raw(), b"\":", value.raw()].concat()).collect();
    let text = [b"{", &*members.join(&b","[..]), b"}"].concat();
    scan(&text).map_or_else(|_| text.clone(), |document| canonical(document.root()))
}

/// Returns the UTF-16 code units of a text, as JavaScript counts them.
fn code_units(text: &[u8]) -> impl Iterator<Item = u16> + '_ {
    let mut rest = text;
    let mut low = None;
    std::iter::from_fn(move || {
        if let Some(low) = low.take() {
            return Some(low);
        }
        let (first, tail) = rest.split_first()?;
        let (bits, length) = match first {
            0..=0x7f => (u32::from(*first), 0),
            0x80..=0xdf => (u32::from(first & 0x1f), 1),
            0xe0..=0xef => (u32::from(first & 0x0f), 2),
            _ => (u32::from(first & 0x07), 3),
        };
        let (more, after) = tail.split_at_checked(length).unwrap_or((tail, &[]));
        rest = after;
        let code = more.iter().fold(bits, |code, byte| code << 6 | u32::from(byte & 0x3f));
        let [first, second] = match code.checked_sub(0x1_0000) {
            None => [code, 0],
            Some(beyond) => [0xd800 + (beyond >> 10), 0xdc00 + (beyond & 0x3ff)],
        };
        low = u16::try_from(second).ok().filter(|second| *second > 0);
        u16::try_from(first).ok()
    })
}

/// Returns a number of 53 bits for a text, in hexadecimal. It distinguishes the parts of one conversation and proves nothing.
fn hash(units: &mut dyn Iterator<Item = u16>) -> String {
    let (mut high, mut low) = (0xdead_beef_u32, 0x41c6_ce57_u32);
    for unit in units {
        high = (high ^ u32::from(unit)).wrapping_mul(0x9e37_79b1);
        low = (low ^ u32::from(unit)).wrapping_mul(0x5f35_6495);
    }
    high = (high ^ (high >> 16)).wrapping_mul(0x85eb_ca6b) ^ (low ^ (low >> 13)).wrapping_mul(0xc2b2_ae35);
    low = (low ^ (low >> 16)).wrapping_mul(0x85eb_ca6b) ^ (high ^ (high >> 13)).wrapping_mul(0xc2b2_ae35);
    format!("{:014x}", (u64::from(low & 0x1f_ffff) << 32) | u64::from(high))
}

impl Part<'_> {
    /// Returns the text of a visible part, with unchanged halves of surrogate pairs.
    #[must_use]
    pub fn visible_text(&self, document: &Document<'_>) -> Vec<u8> {
        if self.span != self.value.span() {
            return Text::written(document.source().get(self.span.range()).unwrap_or_default()).wtf8().into_owned();
        }
        let texts = self.visible_texts().into_iter().filter_map(Value::text);
        texts.flat_map(|text| text.wtf8().into_owned()).collect()
    }

    /// Returns the strings of a visible part: itself, its text, its content, or the texts of the pieces of its content. A text block without text has none.
    fn visible_texts(&self) -> Vec<Value<'_>> {
        let (part, content) = (self.value, self.value.get("content"));
        match [Some(part), part.get("text"), content].into_iter().flatten().find(|value| value.text().is_some()) {
            Some(text) => vec![text],
            None => part.list("content").filter_map(|piece| piece.get("text")).filter(|text| text.text().is_some()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn names(part: &str, kind: PartKind) -> Vec<String> {
        let document = scan(part.as_bytes()).unwrap();
        part_names(&Part::new(document.root(), kind), &document)
    }

    /// Programs have stored the names on the right in payloads.
    #[test]
    fn names_are_those_that_programs_have_stored() {
        assert_eq!(hash(&mut code_units(b"")), "0bdcb81aee8d83");
        assert_eq!(hash(&mut code_units(b"Hi")), "1c9893b0d1c6c0");
        assert_eq!(hash(&mut code_units("é😀\u{ffff}".as_bytes())), "10e6cb37e1c6fe");
        // Half of a pair, as WTF-8 has it.
        assert_eq!(hash(&mut code_units(&[0xed, 0xa0, 0x80])), "1fb54e0827e5c5");
        let call = r#"{"type":"tool_use","id":"c1","name":"f","input":{"b":1.0,"a":[1e21,"é"]}}"#;
        assert_eq!(names(call, PartKind::Call), ["call c1", "call f 1846e1f9ba0f43"]);
        assert_eq!(names(r#"{"function":{"name":"f","arguments":"{\"b\": 1, \"a\":[1,2]}"}}"#, PartKind::Call), ["call f 0e05077a7ce575"]);
        assert_eq!(names(r#"{"function":{"name":"f","arguments":"broken {"}}"#, PartKind::Call), ["call f 183d5a00b947e3"]);
        assert_eq!(names(r#"{"functionCall":{"name":"f"}}"#, PartKind::Call), ["call f 0bdcb81aee8d83"]);
        assert_eq!(names(r#"{"type":"text","text":"Hello \u00e9😀"}"#, PartKind::Text), ["text 037d5293deaaf3"]);
        assert_eq!(names(r#"{"z":{"b":1,"a":2},"type":"x","signature":"S"}"#, PartKind::Other), ["other 159b6a248f5e6f"]);
    }
}
