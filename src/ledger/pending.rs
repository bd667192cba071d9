//! A request that waits for its answer: the data that recording the exchange needs, as a separate text.
//!
//! The sender of the request holds this and returns it with the answer. Requests in flight therefore need no order, no second copy and no place in the ledger.
//! A lost instance loses none of them.

use super::answer::{Answer, Hop, thinking};
use super::index::Key;
use super::scope::Scope;
use super::{Ledger, line};
use crate::error::{Code, Error};
use crate::json::{Digest, Value, digest, scan};
use crate::model::{Provenance, Target};
use crate::request::Parent;
use crate::request::context::NO_CONTEXT;
use crate::request::prefix::{PrefixChain, system, tools};
use crate::request::trace;
use crate::request::walk::Walk;
use crate::request::walk::chained;
use crate::wires::{NO_CODEC, codec};

/// A request that waits for its answer.
#[derive(Clone, Debug)]
pub struct PendingRequest(pub(super) Answer);

/// The settings of a request, apart from its messages, that a ledger needs. They are mostly the same from request to request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    store: Option<bool>,
    thinking: [String; 3],
    system: Option<Digest>,
    tools: Option<Digest>,
    caller: Option<Digest>,
    /// The digest of everything that names the sender or the messages that the provider holds.
    about: Option<Digest>,
    model: Option<String>,
    scope: Scope,
    /// The digest of the token that requests the next hop of an answer.
    token: Option<Digest>,
}

impl Settings {
    /// Reads the settings of a request.
    #[must_use]
    pub fn of(request: Value<'_>, target: &Target) -> Self {
        let in_body = || request.get("model").and_then(Value::text).map(|text| text.lossy().into_owned());
        Self {
            about: about(request),
            scope: Scope::of(target),
            store: request.get("store").and_then(Value::boolean),
            thinking: thinking(request),
            system: system(request),
            tools: tools(request),
            caller: caller(request),
            model: target.model.clone().or_else(in_body),
            token: TOKENS.iter().find_map(|name| request.get(name)).and_then(trace::token_digest),
        }
    }

    /// Returns the same settings in the scope of a target. The same bytes may come from somebody else.
    #[must_use]
    pub(crate) fn sent_to(self, target: &Target) -> Self {
        Self { scope: Scope::of(target), ..self }
    }

    /// Inherits the settings that a request leaves out, because the provider holds them with the answer that it continues.
    pub(super) fn inherit(&mut self, answer: &Answer) {
        self.system = self.system.or(answer.system);
        self.tools = self.tools.or(answer.tools);
        self.caller = self.caller.or(answer.caller);
    }

    /// Returns the digest of the instructions.
    #[must_use]
    pub fn system(&self) -> Option<Digest> {
        self.system
    }

    /// Returns the digest of the tools.
    #[must_use]
    pub fn tools(&self) -> Option<Digest> {
        self.tools
    }

    /// Returns the digest of the members that name the caller.
    #[must_use]
    pub fn caller(&self) -> Option<Digest> {
        self.caller
    }

    /// Returns the account, the key and the conversation of the request.
    #[must_use]
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Returns the digest of the complete input: these settings, and the messages up to a place.
    #[must_use]
    pub fn input(&self, messages: Digest) -> Digest {
        let model = self.model.as_deref().map(|model| trace::text_digest(model.as_bytes()));
        chained([Some(messages), self.system, self.tools, self.caller, self.about, model])
    }
}

/// Returns the digest of the members that name the sender or the content that the provider holds, if there are any.
fn about(request: Value<'_>) -> Option<Digest> {
    let members = ABOUT.iter().map(|name| request.get(name).filter(|value| !value.is_null()).map(digest));
    let members: Vec<Option<Digest>> = members.collect();
    members.iter().any(Option::is_some).then(|| members.into_iter().fold(NO_CONTEXT, |all, member| chained([Some(all), member])))
}

