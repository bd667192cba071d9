//! Items of OpenAI's Responses.

use super::anthropic::members;
use super::chat::data_url;
use super::message::{Part, Role, arguments_text, texts_joined};
use crate::json::Writer;
use crate::sessions::history::join;

pub fn items(role: Role, parts: &[Part]) -> Vec<u8> {
    let mut items = Vec::new();
    let mut said: Vec<Vec<u8>> = Vec::new();
    for part in parts {
        let item = match part {
            Part::Text { text, .. } if text == b"\"\"" => continue,
            Part::Text { text, signature: Some(id) } => identified(id, text),
            Part::Text { .. } | Part::Image { .. } => {
                said.push(content(role, part));
                continue;
            }
            // A thought without its item is not sent.
            Part::Thinking { .. } => continue,
            Part::Native(item) => item.clone(),
            Part::Call { id, name, arguments, signature } => call(id, name, arguments, signature.as_deref()),
            Part::Result { id, output, .. } => result(id, output),
        };
        join(&mut items, &message(role, &mut said));
        join(&mut items, &item);
    }
    join(&mut items, &message(role, &mut said));
    items
}

/// Writes a message of the texts so far.
fn message(role: Role, said: &mut Vec<Vec<u8>>) -> Vec<u8> {
    if said.is_empty() {
        return Vec::new();
    }
    let role = match role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
    };
    let mut out = Writer::default();
    out.open(b'{');
    out.member("type", "message");
    out.member("role", role);
    out.name("content");
    out.open(b'[');
    said.drain(..).for_each(|part| out.raw(&part));
    out.close(b']');
    out.close(b'}');
    out.finish()
}

fn content(role: Role, part: &Part) -> Vec<u8> {
    let mut out = Writer::default();
    let kind: &[u8] = if role == Role::Assistant { b"\"output_text\"" } else { b"\"input_text\"" };
    match part {
        Part::Image { media, data } => {
            members(&mut out, &[("type", b"\"input_image\""), ("image_url", &data_url(media, data))]);
        }
        Part::Text { text, .. } => members(&mut out, &[("type", kind), ("text", text)]),
        _ => {}
    }
    out.finish()
}

/// Writes a message of the model with its id.
fn identified(id: &[u8], text: &[u8]) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    out.member("type", "message");
    out.name("id");
    out.raw(id);
    out.member("role", "assistant");
    out.name("content");
    out.open(b'[');
    members(&mut out, &[("type", b"\"output_text\""), ("text", text)]);
    out.close(b']');
    out.close(b'}');
    out.finish()
}

/// Writes a call, with the id of its item if that was recorded.
fn call(id: &[u8], name: &[u8], arguments: &[u8], item: Option<&[u8]>) -> Vec<u8> {
    let arguments = arguments_text(arguments);
    let mut fields: Vec<(&str, &[u8])> = vec![("type", b"\"function_call\"")];
    fields.extend(item.map(|item| ("id", item)));
    fields.extend([("call_id", id), ("name", name), ("arguments", arguments.as_slice())]);
    let mut out = Writer::default();
    members(&mut out, &fields);
    out.finish()
}

fn result(id: &[u8], output: &[Part]) -> Vec<u8> {
    let mut out = Writer::default();
    members(&mut out, &[("type", b"\"function_call_output\""), ("call_id", id), ("output", &texts_joined(output, "\n"))]);
    out.finish()
}
