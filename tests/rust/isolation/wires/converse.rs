//! Bedrock's Converse.

use serde_json::{Value, json};

use crate::isolation::talk::Turn;

pub fn response(turn: &Turn) -> Value {
    let thoughts = turn.thoughts.iter().map(|thought| match thought.redacted {
        true => json!({"reasoningContent": {"redactedContent": thought.handle}}),
        false => json!({"reasoningContent": {"reasoningText": {"text": thought.text, "signature": thought.handle}}}),
    });
    let text = turn.text.iter().map(|text| json!({"text": text}));
    let calls = turn.calls.iter().map(|call| json!({"toolUse": {"toolUseId": call.id, "name": call.name, "input": {"place": call.place}}}));
    let content: Vec<Value> = thoughts.chain(text).chain(calls).collect();
    let reason = if turn.calls.is_empty() { "end_turn" } else { "tool_use" };
    json!({"output": {"message": {"role": "assistant", "content": content}}, "stopReason": reason, "usage": {}})
}

pub fn results(turn: &Turn) -> Vec<Value> {
    let results = turn.calls.iter().map(|call| json!({"toolResult": {"toolUseId": call.id, "content": [{"text": turn.next}]}}));
    vec![json!({"role": "user", "content": results.collect::<Vec<_>>()})]
}
