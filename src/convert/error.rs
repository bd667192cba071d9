//! Errors: what one provider refuses, in the envelope of another, so that its client throws its own error.

use crate::conversation::reader::inside;
use crate::json::{Document, Kind, Text, Value, Writer, decimal, find_bytes, lossy, scan};
use crate::model::Target;
use crate::wires::{ErrorEnvelope, description};

/// An error, converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvertedError {
    /// The body.
    pub body: Vec<u8>,
    /// The status with which the target answers it.
    pub status: u16,
}

/// A kind of error: the status, and the words of Anthropic, OpenAI, Google and AWS for it.
pub(super) struct ErrorKind {
    pub(super) status: u16,
    pub(super) words: [&'static str; 4],
}

const KINDS: &[ErrorKind] = &[
    kind(400, ["invalid_request_error", "invalid_request_error", "INVALID_ARGUMENT", "ValidationException"]),
    kind(401, ["authentication_error", "authentication_error", "UNAUTHENTICATED", "UnrecognizedClientException"]),
    kind(402, ["billing_error", "insufficient_quota", "FAILED_PRECONDITION", "ServiceQuotaExceededException"]),
    kind(403, ["permission_error", "permission_error", "PERMISSION_DENIED", "AccessDeniedException"]),
    kind(404, ["not_found_error", "not_found_error", "NOT_FOUND", "ResourceNotFoundException"]),
    kind(413, ["request_too_large", "request_too_large", "OUT_OF_RANGE", "RequestEntityTooLargeException"]),
    kind(429, ["rate_limit_error", "rate_limit_error", "RESOURCE_EXHAUSTED", "ThrottlingException"]),
    kind(500, ["api_error", "server_error", "INTERNAL", "InternalServerException"]),
    kind(503, ["overloaded_error", "service_unavailable_error", "UNAVAILABLE", "ServiceUnavailableException"]),
    kind(504, ["timeout_error", "timeout", "DEADLINE_EXCEEDED", "ModelTimeoutException"]),
];

const fn kind(status: u16, words: [&'static str; 4]) -> ErrorKind {
    ErrorKind { status, words }
}

/// Converts the body of an error. `status` is that with which it came, if it is known.
#[must_use]
pub fn convert_error(error: &Document<'_>, to: &Target, status: Option<u16>) -> ConvertedError {
    // Gemini's chat endpoint answers with a list of one.
    let root = error.root().element(0).unwrap_or(error.root());
    let message = message_of(root).unwrap_or_else(|| inside(error.source()));
    let code = root.path("error.code").and_then(Value::text).map(Text::raw);
    wrapped(kind_of(root, status), message, code, to)
}

/// An error in the envelope of a target. `message` and `code` are the insides of JSON strings.
fn wrapped(kind: &ErrorKind, mut message: Vec<u8>, mut code: Option<&[u8]>, to: &Target) -> ConvertedError {
    let envelope = description(&to.wire).behaviour.errors;
    if kind.status < 429 && exceeds_context(code, &message) {
        code = Some(CONTEXT_CODE.as_bytes());
        if envelope == ErrorEnvelope::Anthropic && find_bytes(&message.to_ascii_lowercase(), CONTEXT_WORDS.as_bytes()).is_none() {
            message = [CONTEXT_WORDS.as_bytes(), b": ", &message].concat();
        }
    }
    // Anthropic's overload has a number of its own.
    let overloaded = envelope == ErrorEnvelope::Anthropic && kind.status == 503;
    ConvertedError { body: write(kind, &message, code, envelope), status: if overloaded { 529 } else { kind.status } }
}

/// Converts what a provider answered in the place of an answer: the body of an error, or any text, whose first letters are the message.
#[must_use]
pub fn convert_failure(received: &[u8], to: &Target, status: u16) -> ConvertedError {
    let received = received.strip_prefix("\u{feff}".as_bytes()).unwrap_or(received);
    if let Ok(error) = scan(received)
        && matches!(error.root().kind(), Kind::Object | Kind::Array | Kind::Null)
    {
        return convert_error(&error, to, Some(status));
    }
    let text = lossy(received);
    let beginning: String = text.chars().take(LONGEST_MESSAGE).collect();
    let message = if beginning.is_empty() { ["status ", &decimal(usize::from(status))].concat() } else { beginning };
    convert_sentence(&message, to, status)
}

/// A text that is no body of an error has so many letters at most in its message.
const LONGEST_MESSAGE: usize = 1000;

/// Says a sentence of our own as an error of a target.
#[must_use]
pub fn convert_sentence(sentence: &str, to: &Target, status: u16) -> ConvertedError {
    wrapped(by_status(status), inside(sentence.as_bytes()), None, to)
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

/// The kind of a status. One that is not in the table is of the plainest kind of its class.
pub(super) fn by_status(status: u16) -> &'static ErrorKind {
    let listed = match status {
        408 => 504,
        // Anthropic's number for an overload.
        529 => 503,
        status if KINDS.iter().any(|kind| kind.status == status) => status,
        400..500 => 400,
        _ => 500,
    };
    KINDS.iter().find(|kind| kind.status == listed).unwrap_or(&FALLBACK)
}

fn by_word(root: Value<'_>) -> Option<&'static ErrorKind> {
    let paths = ["error.type", "error.status", "error.code", "type", "code", "__type", "status"];
    let said: Vec<&[u8]> = paths.iter().filter_map(|path| root.path(path)?.text()).map(Text::raw).collect();
    KINDS.iter().find(|kind| kind.words.iter().any(|word| said.contains(&word.as_bytes())))
}

/// OpenAI's code for a request that is longer than the context of the model.
const CONTEXT_CODE: &str = "context_length_exceeded";
/// What Anthropic's message begins with then. Its clients compact the conversation when they read it.
const CONTEXT_WORDS: &str = "prompt is too long";
/// What vendors write then, in small letters: OpenAI, Anthropic, Google, Amazon.
const CONTEXT: &[&str] =
    &["maximum context length", CONTEXT_WORDS, "exceeds the maximum number of tokens", "input is too long for requested model"];

/// Returns `true` if the request is longer than the context of the model.
fn exceeds_context(code: Option<&[u8]>, message: &[u8]) -> bool {
    let said = message.to_ascii_lowercase();
    code == Some(CONTEXT_CODE.as_bytes()) || CONTEXT.iter().any(|words| find_bytes(&said, words.as_bytes()).is_some())
}

/// An error of which nothing says what it is.
static FALLBACK: ErrorKind = kind(500, ["api_error", "server_error", "INTERNAL", "InternalServerException"]);

/// The sentence, wherever the wire has it.
fn message_of(root: Value<'_>) -> Option<Vec<u8>> {
    let paths = ["error.metadata.raw", "error.message", "message", "Message", "error", "detail", "detail.0.msg"];
    paths.iter().find_map(|path| root.path(path)?.text()).filter(|text| !text.is_empty()).map(|text| text.raw().to_vec())
}

/// Writes an error in an envelope: the one place that knows how each is made. `message` and `code` are the insides of JSON strings.
pub(super) fn write(kind: &ErrorKind, message: &[u8], code: Option<&[u8]>, envelope: ErrorEnvelope) -> Vec<u8> {
    let [anthropic, openai, google, aws] = kind.words;
    let mut out = Writer::default();
    out.open(b'{');
    let said = |out: &mut Writer| {
        out.name("message");
        out.written(message);
    };
    match envelope {
        ErrorEnvelope::Anthropic => {
            out.member("type", "error");
            out.name("error");
            out.open(b'{');
            out.member("type", anthropic);
            said(&mut out);
            out.close(b'}');
        }
        ErrorEnvelope::Google => {
            out.name("error");
            out.open(b'{');
            out.name("code");
            out.raw(decimal(usize::from(kind.status)).as_bytes());
            said(&mut out);
            out.member("status", google);
            out.close(b'}');
        }
        ErrorEnvelope::Amazon => {
            out.member("__type", aws);
            said(&mut out);
        }
        ErrorEnvelope::Message | ErrorEnvelope::AmazonWithHeader => said(&mut out),
        ErrorEnvelope::Text => {
            out.name("error");
            out.written(message);
        }
        ErrorEnvelope::OpenRouter => {
            out.name("error");
            out.open(b'{');
            said(&mut out);
            out.name("code");
            out.number(usize::from(kind.status));
            out.close(b'}');
        }
        ErrorEnvelope::Mistral => {
            out.member("object", "error");
            said(&mut out);
            write_openai_members(openai, code, &mut out);
        }
        ErrorEnvelope::OpenAi => {
            out.name("error");
            out.open(b'{');
            said(&mut out);
            write_openai_members(openai, code, &mut out);
            out.close(b'}');
        }
    }
    out.close(b'}');
    out.finish()
}

/// The members that OpenAI writes after the message.
fn write_openai_members(kind: &str, code: Option<&[u8]>, out: &mut Writer) {
    out.member("type", kind);
    out.name("param");
    out.raw(b"null");
    out.name("code");
    match code {
        Some(code) => out.written(code),
        None => out.raw(b"null"),
    }
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
        // A number that is no status is none.
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
        assert!(!converted(anthropic, Wire::ANTHROPIC_MESSAGES, Some(400)).0.contains("too long: prompt"));
        let busy = r#"{"error":{"message":"Rate limit for the maximum context length","type":"tokens","code":"rate_limit_exceeded"}}"#;
        assert!(converted(busy, Wire::OPENAI_CHAT, Some(429)).0.contains(r#""code":"rate_limit_exceeded""#));
    }

    #[test]
    fn a_failure_that_is_no_error_body_is_told_by_its_first_letters() {
        let told = |received: &[u8]| {
            let error = convert_failure(received, &Target::new(Wire::OLLAMA_CHAT), 502);
            (String::from_utf8(error.body).unwrap(), error.status)
        };
        assert_eq!(told(b"<html>\"bad\" gateway"), (r#"{"error":"<html>\"bad\" gateway"}"#.to_owned(), 500));
        assert_eq!(told(b""), (r#"{"error":"status 502"}"#.to_owned(), 500));
        assert_eq!(told(b"7").0, r#"{"error":"7"}"#, "a number is no error body");
        assert_eq!(told(b"\xef\xbb\xbf{\"error\":{\"message\":\"No.\"}}").0, r#"{"error":"No."}"#);
        assert_eq!(told("\u{1f600}".repeat(2000).as_bytes()).0.chars().count(), 1000 + r#"{"error":""}"#.len());
    }
}
