//! The thoughts of the origin that a provider has refused. The guard and the proxy name the refused one in the profile: `refused` has its `pointer`, the `id` of
//! its item, or the `head` and `tail` of its ciphertext, and `account` if the refusal says that it belongs to another account.

use super::producer::{surface_of, vendor_of};
use super::restore::remove_thought_or_handle;
use super::sent_parts::issued;
use crate::audit::rules::anthropic::blocks::remove_with_linked_thinking;
use crate::audit::rules::edits::remove_place_and_related;
use crate::audit::rules::text::judged_handles::fit_of;
use crate::audit::{Facts, Finding};
use crate::conversation::handle_form::Fit;
use crate::conversation::mask::is_masked;
use crate::error::Error;
use crate::json::{Changes, Value};
use crate::knowledge::handle_forms::form_at;
use crate::ledger::Answer;

/// The origin of a thought, as far as it is known.
#[derive(PartialEq)]
enum ThoughtOrigin<'d> {
    /// Recorded: the vendor, the service, the account, the API key.
    Recorded([Option<&'d str>; 4]),
    /// Not recorded: `true` if the form of the handle is the vendor's own.
    Form(bool),
}

/// Finds the refused thought and every other one of its origin. Returns nothing if no refusal is named.
pub(super) fn find_refused<'d>(facts: &Facts<'d>) -> Vec<Value<'d>> {
    let Some(refused) = facts.profile.get("refused") else { return Vec::new() };
    let recorded: Vec<_> = issued(facts).map(|(sent, answer, _)| (sent.value, answer)).collect();
    let thoughts = facts.thoughts().map(|(_, part, thinking)| (part.value, thinking.handles.first().copied()));
    let thoughts: Vec<_> = thoughts.map(|(part, handle)| (part, handle, origin_of(facts, part, handle, &recorded))).collect();
    let named = thoughts.iter().find(|(part, handle, _)| is_named(facts, refused, *part, *handle));
    let is_refused = |part: Value<'d>, origin: &ThoughtOrigin<'d>| match named {
        // A genuine form alone does not show that two handles are of one origin. Handles in other forms are all refused.
        Some((own, _, ThoughtOrigin::Form(true))) if !refused.fits("account=true") => part == *own,
        Some((_, _, refused)) => origin == refused,
        None => matches!(origin, ThoughtOrigin::Form(_)) && refused.fits("account=true"),
    };
    thoughts.iter().filter(|(part, _, origin)| is_refused(*part, origin)).map(|(part, ..)| *part).collect()
}

fn origin_of<'d>(facts: &Facts<'d>, part: Value<'d>, handle: Option<Value<'d>>, recorded: &[(Value<'d>, &'d Answer)]) -> ThoughtOrigin<'d> {
    match recorded.iter().find(|(sent, _)| *sent == part) {
        Some((_, answer)) => ThoughtOrigin::Recorded([
            Some(vendor_of(answer)),
            Some(surface_of(answer)),
            answer.provenance.account.as_deref(),
            answer.credential.as_deref(),
        ]),
        None => ThoughtOrigin::Form(handle.is_none_or(|handle| {
            let is_own = form_at(facts.profile).is_none_or(|form| fit_of(part, handle, form) == Fit::Whole);
            is_own && !handle.fits("=") && !is_masked(handle)
        })),
    }
}

/// Returns `true` if a refusal names a thought: by its place, by its id, or by the ends of its ciphertext.
fn is_named(facts: &Facts<'_>, refused: Value<'_>, part: Value<'_>, handle: Option<Value<'_>>) -> bool {
    let path = refused.word("pointer").trim_start_matches('/').replace('/', ".");
    let place = (!path.is_empty()).then(|| facts.body.path(&path)).flatten();
    let is_at = |place: Value<'_>| {
        part.span().start >= place.span().start && part.span().end <= place.span().end
            || place.span().start >= part.span().start && place.span().end <= part.span().end
    };
    let id = refused.word("id");
    let (head, tail) = (refused.word("head"), refused.word("tail"));
    let has_ends = |text: &str| !head.is_empty() && text.starts_with(head) && text.ends_with(tail);
    place.is_some_and(is_at)
        || !id.is_empty() && part.word("id") == id
        || handle.and_then(Value::text).is_some_and(|text| has_ends(&text.lossy()))
}

/// Removes a refused thought: one of another vendor alone, one of Claude with the thinking that is refused without it.
pub(super) fn remove_refused<'d>(facts: &Facts<'d>, finding: &Finding<'d>, changes: &mut Changes<'d>) -> Result<(), Error> {
    let own = facts.thoughts().find(|(_, part, _)| part.value == finding.place);
    let handle = own.and_then(|(_, _, thinking)| thinking.handles.first().copied());
    let is_foreign = |handle| form_at(facts.profile).is_some_and(|form| matches!(fit_of(finding.place, handle, form), Fit::Foreign(_)));
    match facts.profile.word("vendor") {
        "anthropic" if handle.is_some_and(is_foreign) => remove_place_and_related(facts, finding, changes),
        "anthropic" => remove_with_linked_thinking(facts, finding, changes),
        _ => remove_thought_or_handle(facts, finding, changes),
    }
}
