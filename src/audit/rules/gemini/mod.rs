//! Gemini, on all its wires: thought signatures, the order of calls and responses, how thinking is asked for.
//!
//! What `models/google.json` says of a model:
//!
//! | member | what it says |
//! |---|---|
//! | `signs` | whether a call must come back signed: `always`, `unchecked` (asked for, never refused), `sometimes` (signed if the model thought), `alias` (it depends on the day what the name stands for) |
//! | `recalls` | the model reads the signatures of all earlier rounds |
//! | `thinks` | `always`, `default`, `asked` (only if a budget is set), `never` |
//! | `budget` | the smallest and the largest `thinkingBudget`, `min` and `max` |
//! | `levels` | the values of `thinkingLevel` that are taken; an empty list where the field itself is refused |
//! | `prefill` | `false`: a request must not end with a turn of the model |

use std::borrow::Cow;

use super::either;
use crate::audit::rule::rules;
use crate::audit::{Facts, Finding};
use crate::codecs::Call;
use crate::error::Error;
use crate::json::{Changes, Value};
use crate::model::{Entry, Part, Role};

rules![
    costly_old_signatures,
    foreign_thought_signature,
    function_call_out_of_turn,
    missing_thought_signature,
    nested_thought_signature,
    placeholder_signature,
    placeholder_vertex_refuses,
    repeated_function_call_id,
    resent_steps,
    stray_function_response,
    thinking_budget_and_level,
    thought_only_answer,
    thoughts_without_thinking,
    trailing_model_turn,
    undecodable_thought_signature,
    unequal_function_responses,
    unmatched_function_response,
    unpaired_server_tool,
    unsigned_thought_step,
    unsupported_thinking_budget,
    unsupported_thinking_config,
    unsupported_thinking_level,
];

/// The string that Google documents for a call that no Gemini made.
const SKIP: &str = "\"skip_thought_signature_validator\"";

/// How both documented strings begin, as they are and in base64.
const SKIPS: &str = "^skip_thought_signature_val|c2tpcF90aG91Z2h0X3NpZ25h";
const OTHERS: &str = "^context_engineering_is_the|Y29udGV4dF9lbmdpbmVlcmlu";

/// Whether a signature is one of the documented strings.
#[inline(never)]
pub(super) fn is_placeholder(handle: Value<'_>) -> bool {
    handle.fits(SKIPS) || handle.fits(OTHERS)
}

/// The signature that a part carries.
#[inline(never)]
fn handle<'d>(part: &Part<'d>) -> Option<Value<'d>> {
    part.thinking.as_ref().and_then(|thinking| thinking.handles.first().copied())
}

/// The tool that a part calls.
#[inline(never)]
fn name<'d>(part: &Part<'d>) -> Cow<'d, str> {
    Call::read(part.value).name.unwrap_or_default()
}

/// 1 on Vertex, which says the same in other words.
#[inline(never)]
fn vertex(facts: &Facts<'_>) -> usize {
    usize::from(facts.profile.fits("surface=vertex"))
}

/// How thinking is asked for.
#[inline(never)]
fn thinking_config<'d>(facts: &Facts<'d>) -> Option<Value<'d>> {
    either(facts.body, ["generationConfig", "generation_config"]).and_then(|config| either(config, ["thinkingConfig", "thinking_config"]))
}

const CALL: [&str; 2] = ["functionCall", "function_call"];
const RESPONSE: [&str; 2] = ["functionResponse", "function_response"];
const SIGNATURE: [&str; 2] = ["thoughtSignature", "thought_signature"];
const BUDGET: [&str; 2] = ["thinkingBudget", "thinking_budget"];
const LEVEL: [&str; 2] = ["thinkingLevel", "thinking_level"];
const THOUGHTS: [&str; 2] = ["includeThoughts", "include_thoughts"];

/// Puts a signature on a call, where its wire has it.
#[inline(never)]
fn sign(call: Value<'_>, signature: &[u8], changes: &mut Changes<'_>) -> Result<(), Error> {
    if call.get("function").is_some() {
        return changes.set(call, "extra_content", &[b"{\"google\":{\"thought_signature\":", signature, b"}}"].concat());
    }
    changes.set(call, if call.get("thought_signature").is_some() { "thought_signature" } else { "thoughtSignature" }, signature)
}

fn is_model(entry: &Entry<'_>) -> bool {
    entry.role == Some(Role::Assistant)
}

/// The signature that is a finding's place goes.
fn strip<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    unsign(facts, finding.place, changes)
}

/// A signature goes, and with it whatever was sent for nothing else.
fn unsign<'d>(facts: &Facts<'d>, handle: Value<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let holder = facts.thoughts().find(|(_, _, thinking)| thinking.handles.first() == Some(&handle)).map(|(_, part, _)| part.value);
    let wrapper = holder
        .and_then(|holder| holder.get("extra_content"))
        .filter(|extra| is_single(*extra) && extra.get("google").is_some_and(is_single));
    let bare = holder.filter(|holder| is_sole(*holder)).map(|holder| facts.all_of(holder));
    changes.remove(bare.or(wrapper).unwrap_or(handle))
}

fn is_single(object: Value<'_>) -> bool {
    object.members().nth(1).is_none()
}

/// Whether a part has nothing but its signature and an empty text.
fn is_sole(part: Value<'_>) -> bool {
    part.fits("text=,!text")
        && part.members().all(|(name, _)| [&b"text"[..], b"thoughtSignature", b"thought_signature"].contains(&name.raw()))
}
