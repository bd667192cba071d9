//! Runs worlds until enough requests reached an instance that knows a part.

use std::env;
use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::tally::Tally;
use super::world::{Kind, Sight, World};
use crate::isolation::endpoints::ENDPOINTS;

/// Worlds of one batch: each wire and host once. Whole batches are run, so that the same worlds are run whatever the machine.
fn batch() -> u64 {
    u64::try_from(ENDPOINTS.len()).unwrap()
}

/// Enough for a test.
const REQUESTS: usize = 300;

fn number(name: &str) -> Option<u64> {
    env::var(name).ok().and_then(|text| text.parse().ok())
}

/// Holds the laws over the worlds of a kind.
pub fn hold(kind: Kind, what: &str) {
    let tally = run(kind, Sight::All);
    tally.print(what, number("RETHOUGHT_SEED").is_some());
    tally.hold();
}

/// Runs as many worlds of a kind as are asked for.
pub fn run(kind: Kind, sight: Sight) -> Tally {
    let mut tally = Tally::default();
    if let Some(seed) = number("RETHOUGHT_SEED") {
        tally.add(World::of(seed, kind).run(sight));
    } else {
        let least = number("RETHOUGHT_WORLDS").map_or(REQUESTS, |count| usize::try_from(count).unwrap());
        for nth in 0.. {
            for world in each(nth * batch(), kind, sight) {
                tally.add(world);
            }
            if tally.partial >= least {
                break;
            }
        }
    }
    tally
}

/// Runs the worlds of a batch on all cores. Gives their counts in the order of the seeds.
fn each(first: u64, kind: Kind, sight: Sight) -> Vec<Tally> {
    let (next, found) = (AtomicU64::new(first), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(seed) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|seed| *seed < first + batch()) {
                    let tally = World::of(seed, kind).run(sight);
                    found.lock().unwrap().push((seed, tally));
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap();
    found.sort_by_key(|(seed, _)| *seed);
    found.into_iter().map(|(_, tally)| tally).collect()
}
