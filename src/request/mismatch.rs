//! Detects a request that is not in a format of its target. The rules of the target then report nothing.

use super::facts::RequestFacts;
use crate::json::{Kind, Value};
use crate::wires::{EntryShape, list_names};

impl RequestFacts<'_> {
    /// Returns the reason why the request is not in a format of its target: it is no request, the host accepts other wires or models, or the request has
    /// members of another wire.
    #[must_use]
    pub fn mismatch(&self) -> Option<String> {
        if self.body.kind() != Kind::Object {
            return Some(format!("the request must be an object with a `{}` list (got {})", self.described.list, in_words(self.body)));
        }
        if self.profile.fits("other_wire=true") {
            return Some(format!("{} is not known to accept `{}` requests", self.profile.word("host"), self.wire));
        }
        if let Some(other) = self.other_list() {
            return Some(format!("the request has `{other}`, and `{}` requests have `{}`", self.wire, self.described.list));
        }
        if let Some(reason) = self.missing_list() {
            return Some(reason);
        }
        // Gateways and self-hosted servers accept members of several wires.
        if !self.profile.fits("listed=true vendor !gateway") {
            return None;
        }
        if let Some(other) = MEMBERS_OF_OTHERS.iter().find(|(shape, query, _)| *shape == self.described.entries && self.body.fits(query)) {
            return Some(format!("the request has {}, and `{}` requests have none", other.2, self.wire));
        }
        let [model, maker, host] = ["model", "maker", "host"].map(|name| self.profile.word(name));
        self.profile.fits("serves_model=false").then(|| format!("`{model}` is a model of {maker}, and {host} does not serve it"))
    }

    /// Returns what is wrong with the message list, if the wire requires one of this request.
    fn missing_list(&self) -> Option<String> {
        let name = self.described.list;
        let given = self.body.get(name);
        let may_lack = || self.described.behaviour.without_list.is_some_and(|query| self.body.fits(query));
        if given.is_some_and(|list| list.kind() == Kind::Array) || may_lack() {
            return None;
        }
        Some(match given {
            Some(other) => format!("`{name}` must be a list (got {})", in_words(other)),
            None => format!("the request has no `{name}` list"),
        })
    }

    /// Returns the name of another wire's message list, if the request has that list and not the one of its wire.
    fn other_list(&self) -> Option<&'static str> {
        let is_list = |name: &&&str| self.body.get(name).map(Value::kind) == Some(Kind::Array);
        let own = self.described.list;
        list_names().iter().filter(|name| **name != own).find(is_list).copied().filter(|_| self.body.get(own).is_none())
    }
}

/// Returns the kind of a value, as sentences name it.
fn in_words(value: Value<'_>) -> String {
    match value.kind() {
        Kind::Null => "null".to_owned(),
        Kind::Array => "an array".to_owned(),
        Kind::Object => "an object".to_owned(),
        kind => format!("a {}", kind.name()),
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
