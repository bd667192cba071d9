//! Anthropic's answer to a recorded thought that was changed, and details that several rules have.

use std::fmt::{Formatter, Result};
use std::ops::Range;

use super::sent_parts::handle_of;
use crate::audit::details::{Field, InMessage};
use crate::audit::rules::anthropic::wording::{EMPTY_THINKING, INVALID_SIGNATURE, MODIFIED};
use crate::audit::{Args, Facts, Sentence};
use crate::json::Value;
use crate::ledger::Side;
use crate::ledger::fates::{Difference, Fate};
use crate::ledger::matching::SentPart;

/// Chooses Anthropic's answer to a block that differs from the issued one.
pub(super) fn claude_sentence(facts: &Facts<'_>, sent: &SentPart<'_>) -> &'static Sentence {
    if sent.value.fits("type=redacted_thinking|reasoning.encrypted,reasoningContent.redactedContent") {
        if latest_answer(facts).contains(&sent.entry) { &MODIFIED } else { &INVALID_SIGNATURE }
    } else if facts.profile.fits("display=summarized") && sent.value.fits("thinking=,text=,reasoningContent.reasoningText.text=") {
        &EMPTY_THINKING
    } else {
        &INVALID_SIGNATURE
    }
}

/// How OpenAI names a ciphertext: by its item, or by its first and last four characters.
#[derive(Debug)]
pub(super) struct ItemName {
    id: String,
    head: String,
    tail: String,
}

impl Field for ItemName {
    fn list<'a>(&'a self, _: &'static str, args: &mut Args<'a>) {
        for (name, text) in [("id", &self.id), ("head", &self.head), ("tail", &self.tail)] {
            text.list(name, args);
        }
    }

    fn show(&self, out: &mut Formatter<'_>) -> Result {
        self.id.show(out)
    }
}

/// Describes the ciphertext of a part as OpenAI does.
pub(super) fn name_item(sent: &SentPart<'_>) -> ItemName {
    let blob = handle_of(sent).and_then(Value::text).map(|text| text.lossy()).unwrap_or_default();
    let head = blob.char_indices().nth(4).and_then(|(end, _)| blob.get(..end));
    let tail = blob.char_indices().nth_back(3).and_then(|(start, _)| blob.get(start..));
    let [head, tail] = [head, tail].map(|piece| piece.unwrap_or(&blob).to_owned());
    ItemName { id: sent.trace.item.clone().unwrap_or_default(), head, tail }
}

impl Field for Difference {
    fn list<'a>(&'a self, _: &'static str, args: &mut Args<'a>) {
        self.byte.list("byte", args);
        self.emitted.list("emitted", args);
        self.sent.list("sent", args);
    }

    fn show(&self, out: &mut Formatter<'_>) -> Result {
        write!(out, "byte {}: `{}` became `{}`", self.byte, InMessage(&self.emitted), InMessage(&self.sent))
    }
}

/// Finds the first byte at which a thought differs from the recorded one. Returns `None` if the record does not have the bytes.
pub(super) fn difference(facts: &Facts<'_>, fate: &Fate<'_, '_>, side: Side) -> Option<Difference> {
    let loose = side == Side::Handle && facts.profile.fits("vendor=google");
    fate.sent.and_then(|sent| Difference::of(side, sent.value, fate.emitted, loose))
}

/// Lists the entries of the latest answer: neighbouring messages of the same role are one message.
pub(super) fn latest_answer(facts: &Facts<'_>) -> Range<usize> {
    facts.runs().rfind(|run| run.is_answer()).map_or(0..0, |run| run.start..run.end())
}
