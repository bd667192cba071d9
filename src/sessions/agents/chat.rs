//! Messages of OpenAI's Chat Completions, with the members that other vendors add for reasoning.

use super::anthropic::members;
use super::message::{Json, Part, Role, arguments_text, concat_json, text_json, texts_joined};
use crate::json::Writer;
use crate::sessions::history::join;

pub fn messages(role: Role, parts: &[Part]) -> Vec<u8> {
    if role == Role::Assistant {
        return assistant(parts);
    }
    let (results, said): (Vec<&Part>, Vec<&Part>) = parts.iter().partition(|part| matches!(part, Part::Result { .. }));
    let mut messages = Vec::new();
    for part in results {
        if let Part::Result { id, output, .. } = part {
            let mut out = Writer::default();
            members(&mut out, &[("role", b"\"tool\""), ("tool_call_id", id), ("content", &texts_joined(output, "\n"))]);
            join(&mut messages, &out.finish());
        }
    }
    let role: &[u8] = if role == Role::System { b"\"system\"" } else { b"\"user\"" };
    if !said.is_empty() {
        let mut out = Writer::default();
        members(&mut out, &[("role", role), ("content", &content(&said))]);
        join(&mut messages, &out.finish());
    }
    messages
}

/// Returns a text, or a list of parts if there is an image.
fn content(parts: &[&Part]) -> Json {
    if let [Part::Text { text, .. }] = parts {
        return text.clone();
    }
    let mut out = Writer::default();
    out.open(b'[');
    for part in parts {
        match part {
            Part::Text { text, .. } => members(&mut out, &[("type", b"\"text\""), ("text", text)]),
            Part::Image { media, data } => {
                let mut url = Writer::default();
                members(&mut url, &[("url", &data_url(media, data))]);
                members(&mut out, &[("type", b"\"image_url\""), ("image_url", &url.finish())]);
            }
            _ => {}
        }
    }
    out.close(b']');
    out.finish()
}

fn assistant(parts: &[Part]) -> Vec<u8> {
    let text = texts_joined(parts, "");
    let mut out = Writer::default();
    out.open(b'{');
    out.member("role", "assistant");
    out.name("content");
    out.raw(if text == b"\"\"" { b"null" } else { &text });
    let empty = out.len();
    // The thoughts of a message are in one member.
    let thoughts: Vec<&[u8]> =
        parts.iter().filter_map(|part| if let Part::Thinking { text, .. } = part { Some(&**text) } else { None }).collect();
    if !thoughts.is_empty() {
        out.name(&reasoning_member(parts));
        out.raw(&concat_json(&thoughts));
    }
    for part in parts {
        if let Part::Native(member) = part {
            out.raw(member);
        }
    }
    calls(parts, &mut out);
    if text == b"\"\"" && out.len() == empty {
        return Vec::new();
    }
    out.close(b'}');
    out.finish()
}

fn reasoning_member(parts: &[Part]) -> String {
    let names = parts.iter().filter_map(|part| if let Part::Thinking { signature, .. } = part { signature.as_ref() } else { None });
    let name = names.filter_map(|name| str::from_utf8(name).ok()).map(|name| name.trim_matches('"')).next();
    name.filter(|name| ["reasoning", "reasoning_text"].contains(name)).unwrap_or("reasoning_content").to_owned()
}

fn calls(parts: &[Part], out: &mut Writer) {
    let is_call = |part: &&Part| matches!(part, Part::Call { .. });
    if !parts.iter().any(|part| is_call(&part)) {
        return;
    }
    out.name("tool_calls");
    out.open(b'[');
    for part in parts {
        if let Part::Call { id, name, arguments, .. } = part {
            let mut function = Writer::default();
            members(&mut function, &[("name", name), ("arguments", &arguments_text(arguments))]);
            members(out, &[("id", id), ("type", b"\"function\""), ("function", &function.finish())]);
        }
    }
    out.close(b']');
}

/// Returns the address of an image that is inside of it.
pub fn data_url(media: &[u8], data: &[u8]) -> Json {
    concat_json(&[&text_json("data:"), media, &text_json(";base64,"), data])
}
