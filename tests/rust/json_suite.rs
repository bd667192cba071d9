//! JSONTestSuite, decided to the last case. The files are read from `../shared` and are not part of this project; without
//! them the tests are skipped.

use std::collections::BTreeMap;
use std::fs;

use crate::data::shared_or_skip;
use rethought::json::scan;

/// Cases that the standard leaves open, and the decision for each. All 35 fall as in V8, which this package's users parse with.
const OPTIONAL: &[(&str, bool, &str)] = &[
    ("i_number_double_huge_neg_exp.json", true, NUMBER),
    ("i_number_huge_exp.json", true, NUMBER),
    ("i_number_neg_int_huge_exp.json", true, NUMBER),
    ("i_number_pos_double_huge_exp.json", true, NUMBER),
    ("i_number_real_neg_overflow.json", true, NUMBER),
    ("i_number_real_pos_overflow.json", true, NUMBER),
    ("i_number_real_underflow.json", true, NUMBER),
    ("i_number_too_big_neg_int.json", true, NUMBER),
    ("i_number_too_big_pos_int.json", true, NUMBER),
    ("i_number_very_big_negative_int.json", true, NUMBER),
    ("i_object_key_lone_2nd_surrogate.json", true, SURROGATE),
    ("i_string_1st_surrogate_but_2nd_missing.json", true, SURROGATE),
    ("i_string_1st_valid_surrogate_2nd_invalid.json", true, SURROGATE),
    ("i_string_UTF-16LE_with_BOM.json", false, UTF16),
    ("i_string_UTF-8_invalid_sequence.json", false, UTF8),
    ("i_string_UTF8_surrogate_U+D800.json", false, UTF8),
    ("i_string_incomplete_surrogate_and_escape_valid.json", true, SURROGATE),
    ("i_string_incomplete_surrogate_pair.json", true, SURROGATE),
    ("i_string_incomplete_surrogates_escape_valid.json", true, SURROGATE),
    ("i_string_invalid_lonely_surrogate.json", true, SURROGATE),
    ("i_string_invalid_surrogate.json", true, SURROGATE),
    ("i_string_invalid_utf-8.json", false, UTF8),
    ("i_string_inverted_surrogates_U+1D11E.json", true, SURROGATE),
    ("i_string_iso_latin_1.json", false, UTF8),
    ("i_string_lone_second_surrogate.json", true, SURROGATE),
    ("i_string_lone_utf8_continuation_byte.json", false, UTF8),
    ("i_string_not_in_unicode_range.json", false, UTF8),
    ("i_string_overlong_sequence_2_bytes.json", false, UTF8),
    ("i_string_overlong_sequence_6_bytes.json", false, UTF8),
    ("i_string_overlong_sequence_6_bytes_null.json", false, UTF8),
    ("i_string_truncated-utf-8.json", false, UTF8),
    ("i_string_utf16BE_no_BOM.json", false, UTF16),
    ("i_string_utf16LE_no_BOM.json", false, UTF16),
    ("i_structure_500_nested_arrays.json", true, "The limit is 512, and no stack is at stake below it."),
    ("i_structure_UTF-8_BOM_empty_object.json", true, "Windows tools write it; it is kept and sent back."),
];

const NUMBER: &str = "A number is its text here; whether a double can hold it is a question for whoever reads it.";
const SURROGATE: &str = "The grammar allows it, and JavaScript writes it when a stream is cut inside an emoji.";
const UTF8: &str = "Bytes that are not UTF-8 have no text, so nothing could be said about them that is not a guess.";
const UTF16: &str = "JSON on the network is UTF-8 (RFC 8259 §8.1); no provider takes or sends anything else.";

#[track_caller]
fn suite(folder: &str) -> Option<BTreeMap<String, Vec<u8>>> {
    let entries = fs::read_dir(shared_or_skip("suites/JSONTestSuite")?.join(folder)).unwrap();
    let read = |entry: fs::DirEntry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap());
    Some(entries.map(|entry| read(entry.unwrap())).collect())
}

#[test]
fn every_case_of_json_test_suite_is_decided() {
    let Some(cases) = suite("test_parsing") else { return };
    let optional: BTreeMap<&str, bool> = OPTIONAL.iter().map(|(name, accepted, _)| (*name, *accepted)).collect();
    let mut right = BTreeMap::from([('y', 0), ('n', 0), ('i', 0)]);
    for (name, text) in &cases {
        let scanned = scan(text);
        let expected = match name.chars().next() {
            Some('y') => true,
            Some('n') => false,
            _ => *optional.get(name.as_str()).unwrap_or_else(|| panic!("{name} is not decided")),
        };
        assert_eq!(scanned.is_ok(), expected, "{name}");
        match scanned {
            Ok(document) => assert_eq!(document.source(), text, "{name}"),
            Err(error) => assert!(error.offset().is_some_and(|offset| offset <= text.len()), "{name}: {error}"),
        }
        *right.get_mut(&name.chars().next().unwrap()).unwrap() += 1;
    }
    assert_eq!(right, BTreeMap::from([('y', 95), ('n', 188), ('i', 35)]), "the whole suite was there");
}

#[test]
fn every_transformation_of_json_test_suite_is_declined() {
    let Some(cases) = suite("test_transform") else { return };
    for (name, text) in &cases {
        match scan(text) {
            Ok(document) => assert_eq!(document.source(), text, "{name}"),
            Err(error) => assert_eq!(error.code().as_str(), "E_JSON_UTF8", "{name}"),
        }
    }
    assert_eq!(cases.len(), 22);
}