/// The members whose whole value distinguishes two senders, or two threads at the provider.
const ABOUT: [&str; 7] =
    ["metadata", "labels", "requestMetadata", "conversation", "previous_response_id", "previous_interaction_id", "cachedContent"];

/// Returns the digest of the members that name the caller, if there are any.
fn caller(request: Value<'_>) -> Option<Digest> {
    let names: Vec<Value<'_>> = CALLERS.iter().filter_map(|path| request.path(path)).filter(|name| name.text().is_some()).collect();
    trace::of_texts(&names)
}

/// The members that name the person or the session of a request.
const CALLERS: [&str; 6] = ["metadata.user_id", "user", "safety_identifier", "prompt_cache_key", "session_id", "user_id"];

/// The members with the token of the previous hop.
const TOKENS: [&str; 2] = ["continuationToken", "continuation_token"];

impl PendingRequest {
    /// Reads the data of a request that a ledger needs.
    ///
    /// # Errors
    /// A wire that has no codec.
    pub(super) fn new(target: &Target, request: Value<'_>, ledger: &Ledger) -> Result<Self, Error> {
        let codec = codec(&target.wire).ok_or_else(|| Error::new(Code::Input, NO_CODEC))?;
        let history = codec.request(request);
        let mut settings = Settings::of(request, target);
        let mut walk = ledger.walk_into(&target.wire, request, target.account.as_deref(), &mut settings);
        history.entries().iter().for_each(|entry| walk.pass(entry));
        Ok(Self::after(target, &walk, &settings, ledger))
    }

    /// Does the same for a request that was already walked through.
    pub(super) fn after(target: &Target, walk: &Walk<'_>, settings: &Settings, ledger: &Ledger) -> Self {
        // Blocks that the ledger already has are not written again.
        let is_known = |chain: &&PrefixChain| chain.hash.is_some_and(|hash| !ledger.find(Key::Prompt(&hash)).lines.is_empty());
        let (held, unlisted) = (walk.at.held.as_ref(), walk.at.unlisted());
        // The chain before them identifies the blocks that the walk does not list.
        let base = walk.prompts.iter().rev().find(is_known).or_else(|| walk.prompts.first().filter(|_| unlisted > 0));
        let base = base.copied().unwrap_or_default();
        let Settings { store, thinking, system, tools, caller, model, token, scope, .. } = settings.clone();
        let mut context = walk.at.context.clone();
        context.close();
        Self(Answer {
            provenance: Provenance { model, ..Provenance::of(target) },
            hops: token.map(|token| Hop { token, parts: 0, said: None }).into_iter().collect(),
            store,
            thinking,
            system,
            tools,
            caller,
            credential: scope.credential,
            conversation: scope.conversation,
            input: Some(settings.input(walk.at.messages())),
            context: context.hash(),
            parent: parent_of(walk, settings),
            after: walk.at.handle,
            base,
            blocks: walk.blocks.get(base.depth.saturating_sub(unlisted)..).unwrap_or_default().to_vec(),
            thread: held.filter(|held| !held.is_whole).map(|held| held.response.clone()),
            entries: walk.at.entries,
            ..Answer::empty(target.wire.clone())
        })
    }

    /// Returns the request as a text, to be passed back with the answer.
    #[must_use]
    pub fn text(&self) -> Vec<u8> {
        line::write(&self.0)
    }

    /// Reads that text.
    ///
    /// # Errors
    /// A text that is not a pending request.
    pub fn read(text: &[u8]) -> Result<Self, Error> {
        line::read(scan(text)?.root()).map(Self)
    }
}

/// Returns the identity of the last answer of a request. Its input counts only if it has no handle.
fn parent_of(walk: &Walk<'_>, settings: &Settings) -> Parent {
    let mut parent = walk.at.parent.clone();
    parent.input = walk.at.asked.map(|asked| settings.input(asked)).or(parent.input).filter(|_| parent.spoken.is_some());
    parent
}
