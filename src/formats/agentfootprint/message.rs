//! `LLMMessage` and its parts, read from their original text.
//!
//! Reading checks a role, a string of content, and calls and blocks of the right shape. Unknown keys stay in the text. A message that is `ephemeral` is sent
//! and logged but not kept. Thinking blocks are always kept, because the next request needs them.

use std::borrow::Cow;

use crate::error::{Code, Error};
use crate::json::{Document, Value};
use crate::model::Role;

/// One message, read from its text.
#[derive(Clone, Debug)]
pub struct LLMMessage<'d> {
    value: Value<'d>,
    /// The role of its speaker.
    pub role: Role,
    /// The model's calls, in order.
    pub tool_calls: Vec<ToolCall<'d>>,
    /// The thinking of the message, in order.
    pub thinking_blocks: Vec<ThinkingBlock<'d>>,
    /// True if it is sent and logged but not kept.
    pub ephemeral: bool,
}

/// A tool call of a message.
#[derive(Clone, Copy, Debug)]
pub struct ToolCall<'d> {
    value: Value<'d>,
}

/// A block of thinking of a message.
#[derive(Clone, Copy, Debug)]
pub struct ThinkingBlock<'d> {
    value: Value<'d>,
}

impl<'d> LLMMessage<'d> {
    /// Reads a message.
    ///
    /// # Errors
    /// A value that does not have the shape, with the pointer of the part at fault.
    pub fn read(document: &Document<'_>, value: Value<'d>) -> Result<Self, Error> {
        Self::check(document, value)?;
        let list = |name: &str| value.list(name);
        Ok(Self {
            value,
            role: string(value, "role").and_then(|name| Role::named(name.as_bytes())).unwrap_or(Role::User),
            tool_calls: list("toolCalls").map(|value| ToolCall { value }).collect(),
            thinking_blocks: list("thinkingBlocks").map(|value| ThinkingBlock { value }).collect(),
            ephemeral: value.get("ephemeral").and_then(Value::boolean).unwrap_or(false),
        })
    }

    /// Checks that a value has the shape of a message.
    ///
    /// # Errors
    /// Like [`LLMMessage::read`].
    pub fn check(document: &Document<'_>, value: Value<'_>) -> Result<(), Error> {
        let shape = Shape { document };
        // agentfootprint has only these four roles.
        shape.word(value, "role", "role=system|user|assistant|tool", "no such role")?;
        shape.members(value, MESSAGE)?;
        for call in shape.list(value, "toolCalls")? {
            shape.members(call, CALL)?;
        }
        for block in shape.list(value, "thinkingBlocks")? {
            shape.word(block, "type", "type=thinking|redacted_thinking", "expected thinking or redacted_thinking")?;
            shape.members(block, BLOCK)?;
        }
        shape.members(value, &[("ephemeral", "boolean", false)])
    }

    /// Returns the original message, byte for byte.
    #[must_use]
    pub fn raw(&self) -> &'d [u8] {
        self.value.raw()
    }

    /// Returns its text.
    #[must_use]
    pub fn content(&self) -> Cow<'d, str> {
        string(self.value, "content").unwrap_or_default()
    }

    /// Returns the id of the call that a tool's message answers.
    #[must_use]
    pub fn tool_call_id(&self) -> Option<Cow<'d, str>> {
        string(self.value, "toolCallId")
    }
}

impl<'d> ToolCall<'d> {
    /// Returns the call's id.
    #[must_use]
    pub fn id(self) -> Cow<'d, str> {
        string(self.value, "id").unwrap_or_default()
    }

    /// Returns the tool's name.
    #[must_use]
    pub fn name(self) -> Cow<'d, str> {
        string(self.value, "name").unwrap_or_default()
    }

    /// Returns the original arguments.
    #[must_use]
    pub fn args(self) -> Option<&'d [u8]> {
        self.value.get("args").map(Value::raw)
    }

    /// Returns the original data that the provider needs with the call. Gemini's thought signature is in it.
    #[must_use]
    pub fn provider_meta(self) -> Option<&'d [u8]> {
        self.value.get("providerMeta").map(Value::raw)
    }
}

impl<'d> ThinkingBlock<'d> {
    /// Returns the original block, byte for byte.
    #[must_use]
    pub fn raw(self) -> &'d [u8] {
        self.value.raw()
    }

    /// Returns `true` if the provider encrypted it.
    #[must_use]
    pub fn is_redacted(self) -> bool {
        string(self.value, "type").is_some_and(|kind| kind == "redacted_thinking")
    }

    /// Returns its readable text, which is empty if it is encrypted.
    #[must_use]
    pub fn content(self) -> Cow<'d, str> {
        string(self.value, "content").unwrap_or_default()
    }

    /// Returns the signature.
    #[must_use]
    pub fn signature(self) -> Option<Cow<'d, str>> {
        string(self.value, "signature")
    }
}

fn string<'d>(value: Value<'d>, name: &str) -> Option<Cow<'d, str>> {
    value.get(name)?.text().map(|text| text.lossy())
}

