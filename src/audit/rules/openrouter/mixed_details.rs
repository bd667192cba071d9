//! One reasoning item has content of two types.
//!
//! # What it checks
//!
//! An item of `reasoning_details` has only one of `text`, `summary` and `data`.
//!
//! # Why
//!
//! The `type` of an item decides which of them the host reads: `data` for `reasoning.encrypted`, `summary` for `reasoning.summary`. In
//! a stream, a summary and its ciphertext have the same `index`. A client that merges by `index` alone makes one item of both, and one
//! of them is lost.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"x-ai/grok-4.1-fast","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_details":[{"type":"reasoning.encrypted","summary":"A greeting.","data":"RXF1YWwgYnl0ZXM=","id":"rs_1","format":"xai-responses-v1","index":0}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"x-ai/grok-4.1-fast","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_details":[{"type":"reasoning.summary","summary":"A greeting.","id":"rs_1","format":"xai-responses-v1","index":0},{"type":"reasoning.encrypted","data":"RXF1YWwgYnl0ZXM=","id":"rs_1","format":"xai-responses-v1","index":0}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: move the content that does not belong to the item's type into a separate item before it.
//!
//! # Evidence
//!
//! - observed, 2026-11-14, in recorded traffic: in streams of Grok and GPT-5 a summary and its ciphertext have the same index
//! - documented: <https://openrouter.ai/docs/guides/best-practices/reasoning-tokens>
//! - catalogue: or.details.mixed-type-entry

use super::details::reasoning_items;
use crate::audit::details::{Unlisted, details};
use crate::audit::rules::members::has_text;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Severity, Tier};
use crate::error::Error;
use crate::json::{Changes, Value, Writer};

/// The rule.
pub static RULE: Rule = Rule {
    id: "mixed-details",
    binds: "wire=openrouter-chat|openai-chat dialect=openrouter|vercel-gateway",
    severity: Severity::Degrade,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("split", Safety::Safe, FixEdit::By(fix)).titled("Split the item, so that each has content of one type.")],
    ..Rule::DEFAULT
};

details! {
    /// The type of the item, and the members that belong to other types.
    struct MixedDetails { own: Unlisted<String>, others: Unlisted<Vec<String>> }
    message => "The `{own}` item also has {others}, which belongs to another type"
}

/// The member that holds the reasoning, and the type that it belongs to.
const KINDS: [(&str, &str); 3] = [("text", "reasoning.text"), ("summary", "reasoning.summary"), ("data", "reasoning.encrypted")];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, entry) in facts.answers() {
        for item in reasoning_items(entry) {
            let others: Vec<String> =
                KINDS.iter().filter(|kind| is_of_another_type(item, **kind)).map(|(name, _)| (*name).to_owned()).collect();
            if !others.is_empty() {
                found.at(item).with(MixedDetails { own: Unlisted(item.word("type").to_owned()), others: Unlisted(others) });
            }
        }
    }
}

/// Returns `true` if an item of a known type has a filled member that belongs to another type.
fn is_of_another_type(item: Value<'_>, (name, kind): (&str, &str)) -> bool {
    let own = item.word("type");
    has_text(item, name) && own != kind && KINDS.iter().any(|(name, known)| *known == own && has_text(item, name))
}

fn fix<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let item = finding.place;
    for kind in &KINDS {
        if !is_of_another_type(item, *kind) {
            continue;
        }
        let Some(value) = item.get(kind.0) else { continue };
        let mut separate = Writer::default();
        separate.open(b'{');
        separate.member("type", kind.1);
        for name in [kind.0, "id", "format", "index"] {
            if let Some(value) = item.get(name) {
                separate.name(name);
                separate.raw(value.raw());
            }
        }
        separate.close(b'}');
        changes.insert(item, &separate.finish())?;
        changes.remove(value)?;
    }
    Ok(())
}
