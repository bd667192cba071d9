//! Clark's reasoning codec: the items of `reasoning_details` out of a response and into a message, each in its own bytes.
//!
//! The names and the meaning are clark's; an item here is a view over its text, so that what clark leaves out on the way (a
//! `null`, an extra key, a format or a type that is not known) comes back too. Where a message is at hand whole,
//! [`replay`](crate::codecs::replay) is the better way: it takes the place among the members along.

use super::answer;
use super::dialects::DETAILS;
use crate::error::Error;
use crate::json::{Changes, Kind, Value, Writer, scan};
use crate::model::ReasoningItem;

/// Reads and writes OpenRouter's `reasoning_details`.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenRouterReasoningCodec;

impl OpenRouterReasoningCodec {
    /// The items of a response in their order; of the list itself too, which is what clark is given. What is no object is
    /// no item: it goes back with [`replay`](crate::codecs::replay), which tells of it.
    #[must_use]
    pub fn parse_response<'d>(&self, body: Value<'d>) -> Vec<ReasoningItem<'d>> {
        let list = if body.kind() == Kind::Array { Some(body) } else { answer(body).and_then(|message| message.get(DETAILS)) };
        let Some(list) = list else { return Vec::new() };
        list.elements().filter_map(|item| ReasoningItem::read(item).ok()).collect()
    }

    /// A message's text with the items as its `reasoning_details`, in the place of those that it has or at its end. Without
    /// items it is as it was.
    ///
    /// # Errors
    /// A message that is not JSON, or is no object: clark leaves it as it is, and the items are lost.
    pub fn write_assistant(&self, message: &[u8], items: &[ReasoningItem<'_>]) -> Result<Vec<u8>, Error> {
        let document = scan(message)?;
        let mut changes = Changes::new(&document);
        if !items.is_empty() {
            let mut list = Writer::default();
            list.open(b'[');
            items.iter().for_each(|item| list.raw(item.raw()));
            list.close(b']');
            changes.set(document.root(), DETAILS, &list.finish())?;
        }
        changes.apply()
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::error::Code;

    fn written(message: &str, list: &str) -> Result<String, Error> {
        let document = scan(list.as_bytes()).unwrap();
        let items = OpenRouterReasoningCodec.parse_response(document.root());
        OpenRouterReasoningCodec.write_assistant(message.as_bytes(), &items).map(|text| String::from_utf8(text).unwrap())
    }

    #[test]
    fn items_are_those_of_the_first_choice() {
        let body = br#"{"choices":[{"message":{"reasoning_details":[{"type":"reasoning.text"},7,{"b":1.0}]}},{"message":{"reasoning_details":[{}]}}]}"#;
        let document = scan(body).unwrap();
        let items = OpenRouterReasoningCodec.parse_response(document.root());
        assert_eq!(items.iter().map(|item| item.raw()).collect::<Vec<_>>(), [&br#"{"type":"reasoning.text"}"#[..], br#"{"b":1.0}"#]);
        for none in ["{}", "7", r#"{"choices":[{"message":{"reasoning_details":{}}}]}"#, r#"{"choices":[{"message":null}]}"#] {
            assert!(OpenRouterReasoningCodec.parse_response(scan(none.as_bytes()).unwrap().root()).is_empty(), "{none}");
        }
    }

    #[test]
    fn items_take_the_place_of_others_and_nothing_else_changes() {
        let list = r#"[ {"a": 1e2} , {"b":"\u0041"} ]"#;
        assert_eq!(
            written(r#"{ "reasoning_details":null, "n":1.0 }"#, list).unwrap(),
            r#"{ "reasoning_details":[{"a": 1e2},{"b":"\u0041"}], "n":1.0 }"#
        );
        assert_eq!(written(r#"{"n":1.0}"#, list).unwrap(), r#"{"n":1.0,"reasoning_details":[{"a": 1e2},{"b":"\u0041"}]}"#);
        assert_eq!(written(r#"{"reasoning_details":[ 7 ]}"#, "[]").unwrap(), r#"{"reasoning_details":[ 7 ]}"#);
        assert_eq!(written("[]", list).unwrap_err().code(), Code::EditValue);
    }
}
