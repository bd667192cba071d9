//! Finds the rule that predicts a provider's error.
//!
//! An error comes as a body, as the text that a client makes of it, or as the end of a stream, in as many wrappings as there are
//! gateways. Its sentences are [unwrapped](unwrap), held against what each rule's provider [says](crate::audit::Rule::upstream) and
//! against [other wordings](wordings), and their place is read. A [code](codes) that a provider promises to keep is reported with its
//! meaning, also if no rule predicts it.
//!
//! Rules that predict the same words are ordered by how likely each is:
//!
//! 1. one that predicts more of the words comes before one that predicts fewer;
//! 2. one that the table of wordings names for these words comes before one that it does not, in the order of the table, whose author has read the reports;
//! 3. one that says the request is refused comes before one that says reasoning is lost;
//! 4. the surer evidence comes first: observed, documented, reported, inferred;
//! 5. else the order of the catalogue decides.
//!
//! Rules of an inner sentence come after those of the sentences around it. A rule of another wire than the one given is never named.

mod codes;
mod pattern;
mod place;
mod plain;
mod reader;
mod unwrap;
mod vague;
mod wordings;

use std::cmp::Reverse;
use std::sync::LazyLock;

use super::rule::Rule;
use super::rules;
use crate::json::{find_bytes, lossy};
use crate::model::Wire;
use crate::wires::description;
use pattern::{Fit, Grams, Holes, Template, Words, find};
use plain::plain;
use unwrap::unwrap;
use vague::{PARAMETERS, VALUES};

/// The words of a provider whose rule is broken.
struct Wording {
    rule: &'static Rule,
    /// The words, with holes in braces.
    text: &'static str,
    /// The number of rules that the table of wordings names before this one; nothing for a rule's own sentence. Words of the table may be short, and
    /// may have any place.
    rank: Option<usize>,
}

/// All wordings of the rules.
fn sentences() -> Vec<Wording> {
    let of_rule = |rule: &'static Rule| {
        let own = rule.upstream.iter().map(|sentence| (sentence.text, None));
        let said = own.chain(heads(rule).map(|(head, rank)| (head, Some(rank))));
        said.map(move |(text, rank)| Wording { rule, text, rank })
    };
    rules::all().flat_map(of_rule).collect()
}

/// Lists the other wordings that are known for a rule, each with the number of rules that are likelier.
fn heads(rule: &'static Rule) -> impl Iterator<Item = (&'static str, usize)> {
    wordings::WORDINGS.iter().filter_map(|(head, ids)| Some((*head, ids.iter().position(|id| *id == rule.id)?)))
}

/// An error, classified.
pub struct Classified {
    /// The rule that predicts it. Nothing if no rule does, and a code says what it is.
    pub rule: Option<&'static Rule>,
    /// Other rules that predict the same words, or predict a sentence beside it, the likeliest first.
    pub others: Vec<&'static Rule>,
    /// The provider's message, out of all wrappings.
    pub message: String,
    /// Where in the request it is, as a JSON pointer, if that was said.
    pub pointer: Option<String>,
    /// The arguments of the message by name: those of the rule's sentence, and `id` for the first item or call that is named.
    pub args: Vec<(String, String)>,
    /// The status, if it was said.
    pub status: Option<u16>,
    /// The code or type of the error, if it was said: the most stable one that the provider gives.
    pub code: Option<String>,
    /// The meaning of the code, if it is one that the provider promises to keep.
    pub meaning: Option<&'static str>,
}

impl Classified {
    /// Adds another rule, once.
    #[inline(never)]
    fn also(&mut self, rule: &'static Rule) {
        if self.rule != Some(rule) && !self.others.contains(&rule) {
            self.others.push(rule);
        }
    }
}

/// Maps a provider's error to the rule that predicts it; nothing if no rule is known. Only rules of the wire are named, if one is given
/// that is known here, and only places that a request of that wire can have.
#[must_use]
pub fn classify(error: &[u8], wire: Option<&Wire>) -> Option<Classified> {
    static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| sentences().iter().map(Pattern::new).collect());
    classify_as(error, wire, &PATTERNS)
}

