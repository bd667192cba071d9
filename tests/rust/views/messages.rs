//! Messages that were only meant to be sent: how they are kept, and how they are logged.

use rethought::Code;
use rethought::views::{Policy, log, persistent};

fn kept(body: &str) -> String {
    String::from_utf8(persistent(body.as_bytes()).unwrap()).unwrap()
}

#[test]
fn ephemeral_messages_go_and_every_other_byte_stays() {
    let thinking = r#"{ "role":"assistant","content":"a","thinkingBlocks":[{"type":"thinking","content":"\u0041","signature":"S\/=","n":1.0},{"type":"redacted_thinking","content":"","data":"D=="}] }"#;
    let gone = r#"{"role":"user","content":"try again","ephemeral":true}"#;
    let stays = r#"{"role":"user","content":"b","ephemeral":false}"#;
    assert_eq!(kept(&format!("[ {gone}, {thinking},\n {gone}, {gone}, {stays} ]")), format!("[ {thinking}, {stays} ]"));
    assert_eq!(kept(&format!("[{gone}]")), "[]");
    assert_eq!(kept(&format!("[{thinking}]")), format!("[{thinking}]"));
    assert_eq!(
        kept(
            r#"{"model":"m","messages":[{"role":"user","content":"x","ephemeral":true},{"role":"user","content":[{"type":"text","text":"y","cache_control":{"type":"ephemeral"}}]}]}"#
        ),
        r#"{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"y","cache_control":{"type":"ephemeral"}}]}]}"#
    );
    for list in ["input", "contents", "history"] {
        assert_eq!(kept(&format!(r#"{{"{list}":[{{"a":1}},{gone}]}}"#)), format!(r#"{{"{list}":[{{"a":1}}]}}"#));
    }
    assert_eq!(kept(r#"{"input":"just a text"}"#), r#"{"input":"just a text"}"#);
}

#[test]
fn a_flag_that_is_none_is_refused_with_its_place() {
    for (body, pointer) in [
        (r#"[{"role":"user","content":"a","ephemeral":1}]"#, "/0/ephemeral"),
        (r#"{"messages":[{},{"ephemeral":"true"}]}"#, "/messages/1/ephemeral"),
        (r#"{"ephemeral":true}"#, ""),
        ("7", ""),
    ] {
        let refused = persistent(body.as_bytes()).unwrap_err();
        assert_eq!((refused.code(), refused.pointer()), (Code::Message, Some(pointer)), "{body}");
    }
}

#[test]
fn no_message_can_hide_from_the_log() {
    let body = r#"{"messages":[{"role":"user","content":"a@b.com","ephemeral":true},{"role":"user","content":"b","ephemeral":true,"ephemeral":false},{"role":"user","content":"c","ephemeral":false},{"role":"user","content":"d"}]}"#;
    let policy = rethought::json::scan(br#"{"patterns":[{"pattern":"ephemeral|true|a"}]}"#)
        .map(|policy| Policy::read(policy.root()).unwrap())
        .unwrap();
    let log = log(body.as_bytes(), &policy).unwrap();
    assert_eq!(log.ephemeral, ["/messages/0", "/messages/1"]);
    assert_eq!(String::from_utf8(log.redacted.text).unwrap(), body.replace("a@b.com", "[REDACTED:email]"));
    // In the history to keep the last of two members counts, as for every parser.
    assert!(kept(body).starts_with(r#"{"messages":[{"role":"user","content":"b","#));
}
