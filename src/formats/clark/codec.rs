//! Clark's reasoning codec: reads the items of `reasoning_details` from a response and writes them into a message, each in its original bytes.
//!
//! For a whole message, use [`replay`](crate::wires::replay): it also keeps the place of the list among the members.

use super::ReasoningItem;
use crate::error::Error;
use crate::json::{Changes, Kind, Value, Writer, scan};

/// The items of a response.
const DETAILS: &str = "choices.0.message.reasoning_details";

/// Reads and writes OpenRouter's `reasoning_details`.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenRouterReasoningCodec;

impl OpenRouterReasoningCodec {
    /// Returns the items of a response in order, or of the list itself, which is clark's input. A value that is not an object is not an item:
    /// [`replay`](crate::wires::replay) sends it back and reports it.
    #[must_use]
    pub fn parse_response<'d>(&self, body: Value<'d>) -> Vec<ReasoningItem<'d>> {
        let items = if body.kind() == Kind::Array { body.elements() } else { body.list(DETAILS) };
        items.filter_map(|item| ReasoningItem::read(item).ok()).collect()
    }

    /// Writes items into a message as its `reasoning_details`, in place of the existing ones or at its end. Without items the message is unchanged.
    ///
    /// # Errors
    /// A message that is not JSON or not an object. Clark leaves such a message unchanged and loses the items.
    pub fn write_assistant(&self, message: &[u8], items: &[ReasoningItem<'_>]) -> Result<Vec<u8>, Error> {
        let document = scan(message)?;
        let mut changes = Changes::new(&document);
        if !items.is_empty() {
            let mut list = Writer::default();
            list.open(b'[');
            items.iter().for_each(|item| list.raw(item.raw()));
            list.close(b']');
            changes.set(document.root(), "reasoning_details", &list.finish())?;
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
