//! A `fallback` block is sent without a `server-side-fallback` beta.
//!
//! # What it checks
//!
//! If a message has a block of type `fallback`, a beta whose name begins with `server-side-fallback` is on. OpenRouter requires no beta.
//!
//! # Why
//!
//! A `fallback` block shows where another model continued the answer. Without the beta the API does not support this block type and refuses the
//! request. The text of the refusal is not published.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":[]},"request":{"model":"claude-fable-5","max_tokens":9000,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"fallback","from":{"model":"claude-fable-5"},"to":{"model":"claude-opus-4-8"}},{"type":"text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":["server-side-fallback-2026-07-01"]},"request":{"model":"claude-fable-5","max_tokens":9000,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"fallback","from":{"model":"claude-fable-5"},"to":{"model":"claude-opus-4-8"}},{"type":"text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the block. It is better to send the beta header, which keeps the block.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: Anthropic's own client removes the blocks, since they parse under that beta only and a request with them "would 400", <https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src/lib/middleware.ts>
//! - documented, 2026-08-22: the beta, <https://platform.claude.com/docs/en/build-with-claude/refusals-and-fallback>
//! - documented, 2026-11-15: OpenRouter, <https://openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/opus-5-5>
//! - catalogue: anth-fallback-no-beta

use super::betas::{BETAS, are_known};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Tier};
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "fallback-without-beta",
    binds: "wire=anthropic-messages vendor=anthropic",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if facts.profile.fits("betas.*^server-side-fallback,betas_needed=false") {
        return;
    }
    let is_known = are_known(facts);
    for (_, part) in facts.parts().filter(|(_, part)| part.kind == PartKind::Other && part.value.fits("type=fallback")) {
        if is_known {
            found.at(part.value);
        } else {
            found.needs(BETAS);
        }
    }
}