/// Returns `true` if a rule may be named: if it is one of the wire, or no wire is given that is known here.
fn is_allowed(rule: &Rule, wire: Option<&Wire>) -> bool {
    wire.is_none_or(|wire| !wire.is_known() || rule.is_of(wire))
}

fn classify_as(error: &[u8], wire: Option<&Wire>, patterns: &[Pattern]) -> Option<Classified> {
    let error = unwrap(error);
    let by_rule = patterns.chunk_by(|one, other| one.rule == other.rule);
    let by_rule: Vec<&[Pattern]> = by_rule.filter(|of_rule| of_rule.first().is_some_and(|one| is_allowed(one.rule, wire))).collect();
    let mut found: Option<(Classified, Fit, String)> = None;
    for said in &error.messages {
        let text = plain(&said.text);
        let grams = Grams::new(text.as_bytes());
        // Words that list values alone leave open what they are about, and the parameter beside them decides.
        // Cerebras writes the kind of the error instead of a parameter.
        let is_name =
            |parameter: &&str| parameter.starts_with(|first: char| first.is_ascii_alphabetic()) && *parameter != "validation_error";
        let parameter = said.at.as_deref().filter(is_name).filter(|_| VALUES.iter().any(|words| find(text.as_bytes(), words).is_some()));
        let of_parameter: Vec<&[Pattern]> = match parameter {
            Some(parameter) => by_rule.iter().copied().filter(|of_rule| of_rule.iter().all(|one| is_about(one.rule, parameter))).collect(),
            None => by_rule.clone(),
        };
        let Some(Match { fit, holes, rules }) = matching(Words::new(text.as_bytes(), &grams), &of_parameter) else { continue };
        let pointer = place::place(&text, said.at.as_deref(), wire);
        let (classified, known, known_text) = found.get_or_insert_with(|| (Classified::of(&error), fit, String::new()));
        // The same sentence may be cut off in one place and whole in another.
        let is_fuller = fit.weight > known.weight && (!known.whole || find(text.as_bytes(), known_text.trim()).is_some());
        if known_text.is_empty() || is_fuller {
            classified.args = arguments(&holes, &text);
            let before = classified.rule.take();
            classified.rule = rules.first().copied();
            let others = std::mem::take(&mut classified.others);
            before.into_iter().chain(others).for_each(|rule| classified.also(rule));
            (*known, *known_text) = (fit, text);
        }
        let is_inner =
            classified.code.as_ref() != Some(&said.text) && find_bytes(said.text.as_bytes(), classified.message.as_bytes()).is_none();
        if is_inner || is_fuller || classified.message.is_empty() {
            classified.message = said.text.trim().to_owned();
        }
        classified.pointer = classified.pointer.take().or(pointer);
        rules.into_iter().for_each(|rule| classified.also(rule));
    }
    found.map(|(classified, ..)| classified).or_else(|| by_code(&error, wire))
}

/// Classifies an error by its code alone.
fn by_code(error: &unwrap::Unwrapped, wire: Option<&Wire>) -> Option<Classified> {
    let classified = Classified::of(error);
    let message = error.messages.iter().rev().find(|said| Some(&said.text) != error.code.as_ref()).map(|said| said.text.trim().to_owned());
    let is_said = classified.meaning.is_some() && wire.is_none_or(|wire| !wire.is_known() || description(wire).behaviour.codes_name_faults);
    is_said.then(|| Classified { message: message.or_else(|| error.code.clone()).unwrap_or_default(), ..classified })
}

impl Classified {
    /// An error whose wrappings are read, and nothing else.
    fn of(error: &unwrap::Unwrapped) -> Self {
        let named = || error.messages.iter().find_map(|said| codes::code_in(&plain(&said.text)));
        let code = error.code.as_deref().filter(|code| codes::meaning(code).is_some()).or_else(named).or(error.code.as_deref());
        Self {
            rule: None,
            others: Vec::new(),
            message: String::new(),
            pointer: None,
            args: Vec::new(),
            status: error.status,
            code: code.map(str::to_owned),
            meaning: code.and_then(codes::meaning),
        }
    }
}

