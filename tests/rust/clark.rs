//! Our OpenRouter codec against clark's, whose names and meaning it has: the same items where clark loses nothing, and what it
//! loses where it does. If a listed loss is no longer one, clark was mended: then the line goes to those that it keeps.

use clark_agent::{OpenRouterReasoningCodec as Clark, ReasoningCodec, ReasoningItem as ClarkItem};
use proptest::prelude::*;
use rethought::formats::clark::{OpenRouterReasoningCodec as Ours, ReasoningItem, ReplayContract, ReplayViolation, audit_replay};
use rethought::json::scan;
use rethought::model::ThinkingKind;
use serde_json::{Map, Value, json};

/// An item as both see it: kind, format, id, index, what can be read, what is sealed.
type Seen = (ThinkingKind, String, Option<String>, Option<u64>, Option<String>, Option<String>);

fn ours(item: ReasoningItem<'_>) -> Seen {
    let owned = |text: Option<std::borrow::Cow<'_, str>>| text.map(std::borrow::Cow::into_owned);
    (item.kind(), item.format().to_string(), owned(item.id()), item.index(), owned(item.text()), owned(item.handle()))
}

fn clarks(item: ClarkItem) -> Seen {
    let format = item.format().as_wire().to_owned();
    let index = item.index().map(u64::from);
    match item {
        ClarkItem::Text { id, text, signature, .. } => (ThinkingKind::Text, format, id, index, Some(text), signature),
        ClarkItem::Summary { id, summary, .. } => (ThinkingKind::Summary, format, id, index, Some(summary), None),
        ClarkItem::Encrypted { id, data, .. } => (ThinkingKind::Encrypted, format, id, index, None, Some(data)),
    }
}

/// A response with those items, as a gateway would write it.
fn response(items: &str) -> String {
    format!(r#"{{"id":"g1","choices":[{{"index":0,"message":{{"role":"assistant","content":null,"reasoning_details":{items}}}}}]}}"#)
}

/// The message that clark writes after reading one.
fn through_clark(items: &[Value], message: &str) -> Value {
    let mut message: Value = serde_json::from_str(message).unwrap();
    Clark.write_assistant(&mut message, &Clark.parse_response(items));
    message
}

/// The message that this crate writes after reading one.
fn through_ours(items: &str, message: &str) -> String {
    let body = response(items);
    let document = scan(body.as_bytes()).unwrap();
    let written = Ours.write_assistant(message.as_bytes(), &Ours.parse_response(document.root())).unwrap();
    String::from_utf8(written).unwrap()
}

/// Holds both to the same view and the same message, and us to the very text that clark wrote.
fn agree(items: &[Value], message: &str) {
    let text = serde_json::to_string(items).unwrap();
    let body = response(&text);
    let document = scan(body.as_bytes()).unwrap();
    let read: Vec<_> = Ours.parse_response(document.root()).into_iter().map(ours).collect();
    assert_eq!(read, Clark.parse_response(items).into_iter().map(clarks).collect::<Vec<_>>(), "{text}");
    let (written, wanted) = (through_ours(&text, message), through_clark(items, message));
    assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), wanted, "{text}");
    let spaced = serde_json::to_string_pretty(items).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&through_ours(&spaced, message)).unwrap(), wanted, "{spaced}");
    assert_eq!(through_ours(&wanted["reasoning_details"].to_string(), message), wanted.to_string(), "{text}");
}

const MESSAGES: [&str; 4] = [
    "{}",
    r#"{"role":"assistant","content":null}"#,
    r#"{"role":"assistant","reasoning_details":[{"type":"reasoning.text","text":"old"}],"tool_calls":[{"id":"k1"}]}"#,
    r#"{"role":"assistant","reasoning_details":null,"content":"a"}"#,
];

#[test]
fn both_read_and_write_the_same_items_of_every_format() {
    let formats =
        ["anthropic-claude-v1", "google-gemini-v1", "openai-responses-v1", "azure-openai-responses-v1", "xai-responses-v1", "unknown"];
    let mut items = Vec::new();
    for format in formats {
        items.push(json!({"type": "reasoning.text", "id": "a", "format": format, "index": 0, "text": "x", "signature": "S/=="}));
        items.push(json!({"type": "reasoning.text", "format": format, "text": "", "signature": ""}));
        items.push(json!({"type": "reasoning.summary", "format": format, "index": u32::MAX, "summary": "\u{e9}\n\"\\\u{1f600}\u{0}"}));
        items.push(json!({"data": "Enc+/==", "format": format, "type": "reasoning.encrypted", "id": "rs_1"}));
        items.push(json!({"type": "reasoning.encrypted", "format": format, "data": ""}));
    }
    for message in MESSAGES {
        agree(&items, message);
        agree(&[], message);
        items.iter().for_each(|item| agree(std::slice::from_ref(item), message));
    }
}

