//! Detects a request that is not in a format of its target. The rules of the target then report nothing.

use super::facts::RequestFacts;
use crate::json::{Kind, Value};
use crate::wires::{EntryShape, list_names};

impl RequestFacts<'_> {
    /// Returns the reason why the request is not in a format of its target: the host accepts other wires, or the request has members of another wire.
    #[must_use]
    pub fn mismatch(&self) -> Option<String> {
        if self.profile.fits("other_wire=true") {
            return Some(format!("{} is not known to accept `{}` requests", self.profile.word("host"), self.wire));
        }
        if let Some(other) = self.other_list() {
            return Some(format!("the request has `{other}`, and `{}` requests have `{}`", self.wire, self.described.list));
        }
        // Gateways and self-hosted servers accept members of several wires.
        if !self.profile.fits("listed=true vendor !gateway") {
            return None;
        }
        let other = MEMBERS_OF_OTHERS.iter().find(|(shape, query, _)| *shape == self.described.entries && self.body.fits(query))?;
        Some(format!("the request has {}, and `{}` requests have none", other.2, self.wire))
    }

    /// Returns the name of another wire's message list, if the request has that list and not the one of its wire.
    fn other_list(&self) -> Option<&'static str> {
        let is_list = |name: &&&str| self.body.get(name).map(Value::kind) == Some(Kind::Array);
        let own = self.described.list;
        list_names().iter().filter(|name| **name != own).find(is_list).copied().filter(|_| self.body.get(own).is_none())
    }
}

/// Members that requests of such a shape never have, as a query and in words. Both shapes name their list `messages`, so the list does not distinguish them.
/// Only members beside the messages are checked: checking each message would take longer with each turn.
const MEMBERS_OF_OTHERS: [(EntryShape, &str, &str); 5] = [
    (EntryShape::Chat, "anthropic_version", "`anthropic_version`"),
    (EntryShape::Chat, "tools.*.input_schema", "a tool with `input_schema`"),
    (EntryShape::Chat, "system", "`system`"),
    (EntryShape::Blocks, "tools.*.function", "a tool with `function`"),
    (EntryShape::Blocks, "max_completion_tokens", "`max_completion_tokens`"),
];
