//! A tool call goes back without the reasoning that it was made with.
//!
//! # What it checks
//!
//! In the round that is open, each message of a Gemini 3 or later that calls tools has, in `reasoning_details`, a `reasoning.encrypted` item with
//! `data` and the `id` of the first call. The first message of the round of a Claude that thinks when told to (up to 4.5) has
//! `reasoning_details`, if the request asks for reasoning. Every message of a DeepSeek V4 or a Kimi that calls tools while it thinks has its
//! reasoning, as items or as text. A list that is empty counts as none.
//!
//! # Why
//!
//! > Gemini models require OpenRouter reasoning details to be preserved in each request.
//!
//! > thinking is enabled but reasoning_content is missing in assistant tool call message at index 2
//!
//! Clients of plain chat do not know the member and drop it. Of Claude the same was accepted, and the answer came without any
//! thinking. Vercel's gateway accepts it of Gemini too, and the thought is lost.
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
//! Safe: for DeepSeek and Kimi the recorded reasoning comes back, also an empty one; for Gemini and Claude another rule brings it back. Placeholder: for Gemini an
//! item with the string that Google documents for calls that no Gemini made, for DeepSeek and Kimi a `reasoning` that says that it was not kept; the thought stays
//! lost. Unsafe: for Claude the request no longer asks for reasoning, which it would not get.
//!
//! # Evidence
//!
//! - reported, 2025-12-12: <https://github.com/massgen/MassGen/issues/624>
//! - reported, 2026-01-12, one item with the id of the first call: <https://github.com/RooCodeInc/Roo-Code/pull/10640>
//! - reported, 2026-01-29, of Kimi: <https://github.com/gptme/gptme/issues/1181>
//! - reported, 2026-05-28, of Kimi: <https://github.com/anomalyco/opencode/issues/29690>
//! - reported, 2026-05-28, of DeepSeek: <https://github.com/UKGovernmentBEIS/inspect_ai/issues/4079>
//! - observed, 2025-09-26, of Claude: accepted, with no reasoning tokens in the answer
//! - observed, 2026-03-12, of Gemini at Vercel's gateway: accepted
//! - documented: <https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning-blocks>
//! - catalogue: or.gemini.toolcall-without-encrypted, or.details.empty-array, fw.litellm.openrouter-details, ds.chat.toolturn-missing-rc, kimi.toolturn-missing-rc

use super::details::{details, first_call, is_same, is_sealed, unlinked_seal};
use super::wording::{PASSED_BACK, PRESERVE};
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

const RESTORE: Fix = Fix::new("restore", Safety::Safe, FixEdit::By(restore));
const ADD_PLACEHOLDER: Fix = Fix::new("add-placeholder", Safety::Placeholder, FixEdit::By(fix));
const UNSET_REASONING: Fix = Fix::new("unset-reasoning", Safety::Unsafe, FixEdit::Unset("reasoning"));
const SAY_NOT_KEPT: Fix = Fix::new("say-not-kept", Safety::Placeholder, FixEdit::By(say_not_kept));

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
        let bare = entry.value.fits("!reasoning_details.* !reasoningDetails");
        // The provider takes the request, and the reasoning is lost.
        let mut lost = |fixes: &'static [Fix]| {
            let finding = found.at(entry.value).says_nothing().offers(fixes);
            finding.severity = Severity::Degrade;
            finding.evidence = Evidence::Observed;
        };
        if starts {
            if is_first && bare && facts.thinks() {
                lost(&[UNSET_REASONING, SAY_NOT_KEPT]);
            }
        } else if plain || any {
            if bare && entry.value.fits("!reasoning:s !reasoning_content:s") && facts.thinks() {
                let finding = found.at(entry.value).says(if any { &MISSING_AT_INDEX } else { &PASSED_BACK });
                finding.offers(&[RESTORE, SAY_NOT_KEPT]).evidence = Evidence::Reported;
            }
        } else if !details(entry).iter().any(|item| is_sealed(*item) && (vercel || is_same(*item, call, "id")))
            && entry.value.get("reasoningDetails").is_none()
        {
            // On OpenRouter an item is the call's if it bears its id; Vercel's have none.
            if vercel {
                lost(&[]);
            } else if unlinked_seal(entry).is_none() {
                found.at(entry.value);
            }
        }
    }
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
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
    for empty in details(entry) {
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
