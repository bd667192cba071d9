//! Letta's records over cases of our own making, and over every body of `tests/data/codecs`.
//!
//! `tests/data/letta/<case>/` holds `in.json` (a body, messages or parts), `ask.json` (the question and what belongs to it) and `out.json`: the answer, or the
//! error. `BLESS=1 cargo test --test rust letta::` writes what came; read it before you commit it.

use std::fs;
use std::path::{Path, PathBuf};

use rethought::api::answer_letta;
use rethought::audit::Options;
use rethought::convert::stored_fates;
use rethought::convert::{Policy, convert};
use rethought::formats::letta::{Block, Reasoning, block, export, otid, project, read, repeats};
use rethought::json::scan;
use rethought::model::{Fate, Target, Wire};
use rethought::wires::{CODECS, Codec};

/// Each piece of reasoning as a block of a wire, with the fate that a conversion decides. `from` issued what names no vendor.
fn blocks(reasoning: &[Reasoning<'_>], from: Option<&Target>, target: &Target) -> Vec<Block> {
    let fates = stored_fates(reasoning, from, target, b"").unwrap();
    reasoning.iter().zip(fates).map(|(one, fate)| block(one, target, Some(fate))).collect()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

fn folders(path: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect();
    found.sort();
    found
}

#[test]
fn every_question_has_its_answer() {
    let cases = folders(&root().join("letta"));
    assert!(cases.len() > 20, "{}", cases.len());
    for case in cases {
        let (body, asked) = (fs::read(case.join("in.json")).unwrap(), fs::read(case.join("ask.json")).unwrap());
        let question = scan(&asked).unwrap().root().word("question").to_owned();
        let answer = match answer_letta(&question, body.strip_suffix(b"\n").unwrap_or(&body), &asked, b"") {
            Ok(answer) => String::from_utf8(answer).unwrap(),
            Err(error) => format!("{} {} {}", error.code().as_str(), error.pointer().unwrap_or("-"), error.reason()),
        };
        // A line a message or thought, to be read. Inside a string a quote is escaped, so that no string is cut.
        let lines = format!("{}\n", answer.replace("},{\"", "},\n{\"").replace("[{\"", "[\n{\""));
        if std::env::var_os("BLESS").is_some() {
            fs::write(case.join("out.json"), &lines).unwrap();
        }
        assert_eq!(lines, fs::read_to_string(case.join("out.json")).unwrap_or_default(), "{}", case.display());
    }
}

/// The target of a wire's bodies: a chat at a host that reads reasoning, since a conversion sends it to no unknown host.
fn host_of(wire: Wire) -> Target {
    let host = (wire == Wire::OPENAI_CHAT).then(|| "api.deepseek.com".to_owned());
    Target { host, ..Target::new(wire) }
}

/// Every body of the codecs' cases, with what its thoughts are.
fn each_body(check: impl Fn(&str, &[u8], &'static dyn Codec)) {
    let mut count = 0;
    for codec in CODECS {
        for case in folders(&root().join("codecs").join(codec.wire().as_str())) {
            let body = ["in.json", "body.json"].iter().find_map(|name| fs::read(case.join(name)).ok()).unwrap();
            check(&case.display().to_string(), &body, *codec);
            count += 1;
        }
    }
    assert!(count > 90, "{count}");
}

const DATE: &[u8] = br#"{"date":"2026-11-15 02:08:33.999"}"#;

#[test]
fn every_thought_is_a_message_of_its_own_and_says_what_comes_back() {
    let mut verbatim = std::cell::Cell::new(0);
    each_body(|name, body, codec| {
        let (document, envelope) = (scan(body).unwrap(), scan(DATE).unwrap());
        let turn = codec.response(document.root());
        let target = host_of(codec.wire());
        let exported = export(&document, &target, envelope.root(), "").unwrap();
        let thoughts: Vec<_> = turn.parts.iter().enumerate().filter(|(_, part)| part.thinking.is_some()).collect();
        assert_eq!(exported.sent.len(), thoughts.len(), "{name}");
        for (sent, (nth, part)) in exported.sent.iter().zip(thoughts) {
            assert_eq!(document.place(part.value).pointer, sent.pointer, "{name}");
            let Some(message) = sent.message else { continue };
            let (message, content) = (scan(&exported.messages[message]).unwrap(), scan(&exported.content[message]).unwrap());
            // The handle goes out as it is written.
            let thinking = part.thinking.as_ref().unwrap();
            let handle = thinking.handles.first().filter(|_| thinking.complete).map(|handle| handle.raw());
            let sealed = ["signature", "hidden_reasoning"].iter().find_map(|name| message.root().get(name)).map(|value| value.raw());
            assert_eq!(handle, sealed, "{name}");
            assert_eq!(message.root().word("date"), "2026-11-15T02:08:33+00:00");
            let (back, others) = read(&message).unwrap();
            assert!(others.is_empty(), "{name}");
            assert_eq!(back[0].place, Some(nth), "{name}");
            assert_eq!(back[0].native, thinking.attachment.is_native(), "{name}");
            for (fate, from) in [(Some(sent.fate), &message), (sent.stored, &content)] {
                let reasoning = read(from).unwrap().0;
                let block = blocks(&reasoning, Some(&target), &target).pop();
                if fate == Some(Fate::Verbatim) {
                    let block = block.unwrap();
                    let json = block.json.unwrap();
                    if !["part", "message"].contains(&block.on) {
                        assert_eq!(json, part.value.raw(), "{name}");
                    }
                    verbatim.set(verbatim.get() + 1);
                }
            }
        }
        // Together they are a list in which nothing is said twice, and stored parts are shown as the same messages.
        let list = [b"[", &*exported.messages.join(&b','), b"]"].concat();
        let list = scan(&list).unwrap();
        let messages: Vec<_> = list.root().elements().collect();
        assert!(repeats(&messages).is_empty(), "{name}");
        let content = [b"[", &*exported.content.join(&b','), b"]"].concat();
        let content = scan(&content).unwrap();
        let handles = |messages: &[Vec<u8>]| -> Vec<Vec<u8>> {
            let sealed = |message: &Vec<u8>| {
                let message = scan(message).unwrap();
                ["signature", "hidden_reasoning"].iter().find_map(|name| message.root().get(name)).map(|value| value.raw().to_vec())
            };
            messages.iter().filter_map(sealed).collect()
        };
        assert_eq!(handles(&project(&content, envelope.root()).unwrap().messages), handles(&exported.messages), "{name}");
    });
    assert!(*verbatim.get_mut() > 40, "{}", verbatim.get());
}

#[test]
fn a_request_has_a_message_for_each_thought_too() {
    each_body(|name, _, codec| {
        let case = Path::new(name);
        let Ok(next) = fs::read(case.join("next.json")) else { return };
        let (document, envelope) = (scan(&next).unwrap(), scan(DATE).unwrap());
        let thoughts =
            codec.request(document.root()).entries().iter().flat_map(|entry| entry.parts).filter(|part| part.thinking.is_some()).count();
        let exported = export(&document, &Target::new(codec.wire()), envelope.root(), "").unwrap();
        // A request that looks like no request of its wire is taken for a response.
        if codec.recognise(document.root()).is_some() {
            assert_eq!(exported.sent.len(), thoughts, "{name}");
        }
        let list = [b"[", &*exported.messages.join(&b','), b"]"].concat();
        let list = scan(&list).unwrap();
        assert!(repeats(&list.root().elements().collect::<Vec<_>>()).is_empty(), "{name}");
    });
}

#[test]
fn an_otid_is_derived_as_letta_does() {
    let base = "message-9f2b6c1e-0b1a-4c3d-8e5f-a1b2c3d4e5f6";
    for (index, end) in [(0, "e580"), (1, "e581"), (5, "e585"), (127, "e5ff")] {
        assert_eq!(otid(base, index).unwrap(), format!("9f2b6c1e-0b1a-4c3d-8e5f-a1b2c3d4{end}"));
    }
    assert_eq!(otid(base, -1).unwrap(), base);
    for index in [128, -2, i64::MAX] {
        let error = otid(base, index).unwrap_err();
        assert_eq!((error.reason(), error.pointer()), ("Index must be between 0 and 127", Some("/index")));
    }
    for id in [
        "",
        "message-",
        "message-1",
        "message-9f2b6c1e-0b1a-4c3d-8e5f-a1b2c3d4e5f",
        "9f2b6c1e-0b1a-4c3d-8e5f-a1b2c3d4e5f6a",
        "gf2b6c1e0b1a4c3d8e5fa1b2c3d4e5f6",
    ] {
        assert_eq!(otid(id, 0).unwrap_err().pointer(), Some("/id"), "{id}");
    }
}

#[test]
fn any_prefix_and_any_bytes_give_an_answer_or_an_error() {
    let list = br#"[{"id":"message-1","date":"x","message_type":"reasoning_message","reasoning":"a","signature":"S"},{"type":"summarized_reasoning","id":"r","summary":[{"index":0,"text":"t"}]},{"id":"m","content":[{"type":"tool_call","id":"c","name":"n","input":{},"signature":"S"}]}]"#;
    for question in ["export", "project", "import", "replay", "after", "repeats", "update"] {
        for asked in [&br#"{"target":{"wire":"gemini-generate"},"envelope":{"date":"2026"},"id":"m","reasoning":"n"}"#[..], b"{}", b"[]"] {
            for end in 0..=list.len() {
                let _ = answer_letta(question, &list[..end], asked, b"");
            }
            for odd in [
                &b"null"[..],
                b"[[]]",
                b"[null,7,\"\",{}]",
                br#"{"content":[7]}"#,
                br#"{"messages":7}"#,
                br#"[{"message_type":7,"type":[]}]"#,
            ] {
                let _ = answer_letta(question, odd, asked, b"");
            }
        }
    }
    let wire = Wire::named("acme");
    assert!(export(&scan(b"{}").unwrap(), &Target::new(wire), scan(DATE).unwrap().root(), "").is_err());
}

#[test]
fn export_and_replay_name_one_fate_and_verbatim_survives_a_parse() {
    each_body(|name, body, codec| {
        let (document, envelope, target) = (scan(body).unwrap(), scan(DATE).unwrap(), host_of(codec.wire()));
        let exported = export(&document, &target, envelope.root(), "").unwrap();
        for sent in &exported.sent {
            let Some(message) = sent.message else { continue };
            let message = &exported.messages[message];
            let replayed = blocks(&read(&scan(message).unwrap()).unwrap().0, Some(&target), &target).pop().unwrap();
            let order = [Fate::Verbatim, Fate::Routed, Fate::Degraded, Fate::Elided];
            let rank = |fate: Fate| order.iter().position(|one| *one == fate);
            assert!(
                rank(sent.fate) >= rank(replayed.fate),
                "{name}: {:?} on the way out and {:?} on the way back",
                sent.fate,
                replayed.fate
            );
            // Halves of surrogates are not strings of Rust, but they are of JavaScript, which keeps them.
            if sent.fate == Fate::Verbatim
                && let Ok(parsed) = serde_json::from_slice::<serde_json::Value>(message)
            {
                for text in ["reasoning", "signature", "hidden_reasoning"] {
                    let (before, after) = (scan(message).unwrap().root().get(text).map(|text| text.raw().to_vec()), parsed.get(text));
                    assert_eq!(before, after.map(|text| text.to_string().into_bytes()), "{name}");
                }
            }
        }
    });
}

#[test]
fn export_and_replay_agree_on_bodies_as_providers_write_them() {
    for (wire, body) in [
        (
            Wire::OPENAI_RESPONSES,
            r#"{"output":[{"id":"rs_1","type":"reasoning","summary":[{"type":"summary_text","text":"a"},{"type":"summary_text","text":"b"}],"encrypted_content":"E"}]}"#,
        ),
        (Wire::OPENAI_RESPONSES, r#"{"output":[{"type":"reasoning","summary":[],"encrypted_content":"E"}]}"#),
        (
            Wire::GEMINI_GENERATE,
            r#"{"candidates":[{"content":{"role":"model","parts":[{"text":"t","thought":true},{"text":"s","thoughtSignature":"A"},{"functionCall":{"name":"f","args":{}},"thoughtSignature":"B"}]}}]}"#,
        ),
        (
            Wire::ANTHROPIC_MESSAGES,
            r#"{"content":[{"type":"thinking","thinking":"a","signature":"S"},{"type":"redacted_thinking","data":"R"}]}"#,
        ),
    ] {
        let (document, envelope, target) = (scan(body.as_bytes()).unwrap(), scan(DATE).unwrap(), Target::new(wire));
        let exported = export(&document, &target, envelope.root(), "").unwrap();
        for sent in &exported.sent {
            let message = sent.message.unwrap();
            for (fate, record) in [(sent.fate, &exported.messages[message]), (sent.stored.unwrap(), &exported.content[message])] {
                let replayed = blocks(&read(&scan(record).unwrap()).unwrap().0, Some(&target), &target);
                let replayed = replayed.last().map_or(Fate::Elided, |block| block.fate);
                assert_eq!(fate, replayed, "{body} {}", String::from_utf8_lossy(record));
            }
        }
    }
    let escaped = br#"{"content":[{"type":"thinking","thinking":"\u0061","signature":"S"}]}"#;
    let exported = export(&scan(escaped).unwrap(), &Target::new(Wire::ANTHROPIC_MESSAGES), scan(DATE).unwrap().root(), "").unwrap();
    assert_eq!(exported.sent[0].fate, Fate::Routed, "a parse changes the escape");
}

#[test]
fn reasoning_and_its_details_are_one_message() {
    let body = br#"{"choices":[{"message":{"role":"assistant","reasoning":"Ask the tool.","reasoning_details":[{"type":"reasoning.text","text":"Ask ","signature":"S","format":"anthropic-claude-v1","index":0},{"type":"reasoning.text","text":"the tool.","index":1}],"content":"c"}}]}"#;
    let (document, envelope) = (scan(body).unwrap(), scan(DATE).unwrap());
    let exported = export(&document, &Target::new(Wire::OPENROUTER_CHAT), envelope.root(), "").unwrap();
    assert_eq!((exported.messages.len(), exported.sent.len()), (2, 3), "{:?}", exported.sent);
    let twice = exported.sent.iter().find(|sent| sent.message.is_none()).unwrap();
    assert_eq!((twice.pointer.as_str(), twice.fate), ("/choices/0/message/reasoning", Fate::Routed));
}

#[test]
fn a_stored_thought_has_the_fate_that_a_conversion_gives_it() {
    let stored = |model: &str| {
        let call = r#"{"type":"tool_call","id":"t1","name":"f","input":{}}"#;
        format!(
            r#"[{{"id":"message-0","role":"user","content":[{{"type":"text","text":"Hi"}}]}},
            {{"id":"message-1","role":"assistant","model":"{model}","content":[{{"type":"reasoning","is_native":true,"reasoning":"a","signature":"EqQBCg=="}},{call}]}},
            {{"id":"message-2","role":"tool","tool_call_id":"t1","name":"f","content":[{{"type":"text","text":"1"}}]}}]"#
        )
    };
    let claude = |wire: Wire, model: &str| Target { model: Some(model.to_owned()), ..Target::new(wire) };
    for (model, to, fate) in [
        ("claude-sonnet-4-5", claude(Wire::ANTHROPIC_MESSAGES, "claude-sonnet-4-5"), Fate::Verbatim),
        ("claude-sonnet-4-5", claude(Wire::ANTHROPIC_MESSAGES, "claude-opus-4-8"), Fate::Verbatim),
        ("anthropic/claude-sonnet-4-5", claude(Wire::BEDROCK_CONVERSE, "anthropic.claude-opus-4-8"), Fate::Routed),
        ("claude-sonnet-4-5", claude(Wire::GEMINI_GENERATE, "gemini-2.5-pro"), Fate::Elided),
        ("gemini-3-pro-preview", claude(Wire::ANTHROPIC_MESSAGES, "claude-opus-4-8"), Fate::Elided),
        ("m-1", claude(Wire::ANTHROPIC_MESSAGES, "m-2"), Fate::Elided),
    ] {
        let text = stored(model);
        let document = scan(text.as_bytes()).unwrap();
        let replayed = blocks(&read(&document).unwrap().0, None, &to).pop().unwrap();
        assert_eq!(replayed.fate, fate, "{model} to {to:?}: {:?}", replayed.reason);
        let converted = convert(&document, &Target::new(Wire::named("letta")), &to, &Policy::default(), &Options::default()).unwrap();
        assert_eq!(converted.plan.thoughts[0].fate, fate, "{model} to {to:?}: {:?}", converted.notes);
    }
}

#[test]
fn a_handle_goes_to_its_vendor_only() {
    const CLAUDE: &str = "EqQBCkYICxgCKkDcAAAAAAAAAAAAAAAA";
    const FERNET: &str = "gAAAAABpT2Z1c2NhdGVkIGJ5dGVzAAAAAAAAAAAA";
    let record = |handle: &str, step: &str| {
        format!(
            r#"[{{"message_type":"reasoning_message","id":"message-1","date":"2026-11-16T06:00:00Z","step_id":"{step}","source":"reasoner_model","reasoning":"Hm.","signature":"{handle}"}}]"#
        )
    };
    let (anthropic, responses, gemini) =
        (Target::new(Wire::ANTHROPIC_MESSAGES), Target::new(Wire::OPENAI_RESPONSES), Target::new(Wire::GEMINI_GENERATE));
    let gpt = Target { model: Some("gpt-5.4".to_owned()), ..responses.clone() };
    let claude = "step-anthropic/claude-sonnet-4-5";
    for (text, from, to, fate) in [
        // Nobody says whose it is, so the target does, unless the form of the handle contradicts it.
        (record(CLAUDE, "step-1"), None, &gpt, Fate::Elided),
        (record(CLAUDE, "step-1"), None, &gemini, Fate::Elided),
        (record(CLAUDE, "step-1"), None, &anthropic, Fate::Verbatim),
        (record(FERNET, "step-1"), None, &anthropic, Fate::Elided),
        // The caller or the record says it.
        (record(CLAUDE, "step-1"), Some(&anthropic), &anthropic, Fate::Verbatim),
        (record(CLAUDE, claude), None, &anthropic, Fate::Verbatim),
        (record(CLAUDE, claude), Some(&gpt), &gpt, Fate::Elided),
        // The caller is wrong: the form of the handle shows it.
        (record(CLAUDE, "step-1"), Some(&gpt), &gpt, Fate::Elided),
        (record(FERNET, "step-1"), Some(&anthropic), &anthropic, Fate::Elided),
        (record(CLAUDE, "step-1"), Some(&gemini), &gemini, Fate::Elided),
    ] {
        let document = scan(text.as_bytes()).unwrap();
        let replayed = blocks(&read(&document).unwrap().0, from, to).pop().unwrap();
        assert_eq!(replayed.fate, fate, "{text} {from:?} {to:?}: {:?}", replayed.reason);
        assert_eq!(replayed.json.is_some(), fate != Fate::Elided, "{text} {from:?} {to:?}");
    }
}
