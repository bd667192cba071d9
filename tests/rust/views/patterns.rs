//! The pattern engine: against the `regex` crate where both mean the same, and against what ECMAScript says where they differ.

use proptest::prelude::*;
use rethought::Code;
use rethought::views::{GivenSet, Pattern};

fn found(pattern: &str, text: &str) -> Vec<String> {
    let pattern = Pattern::new(pattern, "", &[]).unwrap_or_else(|error| panic!("{pattern}: {error}"));
    pattern.find_all(text.as_bytes()).iter().map(|span| text[span.start..span.end].to_owned()).collect()
}

#[test]
fn a_pattern_finds_what_javascript_finds() {
    // Each row was asked of `RegExp` with the flag `u` in Node 22; `tests/behaviour` asks it again.
    for (pattern, text, expected) in [
        ("a|ab", "ab", &["a"][..]),
        ("ab|a", "ab a", &["ab", "a"]),
        ("(|a)*", "aa", &["aa"]),
        ("(|a)+", "aa", &["aa"]),
        ("(|a)?", "a", &["a"]),
        ("(a*)*b", "aab", &["aab"]),
        ("(a|b*)*c", "abbac", &["abbac"]),
        ("a{2,3}", "aaaaa", &["aaa", "aa"]),
        ("a{2,3}?", "aaaaa", &["aa", "aa"]),
        ("a+?b", "aab", &["aab"]),
        ("^a|b$", "aabb", &["a", "b"]),
        (r"\bcat\b", "cat concat cat_", &["cat"]),
        (r"\B\w", "ab c", &["b"]),
        (r"[^\d\s]+", "ab1 c", &["ab", "c"]),
        ("a.c", "a\nc a\u{2028}c a日c", &["a日c"]),
        (r"\s", "a\u{a0}\u{feff}b\u{200b}", &["\u{a0}", "\u{feff}"]),
        (r"[\u{1f600}-\u{1f64f}]+", "x😀😁y", &["😀😁"]),
        (r"\ud83d\ude00", "😀", &["😀"]),
        ("a.*b|a", "aab a", &["aab", "a"]),
        ("(?:a|ab)(?:c|bcd)(?:d*)", "abcd", &["abcd"]),
        ("(?:(?:a?)*)*x", "aax", &["aax"]),
        (r"[\]\-x]+", "]-x", &["]-x"]),
        ("x{0}y", "xy", &["y"]),
        ("(|ab|a){2}c", "aabc", &["aabc"]),
    ] {
        assert_eq!(found(pattern, text), expected, "{pattern} in {text:?}");
    }
}

#[test]
fn letters_of_ascii_lose_their_case_and_no_others() {
    let pattern = Pattern::new("[a-c]k", "i", &[]).unwrap();
    assert_eq!(pattern.find_all("Bk cK b\u{212a}".as_bytes()).len(), 2);
    assert_eq!(Pattern::new("[^a]", "i", &[]).unwrap().find_all(b"aAb").len(), 1);
    assert_eq!(Pattern::new("aé", "i", &[]).unwrap_err().code(), Code::Pattern);
}

#[test]
fn names_flags_and_given_sets_mean_what_they_mean_to_regexp() {
    let spans = |pattern: &str, flags: &str, text: &str| {
        let found = Pattern::new(pattern, flags, &[]).unwrap().find_all(text.as_bytes());
        found.iter().map(|span| (span.start, span.end)).collect::<Vec<_>>()
    };
    assert_eq!(spans("(?<year>[0-9]+)-(?<é>[0-9]+)", "", "on 2026-11"), [(3, 10)]);
    assert_eq!(spans("^a$", "", "a\na"), []);
    assert_eq!(spans("^a$", "m", "a\na\u{2028}a\r"), [(0, 1), (2, 3), (6, 7)]);
    assert_eq!(spans("a.b", "", "a\nb"), []);
    assert_eq!(spans("a.b", "s", "a\nb"), [(0, 3)]);
    assert_eq!(spans("a", "y", "aaba"), [(0, 1), (1, 2)]);
    // A round that takes nothing does not count, and a lazy loop has the rounds that it must have.
    assert_eq!(spans("(a*?)+", "", "aaa"), [(0, 3)]);
    assert_eq!(spans("((a|b)*?)*c?", "", "abac"), [(0, 4)]);
    assert_eq!(spans("(a{0,2})+?", "", "aaa"), [(0, 2), (2, 3)]);
    assert_eq!(spans("(|a)+", "", "aa"), [(0, 2)]);
    assert_eq!(spans("($)+.", "s", "ab"), []);
    assert_eq!(spans("b", "y", "ab"), []);
    let given = GivenSet { at: 1, length: 5, ranges: vec![(0x61, 0x7a), (0x3b1, 0x3c9)] };
    let pattern = Pattern::new(r"x\p{L}+1", "", &[given]).unwrap();
    assert_eq!(pattern.find_all("xaβ1 xA1 xω1".as_bytes()).len(), 2);
}

