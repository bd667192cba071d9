//! The way home: what a conversion left out or changed comes back byte for byte when the conversation returns.
//!
//! With a ledger, a conversion keeps every run of entries as it was, under the hash of what the target says up to its end ([`super::spoken`]). A later conversion
//! whose source says the same up to there finds the entries again and writes them as they were: thoughts, ids, marks and order of keys included. Entries of a third
//! wire are kept along, so a conversation may go over several vendors before it returns.

use std::borrow::Cow;

use super::names::{Renamed, own_names};
use super::spoken::{SpokenRun, spoken};
use super::wires::read;
use crate::conversation::plan::Plan;
use crate::conversation::wire::NameRule;
use crate::error::Error;
use crate::json::{Changes, Digest, Document, Edit, Span, scan};
use crate::ledger::{FoundOrigin, Ledger, Origin, Spoken};
use crate::model::{Content, ContentKind, Conversation, PartKind, Provenance, Target, Wire};
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

/// The runs of a source, looked up in a ledger.
pub(super) struct Homecoming<'l> {
    pub(super) ledger: &'l Ledger,
    pub(super) head: Spoken,
    pub(super) runs: Vec<SourceRun>,
    /// The members of the target that instructions and tools come home as.
    members: Option<Vec<u8>>,
}

/// A run of the source.
pub(super) struct SourceRun {
    pub(super) spoken: SpokenRun,
    /// The byte at which its first entry begins.
    pub(super) start: usize,
    /// The handle of the last thought up to its end.
    pub(super) last: Option<Digest>,
    /// The entries of the target that it comes home as.
    home: Option<Vec<u8>>,
    /// How many runs it is: a conversion may have put something between what comes home as one.
    pub(super) count: usize,
}

impl<'l> Homecoming<'l> {
    /// Looks up every run of a conversation that goes to a target.
    pub(super) fn of(conversation: &Conversation<'_>, ledger: &'l Ledger, from: &Target, to: &Target) -> Self {
        let issuer = Provenance::of(to);
        let find = |key: &Spoken| match ledger.find_origin(key, &to.wire, &issuer) {
            FoundOrigin::One(origin) => Some(origin),
            // Who says the same and was not the same is somebody else, or may be.
            FoundOrigin::None | FoundOrigin::Several => None,
        };
        let (head, spoken) = spoken(conversation, from, &|said| ledger.known_digits(said));
        let mut last = None;
        let mut runs: Vec<SourceRun> = Vec::with_capacity(spoken.len());
        for mut run in spoken {
            let contents =
                || conversation.messages.get(run.messages.clone()).unwrap_or_default().iter().flat_map(|message| &message.contents);
            let sealed =
                contents().filter_map(|content| handle(content.value, &content.thinking.as_ref()?.handles, &from.wire)).next_back();
            last = sealed.or(last);
            let mut start = contents().map(|content| content.entry.span().start).min().unwrap_or_default();
            let (mut home, mut count) = (find(&run.key), 1);
            while home.as_ref().is_some_and(|home| home.runs > count)
                && let Some(before) = runs.pop()
            {
                (start, run.messages.start) = (before.start, before.spoken.messages.start);
                count += before.count;
            }
            // One that stands for a part of a run only is of another conversation.
            home.take_if(|home| home.runs != count);
            runs.push(SourceRun { spoken: run, start, last, home: home.map(|home| home.entries), count });
        }
        Self { ledger, head, runs, members: find(&head).map(|members| members.entries) }
    }

    /// The end of the run that begins with that message, and the entries that it comes home as.
    pub(super) fn run_at(&self, message: usize) -> Option<(usize, &[u8])> {
        let nth = self.runs.binary_search_by_key(&message, |run| run.spoken.messages.start).ok()?;
        let run = self.runs.get(nth)?;
        Some((run.spoken.messages.end, run.home.as_deref()?))
    }

    /// The bytes of the run that a byte of the source lies in.
    pub(super) fn stretch(&self, at: usize) -> Span {
        let next = self.runs.partition_point(|run| run.start <= at);
        let start = |nth: usize| self.runs.get(nth).map(|run| run.start);
        Span { start: next.checked_sub(1).and_then(start).unwrap_or_default(), end: start(next).unwrap_or(usize::MAX) }
    }

    /// Puts the entries that come home in the place of their runs, and gives results the ids that their calls have there.
    pub(super) fn restore<'d>(&self, conversation: &mut Conversation<'d>, plan: &mut Plan, to: &Target) {
        let Some(codec) = codec(&to.wire) else { return };
        let mut ids = Vec::new();
        for run in self.runs.iter().rev() {
            let Some(home) = &run.home else { continue };
            let contents: Vec<Content<'d>> = conversation
                .messages
                .get_mut(run.spoken.messages.clone())
                .into_iter()
                .flatten()
                .flat_map(|message| std::mem::take(&mut message.contents))
                .collect();
            contents.iter().for_each(|content| plan.comes_home(content.span));
            pair_ids(&contents, home, codec, &mut ids);
            if let Some(first) = conversation.messages.get_mut(run.spoken.messages.start) {
                first.contents = contents;
                first.home = Some(Cow::Owned(inner(home).to_vec()));
            }
        }
        let own = |nth: &usize| ids.get(*nth).map(|(own, _)| own.as_slice());
        let mut order: Vec<usize> = (0..ids.len()).collect();
        order.sort_by_key(own);
        let made = conversation.messages.iter_mut().filter(|message| message.home.is_none()).flat_map(|message| &mut message.contents);
        for content in made {
            let ContentKind::Result(result) = &mut content.kind else { continue };
            let first = order.partition_point(|nth| own(nth) < result.id.as_deref());
            let same = order.get(first).filter(|nth| own(nth) == result.id.as_deref());
            if let Some((_, home)) = same.and_then(|nth| ids.get(*nth)) {
                result.id = Some(Cow::Owned(home.clone()));
            }
        }
    }

    /// The names that tools have at home, for those that the source does not take.
    pub(super) fn names(&self, source: NameRule, to: &Target) -> Vec<Renamed> {
        let document = self.members.as_deref().and_then(|members| scan(members).ok());
        let tools = document.as_ref().and_then(|document| read(document, to).ok());
        tools.map(|home| own_names(&home, source)).unwrap_or_default()
    }

    /// The edits that bring instructions and tools home.
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

/// Joins the ids of calls to those that they have at home.
fn pair_ids(contents: &[Content<'_>], home: &[u8], codec: &dyn Codec, ids: &mut Vec<(Vec<u8>, Vec<u8>)>) {
    let body = [b"{\"", codec.description().list.as_bytes(), b"\":", home, b"}"].concat();
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
/// the client finds them, so the provider gets its own answer back as it came.
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
