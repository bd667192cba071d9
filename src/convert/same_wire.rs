//! The same wire at another host: everything stays as it is written, but for thoughts that are left out, entries that are restored from the ledger, and the name of the model.

use super::restore::{Originals, inner};
use super::signed_ids;
use super::written::Written;
use crate::conversation::placeholder::SKIP;
use crate::conversation::plan::{Decision, Plan, visible};
use crate::conversation::writer::RestoredEntries;
use crate::error::Error;
use crate::json::{Changes, Document, Edit, Span, Value, quote, splice};
use crate::model::{Attachment, Content, ContentKind, Conversation, Target};
use crate::wires::anthropic::conversation::settings;
use crate::wires::{ModelPlace, description};

/// Edits a request for another target of its wire.
pub(super) fn edit(
    request: &Document<'_>,
    conversation: &Conversation<'_>,
    plan: &mut Plan,
    originals: Option<&Originals<'_>>,
    to_profile: Value<'_>,
    (to, is_same_host): (&Target, bool),
) -> Result<Written, Error> {
    let returned = originals.map(|originals| original_entries(request, conversation, originals, to)).unwrap_or_default();
    let is_returned = |at: usize| {
        let next = returned.partition_point(|edit| edit.span.end <= at);
        returned.get(next).is_some_and(|edit| edit.span.start <= at)
    };
    let (mut changes, mut places) = (Changes::new(request), Vec::new());
    for content in conversation.messages.iter().flat_map(|message| &message.contents) {
        if is_returned(content.span.start) {
            plan.replace_by_original(content.span);
        } else if signed_ids::is_attached(content, request) {
            let is_sent = plan.decision(content.span) == Some(Decision::Native) && to_profile.fits("fields.reads.*=extra_content");
            signed_ids::edit(content, is_sent, &mut changes)?;
        } else if content.thinking.is_some() || plan.has_placeholder(content.span) {
            match plan.decision(content.span) {
                _ if plan.has_placeholder(content.span) => stand_in(content, to, &mut changes)?,
                Some(Decision::Nothing | Decision::Beside) => take_out(content, &mut changes)?,
                Some(Decision::Plain) => rename(content, to_profile, &mut changes)?,
                _ => {}
            }
        }
        if !is_same_host && !is_returned(content.span.start) && !signed_ids::is_attached(content, request) {
            signed_ids::edit(content, false, &mut changes)?;
        }
        places.push((content.span, content.span.start));
    }
    if let (Some(model), ModelPlace::Body) = (&to.model, description(&to.wire).model) {
        changes.set(request.root(), "model", quote(model).as_bytes())?;
    }
    if let Some(name) = description(&to.wire).behaviour.version
        && to_profile.fits("surface")
    {
        match settings::version(to_profile) {
            Some(own) => changes.set(request.root(), name, quote(own).as_bytes())?,
            // The direct API has a header for it, and refuses the member.
            None => request.root().get(name).map_or(Ok(()), |version| changes.remove(version))?,
        }
    }
    let mut edits = changes.edits()?;
    let mut restored: Vec<RestoredEntries> =
        returned.iter().map(|edit| RestoredEntries { source: edit.span.start, at: edit.span.start, length: edit.text.len() }).collect();
    edits.extend(returned);
    edits.sort_by_key(|edit| edit.span);
    let shifted = Shifted::of(&edits);
    places.iter_mut().map(|(_, at)| at).chain(restored.iter_mut().map(|entries| &mut entries.at)).for_each(|at| *at = shifted.of_byte(*at));
    Ok(Written { text: splice(request.source(), &edits)?, places, restored, ..Written::default() })
}

/// Where the bytes of a request are after edits of it.
struct Shifted<'e> {
    /// The edits in the order of the text, each with the bytes that all up to it add and remove.
    sums: Vec<(&'e Edit, usize, usize)>,
}

