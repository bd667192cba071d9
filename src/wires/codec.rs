//! The interface of a wire: [`Codec`], one for each wire, and [`StreamAssembler`], which assembles its streams.

use super::description::WireDescription;
use crate::conversation::events::EventSink;
use crate::error::Error;
use crate::json::{Changes, JsonBuilder, Text, Value};
use crate::model::{History, Target, Turn, Wire};

/// A wire: reads its bodies and appends a turn to a request.
pub trait Codec: Sync {
    /// The facts about the wire that other layers read too.
    fn description(&self) -> &'static WireDescription;

    /// The wire.
    fn wire(&self) -> Wire {
        self.description().wire.clone()
    }

    /// Recognises a body of this wire. Returns its side of the exchange and the certainty.
    fn recognise(&self, body: Value<'_>) -> Option<Recognition>;

    /// Reads a response. Keeps a malformed part unchanged, with a diagnostic.
    fn response<'d>(&self, body: Value<'d>) -> Turn<'d>;

    /// Reads the messages of a request.
    fn request<'d>(&self, body: Value<'d>) -> History<'d>;

    /// Appends the turn of a response to a request. Returns a note for each necessary change.
    ///
    /// # Errors
    /// A request without a list for the turn, or a response without a turn.
    fn replay(&self, response: Value<'_>, request: Value<'_>, target: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error>;

    /// Starts the assembly of a stream.
    fn assembler(&self) -> Box<dyn StreamAssembler>;
}

/// Assembles the events of a stream into a body.
pub trait StreamAssembler {
    /// Reads one event, and reports its new content to the sink.
    fn event(&mut self, name: Option<&str>, data: Value<'_>, events: &mut EventSink);

    /// Names the strings that the last event extended, in the order of the text. If the next event differs only in these strings,
    /// [`StreamAssembler::extend_last`] receives it and it is not read. Without strings, the next event must be read.
    fn growing_strings<'d>(&mut self, _data: Value<'d>, _pieces: &mut Vec<Value<'d>>) {}

    /// Adds an event that differs from the last one only in those strings.
    fn extend_last(&mut self, _pieces: &[Text<'_>], _: &mut EventSink) {}

    /// Returns `true` if the stream has reported its end, so nothing more will arrive.
    fn is_over(&self) -> bool {
        false
    }

    /// Returns `true` if the stream has reported that the answer is complete. Other data, such as the usage, may still arrive.
    fn has_ended(&self) -> bool;

    /// Handles `[DONE]`, the end of some streams.
    fn done(&mut self, _: &mut EventSink) {}

    /// Ends the stream.
    fn finish(self: Box<Self>) -> AssembledBody;
}

/// The result of assembling a stream.
#[derive(Default)]
pub struct AssembledBody {
    /// The body, as a call without streaming would have returned it.
    pub body: JsonBuilder,
    /// The JSON pointers of unfinished values: parts, or a message with all its parts.
    pub unfinished: Vec<String>,
    /// The encrypted items of the stream, in order. A wire may encrypt the same item again in several events.
    pub sealed: Vec<SealedItem>,
}

/// An encrypted item in an event of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedItem {
    /// True if the item had only begun.
    pub is_stub: bool,
    /// The original item.
    pub item: Vec<u8>,
}

/// A body, recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recognition {
    /// The side of the exchange.
    pub side: Side,
    /// From 1, a guess, to 100, beyond doubt.
    pub certainty: u8,
}

/// The sides of an exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The body that is sent.
    Request,
    /// The body of the answer.
    Response,
    /// The answer in events.
    Stream,
}

/// A change that a replay had to make, and its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The place in the response, as a JSON pointer.
    pub pointer: String,
    /// The change, and the reason for it.
    pub reason: &'static str,
}