#[test]
fn both_leave_out_what_is_no_object() {
    let items =
        [json!(7), json!(null), json!("reasoning.text"), json!([]), json!({"type": "reasoning.text", "format": "unknown", "text": "x"})];
    agree(&items, "{}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]
    #[test]
    fn both_read_and_write_the_same_items_whatever_is_in_them(items in prop::collection::vec(item(), 0..6), message in prop::sample::select(&MESSAGES[..])) {
        agree(&items, message);
    }
}

/// Both audits of a turn: how many items, how many signed, the formats, whether signatures are missing.
fn audited(items: &[Value], nth: usize, tools: bool) -> [(usize, usize, Vec<String>, bool); 2] {
    let contracts = [
        (clark_agent::ReplayContract::Stateless, ReplayContract::Stateless),
        (clark_agent::ReplayContract::RequiredWithTools, ReplayContract::RequiredWithTools),
        (clark_agent::ReplayContract::AlwaysRequired, ReplayContract::AlwaysRequired),
    ];
    let theirs = clark_agent::audit_replay(&Clark.parse_response(items), contracts[nth].0.clone(), tools);
    let body = response(&serde_json::to_string(items).unwrap());
    let document = scan(body.as_bytes()).unwrap();
    let ours = audit_replay(&Ours.parse_response(document.root()), contracts[nth].1, tools);
    let missing = ours.violations.iter().any(|violation| matches!(violation, ReplayViolation::MissingSignatures(_)));
    let formats = theirs.formats.iter().map(|format| format.as_wire().to_owned()).collect();
    [
        (theirs.item_count, theirs.signed_count, formats, theirs.violation.is_some()),
        (ours.item_count, ours.signed_count, ours.formats.iter().map(|format| format.clone().into_owned()).collect(), missing),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]
    // Where nothing is empty and all is of one format, clark's look at the whole turn is right.
    #[test]
    fn both_judge_a_turn_of_one_format_alike(items in prop::collection::vec(item(), 1..6), nth in 0..3_usize, tools: bool) {
        let filled = items.into_iter().map(|mut item| {
            item["format"] = json!("google-gemini-v1");
            for name in ["data", "signature"] {
                if item.get(name).is_some_and(|value| value == "") {
                    item[name] = json!("AA");
                }
            }
            item
        });
        let [theirs, ours] = audited(&filled.collect::<Vec<_>>(), nth, tools);
        prop_assert_eq!(theirs, ours);
    }
}

#[test]
fn both_hold_a_format_to_the_same_contract() {
    for format in
        ["anthropic-claude-v1", "google-gemini-v1", "openai-responses-v1", "azure-openai-responses-v1", "xai-responses-v1", "unknown"]
    {
        let theirs = format!("{:?}", clark_agent::ReasoningFormat::from_wire(format).replay_contract());
        assert_eq!(format!("{:?}", ReplayContract::of(&rethought::formats::clark::ReasoningFormat::named(format))), theirs, "{format}");
    }
}

#[test]
fn what_clark_judges_wrongly_is_still_judged_so_there() {
    let empty = json!({"type": "reasoning.encrypted", "format": "google-gemini-v1", "data": ""});
    let unsigned = json!({"type": "reasoning.text", "format": "anthropic-claude-v1", "text": "x"});
    let sealed = json!({"type": "reasoning.encrypted", "format": "google-gemini-v1", "data": "AA"});
    for (items, theirs, ours) in [(vec![empty], false, true), (vec![unsigned, sealed], false, true), (vec![], true, false)] {
        let judged = audited(&items, 1, true).map(|(.., missing)| missing);
        assert_eq!(judged, [theirs, ours], "{items:?}");
    }
}

/// An item of which clark loses nothing, its keys in any order.
fn item() -> impl Strategy<Value = Value> {
    let kind = prop::sample::select(&[("text", "text"), ("summary", "summary"), ("encrypted", "data")][..]);
    let format =
        prop::sample::select(&["anthropic-claude-v1", "google-gemini-v1", "openai-responses-v1", "xai-responses-v1", "unknown"][..]);
    let parts = (
        kind,
        format,
        prop::option::of(any::<String>()),
        prop::option::of(any::<u32>()),
        any::<String>(),
        prop::option::of(any::<String>()),
    );
    let members = parts.prop_map(|((kind, payload), format, id, index, said, signature)| {
        let mut members = vec![("type", json!(format!("reasoning.{kind}"))), ("format", json!(format)), (payload, json!(said))];
        members.extend(id.map(|id| ("id", json!(id))));
        members.extend(index.map(|index| ("index", json!(index))));
        members.extend(signature.filter(|_| kind == "text").map(|signature| ("signature", json!(signature))));
        members
    });
    members
        .prop_shuffle()
        .prop_map(|members| members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>().into())
}

/// An item, and what clark makes of it on the way through; nothing if it drops it.
const LOST: [(&str, &str); 14] = [
    (
        r#"{"type":"reasoning.text","id":null,"format":"anthropic-claude-v1","index":0,"text":"x","signature":null}"#,
        r#"{"type":"reasoning.text","format":"anthropic-claude-v1","index":0,"text":"x"}"#,
    ),
    (r#"{"type":"reasoning.text","format":"future-v9","text":"x"}"#, r#"{"type":"reasoning.text","format":"unknown","text":"x"}"#),
    (r#"{"type":"reasoning.text","text":"x"}"#, r#"{"type":"reasoning.text","format":"unknown","text":"x"}"#),
    (
        r#"{"type":"reasoning.encrypted","format":"google-gemini-v1","data":"AA","extra":1}"#,
        r#"{"type":"reasoning.encrypted","format":"google-gemini-v1","data":"AA"}"#,
    ),
    (
        r#"{"type":"reasoning.encrypted","format":"google-gemini-v1","index":4294967296}"#,
        r#"{"type":"reasoning.encrypted","format":"google-gemini-v1","index":0,"data":""}"#,
    ),
    (
        r#"{"type":"reasoning.summary","format":"openai-responses-v1","summary":null}"#,
        r#"{"type":"reasoning.summary","format":"openai-responses-v1","summary":""}"#,
    ),
    (r#"{"type":"reasoning.future_kind","data":"..."}"#, ""),
    // The same losses in other members, and of the text itself.
    (r#"{"text":"MiniMax writes no type."}"#, ""),
    (
        r#"{"type":"reasoning.text","format":"unknown","index":1.0,"text":"x"}"#,
        r#"{"type":"reasoning.text","format":"unknown","text":"x"}"#,
    ),
    (
        r#"{"type":"reasoning.summary","format":"unknown","index":-1,"summary":"x","signature":"S=="}"#,
        r#"{"type":"reasoning.summary","format":"unknown","summary":"x"}"#,
    ),
    (r#"{"type":"reasoning.text","format":"unknown","id":7,"text":"x"}"#, r#"{"type":"reasoning.text","format":"unknown","text":"x"}"#),
    (r#"{"type":"reasoning.text","format":"unknown","text":"x","text":"y"}"#, r#"{"type":"reasoning.text","format":"unknown","text":"y"}"#),
    (
        r#"{"type":"reasoning.encrypted","format":"unknown","data":"a\/b\u003d"}"#,
        r#"{"type":"reasoning.encrypted","format":"unknown","data":"a/b="}"#,
    ),
    (
        r#"{ "format":"unknown", "data":"AA", "type":"reasoning.encrypted" }"#,
        r#"{"type":"reasoning.encrypted","format":"unknown","data":"AA"}"#,
    ),
];

#[test]
fn what_clark_loses_comes_back_as_it_was() {
    for (item, left) in LOST {
        let items: Vec<Value> = serde_json::from_str(&format!("[{item}]")).unwrap();
        let lost = if left.is_empty() { r#"{"n":1}"#.to_owned() } else { format!(r#"{{"n":1,"reasoning_details":[{left}]}}"#) };
        assert_eq!(through_clark(&items, r#"{"n":1}"#).to_string(), lost, "clark, of {item}");
        assert_eq!(through_ours(&format!("[{item}]"), r#"{"n":1}"#), format!(r#"{{"n":1,"reasoning_details":[{item}]}}"#));
    }
    let together = LOST.map(|(item, _)| item).join(",");
    assert_eq!(through_ours(&format!("[{together}]"), "{}"), format!(r#"{{"reasoning_details":[{together}]}}"#));
}

#[test]
fn half_a_character_comes_back_where_clark_cannot_be_given_it() {
    let item = r#"{"type":"reasoning.text","format":"unknown","text":"\ud83d"}"#;
    assert!(serde_json::from_str::<Value>(item).is_err());
    assert_eq!(through_ours(&format!("[{item}]"), "{}"), format!(r#"{{"reasoning_details":[{item}]}}"#));
}

#[test]
fn where_clark_drops_the_items_with_a_message_that_is_no_object_we_say_so() {
    let items = [json!({"type": "reasoning.encrypted", "format": "unknown", "data": "AA"})];
    assert_eq!(through_clark(&items, "[]"), json!([]));
    let list = serde_json::to_string(&items).unwrap();
    let document = scan(list.as_bytes()).unwrap();
    let error = Ours.write_assistant(b"[]", &Ours.parse_response(document.root())).unwrap_err();
    assert_eq!(error.code(), rethought::Code::EditValue);
}
