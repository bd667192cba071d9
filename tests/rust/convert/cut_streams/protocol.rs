//! The end of a stream by each vendor's protocol, read without any codec: whether it is over, whether it failed, and which calls are complete.

use rethought::conversation::Framing;
use rethought::model::Wire;
use serde_json::Value;

use crate::corpus::exchange::base64;

/// One event: its name, if the framing or its only key has one, and its JSON.
pub struct Event {
    name: String,
    data: Value,
}

/// How a stream stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Neither a final event nor a finish reason has come.
    Open,
    /// It came to its end.
    Ended,
    /// It has an error in it, or says that it failed.
    Failed,
}

/// The events of a stream.
pub fn events(bytes: &[u8]) -> Vec<Event> {
    let (mut framing, mut events) = (Framing::default(), Vec::new());
    let mut take = |name: Option<&str>, data: &[u8]| {
        // serde takes no half of a surrogate pair, which streams have: another letter does as well here.
        let data = String::from_utf8_lossy(data).replace(r"\ud", r"\u0");
        events.extend(serde_json::from_str(&data).ok().map(|data| event(name.unwrap_or_default(), data)));
    };
    framing.push(bytes, &mut take);
    framing.finish(&mut take);
    events
}

fn event(name: &str, data: Value) -> Event {
    // Bedrock wraps the events of Claude, and its lines have the name of an event as their key.
    if let Some(inner) = data["bytes"].as_str().filter(|_| name == "chunk") {
        return event("", serde_json::from_slice(&base64(inner)).unwrap());
    }
    const CONVERSE: [&str; 6] = ["messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop", "metadata"];
    match CONVERSE.iter().find(|key| data[**key].is_object()) {
        Some(key) => Event { name: (*key).to_owned(), data: data[*key].clone() },
        None => Event { name: name.to_owned(), data },
    }
}

pub fn state(wire: &Wire, events: &[Event]) -> State {
    if events.iter().any(|event| has_failed(wire, event)) {
        return State::Failed;
    }
    let has = |ends: &dyn Fn(&Event) -> bool| events.iter().any(ends);
    let is_over = match wire.as_str() {
        "anthropic-messages" => has(&|event| event.data["type"] == "message_stop" || event.data["delta"]["stop_reason"].is_string()),
        "openai-responses" => has(&|event| event.data["type"] == "response.completed" || event.data["type"] == "response.incomplete"),
        "bedrock-converse" => has(&|event| event.name == "messageStop"),
        "cohere-chat" => has(&|event| kind(event) == "message-end"),
        "ollama-chat" => has(&|event| event.data["done"] == true),
        "gemini-generate" => are_candidates_over(events),
        "gemini-interactions" => is_interaction_over(events),
        // `[DONE]` is no reason: hosts also send it when their upstream broke off.
        _ => has(&|event| {
            let choices = event.data["choices"].as_array();
            let is_first = |choice: &&Value| choice["index"].as_u64().unwrap_or_default() == 0;
            choices.is_some_and(|all| all.iter().filter(is_first).any(|one| one["finish_reason"].is_string()))
        }),
    };
    if is_over { State::Ended } else { State::Open }
}

fn kind(event: &Event) -> &str {
    event.data["type"].as_str().unwrap_or(&event.name)
}

fn has_failed(wire: &Wire, Event { name, data }: &Event) -> bool {
    let is_error = |error: &Value| error.is_object() || error.is_string();
    let in_choice = |choice: &Value| is_error(&choice["error"]) || choice["finish_reason"] == "error";
    name == "error"
        || name.ends_with("Exception")
        || data.as_object().is_some_and(|members| members.keys().any(|key| key.ends_with("Exception")))
        || data["type"] == "error"
        || is_error(&data["error"])
        || is_error(&data["response"]["error"])
        || ["response.failed", "response.cancelled"].iter().any(|kind| data["type"] == **kind)
        || ["failed", "cancelled"].iter().any(|status| data["interaction"]["status"] == **status)
        || data["choices"].as_array().is_some_and(|choices| choices.iter().any(in_choice))
        || *wire == Wire::COHERE_CHAT && ["ERROR", "TIMEOUT"].iter().any(|reason| data["delta"]["finish_reason"] == **reason)
}

