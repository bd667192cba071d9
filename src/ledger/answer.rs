//! One recorded answer: its content, its context, and the keys that find it.

use super::emitted::EmittedPart;
use super::form::Form;
use super::index::Key;
use super::scope::Scope;
use crate::json::{Digest, Value, lossy, scan};
use crate::model::{Provenance, Role, Wire};
use crate::request::Parent;
use crate::request::context::NO_CONTEXT;
use crate::request::prefix::{PrefixBlock, PrefixChain, digest_of_block};
use crate::request::sketch::sketch;
use crate::request::trace::{Trace, is_distinctive};
use crate::wires::{EntryShape, SealedItem, codec, description};

/// A recorded response, with the request that it answered.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The wire of the response.
    pub wire: Wire,
    /// Who issued it.
    pub provenance: Provenance,
    /// True if it is finished: its stream said so, and no hop follows.
    pub complete: bool,
    /// The digest of the token that requests its next hop, if any.
    pub continues: Option<Digest>,
    /// Its hops after the first.
    pub hops: Vec<Hop>,
    /// Its parts, in order.
    pub parts: Vec<EmittedPart>,
    /// The digest of all its visible text.
    pub said: Option<Digest>,
    /// True if the provider has kept its items. `None` if the request did not say.
    pub store: Option<bool>,
    /// The thinking options of the request: the type, the budget, the effort, as written.
    pub thinking: [String; 3],
    /// The digest of the instructions.
    pub system: Option<Digest>,
    /// The digest of the tools.
    pub tools: Option<Digest>,
    /// The digest of the members that name the caller.
    pub caller: Option<Digest>,
    /// The digest of the API key of the call.
    pub credential: Option<String>,
    /// The digest of the name of the conversation.
    pub conversation: Option<Digest>,
    /// The digest of the complete input: instructions, tools, caller, model and messages, without thoughts. Lines of an earlier version lack it.
    pub input: Option<Digest>,
    /// The hash of the context that it answered. `None` if that is empty, or if an earlier version recorded it.
    pub context: Option<Digest>,
    /// The hash of that context with the answer at its end. `None` if the answer has no visible content.
    pub spoken: Option<Digest>,
    /// The digests and ids that identify the answer before it.
    pub parent: Parent,
    /// The id of the response whose thread the request continues, if its beginning is not on record. The prefix is then unknown.
    pub thread: Option<String>,
    /// The handle of the last thought in the request.
    pub after: Option<Digest>,
    /// The chain that the blocks continue.
    pub base: PrefixChain,
    /// The blocks of the request after that, and then those of the answer itself.
    pub blocks: Vec<PrefixBlock>,
    /// The digest of its body, with each long text replaced by its digest.
    pub body: Digest,
    /// The number of messages or items in the request.
    pub entries: usize,
    /// The entries that a conversion has seen. If set, this is not an answer.
    pub origin: Option<Origin>,
}

/// The original entries of a conversation, and the hash that finds them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The hash of all that was said up to their end, in the format of the wire that they were converted to.
    pub key: Digest,
    /// The hash of the digits of numbers that a double cannot represent, if there are any.
    pub digits: Option<Digest>,
    /// The entries: a JSON array of them, or an object of the members beside them.
    pub entries: Vec<u8>,
    /// The number of runs of that wire that they replace. The last one ends with the hash.
    pub runs: usize,
}

/// A hop of an answer after the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The digest of the token that brought it.
    pub token: Digest,
    /// The number of parts of the answer before it. Zero, if those are not on record.
    pub parts: usize,
    /// The digest of all visible text of the answer before it.
    pub said: Option<Digest>,
}

impl Answer {
    /// Returns an empty answer on a wire.
    pub(super) fn empty(wire: Wire) -> Self {
        Self {
            wire,
            provenance: Provenance::default(),
            complete: true,
            continues: None,
            hops: Vec::new(),
            parts: Vec::new(),
            said: None,
            store: None,
            thinking: Default::default(),
            system: None,
            tools: None,
            caller: None,
            credential: None,
            conversation: None,
            input: None,
            context: None,
            spoken: None,
            parent: Parent::default(),
            thread: None,
            after: None,
            base: PrefixChain::default(),
            blocks: Vec::new(),
            body: NO_CONTEXT,
            entries: 0,
            origin: None,
        }
    }

    /// Drops what a form does not keep of its parts.
    pub(super) fn reduce(&mut self, form: Form) {
        for part in &mut self.parts {
            match form {
                Form::Full => {}
                Form::Handles => part.keep_handles(),
                Form::Digests => drop(part.forget_text()),
            }
        }
    }

