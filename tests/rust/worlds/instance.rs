//! Instances of a ledger behind a balancer. Each knows what it recorded, and what a shared store brought it, late or never.

use std::collections::{HashMap, HashSet};

use rethought::ledger::Ledger;
use rethought::model::Target;

use crate::isolation::random::Random;
use crate::isolation::session::Answer;
use crate::merge::world::time;

/// How instances learn from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// Not at all.
    Own,
    /// Lines are written to all, some late and some never.
    Shared,
}

/// The number of a user and of an answer among those made for this user.
pub type Whose = (usize, usize);

pub struct Instances {
    ledgers: Vec<Ledger>,
    store: Store,
    /// Lines on their way: when, where to, and the line.
    late: Vec<(usize, usize, Vec<u8>)>,
    /// Whose an answer is, by the name that the ledger gives it.
    whose: HashMap<String, Whose>,
    now: usize,
    /// The answers that were recorded for a request with renamed calls.
    pub unlinked: HashSet<Whose>,
}

impl Instances {
    pub fn new(count: usize, store: Store) -> Self {
        Self { ledgers: vec![Ledger::default(); count], store, late: Vec::new(), whose: HashMap::new(), now: 0, unlinked: HashSet::new() }
    }

    pub fn ledger(&self, nth: usize) -> &Ledger {
        &self.ledgers[nth]
    }

    /// What an instance has on record of one user, as if nobody else had been there.
    pub fn ledger_of(&self, nth: usize, user: usize) -> Ledger {
        let (all, mut own) = (&self.ledgers[nth], Ledger::default());
        for line in 0..all.len() {
            let name = all.answer(line).unwrap().id().to_string();
            if self.whose.get(&name).is_some_and(|(whose, _)| *whose == user) {
                load(&mut own, all.line(line).unwrap());
            }
        }
        own
    }

    /// The answers that an instance has on record.
    pub fn known(&self, nth: usize) -> HashSet<Whose> {
        names(&self.ledgers[nth]).iter().filter_map(|name| self.whose.get(name).copied()).collect()
    }

    /// One instance records an exchange. The others may learn of it.
    pub fn record(&mut self, nth: usize, whose: Whose, (target, request, answer): (&Target, &str, &Answer), random: &mut Random) {
        let ledger = &mut self.ledgers[nth];
        ledger.date(Some(time(self.now)));
        let before = ledger.len();
        match &answer.stream {
            Some(stream) => ledger.record_stream(target, request.as_bytes(), stream.as_bytes()).unwrap(),
            None => ledger.record(target, request.as_bytes(), &answer.body).unwrap(),
        }
        for line in before..ledger.len() {
            self.whose.insert(ledger.answer(line).unwrap().id().to_string(), whose);
        }
        if self.store == Store::Own {
            return;
        }
        let lines: Vec<Vec<u8>> = (before..ledger.len()).map(|line| ledger.line(line).unwrap().to_vec()).collect();
        for to in (0..self.ledgers.len()).filter(|to| *to != nth) {
            for line in &lines {
                if random.chance(70) {
                    self.late.push((self.now + random.below(12), to, line.clone()));
                }
            }
        }
    }

    /// Time goes on: late lines arrive, and now and then an instance restarts, forgets what is old, or evicts some lines.
    pub fn tick(&mut self, random: &mut Random) {
        self.now += 1;
        let (due, late): (Vec<_>, Vec<_>) = std::mem::take(&mut self.late).into_iter().partition(|(when, _, _)| *when <= self.now);
        self.late = late;
        for (_, to, line) in due {
            load(&mut self.ledgers[to], &line);
        }
        let nth = random.below(self.ledgers.len());
        let ledger = &mut self.ledgers[nth];
        match random.below(60) {
            0 => *ledger = Ledger::default(),
            1 => drop(ledger.forget_before(time(self.now.saturating_sub(6)))),
            2 | 3 => *ledger = evicted(ledger, random),
            4 => *ledger = Ledger::restore(&ledger.snapshot()).unwrap().0,
            _ => {}
        }
    }
}

fn names(ledger: &Ledger) -> Vec<String> {
    (0..ledger.len()).map(|nth| ledger.answer(nth).unwrap().id().to_string()).collect()
}

fn load(ledger: &mut Ledger, line: &[u8]) {
    let text = [&ledger.opening()[..], b"\n", line, b"\n"].concat();
    assert_eq!(ledger.load(&text).unwrap(), [0; 0]);
}

/// The same ledger without some of its lines.
fn evicted(ledger: &Ledger, random: &mut Random) -> Ledger {
    let mut left = Ledger::default();
    for line in (0..ledger.len()).filter(|_| random.chance(60)) {
        load(&mut left, ledger.line(line).unwrap());
    }
    left
}
