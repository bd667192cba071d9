//! One thought for all systems: read from any body as its issuer wrote it, with one fate at each target.

use rethought::api::{find_thoughts, route, send};
use rethought::audit::Options;
use rethought::convert::{
    ForeignThoughts, FoundThought, KeptThought, Mode, Piece, Policy, Receiver, Recipient, SentThought, convert, place_thoughts,
    read_thoughts, send_thoughts, stored_fates, wires,
};
use rethought::formats::{formats, letta};
use rethought::json::{Document, Value, lossy, scan};
use rethought::model::{Fate, Target, Wire};

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

/// Reasons why `place` leaves out a thought that a conversion sends. A conversion has the whole answer; `place` has a request in which the answer may be missing.
const BY_PLACE: [&str; 8] = [
    // The request does not have the answer, or has it twice, or has several without thoughts: nobody knows where the thought belongs.
    "its answer is not in the request",
    "the request has its answer more than once",
    "its payload does not name its place",
    // Its place has another thought.
    "the request has another thought in its place",
    // The writer of the target turned the part that carried it into a text.
    "the part that carried it is not an object",
    // A text between tags is part of a visible text, and `place` writes no visible text for it.
    "the target has no place for it",
    // A format keeps thoughts before the text of a message.
    "the format keeps thoughts before the text",
    // `replay` never adds a visible text.
    "it has no block of its vendor",
];

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
    let Compared { of_wires, of_formats, placed, replayed, written, stored, faults } = compared;
    println!("{of_wires} fates of thoughts of wires, {of_formats} of thoughts in formats");
    println!("{placed} placed, {replayed} replayed, {written} written as items, {stored} of records of Letta");
    assert!(of_wires > 1000 && of_formats > 1000, "{of_wires} {of_formats}");
    assert!(placed > 500 && replayed > 300 && written > 1000 && stored > 300, "{placed} {replayed} {written} {stored}");
    assert!(faults.is_empty(), "{}:\n{}", faults.len(), faults.iter().take(40).cloned().collect::<Vec<_>>().join("\n"));
}

/// The fates that were compared, and those that differ.
#[derive(Default)]
struct Compared {
    of_wires: usize,
    of_formats: usize,
    placed: usize,
    replayed: usize,
    written: usize,
    stored: usize,
    faults: Vec<String>,
}

