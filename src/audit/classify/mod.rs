//! The way back: from what a provider answered to the rule that would have said so before.
//!
//! An error comes as a body, as the text that a client makes of it, or as the end of a stream, in as many wrappings as there are
//! gateways. Its sentences are [unwrapped](unwrap), held against what each rule's provider [says](crate::audit::Rule::upstream) and
//! against [other wordings](wordings), and their place is read.

mod pattern;
mod place;
mod unwrap;
mod wordings;

use std::cmp::Reverse;

use super::rule::Rule;
use super::rules;
use crate::model::Wire;
use pattern::{Fit, Holes, fit, plain};
use unwrap::unwrap;

/// What an error is about.
pub struct Classified {
    /// The rule that predicts it.
    pub rule: &'static Rule,
    /// Other rules that predict the same words, or predict a sentence that stands beside it.
    pub others: Vec<&'static Rule>,
    /// What the provider said, out of all wrappings.
    pub message: String,
    /// Where in the request it is, as a JSON pointer, if that was said.
    pub pointer: Option<String>,
    /// What was said of it, by name: as in the rule's sentence, and `id` for the first item or call that is named.
    pub args: Vec<(String, String)>,
    /// The status, if it was said.
    pub status: Option<u16>,
    /// The code or type of the error, if it was said.
    pub code: Option<String>,
}

/// Maps a provider's error to the rule that predicts it; nothing if it is about something else. The wire only decides between rules that
/// predict the same words, and whether a place can be one of the request.
#[must_use]
pub fn classify(error: &[u8], wire: Option<&Wire>) -> Option<Classified> {
    let told = unwrap(error);
    let mut found: Option<Classified> = None;
    for said in &told.said {
        let text = plain(&said.text);
        let matches = matches(&text, wire);
        let Some((best, rule, holes)) = matches.first() else { continue };
        let pointer = place::place(&text, said.at.as_deref(), wire);
        let found = found.get_or_insert_with(|| {
            let mut args = holes.clone();
            if let Some(id) = place::id(&text).filter(|_| holes.iter().all(|(name, _)| name != "id")) {
                args.push(("id".to_owned(), id.to_owned()));
            }
            Classified {
                rule,
                others: Vec::new(),
                message: String::new(),
                pointer: None,
                args,
                status: told.status,
                code: told.code.clone(),
            }
        });
        let is_inner = told.code.as_ref() != Some(&said.text) && !said.text.contains(&found.message);
        if is_inner || found.message.is_empty() {
            found.message = said.text.trim().to_owned();
        }
        found.pointer = found.pointer.take().or(pointer);
        for (fit, rule, _) in &matches {
            let is_new = found.rule.id != rule.id && found.others.iter().all(|other| other.id != rule.id);
            if fit.said == best.said && fit.whole >= best.whole && is_new {
                found.others.push(rule);
            }
        }
    }
    found
}

/// The rules that a sentence fits, the best first.
fn matches(text: &str, wire: Option<&Wire>) -> Vec<(Fit, &'static Rule, Holes)> {
    let mut found = Vec::new();
    for (nth, rule) in rules::all().enumerate() {
        let said = rule.upstream.iter().filter_map(|template| fit(template, text, false));
        let mut told = wordings::WORDINGS.iter().filter(|(_, id)| *id == rule.id).filter_map(|(head, _)| fit(head, text, true)).peekable();
        // Of rules that predict the same words, the one that the table names is meant first.
        let order = (!about(rule, wire), told.peek().is_none(), nth);
        if let Some((fit, holes)) = said.chain(told).max_by_key(|(fit, _)| *fit) {
            found.push((fit, order, rule, holes));
        }
    }
    found.sort_by_key(|(fit, order, ..)| (Reverse(fit.said), *order));
    found.into_iter().map(|(fit, _, rule, holes)| (fit, rule, holes)).collect()
}

/// Whether a rule is about a wire.
fn about(rule: &Rule, wire: Option<&Wire>) -> bool {
    let wires = rule.binds.split(' ').next().and_then(|condition| condition.strip_prefix("wire=")).unwrap_or_default();
    wire.is_some_and(|wire| wires.split('|').any(|name| name == wire.as_str()))
}
