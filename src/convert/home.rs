//! The way home: what a conversion left out or changed comes back byte for byte when the conversation returns.
//!
//! With a ledger, a conversion keeps every run of entries as it was, under the hash of what the target says up to its end ([`super::spoken`]). A later conversion
//! whose source says the same up to there finds the entries again and writes them as they were: thoughts, ids, marks and order of keys included. Entries of a third
//! wire are kept along, so a conversation may go over several vendors before it returns.

use std::borrow::Cow;

use super::names::{NameRule, Renamed, own_names};
use super::plan::Plan;
use super::spoken::{SpokenRun, spoken};
use super::wires::read;
use crate::codecs::{Call, Codec, codec, description, replay};
use crate::error::Error;
use crate::json::{Changes, Digest, Document, Edit, Value, Writer, scan, sorted_indices};
use crate::ledger::{FoundOrigin, Ledger, Origin, handle};
use crate::model::{Content, ContentKind, Conversation, Message, PartKind, Provenance, Target, Wire};

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
    ledger: &'l Ledger,
    head: Digest,
    runs: Vec<SourceRun>,
    /// The members of the target that instructions and tools come home as.
    members: Option<Vec<u8>>,
}

/// A run of the source.
struct SourceRun {
    spoken: SpokenRun,
    /// The byte at which its first entry begins.
    start: usize,
    /// The handle of the last thought up to its end.
    last: Option<Digest>,
    /// The entries of the target that it comes home as.
    home: Option<Vec<u8>>,
}

