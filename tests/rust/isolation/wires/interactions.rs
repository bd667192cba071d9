//! Gemini's Interactions: a thought is a step before the step it was thought for.

use serde_json::{Value, json};

use crate::isolation::endpoint::Endpoint;
use crate::isolation::talk::Turn;

pub fn response(endpoint: &Endpoint, turn: &Turn) -> Value {
    let thoughts = turn.thoughts.iter().map(|thought| {
        let summary: Vec<Value> =
            Some(&thought.text).filter(|text| !text.is_empty()).map(|text| json!({"type": "text", "text": text})).into_iter().collect();
        json!({"type": "thought", "signature": thought.handle, "summary": summary})
    });
    let text = turn.text.iter().map(|text| json!({"type": "model_output", "content": [{"type": "text", "text": text}]}));
    let calls = turn
        .calls
        .iter()
        .map(|call| json!({"type": "function_call", "id": call.id, "name": call.name, "arguments": {"place": call.place}}));
    let steps: Vec<Value> = thoughts.chain(text).chain(calls).collect();
    let status = if turn.calls.is_empty() { "completed" } else { "requires_action" };
    json!({"id": turn.response, "object": "interaction", "status": status, "model": endpoint.model, "steps": steps, "usage": {"total_tokens": 9}})
}

pub fn results(turn: &Turn) -> Vec<Value> {
    turn.calls
        .iter()
        .map(|call| json!({"type": "function_result", "call_id": call.id, "name": call.name, "result": {"output": turn.next}}))
        .collect()
}
