//! Rollouts of Codex: `~/.codex/sessions/<year>/<month>/<day>/rollout-<time>-<id>.jsonl`.
//!
//! A line is `{"timestamp", "type", "payload"}`. The client sends the content of a `response_item` with the same serializer, so an item is sent back in its
//! recorded bytes. `ghost_snapshot` belongs to the client and is not sent. `event_msg` is for display and repeats the items. The exceptions are refusals,
//! `token_count`, which follows a complete answer, `task_complete` with the `error` that ended the turn, and `thread_rolled_back`: after it the conversation continues from an earlier turn under the name `<id>#2`.
//! `compacted` replaces all messages. Rollouts of 2025 and before have the items without the envelope.
//!
//! Requests are not recorded. An opening has the model, the instructions and the reasoning settings of the first turn. To OpenAI the client always sends
//! `"store":false`, and with reasoning settings it asks for the ciphertext, so the opening has both. With the user's own `model_provider` neither the host nor
//! the settings are known. A reasoning item without its ciphertext was stripped when the file was written: its handle is unrecorded. The answer to a request
//! for a compaction is not recorded, so no recorded answer has a ciphertext of the replacement. The id of a response is not recorded, so a response has none.
//! A summary without its replacement becomes a user message, which is how the client sends it. The user's earlier messages, which the client repeats before
//! the summary as far as they fit, are left out. For a killed call the client sends the output `aborted` without recording it, so it is added.
//! A `history_base` says that the first messages are in another file. Read: Codex 0.169.0.

mod client;

use super::bodies::words;
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::history::{Allowance, HistoryPlace, MessageHistory, join};
use super::record::{Exchange, Fault, Piece, Record};
use super::refusal::Refusal;
use super::resumed::{Resumed, Source};
use super::sample::Sample;
use crate::conversation::mask::has_mask;
use crate::error::{Code, Error};
use crate::json::{Value, Writer, decimal, scan};
use client::{OUTPUTS, STATUSES, SUMMARY, is_turn, number};

pub(super) const FORMAT: TranscriptFormat =
    TranscriptFormat { name: "codex", fits, cut: Cut::Lines, open: || Box::new(Rollout::default()) };

fn fits(sample: &Sample<'_>) -> bool {
    [&["timestamp", "type", "payload"][..], &["record_type"], &["id", "timestamp", "instructions"]].iter().any(|keys| sample.has_line(keys))
}

#[derive(Default)]
struct Rollout {
    session: Option<String>,
    /// The number of rollbacks.
    forks: usize,
    model: Option<String>,
    turn: Option<String>,
    /// Recorded values: the instructions, the effort and the kind of summary.
    settings: [Option<Vec<u8>>; 3],
    opened: bool,
    history: MessageHistory,
    /// The places where the turns of the user begin, and `true` if there were more.
    turns: Vec<HistoryPlace>,
    forgot: bool,
    added: Vec<u8>,
    start: Option<ExchangeStart>,
    /// The items of an answer that may continue.
    output: Vec<u8>,
    output_sources: Vec<Source>,
    answer_start: Option<ExchangeStart>,
    allowance: Allowance,
    /// True if the user named a custom provider.
    is_custom: bool,
    /// True if the first messages are in another file.
    lacks_messages: bool,
    /// True if the refusal of the turn was reported.
    is_refused: bool,
    /// True if a reasoning item lacks its ciphertext, or an item has one that no recorded answer has.
    lacks_handles: bool,
    /// The calls without an output, and the type of the output of each. The ids are as recorded.
    open_calls: Vec<(Vec<u8>, &'static str)>,
    folder: Option<String>,
}

#[derive(Clone)]
struct ExchangeStart {
    line: usize,
    offset: usize,
    time: Option<String>,
}

impl ExchangeStart {
    /// Returns the line of an item that is about to be added to a list.
    fn source_in(&self, list: &[u8]) -> Source {
        Source { at: list.len() + usize::from(!list.is_empty()), line: self.line, offset: self.offset }
    }
}

/// The maximum number of turns that can be rolled back: more than any conversation has between two compactions.
const TURNS: usize = 1024;

impl FormatReader for Rollout {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        self.allowance.read(piece.text.len());
        let document = scan(piece.text)?;
        let line = document.root();
        let start = ExchangeStart { line: piece.line, offset: piece.offset, time: words(line.get("timestamp")) };
        match (line.word("type"), line.get("payload")) {
            ("response_item", Some(item)) => self.item(item, start, out),
            ("session_meta", Some(meta)) => self.meta(meta),
            ("turn_context", Some(turn)) => {
                self.close(None, out);
                self.turn(turn);
            }
            ("event_msg", Some(event)) => self.event(event, start, out),
            ("compacted", Some(compacted)) => self.compacted(compacted, start, out),
            // The client words a message between agents again when it sends it.
            ("inter_agent_communication", Some(_)) => self.lacks_messages = true,
            (_, Some(payload)) if ["role", "content", "item", "message"].iter().any(|name| payload.get(name).is_some()) => {
                return Err(Error::new(Code::Input, "the line may be a message, but its type is unknown"));
            }
            // A line from before the envelope.
            ("", None) if line.get("id").is_some() => self.meta(line),
            ("", None) if line.get("record_type").is_none() => {
                return Err(Error::new(Code::Input, "it is not a line of a rollout: it has no type"));
            }
            (_, Some(_)) | ("", None) => {}
            (_, None) => self.item(line, start, out),
        }
        Ok(())
    }

