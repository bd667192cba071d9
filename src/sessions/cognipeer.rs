//! Traces of @cognipeer/agent-sdk: `trace.session.json`, one document with `events`; and the events one a line, as a custom sink gets them or as they are
//! posted while a session runs, `{"event":…}`.
//!
//! Every model call is an event, `ai_call` or `summarization`, with all messages of the request and the answer after them. They are neither the provider's
//! wire nor the SDK's messages but sections for display: a text for a message, the calls of a message without its text, results without the ids of their
//! calls, and no reasoning at all. A request and a response are built from them in the shape of `openai-chat`, the simplest one, for every provider. This
//! module makes the ids of calls, `call_1` and on; a result belongs to the first call of that tool that has none. A trace therefore shows messages and
//! refusals, but not whether a thought was sent back. At the end the outcome of the session is reported: its status, `partial` among them, its thread and its
//! errors, those of sinks too.

use super::bodies::words;
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Exchange, Piece, Record, SessionOutcome};
use super::refusal::Refusal;
use super::sample::Sample;
use crate::error::{Code, Error};
use crate::json::{Value, Writer, decimal, lossy, scan};

pub(super) const FILE: TranscriptFormat =
    TranscriptFormat { name: "cognipeer", fits: is_file, cut: Cut::Elements("events"), open: || Box::<Trace>::default() };
pub(super) const LINES: TranscriptFormat =
    TranscriptFormat { name: "cognipeer", fits: is_lines, cut: Cut::Lines, open: || Box::<Trace>::default() };

fn is_file(sample: &Sample<'_>) -> bool {
    sample.opens_with(b'{') && sample.has(1, "sessionId") && sample.has(1, "events")
}

fn is_lines(sample: &Sample<'_>) -> bool {
    let posted = sample.is_line && sample.has(1, "event") && sample.has(2, "sequence");
    posted
        || [&["sessionId", "sequence", "type", "label"][..], &["sessionId", "startedAt", "config"]].iter().any(|keys| sample.has_line(keys))
}

/// Keeps the facts around the events of a session.
#[derive(Default)]
struct Trace {
    outcomes: Vec<SessionOutcome>,
}

impl Trace {
    /// Reads the start and the end of a session, in one document or in a post each. The later one overrides the earlier one.
    fn read_around(&mut self, around: Value<'_>) {
        let session = words(around.get("sessionId"));
        let known = self.outcomes.iter().position(|outcome| outcome.session == session);
        let nth = known.unwrap_or_else(|| {
            self.outcomes.push(SessionOutcome { session, ..SessionOutcome::default() });
            self.outcomes.len() - 1
        });
        let Some(SessionOutcome { thread, status, errors, .. }) = self.outcomes.get_mut(nth) else { return };
        for (place, name) in [(thread, "threadId"), (status, "status")] {
            let word = words(around.get(name));
            *place = word.or_else(|| place.take());
        }
        errors.extend(around.list("errors").map(|error| dense(error.raw())));
    }
}

impl FormatReader for Trace {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        let document = scan(piece.text)?;
        let event = document.root().get("event").unwrap_or_else(|| document.root());
        let kind = event.word("type");
        if kind.is_empty() {
            self.read_around(event);
        }
        // Tool calls, iterations, plans and questions are in the next request, or in none. The posts around the events have no type.
        if !["ai_call", "summarization", "reflection"].contains(&kind) {
            return Ok(());
        }
        let mut exchange = Exchange {
            line: piece.line,
            offset: piece.offset,
            session: words(event.get("sessionId")),
            label: words(event.get("label")),
            wire: Some("openai-chat".to_owned()),
            model: words(event.get("model")),
            time: words(event.get("timestamp")),
            ..Exchange::default()
        };
        let talk = TracedMessages::of(event);
        let failed = ["error", "retry"].contains(&event.word("status"));
        let asked = talk.messages.len() - usize::from(talk.answered && !failed);
        if asked > 0 {
            exchange.request = Some(talk.request(event, asked));
        }
        if failed {
            let text = event.path("error.message").and_then(Value::text).map(|text| text.wtf8().into_owned()).unwrap_or_default();
            let refusal = Refusal::of(&text);
            exchange.status = refusal.status;
            exchange.response = Some(refusal.into_body(&text, None));
        } else {
            exchange.response = talk.answer().map(|message| response(event, message));
        }
        // The prompt for a reflection is not recorded.
        if let Some(text) = event.path("debug.text").and_then(Value::text)
            && kind == "reflection"
        {
            exchange.response = Some(response(event, &message_of("assistant", &lossy(&text.wtf8()))));
        }
        if exchange.request.is_none() && exchange.response.is_none() {
            return Err(Error::new(Code::Input, "there are no messages in it: the trace was made without `logData`"));
        }
        out.push(Record::Exchange(Box::new(exchange)));
        Ok(())
    }

    fn finish(&mut self, around: &[u8], out: &mut Vec<Record>) {
        if let Ok(document) = scan(around) {
            self.read_around(document.root());
        }
        // Events alone do not include the end of their session.
        let outcomes =
            std::mem::take(&mut self.outcomes).into_iter().filter(|outcome| outcome.status.is_some() || outcome.thread.is_some());
        out.extend(outcomes.map(|outcome| Record::Session(Box::new(outcome))));
    }
}

/// The messages of an event.
#[derive(Default)]
struct TracedMessages<'d> {
    messages: Vec<Vec<u8>>,
    /// True if the last message is the model's.
    answered: bool,
    /// Calls of the message that is being built.
    calls: Vec<Value<'d>>,
    /// The number of earlier calls, and the calls without a result: their numbers and tools.
    count: usize,
    open: Vec<(usize, &'d [u8])>,
    tools: Option<Value<'d>>,
}

