//! Follows every recorded part into a request: its place now, and the first byte that was changed.
//!
//! The audit says what is wrong; this says what happened, of all that was said, right or wrong. Whoever draws a conversation draws lines by it.
//! [`crate::ledger::matching`] decides the fate of a part, for both.
//!
//! ```
//! use rethought::audit::follow;
//! use rethought::json::scan;
//! use rethought::ledger::Ledger;
//! use rethought::model::{Target, Wire};
//!
//! let (mut ledger, target) = (Ledger::default(), Target::new(Wire::ANTHROPIC_MESSAGES));
//! let response = br#"{"content":[{"type":"thinking","thinking":"A greeting.","signature":"Eq=="},{"type":"text","text":"Hi."}]}"#;
//! ledger.record(&target, br#"{"messages":[]}"#, response)?;
//! let next = br#"{"messages":[{"role":"assistant","content":[{"type":"text","text":"Hi."}]}]}"#;
//! let followed = follow(&scan(next)?, &target, &ledger)?;
//! assert_eq!(followed.iter().map(|one| one.state.words().0).collect::<Vec<_>>(), ["missing", "equal"]);
//! # Ok::<(), rethought::Error>(())
//! ```

use super::engine::with_facts;
use super::{Facts, Options};
use crate::error::Error;
use crate::json::{Document, Places, Span, Value, scan};
use crate::ledger::LedgerMatch;
use crate::ledger::Side;
use crate::ledger::fates::{Fate, State, first_byte};
use crate::ledger::{Ledger, Numbered};
use crate::model::{PartKind, Target};
use crate::wires::Call;

/// A recorded part, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Followed {
    /// The number of its response in the ledger.
    pub response: usize,
    /// The number of the part in it.
    pub part: usize,
    /// Its kind.
    pub kind: PartKind,
    /// True if it is reasoning, or carries a handle of some.
    pub thinks: bool,
    /// Its fate.
    pub state: State,
    /// Where it is in the request: its pointer, and its bytes. Of a handle that hangs on another part, that part.
    pub place: Option<(String, Span)>,
    /// True if its bytes are the very same. `None` if they were not kept.
    pub bytes: Option<bool>,
    /// The first byte of the request that differs from the recorded part, if the record has its bytes.
    pub differs: Option<usize>,
}

/// Tells of every part of every answer on the branch of a request what became of it there, in the order of the conversation. Of
/// other conversations, and answers that the request does not continue, are left out.
///
/// # Errors
/// Tables of models that cannot be read.
pub fn follow(request: &Document<'_>, target: &Target, ledger: &Ledger) -> Result<Vec<Followed>, Error> {
    let mut followed = Vec::new();
    let options = Options { ledger: Some(ledger), ..Options::default() };
    with_facts(request, target, &options, None, &mut |facts| {
        let mut fates = facts.matched.as_ref().map(|matched| of_all(matched, facts)).unwrap_or_default();
        // In the order of the text all pointers cost one walk.
        let mut sent: Vec<_> = fates.iter_mut().filter_map(|(one, value)| Some((one, (*value)?))).collect();
        sent.sort_by_key(|(_, value)| value.span().start);
        let mut places = Places::new(request);
        for (one, value) in sent {
            one.place = Some((places.place(value).pointer, value.span()));
        }
        followed = fates.into_iter().map(|(one, _)| one).collect();
        let branch = facts.matched.as_ref().and_then(LedgerMatch::last).map(|last| ledger.branch(last.nth)).unwrap_or_default();
        // The provider holds the messages before a delta.
        let whole = if !facts.is_delta() { facts.matched.as_ref() } else { None };
        followed.extend(whole.map(|matched| gone(matched, ledger, &branch)).unwrap_or_default());
        followed = in_branch_order(std::mem::take(&mut followed), &branch, ledger);
    })?;
    Ok(followed)
}

/// By answers in the order of the branch, and then by those that are not on it.
fn in_branch_order(mut followed: Vec<Followed>, branch: &[usize], ledger: &Ledger) -> Vec<Followed> {
    let mut places = Numbered::default();
    branch.iter().enumerate().for_each(|(at, nth)| places.set(*nth, at));
    // By name, and not by number: what was recorded first may be what was loaded last.
    let mut names = Numbered::default();
    for Followed { response, .. } in &followed {
        if !places.has(*response) && !names.has(*response) {
            names.set(*response, ledger.answer(*response).map(|answer| answer.id()));
        }
    }
    followed.sort_by_cached_key(|one| {
        (!places.has(one.response), places.get(one.response).copied(), names.get(one.response).cloned(), one.part)
    });
    followed
}

/// All but the pointers, with the values they are to name.
fn of_all<'d>(matched: &LedgerMatch<'d>, facts: &Facts<'d>) -> Vec<(Followed, Option<Value<'d>>)> {
    let one = |fate: Fate<'_, 'd>| {
        let answer = matched.answers.get(fate.answer);
        let sent = match fate.state {
            State::Moved => matched.carrier(fate.answer, fate.part).or(fate.sent),
            State::Missing | State::Gone => None,
            _ => fate.sent,
        };
        let (emitted, now) = (fate.emitted, sent.map(|sent| sent.value));
        let then = answer.map_or(&[][..], |answer| answer.compared(fate.part));
        let followed = Followed {
            response: answer.map_or(fate.answer, |answer| answer.nth),
            part: fate.part,
            kind: emitted.kind,
            thinks: emitted.is_thought(),
            state: fate.state,
            place: None,
            bytes: now.filter(|_| !then.is_empty()).map(|now| now.raw() == then),
            differs: now.and_then(|now| differs(then, emitted.kind, fate.state, now)),
        };
        (followed, now)
    };
    let is_told = |fate: &Fate<'_, 'd>| !matched.answers.get(fate.answer).is_some_and(|answer| answer.is_guess);
    matched.parts(facts).into_iter().filter(is_told).map(one).collect()
}

/// Where a part that was changed differs first.
fn differs(then: &[u8], kind: PartKind, state: State, now: Value<'_>) -> Option<usize> {
    if !matches!(state, State::Text | State::Handle) {
        return None;
    }
    let then = scan(then).ok()?;
    let lists = [then.root(), now].map(|value| match (state, kind) {
        (State::Handle, _) => Side::Handle.strings(value),
        (_, PartKind::Thought | PartKind::Text) => Side::Text.strings(value),
        (_, PartKind::Call) => Call::read(value).content.into_iter().collect(),
        _ => vec![value],
    });
    let [before, after] = &lists;
    // The difference may be beside it, such as the name of a tool.
    first_byte(before, after).or_else(|| first_byte(&[then.root()], &[now]))
}

/// The answers on the branch of the request that were removed with every part.
fn gone(matched: &LedgerMatch<'_>, ledger: &Ledger, branch: &[usize]) -> Vec<Followed> {
    let mut gone = Vec::new();
    for response in branch.iter().copied().filter(|nth| !matched.answers.iter().any(|answer| answer.nth == *nth)) {
        let Some(recorded) = ledger.answer(response) else { continue };
        // A guess that says the same may be this one.
        if matched.answers.iter().any(|answer| answer.is_guess && answer.recorded.spoken == recorded.spoken) {
            continue;
        }
        for (part, emitted) in recorded.parts.into_iter().enumerate() {
            let (kind, thinks) = (emitted.kind, emitted.is_thought());
            gone.push(Followed { response, part, kind, thinks, state: State::Gone, place: None, bytes: None, differs: None });
        }
    }
    gone
}
