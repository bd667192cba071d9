//! Recognises messages of a framework in a body without a named source. Many look like a chat, and a chat's reader would lose their thoughts.

use crate::error::{Code, Error};
use crate::json::{Kind, Value};

/// A format with the lists that may hold its messages and the queries for its messages. No wire's message matches them.
struct Shape {
    format: &'static str,
    lists: &'static [&'static str],
    messages: &'static [&'static str],
    /// The queries for the parts of a message with a role.
    parts: &'static [&'static str],
    /// The query for the body, if its members alone identify the format.
    body: &'static str,
}

/// The query that nothing matches.
const NOTHING: &str = "!";

const SHAPES: &[Shape] = &[
    Shape {
        format: "cognipeer",
        lists: &["", "messages", "state.messages"],
        messages: &["role:s reasoning.blocks:a,reasoning.summary:s,tool_calls.*.providerMeta:o,response_metadata.providerMeta:o"],
        parts: &[],
        body: "messages:a,state.messages:a toolHistory:a,toolHistoryArchived:a,toolCache:o,toolCallCount,summaryRecords:a,memoryFacts:a,ctx:o,state.toolHistory:a,state.toolCache:o,state.ctx:o",
    },
    Shape {
        format: "agentfootprint",
        lists: &["", "messages", "history"],
        messages: &["role:s thinkingBlocks:a,toolCalls.*.args,toolName:s,injectedBy:o,ephemeral=true|false,providerMeta:o"],
        parts: &[],
        body: NOTHING,
    },
    Shape {
        format: "letta",
        lists: &["", "items", "messages"],
        messages: &["message_type:s"],
        parts: &[
            "type=reasoning reasoning:s is_native=true|false",
            "type=redacted_reasoning data:s",
            "type=omitted_reasoning",
            "type=summarized_reasoning summary:a",
        ],
        body: "message_type:s id:s date:s",
    },
    Shape {
        format: "ai-sdk",
        lists: &["", "messages"],
        messages: &["role:s content.*.type=tool-call|tool-result", "role:s providerOptions:o"],
        parts: &["providerOptions:o", "providerMetadata:o", "type=reasoning text:s"],
        body: NOTHING,
    },
    Shape { format: "ai-sdk-ui", lists: &["", "messages"], messages: &["role:s parts.*.type:s"], parts: &[], body: NOTHING },
    Shape {
        format: "openai-agents",
        lists: &["", "input", "items", "history", "messages", "originalInput"],
        messages: &[
            "type=function_call callId:s",
            "type=function_call_result",
            "type:s providerData:o,content.*.providerData:o",
            "type=reasoning content:a !summary",
        ],
        parts: &[],
        body: "originalInput generatedItems:a",
    },
    Shape { format: "pydantic-ai", lists: &["", "messages"], messages: &["kind=request|response parts:a"], parts: &[], body: NOTHING },
    Shape {
        format: "langchain",
        lists: &["", "messages"],
        messages: &["lc kwargs:o", "type=human|ai", "role:s additional_kwargs:o"],
        parts: &["type=reasoning reasoning:s !is_native"],
        body: NOTHING,
    },
    Shape {
        format: "litellm",
        lists: &["", "messages"],
        messages: &[
            "role=assistant thinking_blocks.*.type:s,reasoning_items.*.type:s",
            "role=assistant provider_specific_fields.thought_signatures:a,provider_specific_fields.reasoning_content:s",
            "role=assistant tool_calls.*.provider_specific_fields.thought_signature:s",
            "role=assistant tool_calls.*.function.provider_specific_fields.thought_signature:s",
        ],
        parts: &[],
        body: NOTHING,
    },
];

impl Shape {
    fn fits(&self, body: Value<'_>) -> bool {
        let lists = self.lists.iter().filter_map(|path| body.path(path)).filter(|list| list.kind() == Kind::Array);
        let any = |queries: &[&str], value: Value<'_>| queries.iter().any(|query| value.fits(query));
        let has_part = |message: Value<'_>| message.fits("role:s") && message.list("content").any(|part| any(self.parts, part));
        body.fits(self.body) || lists.flat_map(Value::elements).any(|message| any(self.messages, message) || has_part(message))
    }
}

