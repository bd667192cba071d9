//! Every case of every codec into every format and back to its wire: the same messages, and every thought that the plan calls verbatim byte for byte.

use std::collections::BTreeMap;

use rethought::audit::Options;
use rethought::convert::{Conversion, PlannedThought, Policy, convert, read, wires};
use rethought::formats::{formats, resolve_end};
use rethought::json::scan;
use rethought::model::{Fate, Target, Wire};

use super::corpus::{aim, missing, untold};
use super::outline::{Line, outline};
use super::pairs::{cases, target};
use super::true_plans::{handles, untrue};

fn convert_text(request: &[u8], from: &Target, to: &Target) -> Conversion {
    let document = scan(request).unwrap();
    convert(&document, from, to, &Policy::default(), &Options::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The target of a wire's cases: a chat at a host that reads reasoning.
fn speaker_of(wire: &Wire) -> Target {
    if *wire == Wire::OPENAI_CHAT { aim(wire, "api.deepseek.com", "deepseek-v4-pro") } else { target(wire) }
}

#[test]
fn every_case_goes_into_every_format_and_back() {
    let mut faults: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut count, mut whole, mut thoughts) = (0, 0, 0);
    for format in formats() {
        let held = Target::new(Wire::named(format));
        for wire in wires() {
            let own = speaker_of(wire);
            for (name, request) in cases(wire) {
                if scan(request.as_bytes()).unwrap().root().fits("previous_response_id:s,previous_interaction_id:s,conversation,thread") {
                    continue;
                }
                count += 1;
                for fault in there_and_back(&request, &own, &held, &mut whole, &mut thoughts) {
                    faults.entry(format!("{wire} in {format}: {fault}")).or_default().push(name.clone());
                }
            }
        }
    }
    println!("{} formats, {count} conversations, {whole} of {thoughts} thoughts whole", formats().count());
    faults.iter().for_each(|(fault, names)| println!("{:4} {fault}  e.g. {}", names.len(), names[0]));
    assert!(faults.is_empty(), "{} kinds of faults", faults.len());
}

fn there_and_back(request: &str, own: &Target, held: &Target, whole: &mut usize, thoughts: &mut usize) -> Vec<String> {
    let document = scan(request.as_bytes()).unwrap();
    let direct = convert_text(request.as_bytes(), own, own);
    let there = convert_text(request.as_bytes(), own, held);
    let back = convert_text(&there.request, held, own);
    let mut faults = untrue(&document, own, held, &there);
    faults.extend(untrue(&scan(&there.request).unwrap(), held, own, &back).into_iter().map(|fault| format!("on the way back: {fault}")));
    let [between, home] = [&there.request, &back.request].map(|text| scan(text).unwrap());
    let returned = outline(&read(&home, own).unwrap(), &home);
    *thoughts += there.plan.thoughts.len();
    let verbatim = there.plan.thoughts.iter().filter(|thought| thought.fate == Fate::Verbatim);
    // Some thoughts would not even go back where they came from.
    let straight = scan(&direct.request).unwrap();
    let goes: Vec<Line> = outline(&read(&straight, own).unwrap(), &straight).into_iter().filter(|line| line.is_thought).collect();
    let before: Vec<Line> = outline(&read(&document, own).unwrap(), &document).into_iter().filter(|line| line.is_thought).collect();
    let mut lost = faults;
    for thought in verbatim {
        let said = before.iter().find(|line| line.pointer == thought.pointer).map(|line| &line.text);
        if !goes.iter().any(|line| Some(&line.text) == said) || said.is_some_and(|said| said.trim_end().ends_with("thought")) {
            continue;
        }
        let is_back = returned.iter().any(|line| line.is_thought && Some(&line.text) == said);
        // Half an answer may lack what the target wants: then the notes say so.
        if !is_back && back.plan.thoughts.iter().any(|one| one.reason.starts_with("the target would refuse")) {
            continue;
        }
        if is_back {
            *whole += 1;
        } else {
            let fates: Vec<_> = back.plan.thoughts.iter().map(|one| (one.fate, one.reason)).collect();
            lost.push(format!("a thought that the format holds did not come back: {said:?} {fates:?}"));
        }
    }
    let lines = outline(&read(&between, held).unwrap(), &between);
    let told_back: Vec<_> =
        lines.iter().filter(|line| back.notes.iter().any(|note| note.pointers().any(|place| place == line.pointer))).collect();
    let is_told = |line: &&Line| line.is_thought || told_back.iter().any(|told| told.text == line.text);
    lost.extend(untold(&document, own, &there, &returned).iter().filter(|line| !is_told(line)).map(missing));
    lost
}

#[test]
fn a_format_keeps_of_another_format_what_it_keeps_of_the_wire() {
    let mut faults: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut count, mut kept) = (0, 0);
    for wire in wires() {
        let own = speaker_of(wire);
        // Malformed items have nothing that a format could keep.
        for (name, request) in cases(wire).into_iter().filter(|(name, _)| !name.contains("malformed")) {
            let document = scan(request.as_bytes()).unwrap();
            if document.root().fits("previous_response_id:s,previous_interaction_id:s,conversation,thread") {
                continue;
            }
            let (mut held, mut direct) = (BTreeMap::new(), BTreeMap::new());
            for format in formats() {
                let target = Target { model: own.model.clone(), ..Target::new(Wire::named(format)) };
                direct.insert(format, convert_text(request.as_bytes(), &own, &target));
                held.insert(format, target);
            }
            for (first, second) in formats().flat_map(|one| formats().map(move |other| (one, other))).filter(|(one, other)| one != other) {
                count += 1;
                let hop = Hop { first: &direct[first], second: &direct[second], ends: [&held[first], &held[second]], own: &own };
                for fault in hop.faults(&mut kept) {
                    faults.entry(format!("{wire} in {first}, then {second}: {fault}")).or_default().push(name.clone());
                }
            }
        }
    }
    println!("{count} conversions between formats, {kept} thoughts kept");
    faults.iter().for_each(|(fault, names)| println!("{:4} {fault}  e.g. {}", names.len(), names[0]));
    assert!(faults.is_empty() && kept > 1000, "{} kinds of faults, {kept} kept", faults.len());
}

