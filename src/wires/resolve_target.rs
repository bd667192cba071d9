//! Finds the target of a body: from the caller's values, the address and the body itself.

use super::address::{host_of, model_in_address};
use super::append::input_error;
use super::description::ModelPlace;
use super::detect::{LIKELY, of_body, of_url};
use super::read::owned;
use super::registry::{codec, description};
use crate::error::Error;
use crate::json::{Document, Kind, Value};
use crate::model::{Target, Wire};

/// Reads a caller's target, an object with the members of [`Target`]. A missing host is read from the address. A missing wire is found by the address or the
/// shape of the body.
///
/// # Errors
/// A member of the wrong kind, with its pointer; a wire without a codec; a wire that cannot be found.
pub fn resolve_target(target: Value<'_>, body: Option<&Document<'_>>) -> Result<Target, Error> {
    let mut given: [Option<String>; 8] = Default::default();
    for (member, name) in given.iter_mut().zip(["wire", "host", "model", "account", "credential", "conversation", "era", "url"]) {
        *member = text(target, name)?;
    }
    let [wire, host, model, account, credential, conversation, era, url] = given;
    let wire = match wire {
        Some(name) => Wire::named(name),
        // The shape of a body is checked only if its address is not enough: that is the slowest step.
        None => url
            .as_deref()
            .and_then(of_url)
            .or_else(|| looks(body))
            .ok_or_else(|| input_error("the wire is not clear from the body: name it").in_value("/wire"))?,
    };
    if codec(&wire).is_none() {
        return Err(input_error("there is no codec for that wire").in_value("/wire"));
    }
    let enforced = target.get("enforced").and_then(Value::boolean);
    let mut resolved = Target { host, model, account, credential, conversation, era, enforced, ..Target::new(wire) };
    if resolved.host.is_none() {
        resolved.host = url.as_deref().map(|url| host_of(url).to_ascii_lowercase());
    }
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
    fn what_cannot_be_told_is_an_error_with_its_place() {
        for (target, pointer) in [("{}", "/wire"), (r#"{"wire":"acme"}"#, "/wire"), (r#"{"wire":7}"#, "/wire"), (r#"{"url":[]}"#, "/url")] {
            assert_eq!(resolved(target, "{}").unwrap_err().pointer(), Some(pointer), "{target}");
        }
    }
}
