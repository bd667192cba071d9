//! Stretches of a decoded text as parts, with their places in the received JSON string.

use super::{Opening, StretchKind, split};
use crate::json::{Span, Value};
use crate::model::{Attachment, Part, PartKind, Thinking, ThinkingKind};

/// Returns the parts of a string of visible text. Text between delimiters is a thought, and the delimiters belong to no part. A string without reasoning is
/// one part.
#[must_use]
pub fn parts(text: Value<'_>, opening: Opening) -> Vec<Part<'_>> {
    let Some(string) = text.text() else { return vec![Part::new(text, PartKind::Other)] };
    let stretches = split(&string.wtf8(), opening);
    if stretches.iter().all(|stretch| stretch.kind == StretchKind::Visible) {
        return vec![Part::new(text, PartKind::Text)];
    }
    // The quote comes first.
    let mut cursor = Cursor { raw: string.raw(), at: text.span().start + 1, decoded: 0 };
    let mut parts = Vec::new();
    for stretch in stretches {
        let span = Span { start: cursor.at, end: cursor.advance(stretch.span.end) };
        let part = match stretch.kind {
            StretchKind::Delimiter => continue,
            StretchKind::Visible => Part::new(text, PartKind::Text),
            StretchKind::Thought => {
                let mut thinking = Thinking::new(ThinkingKind::Text, Attachment::Tag { name: stretch.name.to_owned() });
                thinking.complete = stretch.closed;
                Part::new(text, PartKind::Thought).with(thinking)
            }
        };
        parts.push(Part { span, ..part });
    }
    parts
}

/// Reads a JSON string as written, and counts the decoded bytes that it has passed.
struct Cursor<'d> {
    raw: &'d [u8],
    at: usize,
    decoded: usize,
}

impl Cursor<'_> {
    /// Returns the place in the JSON text of a byte of the decoded value.
    fn advance(&mut self, decoded: usize) -> usize {
        while self.decoded < decoded && !self.raw.is_empty() {
            let (written, meant) = match self.raw {
                [b'\\', b'u', rest @ ..] => match (unit(rest), rest.get(4..)) {
                    (0xd800..=0xdbff, Some([b'\\', b'u', low @ ..])) if (0xdc00..=0xdfff).contains(&unit(low)) => (12, 4),
                    (0..=0x7f, _) => (6, 1),
                    (0x80..=0x7ff, _) => (6, 2),
                    _ => (6, 3),
                },
                [b'\\', ..] => (2, 1),
                _ => (1, 1),
            };
            self.raw = self.raw.get(written..).unwrap_or_default();
            self.at += written;
            self.decoded += meant;
        }
        self.at
    }
}

/// The code unit of four hexadecimal digits.
fn unit(digits: &[u8]) -> u32 {
    digits.iter().take(4).fold(0, |unit, digit| unit << 4 | char::from(*digit).to_digit(16).unwrap_or(0))
}
