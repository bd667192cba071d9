//! Texts of our own making, naughty strings, and texts made to hurt.

use std::fs;
use std::path::PathBuf;

use rethought::Code;
use rethought::json::{Changes, Limits, quote, scan, scan_within};

use super::laws::{hold, refused};
use crate::data::shared_or_skip;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_kept_texts_come_back_as_they_are() {
    let folder = root().join("tests/data/json/kept");
    let paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(paths.len() >= 12, "{} cases", paths.len());
    for path in paths {
        hold(&fs::read(path).unwrap());
    }
}

#[test]
fn the_refused_texts_are_refused_with_their_code_and_byte() {
    let cases: serde_json::Value = serde_json::from_slice(&fs::read(root().join("tests/data/json/refused.json")).unwrap()).unwrap();
    let cases = cases.as_array().unwrap();
    assert!(cases.len() >= 40);
    for case in cases {
        let text = match case["hex"].as_str() {
            Some(hex) => (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect(),
            None => case["text"].as_str().unwrap().as_bytes().to_vec(),
        };
        let error = refused(&text);
        assert_eq!(error.code().as_str(), case["code"].as_str().unwrap(), "{case}: {error}");
        assert_eq!(error.offset(), case["offset"].as_u64().map(|offset| offset as usize), "{case}: {error}");
    }
}

#[test]
fn naughty_strings_of_our_own_survive_in_every_slot() {
    survive(&["", "null", "__proto__", "constructor", "\u{0}", "\u{202e}", "😀", "<script>", "~1~0/", "\u{feff}"].map(String::from));
}

#[test]
fn the_big_list_of_naughty_strings_survives_in_every_slot() {
    let Some(folder) = shared_or_skip("suites/naughty-strings") else { return };
    let strings: Vec<String> = serde_json::from_slice(&fs::read(folder.join("blns.json")).unwrap()).unwrap();
    survive(&strings);
}

fn survive(strings: &[String]) {
    for string in strings {
        let quoted = quote(string);
        for text in [
            quoted.clone(),
            format!("[{quoted}]"),
            format!("{{{quoted}:null}}"),
            format!("{{\"a\":{quoted}}}"),
            format!("{{{quoted}:{{{quoted}:[{quoted},{quoted}]}}}}"),
        ] {
            hold(text.as_bytes());
        }
        let text = format!("{{{quoted}:1}}");
        let document = scan(text.as_bytes()).unwrap();
        assert_eq!(document.root().get(string).unwrap().raw(), b"1");
        let mut changes = Changes::new(&document);
        changes.set(document.root(), string, quoted.as_bytes()).unwrap();
        changes.set(document.root(), &format!("{string}!"), quoted.as_bytes()).unwrap();
        let changed = changes.apply().unwrap();
        let document = scan(&changed).unwrap();
        for name in [string.clone(), format!("{string}!")] {
            assert_eq!(document.root().get(&name).unwrap().text().unwrap().to_str().unwrap(), *string);
        }
    }
}

#[test]
fn a_million_levels_of_nesting_are_an_error_with_its_byte() {
    for open in ["[", "{\"a\":", "[{\"\":"] {
        let error = refused(open.repeat(1_000_000).as_bytes());
        assert_eq!(error.code(), Code::JsonDepth);
        let width = open.len() / open.matches(['[', '{']).count();
        assert!(error.offset().unwrap() <= 513 * (width + 3));
    }
    let deepest = format!("{}{}", "[".repeat(512), "]".repeat(512));
    hold(deepest.as_bytes());
    assert_eq!(refused(format!("[{deepest}]").as_bytes()).offset(), Some(512));
}

#[test]
fn limits_are_the_callers_to_set() {
    let limits = Limits { bytes: 10, depth: 2, nodes: 3 };
    let code = |text: &str| scan_within(text.as_bytes(), limits).map(drop).map_err(|error| error.code());
    assert_eq!(code("[[1]]"), Ok(()));
    assert_eq!(code("[[[]]]"), Err(Code::JsonDepth));
    assert_eq!(code("[1,2,3]"), Err(Code::JsonSize));
    assert_eq!(code("\"12345678\""), Ok(()));
    assert_eq!(code("\"123456789\""), Err(Code::JsonSize));
}

#[test]
fn a_string_ends_right_wherever_the_lanes_fall() {
    for length in 0..70 {
        for end in ["", "\\n", "é", "日", "😀", "\\ud83d\\ude00", "\\\"", "\u{7f}"] {
            hold(format!("[\"{}{end}{}\"]", "x".repeat(length), "y".repeat(length % 19)).as_bytes());
        }
        for bad in ["\n", "\u{1f}", "\\x", "\\u12g4"] {
            let text = format!("[\"{}{bad}\"]", "x".repeat(length));
            let error = refused(text.as_bytes());
            let within = if bad.starts_with("\\u") { 4 } else { 0 };
            assert_eq!((error.code(), error.offset()), (Code::JsonSyntax, Some(2 + length + within)), "{text}");
        }
    }
}
