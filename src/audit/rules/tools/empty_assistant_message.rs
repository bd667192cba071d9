//! An assistant message has neither content nor tool calls.
//!
//! # What it checks
//!
//! An assistant message without `tool_calls` has `content`. OpenAI and DeepSeek refuse `null` and accept `""`. Kimi and Mistral refuse
//! both. For all of them, reasoning alone is not enough.
//!
//! # Why
//!
//! > Invalid assistant message: content or tool_calls must be set
//!
//! The message stays in the history, so every later request is refused too. Common causes: a stream that broke off, an answer that a
//! filter removed, or a turn that had only reasoning.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.moonshot.ai"},"request":{"model":"kimi-k3","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"","reasoning_content":"A greeting."},
//!   {"role":"user","content":"Are you there?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.moonshot.ai"},"request":{"model":"kimi-k3","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_content":"A greeting."},
//!   {"role":"user","content":"Are you there?"}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: set `content` to `""`, if the host accepts it.
//! - Unsafe: remove the message, if the host does not accept `""`. Its reasoning is lost.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: OpenAI, the content is "Required unless `tool_calls` or `function_call` is specified", <https://github.com/openai/openai-node/blob/master/src/resources/chat/completions/completions.ts>; a request that misses required parameters is a `BadRequestError`, <https://developers.openai.com/api/docs/guides/error-codes>
//! - reported, 2026-04-30: OpenAI <https://github.com/vercel/ai/pull/13744>
//! - reported, 2025-01-26: DeepSeek <https://github.com/carlrobertoh/ProxyAI/issues/834>
//! - reported, 2026-07-21: Kimi <https://github.com/MoonshotAI/kimi-code/issues/1985>
//! - reported, 2025-05-24: Mistral <https://github.com/OpenHands/OpenHands/issues/8685>

use crate::audit::rules::members::is_filled;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "empty-assistant-message",
    binds: "wire=openai-chat|mistral-chat dialect,order order=openai|deepseek|kimi|mistral",
    when: "messages:a",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[
        Sentence::new("openai", "Invalid value for 'content': expected a string, got null."),
        Sentence::new("deepseek", "Invalid assistant message: content or tool_calls must be set"),
        Sentence::new("kimi", "the message at position {0} with role 'assistant' must not be empty"),
        Sentence::new("mistral", "Assistant message must have either content or tool_calls, but not none."),
    ],
    check,
    fixes: &[SET_CONTENT, REMOVE],
    ..Rule::DEFAULT
};

const SET_CONTENT: Fix = Fix::new("set-content", Safety::Safe, FixEdit::Put("content", "\"\""));
const REMOVE: Fix = Fix::new("remove", Safety::Unsafe, FixEdit::Remove);

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let host = facts.profile.word("order");
    // These two also refuse an empty text.
    let strict = matches!(host, "kimi" | "mistral");
    for (_, turn) in facts.answers() {
        let is_there = turn.value.get("content").is_some_and(|content| if strict { is_filled(content) } else { !content.is_null() });
        // A refusal, a `function_call` or audio replaces the content.
        if !is_there && turn.value.fits("!tool_calls.* !refusal,refusal=null !function_call,function_call=null !audio,audio=null") {
            let finding = found.at(turn.value).says_named(host);
            if strict {
                finding.offers(&[REMOVE]);
            }
            if host != "openai" {
                finding.evidence = Evidence::Reported;
            }
        }
    }
}
