//! The visible side of stored thoughts: their views, and the typed items of clark.

use std::collections::BTreeSet;

use super::records::json_of;
use super::thoughts::kept_thoughts;
use crate::convert::KeptThought;
use crate::error::Error;
use crate::formats::clark::{is_detail, is_echo, message_of, plain_item, typed_item};
use crate::json::{Document, Text, Value, Writer, scan};
use crate::model::{NativeThought, Part, ThinkingKind};
use crate::wires::read_block;

/// Writes the view of a stored thought, as JSON. Returns nothing if its payload is not a thought of a known wire.
///
/// # Errors
/// A thought that is not JSON.
pub fn view_thought(thought: &[u8]) -> Result<Option<Vec<u8>>, Error> {
    let document = scan(thought)?;
    let list = [b"[", thought, b"]"].concat();
    let list = scan(&list)?;
    let Some(kept) = kept_thoughts(list.root()).pop() else { return Ok(None) };
    let payload = document.root().get("payload");
    Ok(match &kept.native {
        Some(native) => read_block(native, |part, source| write_view(native, payload, part, source)),
        None if kept.tagged.is_some() => payload.map(write_tagged_view),
        None => payload.filter(|payload| is_letta_record(*payload)).map(write_letta_view),
    })
}

/// A payload that earlier versions wrote for a thought of Letta: the record says what it was, and its vendor is unknown.
fn is_letta_record(payload: Value<'_>) -> bool {
    payload.fits("wire=letta kind=text|summary|encrypted|redacted|omitted|unknown handles:a pointer:s")
        && payload.list("handles").all(|handle| handle.text().is_some())
}

/// The view of a text between tags. It has no native form.
fn write_tagged_view(payload: Value<'_>) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    for (name, query) in [("attachment", "type:s"), ("pointer", ":s"), ("provenance", ":o")] {
        if let Some(value) = payload.get(name).filter(|value| value.fits(query)) {
            out.name(name);
            out.raw(value.raw());
        }
    }
    out.name("complete");
    out.flag(!payload.fits("provenance.complete=false"));
    out.name("native");
    out.flag(false);
    out.close(b'}');
    out.finish()
}

fn write_letta_view(payload: Value<'_>) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    for name in ["kind", "handles", "pointer"] {
        if let Some(value) = payload.get(name) {
            out.name(name);
            out.raw(value.raw());
        }
    }
    out.close(b'}');
    out.finish()
}

fn write_view(native: &NativeThought, payload: Option<Value<'_>>, part: &Part<'_>, source: &Document<'_>) -> Vec<u8> {
    let Some(thinking) = &part.thinking else { return Vec::new() };
    let stored = |name: &str, query: &str| payload?.get(name).filter(|value| value.fits(query));
    let mut out = Writer::default();
    out.open(b'{');
    out.name("kind");
    match stored("kind", "=text|summary|encrypted|redacted|omitted|unknown") {
        Some(kind) => out.raw(kind.raw()),
        None => out.text(thinking.kind.name()),
    }
    let write_strings = |name: &str, strings: Vec<Vec<u8>>, out: &mut Writer| {
        out.name(name);
        out.open(b'[');
        strings.iter().for_each(|string| out.quoted(string));
        out.close(b']');
    };
    let is_stretch = part.span != part.value.span();
    let texts = match is_stretch {
        true => vec![Text::written(source.source().get(part.span.range()).unwrap_or_default()).wtf8().into_owned()],
        false => thinking.texts.iter().filter_map(|text| text.text()).map(|text| text.wtf8().into_owned()).collect(),
    };
    write_strings("texts", texts, &mut out);
    let handles = thinking.handles.iter().filter_map(|handle| handle.text()).map(|text| text.wtf8().into_owned()).collect();
    write_strings("handles", handles, &mut out);
    out.name("attachment");
    match stored("attachment", "type:s") {
        Some(attachment) => out.raw(attachment.raw()),
        None => out.raw(&json_of(&thinking.attachment)),
    }
    out.member_if("pointer", native.pointer.as_deref());
    // Members that are not of their kinds were left out when the payload was read.
    let is_read = native.response.is_some() || native.issuer.model.is_some() || native.issuer.account.is_some();
    if let Some(provenance) = stored("provenance", ":o").filter(|provenance| is_read || provenance.fits("!model !account !response")) {
        out.name("provenance");
        out.raw(provenance.raw());
    }
    out.name("complete");
    let recorded = payload.and_then(|payload| payload.path("provenance.complete")?.boolean());
    out.flag(recorded.unwrap_or(thinking.complete));
    out.name("native");
    out.flag(thinking.attachment.is_native());
    out.name("block");
    out.quoted(&native.block);
    out.close(b'}');
    out.finish()
}

/// The typed items of thoughts, as JSON: `{thought, kind, format, signed, item}`, where `thought` is the number of the thought. A text in which OpenRouter repeats its items is
/// left out.
///
/// # Errors
/// Thoughts that are not JSON.
pub fn typed_items(thoughts: &[u8]) -> Result<Vec<u8>, Error> {
    let list = scan(thoughts)?;
    let kept = kept_thoughts(list.root());
    let message = |thought: &'_ KeptThought<'_>| thought.native.as_ref().map(|native| [thought.turn(), " ", message_of(native)].concat());
    let detailed: BTreeSet<String> = kept.iter().filter(|one| one.native.as_ref().is_some_and(is_detail)).filter_map(message).collect();
    let mut out = Writer::default();
    out.open(b'[');
    let mut index = 0;
    for (nth, thought) in kept.iter().enumerate() {
        if thought.native.as_ref().is_some_and(is_echo) && message(thought).is_some_and(|message| detailed.contains(&message)) {
            continue;
        }
        let read = thought.native.as_ref().and_then(|native| {
            read_block(native, |part, _| {
                let thinking = part.thinking.as_ref()?;
                Some((thinking.kind, !thinking.handles.is_empty(), typed_item(native, part, thinking, index)))
            })
        });
        let (kind, is_signed, item) = read.flatten().unwrap_or_else(|| unread_item(thought, index));
        let format = scan(&item)?.root().word("format").to_owned();
        out.open(b'{');
        out.name("thought");
        out.number(nth);
        out.member("kind", kind.name());
        out.member("format", if format.is_empty() { "unknown" } else { &format });
        out.name("signed");
        out.flag(is_signed);
        out.name("item");
        out.quoted(&item);
        out.close(b'}');
        index += 1;
    }
    out.close(b']');
    Ok(out.finish())
}

/// The item of a thought that no wire can read.
fn unread_item(thought: &KeptThought<'_>, index: usize) -> (ThinkingKind, bool, Vec<u8>) {
    let handle = thought.payload.filter(|payload| is_letta_record(*payload)).and_then(|payload| payload.list("handles").next());
    let kind = if thought.content.is_empty() { ThinkingKind::Encrypted } else { ThinkingKind::Text };
    (kind, handle.is_some(), plain_item(kind, &thought.content, handle, index))
}
