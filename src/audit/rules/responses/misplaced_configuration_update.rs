//! `configuration_update` is not allowed here.
//!
//! # What it checks
//!
//! A `configuration_update` item changes the effort from its place on. It is allowed for GPT-6 and later, outside pro mode, without
//! `"truncation": "auto"`, and not directly before another update. Applies to OpenAI and Azure, and to OpenAI's models through
//! OpenRouter.
//!
//! # Why
//!
//! > The 'configuration_update' item type is not supported with pro or tournament models.
//!
//! OpenAI refuses the item for older models, in pro mode, with automatic truncation, and directly before another update. Common cause: a conversation continues with an older model or in pro mode, and its
//! history still has updates.
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
//! - Safe: remove an update that is directly followed by another one. The second one replaces it.
//! - Unsafe: remove the update if the model or pro mode does not support it. The effort no longer changes at this place.
//! - Unsafe: remove `truncation`. OpenAI then refuses an input that is too long instead of cutting it.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: <https://openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/gpt-6-astra>; only the answer in pro mode is known
//! - catalogue: oai-configuration-update

use crate::audit::details::details;
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

details! {
    /// An update in pro mode.
    struct UpdateInProMode {}
    message => "`configuration_update` is not supported in pro mode"

    /// An update for a model without updates.
    struct UnsupportedUpdate {}
    message => "This model does not support `configuration_update`"

    /// An update whose next item is another update.
    struct ReplacedUpdate {}
    message => "`configuration_update` is directly followed by another `configuration_update`"

    /// The setting that updates exclude.
    struct TruncationWithUpdates {}
    message => "`truncation` must not be `auto` with `configuration_update`"
}

const PRO: Sentence = Sentence::new("pro", "The 'configuration_update' item type is not supported with pro or tournament models.");

const REMOVE_OUTRANKED: Fix = Fix::new("remove-outranked", Safety::Safe, FixEdit::Remove);
const REMOVE: Fix = Fix::new("remove", Safety::Unsafe, FixEdit::Remove);

/// A query that an update fits.
const UPDATE: &str = "type=configuration_update";

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let is_pro = facts.body.fits("reasoning.mode=pro") || facts.profile.fits("name~-pro");
    let never = facts.profile.fits("updates=never");
    for (nth, entry) in facts.entries.iter().enumerate().filter(|(_, entry)| entry.value.fits(UPDATE)) {
        let is_outranked = facts.entries.get(nth + 1).is_some_and(|next| next.value.fits(UPDATE));
        if never || is_pro {
            let finding = found.at(entry.value).offers(&[REMOVE]);
            finding.sentence = is_pro.then_some(&PRO);
            if is_pro {
                finding.with(UpdateInProMode {})
            } else {
                finding.with(UnsupportedUpdate {})
            };
        } else if is_outranked {
            found.at(entry.value).with(ReplacedUpdate {}).says_nothing().offers(&[REMOVE_OUTRANKED]);
        }
    }
    if let Some(truncation) = facts.body.get("truncation").filter(|truncation| truncation.fits("=auto") && !never && !is_pro) {
        found.at(truncation).with(TruncationWithUpdates {}).says_nothing().offers(&[REMOVE]);
    }
}
