//! Instructions, callers, tools, pictures and members of results, as each wire writes them.

use serde_json::{Value, json};

use crate::isolation::endpoint::Endpoint;
use crate::isolation::talk::Turn;
use crate::isolation::wires::Format;

/// Puts the system prompt into a request. Returns the entries that stand before the first message.
pub fn instruct(format: Format, opening: &mut Value, text: &str) -> Vec<Value> {
    match format {
        Format::Anthropic => opening["system"] = text.into(),
        Format::Converse => opening["system"] = json!([{"text": text}]),
        Format::Gemini => opening["systemInstruction"] = json!({"parts": [{"text": text}]}),
        Format::Interactions => opening["system_instruction"] = text.into(),
        Format::Responses => opening["instructions"] = text.into(),
        _ => return vec![json!({"role": "system", "content": text})],
    }
    Vec::new()
}

/// Names the person for whom a request is sent. Returns `false` on wires that have no place for it.
pub fn name_caller(format: Format, opening: &mut Value, who: &str) -> bool {
    match format {
        Format::Anthropic => opening["metadata"] = json!({"user_id": who}),
        Format::Responses => opening["metadata"] = json!({"customer": who}),
        Format::OpenRouter(_) | Format::Chat(_) | Format::ChatDetails | Format::ChatTags | Format::ChatGoogle => {
            opening["user"] = who.into()
        }
        _ => return false,
    }
    true
}

/// Describes the first tool, in the words of one user.
pub fn describe_tool(format: Format, opening: &mut Value, text: &str) {
    let tool = match format {
        Format::Converse => opening.pointer_mut("/toolConfig/tools/0/toolSpec"),
        Format::Gemini => opening.pointer_mut("/tools/0/functionDeclarations/0"),
        Format::Anthropic | Format::Interactions | Format::Responses => opening.pointer_mut("/tools/0"),
        _ => opening.pointer_mut("/tools/0/function"),
    };
    tool.unwrap()["description"] = text.into();
}

/// Another model of the endpoint's vendor, with the same contract.
pub fn other_model(endpoint: &Endpoint) -> Option<&'static str> {
    let models = [
        ("claude-opus-4-5", "claude-sonnet-4-5"),
        ("claude-opus-4-7", "claude-opus-4-6"),
        ("anthropic.claude-opus-4-5-20251101-v1:0", "anthropic.claude-sonnet-4-5-20250929-v1:0"),
        ("gemini-3-pro-preview", "gemini-3-flash-preview"),
        ("gemini-2.5-pro", "gemini-2.5-flash"),
        ("gpt-5.4", "gpt-5.2"),
        ("kimi-k2.5", "kimi-k2.6"),
        ("deepseek-v4-pro", "deepseek-flash"),
        ("glm-5.1", "glm-4.7"),
        ("mimo-v2.5-pro", "mimo-v2-flash"),
        ("qwen3.7-plus", "qwen3.8-max"),
    ];
    models.iter().find(|(own, _)| *own == endpoint.model).map(|(_, other)| *other)
}

/// A message of the user with a picture in it. Nothing, on wires whose hosts mostly have no pictures.
pub fn with_picture(format: Format, text: &str, data: &str) -> Option<Value> {
    let url = format!("data:image/png;base64,{data}");
    Some(match format {
        Format::Anthropic => {
            let source = json!({"type": "base64", "media_type": "image/png", "data": data});
            json!({"role": "user", "content": [{"type": "text", "text": text}, {"type": "image", "source": source}]})
        }
        Format::Converse => {
            json!({"role": "user", "content": [{"text": text}, {"image": {"format": "png", "source": {"bytes": data}}}]})
        }
        Format::Gemini => json!({"role": "user", "parts": [{"text": text}, {"inlineData": {"mimeType": "image/png", "data": data}}]}),
        Format::Interactions => {
            let picture = json!({"type": "image", "mime_type": "image/png", "data": data});
            json!({"type": "user_input", "content": [{"type": "text", "text": text}, picture]})
        }
        Format::Responses => {
            json!({"role": "user", "content": [{"type": "input_text", "text": text}, {"type": "input_image", "image_url": url}]})
        }
        Format::Ollama => json!({"role": "user", "content": text, "images": [data]}),
        Format::OpenRouter(_) | Format::ChatGoogle | Format::Chat(_) => {
            json!({"role": "user", "content": [{"type": "text", "text": text}, {"type": "image_url", "image_url": {"url": url}}]})
        }
        _ => return None,
    })
}

/// Results of a turn's calls with a picture beside each text. Nothing, on wires whose tools give texts alone.
pub fn results_with_picture(format: Format, turn: &Turn, data: &str) -> Option<Vec<Value>> {
    let mut entries = format.next(turn);
    for entry in &mut entries {
        match format {
            Format::Anthropic => {
                let source = json!({"type": "base64", "media_type": "image/png", "data": data});
                let content = json!([{"type": "text", "text": turn.next}, {"type": "image", "source": source}]);
                list(entry, "content").for_each(|result| result["content"] = content.clone());
            }
            Format::Converse => {
                let picture = json!({"image": {"format": "png", "source": {"bytes": data}}});
                list(entry, "content").for_each(|result| result["toolResult"]["content"] = json!([{"text": turn.next}, picture]));
            }
            Format::Gemini => {
                let picture = json!([{"inlineData": {"mimeType": "image/png", "data": data}}]);
                list(entry, "parts").for_each(|part| part["functionResponse"]["parts"] = picture.clone());
            }
            Format::Responses => {
                let picture = json!({"type": "input_image", "image_url": format!("data:image/png;base64,{data}")});
                entry["output"] = json!([{"type": "input_text", "text": turn.next}, picture]);
            }
            _ => return None,
        }
    }
    Some(entries)
}

/// Results of a turn's calls as objects with a member of that name. Where results are texts, the object is in the text.
pub fn results_with_member(format: Format, turn: &Turn, name: &str, value: &str) -> Vec<Value> {
    let object = json!({"output": turn.next, name: value});
    let mut entries = format.next(turn);
    for entry in &mut entries {
        match format {
            Format::Gemini => list(entry, "parts").for_each(|part| part["functionResponse"]["response"] = object.clone()),
            Format::Interactions => entry["result"] = object.clone(),
            Format::Converse => list(entry, "content").for_each(|result| result["toolResult"]["content"] = json!([{"json": object}])),
            Format::Anthropic => list(entry, "content").for_each(|result| result["content"] = object.to_string().into()),
            Format::Responses => entry["output"] = object.to_string().into(),
            _ => entry["content"] = object.to_string().into(),
        }
    }
    entries
}

fn list<'v>(entry: &'v mut Value, name: &str) -> impl Iterator<Item = &'v mut Value> {
    entry[name].as_array_mut().into_iter().flatten()
}
