//! Spans of OpenTelemetry and OpenInference: those of an OTLP export, and single spans of SDKs and Phoenix.

use super::attributes::Attributes;
use super::bodies::request_in;
use super::call::{CallParts, Observed};
use super::given::Given;
use super::reader::{has_list, has_one, open};
use super::rows::first_of;
use crate::json::{Value, quote};
use crate::model::time::Moment;
use crate::sessions::cut::Cut;
use crate::sessions::format::TranscriptFormat;
use crate::sessions::sample::HasKey;

pub(in crate::sessions) const LINES: TranscriptFormat =
    TranscriptFormat { name: "otlp", fits: |sample| sample.any_line(looks), cut: Cut::Lines, open: || open(read_calls) };
pub(in crate::sessions) const LIST: TranscriptFormat =
    TranscriptFormat { name: "otlp", fits: |sample| has_list(sample, looks), cut: Cut::Elements(""), open: || open(read_calls) };
pub(in crate::sessions) const ONE: TranscriptFormat =
    TranscriptFormat { name: "otlp", fits: |sample| has_one(sample, looks), cut: Cut::Values, open: || open(read_calls) };

/// The tracers' names for the wanted attributes, the most reliable first.
const KIND: &[&str] = &["openinference.span.kind", "langfuse.observation.type"];
const OPERATION: &str = "gen_ai.operation.name";
const PROVIDER: &[&str] = &["gen_ai.provider.name", "llm.provider", "gen_ai.system", "llm.system"];
const HOST: &[&str] = &["server.address"];
const URL: &[&str] = &["url.full", "http.url"];
const MODEL: &[&str] = &["gen_ai.request.model", "llm.model_name", "langfuse.observation.model.name", "gen_ai.response.model"];
const SESSION: &[&str] = &["gen_ai.conversation.id", "session.id", "langfuse.session.id"];
const STATUS: &[&str] = &["http.response.status_code"];
const INPUT: &[&str] = &["input.value", "langfuse.observation.input", "gen_ai.prompt"];
const OUTPUT: &[&str] = &["output.value", "langfuse.observation.output", "gen_ai.completion"];
const WANTED: &[&[&str]] = &[KIND, &[OPERATION], PROVIDER, HOST, URL, MODEL, SESSION, STATUS, INPUT, OUTPUT];

/// The operations that call a model.
const ASKING: &[&str] = &["chat", "generate_content", "text_completion"];

/// The members of an export that hold its spans, by resource.
const EXPORTS: &[&str] = &["resource_spans", "resourceSpans"];
/// The members that name a span. Each span has one of them, and attributes.
const IDS: &[&str] = &["traceId", "trace_id", "spanId", "span_id", "context"];

/// Reads the calls of an export, or of a span.
pub(super) fn read_calls(value: Value<'_>) -> Option<Vec<Observed>> {
    if let Some(resources) = EXPORTS.iter().find_map(|name| value.get(name)) {
        return Some(resources.elements().flat_map(spans_of).map(read_span).collect());
    }
    looks(&|name| value.get(name).is_some()).then(|| vec![read_span(value)])
}

/// Returns `true` if the keys of an object are those of an export or of a span.
fn looks(has: HasKey<'_>) -> bool {
    EXPORTS.iter().any(|name| has(name)) || has("attributes") && IDS.iter().any(|name| has(name))
}

/// Returns the spans of a resource.
fn spans_of(resource: Value<'_>) -> impl Iterator<Item = Value<'_>> {
    let scopes = first_of(resource, &["scopeSpans", "scope_spans"]);
    scopes.into_iter().flat_map(Value::elements).flat_map(|scope| scope.list("spans"))
}

fn read_span(span: Value<'_>) -> Observed {
    let attributes = Attributes::of(span, WANTED, &[WORDS_OF_MESSAGES, INPUT_MESSAGES, PROMPTS]);
    if !is_asking(&attributes) {
        return Observed::Other;
    }
    let first = |names: &[&str]| attributes.first(names).cloned();
    let (url, model) = (first(URL), first(MODEL));
    let address = url.as_ref().and_then(Given::string);
    let request = attributes.first(INPUT).and_then(|input| request_in(input, model.as_ref().map(Given::json), address.as_deref()));
    CallParts {
        id: first_of(span, &["spanId", "span_id"]).or_else(|| span.path("context.span_id")),
        time: begin_of(span),
        session: first(SESSION),
        status: first(STATUS),
        url,
        host: first(HOST),
        provider: attributes.first(PROVIDER).and_then(Given::string).map(|name| name.into_owned()),
        model,
        request,
        output: first(OUTPUT),
        why: input_of(&attributes),
    }
    .into_call()
}

/// Returns `true` if a span is a model call.
fn is_asking(attributes: &Attributes<'_>) -> bool {
    let is_any = |given: &Given<'_>, words: &[&str]| given.string().is_some_and(|text| words.contains(&&*text));
    if let Some(kind) = KIND.iter().find_map(|name| attributes.get(name).filter(|kind| kind.json() != b"null")) {
        return kind.string().is_some_and(|kind| ["llm", "generation"].iter().any(|own| kind.eq_ignore_ascii_case(own)));
    }
    attributes.get(OPERATION).map_or_else(|| attributes.first(MODEL).is_some(), |operation| is_any(operation, ASKING))
}

/// Returns the time at which a span began, as JSON. Nanoseconds since 1970 are written as a time.
fn begin_of(span: Value<'_>) -> Option<Vec<u8>> {
    let any = |names: [&str; 2]| names.iter().find_map(|name| span.get(name));
    let nanos = any(["start_time_unix_nano", "startTimeUnixNano"]);
    let digits = nanos.map(|nanos| nanos.text().map_or(nanos.raw(), |text| text.raw()));
    let digits = digits.filter(|digits| (16..=19).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit));
    if let Some(millis) = digits.and_then(|digits| digits.get(..digits.len() - 6)) {
        let moment = str::from_utf8(millis).ok()?.parse().ok().and_then(|millis| Moment::new(millis).ok())?;
        return Some(quote(&moment.to_iso()).into_bytes());
    }
    any(["start_time", "startTime"]).filter(|time| time.text().is_some()).map(|time| time.raw().to_vec())
}

const WORDS_OF_MESSAGES: &str = "gen_ai.input.messages";
const INPUT_MESSAGES: &str = "llm.input_messages.";
const PROMPTS: &str = "gen_ai.prompt.";

/// Describes the content of a span without a request.
fn input_of(attributes: &Attributes<'_>) -> &'static str {
    if attributes.has_beginning(WORDS_OF_MESSAGES) {
        "gen_ai.input.messages has the words of its messages, and neither signatures nor encrypted reasoning"
    } else if attributes.has_beginning(INPUT_MESSAGES) {
        "input.value is not its body, and the messages in llm.input_messages are not as they were sent"
    } else if attributes.has_beginning(PROMPTS) {
        "gen_ai.prompt has the words of its messages, and neither signatures nor encrypted reasoning"
    } else {
        "the span has no content; most tracers record it only if it is switched on"
    }
}