/// Returns the format of a body's messages.
///
/// # Errors
/// Messages of several formats.
pub(super) fn recognise(body: Value<'_>) -> Result<Option<&'static str>, Error> {
    let mut found = SHAPES.iter().filter(|shape| shape.fits(body)).map(|shape| shape.format);
    match (found.next(), found.next()) {
        (Some(one), Some(other)) => {
            let message = format!("the messages look like {one} and like {other}: name the format in `from`");
            Err(Error::new(Code::Input, message).in_value("/wire"))
        }
        (one, _) => Ok(one),
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::json::scan;

    fn recognised(body: &str) -> Result<Option<&'static str>, Error> {
        recognise(scan(body.as_bytes()).unwrap().root())
    }

    #[test]
    fn a_format_is_known_by_members_that_no_wire_has() {
        for (body, format) in [
            (r#"{"messages":[{"role":"user","content":"Hi"}],"toolCallCount":1,"ctx":{}}"#, "cognipeer"),
            (r#"{"state":{"messages":[{"role":"assistant","content":"","reasoning":{"blocks":[]}}]}}"#, "cognipeer"),
            (r#"{"model":"m","messages":[{"role":"assistant","content":"","thinkingBlocks":[{"type":"thinking"}]}]}"#, "agentfootprint"),
            (r#"[{"role":"tool","content":"1","toolCallId":"a","toolName":"f"}]"#, "agentfootprint"),
            (r#"{"items":[{"id":"message-1","date":"2026-01-01","message_type":"user_message","content":"Hi"}]}"#, "letta"),
            (r#"{"model":"m","messages":[{"role":"assistant","content":[{"type":"tool-call","toolCallId":"a"}]}]}"#, "ai-sdk"),
            (r#"{"messages":[{"id":"1","role":"user","parts":[{"type":"text","text":"Hi"}]}]}"#, "ai-sdk-ui"),
            (r#"{"model":"m","input":[{"type":"function_call","callId":"a","name":"f","arguments":"{}"}]}"#, "openai-agents"),
            (r#"[{"kind":"request","parts":[]}]"#, "pydantic-ai"),
            (r#"{"messages":[{"type":"human","content":"Hi"}]}"#, "langchain"),
            (r#"[{"role":"assistant","content":"","additional_kwargs":{"reasoning_content":"So."}}]"#, "langchain"),
            (r#"[{"role":"assistant","content":[{"type":"reasoning","reasoning":"So."}]}]"#, "langchain"),
            (r#"{"model":"m","messages":[{"role":"assistant","content":"Hi","thinking_blocks":[{"type":"thinking"}]}]}"#, "litellm"),
            (r#"[{"role":"assistant","tool_calls":[{"provider_specific_fields":{"thought_signature":"S"}}]}]"#, "litellm"),
            (r#"{"messages":[{"role":"assistant","content":[{"type":"reasoning","text":"So."},{"type":"text","text":"Hi"}]}]}"#, "ai-sdk"),
            (r#"{"messages":[{"role":"assistant","content":[{"type":"text","text":"Hi","providerMetadata":{"google":{}}}]}]}"#, "ai-sdk"),
            (r#"{"messages":[{"role":"assistant","content":[{"type":"reasoning","is_native":true,"reasoning":"So."}]}]}"#, "letta"),
            (r#"{"messages":[{"role":"assistant","content":[{"type":"redacted_reasoning","data":"R"}]}]}"#, "letta"),
        ] {
            assert_eq!(recognised(body).unwrap(), Some(format), "{body}");
        }
    }

    #[test]
    fn a_wire_is_no_format_and_two_formats_are_an_error() {
        for body in [
            r#"{"model":"m","messages":[{"role":"assistant","content":"","reasoning":"So.","tool_calls":[]},{"role":"user","content":"Hi"}]}"#,
            r#"{"messages":[{"role":"assistant","content":"","toolCalls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]}]}"#,
            r#"{"contents":[{"role":"user","parts":[{"text":"Hi"}]}]}"#,
            r#"{"model":"m","messages":[{"role":"assistant","content":[{"type":"thinking","thinking":"So.","signature":"S"}],"thinking_blocks":[]}]}"#,
            r#"{"messages":[{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"So."}}}]}]}"#,
            r#"{"model":"m","input":[{"type":"reasoning","id":"rs","summary":[]}],"reasoning":{"summary":"auto"}}"#,
            "{}",
            "[]",
        ] {
            assert_eq!(recognised(body).unwrap(), None, "{body}");
        }
        let mixed = r#"[{"role":"assistant","thinkingBlocks":[]},{"role":"assistant","reasoning":{"blocks":[]}}]"#;
        assert_eq!(recognised(mixed).unwrap_err().pointer(), Some("/wire"));
    }
}
