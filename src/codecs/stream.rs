//! A stream of any wire, pushed in as it arrives.

use super::base64;
use super::framing::{Event, Framing};
use super::{Codec, Fold, Folded, News, Said};
use crate::json::{Value, scan};

/// Reads a stream: bytes in, news out, and at the end a body.
pub struct StreamDecoder {
    framing: Framing,
    fold: Box<dyn Fold>,
    error: Option<Vec<u8>>,
    unread: Vec<Vec<u8>>,
}

/// What a stream came to.
#[derive(Clone, Debug)]
pub struct Streamed {
    /// The body that a call without streaming would have returned.
    pub body: Vec<u8>,
    /// The parts that have begun and not ended, as JSON pointers into the body: they must not be replayed.
    pub unfinished: Vec<String>,
    /// Whether the stream said that it is over.
    pub ended: bool,
    /// The error that the provider put into the stream.
    pub error: Option<Vec<u8>>,
    /// Events that are not JSON, as received.
    pub unread: Vec<Vec<u8>>,
}

impl StreamDecoder {
    /// Begins to read a stream of that wire.
    #[must_use]
    pub fn new(codec: &dyn Codec) -> Self {
        Self { framing: Framing::default(), fold: codec.fold(), error: None, unread: Vec::new() }
    }

    /// Takes bytes as they arrive, cut anywhere; gives what is new.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Said> {
        let events = self.framing.push(bytes);
        self.take(events)
    }

    /// The end of the stream.
    pub fn finish(mut self) -> (Vec<Said>, Streamed) {
        let events = self.framing.finish();
        let said = self.take(events);
        let Folded { body, unfinished, ended } = self.fold.finish();
        let streamed = Streamed { body: body.emit(), unfinished, ended, error: self.error, unread: self.unread };
        (said, streamed)
    }

    fn take(&mut self, events: Vec<Event>) -> Vec<Said> {
        let mut news = News::default();
        for Event { name, data } in events {
            let wrapped = unwrap(name.as_deref(), &data);
            let data = wrapped.as_deref().unwrap_or(&data);
            if data == b"[DONE]" {
                self.fold.done(&mut news);
            }
            if data == b"[DONE]" || data.is_empty() {
                continue;
            }
            match scan(data) {
                Ok(document) => self.one(name.as_deref(), document.root(), &mut news),
                Err(_) => self.unread.push(data.to_vec()),
            }
        }
        news.said
    }

    fn one(&mut self, name: Option<&str>, data: Value<'_>, news: &mut News) {
        if is_error(name, data) {
            self.error = Some(data.raw().to_vec());
            news.error(data);
        }
        self.fold.event(name, data, news);
    }
}

/// An event that is called one, a body that holds one (Ollama's is a string), or AWS's, whose name or only key says so.
fn is_error(name: Option<&str>, data: Value<'_>) -> bool {
    name.is_some_and(|name| name == "error" || name.ends_with("Exception"))
        || data.members().any(|(key, _)| key.raw().ends_with(b"Exception"))
        || data.fits("type=error,error:o|s,response.error:o|s,:a")
}

/// Bedrock's InvokeModel wraps each event of the model's own wire in base64.
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

    use super::super::codec;
    use super::{Said, StreamDecoder};
    use crate::model::Wire;

    fn said(wire: &Wire, stream: &str) -> (Vec<Said>, Option<String>) {
        let mut decoder = StreamDecoder::new(codec(wire).unwrap());
        let mut said = decoder.push(stream.as_bytes());
        let (rest, streamed) = decoder.finish();
        said.extend(rest);
        (said, streamed.error.map(|error| String::from_utf8(error).unwrap()))
    }

    #[test]
    fn an_error_inside_a_stream_is_told_however_the_wire_says_it() {
        for (wire, stream) in [
            (Wire::ANTHROPIC_MESSAGES, "event: error\ndata: {\"type\":\"error\",\"error\":{\"message\":\"no\"}}\n\n"),
            (Wire::BEDROCK_CONVERSE, "{\"throttlingException\":{\"message\":\"slower\"}}\n"),
            (Wire::BEDROCK_CONVERSE, "event: validationException\ndata: {\"message\":\"no\"}\n\n"),
            (Wire::OLLAMA_CHAT, "{\"error\":\"out of memory\"}\n"),
        ] {
            assert!(matches!(&said(&wire, stream), (said, Some(_)) if matches!(&said[..], [Said::Error(_)])), "{stream}");
        }
        assert_eq!(said(&Wire::OLLAMA_CHAT, "{\"message\":{\"content\":\"\"},\"error\":null,\"done\":true}\n"), (vec![], None));
    }

    #[test]
    fn a_thought_between_tags_is_told_as_one() {
        let line = |content: &str, done: bool| format!("{{\"message\":{{\"content\":\"{content}\"}},\"done\":{done}}}\n");
        let stream = [line("<th", false), line("ink>a", false), line("b</think>c", false), line(" <", true)].concat();
        let (text, thought) = (|text: &str| Said::TextDelta(text.into()), |text: &str| Said::ThinkingDelta(text.into()));
        assert_eq!(said(&Wire::OLLAMA_CHAT, &stream).0, [thought("a"), thought("b"), Said::ThinkingEnd, text("c"), text(" "), text("<")]);
    }
}
