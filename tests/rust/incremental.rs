//! The law of the auditor that goes on: its report is that of an audit of the whole, whatever was recorded and audited before.
//!
//! Held over long conversations made here, damaged at every turn, and over the simulator's, of which every request is audited in its
//! turn and the last is mostly damaged. `node tests/simulator/dump.mjs target/simulated.ndjson` writes those; cargo counts the test that
//! needs them as ignored unless it is asked for, as `npm test` does.

pub mod damages;
pub mod dialogue;
pub mod persistence;
pub mod sums;
pub mod talks;

use self::damages::damages;
use self::dialogue::Dialogue;
use self::talks::{TALKS, appended};
use crate::simulated::rows::{Dump, answer_of, place_of, record, request_of, target_of};
use rethought::api::write_report;
use rethought::audit::{Auditor, Options, audit};
use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::Target;
use rethought::wires::{replay, resolve_target};

fn whole(ledger: &Ledger, request: &str, target: &Target) -> Vec<u8> {
    let document = scan(request.as_bytes()).unwrap();
    audit(&document, target, &Options { ledger: Some(ledger), ..Options::default() }, |facts, report| {
        write_report(&report, facts, &document)
    })
    .unwrap()
}

const DUMP: Dump = Dump { name: "simulated", variable: "SIMULATED", writer: "tests/simulator/dump.mjs" };

#[test]
#[ignore = "needs target/simulated.ndjson, which npm test writes"]
fn an_audit_that_goes_on_says_what_an_audit_of_the_whole_says() {
    let (mut audits, mut went_on, mut wrong) = (0, 0, Vec::new());
    for row in DUMP.lines().step_by(7) {
        let place = place_of(&row);
        let (mut auditor, mut ledger) = (Auditor::default(), Ledger::default());
        let steps = row["before"].as_array().unwrap().iter().chain([&row]);
        for (nth, step) in steps.enumerate() {
            let (target, request) = (target_of(step), request_of(step));
            let expected = whole(auditor.ledger(), request, &target);
            let found = auditor
                .audit(request.as_bytes(), &target, &Options::default(), |document, facts, report| write_report(&report, facts, document))
                .unwrap();
            audits += 1;
            went_on += usize::from(auditor.skipped() > 0);
            if found != expected {
                wrong.push(format!(
                    "{place} at {nth}, {} bytes skipped\n  whole {}\n  went on {}",
                    auditor.skipped(),
                    String::from_utf8_lossy(&expected),
                    String::from_utf8_lossy(&found)
                ));
            }
            // And again, from itself.
            let again = auditor
                .audit(request.as_bytes(), &target, &Options::default(), |document, facts, report| write_report(&report, facts, document))
                .unwrap();
            if again != expected {
                wrong.push(format!(
                    "{place} at {nth}, again, {} skipped\n  whole {}\n  again {}",
                    auditor.skipped(),
                    String::from_utf8_lossy(&expected),
                    String::from_utf8_lossy(&again)
                ));
            }
            if let Some((answer, streamed)) = answer_of(step) {
                auditor.answer(answer.as_bytes(), streamed).unwrap();
                record(&mut ledger, step);
            }
        }
        // The damage stays while the conversation goes on.
        if let Some(mut dialogue) = Dialogue::from(&target_of(&row), request_of(&row))
            && answer_of(&row).is_none()
        {
            let mut auditor = Auditor::new(ledger.clone());
            for nth in 0..4 {
                let audited = dialogue.audit(&mut auditor);
                audits += 1;
                went_on += usize::from(audited.skipped > 0);
                if let Some([whole, found]) = audited.differs {
                    wrong.push(format!("{place}, {nth} after it, {} skipped\n  whole {whole}\n  went on {found}", audited.skipped));
                }
                dialogue.go_on(&mut auditor, usize::from(nth != 2));
            }
        }
        let snapshot = ledger.snapshot();
        assert_eq!(auditor.ledger().snapshot(), snapshot, "{place}: what is recorded without its request");
        let (read, last) = (Ledger::restore(&snapshot).unwrap().0, ledger.len().saturating_sub(1));
        assert_eq!(
            format!("{:?}", ledger.answer(last)),
            format!("{:?}", read.answer(last)),
            "{place}: what is remembered is what is written"
        );
    }
    wrong.iter().take(5).for_each(|one| println!("{one}"));
    println!("{audits} audits, {went_on} went on, {} differ", wrong.len());
    assert!(wrong.is_empty() && went_on > 0);
}

