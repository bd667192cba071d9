//! The ids of calls: made where the target asks for them, changed where it forbids them, and left alone everywhere else.
//!
//! A made id is known again by its form, so it does not outlive the way back to a wire without ids.

use std::borrow::Cow;
use std::collections::VecDeque;

use super::note::Notes;
use super::reader::plain;
use super::wire::IdRule;
use crate::model::{Content, ContentKind, Conversation, Speaker, Written};

/// The head of every id that is made here: with three more letters or digits it has nine, which every wire takes.
const MADE: &[u8] = b"callrt";

/// Gives every call and result an id that the target takes.
pub(super) fn fit<'d>(conversation: &mut Conversation<'d>, rule: IdRule, notes: &mut Notes<'d>) {
    if !rule.required {
        settle(conversation);
    }
    let mut made = 0;
    // The calls without an id, which their results follow in order: by name where results name it.
    let mut open: VecDeque<(Written<'d>, Written<'d>)> = VecDeque::new();
    for content in conversation.messages.iter_mut().flat_map(|message| &mut message.contents) {
        let Content { value, kind, .. } = content;
        match kind {
            ContentKind::Call(call) => match call.id.take().filter(|id| !is_made(id) || rule.required) {
                Some(id) => call.id = Some(allowed(id, rule, || notes.add(*value, "id", "the target does not take this id"))),
                None if rule.required => {
                    let id: Written<'d> = Cow::Owned(make(made));
                    made += 1;
                    open.push_back((call.name.clone(), id.clone()));
                    call.id = Some(id);
                }
                None => {}
            },
            ContentKind::Result(result) => match result.id.take().filter(|id| !is_made(id) || rule.required) {
                Some(id) => result.id = Some(allowed(id, rule, || notes.add(*value, "id", "the target does not take this id"))),
                None if rule.required => {
                    let named = |(name, _): &(Written<'d>, Written<'d>)| result.name.as_ref().is_none_or(|own| own == name);
                    let nth = open.iter().position(named).unwrap_or_default();
                    result.id = open.remove(nth).map(|(_, id)| id);
                }
                None => {}
            },
            _ => {}
        }
    }
}

/// Gives every result the name of its tool, and neighbouring results the order of their calls: where ids are left out, nothing else tells whose they are.
fn settle(conversation: &mut Conversation<'_>) {
    let mut calls: Vec<(Option<Written<'_>>, Written<'_>, bool)> = Vec::new();
    let mut open = 0;
    for message in &mut conversation.messages {
        if message.speaker == Speaker::Assistant {
            open = calls.len();
        }
        let mut order = Vec::new();
        for content in &mut message.contents {
            match &mut content.kind {
                ContentKind::Call(call) => calls.push((call.id.clone(), call.name.clone(), false)),
                ContentKind::Result(result) => {
                    let is_own = |(id, name, is_answered): &(Option<Written<'_>>, Written<'_>, bool)| match &result.id {
                        Some(_) => *id == result.id,
                        None => !is_answered && result.name.as_ref().is_none_or(|own| own == name),
                    };
                    let first = calls.get(open..).and_then(|calls| calls.iter().position(is_own)).map(|nth| open + nth);
                    let earlier = || calls.iter().rposition(|call| result.id.is_some() && is_own(call));
                    // A call that came home may have another id there.
                    let next = || calls.iter().enumerate().skip(open).find(|(_, (.., is_answered))| !is_answered).map(|(nth, _)| nth);
                    let nth = first.or_else(earlier).or_else(next);
                    if let Some((_, name, is_answered)) = nth.and_then(|nth| calls.get_mut(nth)) {
                        *is_answered = true;
                        result.name.get_or_insert_with(|| name.clone());
                    }
                    order.push(nth.unwrap_or(usize::MAX));
                }
                _ => {}
            }
        }
        if order.len() == message.contents.len() && !order.is_sorted() {
            let mut sorted: Vec<_> = order.into_iter().zip(std::mem::take(&mut message.contents)).collect();
            sorted.sort_by_key(|(nth, _)| *nth);
            message.contents = sorted.into_iter().map(|(_, content)| content).collect();
        }
    }
}

/// The id, or one made from it.
fn allowed<'d>(id: Written<'d>, rule: IdRule, changed: impl FnOnce()) -> Written<'d> {
    let is_allowed = |byte: &u8| byte.is_ascii_alphanumeric() || rule.beside.is_none_or(|beside| beside.contains(byte));
    if (rule.shortest..=rule.longest).contains(&id.len()) && id.iter().all(is_allowed) {
        return id;
    }
    changed();
    let meant = plain(&id);
    let mut fitted: Vec<u8> = meant.iter().filter(|byte| byte.is_ascii_alphanumeric()).copied().collect();
    fitted.truncate(rule.longest.saturating_sub(HASH));
    let hash = meant.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    fitted.extend(base36(hash, HASH));
    Cow::Owned(fitted)
}

/// How many letters of a changed id stand for all of the old one.
const HASH: usize = 9;

fn make(nth: u64) -> Vec<u8> {
    [MADE, &base36(nth, 3)].concat()
}

/// True if an id was made here.
pub(super) fn is_made(id: &[u8]) -> bool {
    id.len() == MADE.len() + 3 && id.starts_with(MADE)
}

fn base36(mut number: u64, length: usize) -> Vec<u8> {
    let mut digits = vec![b'0'; length];
    for digit in digits.iter_mut().rev() {
        let value = u8::try_from(number % 36).unwrap_or_default();
        *digit = if value < 10 { b'0' + value } else { b'a' - 10 + value };
        number /= 36;
    }
    digits
}
