//! Predictions of an audit, held against the answers of the simulator. The card of a rule names the rule of the simulator that it answers to,
//! under Evidence: `- catalogue: one, other`.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use rethought::audit::{Check, Evidence, Facts, Finding, Report, Severity, rules};
use rethought::json::Document;
use serde_json::Value;

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

/// One finding, without what it points into.
#[derive(Clone, Debug)]
pub struct Seen {
    pub rule: &'static str,
    pub severity: Severity,
    pub evidence: Evidence,
    pub pointer: String,
    pub says: Option<String>,
}

/// The findings of an audit, and the rules that it could not decide.
#[derive(Clone)]
pub struct Prediction {
    pub seen: Vec<Seen>,
    open: Vec<&'static str>,
}

impl Prediction {
    pub fn of(document: &Document<'_>, _: &Facts<'_>, report: &Report<'_>) -> Self {
        let see = |finding: &Finding<'_>| {
            let pointer = document.place(finding.place).pointer;
            let (rule, severity, evidence) = (finding.rule.id, finding.severity, finding.evidence);
            Seen { rule, severity, evidence, says: finding.upstream(&pointer), pointer }
        };
        let open = rules::all().zip(&report.checks).filter(|(_, check)| matches!(check, Check::Unknown(_))).map(|(rule, _)| rule.id);
        Self { seen: report.findings.iter().map(see).collect(), open: open.collect() }
    }
}

