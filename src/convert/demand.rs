//! The messages in which a target asks for reasoning, by its contract.

use super::plan::open_round;
use crate::json::Value;
use crate::model::{ContentKind, Conversation, Speaker};

/// The messages in which a target asks for reasoning.
pub(super) struct Demand<'p> {
    word: &'p str,
    round: usize,
    last: Option<usize>,
}

impl<'p> Demand<'p> {
    /// Reads from a profile what the target asks for.
    pub(super) fn of(conversation: &Conversation<'_>, to: Value<'p>) -> Self {
        let messages = &conversation.messages;
        let is_on = conversation.settings.reasoning.on.is_none_or(|(on, _)| on);
        // The only condition of a table that a request between the wires can meet.
        let is_met = to.get("while").is_none_or(|query| query.fits("=")) || to.fits("while=tools.*") && !conversation.tools.is_empty();
        Self {
            word: if is_on && is_met { to.word("wants") } else { "" },
            round: open_round(conversation),
            last: messages.iter().rposition(|message| message.speaker != Speaker::Tool),
        }
    }

    /// True if the target asks for reasoning in the message of that number.
    pub(super) fn asks(&self, conversation: &Conversation<'_>, nth: usize) -> bool {
        let Some(message) = conversation.messages.get(nth).filter(|message| message.speaker == Speaker::Assistant) else { return false };
        let calls = message.contents.iter().any(|content| matches!(content.kind, ContentKind::Call(_)));
        match self.word {
            "calls" => calls,
            "round" => calls && nth >= self.round,
            "last" => calls && Some(nth) == self.last,
            "bare" => !calls && nth >= self.round,
            "all" => true,
            _ => false,
        }
    }
}
