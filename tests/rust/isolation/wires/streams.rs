//! The streams in which the bodies would have come: each string in one piece, since how streams are cut is tested elsewhere.

use serde_json::{Value, json};

fn event(data: &Value) -> String {
    let name = data["type"].as_str().or_else(|| data["event_type"].as_str()).map(|name| format!("event: {name}\n")).unwrap_or_default();
    format!("{name}data: {data}\n\n")
}

fn list(value: &Value) -> impl Iterator<Item = (usize, &Value)> {
    value.as_array().into_iter().flatten().enumerate()
}

pub fn anthropic(response: &Value) -> String {
    let mut opened = response.clone();
    (opened["content"], opened["stop_reason"]) = (json!([]), Value::Null);
    let mut events = vec![json!({"type": "message_start", "message": opened})];
    for (index, block) in list(&response["content"]) {
        let mut start = block.clone();
        let mut deltas = Vec::new();
        let mut grow = |name: &str, kind: &str, empty: &str| {
            if let Some(text) = block[name].as_str() {
                deltas.push(json!({"type": kind, name: text}));
                start[name] = empty.into();
            }
        };
        grow("thinking", "thinking_delta", "");
        grow("signature", "signature_delta", "");
        grow("text", "text_delta", "");
        if block["type"] == "tool_use" {
            deltas.push(json!({"type": "input_json_delta", "partial_json": block["input"].to_string()}));
            start["input"] = json!({});
        }
        events.push(json!({"type": "content_block_start", "index": index, "content_block": start}));
        events.extend(deltas.into_iter().map(|delta| json!({"type": "content_block_delta", "index": index, "delta": delta})));
        events.push(json!({"type": "content_block_stop", "index": index}));
    }
    events.push(json!({"type": "message_delta", "delta": {"stop_reason": response["stop_reason"]}, "usage": {"output_tokens": 9}}));
    events.push(json!({"type": "message_stop"}));
    events.iter().map(event).collect()
}

pub fn converse(response: &Value) -> String {
    let mut lines = vec![json!({"messageStart": {"role": "assistant"}})];
    for (index, block) in list(&response["output"]["message"]["content"]) {
        let mut delta = |delta: Value| lines.push(json!({"contentBlockDelta": {"delta": delta, "contentBlockIndex": index}}));
        let reasoning = &block["reasoningContent"];
        if let Some(text) = block["text"].as_str() {
            delta(json!({"text": text}));
        } else if let Some(redacted) = reasoning["redactedContent"].as_str() {
            delta(json!({"reasoningContent": {"redactedContent": redacted}}));
        } else if reasoning.is_object() {
            delta(json!({"reasoningContent": {"text": reasoning["reasoningText"]["text"]}}));
            delta(json!({"reasoningContent": {"signature": reasoning["reasoningText"]["signature"]}}));
        } else {
            let tool = &block["toolUse"];
            let start = json!({"toolUse": {"toolUseId": tool["toolUseId"], "name": tool["name"]}});
            lines.push(json!({"contentBlockStart": {"start": start, "contentBlockIndex": index}}));
            lines.push(
                json!({"contentBlockDelta": {"delta": {"toolUse": {"input": tool["input"].to_string()}}, "contentBlockIndex": index}}),
            );
        }
        lines.push(json!({"contentBlockStop": {"contentBlockIndex": index}}));
    }
    lines.push(json!({"messageStop": {"stopReason": response["stopReason"]}}));
    lines.push(json!({"metadata": {"usage": {"inputTokens": 1}}}));
    lines.iter().map(|line| format!("{line}\n")).collect()
}

pub fn gemini(response: &Value) -> String {
    let parts = list(&response["candidates"][0]["content"]["parts"]).map(|(_, part)| {
        let mut chunk = response.clone();
        chunk["candidates"][0]["content"]["parts"] = json!([part]);
        event(&chunk)
    });
    parts.collect()
}

