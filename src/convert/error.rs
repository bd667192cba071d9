//! Errors: what one provider refuses, in the envelope of another, so that its client throws its own error.

use super::envelope::{self, ErrorKind, FALLBACK, by_status, write};
use super::{ids, overflow, wires};
use crate::conversation::reader::inside;
use crate::conversation::reply::{ReplyHead, ReplyWriter};
use crate::json::{Document, Kind, Text, Value, decimal, lossy, scan};
use crate::model::Target;
use crate::wires::{ErrorEnvelope, answers_with_list, description, refusal_envelope};

/// An error, converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvertedError {
    /// The body.
    pub body: Vec<u8>,
    /// The status with which the target answers it.
    pub status: u16,
    /// The headers that say what it is, besides those of every answer.
    pub headers: Vec<[&'static str; 2]>,
}

/// The contents of an error, in no vendor's form. The texts are the insides of JSON strings.
pub(super) struct SaidError<'e> {
    kind: &'static ErrorKind,
    pub(super) message: Vec<u8>,
    code: Option<&'e [u8]>,
    /// True if the request is longer than the context of the model.
    pub(super) is_overflow: bool,
}

impl<'e> SaidError<'e> {
    /// Reads the body of an error. `status` is that with which it came, if it is known.
    pub(super) fn read(error: &'e Document<'e>, status: Option<u16>) -> Self {
        // Gemini's chat endpoint answers with a list of one.
        let root = error.root().element(0).unwrap_or(error.root());
        // The last event of a failed stream of Responses has the whole response in it.
        let root = root.get("response").filter(|response| response.get("error").is_some()).unwrap_or(root);
        let message = message_of(root).unwrap_or_else(|| inside(error.source()));
        Self::new(kind_of(root, status), message, root.path("error.code").and_then(Value::text).map(Text::raw))
    }

    fn new(kind: &'static ErrorKind, message: Vec<u8>, code: Option<&'e [u8]>) -> Self {
        let is_overflow = kind.status < 429 && overflow::is_overflow(code, &message);
        // Every vendor answers it with 400, whatever a gateway made of it.
        let (kind, code) = if is_overflow { (by_status(400), Some(overflow::CODE.as_bytes())) } else { (kind, code) };
        Self { kind, message, code, is_overflow }
    }

    /// A refusal of our own.
    pub(super) fn refusal(sentence: &[u8]) -> Self {
        Self { kind: by_status(400), message: sentence.to_vec(), code: None, is_overflow: false }
    }

    /// Its body in an envelope.
    pub(super) fn body(&self, envelope: ErrorEnvelope) -> Vec<u8> {
        if self.is_overflow && envelope == ErrorEnvelope::Anthropic {
            return write(self.kind, &overflow::as_anthropic(&self.message), None, envelope);
        }
        write(self.kind, &self.message, self.code, envelope)
    }

    /// The answer of a target: at the address of the call, if it is known.
    pub(super) fn answer(&self, to: &Target) -> ConvertedError {
        let url = to.url.as_deref().unwrap_or_default();
        let envelope = refusal_envelope(url, &to.wire);
        let body = self.body(envelope);
        let [.., amazon] = self.kind.words;
        // Anthropic's overload has a number of its own.
        let overloaded = envelope == ErrorEnvelope::Anthropic && self.kind.status == 503;
        ConvertedError {
            body: if answers_with_list(url) { [b"[", body.as_slice(), b"]"].concat() } else { body },
            status: if overloaded { 529 } else { self.kind.status },
            headers: if envelope == ErrorEnvelope::AmazonWithHeader { vec![["x-amzn-errortype", amazon]] } else { Vec::new() },
        }
    }
}

/// Converts the body of an error. `status` is that with which it came, if it is known.
#[must_use]
pub fn convert_error(error: &Document<'_>, to: &Target, status: Option<u16>) -> ConvertedError {
    SaidError::read(error, status).answer(to)
}

/// Converts what a provider answered in the place of an answer: the body of an error, or any text, whose first letters are the message. `streamed_at` is the time in seconds, if
/// the client asked for a stream: some vendors say there that a request is too long.
#[must_use]
pub fn convert_failure(received: &[u8], to: &Target, status: u16, streamed_at: Option<i64>) -> ConvertedError {
    let received = received.strip_prefix("\u{feff}".as_bytes()).unwrap_or(received);
    let document = scan(received).ok().filter(|error| matches!(error.root().kind(), Kind::Object | Kind::Array | Kind::Null));
    let said = match &document {
        Some(error) => SaidError::read(error, Some(status)),
        None => {
            let text = lossy(received);
            let beginning: String = text.chars().take(LONGEST_MESSAGE).collect();
            let message = if beginning.is_empty() { ["status ", &decimal(usize::from(status))].concat() } else { beginning };
            SaidError::new(by_status(status), inside(message.as_bytes()), None)
        }
    };
    streamed_at.and_then(|created| overflow_stream(&said, to, created)).unwrap_or_else(|| said.answer(to))
}

