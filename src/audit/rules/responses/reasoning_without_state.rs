//! A reasoning item has neither `encrypted_content` nor a stored `id`.
//!
//! # What it checks
//!
//! A reasoning item has `encrypted_content`, or an `id` under which it is stored. The `summary` is for people, and the model does not
//! read it. Applies to OpenAI, Azure and xAI. At xAI an id does not help with `"store": false`. In finished turns little is lost, so
//! the rule only advises.
//!
//! # Why
//!
//! > The encrypted content of the reasoning item - populated when a response is generated with `reasoning.encrypted_content` in the `include` parameter.
//!
//! `encrypted_content` holds the reasoning. Without it the provider accepts the item, and the reasoning is lost. Common cause:
//! transcripts of Codex, which have such items if the ciphertext was not requested.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","store":false,"input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","summary":[{"type":"summary_text","text":"Looking."}],"encrypted_content":null},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-5","store":false,"input":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"type":"reasoning","summary":[],"encrypted_content":"gAAAAABo1"},
//!   {"type":"message","id":"msg_1","role":"assistant","content":[{"type":"output_text","text":"21 degrees."}]},
//!   {"role":"user","content":"How warm is it?"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: remove the item. The model cannot read it, so it loses nothing more.
//!
//! With a ledger, rethought restores the recorded item instead.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: the ciphertext lets a client use reasoning items again if nothing is stored, in the types of OpenAI's own client, <https://github.com/openai/openai-node/blob/master/src/resources/responses/responses.ts>
//! - documented, 2026-11-14: <https://platform.openai.com/docs/api-reference/responses/create>
//! - reported, 2026-11-14: Codex writes `encrypted_content: null` if the response has none, <https://github.com/openai/codex/blob/main/codex-rs/protocol/src/models.rs>
//! - catalogue: tx.codex.encrypted-null, oai-reasoning-stripped-tool-loop

use super::items::WITHOUT_CIPHERTEXT;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Presumed, Rule, Safety, Severity, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "reasoning-without-state",
    binds: "wire=openai-responses vendor=openai|xai contract=openai|xai",
    severity: Severity::Degrade,
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    presumes: &[Presumed::Setting("store"), Presumed::Handles],
    check,
    fixes: &[Fix::new("remove", Safety::Unsafe, FixEdit::Remove)],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let unstored = facts.profile.fits("contract=xai") && facts.body.fits("store=false");
    for (nth, part, _) in facts.thoughts() {
        if part.value.fits(WITHOUT_CIPHERTEXT) && (unstored || !part.value.fits("id:s")) {
            let finding = found.at(part.value);
            if nth < facts.round {
                finding.severity = Severity::Advice;
            }
        }
    }
}