    fn finish(&mut self, _around: &[u8], out: &mut Vec<Record>) {
        self.end(out);
    }

    fn resumed(&self) -> Vec<Resumed> {
        let end = self.history.end();
        let is_too_long = self.history.is_lost();
        let messages = if is_too_long { Some(Vec::new()) } else { self.history.until(end).filter(|messages| !messages.is_empty()) };
        let Some(messages) = messages else { return Vec::new() };
        // To a provider of the user's own the client may send less than it keeps.
        let unrecorded = if self.is_custom { vec!["settings", "messages", "host", "handles"] } else { vec!["settings", "messages"] };
        vec![Resumed {
            session: self.name(self.forks),
            wire: "openai-responses".to_owned(),
            host: (!self.is_custom).then(|| "api.openai.com".to_owned()),
            model: self.model.clone(),
            opening: self.opening(),
            messages,
            sources: self.history.sources_until(end),
            unrecorded,
            is_too_long,
            ..Resumed::default()
        }]
    }

    fn folder(&self) -> Option<&str> {
        self.folder.as_deref()
    }
}

impl Rollout {
    fn item(&mut self, item: Value<'_>, start: ExchangeStart, out: &mut Vec<Record>) {
        let kind = item.word("type");
        let answers = match kind {
            "ghost_snapshot" => return,
            "message" => item.word("role") == "assistant",
            "reasoning" | "compaction" | "compaction_summary" | "context_compaction" => true,
            // An unknown item gets the role that it names, or that of the item before it.
            _ => kind.ends_with("_call") || (!kind.ends_with("_output") && self.answer_start.is_some()),
        };
        self.lacks_handles |= item.fits("type=reasoning !encrypted_content:s") || has_mask(item);
        self.note_call(item);
        if answers {
            self.output_sources.push(start.source_in(&self.output));
            join(&mut self.output, item.raw());
            self.answer_start.get_or_insert(start);
        } else {
            self.close(None, out);
            self.say(item, start);
        }
    }

    /// Records a call, or the output of one.
    fn note_call(&mut self, item: Value<'_>) {
        let Some(id) = item.get("call_id").map(Value::raw) else { return };
        let kind = item.word("type");
        if kind.ends_with("_output") {
            self.open_calls.retain(|(open, _)| open != id);
        } else if let Some((_, output)) = OUTPUTS.iter().find(|(call, _)| *call == kind) {
            self.open_calls.push((id.to_vec(), output));
        }
    }

    /// Adds the output that the client sends for each killed call.
    fn abort_calls(&mut self) {
        for (id, kind) in std::mem::take(&mut self.open_calls) {
            let output = [b"{\"type\":\"", kind.as_bytes(), b"\",\"call_id\":", &id, b",\"output\":\"aborted\"}"].concat();
            join(&mut self.added, &output);
            self.history.add(&output);
        }
    }

    fn say(&mut self, item: Value<'_>, start: ExchangeStart) {
        if item.fits("type=message role=user") {
            self.abort_calls();
        }
        if is_turn(item) {
            if self.turns.len() >= TURNS {
                self.turns.drain(..TURNS / 2);
                self.forgot = true;
            }
            self.turns.push(self.history.end());
        }
        join(&mut self.added, item.raw());
        let begin = self.history.add(item.raw());
        self.history.add_sources(begin, &[start.source_in(&[])]);
        self.start.get_or_insert(start);
    }

