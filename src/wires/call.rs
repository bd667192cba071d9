//! A tool call or its result on any wire: its id, its name, its arguments or content.

use std::borrow::Cow;

use super::read::text;
use crate::json::{Kind, Value};

/// A call or a result: the members that every wire has, each under a different name.
#[derive(Clone, Debug)]
pub struct Call<'d> {
    /// The id that joins a call and its result.
    pub id: Option<Cow<'d, str>>,
    /// The tool.
    pub name: Option<Cow<'d, str>>,
    /// The arguments of a call, or the content of a result: a JSON value, or a string with JSON in it.
    pub content: Option<Value<'d>>,
}

impl<'d> Call<'d> {
    /// Reads a part that is a call or a result.
    #[must_use]
    pub fn read(part: Value<'d>) -> Self {
        let inner = WRAPPERS.iter().find_map(|name| part.get(name)).unwrap_or(part);
        let function = inner.get("function").unwrap_or(inner);
        Self {
            id: IDS.iter().find_map(|name| text(inner, name)),
            name: NAMES.iter().find_map(|name| text(function, name)),
            // In chat a result is the content of a message, and the message has the other members.
            content: CONTENTS.iter().find_map(|name| function.get(name)).or_else(|| Some(part).filter(|part| part.kind() != Kind::Object)),
        }
    }
}

/// Members that hold the call a level deeper, at Bedrock and Gemini.
const WRAPPERS: [&str; 6] = ["toolUse", "toolResult", "functionCall", "function_call", "functionResponse", "function_response"];
/// In Responses a call has two ids, and the result has `call_id`.
const IDS: [&str; 5] = ["call_id", "toolUseId", "tool_use_id", "tool_call_id", "id"];
const NAMES: [&str; 2] = ["name", "tool_name"];
const CONTENTS: [&str; 7] = ["arguments", "input", "args", "response", "output", "content", "result"];

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::Call;
    use crate::json::scan;

    #[test]
    fn every_wire_says_the_same_in_its_own_words() {
        for part in [
            r#"{"type":"tool_use","id":"c1","name":"f","input":{"a":1}}"#,
            r#"{"toolUse":{"toolUseId":"c1","name":"f","input":{"a":1}}}"#,
            r#"{"functionCall":{"id":"c1","name":"f","args":{"a":1}},"thoughtSignature":"S"}"#,
            r#"{"type":"function_call","id":"fc_9","call_id":"c1","name":"f","arguments":{"a":1}}"#,
            r#"{"id":"c1","type":"function","function":{"name":"f","arguments":{"a":1}}}"#,
        ] {
            let document = scan(part.as_bytes()).unwrap();
            let call = Call::read(document.root());
            assert_eq!((call.id.as_deref(), call.name.as_deref()), (Some("c1"), Some("f")), "{part}");
            assert_eq!(call.content.map(|content| content.raw()), Some(&br#"{"a":1}"#[..]), "{part}");
        }
    }
}
