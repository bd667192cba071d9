//! [`SaidTexts`]: the texts of a request, to find those that a fix wrote in another place.

use std::collections::BTreeMap;

use crate::json::{Document, Span, Value, find_bytes};
use crate::model::{ContentKind, Conversation};

/// The strings of a request that are not yet known to be a text of the source.
pub(super) struct SaidTexts<'s> {
    /// The texts of the source, by their first bytes.
    texts: BTreeMap<usize, &'s [u8]>,
    /// How often each string is in the request.
    strings: BTreeMap<&'s [u8], usize>,
}

/// The text between two texts that a fix joined.
const BETWEEN: &[u8] = br"\n\n";

impl<'s> SaidTexts<'s> {
    pub(super) fn of(source: &'s Conversation<'_>, request: &'s Document<'s>) -> Self {
        let mut texts = BTreeMap::new();
        for content in source.messages.iter().flat_map(|message| &message.contents) {
            if let ContentKind::Text(text) | ContentKind::Refusal(text) = &content.kind {
                texts.insert(content.span.start, &**text);
            }
        }
        let mut strings = BTreeMap::new();
        count(request.root(), &mut strings);
        Self { texts, strings }
    }

    /// Takes the text of a content out of the strings. Returns `true` if the request had it.
    pub(super) fn take(&mut self, content: Span) -> bool {
        let Some(text) = self.texts.get(&content.start).copied().filter(|text| !text.is_empty()) else { return false };
        if let Some(count) = self.strings.get_mut(text).filter(|count| **count > 0) {
            *count -= 1;
            return true;
        }
        let (ahead, behind) = ([text, BETWEEN].concat(), [BETWEEN, text].concat());
        let is_joined = |string: &&[u8]| {
            string.starts_with(&ahead) || string.ends_with(&behind) || find_bytes(string, &[&behind, BETWEEN].concat()).is_some()
        };
        self.strings.iter().any(|(string, count)| *count > 0 && is_joined(string))
    }
}

fn count<'s>(value: Value<'s>, strings: &mut BTreeMap<&'s [u8], usize>) {
    if let Some(text) = value.text() {
        *strings.entry(text.raw()).or_default() += 1;
    }
    value.elements().for_each(|element| count(element, strings));
    value.members().for_each(|(_, member)| count(member, strings));
}
