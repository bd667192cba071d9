//! All recorded conversations of an endpoint in one ledger: none of them changes what is said of another.
//!
//! A request that its provider accepted carries valid handles. Whoever else is on record, the audit does not say that it will be
//! rejected, and a safe repair takes away no handle, exchanges none and adds none but those that its own conversation was issued. What a
//! ledger of that conversation alone would have done all the same is counted, and is no matter of isolation.

use std::collections::{BTreeMap, BTreeSet};

use rethought::api::write_report;
use rethought::audit::{Auditor, Options, Safety, Severity, audit, repair};
use rethought::json::{Value, scan};
use rethought::ledger::Ledger;
use rethought::model::{Part, Wire};
use rethought::wires::codec;

use super::audits::target;
use super::exchange::{Exchange, FAMILIES, Response, exchanges, is_skipped_without_corpus};
use super::laws::body;

/// How many offenders of an endpoint are shown.
const SHOWN: usize = 3;

/// The fates of the follow-ups of one endpoint.
#[derive(Default)]
struct Counts {
    recorded: usize,
    requests: usize,
    handles: usize,
    /// The requests whose handles a ledger of their own conversation changes just so.
    changed_alone: usize,
    /// By what went wrong: how often, and the first of them.
    wrong: BTreeMap<&'static str, (usize, Vec<String>)>,
}

impl Counts {
    fn wrong(&mut self, what: &'static str, count: usize, detail: impl FnOnce() -> String) {
        if count > 0 {
            let (total, first) = self.wrong.entry(what).or_default();
            *total += count;
            if first.len() < SHOWN {
                first.push(detail());
            }
        }
    }
}

#[test]
fn every_accepted_follow_up_is_left_alone_in_a_ledger_of_all_conversations_of_its_endpoint() {
    if is_skipped_without_corpus() {
        return;
    }
    let (mut requests, mut wrong) = (0, BTreeMap::<&str, usize>::new());
    for (family, wire) in FAMILIES {
        let counts = crowd(family, wire);
        requests += counts.requests;
        if counts.requests > 0 {
            let Counts { recorded, requests, handles, changed_alone, .. } = counts;
            println!("{family} {wire}: {recorded} recorded, {requests} follow-ups, {handles} handles, {changed_alone} changed alone");
        }
        for (what, (count, first)) in counts.wrong {
            *wrong.entry(what).or_default() += count;
            println!("  {what}: {count}");
            first.iter().for_each(|one| println!("    {one}"));
        }
    }
    println!("{requests} follow-ups, {wrong:?}");
    assert!(requests > 0 && wrong.is_empty(), "{wrong:?}");
}

/// Cassettes of one test have the same question asked several times, and answered alike. Who is not on record is taken for nobody who is.
#[test]
fn every_accepted_follow_up_is_left_alone_in_a_ledger_of_others_who_asked_the_same() {
    if is_skipped_without_corpus() {
        return;
    }
    let (mut requests, mut wrong) = (0, Vec::new());
    for (family, wire) in FAMILIES {
        let exchanges = spoken(family, wire);
        let mut groups: BTreeMap<&str, Vec<&Exchange>> = BTreeMap::new();
        exchanges.iter().for_each(|exchange| groups.entry(exchange.meta["group"].as_str().unwrap_or_default()).or_default().push(exchange));
        for exchange in exchanges.iter().filter(|exchange| is_follow_up(exchange)) {
            let Some(group) = exchange.meta["group"].as_str().and_then(|group| groups.get(group)) else { continue };
            let own = conversation(exchange, &group.iter().map(|other| (other.id.as_str(), *other)).collect());
            let is_own = |other: &Exchange| other.id == exchange.id || own.iter().any(|own| own.id == other.id);
            let mut auditor = Auditor::new(Ledger::default());
            group.iter().filter(|other| !is_own(other)).for_each(|other| record(other, wire, auditor.ledger_mut()));
            let request = exchange.request.as_deref().unwrap();
            if auditor.ledger().is_empty() || scan(request.as_bytes()).is_err() {
                continue;
            }
            requests += 1;
            let mut counts = Counts::default();
            audits(exchange, wire, request, &mut auditor, &mut counts);
            repairs(exchange, wire, &auditor, &[], &mut counts);
            wrong.extend(counts.wrong.into_iter().map(|(what, (count, first))| format!("{what}: {count} {first:?}")));
        }
    }
    println!("{requests} follow-ups of who is not on record");
    assert!(requests > 100 && wrong.is_empty(), "{wrong:#?}");
}

fn spoken(family: &str, wire: &Wire) -> Vec<Exchange> {
    exchanges(family).into_iter().filter(|exchange| exchange.speaks(family, wire) && exchange.request.is_some()).collect()
}

fn is_follow_up(exchange: &Exchange) -> bool {
    exchange.meta["replay_class"] != "none" && exchange.meta["outcome"] == "accepted"
}

fn crowd(family: &str, wire: &Wire) -> Counts {
    let mut counts = Counts::default();
    let exchanges = spoken(family, wire);
    let mut ledger = Ledger::default();
    for exchange in &exchanges {
        record(exchange, wire, &mut ledger);
    }
    counts.recorded = ledger.len();
    let known: BTreeMap<&str, &Exchange> = exchanges.iter().map(|exchange| (exchange.id.as_str(), exchange)).collect();
    let mut auditor = Auditor::new(ledger);
    for exchange in exchanges.iter().filter(|exchange| is_follow_up(exchange)) {
        let request = exchange.request.as_deref().unwrap();
        if scan(request.as_bytes()).is_err() {
            continue;
        }
        counts.requests += 1;
        audits(exchange, wire, request, &mut auditor, &mut counts);
        // Exchanges with equal input are one conversation (law 8): cassettes of one test ask the same several times.
        let own = conversation(exchange, &known);
        let own: Vec<&Exchange> = exchanges.iter().filter(|one| own.iter().any(|own| own.request == one.request)).collect();
        repairs(exchange, wire, &auditor, &own, &mut counts);
    }
    counts
}

