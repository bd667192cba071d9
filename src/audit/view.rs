//! A report as JSON: how it leaves for JavaScript, where the catalogue of the cards adds what there is to say to people.
//!
//! Places are byte offsets into the request. Edits are triples of start, end and new text. A check is 0 for passed, 1 for failed, 2 for not applicable, 3 for off, or a string that says what is
//! needed to decide it, in the order of [`super::rules::all`]. A rule is its number there, and what the provider would answer the number of
//! the rule's sentence: the catalogue has both in words.

pub mod findings;

use std::borrow::Cow;

use super::classify::heads;
use super::repair::Repaired;
use super::{Classified, Facts, Needs, ReplayAudit, ReplayContract, ReplayViolation, Report};
use crate::json::{Document, Edit, Writer, lossy, sorted_indices};

/// A report with the fix of every finding in it.
#[must_use]
pub fn report<'d>(report: &Report<'d>, facts: &Facts<'d>, document: &'d Document<'d>) -> Vec<u8> {
    findings::report(report, facts, document, usize::MAX)
}

/// What the rules say of themselves, in the order of a report's checks: the build makes the catalogue of it and of the cards.
#[must_use]
pub fn table() -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'[');
    for rule in super::rules::all() {
        out.open(b'{');
        out.member("id", rule.id);
        out.member("binds", rule.binds);
        out.member("severity", rule.severity.name());
        out.member("evidence", rule.evidence.name());
        out.name("ledger");
        out.flag(rule.needs == Needs::Ledger);
        list("upstream", &mut rule.upstream.iter().copied(), &mut out);
        list("heads", &mut heads(rule), &mut out);
        list("fixes", &mut rule.fixes.iter().map(|(safety, _)| safety.name()), &mut out);
        out.close(b'}');
    }
    out.close(b']');
    out.finish()
}

/// What a repair did: for each step the edits, and what they mended.
#[must_use]
pub fn steps(repaired: &Repaired) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'[');
    for step in &repaired.steps {
        out.open(b'{');
        out.name("mended");
        out.open(b'[');
        for mended in &step.mended {
            out.open(b'{');
            member(&mut out, "rule", mended.rule.number());
            out.member("pointer", &mended.pointer);
            out.member("safety", mended.safety.name());
            out.close(b'}');
        }
        out.close(b']');
        out.name("edits");
        edits(&step.edits, &mut out);
        out.close(b'}');
    }
    out.close(b']');
    out.finish()
}

/// What an error is about.
#[must_use]
pub fn classified(found: &Classified) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    member(&mut out, "rule", found.rule.number());
    out.member("message", &found.message);
    out.member_if("pointer", found.pointer.as_deref());
    out.member_if("code", found.code.as_deref());
    if let Some(status) = found.status {
        member(&mut out, "status", usize::from(status));
    }
    out.name("args");
    out.open(b'{');
    found.args.iter().for_each(|(name, value)| out.member(name, value));
    out.close(b'}');
    out.name("others");
    out.open(b'[');
    found.others.iter().for_each(|rule| out.number(rule.number()));
    out.close(b']');
    out.close(b'}');
    out.finish()
}

/// Clark's audit of one turn, in the shape of its TypeScript.
#[must_use]
pub fn replay(audit: &ReplayAudit<'_>, contract: ReplayContract) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    member(&mut out, "itemCount", audit.item_count);
    member(&mut out, "signedCount", audit.signed_count);
    formats(&audit.formats, &mut out);
    out.name("violations");
    out.open(b'[');
    for violation in &audit.violations {
        out.open(b'{');
        let (kind, of, places) = match violation {
            ReplayViolation::MissingSignatures(of) => ("missing-signatures-for-strict-provider", Some(of), [None, None]),
            ReplayViolation::MixedIssuers(of) => ("mixed-issuers", Some(of), [None, None]),
            ReplayViolation::UnsignedItem(item) => ("unsigned-item", None, [Some(item), None]),
            ReplayViolation::EmptyPayload(item) => ("empty-payload", None, [Some(item), None]),
            ReplayViolation::RepeatedItem(item, of) => ("repeated-item", None, [Some(item), Some(of)]),
        };
        out.member("type", kind);
        out.member_if("contract", matches!(violation, ReplayViolation::MissingSignatures(_)).then(|| contract.name()));
        of.into_iter().for_each(|of| formats(of, &mut out));
        for (name, place) in ["item", "of"].into_iter().zip(places) {
            place.into_iter().for_each(|place| member(&mut out, name, *place));
        }
        out.close(b'}');
    }
    out.close(b']');
    out.close(b'}');
    out.finish()
}

/// Writes a member that is a number.
#[inline(never)]
fn member(out: &mut Writer, name: &str, number: usize) {
    out.name(name);
    out.number(number);
}

fn formats(formats: &[Cow<'_, str>], out: &mut Writer) {
    formats_of(&mut formats.iter().map(|format| &**format), out);
}

fn formats_of(formats: &mut dyn Iterator<Item = &str>, out: &mut Writer) {
    list("formats", formats, out);
}

/// Writes a member that is a list of words.
#[inline(never)]
fn list(name: &str, words: &mut dyn Iterator<Item = &str>, out: &mut Writer) {
    out.name(name);
    out.open(b'[');
    words.for_each(|word| out.text(word));
    out.close(b']');
}

/// In the order of the text, an insertion before what it stands at: whoever applies them needs one pass.
fn edits(edits: &[Edit], out: &mut Writer) {
    out.open(b'[');
    let span = |nth: &usize| edits.get(*nth).map(|edit| edit.span);
    let order = sorted_indices(edits.len(), &mut |one, other| span(one).cmp(&span(other)));
    for edit in order.into_iter().filter_map(|nth| edits.get(nth)) {
        out.number(edit.span.start);
        out.number(edit.span.end);
        out.text(&lossy(&edit.text));
    }
    out.close(b']');
}
