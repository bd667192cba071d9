//! The audit against the provider simulator: what was predicted, and what the simulator answered.
//!
//! `node tests/simulator/dump.mjs target/simulated.ndjson` writes the conversations; without that file the test says so and checks
//! nothing. Once the last request of each is judged by itself, and once with a ledger of all that came before it. A refusal is predicted by the block
//! that it blames and in the vendor's words, unless nobody has published those. Which rule answers to which of the simulator's is said in the rule's card, under Evidence: `- catalogue: one, other`.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::print_stdout)]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;

use rethought::audit::{Check, Facts, Finding, Needs, Options, Report, Safety, Severity, audit, repair, rules};
use rethought::codecs::aim;
use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::Target;
use serde_json::{Value, json};

/// The rules of the catalogue that each rule's card names.
fn catalogue() -> BTreeMap<&'static str, Vec<String>> {
    let folders = fs::read_dir(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/audit/rules")).unwrap();
    let folders: Vec<_> = folders.map(|entry| entry.unwrap().path()).collect();
    let names = |id: &str| {
        let file = folders.iter().map(|folder| folder.join(format!("{}.rs", id.replace('-', "_")))).find(|file| file.exists()).unwrap();
        let text = fs::read_to_string(file).unwrap();
        let lines = text.lines().filter_map(|line| line.strip_prefix("//! - catalogue:"));
        lines.flat_map(|line| line.split(',').map(|name| name.trim().trim_matches('`').to_owned())).collect()
    };
    rules::all().map(|rule| (rule.id, names(rule.id))).collect()
}

/// What was predicted.
#[derive(Debug)]
struct Seen {
    rule: &'static str,
    severity: Severity,
    pointer: String,
    says: Option<String>,
}

