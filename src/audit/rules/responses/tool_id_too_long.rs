//! The id of a call or an item is longer than OpenAI allows.
//!
//! # What it checks
//!
//! On chat, the id of a call has at most 40 characters. On Responses, `call_id` and an item's `id` have at most 64. Applies to OpenAI and
//! Azure.
//!
//! Copilot's ids of reasoning items are ciphertexts. `thought-in-call-id` reports ids that contain a thought signature.
//!
//! # Why
//!
//! > Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 85 instead.
//!
//! OpenAI limits the length of ids. Common cause: a client builds ids from other values, such as names and arguments.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.openai.com"},"request":{"model":"gpt-4.1","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","tool_calls":[{"id":"call_weather_of_today_and_of_tomorrow_in_Lisbon","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"call_weather_of_today_and_of_tomorrow_in_Lisbon","content":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.openai.com"},"request":{"model":"gpt-4.1","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","tool_calls":[{"id":"call_1","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"call_1","content":"21"}]}}
//! ```
//!
//! # Fix
//!
//! - Unsafe: remove the item's `id`. OpenAI then cannot look the item up.
//! - By hand: shorten the id where it is made, in the call and its result.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/BerriAI/litellm/issues/18160>
//! - reported, 2026-06-08: <https://github.com/AnswerDotAI/fastllm/issues/45>
//! - reported, 2026-03-04: <https://github.com/can1357/oh-my-pi/issues/284>

use crate::audit::details::{Unlisted, details};
use crate::audit::rules::call_ids::{TOO_LONG_ON_CHAT, TOO_LONG_ON_RESPONSES, count_characters};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::conversation::signed_id::split_signed_id;

/// The rule.
pub static RULE: Rule = Rule {
    id: "tool-id-too-long",
    binds: "wire=openai-chat|openai-responses vendor=openai contract=openai",
    evidence: Evidence::Reported,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[TOO_LONG_ON_CHAT, TOO_LONG_ON_RESPONSES, ITEM_ID_TOO_LONG],
    check,
    fixes: &[Fix::new("remove-id", Safety::Unsafe, FixEdit::Drop("id"))],
    ..Rule::DEFAULT
};

details! {
    /// How long the id of a call is, and may be.
    struct LongCallId { length: usize, most: Unlisted<usize> }
    message => "The call id has {length} characters, and OpenAI allows {most}"

    /// How long the id of an item is, and may be.
    struct LongItemId { length: usize, most: Unlisted<usize> }
    message => "The item `id` has {length} characters, and OpenAI allows {most}"
}

const ITEM_ID_TOO_LONG: Sentence = Sentence::new(
    "item-id-too-long",
    "Invalid 'input[{0}].id': string too long. Expected a string with maximum length 64, but got a string with length {length} instead.",
);

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let chat = facts.profile.fits("wire=openai-chat");
    let most = if chat { 40 } else { 64 };
    for call in &facts.calls {
        // Another rule reports ids that contain a signature.
        if call.id.len() > most && split_signed_id(call.id.as_bytes()).is_none() {
            let finding = found.at(call.place).with(LongCallId { length: count_characters(&call.id), most: Unlisted(most) });
            finding.says(if chat { &TOO_LONG_ON_CHAT } else { &TOO_LONG_ON_RESPONSES }).offers(&[]);
        }
    }
    for entry in facts.entries {
        let id = entry.value.word("id");
        if !chat && id.len() > most {
            let details = LongItemId { length: count_characters(id), most: Unlisted(most) };
            found.at(entry.value).with(details).says(&ITEM_ID_TOO_LONG);
        }
    }
}