/// The stream in which a vendor says that a request is too long, if it says so in a stream.
fn overflow_stream(said: &SaidError<'_>, to: &Target, created: i64) -> Option<ConvertedError> {
    let grammar = wires::format(&to.wire)?.reply?.grammar;
    if !said.is_overflow || grammar.overflow.is_empty() {
        return None;
    }
    let mut writer = ReplyWriter::new(grammar);
    let model = to.model.as_deref().map(|model| inside(model.as_bytes())).unwrap_or_default();
    writer.begin(ReplyHead { id: ids::make_reply(created.unsigned_abs()), model, created });
    writer.overflow(&said.message);
    Some(ConvertedError { body: writer.bytes, status: 200, headers: vec![["content-type", description(&to.wire).http.stream_type]] })
}

/// A text that is not a body of an error has so many letters at most in its message.
const LONGEST_MESSAGE: usize = 1000;

/// Says a sentence of our own as an error of a target.
#[must_use]
pub fn convert_sentence(sentence: &str, to: &Target, status: u16) -> ConvertedError {
    SaidError::new(by_status(status), inside(sentence.as_bytes()), None).answer(to)
}

/// The event by which a stream of any vendor may say that it has failed. `sentence` is the inside of a JSON string.
#[must_use]
pub fn failure_event(sentence: &[u8]) -> Vec<u8> {
    let error = write(by_status(500), sentence, None, ErrorEnvelope::Anthropic);
    [b"\n\nevent: error\ndata: ", error.as_slice(), b"\n\n"].concat()
}

