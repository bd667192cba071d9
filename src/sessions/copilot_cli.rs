//! Sessions of GitHub Copilot CLI: `~/.copilot/session-state/<id>/events.jsonl`.
//!
//! A line is an event, `{"type","data","id","timestamp","parentId"}`. An `assistant.message` has the text, the calls (`toolRequests`), and the reasoning as it is
//! sent back: `encryptedContent` on the Responses wire, `reasoningOpaque` beside `reasoningText` on a chat. `tool.execution_complete` has a result. Events of
//! a subagent (`agentId` or `parentToolCallId`) are a separate conversation. A compaction is worded again by the client, so the messages after it are not all
//! recorded. A `session.error` with a status is a refusal. Other events are notes. The settings and the system prompt are not recorded. Read: the
//! session events of @github/copilot-sdk for Copilot CLI 1.0.

use std::collections::BTreeMap;

use super::agents::{AgentLog, AgentWire, Answer, Message, Origin, Part, Place, Role, calls_of, member, reasoning_item, thought_in};
use super::bodies::{status, words};
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Piece, Record};
use super::resumed::Resumed;
use super::sample::Sample;
use crate::error::{Code, Error};
use crate::json::{Value, scan};

pub(super) const FORMAT: TranscriptFormat =
    TranscriptFormat { name: "copilot-cli", fits, cut: Cut::Lines, open: || Box::<Events>::default() };

fn fits(sample: &Sample<'_>) -> bool {
    const EVENT: &str = "type=session.start|session.resume|user.message|assistant.message|assistant.turn_start data:o timestamp";
    sample.any_object(|line| line.fits(EVENT))
}

/// The gateway to which the client sends every request.
const HOST: &str = "api.githubcopilot.com";

/// The maximum number of open conversations. An older one is reported.
const MOST: usize = 16;

#[derive(Default)]
struct Events {
    session: Option<String>,
    own: AgentLog,
    /// The conversations of subagents by their names.
    agents: BTreeMap<String, AgentLog>,
}

impl FormatReader for Events {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        let document = scan(piece.text)?;
        let line = document.root();
        if line.get("type").is_none() {
            return Err(Error::new(Code::Input, "it is not an event of a session: it has no type"));
        }
        let Some(data) = line.get("data") else { return Ok(()) };
        if line.fits("type=session.start|session.resume") {
            self.session = words(data.get("sessionId")).or(self.session.take());
            self.own.folder = words(data.path("context.cwd")).or(self.own.folder.take());
        }
        let agent = words(line.get("agentId")).or_else(|| words(data.get("parentToolCallId")));
        let name = [self.session.clone(), agent.clone()].into_iter().flatten().collect::<Vec<_>>().join("/");
        let log = match agent {
            Some(agent) => self.agent(agent, out),
            None => &mut self.own,
        };
        log.next.host = Some(HOST.to_owned());
        log.session = Some(name).filter(|name| !name.is_empty());
        log.read(piece.text.len());
        let before = log.len();
        event(log, line.word("type"), data, Place::of(piece, line.get("timestamp")), out);
        if let Some(id) = line.get("id") {
            log.name(id.raw(), before);
        }
        Ok(())
    }

    fn finish(&mut self, _around: &[u8], out: &mut Vec<Record>) {
        self.own.end(out);
        self.agents.values_mut().for_each(|log| log.end(out));
    }

    fn resumed(&self) -> Vec<Resumed> {
        self.agents.values().chain([&self.own]).filter_map(AgentLog::resumed).collect()
    }

    fn folder(&self) -> Option<&str> {
        self.own.folder.as_deref()
    }
}

impl Events {
    fn agent(&mut self, name: String, out: &mut Vec<Record>) -> &mut AgentLog {
        if self.agents.len() >= MOST
            && !self.agents.contains_key(&name)
            && let Some((_, mut oldest)) = self.agents.pop_first()
        {
            oldest.end(out);
        }
        self.agents.entry(name).or_default()
    }
}

