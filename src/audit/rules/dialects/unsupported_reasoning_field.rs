//! An assistant message has a reasoning member that the host refuses.
//!
//! # What it checks
//!
//! No assistant message has a member that the host refuses, even if it is empty:
//!
//! - Groq and Cerebras: `reasoning_content`.
//! - Groq, if the model does not reason: `reasoning`.
//! - Mistral: `reasoning_content`, `reasoning`, `reasoning_details` and `thinking_blocks`.
//! - DeepSeek before December 2025: `reasoning_content`.
//!
//! Groq and Cerebras read `reasoning`. Mistral reads thinking chunks in `content`.
//!
//! # Why
//!
//! > 'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]
//!
//! Each host has its own member for reasoning. Common cause: a client writes the same member for every host.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.groq.com"},"request":{"model":"openai/gpt-oss-120b","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning_content":"A greeting."},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-chat","host":"api.groq.com"},"request":{"model":"openai/gpt-oss-120b","messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":"Hello.","reasoning":"A greeting."},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! - Safe: move the text to the member or chunk that the host reads. If it is empty or already there, remove it.
//! - Unsafe: remove the member if the host reads no reasoning. The reasoning is lost.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: Mistral's schema allows no other members in an assistant message, and lists the status 422 for bodies that do not fit it, <https://github.com/mistralai/platform-docs-public/blob/main/openapi.yaml>
//! - reported, 2026-05-13: <https://github.com/janhq/jan/issues/8136>
//! - reported, 2026-08-30: <https://github.com/tashfeenahmed/freellmapi/issues/1070>
//! - reported, 2026-11-14: <https://github.com/vercel/ai/issues/8057>
//! - reported, 2026-05-19: <https://github.com/Kilo-Org/kilocode/issues/10375>, <https://github.com/QwenLM/qwen-code/issues/11045>
//! - reported, 2025-12-10: <https://github.com/charmbracelet/crush/issues/1590>, <https://github.com/BerriAI/litellm/issues/30835>
//! - documented, 2025-01, superseded: <https://api-docs.deepseek.com/guides/reasoning_model>
//! - catalogue: groq.rc-present, groq.reasoning-on-plain-model, cerebras.rc-present, mistral.rc-present, ds.r1.rc-present, fw.aisdk.compat-field

use super::fields::{FIELDS, field_read, move_to_member};
use crate::audit::details::details;
use crate::audit::rules::members::{has_text, is_filled};
use crate::audit::{Evidence, Facts, Finding, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};
use crate::error::Error;
use crate::json::{Changes, Value, Writer};

/// The rule.
pub static RULE: Rule = Rule {
    id: "unsupported-reasoning-field",
    binds: "wire=openai-chat|mistral-chat dialect=groq|cerebras|mistral|deepseek",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[GROQ, GROQ_REASONING, CEREBRAS, MISTRAL, DEEPSEEK],
    check,
    fixes: &[MOVE_TO_READ_FIELD, MOVE_TO_CHUNK, REMOVE],
    ..Rule::DEFAULT
};

details! {
    /// The member.
    struct UnsupportedField { field: String }
    message => "This host does not accept `{field}` in an assistant message"
}

const MOVE_TO_READ_FIELD: Fix = Fix::new("move-to-read-field", Safety::Safe, FixEdit::By(fix));
const MOVE_TO_CHUNK: Fix =
    Fix::new("move-to-chunk", Safety::Safe, FixEdit::By(fix)).titled("Move {part} to a thinking chunk at the start of `content`.");
const REMOVE: Fix = Fix::new("remove", Safety::Unsafe, FixEdit::Remove);

const GROQ: Sentence = Sentence::new(
    "groq",
    "'messages.{0}' : for 'role:assistant' the following must be satisfied[('messages.{0}' : property '{field}' is unsupported)]",
);

const GROQ_REASONING: Sentence = Sentence::new("groq-reasoning", "messages[{0}].reasoning: reasoning is not supported with this model");

