//! Texts and edits made at random, with serde_json as the judge where it can judge.

use proptest::prelude::*;
use rethought::json::{Changes, Kind, Value, canonical, scan};
use serde_json::value::RawValue;

use super::laws::hold;

/// A JSON text with every kind of value, spacing and escape.
fn json() -> impl Strategy<Value = String> {
    let space = "[ \n\r\t]{0,2}";
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        Just("false".to_owned()),
        "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,20})?([eE][+-]?[0-9]{1,4})?",
        string(),
    ];
    leaf.prop_recursive(5, 60, 6, move |inner| {
        let value = (space, inner, space).prop_map(|(before, value, after)| format!("{before}{value}{after}"));
        let member =
            (space, string(), space, value.clone()).prop_map(|(before, key, after, value)| format!("{before}{key}{after}:{value}"));
        prop_oneof![
            prop::collection::vec(value, 0..6).prop_map(|values| format!("[{}]", values.join(","))),
            prop::collection::vec(member, 0..6).prop_map(|members| format!("{{{}}}", members.join(","))),
        ]
    })
}

fn string() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-c ]{0,20}",
        "[\\u{80}-\\u{10ffff}]{0,6}",
        "\\\\[\"\\\\/bfnrt]",
        "\\\\u[0-9a-fA-F]{4}",
        Just("\\ud83d\\ude00".to_owned()),
        Just("\u{7f}\u{2028}".to_owned()),
    ];
    prop::collection::vec(piece, 0..4).prop_map(|pieces| format!("\"{}\"", pieces.concat()))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_law_holds_over_random_texts(text in json()) {
        hold(text.as_bytes());
    }

    #[test]
    fn random_bytes_are_accepted_just_when_serde_json_accepts_them(bytes in damaged()) {
        let ours = scan(&bytes).is_ok();
        let theirs = serde_json::from_slice::<&RawValue>(&bytes).is_ok();
        prop_assert_eq!(ours, theirs, "{}", String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn a_changed_text_says_what_the_change_meant(text in json(), picks in prop::collection::vec((any::<prop::sample::Index>(), 0..5_u8), 1..6)) {
        let document = scan(text.as_bytes()).unwrap();
        let all: Vec<Value<'_>> = document.values().filter(|value| value.kind() != Kind::Key).collect();
        let mut changes = Changes::new(&document);
        for (pick, op) in &picks {
            let value = all[pick.index(all.len())];
            // Some do not fit the value; those are refused and leave nothing behind.
            let _ = match op {
                0 => changes.replace(value, b"\"new\""),
                1 => changes.remove(value),
                2 => changes.append(value, b"[7]"),
                3 => changes.insert(value, b"8"),
                _ => changes.set(value, "k", b"{}"),
            };
        }
        if let Ok(changed) = changes.apply() {
            let read = scan(&changed).unwrap_or_else(|error| panic!("{error}: {} -> {}", text, String::from_utf8_lossy(&changed)));
            let sizes = |root: Value<'_>| root.elements().count() + root.members().count();
            let root = document.root();
            let gone = changes.edits().unwrap().is_empty();
            prop_assert!(!gone || sizes(read.root()) == sizes(root));
            prop_assert_eq!(gone, changed == text.as_bytes());
        }
    }

    #[test]
    fn removing_and_putting_back_is_the_same_value(text in json(), pick in any::<prop::sample::Index>()) {
        let text = format!("[{text},0]");
        let document = scan(text.as_bytes()).unwrap();
        let nth = pick.index(2);
        let element = document.root().element(nth).unwrap();
        let mut changes = Changes::new(&document);
        changes.remove(element).unwrap();
        let without = changes.apply().unwrap();
        let shorter = scan(&without).unwrap();
        let mut changes = Changes::new(&shorter);
        match shorter.root().element(nth) {
            Some(next) => changes.insert(next, element.raw()).unwrap(),
            None => changes.append(shorter.root(), element.raw()).unwrap(),
        }
        let back = changes.apply().unwrap();
        prop_assert_eq!(canonical(scan(&back).unwrap().root()), canonical(document.root()));
    }
}

/// Valid texts with a few bytes changed, removed or doubled.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let damage = (any::<prop::sample::Index>(), prop::sample::select(br#"{}[]",:\u019eE+-. truefalsn"#.to_vec()), 0..3_u8);
    (json(), prop::collection::vec(damage, 0..3), any::<[u8; 2]>()).prop_map(|(text, damages, noise)| {
        let mut bytes = text.into_bytes();
        for (place, byte, way) in damages {
            let at = place.index(bytes.len());
            match way {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => bytes[at] = noise[0],
            }
        }
        bytes
    })
}
