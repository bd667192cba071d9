//! Payloads: the data that ADK keeps of its issuer's block.
//!
//! | payload | written by |
//! |---|---|
//! | `{wire, block, host, pointer, provenance, self, next, previous}` | this crate; `block` is the exact text |
//! | the first without `block`, with an `attachment` of type `tag` | this crate, for a text between tags: it has an issuer and no block |
//! | a block, as an object or as its text | adapters |
//! | `{variant, …}` with the members of a block | ADK's adapter for Messages |
//! | `{variant, item, pairedItemId}` | ADK's adapter for Responses; the item comes before the one with that id |
//! | a signature or an encrypted content, beside the readable content | adapters |
//!
//! For all but the first, the tag of the thought names the wire.

use super::tag::wire_of_tag;
use crate::formats::block_shapes::native_block;
use crate::json::{Kind, Text, Value, Writer, quote, scan};
use crate::model::{NativeThought, Neighbours, Target, Wire};

/// Reads the native thought of a payload. `None` if the payload is not a block of a known wire.
#[must_use]
pub fn read_payload(payload: Value<'_>, tag: &str, content: &str) -> Option<NativeThought> {
    if payload.fits("wire:s block:s") {
        return read_own(payload);
    }
    let issuer = Target::new(wire_of_tag(tag)?);
    let paired = payload.get("pairedItemId").and_then(Value::text);
    let neighbours = paired.map(|id| Neighbours { next: vec![["item ", &*id.lossy()].concat()], ..Neighbours::default() });
    let block = block_of(payload, &issuer, content)?;
    Some(NativeThought { issuer, block, pointer: None, response: None, is_complete: true, neighbours })
}

/// Reads the issuer of a thought that is a text between tags. `None` for any other payload.
#[must_use]
pub fn read_tagged(payload: Value<'_>) -> Option<Target> {
    let wire = Wire::named(payload.word("wire"));
    let is_tagged = wire.is_known() && payload.fits("attachment.type=tag !block");
    let string = |path: &str| payload.path(path).and_then(Value::text).map(|text| text.lossy().into_owned());
    let of = |name: &str| string(&["provenance.", name].concat());
    is_tagged.then(|| Target { host: string("host"), model: of("model"), account: of("account"), ..Target::new(wire) })
}

/// Reads a payload of this crate. A store may hold anything, so members of another kind are left out. If the wire is not a wire or the host is not a name, it
/// is not a payload of this crate.
fn read_own(payload: Value<'_>) -> Option<NativeThought> {
    let wire = Wire::named(payload.word("wire"));
    let is_ours = wire.is_known() && payload.get("host").is_none_or(|host| host.text().is_some());
    let string = |holder: Value<'_>, name: &str| holder.get(name).and_then(Value::text).map(|text| text.lossy().into_owned());
    let provenance = payload.get("provenance").filter(|provenance| {
        let is_text = |name: &str| provenance.get(name).is_none_or(|value| value.text().is_some());
        provenance.kind() == Kind::Object && ["model", "account", "response"].into_iter().all(is_text)
    });
    let recorded = |name: &str| provenance.and_then(|provenance| string(provenance, name));
    let block = payload.get("block")?.text()?.wtf8().into_owned();
    let issuer = Target { host: string(payload, "host"), model: recorded("model"), account: recorded("account"), ..Target::new(wire) };
    is_ours.then(|| NativeThought {
        issuer,
        block,
        pointer: string(payload, "pointer"),
        response: recorded("response"),
        is_complete: provenance.and_then(|provenance| provenance.get("complete")?.boolean()).unwrap_or(true),
        // The payload of a decoded thought has its position, even without neighbours.
        neighbours: payload.fits("self,next,previous,provenance.position").then(|| Neighbours {
            carrier: names(payload, "self"),
            next: names(payload, "next"),
            previous: names(payload, "previous"),
        }),
    })
}

fn names(payload: Value<'_>, member: &str) -> Vec<String> {
    let Some(list) = payload.get(member).filter(|list| list.kind() == Kind::Array) else { return Vec::new() };
    let names: Option<Vec<String>> = list.elements().map(|name| Some(name.text()?.lossy().into_owned())).collect();
    names.unwrap_or_default()
}