/// A conversation in a format, which is converted to another.
struct Hop<'a> {
    /// The conversation in the first format.
    first: &'a Conversion,
    /// The conversation in the second format, converted from the wire.
    second: &'a Conversion,
    /// Both formats.
    ends: [&'a Target; 2],
    /// The wire of the conversation.
    own: &'a Target,
}

impl Hop<'_> {
    /// Lists the fates that are not true, and the thoughts that are lost because of the first format.
    fn faults(&self, kept: &mut usize) -> Vec<String> {
        let [from, to] = self.ends;
        let between = scan(&self.first.request).unwrap();
        let hop = convert_text(&self.first.request, from, to);
        let mut faults = untrue(&between, from, to, &hop);
        let verbatim = |one: &&PlannedThought| one.fate == Fate::Verbatim;
        for thought in self.first.plan.thoughts.iter().filter(verbatim) {
            let later = hop.plan.thoughts.iter().find(|one| Some(&one.pointer) == thought.to.as_ref());
            let at_once = self.second.plan.thoughts.iter().find(|one| one.pointer == thought.pointer);
            let Some((later, at_once)) = later.zip(at_once) else { continue };
            *kept += usize::from(later.fate == Fate::Verbatim);
            if at_once.fate == Fate::Verbatim && later.fate != Fate::Verbatim {
                faults.push(format!("{} is verbatim at once, and later {:?}: {}", thought.pointer, later.fate, later.reason));
            }
        }
        if self.first.plan.thoughts.iter().all(|one| one.fate == Fate::Verbatim) {
            let [straight, detour] =
                [&self.second.request, &hop.request].map(|text| handles(&convert_text(text, to, self.own).request, self.own));
            faults.extend(straight.difference(&detour).map(|handle| format!("{handle} returns straight, and not by the first format")));
        }
        faults
    }
}

