//! The ids of calls: made where the target asks for them, changed where it forbids them, and left alone everywhere else.
//!
//! A made id is known again by its form, so it does not outlive the way back to a wire without ids. It is made from the answer and the place of the call in it: the same
//! for the same answer, and another one in every other answer.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::signed_ids::unsigned;
use crate::conversation::note::Notes;
use crate::conversation::reader::plain;
use crate::conversation::wire::IdRule;
use crate::json::fnv1a;
use crate::model::{Content, ContentKind, Conversation, Speaker, ToolResult, Written};

/// Gives every call and result an id that the target accepts. `answer` is the id of the answer that the conversation is, or nothing if it is a request.
pub(super) fn fit<'d>(conversation: &mut Conversation<'d>, rule: IdRule, answer: &[u8], notes: &mut Notes<'d>) {
    leave_out_signatures(conversation, notes);
    if rule.required {
        name_calls(conversation, answer);
    }
    join(conversation, rule.required, notes);
    for content in conversation.messages.iter_mut().flat_map(|message| &mut message.contents) {
        let value = content.value;
        let id = match &mut content.kind {
            ContentKind::Call(call) => &mut call.id,
            ContentKind::Result(result) => &mut result.id,
            _ => continue,
        };
        let kept = id.take().filter(|id| rule.required || !is_made(id));
        *id = kept.map(|id| allowed(id, rule, |old, new| notes.rename(value, "id", (old, new), "the target does not accept this id")));
    }
}

/// Cuts off the signature of Google that LiteLLM puts behind an id.
fn leave_out_signatures<'d>(conversation: &mut Conversation<'d>, notes: &mut Notes<'d>) {
    for content in conversation.messages.iter_mut().flat_map(|message| &mut message.contents) {
        let id = match &mut content.kind {
            ContentKind::Call(call) => &mut call.id,
            ContentKind::Result(result) => &mut result.id,
            _ => continue,
        };
        let Some(own) = id.as_deref().and_then(unsigned) else { continue };
        *id = own;
        if content.thinking.is_none() {
            notes.add(content.value, "id", "LiteLLM put a Google signature behind the id: the id is sent without it");
        }
    }
}

/// Gives every call without an id one. In a request an answer is known by its entry and by how many equal ones come before it, so that the ids stay when the
/// conversation grows.
fn name_calls(conversation: &mut Conversation<'_>, answer: &[u8]) {
    let mut contents = conversation.messages.iter_mut().flat_map(|message| &mut message.contents);
    let mut taken: BTreeSet<Vec<u8>> = contents.by_ref().filter_map(|content| call_id(content)?.as_deref().map(<[u8]>::to_vec)).collect();
    let (mut equal, mut entry, mut seed, mut nth) = (BTreeMap::<u64, usize>::new(), None, answer.to_vec(), 0);
    for content in conversation.messages.iter_mut().flat_map(|message| &mut message.contents) {
        let holder = content.entry;
        let Some(id) = call_id(content).filter(|id| id.is_none()) else { continue };
        if answer.is_empty() && entry != Some(holder.span()) {
            (entry, nth) = (Some(holder.span()), 0);
            let hash = fnv1a(holder.raw());
            let before = equal.entry(hash).or_default();
            seed = [hash.to_le_bytes(), u64::try_from(*before).unwrap_or_default().to_le_bytes()].concat();
            *before += 1;
        }
        let made = loop {
            let made = make(&seed, nth);
            nth += 1;
            if taken.insert(made.clone()) {
                break made;
            }
        };
        *id = Some(Cow::Owned(made));
    }
}

fn call_id<'c, 'd>(content: &'c mut Content<'d>) -> Option<&'c mut Option<Written<'d>>> {
    if let ContentKind::Call(call) = &mut content.kind { Some(&mut call.id) } else { None }
}

/// A call, for the results that look for it.
struct OpenCall<'d> {
    id: Option<Written<'d>>,
    /// The id that it is sent with, if another call of the answer has its own.
    sent: Option<Written<'d>>,
    name: Written<'d>,
    is_answered: bool,
}