pub fn interactions(response: &Value) -> String {
    let opened = json!({"id": response["id"], "status": "in_progress", "object": "interaction", "model": response["model"]});
    let mut events = vec![json!({"interaction": opened, "event_type": "interaction.created"})];
    for (index, step) in list(&response["steps"]) {
        let start = match step["type"].as_str() {
            Some("function_call") => json!({"type": "function_call", "id": step["id"], "name": step["name"], "arguments": {}}),
            _ => json!({"type": step["type"]}),
        };
        events.push(json!({"index": index, "step": start, "event_type": "step.start"}));
        let summaries = list(&step["summary"]).map(|(_, content)| json!({"type": "thought_summary", "content": content}));
        let signature = step["signature"].as_str().map(|signature| json!({"type": "thought_signature", "signature": signature}));
        let arguments = step.get("arguments").map(|arguments| json!({"type": "arguments_delta", "arguments": arguments.to_string()}));
        let texts = list(&step["content"]).map(|(_, content)| content.clone());
        let deltas: Vec<Value> = summaries.chain(signature).chain(arguments).chain(texts).collect();
        events.extend(deltas.into_iter().map(|delta| json!({"index": index, "delta": delta, "event_type": "step.delta"})));
        events.push(json!({"index": index, "event_type": "step.stop"}));
    }
    let closed = json!({"id": response["id"], "status": response["status"], "usage": {"total_tokens": 9}});
    events.push(json!({"interaction": closed, "event_type": "interaction.completed"}));
    events.iter().map(event).collect()
}

pub fn responses(response: &Value) -> String {
    let mut opened = response.clone();
    (opened["output"], opened["status"]) = (json!([]), "in_progress".into());
    let mut events = vec![json!({"type": "response.created", "response": opened})];
    for (index, item) in list(&response["output"]) {
        events.push(json!({"type": "response.output_item.added", "output_index": index, "item": item}));
        events.push(json!({"type": "response.output_item.done", "output_index": index, "item": item}));
    }
    events.push(json!({"type": "response.completed", "response": response}));
    events.iter().map(event).collect()
}

pub fn cohere(response: &Value) -> String {
    let message = &response["message"];
    let mut events = vec![
        json!({"id": response["id"], "type": "message-start", "delta": {"message": {"role": "assistant", "content": [], "tool_calls": []}}}),
    ];
    for (index, item) in list(&message["content"]) {
        let (name, text) = if item["type"] == "thinking" { ("thinking", &item["thinking"]) } else { ("text", &item["text"]) };
        events.push(json!({"type": "content-start", "index": index, "delta": {"message": {"content": {"type": name, name: ""}}}}));
        events.push(json!({"type": "content-delta", "index": index, "delta": {"message": {"content": {name: text}}}}));
        events.push(json!({"type": "content-end", "index": index}));
    }
    for (index, call) in list(&message["tool_calls"]) {
        events.push(json!({"type": "tool-call-start", "index": index, "delta": {"message": {"tool_calls": call}}}));
        events.push(json!({"type": "tool-call-end", "index": index}));
    }
    events.push(json!({"type": "message-end", "delta": {"finish_reason": response["finish_reason"], "usage": {}}}));
    events.iter().map(event).collect()
}

pub fn ollama(response: &Value) -> String {
    let (mut first, mut last) = (response.clone(), response.clone());
    (first["done"], last["message"]) = (false.into(), json!({"role": "assistant", "content": ""}));
    format!("{first}\n{last}\n")
}

pub fn chat(response: &Value) -> String {
    let mut delta = response["choices"][0]["message"].clone();
    for (index, call) in delta.get_mut("tool_calls").and_then(Value::as_array_mut).into_iter().flatten().enumerate() {
        call["index"] = index.into();
    }
    let chunk = |delta: &Value, reason: &Value| {
        let choice = json!({"index": 0, "delta": delta, "finish_reason": reason});
        event(
            &json!({"id": response["id"], "object": "chat.completion.chunk", "created": 17, "model": response["model"], "choices": [choice]}),
        )
    };
    let reason = &response["choices"][0]["finish_reason"];
    format!("{}{}data: [DONE]\n\n", chunk(&delta, &Value::Null), chunk(&json!({}), reason))
}
