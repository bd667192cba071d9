//! Clark's reasoning items and its audit of one turn, in the shape of clark's TypeScript.

use std::borrow::Cow;

use super::{write_number, write_texts};
use crate::formats::clark::{ReasoningItem, ReplayAudit, ReplayContract, ReplayViolation};
use crate::json::{Document, Places, Writer};

/// Writes the audit of one turn against a contract.
#[must_use]
pub fn write_replay_audit(audit: &ReplayAudit<'_>, contract: ReplayContract) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    write_number("itemCount", audit.item_count, &mut out);
    write_number("signedCount", audit.signed_count, &mut out);
    write_formats(&audit.formats, &mut out);
    out.name("violations");
    out.open(b'[');
    for violation in &audit.violations {
        out.open(b'{');
        let (kind, formats, places) = match violation {
            ReplayViolation::MissingSignatures(formats) => ("missing-signatures-for-strict-provider", Some(formats), [None, None]),
            ReplayViolation::MixedIssuers(formats) => ("mixed-issuers", Some(formats), [None, None]),
            ReplayViolation::UnsignedItem(item) => ("unsigned-item", None, [Some(item), None]),
            ReplayViolation::EmptyPayload(item) => ("empty-payload", None, [Some(item), None]),
            ReplayViolation::RepeatedItem(item, first) => ("repeated-item", None, [Some(item), Some(first)]),
        };
        out.member("type", kind);
        out.member_if("contract", matches!(violation, ReplayViolation::MissingSignatures(_)).then(|| contract.name()));
        formats.into_iter().for_each(|formats| write_formats(formats, &mut out));
        for (name, place) in ["item", "of"].into_iter().zip(places) {
            place.into_iter().for_each(|place| write_number(name, *place, &mut out));
        }
        out.close(b'}');
    }
    out.close(b']');
    out.close(b'}');
    out.finish()
}

fn write_formats(formats: &[Cow<'_, str>], out: &mut Writer) {
    write_texts("formats", &mut formats.iter().map(|format| &**format), out);
}

/// Writes the pointer, the first byte and the byte after the last of each item, in one list.
#[must_use]
pub fn write_reasoning_items(items: &[ReasoningItem<'_>], document: &Document<'_>) -> Vec<u8> {
    let mut places = Places::new(document);
    let mut out = Writer::default();
    out.open(b'[');
    for item in items {
        let span = item.value().span();
        out.text(&places.place(item.value()).pointer);
        out.number(span.start);
        out.number(span.end);
    }
    out.close(b']');
    out.finish()
}
