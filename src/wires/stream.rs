//! Reads a stream of any wire as it arrives.

use super::codec::{AssembledBody, Codec, SealedItem, StreamAssembler};
use super::event_template::EventTemplate;
use super::read::is_filled;
use crate::conversation::events::{EventSink, StreamEvent};
use crate::conversation::framing::Framing;
use crate::json::base64;
use crate::json::{Kind, Value, scan};

/// Reads a stream: bytes in, events out, and a body at the end.
pub struct StreamDecoder {
    framing: Framing,
    events: Events,
}

/// Receives the events of a stream.
struct Events {
    assembler: Box<dyn StreamAssembler>,
    template: Option<EventTemplate>,
    events: EventSink,
    error: Option<Vec<u8>>,
    unread: Vec<Vec<u8>>,
    first: Vec<u8>,
    /// True if the first event has an empty member for the id of the answer. Azure sends such an event before the answer.
    is_nameless: bool,
}

/// The result of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Streamed {
    /// The body that a call without streaming would have returned.
    pub body: Vec<u8>,
    /// The JSON pointers of unfinished values: parts, or a message with all its parts. They must not be replayed.
    pub unfinished: Vec<String>,
    /// True if the stream reported its end.
    pub ended: bool,
    /// The encrypted items of the stream, in order.
    pub sealed: Vec<SealedItem>,
    /// The provider's error in the stream.
    pub error: Option<Vec<u8>>,
    /// Events that are not JSON, unchanged.
    pub unread: Vec<Vec<u8>>,
}

impl StreamDecoder {
    /// Starts reading a stream of that wire.
    #[must_use]
    pub fn new(codec: &dyn Codec) -> Self {
        Self::with_sink(codec, EventSink::default())
    }

    /// Starts reading a stream, and also reports calls and ends.
    #[must_use]
    pub fn telling_calls(codec: &dyn Codec) -> Self {
        Self::with_sink(codec, EventSink { list: Vec::new(), tells_calls: true })
    }

    fn with_sink(codec: &dyn Codec, events: EventSink) -> Self {
        let events = Events {
            assembler: codec.assembler(),
            template: None,
            events,
            error: None,
            unread: Vec::new(),
            first: Vec::new(),
            is_nameless: true,
        };
        Self { framing: Framing::default(), events }
    }

    /// Returns the first event, which identifies the answer. Empty before it arrives.
    #[must_use]
    pub fn first_event(&self) -> &[u8] {
        &self.events.first
    }

    /// Returns `true` if the stream has reported its end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.events.assembler.is_over()
    }

    /// Returns `true` if the stream has reported that the answer is complete.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.events.assembler.has_ended()
    }

    /// Reads bytes as they arrive, split anywhere. Returns the new events.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<StreamEvent> {
        self.framing.push(bytes, &mut |name, data| self.events.take(name, data));
        std::mem::take(&mut self.events.events.list)
    }

    /// Reads a body as the only event of a stream, or a list of them, for wires that stream such bodies. Returns its events.
    pub(crate) fn read_body(&mut self, body: Value<'_>) -> Vec<StreamEvent> {
        match body.kind() {
            Kind::Array => body.elements().for_each(|chunk| self.events.read(None, chunk)),
            _ => self.events.read(None, body),
        }
        std::mem::take(&mut self.events.events.list)
    }

    /// Ends the stream.
    pub fn finish(mut self) -> (Vec<StreamEvent>, Streamed) {
        self.framing.finish(&mut |name, data| self.events.take(name, data));
        let Events { assembler, events, error, unread, .. } = self.events;
        let ended = assembler.has_ended();
        let AssembledBody { body, unfinished, sealed } = assembler.finish();
        let body = body.to_bytes();
        #[cfg(all(test, not(target_arch = "wasm32")))]
        crate::json::work::note(crate::json::work::Work::Assemble, &body);
        (events.list, Streamed { body, unfinished, ended, sealed, error, unread })
    }
}

impl Events {
    fn take(&mut self, name: Option<&str>, data: &[u8]) {
        let wrapped = unwrap(name, data);
        let data = wrapped.as_deref().unwrap_or(data);
        if let Some(template) = &self.template {
            let mut pieces = Vec::new();
            if template.fits(name, data, &mut pieces) {
                return self.assembler.extend_last(&pieces, &mut self.events);
            }
        }
        self.template = None;
        if data == b"[DONE]" {
            return self.assembler.done(&mut self.events);
        }
        match scan(data) {
            Ok(document) => self.read(name, document.root()),
            Err(_) if data.is_empty() => {}
            Err(_) => self.unread.push(data.to_vec()),
        }
    }

