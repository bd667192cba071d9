//! Thoughts that are bound to everything before them: behind anything else their model refuses them.
//!
//! | before a thought of a relative | it goes |
//! |---|---|
//! | everything as its issuer saw it | along |
//! | a restored message with blocks or thoughts that the vendor did not see | not |
//! | a result that was a text and becomes a list of blocks, or the other way | not: nobody says that both are the same |
//! | a part that the target has in another form, or not at all | not |
//! | a gap in the thoughts that are kept | not |

use super::restore::Originals;
use super::spoken::{exact, is_string};
use super::wires::read;
use crate::conversation::plan::{Decision, Plan};
use crate::conversation::writer::instructions;
use crate::json::{Value, scan};
use crate::model::{Content, ContentKind, Conversation, MediaKind, MediaSource, Output, Speaker, Target, ToolKind, Wire};
use crate::wires::description;

/// True if the target refuses a thought that is bound elsewhere. The model that the source names may not have issued its thoughts: the caller may have changed
/// it since, so it does not tell whether they are bound.
pub(super) fn binds(to: Value<'_>) -> bool {
    to.fits("binds=prefix !enforced=false")
}

/// Leaves out the thoughts that would come after other messages than when they were issued.
pub(super) fn leave_out(conversation: &Conversation<'_>, plan: &mut Plan, originals: Option<&Originals<'_>>, from: &Target, to: &Target) {
    let mut is_changed = conversation.tools.iter().any(|tool| tool.kind == ToolKind::Server);
    let mut keeps_any = false;
    let mut nth = instructions(conversation).0.len();
    while let Some(message) = conversation.messages.get(nth) {
        if let Some((end, entries)) = originals.and_then(|originals| originals.run_at(nth)) {
            let run = conversation.messages.get(nth..end).unwrap_or_default();
            let here = exact(run, &from.wire, &|content| plan.decision(content.span) == Some(Decision::Native));
            is_changed |= Some(here) != exact_home(entries, to);
            nth = end.max(nth + 1);
            continue;
        }
        is_changed |= matches!(message.speaker, Speaker::System | Speaker::Developer);
        for content in &message.contents {
            match plan.decision(content.span) {
                None => is_changed |= changes(content, &from.wire),
                Some(Decision::Native) if is_changed => plan.unbind(content.span),
                Some(Decision::Native) => keeps_any = true,
                Some(_) => is_changed |= keeps_any,
            }
        }
        nth += 1;
    }
}

/// The hash of entries of the target, with their thoughts.
fn exact_home(entries: &[u8], to: &Target) -> Option<crate::json::Digest> {
    let body = [b"{\"", description(&to.wire).list.as_bytes(), b"\":", entries, b"}"].concat();
    let document = scan(&body).ok()?;
    let conversation = read(&document, to).ok()?;
    Some(exact(&conversation.messages, &to.wire, &|_| true))
}

/// True if another wire has a content in another form.
fn changes(content: &Content<'_>, from: &Wire) -> bool {
    match &content.kind {
        ContentKind::Text(_) | ContentKind::Call(_) | ContentKind::Thought => false,
        ContentKind::Refusal(_) | ContentKind::Opaque => true,
        ContentKind::Media(media) => media.kind != MediaKind::Image || !matches!(media.source, MediaSource::Data(_)),
        ContentKind::Result(result) => match &result.output {
            Output::Empty => false,
            Output::Text(_) => is_string(from),
            Output::Json(_) => true,
            // No result is inside another.
            Output::Contents(contents) => contents.iter().any(|inner| !matches!(inner.kind, ContentKind::Text(_))),
        },
    }
}
