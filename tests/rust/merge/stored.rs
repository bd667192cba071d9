//! Laws 6 and 7: a ledger of some lines says what the ledger of all says, if it has the lines of every key that was looked up; and one that lacks a line
//! of such a key puts nothing back that the ledger of all would not.

use std::collections::{BTreeMap, BTreeSet};

use rethought::audit::{Auditor, Options};
use rethought::json::Digest;
use rethought::ledger::Ledger;

use super::verdict::{Tally, Verdict};
use super::world::{Sent, World, seeds};

/// All lines, by their names and by their keys.
struct Store<'l> {
    all: &'l Ledger,
    keys: BTreeMap<Digest, Vec<usize>>,
}

impl<'l> Store<'l> {
    fn new(all: &'l Ledger) -> Self {
        let mut keys: BTreeMap<Digest, Vec<usize>> = BTreeMap::new();
        for nth in 0..all.len() {
            all.answer(nth).unwrap().stored_keys().into_iter().for_each(|key| keys.entry(key).or_default().push(nth));
        }
        Self { all, keys }
    }

    /// A ledger of the lines that are looked for until no more are; lines that are `lost` cannot be had.
    fn ask(&self, lost: &dyn Fn(usize) -> bool, run: &mut dyn FnMut(&mut Ledger)) -> Ledger {
        let (mut some, mut here, mut unsure) = (Ledger::default(), BTreeSet::new(), Vec::new());
        loop {
            some.watch(&unsure);
            run(&mut some);
            let before = (here.len(), unsure.len());
            for key in some.asked() {
                let found = self.keys.get(&key).map(Vec::as_slice).unwrap_or_default();
                if found.iter().any(|nth| lost(*nth)) && !unsure.contains(&key) {
                    unsure.push(key);
                }
                for nth in found.iter().filter(|nth| !lost(**nth)) {
                    if here.insert(*nth) {
                        some.load(&[&self.all.opening(), &b"\n"[..], self.all.line(*nth).unwrap()].concat()).unwrap();
                    }
                }
            }
            if before == (here.len(), unsure.len()) {
                return some;
            }
        }
    }
}

#[test]
fn a_ledger_of_the_lines_that_were_looked_up_is_the_ledger_of_all() {
    let (seeds, mut tally, mut loaded, mut held) = (seeds(60), Tally::default(), 0, 0);
    let only_one = seeds.end - seeds.start == 1;
    for seed in seeds {
        let world = World::of(seed);
        let all = world.recorded(&world.exchanges());
        let store = Store::new(&all);
        for sent in world.some_requests(8) {
            let some = store.ask(&|_| false, &mut |some| drop(Verdict::of(&sent, some)));
            (loaded, held) = (loaded + some.len(), held + all.len());
            tally.compare(&world.describe(), &[sent], &all, &some);
        }
    }
    println!("{loaded} lines loaded of {held}");
    assert!(loaded < held, "only what a request needs is loaded");
    tally.finish("looked up in a store", only_one);
}

#[test]
fn what_a_request_needs_to_be_recorded_is_looked_up() {
    for seed in seeds(30) {
        let world = World::of(seed);
        let all = world.recorded(&world.exchanges());
        let store = Store::new(&all);
        for Sent { session, request, .. } in world.some_requests(8) {
            let prepare = |ledger: &Ledger| ledger.prepare(&session.target, request.as_bytes()).unwrap().text();
            let some = store.ask(&|_| false, &mut |some| drop(prepare(some)));
            assert_eq!(prepare(&some), prepare(&all), "{}", world.describe());
        }
    }
}

#[test]
fn what_cannot_be_had_makes_nothing_unique() {
    let (mut less, mut same) = (0, 0);
    for seed in seeds(60) {
        let world = World::of(seed);
        let all = world.recorded(&world.exchanges());
        let (store, mut random) = (Store::new(&all), world.random("lost"));
        let lost: Vec<bool> = (0..all.len()).map(|_| random.chance(30)).collect();
        for sent in world.some_requests(8) {
            let some = store.ask(&|nth| lost[nth], &mut |some| drop(Verdict::of(&sent, some)));
            let [whole, part] = [&all, &some].map(|ledger| Verdict::of(&sent, ledger));
            // The ledger of some lines follows a thought to the answer that the ledger of all follows it to, or to none. One answer may have several lines.
            let body =
                |name: &str| (0..all.len()).filter_map(|nth| all.answer(nth)).find(|answer| answer.id().to_string() == name).unwrap().body;
            let thoughts = |verdict: &Verdict| {
                verdict
                    .followed
                    .iter()
                    .filter(|line| line.contains("thinks: true") && !line.contains("state: Gone"))
                    .cloned()
                    .collect::<Vec<_>>()
            };
            let bodies = |verdict: &Verdict| thoughts(verdict).iter().map(|line| body(line.split(' ').next().unwrap())).collect::<Vec<_>>();
            let known = bodies(&whole);
            assert!(bodies(&part).iter().all(|body| known.contains(body)), "{}: {}", world.describe(), sent.request);
            if part == whole { same += 1 } else { less += 1 }
        }
    }
    println!("{same} verdicts are those of all lines, {less} are of less");
    assert!(less > 100);
}

#[test]
fn an_audit_that_goes_on_has_looked_up_what_the_one_before_it_has() {
    let mut skipped = 0;
    for seed in seeds(60) {
        let world = World::of(seed);
        let all = world.recorded(&world.exchanges());
        for session in &world.sessions {
            let mut auditor = Auditor::new(all.clone());
            for request in session.requests.iter().map(String::as_str).chain([session.next()]) {
                let asked = |auditor: &mut Auditor| {
                    auditor.watch(&[]);
                    auditor.audit(request.as_bytes(), &session.target, &Options::default(), |_, _, _| ()).unwrap();
                    auditor.ledger().asked()
                };
                let whole = asked(&mut Auditor::new(all.clone()));
                let grown = asked(&mut auditor);
                skipped += auditor.skipped();
                assert!(whole.iter().all(|key| grown.contains(key)), "{}: {request}", world.describe());
            }
        }
    }
    assert!(skipped > 0);
}