impl Compared {
    /// Compares the plan of a conversation with the fates of its thoughts, for every other wire and policy.
    fn compare(&mut self, name: &str, document: &Document<'_>, source: &Target) {
        let payload = scan(b"true").unwrap();
        let found = read_thoughts(document, source, b"").unwrap();
        let natives: Vec<&FoundThought> = found.iter().filter(|thought| thought.native.is_some() || thought.tagged.is_some()).collect();
        let kept: Vec<KeptThought<'_>> = natives.iter().map(|thought| kept_of(thought, payload.root())).collect();
        for to in wires().filter(|to| **to != source.wire).map(target) {
            for foreign in [ForeignThoughts::Drop, ForeignThoughts::Envelope, ForeignThoughts::SideChannel] {
                let policy = Policy { foreign, placeholder: false, ..Policy::default() };
                let planned = convert(document, source, &to, &policy, &Options::default()).unwrap().plan.thoughts;
                let receiver = Receiver { to: &to, policy: &policy, accepts: &[], request: None, models: b"" };
                let sent = send_thoughts(&kept, &receiver).unwrap();
                if foreign == ForeignThoughts::Drop && source.wire.is_known() && !natives.is_empty() {
                    self.compare_places(name, (document, source), &kept, &receiver, &sent);
                    self.compare_items(name, (document, source), &natives, &to, &sent);
                }
                if foreign == ForeignThoughts::Drop && source.wire.as_str() == "letta" {
                    self.compare_records(name, document, &to, &planned);
                }
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

impl Compared {
    /// Compares `place` and `replay` with the fates by themselves, in the converted request without its thoughts.
    fn compare_places(
        &mut self,
        name: &str,
        (document, source): (&Document<'_>, &Target),
        kept: &[KeptThought<'_>],
        receiver: &Receiver<'_>,
        sent: &[SentThought],
    ) {
        let off = Policy { mode: Mode::Off, ..Policy::default() };
        let bare = convert(document, source, receiver.to, &off, &Options::default()).unwrap().request;
        let bare = scan(&bare).unwrap();
        let recipient = |is_replay| Recipient { document: &bare, wire: &receiver.to.wire, is_one_answer: false, is_replay };
        let plan = place_thoughts(&recipient(false), kept, receiver).unwrap().plan;
        for (placed, sent) in plan.iter().zip(sent) {
            self.placed += 1;
            let is_left_out = placed.fate == Fate::Elided && BY_PLACE.iter().any(|reason| placed.reason.starts_with(reason));
            if (placed.fate, placed.reason) != (sent.fate, sent.reason) && !is_left_out {
                self.faults.push(format!("{name} -> {}: {:?}, placed {placed:?}", receiver.to.wire, (sent.fate, sent.reason)));
            }
        }
        let Some((first, alone)) = kept.first().zip(sent.first()) else { return };
        let replayed = place_thoughts(&recipient(true), std::slice::from_ref(first), receiver).unwrap();
        let placed = place_thoughts(&recipient(false), std::slice::from_ref(first), receiver).unwrap();
        self.replayed += 1;
        let [is_replayed, is_placed] = [&replayed, &placed].map(|made| made.plan[0].fate != Fate::Elided);
        let is_text = matches!(alone.piece, Piece::Text(_));
        if is_replayed && is_text && !replayed.edits.is_empty() || !is_text && is_replayed != is_placed {
            self.faults.push(format!("{name} -> {}: placed {:?}, replayed {:?}", receiver.to.wire, placed.plan, replayed.plan));
        }
    }

    /// Compares `writeItem` and `route` of a stored thought with the fate of the thought itself.
    fn compare_items(
        &mut self,
        name: &str,
        (document, source): (&Document<'_>, &Target),
        natives: &[&FoundThought],
        to: &Target,
        sent: &[SentThought],
    ) {
        let host = |target: &Target| target.host.as_ref().map_or_else(String::new, |host| format!(r#","host":"{host}""#));
        let model = |target: &Target| target.model.as_ref().map_or_else(String::new, |model| format!(r#","model":"{model}""#));
        let written = |target: &Target| format!(r#"{{"wire":"{}"{}{}}}"#, target.wire, host(target), model(target));
        let found = find_thoughts(document.source(), written(source).as_bytes(), b"").unwrap();
        let found = scan(&found).unwrap();
        let is_native = |thought: &Value<'_>| natives.iter().any(|native| thought.word("pointer") == native.pointer);
        let stored: Vec<String> = found
            .root()
            .elements()
            .filter(is_native)
            .map(|thought| format!(r#"{{"id":"t","createdAt":"1","identity":{{"identifier":"assistant"}},{}"#, &lossy(thought.raw())[1..]))
            .collect();
        let (list, terms) = (format!("[{}]", stored.join(",")), format!(r#"{{"agent":"assistant","target":{}}}"#, written(to)));
        for (call, answer) in [
            ("writeItem", send(list.as_bytes(), terms.as_bytes(), b"").unwrap()),
            ("route", route(list.as_bytes(), terms.as_bytes(), None, b"").unwrap()),
        ] {
            let answer = scan(&answer).unwrap();
            for (own, sent) in answer.root().elements().zip(sent) {
                self.written += 1;
                if own.word("fate") != sent.fate.name() {
                    self.faults.push(format!("{name} -> {}: {:?} {}, {call} {}", to.wire, sent.fate, sent.reason, lossy(own.raw())));
                }
            }
        }
    }

    /// Compares `letta.replay` with the plan of the records. It may say less: a record may lack members that its block needs.
    fn compare_records(&mut self, name: &str, document: &Document<'_>, to: &Target, planned: &[rethought::convert::PlannedThought]) {
        let (found, _) = letta::read(document).unwrap();
        // The conversion does not know the vendor of a record that names none. Without `from` it would be the target.
        let from = Target::new(Wire::named("letta"));
        let fates = stored_fates(&found, Some(&from), to, b"").unwrap();
        for (reasoning, (fate, reason)) in found.iter().zip(fates) {
            let pointer = document.place(reasoning.value).pointer;
            let Some(planned) = planned.iter().find(|one| one.pointer == pointer) else { continue };
            if !reasoning.native || BY_REQUEST.iter().any(|reason| planned.reason.starts_with(reason)) {
                continue;
            }
            self.stored += 1;
            if planned.fate != fate {
                self.faults.push(format!(
                    "{name} {pointer} -> {}: {:?} {}, letta.replay {fate:?} {reason}",
                    to.wire, planned.fate, planned.reason
                ));
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
        tagged: thought.tagged.clone().map(|(_, issuer)| issuer),
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

#[test]
fn a_text_between_tags_keeps_its_issuer() {
    let request = r#"{"model":"example-r1","messages":[{"role":"user","content":"q"},{"role":"assistant","content":"<think>SECRET plan</think>Answer"},{"role":"user","content":"b"}]}"#;
    let document = scan(request.as_bytes()).unwrap();
    let found = find_thoughts(request.as_bytes(), br#"{"wire":"openai-chat","model":"example-r1"}"#, b"").unwrap();
    let found = lossy(&found);
    assert!(found.contains(r#""attachment":{"type":"tag","name":"think"},"provenance":{"model":"example-r1""#), "{found}");
    let stored = found.replace(r#"{"pointer""#, r#"{"id":"t","createdAt":"1","identity":{"identifier":"assistant"},"pointer""#);
    let fate = |answer: Vec<u8>| scan(&answer).unwrap().root().element(0).unwrap().word("fate").to_owned();
    for (target, expected) in [
        (r#"{"wire":"anthropic-messages","host":"api.anthropic.com","model":"claude-sonnet-4-5"}"#, "elided"),
        (r#"{"wire":"openai-responses","host":"api.openai.com","model":"gpt-5.4"}"#, "elided"),
        (r#"{"wire":"openai-chat","model":"example-r1"}"#, "verbatim"),
    ] {
        let terms = format!(r#"{{"agent":"assistant","target":{target}}}"#);
        assert_eq!(fate(send(stored.as_bytes(), terms.as_bytes(), b"").unwrap()), expected, "{target}");
        assert_eq!(fate(route(stored.as_bytes(), terms.as_bytes(), None, b"").unwrap()), expected, "{target}");
        let to = rethought::formats::resolve_end(scan(target.as_bytes()).unwrap().root(), None).unwrap();
        let from = Target { model: Some("example-r1".to_owned()), ..Target::new(Wire::OPENAI_CHAT) };
        let planned = convert(&document, &from, &to, &Policy::default(), &Options::default()).unwrap().plan.thoughts;
        assert_eq!(planned[0].fate.name(), expected, "{target}");
    }
}

#[test]
fn a_handle_of_another_form_goes_nowhere_by_its_tag() {
    const SIGNATURE: &str = "EqQBCkYICxgCKkDcAAAAAAAAAAAAAAAA";
    let tag = "openai-responses-reasoning-v1";
    for payload in [format!(r#"{{"type":"thinking","thinking":"Hm.","signature":"{SIGNATURE}"}}"#), format!(r#""{SIGNATURE}""#)] {
        let thoughts = format!(
            r#"[{{"id":"t","content":"Hm.","createdAt":"1","identity":{{"identifier":"assistant"}},"replayCompatibility":"{tag}","payload":{payload}}}]"#
        );
        for terms in [
            format!(r#"{{"agent":"assistant","accepts":["{tag}"]}}"#),
            format!(r#"{{"agent":"assistant","accepts":["{tag}"],"target":{{"wire":"openai-responses","model":"gpt-5.4"}}}}"#),
        ] {
            let plan = route(thoughts.as_bytes(), terms.as_bytes(), None, b"").unwrap();
            let plan = scan(&plan).unwrap();
            assert_eq!(plan.root().element(0).unwrap().word("fate"), "elided", "{payload} {terms}: {}", lossy(plan.source()));
        }
    }
}
