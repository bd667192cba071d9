//! [`Draft`]: a conversion between its plan and its last step, with the steps by which a format and a wire are written.

use super::policy::Policy;
use super::restore::Originals;
use super::written::Written;
use super::{apply, bound, files, ids, late, names, wires};
use crate::conversation::answer::Answer;
use crate::conversation::note::{NoteLevel, Notes};
use crate::conversation::plan::Plan;
use crate::conversation::travel::Ends;
use crate::conversation::wire::WireFormat;
use crate::conversation::writer::RequestWriter;
use crate::formats;
use crate::formats::MessageFormat;
use crate::json::{Writer, quote};
use crate::model::{Content, Conversation, Message, Speaker, Target};
use crate::wires::{ModelPlace, description, is_streaming_address};

/// A conversion whose plan is made.
pub(super) struct Draft<'c, 'd> {
    /// The conversation that is converted.
    pub(super) conversation: Conversation<'d>,
    /// The fates of its thoughts.
    pub(super) plan: Plan,
    /// The notes so far.
    pub(super) notes: Notes<'d>,
    /// Source and target, with the facts that the tables have about them.
    pub(super) ends: &'c Ends<'c>,
    /// The source.
    pub(super) from: &'c Target,
    /// The target.
    pub(super) to: &'c Target,
    /// The choices of the caller.
    pub(super) policy: &'c Policy,
    /// The answer that it is, if it is one.
    pub(super) answer: &'c Answer,
}

impl<'d> Draft<'_, 'd> {
    /// Writes the messages of a framework.
    pub(super) fn write_format(&mut self, format: &MessageFormat) -> Written {
        apply::apply(&mut self.conversation, &self.plan, self.policy);
        ids::fit(&mut self.conversation, formats::IDS, &self.answer.id, &mut self.notes);
        formats::name_results(&mut self.conversation);
        self.note_unread();
        self.write(format.write, None)
    }

    /// Writes a request of a wire. Files are sent only to the same vendor.
    pub(super) fn write_wire(&mut self, wire: &WireFormat, originals: Option<&Originals<'_>>, is_kin: bool) -> Written {
        if bound::binds(self.ends.to) && self.plan.carries_any() {
            bound::leave_out(&self.conversation, &mut self.plan, originals, self.from, self.to);
        }
        if let Some(originals) = originals {
            names::rename(&mut self.conversation, &originals.names(wires::names_of(&self.from.wire), self.to));
            originals.restore(&mut self.conversation, &mut self.plan, self.to);
        }
        apply::apply(&mut self.conversation, &self.plan, self.policy);
        self.send_instruction_as_user();
        if !is_kin {
            files::leave_out(&mut self.conversation, &mut self.notes);
        }
        late::settle(&mut self.conversation, &self.to.wire, &mut self.notes);
        ids::fit(&mut self.conversation, wire.ids, &self.answer.id, &mut self.notes);
        names::fit(&mut self.conversation, wire.names, &mut self.notes);
        self.note_unread();
        let model = self.model();
        Written { settings: wire.settings, ..self.write(wire.write, model) }
    }

    /// Writes thoughts without their answers. A piece of each is then put into a request that has the answers.
    pub(super) fn write_thoughts(&mut self, wire: &WireFormat) -> Written {
        apply::apply(&mut self.conversation, &self.plan, self.policy);
        self.write(wire.write, None)
    }

    /// Sends the last instruction as a user message if the conversation has only instructions and the target keeps those apart. The target requires a message.
    fn send_instruction_as_user(&mut self) {
        let instructs = |message: &Message<'_>| matches!(message.speaker, Speaker::System | Speaker::Developer);
        let messages = &mut self.conversation.messages;
        if !description(&self.to.wire).behaviour.keeps_instructions_apart || !messages.iter().all(instructs) {
            return;
        }
        // Instructions that follow each other are one message.
        let Some(entry) = messages.last().and_then(|last| last.contents.last()).map(|content| content.entry.span().start) else { return };
        let of_entry = |content: &Content<'_>| content.entry.span().start == entry;
        let Some(last) = messages.last_mut() else { return };
        let contents = last.contents.split_off(last.contents.iter().position(of_entry).unwrap_or_default());
        self.notes.change_at(
            contents.first().map(|content| content.value),
            "system",
            "the target requires a message: the last instruction is sent as the user's",
        );
        messages.retain(|message| !message.contents.is_empty());
        messages.push(Message { speaker: Speaker::User, contents, original: None });
    }

    /// The name of the model, as the body of the target has it.
    fn model(&mut self) -> Option<Vec<u8>> {
        match (description(&self.to.wire).model, &self.to.model) {
            (ModelPlace::Address, _) => None,
            (ModelPlace::Body, Some(model)) => Some(quote(model).into_bytes()),
            (ModelPlace::Body, None) => {
                let model = self.conversation.model;
                self.notes.change_at(model, "model", "no model was given for the target: the name is that of the source");
                model.map(|model| model.raw().to_vec())
            }
        }
    }

    fn note_unread(&mut self) {
        for unread in &self.conversation.unread {
            let level = if unread.is_moved { NoteLevel::Changed } else { NoteLevel::Lost };
            self.notes.note(unread.value, level, "member", unread.why.into());
        }
    }

    fn write(&mut self, write: for<'w> fn(&Conversation<'d>, &mut RequestWriter<'w, 'd>), model: Option<Vec<u8>>) -> Written {
        let mut writer = RequestWriter {
            out: Writer::default(),
            plan: &self.plan,
            notes: &mut self.notes,
            profile: self.ends.to,
            ends: self.ends,
            answer: self.answer,
            envelope: self.to.envelope.as_deref(),
            model,
            streams: is_streaming_address(self.ends.from.word("url")),
            places: Vec::new(),
            restored: Vec::new(),
        };
        write(&self.conversation, &mut writer);
        Written { text: writer.out.finish(), places: writer.places, restored: writer.restored, settings: &[] }
    }
}
