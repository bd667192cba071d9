//! The records of streams and of converted answers.

use serde::Serialize;
use serde_json::value::RawValue;

/// An event of a stream: more of a thought, its end, more of the visible text, or an error that the provider sent.
///
/// Events cross in a shorter form, which [`write_stream_events`](crate::api::write_stream_events) explains.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StreamEvent<'e> {
    /// More of a thought that can be read.
    ThinkingDelta {
        /// The new text.
        text: &'e str,
    },
    /// A thought has ended.
    ThinkingEnd,
    /// More of the visible text.
    TextDelta {
        /// The new text.
        text: &'e str,
    },
    /// The provider's error, parsed.
    Error {
        /// The error.
        #[cfg_attr(typescript, tsify(type = "unknown"))]
        error: &'e RawValue,
    },
}

/// The end of an answer: whether it is complete, and the error in it.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct AnswerEnd<'e> {
    /// True if the provider said that the answer is over.
    pub ended: bool,
    /// The error that the provider put into the answer, parsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "unknown"))]
    pub error: Option<&'e RawValue>,
}

/// The end of a stream. The body that it was put together to crosses beside it.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct StreamedEnd<'e> {
    /// JSON pointers of the parts that have begun and not ended.
    #[cfg_attr(typescript, tsify(type = "readonly string[]"))]
    pub unfinished: &'e [String],
    /// True if the answer is complete.
    #[serde(flatten)]
    pub answer: AnswerEnd<'e>,
    /// Events that are not JSON, as text.
    pub unread: Vec<String>,
}
