//! A reasoning item has nothing in it that the model could read back.
//!
//! # What it checks
//!
//! A reasoning item has its `encrypted_content`, or an id under which it is stored. What can be read in it (`summary`) is for
//! people, and the model does not see it. It binds OpenAI, Azure and xAI; at xAI an id does not help where `store` is `false`.
//! In rounds that are over little is lost by it, and it is advice.
//!
//! # Why
//!
//! > The encrypted content of the reasoning item - populated when a response is generated with `reasoning.encrypted_content` in the `include` parameter.
//!
//! That is where the reasoning is. Without it the item is taken and the reasoning is lost. Transcripts of Codex hold such items
//! where none was asked for.
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
//! Unsafe: the item goes, and nothing is lost by that. With a ledger the recorded item comes back.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: it is the ciphertext that enables reasoning items to be used again where nothing is stored, in the types of OpenAI's own client, <https://github.com/openai/openai-node/blob/master/src/resources/responses/responses.ts>
//! - documented, 2026-11-14: <https://platform.openai.com/docs/api-reference/responses/create>
//! - reported, 2026-11-14: Codex writes `encrypted_content: null` where none came, <https://github.com/openai/codex/blob/main/codex-rs/protocol/src/models.rs>
//! - catalogue: tx.codex.encrypted-null, oai-reasoning-stripped-tool-loop

use super::items::BARE;
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
        if part.value.fits(BARE) && (unstored || !part.value.fits("id:s")) {
            let finding = found.at(part.value);
            if nth < facts.round {
                finding.severity = Severity::Advice;
            }
        }
    }
}
