//! The audit against the provider simulator: what was predicted, and what the simulator answered.
//!
//! `node tests/simulator/dump.mjs target/simulated.ndjson` writes the conversations, `npm test` before it runs these tests; without them
//! cargo counts them as ignored. Once the last request of each is judged by itself, and once with a ledger of all that came before it.

pub mod prediction;
pub mod rows;

use std::fs::File;
use std::io::{BufWriter, Write};

use self::prediction::{Prediction, Tally};
use self::rows::{Dump, place_of, record, request_of, target_of};
use rethought::audit::{Facts, Finding, Needs, Options, Report, Safety, Severity, audit, repair};
use rethought::json::scan;
use rethought::ledger::Ledger;
use serde_json::{Value, json};

const DUMP: Dump = Dump { name: "simulated", variable: "SIMULATED", writer: "tests/simulator/dump.mjs" };

#[test]
#[ignore = "needs target/simulated.ndjson, which npm test writes"]
fn the_simulator_answers_what_was_predicted() {
    // From the request alone the rule is told; which block is to blame and in what words may take the record.
    assert_eq!(run(false).0, 0);
}

/// Only the issuer can tell if a handle that no recorded response brought is sound. So where a damage takes a handle from another
/// conversation, the ledger has recorded that one too, as it has for an agent that mixes up two of its own.
#[test]
#[ignore = "needs target/simulated.ndjson, which npm test writes"]
fn the_simulator_answers_what_was_predicted_from_a_ledger() {
    assert_eq!(run(true), (0, 0));
}

/// Repairs what recorded thoughts are wrong in, by edits that lose nothing, and writes the requests for tests/simulator/replay.mjs to send.
#[test]
#[ignore = "needs target/simulated.ndjson, which npm test writes"]
fn what_is_mended_from_a_ledger_has_nothing_grave_left_or_says_so() {
    let mut out = BufWriter::new(File::create(DUMP.path().with_extension("mended.ndjson")).unwrap());
    let (mut count, mut mended, mut worse) = (0, 0, Vec::new());
    for row in DUMP.lines().filter(|row| row["damage"].is_string()) {
        let (ledger, target, request) = (recorded(&row["before"]), target_of(&row), request_of(&row));
        let options = Options { ledger: Some(&ledger), ..Options::default() };
        let grave = |finding: &&Finding<'_>| finding.rule.needs == Needs::Ledger && finding.severity > Severity::Advice;
        let weigh = |text: &str| {
            let document = scan(text.as_bytes()).unwrap();
            let read = |_: &Facts<'_>, report: Report<'_>| {
                (report.findings.iter().filter(grave).count(), report.verdict, report.count(Severity::Reject))
            };
            audit(&document, &target, &options, read).unwrap()
        };
        let (wrong, before, _) = weigh(request);
        if wrong == 0 {
            continue;
        }
        let repaired = String::from_utf8(repair(request.as_bytes(), &target, &options, &[Safety::Safe]).unwrap().request).unwrap();
        let (_, after, rejects) = weigh(&repaired);
        count += 1;
        mended += usize::from(rejects == 0);
        if after > before {
            worse.push(format!("{}: {} became {}", place_of(&row), before.name(), after.name()));
        }
        let line = json!({"kind": row["kind"], "seed": row["seed"], "request": repaired, "verdict": after.name()});
        writeln!(out, "{line}").unwrap();
    }
    println!("{count} requests with recorded thoughts in them that are wrong, {mended} mended by their own report");
    worse.iter().take(3).for_each(|one| println!("    {one}"));
    assert!(worse.is_empty(), "{} repairs made it worse", worse.len());
    // Most of them must be mended, or replay.mjs sends too few to show anything.
    assert!(mended * 2 > count, "{mended} of {count} are mended");
}

/// A ledger of the exchanges of a conversation before its last.
fn recorded(before: &Value) -> Ledger {
    let mut ledger = Ledger::default();
    before.as_array().unwrap().iter().for_each(|step| record(&mut ledger, step));
    ledger
}

/// How often they disagree, and how often a refusal is predicted in other words or at another block.
fn run(with_ledger: bool) -> (usize, usize) {
    let mut tally = Tally::new();
    for row in DUMP.lines() {
        let document = scan(request_of(&row).as_bytes()).unwrap();
        let ledger = with_ledger.then(|| recorded(&row["before"]));
        let options = Options { ledger: ledger.as_ref(), ..Options::default() };
        let prediction = audit(&document, &target_of(&row), &options, |facts, report| Prediction::of(&document, facts, &report)).unwrap();
        tally.judge(&place_of(&row), &row, &prediction);
    }
    tally.print()
}