/// The kind: by a code that names one fault, else by the status, else by the words of the body. OpenAI's `invalid_request_error` comes with 401, 404 and 413 too, so its word
/// says less than its status.
fn kind_of(root: Value<'_>, status: Option<u16>) -> &'static ErrorKind {
    let numbers = ["error.code", "error.status", "status", "status_code"].iter().filter_map(|path| root.path(path)?.whole());
    let status = numbers.filter_map(|number| u16::try_from(number).ok()).chain(status).find(|status| (400..600).contains(status));
    by_code(root).or_else(|| status.map(by_status)).or_else(|| by_word(root)).unwrap_or(&FALLBACK)
}

/// Codes that name one fault, and the status of it.
const CODES: &[(&str, u16)] = &[
    ("invalid_api_key", 401),
    // https://cloud.google.com/apis/design/errors: the reason in the details. Google answers it with 400.
    ("API_KEY_INVALID", 401),
    ("insufficient_quota", 402),
    ("model_not_found", 404),
    ("rate_limit_exceeded", 429),
];

fn by_code(root: Value<'_>) -> Option<&'static ErrorKind> {
    let reasons = root.path("error.details").into_iter().flat_map(Value::elements).filter_map(|detail| detail.get("reason"));
    let said: Vec<&[u8]> = root.path("error.code").into_iter().chain(reasons).filter_map(Value::text).map(Text::raw).collect();
    CODES.iter().find(|(code, _)| said.contains(&code.as_bytes())).map(|(_, status)| by_status(*status))
}

fn by_word(root: Value<'_>) -> Option<&'static ErrorKind> {
    let paths = ["error.type", "error.status", "error.code", "type", "code", "__type", "status"];
    let said: Vec<&[u8]> = paths.iter().filter_map(|path| root.path(path)?.text()).map(Text::raw).collect();
    envelope::by_word(&said)
}

/// The sentence, wherever the wire has it.
fn message_of(root: Value<'_>) -> Option<Vec<u8>> {
    let paths = ["error.metadata.raw", "error.message", "message", "Message", "error", "detail", "detail.0.msg"];
    paths.iter().find_map(|path| root.path(path)?.text()).filter(|text| !text.is_empty()).map(|text| text.raw().to_vec())
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::json::scan;
    use crate::model::Wire;

    fn converted(error: &str, to: Wire, status: Option<u16>) -> (String, u16) {
        let error = convert_error(&scan(error.as_bytes()).unwrap(), &Target::new(to), status);
        (String::from_utf8(error.body).unwrap(), error.status)
    }

    #[test]
    fn an_error_is_said_in_the_envelope_of_the_client() {
        let openai = r#"{"error":{"message":"The encrypted content c\u00f6uld not be verified.","type":"invalid_request_error","param":null,"code":"invalid_encrypted_content"}}"#;
        let (text, status) = converted(openai, Wire::ANTHROPIC_MESSAGES, Some(400));
        assert_eq!(
            text,
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"The encrypted content c\u00f6uld not be verified."}}"#
        );
        assert_eq!(status, 400);
        let google = r#"[{"error":{"code":429,"message":"Quota.","status":"RESOURCE_EXHAUSTED"}}]"#;
        assert_eq!(
            converted(google, Wire::OPENAI_CHAT, None).0,
            r#"{"error":{"message":"Quota.","type":"rate_limit_error","param":null,"code":null}}"#
        );
        let anthropic = r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#;
        assert_eq!(
            converted(anthropic, Wire::GEMINI_GENERATE, Some(529)),
            (r#"{"error":{"code":503,"message":"Overloaded","status":"UNAVAILABLE"}}"#.to_owned(), 503)
        );
        assert_eq!(converted(r#"{"message":"slower"}"#, Wire::ANTHROPIC_MESSAGES, Some(503)).1, 529);
        assert_eq!(converted(r#"{"odd":1}"#, Wire::OLLAMA_CHAT, Some(418)).0, r#"{"error":"{\"odd\":1}"}"#);
    }
    #[test]
    fn the_status_and_the_code_outrank_the_word() {
        let said = |code: &str| format!(r#"{{"error":{{"message":"No.","type":"invalid_request_error","param":null,"code":{code}}}}}"#);
        for (status, word) in [(401, "authentication_error"), (404, "not_found_error"), (413, "request_too_large")] {
            let (text, answered) = converted(&said("null"), Wire::ANTHROPIC_MESSAGES, Some(status));
            assert_eq!((text, answered), (format!(r#"{{"type":"error","error":{{"type":"{word}","message":"No."}}}}"#), status));
        }
        let busy = r#"{"error":{"message":"The engine is overloaded","type":"server_error","param":null,"code":null}}"#;
        assert_eq!(converted(busy, Wire::GEMINI_GENERATE, Some(503)).1, 503);
        assert_eq!(converted(busy, Wire::ANTHROPIC_MESSAGES, Some(503)).1, 529);
        assert_eq!(converted(&said(r#""invalid_api_key""#), Wire::GEMINI_GENERATE, None).1, 401);
        assert_eq!(converted(&said(r#""insufficient_quota""#), Wire::ANTHROPIC_MESSAGES, Some(429)).1, 402);
        for (status, answered) in [(408, 504), (409, 400), (422, 400), (424, 400), (502, 500), (529, 503), (504, 504)] {
            assert_eq!(converted("{}", Wire::OPENAI_CHAT, Some(status)).1, answered, "{status}");
        }
        // A number that is not a status is none.
        assert_eq!(converted(r#"{"error":{"code":1113,"message":"Empty"}}"#, Wire::OPENAI_CHAT, Some(429)).1, 429);
        let google = r#"{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"API_KEY_INVALID"}]}}"#;
        let (text, status) = converted(google, Wire::ANTHROPIC_MESSAGES, Some(400));
        assert_eq!((text.contains("authentication_error"), status), (true, 401));
    }

    #[test]
    fn a_request_past_the_context_is_said_as_the_client_knows_it() {
        let anthropic =
            r#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}"#;
        let google = r#"{"error":{"code":400,"message":"The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}"#;
        for error in [anthropic, google, r#"{"message":"Input is too long for requested model."}"#] {
            for wire in [Wire::OPENAI_CHAT, Wire::OPENAI_RESPONSES] {
                let (text, status) = converted(error, wire, Some(400));
                assert!(text.contains(r#""code":"context_length_exceeded""#), "{text}");
                assert_eq!(status, 400);
            }
        }
        let openai = r#"{"error":{"message":"Your input exceeds the context window of this model.","type":"invalid_request_error","param":"input","code":"context_length_exceeded"}}"#;
        let (text, _) = converted(openai, Wire::ANTHROPIC_MESSAGES, Some(400));
        assert!(text.contains(r#""message":"prompt is too long: Your input exceeds"#), "{text}");
        let chat = r#"{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.","type":"invalid_request_error","param":"messages","code":null}}"#;
        assert!(
            converted(chat, Wire::ANTHROPIC_MESSAGES, Some(413))
                .0
                .contains(r#""message":"prompt is too long: 9000 tokens > 8192 maximum (This model's"#)
        );
        assert_eq!(converted(chat, Wire::ANTHROPIC_MESSAGES, Some(413)).1, 400, "a gateway's 413 is not about bytes here");
        assert!(!converted(anthropic, Wire::ANTHROPIC_MESSAGES, Some(400)).0.contains("too long: prompt"));
        let busy = r#"{"error":{"message":"Rate limit for the maximum context length","type":"tokens","code":"rate_limit_exceeded"}}"#;
        assert!(converted(busy, Wire::OPENAI_CHAT, Some(429)).0.contains(r#""code":"rate_limit_exceeded""#));
    }

    #[test]
    fn every_wire_says_an_error_as_its_vendor_answers_it() {
        let anthropic = r#"{"type":"error","error":{"type":"not_found_error","message":"No."}}"#;
        for (wire, body) in [
            (Wire::OPENROUTER_CHAT, r#"{"error":{"message":"No.","code":404}}"#),
            (Wire::MISTRAL_CHAT, r#"{"object":"error","message":"No.","type":"not_found_error","param":null,"code":null}"#),
            (Wire::COHERE_CHAT, r#"{"message":"No."}"#),
            (Wire::BEDROCK_CONVERSE, r#"{"message":"No."}"#),
        ] {
            let error = convert_error(&scan(anthropic.as_bytes()).unwrap(), &Target::new(wire.clone()), None);
            assert_eq!((String::from_utf8(error.body).unwrap(), error.status), (body.to_owned(), 404));
            let headers = if wire == Wire::BEDROCK_CONVERSE { vec![["x-amzn-errortype", "ResourceNotFoundException"]] } else { Vec::new() };
            assert_eq!(error.headers, headers);
        }
        let url = Some("https://generativelanguage.googleapis.com/v1beta/models/m:streamGenerateContent".to_owned());
        let listed = convert_error(&scan(anthropic.as_bytes()).unwrap(), &Target { url, ..Target::new(Wire::GEMINI_GENERATE) }, None);
        assert!(listed.body.starts_with(b"[{\"error\""));
    }

    /// Codex reads the code in `response.failed` only: codex-api/src/sse/responses.rs, `is_context_window_error`.
    #[test]
    fn a_stream_of_responses_says_in_itself_that_a_request_is_too_long() {
        let long = br#"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 9 tokens > 8 maximum"}}"#;
        let answer = |wire: Wire, received: &[u8], streamed_at| convert_failure(received, &Target::new(wire), 400, streamed_at);
        let streamed = answer(Wire::OPENAI_RESPONSES, long, Some(7));
        let text = String::from_utf8(streamed.body).unwrap();
        assert_eq!((streamed.status, streamed.headers), (200, vec![["content-type", "text/event-stream"]]));
        assert!(text.starts_with("event: response.created\n"), "{text}");
        let (_, last) = text.trim_end().rsplit_once("event: ").unwrap();
        let data = scan(last.strip_prefix("response.failed\ndata: ").unwrap().as_bytes()).unwrap();
        for (path, said) in [("type", "response.failed"), ("response.status", "failed"), ("response.error.code", "context_length_exceeded")]
        {
            assert!(data.root().path(path).and_then(Value::text).is_some_and(|text| text == *said), "{path}: {last}");
        }
        assert_eq!(answer(Wire::OPENAI_RESPONSES, long, None).status, 400);
        assert_eq!(answer(Wire::OPENAI_CHAT, long, Some(7)).status, 400);
        assert_eq!(answer(Wire::OPENAI_RESPONSES, br#"{"error":{"message":"No."}}"#, Some(7)).status, 400);
    }

    #[test]
    fn a_failure_that_is_no_error_body_is_told_by_its_first_letters() {
        let converted = |received: &[u8]| {
            let error = convert_failure(received, &Target::new(Wire::OLLAMA_CHAT), 502, None);
            (String::from_utf8(error.body).unwrap(), error.status)
        };
        assert_eq!(converted(b"<html>\"bad\" gateway"), (r#"{"error":"<html>\"bad\" gateway"}"#.to_owned(), 500));
        assert_eq!(converted(b""), (r#"{"error":"status 502"}"#.to_owned(), 500));
        assert_eq!(converted(b"7").0, r#"{"error":"7"}"#, "a number is not an error body");
        assert_eq!(converted(b"\xef\xbb\xbf{\"error\":{\"message\":\"No.\"}}").0, r#"{"error":"No."}"#);
        assert_eq!(converted("\u{1f600}".repeat(2000).as_bytes()).0.chars().count(), 1000 + r#"{"error":""}"#.len());
    }
}
