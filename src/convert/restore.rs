//! The way back: what a conversion left out or changed is restored byte for byte when the conversation returns to its vendor.
//!
//! With a ledger, a conversion keeps every run of entries unchanged, under the hash of what the target says up to its end ([`super::spoken`]). A later conversion
//! whose source says the same up to there finds the entries and writes them unchanged, with thoughts, ids and order of keys. Entries of a third wire are kept
//! too, so a conversation may visit several vendors before it returns.

use std::borrow::Cow;

use super::names::{Renamed, own_names};
use super::plan::first_sent;
use super::policy::{Mode, Policy};
use super::spoken::{SpokenRun, spoken, unhashed};
use super::wires::read;
use crate::conversation::plan::Plan;
use crate::conversation::wire::NameRule;
use crate::error::Error;
use crate::json::{Changes, Digest, Document, Edit, Span, scan};
use crate::ledger::{FoundOrigin, Ledger, Origin, Spoken};
use crate::model::{Content, ContentKind, Conversation, Original, PartKind, Provenance, Target, Wire};
use crate::request::handle;
use crate::wires::{Call, Codec, codec, description, replay};

/// Entries that a conversion has seen, to be kept in the ledger.
#[derive(Clone, Debug)]
pub struct SeenEntries {
    /// The wire that they are of.
    pub wire: Wire,
    /// Whose they are.
    pub issuer: Provenance,
    /// The entries, and by what they are found.
    pub origin: Origin,
    /// The handle of the last thought up to them.
    pub last: Option<Digest>,
}

/// The original entries of a source, looked up in a ledger.
pub(super) struct Originals<'l> {
    pub(super) ledger: &'l Ledger,
    pub(super) head: Spoken,
    pub(super) runs: Vec<SourceRun>,
    /// The original members with instructions and tools.
    members: Option<Vec<u8>>,
}

/// A run of the source.
pub(super) struct SourceRun {
    pub(super) spoken: SpokenRun,
    /// The byte at which its first entry begins.
    pub(super) start: usize,
    /// The handle of the last thought up to its end.
    pub(super) last: Option<Digest>,
    /// The original entries, in the format of the target.
    original: Option<Vec<u8>>,
    /// The number of runs it covers. A conversion may have put something between entries that were one run.
    pub(super) count: usize,
}

impl<'l> Originals<'l> {
    /// Looks up every run of a conversation that is converted for a target.
    pub(super) fn of(conversation: &Conversation<'_>, ledger: &'l Ledger, from: &Target, to: &Target) -> Self {
        let issuer = Provenance::of(to);
        let find = |key: &Spoken| match ledger.find_origin(key, &to.wire, &issuer) {
            FoundOrigin::One(origin) => Some(origin),
            // Two conversations with equal texts may be those of two people.
            FoundOrigin::None | FoundOrigin::Several => None,
        };
        let (head, spoken) = match ledger.has_lines() {
            true => spoken(conversation, from, &|said| ledger.known_digits(said)),
            false => unhashed(conversation),
        };
        let mut last = None;
        let mut runs: Vec<SourceRun> = Vec::with_capacity(spoken.len());
        for mut run in spoken {
            let contents =
                || conversation.messages.get(run.messages.clone()).unwrap_or_default().iter().flat_map(|message| &message.contents);
            let sealed =
                contents().filter_map(|content| handle(content.value, &content.thinking.as_ref()?.handles, &from.wire)).next_back();
            last = sealed.or(last);
            let mut start = contents().map(|content| content.entry.span().start).min().unwrap_or_default();
            let (mut original, mut count) = (find(&run.key), 1);
            while original.as_ref().is_some_and(|original| original.runs > count)
                && let Some(before) = runs.pop()
            {
                (start, run.messages.start) = (before.start, before.spoken.messages.start);
                count += before.count;
            }
            // An origin of only a part of a run is of another conversation.
            original.take_if(|original| original.runs != count);
            runs.push(SourceRun { spoken: run, start, last, original: original.map(|original| original.entries), count });
        }
        Self { ledger, head, runs, members: find(&head).map(|members| members.entries) }
    }

    /// Gives up the original entries with thoughts that the policy does not send. Returns the first bytes of their runs.
    pub(super) fn withhold(&mut self, conversation: &Conversation<'_>, policy: &Policy, to: &Target) -> Vec<usize> {
        let first = first_sent(conversation, policy);
        let is_sent = |run: &SourceRun| policy.mode == Mode::Encrypted && run.spoken.messages.end > first;
        let mut withheld = Vec::new();
        for run in self.runs.iter_mut().filter(|run| !is_sent(run)) {
            if run.original.take_if(|original| holds_thoughts(original, to)).is_some() {
                withheld.push(run.start);
            }
        }
        withheld
    }

    /// Returns the end of the run that begins with that message, and its original entries.
    pub(super) fn run_at(&self, message: usize) -> Option<(usize, &[u8])> {
        let nth = self.runs.binary_search_by_key(&message, |run| run.spoken.messages.start).ok()?;
        let run = self.runs.get(nth)?;
        Some((run.spoken.messages.end, run.original.as_deref()?))
    }

    /// The bytes of the run that a byte of the source lies in.
    pub(super) fn stretch(&self, at: usize) -> Span {
        let next = self.runs.partition_point(|run| run.start <= at);
        let start = |nth: usize| self.runs.get(nth).map(|run| run.start);
        Span { start: next.checked_sub(1).and_then(start).unwrap_or_default(), end: start(next).unwrap_or(usize::MAX) }
    }