/// Every candidate has a finish reason, that of its last hop, or the prompt was blocked.
fn are_candidates_over(events: &[Event]) -> bool {
    let mut candidates: Vec<(u64, Value)> = Vec::new();
    let mut is_blocked = false;
    for Event { data, .. } in events {
        is_blocked |= ["promptFeedback", "prompt_feedback"].iter().any(|name| data[*name].is_object());
        for candidate in data["candidates"].as_array().into_iter().flatten() {
            let index = candidate["index"].as_u64().unwrap_or_default();
            if !candidates.iter().any(|(known, _)| *known == index) {
                candidates.push((index, Value::Null));
            }
            let (_, finish) = candidates.iter_mut().find(|(known, _)| *known == index).unwrap();
            let said = ["finishReason", "finish_reason"].map(|name| &candidate[name]).into_iter().find(|reason| !reason.is_null());
            match said {
                Some(reason) => *finish = reason.clone(),
                None if *finish == "CONTINUATION" => *finish = Value::Null,
                None => {}
            }
        }
    }
    (is_blocked || !candidates.is_empty()) && candidates.iter().all(|(_, finish)| !finish.is_null())
}

fn is_interaction_over(events: &[Event]) -> bool {
    let mut is_over = false;
    for Event { name, data } in events {
        match data["event_type"].as_str().unwrap_or(name) {
            "interaction.created" => is_over = false,
            "interaction.completed" | "interaction.complete" => is_over = true,
            _ => {}
        }
    }
    is_over
}

/// The calls that a client takes for complete: the tool and its arguments.
pub fn complete_calls(wire: &Wire, events: &[Event]) -> Vec<String> {
    let mut open: Vec<(Value, String, String)> = Vec::new();
    let mut complete = Vec::new();
    let whole = |name: &Value, arguments: &Value| {
        let arguments = arguments.as_str().map_or_else(|| arguments.to_string(), str::to_owned);
        format!("{} {arguments}", name.as_str().unwrap_or_default())
    };
    for event in events {
        let data = &event.data;
        match (wire.as_str(), kind(event), data["event_type"].as_str().unwrap_or_default()) {
            ("anthropic-messages", "content_block_start", _) => begin(&mut open, &data["index"], &data["content_block"]["name"]),
            ("anthropic-messages", "content_block_delta", _) => grow(&mut open, &data["index"], &data["delta"]["partial_json"]),
            ("anthropic-messages", "content_block_stop", _) => end(&mut open, &data["index"], &mut complete),
            ("bedrock-converse", "contentBlockStart", _) => {
                begin(&mut open, &data["contentBlockIndex"], &data["start"]["toolUse"]["name"]);
            }
            ("bedrock-converse", "contentBlockDelta", _) => {
                grow(&mut open, &data["contentBlockIndex"], &data["delta"]["toolUse"]["input"]);
            }
            ("bedrock-converse", "contentBlockStop", _) => end(&mut open, &data["contentBlockIndex"], &mut complete),
            ("cohere-chat", "tool-call-start", _) => {
                begin(&mut open, &data["index"], &data["delta"]["message"]["tool_calls"]["function"]["name"]);
            }
            ("cohere-chat", "tool-call-delta", _) => {
                grow(&mut open, &data["index"], &data["delta"]["message"]["tool_calls"]["function"]["arguments"]);
            }
            ("cohere-chat", "tool-call-end", _) => end(&mut open, &data["index"], &mut complete),
            ("gemini-interactions", _, "step.start") => begin(&mut open, &data["index"], &data["step"]["name"]),
            ("gemini-interactions", _, "step.delta") => grow(&mut open, &data["index"], &data["delta"]["arguments"]),
            ("gemini-interactions", _, "step.stop") => end(&mut open, &data["index"], &mut complete),
            ("openai-responses", "response.output_item.done", _) if data["item"]["type"] == "function_call" => {
                complete.push(whole(&data["item"]["name"], &data["item"]["arguments"]));
            }
            ("gemini-generate", ..) => {
                for part in data["candidates"][0]["content"]["parts"].as_array().into_iter().flatten() {
                    let call = &part["functionCall"];
                    complete.extend(call.is_object().then(|| whole(&call["name"], &call["args"])));
                }
            }
            ("ollama-chat" | "mistral-chat", ..) => {
                // These clients run a call when its line has come.
                for message in [&data["message"], &data["choices"][0]["delta"]] {
                    for call in message["tool_calls"].as_array().into_iter().flatten() {
                        complete.push(whole(&call["function"]["name"], &call["function"]["arguments"]));
                    }
                }
            }
            _ => {}
        }
    }
    complete
}

fn begin(open: &mut Vec<(Value, String, String)>, index: &Value, name: &Value) {
    open.extend(name.as_str().map(|name| (index.clone(), name.to_owned(), String::new())));
}

fn grow(open: &mut [(Value, String, String)], index: &Value, piece: &Value) {
    if let (Some(piece), Some((.., text))) = (piece.as_str(), open.iter_mut().find(|(known, ..)| known == index)) {
        text.push_str(piece);
    }
}

fn end(open: &mut Vec<(Value, String, String)>, index: &Value, complete: &mut Vec<String>) {
    if let Some(at) = open.iter().position(|(known, ..)| known == index) {
        let (_, name, text) = open.remove(at);
        complete.push(format!("{name} {text}"));
    }
}
