//! Thinking blocks of the latest assistant message were changed.
//!
//! # What it checks
//!
//! In the latest assistant message, each group of neighbouring thinking blocks is a whole group of one response, in its original order.
//! No group of that response is missing. Neighbouring messages of the same role count as one. Other rules report a response that lost
//! all of its thinking.
//!
//! # Why
//!
//! > `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.
//!
//! Anthropic compares the blocks with the original response. It accepts `[thinking, text, thinking, text]`, but not
//! `[thinking, thinking, text, text]`. Common cause: a client that keeps reasoning in a separate list sends it before everything else.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"}]},"response":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5","content":[{"type":"thinking","thinking":"Count.","signature":"EqQBCkYIAxgCKkDc"},{"type":"text","text":"One moment."},{"type":"thinking","thinking":"By hand.","signature":"EpIBCkYIAxgCKkAf"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]}}],
//!  "request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"Count.","signature":"EqQBCkYIAxgCKkDc"},{"type":"thinking","thinking":"By hand.","signature":"EpIBCkYIAxgCKkAf"},{"type":"text","text":"One moment."},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]},
//!     {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"3"}]}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},
//!  "emitted":[
//!   {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"}]},"response":{"id":"msg_1","type":"message","role":"assistant","model":"claude-sonnet-5","content":[{"type":"thinking","thinking":"Count.","signature":"EqQBCkYIAxgCKkDc"},{"type":"text","text":"One moment."},{"type":"thinking","thinking":"By hand.","signature":"EpIBCkYIAxgCKkAf"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]}}],
//!  "request":{"model":"claude-sonnet-5","max_tokens":9000,"thinking":{"type":"adaptive"},"tools":[{"name":"grep","input_schema":{"type":"object"}}],"messages":[
//!     {"role":"user","content":"How many?"},
//!     {"role":"assistant","content":[{"type":"thinking","thinking":"Count.","signature":"EqQBCkYIAxgCKkDc"},{"type":"text","text":"One moment."},{"type":"thinking","thinking":"By hand.","signature":"EpIBCkYIAxgCKkAf"},{"type":"tool_use","id":"toolu_1","name":"grep","input":{}}]},
//!     {"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_1","content":"3"}]}]}}
//! ```
//!
//! # Fix
//!
//! Safe: restore the recorded order of the message and its missing blocks. Texts and calls stay as the client sent them.
//!
//! # Evidence
//!
//! - documented, 2026-11-14: <https://platform.claude.com/docs/en/api/errors>
//! - observed, 2026-11-14: folded and hoisted messages in a public probe, <https://github.com/anthropics/claude-code/issues/63404>
//! - catalogue: anth-latest-modified, anth-redacted-data-altered, anth-merge-hoist, or.claude.merged-blocks, or.details.modified

use super::rebuild::rebuild_message;
use super::wording::latest_answer;
use crate::audit::details::details;
use crate::audit::rules::anthropic::wording::MODIFIED;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Needs, Presumed, Rule, Safety, Subject, Tier};
use crate::ledger::LedgerMatch;
use crate::ledger::matching::SentPart;
use crate::ledger::{Answer, EmittedPart};
use crate::model::PartKind;

/// The rule.
pub static RULE: Rule = Rule {
    id: "changed-latest-thinking",
    binds: "wire=anthropic-messages|bedrock-converse|openrouter-chat vendor=anthropic",
    evidence: Evidence::Observed,
    since: "0.1.0",
    tier: Tier::Stable,
    needs: Needs::Ledger,
    presumes: &[Presumed::Messages],
    upstream: &[MODIFIED],
    check,
    fixes: &[Fix::new("rebuild-message", Safety::Safe, FixEdit::By(rebuild_message))
        .titled("Restore the recorded thinking blocks of the message in their order.")],
    subject: Subject::Prefix,
    ..Rule::DEFAULT
};

