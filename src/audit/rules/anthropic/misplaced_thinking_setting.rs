//! This option is not allowed with this thinking type.
//!
//! # What it checks
//!
//! In `thinking`, `budget_tokens` is set only with `enabled`, and `display` is not set with `disabled`. `block_binding` is set only with
//! `adaptive` or `enabled`.
//!
//! `block_binding` also requires the beta `thinking-binding-controls-2026-08-01`, except at OpenRouter. If the betas are unknown, this is
//! undecided. Its member is called `mismatch_behavior` at Bedrock. Only the region us-east-1 also accepts Anthropic's name.
//!
//! A message may have `output_config` with Claude Opus 5, Sonnet 5.5, Haiku 5.5, Fable 5.1, Mythos 5.1 and later. Bedrock's InvokeModel
//! requires the beta `mid-conversation-output-config-2026-07-01` for it.
//!
//! Sources disagree about `output_config` in a message at Bedrock. OpenRouter's guide shows a refusal, and Anthropic's page lists Bedrock
//! as supported with the beta. Without the beta the finding is only likely.
//!
//! # Why
//!
//! The allowed options depend on the model, the thinking type, the betas and the host. The API refuses all others.
//!
//! > thinking.adaptive.block_binding: Extra inputs are not permitted
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages","betas":[]},"request":{"model":"claude-opus-5-5","max_tokens":9000,"thinking":{"type":"adaptive","block_binding":{"prefix_mismatch_behavior":"drop_block"}},"messages":[{"role":"user","content":"Hello"}]}}
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
//! - Safe: rename the member to `mismatch_behavior`, its name at Bedrock.
//! - Unsafe: remove the option. The API then uses its default.
//! - Unsafe: remove `output_config` from the message. The effort of the request then applies.
//!
//! # Evidence
//!
//! - observed, 2026-09-26: `block_binding` without the beta, a public probe
//! - documented, 2026-09-29: <https://platform.claude.com/docs/en/build-with-claude/preserved-thinking>
//! - documented, 2026-08-22: `display`, <https://platform.claude.com/docs/en/build-with-claude/thinking>
//! - reported, 2026-11-14: `budget_tokens`, in the sources of several public clients
//! - reported, 2026-11-14: through Bedrock, <https://github.com/BerriAI/litellm/issues/41203>
//! - documented, 2026-11-18: the effort of a message, <https://platform.claude.com/docs/en/build-with-claude/effort-per-message>; the text of the refusal is
//!   not known as a whole
//! - documented, 2026-11-15: OpenRouter, and the refusal of the effort of a message at Bedrock, <https://openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/opus-5-5>
//! - reported, 2026-11-15: the name at Bedrock, in the source of <https://github.com/vercel/ai/tree/main/packages/amazon-bedrock>
//! - catalogue: anth-block-binding-no-beta, anth-block-binding-between-tools, config.anth.message-effort

use super::betas::{BETAS, are_known};
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
    message => "`thinking.{setting}` is not allowed when `thinking.type` is `{kind}`"

    /// A setting that only a beta has.
    struct SettingOfBeta { kind as "type": String, setting: &'static str }
    message => "`thinking.{setting}` requires the beta `thinking-binding-controls-2026-08-01`"

    /// A member of `block_binding` that has another name at this host.
    struct ForeignName { kind as "type": String, setting: &'static str }
    message => "`{setting}` is called `mismatch_behavior` at this host"

    /// The effort of a message at a host that needs a beta for it.
    struct EffortOfMessage {}
    message => "Bedrock's InvokeModel requires the beta `mid-conversation-output-config-2026-07-01` for `output_config` in a message"

    /// The effort of a message for a model without it.
    struct UnsupportedEffortOfMessage {}
    message => "This model does not support `output_config` in a message"
}

const EFFORT_OF_A_MESSAGE: Sentence = Sentence::new("effort-of-a-message", "messages.{0}.output_config: Extra inputs are not permitted");

/// An option, the types that do not allow it, and the evidence.
const SETTINGS: [(&str, &str, Evidence); 3] = [
    ("budget_tokens", "type=adaptive|disabled", Evidence::Reported),
    ("display", "type=disabled", Evidence::Documented),
    ("block_binding", "type=disabled|between_tools", Evidence::Documented),
];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let needs_beta = is_invoke_model(facts) && !facts.profile.fits("betas.*^mid-conversation-output-config");
    let is_unsupported = facts.profile.fits("message_effort=false !gateway=true");
    for effort in facts.entries.iter().filter_map(|entry| entry.value.get("output_config")) {
        if is_unsupported {
            found.at(effort).with(UnsupportedEffortOfMessage {}).says_nothing().offers(&[REMOVE_EFFORT]);
        } else if needs_beta {
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
            if !are_known(facts) {
                found.needs(BETAS);
                continue;
            }
            found.at(value).with(SettingOfBeta { kind: kind(), setting })
        } else {
            continue;
        };
        finding.offers(&[REMOVE]).evidence = *evidence;
    }
    // The text of this refusal is unknown.
    if let Some(foreign) = thinking.path("block_binding.prefix_mismatch_behavior")
        && facts.profile.fits(RENAMED_ONLY)
    {
        let finding = found.at(foreign).with(ForeignName { kind: kind(), setting: MISMATCH });
        finding.says_nothing().offers(&[RENAME]).evidence = Evidence::Reported;
    }
}

/// Returns `true` if the request is for Bedrock's InvokeModel: the address or the version in the body shows it.
fn is_invoke_model(facts: &Facts<'_>) -> bool {
    !is_converse(facts)
        && facts.profile.fits("surface=bedrock")
        && (facts.profile.fits("url~/invoke") || facts.body.fits("anthropic_version^bedrock"))
}

/// A region that accepts only Bedrock's name of the member. The address has the name of the region, which ends with a number.
const RENAMED_ONLY: &str = "on_mismatch=mismatch_behavior host~-1.|-2.|-3.|-4. !host~us-east-1";

const RENAME: Fix = Fix::new("rename", Safety::Safe, FixEdit::Rename("mismatch_behavior"));

const REMOVE: Fix = Fix::new("remove", Safety::Unsafe, FixEdit::Remove);

const REMOVE_EFFORT: Fix = Fix::new("remove-effort", Safety::Unsafe, FixEdit::By(remove_effort));

/// Removes the effort of a message, and the whole message if it has nothing else.
fn remove_effort<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let bare = |entry: &&Entry<'d>| entry.parts.is_empty() && entry.value.get("output_config") == Some(finding.place);
    let entry = facts.around(finding.place).and_then(|nth| facts.entries.get(nth));
    changes.remove(entry.filter(bare).map_or(finding.place, |entry| entry.value))
}