/// Checks of shape. They hold the document, so that an error has a pointer.
struct Shape<'a> {
    document: &'a Document<'a>,
}

impl Shape<'_> {
    fn fault(&self, reason: &'static str, value: Value<'_>) -> Error {
        Error::new(Code::Message, reason).at(value.span().start).in_value(self.document.place(value).pointer)
    }

    /// Checks that a value has the named kind.
    fn expect(&self, value: Value<'_>, kind: &str) -> Result<(), Error> {
        let reason = match kind {
            _ if value.kind().name() == kind => return Ok(()),
            "object" => "expected an object",
            "array" => "expected an array",
            "boolean" => "expected a boolean",
            _ => "expected a string",
        };
        Err(self.fault(reason, value))
    }

    fn member<'d>(&self, value: Value<'d>, name: &str) -> Result<Value<'d>, Error> {
        self.expect(value, "object")?;
        value.get(name).ok_or_else(|| {
            let missing = self.fault("a member is missing", value);
            let pointer = [missing.pointer().unwrap_or_default(), "/", name].concat();
            missing.in_value(pointer)
        })
    }

    fn members(&self, value: Value<'_>, members: &[Member]) -> Result<(), Error> {
        for &(name, kind, required) in members {
            if required || value.get(name).is_some() {
                self.expect(self.member(value, name)?, kind)?;
            }
        }
        Ok(())
    }

    fn word(&self, value: Value<'_>, name: &str, query: &str, reason: &'static str) -> Result<(), Error> {
        let member = self.member(value, name)?;
        if value.fits(query) { Ok(()) } else { Err(self.fault(reason, member)) }
    }

    fn list<'d>(&self, value: Value<'d>, name: &str) -> Result<Vec<Value<'d>>, Error> {
        let Some(list) = value.get(name) else { return Ok(Vec::new()) };
        self.expect(list, "array")?;
        Ok(list.elements().collect())
    }
}

/// A member of a shape: its name, its kind, and `true` if it is required.
type Member = (&'static str, &'static str, bool);

const MESSAGE: &[Member] =
    &[("content", "string", true), ("toolCallId", "string", false), ("toolName", "string", false), ("injectedBy", "object", false)];
const CALL: &[Member] = &[("id", "string", true), ("name", "string", true), ("args", "object", true)];
const BLOCK: &[Member] = &[("content", "string", true), ("signature", "string", false)];

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::json::scan;

    #[test]
    fn a_message_keeps_its_thinking_in_order_and_its_text_whole() {
        let text = r#"{ "role":"assistant", "content":"hi", "future":1.0, "ephemeral":true,
            "thinkingBlocks":[{"type":"thinking","content":"a","signature":"S+/="},{"type":"redacted_thinking","content":"","signature":"R"}],
            "toolCalls":[{"id":"t1","name":"look","args":{"n":1e2},"providerMeta":{"thoughtSignature":"G=="}}] }"#;
        let document = scan(text.as_bytes()).unwrap();
        let message = LLMMessage::read(&document, document.root()).unwrap();
        assert_eq!((message.role, message.content().as_ref(), message.ephemeral), (Role::Assistant, "hi", true));
        assert_eq!(
            message.thinking_blocks.iter().map(|block| (block.is_redacted(), block.signature().unwrap())).collect::<Vec<_>>(),
            [(false, "S+/=".into()), (true, "R".into())]
        );
        assert_eq!(message.tool_calls[0].args().unwrap(), br#"{"n":1e2}"#);
        assert_eq!(message.tool_calls[0].provider_meta().unwrap(), br#"{"thoughtSignature":"G=="}"#);
        assert_eq!(message.raw(), text.as_bytes());
    }

    #[test]
    fn what_is_no_message_is_refused_with_the_pointer_of_the_part_at_fault() {
        for (text, pointer) in [
            ("[]", ""),
            (r#"{"content":""}"#, "/role"),
            (r#"{"role":"robot","content":""}"#, "/role"),
            (r#"{"role":"user"}"#, "/content"),
            (r#"{"role":"user","content":[]}"#, "/content"),
            (r#"{"role":"tool","content":"","toolCallId":1}"#, "/toolCallId"),
            (r#"{"role":"user","content":"","ephemeral":1}"#, "/ephemeral"),
            (r#"{"role":"assistant","content":"","toolCalls":{}}"#, "/toolCalls"),
            (
                r#"{"role":"assistant","content":"","toolCalls":[{"id":"a","name":"b","args":{}},{"id":"a","name":"b"}]}"#,
                "/toolCalls/1/args",
            ),
            (r#"{"role":"assistant","content":"","thinkingBlocks":[{"type":"reasoning","content":""}]}"#, "/thinkingBlocks/0/type"),
        ] {
            let document = scan(text.as_bytes()).unwrap();
            let refused = LLMMessage::read(&document, document.root()).unwrap_err();
            assert_eq!((refused.code(), refused.pointer()), (Code::Message, Some(pointer)), "{text}");
        }
    }
}
