//! Encrypted reasoning is sent to a model that cannot decrypt it.
//!
//! # What it checks
//!
//! The `format` of encrypted reasoning belongs to the vendor of the model: OpenAI, xAI, Google or Anthropic. If the request names a
//! provider, the format also belongs to that service: OpenAI cannot decrypt reasoning that Azure encrypted. Without a known `format`,
//! data that begins with `gAAAA` counts as OpenAI's.
//!
//! # Why
//!
//! > The encrypted content for item rs_1 could not be verified.
//!
//! Only the service that encrypted reasoning can decrypt it. Common cause: the conversation changed its model or service and keeps the
//! earlier reasoning. On OpenRouter the reasoning of all vendors looks alike.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"openai/gpt-5","provider":{"only":["openai"]},"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_details":[{"type":"reasoning.encrypted","data":"RXF1YWwgYnl0ZXM=","id":"rs_1","format":"xai-responses-v1","index":0}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"x-ai/grok-4.1-fast","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_details":[{"type":"reasoning.encrypted","data":"RXF1YWwgYnl0ZXM=","id":"rs_1","format":"xai-responses-v1","index":0}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the item. A summary beside it stays.
//!
//! # Evidence
//!
//! - reported, 2026-09-22, a switch to Azure: <https://github.com/lidge-jun/opencodex/issues/5583>
//! - reported, another provider behind OpenRouter: <https://github.com/anomalyco/opencode/issues/4608>
//! - reported, 2026-01-12, another model before Gemini: <https://github.com/RooCodeInc/Roo-Code/pull/10640>
//! - catalogue: or.encrypted.foreign-family, x-foreign-opaque

use super::issuers::issuer_of;
use crate::audit::details::details;
use crate::audit::rules::texts::read_text;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::json::Value;

/// The rule.
pub static RULE: Rule = Rule {
    id: "foreign-details",
    binds: "wire=openrouter-chat|openai-chat|openai-responses dialect=openrouter|vercel-gateway vendor=openai|xai|google|anthropic",
    // With a list of models it is not known which one answers.
    when: "!models.*",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[
        Sentence::new("openai", "The encrypted content for item {id} could not be verified."),
        Sentence::new(
            "xai",
            "Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response.",
        ),
        Sentence::new("google", "Corrupted thought signature."),
    ],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

details! {
    /// The id of the item.
    struct ForeignDetails { id: String }
    message if id.is_empty() => "The model cannot decrypt this item, because another vendor or service encrypted it"
    message => "The model cannot decrypt `{id}`, because another vendor or service encrypted it"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let vendor = facts.profile.word("vendor");
    for (_, part, _) in facts.thoughts() {
        let Some(issuer) = issuer_of(part.value) else { continue };
        if issuer.vendor != vendor || is_pinned_elsewhere(facts.body, issuer.provider) {
            let id = part.value.get("id").map(read_text).unwrap_or_default();
            let finding = found.at(part.value).with(ForeignDetails { id });
            // The rule has no sentence for Anthropic: its refusal is not known.
            finding.says_named(vendor);
        }
    }
}

/// Returns `true` if the request is pinned to providers other than this one.
fn is_pinned_elsewhere(body: Value<'_>, provider: &str) -> bool {
    let pinned = body.path("provider.only").or_else(|| body.path("provider.order").filter(|_| body.fits("provider.allow_fallbacks=false")));
    let head = |name: Value<'_>| {
        name.text().and_then(|name| name.raw().get(..provider.len())).unwrap_or_default().eq_ignore_ascii_case(provider.as_bytes())
    };
    pinned.is_some_and(|pinned| !provider.is_empty() && !pinned.elements().any(head))
}
