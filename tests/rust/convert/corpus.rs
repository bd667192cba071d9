//! Every recorded request to every other wire.

use std::collections::BTreeMap;

use rethought::audit::{Options, Severity, audit};
use rethought::convert::{Conversion, Policy, convert, read, wires};
use rethought::json::{is_within, scan};
use rethought::model::{Speaker, Target, Wire};

use super::outline::{Line, outline};
use super::there::unlisted;
use super::true_plans::{untrue, untrue_with_a_ledger};
use crate::corpus::audits::target;
use crate::corpus::exchange::{FAMILIES, exchanges, is_skipped_without_corpus};

/// Where converted requests go.
pub const TARGETS: &[(Wire, &str, &str)] = &[
    (Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-opus-4-8"),
    (Wire::BEDROCK_CONVERSE, "bedrock-runtime.us-east-1.amazonaws.com", "anthropic.claude-opus-4-8"),
    (Wire::OPENAI_RESPONSES, "api.openai.com", "gpt-5.4"),
    (Wire::OPENAI_CHAT, "api.openai.com", "gpt-5.2"),
    (Wire::OPENAI_CHAT, "api.deepseek.com", "deepseek-v4-pro"),
    (Wire::GEMINI_GENERATE, "generativelanguage.googleapis.com", "gemini-3-pro-preview"),
    (Wire::GEMINI_INTERACTIONS, "generativelanguage.googleapis.com", "gemini-3-pro-preview"),
    (Wire::OPENROUTER_CHAT, "openrouter.ai", "anthropic/claude-opus-4.8"),
    (Wire::MISTRAL_CHAT, "api.mistral.ai", "mistral-large-latest"),
    (Wire::COHERE_CHAT, "api.cohere.com", "command-a-reasoning-08-2025"),
    (Wire::OLLAMA_CHAT, "localhost:11434", "qwen3"),
];

pub fn aim(wire: &Wire, host: &str, model: &str) -> Target {
    Target { host: Some(host.to_owned()), model: Some(model.to_owned()), ..Target::new(wire.clone()) }
}

#[test]
fn recorded_requests_convert_to_every_wire_and_back() {
    if is_skipped_without_corpus() {
        return;
    }
    let only = std::env::var("TO").ok();
    let from_only = std::env::var("FROM").ok();
    let goes = Sample::default();
    let mut wrong: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut count = 0;
    for (family, wire) in FAMILIES {
        if !wires().any(|one| one == wire) || from_only.as_deref().is_some_and(|name| name != wire.as_str()) {
            continue;
        }
        for exchange in exchanges(family).iter().filter(|exchange| exchange.speaks(family, wire)) {
            let Some(request) = exchange.request.as_deref().filter(|_| exchange.meta["outcome"] == "accepted") else { continue };
            let Ok(document) = scan(request.as_bytes()) else { continue };
            if document.root().get("b64").is_some()
                || document.root().fits("previous_response_id:s,previous_interaction_id:s,thread,conversation")
            {
                continue;
            }
            let from = target(exchange, wire);
            for (to_wire, host, model) in TARGETS {
                let is_wanted = only.as_deref().is_none_or(|name| name == to_wire.as_str()) && goes.on();
                if to_wire == wire || !wires().any(|one| one == to_wire) || !is_wanted {
                    continue;
                }
                count += 1;
                let to = aim(to_wire, host, model);
                let label = format!("{wire} -> {to_wire}");
                let mut found = match convert(&document, &from, &to, &Policy::default(), &Options::default()) {
                    Err(error) => vec![format!("error {error}")],
                    Ok(conversion) => {
                        let mut found = faults(&document, &from, &to, &conversion);
                        found.extend(unlisted(&conversion));
                        found.extend(untrue(&document, &from, &to, &conversion));
                        found
                    }
                };
                found.extend(untrue_with_a_ledger(request, &from, &to));
                for fault in found {
                    wrong.entry(format!("{label}: {fault}")).or_default().push(exchange.id.clone());
                }
            }
        }
    }
    println!("{count} conversions");
    for (fault, ids) in &wrong {
        println!("{:5} {fault}  e.g. {}", ids.len(), ids[0]);
    }
    assert!(wrong.is_empty(), "{} kinds of faults", wrong.len());
}

/// One in seven pairs of what was recorded and where it goes, each of both in its turn; all of them if `FROM`, `TO` or `RETHOUGHT_CONVERSIONS` is set.
#[derive(Default)]
pub struct Sample {
    asked: std::cell::Cell<usize>,
}

impl Sample {
    /// True if the next pair is one of them.
    pub fn on(&self) -> bool {
        self.asked.set(self.asked.get() + 1);
        let is_set = |name: &&str| std::env::var_os(name).is_some();
        self.asked.get().is_multiple_of(7) || ["FROM", "TO", "RETHOUGHT_CONVERSIONS"].iter().any(is_set)
    }
}

/// The faults of a conversion: findings of a refusal, and what is neither there nor told.
pub fn faults(source: &rethought::json::Document<'_>, from: &Target, to: &Target, conversion: &Conversion) -> Vec<String> {
    let mut faults = Vec::new();
    let written = match scan(&conversion.request) {
        Ok(written) => written,
        Err(error) => return vec![format!("no JSON: {error}")],
    };
    let before = read(source, from).unwrap();
    // A history that ends on an answer is not a request yet.
    let is_history = before.messages.last().is_some_and(|last| last.speaker == Speaker::Assistant);
    let rejects = audit(&written, to, &Options::default(), |_, report| {
        let is_ending = |rule: &str| is_history && ["unsupported-prefill", "assistant-speaks-last", "trailing-model-turn"].contains(&rule);
        let rejects = report.findings.iter().filter(|finding| finding.severity == Severity::Reject && !is_ending(finding.rule.id));
        rejects.map(|finding| finding.rule.id.to_owned()).collect::<Vec<_>>()
    });
    faults.extend(rejects.unwrap().into_iter().map(|rule| format!("audit {rule}")));
    let there = match read(&written, to) {
        Ok(there) => outline(&there, &written),
        Err(error) => return vec![format!("cannot be read again: {error}")],
    };
    faults.extend(untold(source, from, conversion, &there).iter().map(missing));
    faults
}

/// Everything of the source that is not among some lines, and that neither the plan nor a note tells.
pub fn untold(source: &rethought::json::Document<'_>, from: &Target, conversion: &Conversion, there: &[Line]) -> Vec<Line> {
    let before = read(source, from).unwrap();
    let mut faults = Vec::new();
    let told = |pointer: &str| {
        conversion.notes.iter().flat_map(|note| note.pointers()).any(|place| is_within(place, pointer) || is_within(pointer, place))
    };
    let planned = |pointer: &str| conversion.plan.thoughts.iter().any(|thought| thought.pointer == pointer);
    let mut left: Vec<_> = there.iter().map(|line| line.text.as_str()).collect();
    for line in outline(&before, source) {
        match left.iter().position(|text| *text == line.text) {
            Some(nth) => drop(left.remove(nth)),
            None if line.is_thought && planned(&line.pointer) => {}
            None if told(&line.pointer) => {}
            None if says_nothing(&line.text, !before.tools.is_empty()) => {}
            None => faults.push(line),
        }
    }
    faults
}

/// True if a setting says what holds where it is not set. Nothing is told of it.
fn says_nothing(text: &str, has_tools: bool) -> bool {
    let defaults = [
        "n 1",
        "stream false",
        "store false",
        "parallel true",
        "tool choice Auto",
        "logprobs false",
        "top_logprobs 0",
        "verbosity \"medium\"",
        "service_tier \"auto\"",
        "service_tier \"default\"",
        "presence_penalty 0",
        "frequency_penalty 0",
        "top_p 1",
        "metadata {}",
        "stop []",
    ];
    let without_tools = ["parallel false", "tool choice None"];
    defaults.contains(&text) || !has_tools && without_tools.contains(&text)
}

/// A fault for something that is missing, by its first words.
pub fn missing(line: &Line) -> String {
    format!("missing: {}", line.text.split(' ').take(2).collect::<Vec<_>>().join(" "))
}
