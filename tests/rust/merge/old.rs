//! Law 3: ledgers of versions 1 and 2 are read, fit together with lines of today, and judge.

use rethought::audit::{Options, audit};
use rethought::json::scan;
use rethought::ledger::Ledger;

use super::dialogue::{Dialogue, TURNS, dialogues, recorded};
use crate::isolation::evidence::{findings, repaired};

const FIRST: &str = include_str!("../../data/ledger/version-1.ndjson");
const SECOND: &str = include_str!("../../data/ledger/version-2.ndjson");

fn record(ledger: &mut Ledger, dialogue: &Dialogue, nth: usize) {
    let (request, response) = &dialogue.exchanges[nth];
    ledger.record(&dialogue.target, request.as_bytes(), response.as_bytes()).unwrap();
}

/// The record of today, of exchanges that some are chosen from.
fn today(is_in: impl Fn(usize, usize) -> bool) -> Ledger {
    let (mut ledger, dialogues) = (Ledger::default(), dialogues());
    recorded().filter(|(which, nth)| is_in(*which, *nth)).for_each(|(which, nth)| record(&mut ledger, &dialogues[which], nth));
    ledger
}

/// The first lines of the file of version 2, its opening among them.
fn beginning(lines: usize) -> String {
    SECOND.lines().take(1 + lines).collect::<Vec<_>>().join("\n") + "\n"
}

fn rejects(request: &str, dialogue: &Dialogue, ledger: &Ledger) -> bool {
    let options = Options { ledger: Some(ledger), ..Options::default() };
    audit(&scan(request.as_bytes()).unwrap(), &dialogue.target, &options, |_, report| {
        report.findings.iter().any(|finding| finding.is_certain())
    })
    .unwrap()
}

#[test]
fn old_ledgers_load_and_know_their_exchanges_again() {
    for text in [SECOND.to_owned(), [FIRST, SECOND].concat(), [SECOND, FIRST].concat(), [SECOND, SECOND].concat()] {
        let (mut ledger, torn) = Ledger::restore(text.as_bytes()).unwrap();
        let firsts = if text.contains("\"version\":1") { 2 } else { 0 };
        assert_eq!((ledger.len(), torn.len()), (2 * TURNS + firsts, 0));
        let dialogues = dialogues();
        recorded().for_each(|(which, nth)| record(&mut ledger, &dialogues[which], nth));
        assert_eq!(ledger.len(), 2 * TURNS + firsts, "what an old version has recorded is known");
        assert_eq!(Ledger::restore(&ledger.snapshot()).unwrap().0.snapshot(), ledger.snapshot());
    }
}

#[test]
fn an_intact_request_is_accepted_and_a_damaged_one_is_found_by_its_handles() {
    let mut ledgers = vec![("version 2", Ledger::restore(SECOND.as_bytes()).unwrap().0)];
    // The conversation goes on today, on top of what is old.
    for old in 1..2 * TURNS {
        let mut grown = Ledger::restore(beginning(old).as_bytes()).unwrap().0;
        let dialogues = dialogues();
        recorded().skip(old).for_each(|(which, nth)| record(&mut grown, &dialogues[which], nth));
        let written = Ledger::restore(&[beginning(old).as_bytes(), &grown.snapshot()].concat()).unwrap().0;
        ledgers.extend([("version 2, gone on with", grown), ("version 2, and what went on", written)]);
    }
    for (what, ledger) in &ledgers {
        assert_eq!(ledger.len(), 2 * TURNS, "{what}");
        for dialogue in &dialogues() {
            assert_eq!(findings(&dialogue.next, &dialogue.target, ledger), [""; 0], "{what}");
            assert_eq!(repaired(&dialogue.next, &dialogue.target, Some(ledger)), dialogue.next, "{what}");
        }
        damaged(what, ledger);
    }
}

fn damaged(what: &str, ledger: &Ledger) {
    let [claude, gpt] = dialogues();
    for (sent, dialogue, rule) in [
        (claude.next.replace("I should look at sheet 1", "I shall look at sheet 1"), &claude, "altered-thought-text"),
        (claude.next.replace("mNvR2xTzKw81", "mNvR2xTzKw8Q"), &claude, "altered-handle"),
        (gpt.next.replace("YbvNqT7sWcYb1", "YbvNqT7sWcYbQ"), &gpt, "altered-handle"),
    ] {
        assert_ne!(sent, dialogue.next);
        assert!(
            findings(&sent, &dialogue.target, ledger).contains(&rule),
            "{what}, {rule}: {:?}",
            findings(&sent, &dialogue.target, ledger)
        );
        assert_eq!(repaired(&sent, &dialogue.target, Some(ledger)), dialogue.next, "{what}, {rule}");
    }
    // A prefix that was edited is one, and only where it is known what it was.
    let edited = claude.next.replace("Where is the harbour?", "Where is it?");
    assert!(!rejects(&edited, &claude, ledger) || findings(&edited, &claude.target, ledger).contains(&"edited-prefix"), "{what}");
}

#[test]
fn old_lines_fit_together_with_new_ones_in_any_order() {
    let halves = [|which: usize, _: usize| which == 0, |_: usize, nth: usize| nth > 0, |_: usize, nth: usize| nth == 0];
    for is_in in halves {
        let (old, new) = (SECOND.as_bytes(), today(is_in).snapshot());
        for texts in [[old, &new], [&new, old]] {
            let mut ledger = Ledger::default();
            texts.iter().for_each(|text| assert_eq!(ledger.load(text).unwrap(), [0; 0]));
            for dialogue in &dialogues() {
                assert_eq!(findings(&dialogue.next, &dialogue.target, &ledger), [""; 0]);
                assert_eq!(repaired(&dialogue.next, &dialogue.target, Some(&ledger)), dialogue.next);
            }
            damaged("old and new", &ledger);
        }
    }
}
