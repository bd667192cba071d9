//! Writes the messages of an agent on a wire.

use super::message::{Foreign, Message, Origin, Part, Role};
use super::wire::AgentWire;
use super::{anthropic, chat, converse, gemini, responses};
use crate::json::{Span, Writer, find_bytes};
use crate::sessions::history::join;
use crate::sessions::resumed::Source;

/// Writes messages as the agent sends them to a model, with commas between them.
pub fn write_messages(messages: &[&Message], to: &Origin, foreign: Foreign) -> Vec<u8> {
    write_with_sources(messages, to, foreign, &mut |_, _| {})
}

/// Writes messages and reports the byte from which on the text is from a piece of the file, with its line and byte.
fn write_with_sources(
    messages: &[&Message],
    to: &Origin,
    foreign: Foreign,
    begins: &mut dyn FnMut(usize, Option<(usize, usize)>),
) -> Vec<u8> {
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
            begins(out.len(), message.source);
            join(&mut out, inside);
            out.extend_from_slice(END);
        } else {
            begins(out.len(), message.source);
            join(&mut out, &written);
            let start = out.len() - written.len();
            for (place, source) in places_apart(to.wire, message, &written) {
                begins(start + place.start, Some(source));
                begins(start + place.end, message.source);
            }
        }
        is_open = is_one && is_open || !written.is_empty();
    }
    out
}

/// Finds the parts of a written message that are from other pieces of the file.
fn places_apart(wire: AgentWire, message: &Message, written: &[u8]) -> Vec<(Span, (usize, usize))> {
    let mut found = Vec::new();
    let mut end = 0;
    for (nth, source) in &message.apart {
        let text = match message.parts.get(*nth) {
            Some(Part::Native(text)) => text.clone(),
            Some(part) => {
                let alone = write_message(wire, message.role, std::slice::from_ref(part));
                inside_of(wire, &alone).map(<[u8]>::to_vec).unwrap_or_default()
            }
            None => continue,
        };
        let place = find_bytes(written.get(end..).unwrap_or_default(), &text).filter(|_| !text.is_empty());
        if let Some(place) = place {
            let start = end + place;
            end = start + text.len();
            found.push((Span { start, end }, *source));
        }
    }
    found
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
    let text = write_with_sources(messages, to, foreign, &mut |at, source| {
        sources.extend(source.map(|(line, offset)| Source { at, line, offset }));
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

    #[test]
    fn a_thought_from_another_line_than_its_message_has_that_line() {
        let thinking = Part::Thinking { text: b"\"I look.\"".to_vec(), signature: Some(b"\"EqQB\"".to_vec()), is_redacted: false };
        let item = Part::Native(b"{\"type\":\"reasoning\",\"encrypted_content\":\"gAAA\"}".to_vec());
        let details = Part::Native(b"\"reasoning_details\":[{\"data\":\"abc\"}]".to_vec());
        let cases = [(AgentWire::Anthropic, thinking, "EqQB"), (AgentWire::Responses, item, "gAAA"), (AgentWire::Chat, details, "abc")];
        for (wire, thought, handle) in cases {
            let mut answer = Message::new(Role::Assistant, vec![thought, Part::text(b"\"Two.\"".to_vec())]);
            (answer.source, answer.apart) = (Some((5, 50)), vec![(0, (4, 40))]);
            let asked = Message { source: Some((3, 30)), ..Message::of_user(b"\"Which?\"".to_vec()) };
            let (text, sources) = write_sourced(&[&asked, &answer], &Origin { wire, ..Origin::default() }, Foreign::Kept);
            let line_of = |needle: &str| {
                let at = lossy(&text).find(needle).unwrap();
                sources.iter().rfind(|source| source.at <= at).map(|source| source.line)
            };
            assert_eq!([line_of("Which?"), line_of(handle), line_of("Two.")], [Some(3), Some(4), Some(5)], "{wire:?}");
        }
    }
}
