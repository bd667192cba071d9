//! A `configuration_update` stands where it is not taken.
//!
//! # What it checks
//!
//! An item of the type `configuration_update`, which changes the effort from its place on, goes to GPT-6 or later, outside of pro mode, without
//! `"truncation": "auto"`, and no other stands right after it. It binds OpenAI and Azure, and OpenAI's models through OpenRouter.
//!
//! # Why
//!
//! > The 'configuration_update' item type is not supported with pro or tournament models.
//!
//! A history that goes on with an earlier model, or in pro mode, still has the updates in it.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-6-astra","reasoning":{"effort":"low","mode":"pro"},"input":[
//!   {"role":"user","content":"Hello"},
//!   {"type":"configuration_update","reasoning":{"effort":"high"}},
//!   {"role":"user","content":"Now a proof."}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-6-astra","reasoning":{"effort":"low"},"input":[
//!   {"role":"user","content":"Hello"},
//!   {"type":"configuration_update","reasoning":{"effort":"high"}},
//!   {"role":"user","content":"Now a proof."}]}}
//! ```
//!
//! # Fix
//!
//! Safe: of two neighbours the first goes, since the second outranks it. Unsafe: the update goes, or `truncation`.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: <https://openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/gpt-6-astra>; only the words for pro mode are known
//! - catalogue: oai-configuration-update

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "misplaced-configuration-update",
    binds: "wire=openai-responses vendor=openai name updates",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[PRO],
    check,
    fixes: &[REMOVE_OUTRANKED, REMOVE],
    ..Rule::DEFAULT
};

const PRO: Sentence = Sentence::new("pro", "The 'configuration_update' item type is not supported with pro or tournament models.");

const REMOVE_OUTRANKED: Fix = Fix::new("remove-outranked", Safety::Safe, FixEdit::Remove);
const REMOVE: Fix = Fix::new("remove", Safety::Unsafe, FixEdit::Remove);

/// An update.
const UPDATE: &str = "type=configuration_update";

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let is_pro = facts.body.fits("reasoning.mode=pro") || facts.profile.fits("name~-pro");
    let never = facts.profile.fits("updates=never");
    for (nth, entry) in facts.entries.iter().enumerate().filter(|(_, entry)| entry.value.fits(UPDATE)) {
        let is_outranked = facts.entries.get(nth + 1).is_some_and(|next| next.value.fits(UPDATE));
        if never || is_pro {
            let finding = found.at(entry.value).offers(&[REMOVE]);
            finding.sentence = is_pro.then_some(&PRO);
        } else if is_outranked {
            found.at(entry.value).says_nothing().offers(&[REMOVE_OUTRANKED]);
        }
    }
    if let Some(truncation) = facts.body.get("truncation").filter(|truncation| truncation.fits("=auto") && !never && !is_pro) {
        found.at(truncation).says_nothing().offers(&[REMOVE]);
    }
}
