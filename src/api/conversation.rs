//! The conversation that a request goes on with.

use crate::audit::Conversation;
use crate::json::decimal;

/// Writes the id of a conversation and the numbers of the answers on its branch.
#[must_use]
pub fn write_conversation(conversation: &Conversation) -> String {
    let branch: Vec<String> = conversation.branch.iter().copied().map(decimal).collect();
    ["{\"id\":\"", &conversation.id.to_string(), "\",\"branch\":[", &branch.join(","), "]}"].concat()
}
