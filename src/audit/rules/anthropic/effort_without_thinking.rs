//! `output_config.effort` is above `high` while thinking is off.
//!
//! # What it checks
//!
//! Some models limit the effort: Claude Opus 5, Haiku 5.5 and Sonnet 5.5. With them, `output_config.effort` is `high` or below while
//! `thinking.type` is `disabled` or `between_tools`. In Converse the effort may also be in `outputConfig.effort`.
//!
//! # Why
//!
//! The model supports `xhigh` and `max` only while it thinks. Anthropic refuses the combination.
//!
//! > output_config.effort 'xhigh' is not supported when thinking is disabled on this model. Use effort 'high' or below, or enable
//! > thinking.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-5","max_tokens":9000,"thinking":{"type":"disabled"},"output_config":{"effort":"xhigh"},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-5","max_tokens":9000,"thinking":{"type":"disabled"},"output_config":{"effort":"high"},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Unsafe: set the effort to `high`. To keep the effort, enable thinking instead.
//!
//! # Evidence
//!
//! - documented, 2026-09-29: <https://platform.claude.com/docs/en/api/errors>
//! - documented, 2026-08-22: <https://platform.claude.com/docs/en/build-with-claude/thinking>
//! - documented, 2026-11-17: `outputConfig.effort`, in the types of `botocore` 1.44.3, <https://github.com/boto/botocore>
//! - catalogue: anth-disabled-effort

use super::parameters::{is_converse, parameters};
use crate::audit::details::{Unlisted, details};
use crate::audit::rules::texts::read_text;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "effort-without-thinking",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic off_effort",
    when: "output_config.effort,additionalModelRequestFields.output_config.effort,outputConfig.effort",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new(
        "effort-unsupported",
        "output_config.effort '{effort}' is not supported when thinking is disabled on this model. Use effort 'high' or below, or enable thinking.",
    )],
    check,
    fixes: &[Fix::new("replace", Safety::Unsafe, FixEdit::Replace("\"high\""))],
    ..Rule::DEFAULT
};

details! {
    /// The effort, and the type of thinking that does not allow it.
    struct EffortWithoutThinking { effort: String, thinking: Unlisted<String> }
    message => "`output_config.effort` is `{effort}`, but `thinking.type` is `{thinking}`"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let settings = parameters(facts);
    if !settings.fits("thinking.type=disabled|between_tools") {
        return;
    }
    let in_converse = facts.body.path("outputConfig.effort").filter(|_| is_converse(facts));
    let efforts = [settings.path("output_config.effort"), in_converse];
    for effort in efforts.into_iter().flatten().filter(|effort| effort.fits("=xhigh|max")) {
        let thinking = settings.path("thinking").map(|thinking| thinking.word("type").to_owned()).unwrap_or_default();
        found.at(effort).with(EffortWithoutThinking { effort: read_text(effort), thinking: Unlisted(thinking) });
    }
}
