//! Recorded handles, each judged alone: as its vendor issued it, and cut at random places. No genuine one may be called foreign or damaged.

use std::collections::{BTreeMap, BTreeSet};

use rethought::audit::{Options, audit};
use rethought::json::{Value, scan};
use rethought::model::{Target, Wire};
use rethought::wires::codec;

use super::audits::target;
use super::exchange::{Exchange, is_skipped_without_corpus};
use super::laws::{body, each_exchange};
use crate::isolation::random::Random;

/// The rules that say that a handle is foreign or damaged.
const RULES: [&str; 8] = [
    "damaged-ciphertext",
    "damaged-handle",
    "foreign-thought-signature",
    "handle-of-another-vendor",
    "invalid-thinking-signature",
    "masked-handle",
    "undecodable-thought-signature",
    "unsigned-reasoning",
];

/// A kind of handle, and the share of its random cuts that must be found.
const KINDS: [(&str, f64); 3] = [("signatures", 0.99), ("thought signatures", 0.0), ("ciphertexts", 0.95)];

/// The cuts of each handle.
const CUTS: usize = 3;

#[derive(Default)]
struct Counts {
    genuine: usize,
    called: Vec<String>,
    cuts: usize,
    found: usize,
}

#[test]
fn genuine_handles_are_accepted_and_cut_ones_are_found() {
    if is_skipped_without_corpus() {
        return;
    }
    let (mut counts, mut seen, mut random) = (BTreeMap::<&str, Counts>::new(), BTreeSet::new(), Random::new(7));
    each_exchange(|family, wire, exchange, _| {
        let Some(kind) = kind_on(wire) else { return };
        for (part, handle) in handles_of(exchange, wire) {
            let target = target(exchange, wire);
            if !seen.insert((family.to_owned(), handle.clone())) {
                continue;
            }
            let own = counts.entry(kind).or_default();
            let (is_listed, rules) = rules_of(&target, &request_with(wire, &target, &part));
            if is_mask(&handle) {
                continue;
            }
            own.genuine += 1;
            if !rules.is_empty() {
                own.called.push(format!("{} {rules:?} {}", exchange.id, handle.get(..40).unwrap_or(&handle)));
            }
            // The format of other hosts is unknown, so nothing shows that a handle of theirs was cut. No rule judges the ciphertext of a compaction.
            let is_judged = is_listed && !part.contains(r#""type":"compaction""#);
            for _ in 0..if is_judged { CUTS } else { 0 } {
                let end = 1 + random.below(handle.len() - 1);
                let cut = part.replace(&handle, &handle[..end]);
                own.cuts += 1;
                let is_found = !rules_of(&target, &request_with(wire, &target, &cut)).1.is_empty();
                if !is_found && std::env::var_os("SHOWN").is_some() {
                    println!("missed {family} {:?} {:?} {end} of {} {:.30}", target.host, target.model, handle.len(), handle);
                }
                own.found += usize::from(is_found);
            }
        }
    });
    for (kind, Counts { genuine, called, cuts, found }) in &counts {
        println!("{genuine} genuine {kind}: {} called foreign or damaged; {found} of {cuts} random cuts found", called.len());
        called.iter().for_each(|one| println!("   {one}"));
    }
    for (kind, least) in KINDS {
        let own = &counts[kind];
        assert!(own.called.is_empty(), "{kind}: {:#?}", own.called);
        assert!(ratio(own.found, own.cuts) >= least, "{kind}: {} of {} cuts", own.found, own.cuts);
    }
}

fn ratio(part: usize, whole: usize) -> f64 {
    f64::from(u32::try_from(part).unwrap()) / f64::from(u32::try_from(whole).unwrap())
}

fn kind_on(wire: &Wire) -> Option<&'static str> {
    match wire.as_str() {
        "anthropic-messages" | "bedrock-converse" => Some("signatures"),
        "gemini-generate" => Some("thought signatures"),
        "openai-responses" => Some("ciphertexts"),
        _ => None,
    }
}

/// Texts that recorders and clients write in place of a handle.
fn is_mask(handle: &str) -> bool {
    handle.contains("REDACTED")
        || handle.starts_with("skip_thought")
        || handle.starts_with("context_engineering")
        || handle == "encrypted"
        || handle.len() < 24
}

/// Every thought with a handle of an accepted exchange, as JSON, with its handle.
fn handles_of(exchange: &Exchange, wire: &Wire) -> Vec<(String, String)> {
    let codec = codec(wire).unwrap();
    let mut found = Vec::new();
    if exchange.meta["outcome"].as_str().is_some_and(|outcome| outcome.starts_with("rejected")) {
        return found;
    }
    let mut add = |value: Value<'_>, handles: &[Value<'_>]| {
        let Some(handle) = handles.first().and_then(|handle| handle.text()) else { return };
        found.push((String::from_utf8(value.raw().to_vec()).unwrap(), handle.lossy().into_owned()));
    };
    if let Some(text) = body(exchange, codec)
        && let Ok(document) = scan(&text)
    {
        for part in &codec.response(document.root()).parts {
            if let Some(thinking) = &part.thinking {
                add(part.value, &thinking.handles);
            }
        }
    }
    if let Some(text) = exchange.request.as_deref()
        && let Ok(document) = scan(text.as_bytes())
    {
        for part in &codec.request(document.root()).parts {
            if let Some(thinking) = &part.thinking {
                add(part.value, &thinking.handles);
            }
        }
    }
    found
}

/// The next request, with that part in the answer before.
fn request_with(wire: &Wire, target: &Target, part: &str) -> String {
    let model = target.model.as_deref().unwrap_or_default();
    match wire.as_str() {
        "anthropic-messages" => format!(
            r#"{{"model":"{model}","max_tokens":9000,"messages":[{{"role":"user","content":"Hello"}},{{"role":"assistant","content":[{part},{{"type":"text","text":"Hello."}}]}},{{"role":"user","content":"And now?"}}]}}"#
        ),
        "bedrock-converse" => format!(
            r#"{{"messages":[{{"role":"user","content":[{{"text":"Hello"}}]}},{{"role":"assistant","content":[{part},{{"text":"Hello."}}]}},{{"role":"user","content":[{{"text":"And now?"}}]}}]}}"#
        ),
        "gemini-generate" => format!(
            r#"{{"contents":[{{"role":"user","parts":[{{"text":"Hello"}}]}},{{"role":"model","parts":[{part}]}},{{"role":"user","parts":[{{"text":"And now?"}}]}}]}}"#
        ),
        _ => format!(
            r#"{{"model":"{model}","store":false,"input":[{{"role":"user","content":"Hello"}},{part},{{"type":"message","role":"assistant","content":[{{"type":"output_text","text":"Hello."}}]}},{{"role":"user","content":"And now?"}}]}}"#
        ),
    }
}

/// Returns whether the tables list the form of the host's handles, and the rules that find one foreign or damaged.
fn rules_of(target: &Target, request: &str) -> (bool, Vec<&'static str>) {
    let document = scan(request.as_bytes()).unwrap();
    audit(&document, target, &Options::default(), |facts, report| {
        let found = report.findings.iter().map(|finding| finding.rule.id).filter(|rule| RULES.contains(rule)).collect();
        (facts.profile.get("handle_form").is_some(), found)
    })
    .unwrap()
}
