//! A thought of Claude's goes back without its signature.
//!
//! # What it checks
//!
//! Every `reasoning.text` item for a Claude whose `format` is `anthropic-claude-v1`, or not said, has a `signature` that is not empty. Pieces of a
//! stream are another matter: see `fragmented-details`.
//!
//! # Why
//!
//! > Invalid `signature` in `thinking` block
//!
//! The item becomes a thinking block, and Anthropic checks each. Clients lose the signature because it comes last in the
//! stream, in an item that has no text.
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
//! Unsafe: the item goes, and with the last one the string under `reasoning`, since a signature cannot be made up. With a ledger the
//! recorded item comes back instead.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: of items that lack a signature "Anthropic rejects with "Invalid signature in thinking block"", in the changes of OpenRouter's own provider, <https://github.com/OpenRouterTeam/ai-sdk-provider/blob/main/CHANGELOG.md>; from 4.6 on it is reported, since one report says otherwise
//! - reported, 2026-02-19: <https://github.com/OpenRouterTeam/ai-sdk-provider/issues/423>
//! - reported, 2026-07-25: <https://github.com/open-webui/open-webui/issues/27467>
//! - reported, 2026-09-12, to the contrary, of Sonnet 4.6 and 5: <https://github.com/earendil-works/pi/issues/9534>
//! - catalogue: or.claude.unsigned-text

use super::details::{details, goes_on, holder, is_contested};
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
        let items = details(entry);
        let mut torn = false;
        for (nth, item) in items.iter().enumerate() {
            let goes_on = items.get(nth + 1).is_some_and(|next| goes_on(*item, *next));
            if !torn && !goes_on && is_unsigned(*item) {
                // Up to 4.6 it is the text that is missed first.
                let is_empty = facts.profile.fits("display=summarized") && !has_text(*item, "text");
                let finding = found.at(*item).says(if is_empty { &EMPTY_THINKING } else { &SIGNATURE });
                if is_contested(facts) {
                    finding.evidence = Evidence::Reported;
                }
            }
            torn = goes_on;
        }
    }
}

fn is_unsigned(item: Value<'_>) -> bool {
    item.fits("type=reasoning.text !format,format=null,format^anthropic-claude") && !has_text(item, "signature")
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(entry) = holder(facts, finding) else { return Ok(()) };
    if details(entry).into_iter().all(is_unsigned) {
        for name in ["reasoning", "reasoning_content"] {
            entry.value.get(name).map_or(Ok(()), |text| changes.remove(text))?;
        }
    }
    changes.remove(finding.place)
}
