//! A world of the dump: one ledger, the exchanges that it records in turn, and the marks of what is secret.

use std::collections::{HashMap, HashSet};

use rethought::audit::{Options, Safety, Severity, audit, follow, repair};
use rethought::boundary::{write_fates, write_report};
use rethought::json::scan;
use rethought::ledger::Ledger;
use serde_json::{Value, json};

use crate::simulated::prediction::Prediction;
use crate::simulated::rows::{record, request_of, target_of};

/// A thought or a handle that is one line's alone, known by a piece of it that occurs nowhere else.
pub struct Secret {
    pub user: String,
    pub conversation: u64,
    pub leg: String,
}

#[derive(Default)]
pub struct World {
    ledger: Ledger,
    exchanges: Vec<Value>,
    recorded: usize,
    secrets: Vec<Secret>,
    marks: HashMap<Vec<u8>, usize>,
}

/// The judgement of one request.
pub struct Judged {
    pub prediction: Prediction,
    pub repaired: Vec<u8>,
    /// The result of a second repair.
    pub again: Vec<u8>,
    pub report: Vec<u8>,
    pub followed: Vec<u8>,
    verdict: &'static str,
    rejects: usize,
}

impl World {
    pub fn new(mut line: Value) -> Self {
        let Value::Array(exchanges) = line["exchanges"].take() else { panic!("a world has exchanges") };
        let list = line["secrets"].as_array().unwrap();
        let text = |one: &Value, key: &str| one[key].as_str().unwrap().to_owned();
        let marks = list.iter().enumerate().map(|(nth, one)| (text(one, "mark").into_bytes(), nth)).collect();
        let secret =
            |one: &Value| Secret { user: text(one, "user"), conversation: one["conversation"].as_u64().unwrap(), leg: text(one, "leg") };
        Self { exchanges, marks, secrets: list.iter().map(secret).collect(), ..Self::default() }
    }

    /// Audits, repairs and follows a request, with the ledger as it was when the request came.
    pub fn judge(&mut self, line: &Value) -> Judged {
        let until = usize::try_from(line["recorded"].as_u64().unwrap()).unwrap();
        for exchange in self.exchanges.get(self.recorded..until).unwrap_or_default() {
            record(&mut self.ledger, exchange);
        }
        self.recorded = until.max(self.recorded);
        let (target, request) = (target_of(line), request_of(line).as_bytes());
        let options = Options { ledger: Some(&self.ledger), ..Options::default() };
        let read = |text: &[u8]| {
            let document = scan(text).unwrap();
            audit(&document, &target, &options, |facts, report| {
                let prediction = Prediction::of(&document, facts, &report);
                (prediction, write_report(&report, facts, &document), report.verdict.name(), report.count(Severity::Reject))
            })
            .unwrap()
        };
        let mend = |text: &[u8]| repair(text, &target, &options, &[Safety::Safe]).unwrap().request;
        let (prediction, report, mut verdict, mut rejects) = read(request);
        let repaired = mend(request);
        let mut again = repaired.clone();
        if repaired != request {
            again = mend(&repaired);
            (_, _, verdict, rejects) = read(&repaired);
        }
        let followed = write_fates(&follow(&scan(request).unwrap(), &target, &self.ledger).unwrap());
        Judged { prediction, repaired, again, report, followed, verdict, rejects }
    }

    /// Returns `true` if the damaged entry was issued to another named account. An account limits all evidence, so its answers are unknown here (DESIGN 5a).
    pub fn is_of_another_account(&self, line: &Value) -> bool {
        let mut place = line["where"].as_str().unwrap_or_default().split('/').skip(1);
        let (Some(list), Some(Ok(at))) = (place.next(), place.next().map(str::parse::<usize>)) else { return false };
        let answers_it = |exchange: &&Value| {
            let request: Value = serde_json::from_str(request_of(exchange)).unwrap();
            exchange["conversation"] == line["conversation"] && request[list].as_array().is_some_and(|entries| entries.len() == at)
        };
        self.exchanges.iter().filter(answers_it).any(|exchange| exchange["target"]["account"] != line["target"]["account"])
    }

    /// The secrets that occur in a text.
    fn marks_in(&self, text: &[u8]) -> HashSet<usize> {
        text.windows(MARK).filter_map(|window| self.marks.get(window).copied()).collect()
    }

    /// The secrets of others that occur in a text, and did not in the request.
    pub fn leaks<'w>(&'w self, line: &Value, request: &[u8], text: &[u8]) -> Vec<&'w Secret> {
        let own: HashSet<usize> = line["own"].as_array().unwrap().iter().filter_map(|nth| usize::try_from(nth.as_u64()?).ok()).collect();
        let before = self.marks_in(request);
        let found = self.marks_in(text).into_iter().filter(|nth| !own.contains(nth) && !before.contains(nth));
        found.filter_map(|nth| self.secrets.get(nth)).collect()
    }
}

impl Judged {
    /// The line for tests/simulator/replay.mjs: a damaged request that a safe repair changed, and has nothing against it any more.
    pub fn mended(&self, line: &Value) -> Option<Value> {
        let request = String::from_utf8(self.repaired.clone()).unwrap();
        // Whose refusal was not foreseen has been mended in something else.
        let foreseen = line["refusal"].is_null() || self.prediction.seen.iter().any(|seen| seen.severity == Severity::Reject);
        let mended = line["damage"].is_string() && request != request_of(line) && self.rejects == 0 && foreseen;
        mended.then(|| json!({"world": line["world"], "seed": line["seed"], "request": request, "verdict": self.verdict}))
    }
}

/// So many bytes are a mark (tests/simulator/crowd/secrets.mjs).
const MARK: usize = 16;
