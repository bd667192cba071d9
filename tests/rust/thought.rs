//! The thought model, held to the seeds: the table of valid and invalid thoughts, and that JSON carries one whole.

use rethought::formats::adk::{Identifier, Identity, RawThought, Thought, When};
use rethought::model::time::NoClock;
use rethought::{Code, Error};

const TIMES: &str = r#""createdAt":"2026-11-15T02:08:33Z","updatedAt":1794708513000"#;

fn read(members: &str) -> Result<Thought<Vec<u8>>, Error> {
    Thought::from_json(format!("{{\"id\":\"t\",{members},{TIMES}}}").as_bytes(), &NoClock)
}

#[test]
fn the_table_of_adk_decides_what_is_a_thought() {
    // The forms that ADK refuses, and the forms of null that it treats unevenly.
    for (members, valid) in [
        (r#""content":"x""#, true),
        (r#""content":"""#, false),
        (r#""other":1"#, false),
        (r#""content":null"#, false),
        (r#""payload":{}"#, false),
        (r#""payload":{},"content":"x""#, false),
        (r#""payload":{},"replayCompatibility":"t""#, true),
        (r#""payload":{},"replayCompatibility":"t","content":"""#, true),
        (r#""payload":{},"replayCompatibility":null"#, false),
        (r#""payload":false,"replayCompatibility":"t""#, true),
        (r#""payload":"","replayCompatibility":"t""#, true),
        (r#""payload":0,"replayCompatibility":"t""#, true),
        (r#""payload":null,"content":"x""#, true),
        (r#""payload":null,"content":"""#, false),
        (r#""payload":null,"replayCompatibility":"t""#, false),
        (r#""replayCompatibility":"t","content":"x""#, true),
        (r#""replayCompatibility":"","content":"x""#, false),
        (r#""replayCompatibility":7,"content":"x""#, false),
        (r#""content":["x"]"#, false),
        (r#""content":"x","identity":null"#, true),
        (r#""content":"x","identity":"bob""#, true),
        (r#""content":"x","identity":"""#, false),
        (r#""content":"x","identity":7"#, false),
        (r#""content":"x","identity":{"identifier":7,"representation":"Bob"}"#, true),
        (r#""content":"x","identity":{"identifier":"","representation":"Bob"}"#, false),
        (r#""content":"x","identity":{"identifier":7}"#, false),
        (r#""content":"x","identity":{"identifier":1e400,"representation":"Bob"}"#, false),
    ] {
        match read(members) {
            Ok(_) => assert!(valid, "{members} was taken"),
            Err(error) => {
                assert!(!valid, "{members}: {error}");
                assert_eq!(error.code(), Code::Thought);
                assert!(error.cause().unwrap().pointer().is_some(), "{members}: the cause says where");
            }
        }
    }
}

#[test]
fn id_and_times_are_required() {
    for (text, pointer) in [
        ("[]", ""),
        (r#"{"content":"x"}"#, "/id"),
        (r#"{"id":"","content":"x","createdAt":0,"updatedAt":0}"#, "/id"),
        (r#"{"id":1,"content":"x","createdAt":0,"updatedAt":0}"#, "/id"),
        (r#"{"id":"t","content":"x","updatedAt":0}"#, "/createdAt"),
        (r#"{"id":"t","content":"x","createdAt":0,"updatedAt":null}"#, "/updatedAt"),
        (r#"{"id":"t","content":"x","createdAt":"soon","updatedAt":0}"#, "/createdAt"),
        (r#"{"id":"t","content":"x","createdAt":1e300,"updatedAt":0}"#, "/createdAt"),
        (r#"{"id":"t","content":"x","createdAt":0,"updatedAt":true}"#, "/updatedAt"),
    ] {
        let error = Thought::from_json(text.as_bytes(), &NoClock).unwrap_err();
        assert_eq!(error.code().as_str(), "E_INVALID_INITIAL_THOUGHT_VALUE");
        assert_eq!(error.cause().unwrap().pointer(), Some(pointer), "{text}");
    }
}

#[test]
fn what_is_left_out_has_its_default() {
    let thought = read(r#""payload":{},"replayCompatibility":"t""#).unwrap();
    assert_eq!(thought.content(), "");
    assert_eq!(thought.identity(), &Identity::named("assistant").unwrap());
    assert!(thought.is_opaque());
    assert_eq!(thought.created_at().to_iso(), "2026-11-15T02:08:33.000Z");
    assert_eq!(thought.updated_at().to_iso(), "2026-11-15T02:08:33.000Z");
    assert!(!read(r#""content":"x","payload":null"#).unwrap().is_opaque());
}

#[test]
fn a_payload_goes_through_json_byte_for_byte() {
    for payload in [r#"{ "b": 1.0, "a": [1e400, -0], "a": null }"#, r#""\ud83d \u0041""#, "[]", "false", "9007199254740993"] {
        let thought =
            read(&format!(r#""payload":{payload},"replayCompatibility":"anthropic-messages-thinking-v1","content":"seen""#)).unwrap();
        assert_eq!(thought.payload().unwrap(), payload.as_bytes());
        let again = Thought::from_json(&thought.to_json(), &NoClock).unwrap();
        assert_eq!(again, thought);
        assert_eq!(again.to_json(), thought.to_json());
    }
}

#[test]
fn any_type_can_be_a_payload() {
    let raw = RawThought {
        id: "t".to_owned(),
        content: None,
        identity: Some(Identity::new(Identifier::Number(7.0), "Bob").unwrap()),
        payload: Some([1_u8, 2, 3]),
        replay_compatibility: Some("handle-v1".to_owned()),
        created_at: When::Millis(0.0),
        updated_at: When::Text("2026-W46-7".to_owned()),
    };
    let thought = Thought::new(raw, &NoClock).unwrap();
    assert_eq!(thought.payload(), Some(&[1, 2, 3]));
    assert_eq!(thought.updated_at().to_iso(), "2026-11-15T00:00:00.000Z");
}
