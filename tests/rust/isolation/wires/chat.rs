//! The chat wires: OpenAI's with its dialects, OpenRouter's and Mistral's.

use serde_json::{Value, json};

use super::Format;
use crate::isolation::endpoint::Endpoint;
use crate::isolation::talk::{Thought, Turn};

pub fn response(format: Format, endpoint: &Endpoint, turn: &Turn) -> Value {
    let mut message = json!({"role": "assistant", "content": turn.text.as_deref().unwrap_or_default()});
    if !turn.calls.is_empty() {
        message["tool_calls"] = calls(turn);
    }
    if !turn.thoughts.is_empty() {
        think(format, turn, &mut message);
    }
    let reason = if turn.calls.is_empty() { "stop" } else { "tool_calls" };
    let choice = json!({"index": 0, "message": message, "finish_reason": reason});
    json!({"id": turn.response, "object": "chat.completion", "created": 17, "model": endpoint.model, "choices": [choice], "usage": {}})
}

/// Writes the thoughts into a message that holds the rest of the turn.
fn think(format: Format, turn: &Turn, message: &mut Value) {
    let text: String = turn.thoughts.iter().map(|thought| thought.text.as_str()).collect();
    let first = &turn.thoughts[0];
    match format {
        Format::OpenRouter(shape) => {
            if !text.is_empty() {
                message["reasoning"] = text.into();
            }
            let details = turn.thoughts.iter().enumerate().flat_map(|(index, thought)| details(shape, index, thought, turn));
            message["reasoning_details"] = details.collect();
        }
        Format::Chat(field) => message[field] = text.into(),
        Format::ChatDetails => {
            let detail =
                json!({"type": "reasoning.text", "id": "reasoning-text-1", "format": "MiniMax-response-v1", "index": 0, "text": text});
            message["reasoning_details"] = json!([detail]);
        }
        Format::ChatTags => message["content"] = format!("<think>{text}</think>{}", turn.text.as_deref().unwrap_or_default()).into(),
        Format::ChatGoogle => {
            let signature = json!({"google": {"thought_signature": first.handle}});
            match message.get_mut("tool_calls") {
                Some(calls) => calls[0]["extra_content"] = signature,
                None => message["extra_content"] = signature,
            }
        }
        Format::Mistral => {
            let thoughts = turn.thoughts.iter().map(|thought| {
                let texts = json!([{"type": "text", "text": thought.text}]);
                json!({"type": "thinking", "thinking": texts, "signature": thought.handle, "closed": true})
            });
            let text = turn.text.iter().map(|text| json!({"type": "text", "text": text}));
            message["content"] = thoughts.chain(text).collect();
        }
        other => unreachable!("{other:?}"),
    }
}

/// The entries of OpenRouter's list for one thought, as it writes them for the vendor behind it.
fn details(shape: &str, index: usize, thought: &Thought, turn: &Turn) -> Vec<Value> {
    let sealed = |id: Option<&str>| {
        let mut detail = json!({"type": "reasoning.encrypted", "data": thought.handle, "format": shape, "index": index});
        if let Some(id) = id {
            detail["id"] = id.into();
        }
        detail
    };
    let text = || json!({"type": "reasoning.text", "text": thought.text, "format": shape, "index": index});
    match shape {
        "anthropic-claude-v1" if thought.redacted => vec![sealed(None)],
        "anthropic-claude-v1" => {
            let mut detail = text();
            detail["signature"] = thought.handle.as_str().into();
            vec![detail]
        }
        "google-gemini-v1" => vec![text(), sealed(turn.calls.first().map(|call| call.id.as_str()))],
        _ => {
            vec![json!({"type": "reasoning.summary", "summary": thought.text, "format": shape, "index": index}), sealed(Some(&thought.id))]
        }
    }
}

pub fn calls(turn: &Turn) -> Value {
    let call = |call: &crate::isolation::talk::Call| {
        let arguments = json!({"place": call.place}).to_string();
        json!({"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}})
    };
    turn.calls.iter().map(call).collect()
}

pub fn results(turn: &Turn) -> Vec<Value> {
    let result = |call: &crate::isolation::talk::Call| match call.id.is_empty() {
        // Ollama's own chat joins results by the name of the tool.
        true => json!({"role": "tool", "tool_name": call.name, "content": turn.next}),
        false => json!({"role": "tool", "tool_call_id": call.id, "content": turn.next}),
    };
    turn.calls.iter().map(result).collect()
}
