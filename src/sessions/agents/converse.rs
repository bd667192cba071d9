//! Messages of Bedrock's Converse.

use super::anthropic::members;
use super::message::{Part, Role, arguments_object, turn};
use crate::json::Writer;

pub fn message(role: Role, parts: &[Part]) -> Vec<u8> {
    turn(role, "assistant", "content", parts, block)
}

fn block(part: &Part, out: &mut Writer) {
    let object = |fields: &[(&str, &[u8])]| {
        let mut inner = Writer::default();
        members(&mut inner, fields);
        inner.finish()
    };
    match part {
        Part::Native(block) => out.raw(block),
        Part::Text { text, .. } if text == b"\"\"" => {}
        Part::Text { text, .. } => members(out, &[("text", text)]),
        Part::Thinking { signature: Some(data), is_redacted: true, .. } => {
            members(out, &[("reasoningContent", &object(&[("redactedContent", data)]))]);
        }
        Part::Thinking { text, signature, .. } => {
            let text = match signature {
                Some(signature) => object(&[("text", text), ("signature", signature)]),
                None => object(&[("text", text)]),
            };
            members(out, &[("reasoningContent", &object(&[("reasoningText", &text)]))]);
        }
        Part::Call { id, name, arguments, .. } => {
            let input = arguments_object(arguments);
            members(out, &[("toolUse", &object(&[("toolUseId", id), ("name", name), ("input", &input)]))]);
        }
        Part::Result { id, output, is_error, .. } => {
            let mut content = Writer::default();
            content.open(b'[');
            output.iter().for_each(|part| block(part, &mut content));
            content.close(b']');
            let status: &[u8] = if *is_error { b"\"error\"" } else { b"\"success\"" };
            let result = object(&[("toolUseId", id), ("content", &content.finish()), ("status", status)]);
            members(out, &[("toolResult", &result)]);
        }
        Part::Image { media, data } => {
            let format = media.rsplit(|byte| *byte == b'/').next().unwrap_or_default();
            let format = [b"\"", format].concat();
            let source = object(&[("bytes", data)]);
            members(out, &[("image", &object(&[("format", &format), ("source", &source)]))]);
        }
    }
}
