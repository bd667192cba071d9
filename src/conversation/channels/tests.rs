//! The channels over strings that models and prompts write.

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::{Opening, Splitter, Stretch, StretchKind, parts, split};
use crate::json::scan;
use crate::model::Attachment;

/// Thoughts in `(`…`)`, one that nothing closed in `(`…`~`, marks in `{`…`}`.
fn rendered(text: &str, stretches: &[Stretch]) -> String {
    let mut out = String::new();
    for stretch in stretches {
        let text = &text[stretch.span.range()];
        out += &match stretch.kind {
            StretchKind::Visible => text.to_owned(),
            StretchKind::Thought if stretch.closed => format!("({text})"),
            StretchKind::Thought => format!("({text}~"),
            StretchKind::Delimiter => format!("{{{text}}}"),
        };
    }
    out
}

/// The record of a text, after every law has been held to: nothing lost, and the same wherever the text is cut.
fn cut(text: &str, opening: Opening) -> String {
    let whole = split(text.as_bytes(), opening);
    let mut at = 0;
    for stretch in &whole {
        assert_eq!(stretch.span.start, at, "{text}");
        at = stretch.span.end;
    }
    assert_eq!(at, text.len(), "{text}");
    let cuts = (0..=text.len()).map(|cut| vec![&text.as_bytes()[..cut], &text.as_bytes()[cut..]]);
    for pieces in cuts.chain([text.as_bytes().chunks(1).collect(), text.as_bytes().chunks(3).collect()]) {
        let mut splitter = Splitter::new(opening);
        let mut pieced: Vec<_> = pieces.iter().flat_map(|piece| splitter.push(piece)).collect();
        let (rest, stretches) = splitter.finish();
        pieced.extend(rest);
        assert_eq!(stretches, whole, "{text} in {pieces:?}");
        let whole: Vec<u8> = pieced.into_iter().flat_map(|(_, text)| text).collect();
        assert_eq!(whole, text.as_bytes(), "{text} in {pieces:?}");
    }
    rendered(text, &whole)
}

fn written(text: &str) -> String {
    cut(text, Opening::Written)
}

#[test]
fn the_strings_that_a_seed_mishandles_are_right_here() {
    assert_eq!(written("<<thought>hid</thought>v"), "<{<thought>}(hid){</thought>}v");
    assert_eq!(written("<think>a</think><think>b</think>v"), "{<think>}(a){</think>}{<think>}(b){</think>}v");
    assert_eq!(written("< t h i n k >a</think>b"), "< t h i n k >a</think>b");
    assert_eq!(written("<thinking budget=\"1\">a</thinking>b"), "{<thinking budget=\"1\">}(a){</thinking>}b");
    assert_eq!(written("<think>a</reasoning>b"), "{<think>}(a</reasoning>b~");
    assert_eq!(written("<think>a<think>b</think>c</think>d"), "{<think>}(a<think>b</think>c){</think>}d");
    assert_eq!(written("```\n<think>\n```tail"), "```\n<think>\n```tail");
    assert_eq!(written("keep<thought>drop"), "keep{<thought>}(drop~");
}

#[test]
fn every_pair_of_delimiters_is_known() {
    for (open, close) in [
        ("<think>", "</think>"),
        ("<THINK >", "</Think >"),
        ("<thinking>", "</thinking>"),
        ("<thought>", "</thought>"),
        ("<reasoning>", "</reasoning>"),
        ("<reason>", "</reason>"),
        ("<reflection>", "</reflection>"),
        ("<mm:think>", "</mm:think>"),
        ("<budget:thinking>", "</budget:thinking>"),
        ("◁think▷", "◁/think▷"),
        ("[THINK]", "[/THINK]"),
        ("<|channel|>analysis<|message|>", "<|end|>"),
        ("<|channel>thought\n", "<channel|>"),
        ("<|START_THINKING|>", "<|END_THINKING|>"),
        ("<|inner_prefix|>", "<|inner_suffix|>"),
        ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ] {
        assert_eq!(written(&format!("\n{open}\na < b é\n{close}\n\nv")), format!("\n{{{open}}}(\na < b é\n){{{close}}}\n\nv"));
    }
}

#[test]
fn harmony_gives_its_scaffold_as_marks() {
    let text = "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Hi<|return|>";
    assert_eq!(
        written(text),
        "{<|channel|>analysis<|message|>}(hm){<|end|>}{<|start|>assistant}{<|channel|>final<|message|>}Hi{<|return|>}"
    );
}

#[test]
fn a_close_that_nothing_opened_counts_at_the_head_or_if_asked_for() {
    assert_eq!(written("</think>\n\nv"), "{</think>}\n\nv");
    assert_eq!(written(" \n</think>v"), "( \n){</think>}v");
    assert_eq!(written("a</think>v"), "a</think>v");
    assert_eq!(cut("a</think>v</think>w", Opening::Either), "(a){</think>}v</think>w");
    assert_eq!(cut("a<think>b</think>c</think>d", Opening::Either), "a{<think>}(b){</think>}c</think>d");
    assert_eq!(cut("An answer.<|end|>", Opening::Either), "An answer.<|end|>");
    assert_eq!(cut("plain", Opening::Either), "plain");
    assert_eq!(cut("a</think>v", Opening::Prompt("think")), "(a){</think>}v");
    assert_eq!(cut("a</thinking>v", Opening::Prompt("think")), "(a</thinking>v~");
    assert_eq!(cut("\n<think>a</think>v", Opening::Prompt("think")), "\n{<think>}(a){</think>}v");
    assert_eq!(cut("a", Opening::Prompt("nobody's")), "a");
}