#[test]
fn a_long_conversation_is_gone_on_with_and_its_damage_is_found_all_the_same() {
    let mut state = 7_u32;
    let mut below = |most: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        usize::try_from((state >> 16) % most).unwrap()
    };
    let mut wrong = Vec::new();
    let (mut audits, mut went_on, mut tries) = (0, 0, 0);
    for talk in &TALKS {
        for seed in 0..6 {
            let target = resolve_target(scan(talk.target.as_bytes()).unwrap().root(), None).unwrap();
            let (mut auditor, mut ledger) = (Auditor::default(), Ledger::default());
            let mut request = talk.opening.to_owned();
            for nth in 0..24 {
                // Before it is sent as it is, something happens to it at any message.
                let most = scan(request.as_bytes()).unwrap().find(talk.list).unwrap().elements().count();
                let mut others = damages(&request, talk.list, below(u32::try_from(most).unwrap()));
                let only = below(14);
                let tried: Vec<String> = others.drain(..).skip(only).take(2).collect();
                for text in tried.iter().chain([&request]) {
                    let expected = whole(auditor.ledger(), text, &target);
                    let found = auditor
                        .audit(text.as_bytes(), &target, &Options::default(), |document, facts, report| {
                            write_report(&report, facts, document)
                        })
                        .unwrap();
                    tries += 1;
                    let waits = auditor.pending().map(|pending| String::from_utf8(pending.text()).unwrap());
                    let fresh = String::from_utf8(auditor.ledger().prepare(&target, text.as_bytes()).unwrap().text()).unwrap();
                    assert_eq!(waits.as_deref(), Some(fresh.as_str()), "{} turn {nth}, {} skipped: {text}", talk.target, auditor.skipped());
                    if found != expected {
                        let [found, expected] = [found, expected].map(|text| String::from_utf8_lossy(&text).into_owned());
                        wrong.push(format!(
                            "{} seed {seed} turn {nth}, {} skipped: {text}\n  whole {expected}\n  went on {found}",
                            talk.target,
                            auditor.skipped()
                        ));
                    }
                }
                audits += 1;
                went_on += usize::from(auditor.skipped() > 0);
                let calls = if below(5) == 0 { 0 } else { 1 + below(2) };
                let response = (talk.response)(nth, calls);
                auditor.answer(response.as_bytes(), false).unwrap();
                assert!(auditor.answer(response.as_bytes(), false).is_err(), "an audit is answered once");
                ledger.record(&target, request.as_bytes(), response.as_bytes()).unwrap();
                let lines = [auditor.ledger(), &ledger].map(|ledger| String::from_utf8_lossy(ledger.line(nth).unwrap()).into_owned());
                assert_eq!(lines[0], lines[1], "{} turn {nth}: recorded without its request", talk.target);
                let read = Ledger::restore(&ledger.snapshot()).unwrap().0.answer(nth);
                assert_eq!(format!("{:?}", ledger.answer(nth)), format!("{read:?}"), "what is remembered is what is written");
                request = String::from_utf8(replay(request.as_bytes(), response.as_bytes(), &target).unwrap().request).unwrap();
                request = talk.next(nth, calls).iter().fold(request, |request, next| appended(&request, talk.list, next));
            }
        }
    }
    wrong.iter().take(3).for_each(|one| println!("{one}"));
    println!("{tries} audits of {audits} turns, of which {went_on} went on; {} differ", wrong.len());
    assert!(wrong.is_empty());
    assert!(went_on * 3 >= audits * 2, "{went_on} of {audits}");
}
