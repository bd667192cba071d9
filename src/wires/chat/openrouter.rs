//! OpenRouter's `reasoning_details`: each item is one piece of reasoning.
//!
//! An item keeps its original JSON text. Kind, format, id, index and payload are read on demand. A future type, an extra key, a `null` string or an index
//! beyond any integer stays in the text. The text is sent back.

use std::borrow::Cow;

use crate::error::{Code, Error};
use crate::json::{Kind, Value};
use crate::model::{ReasoningFormat, ThinkingKind};

/// One piece of reasoning, read from its original text.
#[derive(Clone, Copy, Debug)]
pub struct ReasoningItem<'d> {
    value: Value<'d>,
    kind: ThinkingKind,
}

impl<'d> ReasoningItem<'d> {
    /// Reads an item. Refuses only values that are not objects.
    ///
    /// # Errors
    /// A value that is not an object.
    pub fn read(value: Value<'d>) -> Result<Self, Error> {
        if value.kind() != Kind::Object {
            return Err(Error::new(Code::ReasoningItem, "a reasoning item is an object").at(value.span().start));
        }
        let tag = value.get("type").and_then(Value::text);
        let kind = tag.and_then(|tag| tag.to_str()).map_or(ThinkingKind::Unknown, |tag| kind_of(&tag));
        Ok(Self { value, kind })
    }

    /// The value of the item.
    #[must_use]
    pub fn value(self) -> Value<'d> {
        self.value
    }

    /// The original item, byte for byte.
    #[must_use]
    pub fn raw(self) -> &'d [u8] {
        self.value.raw()
    }

    /// The kind of reasoning.
    #[must_use]
    pub fn kind(self) -> ThinkingKind {
        self.kind
    }

    /// Its format, or [`ReasoningFormat::UNKNOWN`] if it has none.
    #[must_use]
    pub fn format(self) -> ReasoningFormat {
        self.string("format").map_or(ReasoningFormat::UNKNOWN, |name| ReasoningFormat::named(name.into_owned()))
    }

    /// Its id, if it has one.
    #[must_use]
    pub fn id(self) -> Option<Cow<'d, str>> {
        self.string("id")
    }

    /// Its `index` among the items of its message, if that is a whole number.
    #[must_use]
    pub fn index(self) -> Option<u64> {
        std::str::from_utf8(self.value.get("index")?.raw()).ok()?.parse().ok()
    }

    /// Its readable text: the text or the summary.
    #[must_use]
    pub fn text(self) -> Option<Cow<'d, str>> {
        match self.kind {
            ThinkingKind::Text => self.string("text"),
            ThinkingKind::Summary => self.string("summary"),
            _ => None,
        }
    }

    /// The opaque handle: the signature of a text, or the data of an encrypted item.
    #[must_use]
    pub fn handle(self) -> Option<Cow<'d, str>> {
        match self.kind {
            ThinkingKind::Text | ThinkingKind::Omitted => self.string("signature"),
            ThinkingKind::Encrypted | ThinkingKind::Redacted => self.string("data"),
            ThinkingKind::Summary | ThinkingKind::Unknown => None,
        }
    }

    /// Returns `true` if it carries a handle that the provider checks. An empty handle does not count.
    #[must_use]
    pub fn is_signed(self) -> bool {
        self.handle().is_some_and(|handle| !handle.is_empty())
    }

    fn string(self, name: &str) -> Option<Cow<'d, str>> {
        self.value.get(name)?.text()?.to_str()
    }
}

/// Returns the kind for a `type`: `reasoning.` and the word for it.
fn kind_of(tag: &str) -> ThinkingKind {
    match tag.strip_prefix("reasoning.") {
        Some("text") => ThinkingKind::Text,
        Some("summary") => ThinkingKind::Summary,
        Some("encrypted") => ThinkingKind::Encrypted,
        Some("redacted") => ThinkingKind::Redacted,
        Some("omitted") => ThinkingKind::Omitted,
        _ => ThinkingKind::Unknown,
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::json::scan;

    /// Items that the codec of clark-agent 0.4.0 changes or drops on the way through.
    const CORRUPTED_BY_CLARK: [&str; 7] = [
        r#"{"type":"reasoning.text","id":null,"format":"anthropic-claude-v1","index":0,"text":"x","signature":null}"#,
        r#"{"type":"reasoning.text","format":"future-v9","text":"x"}"#,
        r#"{"type":"reasoning.text","text":"x"}"#,
        r#"{"type":"reasoning.encrypted","format":"google-gemini-v1","data":"AA","extra":1}"#,
        r#"{"type":"reasoning.encrypted","format":"google-gemini-v1","index":4294967296}"#,
        r#"{"type":"reasoning.summary","format":"openai-responses-v1","summary":null}"#,
        r#"{"type":"reasoning.future_kind","data":"..."}"#,
    ];

    #[test]
    fn what_clark_corrupts_comes_back_as_it_was() {
        for text in CORRUPTED_BY_CLARK {
            let document = scan(text.as_bytes()).unwrap();
            assert_eq!(ReasoningItem::read(document.root()).unwrap().raw(), text.as_bytes());
        }
    }

    #[test]
    fn the_view_says_what_is_there_and_no_more() {
        let views = CORRUPTED_BY_CLARK.map(|text| {
            let document = scan(text.as_bytes()).unwrap();
            let item = ReasoningItem::read(document.root()).unwrap();
            format!("{} {} {:?} {:?} {}", item.kind().name(), item.format(), item.index(), item.text(), item.is_signed())
        });
        assert_eq!(
            views,
            [
                "text anthropic-claude-v1 Some(0) Some(\"x\") false",
                "text future-v9 None Some(\"x\") false",
                "text unknown None Some(\"x\") false",
                "encrypted google-gemini-v1 None None true",
                "encrypted google-gemini-v1 Some(4294967296) None false",
                "summary openai-responses-v1 None None false",
                "unknown unknown None None false",
            ]
        );
    }

    #[test]
    fn an_empty_handle_signs_nothing() {
        let document = scan(br#"[{"type":"reasoning.encrypted","data":""},{"type":"reasoning.text","text":"","signature":"S"},{"type":"reasoning.omitted","signature":"S"},{"type":"reasoning.redacted","data":"D"}]"#).unwrap();
        let signed: Vec<bool> = document.root().elements().map(|item| ReasoningItem::read(item).unwrap().is_signed()).collect();
        assert_eq!(signed, [false, true, true, true]);
    }

    #[test]
    fn only_what_is_no_object_is_no_item() {
        let document = scan(b"[1]").unwrap();
        assert_eq!(ReasoningItem::read(document.root()).unwrap_err().code(), Code::ReasoningItem);
        assert_eq!(ReasoningItem::read(scan(b"{}").unwrap().root()).unwrap().kind(), ThinkingKind::Unknown);
    }
}
