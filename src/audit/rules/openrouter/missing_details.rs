//! An assistant message with a tool call has lost its reasoning.
//!
//! # What it checks
//!
//! Messages with tool calls have the reasoning that the model returned with them. An empty list counts as missing.
//!
//! - Gemini 3 and later, in the open turn: `reasoning_details` has a `reasoning.encrypted` item with `data` and the `id` of the first
//!   call.
//! - Claude up to 4.5, if the request asks for reasoning: the first message of the open turn has `reasoning_details`.
//! - DeepSeek V4 and Kimi, while they think: every message has its reasoning, as items or as text.
//!
//! Gemini, DeepSeek and Kimi refuse a call without its reasoning. Claude accepted a request without it and answered without thinking.
//! Vercel's gateway also accepts it for Gemini, and the thought is lost.
//!
//! # Why
//!
//! > Gemini models require OpenRouter reasoning details to be preserved in each request.
//!
//! > thinking is enabled but reasoning_content is missing in assistant tool call message at index 2
//!
//! The model needs the reasoning that led to a call. Without it, the request is refused or the thought is lost. Common cause: a client
//! made for plain chat drops `reasoning_details` as unknown.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"google/gemini-3-pro-preview","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","tool_calls":[{"id":"tool_0_weather","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"tool_0_weather","content":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"google/gemini-3-pro-preview","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","tool_calls":[{"id":"tool_0_weather","type":"function","function":{"name":"weather","arguments":"{}"}}],
//!    "reasoning_details":[{"type":"reasoning.encrypted","data":"RXF1YWwgYnl0ZXM=","id":"tool_0_weather","format":"google-gemini-v1","index":0}]},
//!   {"role":"tool","tool_call_id":"tool_0_weather","content":"21"}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: for DeepSeek and Kimi, restore the recorded reasoning, even if it is empty. This needs a ledger. For Gemini and Claude another
//!   rule restores it.
//! - Placeholder: for Gemini, add an item with the string that Google documents for calls that Gemini did not make. The thought stays
//!   lost.
//! - Unsafe: for Claude, remove `reasoning` from the request. Claude would answer without it anyway.
//! - Placeholder: for DeepSeek and Kimi, set `reasoning` to a text that says that it was not kept. The thought stays lost.
//! - By hand: restore the reasoning from a ledger.
//!
//! Vercel's gateway accepts the request without it, so there is no placeholder for it.
//!
//! # Evidence
//!
//! - reported, 2025-12-12: <https://github.com/massgen/MassGen/issues/624>
//! - reported, 2026-01-12, one item with the id of the first call: <https://github.com/RooCodeInc/Roo-Code/pull/10640>
//! - reported, 2026-01-29, with Kimi: <https://github.com/gptme/gptme/issues/1181>
//! - reported, 2026-05-28, with Kimi: <https://github.com/anomalyco/opencode/issues/29690>
//! - reported, 2026-05-28, with DeepSeek: <https://github.com/UKGovernmentBEIS/inspect_ai/issues/4079>
//! - observed, 2025-09-26, with Claude: accepted, with no reasoning tokens in the answer
//! - observed, 2026-03-12, with Gemini at Vercel's gateway: accepted
//! - documented: <https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning-blocks>
//! - catalogue: or.gemini.toolcall-without-encrypted, or.details.empty-array, fw.litellm.openrouter-details, ds.chat.toolturn-missing-rc, kimi.toolturn-missing-rc

use super::details::{first_call, is_encrypted, is_same, reasoning_items, unlinked_item};
use super::wording::{PASSED_BACK, PRESERVE};
use crate::audit::details::details;
use crate::audit::rules::ledger::restore::restore;
use crate::audit::rules::members::has_text;
use crate::audit::rules::texts::lost_reasoning_text;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Severity, Tier};
use crate::error::Error;
use crate::json::{Changes, Writer};

/// The rule.
pub static RULE: Rule = Rule {
    id: "missing-details",
    binds: "wire=openrouter-chat|openai-chat dialect=openrouter|vercel-gateway details",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[PRESERVE, PASSED_BACK, MISSING_AT_INDEX],
    check,
    fixes: &[RESTORE, ADD_PLACEHOLDER, UNSET_REASONING, SAY_NOT_KEPT],
    ..Rule::DEFAULT
};

