//! A conversation that goes on, audited by an auditor that may audit others between.

use rethought::api::write_report;
use rethought::audit::{Auditor, Options};
use rethought::json::scan;
use rethought::model::Target;
use rethought::wires::{replay, resolve_target};

use super::talks::{TALKS, Talk, appended};

pub struct Dialogue {
    talk: &'static Talk,
    pub target: Target,
    pub request: String,
    /// The number of the next answer: its ids and handles are made of it.
    next: usize,
}

/// The outcome of one audit.
pub struct Audited {
    pub skipped: usize,
    /// How many findings there are, by the rules.
    pub findings: usize,
    /// True if one of them is about all messages together: then each request is judged whole.
    pub is_summed: bool,
    /// The report on the whole and this report, if they differ.
    pub differs: Option<[String; 2]>,
}

impl Dialogue {
    pub fn new(talk: &'static Talk, first: usize) -> Self {
        let target = resolve_target(scan(talk.target.as_bytes()).unwrap().root(), None).unwrap();
        Self { talk, target, request: talk.opening.to_owned(), next: first }
    }

    /// How many messages it has.
    pub fn len(&self) -> usize {
        scan(self.request.as_bytes()).unwrap().find(self.talk.list).unwrap().elements().count()
    }

    /// Audits the request as it is.
    pub fn audit(&self, auditor: &mut Auditor) -> Audited {
        let expected = super::whole(auditor.ledger(), &self.request, &self.target);
        let audited = auditor.audit(self.request.as_bytes(), &self.target, &Options::default(), |document, facts, report| {
            let is_summed = report.findings.iter().any(|finding| finding.rule.id == "function-call-out-of-turn");
            (report.findings.len(), is_summed, write_report(&report, facts, document))
        });
        let (findings, is_summed, found) = audited.unwrap();
        let differs = (found != expected).then(|| [expected, found].map(|text| String::from_utf8_lossy(&text).into_owned()));
        Audited { skipped: auditor.skipped(), findings, is_summed, differs }
    }

    /// Takes an answer with so many calls, and their results, or what the user says next.
    pub fn go_on(&mut self, auditor: &mut Auditor, calls: usize) {
        let (talk, nth) = (self.talk, self.next);
        self.next += 1;
        let response = (talk.response)(nth, calls);
        auditor.answer(response.as_bytes(), false).unwrap();
        let replayed = replay(self.request.as_bytes(), response.as_bytes(), &self.target).unwrap().request;
        self.request =
            talk.next(nth, calls).iter().fold(String::from_utf8(replayed).unwrap(), |request, next| appended(&request, talk.list, next));
    }

    /// Goes on from a request of somebody else, in the words of the talk on its wire.
    pub fn from(target: &Target, request: &str) -> Option<Self> {
        let wire = format!(r#""wire":"{}""#, target.wire.as_str());
        let talk = TALKS.iter().find(|talk| talk.target.contains(&wire))?;
        Some(Self { talk, target: target.clone(), request: request.to_owned(), next: 5000 })
    }

    /// Returns `true` if another request differs from this one first in its last three messages, or after them.
    pub fn is_changed_at_the_end(&self, other: &str) -> bool {
        let same = self.request.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
        let document = scan(self.request.as_bytes()).unwrap();
        let starts: Vec<usize> = document.find(self.talk.list).unwrap().elements().map(|message| message.span().start).collect();
        starts.iter().rev().nth(2).is_none_or(|start| same >= *start)
    }

    /// Lists the damages that may happen to the request at a message.
    pub fn damaged(&self, at: usize) -> Vec<String> {
        super::damages::damages(&self.request, self.talk.list, at)
    }
}
