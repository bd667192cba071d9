//! One thought for all systems: read from any body as its issuer wrote it, with one fate at each target.

use rethought::api::route;
use rethought::audit::Options;
use rethought::convert::{ForeignThoughts, FoundThought, KeptThought, Policy, Receiver, convert, read_thoughts, send_thoughts, wires};
use rethought::json::{Value, scan};
use rethought::model::{Target, Wire};

use super::convert::pairs::{cases, target};

fn found(body: &str, from: &str, model: Option<&str>) -> Vec<FoundThought> {
    let document = scan(body.as_bytes()).unwrap();
    let from = Target { model: model.map(str::to_owned), ..Target::new(Wire::named(from.to_owned())) };
    read_thoughts(&document, &from, b"").unwrap()
}

fn block(thought: &FoundThought) -> String {
    thought.native.as_ref().map(|native| String::from_utf8(native.block.clone()).unwrap()).unwrap_or_default()
}

#[test]
fn a_thought_that_a_format_keeps_is_the_block_of_its_issuer() {
    let thinking = r#"{"type":"thinking","thinking":"Hm.","signature":"EqQBCkYICxgCKkDcAAAA"}"#;
    let bodies = [
        (
            "agentfootprint",
            r#"[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi","thinkingBlocks":[{"type":"thinking","content":"Hm.","signature":"EqQBCkYICxgCKkDcAAAA"}]}]"#,
        ),
        (
            "cognipeer",
            r#"{"messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi","reasoning":{"blocks":[{"type":"thinking","text":"Hm.","signature":"EqQBCkYICxgCKkDcAAAA"}]}}]}"#,
        ),
        (
            "letta",
            r#"[{"id":"message-1","role":"assistant","created_at":"2026-11-16T06:00:00Z","model":"anthropic/claude-sonnet-4-5","content":[{"type":"reasoning","is_native":true,"reasoning":"Hm.","signature":"EqQBCkYICxgCKkDcAAAA"},{"type":"text","text":"Hi"}]}]"#,
        ),
    ];
    for (format, body) in bodies {
        let found = found(body, format, Some("claude-sonnet-4-5"));
        assert_eq!(found.len(), 1, "{format}");
        assert_eq!(block(&found[0]), thinking, "{format}: {found:?}");
        let around = found[0].native.as_ref().unwrap().neighbours.as_ref().unwrap();
        assert_eq!(around.next, ["text 1c9893b0d1c6c0"], "{format}");
    }
}

/// Reasons that follow from the place of a thought in its conversation, which a thought by itself does not have.
const BY_PLACE: [&str; 4] =
    ["it is valid only after", "the target would refuse it (", "the target refuses unsigned calls", "the target requires reasoning here"];

#[test]
fn a_thought_by_itself_has_the_fate_that_a_conversion_gives_it() {
    let payload = scan(b"true").unwrap();
    let (mut count, mut faults) = (0, Vec::new());
    for from in wires() {
        for (name, request) in cases(from) {
            let document = scan(request.as_bytes()).unwrap();
            if document.root().fits("previous_response_id:s,previous_interaction_id:s,conversation,thread") {
                continue;
            }
            let source = target(from);
            let found = read_thoughts(&document, &source, b"").unwrap();
            let natives: Vec<&FoundThought> = found.iter().filter(|thought| thought.native.is_some()).collect();
            let kept: Vec<KeptThought<'_>> = natives.iter().map(|thought| kept_of(thought, payload.root())).collect();
            for to in wires().filter(|to| *to != from).map(target) {
                for foreign in [ForeignThoughts::Drop, ForeignThoughts::Envelope, ForeignThoughts::SideChannel] {
                    let policy = Policy { foreign, placeholder: false, ..Policy::default() };
                    let planned = convert(&document, &source, &to, &policy, &Options::default()).unwrap().plan.thoughts;
                    let receiver = Receiver { to: &to, policy: &policy, accepts: &[], request: None, models: b"" };
                    let sent = send_thoughts(&kept, &receiver).unwrap();
                    for (thought, sent) in natives.iter().zip(sent) {
                        let Some(planned) = planned.iter().find(|one| one.pointer == thought.pointer) else { continue };
                        if BY_PLACE.iter().any(|reason| planned.reason.starts_with(reason)) {
                            continue;
                        }
                        count += 1;
                        if (planned.fate, planned.reason) != (sent.fate, sent.reason) {
                            let [one, other] = [(planned.fate, planned.reason), (sent.fate, sent.reason)];
                            faults.push(format!("{name} {} -> {} {foreign:?}: {one:?}, alone {other:?}", thought.pointer, to.wire));
                        }
                    }
                }
            }
        }
    }
    println!("{count} fates");
    assert!(count > 1000, "{count}");
    assert!(faults.is_empty(), "{} of {count}:\n{}", faults.len(), faults.iter().take(40).cloned().collect::<Vec<_>>().join("\n"));
}

fn kept_of<'t>(thought: &FoundThought, payload: Value<'t>) -> KeptThought<'t> {
    KeptThought {
        id: thought.pointer.clone(),
        content: String::from_utf8_lossy(&thought.text).into_owned(),
        tag: None,
        payload: Some(payload),
        encoding: None,
        native: thought.native.clone(),
        agent: "assistant".to_owned(),
        time: String::new(),
    }
}

const CLAUDE: &str = r#"{"id":"t1","content":"Hm.","createdAt":"1","identity":{"identifier":"assistant"},"replayCompatibility":"anthropic-messages-thinking-v1","payload":{"wire":"anthropic-messages","block":"{\"type\":\"thinking\",\"thinking\":\"Hm.\",\"signature\":\"Eq==\"}","pointer":"/content/0","provenance":{"model":"claude-sonnet-4-5","position":0,"complete":true},"next":["text 1c9893b0d1c6c0"]}}"#;

fn routed(target: &str) -> String {
    let terms = format!(r#"{{"target":{target},"agent":"assistant"}}"#);
    let plan = route(format!("[{CLAUDE}]").as_bytes(), terms.as_bytes(), None, b"").unwrap();
    let document = scan(&plan).unwrap();
    let first = document.root().element(0).unwrap();
    format!("{}: {}", first.word("fate"), first.word("reason"))
}

#[test]
fn a_stored_thought_is_routed_by_its_issuer() {
    assert_eq!(routed(r#"{"wire":"anthropic-messages"}"#), "verbatim: the target produced it");
    let bedrock = r#"{"wire":"bedrock-converse","model":"anthropic.claude-opus-4-5"}"#;
    assert_eq!(routed(bedrock), "routed: the target can read it, in another format");
    assert_eq!(routed(r#"{"wire":"openai-responses"}"#), "elided: another vendor signed or encrypted it, and the target cannot read it");
}
