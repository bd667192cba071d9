//! One conversation of a session: the messages since the last answer, and the answer that is being collected.

use std::rc::Rc;

use super::answer::{PendingAnswer, Within};
use super::requests::SentRequest;
use super::sent::SentSoFar;
use super::strip::without_thinking;
use crate::conversation::mask::has_mask;
use crate::json::{FastHash, Value, Writer};
use crate::sessions::bodies::words;
use crate::sessions::history::{HistoryPlace, MessageHistory, PLACES, join};
use crate::sessions::record::{Exchange, Piece, Record};
use crate::sessions::refusal::Refusal;
use crate::sessions::resumed::{Resumed, Source};

/// A conversation.
#[derive(Default)]
pub struct Thread {
    /// Its name, and the session or agent that it belongs to.
    pub name: String,
    pub root: String,
    /// The conversation from which it branched.
    origin: Option<String>,
    /// True if some of its messages are not in the file.
    pub has_lost_messages: bool,
    /// True if a recorder wrote something else over a handle.
    lacks_handles: bool,
    /// True if the last exchange has an answer. Another answer needs a message before it.
    is_answered: bool,
    /// The service that its last answer is from.
    service: Service,
    /// The model of its last answer.
    model: Option<String>,
    /// The last of its lines.
    pub tip: Option<FastHash>,
    opened: bool,
    history: MessageHistory,
    /// The messages since the last answer, and the place of the first.
    added: Vec<u8>,
    start: Option<ExchangeStart>,
    answer: Option<PendingAnswer>,
    /// The last recorded request, and the messages that were reported as they were sent.
    request: Option<Rc<SentRequest>>,
    sent: SentSoFar,
}

/// The beginning of an exchange.
#[derive(Clone, Default)]
pub struct ExchangeStart {
    line: usize,
    offset: usize,
    time: Option<String>,
}

/// How a line continues after a known line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Continuation {
    /// No message followed that line.
    On,
    /// A message followed that line: the new line begins another conversation.
    Fork,
}

/// The service that an answer is from, as its id shows. Another host with this wire has ids of another shape, or its own models.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Service {
    #[default]
    Unknown,
    /// Anthropic's API.
    Api,
    /// Bedrock or Vertex. The region is not recorded. Both verify signatures as Anthropic's API does.
    Cloud,
}

impl Service {
    fn of(message: Value<'_>) -> Self {
        if message.fits("id^msg_01 model^claude") {
            Self::Api
        } else if message.fits("id^msg_bdrk_|msg_vrtx_ model~claude") {
            Self::Cloud
        } else {
            Self::Unknown
        }
    }
}

impl ExchangeStart {
    pub fn of(piece: Piece<'_>, line: Value<'_>) -> Self {
        Self { line: piece.line, offset: piece.offset, time: words(line.get("timestamp")) }
    }

    /// Returns the line of a text that is about to be added to a list.
    fn source_in(&self, list: &[u8]) -> Source {
        Source { at: list.len() + usize::from(!list.is_empty()), line: self.line, offset: self.offset }
    }
}

impl Thread {
    pub fn new(name: String, root: String, origin: Option<String>, sent: SentSoFar) -> Self {
        Self { name, root, origin, sent, ..Self::default() }
    }

    /// Keeps a recorded request for its answer.
    pub fn ask(&mut self, request: SentRequest) {
        self.request = Some(Rc::new(request));
    }

    /// Removes lines that the client no longer sends. Only the last answer can be removed exactly.
    pub fn retract(&mut self, names: &[FastHash], out: &mut Vec<Record>) {
        let is_named = |(name, _): &(FastHash, Within)| names.contains(name);
        if let Some(answer) = self.answer.as_mut().filter(|answer| answer.places.iter().any(is_named)) {
            answer.is_retracted = true;
            self.close(out);
        } else if names.iter().any(|name| self.knows(*name)) {
            self.lose_messages();
        }
    }

