//! The members of a chat message have no order: hosts stream thoughts before texts, bodies name the content first, and clients write what they like.
//! A ledger must say the same of a request for each of these.

use std::fmt::Write as _;

use rethought::audit::follow::follow;
use rethought::audit::{Options, Safety, audit, repair};
use rethought::json::scan;
use rethought::ledger::Ledger;
use rethought::model::{Target, Wire};

const THOUGHT: &str = "Look into the file before the answer.";
const OTHER_THOUGHT: &str = "The folder may tell more than the file.";
const TEXT: &str = "One moment.";
const CALLS: &str = r#"[{"index":0,"id":"call_0","type":"function","function":{"name":"look","arguments":"{\"path\":\"a\"}"}}]"#;
const ASKED: &str = r#"{"role":"user","content":"How many?"}"#;
const MEMBERS: [&str; 3] = ["reasoning_content", "content", "tool_calls"];
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

fn target() -> Target {
    let (host, model) = (Some("api.deepseek.com".into()), Some("deepseek-v4-flash".into()));
    Target { host, model, account: Some("key".into()), ..Target::new(Wire::OPENAI_CHAT) }
}

fn request(messages: &[&str]) -> String {
    let tools = r#"[{"type":"function","function":{"name":"look","parameters":{"type":"object"}}}]"#;
    format!(r#"{{"model":"deepseek-v4-flash","tools":{tools},"messages":[{}]}}"#, messages.join(","))
}

/// A member of a message as it is written, with a thought.
fn member(nth: usize, thought: &str) -> String {
    let value = [format!("\"{thought}\""), format!("\"{TEXT}\""), CALLS.to_owned()];
    format!("\"{}\":{}", MEMBERS[nth], value[nth])
}

/// A message whose members stand in an order.
fn message(order: [usize; 3], thought: &str) -> String {
    format!(r#"{{"role":"assistant",{}}}"#, order.map(|nth| member(nth, thought)).join(","))
}

/// The request that sends a message back with the result of its call.
fn next(message: &str) -> String {
    request(&[ASKED, message, r#"{"role":"tool","tool_call_id":"call_0","content":"Two."}"#])
}

fn body(id: usize, order: [usize; 3], thought: &str) -> String {
    let choice = format!(r#"{{"index":0,"message":{},"finish_reason":"tool_calls"}}"#, message(order, thought));
    format!(r#"{{"id":"chatcmpl-{id}","object":"chat.completion","model":"deepseek-v4-flash","choices":[{choice}]}}"#)
}

/// A stream of deltas, each with the choice that it is of.
fn stream(id: usize, deltas: &[(usize, String)]) -> String {
    let mut stream = String::new();
    let ends = [(0, "{}".to_owned())];
    for (nth, (choice, delta)) in deltas.iter().chain(&ends).enumerate() {
        let finish = if nth == deltas.len() { "\"tool_calls\"" } else { "null" };
        let choice = format!(r#"{{"index":{choice},"delta":{delta},"finish_reason":{finish}}}"#);
        let head = format!(r#""id":"chatcmpl-{id}","object":"chat.completion.chunk","model":"deepseek-v4-flash""#);
        write!(stream, "data: {{{head},\"choices\":[{choice}]}}\n\n").unwrap();
    }
    stream + "data: [DONE]\n\n"
}

/// The deltas of a message whose members come one after the other.
fn in_order(order: [usize; 3], thought: &str) -> Vec<(usize, String)> {
    order.iter().map(|nth| (0, format!("{{{}}}", member(*nth, thought)))).collect()
}

/// Every way in which a host may stream one and the same message, by name.
fn streams() -> Vec<(String, String)> {
    let mut streams: Vec<(String, String)> =
        ORDERS.iter().map(|order| (format!("{order:?}"), stream(1, &in_order(*order, THOUGHT)))).collect();
    let pieces = |name: &str, text: &str| {
        let (one, other) = text.split_at(7);
        [one, other].map(|piece| (0, format!(r#"{{"{name}":"{piece}"}}"#)))
    };
    let [[thought, more], [text, rest]] = [pieces(MEMBERS[0], THOUGHT), pieces(MEMBERS[1], TEXT)];
    let calls = (0, format!("{{{}}}", member(2, THOUGHT)));
    let one_by_one = [text.clone(), thought.clone(), calls.clone(), rest.clone(), more.clone()];
    streams.push(("content, reasoning and calls by turns".into(), stream(1, &one_by_one)));
    for empty in
        [r#"{"role":"assistant","content":"","reasoning_content":""}"#, r#"{"role":"assistant","content":"","reasoning_content":null}"#]
    {
        let deltas = [(0, empty.to_owned()), thought.clone(), more.clone(), text.clone(), rest.clone(), calls.clone()];
        streams.push((format!("after {empty}"), stream(1, &deltas)));
    }
    for first in [0, 1] {
        let others = in_order([1, 0, 2], OTHER_THOUGHT).into_iter().map(|(_, delta)| (1, delta));
        let own = in_order(ORDERS[0], THOUGHT);
        let both: Vec<(usize, String)> = if first == 0 { own.into_iter().chain(others).collect() } else { others.chain(own).collect() };
        streams.push((format!("two choices, {first} first"), stream(1, &both)));
    }
    streams
}

fn findings(ledger: &Ledger, request: &str) -> Vec<String> {
    let (document, options) = (scan(request.as_bytes()).unwrap(), Options { ledger: Some(ledger), ..Options::default() });
    let told = |finding: &rethought::audit::Finding<'_>| format!("{} {}", finding.rule.id, document.place(finding.place).pointer);
    audit(&document, &target(), &options, |_, report| report.findings.iter().map(told).collect()).unwrap()
}

fn repaired(ledger: &Ledger, request: &str) -> String {
    let options = Options { ledger: Some(ledger), ..Options::default() };
    String::from_utf8(repair(request.as_bytes(), &target(), &options, &[Safety::Safe]).unwrap().request).unwrap()
}

const EDITED: &str = "altered-thought-text /messages/1/reasoning_content";

#[test]
fn an_edited_thought_is_reported_beside_a_twin_who_was_answered_in_another_order() {
    let edited = |thought: &str| format!("{thought} So.");
    // Their ids decide which of the two answers stands for both, so several are tried.
    for id in 0..8 {
        for [streamed, whole] in [[THOUGHT, OTHER_THOUGHT], [OTHER_THOUGHT, THOUGHT]] {
            let mut ledger = Ledger::default();
            let asked = request(&[ASKED]);
            ledger.record_stream(&target(), asked.as_bytes(), stream(id, &in_order(ORDERS[0], streamed)).as_bytes()).unwrap();
            ledger.record(&target(), asked.as_bytes(), body(id + 8, [1, 0, 2], whole).as_bytes()).unwrap();
            for order in ORDERS {
                for thought in [streamed, whole] {
                    let sent = next(&message(order, thought));
                    assert!(findings(&ledger, &sent).is_empty(), "{id} {order:?}: {:?}", findings(&ledger, &sent));
                    let sent = next(&message(order, &edited(thought)));
                    assert_eq!(findings(&ledger, &sent), [EDITED], "{id} {order:?} {thought}");
                    assert_eq!(repaired(&ledger, &sent), sent, "nobody can say whose it is");
                }
            }
        }
    }
}

#[test]
fn a_ledger_says_the_same_of_a_message_in_whatever_order_it_came_and_goes_back() {
    let bodies = ORDERS.iter().map(|order| (format!("body {order:?}"), body(1, *order, THOUGHT)));
    for (name, received) in streams().into_iter().chain(bodies) {
        let mut ledger = Ledger::default();
        let asked = request(&[ASKED]);
        match name.starts_with("body") {
            true => ledger.record(&target(), asked.as_bytes(), received.as_bytes()).unwrap(),
            false => ledger.record_stream(&target(), asked.as_bytes(), received.as_bytes()).unwrap(),
        }
        for order in ORDERS {
            let whole = next(&message(order, THOUGHT));
            assert!(findings(&ledger, &whole).is_empty(), "{name}, {order:?}: {:?}", findings(&ledger, &whole));
            let followed = follow(&scan(whole.as_bytes()).unwrap(), &target(), &ledger).unwrap();
            let fates: Vec<_> = followed.iter().map(|one| one.state.words().0).collect();
            assert_eq!(fates, ["equal"; 3], "{name}, {order:?}");
            let edited = next(&message(order, "Look into the file. That is all."));
            assert_eq!(findings(&ledger, &edited), [EDITED], "{name}, {order:?}");
            let dropped = whole.replace(&format!("{},", member(0, THOUGHT)), "").replace(&format!(",{}", member(0, THOUGHT)), "");
            assert!(!findings(&ledger, &dropped).is_empty(), "{name}, {order:?}");
            let mended = repaired(&ledger, &dropped);
            // Two choices in the same words were made from the same input: the thought of either may be restored.
            assert!(mended.contains("reasoning_content") && findings(&ledger, &mended).is_empty(), "{name}, {order:?}: {mended}");
            assert!(ledger.len() > 1 || mended.contains(THOUGHT), "{name}, {order:?}: {mended}");
        }
    }
}

#[test]
fn an_edited_thought_beside_another_is_reported_in_whatever_order_the_two_stand() {
    let members = |thought: &str, detail: &str| {
        let detail = format!(r#""reasoning_details":[{{"type":"reasoning.text","text":"{detail}","format":"unknown","index":0}}]"#);
        [format!(r#""reasoning":"{thought}""#), detail, format!(r#""content":"{TEXT}""#)]
    };
    let written =
        |members: &[String; 3], order: [usize; 3]| format!(r#"{{"role":"assistant",{}}}"#, order.map(|nth| members[nth].clone()).join(","));
    let target = Target { host: Some("openrouter.ai".into()), ..Target::new(Wire::OPENROUTER_CHAT) };
    let own = members(THOUGHT, OTHER_THOUGHT);
    for (came, goes) in ORDERS.iter().flat_map(|came| ORDERS.map(|goes| (*came, goes))) {
        let mut ledger = Ledger::default();
        let body = format!(r#"{{"id":"gen-1","choices":[{{"index":0,"message":{}}}]}}"#, written(&own, came));
        ledger.record(&target, request(&[ASKED]).as_bytes(), body.as_bytes()).unwrap();
        for (edited, fates) in [
            (members("So it is.", OTHER_THOUGHT), ["changed", "equal", "equal"]),
            (members(THOUGHT, "So it is."), ["equal", "changed", "equal"]),
            (members("So it is.", "So it was."), ["changed", "changed", "equal"]),
        ] {
            let sent = request(&[ASKED, &written(&edited, goes), r#"{"role":"user","content":"Go on."}"#]);
            let followed = follow(&scan(sent.as_bytes()).unwrap(), &target, &ledger).unwrap();
            let told: Vec<_> = followed.iter().map(|one| one.state.words().0).collect();
            // They are told in the order in which they came.
            assert_eq!(told, came.map(|nth| fates[nth]), "{came:?}, {goes:?}: {sent}");
        }
    }
}