/// The calls so far, by the ids and names that results have. To search all of them for each result would take quadratic time.
#[derive(Default)]
struct OpenCalls<'d> {
    all: Vec<OpenCall<'d>>,
    /// The last call of each id.
    last: BTreeMap<Written<'d>, usize>,
    /// The calls of the last answer, in order: by their ids, by their names, and all.
    by_id: BTreeMap<Written<'d>, Waiting>,
    by_name: BTreeMap<Written<'d>, Waiting>,
    every: Waiting,
}

/// Calls, in order, of which those before `passed` are answered.
#[derive(Default)]
struct Waiting {
    calls: Vec<usize>,
    passed: usize,
}

impl Waiting {
    /// The first that is not answered.
    fn first(&mut self, all: &[OpenCall<'_>]) -> Option<usize> {
        while self.calls.get(self.passed).is_some_and(|nth| all.get(*nth).is_none_or(|call| call.is_answered)) {
            self.passed += 1;
        }
        self.calls.get(self.passed).copied()
    }
}

impl<'d> OpenCalls<'d> {
    /// Another answer begins.
    fn begin(&mut self) {
        (self.by_id, self.by_name, self.every) = Default::default();
    }

    /// How many calls of the answer have that id.
    fn count(&self, id: &Written<'d>) -> usize {
        self.by_id.get(id).map_or(0, |same| same.calls.len())
    }

    fn add(&mut self, call: OpenCall<'d>) {
        let nth = self.all.len();
        if let Some(id) = &call.id {
            self.last.insert(id.clone(), nth);
            self.by_id.entry(id.clone()).or_default().calls.push(nth);
        }
        self.by_name.entry(call.name.clone()).or_default().calls.push(nth);
        self.every.calls.push(nth);
        self.all.push(call);
    }

    /// The number of the call that a result answers.
    fn find(&mut self, result: &ToolResult<'d>) -> Option<usize> {
        let all = &self.all;
        if let Some(id) = &result.id {
            // Clients that count their calls give one id to several, so one that waits for its result comes first.
            let open = self.by_id.get_mut(id).and_then(|same| same.first(all));
            if let Some(nth) = open.or_else(|| self.last.get(id).copied()) {
                return Some(nth);
            }
        }
        // A restored call may have another id, and some wires accept a result without an id.
        let named = result.name.as_ref().and_then(|name| self.by_name.get_mut(name)?.first(all));
        named.or_else(|| self.every.first(all))
    }
}

/// Joins every result to its call: by the id, else by the name, else by the order. Where ids are asked for, a result without one gets that of its call. Where
/// they may be left out, it gets the name of its call, and neighbouring results get the order of their calls, since nothing else names their calls.
fn join<'d>(conversation: &mut Conversation<'d>, has_ids: bool, notes: &mut Notes<'d>) {
    let mut calls = OpenCalls::default();
    for message in &mut conversation.messages {
        if message.speaker == Speaker::Assistant {
            calls.begin();
        }
        let mut order = Vec::new();
        for content in &mut message.contents {
            match &mut content.kind {
                ContentKind::Call(call) => {
                    let same = call.id.as_ref().map_or(0, |id| calls.count(id));
                    let sent = call
                        .id
                        .as_ref()
                        .filter(|_| same > 0)
                        .map(|id| Cow::Owned([id, &b"x"[..], &base36(u64::try_from(same).unwrap_or_default(), 1)].concat()));
                    calls.add(OpenCall { id: call.id.clone(), sent: sent.clone(), name: call.name.clone(), is_answered: false });
                    if sent.is_some() {
                        notes.add(content.value, "id", "several calls have this id");
                        call.id = sent;
                    }
                }
                ContentKind::Result(result) => {
                    let nth = calls.find(result);
                    if let Some(call) = nth.and_then(|nth| calls.all.get_mut(nth)) {
                        call.is_answered = true;
                        if call.sent.is_some() {
                            notes.add(content.value, "id", "several calls have this id");
                            result.id.clone_from(&call.sent);
                            result.name.get_or_insert_with(|| call.name.clone());
                            order.push(nth.unwrap_or(usize::MAX));
                            continue;
                        }
                        if !has_ids {
                            result.name.get_or_insert_with(|| call.name.clone());
                        } else if result.id != call.id && (result.id.is_none() || call.id.as_deref().is_some_and(is_made)) {
                            if result.id.is_some() || !call.id.as_deref().is_some_and(is_made) {
                                notes.add(content.value, "id", "the target requires the id of the call");
                            }
                            result.id.clone_from(&call.id);
                        }
                    }
                    order.push(nth.unwrap_or(usize::MAX));
                }
                _ => {}
            }
        }
        if !has_ids && order.len() == message.contents.len() && !order.is_sorted() {
            let mut contents: Vec<_> = order.into_iter().zip(std::mem::take(&mut message.contents)).collect();
            contents.sort_by_key(|(nth, _)| *nth);
            message.contents = contents.into_iter().map(|(_, content)| content).collect();
        }
    }
}