    /// Removes all thinking from the messages: from here on the client sends none of it.
    pub fn strip_thinking(&mut self, out: &mut Vec<Record>) {
        self.close(out);
        let messages = self.history.until(self.history.end());
        let Some(stripped) = messages.and_then(|messages| without_thinking(&messages)) else {
            return self.lose_messages();
        };
        let tip = self.tip;
        // What is left has no handles, so its lines are never edited.
        self.share(&stripped, Vec::new());
        self.opened = false;
        tip.into_iter().for_each(|tip| self.mark(tip));
    }

    /// Records that the answer was interrupted. The part of it that the client sends back is not recorded.
    pub fn abort(&mut self) {
        if let Some(answer) = &mut self.answer {
            (answer.is_aborted, answer.is_before_loss) = (true, true);
        }
    }

    /// Records that messages before the next line are missing. The request of an answer that may continue was complete.
    pub fn lose_messages(&mut self) {
        match &mut self.answer {
            Some(answer) => answer.is_before_loss = true,
            None => self.has_lost_messages = true,
        }
    }

    /// Begins with the messages of another conversation.
    pub fn share(&mut self, shared: &[u8], sources: Vec<Source>) {
        (self.history, self.added) = (MessageHistory::of(shared, sources), shared.to_vec());
    }

    /// Clears the messages, because the context was rebuilt. Messages without an answer are reported.
    pub fn renew(&mut self, out: &mut Vec<Record>) {
        self.end(out);
        (self.history, self.opened) = (MessageHistory::default(), false);
        (self.has_lost_messages, self.is_answered) = (false, false);
    }

    /// Returns how a line continues after another one, if that is known here.
    pub fn continuation(&self, from: FastHash, line: Value<'_>) -> Option<Continuation> {
        if self.tip == Some(from) {
            return Some(Continuation::On);
        }
        let Some(answer) = &self.answer else {
            let on = self.history.find(from)? == self.history.end();
            return Some(if on { Continuation::On } else { Continuation::Fork });
        };
        let Some((_, within)) = answer.places.iter().rev().take(PLACES).find(|(known, _)| *known == from) else {
            return self.history.find(from).map(|_| Continuation::Fork);
        };
        let on = match (within, line.word("type")) {
            // Parallel calls: each result, and each block, may name the block before it.
            (_, "user") if is_result(line) => true,
            (_, "assistant") if identity(line) == answer.id => true,
            // A later line may name any of these lines.
            (Within::After(at), _) => *at >= answer.plain,
            (Within::Content(at), _) => answer.plain == 0 && *at == answer.content.len(),
        };
        Some(if on { Continuation::On } else { Continuation::Fork })
    }

    /// Returns `true` if a line of that name was read.
    pub fn knows(&self, name: FastHash) -> bool {
        let open = self.answer.as_ref().is_some_and(|answer| answer.places.iter().rev().take(PLACES).any(|(known, _)| *known == name));
        open || self.history.find(name).is_some()
    }

    /// Returns the messages up to a line.
    pub fn until(&mut self, from: FastHash, out: &mut Vec<Record>) -> Option<Vec<u8>> {
        self.close(out);
        self.history.until(self.history.find(from)?)
    }

    /// Returns the lines of the messages up to a line.
    pub fn sources_until(&self, from: FastHash) -> Vec<Source> {
        self.history.find(from).map(|point| self.history.sources_until(point)).unwrap_or_default()
    }

    /// Returns the conversation as the client continues it.
    pub fn resumed(&self) -> Option<Resumed> {
        let end = self.history.end();
        let is_too_long = self.history.is_lost();
        let messages = if is_too_long { Some(Vec::new()) } else { self.history.until(end).filter(|messages| !messages.is_empty()) };
        let unrecorded = [("settings", true), ("messages", true), ("host", self.service == Service::Unknown)];
        Some(Resumed {
            session: Some(self.name.clone()).filter(|name| !name.is_empty()),
            wire: "anthropic-messages".to_owned(),
            url: self.url(),
            host: (self.service == Service::Api).then(|| "api.anthropic.com".to_owned()),
            model: self.model.clone(),
            opening: opening_of(self.model.as_deref()),
            messages: messages?,
            sources: self.history.sources_until(end),
            unrecorded: unrecorded.iter().filter(|(_, is_missing)| *is_missing).map(|(what, _)| *what).collect(),
            is_too_long,
        })
    }

