//! The wasm exports from the inside: the values that cross. Other tests ask the packed tarball what callers see.

use js_sys::{Error as JsError, Object, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_test::wasm_bindgen_test;

use super::clock::Intl;
use super::{error, records, text, thought};
use crate::error::{Code, Error};
use crate::model::time::{self, Clock, Moment};

fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap()
}

fn object(members: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (name, value) in members {
        Reflect::set(&object, &(*name).into(), value).unwrap();
    }
    object.into()
}

#[wasm_bindgen_test]
fn an_error_crosses_with_code_place_and_cause() {
    let cause = Error::new(Code::JsonSyntax, "expected a value").at(7);
    let thrown = error::thrown(&Error::new(Code::Thought, "no thought").in_value("/id").because(cause));
    assert!(thrown.is_instance_of::<JsError>());
    assert_eq!(get(&thrown, "code"), "E_INVALID_INITIAL_THOUGHT_VALUE");
    assert_eq!(get(&thrown, "pointer"), "/id");
    assert!(get(&thrown, "offset").is_undefined());
    assert_eq!(get(&get(&thrown, "cause"), "offset"), 7);
}

#[wasm_bindgen_test]
fn a_record_crosses_as_a_plain_object() {
    let scan: JsValue = text::scan(b"\xef\xbb\xbf{\"a\":[1]}").unwrap().into();
    assert_eq!(get(&scan, "nodes"), 4);
    assert_eq!(get(&scan, "bom"), true);
    assert_eq!(get(&scan, "kind"), "object");
    let facts: JsValue = records::reasoning_facts(br#"[{"type":"reasoning.text","signature":"S"}]"#, "/0").unwrap().into();
    assert_eq!(get(&facts, "signed"), true);
    assert_eq!(get(&facts, "format"), "unknown");
    let error = records::message_text(b"{}", "").unwrap_err();
    assert_eq!(get(&error, "pointer"), "/role");
}

#[wasm_bindgen_test]
fn a_thought_is_held_to_the_rules_whatever_it_is_made_of() {
    let valid = [("id", "t".into()), ("content", "x".into()), ("createdAt", 0.into()), ("updatedAt", "2026-11-15".into())];
    let checked: JsValue = thought::check_thought(&object(&valid)).unwrap().into();
    assert_eq!(get(&checked, "updatedAt"), "2026-11-15T00:00:00.000Z");
    for wrong in [JsValue::NULL, JsValue::UNDEFINED, 1.into(), "x".into(), object(&[]), object(&valid[1..])] {
        let error = thought::check_thought(&wrong).unwrap_err();
        assert_eq!(get(&error, "code"), "E_INVALID_INITIAL_THOUGHT_VALUE");
        assert!(!get(&get(&error, "cause"), "pointer").is_undefined());
    }
    assert_eq!(get(&thought::read_time(&Object::new()).unwrap_err(), "code"), "E_TIME");
}

#[wasm_bindgen_test]
fn the_engine_knows_the_zones_and_the_present() {
    let at = |text: &str| time::read(text, &Intl).map(Moment::to_iso);
    assert_eq!(at("2026-07-15 12:00:00 America/New_York").unwrap(), "2026-07-15T16:00:00.000Z");
    assert_eq!(at("2026-01-15 12:00:00 Asia/Kathmandu").unwrap(), "2026-01-15T06:15:00.000Z");
    assert!(at("2026-01-15 12:00:00 Not/AZone").is_err());
    assert!(Intl.now().unwrap() > time::read("2026-11-01", &Intl).unwrap());
}
