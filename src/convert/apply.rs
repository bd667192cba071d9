//! The plan, applied: thoughts are taken out of the conversation, made visible, or put beside it.

use std::borrow::Cow;

use super::policy::Policy;
use crate::conversation::plan::{Decision, Plan, visible};
use crate::conversation::reader::inside;
use crate::error::Error;
use crate::json::{Changes, Document, Writer, decimal, scan};
use crate::model::{Content, ContentKind, Conversation};

/// Takes out of the conversation what the plan leaves out, and makes visible texts of what it sends as such.
pub(super) fn apply(conversation: &mut Conversation<'_>, plan: &Plan, policy: &Policy) {
    for message in &mut conversation.messages {
        message.contents.retain_mut(|content| keep(content, plan, policy));
    }
    conversation.messages.retain(|message| !message.contents.is_empty() || message.original.is_some());
}

fn keep(content: &mut Content<'_>, plan: &Plan, policy: &Policy) -> bool {
    let is_thought = matches!(content.kind, ContentKind::Thought);
    match plan.decision(content.span) {
        None | Some(Decision::Native | Decision::Plain) => return true,
        Some(Decision::Envelope) if is_thought || matches!(content.kind, ContentKind::Opaque) => {
            let [open, close] = policy.envelope.each_ref().map(|mark| inside(mark.as_bytes()));
            let text = visible(content);
            // The summary of a compaction replaces messages. It is not a thought, so it has no envelope.
            content.kind = ContentKind::Text(Cow::Owned(if is_thought { [&*open, &text, &close].concat() } else { text }));
            content.thinking = None;
            return true;
        }
        _ => {}
    }
    content.thinking = None;
    !is_thought
}

/// Puts thoughts that are sent beside the messages into their member of the request, each with its place in the source.
pub(super) fn send_beside(plan: &mut Plan, source: &Document<'_>, policy: &Policy, request: &mut Vec<u8>) -> Result<(), Error> {
    let mut out = Writer::default();
    out.open(b'[');
    let mut count = 0;
    for thought in plan.thoughts.iter_mut().filter(|thought| thought.decision == Decision::Beside) {
        out.open(b'{');
        out.member("pointer", &thought.pointer);
        out.name("payload");
        let text = source.source().get(thought.span.range()).unwrap_or_default();
        match source.at(thought.span.start).is_some_and(|value| value.span() == thought.span) {
            true => out.raw(text),
            // Reasoning between tags is a stretch of a string.
            false => out.written(text),
        }
        out.close(b'}');
        thought.to = Some(["/", &policy.side_channel, "/", &decimal(count)].concat());
        count += 1;
    }
    out.close(b']');
    if count > 0 {
        let document = scan(request)?;
        let mut changes = Changes::new(&document);
        changes.set(document.root(), &policy.side_channel, &out.finish())?;
        *request = changes.apply()?;
    }
    Ok(())
}
