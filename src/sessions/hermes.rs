//! Sessions of Hermes Agent: `~/.hermes/sessions/session_<id>.json`.
//!
//! One document with the model, the address of the host (`base_url`), the system prompt, the tools and all messages of a chat. A message of the model may have
//! `reasoning_details` (sent back to OpenRouter), `reasoning` or `reasoning_content`, and `codex_reasoning_items` (items of the Responses wire). Settings of
//! reasoning are not recorded. Read: the message formats in the documentation of hermes-agent.

use super::agents::{
    AgentLog, AgentWire, Answer, Message, Origin, Part, Place, Role, calls_of, member, parts_of, result_of, role_of, thought_in,
};
use super::bodies::words;
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Piece, Record};
use super::resumed::Resumed;
use super::sample::Sample;
use crate::error::Error;
use crate::json::{Value, scan};

pub(super) const FORMAT: TranscriptFormat = TranscriptFormat { name: "hermes", fits, cut: Cut::Whole, open: || Box::<Session>::default() };

fn fits(sample: &Sample<'_>) -> bool {
    let own = ["session_start", "last_updated", "platform", "message_count"];
    let is_session = sample.has(1, "session_id") && sample.has(1, "messages");
    sample.opens_with(b'{') && is_session && own.iter().any(|name| sample.has(1, name))
}

#[derive(Default)]
struct Session {
    log: AgentLog,
}

impl FormatReader for Session {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        let document = scan(piece.text)?;
        let session = document.root();
        let log = &mut self.log;
        log.session = words(session.get("session_id"));
        log.read(piece.text.len());
        let has_items = session.list("messages").any(|message| message.fits("codex_reasoning_items:a"));
        let url = words(session.get("base_url"));
        let host = url.as_deref().and_then(|url| url.split("://").nth(1)?.split('/').next()).filter(|host| !host.is_empty());
        let is_messages = url.as_deref().is_some_and(|url| url.trim_end_matches('/').ends_with("anthropic.com"));
        log.next = Origin {
            wire: if has_items { AgentWire::Responses } else { AgentWire::Chat },
            model: words(session.get("model")),
            host: host.map(str::to_owned),
            provider: None,
        };
        // Messages for Anthropic's own wire are stored as a chat, without the blocks that were sent.
        log.lacks_handles = is_messages;
        if let Some(prompt) = session.get("system_prompt").filter(|prompt| prompt.fits(":s !=")) {
            log.say(Message::new(Role::System, parts_of(Some(prompt))), Place::of(piece, None));
        }
        let time = session.get("last_updated");
        session.list("messages").for_each(|message| add(log, message, Place::of(piece, time), out));
        log.end(out);
        Ok(())
    }

    fn resumed(&self) -> Vec<Resumed> {
        self.log.resumed().into_iter().collect()
    }
}

fn add(log: &mut AgentLog, message: Value<'_>, place: Place, out: &mut Vec<Record>) {
    let Some(role) = role_of(message) else { return };
    if role == Role::Assistant {
        let given = |name: &str| message.get(name).filter(|value| !value.is_null());
        let mut parts = Vec::new();
        if log.next.wire == AgentWire::Responses {
            parts.extend(message.list("codex_reasoning_items").map(|item| Part::Native(item.raw().to_vec())));
        } else if let Some(details) = given("reasoning_details") {
            parts.push(member("reasoning_details", details));
        } else if let Some(text) = given("reasoning_content").filter(|text| text.text().is_some()) {
            parts.push(thought_in("reasoning_content", text));
        } else if given("reasoning").is_some() {
            // The client keeps this text for display.
            log.lacks_handles = true;
        }
        parts.extend(parts_of(message.get("content")));
        parts.extend(calls_of(message, "tool_calls"));
        if !parts.is_empty() {
            log.answer(Answer { origin: log.next.clone(), message: Message::new(role, parts), label: None }, place, out);
        }
        return;
    }
    let parts = match message.get("tool_call_id") {
        Some(id) => vec![result_of(id, message.get("content"))],
        None => parts_of(message.get("content")),
    };
    if !parts.is_empty() {
        log.say(Message::new(role, parts), place);
    }
}