    /// Names the current place of the conversation.
    pub fn mark(&mut self, name: FastHash) {
        self.tip = Some(name);
        match &mut self.answer {
            Some(answer) if answer.after.is_empty() => answer.places.push((name, Within::Content(answer.content.len()))),
            Some(answer) => answer.places.push((name, Within::After(answer.after.len()))),
            None => self.history.place(name, self.history.end()),
        }
    }

    /// Names the place of a block of the answer.
    pub fn mark_block(&mut self, name: FastHash) {
        self.tip = Some(name);
        if let Some(answer) = &mut self.answer {
            answer.places.push((name, Within::Content(answer.content.len())));
        }
    }

    /// Adds a message of the client.
    pub fn say(&mut self, message: &[u8], plain: bool, start: ExchangeStart) {
        if let Some(answer) = &mut self.answer {
            answer.after_sources.push(start.source_in(&answer.after));
            join(&mut answer.after, message);
            answer.after_start.get_or_insert(start);
            if plain {
                answer.plain = answer.after.len();
            }
        } else {
            join(&mut self.added, message);
            let begin = self.history.add(message);
            self.history.add_sources(begin, &[start.source_in(&[])]);
            self.start.get_or_insert(start);
        }
    }

    /// Adds a line of an answer.
    pub fn add_answer_line(&mut self, line: Value<'_>, message: Value<'_>, start: ExchangeStart, out: &mut Vec<Record>) {
        let id = identity(line);
        let place = start.clone();
        if self.answer.as_ref().is_none_or(|answer| answer.id != id) {
            self.close(out);
            self.service = Service::of(message);
            let label = words(line.get("requestId")).or_else(|| words(message.get("id")));
            let model = words(message.get("model"));
            self.model.clone_from(&model);
            let request = self.request.clone().filter(|request| words(line.get("requestRef")).is_none_or(|id| id == request.id));
            let request = request.filter(|_| line.get("requestHookChanged").is_none());
            self.answer = Some(PendingAnswer { id: id.to_vec(), start, label, model, request, ..PendingAnswer::default() });
        }
        self.lacks_handles |= message.list("content").any(has_mask);
        if let Some(answer) = &mut self.answer {
            answer.content_sources.push(place.source_in(&answer.content));
            answer.take(message);
        }
    }

    /// Reads a refusal of the messages.
    pub fn refuse(&mut self, refusal: Refusal, words: &[u8], kind: &str, start: ExchangeStart, out: &mut Vec<Record>) {
        self.close(out);
        let status = refusal.status;
        let response = Some(refusal.into_body(words, Some(kind)));
        let answered_at = Some((start.line, start.offset));
        let exchange = Exchange { status, response, answered_at, ..Exchange::default() };
        let request = self.request.clone();
        self.emit(exchange, request.as_deref(), &start, out);
    }

    /// Ends the conversation. Messages without an answer are reported too.
    pub fn end(&mut self, out: &mut Vec<Record>) {
        self.close(out);
        if let Some(start) = self.start.clone()
            && !self.added.is_empty()
        {
            self.emit(Exchange::default(), None, &start, out);
        }
    }

