//! The answer of an exchange: a turn, or a refusal.

use crate::audit::{Classified, classify};
use crate::json::{lossy, scan};
use crate::model::{PartKind, Turn, Wire};
use crate::sessions::record::Exchange;
use crate::wires::{StreamDecoder, codec};

/// The outcome of a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// The provider refused it.
    Refused,
    /// It failed for a reason that is not in it, such as an overload.
    Failed,
    /// The provider answered.
    Answered,
    /// No answer is recorded.
    #[default]
    NoAnswer,
}

impl Outcome {
    /// Returns its name in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Refused => "refused",
            Outcome::Failed => "failed",
            Outcome::Answered => "answered",
            Outcome::NoAnswer => "no answer",
        }
    }
}

/// The facts of an answer.
#[derive(Default)]
pub struct ReadAnswer {
    /// The outcome of the request.
    pub outcome: Outcome,
    /// The model that the answer names.
    pub model: Option<String>,
    /// The number of thoughts, and of those with a handle.
    pub thoughts: usize,
    /// The thoughts with a handle.
    pub signed: usize,
    /// The number of calls.
    pub calls: usize,
    /// The refusal, if it is one.
    pub refusal: Option<Refusal>,
}

/// An error that the provider answered with.
pub struct Refusal {
    /// Its words.
    pub text: String,
    /// The rules that it may be about. `None` if no rule matches it.
    pub classified: Option<Classified>,
}

/// Reads the answer of an exchange.
pub fn read_answer(record: &Exchange, wire: Option<&Wire>) -> ReadAnswer {
    let Some(body) = record.response.as_deref().or(record.stream.as_deref()) else {
        let is_error = record.status.is_some_and(|status| status >= 400);
        let outcome = if is_error { failure(record.status, false) } else { Outcome::NoAnswer };
        return ReadAnswer { outcome, ..ReadAnswer::default() };
    };
    let assembled = record.stream.as_deref().filter(|_| record.response.is_none()).zip(wire.and_then(codec)).map(|(stream, codec)| {
        let mut decoder = StreamDecoder::new(codec);
        let _ = decoder.push(stream);
        decoder.finish().1.body
    });
    let mut answer = ReadAnswer { outcome: Outcome::Answered, ..ReadAnswer::default() };
    let document = scan(assembled.as_deref().unwrap_or(body)).ok();
    let turn = document.as_ref().zip(wire.and_then(codec)).map(|(document, codec)| codec.response(document.root())).unwrap_or_default();
    answer.count(&turn);
    // An answer with parts is a turn, whatever its status. Only one without parts may be a refusal.
    let refusal = if turn.parts.is_empty() { find_refusal(body, record.status, wire) } else { None };
    if let Some(refusal) = refusal {
        let is_about_request = refusal.classified.as_ref().is_some_and(|classified| classified.rule.is_some());
        (answer.outcome, answer.refusal) = (failure(record.status, is_about_request), Some(refusal));
    }
    answer
}

impl ReadAnswer {
    fn count(&mut self, turn: &Turn<'_>) {
        self.model = turn.model.as_deref().map(str::to_owned);
        self.thoughts = turn.thoughts().count();
        self.signed = turn.thoughts().filter(|(_, thinking)| !thinking.handles.is_empty()).count();
        self.calls = turn.parts.iter().filter(|part| part.kind == PartKind::Call).count();
    }
}

fn find_refusal(body: &[u8], status: Option<u16>, wire: Option<&Wire>) -> Option<Refusal> {
    let classified = classify(body, wire);
    let is_refusal = classified.is_some() || status.is_some_and(|status| status >= 400);
    is_refusal.then(|| Refusal { text: error_message(body), classified })
}

/// Returns the message of an error body, or the beginning of its text.
pub fn error_message(body: &[u8]) -> String {
    let message = scan(body).ok().and_then(|document| {
        let root = document.root();
        let root = root.element(0).unwrap_or(root);
        let text = ["error.message", "message", "error"].iter().find_map(|path| root.path(path)?.text())?;
        Some(text.lossy().into_owned())
    });
    message.unwrap_or_else(|| lossy(body.get(..MOST).unwrap_or(body)))
}

/// The number of bytes of a refusal to show.
const MOST: usize = 4000;

fn failure(status: Option<u16>, is_about_request: bool) -> Outcome {
    let is_transient = status.is_some_and(|status| matches!(status, 408 | 425 | 429 | 500..));
    if is_transient && !is_about_request { Outcome::Failed } else { Outcome::Refused }
}