#[test]
fn what_only_looks_like_a_tag_is_text() {
    for text in [
        "<thinker>a",
        "<think about it>a",
        "<think/>a",
        "<think />a",
        "<think",
        "<think a=\"1\"",
        "a < b > c",
        "[think](there)",
        "<|channel|>commentary<|message|>x",
        "<|chan",
        "use `<think>` and `</think>` in code",
        "",
    ] {
        assert_eq!(written(text), text);
    }
    assert_eq!(written("<think a=\"<think>x</think>"), "<think a=\"{<think>}(x){</think>}");
    let long = format!("<think a=\"{}\">x", "y".repeat(400));
    assert_eq!(written(&long), long);
}

#[test]
fn fenced_code_is_left_alone_and_what_follows_it_is_not() {
    assert_eq!(written("```xml\n<think>a</think>\n```\n<think>b</think>v"), "```xml\n<think>a</think>\n```\n{<think>}(b){</think>}v");
    assert_eq!(written("  ~~~~\n~~~\n<think>\n~~~~\n<think>b</think>"), "  ~~~~\n~~~\n<think>\n~~~~\n{<think>}(b){</think>}");
    assert_eq!(written("a ``` b <think>c</think>"), "a ``` b {<think>}(c){</think>}");
    assert_eq!(written("```x``` <think>c</think>"), "```x``` {<think>}(c){</think>}");
    // A fence inside a thought keeps nothing open.
    assert_eq!(written("<think>\n```\nx</think>v"), "{<think>}(\n```\nx){</think>}v");
}

#[test]
fn a_thought_that_speaks_of_its_own_tag_does_not_swallow_the_answer() {
    assert_eq!(written("<think>a <think> tag</think>v"), "{<think>}(a <think> tag){</think>}v");
    assert_eq!(written("<think>a<think>b</think>c<think>d</think>v"), "{<think>}(a<think>b</think>c<think>d){</think>}v");
    assert_eq!(written("<think>a<think>b</think>c<think>d"), "{<think>}(a<think>b</think>c<think>d~");
}

#[test]
fn a_text_full_of_half_delimiters_is_the_same_in_pieces() {
    for piece in ["<think a=", "<think>", "`<", "</think>", "<<<<", "```\n", "◁", "<|channel|>analysis<|message|"] {
        let text = piece.repeat(20_000 / piece.len());
        let mut splitter = Splitter::new(Opening::Either);
        text.as_bytes().chunks(5).for_each(|piece| drop(splitter.push(piece)));
        assert_eq!(splitter.finish().1, split(text.as_bytes(), Opening::Either), "{piece}");
    }
}

#[test]
fn whatever_the_text_nothing_is_lost_and_the_cut_does_not_matter() {
    let pieces = [
        "<think>",
        "</think>",
        "<Think a=\"1\">",
        "<thinking>",
        "</thinking>",
        "<",
        ">",
        "\n",
        "```",
        "`",
        "~~~\n",
        " ",
        "a",
        "é",
        "◁think▷",
        "◁/think▷",
        "◁",
        "[THINK]",
        "[/THINK]",
        "<|channel|>analysis<|message|>",
        "<|end|>",
        "<|start|>assistant",
        "<|",
        "</",
    ];
    let mut seed = 7_u64;
    for opening in [Opening::Written, Opening::Either, Opening::Prompt("think")].into_iter().cycle().take(600) {
        let mut text = String::new();
        for _ in 0..12 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            text += pieces[(seed >> 33) as usize % pieces.len()];
        }
        cut(&text, opening);
    }
}

#[test]
fn a_stretch_knows_its_place_in_the_string_as_it_was_written() {
    let json = r#" ["\u003cthink\u003e\ud83d\ude00\n\u00e9\ud83d\u4e2dé</think>\u0041\"b", "no thought", "\u003cthink>cut"]"#;
    let document = scan(json.as_bytes()).unwrap();
    let strings: Vec<_> = document.root().elements().collect();
    let spans = |nth: usize| parts(strings[nth], Opening::Either).iter().map(|part| &json[part.span.range()]).collect::<Vec<_>>();
    assert_eq!(spans(0), [r"\ud83d\ude00\n\u00e9\ud83d\u4e2dé", r#"\u0041\"b"#]);
    assert_eq!(spans(1), ["\"no thought\""]);
    assert_eq!(spans(2), ["cut"]);
    let cut = parts(strings[2], Opening::Either).remove(0).thinking.unwrap();
    assert_eq!((cut.attachment, cut.complete), (Attachment::Tag { name: "think".to_owned() }, false));
}
