//! `configuration_update` is not allowed here.
//!
//! # What it checks
//!
//! A `configuration_update` item changes settings from its place on. It is allowed for GPT-6 and later, outside pro mode, without
//! `"truncation": "auto"` and without `context_management`. It is not allowed directly before another update, and not in a request to
//! `/responses/compact`.
//!
//! Applies to OpenAI, Azure and OpenRouter. OpenRouter supports updates for a list of GPT-6 and Claude models.
//!
//! # Why
//!
//! > The 'configuration_update' item type is not supported with pro or tournament models.
//!
//! > Mid-conversation reasoning effort (configuration_update) is not supported
//!
//! The item changes settings in the middle of a conversation. Only some models, modes and places allow it.
//!
//! Common cause: the conversation changed its model or settings, and its history still has updates.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-6-astra","reasoning":{"effort":"low","mode":"pro"},"input":[
//!   {"role":"user","content":"Hello"},
//!   {"type":"configuration_update","reasoning":{"effort":"high"}},
//!   {"role":"user","content":"Now a proof."}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses"},"request":{"model":"gpt-6-astra","reasoning":{"effort":"low"},"input":[
//!   {"role":"user","content":"Hello"},
//!   {"type":"configuration_update","reasoning":{"effort":"high"}},
//!   {"role":"user","content":"Now a proof."}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: merge an update into the update directly after it. A setting that both have keeps the later value.
//! - Unsafe: remove the update if the model, pro mode or the endpoint does not support it. The setting no longer changes at this place.
//! - Unsafe: remove `truncation` or `context_management`. OpenAI then refuses an input that is too long instead of shortening it.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: <https://openrouter.ai/docs/cookbook/evaluate-and-optimize/model-migrations/gpt-6-astra>; only the answer in pro mode is known
//! - documented, 2026-11-10: an update has `reasoning`, `text` or both, in the types of `openai` 7.55.0, <https://github.com/openai/openai-node>
//! - reported, 2026-09-04: `context_management` and `/responses/compact`, <https://github.com/NousResearch/hermes-agent/issues/103246>
//! - reported, 2026-10-26: OpenRouter's models, a live probe in the source of <https://github.com/pydantic/pydantic-ai>
//! - catalogue: oai-configuration-update

use crate::audit::details::{Unlisted, details};
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::{Changes, Kind, Value, Writer};
use crate::model::Entry;

/// The rule.
pub static RULE: Rule = Rule {
    id: "misplaced-configuration-update",
    binds: "wire=openai-responses|openrouter-chat name updates",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[PRO, OPENROUTER],
    check,
    fixes: &[MERGE, REMOVE],
    ..Rule::DEFAULT
};

details! {
    /// An update in pro mode.
    struct UpdateInProMode {}
    message => "`configuration_update` is not supported in pro mode"

    /// An update for a model without updates.
    struct UnsupportedUpdate {}
    message => "This model does not support `configuration_update`"

    /// An update in a history that is to be compacted.
    struct UpdateInCompaction {}
    message => "`/responses/compact` does not support `configuration_update`"

    /// An update whose next item is another update.
    struct ReplacedUpdate {}
    message => "`configuration_update` is directly followed by another `configuration_update`"

    /// The setting that updates exclude.
    struct SettingWithUpdates { setting: Unlisted<&'static str>, problem: Unlisted<&'static str> }
    message => "`{setting}` must not be {problem} with `configuration_update`"
}

const PRO: Sentence = Sentence::new("pro", "The 'configuration_update' item type is not supported with pro or tournament models.");
const OPENROUTER: Sentence = Sentence::new("openrouter", "Mid-conversation reasoning effort (configuration_update) is not supported");

const MERGE: Fix = Fix::new("merge", Safety::Safe, FixEdit::By(merge)).titled("Merge the neighbouring updates into one.");
const REMOVE: Fix = Fix::new("remove", Safety::Unsafe, FixEdit::Remove);

/// A query that an update fits. OpenRouter has it in a chat too, as a member of a system message.
const UPDATE: &str = "type=configuration_update,configuration_update:o";

/// Settings that exclude updates at OpenAI: the query of a value that does, and the evidence.
const EXCLUDED: [(&str, &str, &str, Evidence); 2] =
    [("truncation", "=auto", "`auto`", Evidence::Documented), ("context_management", ":a|o", "set", Evidence::Reported)];

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let is_pro = facts.body.fits("reasoning.mode=pro") || facts.profile.fits("name~-pro");
    let never = facts.profile.fits("updates=never");
    let is_compacted = facts.profile.fits("url~/responses/compact");
    let is_update = |nth: usize| facts.entries.get(nth).is_some_and(|entry| entry.value.fits(UPDATE));
    for (nth, entry) in facts.entries.iter().enumerate().filter(|(_, entry)| entry.value.fits(UPDATE)) {
        if is_pro {
            found.at(entry.value).with(UpdateInProMode {}).says(&PRO).offers(&[REMOVE]);
        } else if never {
            let finding = found.at(entry.value).with(UnsupportedUpdate {}).says_nothing().offers(&[REMOVE]);
            if facts.profile.fits("surface=openrouter") {
                finding.says(&OPENROUTER).evidence = Evidence::Reported;
            }
        } else if is_compacted {
            found.at(entry.value).with(UpdateInCompaction {}).says_nothing().offers(&[REMOVE]).evidence = Evidence::Reported;
        } else if is_update(nth + 1) {
            found.at(entry.value).with(ReplacedUpdate {}).says_nothing().offers(&[MERGE]);
        }
    }
    let has_updates = facts.entries.iter().any(|entry| entry.value.fits(UPDATE));
    if never || is_pro || !has_updates || !facts.profile.fits("vendor=openai") {
        return;
    }
    for (setting, test, problem, evidence) in EXCLUDED {
        if let Some(value) = facts.body.get(setting).filter(|value| value.fits(test)) {
            let details = SettingWithUpdates { setting: Unlisted(setting), problem: Unlisted(problem) };
            found.at(value).with(details).says_nothing().offers(&[REMOVE]).evidence = evidence;
        }
    }
}

/// Merges neighbouring updates into the last of them.
fn merge<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let is_update = |entry: &&Entry<'d>| entry.value.fits(UPDATE);
    let neighbours = facts.holder(finding.place).and_then(|nth| facts.entries.split_at_checked(nth));
    let Some((before, after)) = neighbours else { return Ok(()) };
    let mut updates: Vec<Value<'d>> = before.iter().rev().take_while(is_update).map(|entry| entry.value).collect();
    updates.reverse();
    updates.extend(after.iter().take_while(is_update).map(|entry| entry.value));
    let Some((last, outranked)) = updates.split_last() else { return Ok(()) };
    outranked.iter().try_for_each(|update| changes.remove(*update))?;
    changes.replace(*last, &merged(&updates))
}

/// Writes several values as one: the last of them, or all members if they are objects.
fn merged(values: &[Value<'_>]) -> Vec<u8> {
    if !values.iter().all(|value| value.kind() == Kind::Object) {
        return values.last().map_or(b"null".to_vec(), |value| value.raw().to_vec());
    }
    let mut names = Vec::new();
    for (name, _) in values.iter().flat_map(|value| value.members()) {
        let name = name.lossy();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut out = Writer::default();
    out.open(b'{');
    for name in &names {
        let held: Vec<Value<'_>> = values.iter().filter_map(|value| value.get(name)).collect();
        out.name(name);
        out.raw(&merged(&held));
    }
    out.close(b'}');
    out.finish()
}
