use std::collections::BTreeMap;
use rethought::audit::Options;
use rethought::convert::{Policy, convert, read, wires};
use rethought::json::{is_within, scan};
use super::corpus::{TARGETS, aim};
use super::outline::outline;
use crate::corpus::audits::target;
use crate::corpus::exchange::{FAMILIES, exchanges};

#[test]
fn zz() {
    let only = std::env::var("TO").ok();
    let from_only = std::env::var("FROM").ok();
    let mut stats: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (family, wire) in FAMILIES {
        if !wires().any(|one| one == wire) || from_only.as_deref().is_some_and(|name| name != wire.as_str()) { continue; }
        for exchange in exchanges(family).iter().filter(|exchange| exchange.speaks(family, wire)) {
            let Some(request) = exchange.request.as_deref().filter(|_| exchange.meta["outcome"] == "accepted") else { continue };
            let Ok(document) = scan(request.as_bytes()) else { continue };
            if document.root().get("b64").is_some() || document.root().fits("previous_response_id:s,previous_interaction_id:s,thread,conversation") { continue; }
            let from = target(exchange, wire);
            for (to_wire, host, model) in TARGETS {
                if to_wire == wire || !wires().any(|one| one == to_wire) || only.as_deref().is_some_and(|name| name != to_wire.as_str()) { continue; }
                let to = aim(to_wire, host, model);
                let label = format!("{wire} -> {to_wire}");
                let Ok(there) = convert(&document, &from, &to, &Policy::default(), &Options::default()) else { continue };
                for note in &there.notes {
                    stats.entry(format!("{label}: note {} | {}", note.what, note.why)).or_default().push(exchange.id.clone());
                }
                for t in &there.plan.thoughts { stats.entry(format!("{label}: fate {} {} to={}", t.fate.name(), t.reason, t.to.is_some())).or_default().push(exchange.id.clone()); }
                let mid = scan(&there.request).unwrap();
                let Ok(back) = convert(&mid, &to, &from, &Policy::default(), &Options::default()) else { stats.entry(format!("{label}: no way back")).or_default().push(exchange.id.clone()); continue };
                let end = scan(&back.request).unwrap();
                let last = outline(&read(&end, &from).unwrap(), &end);
                let mut left: Vec<_> = last.iter().map(|l| l.text.as_str()).collect();
                for line in outline(&read(&document, &from).unwrap(), &document) {
                    if line.is_thought { continue; }
                    if let Some(n) = left.iter().position(|t| *t == line.text) { left.remove(n); continue; }
                    if there.notes.iter().filter_map(|n| n.pointer.as_deref()).any(|p| is_within(p, &line.pointer) || is_within(&line.pointer, p)) { continue; }
                    let short: String = line.text.split(' ').take(2).collect::<Vec<_>>().join(" ");
                    let on_back = back.notes.iter().map(|n| format!("{}/{}", n.what, n.why)).collect::<std::collections::BTreeSet<_>>();
                    stats.entry(format!("{label}: BACK missing {short} {}", if on_back.is_empty() {"untold".to_owned()} else {format!("{:?}", on_back).chars().take(150).collect()})).or_default().push(exchange.id.clone());
                }
            }
        }
    }
    for (k, ids) in &stats { println!("{:5} {k}  e.g. {}", ids.len(), ids[0]); }
}
