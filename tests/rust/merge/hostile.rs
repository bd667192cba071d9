//! Law 5: lines of somebody who means harm hang nothing and change nothing.

use rethought::audit::{conversation, follow};
use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::{Target, Wire};

use super::writers::shuffle;
use crate::isolation::evidence::{repaired, report};
use crate::isolation::random::Random;

/// So many lines that recursion over them would end the program. How the time grows with them is measured by `npm run prove -- complexity`.
const LINES: usize = 2_000;

fn target() -> Target {
    Target { host: Some("api.anthropic.com".into()), ..Target::new(Wire::ANTHROPIC_MESSAGES) }
}

const QUESTION: &str = r#"{"role":"user","content":"Where is the harbour?"}"#;
const THOUGHT: &str = r#"{"type":"thinking","thinking":"I should look at the map.","signature":"EqQBCkgIDxABGAIikWpVtUzXrkWpVtUzXrmNvR2xTzKw8fYpLbHqJ4sDcE"}"#;
const CALL: &str = r#"{"type":"tool_use","id":"toolu_01QzXv7Kb3TjRm5WnYc8Lp","name":"look","input":{}}"#;

fn request(messages: &[&str]) -> String {
    format!(
        r#"{{"model":"claude-opus-4-5","max_tokens":4096,"thinking":{{"type":"enabled","budget_tokens":2048}},"messages":[{}]}}"#,
        messages.join(",")
    )
}

fn next() -> String {
    let result = r#"{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01QzXv7Kb3TjRm5WnYc8Lp","content":"No."}]}"#;
    request(&[QUESTION, &format!(r#"{{"role":"assistant","content":[{THOUGHT},{CALL}]}}"#), result])
}

/// An answer that others resemble in all but its name, as a line.
fn line(nth: usize) -> String {
    let (mut ledger, body) = (Ledger::default(), format!(r#"{{"id":"msg_{nth}","role":"assistant","content":[{THOUGHT},{CALL}]}}"#));
    ledger.record(&target(), request(&[QUESTION]).as_bytes(), body.as_bytes()).unwrap();
    String::from_utf8(ledger.line(0).unwrap().to_vec()).unwrap()
}

fn ledger(lines: &[String]) -> Ledger {
    let opening = String::from_utf8(Ledger::default().opening()).unwrap();
    let (ledger, torn) = Ledger::restore(format!("{opening}\n{}\n", lines.join("\n")).as_bytes()).unwrap();
    assert_eq!((ledger.len(), torn.len()), (lines.len(), 0));
    ledger
}

/// Asks everything that a ledger can be asked of a request, as it is and with its thoughts, handles and ids gone.
fn ask(ledger: &Ledger) -> Vec<String> {
    let next = next();
    let damages = [
        next.clone(),
        next.replace(THOUGHT, r#"{"type":"text","text":"Well."}"#),
        next.replace("EqQBCkgI", "EqQBCkgX"),
        next.replace("toolu_01QzXv7Kb3TjRm5WnYc8Lp", "renamed"),
        next.replace("Where", "There"),
        next.replace(&format!("{THOUGHT},"), ""),
    ];
    let mut told = Vec::new();
    for sent in damages {
        let (document, target) = (scan(sent.as_bytes()).unwrap(), target());
        told.push(String::from_utf8(report(&sent, &target, Some(ledger)).0).unwrap());
        told.push(repaired(&sent, &target, Some(ledger)));
        let mut names: Vec<String> = Vec::new();
        for one in follow(&document, &target, ledger).unwrap() {
            names.push(format!("{} {} {:?}", ledger.answer(one.response).unwrap().id(), one.part, one.state));
        }
        names.sort();
        told.push(names.join(", "));
        let conversation = conversation(&document, &target, ledger).unwrap();
        told.push(conversation.map(|found| found.id.to_string()).unwrap_or_default());
    }
    told
}

/// A line that bears one handle and goes on from another, both by their numbers.
fn link(own: usize, parent: usize) -> String {
    let digest = |number: usize| format!("{number:064x}");
    let parts = format!(
        r#"{{"kind":"thought","thinking":"text","at":"block","sort":"thinking","text":"{}","handle":"{}"}}"#,
        digest(own),
        digest(own)
    );
    format!(
        r#"{{"wire":"anthropic-messages","digest":"{}","entries":1,"context":"{}","parent":{{"handle":"{}"}},"base":"{}","depth":7,"parts":[{parts}]}}"#,
        digest(own),
        digest(own % 7),
        digest(parent),
        digest(parent),
    )
}

#[test]
fn thousands_of_lines_that_share_everything_leave_a_whole_request_alone() {
    let ledger = ledger(&(0..LINES).map(line).collect::<Vec<_>>());
    let told = ask(&ledger);
    assert_eq!(told[1], next(), "the repair of a request with nothing wrong in it");
}

#[test]
fn around_the_number_that_the_index_keeps_nothing_depends_on_the_order() {
    for count in [2, 6, 7, 8, 9, 10, 40] {
        let (mut random, mut lines): (Random, Vec<String>) = (Random::new(7), (0..count).map(line).collect());
        let told = ask(&ledger(&lines));
        for _ in 0..4 {
            shuffle(&mut lines, &mut random);
            let again = ask(&ledger(&lines));
            for (one, other) in told.iter().zip(&again) {
                assert_eq!(one, other, "{count} lines");
            }
        }
    }
}

#[test]
fn answers_that_go_on_from_each_other_in_a_circle_end() {
    for around in [1, 2, 4, LINES] {
        let mut lines: Vec<String> = (0..LINES).map(|nth| link(nth, nth / around * around + (nth + 1) % around)).collect();
        shuffle(&mut lines, &mut Random::new(3));
        let mut ledger = ledger(&lines);
        for nth in (0..LINES).step_by(LINES / 20) {
            assert_eq!(ledger.branch(nth).len(), around, "a circle of {around}");
        }
        ask(&ledger);
        let id = ledger.answer(0).unwrap().id();
        assert_eq!(ledger.forget_conversation(id), around, "a circle of {around}");
        assert_eq!(ledger.len(), LINES - around);
    }
}

#[test]
fn a_branch_of_thousands_of_answers_is_walked_in_any_order() {
    let mut lines: Vec<String> = (0..LINES).map(|nth| link(nth, nth.checked_sub(1).unwrap_or(LINES))).collect();
    lines.reverse();
    let mut ledger = ledger(&lines);
    assert_eq!(ledger.branch(0).len(), LINES);
    let first = ledger.answer(LINES - 1).unwrap().id();
    assert_eq!(ledger.forget_conversation(first), LINES);
}
