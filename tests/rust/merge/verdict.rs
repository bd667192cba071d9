//! The verdict of a ledger on a request, with answers by their names and not by their numbers.

use rethought::audit::{conversation, follow};
use rethought::json::scan;
use rethought::ledger::Ledger;

use super::world::Sent;
use crate::isolation::evidence::{repaired, report};

#[derive(Debug, PartialEq, Eq)]
pub struct Verdict {
    pub report: String,
    pub repaired: String,
    pub followed: Vec<String>,
    pub conversation: Option<(String, Vec<String>)>,
}

impl Verdict {
    pub fn of(sent: &Sent<'_>, ledger: &Ledger) -> Self {
        let (request, target) = (sent.request.as_str(), &sent.session.target);
        let document = scan(request.as_bytes()).unwrap();
        let name = |nth: usize| ledger.answer(nth).unwrap().id().to_string();
        let mut followed: Vec<String> = Vec::new();
        for one in follow(&document, target, ledger).unwrap() {
            followed.push(format!("{} {} {:?}", name(one.response), one.part, rethought::audit::Followed { response: 0, ..one }));
        }
        followed.sort();
        let conversation = conversation(&document, target, ledger).unwrap();
        let (report, _) = report(request, target, Some(ledger));
        Self {
            report: String::from_utf8(report).unwrap(),
            repaired: repaired(request, target, Some(ledger)),
            followed,
            conversation: conversation.map(|found| (found.id.to_string(), found.branch.into_iter().map(name).collect())),
        }
    }

    /// How another differs; nothing, if it does not.
    pub fn difference(&self, other: &Self) -> Option<(&'static str, String)> {
        if self.report != other.report {
            return Some(("report", format!("\n    one   {}\n    other {}", self.report, other.report)));
        }
        if self.repaired != other.repaired {
            return Some(("repair", format!("\n    one   {}\n    other {}", self.repaired, other.repaired)));
        }
        if self.followed != other.followed {
            let only = |one: &Self, other: &Self| {
                one.followed.iter().filter(|line| !other.followed.contains(line)).cloned().collect::<Vec<_>>().join("\n      ")
            };
            return Some(("follow", format!("\n    one   {}\n    other {}", only(self, other), only(other, self))));
        }
        (self.conversation != other.conversation)
            .then(|| ("conversation", format!("\n    one   {:?}\n    other {:?}", self.conversation, other.conversation)))
    }
}

/// The names of all answers of a ledger, in the order of names.
pub fn names(ledger: &Ledger) -> Vec<String> {
    let mut names: Vec<String> = (0..ledger.len()).map(|nth| ledger.answer(nth).unwrap().id().to_string()).collect();
    names.sort();
    names
}

/// The comparisons, and the differences.
#[derive(Default)]
pub struct Tally {
    pub compared: usize,
    failures: Vec<(&'static str, String)>,
}

/// How many differences of a kind are shown.
const SHOWN: usize = 3;

impl Tally {
    /// Holds what two ledgers say of the same requests against each other.
    pub fn compare(&mut self, what: &str, requests: &[Sent<'_>], one: &Ledger, other: &Ledger) {
        for sent in requests {
            self.compared += 1;
            if let Some((kind, detail)) = Verdict::of(sent, one).difference(&Verdict::of(sent, other)) {
                self.fail(kind, format!("{what}, on {}, {}{detail}\n    sent  {}", sent.session.endpoint.name, sent.what, sent.request));
            }
        }
    }

    pub fn fail(&mut self, kind: &'static str, detail: String) {
        self.failures.push((kind, detail));
    }

    pub fn finish(self, what: &str, only_one: bool) {
        println!("{what}: {} verdicts compared, {} differ", self.compared, self.failures.len());
        let mut kinds: Vec<&str> = self.failures.iter().map(|(kind, _)| *kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            let own: Vec<&String> = self.failures.iter().filter(|(own, _)| *own == kind).map(|(_, detail)| detail).collect();
            println!("\n{} times: {kind}", own.len());
            own.iter()
                .take(SHOWN)
                .for_each(|detail| println!("  {}", if only_one { (*detail).clone() } else { detail.chars().take(1200).collect() }));
        }
        assert!(self.failures.is_empty(), "{what}: {} differences", self.failures.len());
    }
}
