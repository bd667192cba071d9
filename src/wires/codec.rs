//! The offer of a wire: [`Codec`], one for each wire, and [`StreamAssembler`], which puts its streams together.

use super::description::WireDescription;
use crate::conversation::events::EventSink;
use crate::error::Error;
use crate::json::{Changes, JsonBuilder, Text, Value};
use crate::model::{History, Target, Turn, Wire};

/// A wire: how its bodies are read, and how a turn goes back.
pub trait Codec: Sync {
    /// The facts about the wire that other floors read too.
    fn description(&self) -> &'static WireDescription;

    /// The wire.
    fn wire(&self) -> Wire {
        self.description().wire.clone()
    }

    /// Recognises a body of this wire: which side of an exchange it is, and how sure that is.
    fn recognise(&self, body: Value<'_>) -> Option<Recognition>;

    /// Reads a response. A malformed part is kept as it is, with a diagnostic.
    fn response<'d>(&self, body: Value<'d>) -> Turn<'d>;

    /// Reads the messages of a request.
    fn request<'d>(&self, body: Value<'d>) -> History<'d>;

    /// Puts the turn of a response at the end of a request, and returns a note on each thing that had to change on the way.
    ///
    /// # Errors
    /// A request that has no place for the turn, or a response that has no turn.
    fn replay(&self, response: Value<'_>, request: Value<'_>, target: &Target, changes: &mut Changes<'_>) -> Result<Vec<Note>, Error>;

    /// Begins to put a stream together.
    fn assembler(&self) -> Box<dyn StreamAssembler>;
}

/// Puts the events of a stream together into a body.
pub trait StreamAssembler {
    /// Takes one event, and puts what is new in it into the sink.
    fn event(&mut self, name: Option<&str>, data: Value<'_>, events: &mut EventSink);

    /// Names the strings that the event just taken made longer, in the order of the text. If the next event differs in these strings alone, it goes to
    /// [`StreamAssembler::extend_last`] and is not read. No strings means that the next event must be read.
    fn growing_strings<'d>(&mut self, _data: Value<'d>, _pieces: &mut Vec<Value<'d>>) {}

    /// Takes an event that differs from the last one in those strings alone.
    fn extend_last(&mut self, _pieces: &[Text<'_>], _: &mut EventSink) {}

    /// True if the stream has said that it is over, so nothing more will come.
    fn is_over(&self) -> bool {
        false
    }

    /// True if the stream has said that the answer is complete. Something that is not of the answer, such as its usage, may still come.
    fn has_ended(&self) -> bool;

    /// Takes the word that some streams end with, `[DONE]`.
    fn done(&mut self, _: &mut EventSink) {}

    /// The end of the stream.
    fn finish(self: Box<Self>) -> AssembledBody;
}

/// The result of putting a stream together.
#[derive(Default)]
pub struct AssembledBody {
    /// The body, as a call without streaming would have returned it.
    pub body: JsonBuilder,
    /// The JSON pointers of what has begun and not ended: parts, or a message with all its parts.
    pub unfinished: Vec<String>,
    /// The items that came encrypted on the way, in order: a wire may encrypt one and the same item anew in several events.
    pub sealed: Vec<SealedItem>,
}

/// An item that came encrypted in an event of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedItem {
    /// True if it was only begun then.
    pub is_stub: bool,
    /// The item, as it was written.
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
    /// The body that comes back.
    Response,
    /// The answer in events.
    Stream,
}

/// Something that a replay had to change, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The place in the response, as a JSON pointer.
    pub pointer: String,
    /// The change, and the reason for it.
    pub reason: &'static str,
}