fn event(log: &mut AgentLog, kind: &str, data: Value<'_>, place: Place, out: &mut Vec<Record>) {
    if let Some(model) = ["selectedModel", "newModel", "model"].iter().find_map(|name| words(data.get(name))) {
        log.next.model = Some(model);
    }
    match kind {
        "user.message" => {
            let text = data.get("transformedContent").or_else(|| data.get("content")).filter(|text| text.text().is_some());
            text.into_iter().for_each(|text| log.say(Message::of_user(text.raw().to_vec()), place.clone()));
        }
        "assistant.message" => answer(log, data, place, out),
        "tool.execution_complete" => {
            let Some(id) = data.get("toolCallId") else { return };
            let output = data.path("result.content").or_else(|| data.path("error.message"));
            let output = output.map(Part::from).into_iter().collect();
            let is_error = data.fits("success=false");
            let result = Part::Result { id: id.raw().to_vec(), name: None, output, is_error };
            log.say(Message::new(Role::User, vec![result]), place);
        }
        "session.error" | "model.call_failure" => {
            let Some(status) = status(data.get("statusCode")) else { return };
            let text = ["providerMessage", "errorMessage", "message"].iter().find_map(|name| data.get(name)?.text());
            let text = text.map(|text| text.wtf8().into_owned()).unwrap_or_default();
            let origin = log.next.clone();
            log.refuse(&text, Some(status), origin, place, out);
        }
        "session.snapshot_rewind" => {
            let to = data.get("upToEventId");
            to.into_iter().for_each(|to| log.go_before(to.raw(), out));
        }
        "session.compaction_complete" if data.fits("success=true,!success") => {
            let summary = data.get("summaryContent").filter(|text| text.text().is_some());
            let messages = summary.map(|text| Message::of_user(text.raw().to_vec())).into_iter().collect();
            log.restart(messages, place, out);
            log.lacks_messages = true;
        }
        "session.context_cleared" => log.restart(Vec::new(), place, out),
        "session.truncation" => log.lacks_messages = true,
        _ => {}
    }
}

fn answer(log: &mut AgentLog, data: Value<'_>, place: Place, out: &mut Vec<Record>) {
    let given = |name: &str| data.get(name).filter(|value| value.fits(":s !="));
    let ciphertext = given("encryptedContent");
    let opaque = given("reasoningOpaque");
    let wire = match (ciphertext, opaque) {
        (Some(_), _) => AgentWire::Responses,
        (None, Some(_)) => AgentWire::Chat,
        // An answer without reasoning is on the wire of the answers before it.
        (None, None) => log.next.wire,
    };
    log.next = Origin { wire, ..log.next.clone() };
    let mut parts = Vec::new();
    if let Some(ciphertext) = ciphertext {
        parts.push(Part::Native(reasoning_item(None, None, ciphertext.raw())));
    } else if wire == AgentWire::Chat {
        parts.extend(given("reasoningText").map(|text| thought_in("reasoning_text", text)));
        parts.extend(opaque.map(|opaque| member("reasoning_opaque", opaque)));
    }
    parts.extend(given("content").map(|text| Part::text(text.raw().to_vec())));
    parts.extend(calls(data));
    if parts.is_empty() {
        return;
    }
    let answer = Answer { origin: log.next.clone(), message: Message::new(Role::Assistant, parts), label: words(data.get("messageId")) };
    log.answer(answer, place, out);
}

fn calls(data: Value<'_>) -> Vec<Part> {
    let call = |call: Value<'_>| {
        Some(Part::Call {
            id: call.get("toolCallId")?.raw().to_vec(),
            name: call.get("name")?.raw().to_vec(),
            arguments: call.get("arguments").map_or_else(|| b"{}".to_vec(), |arguments| arguments.raw().to_vec()),
            signature: None,
        })
    };
    let named: Vec<Part> = data.list("toolRequests").filter_map(call).collect();
    if named.is_empty() { calls_of(data, "toolRequests") } else { named }
}
