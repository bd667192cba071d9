//! Model calls in the exports of observability tools: spans of OpenTelemetry and OpenInference, observations of Langfuse, runs of LangSmith, spans of
//! Braintrust.
//!
//! A line of a batch and a transcript are read by the same functions. If an export holds the body of a request, the call has it, byte for byte. If not, the
//! call describes the export's content. Spans, observations and runs that are not model calls are counted and not read.
//!
//! An export is also a format of transcripts (`reader.rs`), so `readTranscript`, `rethought inspect` and the page read it too. Its file has a row for lines,
//! one for a list, and one for a single row or page.
//!
//! To add an export: a file like `langfuse.rs`, a line in `CALLS`, its rows in `FORMATS` of `sessions`, and a folder in `tests/data/transcripts`.

mod attributes;
mod bodies;
pub(super) mod braintrust;
mod call;
mod given;
pub(super) mod langfuse;
pub(super) mod langsmith;
mod reader;
mod rows;
pub(super) mod spans;

pub(super) use call::{CallBodies, Observed, ObservedCall};

use crate::json::Value;
use rows::ReadCalls;

/// Every export. The first match is used.
const CALLS: [ReadCalls; 4] = [spans::read_calls, langfuse::read_calls, langsmith::read_calls, braintrust::read_calls];

/// Reads the calls of a line. Returns `None` if it is not from an export.
pub(super) fn read_calls(line: Value<'_>) -> Option<Vec<Observed>> {
    CALLS.iter().find_map(|read| read(line))
}