/// Returns `true` if a rule may be about a parameter.
fn is_about(rule: &Rule, parameter: &str) -> bool {
    let name = parameter.rsplit('.').next().unwrap_or(parameter);
    PARAMETERS.iter().find(|(id, _)| *id == rule.id).is_none_or(|(_, names)| names.contains(&name))
}

/// The arguments of a sentence, and the first id that it names.
fn arguments(holes: &Holes<'_>, text: &str) -> Vec<(String, String)> {
    let mut args: Vec<(String, String)> = holes.iter().map(|(name, value)| ((*name).to_owned(), lossy(value))).collect();
    if let Some(id) = place::id(text)
        && args.iter().all(|(name, _)| name != "id")
    {
        args.push(("id".to_owned(), id.to_owned()));
    }
    args
}

/// A sentence in [plain] words.
struct Pattern {
    rule: &'static Rule,
    template: Template,
    rank: Option<usize>,
}

impl Pattern {
    fn new(wording: &Wording) -> Self {
        Self { rule: wording.rule, template: Template::new(wording.text, wording.rank.is_some()), rank: wording.rank }
    }
}

/// How a sentence fits best, the texts in its holes, and the rules that it fits so well, the likeliest first.
struct Match<'t> {
    fit: Fit,
    holes: Holes<'t>,
    rules: Vec<&'static Rule>,
}

fn matching<'t>(words: Words<'t>, by_rule: &[&'t [Pattern]]) -> Option<Match<'t>> {
    let mut found: Vec<(Fit, usize, &'static Rule, Holes<'t>)> = Vec::new();
    for of_rule in by_rule {
        let mut rank = UNRANKED;
        let fits = of_rule.iter().filter_map(|one| {
            let (fit, holes) = one.template.fit(words)?;
            rank = rank.min(one.rank.unwrap_or(UNRANKED));
            Some((fit, one.rule, holes))
        });
        let best = fits.max_by_key(|(fit, ..)| *fit);
        found.extend(best.map(|(fit, rule, holes)| (fit, rank, rule, holes)));
    }
    let best = found.iter().map(|(fit, ..)| *fit).max()?;
    found.retain(|(fit, ..)| *fit == best);
    // What compares equal keeps its order: that of the catalogue decides in the end.
    found.sort_by_key(|(_, rank, rule, _)| (*rank, Reverse(rule.severity), Reverse(rule.evidence)));
    let rules = found.iter().map(|(_, _, rule, _)| *rule).collect();
    Some(Match { fit: best, holes: found.into_iter().next()?.3, rules })
}

/// The rank of a rule that the table of wordings does not name.
const UNRANKED: usize = usize::MAX;

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn every_wording_is_of_a_rule() {
        let ids = wordings::WORDINGS.iter().flat_map(|(_, ids)| ids.iter());
        let lost: Vec<_> = ids.filter(|id| rules::all().all(|rule| rule.id != **id)).collect();
        assert!(lost.is_empty(), "{lost:?}");
    }

    // In wasm the sentences come from the package.
    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn what_was_said_is_given_out_of_its_wrapping() {
        let error = br#"litellm.BadRequestError: AnthropicException - {"type":"error","error":{"type":"invalid_request_error","message":"messages.1.content.0.thinking.signature: Field required"}}. Received Model Group=x"#;
        let found = classify(error, None).unwrap();
        assert_eq!(found.rule.unwrap().id, "thinking-without-signature");
        assert_eq!(found.message, "messages.1.content.0.thinking.signature: Field required");
        assert_eq!(found.pointer.as_deref(), Some("/messages/1/content/0/signature"));
        assert_eq!((found.status, found.code.as_deref()), (None, Some("invalid_request_error")));
    }
}
