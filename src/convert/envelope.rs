//! The envelopes of errors: the kinds that vendors have, and how each vendor writes one.

use crate::json::{Writer, decimal};
use crate::wires::ErrorEnvelope;

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

/// An error whose kind is unknown.
pub(super) static FALLBACK: ErrorKind = kind(500, ["api_error", "server_error", "INTERNAL", "InternalServerException"]);

/// The kind that one of some words names.
pub(super) fn by_word(said: &[&[u8]]) -> Option<&'static ErrorKind> {
    KINDS.iter().find(|kind| kind.words.iter().any(|word| said.contains(&word.as_bytes())))
}

/// Writes an error in an envelope: the one place that makes them. `message` and `code` are the insides of JSON strings.
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
