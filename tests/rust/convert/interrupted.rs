//! Conversations that fork while a call is open, and ledgers that a kill left half written.

use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::{Target, Wire};

use super::corpus::aim;
use super::home::{CLAUDE, claude, converted, gpt};
use super::outline::outline;

/// Everything that a request says, but for its thoughts.
fn said(request: &str, target: &Target) -> Vec<String> {
    let document = scan(request.as_bytes()).unwrap();
    let conversation = rethought::convert::read(&document, target).unwrap();
    outline(&conversation, &document).into_iter().filter(|line| !line.is_thought).map(|line| line.text).collect()
}

/// The entries of a request.
fn entries(request: &str, list: &str) -> Vec<String> {
    let document = scan(request.as_bytes()).unwrap();
    document.root().get(list).unwrap().elements().map(|entry| String::from_utf8(entry.raw().to_vec()).unwrap()).collect()
}

#[test]
fn a_ledger_that_was_cut_anywhere_brings_home_what_it_has_and_loses_nothing_else() {
    let mut whole = Ledger::default();
    let (there, _) = converted(CLAUDE, &claude(), &gpt(), &mut whole);
    let (text, own) = (whole.snapshot(), entries(CLAUDE, "messages"));
    let mut homes = Vec::new();
    for cut in (0..=text.len()).rev().step_by(41) {
        let Ok((mut ledger, _)) = Ledger::restore(&text[..cut]) else { continue };
        let (home, _) = converted(&there, &gpt(), &claude(), &mut ledger);
        assert_eq!(said(&home, &claude()), said(&there, &gpt()), "cut at {cut}: {home}");
        let home = entries(&home, "messages");
        let thinks = |entry: &&String| ["RXFz", "RW13", "RXF0"].iter().any(|handle| entry.contains(handle));
        assert!(home.iter().filter(thinks).all(|entry| own.contains(entry)), "cut at {cut}: {home:?}");
        homes.push(home.iter().filter(thinks).count());
        // Lines are written from the beginning on, so what is lost is at the end.
        let first_lost = own.iter().position(|entry| thinks(&entry) && !home.contains(entry)).unwrap_or(own.len());
        assert!(!own.iter().skip(first_lost).any(|entry| thinks(&entry) && home.contains(entry)), "cut at {cut}");
        // Whoever converts again has it all.
        let mut again = ledger.clone();
        converted(CLAUDE, &claude(), &gpt(), &mut again);
        assert_eq!(entries(&converted(&there, &gpt(), &claude(), &mut again).0, "messages"), own, "cut at {cut}");
    }
    homes.dedup();
    assert_eq!(homes, [2, 1, 0]);
}

/// A conversation with two calls, of which one is answered late.
fn forked(tail: &str) -> String {
    [
        r#"{"model":"gpt-5.4","input":[{"role":"user","content":"Look twice."},
        {"type":"function_call","call_id":"call_1","name":"look","arguments":"{}"},{"type":"function_call","call_id":"call_2","name":"look","arguments":"{ }"},
        {"type":"function_call_output","call_id":"call_2","output":"two"},{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAAbc"},{"role":"assistant","content":"Two; one is to come."},"#,
        tail,
        r#"],"tools":[{"type":"function","name":"look","parameters":{"type":"object"}}]}"#,
    ]
    .concat()
}

#[test]
fn branches_of_a_conversation_that_forks_before_a_late_result_get_nothing_of_each_other() {
    let other = aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-opus-4-8");
    let thought = |id: &str, token: &str| format!(r#"{{"type":"reasoning","id":"{id}","summary":[],"encrypted_content":"{token}"}},"#);
    let late = r#"{"type":"function_call_output","call_id":"call_1","output":"one"}"#;
    let asked = r#"{"role":"user","content":"And now?"}"#;
    let branches = [
        // The late result comes, and the model goes on.
        [late, ",", &thought("rs_2", "gAAAAAleft"), r#"{"role":"assistant","content":"One."},"#, asked].concat(),
        // It comes with another output.
        [&late.replace("one", "eins"), ",", &*thought("rs_3", "gAAAAAright"), r#"{"role":"assistant","content":"One."},"#, asked].concat(),
        // The user goes on before it comes, and so does the model.
        [asked, ",", late, ",", &thought("rs_4", "gAAAAAlater"), r#"{"role":"assistant","content":"One."},"#, asked].concat(),
    ];
    let mut ledger = Ledger::default();
    let sent: Vec<String> = branches.iter().map(|tail| converted(&forked(tail), &gpt(), &other, &mut ledger).0).collect();
    for (tail, there) in branches.iter().zip(&sent) {
        let (home, _) = converted(there, &other, &gpt(), &mut ledger.clone());
        assert_eq!(entries(&home, "input"), entries(&forked(tail), "input"), "{there}");
    }
}

#[test]
fn a_fork_while_the_result_is_still_to_come_takes_nothing_from_the_branch_that_has_it() {
    let other = aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-opus-4-8");
    let asked = r#"{"role":"user","content":"And now?"}"#;
    let late = r#"{"type":"function_call_output","call_id":"call_1","output":"one"},{"type":"reasoning","id":"rs_2","summary":[],"encrypted_content":"gAAAAAlate"},{"role":"assistant","content":"One."},"#;
    for first in [true, false] {
        let mut ledger = Ledger::default();
        let [open, closed] = [forked(asked), forked(&[late, asked].concat())];
        let order = if first { [&open, &closed] } else { [&closed, &open] };
        order.iter().for_each(|request| drop(converted(request, &gpt(), &other, &mut ledger)));
        let (there, _) = converted(&open, &gpt(), &other, &mut ledger.clone());
        let (home, _) = converted(&there, &other, &gpt(), &mut ledger.clone());
        assert!(!home.contains("gAAAAAlate") && !home.contains(r#""output":"one""#), "{home}");
        let (there, _) = converted(&closed, &gpt(), &other, &mut ledger.clone());
        let (home, _) = converted(&there, &other, &gpt(), &mut ledger.clone());
        assert_eq!(entries(&home, "input"), entries(&closed, "input"), "{there}");
    }
}