/// The id, or one made from it.
fn allowed<'d>(id: Written<'d>, rule: IdRule, changed: impl FnOnce(&[u8], &[u8])) -> Written<'d> {
    let is_allowed = |byte: &u8| byte.is_ascii_alphanumeric() || rule.beside.is_none_or(|beside| beside.contains(byte));
    if (rule.shortest..=rule.longest).contains(&id.len()) && id.iter().all(is_allowed) {
        return id;
    }
    let meant = plain(&id);
    let mut fitted: Vec<u8> = meant.iter().filter(|byte| byte.is_ascii_alphanumeric()).copied().collect();
    fitted.truncate(rule.longest.saturating_sub(HASH));
    fitted.extend(base36(fnv1a(&meant), HASH));
    changed(&meant, &fitted);
    Cow::Owned(fitted)
}

/// The number of letters of a changed id that are made from the old id.
const HASH: usize = 9;

/// The head of every id that is made here. With seven more letters and digits it has nine, which every wire accepts.
const MADE: &[u8] = b"rt";

/// The number of letters of a made id that encode the answer and the place in it. The last letter of the id is a check over them.
const MADE_HASH: usize = 6;

/// An id for a call that has none: of its answer and its number among the calls there.
pub(super) fn make(answer: &[u8], nth: usize) -> Vec<u8> {
    let hash = fnv1a(&[answer, &nth.to_le_bytes()].concat());
    let mut id = [MADE, &digits(hash ^ hash >> 29, 62, MADE_HASH)].concat();
    id.extend(digits(fnv1a(&id), 62, 1));
    id
}

/// An id for a reply that has none.
pub(super) fn make_reply(created: u64) -> Vec<u8> {
    [b"reply-", &*base36(created, 7)].concat()
}

/// True if an id was made here, by this version or an earlier one.
fn is_made(id: &[u8]) -> bool {
    let is_checked = |hashed: &[u8], check: u8| digits(fnv1a(hashed), 62, 1) == [check];
    match id.split_last() {
        Some((check, hashed)) if id.len() == MADE.len() + MADE_HASH + 1 => {
            hashed.starts_with(MADE) && is_checked(hashed, *check) || id.starts_with(b"callrt")
        }
        _ => false,
    }
}

pub(super) fn base36(number: u64, length: usize) -> Vec<u8> {
    digits(number, 36, length)
}

fn digits(mut number: u64, base: u64, length: usize) -> Vec<u8> {
    let mut digits = vec![b'0'; length];
    for digit in digits.iter_mut().rev() {
        let value = u8::try_from(number % base).unwrap_or_default();
        *digit = match value {
            0..10 => b'0' + value,
            10..36 => b'a' - 10 + value,
            _ => b'A' - 36 + value,
        };
        number /= base;
    }
    digits
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn made_ids_differ_are_known_again_and_have_nine_letters_or_digits() {
        let mut all = BTreeSet::new();
        for answer in 0..1000_u32 {
            for nth in 0..4 {
                let id = make(format!("answer-{answer}").as_bytes(), nth);
                assert!(id.len() == 9 && id.iter().all(u8::is_ascii_alphanumeric) && is_made(&id), "{id:?}");
                assert_eq!(id, make(format!("answer-{answer}").as_bytes(), nth));
                assert!(all.insert(id));
            }
        }
        assert!(is_made(b"callrt00z"), "an earlier version made it");
        assert!(!is_made(b"rt1234567") && !is_made(b"D681PevKs") && !is_made(b""));
    }
}
