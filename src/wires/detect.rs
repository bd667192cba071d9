//! Finds the wire of a body: by its address, which is certain, or by its shape, with a degree of certainty.
//!
//! Sibling wires share most of their bodies: a chat request without reasoning looks the same for a dozen hosts. Then the answer is the plainest wire, with a
//! low certainty. Never confidently wrong.

use super::address::host_of;
use super::codec::{Recognition, Side};
use super::description::Purpose;
use super::hosts::host_row;
use super::issuer::variant;
use super::registry::CODECS;
use crate::conversation::framing::Framing;
use crate::json::{Document, Value, scan};
use crate::model::Wire;

/// The certainty from which a body counts as recognised.
pub(super) const LIKELY: u8 = 50;

/// A body, recognised among all wires.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detection {
    /// The wire.
    pub wire: Wire,
    /// The side of the exchange.
    pub side: Side,
    /// From 1, a guess, to 100, beyond doubt.
    pub certainty: u8,
    /// The host's variant of the wire, if the address names a known host.
    pub dialect: Option<&'static str>,
}

/// Finds the wire of a body, with the help of its address if known. Returns `None` if no wire matches.
#[must_use]
pub fn detect(body: &[u8], url: Option<&str>) -> Option<Detection> {
    let seen = match scan(body) {
        Ok(document) => of_body(&document),
        Err(_) => of_stream(body),
    };
    with_address(seen, url)
}

/// Finds the wire of a scanned body, which is not a stream.
#[must_use]
pub fn detect_value(body: Value<'_>, url: Option<&str>) -> Option<Detection> {
    with_address(of_value(body), url)
}

/// Combines the address with the shape of the body.
fn with_address(seen: Option<Detection>, url: Option<&str>) -> Option<Detection> {
    let dialect = url.map(host_of).and_then(variant);
    match (url.and_then(of_url), seen) {
        (Some(wire), Some(seen)) => Some(Detection { wire, certainty: 100, dialect, ..seen }),
        // An error does not match any wire, and is always a response.
        (Some(wire), None) => Some(Detection { wire, side: Side::Response, certainty: LIKELY, dialect }),
        (None, seen) => seen,
    }
}

pub(super) fn of_body(document: &Document<'_>) -> Option<Detection> {
    of_value(document.root())
}

fn of_value(body: Value<'_>) -> Option<Detection> {
    let recognitions = CODECS.iter().filter_map(|codec| Some((codec.wire(), codec.recognise(body)?)));
    // The first of equals counts: the table has the most specific wires first.
    let best = recognitions.reduce(|best, next| if next.1.certainty > best.1.certainty { next } else { best });
    best.map(|(wire, Recognition { side, certainty })| Detection { wire, side, certainty, dialect: None })
}

/// Finds the wire of a stream by its first recognised event.
fn of_stream(bytes: &[u8]) -> Option<Detection> {
    let mut framing = Framing::default();
    let mut found = None;
    let mut each = |name: Option<&str>, data: &[u8]| {
        if found.is_none()
            && let Ok(document) = scan(data)
        {
            found = of_event(name, document.root());
        }
    };
    framing.push(bytes.get(..bytes.len().min(64 << 10)).unwrap_or(bytes), &mut each);
    framing.finish(&mut each);
    found.map(|(wire, certainty)| Detection { wire, side: Side::Stream, certainty, dialect: None })
}

fn of_event(name: Option<&str>, data: Value<'_>) -> Option<(Wire, u8)> {
    let fits = |query: &str| match query.strip_prefix('@') {
        Some(event) => name == Some(event) || data.get(event).is_some(),
        None => data.fits(query),
    };
    CODECS.iter().find_map(|codec| {
        let (_, certainty) = codec.description().events.iter().find(|(query, _)| fits(query))?;
        Some((codec.wire(), *certainty))
    })
}

/// Returns the wire of an address.
pub(super) fn of_url(url: &str) -> Option<Wire> {
    of_address(url).map(|(wire, _)| wire)
}

/// Returns the purpose of an address, or `None` if it belongs to no wire.
#[must_use]
pub fn purpose(url: &str) -> Option<Purpose> {
    of_address(url).map(|(_, purpose)| purpose)
}

