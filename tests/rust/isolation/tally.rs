//! Counts broken laws, and by endpoint what was put back.

use std::collections::BTreeMap;

/// The laws that two conversations in one ledger must keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    IntactIsUnchanged,
    IntactIsUnchangedAlone,
    IntactIsNotRejected,
    NothingOfTheOtherInTheRequest,
    NothingOfTheOtherInTheReport,
    NothingOfTheOtherInTheView,
    NothingOfTheOtherAccount,
    ThoughtsAreSentOrIssued,
    ThoughtsAreNotMultiplied,
    DroppedThoughtComesBack,
    DroppedTextComesBack,
    DroppedHandleComesBack,
    RepairIsIdempotent,
    GoingOnAgreesWithTheWhole,
    OtherVendorChangesNothing,
    OtherVendorIsNotMissed,
}

/// A law that was broken, and how.
pub struct Failure {
    pub law: Law,
    pub detail: String,
}

/// How often a thought that can be told was dropped, and how often it came back.
#[derive(Clone, Copy, Default)]
pub struct Restored {
    pub decidable: usize,
    pub back: usize,
}

/// The result of one pair.
#[derive(Default)]
pub struct Outcome {
    pub failures: Vec<Failure>,
    pub restored: Restored,
    pub damages: usize,
}

impl Outcome {
    pub fn fail(&mut self, law: Law, detail: impl Into<String>) {
        self.failures.push(Failure { law, detail: detail.into() });
    }
}

/// All of it.
#[derive(Default)]
pub struct Tally {
    pub pairs: usize,
    pub damages: usize,
    pub failures: BTreeMap<Law, Vec<(u64, String)>>,
    /// By endpoint and law.
    pub places: BTreeMap<(Law, &'static str), usize>,
    pub restored: BTreeMap<(&'static str, &'static str), Restored>,
}

impl Tally {
    pub fn add(&mut self, seed: u64, wire: &'static str, endpoint: &'static str, outcome: Outcome) {
        self.pairs += 1;
        self.damages += outcome.damages;
        let restored = self.restored.entry((wire, endpoint)).or_default();
        restored.decidable += outcome.restored.decidable;
        restored.back += outcome.restored.back;
        for failure in outcome.failures {
            *self.places.entry((failure.law, endpoint)).or_default() += 1;
            self.failures.entry(failure.law).or_default().push((seed, failure.detail));
        }
    }

    /// The thoughts that came back on a wire.
    pub fn back(&self, wire: &str) -> usize {
        self.restored.iter().filter(|((own, _), _)| *own == wire).map(|(_, restored)| restored.back).sum()
    }

    pub fn print(&self) {
        println!("{} pairs, {} damaged requests", self.pairs, self.damages);
        println!("dropped thoughts of which it can be told whose they are, and how many came back:");
        for ((wire, endpoint), restored) in &self.restored {
            println!("  {wire} {endpoint}: {} of {}", restored.back, restored.decidable);
        }
        for (law, failures) in &self.failures {
            let places = self.places.iter().filter(|((own, _), _)| own == law).map(|((_, name), count)| format!("{name} {count}"));
            println!("{law:?}: broken {} times ({})", failures.len(), places.collect::<Vec<_>>().join(", "));
        }
    }
}
