//! The thoughts that a provider's error is about.

use super::handle::JudgedPart;
use crate::audit::{Classified, Facts, classify};
use crate::json::{Span, Value};
use crate::model::Wire;

/// An error of a provider.
pub struct Blame {
    pub classified: Classified,
}

impl Blame {
    /// Reads an error. `None` if it is not about reasoning.
    pub fn of(error: &[u8], wire: &Wire) -> Option<Self> {
        let classified = classify(error, Some(wire))?;
        classified.rule.is_some_and(|rule| RULES.contains(&rule.id)).then_some(Self { classified })
    }

    fn is_about(&self, rules: &[&str]) -> bool {
        self.classified.rule.is_some_and(|rule| rules.contains(&rule.id))
    }

    fn arg(&self, name: &str) -> Option<&str> {
        self.classified.args.iter().find(|(known, text)| known == name && !text.is_empty()).map(|(_, text)| text.as_str())
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

/// Returns the thoughts that an error names. If it names none that is here, it is about all of them.
pub fn blamed_parts(blame: &Blame, facts: &Facts<'_>, thoughts: &[JudgedPart<'_>]) -> Vec<Span> {
    let latest = facts.runs().rfind(|run| run.is_answer()).map_or(0, |run| run.start);
    if blame.is_about(&["changed-latest-thinking"]) {
        return thoughts.iter().filter(|part| part.entry >= latest).map(|part| part.part.value.span()).collect();
    }
    let all = || thoughts.iter().filter(|part| part.handle.is_some()).map(|part| part.part.value.span()).collect();
    // A ciphertext of the right form that OpenAI cannot decrypt is from another account, and so are the others: it would have refused earlier requests too.
    if facts.profile.word("vendor") == "openai"
        && named_item(blame, thoughts).is_none_or(|part| part.state.is_dead() || part.handle.is_some())
    {
        return all();
    }
    named_place(blame, facts).or_else(|| named_item(blame, thoughts).map(|part| part.part.value.span())).map_or_else(all, |span| vec![span])
}

fn named_item<'t, 'd>(blame: &Blame, thoughts: &'t [JudgedPart<'d>]) -> Option<&'t JudgedPart<'d>> {
    let id = blame.arg("id")?;
    thoughts.iter().find(|part| part.part.value.word("id") == id)
}

/// Finds the block that an error of Anthropic names. The client joins neighbours of one role, so their number is that of a run.
fn named_place(blame: &Blame, facts: &Facts<'_>) -> Option<Span> {
    let mut steps = blame.classified.pointer.as_deref()?.split('/').skip(1);
    let (_, message, _, block) = (steps.next()?, steps.next()?.parse().ok()?, steps.next()?, steps.next()?.parse().ok()?);
    let run = facts.run(message)?;
    let parts: Vec<Value<'_>> = run.entries.iter().flat_map(|entry| entry.parts).map(|part| part.value).collect();
    parts.get::<usize>(block).map(|value| value.span())
}
