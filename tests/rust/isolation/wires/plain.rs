//! Cohere's and Ollama's chats, whose thoughts have no handles.

use serde_json::{Value, json};

use super::chat;
use crate::isolation::endpoint::Endpoint;
use crate::isolation::talk::Turn;

pub fn cohere(turn: &Turn) -> Value {
    let thoughts = turn.thoughts.iter().map(|thought| json!({"type": "thinking", "thinking": thought.text}));
    let text = turn.text.iter().map(|text| json!({"type": "text", "text": text}));
    let content: Vec<Value> = thoughts.chain(text).collect();
    let mut message = json!({"role": "assistant", "content": content});
    if !turn.calls.is_empty() {
        message["tool_calls"] = chat::calls(turn);
    }
    let reason = if turn.calls.is_empty() { "COMPLETE" } else { "TOOL_CALL" };
    json!({"id": turn.response, "message": message, "finish_reason": reason, "usage": {}})
}

pub fn ollama(endpoint: &Endpoint, turn: &Turn) -> Value {
    let mut message = json!({"role": "assistant", "content": turn.text.as_deref().unwrap_or_default()});
    for thought in &turn.thoughts {
        message["thinking"] = thought.text.as_str().into();
    }
    if !turn.calls.is_empty() {
        message["tool_calls"] = turn
            .calls
            .iter()
            .enumerate()
            .map(|(index, call)| {
                let mut one = json!({"function": {"index": index, "name": call.name, "arguments": {"place": call.place}}});
                if !call.id.is_empty() {
                    one["id"] = call.id.as_str().into();
                }
                one
            })
            .collect();
    }
    json!({"model": endpoint.model, "created_at": "2026-11-15T03:04:05Z", "message": message, "done": true, "done_reason": "stop"})
}
