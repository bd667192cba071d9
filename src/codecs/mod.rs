//! Floor 3: one wire a file. How its responses, requests and streams are read, and how a turn goes back.
//!
//! A codec is a stateless translator between a provider's own shape and the typed view. It never rewrites: reading gives
//! parts that point into the body, and going back copies the bytes that came. A stream is put together into the body that
//! a call without streaming would have returned, every opaque string as it was written, and is then read like one.
//!
//! A new wire is one file or folder here, one line in [`CODECS`] and one folder in `tests/codecs`.

mod anthropic;
pub(crate) mod base64;
mod blocks;
mod call;
pub mod channels;
mod chat;
mod cohere;
mod converse;
mod detect;
mod events;
mod framing;
mod gemini;
mod interactions;
mod issuer;
mod ollama;
mod pattern;
mod read;
mod resolve_target;
mod responses;
mod stream;
pub mod view;

use crate::error::{Code, Error};
use crate::json::{Changes, JsonBuilder, Text, Value, Writer, scan};
use crate::model::{History, Target, Turn, Wire};

pub use call::Call;
pub use chat::{DIALECTS, Dialect, OpenRouterReasoningCodec, dialect};
pub use detect::{Detection, detect};
pub use events::{EventSink, StreamEvent};
pub use framing::{Each, Framing};
pub use issuer::issuer;
pub use resolve_target::resolve_target;
pub use stream::{StreamDecoder, Streamed};

/// Every wire that is known, most telling first.
pub const CODECS: &[&dyn Codec] = &[
    &anthropic::AnthropicMessages,
    &converse::BedrockConverse,
    &gemini::GeminiGenerate,
    &interactions::GeminiInteractions,
    &responses::OpenAiResponses,
    &cohere::CohereChat,
    &ollama::OllamaChat,
    &chat::Chat::OpenRouter,
    &chat::Chat::Mistral,
    &chat::Chat::OpenAi,
];

/// The codec of a wire.
#[must_use]
pub fn codec(wire: &Wire) -> Option<&'static dyn Codec> {
    CODECS.iter().copied().find(|codec| codec.wire() == *wire)
}

/// A wire: how its bodies are read, and how a turn goes back.
pub trait Codec: Sync {
    /// Which wire it is.
    fn wire(&self) -> Wire;

    /// Whether a body is of this wire, which side of it, and how sure that is.
    fn recognise(&self, body: Value<'_>) -> Option<Recognition>;

    /// Where it is spoken and how its streams look.
    fn hints(&self) -> &'static WireHints;

    /// Reads a response. What is malformed is kept as it is, with a diagnostic.
    fn response<'d>(&self, body: Value<'d>) -> Turn<'d>;

    /// Reads the messages of a request.
    fn request<'d>(&self, body: Value<'d>) -> History<'d>;

    /// Puts the turn of a response at the end of a request; answers what had to change on the way.
    ///
    /// # Errors
    /// A body that has no place for it, or no turn in it.
    fn replay(&self, response: Value<'_>, request: Value<'_>, target: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error>;

    /// Begins to put a stream together.
    fn assembler(&self) -> Box<dyn StreamAssembler>;
}

/// Puts the events of a stream together into a body.
pub trait StreamAssembler {
    /// Takes one event, and says what is new in it.
    fn event(&mut self, name: Option<&str>, data: Value<'_>, events: &mut EventSink);

    /// Names the strings of the event just taken in which the next may differ and be no more than [`StreamAssembler::extend_last`] of the same, in the
    /// order of the text; none if that cannot be said.
    fn growing_strings<'d>(&mut self, _data: Value<'d>, _pieces: &mut Vec<Value<'d>>) {}

    /// Takes an event that differs from the last one in those strings alone.
    fn extend_last(&mut self, _pieces: &[Text<'_>], _: &mut EventSink) {}

    /// Takes the word that some streams end with, `[DONE]`.
    fn done(&mut self, _: &mut EventSink) {}

    /// The end of the stream.
    fn finish(self: Box<Self>) -> AssembledBody;
}

/// What a stream was put together into.
#[derive(Default)]
pub struct AssembledBody {
    /// The body, as a call without streaming would have returned it.
    pub body: JsonBuilder,
    /// What has begun and not ended, as JSON pointers into the body: parts, or a message with all its parts.
    pub unfinished: Vec<String>,
    /// Whether the stream has said that it is over.
    pub ended: bool,
}

/// What tells a wire without a look at a whole body.
#[derive(Clone, Copy, Debug)]
pub struct WireHints {
    /// A domain, if it matters, and how the address ends, with `|` between several.
    pub addresses: (&'static str, &'static str),
    /// What the events of its streams fit, and how sure that is: a query, or the name of an event after an `@`.
    pub events: &'static [(&'static str, u8)],
}

/// A body, recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recognition {
    /// Which side of the exchange.
    pub side: Side,
    /// From 1, a guess, to 100, beyond doubt.
    pub certainty: u8,
}

/// Which side of an exchange a body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// What is sent.
    Request,
    /// What comes back.
    Response,
    /// What comes back, in events.
    Stream,
}

/// Something that a replay had to change, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The place in the response, as a JSON pointer.
    pub pointer: String,
    /// What was changed, and by which rule.
    pub reason: &'static str,
}

/// The next request: a request's text with the turn of a response at its end, everything else byte for byte.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The text.
    pub request: Vec<u8>,
    /// What had to change on the way.
    pub notes: Vec<Note>,
}

/// Puts the turn of a response at the end of the request that it answered.
///
/// # Errors
/// A body that is not JSON, a wire that is not known, a request without a place for it, a response without a turn.
pub fn replay(request: &[u8], response: &[u8], target: &Target) -> Result<Replayed, Error> {
    let codec = codec(&target.wire).ok_or_else(|| Error::new(Code::Input, format!("there is no codec for {}", target.wire)))?;
    let (request, response) = (scan(request)?, scan(response)?);
    let mut changes = Changes::new(&request);
    let notes = codec.replay(response.root(), request.root(), target, &mut changes)?;
    Ok(Replayed { request: changes.apply()?, notes })
}

/// What tells a wire's bodies from others: the side, how sure it is, and a query. The first that fits counts.
type ShapeQuery = (Side, u8, &'static str);

fn recognise(shapes: &[ShapeQuery], body: Value<'_>) -> Option<Recognition> {
    let (side, certainty, _) = shapes.iter().find(|(_, _, query)| body.fits(query))?;
    Some(Recognition { side: *side, certainty: *certainty })
}

/// Puts a turn at the end of a list of the request.
fn append(request: Value<'_>, list: &str, turn: Option<&[u8]>, changes: &mut Changes<'_>) -> Result<(), Error> {
    let turn = turn.ok_or_else(|| missing("the response has no turn"))?;
    let list = request.get(list).ok_or_else(|| missing("the request has no list to put the turn into"))?;
    changes.append(list, turn)
}

/// A list of a first element, which is JSON already, and of others.
fn listed(first: &[u8], others: &[Value<'_>]) -> Vec<u8> {
    let mut list = Writer::default();
    list.open(b'[');
    if !first.is_empty() {
        list.raw(first);
    }
    others.iter().for_each(|other| list.raw(other.raw()));
    list.close(b']');
    list.finish()
}

/// A note of the one thing that had to change.
fn note(pointer: &str, reason: &'static str) -> Vec<Note> {
    vec![Note { pointer: pointer.to_owned(), reason }]
}

fn missing(what: &'static str) -> Error {
    Error::new(Code::Input, what)
}
