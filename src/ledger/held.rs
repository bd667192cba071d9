//! Requests that continue a conversation that the provider holds: they contain only new messages.
//!
//! A request continues a thread of Anthropic's Messages from a response, by its id (`thread`, beta `message-threads-2026-08-12`). The provider also holds the
//! system prompt and the tools. A walk through such a request begins after the recorded answer of that id. The record is the same as for a request with the
//! whole history. A client that loses its thread and sends the history later sends the recorded one.
//!
//! An id finds an answer within the limits of a call id: it was drawn, only one answer has it, and no other receiver is recorded. If it finds none, the context
//! begins with the id itself. Two unrecorded threads then stay separate, and the prefix is unknown.

use super::Ledger;
use super::answer::Answer;
use super::index::Key;
use super::pending::Settings;
use crate::json::{Digest, Value};
use crate::model::{PartKind, Wire};
use crate::request::Parent;
use crate::request::context::Context;
use crate::request::held_response;
use crate::request::prefix::{PrefixChain, since_restart};
use crate::request::trace::{is_distinctive, text_digest};
use crate::request::walk::{Held, Position, Walk};
use crate::wires::description;

impl Answer {
    /// Returns the id under which a provider may hold the conversation up to it, if the id is unique.
    #[must_use]
    pub fn held_as(&self) -> Option<&str> {
        self.provenance.response.as_deref().filter(|id| description(&self.wire).behaviour.has_threads && is_distinctive(id))
    }

    /// Returns the identity of this answer for a request that continues it, equal to the result of [`Walk::pass`].
    fn as_parent(&self) -> Parent {
        let thoughts = || self.parts.iter().filter(|part| part.thinking.is_some());
        let id = self.parts.iter().flat_map(|part| part.trace.ids()).find(|id| is_distinctive(id)).map(str::to_owned);
        let handle = thoughts().find_map(|part| part.trace.handle);
        if handle.is_some() {
            return Parent { handle, id, ..Parent::default() };
        }
        let text = thoughts().filter(|part| part.kind == PartKind::Thought).find_map(|part| part.trace.text);
        Parent { handle, id, spoken: self.spoken.or(self.context), input: self.input, thought: text.or(self.parent.thought) }
    }

    /// Returns the handle of the last thought up to it.
    fn handle_after(&self) -> Option<Digest> {
        let is_block = |nth: usize| self.blocks.iter().any(|block| block.place == [self.entries, nth]);
        let mut own = self.parts.iter().enumerate().rev().filter(|(nth, _)| !is_block(*nth));
        own.find_map(|(_, part)| part.trace.handle).or(self.after)
    }
}

impl Ledger {
    /// Returns a walk to the first message of a request. Settings that the provider holds come from the answer that the request continues.
    #[must_use]
    pub fn walk_into<'w>(&self, wire: &'w Wire, request: Value<'_>, account: Option<&str>, settings: &mut Settings) -> Walk<'w> {
        if !description(wire).behaviour.has_threads {
            return Walk::new(wire);
        }
        let Some(response) = held_response(request) else { return Walk::new(wire) };
        match self.held(&response, wire, account, settings.caller()) {
            Some((nth, answer)) => {
                settings.inherit(&answer);
                walk_after(wire, response, nth, &answer)
            }
            None => {
                let context = Context::after(text_digest(response.as_bytes()));
                let held = Some(Held { response, answer: None, is_whole: false, blocks: 0 });
                Walk::from(wire, Position { context, held, ..Position::default() }, Vec::new(), Vec::new())
            }
        }
    }

    /// Returns the only answer that a provider holds under an id, given to this caller.
    pub(super) fn held(&self, response: &str, wire: &Wire, account: Option<&str>, caller: Option<Digest>) -> Option<(usize, Answer)> {
        let found = self.find(Key::Response(response));
        let is_other = |answer: &Answer| {
            let accounts = answer.provenance.account.as_deref().zip(account);
            accounts.is_some_and(|(then, now)| then != now) || answer.caller.zip(caller).is_some_and(|(then, now)| then != now)
        };
        let is_it = |answer: &Answer| answer.wire == *wire && answer.held_as() == Some(response) && !is_other(answer);
        let answers = found.few().into_iter().filter_map(|nth| Some((nth, self.answer(nth)?)));
        let mut answers: Vec<(usize, Answer)> = answers.filter(|(_, answer)| is_it(answer)).collect();
        // An answer that was recorded before its parent may have been recorded again later.
        if answers.iter().any(|(_, answer)| answer.thread.is_none()) {
            answers.retain(|(_, answer)| answer.thread.is_none());
        }
        if answers.len() > 1 { None } else { answers.pop() }
    }
}

/// Returns a walk that starts after a recorded answer.
fn walk_after<'w>(wire: &'w Wire, response: String, nth: usize, answer: &Answer) -> Walk<'w> {
    let (prompt, own) = (answer.prompt(), answer.own_blocks().cloned().collect::<Vec<_>>());
    let chain = own.iter().fold(prompt, PrefixChain::after);
    let (listed, prompts) = since_restart(&own).map_or((own.clone(), vec![prompt]), |since| (since.to_vec(), Vec::new()));
    let blocks = chain.depth - listed.len();
    let held = Held { response, answer: Some(nth), is_whole: answer.thread.is_none(), blocks };
    let at = Position {
        entries: answer.entries + 1,
        context: answer.spoken.or(answer.context).map(Context::after).unwrap_or_default(),
        chain,
        handle: answer.handle_after(),
        parent: answer.as_parent(),
        instructions: None,
        asked: None,
        summaries: 0,
        held: Some(held),
        answering: true,
        thought: answer.parts.iter().any(|part| part.kind == PartKind::Thought),
    };
    Walk::from(wire, at, listed, prompts)
}