#[test]
fn what_is_not_taken_is_refused_with_its_place() {
    for (pattern, at) in [
        ("a(?=b)", 1),
        ("(?<!b)", 0),
        ("(?<name", 0),
        ("a(?i:b)", 1),
        (r"(a)\1", 3),
        (r"\p{L}", 0),
        (r"\k<a>", 0),
        ("a(b", 1),
        ("ab)", 2),
        ("[a", 0),
        ("[b-a]", 1),
        ("*a", 0),
        ("a**", 2),
        ("a{2,1}", 1),
        ("a{5000}", 1),
        ("a{x}", 1),
        ("(a{100}){100}", 8),
        ("a]", 1),
        (r"a\", 1),
        (r"\q", 0),
        ("日^*", 4),
        ("(((((((((a*)*)*)*)*)*)*)*)*)*", 26),
    ] {
        let refused = Pattern::new(pattern, "", &[]).unwrap_err();
        assert_eq!((refused.code(), refused.offset()), (Code::Pattern, Some(at)), "{pattern}: {refused}");
    }
    assert!(Pattern::new(&"a".repeat(5000), "", &[]).is_err());
}

#[test]
fn a_match_may_reach_over_blocks_and_end_anywhere() {
    for length in [1, 1022, 1023, 1024, 1025, 2047, 2048, 5000] {
        for fill in ["x", "é", "日", "😀"] {
            let text = format!("{}<{}>{}", fill.repeat(length), fill.repeat(length), fill.repeat(length % 7));
            let span = Pattern::new("<[^>]*>", "", &[]).unwrap().find_all(text.as_bytes());
            assert_eq!(span.len(), 1, "{length} {fill}");
            assert_eq!(&text[span[0].start..span[0].end], format!("<{}>", fill.repeat(length)));
            let rest = Pattern::new("[^<>]+$", "", &[]).unwrap().find_all(text.as_bytes());
            assert_eq!(rest.iter().map(|span| span.end).collect::<Vec<_>>(), vec![text.len(); usize::from(length % 7 > 0)]);
        }
    }
}

/// Patterns in which no repetition can be nothing: there `regex` and ECMAScript agree.
fn pattern() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        Just("a".to_owned()),
        Just("b".to_owned()),
        Just("é".to_owned()),
        Just("[ab]".to_owned()),
        Just("[^a]".to_owned()),
        Just(".".to_owned()),
        Just(r"\d".to_owned()),
        Just(r"[\w日]".to_owned()),
        Just(r"\.".to_owned()),
    ];
    let sign = prop_oneof![
        Just(""),
        Just("?"),
        Just("*"),
        Just("+"),
        Just("{2}"),
        Just("{1,3}"),
        Just("{2,}"),
        Just("*?"),
        Just("+?"),
        Just("??"),
        Just("{1,2}?")
    ];
    let solid = atom.prop_recursive(3, 24, 4, move |inner| {
        let sign = sign.clone();
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(one, other)| format!("(?:{one}|{other})")),
            (inner.clone(), sign, inner).prop_map(|(one, sign, other)| format!("(?:(?:{one}){sign}{other})")),
        ]
    });
    let edge = prop_oneof![Just(""), Just("^"), Just(r"\b"), Just(r"\B")];
    let end = prop_oneof![Just(""), Just("$"), Just(r"\b"), Just("b*"), Just("(?:ab|a)?")];
    (edge, solid, end).prop_map(|(edge, solid, end)| format!("{edge}{solid}{end}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]
    #[test]
    fn it_agrees_with_regex_where_both_mean_the_same(pattern in pattern(), text in "[ab.é日😀 1\n]{0,24}") {
        // `\b`, `\d` and `\w` are of ASCII here, and `.` stops at the ends of lines that ECMAScript knows; the texts have only `\n`.
        let theirs = pattern.replace(r"\d", "[0-9]").replace(r"[\w日]", "[0-9A-Za-z_日]").replace(r"\b", r"(?-u:\b)").replace(r"\B", r"(?-u:\B)");
        let Ok(theirs) = regex::bytes::Regex::new(&theirs) else { return Ok(()) };
        let Ok(ours) = Pattern::new(&pattern, "", &[]) else { return Ok(()) };
        let theirs: Vec<_> = theirs.find_iter(text.as_bytes()).map(|found| (found.start(), found.end())).filter(|(start, end)| start < end).collect();
        let ours: Vec<_> = ours.find_all(text.as_bytes()).iter().map(|span| (span.start, span.end)).collect();
        prop_assert_eq!(ours, theirs, "{} in {:?}", pattern, text);
    }
}
