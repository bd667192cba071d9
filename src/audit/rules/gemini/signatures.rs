//! Thought signatures: finds, sets and removes them.

use crate::audit::{Facts, Finding};
use crate::error::Error;
use crate::json::{Changes, Value};
use crate::model::Part;

/// The two spellings of a part's signature.
pub(super) const SIGNATURE: [&str; 2] = ["thoughtSignature", "thought_signature"];

/// A part whose signature is inside the call.
pub(super) const NESTED: &str =
    "functionCall.thoughtSignature,functionCall.thought_signature,function_call.thoughtSignature,function_call.thought_signature";

/// Finds the signature of a part.
#[inline(never)]
pub(super) fn signature_of<'d>(part: &Part<'d>) -> Option<Value<'d>> {
    part.thinking.as_ref().and_then(|thinking| thinking.handles.first().copied())
}

/// Sets the signature of a call in the member of its wire.
#[inline(never)]
pub(super) fn set_signature(call: Value<'_>, signature: &[u8], changes: &mut Changes<'_>) -> Result<(), Error> {
    if call.get("function").is_some() {
        return changes.set(call, "extra_content", &[b"{\"google\":{\"thought_signature\":", signature, b"}}"].concat());
    }
    changes.set(call, if call.get("thought_signature").is_some() { "thought_signature" } else { "thoughtSignature" }, signature)
}

/// Removes the signature at the place of the finding.
pub(super) fn remove_found_signature<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    remove_signature(facts, finding.place, changes)
}

/// Removes a signature, and the part or wrapper that has nothing else.
pub(in crate::audit::rules) fn remove_signature<'d>(
    facts: &Facts<'d>,
    signature: Value<'d>,
    changes: &mut Changes<'d>,
) -> Result<(), Error> {
    let holder = facts.parts_around(signature).find(|part| signature_of(part) == Some(signature)).map(|part| part.value);
    let wrapper = holder
        .and_then(|holder| holder.get("extra_content"))
        .filter(|extra| is_single(*extra) && extra.get("google").is_some_and(is_single));
    let bare = holder.filter(|holder| is_bare(*holder)).map(|holder| facts.all_of(holder));
    changes.remove(bare.or(wrapper).unwrap_or(signature))
}

fn is_single(object: Value<'_>) -> bool {
    object.members().nth(1).is_none()
}

/// Returns `true` if a part holds only its signature and an empty text.
fn is_bare(part: Value<'_>) -> bool {
    part.fits("text=,!text")
        && part.members().all(|(name, _)| [&b"text"[..], b"thoughtSignature", b"thought_signature"].contains(&name.raw()))
}