/// Returns `true` if a finding is at the block that was blamed, or in it.
pub fn is_at(pointer: &str, blamed: &str) -> bool {
    pointer.strip_prefix(blamed).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns `true` if the facts have a refusal or a loss from issues or by inference alone (tests/simulator/evidence.mjs).
fn is_doubtful(answered: &Value) -> bool {
    answered["evidence"].as_str().is_some_and(|marks| marks.chars().all(|mark| "INF*+,/".contains(mark)))
}

#[derive(Default)]
struct Count {
    right: usize,
    left_open: usize,
    missed: Vec<String>,
    false_alarms: Vec<String>,
    doubtful: Vec<String>,
}

/// How often predictions and answers agree, by rule.
pub struct Tally {
    catalogue: BTreeMap<&'static str, Vec<String>>,
    counts: BTreeMap<String, Count>,
    inexact: BTreeMap<String, Vec<String>>,
    lines: usize,
    /// True if what is only reported or inferred, by a rule or by the facts, may be wrong.
    pub forgives_doubt: bool,
}

impl Tally {
    pub fn new() -> Self {
        Self { catalogue: catalogue(), counts: BTreeMap::new(), inexact: BTreeMap::new(), lines: 0, forgives_doubt: false }
    }

    /// Compares one prediction with the answer that a line of the dump has.
    pub fn judge(&mut self, place: &str, row: &Value, prediction: &Prediction) {
        self.lines += 1;
        if let Some(rule) = row["refusal"]["rule"].as_str() {
            let upstream = row["refusal"]["upstream"].as_str().unwrap_or(rule);
            let predicted = [self.of(prediction, rule, Severity::Reject), self.of(prediction, upstream, Severity::Reject)].concat();
            self.count(place, &row["refusal"], prediction, !predicted.is_empty());
            if !predicted.is_empty() {
                self.compare_words(place, rule, row, &predicted);
            }
        }
        let lost = row["lost"].as_array().cloned().unwrap_or_default();
        for one in lost.iter().filter(|one| one["maybe"] != true) {
            let rule = one["rule"].as_str().unwrap();
            let told = [Severity::Degrade, Severity::Reject].iter().any(|severity| !self.of(prediction, rule, *severity).is_empty());
            self.count(place, one, prediction, told);
        }
        if row["refusal"].is_null() {
            let is_lost = |id: &str| lost.iter().any(|one| self.catalogue[id].iter().any(|name| one["rule"] == name.as_str()));
            // A valid handle of another takes the place of what was thought here, and the vendor cannot know it.
            let is_misrouted = |seen: &Seen| row["misrouted"] == true && row["where"].as_str().is_some_and(|at| is_at(&seen.pointer, at));
            let is_alarm = |seen: &&Seen| {
                let is_wrong = seen.severity == Severity::Reject || seen.severity == Severity::Degrade && !is_lost(seen.rule);
                is_wrong && !is_misrouted(seen)
            };
            for seen in prediction.seen.iter().filter(is_alarm).cloned().collect::<Vec<_>>() {
                let sure = matches!(seen.evidence, Evidence::Observed | Evidence::Documented);
                let count = self.counts.entry(format!("({})", seen.rule)).or_default();
                let alarms = if sure || !self.forgives_doubt { &mut count.false_alarms } else { &mut count.doubtful };
                alarms.push(format!("false alarm {place} at {}", seen.pointer));
            }
        }
    }

    /// The findings of a weight that answer to a rule of the simulator.
    fn of(&self, prediction: &Prediction, wanted: &str, severity: Severity) -> Vec<Seen> {
        let answers = |seen: &&Seen| seen.severity == severity && self.catalogue[seen.rule].iter().any(|name| name == wanted);
        prediction.seen.iter().filter(answers).cloned().collect()
    }

    /// Counts what the simulator answered, a refusal or a loss, as predicted or missed.
    fn count(&mut self, place: &str, answered: &Value, prediction: &Prediction, right: bool) {
        let wanted = answered["rule"].as_str().unwrap();
        let is_open = prediction.open.iter().any(|id| self.catalogue[id].iter().any(|name| name == wanted));
        // No body and no ledger can know a state of the server, such as a thread.
        let is_open = is_open || answered["unseen"] == true;
        let count = self.counts.entry(wanted.to_owned()).or_default();
        match (right, is_open) {
            (true, _) => count.right += 1,
            (_, true) => count.left_open += 1,
            _ if self.forgives_doubt && is_doubtful(answered) => count.doubtful.push(format!("missed {place}")),
            _ => count.missed.push(place.to_owned()),
        }
    }

    /// A refusal is predicted in the vendor's words, unless nobody has published them, and at the block that it blames.
    fn compare_words(&mut self, place: &str, rule: &str, row: &Value, predicted: &[Seen]) {
        let (said, blamed) = (row["refusal"]["message"].as_str().unwrap(), row["refusal"]["where"].as_str());
        let body = row["answer"].as_str().unwrap_or_default();
        let unknown = row["refusal"]["unknown"] == true;
        let is_said = |seen: &Seen| unknown || seen.says.as_deref().is_some_and(|says| said.contains(says) || body.contains(says));
        let is_placed = |seen: &Seen| blamed.is_none_or(|blamed| is_at(&seen.pointer, blamed));
        let how = if !predicted.iter().any(is_said) {
            "in other words"
        } else if !predicted.iter().any(is_placed) {
            "elsewhere"
        } else {
            return;
        };
        let shown = format!("{place}\n        said {said} at {blamed:?}\n        seen {predicted:?}");
        self.inexact.entry(format!("{rule} {how}")).or_default().push(shown);
    }

    /// Prints all counts. Returns the disagreements, and the refusals that were predicted in other words or at another block.
    pub fn print(&self) -> (usize, usize) {
        let mut wrong = 0;
        let shown = std::env::var("SHOWN").ok().and_then(|shown| shown.parse().ok()).unwrap_or(3);
        for (rule, Count { right, left_open, missed, false_alarms, doubtful }) in &self.counts {
            let doubt = if doubtful.is_empty() { String::new() } else { format!(", {} doubtful", doubtful.len()) };
            println!("{rule}: {right} right, {left_open} left open, {} missed, {} false alarms{doubt}", missed.len(), false_alarms.len());
            missed.iter().take(shown).for_each(|place| println!("    missed {place}"));
            false_alarms.iter().take(shown).for_each(|place| println!("    {place}"));
            doubtful.iter().take(shown).for_each(|place| println!("    doubtful: {place}"));
            wrong += missed.len() + false_alarms.len();
        }
        for (rule, places) in &self.inexact {
            println!("{rule}: {}", places.len());
            places.iter().take(shown).for_each(|place| println!("    {place}"));
        }
        let inexact = self.inexact.values().map(Vec::len).sum();
        println!("{} requests, {wrong} disagreements, {inexact} refusals in other words or at another block", self.lines);
        (wrong, inexact)
    }
}