const CEREBRAS: Sentence =
    Sentence::new("cerebras", "messages.{0}.assistant.{field}: property 'messages.{0}.assistant.{field}' is unsupported");

const MISTRAL: Sentence =
    Sentence::new("mistral", "\"loc\":[\"body\",\"messages\",{0},\"assistant\",\"{field}\"],\"msg\":\"Extra inputs are not permitted\"");

const DEEPSEEK: Sentence = Sentence::new(
    "deepseek",
    "if the reasoning_content field is included in the sequence of input messages, the API will return a 400 error",
);

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let refused = refused(facts);
    let host = facts.profile.word("dialect");
    for (_, entry) in facts.answers() {
        for name in &refused {
            let Some(value) = entry.value.get(name) else { continue };
            let finding = found.at(value).beside(entry.value).with(UnsupportedField { field: (*name).to_owned() });
            finding.says(match (host, *name) {
                ("groq", "reasoning") => &GROQ_REASONING,
                ("groq", _) => &GROQ,
                ("cerebras", _) => &CEREBRAS,
                ("mistral", _) => &MISTRAL,
                _ => &DEEPSEEK,
            });
            if matches!(host, "groq" | "cerebras") {
                finding.evidence = Evidence::Reported;
            }
            if !stays_readable(facts, entry.value, value) {
                finding.offers(&[REMOVE]);
            } else if host == "mistral" && can_move(facts, entry.value, value) {
                finding.offers(&[MOVE_TO_CHUNK, REMOVE]);
            } else {
                finding.offers(&[MOVE_TO_READ_FIELD, REMOVE]);
            }
        }
    }
}

/// Lists the members for which the host refuses a request.
fn refused<'d>(facts: &Facts<'d>) -> Vec<&'d str> {
    let by_host = facts.profile.list("fields.refuses");
    by_host.chain(facts.profile.list("refuses")).filter_map(|name| name.text()?.plain()).collect()
}

/// Returns `true` if no reasoning is lost when a member is removed or moved.
fn stays_readable(facts: &Facts<'_>, message: Value<'_>, value: Value<'_>) -> bool {
    let is_same = |other: Value<'_>| other.raw() == value.raw();
    let has_copy = field_read(facts).and_then(|name| message.get(name)).is_some_and(|there| is_same(there) && there != value);
    !is_filled(value) || has_copy || first_text(message).is_some_and(|first| is_same(first) && can_move(facts, message, first))
}

/// Returns `true` if a text can move to the member that the host reads: the first text can, unless that member is filled.
fn can_move(facts: &Facts<'_>, message: Value<'_>, value: Value<'_>) -> bool {
    let is_free = |name: &str| !refused(facts).contains(&name) && !message.get(name).is_some_and(is_filled);
    first_text(message) == Some(value) && (facts.profile.fits("dialect=mistral") || field_read(facts).is_some_and(is_free))
}

/// Finds the first member that holds reasoning as a text.
fn first_text(message: Value<'_>) -> Option<Value<'_>> {
    FIELDS.iter().find(|name| has_text(message, name)).and_then(|name| message.get(name))
}

fn fix<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let Some(message) = finding.related.first().copied().filter(|message| can_move(facts, *message, finding.place)) else {
        return changes.remove(finding.place);
    };
    if let Some(name) = field_read(facts) {
        return move_to_member(finding, name, changes);
    }
    let chunk = [&br#"{"type":"thinking","thinking":[{"type":"text","text":"#[..], finding.place.raw(), b"}]}"].concat();
    changes.remove(finding.place)?;
    let content = message.get("content");
    if let Some(before) = content.and_then(|chunks| chunks.element(0)) {
        return changes.insert(before, &chunk);
    }
    let mut list = Writer::default();
    list.open(b'[');
    list.raw(&chunk);
    if let Some(text) = content.filter(|text| is_filled(*text)) {
        list.open(b'{');
        list.member("type", "text");
        list.name("text");
        list.raw(text.raw());
        list.close(b'}');
    }
    list.close(b']');
    changes.set(message, "content", &list.finish())
}
