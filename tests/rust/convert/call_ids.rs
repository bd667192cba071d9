//! The ids of calls that have none where they come from: another one in every answer, the same for the same answer, and never a part of a signature.

use std::collections::BTreeSet;

use rethought::convert::{StreamConverter, convert_response, reply_wires, wires};
use rethought::formats::formats;
use rethought::json::{Value, lossy, scan};
use rethought::model::{Fate, Target, Wire};

use super::framework_messages::{converted, format};
use super::gemini::gemini;
use super::home::claude;

const NAMES: [&str; 7] = ["toolUseId", "id", "call_id", "callId", "tool_call_id", "toolCallId", "tool_use_id"];

/// The strings of nine letters under names of ids, in order.
fn ids(text: &str) -> Vec<String> {
    fn visit(value: Value<'_>, found: &mut Vec<String>) {
        for (name, member) in value.members() {
            let is_id = NAMES.contains(&&*name.lossy());
            match member.text().filter(|text| is_id && text.raw().len() == 9) {
                Some(id) => found.push(id.lossy().into_owned()),
                None => visit(member, found),
            }
        }
        value.elements().for_each(|element| visit(element, found));
    }
    let document = scan(text.as_bytes()).unwrap();
    let mut found = Vec::new();
    visit(document.root(), &mut found);
    found
}

fn answer(id: &str) -> String {
    format!(
        r#"{{"responseId":"{id}","modelVersion":"gemini-2.5-pro","candidates":[{{"content":{{"role":"model","parts":[{{"functionCall":{{"name":"look","args":{{}}}}}},{{"functionCall":{{"name":"look","args":{{}}}}}}]}},"finishReason":"STOP"}}]}}"#
    )
}

fn replied(body: &str, to: &Target, created: i64) -> String {
    lossy(&convert_response(&scan(body.as_bytes()).unwrap(), &Target::new(Wire::GEMINI_GENERATE), to, None, created).unwrap().body)
}

#[test]
fn calls_of_geminis_answers_have_ids_that_differ_and_stay() {
    let without_ids = [Wire::GEMINI_GENERATE, Wire::OLLAMA_CHAT];
    let wires = reply_wires().filter(|wire| !without_ids.contains(wire)).cloned().map(Target::new);
    for to in wires.chain(formats().map(|name| Target::new(Wire::named(name)))) {
        let [one, again, other] = [("a", 1), ("a", 2_000_000_000), ("b", 1)].map(|(id, time)| replied(&answer(id), &to, time));
        let all: BTreeSet<String> = ids(&one).into_iter().chain(ids(&other)).collect();
        assert_eq!(all.len(), 4, "{}: {one}\n{other}", to.wire);
        assert_eq!(ids(&one), ids(&again), "{}", to.wire);
    }
}

const SIGNATURE: &str = "RXF1YWwgYnl0ZXMgb2YgYSBzaWduYXR1cmUgdGhhdCBpcyBsb25n";

/// Messages with two calls, of which LiteLLM has put a signature behind the id of the first.
fn signed_messages() -> String {
    format!(
        r#"[{{"role":"user","content":"Look."}},{{"role":"assistant","content":null,"tool_calls":[{{"id":"call_0a1__thought__{SIGNATURE}","type":"function","function":{{"name":"look","arguments":"{{}}"}}}},
          {{"id":"call_0a2","type":"function","function":{{"name":"look","arguments":"{{}}"}}}}]}},
          {{"role":"tool","tool_call_id":"call_0a1__thought__{SIGNATURE}","content":"21"}},{{"role":"tool","tool_call_id":"call_0a2","content":"22"}}]"#
    )
}

