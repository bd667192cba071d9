//! YAML as recorders write it: cases by hand, pairs made with PyYAML, and the laws that hold for all of them.

use std::fs;
use std::path::PathBuf;

use rethought::Code;
use rethought::sessions::yaml::{YamlItem, YamlItems, to_json};
use serde_json::Value;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/yaml")
}

/// Every case: its name, its text, and its JSON or, where it is refused, the start of the error.
fn cases() -> Vec<(String, Vec<u8>, String)> {
    let mut cases: Vec<_> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| {
            let out = fs::read_to_string(path.join("out.json")).unwrap();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, fs::read(path.join("in.yaml")).unwrap(), out.trim_end_matches('\n').to_owned())
        })
        .collect();
    cases.sort();
    assert!(cases.len() >= 40, "{}", cases.len());
    cases
}

/// The pairs of a file that generate.py made: the text and what it means.
fn pairs(path: &str) -> Vec<(String, Value)> {
    let lines = fs::read_to_string(path).unwrap();
    let pairs = lines.lines().map(|line| {
        let mut pair: Value = serde_json::from_str(line).unwrap();
        (pair["yaml"].as_str().unwrap().to_owned(), pair["json"].take())
    });
    pairs.collect()
}

fn read(text: &[u8]) -> Result<Value, String> {
    let json = to_json(text).map_err(|error| error.to_string())?;
    serde_json::from_slice(&json).map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&json)))
}

fn split(pieces: &[&[u8]]) -> (Vec<YamlItem>, Vec<u8>) {
    let mut items = YamlItems::default();
    let mut found: Vec<YamlItem> = pieces.iter().flat_map(|piece| items.push(piece)).collect();
    let finish = items.finish();
    found.extend(finish.items);
    (found, finish.rest)
}

#[test]
fn every_case_gives_its_json_or_its_error() {
    let mut wrong = Vec::new();
    for (name, text, expected) in cases() {
        let given = match to_json(&text) {
            Ok(json) => String::from_utf8(json).unwrap(),
            Err(error) => format!("{} {}: {}", error.code().as_str(), error.offset().unwrap(), error.reason()),
        };
        if given != expected {
            wrong.push(format!("{name}:\n  {given}\n  {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_recorders_dump_comes_back_as_it_was() {
    let path = std::env::var("YAML_PAIRS").unwrap_or_else(|_| folder().join("generated.ndjson").to_string_lossy().into_owned());
    let pairs = pairs(&path);
    assert!(pairs.len() >= 300);
    for (text, meant) in &pairs {
        let given = read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}\n{text:?}"));
        assert!(given == *meant, "{given}\n{meant}\n{text}\n{text:?}");
    }
}

#[test]
fn the_items_of_a_cassette_are_the_items_of_its_list() {
    let path = std::env::var("YAML_PAIRS").unwrap_or_else(|_| folder().join("generated.ndjson").to_string_lossy().into_owned());
    let mut count = 0;
    for (text, meant) in pairs(&path) {
        let (items, rest) = split(&[text.as_bytes()]);
        let is_block = text.lines().any(|line| line == "interactions:");
        let Some(list) = meant["interactions"].as_array().filter(|_| meant["version"].is_number() && is_block) else { continue };
        let given: Vec<Value> = items.iter().map(|item| read(&item.text).unwrap_or_else(|error| panic!("{error}\n{text}"))).collect();
        assert!(given == *list, "{}\n{}\n{text}", meant, Value::from(given));
        assert_eq!(read(&rest).unwrap()["version"], meant["version"], "{text}");
        for item in items {
            assert_eq!(item.line, 1 + text.as_bytes()[..item.offset].iter().filter(|byte| **byte == b'\n').count());
            assert_eq!(item.text[item.text.len() - 9..], text.as_bytes()[item.offset..][item.text.len() - 9..item.text.len()]);
        }
        count += list.len();
    }
    assert!(count > 50, "{count} items");
}

#[test]
fn every_prefix_of_every_case_gives_a_value_or_an_error_with_a_place() {
    for (name, text, _) in cases() {
        for end in 0..=text.len() {
            let prefix = &text[..end];
            match to_json(prefix) {
                Ok(json) => assert!(rethought::json::scan(&json).is_ok(), "{name} {end}: {}", String::from_utf8_lossy(&json)),
                Err(error) => assert!(error.offset().is_some_and(|offset| offset <= end), "{name} {end}: {error}"),
            }
        }
    }
}

#[test]
fn damage_at_any_byte_gives_a_value_or_an_error_and_no_panic() {
    for (name, text, _) in cases().into_iter().filter(|(_, text, _)| text.len() < 1000) {
        for at in 0..text.len() {
            for byte in *b"\n -:'\"[]{}#&*!|>?\t\\,x\r" {
                let mut damaged = text.clone();
                damaged[at] = byte;
                if let Ok(json) = to_json(&damaged) {
                    assert!(rethought::json::scan(&json).is_ok(), "{name} {at} {byte}: {}", String::from_utf8_lossy(&json));
                }
                let _ = split(&[&damaged]);
            }
        }
    }
}

#[test]
fn any_cut_of_a_text_gives_the_same_items() {
    for (name, text, _) in cases() {
        let whole = split(&[&text]);
        for at in 0..=text.len() {
            assert_eq!(split(&[&text[..at], &text[at..]]), whole, "{name} {at}");
        }
        let bytes: Vec<&[u8]> = text.chunks(1).collect();
        assert_eq!(split(&bytes), whole, "{name}");
    }
}

#[test]
fn nothing_of_a_text_is_lost_by_splitting_it() {
    for (name, text, _) in cases().into_iter().filter(|(_, text, _)| !text.windows(3).any(|bytes| bytes == b"---" || bytes == b"...")) {
        let (items, rest) = split(&[&text]);
        let length: usize = items.iter().map(|item| item.text.len()).sum();
        let mark = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        assert_eq!(length + rest.len() + mark, text.len(), "{name}");
    }
}

#[test]
fn documents_without_a_list_are_items_when_there_are_several() {
    let text = b"%YAML 1.1\n---\nwhen:\n  path: /a\nthen:\n  body: |\n    ---x\n    b\n---\n# second\nwhen: {path: /b}\n...\n--- !x\nwhen: 'cut\n---\nwhen: c\n";
    let (items, rest) = split(&[text]);
    let given: Vec<String> = items.iter().map(|item| read(&item.text).map_or_else(|error| error, |value| value.to_string())).collect();
    let documents = [r#"{"when":{"path":"/a"},"then":{"body":"---x\nb\n"}}"#, r#"{"when":{"path":"/b"}}"#];
    assert_eq!(given[..2], documents);
    assert_eq!(given[2..], ["a quoted text that does not end (byte 13)", r#"{"when":"c"}"#]);
    assert_eq!(items.iter().map(|item| item.line).collect::<Vec<_>>(), [3, 10, 13, 16]);
    assert_eq!(rest, b"%YAML 1.1\n");
}

#[test]
fn depth_and_aliases_are_limited() {
    for text in ["[".repeat(600), "- ".repeat(600), "{a: ".repeat(600), (0..600).map(|depth| " ".repeat(depth) + "a:\n").collect()] {
        assert_eq!(to_json(text.as_bytes()).unwrap_err().code(), Code::JsonDepth);
    }
    let mut laughs = "- &a0 [lol, lol, lol]\n".to_owned();
    for level in 1..30 {
        laughs += &format!("- &a{level} [*a{0}, *a{0}, *a{0}]\n", level - 1);
    }
    assert_eq!(to_json(laughs.as_bytes()).unwrap_err().code(), Code::JsonSize);
}
