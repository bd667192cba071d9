//! Reads an answer from its line, and each part in the format of every version.

use crate::error::{Code, Error};
use crate::json::base64;
use crate::json::{Digest, Text, Value};
use crate::ledger::{Answer, EmittedPart, Hop, Origin};
use crate::model::time::Moment;
use crate::model::{Attachment, PartKind, ThinkingKind, Wire};
use crate::request::Parent;
use crate::request::PrefixBlock;

/// Reads an answer.
///
/// # Errors
/// A line without a required member.
pub(in crate::ledger) fn read(line: Value<'_>) -> Result<Answer, Error> {
    let wire = line.get("wire").and_then(text).ok_or_else(|| missing("a line without its wire"))?;
    let (mut answer, mut body, mut last) = (Answer::empty(Wire::named(wire)), None, None);
    let (mut key, mut digits, mut raw, mut runs) = (None, None, Vec::new(), 1);
    let mut is_sealed = false;
    // In one pass: every audit reads lines, and each single look-up of a name starts from the beginning.
    for (name, value) in line.members() {
        let provenance = &mut answer.provenance;
        match &*name.wtf8() {
            b"vendor" => provenance.vendor = text(value),
            b"surface" => provenance.surface = text(value),
            b"account" => provenance.account = text(value),
            b"model" => provenance.model = text(value),
            b"response" => provenance.response = text(value),
            b"time" => provenance.time = value.whole().and_then(|millis| Moment::new(millis).ok()),
            b"complete" => answer.complete = value.boolean() != Some(false),
            b"continues" => answer.continues = decoded(value),
            b"hops" => answer.hops = value.elements().filter_map(hop).collect(),
            b"digest" => body = decoded(value),
            b"entries" => answer.entries = count(Some(value)).unwrap_or_default(),
            b"said" => answer.said = decoded(value),
            b"system" => answer.system = decoded(value),
            b"tools" => answer.tools = decoded(value),
            b"caller" => answer.caller = decoded(value),
            b"store" => answer.store = value.boolean(),
            b"thinking" => answer.thinking = [0, 1, 2].map(|nth| value.element(nth).and_then(text).unwrap_or_default()),
            b"credential" => answer.credential = text(value),
            b"conversation" => answer.conversation = decoded(value),
            b"input" => answer.input = decoded(value),
            b"context" => answer.context = decoded(value),
            b"spoken" => answer.spoken = decoded(value),
            b"thread" => answer.thread = text(value),
            b"after" => last = Some(decoded(value)),
            b"parent" => answer.parent = parent(value),
            b"base" => answer.base.hash = decoded(value),
            b"depth" => answer.base.depth = count(Some(value)).unwrap_or_default(),
            b"blocks" => answer.blocks = value.elements().filter_map(block).collect(),
            b"origin" => key = decoded(value),
            b"digits" => digits = decoded(value),
            b"runs" => runs = count(Some(value)).unwrap_or(1),
            b"raw" => raw = value.text().map(|raw| raw.wtf8().into_owned()).unwrap_or_default(),
            b"parts" => answer.parts = value.elements().map(part).collect(),
            b"sealed" => is_sealed = true,
            _ => {}
        }
    }
    if is_sealed {
        answer.parts.iter_mut().for_each(|part| drop(part.forget_text()));
        key = None;
    }
    answer.body = body.ok_or_else(|| missing("a line without its digest"))?;
    answer.origin = key.map(|key| Origin { key, digits, entries: raw, runs });
    answer.provenance.complete = answer.complete;
    answer.after = last.unwrap_or(answer.parent.handle);
    answer.link();
    Ok(answer)
}

fn parent(parent: Value<'_>) -> Parent {
    let sum = |name: &str| parent.get(name).and_then(decoded);
    let id = parent.get("id").and_then(text);
    Parent { handle: sum("handle"), id, spoken: sum("spoken"), input: sum("input"), thought: sum("thought") }
}

fn hop(hop: Value<'_>) -> Option<Hop> {
    Some(Hop { token: hop.element(0).and_then(decoded)?, parts: count(hop.element(1))?, said: hop.element(2).and_then(decoded) })
}

fn block(block: Value<'_>) -> Option<PrefixBlock> {
    let at = |nth: usize| count(block.element(nth));
    let restarts = block.element(3).and_then(Value::boolean) == Some(true);
    Some(PrefixBlock { digest: block.element(0).and_then(decoded)?, place: [at(1)?, at(2)?], restarts })
}

/// Reads a part, in the format of every version.
pub(in crate::ledger) fn part(part: Value<'_>) -> EmittedPart {
    let mut emitted = EmittedPart::empty(PartKind::Other);
    let (mut place, mut of) = ("", None);
    for (name, value) in part.members() {
        let trace = &mut emitted.trace;
        match &*name.wtf8() {
            b"kind" => emitted.kind = KINDS.into_iter().find(|kind| kind.name() == word(value)).unwrap_or(PartKind::Other),
            b"thinking" => {
                emitted.thinking = THINKING.into_iter().find(|kind| kind.name() == word(value)).or(Some(ThinkingKind::Unknown));
            }
            b"at" => place = word(value),
            b"of" => of = text(value),
            b"call" => trace.call = text(value),
            b"item" => trace.item = text(value),
            b"sort" => trace.sort = word(value).to_owned(),
            b"text" => trace.text = decoded(value),
            b"handle" => trace.handle = decoded(value),
            b"calls" => emitted.calls = decoded(value),
            b"phase" => emitted.phase = decoded(value),
            b"after" => emitted.after = decoded(value),
            b"others" => emitted.others = value.elements().filter_map(decoded).collect(),
            b"sketches" => emitted.sketches = value.elements().filter_map(decoded).collect(),
            b"stubs" => emitted.stubs = value.elements().filter_map(decoded).collect(),
            b"complete" => emitted.complete = value.boolean() != Some(false),
            b"raw" => emitted.raw = value.text().map(|raw| raw.wtf8().into_owned()).unwrap_or_default(),
            b"bare" => emitted.bare = value.text().map(|bare| bare.wtf8().into_owned()).unwrap_or_default(),
            _ => {}
        }
    }
    emitted.attachment = Attachment::named(place, of);
    emitted
}

fn text(value: Value<'_>) -> Option<String> {
    value.text().map(|text| text.lossy().into_owned())
}

fn word(value: Value<'_>) -> &str {
    value.text().and_then(Text::plain).unwrap_or_default()
}

/// Decodes a digest: base64 or, in the first version, hexadecimal.
pub(in crate::ledger) fn decoded(value: Value<'_>) -> Option<Digest> {
    let text = value.text()?;
    match text.raw().len() {
        64 => Digest::named(text.plain()?),
        _ => base64::decode(text.raw())?.try_into().ok().map(Digest),
    }
}

pub(in crate::ledger) fn count(value: Option<Value<'_>>) -> Option<usize> {
    value.and_then(Value::whole).and_then(|number| usize::try_from(number).ok())
}

fn missing(reason: &'static str) -> Error {
    Error::new(Code::Input, reason).in_value("")
}

const KINDS: [PartKind; 5] = [PartKind::Thought, PartKind::Text, PartKind::Call, PartKind::Result, PartKind::Other];

const THINKING: [ThinkingKind; 6] = [
    ThinkingKind::Text,
    ThinkingKind::Summary,
    ThinkingKind::Encrypted,
    ThinkingKind::Redacted,
    ThinkingKind::Omitted,
    ThinkingKind::Unknown,
];
