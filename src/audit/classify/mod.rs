//! The way back: from what a provider answered to the rule that would have said so before.
//!
//! An error comes as a body, as the text that a client makes of it, or as the end of a stream, in as many wrappings as there are
//! gateways. Its sentences are [unwrapped](unwrap), held against what each rule's provider [says](crate::audit::Rule::upstream) and
//! against [other wordings](wordings), and their place is read.

mod pattern;
mod place;
mod unwrap;
mod wordings;

use std::borrow::Cow;

use super::rule::Rule;
use super::rules;
use crate::json::{find_bytes, lossy};
use crate::model::Wire;
use pattern::{Fit, Holes, fit, plain};
use unwrap::unwrap;

/// The words of a provider whose rule is broken.
pub struct Wording<'s> {
    /// The rule.
    pub rule: &'static Rule,
    /// The words, with holes in braces.
    pub text: Cow<'s, str>,
    /// True if it is only the head of a sentence, or a wording of others: it may be short, and stand anywhere.
    pub is_head: bool,
}

/// All that the rules know.
fn sentences() -> Vec<Wording<'static>> {
    let of_rule = |rule: &'static Rule| {
        let said = rule.upstream.iter().map(|sentence| (sentence.text, false)).chain(heads(rule).map(|head| (head, true)));
        said.map(move |(text, is_head)| Wording { rule, text: Cow::Borrowed(text), is_head })
    };
    rules::all().flat_map(of_rule).collect()
}

/// Lists the other wordings that are known for a rule.
pub(crate) fn heads(rule: &'static Rule) -> impl Iterator<Item = &'static str> {
    wordings::WORDINGS.iter().filter(|(_, id)| *id == rule.id).map(|(head, _)| *head)
}

/// An error, classified.
pub struct Classified {
    /// The rule that predicts it.
    pub rule: &'static Rule,
    /// Other rules that predict the same words, or predict a sentence that stands beside it.
    pub others: Vec<&'static Rule>,
    /// The provider's message, out of all wrappings.
    pub message: String,
    /// Where in the request it is, as a JSON pointer, if that was said.
    pub pointer: Option<String>,
    /// The arguments of the message by name: those of the rule's sentence, and `id` for the first item or call that is named.
    pub args: Vec<(String, String)>,
    /// The status, if it was said.
    pub status: Option<u16>,
    /// The code or type of the error, if it was said.
    pub code: Option<String>,
}

impl Classified {
    /// Takes another rule, once.
    #[inline(never)]
    fn also(&mut self, rule: &'static Rule) {
        if self.rule != rule && !self.others.contains(&rule) {
            self.others.push(rule);
        }
    }
}

/// Maps a provider's error to the rule that predicts it; nothing if it is about something else. The wire only decides between rules that
/// predict the same words, and whether a place can be one of the request.
#[must_use]
pub fn classify(error: &[u8], wire: Option<&Wire>) -> Option<Classified> {
    classify_by(error, wire, &sentences())
}

/// The same by sentences that the caller brings: those of a rule one after the other, its heads last.
#[must_use]
pub fn classify_by(error: &[u8], wire: Option<&Wire>, sentences: &[Wording<'_>]) -> Option<Classified> {
    let error = unwrap(error);
    let patterns: Vec<Pattern> =
        sentences.iter().map(|one| Pattern { rule: one.rule, text: plain(&one.text), is_head: one.is_head }).collect();
    let mut found: Option<Classified> = None;
    for said in &error.messages {
        let text = plain(&said.text);
        let Some(Match { rule, holes, others }) = matching(text.as_bytes(), wire, &patterns) else { continue };
        let pointer = place::place(&text, said.at.as_deref(), wire);
        let found = found.get_or_insert_with(|| {
            let mut args: Vec<(String, String)> = holes.iter().map(|(name, value)| ((*name).to_owned(), lossy(value))).collect();
            if let Some(id) = place::id(&text).filter(|_| args.iter().all(|(name, _)| name != "id")) {
                args.push(("id".to_owned(), id.to_owned()));
            }
            Classified {
                rule,
                others: Vec::new(),
                message: String::new(),
                pointer: None,
                args,
                status: error.status,
                code: error.code.clone(),
            }
        });
        let is_inner = error.code.as_ref() != Some(&said.text) && find_bytes(said.text.as_bytes(), found.message.as_bytes()).is_none();
        if is_inner || found.message.is_empty() {
            found.message = said.text.trim().to_owned();
        }
        found.pointer = found.pointer.take().or(pointer);
        found.also(rule);
        for (_, rule) in others {
            found.also(rule);
        }
    }
    found
}

/// A sentence in [plain] words.
struct Pattern {
    rule: &'static Rule,
    text: String,
    is_head: bool,
}

/// The rule that a sentence fits best, what stands in its holes, and the rules that it fits as well.
struct Match<'t> {
    rule: &'static Rule,
    holes: Holes<'t>,
    others: Vec<(Fit, &'static Rule)>,
}

fn matching<'t>(text: &'t [u8], wire: Option<&Wire>, patterns: &'t [Pattern]) -> Option<Match<'t>> {
    let (mut found, mut first, mut top) = (Vec::new(), None, (0, false, false));
    for of_rule in patterns.chunk_by(|one, other| one.rule == other.rule) {
        let (mut best, mut is_named) = (None, false);
        for pattern in of_rule {
            is_named |= better(&mut best, fit(&pattern.text, text, pattern.is_head)) && pattern.is_head;
        }
        let (Some((fit, holes)), Some(&Pattern { rule, .. })) = (best, of_rule.first()) else { continue };
        found.push((fit, rule));
        // Several rules may predict the same words. One of that wire comes first, then the one that the table names.
        let rank = (fit.weight, wire.is_some_and(|wire| rule.is_of(wire)), is_named);
        if rank > top {
            (top, first) = (rank, Some((fit, rule, holes)));
        }
    }
    let (best, rule, holes) = first?;
    found.retain(|(fit, _)| fit.weight == best.weight && fit.whole >= best.whole);
    Some(Match { rule, holes, others: found })
}

/// Keeps the better of two; says whether there was another at all.
#[inline(never)]
fn better<'t>(best: &mut Option<(Fit, Holes<'t>)>, other: Option<(Fit, Holes<'t>)>) -> bool {
    let is_there = other.is_some();
    if other.as_ref().is_some_and(|(other, _)| best.as_ref().is_none_or(|(best, _)| other >= best)) {
        *best = other;
    }
    is_there
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn every_wording_is_of_a_rule() {
        let lost = wordings::WORDINGS.iter().filter(|(_, id)| rules::all().all(|rule| rule.id != *id)).count();
        assert_eq!(lost, 0);
    }

    // In wasm the sentences come from the package.
    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn what_was_said_is_given_out_of_its_wrapping() {
        let error = br#"litellm.BadRequestError: AnthropicException - {"type":"error","error":{"type":"invalid_request_error","message":"messages.1.content.0.thinking.signature: Field required"}}. Received Model Group=x"#;
        let found = classify(error, None).unwrap();
        assert_eq!(found.rule.id, "thinking-without-signature");
        assert_eq!(found.message, "messages.1.content.0.thinking.signature: Field required");
        assert_eq!(found.pointer.as_deref(), Some("/messages/1/content/0/signature"));
        assert_eq!((found.status, found.code.as_deref()), (None, Some("invalid_request_error")));
    }
}
