//! Gemini's generateContent: a handle hangs on the first call or on the text, and calls may have no ids.

use serde_json::{Value, json};

use crate::isolation::endpoint::Endpoint;
use crate::isolation::talk::Turn;

pub fn response(endpoint: &Endpoint, turn: &Turn) -> Value {
    let mut handles = turn.thoughts.iter().map(|thought| thought.handle.as_str());
    let mut parts: Vec<Value> = turn
        .thoughts
        .iter()
        .filter(|thought| !thought.text.is_empty())
        .map(|thought| json!({"text": thought.text, "thought": true}))
        .collect();
    let mut calls: Vec<Value> =
        turn.calls.iter().map(|call| json!({"functionCall": {"name": call.name, "args": {"place": call.place}}})).collect();
    for (call, named) in calls.iter_mut().zip(&turn.calls).filter(|(_, named)| !named.id.is_empty()) {
        call["functionCall"]["id"] = named.id.as_str().into();
    }
    let mut text: Option<Value> = turn.text.as_ref().map(|text| json!({"text": text}));
    for (part, handle) in calls.first_mut().into_iter().chain(text.as_mut()).zip(handles.by_ref()) {
        part["thoughtSignature"] = handle.into();
    }
    parts.extend(text.into_iter().chain(calls));
    // The last signature hangs on an empty part.
    parts.extend(handles.map(|handle| json!({"text": "", "thoughtSignature": handle})));
    json!({"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}], "modelVersion": endpoint.model, "responseId": turn.response})
}

pub fn results(turn: &Turn) -> Vec<Value> {
    let results = turn.calls.iter().map(|call| {
        let mut result = json!({"functionResponse": {"name": call.name, "response": {"output": turn.next}}});
        if !call.id.is_empty() {
            result["functionResponse"]["id"] = call.id.as_str().into();
        }
        result
    });
    vec![json!({"role": "user", "parts": results.collect::<Vec<_>>()})]
}
