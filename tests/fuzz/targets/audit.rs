//! Any request to any target: the audit ends, its findings stand in the text, and a repair is JSON, no worse, and final.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rethought::audit::{Options, Safety, Severity, audit, repair};
use rethought::wires::{CODECS, host_rows};
use rethought::json::scan;
use rethought::model::Target;

const MODELS: [&str; 6] = ["claude-opus-4-5", "claude-opus-5-5", "gpt-5.6-sol", "gemini-3-pro", "deepseek-v4-pro", "qwen3.8-max"];
const HOSTS: [&str; 5] = ["", "api.openai.com", "api.anthropic.com", "aiplatform.googleapis.com", "bedrock-runtime.amazonaws.com"];
const ALL: [Safety; 3] = [Safety::Safe, Safety::Unsafe, Safety::Placeholder];

fuzz_target!(|input: (u8, u8, u8, &[u8])| {
    let (wire, host, model, request) = input;
    let Ok(document) = scan(request) else { return };
    let codec = CODECS[usize::from(wire) % CODECS.len()];
    let host = match usize::from(host) {
        nth if nth < HOSTS.len() => HOSTS[nth],
        nth => &host_rows()[nth % host_rows().len()].name,
    };
    let host = Some(host.to_owned()).filter(|host| !host.is_empty());
    let target = Target { host, model: MODELS.get(usize::from(model)).map(|model| (*model).to_owned()), ..Target::new(codec.wire()) };
    let weigh = |request: &[u8]| {
        let document = scan(request).unwrap();
        audit(&document, &target, &Options::default(), |_, report| report.count(Severity::Reject)).unwrap()
    };
    audit(&document, &target, &Options::default(), |_, report| {
        for finding in &report.findings {
            assert!(finding.place.span().end <= request.len());
            let _ = finding.upstream(&document.place(finding.place).pointer);
        }
    })
    .unwrap();
    let repaired = repair(request, &target, &Options::default(), &ALL).unwrap();
    assert!(weigh(&repaired.request) <= weigh(request));
    assert!(repair(&repaired.request, &target, &Options::default(), &ALL).unwrap().steps.is_empty());
});