impl<'e> Shifted<'e> {
    fn of(edits: &'e [Edit]) -> Self {
        let mut sums = Vec::with_capacity(edits.len());
        let (mut added, mut removed) = (0, 0);
        for edit in edits {
            (added, removed) = (added + edit.text.len(), removed + edit.span.len());
            sums.push((edit, added, removed));
        }
        Self { sums }
    }

    /// A byte of the source after the edits. One inside an edit is where the edit begins.
    fn of_byte(&self, at: usize) -> usize {
        let before = self.sums.partition_point(|(edit, ..)| edit.span.end <= at);
        let at = self.sums.get(before).filter(|(edit, ..)| edit.span.range().contains(&at)).map_or(at, |(edit, ..)| edit.span.start);
        let sums = before.checked_sub(1).and_then(|nth| self.sums.get(nth));
        sums.map_or(at, |(_, added, removed)| (at + added).saturating_sub(*removed))
    }
}

/// Lists the edits that restore entries: each run of originals replaces what it became.
fn original_entries(request: &Document<'_>, conversation: &Conversation<'_>, originals: &Originals<'_>, to: &Target) -> Vec<Edit> {
    let list: Vec<Value<'_>> = request.root().list(description(&to.wire).list).collect();
    let mut edits = Vec::new();
    let mut nth = 0;
    while nth < conversation.messages.len() {
        let Some((end, entries)) = originals.run_at(nth) else {
            nth += 1;
            continue;
        };
        let run = conversation.messages.get(nth..end).unwrap_or_default();
        let starts = run.iter().flat_map(|message| &message.contents).map(|content| content.entry.span().start);
        let (first, last) = starts.fold((usize::MAX, 0), |(first, last), start| (first.min(start), last.max(start)));
        let own = list.iter().filter(|entry| (first..=last).contains(&entry.span().start));
        let span = own.map(|entry| entry.span()).reduce(|one, next| Span { start: one.start, end: next.end });
        // Most entries are unchanged.
        if let Some(span) = span.filter(|span| request.source().get(span.range()) != Some(inner(entries))) {
            edits.push(Edit { span, text: inner(entries).to_vec() });
        }
        nth = end.max(nth + 1);
    }
    edits
}

/// Puts the documented string in the place of a signature that the target does not read.
fn stand_in(content: &Content<'_>, to: &Target, changes: &mut Changes<'_>) -> Result<(), Error> {
    match content.thinking.as_ref().and_then(|thinking| thinking.handles.first()) {
        Some(handle) => changes.replace(*handle, SKIP.as_bytes()),
        None => {
            let members = description(&to.wire).behaviour.handle_members;
            let name = members.iter().find(|name| content.value.get(name).is_some()).or(members.first());
            // Where the wire has no member for it, the audit of the target finds the place.
            name.map_or(Ok(()), |name| changes.set(content.value, name, SKIP.as_bytes()))
        }
    }
}

/// Removes a thought, or the handle of one.
fn take_out(content: &Content<'_>, changes: &mut Changes<'_>) -> Result<(), Error> {
    let Some(thinking) = &content.thinking else { return Ok(()) };
    match (&content.kind, &thinking.attachment) {
        (ContentKind::Thought, Attachment::Tag { .. }) => Ok(()),
        (ContentKind::Thought, _) => changes.remove(content.value),
        _ => thinking.handles.iter().try_for_each(|handle| changes.remove(*handle)),
    }
}

/// Puts the text of a thought where the target reads it.
fn rename(content: &Content<'_>, to: Value<'_>, changes: &mut Changes<'_>) -> Result<(), Error> {
    let Some(field) = to.path("fields.reads.0").and_then(Value::text).map(|text| text.lossy()) else { return Ok(()) };
    match content.thinking.as_ref().map(|thinking| &thinking.attachment) {
        Some(Attachment::Field { name }) if *name != *field && name != "reasoning_details" => changes.rename(content.value, &field),
        Some(Attachment::Field { name }) if name == "reasoning_details" => {
            let _ = visible(content);
            changes.remove(content.value)
        }
        _ => Ok(()),
    }
}