impl<'d> TracedMessages<'d> {
    fn of(event: Value<'d>) -> Self {
        let mut talk = Self::default();
        for section in event.list("data.sections") {
            match section.word("kind") {
                "tool_call" => talk.calls.push(section),
                "message" => talk.message(section),
                "tool_definitions" => talk.tools = section.get("tools"),
                "tool_response" | "tool_result" => {
                    talk.result(section.token("tool"), section.get("output").or_else(|| section.get("summary")))
                }
                "summary" => {
                    talk.call();
                    talk.push(message_of("assistant", &text(section.get("content"))), true);
                }
                _ => {}
            }
        }
        talk.call();
        talk
    }

    fn push(&mut self, message: Vec<u8>, answered: bool) {
        self.messages.push(message);
        self.answered = answered;
    }

    fn message(&mut self, section: Value<'d>) {
        let role = words(section.get("role")).unwrap_or_else(|| "assistant".to_owned());
        if role == "tool" {
            let tool = section.get("metadata").map(|metadata| metadata.token("name")).unwrap_or_default();
            return self.result(tool, section.get("content"));
        }
        self.call();
        self.push(message_of(&role, &text(section.get("content"))), role == "assistant");
    }

    fn result(&mut self, tool: &[u8], content: Option<Value<'d>>) {
        self.call();
        let nth = self.open.iter().position(|(_, known)| *known == tool).or_else(|| (!self.open.is_empty()).then_some(0));
        let id = nth.map(|nth| self.open.remove(nth).0).unwrap_or_default();
        let mut out = Writer::default();
        out.open(b'{');
        out.member("role", "tool");
        out.member("tool_call_id", &["call_", &decimal(id)].concat());
        out.member("content", &text(content));
        out.close(b'}');
        self.push(out.finish(), false);
    }

    /// Joins adjacent calls into one message.
    fn call(&mut self) {
        let calls = std::mem::take(&mut self.calls);
        if calls.is_empty() {
            return;
        }
        // A call without a result so far never gets one.
        self.open.clear();
        let mut out = Writer::default();
        out.open(b'{');
        out.member("role", "assistant");
        out.name("content");
        out.raw(b"null");
        out.name("tool_calls");
        out.open(b'[');
        for call in calls {
            self.count += 1;
            self.open.push((self.count, call.token("tool")));
            out.open(b'{');
            out.member("id", &["call_", &decimal(self.count)].concat());
            out.member("type", "function");
            out.name("function");
            out.open(b'{');
            out.member("name", &text(call.get("tool")));
            out.member("arguments", &text(call.get("arguments")));
            out.close(b'}');
            out.close(b'}');
        }
        out.close(b']');
        out.close(b'}');
        self.push(out.finish(), true);
    }

    fn answer(&self) -> Option<&[u8]> {
        self.messages.last().filter(|_| self.answered).map(Vec::as_slice)
    }

    /// Writes the request with the first `asked` messages.
    fn request(&self, event: Value<'_>, asked: usize) -> Vec<u8> {
        let mut out = Writer::default();
        out.open(b'{');
        out.member_if("model", words(event.get("model")).as_deref());
        out.name("messages");
        out.open(b'[');
        self.messages.iter().take(asked).for_each(|message| out.raw(message));
        out.close(b']');
        if let Some(tools) = self.tools {
            out.name("tools");
            out.open(b'[');
            for tool in tools.elements() {
                out.open(b'{');
                out.member("type", "function");
                out.name("function");
                out.raw(tool.raw());
                out.close(b'}');
            }
            out.close(b']');
        }
        out.close(b'}');
        out.finish()
    }
}

fn response(event: Value<'_>, message: &[u8]) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    out.member_if("id", words(event.get("id")).as_deref());
    out.member("object", "chat.completion");
    out.member_if("model", words(event.get("model")).as_deref());
    out.name("choices");
    out.open(b'[');
    out.open(b'{');
    out.name("index");
    out.number(0);
    out.name("message");
    out.raw(message);
    out.close(b'}');
    out.close(b']');
    out.name("usage");
    out.open(b'{');
    for (name, recorded) in [("prompt_tokens", "inputTokens"), ("completion_tokens", "outputTokens"), ("total_tokens", "totalTokens")] {
        if let Some(count) = event.get(recorded) {
            out.name(name);
            out.raw(count.raw());
        }
    }
    out.close(b'}');
    out.close(b'}');
    out.finish()
}

fn message_of(role: &str, content: &str) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    out.member("role", role);
    out.member("content", content);
    out.close(b'}');
    out.finish()
}

/// Returns the text of a string, or the JSON text of anything else without the indentation of the file.
fn text(value: Option<Value<'_>>) -> String {
    value.map_or_else(String::new, |value| lossy(&value.text().map_or_else(|| dense(value.raw()), |text| text.wtf8().into_owned())))
}

/// Returns a value without the space between its parts.
fn dense(raw: &[u8]) -> Vec<u8> {
    let (mut quoted, mut escaped) = (false, false);
    let keeps = |byte: &&u8| {
        let is_quote = **byte == b'"' && !escaped;
        escaped = quoted && **byte == b'\\' && !escaped;
        let keeps = quoted || !byte.is_ascii_whitespace();
        quoted ^= is_quote;
        keeps
    };
    raw.iter().filter(keeps).copied().collect()
}
