//! A line and its exchanges.

use std::borrow::Cow;

use crate::error::Error;
use crate::json::Span;

/// A line, read.
#[derive(Debug)]
pub struct Line<'d> {
    /// The id of the line, as JSON.
    pub id: Option<&'d [u8]>,
    /// The exchanges in it, or the reason why there is none.
    pub exchanges: Result<Vec<LineExchange<'d>>, Error>,
    /// The number of entries that are not model calls: spans of tools, rows of a database.
    pub others: usize,
}

/// A member of a target: its name, as it is written between its quotes, and its value.
pub type TargetMember<'d> = (Cow<'d, [u8]>, Cow<'d, [u8]>);

/// An exchange of a line. Facts are JSON.
#[derive(Clone, Debug, Default)]
pub struct LineExchange<'d> {
    /// Its id, of any kind.
    pub id: Option<Cow<'d, [u8]>>,
    /// The target of the request. The last of equal names counts.
    pub target: Vec<TargetMember<'d>>,
    /// The time, as the line writes it.
    pub time: Option<Cow<'d, [u8]>>,
    /// Its conversation.
    pub session: Option<Cow<'d, [u8]>>,
    /// The HTTP status: a number, or a string with one.
    pub status: Option<Cow<'d, [u8]>>,
    /// The body of the request.
    pub request: Option<LineBody<'d>>,
    /// The body of the response.
    pub response: Option<LineBody<'d>>,
    /// In place of a body: the complete stream.
    pub stream: Option<LineBody<'d>>,
    /// The request that followed it.
    pub next: Option<LineBody<'d>>,
    /// In place of all of them: a body, of either side.
    pub body: Option<LineBody<'d>>,
    /// The reason why an additional body cannot be read.
    pub fault: Option<String>,
    /// In place of a request: a sentence that describes the export's content.
    pub missing: Option<String>,
}

/// A body of a line.
#[derive(Clone, Debug)]
pub enum LineBody<'d> {
    /// A value at its place in the line.
    Value(Span),
    /// A text.
    Text {
        /// The text, in WTF-8 if it was a string; any bytes if it was base64.
        text: Cow<'d, [u8]>,
        /// Its place in the line, if it is a string there.
        written: Option<Span>,
        /// True if it has half of a surrogate pair.
        is_lone: bool,
    },
}

impl LineBody<'_> {
    /// Makes a body of a call's text: JSON, so it is UTF-8 unless it has half of a surrogate pair.
    pub(super) fn made(text: Vec<u8>) -> Self {
        let is_lone = str::from_utf8(&text).is_err();
        LineBody::Text { text: Cow::Owned(text), written: None, is_lone }
    }

    /// Makes a body of decoded bytes from the line.
    pub(super) fn bytes(text: Vec<u8>) -> Self {
        LineBody::Text { text: Cow::Owned(text), written: None, is_lone: false }
    }
}
