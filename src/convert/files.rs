//! Files that a provider stores and a request only names. No other provider can read them.

use crate::conversation::note::Notes;
use crate::model::{Content, ContentKind, Conversation, Media, MediaSource, Output, ToolResult};

/// Leaves out the files of another provider, those in results of tools too. The target would refuse the whole request for one.
pub(super) fn leave_out<'d>(conversation: &mut Conversation<'d>, notes: &mut Notes<'d>) {
    for message in conversation.messages.iter_mut().filter(|message| message.original.is_none()) {
        message.contents.retain_mut(|content| {
            if let ContentKind::Result(ToolResult { output: Output::Contents(contents), .. }) = &mut content.kind {
                contents.retain(|content| is_known(content, notes));
            }
            is_known(content, notes)
        });
    }
    conversation.messages.retain(|message| !message.contents.is_empty() || message.original.is_some());
}

fn is_known<'d>(content: &Content<'d>, notes: &mut Notes<'d>) -> bool {
    let is_held = matches!(&content.kind, ContentKind::Media(Media { source: MediaSource::File(_), .. }));
    if is_held {
        notes.lose(content.value, "file", "the target cannot read a file at another provider");
    }
    !is_held
}
