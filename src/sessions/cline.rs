//! Tasks of Cline and Roo Code: `tasks/<id>/api_conversation_history.json`, a list of messages; and the sessions of Cline's later versions,
//! `{"version","agent","sessionId","messages"}`.
//!
//! Messages are in Anthropic's form, whatever is sent. Some have members of other wires: `reasoning_details` for OpenRouter, an item `reasoning` with
//! `encrypted_content` for Responses, `reasoning_content` for others. These members and `modelInfo` tell the wire. Thinking without a signature is not sent. A
//! summary (`isSummary`, `condenseId`) replaces the messages before it, which stay in the file. A truncation marker hides messages that it does not list.
//! Settings, tools and the host are not recorded. Read: Cline at 21cb8d2525, Roo Code at cb83656718.

use super::agents::{
    AgentLog, AgentWire, Answer, Message, Origin, Part, Place, Role, member, parts_of, reasoning_item, role_of, sdk_wire, thought_in,
};
use super::bodies::words;
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Piece, Record};
use super::resumed::Resumed;
use super::sample::Sample;
use crate::error::{Code, Error};
use crate::json::{Value, find_bytes, scan};
use crate::wires::host_of_provider;

pub(super) const LIST: TranscriptFormat =
    TranscriptFormat { name: "cline", fits: is_list, cut: Cut::Elements(""), open: || Box::<Task>::default() };
pub(super) const FILE: TranscriptFormat =
    TranscriptFormat { name: "cline", fits: is_file, cut: Cut::Elements("messages"), open: || Box::<Task>::default() };

fn is_list(sample: &Sample<'_>) -> bool {
    let has = |name| sample.has(2, name);
    let is_named = ["<environment_details>", "<task>"].iter().any(|mark| find_bytes(sample.text, mark.as_bytes()).is_some());
    sample.opens_with(b'[') && has("role") && has("content") && !has("say") && (has("ts") || is_named) && !has("parts")
}

fn is_file(sample: &Sample<'_>) -> bool {
    sample.opens_with(b'{') && ["version", "agent", "sessionId", "messages"].iter().all(|name| sample.has(1, name))
}

#[derive(Default)]
struct Task {
    log: AgentLog,
    /// A reasoning item before its message, with the element that it is from.
    item: Option<(Part, Place)>,
    is_told: bool,
}

impl FormatReader for Task {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        self.is_told = true;
        self.log.read(piece.text.len());
        let document = scan(piece.text)?;
        let message = document.root();
        let place = Place::of(piece, message.get("ts"));
        if message.word("type") == "reasoning" {
            self.item = item_of(message).map(|item| (item, place));
            return Ok(());
        }
        let role = role_of(message).ok_or_else(|| Error::new(Code::Input, "it is not a message of a task: it has no role"))?;
        if message.fits("isTruncationMarker=true") {
            self.log.lacks_messages = true;
            return Ok(());
        }
        let is_summary = message.fits("isSummary=true") || message.get("condenseId").is_some();
        if role == Role::Assistant && !is_summary {
            self.answer(message, place, out);
            return Ok(());
        }
        let sent = Message::new(role, sent_parts(message));
        if is_summary {
            self.log.restart(vec![sent], place, out);
        } else if !sent.parts.is_empty() {
            self.log.say(sent, place);
        }
        Ok(())
    }

    fn finish(&mut self, _around: &[u8], out: &mut Vec<Record>) {
        self.log.end(out);
        if !self.is_told {
            out.push(Record::Fault(super::record::Fault::new(1, 0, "there is no message in it")));
        }
    }

    fn resumed(&self) -> Vec<Resumed> {
        self.log.resumed().into_iter().collect()
    }
}

impl Task {
    fn answer(&mut self, message: Value<'_>, place: Place, out: &mut Vec<Record>) {
        let embedded = message.list("content").find(|block| block.fits("type=reasoning encrypted_content:s")).and_then(item_of);
        let before = self.item.take().filter(|_| embedded.is_none());
        let details = message.get("reasoning_details").or_else(|| message.list("content").find_map(|block| block.get("reasoning_details")));
        let text = message.get("reasoning_content").filter(|text| text.text().is_some());
        let has_thinking =
            message.list("content").any(|block| block.fits("type=thinking|redacted_thinking signature,type=redacted_thinking"));
        let is_other = details.is_some() || text.is_some();
        let wire = if embedded.is_some() || before.is_some() {
            Some(AgentWire::Responses)
        } else if is_other {
            Some(AgentWire::Chat)
        } else {
            has_thinking.then_some(AgentWire::Anthropic)
        };
        let origin = self.origin_of(message, wire);
        let mut parts: Vec<Part> = embedded.into_iter().collect();
        parts.extend(details.filter(|_| origin.wire == AgentWire::Chat).map(|details| member("reasoning_details", details)));
        parts.extend(text.filter(|_| origin.wire == AgentWire::Chat).map(|text| thought_in("reasoning_content", text)));
        let sent = sent_parts(message).into_iter();
        parts.extend(sent.filter(|part| origin.wire == AgentWire::Anthropic || !matches!(part, Part::Thinking { .. })));
        let sent = Message::new(Role::Assistant, parts).after(before.into_iter().collect());
        if !sent.parts.is_empty() {
            self.log.answer(Answer { origin, message: sent, label: words(message.get("id")) }, place, out);
        }
    }

    /// Returns the model of an answer. Without a sign of its wire it is that of the answer before.
    fn origin_of(&mut self, message: Value<'_>, wire: Option<AgentWire>) -> Origin {
        let info = message.get("modelInfo");
        let of = |names: [&str; 2]| info.and_then(|info| names.iter().find_map(|name| words(info.get(name))));
        let (provider, model) = (of(["providerId", "provider"]), of(["modelId", "id"]));
        if provider.is_none() && model.is_none() {
            let is_first = self.log.next == Origin::default();
            let before = if is_first { AgentWire::Anthropic } else { self.log.next.wire };
            self.log.next.wire = wire.unwrap_or(before);
        } else {
            let named = match provider.as_deref().unwrap_or_default() {
                "openai-native" => AgentWire::Responses,
                "gemini" | "vertex" => AgentWire::Chat,
                provider => sdk_wire(provider, model.as_deref().unwrap_or_default()),
            };
            let host = provider.as_deref().and_then(host_of_provider).map(str::to_owned);
            self.log.next = Origin { wire: wire.unwrap_or(named), model, host, provider };
        }
        self.log.next.clone()
    }
}

/// Returns the parts that are sent: thinking without a signature is not.
fn sent_parts(message: Value<'_>) -> Vec<Part> {
    let is_sent = |part: &Part| !matches!(part, Part::Thinking { signature: None, .. });
    parts_of(message.get("content")).into_iter().filter(is_sent).collect()
}

fn item_of(item: Value<'_>) -> Option<Part> {
    let ciphertext = item.get("encrypted_content").filter(|text| text.text().is_some())?;
    let [id, summary] = ["id", "summary"].map(|name| item.get(name).map(Value::raw));
    Some(Part::Native(reasoning_item(id, summary, ciphertext.raw())))
}
