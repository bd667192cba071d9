//! The model does not support this `thinking.type`.
//!
//! # What it checks
//!
//! The model supports the `thinking.type` of the request. Up to Claude 4.5 the types are `enabled` and `disabled`. From 4.7 on,
//! `adaptive` replaces `enabled`. Claude models that always think do not support `disabled`, and only Sonnet 5.5 supports
//! `between_tools`.
//!
//! OpenRouter accepts `enabled` for the 5.5 models and ignores the budget. MiniMax M3 supports `adaptive` and `disabled`.
//! `kimi-k2.7-code` supports only `enabled`, and so does GLM-5.3, except on the coding route of Z.ai.
//!
//! A client that was written for older Claude models sends `enabled`.
//!
//! # Why
//!
//! The provider refuses a thinking type that the model does not support.
//!
//! Common cause: the model was changed, and the setting was not.
//!
//! > "thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control
//! > thinking behavior.
//!
//! > adaptive thinking is not supported on this model
//!
//! > invalid params, invalid thinking.type: "enabled" (allowed: adaptive, disabled) (2013)
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-8","max_tokens":9000,"thinking":{"type":"enabled","budget_tokens":2000},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-8","max_tokens":9000,"thinking":{"type":"adaptive"},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: use the closest supported type. With Claude, switching away from `enabled` removes the budget, and switching to it sets the minimum.
//!
//! # Evidence
//!
//! - documented, 2026-09-29: <https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting>
//! - documented, 2026-09-29: <https://platform.claude.com/docs/en/api/errors>
//! - documented, 2026-11-15: OpenRouter, <https://openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/claude-5-5>
//! - reported, 2025-06-18: Claude 3.5, <https://github.com/anthropics/claude-code/issues/2245>, <https://github.com/anthropics/claude-code/issues/2507>
//! - reported, 2026-06-08: MiniMax <https://github.com/CherryHQ/cherry-studio/pull/15787>
//! - reported, 2026-06-24: MiniMax <https://github.com/HenriGrimm/Minnow/issues/364>
//! - documented, 2026-09-16: GLM-5.3, <https://docs.z.ai/guides/capabilities/thinking>
//! - reported, 2026-09-16: GLM-5.3, <https://github.com/charmbracelet/catwalk/pull/603>
//! - reported, 2026-07-30: Kimi, after its reference <https://github.com/mnfst/modelparams.dev/pull/168>; the text of its refusal is unknown
//! - catalogue: anth-type-unsupported, minimax.m3.thinking-enabled

use crate::audit::details::details;
use crate::audit::rules::anthropic::parameters::{parameters, supports_thinking_type};
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::Changes;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unsupported-thinking-type",
    binds: "wire=anthropic-messages|bedrock-converse|openai-chat vendor=anthropic,dialect=minimax|kimi|glm|volcengine thinking",
    when: "thinking.type:s,additionalModelRequestFields.thinking.type:s",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[ENABLED, ADAPTIVE, DISABLED, BETWEEN_TOOLS, NEVER, MINIMAX, GLM, ARK],
    check,
    fixes: &[Fix::new("set-type", Safety::Unsafe, FixEdit::By(fix))],
    ..Rule::DEFAULT
};

details! {
    /// The type, and the model.
    struct UnsupportedType { kind as "type": String, model: String }
    message => "`thinking.type` is `{kind}`, which this model does not support"
}

const ENABLED: Sentence = Sentence::new(
    "enabled",
    "\"thinking.type.enabled\" is not supported for this model. Use \"thinking.type.adaptive\" and \"output_config.effort\" to control thinking behavior.",
);

const ADAPTIVE: Sentence = Sentence::new("adaptive", "adaptive thinking is not supported on this model");

const DISABLED: Sentence = Sentence::new("disabled", "\"thinking.type.disabled\" is not supported for this model. ");

const BETWEEN_TOOLS: Sentence = Sentence::new("between_tools", "\"thinking.type.between_tools\" is not supported for this model.");

const NEVER: Sentence = Sentence::new("never", "'{model}' does not support thinking.");

const MINIMAX: Sentence =
    Sentence::new("minimax", "invalid params, invalid thinking.type: \"{type}\" (allowed: adaptive, disabled) (2013)");

const GLM: Sentence = Sentence::new("glm", "This model always engages in thinking and cannot be disabled; please use low, high, or max.");

const ARK: Sentence = Sentence::new("ark", "Unsupported thinking type for the current model: {type}");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(thinking) = parameters(facts).get("thinking") else { return };
    let said = thinking.word("type");
    if !matches!(said, "enabled" | "adaptive" | "disabled" | "between_tools" | "auto") || supports_thinking_type(facts, said) {
        return;
    }
    // Anthropic has a separate answer for each type.
    let model = facts.profile.word("model").to_owned();
    let finding = found.at(thinking).with(UnsupportedType { kind: said.to_owned(), model }).says_named(said);
    match facts.profile.word("dialect") {
        "minimax" => finding.says(&MINIMAX).evidence = Evidence::Reported,
        "kimi" => finding.says_nothing().evidence = Evidence::Reported,
        "glm" => {
            finding.says(&GLM);
        }
        "volcengine" => finding.says(&ARK).evidence = Evidence::Reported,
        _ if !facts.profile.fits("thinking.*=enabled|adaptive") => finding.says(&NEVER).evidence = Evidence::Reported,
        _ => {}
    }
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let off = finding.place.fits("type=disabled|between_tools");
    let kinds = if off { ["between_tools", "disabled", "adaptive", "enabled"] } else { ["adaptive", "enabled", "disabled", ""] };
    let Some(kind) = kinds.iter().find(|kind| supports_thinking_type(facts, kind)) else { return Ok(()) };
    changes.set(finding.place, "type", ["\"", kind, "\""].concat().as_bytes())?;
    match *kind {
        "enabled" if facts.profile.fits("vendor=anthropic") => changes.set(finding.place, "budget_tokens", b"1024"),
        _ => FixEdit::Drop("budget_tokens").apply(facts, finding, changes),
    }
}
