//! Recorded chains whose clients sent everything back as it came: a ledger of the responses tells the same of every thought.

use std::collections::BTreeMap;

use rethought::audit::follow;
use rethought::audit::memory::State;
use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::Wire;

use super::audits::target;
use super::chains::outcome;
use super::exchange::{Exchange, FAMILIES, Response, exchanges, is_here};

#[test]
fn every_thought_of_an_exact_chain_is_told_to_be_equal_as_often_as_it_is() {
    let mut known: BTreeMap<String, (&Wire, Exchange)> = BTreeMap::new();
    for (family, wire) in FAMILIES {
        for exchange in exchanges(family).into_iter().filter(|exchange| exchange.speaks(family, wire) && exchange.request.is_some()) {
            known.insert(exchange.id.clone(), (wire, exchange));
        }
    }
    let (mut chains, mut equal, mut wrong) = (0, 0, Vec::new());
    for (id, fates) in &outcome().exact {
        let (wire, exchange) = &known[id];
        let ids = exchange.meta["replays_response_of"].as_array().unwrap();
        let mut sources: Vec<_> = ids.iter().filter_map(|id| known.get(id.as_str()?)).collect();
        sources.sort_by_key(|(_, source)| source.meta["interaction_index"].as_i64().unwrap_or_default());
        let mut ledger = Ledger::default();
        for (wire, source) in sources {
            let (target, request) = (target(source, wire), source.request.as_deref().unwrap());
            let _ = match &source.response {
                Some(Response::Body(body)) => ledger.record(&target, request.as_bytes(), body.as_bytes()),
                Some(Response::Stream(stream)) => ledger.record_stream(&target, request.as_bytes(), stream),
                None => Ok(()),
            };
        }
        let document = scan(exchange.request.as_deref().unwrap().as_bytes()).unwrap();
        let followed = follow(&document, &target(exchange, wire), &ledger).unwrap();
        let told = followed.iter().filter(|one| one.thinks && one.state == State::Equal).count();
        let expected = fates.get("equal").copied().unwrap_or_default();
        (chains, equal) = (chains + 1, equal + expected);
        if told != expected {
            let others: Vec<_> =
                followed.iter().filter(|one| one.thinks).map(|one| (one.response, one.part, one.kind, one.state)).collect();
            wrong.push(format!("{id}: {told} of {fates:?}, {others:?}"));
        }
    }
    println!("{chains} exact chains, {equal} thoughts that are equal, {} chains are told otherwise", wrong.len());
    wrong.iter().for_each(|one| println!("{one}"));
    assert!(wrong.is_empty() && (chains > 0 || !is_here()));
}
