//! Parts of messages in the forms that most agents store: Anthropic's blocks, and the messages of a chat.

use super::message::{Json, Part, Role, text_json};
use crate::json::{Value, lossy};

/// Reads a content: a string, or blocks in Anthropic's form or a chat's.
pub fn parts_of(content: Option<Value<'_>>) -> Vec<Part> {
    let Some(content) = content else { return Vec::new() };
    match content.text() {
        Some(text) if text.is_empty() => Vec::new(),
        Some(_) => vec![Part::text(content.raw().to_vec())],
        None => content.elements().filter_map(part_of).collect(),
    }
}

fn part_of(block: Value<'_>) -> Option<Part> {
    let json = |name: &str| block.get(name).map(|value| value.raw().to_vec());
    if block.text().is_some() {
        return Some(Part::text(block.raw().to_vec()));
    }
    match block.word("type") {
        "text" | "input_text" | "output_text" => Some(Part::text(json("text")?)),
        "thinking" => {
            let signature = block.get("signature").filter(|signature| signature.text().is_some()).map(|signature| signature.raw().to_vec());
            Some(Part::Thinking { text: json("thinking")?, signature, is_redacted: false })
        }
        "redacted_thinking" => Some(Part::Thinking { text: b"\"\"".to_vec(), signature: json("data"), is_redacted: true }),
        "tool_use" => {
            let arguments = json("input").unwrap_or_else(|| b"{}".to_vec());
            Some(Part::Call { id: json("id")?, name: json("name")?, arguments, signature: None })
        }
        "tool_result" => Some(Part::Result {
            id: json("tool_use_id")?,
            name: None,
            output: parts_of(block.get("content")),
            is_error: block.fits("is_error=true"),
        }),
        "image" => {
            let source = block.get("source")?;
            Some(Part::Image { media: source.get("media_type")?.raw().to_vec(), data: source.get("data")?.raw().to_vec() })
        }
        "image_url" | "imageUrl" => {
            let url = ["image_url", "imageUrl"].iter().find_map(|name| block.get(name))?;
            image_of(url.get("url").unwrap_or(url))
        }
        _ => None,
    }
}

/// Returns the image in an address that holds it.
pub fn image_of(url: Value<'_>) -> Option<Part> {
    let text = lossy(&url.text()?.wtf8());
    let (media, data) = text.strip_prefix("data:")?.split_once(";base64,")?;
    Some(Part::Image { media: text_json(media), data: text_json(data) })
}

/// Reads the calls of a chat message: `tool_calls` with functions.
pub fn calls_of(message: Value<'_>, list: &str) -> Vec<Part> {
    let call = |call: Value<'_>| {
        let function = call.get("function").unwrap_or(call);
        let arguments = function.get("arguments").filter(|arguments| !arguments.is_null());
        Some(Part::Call {
            id: call.get("id")?.raw().to_vec(),
            name: function.get("name")?.raw().to_vec(),
            arguments: arguments.map_or_else(|| b"{}".to_vec(), |arguments| arguments.raw().to_vec()),
            signature: None,
        })
    };
    message.list(list).filter_map(call).collect()
}

/// Makes the result of a call.
pub fn result_of(id: Value<'_>, content: Option<Value<'_>>) -> Part {
    Part::Result { id: id.raw().to_vec(), name: None, output: parts_of(content), is_error: false }
}

/// Makes a thought of a chat message. Its text is in the member of that name.
pub fn thought_in(member: &str, text: Value<'_>) -> Part {
    Part::Thinking { text: text.raw().to_vec(), signature: Some(text_json(member)), is_redacted: false }
}

/// Makes a member of a chat message that is sent back unchanged.
pub fn member(name: &str, value: Value<'_>) -> Part {
    Part::Native([text_json(name).as_slice(), b":", value.raw()].concat())
}

/// Returns the role of a message.
pub fn role_of(message: Value<'_>) -> Option<Role> {
    match message.word("role") {
        "system" | "developer" => Some(Role::System),
        "user" | "tool" => Some(Role::User),
        "assistant" => Some(Role::Assistant),
        _ => None,
    }
}

/// Makes a reasoning item of the Responses wire.
pub fn reasoning_item(id: Option<&[u8]>, summary: Option<&[u8]>, ciphertext: &[u8]) -> Json {
    let id = id.map(|id| [b"\"id\":", id, b","].concat()).unwrap_or_default();
    let summary = summary.unwrap_or(b"[]");
    [b"{\"type\":\"reasoning\",", id.as_slice(), b"\"summary\":", summary, b",\"encrypted_content\":", ciphertext, b"}"].concat()
}
