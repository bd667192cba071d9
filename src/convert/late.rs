//! Late results: with Responses, the model may continue before a call is answered. Every other wire requires a result directly after its call.

use std::collections::BTreeMap;

use crate::conversation::note::Notes;
use crate::model::{Content, ContentKind, Conversation, Message, Speaker, Wire, Written};
use crate::wires::description;

/// Moves every late result to its call, unless the target accepts it in its place. Otherwise the target would refuse it and its call.
pub(super) fn settle<'d>(conversation: &mut Conversation<'d>, to: &Wire, notes: &mut Notes<'d>) {
    if description(to).behaviour.allows_late_results {
        return;
    }
    let mut settled = Settled::default();
    // True if nothing is left between the last message and the next.
    let mut is_emptied = false;
    for mut message in std::mem::take(&mut conversation.messages) {
        if message.speaker == Speaker::Tool && message.original.is_none() {
            for content in std::mem::take(&mut message.contents) {
                match settled.answer_of(&content) {
                    Some(answer) => {
                        notes.add(content.value, "result", "the target requires a result right after its call: it is moved");
                        settled.put_behind(answer, content);
                    }
                    None => message.contents.push(content),
                }
            }
            if message.contents.is_empty() {
                is_emptied = true;
                continue;
            }
        }
        settled.add(message, std::mem::take(&mut is_emptied));
    }
    conversation.messages = settled.finish();
}

/// The messages so far, with what a late result asks of them.
#[derive(Default)]
struct Settled<'d> {
    messages: Vec<Message<'d>>,
    /// Late results, by the number of the answer that they move behind. They become messages at the end, so that no number changes before.
    late: BTreeMap<usize, Vec<Content<'d>>>,
    /// The last message that has a call of each id.
    calls: BTreeMap<Written<'d>, usize>,
    /// The last answer.
    last: Option<usize>,
}

impl<'d> Settled<'d> {
    /// Adds a message, to the one before if nothing is left between them.
    fn add(&mut self, mut message: Message<'d>, is_next: bool) {
        let is_joined = |last: &Message<'d>| last.speaker == message.speaker && last.original.is_none() && message.original.is_none();
        let nth = self.messages.len() - usize::from(is_next && self.messages.last().is_some_and(is_joined));
        for content in &message.contents {
            if let ContentKind::Call(call) = &content.kind
                && let Some(id) = &call.id
            {
                self.calls.insert(id.clone(), nth);
            }
        }
        if message.speaker == Speaker::Assistant {
            self.last = Some(nth);
        }
        match self.messages.get_mut(nth) {
            Some(last) => last.contents.append(&mut message.contents),
            None => self.messages.push(message),
        }
    }

    /// The number of the answer that a late result belongs to: the model has spoken since.
    fn answer_of(&self, content: &Content<'d>) -> Option<usize> {
        let ContentKind::Result(result) = &content.kind else { return None };
        let answer = *self.calls.get(result.id.as_ref()?)?;
        (answer < self.last?).then_some(answer)
    }

    fn put_behind(&mut self, answer: usize, content: Content<'d>) {
        match self.messages.get_mut(answer + 1).filter(|next| next.speaker == Speaker::Tool && next.original.is_none()) {
            Some(next) => next.contents.push(content),
            None => self.late.entry(answer).or_default().push(content),
        }
    }

    fn finish(mut self) -> Vec<Message<'d>> {
        let mut messages = Vec::with_capacity(self.messages.len() + self.late.len());
        for (nth, message) in self.messages.into_iter().enumerate() {
            messages.push(message);
            messages.extend(self.late.remove(&nth).map(|contents| Message { speaker: Speaker::Tool, contents, original: None }));
        }
        messages
    }
}
