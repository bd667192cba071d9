//! The plan, last: it describes the request that is returned, also where a ledger restored a thought after the plan was made.

use std::collections::{BTreeMap, BTreeSet};

use super::shifts::Shifts;
use super::written::Written;
use crate::audit::Facts;
use crate::conversation::placeholder::SKIP;
use crate::conversation::plan::Plan;
use crate::json::{Document, Places, Span, Text, find_bytes, lossy};
use crate::model::{Fate, Thinking};

const RESTORED: &str = "restored from the ledger";
const REFUSED: &str = "the target would refuse its handle (see the notes)";

/// The reason for a thought whose handle a repair replaced.
pub(super) const STAND_IN: &str = "the target would refuse its handle: the documented placeholder is sent";

/// Finds every thought of the request by its handles, and gives it its fate and its place.
pub(super) fn settle(plan: &mut Plan, source: &Document<'_>, facts: &Facts<'_>, target: &Document<'_>, written: &Written, shifts: &Shifts) {
    let mut places = Places::new(target);
    let mut present: BTreeMap<Vec<Vec<u8>>, (Span, String)> = BTreeMap::new();
    for (_, part, thinking) in facts.thoughts().filter(|(_, _, thinking)| !thinking.handles.is_empty()) {
        present.insert(handles_of(thinking), (part.span, lossy(places.pointer(part.value))));
    }
    let placed: BTreeSet<String> = plan.thoughts.iter().filter_map(|thought| thought.to.clone()).collect();
    for thought in plan.thoughts.iter_mut().filter(|thought| !thought.handles.is_empty()) {
        let handles: Vec<Vec<u8>> = thought.handles.iter().map(|handle| said_by(handle)).collect();
        let Some((_, pointer)) = present.remove(&handles) else { continue };
        if matches!(thought.fate, Fate::Elided | Fate::Degraded | Fate::Placeholder) {
            (thought.fate, thought.reason, thought.to) = (Fate::Verbatim, RESTORED, Some(pointer));
        }
    }
    // The rest of them the source lacks.
    let mut sources = Places::new(source);
    let mut beside = written.places.iter().filter_map(|(content, at)| Some((*content, shifts.of_byte(*at)?))).peekable();
    for (_, _, thinking) in facts.thoughts().filter(|(_, _, thinking)| !thinking.handles.is_empty()) {
        let Some((span, pointer)) = present.remove(&handles_of(thinking)).filter(|(_, pointer)| !placed.contains(pointer)) else {
            continue;
        };
        while beside.next_if(|(_, at)| *at < span.start).is_some() {}
        let Some((content, value)) = beside.peek().and_then(|(content, _)| Some((*content, source.at(content.start)?))) else { continue };
        plan.restored(content, lossy(sources.pointer(value)), thinking.kind, RESTORED, pointer);
    }
}

/// Finds the thoughts whose handles a repair removed or replaced, and changes their fates.
pub(super) fn settle_removed_handles(plan: &mut Plan, written: &[u8], facts: &Facts<'_>, target: &Document<'_>) {
    let sent = plan.thoughts.iter_mut().filter(|thought| matches!(thought.fate, Fate::Verbatim | Fate::Routed));
    for thought in sent {
        let Some(value) = thought.to.as_deref().and_then(|pointer| target.find(pointer).ok()) else { continue };
        // A writer may spell a handle in another way. Then the repair did not remove it.
        let is_removed = |handle: &[u8]| find_bytes(value.raw(), handle).is_none() && find_bytes(written, handle).is_some();
        if thought.handles.iter().any(|handle| is_removed(handle)) {
            // An item without its ciphertext is still a thought. A visible text or a call without its handle is not.
            let is_thought = facts.thoughts().any(|(_, part, _)| part.value.span() == value.span());
            (thought.fate, thought.reason) = match find_bytes(value.raw(), SKIP.as_bytes()) {
                Some(_) => (Fate::Placeholder, STAND_IN),
                None if is_thought => (Fate::Degraded, REFUSED),
                None => (Fate::Elided, REFUSED),
            };
            thought.to.take_if(|_| thought.fate == Fate::Elided);
        }
    }
}

fn handles_of(thinking: &Thinking<'_>) -> Vec<Vec<u8>> {
    thinking.handles.iter().filter_map(|handle| handle.text()).map(|text| text.wtf8().into_owned()).collect()
}

/// The handle that a JSON string says.
fn said_by(string: &[u8]) -> Vec<u8> {
    let inside = string.get(1..string.len().saturating_sub(1)).unwrap_or_default();
    Text::written(inside).wtf8().into_owned()
}
