//! A walk through the messages of a request. At every step the previous messages are known.
//!
//! Recording and auditing walk the same way, and both can continue from the position of an earlier walk.

use sha2::{Digest as _, Sha256};

use super::context::{Context, Side};
use super::parent::Parent;
use super::prefix::{PrefixBlock, PrefixChain, block, effort_block};
use super::trace::{Trace, handle, is_distinctive, spoken_texts};
use crate::json::{Digest, Value};
use crate::model::{Entry, Part, PartKind, Wire};

/// The position of a walk: between two messages, or between two parts of one.
#[derive(Clone, Debug, Default)]
pub struct Position {
    /// The number of messages or items before it.
    pub entries: usize,
    /// The context before it.
    pub context: Context,
    /// The blocks before it, on the wires that bind thoughts to them.
    pub chain: PrefixChain,
    /// The handle of the last thought.
    pub handle: Option<Digest>,
    /// The identity of the last answer.
    pub parent: Parent,
    /// The digest of the instructions among the messages, each with its place.
    pub(crate) instructions: Option<Digest>,
    /// The digest of all messages before the last answer, including instructions.
    pub(crate) asked: Option<Digest>,
    /// The number of summaries before it. Each replaces everything before it.
    pub summaries: usize,
    /// The answer that the request continues, if the provider holds the messages before it.
    pub held: Option<Held>,
    /// True if the last message is from the model.
    pub(crate) answering: bool,
    /// True if the model's last message has a thought.
    pub(crate) thought: bool,
}

/// The response that a request continues.
#[derive(Clone, Debug)]
pub struct Held {
    /// Its id.
    pub response: String,
    /// The recorded answer, by its number.
    pub answer: Option<usize>,
    /// True if everything before the request is on record.
    pub is_whole: bool,
    /// The number of blocks before those that a walk lists.
    pub(crate) blocks: usize,
}

impl Position {
    /// Returns the digest of all messages up to here, including instructions.
    #[must_use]
    pub fn messages(&self) -> Digest {
        chained([self.context.hash(), self.instructions])
    }

    /// Adds a part of an instruction. Its place counts.
    fn instruct(&mut self, part: &Part<'_>) {
        let said = spoken_texts(part.value).into_iter().filter_map(Value::text);
        let mut hash = Sha256::new();
        said.for_each(|text| hash.update(text.wtf8()));
        self.instructions = Some(chained([self.instructions, self.context.hash(), Some(Digest(hash.finalize().into()))]));
    }

    /// Returns the number of blocks before it that a walk does not list.
    #[must_use]
    pub fn unlisted(&self) -> usize {
        self.held.as_ref().map_or(0, |held| held.blocks)
    }
}

/// A walk, and the content that it has passed.
#[derive(Clone, Debug)]
pub struct Walk<'w> {
    wire: &'w Wire,
    /// Its position.
    pub at: Position,
    /// The blocks since the latest summary, and those of the answer that it began after.
    pub blocks: Vec<PrefixBlock>,
    /// The chains that were answered since then: those before each answer.
    pub prompts: Vec<PrefixChain>,
}

impl<'w> Walk<'w> {
    /// Returns a walk at the beginning of a request.
    #[must_use]
    pub fn new(wire: &'w Wire) -> Self {
        Self { wire, at: Position::default(), blocks: Vec::new(), prompts: Vec::new() }
    }

    /// Returns a walk from the position of another, with the content that the other has passed.
    #[must_use]
    pub fn from(wire: &'w Wire, at: Position, blocks: Vec<PrefixBlock>, prompts: Vec<PrefixChain>) -> Self {
        Self { wire, at, blocks, prompts }
    }

    /// Passes a message or an item.
    pub fn pass(&mut self, entry: &Entry<'_>) {
        self.enter(entry);
        for (nth, part) in entry.parts.iter().enumerate() {
            self.step(entry, nth, part, None);
        }
        self.leave(entry);
    }

    /// Returns `true` if the side changes with a message.
    #[must_use]
    pub fn turns(&self, entry: &Entry<'_>) -> bool {
        Side::of(entry.role).is_some_and(|side| (side == Side::Answer) != self.at.answering)
    }

    /// Moves to the first part of a message.
    pub fn enter(&mut self, entry: &Entry<'_>) {
        let Some(side) = Side::of(entry.role) else { return };
        if side == Side::Answer && !self.at.answering {
            self.prompts.push(self.at.chain);
            self.at.asked = Some(self.at.messages());
            // The previous thought distinguishes an answer without a thought from another with the same words.
            self.at.parent = Parent { thought: self.at.parent.thought, ..Parent::default() };
            self.at.thought = false;
        }
        self.at.answering = side == Side::Answer;
    }

    /// Passes a part of the message. A caller that has read its trace passes it in, so that it is not read again.
    pub fn step(&mut self, entry: &Entry<'_>, nth: usize, part: &Part<'_>, trace: Option<&Trace>) {
        let thinking = part.thinking.as_ref();
        let found =
            thinking.and_then(|thinking| trace.map_or_else(|| handle(part.value, &thinking.handles, self.wire), |trace| trace.handle));
        match block(part, entry.role, self.wire, [self.at.entries, nth]) {
            Some(block) => self.add(block),
            None => self.at.handle = found.or(self.at.handle),
        }
        let Some(side) = Side::of(entry.role) else { return self.at.instruct(part) };
        self.at.context.say(side, part);
        if side == Side::Answer {
            self.meet(part, found, trace);
        }
    }

    /// Adds a block. Blocks before a summary no longer count.
    fn add(&mut self, block: PrefixBlock) {
        self.at.chain = self.at.chain.after(&block);
        if block.restarts {
            self.at.summaries += 1;
            self.at.held.iter_mut().for_each(|held| held.blocks = 0);
            self.blocks.clear();
            self.prompts.clear();
        }
        self.blocks.push(block);
    }

    /// Records the identity of the last answer.
    fn meet(&mut self, part: &Part<'_>, handle: Option<Digest>, trace: Option<&Trace>) {
        let parent = &mut self.at.parent;
        parent.handle = parent.handle.or(handle);
        if parent.id.is_none() {
            parent.id = Trace::ids_of(part).into_iter().find(|id| is_distinctive(id));
        }
        if parent.handle.is_some() {
            // With a handle, no words are needed.
            (parent.spoken, parent.thought) = (None, None);
            return;
        }
        parent.spoken = self.at.context.hash();
        if part.kind == PartKind::Thought
            && !self.at.thought
            && let Some(text) = trace.map_or_else(|| Trace::of(part, self.wire).text, |trace| trace.text)
        {
            (parent.thought, self.at.thought) = (Some(text), true);
        }
    }

    /// Leaves the message.
    pub fn leave(&mut self, entry: &Entry<'_>) {
        if let Some(block) = effort_block(entry, self.wire, self.at.entries) {
            self.add(block);
        }
        self.at.entries += 1;
    }
}

/// Returns one digest of several, in order.
pub(crate) fn chained<const N: usize>(digests: [Option<Digest>; N]) -> Digest {
    let mut hash = Sha256::new();
    digests.iter().for_each(|digest| hash.update(digest.map_or([0; 32], |digest| digest.0)));
    Digest(hash.finalize().into())
}