details! {
    /// The way in which the blocks were changed.
    struct ChangedThinking { how: &'static str }
    message if *how == "hoisted" => "Thinking blocks of the latest assistant message were moved before its other content"
    message if *how == "merged with another response" => "Thinking blocks of the latest assistant message are joined with those of another response"
    message => "Thinking blocks of the latest assistant message are {how}"
}

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    let Some(matched) = &facts.matched else { return };
    let range = latest_answer(facts);
    let latest: Vec<&SentPart<'d>> = matched.sent.iter().filter(|sent| range.contains(&sent.entry) && !is_bare(sent)).collect();
    if let Some((sent, how)) = find_changed(matched, &latest) {
        found.at(sent.value).with(ChangedThinking { how });
    }
}

/// Returns `true` if a thought has no handle. It is not a block then: OpenRouter repeats the text of its list, and Converse ignores wrong nesting.
fn is_bare(sent: &SentPart<'_>) -> bool {
    sent.kind == PartKind::Thought && sent.trace.handle.is_none()
}

/// Finds the first thought that is not in its original place, and how it was changed.
fn find_changed<'m, 'd>(matched: &'m LedgerMatch<'d>, latest: &[&'m SentPart<'d>]) -> Option<(&'m SentPart<'d>, &'static str)> {
    // For each response: the number of its runs so far, and its last block.
    let mut seen: Vec<(usize, usize, &SentPart<'d>)> = Vec::new();
    for run in latest.chunk_by(|one, other| one.kind == PartKind::Thought && other.kind == PartKind::Thought) {
        let Some(first) = run.first().filter(|first| first.kind == PartKind::Thought) else { continue };
        // Another rule finds a thought that is not on record.
        let from: Option<Vec<[usize; 2]>> = run.iter().map(|sent| sent.from).collect();
        let Some(from) = from else { continue };
        let Some([turn, part]) = from.first().copied() else { continue };
        let recorded = matched.answers.get(turn)?.recorded;
        let own = runs(recorded);
        let nth = own.iter().position(|run| run.contains(&part))?;
        let then = own.get(nth)?;
        let off = from.iter().enumerate().find(|(at, [of, part])| *of != turn || then.get(*at) != Some(part));
        if let Some((off, [of, part])) = off {
            let how = if *of != turn {
                "merged with another response"
            } else if !then.contains(part) {
                "hoisted"
            } else if from.iter().take(off).any(|before| before == &[*of, *part]) {
                "repeated"
            } else if then.iter().all(|part| from.contains(&[turn, *part])) {
                "reordered"
            } else {
                "partly missing"
            };
            return run.get(off).map(|sent| (*sent, how));
        }
        let before = seen.iter_mut().find(|(of, ..)| *of == turn);
        if then.len() != run.len() || nth != before.as_ref().map_or(0, |(_, runs, _)| *runs) {
            let again = then.len() == run.len() && before.is_some_and(|(_, runs, _)| *runs > nth);
            return Some((first, if again { "repeated" } else { "partly missing" }));
        }
        let last = run.last().copied().unwrap_or(first);
        match before {
            Some(before) => *before = (turn, nth + 1, last),
            None => seen.push((turn, nth + 1, last)),
        }
    }
    let short = |(turn, count, _): &&(usize, usize, &SentPart<'d>)| {
        matched.answers.get(*turn).is_some_and(|turn| runs(turn.recorded).len() != *count)
    };
    seen.iter().find(short).map(|(.., last)| (*last, "partly missing"))
}

/// Lists the runs of thinking of a response, each as the numbers of its parts.
fn runs(recorded: &Answer) -> Vec<Vec<usize>> {
    let mut runs: Vec<Vec<usize>> = Vec::new();
    let mut open = false;
    let is_text = |emitted: &EmittedPart| emitted.kind == PartKind::Thought && emitted.trace.handle.is_none();
    // Thoughts before a fallback to another model must not be sent.
    let from = recorded.parts.iter().rposition(|part| part.trace.sort == "fallback").unwrap_or_default();
    for (nth, emitted) in recorded.parts.iter().enumerate().skip(from).filter(|(_, emitted)| !is_text(emitted)) {
        let thinks = emitted.kind == PartKind::Thought;
        match runs.last_mut().filter(|_| open && thinks) {
            Some(run) => run.push(nth),
            None if thinks => runs.push(vec![nth]),
            None => {}
        }
        open = thinks;
    }
    runs
}
