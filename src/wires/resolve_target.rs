//! Finds the target of a body: from the caller's values, the address and the body itself.

use std::borrow::Cow;

use super::address::{domain_of, has_scheme_alone, model_in_address, path_of};
use super::append::input_error;
use super::description::ModelPlace;
use super::detect::{LIKELY, of_body, of_url};
use super::read::owned;
use super::registry::{codec, description};
use crate::error::{Code, Error};
use crate::json::{Document, Kind, Value};
use crate::model::time::{NoClock, read as read_time};
use crate::model::{Target, Wire};

/// Reads a caller's target, an object with the members of [`Target`]. A host may be given as an address. A missing host is read from the address. A missing wire
/// is found by the address or the shape of the body.
///
/// # Errors
/// A member of the wrong kind, with its pointer; a host without a domain, an address without a host, an era that is not a day; a wire without a codec; a wire
/// that cannot be found.
pub fn resolve_target(target: Value<'_>, body: Option<&Document<'_>>) -> Result<Target, Error> {
    let mut given: [Option<String>; 8] = Default::default();
    for (member, name) in given.iter_mut().zip(["wire", "host", "model", "account", "credential", "conversation", "era", "url"]) {
        *member = text(target, name)?;
    }
    let [wire, host, model, account, credential, conversation, era, url] = given;
    let host = host.as_deref().map(checked_host).transpose()?;
    let host_of_url = url.as_deref().map(checked_url).transpose()?.flatten();
    era.as_deref().map_or(Ok(()), check_era)?;
    let wire = match wire {
        Some(name) => Wire::named(name),
        // The shape of a body is checked only if its address is not enough: that is the slowest step.
        None => url.as_deref().and_then(of_url).or_else(|| looks(body)).ok_or_else(|| input_error(UNKNOWN_WIRE).in_value("/wire"))?,
    };
    if codec(&wire).is_none() {
        return Err(wrong("wire", "the name of a wire, such as openai-responses", wire.as_str()));
    }
    let enforced = target.get("enforced").and_then(Value::boolean);
    let host = host.or(host_of_url);
    let mut resolved = Target { host, model, account, credential, conversation, era, enforced, ..Target::new(wire) };
    // A response on these wires need not name its model either, so only the address has it.
    if resolved.model.is_none() && description(&resolved.wire).model == ModelPlace::Address {
        resolved.model = url.as_deref().and_then(model_in_address);
    }
    resolved.url = url;
    let listed = |name: &str| target.list(name).filter_map(Value::text).map(|text| text.lossy().into_owned()).collect::<Vec<String>>();
    resolved.betas = target.get("betas").is_some_and(|betas| betas.kind() == Kind::Array).then(|| listed("betas"));
    resolved.unrecorded = listed("unrecorded");
    for (name, value) in target.fields("headers") {
        if let Some(value) = value.text() {
            resolved.headers.push((name.lossy().to_ascii_lowercase(), value.lossy().into_owned()));
        }
    }
    Ok(resolved)
}

/// Reads the host that a caller gives.
///
/// # Errors
/// A text without a domain.
pub(crate) fn checked_host(host: &str) -> Result<String, Error> {
    domain_of(host).ok_or_else(|| wrong("host", "a domain, such as api.anthropic.com", host))
}

/// Returns the host of an address. Files of batch jobs have addresses that are only paths, and recorders name their fixtures: these have no host.
fn checked_url(url: &str) -> Result<Option<String>, Error> {
    if url.starts_with('/') && !url.starts_with("//") {
        return Ok(None);
    }
    let host = domain_of(url);
    if host.is_some() || has_scheme_alone(url) {
        return Ok(host);
    }
    let sent = path_of(url).rsplit_once('@').map_or(path_of(url), |(_, public)| public);
    Err(wrong("url", "an address, such as https://api.anthropic.com/v1/messages", sent))
}

/// The days of the tables are compared as texts.
fn check_era(era: &str) -> Result<(), Error> {
    let is_day = era.len() == DAY.len() && era.bytes().filter(|byte| *byte == b'-').count() == 2 && read_time(era, &NoClock).is_ok();
    if is_day { Ok(()) } else { Err(wrong("era", &["a day, such as ", DAY].concat(), era)) }
}

/// The reason if no wire is named, and neither the address nor the body shows it.
const UNKNOWN_WIRE: &str = "Unknown wire: neither the address nor the body shows it. Name it in `wire`.";

const DAY: &str = "2026-04-24";

/// The longest text that an error repeats.
const SHOWN: usize = 100;

fn wrong(member: &str, wanted: &str, got: &str) -> Error {
    let shown: Cow<'_, str> = match got.char_indices().nth(SHOWN) {
        Some((end, _)) => [got.get(..end).unwrap_or_default(), "…"].concat().into(),
        None => got.into(),
    };
    Error::new(Code::Input, ["`", member, "` must be ", wanted, " (got `", &shown, "`)"].concat()).in_value(["/", member].concat())
}

