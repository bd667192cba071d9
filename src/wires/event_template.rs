//! The shape of repeated events: most events of a stream repeat the last one with another piece of text.
//!
//! The first such event is read. If the next differs only in the strings that the assembler has named, it only extends them and is not read.

use crate::json::{Kind, Text, Value};

/// An event with holes in it.
#[derive(Debug)]
pub(super) struct EventTemplate {
    name: Option<String>,
    /// The text before each hole, and the kind of the hole.
    before: Vec<(Vec<u8>, Hole)>,
    after: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hole {
    /// A string that the assembler needs.
    Piece,
    /// A string without information: padding.
    Padding,
    /// A number without information: the event's number.
    Number,
}

/// Members that change in every event and are not kept.
const IDLE: [&str; 3] = ["sequence_number", "obfuscation", "p"];

impl EventTemplate {
    /// Builds the template of an event from the strings in which the next may differ, in the order of the text.
    pub(super) fn of(name: Option<&str>, data: Value<'_>, pieces: &[Value<'_>]) -> Option<Self> {
        if pieces.is_empty() {
            return None;
        }
        let mut holes = Vec::new();
        pieces.iter().for_each(|piece| holes.push((*piece, Hole::Piece)));
        for idle in IDLE.iter().filter_map(|name| data.get(name)) {
            let hole = if idle.kind() == Kind::String { Hole::Padding } else { Hole::Number };
            let place = holes.iter().position(|(other, _)| other.span().start > idle.span().start).unwrap_or(holes.len());
            holes.insert(place, (idle, hole));
        }
        let (text, first) = (data.raw(), data.span().start);
        let mut from = 0;
        let mut before = Vec::with_capacity(holes.len());
        for (value, hole) in holes {
            let quote = usize::from(hole != Hole::Number);
            let literal = text.get(from..value.span().start - first + quote)?;
            before.push((literal.to_vec(), hole));
            from = value.span().end - first - quote;
        }
        Some(Self { name: name.map(str::to_owned), before, after: text.get(from..)?.to_vec() })
    }

    /// Returns `true` if an event differs only in the holes, and collects its pieces.
    pub(super) fn fits<'d>(&self, name: Option<&str>, data: &'d [u8], pieces: &mut Vec<Text<'d>>) -> bool {
        pieces.clear();
        if self.name.as_deref() != name {
            return false;
        }
        let mut rest = data;
        for (literal, hole) in &self.before {
            let Some(from) = rest.strip_prefix(literal.as_slice()) else { return false };
            let length = if *hole == Hole::Number { digits(from) } else { string(from) };
            let Some((inner, after)) = length.and_then(|length| from.split_at_checked(length)) else { return false };
            if *hole == Hole::Piece {
                pieces.push(Text::written(inner));
            }
            rest = after;
        }
        rest == self.after
    }
}

/// Returns the length of the plain string that starts here. The scan handles strings with `\u` escapes.
fn string(from: &[u8]) -> Option<usize> {
    let (mut at, mut is_ascii) = (0, true);
    loop {
        match from.get(at)? {
            b'"' => break,
            b'\\' => match from.get(at + 1)? {
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => at += 2,
                _ => return None,
            },
            0..0x20 => return None,
            byte => {
                is_ascii &= byte.is_ascii();
                at += 1;
            }
        }
    }
    (is_ascii || std::str::from_utf8(from.get(..at)?).is_ok()).then_some(at)
}

fn digits(from: &[u8]) -> Option<usize> {
    let length = from.iter().position(|byte| !byte.is_ascii_digit())?;
    (length == 1 || length > 1 && from.first() != Some(&b'0')).then_some(length)
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::json::scan;

    #[test]
    fn only_what_is_the_same_but_for_the_holes_fits() {
        let document = scan(br#"{"type":"d","sequence_number":7,"delta":"a","obfuscation":"xy"}"#).unwrap();
        let piece = document.root().get("delta").unwrap();
        let template = EventTemplate::of(Some("d"), document.root(), &[piece]).unwrap();
        let fit = |text: &str| {
            let mut pieces = Vec::new();
            let fits = template.fits(Some("d"), text.as_bytes(), &mut pieces);
            fits.then(|| String::from_utf8_lossy(pieces[0].raw()).into_owned())
        };
        let event = |number: &str, delta: &str, end: &str| {
            format!(r#"{{"type":"d","sequence_number":{number},"delta":"{delta}","obfuscation":"{end}"}}"#)
        };
        assert_eq!(fit(&event("10", "é\\n\\\"", "")), Some("é\\n\\\"".to_owned()));
        assert_eq!(fit(&event("8", "", "zzzz")), Some(String::new()));
        for other in [
            event("01", "a", ""),
            event("", "a", ""),
            event("1", "\\u0041", ""),
            event("1", "\\x", ""),
            event("1", "\n", ""),
            event("1", "a", "\",\"b\":\""),
        ] {
            assert_eq!(fit(&other), None, "{other}");
        }
        assert_eq!(fit(&event("1", "a", "").replace("\"d\"", "\"e\"")), None);
        assert_eq!(fit(&(event("1", "a", "") + " ")), None);
        assert!(!template.fits(None, event("1", "a", "").as_bytes(), &mut Vec::new()));
        assert!(!template.fits(
            Some("d"),
            b"{\"type\":\"d\",\"sequence_number\":7,\"delta\":\"\xff\",\"obfuscation\":\"\"}",
            &mut Vec::new()
        ));
    }
}
