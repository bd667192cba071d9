//! One response as a line of JSON: how it is kept, saved and read again.
//!
//! A ledger is its own text. What is kept of a response is this line, and the typed view is read from it when it is asked for; so
//! what a later version has written into it survives, a snapshot is the lines one after the other, and saving the next
//! exchange means writing one line.

use super::rows::Row;
use super::{Emitted, Recorded, Trace};
use crate::codecs::base64;
use crate::error::{Code, Error};
use crate::json::{Digest, Document, Value, Writer, quote_wtf8, scan};
use crate::model::time::Moment;
use crate::model::{Attachment, PartKind, Provenance, ThinkingKind, Wire};

/// Writes a response, and the rows that are new with it.
pub(super) fn write(recorded: &Recorded, rows: &[Row]) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    out.member("wire", recorded.wire.as_str());
    let Provenance { vendor, surface, account, model, response, time, .. } = &recorded.provenance;
    for (name, value) in [("vendor", vendor), ("surface", surface), ("account", account), ("model", model), ("response", response)] {
        out.member_if(name, value.as_deref());
    }
    if let Some(millis) = time.and_then(|time| u64::try_from(time.millis()).ok()) {
        out.name("time");
        out.long(millis);
    }
    if !recorded.complete {
        out.name("complete");
        out.flag(false);
    }
    digest(&mut out, "digest", Some(&recorded.digest));
    number(&mut out, "entries", Some(recorded.entries));
    for (name, value) in [("said", &recorded.said), ("system", &recorded.system), ("tools", &recorded.tools)] {
        digest(&mut out, name, value.as_ref());
    }
    if let Some(store) = recorded.store {
        out.name("store");
        out.flag(store);
    }
    if recorded.thinking.iter().any(|said| !said.is_empty()) {
        out.name("thinking");
        out.open(b'[');
        recorded.thinking.iter().for_each(|said| out.text(said));
        out.close(b']');
    }
    number(&mut out, "tip", recorded.tip);
    out.name("rows");
    out.open(b'[');
    for row in rows {
        out.open(b'[');
        out.text(&base64::encode(&row.digest.0));
        row.place.into_iter().for_each(|at| out.number(at));
        row.before.into_iter().for_each(|before| out.number(before));
        out.close(b']');
    }
    out.close(b']');
    out.name("parts");
    out.open(b'[');
    recorded.parts.iter().for_each(|part| emitted(&mut out, part));
    out.close(b']');
    out.close(b'}');
    out.finish()
}

fn emitted(out: &mut Writer, part: &Emitted) {
    out.open(b'{');
    out.member("kind", part.kind.name());
    out.member_if("thinking", part.thinking.map(ThinkingKind::name));
    if let Some(attachment) = &part.attachment {
        let (place, of) = attachment.words();
        out.member("at", place);
        out.member_if("of", of);
    }
    out.member_if("call", part.trace.call.as_deref());
    out.member_if("item", part.trace.item.as_deref());
    out.member_if("sort", Some(part.trace.sort.as_str()).filter(|sort| !sort.is_empty()));
    for (name, value) in [("text", &part.trace.text), ("handle", &part.trace.handle), ("calls", &part.calls), ("phase", &part.phase)] {
        digest(out, name, value.as_ref());
    }
    digest(out, "after", part.after.as_ref());
    for (name, list) in [("others", &part.others), ("stubs", &part.stubs)] {
        if !list.is_empty() {
            out.name(name);
            out.open(b'[');
            list.iter().for_each(|digest| out.text(&base64::encode(&digest.0)));
            out.close(b']');
        }
    }
    number(out, "row", part.row);
    if !part.complete {
        out.name("complete");
        out.flag(false);
    }
    // As a text, so that no store that sorts or rounds JSON changes it.
    if !part.raw.is_empty() {
        out.name("raw");
        out.raw(&quote_wtf8(&part.raw));
    }
    out.close(b'}');
}

fn digest(out: &mut Writer, name: &str, digest: Option<&Digest>) {
    out.member_if(name, digest.map(|digest| base64::encode(&digest.0)).as_deref());
}

fn number(out: &mut Writer, name: &str, number: Option<usize>) {
    if let Some(number) = number {
        out.name(name);
        out.number(number);
    }
}

