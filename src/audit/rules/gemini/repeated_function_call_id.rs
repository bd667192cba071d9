//! Two function calls of one content have the same id.
//!
//! # What it checks
//!
//! No two function calls of one model content have the same `id`. Different contents may repeat an id. The rule applies to Gemini 3 and later.
//!
//! # Why
//!
//! Google refuses the request and does not name the argument.
//!
//! Common causes: a client that joins the pieces of a stream, and a client that builds ids from names.
//!
//! > Request contains an invalid argument.
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
//! Unsafe: remove the ids of all calls of the content and of their responses. Google then matches them by name and order.
//!
//! # Evidence
//!
//! - observed, 2026-07-27: <https://github.com/watt-mind/coach/pull/280> (probed on two models)

use super::request::{CALL, RESPONSE, is_model};
use crate::audit::details::{Unlisted, details};
use crate::audit::rules::members::{either, has_text};
use crate::audit::rules::repeats::repeats;
use crate::audit::rules::texts::read_text;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::{Changes, Value};
use crate::model::{Entry, PartKind};

/// The rule.
pub static RULE: Rule = Rule {
    id: "repeated-function-call-id",
    binds: "wire=gemini-generate vendor=google name signs=always",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("invalid-argument", "Request contains an invalid argument.")],
    check,
    fixes: &[
        Fix::new("remove-ids", Safety::Unsafe, FixEdit::By(remove_ids)).titled("Remove the ids of these calls and of their responses.")
    ],
    ..Rule::DEFAULT
};

details! {
    /// The id.
    struct RepeatedId { id: Unlisted<String> }
    message => "Two function calls of one content have the id `{id}`"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, entry) in facts.answers() {
        let ids = ids(entry, PartKind::Call, CALL);
        let raws: Vec<&[u8]> = ids.iter().map(|id| id.raw()).collect();
        let again = repeats(&raws).iter().map(|[_, again]| *again).min();
        if let Some(id) = again.and_then(|again| ids.get(again)) {
            found.at(*id).with(RepeatedId { id: Unlisted(read_text(*id)) });
        }
    }
}

fn ids<'d>(entry: &Entry<'d>, kind: PartKind, names: [&'static str; 2]) -> Vec<Value<'d>> {
    let mut ids = Vec::new();
    for part in entry.parts {
        if let Some(inner) = either(part.value, names).filter(|inner| part.kind == kind && has_text(*inner, "id")) {
            ids.extend(inner.get("id"));
        }
    }
    ids
}

fn remove_ids<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let mut meant = false;
    for entry in facts.entries.iter().skip(facts.around(finding.place).unwrap_or_default()) {
        let calls = ids(entry, PartKind::Call, CALL);
        if calls.contains(&finding.place) {
            meant = true;
            calls.into_iter().try_for_each(|id| changes.remove(id))?;
        } else if meant {
            if is_model(entry) {
                break;
            }
            ids(entry, PartKind::Result, RESPONSE).into_iter().try_for_each(|id| changes.remove(id))?;
        }
    }
    Ok(())
}
