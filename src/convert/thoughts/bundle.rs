//! [`Bundle`]: kept thoughts as one conversation. Each is an answer by itself, with its own issuer, so the plan of a conversion can decide its fate. A text between
//! tags has no request around it: it is only a string.

use super::KeptThought;
use crate::conversation::reader::{Reader, content};
use crate::convert::wires::format_of;
use crate::error::Error;
use crate::json::{Document, Span, Value, Writer, scan};
use crate::model::{Attachment, Content, ContentKind, Conversation, Issued, Message, Speaker, Thinking, ThinkingKind};
use crate::wires::request_around;

/// The text of a bundle: a short request of its own wire around each thought that has a native form.
pub(super) struct Bundle {
    /// The text.
    pub(super) text: Vec<u8>,
    /// The numbers of the thoughts in it.
    members: Vec<usize>,
}

/// A bundle, read.
pub(super) struct ReadBundle<'d> {
    /// The conversation of all thoughts.
    pub(super) conversation: Conversation<'d>,
    /// The content of each thought, by its number. A payload that is not a thought of its wire has none.
    pub(super) contents: Vec<Option<Content<'d>>>,
}

impl Bundle {
    /// Writes the bundle of thoughts.
    pub(super) fn of(thoughts: &[KeptThought<'_>]) -> Self {
        let mut out = Writer::default();
        let mut members = Vec::new();
        out.open(b'[');
        for (nth, thought) in thoughts.iter().enumerate() {
            // A block that is not JSON would break the text.
            if let Some(native) = thought.native.as_ref().filter(|native| scan(&native.block).is_ok()) {
                out.raw(&request_around(native));
                members.push(nth);
            } else if thought.tagged.is_some() {
                out.text(&thought.content);
                members.push(nth);
            }
        }
        out.close(b']');
        Self { text: out.finish(), members }
    }

    /// Reads the bundle. `document` is its text.
    ///
    /// # Errors
    /// A wire that has no reader.
    pub(super) fn read<'d>(&self, document: &'d Document<'d>, thoughts: &[KeptThought<'_>]) -> Result<ReadBundle<'d>, Error> {
        let mut reader = Reader::default();
        let mut contents = vec![None; thoughts.len()];
        for (request, nth) in document.root().elements().zip(&self.members) {
            if let Some(issuer) = thoughts.get(*nth).and_then(|thought| thought.tagged.clone()) {
                let said = tagged(request, reader.issuer(Some(issuer)));
                reader.conversation.messages.push(Message { speaker: Speaker::Assistant, contents: vec![said.clone()], original: None });
                if let Some(place) = contents.get_mut(*nth) {
                    *place = Some(said);
                }
                continue;
            }
            let Some(native) = thoughts.get(*nth).and_then(|thought| thought.native.as_ref()) else { continue };
            let first = reader.conversation.messages.len();
            reader.source = Some(native.issuer.clone());
            (format_of(&native.issuer)?.read)(request, &mut reader)?;
            let Some(issuer) = reader.issuer(Some(native.issuer.clone())) else { continue };
            let read = reader.conversation.messages.iter_mut().skip(first).flat_map(|message| &mut message.contents);
            let mut found = read.filter(|content| content.thinking.is_some());
            let Some(content) = found.next() else { continue };
            content.issued = Some(Issued { issuer, id: content.value.get("id"), is_native: true });
            if let Some(thinking) = &mut content.thinking {
                thinking.complete &= native.is_complete;
            }
            let content = content.clone();
            // A block is one thought. A text that holds several is not one that a wire sent.
            if found.next().is_none()
                && let Some(place) = contents.get_mut(*nth)
            {
                *place = Some(content);
            }
        }
        Ok(ReadBundle { conversation: reader.conversation, contents })
    }
}

/// A text between tags, from the string that holds it.
fn tagged(text: Value<'_>, issuer: Option<usize>) -> Content<'_> {
    let Span { start, end } = text.span();
    let thinking = Thinking::new(ThinkingKind::Text, Attachment::Tag { name: String::new() }).text(Some(text));
    let issued = issuer.map(|issuer| Issued { issuer, id: None, is_native: true });
    Content {
        span: Span { start: start + 1, end: end.saturating_sub(1) },
        thinking: Some(thinking),
        issued,
        ..content(text, text, ContentKind::Thought)
    }
}
