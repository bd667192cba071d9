//! `thinking.type` is one that the model does not take.
//!
//! # What it checks
//!
//! `thinking.type` is among those that the model takes: `adaptive` or `disabled` for MiniMax M3, only `enabled` for `kimi-k2.7-code`, which always thinks.
//!
//! # Why
//!
//! > invalid params, invalid thinking.type: "enabled" (allowed: adaptive, disabled) (2013)
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.minimax.io"},"request":{"model":"MiniMax-M3","thinking":{"type":"enabled"},
//!   "messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.minimax.io"},"request":{"model":"MiniMax-M3","thinking":{"type":"adaptive"},
//!   "messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: `enabled` becomes `adaptive`, under which the model thinks. Unsafe: elsewhere `thinking` goes, and the model does as it does by default.
//!
//! # Evidence
//!
//! - reported, 2026-06-08: MiniMax <https://github.com/CherryHQ/cherry-studio/pull/15787>
//! - reported, 2026-06-24: MiniMax <https://github.com/HenriGrimm/Minnow/issues/364>
//! - reported, 2026-07-30: Kimi, after its reference <https://github.com/mnfst/modelparams.dev/pull/168>; the words of its refusal are not known
//! - catalogue: minimax.m3.thinking-enabled

use crate::audit::{Facts, Found, Mend, Rule, Safety};
use crate::json::Value;

/// The rule.
pub static RULE: Rule = Rule {
    id: "refused-thinking-type",
    binds: "wire=openai-chat dialect=minimax|kimi thinking",
    when: "thinking.type:s",
    upstream: &["invalid params, invalid thinking.type: \"{type}\" (allowed: adaptive, disabled) (2013)"],
    check,
    fixes: &[(Safety::Safe, Mend::Replace("\"adaptive\"")), (Safety::Unsafe, Mend::Unset("thinking"))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let mut allowed = facts.profile.get("thinking").into_iter().flat_map(Value::elements);
    if let Some(place) = facts.body.path("thinking.type").filter(|kind| !allowed.any(|one| one.raw() == kind.raw())) {
        let kind = place.text().and_then(|text| text.plain()).unwrap_or_default();
        let adaptive = kind == "enabled" && facts.profile.fits("thinking.*=adaptive");
        let other = usize::from(!facts.profile.fits("dialect=minimax"));
        found.push(found.finding(place).arg("type", kind).says(other).mends(usize::from(!adaptive)));
    }
}