/// Reads a response.
///
/// # Errors
/// A line that is no JSON, or has not got what every line has.
pub(super) fn read(line: &[u8]) -> Result<Recorded, Error> {
    let document = scan(line)?;
    let line = document.root();
    let provenance = Provenance {
        vendor: text(line, "vendor"),
        surface: text(line, "surface"),
        account: text(line, "account"),
        model: text(line, "model"),
        response: text(line, "response"),
        time: line.get("time").and_then(Value::whole).and_then(|millis| Moment::new(millis).ok()),
        complete: !line.fits("complete=false"),
        ..Provenance::default()
    };
    let asked = |nth: usize| line.get("thinking").and_then(|asked| asked.element(nth)?.text()).map(|text| text.lossy().into_owned());
    Ok(Recorded {
        wire: Wire::named(text(line, "wire").ok_or_else(|| missing(&document, line, "a line without its wire"))?),
        complete: provenance.complete,
        provenance,
        parts: line.list("parts").map(part).collect(),
        said: sum(line, "said"),
        store: line.get("store").and_then(Value::boolean),
        thinking: [0, 1, 2].map(|nth| asked(nth).unwrap_or_default()),
        system: sum(line, "system"),
        tools: sum(line, "tools"),
        tip: count(line.get("tip")),
        digest: sum(line, "digest").ok_or_else(|| missing(&document, line, "a line without its digest"))?,
        entries: count(line.get("entries")).unwrap_or_default(),
    })
}

/// The rows that are new with a response.
pub(super) fn rows(line: Value<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for row in line.list("rows") {
        let at = |nth: usize| count(row.element(nth));
        let digest = row.element(0).and_then(decoded).unwrap_or(Digest([0; 32]));
        rows.push(Row { before: at(3), depth: 0, digest, place: [at(1), at(2)].map(Option::unwrap_or_default) });
    }
    rows
}

fn part(part: Value<'_>) -> Emitted {
    let list = |name: &str| part.list(name).filter_map(decoded).collect();
    Emitted {
        kind: KINDS.into_iter().find(|kind| kind.name() == part.word("kind")).unwrap_or(PartKind::Other),
        thinking: part
            .get("thinking")
            .map(|_| THINKING.into_iter().find(|kind| kind.name() == part.word("thinking")).unwrap_or(ThinkingKind::Unknown)),
        attachment: Attachment::named(part.word("at"), text(part, "of")),
        trace: Trace {
            call: text(part, "call"),
            item: text(part, "item"),
            text: sum(part, "text"),
            handle: sum(part, "handle"),
            sort: part.word("sort").to_owned(),
        },
        calls: sum(part, "calls"),
        others: list("others"),
        stubs: list("stubs"),
        complete: !part.fits("complete=false"),
        raw: part.get("raw").and_then(Value::text).map(|raw| raw.wtf8().into_owned()).unwrap_or_default(),
        phase: sum(part, "phase"),
        row: count(part.get("row")),
        after: sum(part, "after"),
    }
}

fn text(object: Value<'_>, name: &str) -> Option<String> {
    object.get(name).and_then(Value::text).map(|text| text.lossy().into_owned())
}

fn sum(object: Value<'_>, name: &str) -> Option<Digest> {
    object.get(name).and_then(decoded)
}

/// A digest: in base64 or, as the first version wrote it, in hexadecimal.
fn decoded(value: Value<'_>) -> Option<Digest> {
    let text = value.text()?.raw();
    let bytes = if text.len() == 64 { hexadecimal(text)? } else { base64::decode(text)? };
    bytes.try_into().ok().map(Digest)
}

fn hexadecimal(text: &[u8]) -> Option<Vec<u8>> {
    let half = |digit: u8| char::from(digit).to_digit(16).and_then(|half| u8::try_from(half).ok());
    let (pairs, _) = text.as_chunks::<2>();
    pairs.iter().map(|[high, low]| Some(half(*high)? << 4 | half(*low)?)).collect()
}

fn count(value: Option<Value<'_>>) -> Option<usize> {
    value.and_then(Value::whole).and_then(|number| usize::try_from(number).ok())
}

fn missing(document: &Document<'_>, value: Value<'_>, reason: &'static str) -> Error {
    Error::new(Code::Input, reason).in_value(&document.place(value).pointer)
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
