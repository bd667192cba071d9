//! Claude's reasoning item has no `signature`.
//!
//! # What it checks
//!
//! Every `reasoning.text` item for Claude has a `signature` that is not empty, if its `format` is `anthropic-claude-v1` or absent.
//! `fragmented-details` reports the pieces of a stream.
//!
//! # Why
//!
//! > Invalid `signature` in `thinking` block
//!
//! OpenRouter makes a thinking block of the item, and Anthropic checks the signature of each block. Clients lose the signature because
//! it comes last in the stream, in an item without text.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"anthropic/claude-sonnet-4.5","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning":"A greeting.","reasoning_details":[{"type":"reasoning.text","text":"A greeting.","format":"anthropic-claude-v1","index":0}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openrouter-chat"},"request":{"model":"anthropic/claude-sonnet-4.5","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning":"A greeting.","reasoning_details":[{"type":"reasoning.text","text":"A greeting.","signature":"RXF1YWwgYnl0ZXM=","format":"anthropic-claude-v1","index":0}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the item, because a signature cannot be recreated. If no signed item is left, `reasoning` and `reasoning_content` are
//! removed too. The reasoning is lost.
//!
//! With a ledger, rethought restores the recorded item instead.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: about items that lack a signature, "Anthropic rejects with "Invalid signature in thinking block"", in the changes of OpenRouter's own provider, <https://github.com/OpenRouterTeam/ai-sdk-provider/blob/main/CHANGELOG.md>; for 4.6 and later it is only reported, because one report contradicts it
//! - reported, 2026-02-19: <https://github.com/OpenRouterTeam/ai-sdk-provider/issues/423>
//! - reported, 2026-07-25: <https://github.com/open-webui/open-webui/issues/27467>
//! - reported, 2026-09-12, the contrary, with Sonnet 4.6 and 5: <https://github.com/earendil-works/pi/issues/9534>
//! - catalogue: or.claude.unsigned-text

use super::details::{continues, holder, is_contested, reasoning_items};
use super::wording::SIGNATURE;
use crate::audit::rules::members::has_text;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::{Changes, Value};

/// The rule.
pub static RULE: Rule = Rule {
    id: "unsigned-details",
    binds: "wire=openrouter-chat|openai-chat dialect=openrouter|vercel-gateway vendor=anthropic",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[SIGNATURE, EMPTY_THINKING],
    check,
    fixes: &[Fix::new("remove-unsigned", Safety::Unsafe, FixEdit::By(fix))],
    ..Rule::DEFAULT
};

const EMPTY_THINKING: Sentence = Sentence::new("empty-thinking", "each thinking block must contain thinking");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, entry) in facts.answers() {
        let items = reasoning_items(entry);
        let mut is_fragment = false;
        for (nth, item) in items.iter().enumerate() {
            let has_more = items.get(nth + 1).is_some_and(|next| continues(*item, *next));
            if !is_fragment && !has_more && is_unsigned(*item) {
                // Models up to 4.6 check the text before the signature.
                let is_empty = facts.profile.fits("display=summarized") && !has_text(*item, "text");
                let finding = found.at(*item).says(if is_empty { &EMPTY_THINKING } else { &SIGNATURE });
                if is_contested(facts) {
                    finding.evidence = Evidence::Reported;
                }
            }
            is_fragment = has_more;
        }
    }
}

fn is_unsigned(item: Value<'_>) -> bool {
    item.fits("type=reasoning.text !format,format=null,format^anthropic-claude") && !has_text(item, "signature")
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(entry) = holder(facts, finding) else { return Ok(()) };
    if reasoning_items(entry).into_iter().all(is_unsigned) {
        for name in ["reasoning", "reasoning_content"] {
            entry.value.get(name).map_or(Ok(()), |text| changes.remove(text))?;
        }
    }
    changes.remove(finding.place)
}
