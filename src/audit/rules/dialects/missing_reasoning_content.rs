//! An assistant message has no reasoning, and the host asks for it.
//!
//! # What it checks
//!
//! While the model thinks, assistant messages have the reasoning that the model returned with them, in the member that the host reads:
//!
//! - DeepSeek until March 2026: messages of the open turn with tool calls. From April 2026: all messages with tool calls. Since August
//!   2026, in a request with `tools`: every assistant message. `null` counts as missing, `""` does not.
//! - Kimi and MiMo: every message with tool calls.
//! - GLM: messages of the open turn with tool calls.
//! - Fireworks: the message that the last tool results answer.
//! - MiniMax with `reasoning_split`, and Cohere: every message with tool calls.
//! - DeepSeek V3.2 on SGLang: messages of the open turn without tool calls.
//!
//! DeepSeek, Kimi, MiMo and SGLang refuse the request. GLM, Fireworks, MiniMax and Cohere accept it, and the model thinks worse. Z.ai
//! says that "thinking blocks should be explicitly preserved and returned together with the tool results". DeepSeek has also accepted a
//! message without reasoning that had no tool call.
//!
//! # Why
//!
//! > The `reasoning_content` in the thinking mode must be passed back to the API.
//!
//! The model continues from its earlier reasoning. Without it, the host refuses the request or the model thinks worse.
//!
//! Common causes: a framework that rebuilds a message from its content and calls, or compaction that rewrites old messages. Both drop the
//! reasoning.
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
//! - Safe: move the text from `reasoning` to `reasoning_content`, if it is there.
//! - Safe: restore the recorded reasoning, byte for byte. This needs a ledger.
//! - Unsafe: disable thinking for this request. The host then asks for no reasoning. Not possible if the model always thinks.
//! - Placeholder: write a text that says that the reasoning was not kept. The text differs from message to message, because DeepSeek
//!   answers nothing if all messages have the same.
//! - By hand: restore the reasoning from a ledger.
//!
//! If the host accepts the request without the reasoning, the fix only restores what is recorded.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://api-docs.deepseek.com/guides/thinking_mode>, <https://docs.z.ai/guides/capabilities/thinking-mode>,
//!   <https://platform.minimax.io/docs/guides/text-m2-function-call>, <https://docs.fireworks.ai/guides/reasoning>, <https://docs.cohere.com/docs/reasoning>
//! - observed, 2026-11-14: GLM, Cohere and, in 2025, `deepseek-reasoner` accepted the omission; so did DeepSeek V4 on a message without tool calls
//! - reported, 2026-11-14: <https://github.com/anomalyco/opencode/issues/24083>
//! - reported, 2026-11-14: <https://github.com/continuedev/continue/issues/10193>
//! - reported, 2026-01-30: <https://github.com/Kilo-Org/kilocode/pull/5544>, <https://github.com/mastra-ai/mastra/issues/12592>
//! - documented, 2026-05-12: <https://platform.xiaomimimo.com/docs/en-US/usage-guide/passing-back-reasoning_content>, and the notice in <https://github.com/chatboxai/chatbox/issues/3716>
//! - catalogue: ds.chat.toolturn-missing-rc, ds.chat.tools-param-missing-rc, ds.v32.missing-rc-index, ds.compaction.dropped-turns, kimi.toolturn-missing-rc, mimo.toolturn-missing-rc, glm.toolloop-missing-rc, minimax.split-details-missing, fireworks.rc-missing, cohere.thinking-dropped, sglang.dsv32.bare-assistant, fw.langchain-js.no-reemit, fw.agents-js.chat-reasoning-only, fw.aisdk.deepseek-alias

use super::fields::{FIELDS, field_read};
use crate::audit::details::{Unlisted, details};
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
    fixes: &[MOVE_TEXT, RESTORE_TEXT, SWITCH_OFF, SAY_NOT_KEPT],
    ..Rule::DEFAULT
};

details! {
    /// The member that the host reads; empty, if it reads reasoning in another form.
    struct MissingReasoning { member: Unlisted<&'static str> }
    message if member.0.0.is_empty() => "This assistant message has no reasoning"
    message => "This assistant message has no `{member}`"
}

const MOVE_TEXT: Fix =
    Fix::new("take", Safety::Safe, FixEdit::By(move_text)).titled("Move the text from `reasoning` to `reasoning_content`.");
const RESTORE_TEXT: Fix = Fix::new("recall", Safety::Safe, FixEdit::By(restore_text)).titled("Restore the recorded `reasoning_content`.");
const SWITCH_OFF: Fix = Fix::switch_off("switch-off", FixEdit::By(switch_off));
const SAY_NOT_KEPT: Fix = Fix::new("say-not-kept", Safety::Placeholder, FixEdit::By(say_not_kept))
    .titled("Set `reasoning_content` to a note that the reasoning was not kept.");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let wants = facts.profile.word("wants");
    if !facts.thinks() || !facts.body.fits(facts.profile.word("while")) {
        return;
    }
    let says = found.rule.sentence(facts.profile.word("says"));
    let by_name = field_read(facts) == Some(CONTENT);
    // The message that the last tool results answer, if no message comes after the results.
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
        if !is_asked || has_reasoning(entry, by_name, wants == "bare") {
            continue;
        }
        let refused = if calls || wants == "bare" { says } else { None };
        let finding = found.at(entry.value).with(MissingReasoning { member: Unlisted(if by_name { CONTENT } else { "" }) });
        finding.sentence = refused;
        if !by_name || !entry.value.get(ELSEWHERE).is_some_and(is_filled) {
            finding.offers(&[RESTORE_TEXT, SWITCH_OFF, SAY_NOT_KEPT]);
        }
        if refused.is_none() {
            finding.severity = Severity::Degrade;
        }
        if facts.profile.fits("known=reported") || !calls && wants == "all" {
            finding.evidence = Evidence::Reported;
        }
    }
}

/// Returns `true` if a message has its reasoning: in `reasoning_content`, or in any form.
fn has_reasoning(entry: &Entry<'_>, by_name: bool, must_be_filled: bool) -> bool {
    if by_name {
        return entry.value.get(CONTENT).is_some_and(|value| !value.is_null() && (!must_be_filled || is_filled(value)));
    }
    entry.parts.iter().any(|part| part.thinking.is_some())
}

const CONTENT: &str = "reasoning_content";
const ELSEWHERE: &str = "reasoning";

/// Moves the reasoning from the wrong member to the right one.
fn move_text<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(text) = finding.place.get(ELSEWHERE) else { return Ok(()) };
    changes.set(finding.place, CONTENT, text.raw())?;
    changes.remove(text)
}

/// Restores the recorded reasoning of the message. Other rules restore reasoning that is not the text of a member.
fn restore_text<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let text = if field_read(facts) == Some(CONTENT) { lost_text(facts, finding, &FIELDS) } else { None };
    text.map_or(Ok(()), |text| changes.set(finding.place, CONTENT, text))
}

/// Disables thinking, so that the host asks for no reasoning. It does so only against a refusal, and not if the host asks messages without calls for
/// reasoning: there it does not help.
fn switch_off<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let can = finding.severity == Severity::Reject && facts.profile.fits("!wants=bare !thinks=always");
    if can { changes.set(facts.body, "thinking", br#"{"type":"disabled"}"#) } else { Ok(()) }
}

fn say_not_kept<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    if finding.severity != Severity::Reject {
        return Ok(());
    }
    changes.set(finding.place, CONTENT, &lost_reasoning_text(facts, finding))
}
