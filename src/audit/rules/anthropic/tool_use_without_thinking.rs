//! An assistant message with a tool call has no `thinking` block, which this host requires.
//!
//! # What it checks
//!
//! On the Messages endpoints of DeepSeek, Kimi and MiMo, each assistant message with a `tool_use` has a `thinking` block while thinking is on. The
//! block needs no signature.
//!
//! DeepSeek thinks unless the request switches it off. Kimi thinks only if the request switches it on. MiMo's refusals are reported only of
//! requests that switch it on.
//!
//! # Why
//!
//! DeepSeek, Kimi and MiMo require that every later request includes the thinking of a tool call.
//!
//! Common cause: a client made for Anthropic drops `thinking` blocks without a signature, and these hosts do not sign.
//!
//! > The `content[].thinking` in the thinking mode must be passed back to the API.
//!
//! > thinking is enabled but reasoning_content is missing in assistant tool call message at index 1
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","host":"api.deepseek.com"},"request":{"model":"deepseek-v4-pro","max_tokens":4096,"messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":[{"type":"tool_use","id":"call_1","name":"weather","input":{}}]},
//!   {"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1","content":"21"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","host":"api.deepseek.com"},"request":{"model":"deepseek-v4-pro","max_tokens":4096,"messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"Ask.","signature":""},{"type":"tool_use","id":"call_1","name":"weather","input":{}}]},
//!   {"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1","content":"21"}]}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: disable thinking for this request. With a ledger, the recorded blocks are restored instead.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: DeepSeek, <https://github.com/decolua/9router/issues/2397>
//! - reported, 2026-11-14: DeepSeek, <https://github.com/sdcb/chats/issues/136>
//! - reported, 2026-05-12: MiMo, <https://github.com/craft-ai-agents/craft-agents-oss/issues/746>, <https://github.com/NousResearch/hermes-agent/issues/24884>
//! - reported, 2026-11-14: Kimi, in the history of <https://github.com/NousResearch/hermes-agent>
//! - catalogue: ds.anthropic.tooluse-without-thinking, kimi.anthropic.missing-thinking

use super::blocks::is_thinking;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Presumed, Rule, Safety, Sentence, Tier};
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "tool-use-without-thinking",
    binds: "wire=anthropic-messages dialect=deepseek|kimi|mimo",
    when: "!thinking.type=disabled",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    presumes: &[Presumed::Setting("thinking"), Presumed::Messages],
    upstream: &[DEEPSEEK, KIMI, MIMO],
    check,
    fixes: &[Fix::new("set-thinking", Safety::Unsafe, FixEdit::Set("thinking", "{\"type\":\"disabled\"}"))],
    ..Rule::DEFAULT
};

const DEEPSEEK: Sentence = Sentence::new("deepseek", "The `content[].thinking` in the thinking mode must be passed back to the API.");

const KIMI: Sentence =
    Sentence::new("kimi", "thinking is enabled but reasoning_content is missing in assistant tool call message at index {0}");

const MIMO: Sentence = Sentence::new("mimo", "The reasoning_content in the thinking mode must be passed back to the API.");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let (sentence, is_on) = match facts.profile.word("dialect") {
        "kimi" => (&KIMI, facts.body.fits("thinking.type=enabled")),
        "mimo" => (&MIMO, facts.body.fits("thinking.type=enabled|adaptive")),
        _ => (&DEEPSEEK, true),
    };
    if !is_on {
        return;
    }
    for (_, entry) in facts.answers() {
        if let Some(call) = entry.parts.iter().find(|part| part.kind == PartKind::Call)
            && !entry.parts.iter().any(|part| is_thinking(part) && part.value.fits("type=thinking"))
        {
            found.at(call.value).says(sentence);
        }
    }
}