    /// Reads the metadata of the session. The first line describes it; later ones describe the session that it was made from.
    fn meta(&mut self, meta: Value<'_>) {
        if self.session.is_none() {
            self.session = words(meta.get("id").or_else(|| meta.get("session_id")));
            self.model = words(meta.get("model"));
            self.folder = words(meta.get("cwd"));
            self.lacks_messages = meta.fits("history_base:o");
            self.is_custom = meta.fits("model_provider:s !model_provider=openai");
            let instructions = meta.path("base_instructions.text").or_else(|| meta.get("instructions"));
            let [kept, ..] = &mut self.settings;
            *kept = instructions.filter(|text| text.text().is_some()).map(|text| text.raw().to_vec());
        }
    }

    fn turn(&mut self, turn: Value<'_>) {
        self.model = words(turn.get("model")).or(self.model.take());
        self.turn = words(turn.get("turn_id"));
        let [_, effort, summary] = &mut self.settings;
        let setting = |name| {
            turn.get(name).filter(|value| value.text().is_some_and(|text| text.plain() != Some("none"))).map(|value| value.raw().to_vec())
        };
        (*effort, *summary) = (setting("effort"), setting("summary"));
    }

    fn event(&mut self, event: Value<'_>, start: ExchangeStart, out: &mut Vec<Record>) {
        match event.word("type") {
            "token_count" => self.close(event.path("info.last_token_usage"), out),
            "task_complete" | "turn_complete" => {
                self.close(None, out);
                // The error may have a line of its own before.
                let error = event.get("error").filter(|error| !self.is_refused && !error.is_null());
                error.into_iter().for_each(|error| self.refused(error, &start, out));
                self.is_refused = false;
            }
            "turn_aborted" => self.close(None, out),
            "error" | "stream_error" => self.refused(event, &start, out),
            "thread_rolled_back" => {
                let count = event.get("num_turns").and_then(Value::whole).and_then(|count| usize::try_from(count).ok());
                self.roll_back(count.unwrap_or(1), start, out);
            }
            _ => {}
        }
    }

    fn refused(&mut self, event: Value<'_>, start: &ExchangeStart, out: &mut Vec<Record>) {
        self.close(None, out);
        self.is_refused = event.word("type") != "stream_error";
        let text = event.get("additional_details").and_then(Value::text).or_else(|| event.get("message").and_then(Value::text));
        let text = text.map(|text| text.wtf8().into_owned()).unwrap_or_default();
        let mut refusal = Refusal::of(&text);
        let inside = refusal.body.as_deref().and_then(|body| scan(body).ok()).and_then(|body| number(body.root().get("status")));
        let info = event.get("codex_error_info");
        let stated = info.and_then(|info| info.members().find_map(|(_, inner)| number(inner.get("http_status_code"))));
        let known = || STATUSES.iter().find(|(known, _)| *known == event.word("codex_error_info")).map(|(_, status)| *status);
        refusal.status = refusal.status.or(inside).or(stated).or_else(known);
        let status = refusal.status;
        let response = Some(refusal.into_body(&text, None));
        let answered_at = Some((start.line, start.offset));
        self.emit(Exchange { status, response, answered_at, ..Exchange::default() }, start, out);
    }

    fn compacted(&mut self, compacted: Value<'_>, start: ExchangeStart, out: &mut Vec<Record>) {
        self.end(out);
        (self.history, self.opened, self.forgot) = (MessageHistory::default(), false, false);
        self.lacks_messages = false;
        self.turns.clear();
        self.open_calls.clear();
        if compacted.get("replacement_history").is_some_and(|items| items.elements().next().is_some()) {
            for item in compacted.list("replacement_history").filter(|item| item.word("type") != "ghost_snapshot") {
                self.lacks_handles |= item.fits("encrypted_content:s");
                self.say(item, start.clone());
            }
        } else if let Some(text) = compacted.get("message").filter(|message| message.text().is_some_and(|text| !text.is_empty())) {
            let message = [SUMMARY, text.raw(), b"}]}"].concat();
            join(&mut self.added, &message);
            self.history.add(&message);
            self.start = Some(start);
        }
    }

