//! The parts that a provider's error is about.

use super::handle::JudgedPart;
use crate::audit::{Classified, Facts, classify};
use crate::json::{Span, Value};
use crate::model::Wire;
use crate::sessions::session::error_message;

/// An error of a provider.
pub struct Blame {
    classified: Option<Classified>,
    /// The provider's words.
    pub text: String,
    /// True if the caller gave it. Otherwise the file records it, and a part that it names may no longer be there.
    pub is_given: bool,
}

impl Blame {
    /// Reads an error.
    pub fn of(error: &[u8], wire: &Wire, is_given: bool) -> Self {
        let classified = classify(error, Some(wire));
        let text = classified.as_ref().map(|classified| classified.message.clone()).filter(|text| !text.is_empty());
        Self { classified, text: text.unwrap_or_else(|| error_message(error)), is_given }
    }

    /// The rule that it is about, if one is known.
    pub fn rule(&self) -> Option<&'static str> {
        Some(self.classified.as_ref()?.rule?.id)
    }

    /// Returns `true` if it is about the handles of thoughts.
    pub fn is_about_thoughts(&self) -> bool {
        self.is_about(&RULES)
    }

    /// Returns `true` if it is about one of these rules.
    pub fn is_about(&self, rules: &[&str]) -> bool {
        self.rule().is_some_and(|rule| rules.contains(&rule))
    }

    fn arg(&self, name: &str) -> Option<&str> {
        let args = &self.classified.as_ref()?.args;
        args.iter().find(|(known, text)| known == name && !text.is_empty()).map(|(_, text)| text.as_str())
    }
}

/// The rules that are about the handles of thoughts.
const RULES: [&str; 15] = [
    "invalid-thinking-signature",
    "thinking-without-signature",
    "changed-latest-thinking",
    "altered-thought-text",
    "altered-handle",
    "damaged-ciphertext",
    "stub-ciphertext",
    "masked-handle",
    "foreign-handle",
    "unknown-handle",
    "unreadable-thought",
    "misrouted-thought",
    "unstored-item",
    "foreign-thought-signature",
    "undecodable-thought-signature",
];

/// Returns the thoughts that an error names. `None` if it names none. The list is empty if the named one is not in the request: it was removed since.
pub fn blamed_parts(blame: &Blame, facts: &Facts<'_>, thoughts: &[JudgedPart<'_>]) -> Option<Vec<Span>> {
    let latest = facts.runs().rfind(|run| run.is_answer()).map_or(0, |run| run.start);
    if blame.is_about(&["changed-latest-thinking"]) {
        return Some(thoughts.iter().filter(|part| part.entry >= latest).map(|part| part.part.value.span()).collect());
    }
    if let Some(named_by) = NamedBy::read(blame) {
        let named = thoughts.iter().find(|part| named_by.fits(part.part.value, part.handle));
        let Some(named) = named else { return Some(Vec::new()) };
        // A ciphertext of the right form that OpenAI cannot decrypt is from another account, and so are the others: it would have refused earlier requests too.
        let is_account = facts.profile.word("vendor") == "openai";
        let is_meant = |part: &&JudgedPart<'_>| is_account && part.handle.is_some() || part.part.value == named.part.value;
        return Some(thoughts.iter().filter(is_meant).map(|part| part.part.value.span()).collect());
    }
    named_place(blame, facts).map(|span| span.into_iter().collect())
}

/// The words by which an error names a part.
enum NamedBy<'b> {
    Id(&'b str),
    /// The ends of a handle, as OpenAI shortens it: `gAAA...5pIq`.
    Ends(&'b str, &'b str),
}

impl<'b> NamedBy<'b> {
    fn read(blame: &'b Blame) -> Option<Self> {
        if let Some(id) = blame.arg("id") {
            return Some(NamedBy::Id(id));
        }
        if let Some((head, tail)) = blame.arg("head").zip(blame.arg("tail")) {
            return Some(NamedBy::Ends(head, tail));
        }
        blame.arg("handle")?.split_once('…').map(|(head, tail)| NamedBy::Ends(head, tail))
    }

    fn fits(&self, part: Value<'_>, handle: Option<Value<'_>>) -> bool {
        match *self {
            NamedBy::Id(id) => part.word("id") == id,
            NamedBy::Ends(head, tail) => handle.and_then(Value::text).is_some_and(|text| {
                let text = text.lossy();
                text.len() > head.len() + tail.len() && text.starts_with(head) && text.ends_with(tail)
            }),
        }
    }
}

/// Finds the block that an error of Anthropic or Google names. The client joins neighbours of one role, so their number is that of a run. `None` if the error
/// names no block.
fn named_place(blame: &Blame, facts: &Facts<'_>) -> Option<Option<Span>> {
    let mut steps = blame.classified.as_ref()?.pointer.as_deref()?.split('/').skip(1);
    let (_, message, _, block) = (steps.next()?, steps.next()?.parse().ok()?, steps.next()?, steps.next()?.parse().ok()?);
    let parts = facts.run(message).map(|run| run.entries.iter().flat_map(|entry| entry.parts).map(|part| part.value).collect::<Vec<_>>());
    Some(parts.and_then(|parts| parts.get::<usize>(block).map(|value| value.span())))
}
