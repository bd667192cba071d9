//! Late results: Responses lets the model go on before a call is answered. Every other wire has a result right behind its call.

use super::note::Notes;
use crate::model::{Content, ContentKind, Conversation, Message, Speaker, Wire};

/// Moves every late result to its call, unless the target takes it where it is. Left there it would be refused, and its call too.
pub(super) fn settle<'d>(conversation: &mut Conversation<'d>, to: &Wire, notes: &mut Notes<'d>) {
    if *to == Wire::OPENAI_RESPONSES {
        return;
    }
    let mut settled: Vec<Message<'d>> = Vec::with_capacity(conversation.messages.len());
    // True if nothing stands any more between the last message and the next.
    let mut is_emptied = false;
    for mut message in std::mem::take(&mut conversation.messages) {
        if message.speaker == Speaker::Tool && message.home.is_none() {
            for content in std::mem::take(&mut message.contents) {
                match answer_of(&content, &settled) {
                    Some(answer) => {
                        notes.add(content.value, "result", "a result stands right behind its call there, so it moves to it");
                        put_behind(answer, content, &mut settled);
                    }
                    None => message.contents.push(content),
                }
            }
            if message.contents.is_empty() {
                is_emptied = true;
                continue;
            }
        }
        let is_joined = |last: &&mut Message<'d>| last.speaker == message.speaker && last.home.is_none() && message.home.is_none();
        match settled.last_mut().filter(|_| std::mem::take(&mut is_emptied)).filter(is_joined) {
            Some(last) => last.contents.append(&mut message.contents),
            None => settled.push(message),
        }
    }
    conversation.messages = settled;
}

/// The number of the answer that a late result belongs to: the model has spoken since.
fn answer_of(content: &Content<'_>, messages: &[Message<'_>]) -> Option<usize> {
    let ContentKind::Result(result) = &content.kind else { return None };
    let id = result.id.as_ref()?;
    let is_call = |content: &Content<'_>| matches!(&content.kind, ContentKind::Call(call) if call.id.as_ref() == Some(id));
    let last = messages.iter().rposition(|message| message.speaker == Speaker::Assistant)?;
    let answer = messages.iter().rposition(|message| message.contents.iter().any(is_call))?;
    (answer < last).then_some(answer)
}

fn put_behind<'d>(answer: usize, content: Content<'d>, messages: &mut Vec<Message<'d>>) {
    match messages.get_mut(answer + 1).filter(|next| next.speaker == Speaker::Tool && next.home.is_none()) {
        Some(next) => next.contents.push(content),
        None => messages.insert(answer + 1, Message { speaker: Speaker::Tool, contents: vec![content], home: None }),
    }
}