fn of_address(url: &str) -> Option<(Wire, Purpose)> {
    let address = url.split(['?', '#']).next().unwrap_or(url).to_ascii_lowercase();
    let address = address.strip_suffix('/').unwrap_or(&address);
    let row = host_row(host_of(address));
    CODECS.iter().find_map(|codec| {
        let description = codec.description();
        let generates = description.addresses.iter().any(|end| address.ends_with(end)).then_some(Purpose::Generate);
        let beside = || description.side_addresses.iter().find(|(end, _)| address.ends_with(end)).map(|(_, purpose)| *purpose);
        let is_spoken = !description.only_at_named_hosts || row.is_some_and(|row| row.speaks(&description.wire));
        Some((codec.wire(), generates.or_else(beside).filter(|_| is_spoken)?))
    })
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn an_address_says_the_wire() {
        for (url, wire) in [
            ("https://api.anthropic.com/v1/messages?beta=true", Wire::ANTHROPIC_MESSAGES),
            (
                "https://us-east5-aiplatform.googleapis.com/v1/projects/p/publishers/anthropic/models/claude:streamRawPredict",
                Wire::ANTHROPIC_MESSAGES,
            ),
            ("https://bedrock-runtime.us-east-1.amazonaws.com/model/m/converse-stream", Wire::BEDROCK_CONVERSE),
            ("https://r.openai.azure.com/openai/v1/responses/", Wire::OPENAI_RESPONSES),
            ("https://generativelanguage.googleapis.com/v1beta/models/gemini:streamGenerateContent?alt=sse", Wire::GEMINI_GENERATE),
            ("https://generativelanguage.googleapis.com/v1beta/interactions", Wire::GEMINI_INTERACTIONS),
            ("https://openrouter.ai/api/v1/chat/completions", Wire::OPENROUTER_CHAT),
            ("https://api.mistral.ai/v1/chat/completions", Wire::MISTRAL_CHAT),
            ("https://api.cohere.com/v2/chat", Wire::COHERE_CHAT),
            ("http://localhost:11434/api/chat", Wire::OLLAMA_CHAT),
            ("http://localhost:11434/v1/chat/completions", Wire::OPENAI_CHAT),
        ] {
            assert_eq!(of_url(url), Some(wire), "{url}");
        }
        assert_eq!(of_url("https://example.com/"), None);
    }

    #[test]
    fn an_address_that_counts_or_compacts_generates_nothing() {
        for (url, wanted) in [
            ("https://api.anthropic.com/v1/messages?beta=true", Some(Purpose::Generate)),
            ("https://api.anthropic.com/v1/messages/count_tokens?beta=true", Some(Purpose::Count)),
            ("https://generativelanguage.googleapis.com/v1beta/models/gemini:countTokens", Some(Purpose::Count)),
            ("https://generativelanguage.googleapis.com/v1beta/models/gemini:streamGenerateContent?alt=sse", Some(Purpose::Generate)),
            ("https://api.openai.com/v1/responses/input_tokens", Some(Purpose::Count)),
            ("https://api.openai.com/v1/responses/compact/", Some(Purpose::Compact)),
            ("https://openrouter.ai/api/v1/chat/completions", Some(Purpose::Generate)),
            ("https://api.openai.com/v1/embeddings", None),
        ] {
            assert_eq!(purpose(url), wanted, "{url}");
        }
    }

    #[test]
    fn what_looks_like_nothing_is_nothing() {
        for body in ["", "{}", "[]", "null", "{\"a\":1}", "data: {}\n\n", "<html>", "{\"error\":{\"message\":\"no\"}}"] {
            assert_eq!(detect(body.as_bytes(), None), None, "{body}");
        }
    }

    #[test]
    fn a_stream_is_known_by_its_first_telling_event() {
        let stream =
            b"event: ping\ndata: {\"type\":\"ping\"}\n\nevent: message_start\ndata: {\"type\":\"message_start\",\"message\":{}}\n\n";
        let found = detect(stream, None).unwrap();
        assert_eq!((found.wire, found.side), (Wire::ANTHROPIC_MESSAGES, Side::Stream));
    }
}
