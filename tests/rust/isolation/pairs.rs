//! The laws over as many pairs as are asked for.

use std::env;
use std::num::NonZero;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use rethought::audit::rules;

use super::endpoints::ENDPOINTS;
use super::evidence::{repaired, report};
use super::laws::{check, check_alone};
use super::pair::{Config, Pair};
use super::tally::{Law, Outcome, Tally};

/// How many failures of a law are shown.
const SHOWN: usize = 3;

/// Seeds: so many of them, or the one that is asked for.
fn seeds(count: u64) -> Range<u64> {
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    number("RETHOUGHT_SEED").map_or(0..number("RETHOUGHT_PAIRS").unwrap_or(count), |seed| seed..seed + 1)
}

/// Runs the pairs on all cores. Gives the result of each, in the order of the seeds.
fn each(seeds: Range<u64>, check: fn(Config) -> Outcome) -> Vec<(Config, Outcome)> {
    let (next, found) = (AtomicU64::new(seeds.start), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(seed) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|seed| *seed < seeds.end) {
                    let config = Config::of(seed);
                    let outcome = check(config);
                    found.lock().unwrap().push((config, outcome));
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap();
    found.sort_by_key(|(config, _)| config.seed);
    found
}

#[test]
fn no_conversation_reaches_another_whatever_they_share() {
    let seeds = seeds(600);
    let only_one = seeds.end - seeds.start == 1;
    let mut tally = Tally::default();
    for (config, outcome) in each(seeds, check) {
        tally.add(config.seed, config.endpoint.wire, config.endpoint.name, outcome);
    }
    tally.print();
    for (law, failures) in &tally.failures {
        let mut failures = failures.clone();
        failures.dedup_by_key(|(seed, _)| *seed);
        println!("\n{law:?}, seeds {:?}", failures.iter().map(|(seed, _)| *seed).collect::<Vec<_>>());
        for (seed, detail) in failures.iter().take(SHOWN) {
            let (config, detail) = shrink(*law, Config::of(*seed), detail.clone());
            let detail = if only_one { detail } else { detail.chars().take(600).collect() };
            println!("\n{law:?}: {}\n  {detail}", config.describe());
        }
    }
    for wire in wires_with_a_fix().filter(|_| !only_one) {
        assert!(tally.back(wire) > 0, "nothing came back on {wire}");
    }
    let broken: usize = tally.failures.values().map(Vec::len).sum();
    assert_eq!(broken, 0, "{} laws are broken", tally.failures.len());
}

#[test]
fn a_ledger_that_knows_nobody_else_breaks_none_of_these_laws() {
    let mut broken = Vec::new();
    for (config, outcome) in each(seeds(120), check_alone) {
        // A thought of the person's own in a second turn is held against the pairs only.
        let failures = outcome.failures.into_iter().filter(|failure| failure.law != Law::ThoughtsAreNotMultiplied);
        broken.extend(failures.map(|failure| format!("{:?}: {}\n  {}", failure.law, config.describe(), failure.detail)));
    }
    broken.iter().take(SHOWN).for_each(|one| println!("{one}"));
    assert!(broken.is_empty(), "{}", broken.len());
}

/// A simpler pair that breaks the same law, and how it does.
fn shrink(law: Law, mut config: Config, mut detail: String) -> (Config, String) {
    'simpler: loop {
        for simpler in config.simpler() {
            if let Some(failure) = check(simpler).failures.into_iter().find(|failure| failure.law == law) {
                (config, detail) = (simpler, failure.detail);
                continue 'simpler;
            }
        }
        return (config, detail);
    }
}

/// The wires on which a dropped thought can be put back.
pub fn wires_with_a_fix() -> impl Iterator<Item = &'static str> {
    let rule = rules::all().find(|rule| rule.id == "dropped-thought").unwrap();
    rule.binds.split(' ').next().unwrap().trim_start_matches("wire=").split('|')
}

#[test]
fn the_generated_requests_are_accepted_and_left_alone_without_a_ledger() {
    let mut wrong = Vec::new();
    for seed in 0..u64::try_from(ENDPOINTS.len()).unwrap() * 12 {
        let pair = Pair::new(Config::of(seed));
        for session in &pair.sessions {
            let (rejects, mended) = (report(session.next(), &session.target, None).1, repaired(session.next(), &session.target, None));
            if !rejects.is_empty() || mended != session.next() {
                wrong.push(format!("{}\n  {rejects:?}\n  {}\n  {mended}", pair.config.describe(), session.next()));
            }
        }
    }
    wrong.iter().take(SHOWN).for_each(|one| println!("{one}"));
    assert!(wrong.is_empty(), "{}", wrong.len());
}