impl<'l> Homecoming<'l> {
    /// Looks up every run of a conversation that goes to a target.
    pub(super) fn of(conversation: &Conversation<'_>, ledger: &'l Ledger, from: &Wire, to: &Target) -> Self {
        let issuer = Provenance::of(to);
        let find = |key: &Digest| match ledger.find_origin(key, &to.wire, &issuer) {
            FoundOrigin::One(entries) => Some(entries),
            // Who says the same and was not the same is somebody else, or may be.
            FoundOrigin::None | FoundOrigin::Several => None,
        };
        let (head, spoken) = spoken(conversation);
        let mut last = None;
        let mut runs = Vec::with_capacity(spoken.len());
        for run in spoken {
            let contents =
                || conversation.messages.get(run.messages.clone()).unwrap_or_default().iter().flat_map(|message| &message.contents);
            let sealed = contents().filter_map(|content| handle(content.value, &content.thinking.as_ref()?.handles, from)).next_back();
            last = sealed.or(last);
            let start = contents().map(|content| content.entry.span().start).min().unwrap_or_default();
            let home = find(&run.key);
            runs.push(SourceRun { spoken: run, start, last, home });
        }
        Self { ledger, head, runs, members: find(&head) }
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
        let order = sorted_indices(ids.len(), &mut |one, other| own(one).cmp(&own(other)));
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

    /// Lists what the ledger is to keep: the entries of the source, under what the target says.
    pub(super) fn seen(
        &self,
        source: &Document<'_>,
        from: &Target,
        target: &Conversation<'_>,
        places: &[(usize, usize)],
    ) -> Vec<SeenEntries> {
        let mut seen = Vec::new();
        let issuer = Provenance::of(from);
        let (head, runs) = spoken(target);
        let starts: Vec<usize> =
            runs.iter().map(|run| first_entry(target.messages.get(run.messages.clone()).unwrap_or_default())).collect();
        let mut keep = |wire: &Wire, issuer: &Provenance, key: Digest, entries: Vec<u8>, last: Option<Digest>| {
            seen.push(SeenEntries { wire: wire.clone(), issuer: issuer.clone(), origin: Origin { key, entries }, last });
        };
        keep(&from.wire, &issuer, head, head_of(source), None);
        self.pass_on(&self.head, head, from, None, &mut keep);
        let list: Vec<Value<'_>> = source.root().list(description(&from.wire).list).collect();
        // Instructions may stand behind the list.
        let list_end = list.last().map_or(usize::MAX, |last| last.span().end);
        // Where the first content of each run went.
        let mut firsts: Vec<Option<usize>> = vec![None; self.runs.len()];
        for (at, to) in places.iter().filter(|(at, _)| *at < list_end) {
            let run = self.runs.partition_point(|run| run.start <= *at).checked_sub(1);
            run.and_then(|nth| firsts.get_mut(nth)).into_iter().for_each(|first| *first = first.or(Some(*to)));
        }
        let mut last = 0;
        let mut of_run: Vec<Vec<usize>> = vec![Vec::new(); runs.len()];
        for (nth, first) in firsts.into_iter().enumerate() {
            if let Some(to) = first {
                last = starts.partition_point(|start| *start <= to).saturating_sub(1);
            }
            of_run.get_mut(last).into_iter().for_each(|own| own.push(nth));
        }
        for (run, own) in runs.iter().zip(&of_run) {
            let [Some(first), Some(end)] = [own.first(), own.last()].map(|nth| nth.and_then(|nth| self.runs.get(*nth))) else { continue };
            let stop = own.last().and_then(|nth| self.runs.get(nth + 1)).map_or(usize::MAX, |next| next.start);
            let [from_nth, to_nth] = [first.start, stop].map(|start| list.partition_point(|entry| entry.span().start < start));
            if let Some(entries @ [_, ..]) = list.get(from_nth..to_nth) {
                keep(&from.wire, &issuer, run.key, list_of(entries), end.last);
            }
            if own.len() == 1 {
                self.pass_on(&first.spoken.key, run.key, from, end.last, &mut keep);
            }
        }
        seen
    }

    /// Passes entries of other wires on: they were converted to the source before.
    fn pass_on(&self, own: &Digest, key: Digest, from: &Target, last: Option<Digest>, keep: Keep<'_>) {
        let own_issuer = Provenance::of(from);
        for (wire, issuer, entries) in self.ledger.origins(own) {
            if wire != from.wire || issuer.vendor != own_issuer.vendor {
                keep(&wire, &issuer, key, entries, last);
            }
        }
    }
}

/// Takes entries that are to be kept.
type Keep<'k> = &'k mut dyn FnMut(&Wire, &Provenance, Digest, Vec<u8>, Option<Digest>);

/// The byte at which the first entry of some messages begins.
fn first_entry(messages: &[Message<'_>]) -> usize {
    messages.iter().flat_map(|message| &message.contents).map(|content| content.entry.span().start).min().unwrap_or_default()
}

/// Joins the ids of calls to those that they have at home.
fn pair_ids(contents: &[Content<'_>], home: &[u8], codec: &dyn Codec, ids: &mut Vec<(Vec<u8>, Vec<u8>)>) {
    let body = [b"{\"", codec.description().list.as_bytes(), b"\":", home, b"}"].concat();
    let Ok(document) = scan(&body) else { return };
    let history = codec.request(document.root());
    let there = history.parts.iter().filter(|part| part.kind == PartKind::Call).map(|part| Call::read(part.value).id);
    let here =
        contents.iter().filter_map(|content| if let ContentKind::Call(call) = &content.kind { Some(call.id.as_ref()) } else { None });
    for (here, there) in here.zip(there) {
        if let (Some(here), Some(there)) = (here, there) {
            ids.push((here.to_vec(), super::reader::inside(there.as_bytes())));
        }
    }
}

/// The members that hold instructions and tools, on all wires.
const HEAD: [&str; 5] = ["system", "instructions", "systemInstruction", "system_instruction", "tools"];

/// The members of a request that hold instructions and tools, as one object.
fn head_of(source: &Document<'_>) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    for (name, value) in HEAD.iter().filter_map(|name| Some((name, source.root().get(name)?))) {
        out.name(name);
        out.raw(value.raw());
    }
    out.close(b'}');
    out.finish()
}

fn list_of(entries: &[Value<'_>]) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'[');
    entries.iter().for_each(|entry| out.raw(entry.raw()));
    out.close(b']');
    out.finish()
}

/// The text of a list without its brackets.
pub(super) fn inner(list: &[u8]) -> &[u8] {
    list.strip_prefix(b"[").and_then(|list| list.strip_suffix(b"]")).unwrap_or_default()
}

/// The entries of a response, under what a client of another wire will say of it: the request that it sent, and the reply that it got. The next request of
/// the client finds them, so the provider gets its own answer back as it came.
#[must_use]
pub fn seen_reply(request: &[u8], reply: &[u8], client: &Target, response: &[u8], from: &Target) -> Option<SeenEntries> {
    let next = replay(request, reply, client).ok()?;
    let next = scan(&next.request).ok()?;
    let key = spoken(&read(&next, client).ok()?).1.last()?.key;
    let list = description(&from.wire).list;
    let empty = ["{\"", list, "\":[]}"].concat();
    let alone = replay(empty.as_bytes(), response, from).ok()?;
    let alone = scan(&alone.request).ok()?;
    let entries = alone.root().get(list)?.raw().to_vec();
    Some(SeenEntries { wire: from.wire.clone(), issuer: Provenance::of(from), origin: Origin { key, entries }, last: None })
}
