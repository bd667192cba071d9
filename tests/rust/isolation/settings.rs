//! The members of a request besides its messages, so that its endpoint accepts it: tools, and how much to think.

use serde_json::{Value, json};

/// Both tools, each as a wire writes it.
fn tools(written: impl Fn(&str) -> Value) -> Value {
    ["look", "measure"].into_iter().map(written).collect()
}

fn functions() -> Value {
    tools(|name| json!({"type": "function", "function": {"name": name, "parameters": {"type": "object"}}}))
}

pub fn chat() -> Value {
    json!({"tools": functions()})
}

pub fn minimax() -> Value {
    json!({"tools": functions(), "reasoning_split": true})
}

pub fn mistral() -> Value {
    json!({"tools": functions(), "prompt_mode": "reasoning"})
}

pub fn openrouter() -> Value {
    json!({"tools": functions(), "reasoning": {"effort": "high"}})
}

pub fn claude() -> Value {
    with_claude_tools(json!({"max_tokens": 9000, "thinking": {"type": "enabled", "budget_tokens": 2048}, "system": "Be brief."}))
}

pub fn adaptive() -> Value {
    with_claude_tools(json!({"max_tokens": 9000, "thinking": {"type": "adaptive"}, "system": "Be brief."}))
}

fn with_claude_tools(mut settings: Value) -> Value {
    settings["tools"] = tools(|name| json!({"name": name, "input_schema": {"type": "object"}}));
    settings
}

pub fn converse() -> Value {
    let tools = tools(|name| json!({"toolSpec": {"name": name, "inputSchema": {"json": {"type": "object"}}}}));
    json!({
        "inferenceConfig": {"maxTokens": 9000},
        "additionalModelRequestFields": {"thinking": {"type": "enabled", "budget_tokens": 2048}},
        "toolConfig": {"tools": tools}
    })
}

pub fn gemini() -> Value {
    json!({"tools": [{"functionDeclarations": tools(|name| json!({"name": name}))}]})
}

pub fn interactions() -> Value {
    json!({"store": false, "tools": tools(|name| json!({"type": "function", "name": name}))})
}

pub fn responses() -> Value {
    let tools = tools(|name| json!({"type": "function", "name": name, "parameters": {"type": "object"}}));
    json!({"store": false, "include": ["reasoning.encrypted_content"], "tools": tools})
}
