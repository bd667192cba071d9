//! An assistant message comes back without the reasoning that its host asks for.
//!
//! # What it checks
//!
//! While the model thinks, messages carry the reasoning that came with them, in the member that the host reads:
//!
//! - DeepSeek: until March 2026 those of the open round that call tools, from April 2026 all that call tools; since August 2026, in a
//!   request with `tools`, every assistant message. `null` is missing, `""` is not.
//! - Kimi and MiMo: every message that calls tools.
//! - GLM: messages of the open round that call tools. Fireworks: the one whose results come last. MiniMax with `reasoning_split` and
//!   Cohere: every message that calls tools.
//! - DeepSeek V3.2 on SGLang: messages of the open round that do not call tools.
//!
//! # Why
//!
//! > The `reasoning_content` in the thinking mode must be passed back to the API.
//!
//! Frameworks rebuild a message from content and calls, and compaction rewrites old ones; the reasoning goes. GLM, Fireworks, MiniMax
//! and Cohere take the request and think worse; Z.ai says that "thinking blocks should be explicitly preserved and returned together with
//! the tool results". DeepSeek too has taken a message without it that called nothing.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.deepseek.com"},"request":{"model":"deepseek-v4-pro","tools":[{"type":"function","function":{"name":"weather"}}],"messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","tool_calls":[{"id":"a","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"a","content":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.deepseek.com"},"request":{"model":"deepseek-v4-pro","tools":[{"type":"function","function":{"name":"weather"}}],"messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","reasoning_content":"I must look.","tool_calls":[{"id":"a","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"a","content":"21"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: where the same reasoning stands in `reasoning`, it goes into `reasoning_content`; with a ledger the recorded reasoning comes back,
//! byte for byte. Unsafe: thinking is switched off for this request, which makes the omission legal; not where the model always thinks.
//! Placeholder: a text that says that the reasoning was not kept, another for each message, since one text for all makes DeepSeek answer
//! nothing. Where the omission is only a loss, nothing is put in but what was recorded.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://api-docs.deepseek.com/guides/thinking_mode>, <https://docs.z.ai/guides/capabilities/thinking-mode>,
//!   <https://platform.minimax.io/docs/guides/text-m2-function-call>, <https://docs.fireworks.ai/guides/reasoning>, <https://docs.cohere.com/docs/reasoning>
//! - observed, 2026-11-14: GLM, Cohere and, in 2025, `deepseek-reasoner` accepted the omission; so did DeepSeek V4 on a message that called nothing
//! - reported, 2026-11-14: <https://github.com/anomalyco/opencode/issues/24083>
//! - reported, 2026-11-14: <https://github.com/continuedev/continue/issues/10193>
//! - reported, 2026-01-30: <https://github.com/Kilo-Org/kilocode/pull/5544>, <https://github.com/mastra-ai/mastra/issues/12592>
//! - documented, 2026-05-12: <https://platform.xiaomimimo.com/docs/en-US/usage-guide/passing-back-reasoning_content>, and the notice in <https://github.com/chatboxai/chatbox/issues/3716>
//! - catalogue: ds.chat.toolturn-missing-rc, ds.chat.tools-param-missing-rc, ds.v32.missing-rc-index, ds.compaction.dropped-turns, kimi.toolturn-missing-rc, mimo.toolturn-missing-rc, glm.toolloop-missing-rc, minimax.split-details-missing, fireworks.rc-missing, cohere.thinking-dropped, sglang.dsv32.bare-assistant, fw.langchain-js.no-reemit, fw.agents-js.chat-reasoning-only, fw.aisdk.deepseek-alias

use super::fields::{FIELDS, field_read};
use crate::audit::rules::ledger::restore::lost_text;
use crate::audit::rules::members::is_filled;
use crate::audit::rules::texts::lost_reasoning_text;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Needs, Rule, Safety, Sentence, Severity, Tier};
use crate::error::Error;
use crate::json::Changes;
use crate::model::{Entry, PartKind, Role};

