//! Findings stay while a conversation goes on, and cost one or two whole audits, not all that follow.

use rethought::api::write_report;
use rethought::audit::{Auditor, Options};
use rethought::model::{Target, Wire};

use super::dialogue::Dialogue;
use super::talks::TALKS;

/// The turns before something happens, and after it.
const BEFORE: usize = 6;
const AFTER: usize = 9;

/// How many audits of the whole one thing that happens may cost: of the request in which it is seen first, and of the next.
const MOST: usize = 2;

#[derive(Default)]
struct Counts {
    audits: usize,
    went_on: usize,
    with_findings: usize,
    wrong: Vec<String>,
    slow: Vec<String>,
}

impl Counts {
    /// Audits the next request of a conversation, and counts how many in a row were judged whole.
    fn audit(&mut self, name: &str, dialogue: &Dialogue, auditor: &mut Auditor, whole: &mut usize, most: usize) {
        let audited = dialogue.audit(auditor);
        self.audits += 1;
        if audited.skipped > 0 {
            self.went_on += 1;
            self.with_findings += usize::from(audited.findings > 0);
        }
        *whole = if audited.skipped > 0 { 0 } else { *whole + 1 };
        if *whole > most && !audited.is_summed {
            self.slow.push(format!("{name}: {whole} in a row judged whole, {} findings", audited.findings));
        }
        if let Some([whole, found]) = audited.differs {
            self.wrong.push(format!("{name}, {} skipped: {}\n  whole   {whole}\n  went on {found}", audited.skipped, dialogue.request));
        }
    }

    fn print(self) {
        self.wrong.iter().take(3).for_each(|one| println!("{one}"));
        self.slow.iter().take(40).for_each(|one| println!("{one}"));
        println!(
            "{} audits, {} went on, {} of them with findings; {} differ, {} too slow",
            self.audits,
            self.went_on,
            self.with_findings,
            self.wrong.len(),
            self.slow.len()
        );
        assert!(self.wrong.is_empty() && self.slow.is_empty() && self.with_findings > 0);
    }
}

/// How many calls an answer has: now and then none, and then the user says something.
fn calls(nth: usize, rounds: usize) -> usize {
    if nth % rounds == rounds - 1 { 0 } else { 1 + nth % 2 }
}

#[test]
fn what_was_found_is_found_again_without_judging_the_whole_again() {
    let mut counts = Counts::default();
    for talk in &TALKS {
        for rounds in [4, 100] {
            for at in [0, 1, 2, 5, 8, 9, 10, 11, 12] {
                for kind in 0..14 {
                    let (mut dialogue, mut auditor) = (Dialogue::new(talk, 0), Auditor::default());
                    let mut whole = 0;
                    for nth in 0..BEFORE {
                        dialogue.audit(&mut auditor);
                        dialogue.go_on(&mut auditor, calls(nth, rounds));
                    }
                    let Some(damaged) = dialogue.damaged(at.min(dialogue.len() - 1)).into_iter().nth(kind) else { break };
                    // Damage to the last messages is in the next request too: its answer stands beside them.
                    // If it is the user who speaks there, beside results, a round begins that has no stretch before its third step.
                    let opens_round = at == 0 && kind == 2;
                    let most = MOST + usize::from(dialogue.is_changed_at_the_end(&damaged)) + usize::from(opens_round);
                    dialogue.request = damaged;
                    for nth in BEFORE..BEFORE + AFTER {
                        let name = format!("{} rounds of {rounds}, damage {kind} at {at}, turn {nth}", talk.target);
                        counts.audit(&name, &dialogue, &mut auditor, &mut whole, most);
                        dialogue.go_on(&mut auditor, calls(nth, rounds));
                    }
                }
            }
        }
    }
    counts.print();
}

#[test]
fn two_conversations_of_one_ledger_keep_what_was_found_in_each() {
    let mut counts = Counts::default();
    for talk in &TALKS {
        for other in &TALKS {
            for kind in 0..14 {
                let mut auditor = Auditor::default();
                let mut dialogues = [Dialogue::new(talk, 0), Dialogue::new(other, 1000)];
                let (mut whole, mut most) = ([0, 0], [BEFORE; 2]);
                for nth in 0..BEFORE + AFTER {
                    for ((dialogue, whole), most) in dialogues.iter_mut().zip(&mut whole).zip(&mut most) {
                        if nth == BEFORE
                            && let Some(damaged) = dialogue.damaged(3).into_iter().nth(kind)
                        {
                            *most = MOST + usize::from(dialogue.is_changed_at_the_end(&damaged));
                            dialogue.request = damaged;
                        }
                        let name = format!("{} beside {}, damage {kind}, turn {nth}", talk.target, other.target);
                        counts.audit(&name, dialogue, &mut auditor, whole, *most);
                        dialogue.go_on(&mut auditor, calls(nth, 100));
                    }
                }
            }
        }
    }
    counts.print();
}

