//! A call or its result has an id of another vendor's kind.
//!
//! # What it checks
//!
//! Every `id` of a call and every `tool_call_id` is nine letters or digits. It binds Mistral's own hosts.
//!
//! # Why
//!
//! > Tool call id was call_0fypS1hVX but must be a-z, A-Z, 0-9, with a length of 9.
//!
//! A conversation that was begun with another vendor's model brings that vendor's ids along, and clients make their own.
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
//! Safe: the id becomes nine characters made from the old one, in the call and in its result alike.
//!
//! # Evidence
//!
//! - reported, 2026-03-16: <https://github.com/nearai/ironclaw/issues/1241>
//! - reported, 2026-01-07: <https://github.com/karthink/gptel/issues/1203>
//! - reported, 2025-08-07: <https://github.com/anomalyco/opencode/issues/1680>

use super::{calls, results};
use crate::audit::{Facts, Finding, Found, Mend, Rule, Safety};
use crate::error::Error;
use crate::json::{Changes, Value, quote};
use crate::model::Role;

/// The rule.
pub static RULE: Rule = Rule {
    id: "foreign-tool-call-id",
    binds: "wire=openai-chat|mistral-chat dialect ids=nine",
    when: "messages:a",
    upstream: &["Tool call id was {id} but must be a-z, A-Z, 0-9, with a length of 9."],
    check,
    fixes: &[(Safety::Safe, Mend::By(shorten))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let mut asks = None;
    for (nth, entry) in facts.entries.iter().enumerate() {
        for place in calls(entry).filter_map(|call| call.get("id")).filter(is_foreign) {
            let id = text(place);
            let mut finding = found.finding(place);
            finding.related.extend(results(facts, nth + 1).iter().filter_map(|one| one.value.get("tool_call_id")).filter(|one| text(*one) == id));
            found.push(finding.arg("id", id));
        }
        if entry.role != Some(Role::Tool) {
            asks = Some(entry);
        } else if let Some(place) = entry.value.get("tool_call_id").filter(is_foreign) {
            // One that has its call was found with it.
            let id = text(place);
            if !asks.into_iter().flat_map(calls).filter_map(|call| call.get("id")).any(|one| text(one) == id) {
                found.push(found.finding(place).arg("id", id));
            }
        }
    }
}

fn is_foreign(id: &Value<'_>) -> bool {
    id.text().is_some_and(|text| text.raw().len() != 9 || !text.raw().iter().all(u8::is_ascii_alphanumeric))
}

/// Nine digits of a number that the old id comes to, so that call and result stay joined.
fn shorten<'d>(_: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    // FNV-1a.
    let mut number = text(finding.place).bytes().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let mut id = String::with_capacity(9);
    for _ in 0..9 {
        id.extend(u32::try_from(number % 36).ok().and_then(|digit| char::from_digit(digit, 36)));
        number /= 36;
    }
    let text = quote(&id);
    finding.related.iter().chain([&finding.place]).try_for_each(|place| changes.replace(*place, text.as_bytes()))
}

fn text(value: Value<'_>) -> std::borrow::Cow<'_, str> {
    value.text().map(|text| text.lossy()).unwrap_or_default()
}
