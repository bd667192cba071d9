//! Trajectories of SWE-agent (`history` beside `trajectory`) and of mini-swe-agent (`trajectory_format`, `messages`).
//!
//! The messages are a chat's, as LiteLLM gets them. `thinking_blocks` are Claude's, with their signatures, which LiteLLM sends back. Settings and the host are
//! not recorded. Messages of the role `exit` and of a demonstration are not a request's.

use super::agents::{AgentLog, AgentWire, Answer, Message, Origin, Part, Place, Role, calls_of, parts_of, result_of, role_of, thought_in};
use super::bodies::words;
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Fault, Piece, Record};
use super::sample::Sample;
use crate::error::Error;
use crate::json::{Value, scan};

pub(super) const FORMAT: TranscriptFormat = TranscriptFormat { name: "swe-agent", fits, cut: Cut::Whole, open: || Box::new(Trajectory) };

fn fits(sample: &Sample<'_>) -> bool {
    // The steps may be longer than the sample, and then the other members are behind it.
    let has_steps = sample.has(3, "action") && sample.has(3, "observation");
    let is_full = sample.has(1, "trajectory") && (has_steps || ["history", "info", "environment"].iter().any(|name| sample.has(1, name)));
    sample.opens_with(b'{') && (is_full || sample.has(1, "trajectory_format"))
}

struct Trajectory;

impl FormatReader for Trajectory {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        let document = scan(piece.text)?;
        let root = document.root();
        let list = if root.get("messages").is_some() { "messages" } else { "history" };
        let is_signed = root.list(list).any(|message| message.list("thinking_blocks").next().is_some());
        let mut log = AgentLog::default();
        log.read(piece.text.len());
        let model = root.path("info.config.model.model_name").or_else(|| root.path("info.model_name"));
        log.next = Origin {
            wire: if is_signed { AgentWire::Anthropic } else { AgentWire::Chat },
            model: words(model).map(|model| model.rsplit('/').next().unwrap_or_default().to_owned()),
            ..Origin::default()
        };
        let before = out.len();
        root.list(list).for_each(|message| add(&mut log, message, Place::of(piece, None), out));
        log.end(out);
        if out.len() == before {
            out.push(Record::Fault(Fault::new(piece.line, piece.offset, "there are no messages of a model in it")));
        }
        Ok(())
    }
}

fn add(log: &mut AgentLog, message: Value<'_>, place: Place, out: &mut Vec<Record>) {
    let Some(role) = role_of(message).filter(|_| !message.fits("is_demo=true")) else { return };
    if role != Role::Assistant {
        let ids: Vec<Value<'_>> = message.get("tool_call_id").into_iter().chain(message.list("tool_call_ids")).collect();
        let parts = match ids.first() {
            Some(id) => vec![result_of(*id, message.get("content"))],
            None => parts_of(message.get("content")),
        };
        if !parts.is_empty() {
            log.say(Message::new(role, parts), place);
        }
        return;
    }
    let mut parts = parts_of(message.get("thinking_blocks"));
    if log.next.wire == AgentWire::Chat {
        parts.extend(
            message.get("reasoning_content").filter(|text| text.text().is_some()).map(|text| thought_in("reasoning_content", text)),
        );
    }
    let said: Vec<Part> = parts_of(message.get("content"));
    parts.extend(said);
    parts.extend(calls_of(message, "tool_calls"));
    if !parts.is_empty() {
        log.answer(Answer { origin: log.next.clone(), message: Message::new(role, parts), label: None }, place, out);
    }
}
