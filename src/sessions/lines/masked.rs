//! Masks in an exchange that was answered: the recorder wrote them, and the provider saw the handles.

use std::borrow::Cow;

use super::exchange::{LineBody, LineExchange};
use crate::conversation::mask::{is_mask, masks_handles};
use crate::json::{Writer, find_bytes, scan};

/// Adds `handles` to the unrecorded parts of an exchange that was answered although its request has masks.
pub(super) fn note_masks(exchange: &mut LineExchange<'_>, line: &[u8]) {
    let text_of = |body: &LineBody<'_>| match body {
        LineBody::Value(span) => line.get(span.start..span.end).map(<[u8]>::to_vec),
        LineBody::Text { text, .. } => Some(text.to_vec()),
    };
    let Some(request) = exchange.request.as_ref().filter(|_| may_be_answered(exchange)).and_then(text_of) else { return };
    let is_masked = may_have_mask(&request) && scan(&request).is_ok_and(|document| masks_handles(document.root()));
    let is_error = || exchange.response.as_ref().and_then(text_of).is_some_and(|response| is_error(&response));
    if is_masked && !is_error() {
        let listed = exchange.target.iter().rfind(|(name, _)| **name == *b"unrecorded").map(|(_, list)| list.to_vec());
        exchange.target.push((Cow::from(b"unrecorded".as_slice()), Cow::from(with_handles(&listed.unwrap_or_else(|| b"[]".to_vec())))));
    }
}

/// Returns `true` if an exchange has an answer, and no status that refuses the request.
fn may_be_answered(exchange: &LineExchange<'_>) -> bool {
    let status = exchange.status.as_deref();
    let is_fine = status.is_none_or(|status| status.strip_prefix(b"\"").unwrap_or(status).starts_with(b"2"));
    is_fine && (status.is_some() || exchange.response.is_some() || exchange.stream.is_some())
}

/// Returns `true` if the text of a member with a handle looks like a mask. Most requests have none, and are not read a second time.
fn may_have_mask(text: &[u8]) -> bool {
    MEMBERS.iter().any(|name| {
        let mut rest = text;
        while let Some(at) = find_bytes(rest, name) {
            rest = rest.get(at + name.len()..).unwrap_or_default();
            let value =
                rest.trim_ascii_start().strip_prefix(b":").map(<[u8]>::trim_ascii_start).and_then(|value| value.strip_prefix(b"\""));
            let value = value.and_then(|value| value.split(|byte| *byte == b'"').next());
            if value.is_some_and(is_mask) {
                return true;
            }
        }
        false
    })
}

/// The ends of the names of members with handles.
const MEMBERS: [&[u8]; 5] = [b"ignature\"", b"encrypted_content\"", b"data\"", b"redactedContent\"", b"reasoning_opaque\""];

fn is_error(response: &[u8]) -> bool {
    scan(response).is_ok_and(|document| document.root().fits("type=error,error !error=null"))
}

/// Writes a list of parts with the handles.
fn with_handles(list: &[u8]) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'[');
    if let Ok(document) = scan(list) {
        document.root().elements().for_each(|part| out.raw(part.raw()));
    }
    out.text("handles");
    out.close(b']');
    out.finish()
}
