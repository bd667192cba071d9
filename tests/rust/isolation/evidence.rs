//! Looks at a request: its thoughts, its report, and bytes of another conversation in any of it.

use std::collections::{BTreeMap, HashSet};

use rethought::api::{write_fates, write_report};
use rethought::audit::{Options, Safety, Severity, audit, follow, repair};
use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::{PartKind, Target};
use rethought::wires::codec;

use super::session::Session;
use super::talk::Turn;

/// The report on a request, as JavaScript gets it, and whether it says that the request will be rejected.
pub fn report(request: &str, target: &Target, ledger: Option<&Ledger>) -> (Vec<u8>, Vec<&'static str>) {
    let document = scan(request.as_bytes()).unwrap();
    audit(&document, target, &Options { ledger, ..Options::default() }, |facts, report| {
        let rejects =
            report.findings.iter().filter(|finding| finding.severity == Severity::Reject).map(|finding| finding.rule.id).collect();
        (write_report(&report, facts, &document), rejects)
    })
    .unwrap()
}

/// The rules that have found something.
pub fn findings(request: &str, target: &Target, ledger: &Ledger) -> Vec<&'static str> {
    let options = Options { ledger: Some(ledger), ..Options::default() };
    let document = scan(request.as_bytes()).unwrap();
    audit(&document, target, &options, |_, report| report.findings.iter().map(|finding| finding.rule.id).collect()).unwrap()
}

pub fn repaired(request: &str, target: &Target, ledger: Option<&Ledger>) -> String {
    let options = Options { ledger, ..Options::default() };
    String::from_utf8(repair(request.as_bytes(), target, &options, &[Safety::Safe]).unwrap().request).unwrap()
}

pub fn followed(request: &str, target: &Target, ledger: &Ledger) -> Vec<u8> {
    write_fates(&follow(&scan(request.as_bytes()).unwrap(), target, ledger).unwrap())
}

/// The thoughts of a request, byte for byte, and how often each is in it. Of a handle on a call or a text only the handle is the thought.
pub fn thoughts(request: &str, target: &Target) -> BTreeMap<Vec<u8>, usize> {
    let document = scan(request.as_bytes()).unwrap();
    let mut found = BTreeMap::new();
    for part in codec(&target.wire).unwrap().request(document.root()).parts {
        let Some(thinking) = &part.thinking else { continue };
        let bytes = match part.kind {
            PartKind::Thought => request.as_bytes()[part.span.start..part.span.end].to_vec(),
            _ => thinking.handles.iter().flat_map(|handle| handle.raw()).copied().collect(),
        };
        *found.entry(bytes).or_default() += 1;
    }
    found
}

/// Strings that only one conversation has: a stretch of any of them in another's request, report or view is a leak.
pub struct Traces(HashSet<Vec<u8>>);

/// Long enough to be no accident, and shorter than the excerpts that reports show of a difference.
const STRETCH: usize = 12;
/// Every stretch of the traces is known, so of a text only each fourth has to be looked up.
const STEP: usize = 4;

impl Traces {
    /// Those of one conversation that another, of which it may be a branch, has not got.
    pub fn of(session: &Session, own: &Session) -> Self {
        Self(Self::all(session).0.difference(&Self::all(own).0).cloned().collect())
    }

    pub fn all(session: &Session) -> Self {
        Self::of_turns(&session.talk.turns)
    }

    /// Those of some answers.
    pub fn of_turns<'t>(turns: impl IntoIterator<Item = &'t Turn>) -> Self {
        let thoughts = turns.into_iter().flat_map(|turn| &turn.thoughts);
        let secret = |text: &str| text.split_whitespace().find(|word| word.starts_with("secret-")).unwrap_or_default().to_owned();
        let strings = thoughts.flat_map(|thought| [secret(&thought.text), thought.own_part.clone()]);
        Self(strings.flat_map(|string| string.as_bytes().windows(STRETCH).map(<[u8]>::to_vec).collect::<Vec<_>>()).collect())
    }

    /// The first stretch of the traces that is in a text.
    pub fn find(&self, text: &[u8]) -> Option<String> {
        let mut stretches = text.windows(STRETCH).step_by(STEP);
        stretches.find(|stretch| self.0.contains(*stretch)).map(|stretch| String::from_utf8_lossy(stretch).into_owned())
    }
}