/// Returns the block of a payload from another writer.
fn block_of(payload: Value<'_>, issuer: &Target, content: &str) -> Option<Vec<u8>> {
    if let Some(text) = payload.text() {
        return block_of_text(text, payload, issuer, content);
    }
    if let Some(item) = payload.get("item").filter(|item| item.kind() == Kind::Object) {
        return Some(item.raw().to_vec());
    }
    let variant = payload.get("variant").filter(|variant| variant.text().is_some() && payload.get("type").is_none());
    if variant.is_some() || payload.fits("type,reasoningContent,thoughtSignature,thought") {
        return Some(without_notes(payload, variant));
    }
    let handle = ["signature", "thought_signature", "encrypted_content", "data"].iter().find_map(|name| payload.get(name))?;
    handle.text()?;
    block_around(handle, issuer, content)
}

/// Reads a string: the text of a block, or only the handle.
fn block_of_text(text: Text<'_>, payload: Value<'_>, issuer: &Target, content: &str) -> Option<Vec<u8>> {
    let inner = text.wtf8();
    match scan(&inner) {
        Ok(document) if document.root().kind() == Kind::Object => Some(inner.into_owned()),
        _ if inner.is_empty() => None,
        _ => block_around(payload, issuer, content),
    }
}

fn block_around(handle: Value<'_>, issuer: &Target, content: &str) -> Option<Vec<u8>> {
    let text = (!content.is_empty()).then(|| quote(content).into_bytes());
    native_block(issuer, text.as_deref(), Some(handle.raw()))
}

/// Returns the block without the adapter's notes on it.
fn without_notes(payload: Value<'_>, variant: Option<Value<'_>>) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    if let Some(variant) = variant {
        out.name("type");
        out.raw(variant.raw());
    }
    for (name, value) in payload.members() {
        if !matches!(name.raw(), b"variant" | b"prefixFingerprint" | b"pairedItemId") {
            out.written_name(name.raw());
            out.raw(value.raw());
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

    fn block(payload: &str, tag: &str, content: &str) -> Option<String> {
        let document = scan(payload.as_bytes()).unwrap();
        read_payload(document.root(), tag, content).map(|native| String::from_utf8(native.block).unwrap())
    }

    #[test]
    fn every_form_that_adapters_store_is_a_block() {
        const CLAUDE: &str = "anthropic-messages-thinking-v1";
        let thinking = r#"{"type":"thinking","thinking":"Hm.","signature":"Eq=="}"#;
        for payload in [
            r#"{"variant":"thinking","thinking":"Hm.","signature":"Eq==","prefixFingerprint":"0"}"#,
            thinking,
            r#""{\"type\":\"thinking\",\"thinking\":\"Hm.\",\"signature\":\"Eq==\"}""#,
            r#""Eq==""#,
            r#"{"signature":"Eq=="}"#,
        ] {
            assert_eq!(block(payload, CLAUDE, "Hm.").as_deref(), Some(thinking), "{payload}");
        }
        assert_eq!(
            block(r#"{"variant":"redacted_thinking","data":"R"}"#, CLAUDE, "").unwrap(),
            r#"{"type":"redacted_thinking","data":"R"}"#
        );
        assert_eq!(
            block(r#""gAAA""#, "openai-responses-reasoning-item-v1", "So.").unwrap(),
            r#"{"type":"reasoning","summary":[{"type":"summary_text","text":"So."}],"encrypted_content":"gAAA"}"#
        );
        for none in ["7", "[]", "{}", r#"{"seal":"x"}"#, r#"{"signature":7}"#, r#""""#, r#"{"wire":"acme","block":"{}"}"#] {
            assert_eq!(block(none, CLAUDE, ""), None, "{none}");
        }
        assert_eq!(block(thinking, "mine-v1", ""), None);
    }

    #[test]
    fn a_paired_item_is_the_next_neighbour() {
        let payload = br#"{"variant":"responses-reasoning","item":{"type":"reasoning","id":"rs_1","summary":[]},"pairedItemId":"fc_1"}"#;
        let document = scan(payload).unwrap();
        let native = read_payload(document.root(), "openai-responses-reasoning-item-v1", "").unwrap();
        assert_eq!(native.neighbours.unwrap().next, ["item fc_1"]);
        assert_eq!(native.block, br#"{"type":"reasoning","id":"rs_1","summary":[]}"#);
    }
}
