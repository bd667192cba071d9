//! The audit over requests whose answer is recorded.

use std::collections::BTreeMap;

use rethought::audit::{Needs, Options, Severity, audit, rules};
use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::ledger::fates::State;
use rethought::model::{Target, Wire};

use super::exchange::{Exchange, FAMILIES, Response, exchanges, is_skipped_without_corpus};

/// Findings: the rule, how grave, where, in which words of the provider.
pub type Findings = Vec<(&'static str, Severity, String, Option<String>)>;

/// Where a recorded request went.
pub fn target(exchange: &Exchange, wire: &Wire) -> Target {
    let said = |name: &str| exchange.meta[name].as_str().filter(|text| !text.is_empty()).map(str::to_owned);
    Target { host: said("host"), model: said("model"), url: said("url"), ..Target::new(wire.clone()) }
}

fn findings_of(exchange: &Exchange, wire: &Wire, options: &Options<'_>) -> Option<Findings> {
    let request = exchange.request.as_deref()?;
    let document = scan(request.as_bytes()).ok()?;
    audit(&document, &target(exchange, wire), options, |_, report| {
        let found = report.findings.iter().map(|finding| {
            let pointer = document.place(finding.place).pointer;
            let says = finding.upstream(&pointer);
            (finding.rule.id, finding.severity, pointer, says)
        });
        found.collect()
    })
    .ok()
}

fn each_request(mut check: impl FnMut(&str, &Exchange, Findings)) -> usize {
    let mut count = 0;
    for (family, wire) in FAMILIES {
        for exchange in exchanges(family).iter().filter(|exchange| exchange.speaks(family, wire)) {
            if let Some(findings) = findings_of(exchange, wire, &Options::default()) {
                count += 1;
                check(family, exchange, findings);
            }
        }
    }
    count
}

#[test]
fn audit_of_accepted_requests_says_nothing_of_a_refusal() {
    if is_skipped_without_corpus() {
        return;
    }
    let mut wrong: BTreeMap<(&str, String), Vec<String>> = BTreeMap::new();
    let mut others: BTreeMap<&str, usize> = BTreeMap::new();
    let count = each_request(|family, exchange, findings| {
        if exchange.meta["outcome"] != "accepted" {
            return;
        }
        for (rule, severity, pointer, _) in findings {
            if severity == Severity::Reject {
                wrong.entry((rule, family.to_owned())).or_default().push(format!("{} {pointer}", exchange.id));
            } else {
                *others.entry(rule).or_default() += 1;
            }
        }
    });
    println!("{count} requests; findings below a refusal on accepted ones: {others:?}");
    for ((rule, family), places) in &wrong {
        println!("{rule} on {family}: {} times, first {:?}", places.len(), &places[..places.len().min(3)]);
    }
    assert!(wrong.is_empty());
}

#[test]
fn audit_of_refused_requests_says_what_the_provider_said() {
    if is_skipped_without_corpus() {
        return;
    }
    let mut missed = Vec::new();
    each_request(|family, exchange, findings| {
        if !exchange.meta["outcome"].as_str().is_some_and(|outcome| outcome.starts_with("rejected")) {
            return;
        }
        let said = exchange.meta["error_message"].as_str().unwrap_or_default();
        let predicted = findings
            .iter()
            .any(|(_, severity, _, says)| *severity == Severity::Reject && says.as_deref().is_some_and(|says| said.contains(says)));
        let claimed: Vec<_> = findings.iter().filter(|(_, severity, ..)| *severity == Severity::Reject).collect();
        if is_ours(said) != predicted || !is_ours(said) && !claimed.is_empty() {
            missed.push(format!("{family} {} {:?}\n   said {:.300}\n   findings {claimed:?}", exchange.id, exchange.meta["model"], said));
        }
    });
    missed.iter().for_each(|one| println!("{one}"));
    assert!(missed.is_empty(), "{} refusals are not predicted in the provider's words", missed.len());
}

/// Records every response that a request is known to replay, in order, and audits it with them.
#[test]
fn audit_with_a_ledger_of_accepted_requests_says_nothing_of_a_refusal() {
    if is_skipped_without_corpus() {
        return;
    }
    let mut emitted: BTreeMap<String, (i64, &Wire, Exchange)> = BTreeMap::new();
    let mut requests: Vec<(&str, &Wire, Exchange)> = Vec::new();
    for (family, wire) in FAMILIES {
        for exchange in exchanges(family).into_iter().filter(|exchange| exchange.speaks(family, wire) && exchange.request.is_some()) {
            if exchange.meta["replay_class"] != "none" && exchange.meta["outcome"] == "accepted" {
                requests.push((family, wire, exchange.clone()));
            }
            emitted.insert(exchange.id.clone(), (exchange.meta["interaction_index"].as_i64().unwrap_or_default(), wire, exchange));
        }
    }
    let mut wrong: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    let mut others: BTreeMap<(&str, &str, &str), usize> = BTreeMap::new();
    let (mut count, mut mixed, mut unseen) = (0, 0, Vec::new());
    for (family, wire, exchange) in &requests {
        let ids = exchange.meta["replays_response_of"].as_array().unwrap();
        let mut sources: Vec<_> = ids.iter().filter_map(|id| emitted.get(id.as_str()?)).collect();
        sources.sort_by_key(|(index, ..)| index);
        let mut ledger = Ledger::default();
        for (_, wire, source) in sources {
            let (target, request) = (target(source, wire), source.request.as_deref().unwrap());
            let _ = match &source.response {
                Some(Response::Body(body)) => ledger.record(&target, request.as_bytes(), body.as_bytes()),
                Some(Response::Stream(stream)) => ledger.record_stream(&target, request.as_bytes(), stream),
                None => Ok(()),
            };
        }
        let options = Options { ledger: Some(&ledger), ..Options::default() };
        let Some(findings) = findings_of(exchange, wire, &options) else { continue };
        count += 1;
        let class = exchange.meta["replay_class"].as_str().unwrap();
        if class == "mixed" {
            mixed += 1;
            let changed = changes(exchange, wire, &options);
            if changed.is_empty() && !UNCHANGED.iter().any(|(id, _)| exchange.id.ends_with(id)) {
                unseen.push(format!("{family} {}", exchange.id));
            }
        }
        for (rule, severity, pointer, _) in findings.into_iter().filter(|(rule, ..)| needs_a_ledger(rule)) {
            if severity == Severity::Reject {
                wrong.entry((rule, family)).or_default().push(format!("{} {class} {pointer}", exchange.id));
            } else {
                *others.entry((rule, class, severity.name())).or_default() += 1;
            }
        }
    }
    println!("{count} requests with a ledger; findings below a refusal: {others:#?}");
    println!("{mixed} of them are mixed, of which {} are known to show no change", UNCHANGED.len());
    assert!(unseen.is_empty(), "nothing is found to be changed in {unseen:#?}");
    for ((rule, family), places) in &wrong {
        println!("{rule} on {family}: {} times, first {:?}", places.len(), &places[..places.len().min(5)]);
    }
    assert!(wrong.is_empty());
}

/// Thoughts that the recordings call changed and a ledger cannot, and why.
const UNCHANGED: [(&str, &str); 2] = [
    (
        "pydanticai-d9a6382a2fea",
        "the only call has another id and the text has got line breaks around it: nothing says that it is that response",
    ),
    ("rubyllm-1d11b9f20be8", "the text is the same, and stands in a field where it stood between tags"),
];

/// The fates of recorded thoughts that did not come back as they were, and of handles that nobody recorded.
fn changes(exchange: &Exchange, wire: &Wire, options: &Options<'_>) -> Vec<String> {
    let document = scan(exchange.request.as_deref().unwrap().as_bytes()).unwrap();
    audit(&document, &target(exchange, wire), options, |facts, _| {
        let memory = facts.matched.as_ref().unwrap();
        let strange = memory.unexplained().map(|_| "strange".to_owned());
        let fates = memory.fates().into_iter().filter(|fate| !matches!(fate.state, State::Equal | State::Gone));
        fates.map(|fate| format!("{:?}", fate.state)).chain(strange).collect()
    })
    .unwrap()
}

fn needs_a_ledger(id: &str) -> bool {
    rules::all().any(|rule| rule.id == id && rule.needs == Needs::Ledger)
}

/// True if a refusal is about reasoning, thinking or the order of tools.
fn is_ours(said: &str) -> bool {
    !OTHER.iter().any(|words| said.contains(words))
}

/// Reasons of refusals that are none of this crate's business.
const OTHER: [&str; 5] = [
    "context stuffing file type",
    "file type you uploaded",
    "Invalid file data",
    "Cannot fetch content",
    "context_management: Extra inputs",
];
