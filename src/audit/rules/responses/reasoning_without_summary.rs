//! A reasoning item has no `summary`.
//!
//! # What it checks
//!
//! Every reasoning item has `summary`, an array that may be empty. At xAI this applies to items with `encrypted_content`.
//!
//! xAI treats an item with a ciphertext and no summary as a compaction, and answers that it could not decode the blob.
//!
//! # Why
//!
//! > Missing required parameter: 'input[1].summary'
//!
//! The provider requires `summary`, even if it is empty. Common cause: a client that leaves an empty summary out.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","encrypted_content":"gAAAAABo1"},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABo1"},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: set `summary` to an empty array.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: OpenAI's schema lists `summary` among the required members of the item, <https://github.com/openai/openai-openapi>; a request that misses required parameters is a `BadRequestError`, <https://developers.openai.com/api/docs/guides/error-codes>
//! - reported, 2026-11-14: <https://github.com/chenyme/grok2api/issues/689>
//! - reported, 2026-11-14: <https://github.com/newo-ether/Agora/issues/141>
//! - catalogue: oai-summary-missing, xai-summary-missing

use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "reasoning-without-summary",
    binds: "wire=openai-responses vendor=openai|xai contract=openai|xai",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[MISSING_SUMMARY, UNDECODED],
    check,
    fixes: &[Fix::new("set-summary", Safety::Safe, FixEdit::Put("summary", "[]"))],
    ..Rule::DEFAULT
};

const MISSING_SUMMARY: Sentence = Sentence::new("missing-summary", "Missing required parameter: 'input[{0}].summary'");

const UNDECODED: Sentence =
    Sentence::new("undecoded", "Could not decode the compaction blob. Ensure it is unmodified from the compact response.");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let xai = facts.profile.fits("contract=xai");
    for (_, part, _) in facts.thoughts() {
        if part.value.fits("type=reasoning !summary:a") && (!xai || part.value.fits("encrypted_content:s")) {
            let finding = found.at(part.value).says(if xai { &UNDECODED } else { &MISSING_SUMMARY });
            if xai {
                finding.evidence = Evidence::Reported;
            }
        }
    }
}
