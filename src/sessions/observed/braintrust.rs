//! Spans of Braintrust: lines of its exports, rows of its query language (`data`) and of its API (`events`).
//!
//! Its SDKs split a request: the messages are the `input` of a span, the other members are in its `metadata`, between facts of the answer and facts of the
//! program. The request is put together from the members that requests have. Read: braintrust-sdk, `js/src/instrumentation/plugins`.
//!
//! Not read on purpose: the answer to a streamed request of Anthropic's client. The SDK adds its events up without the thinking.

use super::bodies::{FoundRequest, is_langchain, list_name, request_in};
use super::call::{CallParts, Observed};
use super::given::{Given, Json};
use super::reader::{has_list, has_one, open};
use super::rows::{first_of, read_rows};
use crate::json::{Kind, Value, Writer, find_bytes, scan};
use crate::model::Wire;
use crate::sessions::cut::Cut;
use crate::sessions::format::TranscriptFormat;
use crate::sessions::sample::HasKey;

pub(in crate::sessions) const LINES: TranscriptFormat =
    TranscriptFormat { name: "braintrust", fits: |sample| sample.any_line(looks), cut: Cut::Lines, open: || open(read_calls) };
pub(in crate::sessions) const LIST: TranscriptFormat =
    TranscriptFormat { name: "braintrust", fits: |sample| has_list(sample, looks), cut: Cut::Elements(""), open: || open(read_calls) };
pub(in crate::sessions) const ONE: TranscriptFormat =
    TranscriptFormat { name: "braintrust", fits: |sample| has_one(sample, looks), cut: Cut::Values, open: || open(read_calls) };

/// The members of a request besides its messages. All others in `metadata` are facts of the answer or of the program.
const SETTINGS: &[&str] = &[
    "model",
    "max_tokens",
    "max_completion_tokens",
    "max_output_tokens",
    "temperature",
    "top_p",
    "top_k",
    "stop",
    "stop_sequences",
    "stream",
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "thinking",
    "output_config",
    "context_management",
    "reasoning",
    "reasoning_effort",
    "include",
    "store",
    "instructions",
    "previous_response_id",
    "text",
    "response_format",
    "truncation",
    "service_tier",
];

/// Reads the call of a span, or the calls of a page of them.
pub(super) fn read_calls(value: Value<'_>) -> Option<Vec<Observed>> {
    read_rows(value, is_span, read_span)
}

fn is_span(row: Value<'_>) -> bool {
    looks(&|name| row.get(name).is_some())
}

/// Returns `true` if the keys of an object are those of a span.
fn looks(has: HasKey<'_>) -> bool {
    has("span_id") && has("root_span_id") && ["span_attributes", "span_parents", "is_root", "_xact_id"].iter().any(|name| has(name))
}

fn read_span(row: Value<'_>) -> Observed {
    let kind = row.path("span_attributes.type").filter(|kind| !kind.is_null());
    let model = row.path("metadata.model").filter(|model| !model.is_null());
    if !kind.map_or(model.is_some(), |_| row.fits("span_attributes.type=llm")) {
        return Observed::Other;
    }
    let metadata = row.get("metadata");
    let provider = metadata.and_then(|metadata| metadata.get("provider")).and_then(Value::text).map(|name| name.lossy().into_owned());
    let span = LlmSpan { metadata, provider: provider.as_deref() };
    let input = row.get("input").map(Given::Value);
    let (request, why) = match &input {
        None => (None, NO_INPUT),
        Some(input) if input.is_blank() => (None, NO_INPUT),
        Some(input) => input.read(|json| Some(span.request(json))).unwrap_or_else(|| (span.request_of_text(input), NO_BODY)),
    };
    let wire = request.as_ref().and_then(|request| request.wire.clone());
    let refusal = row.get("error").and_then(read_error);
    let status = refusal.as_ref().and_then(|(status, _)| status.clone());
    let output = refusal.map(|(_, body)| body).or_else(|| span.answer(row.get("output")?, wire.as_ref()?));
    CallParts {
        id: row.get("span_id"),
        time: row.get("created").filter(|time| time.text().is_some()).map(|time| time.raw().to_vec()),
        session: metadata.and_then(|metadata| first_of(metadata, &["session_id", "thread_id", "conversation_id"])).map(Given::Value),
        status: status.map(Given::Made),
        model: model.map(Given::Value),
        // The wrapper of OpenAI's client writes this for every host.
        provider: provider.clone().filter(|provider| provider != "openai"),
        request,
        output: output.map(Given::Made),
        why,
        ..CallParts::default()
    }
    .into_call()
}

const NO_INPUT: &str = "the span has no input";
const NO_BODY: &str = "input is neither a body nor its messages as they were sent";
const OF_SDK: &str = "input has the messages of the AI SDK, which it turns into a request";

/// A span of a model call.
struct LlmSpan<'d> {
    metadata: Option<Value<'d>>,
    provider: Option<&'d str>,
}

