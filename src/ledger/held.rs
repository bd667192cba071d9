//! Requests that go on with what the provider holds: only what is new is in them.
//!
//! A thread of Anthropic's Messages is continued from a response, by its id (`thread`, beta `message-threads-2026-08-12`). The system prompt and the tools stay at the provider too. A walk through
//! such a request begins after the recorded answer of that id, so what is recorded of it is what a request with the whole history would give: the history that a
//! client sends later, when its thread is lost, is no other than the recorded one.
//!
//! An id leads to an answer under the same terms as that of a call: it was drawn, one answer alone has it, and nothing says that this was given to somebody else. Where it leads
//! to none, the context begins with the id itself, so that two threads that are not on record stay apart, and nothing is said of the prefix.

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
use crate::request::trace::{is_telling, text_digest};
use crate::request::walk::{Held, Position, Walk};
use crate::wires::description;

impl Answer {
    /// The id under which a provider may hold the conversation up to it, if that tells it from every other.
    #[must_use]
    pub fn held_as(&self) -> Option<&str> {
        self.provenance.response.as_deref().filter(|id| description(&self.wire).behaviour.has_threads && is_telling(id))
    }

    /// By what a request that goes on from it knows it, as [`Walk::pass`] would tell.
    fn as_parent(&self) -> Parent {
        let thoughts = || self.parts.iter().filter(|part| part.thinking.is_some());
        let id = self.parts.iter().flat_map(|part| part.trace.ids()).find(|id| is_telling(id)).map(str::to_owned);
        let handle = thoughts().find_map(|part| part.trace.handle);
        if handle.is_some() {
            return Parent { handle, id, ..Parent::default() };
        }
        let text = thoughts().filter(|part| part.kind == PartKind::Thought).find_map(|part| part.trace.text);
        Parent { handle, id, spoken: self.spoken.or(self.context), input: self.input, thought: text.or(self.parent.thought) }
    }

    /// The handle of the last thought up to it.
    fn handle_after(&self) -> Option<Digest> {
        let is_block = |nth: usize| self.blocks.iter().any(|block| block.place == [self.entries, nth]);
        let mut own = self.parts.iter().enumerate().rev().filter(|(nth, _)| !is_block(*nth));
        own.find_map(|(_, part)| part.trace.handle).or(self.after)
    }
}

impl Ledger {
    /// A walk to the first message of a request. Settings that the provider holds with the conversation are those of the answer that the request goes on from.
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
                let context = text_digest(response.as_bytes()).map(Context::after).unwrap_or_default();
                let held = Some(Held { response, answer: None, is_whole: false, blocks: 0 });
                Walk::from(wire, Position { context, held, ..Position::default() }, Vec::new(), Vec::new())
            }
        }
    }

    /// The only answer that a provider holds under an id, given to whom asks.
    pub(super) fn held(&self, response: &str, wire: &Wire, account: Option<&str>, caller: Option<Digest>) -> Option<(usize, Answer)> {
        let found = self.find(Key::Response(response));
        let is_other = |answer: &Answer| {
            let accounts = answer.provenance.account.as_deref().zip(account);
            accounts.is_some_and(|(then, now)| then != now) || answer.caller.zip(caller).is_some_and(|(then, now)| then != now)
        };
        let is_it = |answer: &Answer| answer.wire == *wire && answer.held_as() == Some(response) && !is_other(answer);
        let answers = found.lines.into_iter().filter(|_| !found.many).filter_map(|nth| Some((nth, self.answer(nth)?)));
        let mut answers: Vec<(usize, Answer)> = answers.filter(|(_, answer)| is_it(answer)).collect();
        // One that was recorded before what it goes on from may have been recorded again after that.
        if answers.iter().any(|(_, answer)| answer.thread.is_none()) {
            answers.retain(|(_, answer)| answer.thread.is_none());
        }
        if answers.len() > 1 { None } else { answers.pop() }
    }
}

/// A walk that stands after a recorded answer.
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
