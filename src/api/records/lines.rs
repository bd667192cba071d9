//! The records of a line of a batch. Decoded texts cross beside them in one piece, and bodies that are values stay in the line: the caller has it.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::value::RawValue;

use super::WrittenString;

/// A line: its exchanges, or the reason why there is none.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct LineRecord<'l> {
    /// The id of the line, as the text of its JSON: results pass it on as it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Cow<'l, str>>,
    /// How many things in it are not calls of a model: spans of tools, rows of a database.
    pub others: usize,
    /// The exchanges.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exchanges: Option<Vec<LineExchangeRecord<'l>>>,
    /// The reason why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<LineError<'l>>,
}

/// The reason why a line has no exchange.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct LineError<'l> {
    /// The stable code.
    pub code: &'static str,
    /// The reason, in a sentence.
    pub message: &'l str,
    /// The JSON pointer of the value at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<&'l str>,
}

/// An exchange of a line.
#[derive(Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct LineExchangeRecord<'l> {
    /// Its id, as the text of its JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Cow<'l, str>>,
    /// Where the request went.
    #[cfg_attr(typescript, tsify(type = "Target"))]
    pub target: Box<RawValue>,
    /// The time, as the line has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "unknown"))]
    pub time: Option<&'l RawValue>,
    /// The conversation that it is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "unknown"))]
    pub session: Option<&'l RawValue>,
    /// The status of HTTP: a number, or a string with one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "unknown"))]
    pub status: Option<&'l RawValue>,
    /// The body of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request: Option<LineBodyPlace>,
    /// The body that answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub response: Option<LineBodyPlace>,
    /// In place of a body: the stream, whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stream: Option<LineBodyPlace>,
    /// The request that followed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<LineBodyPlace>,
    /// In place of all of them: a body, of whichever side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<LineBodyPlace>,
    /// The reason why a body beside the others cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<&'l str>,
    /// In place of a request: a sentence that says what the export holds instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<&'l str>,
}

/// The place of a body: in the line, in the texts, or in both if it is a string of the line.
#[derive(Default, Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LineBodyPlace {
    /// `object` for a value of the line, `text` for a text.
    #[cfg_attr(typescript, tsify(type = "\"object\" | \"text\""))]
    pub form: &'static str,
    /// Its first byte in the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<usize>,
    /// The byte after its last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<usize>,
    /// The text itself, if it has half of a surrogate pair: no UTF-8 can write that.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(typescript, tsify(optional, type = "string"))]
    pub text: Option<WrittenString>,
    /// Its first byte in the texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_start: Option<usize>,
    /// The byte after its last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_end: Option<usize>,
}
