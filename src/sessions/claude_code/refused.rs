//! Refusals that Claude Code shows as messages of the model.

use super::thread::{ExchangeStart, Thread};
use crate::json::Value;
use crate::sessions::record::Record;
use crate::sessions::refusal::Refusal;

/// Reads a refusal that the client shows as a message of the model.
pub fn refused(thread: &mut Thread, line: Value<'_>, message: Value<'_>, start: ExchangeStart, out: &mut Vec<Record>) {
    let content = message.get("content");
    let text = content.and_then(|content| content.text().or_else(|| content.path("0.text").and_then(Value::text)));
    let text = text.map(|text| text.wtf8().into_owned()).unwrap_or_default();
    let kind = line.word("error");
    let stated = line.get("apiErrorStatus").or_else(|| line.path("apiError.status")).and_then(Value::whole);
    let mut refusal = Refusal::of(&text);
    refusal.status = stated.and_then(|status| u16::try_from(status).ok()).or(refusal.status).or_else(|| {
        let known = STATUSES.iter().find(|(known, _)| *known == kind);
        known.map(|(_, status)| *status)
    });
    thread.refuse(refusal, &text, if kind.is_empty() { "api_error" } else { kind }, start, out);
}

/// The client's names for refusals, with their statuses, for words without a status.
const STATUSES: &[(&str, u16)] = &[
    ("invalid_request", 400),
    ("authentication_failed", 401),
    ("billing_error", 402),
    ("rate_limit", 429),
    ("server_error", 500),
    ("overloaded", 529),
];
