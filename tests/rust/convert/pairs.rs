//! Every case of every codec to every other wire and back: 90 ordered pairs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rethought::audit::Options;
use rethought::convert::{ForeignThoughts, Policy, convert, read, wires};
use rethought::json::{Document, scan};
use rethought::ledger::Ledger;
use rethought::model::{Target, Wire};
use rethought::wires::codec;

use super::corpus::{TARGETS, aim, missing, untold};
use super::home::converted;
use super::outline::{Line, outline};
use super::there::unlisted;
use super::true_plans::{untrue, untrue_with_a_ledger};

/// The next request of every case of a wire, with the name of the case.
pub fn cases(wire: &Wire) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/codecs").join(wire.as_str());
    let mut cases: Vec<_> = fs::read_dir(folder).into_iter().flatten().map(|case| case.unwrap().path()).collect();
    cases.sort();
    let named = |path: std::path::PathBuf| {
        let text = fs::read_to_string(path.join("next.json")).ok()?;
        Some((format!("{wire}/{}", path.file_name()?.to_string_lossy()), text))
    };
    cases.into_iter().filter_map(named).collect()
}

pub fn target(wire: &Wire) -> Target {
    let (wire, host, model) = TARGETS.iter().find(|(one, ..)| one == wire).unwrap();
    aim(wire, host, model)
}

fn each_pair(mut check: impl FnMut(&str, &str, &Target, &Target) -> Vec<String>) {
    let mut faults: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut pairs, mut count) = (0, 0);
    for from in wires() {
        let cases = cases(from);
        for to in wires().filter(|to| *to != from) {
            pairs += 1;
            for (name, request) in &cases {
                if scan(request.as_bytes()).unwrap().root().fits("previous_response_id:s,previous_interaction_id:s,conversation,thread") {
                    continue;
                }
                count += 1;
                for fault in check(name, request, &target(from), &target(to)) {
                    faults.entry(format!("{from} -> {to}: {fault}")).or_default().push(name.clone());
                }
            }
        }
    }
    println!("{pairs} pairs, {count} conversations");
    faults.iter().for_each(|(fault, names)| println!("{:4} {fault}  e.g. {}", names.len(), names[0]));
    assert_eq!(pairs, 90);
    assert!(faults.is_empty(), "{} kinds of faults", faults.len());
}

#[test]
fn with_a_ledger_every_case_comes_home_byte_for_byte() {
    each_pair(|_, request, from, to| {
        let mut ledger = Ledger::default();
        let (there, _) = converted(request, from, to, &mut ledger);
        let (home, conversion) = converted(&there, to, from, &mut ledger);
        let (before, after) = (scan(request.as_bytes()).unwrap(), scan(home.as_bytes()).unwrap());
        let [thoughts, returned] = [&before, &after].map(|request| handles(request, from));
        let lost: Vec<Vec<u8>> = thoughts.into_iter().filter(|thought| !returned.contains(thought)).collect();
        let mends: Vec<&str> = conversion.notes.iter().map(|note| note.what.as_str()).filter(|what| what.contains('-')).collect();
        lost.into_iter().map(|_| format!("a thought did not come home {mends:?}")).collect()
    });
}

#[test]
fn every_fate_of_a_plan_is_true_of_the_request() {
    each_pair(|_, request, from, to| {
        let document = scan(request.as_bytes()).unwrap();
        let policies = [ForeignThoughts::Drop, ForeignThoughts::Envelope, ForeignThoughts::SideChannel];
        let convert_by = |foreign| {
            let policy = Policy { foreign, ..Policy::default() };
            untrue(&document, from, to, &convert(&document, from, to, &policy, &Options::default()).unwrap())
        };
        let mut faults: Vec<String> = policies.into_iter().flat_map(convert_by).collect();
        faults.extend(untrue_with_a_ledger(request, from, to));
        faults
    });
}