/// Whether a finding is at the block that was blamed, or in it.
fn is_at(pointer: &str, blamed: &str) -> bool {
    pointer.strip_prefix(blamed).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[derive(Default)]
struct Count {
    right: usize,
    left_open: usize,
    missed: Vec<String>,
    false_alarms: Vec<String>,
}

#[test]
fn the_simulator_answers_what_was_predicted() {
    assert_eq!(run(false), 0);
}

/// Of a handle that no recorded response brought nobody but its issuer can tell whether it is sound. So where a damage takes a handle from another
/// conversation, the ledger has recorded that one too, as it has for an agent that mixes up two of its own.
#[test]
fn the_simulator_answers_what_was_predicted_from_a_ledger() {
    assert_eq!(run(true), 0);
}

/// Repairs what recorded thoughts are wrong in, by edits that lose nothing, and writes the requests for tests/simulator/replay.mjs to send.
#[test]
fn what_is_mended_from_a_ledger_is_written_down() {
    let Some((path, rows)) = rows() else { return };
    let mut out = BufWriter::new(File::create(path.with_extension("mended.ndjson")).unwrap());
    let (mut count, mut mended) = (0, 0);
    for row in rows.filter(|row| row.json["damage"].is_string()) {
        let ledger = recorded(&row.json["before"]);
        let options = Options { ledger: Some(&ledger), ..Options::default() };
        let grave = |finding: &&Finding<'_>| finding.rule.needs == Needs::Ledger && finding.severity > Severity::Advice;
        let wrong = |text: &str| {
            let document = scan(text.as_bytes()).unwrap();
            let read = |_: &Facts<'_>, report: Report<'_>| {
                (report.findings.iter().any(|finding| grave(&finding)), report.verdict, report.count(Severity::Reject))
            };
            audit(&document, &row.target(), &options, read).unwrap()
        };
        let request = row.request();
        if !wrong(request).0 {
            continue;
        }
        let repaired = String::from_utf8(repair(request.as_bytes(), &row.target(), &options, &[Safety::Safe]).unwrap().request).unwrap();
        let (_, verdict, rejects) = wrong(&repaired);
        count += 1;
        mended += usize::from(rejects == 0);
        let line = json!({"kind": row.json["kind"], "seed": row.json["seed"], "request": repaired, "verdict": verdict.name()});
        writeln!(out, "{line}").unwrap();
    }
    println!("{count} requests with recorded thoughts in them that are wrong, {mended} mended by their own report");
}

/// One conversation that the simulator has judged.
struct Row {
    json: Value,
}

impl Row {
    fn request(&self) -> &str {
        self.json["request"].as_str().unwrap()
    }

    fn target(&self) -> Target {
        aim(scan(self.json["target"].to_string().as_bytes()).unwrap().root(), Some(&scan(self.request().as_bytes()).unwrap())).unwrap()
    }
}

/// The conversations, and the file they are in.
fn rows() -> Option<(PathBuf, impl Iterator<Item = Row>)> {
    let path = std::env::var("SIMULATED").unwrap_or_else(|_| format!("{}/target/simulated.ndjson", env!("CARGO_MANIFEST_DIR")));
    let Ok(file) = File::open(&path) else {
        println!("not run: {path} is not here; node tests/simulator/dump.mjs writes it");
        return None;
    };
    let rows = BufReader::new(file).lines().map(|line| {
        let mut json: Value = serde_json::from_str(&line.unwrap()).unwrap();
        // What runs anywhere goes by the dialect's name.
        if let Some(dialect) = json["target"]["host"].as_str().and_then(|host| host.strip_suffix(".local")) {
            json["target"]["host"] = dialect.into();
        }
        Row { json }
    });
    Some((path.into(), rows))
}

/// Records the exchanges of a conversation before its last.
fn recorded(before: &Value) -> Ledger {
    let mut ledger = Ledger::default();
    for step in before.as_array().unwrap() {
        let (target, request) = (step["target"].to_string(), step["request"].as_str().unwrap());
        let target = aim(scan(target.as_bytes()).unwrap().root(), Some(&scan(request.as_bytes()).unwrap())).unwrap();
        match (step["response"].as_str(), step["stream"].as_str()) {
            (Some(body), _) => ledger.record(&target, request.as_bytes(), body.as_bytes()).unwrap(),
            (_, Some(stream)) => ledger.record_stream(&target, request.as_bytes(), stream.as_bytes()).unwrap(),
            _ => {}
        }
    }
    ledger
}

/// How often they disagree.
fn run(with_ledger: bool) -> usize {
    let Some((_, rows)) = rows() else { return 0 };
    let catalogue = catalogue();
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    let mut inexact: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut lines = 0;
    for one in rows {
        let (request, target, row) = (one.request(), one.target(), &one.json);
        lines += 1;
        let place = format!("{} {} «{}»", row["kind"].as_str().unwrap(), row["seed"], row["damage"].as_str().unwrap_or("whole"));
        let document = scan(request.as_bytes()).unwrap();
        let ledger_of = with_ledger.then(|| recorded(&row["before"]));
        let options = Options { ledger: ledger_of.as_ref(), ..Options::default() };
        let (seen, open): (Vec<Seen>, Vec<&str>) = audit(&document, &target, &options, |_, report| {
            let open = rules::all().zip(&report.checks).filter(|(_, check)| matches!(check, Check::Unknown(_))).map(|(rule, _)| rule.id);
            let see = |finding: &Finding<'_>| {
                let pointer = document.place(finding.place).pointer;
                Seen { rule: finding.rule.id, severity: finding.severity, says: finding.upstream(&pointer), pointer }
            };
            (report.findings.iter().map(see).collect(), open.collect())
        })
        .unwrap();
        let of = |wanted: &str, severity: Severity| {
            let mut of = seen.iter().filter(|seen| seen.severity == severity).collect::<Vec<_>>();
            of.retain(|seen| catalogue[seen.rule].iter().any(|name| name == wanted));
            of
        };
        let answers = |wanted: &str, severity: Severity| !of(wanted, severity).is_empty();
        let mut judge = |wanted: &str, right: bool| {
            let count = counts.entry(wanted.to_owned()).or_default();
            if right {
                count.right += 1;
            } else if open.iter().any(|id| catalogue[id].iter().any(|name| name == wanted)) {
                count.left_open += 1;
            } else {
                count.missed.push(place.clone());
            }
        };
        if let Some(rule) = row["refusal"]["rule"].as_str() {
            let upstream = row["refusal"]["upstream"].as_str().unwrap_or(rule);
            let predicted = [of(rule, Severity::Reject), of(upstream, Severity::Reject)].concat();
            judge(rule, !predicted.is_empty());
            if !predicted.is_empty() {
                let said = row["refusal"]["message"].as_str().unwrap();
                let blamed = row["refusal"]["where"].as_str();
                let body = row["answer"].as_str().unwrap_or_default();
                let unknown = row["refusal"]["unknown"] == true;
                let is_said = |says: &str| said.contains(says) || body.contains(says);
                let worded: Vec<_> = predicted.iter().filter(|seen| unknown || seen.says.as_deref().is_some_and(is_said)).collect();
                let placed = |seen: &&&Seen| blamed.is_none_or(|blamed| is_at(&seen.pointer, blamed));
                let shown = |what: &str| format!("{place}: {what}\n        said {said} at {blamed:?}\n        seen {predicted:?}");
                match () {
                    () if worded.is_empty() => inexact.entry(format!("{rule} in other words")).or_default().push(shown("said otherwise")),
                    () if !predicted.iter().any(|seen| placed(&seen)) => {
                        inexact.entry(format!("{rule} elsewhere")).or_default().push(shown("blamed elsewhere"))
                    }
                    () => {}
                }
            }
        }
        let lost = row["lost"].as_array().cloned().unwrap_or_default();
        for one in lost.iter().filter(|one| one["maybe"] != true) {
            let rule = one["rule"].as_str().unwrap();
            judge(rule, answers(rule, Severity::Degrade) || answers(rule, Severity::Reject));
        }
        if row["refusal"].is_null() {
            let is_lost = |id: &str| lost.iter().any(|one| catalogue[id].iter().any(|name| one["rule"] == name.as_str()));
            let is_alarm = |seen: &&Seen| seen.severity == Severity::Reject || seen.severity == Severity::Degrade && !is_lost(seen.rule);
            for Seen { rule, .. } in seen.iter().filter(is_alarm) {
                counts.entry(format!("({rule})")).or_default().false_alarms.push(place.clone());
            }
        }
    }
    let mut wrong = 0;
    for (rule, count) in &counts {
        let Count { right, left_open, missed, false_alarms } = count;
        println!("{rule}: {right} right, {left_open} left open, {} missed, {} false alarms", missed.len(), false_alarms.len());
        let shown = std::env::var("SHOWN").ok().and_then(|shown| shown.parse().ok()).unwrap_or(3);
        missed.iter().take(shown).for_each(|place| println!("    missed {place}"));
        false_alarms.iter().take(shown).for_each(|place| println!("    false alarm {place}"));
        wrong += missed.len() + false_alarms.len();
    }
    for (rule, places) in &inexact {
        println!("{rule}: {}", places.len());
        places.iter().take(3).for_each(|place| println!("    {place}"));
    }
    let inexact: usize = inexact.values().map(Vec::len).sum();
    println!("{lines} conversations, {wrong} disagreements, {inexact} refusals in other words or at another block");
    // From the request alone the rule is told; which block is to blame and in what words may take the record.
    if with_ledger { wrong + inexact } else { wrong }
}
