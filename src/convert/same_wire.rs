//! The same wire at another host: everything stays as it is written, but for thoughts that do not go along and the name of the model.

use super::plan::{Decision, Plan, visible};
use crate::codecs::{ModelPlace, description};
use crate::error::Error;
use crate::json::{Changes, Document, Value, quote};
use crate::model::{Attachment, Content, ContentKind, Conversation, Target};

/// Edits a request for another target of its wire.
pub(super) fn edit(
    request: &Document<'_>,
    conversation: &Conversation<'_>,
    plan: &Plan,
    to_profile: Value<'_>,
    to: &Target,
) -> Result<Vec<u8>, Error> {
    let mut changes = Changes::new(request);
    for message in &conversation.messages {
        for content in message.contents.iter().filter(|content| content.thinking.is_some()) {
            match plan.decision(content.span) {
                Some(Decision::Nothing | Decision::Beside) => take_out(content, &mut changes)?,
                Some(Decision::Plain) => rename(content, to_profile, &mut changes)?,
                _ => {}
            }
        }
    }
    if let (Some(model), ModelPlace::Body) = (&to.model, description(&to.wire).model) {
        changes.set(request.root(), "model", quote(model).as_bytes())?;
    }
    changes.apply()
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
