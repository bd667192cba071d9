//! Observations of Langfuse: rows of its exports to object storage and of its API, in either spelling of their names.

use super::bodies::request_in;
use super::call::{CallParts, Observed};
use super::given::Given;
use super::reader::{has_list, has_one, open};
use super::rows::{first_of, read_rows};
use crate::json::Value;
use crate::sessions::cut::Cut;
use crate::sessions::format::TranscriptFormat;
use crate::sessions::sample::HasKey;

pub(in crate::sessions) const LINES: TranscriptFormat =
    TranscriptFormat { name: "langfuse", fits: |sample| sample.any_line(looks), cut: Cut::Lines, open: || open(read_calls) };
pub(in crate::sessions) const LIST: TranscriptFormat =
    TranscriptFormat { name: "langfuse", fits: |sample| has_list(sample, looks), cut: Cut::Elements(""), open: || open(read_calls) };
pub(in crate::sessions) const ONE: TranscriptFormat =
    TranscriptFormat { name: "langfuse", fits: |sample| has_one(sample, looks), cut: Cut::Values, open: || open(read_calls) };

/// The members that name the trace of an observation. Each observation has one of them.
const TRACES: &[&str] = &["trace_id", "traceId"];
/// Members that only observations have.
const OWN: &[&str] = &[
    "provided_model_name",
    "providedModelName",
    "model_parameters",
    "modelParameters",
    "internal_model_id",
    "modelId",
    "usage_details",
    "usageDetails",
    "completion_start_time",
    "completionStartTime",
];

/// Reads the call of an observation, or the calls of a page of them.
pub(super) fn read_calls(value: Value<'_>) -> Option<Vec<Observed>> {
    read_rows(value, is_observation, read_observation)
}

fn is_observation(row: Value<'_>) -> bool {
    looks(&|name| row.get(name).is_some())
}

/// Returns `true` if the keys of an object are those of an observation.
fn looks(has: HasKey<'_>) -> bool {
    has("type") && TRACES.iter().any(|name| has(name)) && OWN.iter().any(|name| has(name))
}

fn read_observation(row: Value<'_>) -> Observed {
    if !row.fits("type=GENERATION") {
        return Observed::Other;
    }
    let given = |names: &[&str]| first_of(row, names).map(Given::Value);
    let (input, model) = (given(&["input"]), given(&["provided_model_name", "providedModelName", "model"]));
    let why = if input.as_ref().is_none_or(Given::is_blank) {
        "the observation has no input; the export leaves it out unless it is asked for"
    } else {
        "input is neither a body nor its messages as they were sent"
    };
    CallParts {
        id: row.get("id"),
        time: first_of(row, &["start_time", "startTime"]).map(|time| time.raw().to_vec()),
        session: given(&["session_id", "sessionId"]),
        request: input.and_then(|input| request_in(&input, model.as_ref().map(Given::json), None)),
        model,
        output: given(&["output"]),
        why,
        ..CallParts::default()
    }
    .into_call()
}