/// The rule.
pub static RULE: Rule = Rule {
    id: "missing-reasoning-content",
    binds: "wire=openai-chat|cohere-chat wants",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::LedgerIfThere,
    upstream: &[
        Sentence::new("passed-back", "The `reasoning_content` in the thinking mode must be passed back to the API."),
        Sentence::new(
            "missing-field",
            "Missing `reasoning_content` field in the assistant message at message index {0}. For more information, please refer to https://api-docs.deepseek.com/guides/thinking_mode#tool-calls",
        ),
        Sentence::new(
            "missing-at-index",
            "thinking is enabled but reasoning_content is missing in assistant tool call message at index {0}",
        ),
        Sentence::new("passed-back-unquoted", "The reasoning_content in the thinking mode must be passed back to the API."),
        Sentence::new("without-reasoning-or-calls", "ThinkingMode: thinking, invalid message without reasoning_content/tool_calls"),
    ],
    check,
    fixes: &[TAKE, RECALL, SWITCH_OFF, SAY_NOT_KEPT],
    ..Rule::DEFAULT
};

const TAKE: Fix = Fix::new("take", Safety::Safe, FixEdit::By(take));
const RECALL: Fix = Fix::new("recall", Safety::Safe, FixEdit::By(recall));
const SWITCH_OFF: Fix = Fix::switch_off("switch-off", FixEdit::By(switch_off));
const SAY_NOT_KEPT: Fix = Fix::new("say-not-kept", Safety::Placeholder, FixEdit::By(fix));

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let wants = facts.profile.word("wants");
    if !facts.thinks() || !facts.body.fits(facts.profile.word("while")) {
        return;
    }
    let says = found.rule.sentence(facts.profile.word("says"));
    let by_name = field_read(facts) == Some(CONTENT);
    // The message whose results come last, if nothing comes after them.
    let last = facts.entries.iter().rposition(|entry| entry.role != Some(Role::Tool));
    for (nth, entry) in facts.answers() {
        let calls = facts.has(nth, PartKind::Call);
        let is_asked = match wants {
            "calls" => calls,
            "round" => calls && nth >= facts.round,
            "last" => calls && Some(nth) == last,
            "bare" => !calls && nth >= facts.round,
            "all" => true,
            _ => false,
        };
        if !is_asked || carries(entry, by_name, wants == "bare") {
            continue;
        }
        let refused = if calls || wants == "bare" { says } else { None };
        let finding = found.at(entry.value);
        finding.sentence = refused;
        if !by_name || !entry.value.get(ELSEWHERE).is_some_and(is_filled) {
            finding.offers(&[RECALL, SWITCH_OFF, SAY_NOT_KEPT]);
        }
        if refused.is_none() {
            finding.severity = Severity::Degrade;
        }
        if facts.profile.fits("known=reported") || !calls && wants == "all" {
            finding.evidence = Evidence::Reported;
        }
    }
}

/// Returns `true` if a message has its reasoning: in the member of that name, or anywhere.
fn carries(entry: &Entry<'_>, by_name: bool, in_words: bool) -> bool {
    if by_name {
        return entry.value.get(CONTENT).is_some_and(|value| !value.is_null() && (!in_words || is_filled(value)));
    }
    entry.parts.iter().any(|part| part.thinking.is_some())
}

const CONTENT: &str = "reasoning_content";
const ELSEWHERE: &str = "reasoning";

/// Moves the reasoning from the wrong member to the right one.
fn take<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(text) = finding.place.get(ELSEWHERE) else { return Ok(()) };
    changes.set(finding.place, CONTENT, text.raw())?;
    changes.remove(text)
}

/// Puts the recorded reasoning of the message back. Other rules do so where reasoning is not a text in a member.
fn recall<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let text = if field_read(facts) == Some(CONTENT) { lost_text(facts, finding, &FIELDS) } else { None };
    text.map_or(Ok(()), |text| changes.set(finding.place, CONTENT, text))
}

/// Without thinking nothing is asked for. A mere loss is not worth that, and where answers that call nothing are asked for it helps nothing.
fn switch_off<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let can = finding.severity == Severity::Reject && facts.profile.fits("!wants=bare !thinks=always");
    if can { changes.set(facts.body, "thinking", br#"{"type":"disabled"}"#) } else { Ok(()) }
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    if finding.severity != Severity::Reject {
        return Ok(());
    }
    changes.set(finding.place, CONTENT, &lost_reasoning_text(facts, finding))
}
