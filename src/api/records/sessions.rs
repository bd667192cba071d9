//! The records of a transcript.

use serde::Serialize;
use serde_json::value::RawValue;

use super::Classified;
use crate::audit::Verdict;

/// A request and its answer, as far as they were recorded.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct TranscriptExchange<'t> {
    /// The kind of the record.
    #[serde(rename = "type")]
    #[cfg_attr(typescript, tsify(type = "\"exchange\""))]
    pub kind: &'static str,
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The byte at which it begins.
    pub offset: usize,
    /// The conversation it belongs to: by the name that the format has for it, or else by a number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<&'t str>,
    /// The conversation that it branched off. The two share their first messages, so they share a ledger.
    #[serde(rename = "branchOf", skip_serializing_if = "Option::is_none")]
    pub branch_of: Option<&'t str>,
    /// The format's own name for the exchange.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<&'t str>,
    /// The wire, where the format says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "Wire"))]
    pub wire: Option<&'t str>,
    /// The address it went to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<&'t str>,
    /// The host it went to, if no more of the address was recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<&'t str>,
    /// The model that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<&'t str>,
    /// The time as it is written there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<&'t str>,
    /// The parts of the request that are not in the transcript; give them to the audit with the target.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(typescript, tsify(optional, type = "Unrecorded[]"))]
    pub unrecorded: &'t [&'static str],
    /// The status of HTTP.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The body of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "Uint8Array"))]
    pub request: Option<BodyEnd>,
    /// The request without its messages, at the beginning of a conversation that is recorded message by message.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "Uint8Array"))]
    pub opening: Option<BodyEnd>,
    /// In place of a request: the messages that were added since the exchange before, with commas between them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "Uint8Array"))]
    pub added: Option<BodyEnd>,
    /// The body that answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "Uint8Array"))]
    pub response: Option<BodyEnd>,
    /// In place of a body: the stream, whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "Uint8Array"))]
    pub stream: Option<BodyEnd>,
    /// The part of the answer that the next request sends back: messages or items, with commas between them. With `added` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "Uint8Array"))]
    pub reply: Option<BodyEnd>,
}

/// The end of a body in the bytes that cross beside the records. A body is never escaped, and is copied once.
pub type BodyEnd = usize;

/// A piece that could not be read, and was skipped.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct TranscriptFault<'t> {
    /// The kind of the record.
    #[serde(rename = "type")]
    #[cfg_attr(typescript, tsify(type = "\"fault\""))]
    pub kind: &'static str,
    /// Its line, from 1.
    pub line: usize,
    /// The byte at which reading stopped.
    pub offset: usize,
    /// The reason, in a sentence.
    pub reason: &'t str,
    /// The format, if the whole file is of one that is not read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "UnreadFormat"))]
    pub unread: Option<&'static str>,
}

/// The outcome of a session, of a format that has one: traces of cognipeer's agent-sdk. It comes at the end.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct TranscriptOutcome<'t> {
    /// The kind of the record.
    #[serde(rename = "type")]
    #[cfg_attr(typescript, tsify(type = "\"session\""))]
    pub kind: &'static str,
    /// The session, as its exchanges name it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<&'t str>,
    /// The thread that joins the sessions of one conversation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread: Option<&'t str>,
    /// Its end, in the format's own word: `success`, `error`, `partial` where a sink lost something, or `in_progress`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<&'t str>,
    /// Everything that failed, as it was recorded.
    #[cfg_attr(typescript, tsify(type = "{ eventId?: string; message: string; type?: string; timestamp?: string; stack?: string }[]"))]
    pub errors: Vec<&'t RawValue>,
}

/// An exchange of a session: its record, and the audit of its request.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct SessionExchangeRecord<'t> {
    /// The recorded exchange.
    #[serde(flatten)]
    pub record: TranscriptExchange<'t>,
    /// The request up to its list of messages, at the beginning of a conversation that is recorded message by message.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "Uint8Array"))]
    pub head: Option<BodyEnd>,
    /// Its number, from 0.
    pub nth: usize,
    /// The number of the exchange before it in its conversation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<usize>,
    /// The size of the request in bytes.
    pub size: usize,
    /// The target of the request, as far as it was recorded.
    #[cfg_attr(typescript, tsify(type = "Target"))]
    pub target: Option<&'t RawValue>,
    /// The outcome of the request: `refused`, `answered`, or `no answer` if none is recorded. `failed` means that the reason is not in the request, such as an
    /// overload.
    #[cfg_attr(typescript, tsify(type = "\"refused\" | \"failed\" | \"answered\" | \"no answer\""))]
    pub outcome: &'static str,
    /// The error that the provider answered with.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "SessionRefusal"))]
    pub refusal: Option<SessionRefusal<'t>>,
    /// The model that the answer names.
    #[serde(rename = "answerModel", skip_serializing_if = "Option::is_none")]
    pub answer_model: Option<&'t str>,
    /// The number of thoughts in the answer.
    pub thoughts: usize,
    /// The number of these thoughts that have a handle.
    pub signed: usize,
    /// The number of calls in the answer.
    pub calls: usize,
    /// The verdict on what happened. An answered request is never `rejected`: if the audit predicts that, the file lacks or masks something, and it is `unknown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "Verdict"))]
    pub verdict: Option<Verdict>,
    /// The audit of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "Report"))]
    pub report: Option<&'t RawValue>,
    /// The reason why a part of it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trouble: Option<&'t str>,
}

/// An error that a provider answered with.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct SessionRefusal<'t> {
    /// The provider's words.
    pub text: &'t str,
    /// The rules that the error may be about; absent if no rule matches it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "Classified"))]
    pub about: Option<Classified>,
}
