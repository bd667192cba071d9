//! What a vendor answers to a recorded thought that is not as it was, and the arguments of those sentences.

use std::ops::Range;

use super::sent_parts::handle_of;
use crate::audit::ledger_match::{Difference, Fate, SentPart, Side};
use crate::audit::{Facts, Finding};
use crate::json::Value;

/// What Anthropic says of a block that it did not sign, of one that is redacted, and, up to 4.6, of one without a text.
pub(super) const SIGNATURE: &str = "messages.{0}.content.{1}: Invalid `signature` in `thinking` block";
pub(super) const MODIFIED: &str = "messages.{0}.content.{1}: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.";
pub(super) const EMPTY: &str = "messages.{0}.content.{1}.thinking: each thinking block must contain thinking";

/// Which of these three it says.
pub(super) fn claude_says(facts: &Facts<'_>, sent: &SentPart<'_>) -> usize {
    match () {
        () if sent.value.fits("type=redacted_thinking|reasoning.encrypted,reasoningContent.redactedContent") => {
            usize::from(latest_answer(facts).contains(&sent.entry))
        }
        () if facts.profile.fits("display=summarized") && sent.value.fits("thinking=,text=,reasoningContent.reasoningText.text=") => 2,
        () => 0,
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
