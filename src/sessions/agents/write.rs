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
    let mut is_open = false;
    for (nth, message) in messages.iter().enumerate() {
        // The results of several lines are one message.
        let is_one =
            message.is_results() && nth.checked_sub(1).and_then(|before| messages.get(before)).is_some_and(|before| before.is_results());
        let written = write_message(to.wire, message.role, &message.parts_for(to, foreign));
        let inside = if is_one && is_open { inside_of(to.wire, &written) } else { None };
        if let Some(inside) = inside {
            out.truncate(out.len().saturating_sub(CLOSING));
            begins(out.len(), message);
            join(&mut out, inside);
            out.extend_from_slice(END);
        } else {
            begins(out.len(), message);
            join(&mut out, &written);
        }
        is_open = is_one && is_open || !written.is_empty();
    }
    out
}

/// The end of a message with parts.
const END: &[u8] = b"]}";
const CLOSING: usize = END.len();

/// Returns the parts of a written message without the message around them. `None` on a wire that writes each result as a message or an item.
fn inside_of(wire: AgentWire, message: &[u8]) -> Option<&[u8]> {
    if matches!(wire, AgentWire::Responses | AgentWire::Chat) {
        return None;
    }
    let begin = message.iter().position(|byte| *byte == b'[')? + 1;
    message.get(begin..)?.strip_suffix(END)
}

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

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::json::{lossy, scan};

    #[test]
    fn the_results_of_several_lines_are_one_message_with_the_line_of_each() {
        let result = |nth: usize| {
            let part = Part::Result {
                id: format!("\"call_{nth}\"").into_bytes(),
                name: Some(b"\"bash\"".to_vec()),
                output: vec![Part::text(b"\"a [b]}\"".to_vec())],
                is_error: false,
            };
            Message { source: Some((nth, 10 * nth)), ..Message::new(Role::User, vec![part]) }
        };
        let messages = [result(1), result(2), result(3), Message::of_user(b"\"more\"".to_vec()), result(4)];
        let messages: Vec<&Message> = messages.iter().collect();
        for (wire, count) in
            [(AgentWire::Anthropic, 3), (AgentWire::Converse, 3), (AgentWire::Gemini, 3), (AgentWire::Chat, 5), (AgentWire::Responses, 5)]
        {
            let (text, sources) = write_sourced(&messages, &Origin { wire, ..Origin::default() }, Foreign::Kept);
            let list = [b"[", text.as_slice(), b"]"].concat();
            assert_eq!(scan(&list).unwrap().root().elements().count(), count, "{wire:?}");
            assert_eq!(sources.len(), 4);
            for source in sources {
                let rest = lossy(&text[source.at..]);
                let id = rest.split("\"call_").find_map(|tail| tail.get(..1)?.parse().ok());
                assert_eq!(id, Some(source.line), "{wire:?}: {rest}");
            }
        }
    }
}