details! {
    /// A message of Gemini.
    struct MissingItem {}
    message => "The first tool call of this message has no `reasoning.encrypted` item"

    /// A message of Claude.
    struct MissingDetails {}
    message => "The first message of the turn has no `reasoning_details`"

    /// A message of DeepSeek or Kimi.
    struct MissingReasoning {}
    message => "This message has a tool call and no reasoning"
}

const RESTORE: Fix = Fix::new("restore", Safety::Safe, FixEdit::By(restore)).titled("Restore the recorded reasoning.");
const ADD_PLACEHOLDER: Fix = Fix::new("add-placeholder", Safety::Placeholder, FixEdit::By(add_placeholder))
    .titled("Add an item with the placeholder that Google documents.");
const UNSET_REASONING: Fix = Fix::new("unset-reasoning", Safety::Unsafe, FixEdit::Unset("reasoning"))
    .titled("Remove `reasoning`, so that the request does not ask for it.");
const SAY_NOT_KEPT: Fix = Fix::new("say-not-kept", Safety::Placeholder, FixEdit::By(say_not_kept))
    .titled("Set `reasoning` to a note that the reasoning was not kept.");

const MISSING_AT_INDEX: Sentence =
    Sentence::new("missing-at-index", "thinking is enabled but reasoning_content is missing in assistant tool call message at index {0}");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let [starts, plain, any, vercel] =
        ["details=start", "details=plain", "details=any", "dialect=vercel-gateway"].map(|query| facts.profile.fits(query));
    let mut begins = true;
    for (nth, entry) in facts.answers() {
        if !(plain || any) && nth < facts.round {
            continue;
        }
        let is_first = std::mem::take(&mut begins);
        let Some(call) = first_call(entry) else { continue };
        let is_bare = entry.value.fits("!reasoning_details.* !reasoningDetails");
        // The provider accepts the request, and the reasoning is lost.
        let mut report_loss = |fixes: &'static [Fix]| {
            let finding = found.at(entry.value).says_nothing().offers(fixes);
            if starts {
                finding.with(MissingDetails {})
            } else {
                finding.with(MissingItem {})
            };
            finding.severity = Severity::Degrade;
            finding.evidence = Evidence::Observed;
        };
        if starts {
            if is_first && is_bare && facts.thinks() {
                report_loss(&[UNSET_REASONING, SAY_NOT_KEPT]);
            }
        } else if plain || any {
            if is_bare && entry.value.fits("!reasoning:s !reasoning_content:s") && facts.thinks() {
                let finding = found.at(entry.value).says(if any { &MISSING_AT_INDEX } else { &PASSED_BACK });
                finding.with(MissingReasoning {}).offers(&[RESTORE, SAY_NOT_KEPT]).evidence = Evidence::Reported;
            }
        } else if !reasoning_items(entry).iter().any(|item| is_encrypted(*item) && (vercel || is_same(*item, call, "id")))
            && entry.value.get("reasoningDetails").is_none()
        {
            // On OpenRouter an item belongs to the call that has the same id. Vercel's items have no id.
            if vercel {
                report_loss(&[]);
            } else if unlinked_item(entry).is_none() {
                found.at(entry.value).with(MissingItem {});
            }
        }
    }
}

fn add_placeholder<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let message = finding.place;
    let Some(entry) = facts.holder(message).and_then(|nth| facts.entries.get(nth)) else { return Ok(()) };
    let mut item = Writer::default();
    item.open(b'{');
    item.member("type", "reasoning.encrypted");
    item.member("data", "skip_thought_signature_validator");
    if let Some(id) = first_call(entry).and_then(|call| call.get("id")) {
        item.name("id");
        item.raw(id.raw());
    }
    item.member("format", "google-gemini-v1");
    item.name("index");
    item.number(0);
    item.close(b'}');
    let item = item.finish();
    for empty in reasoning_items(entry) {
        if empty.fits("type=reasoning.encrypted") && !has_text(empty, "data") {
            changes.remove(empty)?;
        }
    }
    match message.get("reasoning_details").filter(|list| list.fits(":a")) {
        Some(list) => changes.append(list, &item),
        None => changes.set(message, "reasoning_details", &[b"[", item.as_slice(), b"]"].concat()),
    }
}

fn say_not_kept<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    if !facts.profile.fits("details=plain|any") {
        return Ok(());
    }
    changes.set(finding.place, "reasoning", &lost_reasoning_text(facts, finding))
}
