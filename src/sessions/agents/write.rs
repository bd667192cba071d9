//! Writes the messages of an agent on a wire.

use super::message::{Foreign, Message, Origin, Part, Role};
use super::wire::AgentWire;
use super::{anthropic, chat, converse, gemini, responses};
use crate::json::Writer;
use crate::sessions::history::join;
use crate::sessions::resumed::Source;

/// Writes messages as the agent sends them to a model, with commas between them.
pub fn write_messages(messages: &[&Message], to: &Origin, foreign: Foreign) -> Vec<u8> {
    write_with_sources(messages, to, foreign, &mut |_, _| {})
}

/// Writes messages and reports the byte from which on the text is of each.
fn write_with_sources(messages: &[&Message], to: &Origin, foreign: Foreign, begins: &mut dyn FnMut(usize, &Message)) -> Vec<u8> {
    let mut out = Vec::new();
    let is_one = |one: &&Message, other: &&Message| one.is_results() && other.is_results();
    for run in messages.chunk_by(is_one) {
        let Some(first) = run.first() else { continue };
        let mut parts: Vec<Part> = Vec::new();
        let start = out.len();
        for message in run {
            // The results of several lines are one message, which is closed after the last.
            let before = if parts.is_empty() { 0 } else { write_message(to.wire, first.role, &parts).len().saturating_sub(CLOSING) };
            begins(start + before, message);
            parts.extend(message.parts_for(to, foreign));
        }
        join(&mut out, &write_message(to.wire, first.role, &parts));
    }
    out
}

/// The number of brackets at the end of a message.
const CLOSING: usize = 2;

/// Writes messages, with the lines that they are from.
pub fn write_sourced(messages: &[&Message], to: &Origin, foreign: Foreign) -> (Vec<u8>, Vec<Source>) {
    let mut sources = Vec::new();
    let text = write_with_sources(messages, to, foreign, &mut |at, message| {
        sources.extend(message.source.map(|(line, offset)| Source { at, line, offset }));
    });
    (text, sources)
}

/// Writes a message. It is empty if nothing of it is sent.
fn write_message(wire: AgentWire, role: Role, parts: &[Part]) -> Vec<u8> {
    match wire {
        AgentWire::Anthropic => anthropic::message(role, parts),
        AgentWire::Responses => responses::items(role, parts),
        AgentWire::Chat => chat::messages(role, parts),
        AgentWire::Gemini => gemini::content(role, parts),
        AgentWire::Converse => converse::message(role, parts),
    }
}

/// Writes the body of a response with the message of the answer.
pub fn write_response(wire: AgentWire, model: Option<&str>, message: &[u8], label: Option<&str>) -> Vec<u8> {
    let (head, tail) = match wire {
        AgentWire::Anthropic => ("\"type\":\"message\",", message.strip_prefix(b"{").unwrap_or(message)),
        AgentWire::Responses => ("\"object\":\"response\",\"output\":[", message),
        AgentWire::Chat => ("\"object\":\"chat.completion\",\"choices\":[{\"index\":0,\"message\":", message),
        AgentWire::Gemini => ("\"candidates\":[{\"index\":0,\"content\":", message),
        AgentWire::Converse => ("\"output\":{\"message\":", message),
    };
    let end = match wire {
        AgentWire::Anthropic => "",
        AgentWire::Responses => "]}",
        AgentWire::Chat | AgentWire::Gemini => "}]}",
        AgentWire::Converse => "}}",
    };
    let mut facts = Writer::default();
    facts.open(b'{');
    facts.member_if(if wire == AgentWire::Gemini { "responseId" } else { "id" }, label);
    facts.member_if(if wire == AgentWire::Gemini { "modelVersion" } else { "model" }, model);
    let facts = facts.finish();
    let comma: &[u8] = if facts.len() > 1 { b"," } else { b"" };
    [&facts, comma, head.as_bytes(), tail, end.as_bytes()].concat()
}