    fn roll_back(&mut self, count: usize, start: ExchangeStart, out: &mut Vec<Record>) {
        self.end(out);
        let nth = self.turns.len().checked_sub(count).or_else(|| (!self.forgot).then_some(0));
        let point = nth.map(|nth| self.turns.get(nth).copied().unwrap_or_else(|| self.history.end()));
        let shared = self.allowance.take(point.and_then(|point| self.history.until(point)));
        if shared.is_none() {
            let reason = "it returns to a turn that is no longer kept: earlier messages are missing".to_owned();
            out.push(Record::Fault(Fault::before(start.line, start.offset, reason)));
        }
        let sources = shared.as_ref().and(point).map(|point| self.history.sources_until(point)).unwrap_or_default();
        let shared = shared.unwrap_or_default();
        self.turns.truncate(self.turns.len().saturating_sub(count));
        (self.history, self.opened) = (MessageHistory::of(&shared, sources), false);
        self.open_calls.clear();
        self.forks += 1;
        self.added = shared;
        self.start = (!self.added.is_empty()).then_some(start);
    }

    fn end(&mut self, out: &mut Vec<Record>) {
        self.close(None, out);
        if let Some(start) = self.start.clone() {
            self.emit(Exchange::default(), &start, out);
        }
    }

    /// Reports the answer, which is complete.
    fn close(&mut self, usage: Option<Value<'_>>, out: &mut Vec<Record>) {
        let Some(start) = self.answer_start.take() else { return };
        let output = std::mem::take(&mut self.output);
        let begin = self.history.add(&output);
        self.history.add_sources(begin, &std::mem::take(&mut self.output_sources));
        let mut body = Writer::default();
        body.open(b'{');
        body.member("object", "response");
        body.member_if("model", self.model.as_deref());
        body.name("output");
        body.raw(&[b"[", output.as_slice(), b"]"].concat());
        if let Some(usage) = usage.filter(|usage| !usage.is_null()) {
            body.name("usage");
            body.raw(usage.raw());
        }
        body.close(b'}');
        self.emit(Exchange { response: Some(body.finish()), reply: Some(output), ..Exchange::default() }, &start, out);
    }

    fn emit(&mut self, exchange: Exchange, start: &ExchangeStart, out: &mut Vec<Record>) {
        let first = self.start.take().unwrap_or_else(|| start.clone());
        let opening = (!std::mem::replace(&mut self.opened, true)).then(|| self.opening());
        let unrecorded = [("settings", true), ("host", self.is_custom), ("messages", self.lacks_messages), ("handles", self.lacks_handles)];
        out.push(Record::Exchange(Box::new(Exchange {
            line: first.line,
            offset: first.offset,
            session: self.name(self.forks),
            branch_of: self.forks.checked_sub(1).and_then(|before| self.name(before)),
            unrecorded: unrecorded.into_iter().filter_map(|(what, is_missing)| is_missing.then_some(what)).collect(),
            label: self.turn.clone(),
            wire: Some("openai-responses".to_owned()),
            model: self.model.clone(),
            time: start.time.clone(),
            opening,
            added: Some(std::mem::take(&mut self.added)),
            ..exchange
        })));
    }

    /// Returns the name of the conversation after a number of forks.
    fn name(&self, forks: usize) -> Option<String> {
        if forks == 0 {
            return self.session.clone();
        }
        Some([self.session.as_deref().unwrap_or_default(), "#", &decimal(forks + 1)].concat())
    }

    fn opening(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.open(b'{');
        out.member_if("model", self.model.as_deref());
        let [instructions, reasoning @ ..] = &self.settings;
        if let Some(instructions) = instructions {
            out.name("instructions");
            out.raw(instructions);
        }
        if reasoning.iter().any(Option::is_some) {
            out.name("reasoning");
            out.open(b'{');
            for (name, value) in ["effort", "summary"].into_iter().zip(reasoning) {
                if let Some(value) = value {
                    out.name(name);
                    out.raw(value);
                }
            }
            out.close(b'}');
            if !self.is_custom {
                out.name("include");
                out.raw(b"[\"reasoning.encrypted_content\"]");
            }
        }
        if !self.is_custom {
            out.name("store");
            out.flag(false);
        }
        out.close(b'}');
        out.finish()
    }
}
