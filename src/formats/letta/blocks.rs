//! Reasoning of Letta's records, written as blocks of its original wire.
//!
//! Strings are copied as they are written, inside the wire's syntax.

use super::is_filled;
use super::read::{Reasoning, RecordType};
use crate::formats::block_shapes::{COPILOT, Pieces, fill, shapes_of};
use crate::json::{Value, quote_wtf8};
use crate::model::{Fate, Target, ThinkingKind};
use crate::wires::{dialect, issuer};

/// Reasoning as a wire writes it.
#[derive(Clone, Debug)]
pub struct Block {
    /// The block, or the members to add to another object. `None` if it cannot be sent back.
    pub json: Option<Vec<u8>>,
    /// Its place: an element of `content`, `input`, `parts`, `steps` or `reasoning_details`, or members of the `message` or of the `part` at its place.
    pub on: &'static str,
    /// Its fate.
    pub fate: Fate,
    /// The reason, unless it is sent back unchanged.
    pub reason: Option<&'static str>,
}

/// Writes a piece of reasoning as a block of a wire. `fate` is the decision of a conversion. `None` if the target is the source.
#[must_use]
pub fn block(reasoning: &Reasoning<'_>, target: &Target, fate: Option<(Fate, &'static str)>) -> Block {
    let Some((wire, on, forms)) = shapes_of(&target.wire) else { return elided("", FOREIGN) };
    let is_signed = reasoning.handle.is_some();
    let is_seen = matches!(reasoning.kind, ThinkingKind::Text | ThinkingKind::Summary);
    let has_opaque = *wire == "openai-chat" && target.host.as_deref().and_then(dialect).is_some_and(|dialect| dialect.name == "copilot");
    let [signed, plain, sealed, withheld, bare] = if has_opaque { COPILOT } else { *forms };
    let id = reasoning.value.get("id").filter(|id| reasoning.record_type == RecordType::Summarized && is_filled(*id));
    let form = match (reasoning.kind, is_seen, is_signed) {
        _ if !reasoning.native => return elided(on, PROMPTED),
        _ if fate.is_some_and(|(fate, _)| fate == Fate::Elided) => return elided(on, fate.map_or(FOREIGN, |(_, reason)| reason)),
        _ if reasoning.record_type == RecordType::Summarized && *on != "input" => return elided(on, FOREIGN),
        _ if matches!(reasoning.record_type, RecordType::Text | RecordType::Call) && *wire != "openai-chat" => {
            return if *wire == "gemini-generate" { carried(reasoning, on) } else { elided(on, FOREIGN) };
        }
        (ThinkingKind::Redacted, _, true) => withheld,
        (ThinkingKind::Redacted, ..) => return elided(on, NOTHING),
        (_, true, true) => signed,
        // The provider finds an item without its ciphertext by its id, if it has stored the item.
        (_, _, false) if *on == "input" && id.is_none() => return elided(on, NOTHING),
        (_, true, false) if is_refused_unsigned(target) => return elided(on, UNSIGNED),
        (_, true, false) if plain.is_empty() => return elided(on, UNSIGNED),
        (_, true, false) => plain,
        (_, _, true) => sealed,
        _ if bare.is_empty() => return elided(on, NOTHING),
        _ => bare,
    };
    if form.is_empty() {
        return elided(on, FOREIGN);
    }
    let is_alone = form == sealed && matches!(*wire, "gemini-generate" | "openai-chat") && !has_opaque;
    let lost = match *on {
        "input" if id.is_none() => Some(NO_ITEM),
        "reasoning_details" => Some(NO_FORMAT),
        "message" if is_signed && !is_alone && !has_opaque => Some(NO_SIGNATURE),
        "message" if form == bare => Some(NO_TEXT),
        _ => None,
    };
    Block {
        json: Some(filled(form, reasoning, id, target)),
        on: if is_alone { "part" } else { on },
        fate: if lost.is_some() { Fate::Degraded } else { fate.map_or(Fate::Verbatim, |(fate, _)| fate) },
        reason: lost.or_else(|| fate.filter(|(fate, _)| *fate != Fate::Verbatim).map(|(_, reason)| reason)),
    }
}

/// Restores the part with a handle, which was stored with it.
fn carried(reasoning: &Reasoning<'_>, on: &'static str) -> Block {
    let raw = |name: &str| reasoning.value.get(name).map_or(&b"{}"[..], Value::raw);
    let handle = reasoning.handle.map(Value::raw).unwrap_or_default();
    let (open, reason): (Vec<u8>, _) = match reasoning.record_type {
        RecordType::Text => ([b"{\"text\":", raw("text")].concat(), None),
        _ => ([b"{\"functionCall\":{\"name\":", raw("name"), b",\"args\":", raw("input"), b"}"].concat(), Some(CALL_ID)),
    };
    let fate = if reason.is_some() { Fate::Routed } else { Fate::Verbatim };
    Block { json: Some([&*open, b",\"thoughtSignature\":", handle, b"}"].concat()), on, fate, reason }
}

fn elided(on: &'static str, reason: &'static str) -> Block {
    Block { json: None, on, fate: Fate::Elided, reason: Some(reason) }
}

fn filled(form: &str, reasoning: &Reasoning<'_>, id: Option<Value<'_>>, target: &Target) -> Vec<u8> {
    let summary = reasoning.texts.iter().map(|text| text.raw().to_vec()).collect::<Vec<_>>();
    fill(
        form,
        &Pieces {
            text: text(&reasoning.texts, reasoning.kind),
            handle: reasoning.handle.map(Value::raw).unwrap_or_default().to_vec(),
            id: id.map(Value::raw).unwrap_or_default().to_vec(),
            summary,
        },
        target,
    )
}

/// Joins several strings: the parts of a summary are paragraphs, the pieces of a text are one text. A single one stays as it is written.
pub(super) fn text(texts: &[Value<'_>], kind: ThinkingKind) -> Vec<u8> {
    match texts {
        [one] => one.raw().to_vec(),
        several => {
            let mut decoded = Vec::new();
            for (nth, text) in several.iter().enumerate() {
                if kind == ThinkingKind::Summary && nth > 0 {
                    decoded.extend_from_slice(b"\n\n");
                }
                if let Some(text) = text.text() {
                    decoded.extend_from_slice(&text.wtf8());
                }
            }
            quote_wtf8(&decoded)
        }
    }
}

/// Returns `true` for Anthropic's models on any service: they refuse thinking without a signature. Other hosts with this wire accept it.
fn is_refused_unsigned(target: &Target) -> bool {
    target.wire.as_str() == "anthropic-messages" && (target.host.is_none() || issuer(target).first() == Some(&Some("anthropic")))
}

const PROMPTED: &str = "a prompt asked for it: it is in the visible text or in an argument, and is sent with that";
const FOREIGN: &str = "the wire has no reasoning of this kind";
const NOTHING: &str = "it has nothing that the provider can read";
const UNSIGNED: &str = "its signature is missing, and the provider accepts no unsigned text";
const NO_ITEM: &str = "the item's id and the paragraphs of its summary are not stored";
const NO_FORMAT: &str = "the item's format, id and index are not stored";
const NO_SIGNATURE: &str = "the wire has no place for its signature";
const NO_TEXT: &str = "its text is not stored: an empty one is sent";
const CALL_ID: &str = "the call's id may be one that Letta made: it is left out";
