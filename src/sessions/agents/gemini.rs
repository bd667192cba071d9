//! Contents of Gemini.

use super::anthropic::members;
use super::message::{Part, Role, arguments_object, texts_joined, turn};
use crate::json::Writer;

pub fn content(role: Role, parts: &[Part]) -> Vec<u8> {
    turn(role, "model", "parts", parts, write)
}

fn write(part: &Part, out: &mut Writer) {
    let object = |fields: &[(&str, &[u8])]| {
        let mut inner = Writer::default();
        members(&mut inner, fields);
        inner.finish()
    };
    let mut fields: Vec<(&str, Vec<u8>)> = match part {
        Part::Native(part) => return out.raw(part),
        Part::Text { text, signature: None } if text == b"\"\"" => return,
        Part::Text { text, .. } => vec![("text", text.clone())],
        Part::Thinking { text, .. } => vec![("text", text.clone()), ("thought", b"true".to_vec())],
        Part::Call { id, name, arguments, .. } => {
            let arguments = arguments_object(arguments);
            vec![("functionCall", object(&[("id", id), ("name", name), ("args", &arguments)]))]
        }
        Part::Result { id, name, output, is_error } => {
            let key = if *is_error { "error" } else { "output" };
            let response = object(&[(key, &texts_joined(output, "\n"))]);
            let name = name.as_deref().unwrap_or(b"\"\"");
            vec![("functionResponse", object(&[("id", id), ("name", name), ("response", &response)]))]
        }
        Part::Image { media, data } => vec![("inlineData", object(&[("mimeType", media), ("data", data)]))],
    };
    if let Part::Text { signature: Some(signature), .. }
    | Part::Thinking { signature: Some(signature), .. }
    | Part::Call { signature: Some(signature), .. } = part
    {
        fields.push(("thoughtSignature", signature.clone()));
    }
    let fields: Vec<(&str, &[u8])> = fields.iter().map(|(name, json)| (*name, json.as_slice())).collect();
    members(out, &fields);
}