    /// Replaces runs by their original entries, and gives results the ids that their calls have there.
    pub(super) fn restore<'d>(&self, conversation: &mut Conversation<'d>, plan: &mut Plan, to: &Target) {
        let Some(codec) = codec(&to.wire) else { return };
        let mut ids = Vec::new();
        for run in self.runs.iter().rev() {
            let Some(original) = &run.original else { continue };
            let contents: Vec<Content<'d>> = conversation
                .messages
                .get_mut(run.spoken.messages.clone())
                .into_iter()
                .flatten()
                .flat_map(|message| std::mem::take(&mut message.contents))
                .collect();
            contents.iter().for_each(|content| plan.replace_by_original(content.span));
            pair_ids(&contents, original, codec, &mut ids);
            if let Some(first) = conversation.messages.get_mut(run.spoken.messages.start) {
                first.contents = contents;
                first.original = Some(Original { at: run.start, entries: Cow::Owned(inner(original).to_vec()) });
            }
        }
        let own = |nth: &usize| ids.get(*nth).map(|(own, _)| own.as_slice());
        let mut order: Vec<usize> = (0..ids.len()).collect();
        order.sort_by_key(own);
        let made = conversation.messages.iter_mut().filter(|message| message.original.is_none()).flat_map(|message| &mut message.contents);
        for content in made {
            let ContentKind::Result(result) = &mut content.kind else { continue };
            let first = order.partition_point(|nth| own(nth) < result.id.as_deref());
            let same = order.get(first).filter(|nth| own(nth) == result.id.as_deref());
            if let Some((_, original)) = same.and_then(|nth| ids.get(*nth)) {
                result.id = Some(Cow::Owned(original.clone()));
            }
        }
    }

    /// Lists the original names of tools, for those that the source does not accept.
    pub(super) fn names(&self, source: NameRule, to: &Target) -> Vec<Renamed> {
        let document = self.members.as_deref().and_then(|members| scan(members).ok());
        let tools = document.as_ref().and_then(|document| read(document, to).ok());
        tools.map(|original| own_names(&original, source)).unwrap_or_default()
    }

    /// Lists the edits that restore instructions and tools.
    pub(super) fn head_edits(&self, target: &Document<'_>) -> Result<Vec<Edit>, Error> {
        let Some(members) = &self.members else { return Ok(Vec::new()) };
        let members = scan(members)?;
        let mut changes = Changes::new(target);
        for (name, value) in members.root().members() {
            changes.set(target.root(), &name.lossy(), value.raw())?;
        }
        changes.edits()
    }
}

/// Returns `true` if entries have a thought or a handle in them.
fn holds_thoughts(entries: &[u8], wire: &Target) -> bool {
    let body = [b"{\"", description(&wire.wire).list.as_bytes(), b"\":", entries, b"}"].concat();
    let (Some(codec), Ok(document)) = (codec(&wire.wire), scan(&body)) else { return false };
    codec.request(document.root()).parts.iter().any(|part| part.thinking.is_some())
}

/// Pairs the ids of calls with their original ids.
fn pair_ids(contents: &[Content<'_>], original: &[u8], codec: &dyn Codec, ids: &mut Vec<(Vec<u8>, Vec<u8>)>) {
    let body = [b"{\"", codec.description().list.as_bytes(), b"\":", original, b"}"].concat();
    let Ok(document) = scan(&body) else { return };
    let history = codec.request(document.root());
    let there = history.parts.iter().filter(|part| part.kind == PartKind::Call).map(|part| Call::read(part.value));
    // A piece of a call has no name.
    let there = there.filter(|call| call.name.is_some()).map(|call| call.id);
    let here =
        contents.iter().filter_map(|content| if let ContentKind::Call(call) = &content.kind { Some(call.id.as_ref()) } else { None });
    for (here, there) in here.zip(there) {
        if let (Some(here), Some(there)) = (here, there) {
            ids.push((here.to_vec(), crate::conversation::reader::inside(there.as_bytes())));
        }
    }
}

/// The text of a list without its brackets.
pub(super) fn inner(list: &[u8]) -> &[u8] {
    list.strip_prefix(b"[").and_then(|list| list.strip_suffix(b"]")).unwrap_or_default()
}

/// The entries of a response, under what a client of another wire will say of it: the request that it sent, and the reply that it got. The next request of
/// the client finds them, so the provider gets its own answer back unchanged.
#[must_use]
pub fn seen_reply(request: &[u8], reply: &[u8], client: &Target, response: &[u8], from: &Target, ledger: &Ledger) -> Option<SeenEntries> {
    let next = replay(request, reply, client).ok()?;
    let next = scan(&next.request).ok()?;
    let Spoken { key, digits, .. } = spoken(&read(&next, client).ok()?, client, &|said| ledger.known_digits(said)).1.last()?.key;
    let list = description(&from.wire).list;
    let empty = ["{\"", list, "\":[]}"].concat();
    let alone = replay(empty.as_bytes(), response, from).ok()?;
    let alone = scan(&alone.request).ok()?;
    let entries = alone.root().get(list)?.raw().to_vec();
    Some(SeenEntries {
        wire: from.wire.clone(),
        issuer: Provenance::of(from),
        origin: Origin { key, digits, entries, runs: 1 },
        last: None,
    })
}