    /// Reports the answer, which is complete.
    pub fn close(&mut self, out: &mut Vec<Record>) {
        let Some(answer) = self.answer.take() else { return };
        let response = Some([&answer.head, &b"["[..], &answer.content, b"]", &answer.tail].concat());
        let reply = (!answer.is_retracted).then(|| [REPLY, &answer.content, b"]}"].concat());
        let reply = if answer.is_aborted { reply.and_then(|reply| without_thinking(&reply)) } else { reply };
        let reply = reply.filter(|reply| !reply.is_empty());
        let begin = self.history.add(reply.as_deref().unwrap_or_default()) + REPLY.len();
        if !answer.is_retracted && !answer.is_aborted {
            self.history.add_sources(begin, &answer.content_sources);
        }
        let exchange = Exchange { label: answer.label, model: answer.model, response, reply, ..Exchange::default() };
        self.emit(exchange, answer.request.as_deref(), &answer.start, out);
        self.has_lost_messages |= answer.is_before_loss;
        let after = self.history.add(&answer.after);
        self.history.add_sources(after, &answer.after_sources);
        for (name, within) in answer.places {
            let point = match within {
                Within::Content(_) if answer.is_retracted || answer.is_aborted => self.history.end(),
                Within::Content(at) => HistoryPlace { at: begin + at, inside: true },
                Within::After(at) => HistoryPlace { at: after + at, inside: false },
            };
            self.history.place(name, point);
        }
        (self.added, self.start) = (answer.after, answer.after_start);
    }

    fn emit(&mut self, exchange: Exchange, request: Option<&SentRequest>, start: &ExchangeStart, out: &mut Vec<Record>) {
        let start =
            self.start.take().map_or_else(|| start.clone(), |first| ExchangeStart { time: start.time.clone().or(first.time), ..first });
        self.has_lost_messages |= self.is_answered && self.added.is_empty();
        self.is_answered = exchange.reply.is_some();
        let here = self.service != Service::Unknown;
        if let Some(sent) = request.and_then(|request| self.sent.next(request, self.opened, exchange.reply.as_deref())) {
            (self.opened, self.added) = (true, Vec::new());
            let unrecorded =
                [("settings", sent.lacks_settings), ("host", !here), ("messages", sent.lacks_text), ("handles", self.lacks_handles)];
            let exchange = Exchange { opening: sent.opening, added: Some(sent.added), ..exchange };
            return out.push(self.record(exchange, start, &unrecorded));
        }
        self.sent.forget();
        let unrecorded = [
            ("settings", true),
            ("host", !here),
            ("messages", self.has_lost_messages || request.is_some()),
            ("handles", self.lacks_handles),
        ];
        let opening = (!std::mem::replace(&mut self.opened, true)).then(|| opening_of(exchange.model.as_deref()));
        let exchange = Exchange { opening, added: Some(std::mem::take(&mut self.added)), ..exchange };
        out.push(self.record(exchange, start, &unrecorded));
    }

    fn record(&self, exchange: Exchange, start: ExchangeStart, unrecorded: &[(&'static str, bool)]) -> Record {
        Record::Exchange(Box::new(Exchange {
            line: start.line,
            offset: start.offset,
            time: start.time,
            session: Some(self.name.clone()).filter(|name| !name.is_empty()),
            branch_of: self.origin.clone(),
            unrecorded: unrecorded.iter().filter(|(_, is_missing)| *is_missing).map(|(what, _)| *what).collect(),
            wire: Some("anthropic-messages".to_owned()),
            url: self.url(),
            ..exchange
        }))
    }

    fn url(&self) -> Option<String> {
        (self.service == Service::Api).then(|| "https://api.anthropic.com/v1/messages".to_owned())
    }
}

/// Returns a request without its messages: the settings are not recorded.
fn opening_of(model: Option<&str>) -> Vec<u8> {
    let mut opening = Writer::default();
    opening.open(b'{');
    opening.member_if("model", model);
    opening.close(b'}');
    opening.finish()
}

/// The beginning of the answer in the next request.
const REPLY: &[u8] = b"{\"role\":\"assistant\",\"content\":[";

/// Returns the value that identifies the lines of one answer.
fn identity<'d>(line: Value<'d>) -> &'d [u8] {
    let id = line.path("message.id").or_else(|| line.get("requestId"));
    id.map(Value::raw).unwrap_or_default()
}

/// Returns `true` if a line has results of calls.
pub fn is_result(line: Value<'_>) -> bool {
    line.list("message.content").any(|block| block.word("type") == "tool_result")
}