/// Returns the wire that a body looks like, if it is likely enough.
fn looks(body: Option<&Document<'_>>) -> Option<Wire> {
    of_body(body?).filter(|found| found.certainty >= LIKELY).map(|found| found.wire)
}

fn text(target: Value<'_>, name: &str) -> Result<Option<String>, Error> {
    match target.get(name) {
        Some(value) if value.kind() == Kind::String => Ok(owned(target, name)),
        Some(value) if !value.is_null() => Err(input_error("a target's member must be a string").in_value(["/", name].concat())),
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;
    use crate::json::scan;

    fn resolved(target: &str, body: &str) -> Result<Target, Error> {
        resolve_target(scan(target.as_bytes()).unwrap().root(), Some(&scan(body.as_bytes()).unwrap()))
    }

    #[test]
    fn what_is_left_out_is_told_by_the_address_or_the_body() {
        let target =
            resolved(r#"{"url":"https://k:v@API.Groq.com:443/openai/v1/chat/completions?a=/b","betas":["x"],"headers":{"A-b":"c"}}"#, "{}");
        let target = target.unwrap();
        assert_eq!((target.wire, target.host.as_deref()), (Wire::OPENAI_CHAT, Some("api.groq.com:443")));
        assert_eq!((target.betas, target.headers), (Some(vec!["x".to_owned()]), vec![("a-b".to_owned(), "c".to_owned())]));
        let body = r#"{"type":"message","role":"assistant","content":[]}"#;
        let target =
            resolved(r#"{"url":"https://bedrock-runtime.eu-west-1.amazonaws.com/model/eu.anthropic.claude-opus-5-5%3A0/converse"}"#, "{}");
        assert_eq!(target.unwrap().model.as_deref(), Some("eu.anthropic.claude-opus-5-5:0"));
        assert_eq!(resolved("{}", body).unwrap().wire, Wire::ANTHROPIC_MESSAGES);
        assert_eq!(resolved(r#"{"wire":"openai-chat"}"#, body).unwrap().wire, Wire::OPENAI_CHAT);
    }

    #[test]
    fn a_host_that_is_given_as_an_address_is_its_domain() {
        let host = |target: &str| resolved(target, r#"{"messages":[]}"#).map(|target| target.host);
        for given in ["api.mistral.ai", "https://api.mistral.ai", "API.Mistral.ai.", "https://api.mistral.ai/v1"] {
            let target = ["{\"wire\":\"mistral-chat\",\"host\":\"", given, "\"}"].concat();
            assert_eq!(host(&target).unwrap().as_deref(), Some("api.mistral.ai"), "{given}");
        }
        for (url, expected) in [
            ("/v1/chat/completions", None),
            ("fixture:payloads/effort/request.json", None),
            ("api.mistral.ai/v1/chat/completions", Some("api.mistral.ai")),
            ("https://bedrock-runtime.<AWS_REGION>.amazonaws.com/model/a/converse", Some("bedrock-runtime.<aws_region>.amazonaws.com")),
        ] {
            assert_eq!(host(&["{\"url\":\"", url, "\"}"].concat()).unwrap().as_deref(), expected, "{url}");
        }
        for (member, value, sentence) in [
            ("host", "", "`host` must be a domain, such as api.anthropic.com (got ``)"),
            ("host", "a b", "`host` must be a domain, such as api.anthropic.com (got `a b`)"),
            ("url", "not a url", "`url` must be an address, such as https://api.anthropic.com/v1/messages (got `not a url`)"),
            ("url", "https://k:v@x y/z?key=z", "`url` must be an address, such as https://api.anthropic.com/v1/messages (got `x y/z`)"),
            ("url", "https://", "`url` must be an address, such as https://api.anthropic.com/v1/messages (got `https://`)"),
            ("era", "yesterday", "`era` must be a day, such as 2026-04-24 (got `yesterday`)"),
            ("era", "2026-13-45", "`era` must be a day, such as 2026-04-24 (got `2026-13-45`)"),
            ("era", "2026-4-024", "`era` must be a day, such as 2026-04-24 (got `2026-4-024`)"),
            ("wire", "acme", "`wire` must be the name of a wire, such as openai-responses (got `acme`)"),
        ] {
            let target = ["{\"wire\":\"openai-chat\",\"", member, "\":\"", value, "\"}"].concat();
            let error = resolved(&target, "{}").unwrap_err();
            assert_eq!((error.reason(), error.pointer()), (sentence, Some(["/", member].concat().as_str())), "{target}");
        }
    }

    #[test]
    fn what_cannot_be_told_is_an_error_with_its_place() {
        for (target, pointer) in [("{}", "/wire"), (r#"{"wire":"acme"}"#, "/wire"), (r#"{"wire":7}"#, "/wire"), (r#"{"url":[]}"#, "/url")] {
            assert_eq!(resolved(target, "{}").unwrap_err().pointer(), Some(pointer), "{target}");
        }
    }
}
