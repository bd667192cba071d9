//! Anthropic's messages.

use super::message::{Part, Role, arguments_object, turn};
use crate::json::Writer;

pub fn message(role: Role, parts: &[Part]) -> Vec<u8> {
    turn(role, "assistant", "content", parts, block)
}

fn block(part: &Part, out: &mut Writer) {
    let fields: &[(&str, &[u8])] = match part {
        Part::Native(block) => return out.raw(block),
        Part::Text { text, .. } if text == b"\"\"" => return,
        Part::Text { text, .. } => &[("type", b"\"text\""), ("text", text)],
        Part::Thinking { signature: Some(data), is_redacted: true, .. } => &[("type", b"\"redacted_thinking\""), ("data", data)],
        Part::Thinking { text, signature: Some(signature), .. } => {
            &[("type", b"\"thinking\""), ("thinking", text), ("signature", signature)]
        }
        Part::Thinking { text, .. } => &[("type", b"\"thinking\""), ("thinking", text)],
        Part::Call { id, name, arguments, .. } => {
            &[("type", b"\"tool_use\""), ("id", id), ("name", name), ("input", &arguments_object(arguments))]
        }
        Part::Image { media, data } => {
            out.open(b'{');
            out.member("type", "image");
            out.name("source");
            members(out, &[("type", b"\"base64\""), ("media_type", media), ("data", data)]);
            return out.close(b'}');
        }
        Part::Result { id, output, is_error, .. } => return result(id, output, *is_error, out),
    };
    members(out, fields);
}

fn result(id: &[u8], output: &[Part], is_error: bool, out: &mut Writer) {
    out.open(b'{');
    out.member("type", "tool_result");
    out.name("tool_use_id");
    out.raw(id);
    out.name("content");
    out.open(b'[');
    output.iter().for_each(|part| block(part, out));
    out.close(b']');
    if is_error {
        out.name("is_error");
        out.flag(true);
    }
    out.close(b'}');
}

/// Writes an object of JSON members.
pub fn members(out: &mut Writer, fields: &[(&str, &[u8])]) {
    out.open(b'{');
    for (name, json) in fields {
        out.name(name);
        out.raw(json);
    }
    out.close(b'}');
}
