//! A tool call id does not have exactly nine letters or digits.
//!
//! # What it checks
//!
//! Every `id` of a call and every `tool_call_id` has nine letters or digits. Applies to Mistral's own hosts.
//!
//! # Why
//!
//! > Tool call id was call_0fypS1hVX but must be a-z, A-Z, 0-9, with a length of 9.
//!
//! Mistral accepts only its own form of ids. Common causes: another vendor's model earlier in the conversation, or a client that makes
//! its own ids.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"mistral-chat"},"request":{"model":"mistral-large-latest","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","tool_calls":[{"id":"call_PTLP8xhu3uwZk4l3","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"call_PTLP8xhu3uwZk4l3","content":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"mistral-chat"},"request":{"model":"mistral-large-latest","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":"","tool_calls":[{"id":"aB3xK9mP2","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"aB3xK9mP2","content":"21"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: replace the id with nine characters that are made from it, in the call and in its result.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: Mistral publishes the validator of its requests, which requires nine letters or digits with this text, <https://github.com/mistralai/mistral-common/blob/main/src/mistral_common/protocol/instruct/validator.py>
//! - reported, 2026-03-16: <https://github.com/nearai/ironclaw/issues/1241>
//! - reported, 2026-01-07: <https://github.com/karthink/gptel/issues/1203>
//! - reported, 2025-08-07: <https://github.com/anomalyco/opencode/issues/1680>

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::messages::{calls, results};
use crate::audit::details::details;
use crate::audit::rules::texts::read_text;
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::{Changes, Value, fnv1a};
use crate::model::Role;

/// The rule.
pub static RULE: Rule = Rule {
    id: "foreign-tool-call-id",
    binds: "wire=openai-chat|mistral-chat dialect ids=nine",
    when: "messages:a",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[Sentence::new("nine-characters", "Tool call id was {id} but must be a-z, A-Z, 0-9, with a length of 9.")],
    check,
    fixes: &[Fix::new("shorten", Safety::Safe, FixEdit::By(shorten)).titled("Replace the id with nine characters that are made from it.")],
    ..Rule::DEFAULT
};

details! {
    /// The id.
    struct ForeignId { id: String }
    message => "Tool call id `{id}` does not have exactly nine letters or digits"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let mut asked = BTreeSet::new();
    for (nth, entry) in facts.entries.iter().enumerate() {
        if entry.role != Some(Role::Tool) {
            let ids: Vec<Value<'d>> = calls(entry).iter().filter_map(|call| call.get("id")).collect();
            let mut given: BTreeMap<_, Vec<Value<'d>>> = BTreeMap::new();
            for place in results(facts, nth + 1).iter().filter_map(|result| result.value.get("tool_call_id")) {
                given.entry(text_of(place)).or_default().push(place);
            }
            for id in ids.iter().copied().filter(is_foreign) {
                let finding = found.at(id).with(ForeignId { id: read_text(id) });
                // If several calls have the same id, the results belong to the first.
                finding.related.extend(given.remove(&text_of(id)).unwrap_or_default());
            }
            asked = ids.into_iter().map(text_of).collect();
        } else if let Some(place) = entry.value.get("tool_call_id").filter(is_foreign)
            // The finding of a call already includes its results.
            && !asked.contains(&text_of(place))
        {
            found.at(place).with(ForeignId { id: read_text(place) });
        }
    }
}

fn is_foreign(id: &Value<'_>) -> bool {
    id.text().map(|text| text.wtf8()).is_some_and(|id| id.len() != 9 || !id.iter().all(u8::is_ascii_alphanumeric))
}

fn text_of<'d>(id: Value<'d>) -> Option<Cow<'d, [u8]>> {
    id.text().map(|text| text.wtf8())
}

/// Replaces the id with nine digits of a hash of it, so that call and result keep the same id.
fn shorten<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let old = finding.place.text().map(|text| text.lossy()).unwrap_or_default();
    let mut number = fnv1a(old.as_bytes());
    let mut id = *b"\"000000000\"";
    for letter in &mut id {
        if *letter == b'0' {
            let digit = u8::try_from(number % 36).unwrap_or_default();
            *letter = if digit < 10 { b'0' + digit } else { b'a' - 10 + digit };
            number /= 36;
        }
    }
    changes.replace(finding.place, &id)?;
    finding.related.iter().try_for_each(|place| changes.replace(*place, &id))
}
