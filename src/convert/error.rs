//! Errors: what one provider refuses, in the envelope of another, so that its client throws its own error.

use super::reader::inside;
use crate::json::{Document, Text, Value, Writer, decimal};
use crate::model::{Target, Wire};

/// An error, converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvertedError {
    /// The body.
    pub body: Vec<u8>,
    /// The status with which the target answers it.
    pub status: u16,
}

/// A kind of error: the status, and the words of Anthropic, OpenAI, Google and AWS for it.
struct ErrorKind {
    status: u16,
    words: [&'static str; 4],
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
    let found = kind_of(root, status);
    let message = message_of(root).unwrap_or_else(|| inside(error.source()));
    let code = root.path("error.code").and_then(Value::text).map(Text::raw);
    // Anthropic's overload has a number of its own.
    let overloaded = to.wire == Wire::ANTHROPIC_MESSAGES && found.status == 503;
    ConvertedError { body: write(found, &message, code, &to.wire), status: if overloaded { 529 } else { found.status } }
}

/// The kind by the words of the body, or else by the status.
fn kind_of(root: Value<'_>, status: Option<u16>) -> &'static ErrorKind {
    let paths = ["error.type", "error.status", "error.code", "type", "code", "__type", "status"];
    let said: Vec<&[u8]> = paths.iter().filter_map(|path| root.path(path)?.text()).map(Text::raw).collect();
    let numbers = ["error.code", "error.status", "status", "status_code"].iter().filter_map(|path| root.path(path)?.whole());
    let status = numbers.filter_map(|number| u16::try_from(number).ok()).chain(status).next();
    let by_word = KINDS.iter().find(|kind| kind.words.iter().any(|word| said.contains(&word.as_bytes())));
    let by_status = || status.and_then(|status| KINDS.iter().rev().find(|kind| kind.status <= status));
    by_word.or_else(by_status).unwrap_or(&FALLBACK)
}

/// An error of which nothing says what it is.
static FALLBACK: ErrorKind = kind(500, ["api_error", "server_error", "INTERNAL", "InternalServerException"]);

/// The sentence, wherever the wire has it.
fn message_of(root: Value<'_>) -> Option<Vec<u8>> {
    let paths = ["error.metadata.raw", "error.message", "message", "Message", "error", "detail", "detail.0.msg"];
    paths.iter().find_map(|path| root.path(path)?.text()).filter(|text| !text.is_empty()).map(|text| text.raw().to_vec())
}

fn write(kind: &ErrorKind, message: &[u8], code: Option<&[u8]>, wire: &Wire) -> Vec<u8> {
    let [anthropic, openai, google, aws] = kind.words;
    let mut out = Writer::default();
    out.open(b'{');
    let said = |out: &mut Writer| {
        out.name("message");
        out.written(message);
    };
    match wire.as_str() {
        "anthropic-messages" => {
            out.member("type", "error");
            out.name("error");
            out.open(b'{');
            out.member("type", anthropic);
            said(&mut out);
            out.close(b'}');
        }
        "gemini-generate" | "gemini-interactions" => {
            out.name("error");
            out.open(b'{');
            out.name("code");
            out.raw(decimal(usize::from(kind.status)).as_bytes());
            said(&mut out);
            out.member("status", google);
            out.close(b'}');
        }
        "bedrock-converse" => {
            out.member("__type", aws);
            said(&mut out);
        }
        "cohere-chat" => said(&mut out),
        "ollama-chat" => {
            out.name("error");
            out.written(message);
        }
        _ => {
            out.name("error");
            out.open(b'{');
            said(&mut out);
            out.member("type", openai);
            out.name("param");
            out.raw(b"null");
            out.name("code");
            match code {
                Some(code) => out.written(code),
                None => out.raw(b"null"),
            }
            out.close(b'}');
        }
    }
    out.close(b'}');
    out.finish()
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::json::scan;

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
}
