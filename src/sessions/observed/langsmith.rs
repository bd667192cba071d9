//! Runs of LangSmith: lines of its exports and rows of its API. Its wrappers keep the client's request; LangChain keeps its messages instead.

use super::bodies::{FoundRequest, is_langchain, read_request, request_in};
use super::call::{CallParts, Observed};
use super::given::{Given, Json};
use super::reader::{has_list, has_one, open};
use super::rows::{first_of, read_rows};
use crate::json::{Value, Writer};
use crate::sessions::cut::Cut;
use crate::sessions::format::TranscriptFormat;
use crate::sessions::sample::HasKey;

pub(in crate::sessions) const LINES: TranscriptFormat =
    TranscriptFormat { name: "langsmith", fits: |sample| sample.any_line(looks), cut: Cut::Lines, open: || open(read_calls) };
pub(in crate::sessions) const LIST: TranscriptFormat =
    TranscriptFormat { name: "langsmith", fits: |sample| has_list(sample, looks), cut: Cut::Elements(""), open: || open(read_calls) };
pub(in crate::sessions) const ONE: TranscriptFormat =
    TranscriptFormat { name: "langsmith", fits: |sample| has_one(sample, looks), cut: Cut::Values, open: || open(read_calls) };

/// Reads the call of a run, or the calls of a page of them.
pub(super) fn read_calls(value: Value<'_>) -> Option<Vec<Observed>> {
    read_rows(value, is_run, read_run)
}

fn is_run(row: Value<'_>) -> bool {
    looks(&|name| row.get(name).is_some())
}

/// Returns `true` if the keys of an object are those of a run.
fn looks(has: HasKey<'_>) -> bool {
    has("run_type") && has("inputs")
}

fn read_run(run: Value<'_>) -> Observed {
    if !run.fits("run_type=llm") {
        return Observed::Other;
    }
    let facts = run.get("extra").map(Given::Value).and_then(|extra| extra.read(read_facts)).unwrap_or_default();
    let (request, why) = run
        .get("inputs")
        .map(Given::Value)
        .and_then(|inputs| inputs.read(|inputs| Some(read_inputs(inputs, &facts))))
        .unwrap_or((None, NO_BODY));
    CallParts {
        id: run.get("id"),
        time: run.get("start_time").filter(|time| time.text().is_some()).map(|time| time.raw().to_vec()),
        session: facts.session.map(Given::Made),
        model: facts.model.map(Given::Made),
        // The openai wrapper writes this for every host.
        provider: facts.provider.filter(|provider| provider != "openai"),
        request,
        output: run.get("outputs").map(Given::Value),
        why,
        ..CallParts::default()
    }
    .into_call()
}

const NO_BODY: &str = "inputs are not the body of one";

/// Returns the request of a run, and a description of its inputs if there is none.
fn read_inputs(inputs: Json<'_>, facts: &RunFacts) -> (Option<FoundRequest>, &'static str) {
    let messages = inputs.value.and_then(|inputs| inputs.get("messages"));
    if messages.is_some_and(is_langchain) {
        return (None, "inputs are LangChain's messages, which its integration turns into a request");
    }
    let moved = inputs.value.filter(|_| facts.provider.as_deref() == Some("anthropic")).and_then(with_system);
    let request = match moved {
        Some(moved) => request_in(&Given::Made(moved), facts.model.as_deref(), None),
        None => read_request(inputs, facts.model.as_deref(), None),
    };
    (request, NO_BODY)
}

/// The facts in a run's metadata. Two of them are JSON.
#[derive(Default)]
struct RunFacts {
    provider: Option<String>,
    model: Option<Vec<u8>>,
    session: Option<Vec<u8>>,
}

fn read_facts(extra: Json<'_>) -> Option<RunFacts> {
    let metadata = extra.value?.get("metadata")?;
    let json = |names: &[&str]| first_of(metadata, names).map(|value| value.raw().to_vec());
    Some(RunFacts {
        provider: metadata.get("ls_provider").and_then(Value::text).map(|name| name.lossy().into_owned()),
        model: json(&["ls_model_name"]),
        session: json(&["thread_id", "session_id", "conversation_id"]),
    })
}

/// Moves the system prompt back into its member. The wrapper of Anthropic's client puts it before the messages, where Anthropic does not accept it.
fn with_system(inputs: Value<'_>) -> Option<Vec<u8>> {
    let messages = inputs.get("messages")?;
    let first = messages.elements().next().filter(|first| first.fits("role=system"))?;
    if inputs.get("system").is_some() {
        return None;
    }
    let mut out = Writer::default();
    out.open(b'{');
    for (name, value) in inputs.members() {
        out.written_name(name.raw());
        if value == messages {
            out.open(b'[');
            messages.elements().skip(1).for_each(|message| out.raw(message.raw()));
            out.close(b']');
        } else {
            out.raw(value.raw());
        }
    }
    if let Some(content) = first.get("content") {
        out.name("system");
        out.raw(content.raw());
    }
    out.close(b'}');
    Some(out.finish())
}