fn record(exchange: &Exchange, wire: &Wire, ledger: &mut Ledger) {
    let (target, request) = (target(exchange, wire), exchange.request.as_deref().unwrap().as_bytes());
    // A body that cannot be read is not recorded, as in the other tests of the corpus.
    let _ = match &exchange.response {
        Some(Response::Body(body)) => ledger.record(&target, request, body.as_bytes()),
        Some(Response::Stream(stream)) => ledger.record_stream(&target, request, stream),
        None => Ok(()),
    };
}

/// The audit does not reject it, and says the same whether it goes on or begins anew.
fn audits(exchange: &Exchange, wire: &Wire, request: &str, auditor: &mut Auditor, counts: &mut Counts) {
    let (target, document) = (target(exchange, wire), scan(request.as_bytes()).unwrap());
    let options = Options { ledger: Some(auditor.ledger()), ..Options::default() };
    let (whole, rejects) = audit(&document, &target, &options, |facts, report| {
        let rejects = report.findings.iter().filter(|finding| finding.severity == Severity::Reject);
        let rejects: Vec<String> =
            rejects.map(|finding| format!("{} at {}", finding.rule.id, document.place(finding.place).pointer)).collect();
        (write_report(&report, facts, &document), rejects)
    })
    .unwrap();
    counts.wrong("rejected", usize::from(!rejects.is_empty()), || format!("{} {rejects:?}", exchange.id));
    for _ in 0..2 {
        let went_on = auditor
            .audit(request.as_bytes(), &target, &Options::default(), |document, facts, report| write_report(&report, facts, document))
            .unwrap();
        counts.wrong("incremental audit differs", usize::from(went_on != whole), || exchange.id.clone());
    }
}

/// A safe repair leaves every handle where it is.
fn repairs(exchange: &Exchange, wire: &Wire, auditor: &Auditor, own: &[&Exchange], counts: &mut Counts) {
    let (target, request) = (target(exchange, wire), exchange.request.as_deref().unwrap().as_bytes());
    let repaired = repair(request, &target, &auditor.options(&Options::default()), &[Safety::Safe]).unwrap();
    let (before, after) = (sent(request, wire), sent(&repaired.request, wire));
    counts.handles += before.len();
    let (lost, added) = (beyond(&before, &after), beyond(&after, &before));
    if lost.is_empty() && added.is_empty() {
        return;
    }
    let mut alone = Ledger::default();
    own.iter().for_each(|exchange| record(exchange, wire, &mut alone));
    let alone = repair(request, &target, &Options { ledger: Some(&alone), ..Options::default() }, &[Safety::Safe]).unwrap();
    if sent(&alone.request, wire) == after {
        counts.changed_alone += 1;
        return;
    }
    let rules: BTreeSet<&str> = repaired.steps.iter().flat_map(|step| &step.applied).map(|applied| applied.rule.id).collect();
    let own: BTreeSet<String> = own.iter().flat_map(|exchange| issued(exchange, wire)).collect();
    let changed = lost.len().min(added.len());
    let foreign = added.iter().filter(|handle| !own.contains(**handle)).count();
    for (what, count) in [("handles changed", changed), ("handles lost", lost.len() - changed), ("handles of another turn added", foreign)]
    {
        counts.wrong(what, count, || format!("{}: {count} by {rules:?}", exchange.id));
    }
}

/// The exchanges that a request goes on from, as far as they are recorded, in their order.
fn conversation<'e>(exchange: &Exchange, known: &BTreeMap<&str, &'e Exchange>) -> Vec<&'e Exchange> {
    let lists = ["replays_response_of", "omits_reasoning_of"].map(|name| exchange.meta[name].as_array());
    let ids: BTreeSet<&str> = lists.into_iter().flatten().flatten().filter_map(|id| id.as_str()).collect();
    let mut own: Vec<&Exchange> = ids.into_iter().filter_map(|id| known.get(id).copied()).collect();
    own.sort_by_key(|exchange| exchange.meta["interaction_index"].as_i64().unwrap_or_default());
    own
}

fn issued(exchange: &Exchange, wire: &Wire) -> BTreeSet<String> {
    let codec = codec(wire).unwrap();
    let Some(body) = body(exchange, codec) else { return BTreeSet::new() };
    let Ok(document) = scan(&body) else { return BTreeSet::new() };
    handles(&codec.response(document.root()).parts).into_iter().collect()
}

fn sent(request: &[u8], wire: &Wire) -> Vec<String> {
    let document = scan(request).unwrap();
    handles(&codec(wire).unwrap().request(document.root()).parts)
}

fn handles(parts: &[Part<'_>]) -> Vec<String> {
    let values = parts.iter().filter_map(|part| part.thinking.as_ref()).flat_map(|thinking| thinking.handles.iter().copied());
    values.filter_map(Value::text).map(|text| text.lossy().into_owned()).filter(|text| !text.is_empty()).collect()
}

/// The entries that one list has more often than the other, as often as it has more.
fn beyond<'h>(list: &'h [String], other: &[String]) -> Vec<&'h String> {
    let mut left: Vec<&String> = other.iter().collect();
    let mut found = Vec::new();
    for handle in list {
        match left.iter().position(|one| *one == handle) {
            Some(at) => drop(left.swap_remove(at)),
            None => found.push(handle),
        }
    }
    found
}
