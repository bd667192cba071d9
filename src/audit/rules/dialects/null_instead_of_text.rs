//! A member is `null`, and the host accepts only a text.
//!
//! # What it checks
//!
//! At MiMo, a message with tool calls has no `"content": null`. On llama.cpp, no assistant message has `"reasoning_content": null`.
//!
//! OpenAI's API returns `"content": null` beside tool calls, and MiMo refuses it. The server of llama.cpp answers `null` in
//! `reasoning_content` with an error.
//!
//! # Why
//!
//! > `text` is not present
//!
//! The host requires a string in this member. Common cause: a client writes `null` for a missing text, as OpenAI's API allows.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.xiaomimimo.com"},"request":{"model":"mimo-v2-flash","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","content":null,"reasoning_content":"I must look.","tool_calls":[{"id":"a","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"a","content":"21"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.xiaomimimo.com"},"request":{"model":"mimo-v2-flash","messages":[
//!   {"role":"user","content":"How warm is it?"},
//!   {"role":"assistant","reasoning_content":"I must look.","tool_calls":[{"id":"a","type":"function","function":{"name":"weather","arguments":"{}"}}]},
//!   {"role":"tool","tool_call_id":"a","content":"21"}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: remove the member. MiMo V2.5 accepted a recorded message with tool calls and no `content`.
//! - Placeholder: replace `null` with a space, on MiMo V2. Users report that it also refuses a message without `content`.
//!
//! # Evidence
//!
//! - reported, 2025-12-21: <https://github.com/XiaomiMiMo/MiMo-V2-Flash/issues/8>
//! - reported, 2026-03-26: <https://github.com/HKUDS/nanobot/issues/2519>
//! - reported, 2026-08-15: <https://github.com/ggml-org/llama.cpp/blob/master/common/chat.cpp>
//! - catalogue: mimo.null-content, llamacpp.null-rc

use crate::audit::details::{Unlisted, details};
use crate::audit::{Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "null-instead-of-text",
    binds: "wire=openai-chat filled",
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[TEXT_ABSENT, NULL_FOR_STRING],
    check,
    fixes: &[REMOVE, REPLACE],
    ..Rule::DEFAULT
};

details! {
    /// The member.
    struct NullMember { name: Unlisted<String> }
    message => "`{name}` is `null`, and the host accepts only a text"
}

const REMOVE: Fix = Fix::new("remove", Safety::Safe, FixEdit::Remove);
const REPLACE: Fix = Fix::new("replace", Safety::Placeholder, FixEdit::Replace("\" \"")).titled("Replace `null` with a space.");

const TEXT_ABSENT: Sentence = Sentence::new("text-absent", "`text` is not present");

const NULL_FOR_STRING: Sentence = Sentence::new("null-for-string", "type must be string, but is null");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let name = facts.profile.word("filled");
    let is_content = name == "content";
    for (nth, entry) in facts.answers() {
        if let Some(null) = entry.value.get(name).filter(|value| value.is_null())
            && (!is_content || facts.has(nth, PartKind::Call))
        {
            let finding = found.at(null).with(NullMember { name: Unlisted(name.to_owned()) });
            finding.says(if is_content { &TEXT_ABSENT } else { &NULL_FOR_STRING });
            if facts.profile.fits("dialect=mimo !name^mimo-v2-5|mimo-v2-6") {
                finding.offers(&[REPLACE]);
            }
        }
    }
}
