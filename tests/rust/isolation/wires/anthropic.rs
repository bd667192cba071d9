//! Anthropic's Messages.

use serde_json::{Value, json};

use crate::isolation::endpoint::Endpoint;
use crate::isolation::talk::Turn;

pub fn response(endpoint: &Endpoint, turn: &Turn) -> Value {
    let thoughts = turn.thoughts.iter().map(|thought| match thought.redacted {
        true => json!({"type": "redacted_thinking", "data": thought.handle}),
        false => json!({"type": "thinking", "thinking": thought.text, "signature": thought.handle}),
    });
    let text = turn.text.iter().map(|text| json!({"type": "text", "text": text}));
    let calls = turn.calls.iter().map(|call| json!({"type": "tool_use", "id": call.id, "name": call.name, "input": {"place": call.place}}));
    let content: Vec<Value> = thoughts.chain(text).chain(calls).collect();
    let reason = if turn.calls.is_empty() { "end_turn" } else { "tool_use" };
    json!({"id": turn.response, "type": "message", "role": "assistant", "model": endpoint.model, "content": content, "stop_reason": reason, "usage": {}})
}

pub fn results(turn: &Turn) -> Vec<Value> {
    let result = |call: &crate::isolation::talk::Call| json!({"type": "tool_result", "tool_use_id": call.id, "content": turn.next});
    vec![json!({"role": "user", "content": turn.calls.iter().map(result).collect::<Vec<_>>()})]
}
