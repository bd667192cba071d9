//! Two function calls of one content have the same id.
//!
//! # What it checks
//!
//! Within a content of the model no two function calls have the same `id`. In different contents an id may come again. It binds Gemini 3 and later.
//!
//! # Why
//!
//! > Request contains an invalid argument.
//!
//! The provider does not say which argument. Clients that merge the pieces of a stream, or make ids of names, end up with one id for two calls.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-flash-preview"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"id":"a","name":"weather","args":{}},"thoughtSignature":"RXF1YWwgYnl0ZXM="},{"functionCall":{"id":"a","name":"wind","args":{}}}]},
//!   {"role":"user","parts":[{"functionResponse":{"id":"a","name":"weather","response":{"celsius":21}}},{"functionResponse":{"id":"a","name":"wind","response":{"knots":3}}}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"gemini-generate","model":"gemini-3-flash-preview"},"request":{"contents":[
//!   {"role":"user","parts":[{"text":"How warm is it?"}]},
//!   {"role":"model","parts":[{"functionCall":{"id":"a","name":"weather","args":{}},"thoughtSignature":"RXF1YWwgYnl0ZXM="},{"functionCall":{"id":"b","name":"wind","args":{}}}]},
//!   {"role":"user","parts":[{"functionResponse":{"id":"a","name":"weather","response":{"celsius":21}}},{"functionResponse":{"id":"b","name":"wind","response":{"knots":3}}}]}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: the id goes from all calls of the content and from their responses, which are then matched by name and order.
//!
//! # Evidence
//!
//! - observed, 2026-07-27: <https://github.com/watt-mind/coach/pull/280> (probed on two models)

use super::{CALL, either, is_model};
use crate::audit::{Evidence, Facts, Finding, Found, Mend, Rule, Safety};
use crate::error::Error;
use crate::json::{Changes, Value};
use crate::model::{Entry, PartKind};

/// The rule.
pub static RULE: Rule = Rule {
    id: "repeated-function-call-id",
    binds: "wire=gemini-generate vendor=google name signs=always",
    evidence: Evidence::Observed,
    upstream: &["Request contains an invalid argument."],
    check,
    fixes: &[(Safety::Unsafe, Mend::By(forget))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, entry) in facts.answers() {
        let again = ids(entry, PartKind::Call, CALL).enumerate().find(|(nth, id)| {
            ids(entry, PartKind::Call, CALL).take(*nth).any(|other| other.raw() == id.raw())
        });
        again.into_iter().for_each(|(_, id)| found.at(id));
    }
}

fn ids<'f, 'd>(entry: &'f Entry<'d>, kind: PartKind, names: [&'static str; 2]) -> impl Iterator<Item = Value<'d>> + 'f {
    let parts = entry.parts.iter().filter(move |part| part.kind == kind);
    let ids = parts.filter_map(move |part| either(part.value, names)?.get("id"));
    ids.filter(|id| id.text().is_some_and(|id| !id.is_empty()))
}

fn forget<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let is_meant = |entry: &Entry<'d>| ids(entry, PartKind::Call, CALL).any(|id| id.span() == finding.place.span());
    let mut entries = facts.entries.iter().skip_while(|entry| !is_meant(entry));
    let Some(calls) = entries.next() else { return Ok(()) };
    ids(calls, PartKind::Call, CALL).try_for_each(|id| changes.remove(id))?;
    for answers in entries.take_while(|entry| !is_model(entry)) {
        ids(answers, PartKind::Result, ["functionResponse", "function_response"]).try_for_each(|id| changes.remove(id))?;
    }
    Ok(())
}
