//! The same wire at another host: everything stays as it is written, but for thoughts that do not go along and the name of the model.

use super::finish::Written;
use crate::conversation::placeholder::SKIP;
use crate::conversation::plan::{Decision, Plan, visible};
use crate::error::Error;
use crate::json::{Changes, Document, Value, quote, splice};
use crate::model::{Attachment, Content, ContentKind, Conversation, Target};
use crate::wires::anthropic::conversation::settings;
use crate::wires::{ModelPlace, description};

/// Edits a request for another target of its wire.
pub(super) fn edit(
    request: &Document<'_>,
    conversation: &Conversation<'_>,
    plan: &Plan,
    to_profile: Value<'_>,
    to: &Target,
) -> Result<Written, Error> {
    let (mut changes, mut places) = (Changes::new(request), Vec::new());
    for message in &conversation.messages {
        for content in message.contents.iter().filter(|content| content.thinking.is_some() || plan.has_placeholder(content.span)) {
            places.push((content.span, content.span.start));
            match plan.decision(content.span) {
                _ if plan.has_placeholder(content.span) => stand_in(content, to, &mut changes)?,
                Some(Decision::Nothing | Decision::Beside) => take_out(content, &mut changes)?,
                Some(Decision::Plain) => rename(content, to_profile, &mut changes)?,
                _ => {}
            }
        }
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
    let edits = changes.edits()?;
    for edit in &edits {
        for (_, at) in places.iter_mut().filter(|(span, _)| edit.span.end <= span.start) {
            *at = (*at + edit.text.len()).saturating_sub(edit.span.len());
        }
    }
    Ok(Written { text: splice(request.source(), &edits)?, places, ..Written::default() })
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
