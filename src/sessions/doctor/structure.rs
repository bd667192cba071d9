//! Damage of the structure of the messages: calls without results, results without calls, doubled results, empty texts, halves of characters.
//!
//! Most agents repair these when they build a request, so the file alone proves nothing. An edit is made only for an agent that sends what it stored, or if the
//! provider refused the request for that damage.

use super::blame::Blame;
use super::line_form::LineForm;
use super::removal::{Action, Loss, Removal};
use super::request::NextRequest;
use super::surrogates::lone_surrogates;
use crate::audit::{Facts, Tool};
use crate::json::{Value, quote};
use crate::model::PartKind;

/// The rules about the structure of the messages.
pub const STRUCTURE: [&str; 15] = [
    "assistant-speaks-last",
    "duplicate-tool-use-id",
    "empty-assistant-message",
    "function-call-without-output",
    "message-without-content",
    "messages-do-not-alternate",
    "output-without-function-call",
    "repeated-tool-result",
    "result-without-call",
    "stray-function-response",
    "tool-result-without-tool-use",
    "unanswered-call",
    "unanswered-tool-use",
    "unequal-function-responses",
    "unmatched-function-response",
];

/// Google counts the responses of a turn, so its rule is about too many and about too few.
const REPEATED: [&str; 2] = ["repeated-tool-result", "unequal-function-responses"];
const ORPHANS: [&str; 5] = [
    "tool-result-without-tool-use",
    "output-without-function-call",
    "result-without-call",
    "stray-function-response",
    "unmatched-function-response",
];
const UNANSWERED: [&str; 4] = ["unanswered-tool-use", "function-call-without-output", "unanswered-call", "unequal-function-responses"];
const EMPTY: [&str; 2] = ["message-without-content", "empty-assistant-message"];

/// Finds the damage in a request.
pub struct Structure<'s, 'd> {
    pub next: &'s NextRequest,
    pub facts: &'s Facts<'d>,
    pub form: &'s LineForm,
}

impl<'d> Structure<'_, 'd> {
    /// Plans the edits. `is_refused` is true if the audit finds that the provider will refuse the structure.
    pub fn removals(&self, blame: Option<&Blame>, is_refused: bool) -> Vec<Removal> {
        let mut removals = Vec::new();
        let is_about = |rules: &[&str]| blame.is_some_and(|blame| blame.is_about(rules));
        let says = |words: &str| blame.is_some_and(|blame| blame.text.contains(words));
        if is_about(&REPEATED) || is_refused && self.form.sends_as_stored {
            removals.extend(self.surplus());
        }
        if is_about(&ORPHANS) {
            removals.extend(self.orphans());
        }
        if let Some(blame) = blame.filter(|blame| blame.is_about(&UNANSWERED)) {
            removals.extend(self.unanswered(blame));
        }
        if is_about(&EMPTY) || says("must be non-empty") || says("must contain non-whitespace text") {
            removals.extend(self.empty_texts());
        }
        if says("surrogate") {
            removals.extend(self.surrogates());
        }
        removals
    }

    /// Results that answer a call for a second time.
    fn surplus(&self) -> Vec<Removal> {
        let mut removals = Vec::new();
        for run in self.facts.runs() {
            let mut answered: Vec<&Tool<'d>> = Vec::new();
            for result in run.results.iter().filter(|result| !result.id.is_empty()) {
                let Some(first) = answered.iter().find(|first| first.id == result.id) else {
                    answered.push(result);
                    continue;
                };
                let is_equal = first.place.raw() == result.place.raw() && self.source(first.place) == self.source(result.place);
                let action = if is_equal { Action::RemoveRepeated } else { Action::Remove };
                removals.extend(self.removal(result.place, vec![result.place.raw().to_vec()], action, Loss::Surplus));
            }
        }
        removals
    }

    /// Results without a call before them.
    fn orphans(&self) -> Vec<Removal> {
        let is_orphan = |result: &&Tool<'d>| {
            let mut before = self.facts.calls.iter().filter(|call| call.entry < result.entry);
            !result.id.is_empty() && !before.any(|call| call.id == result.id)
        };
        let removal = |result: &Tool<'d>| self.removal(result.place, needles(result), Action::Remove, Loss::Orphan);
        self.facts.results.iter().filter(is_orphan).filter_map(removal).collect()
    }

    /// Calls that the error names, and calls without a result. The result of a named call is in the wrong place, or the agent adds it.
    fn unanswered(&self, blame: &Blame) -> Vec<Removal> {
        let is_named = |call: &Tool<'d>| !call.id.is_empty() && names(&blame.text, &call.id);
        let mut removals = Vec::new();
        for call in &self.facts.calls {
            let results: Vec<&Tool<'d>> = self.facts.results.iter().filter(|result| result.id == call.id).collect();
            if is_named(call) || results.is_empty() {
                removals.extend(self.removal(call.place, needles(call), Action::Remove, Loss::Unanswered));
                let stored = |result: &&Tool<'d>| self.removal(result.place, needles(result), Action::RemoveIfStored, Loss::Unanswered);
                removals.extend(results.iter().filter_map(stored));
            }
        }
        removals
    }

    fn empty_texts(&self) -> Vec<Removal> {
        let is_empty = |text: Value<'d>| text.text().is_some_and(|text| text.wtf8().trim_ascii().is_empty());
        let blocks = self.facts.parts().filter(|(_, part)| part.kind == PartKind::Text && part.value.get("text").is_some_and(is_empty));
        let blocks =
            blocks.filter_map(|(_, part)| self.removal(part.value, vec![part.value.raw().to_vec()], Action::Remove, Loss::EmptyText));
        let is_empty_message = |message: &Value<'d>| message.get("content").is_some_and(is_empty);
        let messages = self.facts.entries.iter().map(|entry| entry.value).filter(is_empty_message);
        let messages = messages.filter_map(|message| self.removal(message, Vec::new(), Action::RemoveLine, Loss::EmptyText));
        blocks.chain(messages).collect()
    }

    fn surrogates(&self) -> Vec<Removal> {
        let mut sources: Vec<_> = lone_surrogates(&self.next.text).iter().filter_map(|span| self.next.source_of(span.start)).collect();
        sources.dedup_by_key(|source| source.offset);
        let removal = |source| Removal { source, needles: Vec::new(), action: Action::ReplaceSurrogates, loss: Loss::Surrogate };
        sources.into_iter().map(removal).collect()
    }

    fn source(&self, part: Value<'d>) -> Option<usize> {
        self.next.source_of(part.span().start).map(|source| source.offset)
    }

    fn removal(&self, part: Value<'d>, needles: Vec<Vec<u8>>, action: Action, loss: Loss) -> Option<Removal> {
        Some(Removal { source: self.next.source_of(part.span().start)?, needles, action, loss })
    }
}

fn needles(tool: &Tool<'_>) -> Vec<Vec<u8>> {
    vec![tool.place.raw().to_vec(), quote(&tool.id).into_bytes()]
}

/// Returns `true` if a text has an id as a whole word.
fn names(text: &str, id: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    text.match_indices(id).any(|(at, _)| {
        let (before, after) = (text.get(..at).unwrap_or_default(), text.get(at + id.len()..).unwrap_or_default());
        !before.ends_with(is_word) && !after.starts_with(is_word)
    })
}