fn chat_body(model: &str) -> String {
    format!(r#"{{"model":"{model}","messages":{}}}"#, signed_messages())
}

fn proxy() -> Target {
    Target { host: Some("litellm.example.com".to_owned()), ..Target::new(Wire::OPENAI_CHAT) }
}

#[test]
fn a_signature_behind_an_id_of_litellm_is_sent_in_no_id_and_to_no_other_vendor() {
    for (body, from) in [(signed_messages(), format("litellm")), (chat_body("gemini-3-pro-preview"), proxy())] {
        let wires = wires().filter(|wire| **wire != Wire::OPENAI_CHAT).cloned();
        let named = wires.chain(formats().map(Wire::named)).map(|wire| Target { model: Some("m".to_owned()), ..Target::new(wire) });
        for to in named.chain([Target { host: Some("api.openai.com".to_owned()), ..Target::new(Wire::OPENAI_CHAT) }]) {
            let sent = converted(&body, &from, &to);
            let text = lossy(&sent.request);
            let [call, ..] = &*sent.plan.thoughts else { panic!("{}: {:?}", to.wire, sent.plan) };
            let is_kept = to.wire == Wire::GEMINI_GENERATE || !to.wire.is_known() && call.fate == Fate::Verbatim;
            let has_any = (0..SIGNATURE.len() - 8).any(|at| text.contains(&SIGNATURE[at..at + 8]));
            assert_eq!((has_any, call.fate == Fate::Elided), (is_kept, !is_kept), "{}: {text} {:?}", to.wire, sent.plan);
            assert!(!text.contains("__thought__"), "{}: {text}", to.wire);
            let has_ids = ![Wire::GEMINI_GENERATE, Wire::MISTRAL_CHAT, Wire::OLLAMA_CHAT].contains(&to.wire);
            let is_same_wire = to.wire == Wire::OPENAI_CHAT && from.wire == to.wire;
            assert!(is_same_wire || sent.notes.iter().any(|note| note.why.contains("behind the id")), "{}: {:?}", to.wire, sent.notes);
            assert!(
                !has_ids || text.matches("call_0a1").count() >= if to.wire.as_str() == "ai-sdk-ui" { 1 } else { 2 },
                "{}: {text}",
                to.wire
            );
        }
    }
}

#[test]
fn a_signature_behind_an_id_of_litellm_returns_to_its_call_at_the_service_that_wrote_it() {
    let signed = format!(r#""thoughtSignature":"{SIGNATURE}""#);
    let vertex = Target { host: Some("aiplatform.googleapis.com".to_owned()), ..gemini() };
    for (model, to, is_sent) in [
        ("gemini/gemini-3-pro-preview", gemini(), true),
        ("vertex_ai/gemini-3-pro-preview", vertex.clone(), true),
        ("vertex_ai/gemini-3-pro-preview", gemini(), false),
        ("gemini-3-pro-preview", vertex, false),
    ] {
        let sent = lossy(&converted(&chat_body(model), &proxy(), &to).request);
        assert_eq!(sent.matches(&signed).count(), usize::from(is_sent), "{model}: {sent}");
    }
    let endpoint = Target {
        host: Some("generativelanguage.googleapis.com".to_owned()),
        model: Some("gemini-3-pro-preview".to_owned()),
        ..Target::new(Wire::OPENAI_CHAT)
    };
    let sent = lossy(&converted(&chat_body("gemini-3-pro-preview"), &proxy(), &endpoint).request);
    let in_place = format!(r#""extra_content":{{"google":{{"thought_signature":"{SIGNATURE}"}}}}"#);
    assert!(sent.contains(&in_place) && sent.matches(r#""call_0a1""#).count() == 2 && !sent.contains("__thought__"), "{sent}");
    assert_eq!(lossy(&converted(&chat_body("m"), &proxy(), &proxy()).request), chat_body("m"), "LiteLLM itself reads it in the id");
}

#[test]
fn a_stream_gives_the_ids_that_its_body_gives() {
    let body = answer("a");
    for to in [Wire::ANTHROPIC_MESSAGES, Wire::OPENAI_CHAT] {
        let to = Target::new(to);
        let mut converter = StreamConverter::new(&Target::new(Wire::GEMINI_GENERATE), &to, 7).unwrap();
        let mut streamed = lossy(&converter.push(format!("data: {body}\n\n").as_bytes()));
        streamed.push_str(&lossy(&converter.finish().0));
        let ids = ids(&replied(&body, &to, 1));
        assert!(ids.len() == 2 && ids.iter().all(|id| streamed.contains(id.as_str())), "{ids:?}\n{streamed}");
    }
}

#[test]
fn calls_of_geminis_requests_keep_their_ids_when_the_conversation_grows() {
    let call = r#"{"role":"model","parts":[{"functionCall":{"name":"look","args":{}}}]}"#;
    let result = r#"{"role":"user","parts":[{"functionResponse":{"name":"look","response":{"output":"21"}}}]}"#;
    let request = |rounds: usize| {
        let rounds = vec![[call, result].join(","); rounds].join(",");
        format!(r#"{{"contents":[{{"role":"user","parts":[{{"text":"Look."}}]}},{rounds}]}}"#)
    };
    let [short, long] = [2, 3].map(|rounds| ids(&lossy(&converted(&request(rounds), &gemini(), &claude()).request)));
    assert_eq!(short, long[..4]);
    assert_eq!(long.iter().collect::<BTreeSet<_>>().len(), 3, "equal calls differ: {long:?}");
    assert!(long.chunks(2).all(|pair| pair[0] == pair[1]), "a result has the id of its call: {long:?}");
    let held = ids(&lossy(&converted(&request(3), &gemini(), &format("openai-agents")).request));
    assert_eq!(held, long);
}