    fn read(&mut self, name: Option<&str>, data: Value<'_>) {
        if is_error(name, data) {
            self.error = Some(data.raw().to_vec());
            self.events.error(data);
        }
        if self.is_nameless && self.events.tells_calls {
            self.is_nameless = data.get("id").is_some_and(|id| !is_filled(id));
            self.first = data.raw().to_vec();
        }
        self.assembler.event(name, data, &mut self.events);
        let mut pieces = Vec::new();
        self.assembler.growing_strings(data, &mut pieces);
        self.template = EventTemplate::of(name, data, &pieces);
    }
}

/// Returns `true` for an event named error, a body with an error (Ollama's is a string), or AWS's, by its name or only key.
fn is_error(name: Option<&str>, data: Value<'_>) -> bool {
    let is_one = |error: Value<'_>| matches!(error.kind(), Kind::Object | Kind::String);
    let mut found = data.kind() == Kind::Array || name.is_some_and(|name| name == "error" || name.ends_with("Exception"));
    for (key, value) in data.members() {
        found |= match key.raw() {
            b"type" => value.raw() == b"\"error\"",
            b"error" => is_one(value),
            b"response" => value.get("error").is_some_and(is_one),
            key => key.ends_with(b"Exception"),
        };
    }
    found
}

/// Decodes an event of Bedrock's InvokeModel, which wraps each event of the model's own wire in base64.
fn unwrap(name: Option<&str>, data: &[u8]) -> Option<Vec<u8>> {
    if name != Some("chunk") {
        return None;
    }
    let document = scan(data).ok()?;
    base64::decode(document.root().get("bytes")?.text()?.raw())
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::super::registry::{CODECS, codec};
    use super::{StreamDecoder, StreamEvent};
    use crate::model::Wire;

    fn events(wire: &Wire, stream: &str) -> (Vec<StreamEvent>, Option<String>) {
        let mut decoder = StreamDecoder::new(codec(wire).unwrap());
        let mut events = decoder.push(stream.as_bytes());
        let (rest, streamed) = decoder.finish();
        events.extend(rest);
        (events, streamed.error.map(|error| String::from_utf8(error).unwrap()))
    }

    #[test]
    fn an_error_inside_a_stream_is_told_however_the_wire_says_it() {
        for (wire, stream) in [
            (Wire::ANTHROPIC_MESSAGES, "event: error\ndata: {\"type\":\"error\",\"error\":{\"message\":\"no\"}}\n\n"),
            (Wire::BEDROCK_CONVERSE, "{\"throttlingException\":{\"message\":\"slower\"}}\n"),
            (Wire::BEDROCK_CONVERSE, "event: validationException\ndata: {\"message\":\"no\"}\n\n"),
            (Wire::OLLAMA_CHAT, "{\"error\":\"out of memory\"}\n"),
        ] {
            assert!(matches!(&events(&wire, stream), (events, Some(_)) if matches!(&events[..], [StreamEvent::Error(_)])), "{stream}");
        }
        // A body where a stream was meant, on one line or on several.
        for codec in CODECS {
            for body in [
                "{\"error\":{\"code\":429}}",
                "{\n  \"error\": {\n    \"code\": 429\n  }\n}\n",
                "[{\n  \"error\": {\n    \"code\": 429\n  }\n}\n]\n",
            ] {
                let (events, error) = events(&codec.wire(), body);
                assert!(
                    matches!(&events[..], [StreamEvent::Error(_)]) && error.is_some_and(|error| error.contains("429")),
                    "{}: {body}",
                    codec.wire()
                );
            }
        }
        assert_eq!(events(&Wire::OLLAMA_CHAT, "{\"message\":{\"content\":\"\"},\"error\":null,\"done\":true}\n"), (vec![], None));
    }

    #[test]
    fn a_thought_between_tags_is_told_as_one() {
        let line = |content: &str, done: bool| format!("{{\"message\":{{\"content\":\"{content}\"}},\"done\":{done}}}\n");
        let stream = [line("<th", false), line("ink>a", false), line("b</think>c", false), line(" <", true)].concat();
        let (text, thought) = (|text: &str| StreamEvent::TextDelta(text.into()), |text: &str| StreamEvent::ThinkingDelta(text.into()));
        assert_eq!(
            events(&Wire::OLLAMA_CHAT, &stream).0,
            [thought("a"), thought("b"), StreamEvent::ThinkingEnd, text("c"), text(" "), text("<")]
        );
        let halves = [line("\\ud83d", false), line("\\ude00", true)].concat();
        assert_eq!(events(&Wire::OLLAMA_CHAT, &halves).0, [text("\\ud83d"), text("\\ude00")], "a pair that was cut in two is not lost");
    }
}
