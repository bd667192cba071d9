//! OpenAI's Responses: items, each with an id of its own.

use serde_json::{Value, json};

use crate::isolation::endpoint::Endpoint;
use crate::isolation::talk::Turn;

pub fn response(endpoint: &Endpoint, turn: &Turn) -> Value {
    let thoughts = turn.thoughts.iter().map(|thought| {
        let summary: Vec<Value> = Some(&thought.text)
            .filter(|text| !text.is_empty())
            .map(|text| json!({"type": "summary_text", "text": text}))
            .into_iter()
            .collect();
        json!({"type": "reasoning", "id": thought.id, "summary": summary, "encrypted_content": thought.handle})
    });
    let item = turn.response.replace("resp", "msg");
    let text = turn.text.iter().map(|text| {
        let content = json!([{"type": "output_text", "text": text, "annotations": []}]);
        json!({"type": "message", "id": item, "role": "assistant", "status": "completed", "content": content})
    });
    let calls = turn.calls.iter().map(|call| {
        let arguments = json!({"place": call.place}).to_string();
        json!({"type": "function_call", "id": call.item, "call_id": call.id, "name": call.name, "arguments": arguments, "status": "completed"})
    });
    let output: Vec<Value> = thoughts.chain(text).chain(calls).collect();
    json!({"id": turn.response, "object": "response", "status": "completed", "model": endpoint.model, "output": output, "store": false})
}

pub fn results(turn: &Turn) -> Vec<Value> {
    turn.calls.iter().map(|call| json!({"type": "function_call_output", "call_id": call.id, "output": turn.next})).collect()
}