/// Pairs of hosts that speak one wire, with the models that are asked there.
const HOSTS: [(Wire, [(&str, &str); 2]); 6] = [
    (
        Wire::GEMINI_GENERATE,
        [("aiplatform.googleapis.com", "gemini-3-pro-preview"), ("generativelanguage.googleapis.com", "gemini-3-pro-preview")],
    ),
    (Wire::OPENAI_CHAT, [("", ""), ("api.openai.com", "gpt-5.4")]),
    (Wire::OPENAI_CHAT, [("api.deepseek.com", "deepseek-chat"), ("api.openai.com", "gpt-5.4")]),
    (Wire::OPENAI_CHAT, [("api.deepseek.com", "deepseek-chat"), ("api.groq.com", "openai/gpt-oss-120b")]),
    (Wire::OPENAI_RESPONSES, [("api.openai.com", "gpt-5.4"), ("api.x.ai", "grok-4")]),
    (Wire::ANTHROPIC_MESSAGES, [("api.anthropic.com", "claude-opus-4-8"), ("api.minimax.io", "MiniMax-M2")]),
];

#[test]
fn with_a_ledger_every_case_comes_home_from_another_host_of_its_wire() {
    let target = |wire: &Wire, (host, model): (&str, &str)| Target {
        host: (!host.is_empty()).then(|| host.to_owned()),
        model: (!model.is_empty()).then(|| model.to_owned()),
        ..Target::new(wire.clone())
    };
    let (mut count, mut faults) = (0, Vec::new());
    for (wire, [own, other]) in &HOSTS {
        let (from, to) = (target(wire, *own), target(wire, *other));
        for (name, request) in cases(wire) {
            if scan(request.as_bytes()).unwrap().root().fits("previous_response_id:s,thread") {
                continue;
            }
            let mut ledger = Ledger::default();
            let (there, _) = converted(&request, &from, &to, &mut ledger);
            let (home, _) = converted(&there, &to, &from, &mut ledger);
            let (before, after) = (scan(request.as_bytes()).unwrap(), scan(home.as_bytes()).unwrap());
            let [thoughts, returned] = [&before, &after].map(|request| handles(request, &from));
            count += thoughts.len();
            let lost = thoughts.iter().filter(|thought| !returned.contains(thought)).count();
            if lost > 0 {
                faults.push(format!("{name} from {} to {}: {lost} of {}", own.0, other.0, thoughts.len()));
            }
        }
    }
    println!("{count} thoughts");
    assert!(count > 100 && faults.is_empty(), "{} cases:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn without_one_every_case_is_equal_but_for_what_is_reported() {
    each_pair(|_, request, from, to| {
        let document = scan(request.as_bytes()).unwrap();
        let there = convert(&document, from, to, &Policy::default(), &Options::default()).unwrap();
        let written = scan(&there.request).unwrap();
        let back = convert(&written, to, from, &Policy::default(), &Options::default()).unwrap();
        let home = scan(&back.request).unwrap();
        let returned = outline(&read(&home, from).unwrap(), &home);
        // Notes of the way back point into the request between.
        let between = outline(&read(&written, to).unwrap(), &written);
        let told_back: Vec<_> =
            between.iter().filter(|line| back.notes.iter().any(|note| note.pointers().any(|place| place == line.pointer))).collect();
        let is_told = |lost: &&Line| told_back.iter().any(|line| line.text == lost.text);
        let untold = untold(&document, from, &there, &returned);
        untold.iter().filter(|lost| !is_told(lost)).map(missing).chain(unlisted(&there)).chain(unlisted(&back)).collect()
    });
}

/// The raw text of every part of a request that thinks.
pub fn handles(request: &Document<'_>, target: &Target) -> Vec<Vec<u8>> {
    let history = codec(&target.wire).unwrap().request(request.root());
    history.parts.iter().filter(|part| part.thinking.is_some()).map(|part| part.value.raw().to_vec()).collect()
}
