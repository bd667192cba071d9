//! Counts what the worlds show.

use std::collections::BTreeMap;

use super::shown::Shown;

/// Where a mark of another user appeared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    Request,
    Report,
    View,
    Part,
}

pub struct Leak {
    pub place: Place,
    pub apart: String,
    pub seed: u64,
    pub detail: String,
}

/// How many thoughts were shown to be the user's, and how many of them were restored.
#[derive(Clone, Copy, Default)]
pub struct Restored {
    pub due: usize,
    pub back: usize,
}

#[derive(Default)]
pub struct Tally {
    pub worlds: usize,
    pub requests: usize,
    /// Requests to an instance that did not see all of their conversation.
    pub partial: usize,
    pub leaking: usize,
    pub leaks: Vec<Leak>,
    /// Requests that were whole and did not stay so.
    pub changed: Vec<String>,
    pub restored: BTreeMap<(Shown, &'static str), Restored>,
    pub missed: Vec<String>,
}

/// How many failures of a kind are shown.
const SHOWN: usize = 4;
/// How much of each.
const LENGTH: usize = 700;
/// So many of a hundred thoughts that are shown to be the user's have to be restored.
const FLOOR: usize = 95;
/// So few misses are no share of anything.
const FEW: usize = 2;
/// One of so many requests has a thought that can be restored. Fewer show that nothing is restored any more.
const LEAST: usize = 40;
/// The evidence that counts. A conversation's name is printed only.
const LEGAL: &[Shown] = &[Shown::Handle, Shown::Id, Shown::Branch, Shown::Input];

impl Tally {
    pub fn add(&mut self, other: Self) {
        self.worlds += other.worlds;
        self.requests += other.requests;
        self.partial += other.partial;
        self.leaking += other.leaking;
        self.leaks.extend(other.leaks);
        self.changed.extend(other.changed);
        self.missed.extend(other.missed);
        for (name, more) in other.restored {
            let sum = self.restored.entry(name).or_default();
            (sum.due, sum.back) = (sum.due + more.due, sum.back + more.back);
        }
    }

    pub fn restored_by(&self, shown: Shown) -> Restored {
        let own = self.restored.iter().filter(|((own, _), _)| *own == shown);
        own.fold(Restored::default(), |sum, (_, one)| Restored { due: sum.due + one.due, back: sum.back + one.back })
    }

    /// Prints the counts, and the first failures of each kind. `whole` prints all failures, and all of each.
    pub fn print(&self, what: &str, whole: bool) {
        let (most, length) = if whole || std::env::var("RETHOUGHT_SEED").is_ok() { (usize::MAX, usize::MAX) } else { (SHOWN, LENGTH) };
        let show = |details: &[String]| {
            details.iter().take(most).for_each(|detail| println!("    {}", detail.chars().take(length).collect::<String>()));
        };
        println!(
            "{} requests in {} worlds, {what}; {} to an instance that did not see all of their conversation",
            self.requests, self.worlds, self.partial
        );
        println!("LAW no mark of another user: {} requests broke it, in {} places", self.leaking, self.leaks.len());
        let mut kinds: BTreeMap<(&str, Place), Vec<&Leak>> = BTreeMap::new();
        for leak in &self.leaks {
            kinds.entry((&leak.apart, leak.place)).or_default().push(leak);
        }
        for ((apart, place), leaks) in &kinds {
            println!("    apart by {apart}, in the {place:?}: {}, first in world {}", leaks.len(), leaks[0].seed);
        }
        let details: Vec<String> = self.leaks.iter().map(|leak| leak.detail.clone()).collect();
        show(&details);
        println!("LAW a whole request is unchanged: {} broke it", self.changed.len());
        show(&self.changed);
        println!("LAW a thought that is shown to be the user's is restored:");
        for ((shown, wire), Restored { due, back }) in &self.restored {
            println!("  {wire} by {shown:?}: {back} of {due}");
        }
        show(&self.missed);
    }

    /// Fails if a law is broken, and tells of all that are.
    pub fn hold(&self) {
        let mut broken = Vec::new();
        if self.leaking > 0 {
            broken.push(format!("{} of {} requests show another user's mark", self.leaking, self.requests));
        }
        if !self.changed.is_empty() {
            broken.push(format!("{} whole requests were changed", self.changed.len()));
        }
        for shown in LEGAL {
            let Restored { due, back } = self.restored_by(*shown);
            if due - back > FEW && back * 100 < due * FLOOR {
                broken.push(format!("{back} of {due} thoughts are restored that are shown by {shown:?}"));
            }
        }
        let due: usize = LEGAL.iter().map(|shown| self.restored_by(*shown).due).sum();
        if self.worlds > 1 && due * LEAST < self.requests {
            broken.push(format!("only {due} thoughts of {} requests can be restored at all", self.requests));
        }
        assert!(broken.is_empty(), "{}", broken.join("; "));
    }
}
