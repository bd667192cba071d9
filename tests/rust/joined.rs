//! One thought for all systems: read from any body as its issuer wrote it, with one fate at each target.

use rethought::api::route;
use rethought::audit::Options;
use rethought::convert::{ForeignThoughts, FoundThought, KeptThought, Policy, Receiver, convert, read_thoughts, send_thoughts, wires};
use rethought::formats::formats;
use rethought::json::{Document, Value, scan};
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

/// Reasons that follow from the whole request: the place of a thought in its conversation, or what the audit of the target found. A thought by itself has neither.
const BY_REQUEST: [&str; 4] =
    ["it is valid only after", "the target would refuse", "the target refuses unsigned calls", "the target requires reasoning here"];

#[test]
fn a_thought_by_itself_has_the_fate_that_a_conversion_gives_it() {
    let mut compared = Compared::default();
    for from in wires() {
        for (name, request) in cases(from) {
            let document = scan(request.as_bytes()).unwrap();
            if document.root().fits("previous_response_id:s,previous_interaction_id:s,conversation,thread") {
                continue;
            }
            compared.compare(&name, &document, &target(from));
            for format in formats() {
                let format = Target::new(Wire::named(format));
                let there = convert(&document, &target(from), &format, &Policy::default(), &Options::default()).unwrap();
                compared.compare(&format!("{name} in {}", format.wire), &scan(&there.request).unwrap(), &format);
            }
        }
    }
    let Compared { of_wires, of_formats, faults } = compared;
    println!("{of_wires} fates of thoughts of wires, {of_formats} of thoughts in formats");
    assert!(of_wires > 1000 && of_formats > 1000, "{of_wires} {of_formats}");
    assert!(faults.is_empty(), "{}:\n{}", faults.len(), faults.iter().take(40).cloned().collect::<Vec<_>>().join("\n"));
}

/// The fates that were compared, and those that differ.
#[derive(Default)]
struct Compared {
    of_wires: usize,
    of_formats: usize,
    faults: Vec<String>,
}

impl Compared {
    /// Compares the plan of a conversation with the fates of its thoughts, for every other wire and policy.
    fn compare(&mut self, name: &str, document: &Document<'_>, source: &Target) {
        let payload = scan(b"true").unwrap();
        let found = read_thoughts(document, source, b"").unwrap();
        let natives: Vec<&FoundThought> = found.iter().filter(|thought| thought.native.is_some()).collect();
        let kept: Vec<KeptThought<'_>> = natives.iter().map(|thought| kept_of(thought, payload.root())).collect();
        for to in wires().filter(|to| **to != source.wire).map(target) {
            for foreign in [ForeignThoughts::Drop, ForeignThoughts::Envelope, ForeignThoughts::SideChannel] {
                let policy = Policy { foreign, placeholder: false, ..Policy::default() };
                let planned = convert(document, source, &to, &policy, &Options::default()).unwrap().plan.thoughts;
                let receiver = Receiver { to: &to, policy: &policy, accepts: &[], request: None, models: b"" };
                let sent = send_thoughts(&kept, &receiver).unwrap();
                for (thought, sent) in natives.iter().zip(sent) {
                    let Some(planned) = planned.iter().find(|one| one.pointer == thought.pointer) else { continue };
                    if BY_REQUEST.iter().any(|reason| planned.reason.starts_with(reason)) {
                        continue;
                    }
                    *(if source.wire.is_known() { &mut self.of_wires } else { &mut self.of_formats }) += 1;
                    let [one, other] = [(planned.fate, planned.reason), (sent.fate, sent.reason)];
                    if one != other {
                        self.faults.push(format!("{name} {} -> {} {foreign:?}: {one:?}, alone {other:?}", thought.pointer, to.wire));
                    }
                }
            }
        }
    }
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
