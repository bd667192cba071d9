//! A session without a damage gets no edit: the fixtures of all readers, with genuine handles in place of theirs.

use std::fs;
use std::path::Path;

use rethought::audit::Verdict;

use super::{examine, sessions};
use crate::handles::{claude, fernet};

#[test]
fn a_healthy_session_gets_no_edit() {
    for healthy in sessions::all() {
        let diagnosis = examine(&healthy.file);
        assert!(diagnosis.edits.is_empty() && diagnosis.findings.is_empty(), "{}: {diagnosis:?}", healthy.format);
        assert_eq!((diagnosis.past.name(), diagnosis.next.name()), ("accepted", "accepted"), "{}", healthy.format);
        assert_eq!(diagnosis.project.as_deref(), Some("/code/lee"), "{}", healthy.format);
    }
}

#[test]
fn no_fixture_of_a_reader_is_dead_or_gets_an_edit() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/transcripts");
    let mut looked = 0;
    let mut wrong = Vec::new();
    for format in fs::read_dir(folder).unwrap() {
        for path in fs::read_dir(format.unwrap().path()).unwrap().map(|entry| entry.unwrap().path()) {
            let Some(file) = fs::read(&path).ok().filter(|_| path.extension().is_none_or(|ending| ending != "told")) else { continue };
            let file = with_genuine_handles(&String::from_utf8_lossy(&file));
            let diagnosis = examine(&file);
            looked += 1;
            let is_dead = diagnosis.refusal.is_some() || file.contains("REDACTED") || DAMAGED.iter().any(|name| path.ends_with(name));
            if (!diagnosis.edits.is_empty() || diagnosis.next >= Verdict::LikelyRejected) && !is_dead {
                wrong.push(format!("{}: {:?} {:?}", path.display(), diagnosis.findings, diagnosis.edits));
            }
        }
    }
    assert!(looked > 500, "{looked}");
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

/// Copilot's handles have forms that are not known. The same forms at the vendors' own services are damaged.
#[test]
fn the_handles_of_a_gateway_are_not_judged_by_the_form_of_a_vendor() {
    for (model, member) in
        [("gpt-5.2", "encryptedContent"), ("claude-opus-4.5", "reasoningOpaque"), ("gemini-3-pro-preview", "reasoningOpaque")]
    {
        let file = sessions::copilot_cli(model, member);
        let diagnosis = examine(&file);
        assert!(diagnosis.edits.is_empty() && diagnosis.findings.is_empty(), "{model}: {diagnosis:?}");
        assert_eq!(diagnosis.next, Verdict::Accepted, "{model}: {diagnosis:?}");
        let masked = file.replacen("T3BhcXVl", "REDACTED", 1).replace("REDACTEDT3BhcXVlT3BhcXVlT3BhcXVl", "REDACTED");
        let diagnosis = examine(&masked);
        assert_eq!((diagnosis.next, diagnosis.edits.len()), (Verdict::Rejected, 1), "{model}: {diagnosis:?}");
    }
}

/// Fixtures that are damaged on purpose: OpenAI refuses a thought without its ciphertext and ids that are too long, Gemini CLI adds no result to a killed
/// call, and the agents cannot read a line with two values or with NUL bytes.
const DAMAGED: [&str; 5] = [
    "codex/stripped-ciphertexts.jsonl",
    "codex/huge-ids.jsonl",
    "gemini-cli/a-killed-call.jsonl",
    "two-values-on-one-line.jsonl",
    "broken-lines-in-the-middle.jsonl",
];

/// The members that hold handles, as the fixtures write them.
const MEMBERS: [&str; 9] = [
    "\"redactedData\": \"",
    "\"signature\":\"",
    "\"signature\": \"",
    "\"thinkingSignature\":\"",
    "\"data\":\"",
    "\"encrypted_content\":\"",
    "\\\"encrypted_content\\\":\\\"",
    "\"reasoningEncryptedContent\":\"",
    "\"reasoningEncryptedContent\": \"",
];

/// Replaces the short handles of a fixture by genuine ones. Those of Gemini and Grok have no single form.
fn with_genuine_handles(file: &str) -> String {
    let mut file = file.to_owned();
    let is_formless = file.contains("google") || file.contains("grok");
    for member in MEMBERS.iter().filter(|_| !is_formless) {
        let mut from = 0;
        while let Some(start) = file[from..].find(member).map(|at| from + at + member.len()) {
            let Some(length) = file[start..].find(['"', '\\']) else { break };
            let old = &file[start..start + length];
            let seed = old.bytes().fold(1_u8, |seed, byte| seed.wrapping_mul(31).wrapping_add(byte));
            let new = if member.contains("ncrypted") { fernet(seed) } else { claude(seed) };
            let is_handle = !old.is_empty() && old != "REDACTED" && !old.contains([' ', '[', '*', '.', '…', '{']);
            if is_handle {
                file.replace_range(start..start + length, &new);
            }
            from = start;
        }
    }
    file
}