/// The same bytes with another key, account or name are somebody else's request. What only equal input shows is not restored in it.
#[test]
fn the_same_bytes_from_somebody_else_are_judged_as_theirs() {
    let own = Target { credential: Some("key of one".to_owned()), ..Target::new(Wire::GEMINI_GENERATE) };
    let user = r#"{"role":"user","parts":[{"text":"What is on the map?"}]}"#;
    let called = r#"{"role":"model","parts":[{"functionCall":{"name":"look","args":{},"id":"call_0"}$}]}"#;
    let result = r#"{"role":"user","parts":[{"functionResponse":{"name":"look","response":{"output":"A harbour."},"id":"call_0"}}]}"#;
    let request = |contents: &[&str]| format!(r#"{{"model":"gemini-3-pro-preview","contents":[{}]}}"#, contents.join(","));
    let signed = called.replace('$', r#","thoughtSignature":"EjQKAC1hbm5hbm5hbm5hbm5hbm5hbm5hbm5hbm4=""#);
    let answer = |content: &str| {
        format!(r#"{{"candidates":[{{"content":{content},"finishReason":"STOP"}}],"modelVersion":"gemini-3-pro-preview"}}"#)
    };
    let bare = called.replace('$', "");
    let said = r#"{"role":"model","parts":[{"text":"A harbour."}]}"#;
    let next = r#"{"role":"user","parts":[{"text":"And now?"}]}"#;

    let mut auditor = Auditor::default();
    let mut audited = |target: &Target, request: &str, answer: Option<String>| {
        let expected = super::whole(auditor.ledger(), request, target);
        let found = auditor
            .audit(request.as_bytes(), target, &Options::default(), |document, facts, report| write_report(&report, facts, document));
        let found = found.unwrap();
        assert_eq!(String::from_utf8_lossy(&found), String::from_utf8_lossy(&expected), "{:?} {request}", target.credential);
        answer.into_iter().for_each(|answer| auditor.answer(answer.as_bytes(), false).unwrap());
        (auditor.skipped(), String::from_utf8_lossy(&found).contains("Restore the recorded thought"))
    };
    audited(&own, &request(&[user]), Some(answer(&signed)));
    audited(&own, &request(&[user, &signed, result]), Some(answer(said)));
    let damaged = request(&[user, &bare, result, said, next]);
    assert_eq!(audited(&own, &damaged, None), (0, true));
    assert!(audited(&own, &damaged, None).0 > 0, "the second audit goes on");
    for other in [
        Target { credential: Some("key of another".to_owned()), ..own.clone() },
        Target { conversation: Some("another".to_owned()), ..own.clone() },
        Target { account: Some("another".to_owned()), ..own.clone() },
    ] {
        assert!(!audited(&other, &damaged, None).1, "{other:?}");
    }
}

#[test]
fn what_was_found_and_is_gone_is_gone_from_the_report() {
    let mut counts = Counts::default();
    for talk in &TALKS {
        for at in [1, 3, 8] {
            for kind in 0..14 {
                let (mut dialogue, mut auditor) = (Dialogue::new(talk, 0), Auditor::default());
                let mut whole = 0;
                for nth in 0..BEFORE + AFTER {
                    let name = format!("{} damage {kind} at {at}, turn {nth}", talk.target);
                    let well = dialogue.request.clone();
                    // For three turns the client sends something else than what it has.
                    if (BEFORE..BEFORE + 3).contains(&nth)
                        && let Some(damaged) = dialogue.damaged(at).into_iter().nth(kind)
                    {
                        dialogue.request = damaged;
                        counts.audit(&name, &dialogue, &mut auditor, &mut whole, BEFORE);
                        dialogue.request = well;
                    }
                    counts.audit(&name, &dialogue, &mut auditor, &mut whole, if nth < BEFORE + 3 { BEFORE } else { MOST });
                    dialogue.go_on(&mut auditor, calls(nth, 100));
                }
            }
        }
    }
    counts.print();
}
