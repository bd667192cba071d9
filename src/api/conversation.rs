//! The conversation that a request continues.

use super::records::{self, json_of};
use crate::audit::Conversation;

/// Writes the id of a conversation and the numbers of the answers on its branch.
#[must_use]
pub fn write_conversation(conversation: &Conversation) -> Vec<u8> {
    json_of(&records::Conversation { id: conversation.id.to_string(), branch: &conversation.branch })
}
