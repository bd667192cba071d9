//! A setting of thinking stands with a kind of thinking that does not know it.
//!
//! # What it checks
//!
//! In `thinking`, `budget_tokens` stands with `enabled` only, `display` not with `disabled`, and `block_binding` with `adaptive` or
//! `enabled` and under the beta `thinking-binding-controls-2026-08-01` only; OpenRouter asks for no beta. Bedrock calls the member of `block_binding`
//! `mismatch_behavior`, and only us-east-1 takes Anthropic's name for it as well. InvokeModel takes no `output_config` in a message.
//!
//! # Why
//!
//! > thinking.adaptive.block_binding: Extra inputs are not permitted
//!
//! The settings of each kind are a shape of their own, and so is that under a beta, or at another host. The effort of a message at Bedrock is told
//! both ways: OpenRouter's guide has the refusal, Anthropic's page on effort lists the host as one that takes it. So its finding is only likely.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-5-5","max_tokens":9000,"thinking":{"type":"adaptive","block_binding":{"prefix_mismatch_behavior":"drop_block"}},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":["thinking-binding-controls-2026-08-01"]},"request":{"model":"claude-opus-5-5","max_tokens":9000,"thinking":{"type":"adaptive","block_binding":{"prefix_mismatch_behavior":"drop_block"}},"messages":[{"role":"user","content":"Hello"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: the member gets the name that it has at Bedrock.
//! Unsafe: the setting goes.
//!
//! # Evidence
//!
//! - observed, 2026-09-26: `block_binding` without the beta, a public probe
//! - documented, 2026-09-29: <https://platform.claude.com/docs/en/build-with-claude/preserved-thinking>
//! - documented, 2026-08-22: `display`, <https://platform.claude.com/docs/en/build-with-claude/thinking>
//! - reported, 2026-11-14: `budget_tokens`, in the sources of several public clients
//! - reported, 2026-11-14: through Bedrock, <https://github.com/BerriAI/litellm/issues/41203>
//! - documented, 2026-11-15: OpenRouter, and the refusal of the effort of a message at Bedrock, <https://openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/opus-5-5>
//! - reported, 2026-11-15: the name at Bedrock, in the source of <https://github.com/vercel/ai/tree/main/packages/amazon-bedrock>
//! - catalogue: anth-block-binding-no-beta, anth-block-binding-between-tools

use super::parameters::{MISMATCH, is_converse, parameters};
use crate::audit::details::details;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::Changes;
use crate::model::Entry;

/// The rule.
pub static RULE: Rule = Rule {
    id: "misplaced-thinking-setting",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("extra-inputs", "thinking.{type}.{setting}: Extra inputs are not permitted"), EFFORT_OF_A_MESSAGE],
    check,
    fixes: &[RENAME, REMOVE, REMOVE_EFFORT],
    ..Rule::DEFAULT
};

details! {
    /// A setting, and the type of thinking that does not allow it.
    struct MisplacedSetting { kind as "type": String, setting: &'static str }
    message => "`{setting}` is not allowed with `thinking.type` `{kind}`."

    /// A setting that only a beta has.
    struct SettingOfBeta { kind as "type": String, setting: &'static str }
    message => "`{setting}` requires the beta `thinking-binding-controls-2026-08-01`."

    /// A member of `block_binding` that the host has under another name.
    struct ForeignName { kind as "type": String, setting: &'static str }
    message => "This host does not accept `{setting}`. It calls the member `mismatch_behavior`."

    /// The effort of a message.
    struct EffortOfMessage {}
    message => "Bedrock's InvokeModel does not accept `output_config` in a message."
}

const EFFORT_OF_A_MESSAGE: Sentence = Sentence::new("effort-of-a-message", "messages.{0}.output_config: Extra inputs are not permitted");

/// A setting, the kinds that do not know it, and how that is known.
const SETTINGS: [(&str, &str, Evidence); 3] = [
    ("budget_tokens", "type=adaptive|disabled", Evidence::Reported),
    ("display", "type=disabled", Evidence::Documented),
    ("block_binding", "type=disabled|between_tools", Evidence::Documented),
];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    if is_invoke_model(facts) {
        for effort in facts.entries.iter().filter_map(|entry| entry.value.get("output_config")) {
            let finding = found.at(effort).with(EffortOfMessage {}).says(&EFFORT_OF_A_MESSAGE);
            finding.offers(&[REMOVE_EFFORT]).evidence = Evidence::Reported;
        }
    }
    let Some(thinking) = parameters(facts).get("thinking") else { return };
    let kind = || thinking.word("type").to_owned();
    let unbound = !facts.profile.fits("betas.*^thinking-binding-controls,betas_needed=false");
    for (setting, kinds, evidence) in &SETTINGS {
        let Some(value) = thinking.get(setting) else { continue };
        let finding = if thinking.fits(kinds) {
            found.at(value).with(MisplacedSetting { kind: kind(), setting })
        } else if *setting == "block_binding" && unbound {
            found.at(value).with(SettingOfBeta { kind: kind(), setting })
        } else {
            continue;
        };
        finding.offers(&[REMOVE]).evidence = *evidence;
    }
    // The words of that refusal are not known.
    if let Some(foreign) = thinking.path("block_binding.prefix_mismatch_behavior")
        && facts.profile.fits(OWN_NAME)
    {
        let finding = found.at(foreign).with(ForeignName { kind: kind(), setting: MISMATCH });
        finding.says_nothing().offers(&[RENAME]).evidence = Evidence::Reported;
    }
}

/// True if the request goes to Bedrock's InvokeModel, which the address tells, or the version in the body.
fn is_invoke_model(facts: &Facts<'_>) -> bool {
    !is_converse(facts)
        && facts.profile.fits("surface=bedrock")
        && (facts.profile.fits("url~/invoke") || facts.body.fits("anthropic_version^bedrock"))
}

/// A region that knows the member by the host's own name alone. The address names the region, whose name ends with a number.
const OWN_NAME: &str = "on_mismatch=mismatch_behavior host~-1.|-2.|-3.|-4. !host~us-east-1";

const RENAME: Fix = Fix::new("rename", Safety::Safe, FixEdit::Rename("mismatch_behavior"));

const REMOVE: Fix = Fix::new("remove", Safety::Unsafe, FixEdit::Remove);

const REMOVE_EFFORT: Fix = Fix::new("remove-effort", Safety::Unsafe, FixEdit::By(remove_effort));

/// Removes the effort of a message, and the message with it if it was there for that alone.
fn remove_effort<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let bare = |entry: &&Entry<'d>| entry.parts.is_empty() && entry.value.get("output_config") == Some(finding.place);
    let entry = facts.around(finding.place).and_then(|nth| facts.entries.get(nth));
    changes.remove(entry.filter(bare).map_or(finding.place, |entry| entry.value))
}