#[test]
fn messages_without_a_named_source_are_recognised_or_refused() {
    let nothing = scan(b"{}").unwrap();
    let mut faults = Vec::new();
    let (mut recognised, mut count) = (0, 0);
    for wire in wires() {
        let own = speaker_of(wire);
        for (name, request) in cases(wire) {
            let document = scan(request.as_bytes()).unwrap();
            if document.root().fits("previous_response_id:s,previous_interaction_id:s,conversation,thread") {
                continue;
            }
            if let Ok(seen) = resolve_end(nothing.root(), Some(&document))
                && !seen.wire.is_known()
            {
                faults.push(format!("{wire} is read as {}: {name}", seen.wire));
            }
            // Messages of LiteLLM are those of a chat.
            for format in formats().filter(|format| *format != "litellm") {
                let there = convert_text(request.as_bytes(), &own, &Target::new(Wire::named(format)));
                let wrapped = [&b"{\"messages\":"[..], &there.request, b"}"].concat();
                let keeps = there.plan.thoughts.iter().any(|thought| thought.fate == Fate::Verbatim);
                count += 1;
                match resolve_end(nothing.root(), Some(&scan(&wrapped).unwrap())) {
                    Ok(seen) if seen.wire.as_str() == format => recognised += 1,
                    Ok(seen) if keeps || !seen.wire.is_known() => faults.push(format!("{format} is read as {}: {name}", seen.wire)),
                    _ => {}
                }
            }
        }
    }
    println!("{recognised} of {count} recognised");
    assert!(faults.is_empty() && recognised > 0, "{} faults: {:#?}", faults.len(), &faults[..faults.len().min(20)]);
}

#[test]
fn messages_of_a_framework_that_nobody_names_keep_their_thoughts() {
    const SIGNATURE: &str = "EqQBCkYICxgCKkDcAAAAAAAAAAAAAAAA";
    let blocks = format!(r#"[{{"type":"thinking","thinking":"Hm.","signature":"{SIGNATURE}"}}]"#);
    let user = r#"{"role":"user","content":"a"}"#;
    let claude = aim(&Wire::ANTHROPIC_MESSAGES, "api.anthropic.com", "claude-sonnet-4-5");
    let gpt = aim(&Wire::OPENAI_RESPONSES, "api.openai.com", "gpt-5.4");
    for answer in [
        format!(r#"{{"role":"assistant","content":"Hi","thinking_blocks":{blocks}}}"#),
        format!(
            r#"{{"role":"assistant","content":[{{"type":"reasoning","text":"Hm.","providerMetadata":{{"anthropic":{{"signature":"{SIGNATURE}"}}}}}},{{"type":"text","text":"Hi"}}]}}"#
        ),
        format!(
            r#"{{"id":"message-1","role":"assistant","model":"anthropic/claude-sonnet-4-5","content":[{{"type":"reasoning","is_native":true,"reasoning":"Hm.","signature":"{SIGNATURE}"}},{{"type":"text","text":"Hi"}}]}}"#
        ),
        format!(
            r#"{{"id":"message-1","role":"assistant","content":[{{"type":"redacted_reasoning","data":"{SIGNATURE}"}},{{"type":"text","text":"Hi"}}]}}"#
        ),
    ] {
        for request in [
            format!("[{user},{answer},{user}]"),
            format!(r#"{{"messages":[{user},{answer},{user}]}}"#),
            format!(r#"{{"model":"claude-sonnet-4-5","messages":[{user},{answer},{user}]}}"#),
        ] {
            let document = scan(request.as_bytes()).unwrap();
            let from = resolve_end(scan(b"{}").unwrap().root(), Some(&document)).unwrap();
            for (to, fate) in [(&claude, Fate::Verbatim), (&gpt, Fate::Elided)] {
                let conversion = convert_text(request.as_bytes(), &from, to);
                let text = String::from_utf8_lossy(&conversion.request).into_owned();
                assert_eq!(
                    conversion.plan.thoughts.iter().map(|thought| thought.fate).collect::<Vec<_>>(),
                    [fate],
                    "{request} to {}: {text}",
                    to.wire
                );
                assert_eq!(text.contains(SIGNATURE), fate == Fate::Verbatim, "{request} to {}: {text}", to.wire);
                assert!(!text.contains("thinking_blocks"), "{text}");
            }
        }
    }
    // The arguments of a call of LiteLLM are converted with its messages.
    let call = format!(
        r#"{{"model":"anthropic/claude-sonnet-4-5","max_tokens":77,"tools":[{{"type":"function","function":{{"name":"look","parameters":{{"type":"object"}}}}}}],"messages":[{user},{{"role":"assistant","content":"Hi","thinking_blocks":{blocks}}},{user}]}}"#
    );
    let document = scan(call.as_bytes()).unwrap();
    let from = resolve_end(scan(b"{}").unwrap().root(), Some(&document)).unwrap();
    let text = String::from_utf8(convert_text(call.as_bytes(), &from, &claude).request).unwrap();
    assert!(text.contains(r#""max_tokens":77"#) && text.contains(r#""name":"look""#) && text.contains(SIGNATURE), "{text}");
}
