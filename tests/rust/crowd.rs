//! The audit with a ledger that many conversations share: nothing of one may reach another.
//!
//! `node tests/simulator/crowd/dump.mjs target/crowd.ndjson` writes worlds: a ledger's life with twins, siblings, forks, switches of vendor and
//! retries, and requests to judge on the way, whole and damaged, with the simulator's answer to each.

pub mod laws;
pub mod world;

use std::fs::File;
use std::io::{BufWriter, Write};

use self::laws::Laws;
use self::world::World;
use crate::simulated::prediction::Tally;
use crate::simulated::rows::{Dump, place_of};

const DUMP: Dump = Dump { name: "crowd", variable: "CROWD", writer: "tests/simulator/crowd/dump.mjs" };

#[test]
#[ignore = "needs target/crowd.ndjson, which npm test writes"]
fn conversations_in_one_ledger_are_isolated() {
    let mut out = BufWriter::new(File::create(DUMP.path().with_extension("mended.ndjson")).unwrap());
    let (mut laws, mut tally) = (Laws::default(), Tally::new());
    tally.forgives_doubt = true;
    let mut world = World::default();
    for mut line in DUMP.lines() {
        if line["exchanges"].is_array() {
            world = World::new(line);
            continue;
        }
        let judged = world.judge(&line);
        if line["refusal"].is_object() && world.is_of_another_account(&line) {
            line["refusal"]["unseen"] = true.into();
        }
        tally.judge(&place_of(&line), &line, &judged.prediction);
        laws.hold(&line, &world, &judged);
        if let Some(mended) = judged.mended(&line) {
            writeln!(out, "{mended}").unwrap();
        }
    }
    let (wrong, inexact) = tally.print();
    let broken = laws.print();
    assert_eq!((wrong, inexact, broken), (0, 0, 0), "predictions that are wrong, predictions in other words, broken laws");
}