impl LlmSpan<'_> {
    /// Returns the request of an input, and a description of the input if there is none.
    fn request(&self, input: Json<'_>) -> (Option<FoundRequest>, &'static str) {
        let Some(value) = input.value else { return (None, NO_BODY) };
        let messages = match value.kind() {
            Kind::Array => Some(value),
            _ => value.get("messages").or_else(|| value.get("contents")),
        };
        if messages.is_some_and(is_of_sdk) {
            return (None, OF_SDK);
        }
        if messages.is_some_and(is_langchain) {
            return (None, "input has LangChain's messages, which its integration turns into a request");
        }
        let is_google = value.fits("contents !generationConfig");
        let written = match value.kind() {
            Kind::Array => Some(self.write_request(value)),
            Kind::Object if is_google => write_google(value),
            Kind::Object => Some(input.text.to_vec()),
            _ => None,
        };
        let found = written.and_then(|written| request_in(&Given::Made(written), None, None)).map(|found| FoundRequest {
            is_whole: if value.kind() == Kind::Array { self.has_settings() } else { found.is_whole && !is_google },
            ..found
        });
        (found, NO_BODY)
    }

    /// Returns the request of an input that is one text, as the Responses API accepts it.
    fn request_of_text(&self, input: &Given<'_>) -> Option<FoundRequest> {
        let text = input.string().map(|_| input.json())?;
        let mut out = self.begin();
        out.name("input");
        out.raw(text);
        out.close(b'}');
        let found = request_in(&Given::Made(out.finish()), None, None)?;
        Some(FoundRequest { is_whole: self.has_settings(), ..found }).filter(|found| found.wire == Some(Wire::OPENAI_RESPONSES))
    }

    /// Returns `true` if the settings of the request are in the metadata. The Python wrapper of Anthropic's client leaves `thinking` out.
    fn has_settings(&self) -> bool {
        match self.provider {
            Some("anthropic") => self.metadata.is_some_and(|metadata| metadata.get("thinking").is_some()),
            provider => provider.is_some(),
        }
    }

    fn begin(&self) -> Writer {
        let mut out = Writer::default();
        out.open(b'{');
        for name in SETTINGS {
            if let Some(value) = self.metadata.and_then(|metadata| metadata.get(name)).filter(|value| !value.is_null()) {
                out.name(name);
                out.raw(value.raw());
            }
        }
        out
    }

    /// Writes the request of such messages. The wrapper of Anthropic's client puts the system prompt among them, where Anthropic does not accept it.
    fn write_request(&self, messages: Value<'_>) -> Vec<u8> {
        let is_system = |message: &Value<'_>| self.provider == Some("anthropic") && message.fits("role=system");
        let mut out = self.begin();
        if let Some(system) = messages.elements().find(is_system).and_then(|message| message.get("content")) {
            out.name("system");
            out.raw(system.raw());
        }
        out.name(list_name(messages));
        out.open(b'[');
        messages.elements().filter(|message| !is_system(message)).for_each(|message| out.raw(message.raw()));
        out.close(b']');
        out.close(b'}');
        out.finish()
    }

    /// Returns the body of an answer.
    fn answer(&self, output: Value<'_>, wire: &Wire) -> Option<Vec<u8>> {
        let given = Given::Value(output);
        let is_streamed = self.metadata.is_some_and(|metadata| metadata.fits("stream=true"));
        given.read(|Json { text, value }| {
            let value = value?;
            let around: [&[u8]; 2] = match value.kind() {
                Kind::Array if *wire == Wire::OPENAI_CHAT => [b"{\"choices\":", b"}"],
                Kind::Array if *wire == Wire::OPENAI_RESPONSES => [b"{\"object\":\"response\",\"output\":", b"}"],
                Kind::Object if *wire == Wire::ANTHROPIC_MESSAGES && !value.fits("type=message") => {
                    return self.message(value).filter(|_| !is_streamed);
                }
                Kind::Object => [b"", b""],
                _ => return None,
            };
            let [before, after] = around;
            Some([before, text, after].concat())
        })
    }

    /// Writes a message of Anthropic's. Its reason to stop is in the metadata.
    fn message(&self, output: Value<'_>) -> Option<Vec<u8>> {
        let content = output.get("content").filter(|content| content.kind() == Kind::Array)?;
        let mut out = Writer::default();
        out.open(b'{');
        for (name, value) in [("type", &b"\"message\""[..]), ("role", b"\"assistant\""), ("content", content.raw())] {
            out.name(name);
            out.raw(value);
        }
        for name in ["model", "stop_reason"] {
            if let Some(value) = self.metadata.and_then(|metadata| metadata.get(name)) {
                out.name(name);
                out.raw(value.raw());
            }
        }
        out.close(b'}');
        Some(out.finish())
    }
}

/// Writes the contents of a request of Google's client. Its `config` has the settings under the client's names, so they are left out.
fn write_google(input: Value<'_>) -> Option<Vec<u8>> {
    let contents = input.get("contents").filter(|contents| contents.elements().all(|content| content.fits("parts:a")))?;
    let mut out = Writer::default();
    out.open(b'{');
    out.name("contents");
    out.raw(contents.raw());
    out.close(b'}');
    Some(out.finish()).filter(|_| contents.kind() == Kind::Array)
}

/// Returns `true` for messages of the AI SDK. They have its own kinds of parts.
fn is_of_sdk(messages: Value<'_>) -> bool {
    messages.elements().any(|message| message.fits("content.*.type=tool-call|tool-result|reasoning"))
}

/// Returns the status and the body in the error of a span. Clients write both into one text: `400 {"type":"error",…}`.
fn read_error(error: Value<'_>) -> Option<(Option<Vec<u8>>, Vec<u8>)> {
    let text = error.text()?.lossy().into_owned();
    let at = find_bytes(text.as_bytes(), b"{")?;
    let (before, body) = text.split_at_checked(at)?;
    let is_body = scan(body.trim().as_bytes()).is_ok_and(|document| document.root().kind() == Kind::Object);
    let status = before.split(|sign: char| !sign.is_ascii_digit()).find(|digits| digits.len() == 3);
    is_body.then(|| (status.map(|digits| digits.as_bytes().to_vec()), body.trim().as_bytes().to_vec()))
}