    /// Passes every key of the answer, and its name, to `take`.
    pub(super) fn keys(&self, name: &Digest, take: &mut dyn FnMut(Key<'_>)) {
        let context = self.context.as_ref().unwrap_or(&NO_CONTEXT);
        take(Key::Name(name));
        if self.context.is_none() {
            take(Key::Name(&self.body));
        }
        self.origin.iter().for_each(|origin| take(Key::Origin(&origin.key)));
        take(Key::Context(context));
        self.spoken.iter().for_each(|spoken| take(Key::Spoken(spoken)));
        self.fingerprint().iter().for_each(|fingerprint| take(Key::Fingerprint(fingerprint)));
        self.prompt().hash.iter().for_each(|chain| take(Key::Prompt(chain)));
        self.held_as().into_iter().for_each(|response| take(Key::Response(response)));
        let hops = self.hops.iter().map(|hop| &hop.token);
        self.continues.iter().chain(hops).for_each(|token| take(Key::Handle(token)));
        for part in &self.parts {
            part.handles().for_each(|handle| take(Key::Handle(handle)));
            part.trace.ids().filter(|id| is_distinctive(id)).for_each(|id| take(Key::Id(id)));
        }
    }

    /// Returns the account, the key and the conversation of the answer.
    #[must_use]
    pub fn scope(&self) -> Scope {
        let (account, credential) = (self.provenance.account.clone(), self.credential.clone());
        Scope { account, credential, conversation: self.conversation }
    }

    /// Returns the fingerprint of its scope, its input and its visible text, if known.
    #[must_use]
    pub fn fingerprint(&self) -> Option<Digest> {
        self.scope().fingerprint(self.input, self.spoken?)
    }

    /// Returns the fingerprint of the answer before it.
    pub(super) fn parent_fingerprint(&self) -> Option<Digest> {
        self.scope().fingerprint(self.parent.input, self.parent.spoken?)
    }

    /// Returns the chain of blocks that it answered.
    #[must_use]
    pub fn prompt(&self) -> PrefixChain {
        self.chain_before(0)
    }

    /// Returns the chain of blocks before one of its parts.
    #[must_use]
    pub fn chain_before(&self, part: usize) -> PrefixChain {
        let before = self.blocks.iter().take_while(|block| block.place < [self.entries, part]);
        before.fold(self.base, PrefixChain::after)
    }

    /// Returns the blocks of the answer itself.
    pub(super) fn own_blocks(&self) -> impl Iterator<Item = &PrefixBlock> {
        self.blocks.iter().filter(|block| block.place >= [self.entries, 0])
    }

    /// Returns the digest of the summary in it, which replaces all blocks before it.
    #[must_use]
    pub fn summary(&self) -> Option<Digest> {
        self.own_blocks().filter(|block| block.restarts).last().map(|block| block.digest)
    }

    /// Returns `true` if a value is the same block as a part, or if that is unknown. Key order, spacing and `cache_control` do not count.
    #[must_use]
    pub fn has_block(&self, part: usize, value: Value<'_>) -> bool {
        let is_part = |block: &&PrefixBlock| block.place == [self.entries, part] && description(&self.wire).entries == EntryShape::Blocks;
        self.blocks.iter().find(is_part).is_none_or(|block| block.digest == digest_of_block(value, Some(Role::Assistant)))
    }

    /// Sets the previous thought of each thought.
    pub(super) fn link(&mut self) {
        let mut last = self.after;
        for (nth, part) in self.parts.iter_mut().enumerate() {
            part.after = last.filter(|_| part.is_thought());
            // A thought that counts as a block elsewhere cannot be part of a gap.
            if !self.blocks.iter().any(|block| block.place == [self.entries, nth]) {
                last = part.trace.handle.or(last);
            }
        }
    }

    /// Adds the other ciphertexts of its items from the stream.
    pub(super) fn add_sealed(&mut self, items: &[SealedItem]) {
        let Some(codec) = codec(&self.wire) else { return };
        for SealedItem { is_stub, item } in items {
            let letters = scan(item).ok().and_then(|item| Some(item.root().get("encrypted_content")?.text()?.wtf8().into_owned()));
            let Ok(body) = scan(&[b"{\"output\":[", item.as_slice(), b"]}"].concat())
                .map(|body| codec.response(body.root()).parts.first().map(|part| Trace::of(part, &self.wire)))
            else {
                continue;
            };
            let Some(Trace { item, handle: Some(handle), .. }) = body else { continue };
            let known = self.parts.iter_mut().find(|part| part.trace.item.is_some() && part.trace.item == item);
            if let Some(part) = known.filter(|part| part.trace.handle != Some(handle)) {
                if *is_stub {
                    part.stubs.push(handle)
                } else {
                    part.others.push(handle)
                }
                part.sketches.extend(letters.as_deref().map(sketch));
            }
        }
    }
}

/// Returns the thinking options of a request, as written.
#[must_use]
pub fn thinking(request: Value<'_>) -> [String; 3] {
    let fields = request.get("additionalModelRequestFields").unwrap_or(request);
    ["thinking.type", "thinking.budget_tokens", "output_config.effort"].map(|path| {
        fields.path(path).map(|value| value.text().map_or_else(|| lossy(value.raw()), |text| text.lossy().into_owned())).unwrap_or_default()
    })
}
