//! Anthropic's answer to a recorded thought that is not as it was, and the arguments that sentences need.

use std::ops::Range;

use super::sent_parts::handle_of;
use crate::audit::rules::anthropic::wording::{EMPTY_THINKING, INVALID_SIGNATURE, MODIFIED};
use crate::audit::{Facts, Finding, Sentence};
use crate::json::Value;
use crate::ledger::Side;
use crate::ledger::fates::{Difference, Fate};
use crate::ledger::matching::SentPart;

/// Chooses Anthropic's answer to a block that is not as it was issued.
pub(super) fn claude_sentence(facts: &Facts<'_>, sent: &SentPart<'_>) -> &'static Sentence {
    if sent.value.fits("type=redacted_thinking|reasoning.encrypted,reasoningContent.redactedContent") {
        if latest_answer(facts).contains(&sent.entry) { &MODIFIED } else { &INVALID_SIGNATURE }
    } else if facts.profile.fits("display=summarized") && sent.value.fits("thinking=,text=,reasoningContent.reasoningText.text=") {
        &EMPTY_THINKING
    } else {
        &INVALID_SIGNATURE
    }
}

/// Notes by what OpenAI names a ciphertext: its item, or its first and last four characters.
pub(super) fn name_item<'d>(sent: &SentPart<'d>, finding: &mut Finding<'d>) {
    let blob = handle_of(sent).and_then(Value::text).map(|text| text.lossy()).unwrap_or_default();
    let head = blob.char_indices().nth(4).and_then(|(end, _)| blob.get(..end));
    let tail = blob.char_indices().nth_back(3).and_then(|(start, _)| blob.get(start..));
    finding.note("id", sent.trace.item.as_deref().unwrap_or_default());
    finding.note("head", head.unwrap_or(&blob)).note("tail", tail.unwrap_or(&blob));
}

/// Notes that a thought is not what came. Where the record kept it, notes also the first byte that differs and what stands there on both sides.
pub(super) fn note_difference<'d>(facts: &Facts<'d>, fate: &Fate<'_, 'd>, side: Side, finding: &mut Finding<'d>) {
    finding.note("differs", side.name());
    let loose = side == Side::Handle && facts.profile.fits("vendor=google");
    if let Some(difference) = fate.sent.and_then(|sent| Difference::of(side, sent.value, fate.emitted, loose)) {
        finding.number("byte", difference.byte).note("emitted", &difference.emitted).note("sent", &difference.sent);
    }
}

/// Lists the entries of the latest answer: neighbours of one role are one message.
pub(super) fn latest_answer(facts: &Facts<'_>) -> Range<usize> {
    facts.runs().rfind(|run| run.is_answer()).map_or(0..0, |run| run.start..run.end())
}
