//! Sessions of agents, put together again: what each request was, as far as its messages tell, is what a provider takes, and every thought goes
//! back in it as it came.
//!
//! The files are those of `tests/data/transcripts`. All of them are held to be healthy but those that are named here with the reason.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rethought::audit::{Auditor, Options, Severity};
use rethought::json::{Writer, scan};
use rethought::model::Target;
use rethought::sessions::{Exchange, Record, TranscriptReader};
use rethought::wires::resolve_target;

/// The sessions of agents that are recorded message by message.
const AGENTS: &[&str] = &[
    "ai-sdk-ui",
    "claude-code",
    "cline",
    "codex",
    "continue",
    "copilot-cli",
    "droid",
    "gemini-cli",
    "grok",
    "hermes",
    "kimi",
    "opencode",
    "pi",
    "qwen-code",
    "swe-agent",
];

/// Sessions that died, or that are told in part, and the rule that says so.
const SICK: &[(&str, &str)] = &[
    ("codex/huge-ids", "tool-id-too-long"),
    ("cognipeer/result-without-a-call", "result-without-call"),
    ("gemini-cli/a-killed-call", "unequal-function-responses"),
];

/// A handle that a recorder masked kills the next request, and says nothing of the ones that were answered: their handles count as unrecorded.
const MASKED: &str = "a-masked-handle";

fn files(format: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/transcripts").join(format);
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_none_or(|ending| ending != "told")).collect();
    paths.sort();
    paths
}

fn exchanges(path: &Path) -> Vec<Exchange> {
    let mut reader = TranscriptReader::default();
    let mut records = reader.push(&fs::read(path).unwrap());
    records.extend(reader.finish());
    let exchange = |record| if let Record::Exchange(exchange) = record { Some(*exchange) } else { None };
    records.into_iter().filter_map(exchange).collect()
}

fn target(exchange: &Exchange) -> Target {
    let mut out = Writer::default();
    out.open(b'{');
    for (name, value) in [("wire", &exchange.wire), ("url", &exchange.url), ("host", &exchange.host), ("model", &exchange.model)] {
        out.member_if(name, value.as_deref());
    }
    out.name("unrecorded");
    out.open(b'[');
    exchange.unrecorded.iter().for_each(|part| out.text(part));
    out.close(b']');
    out.close(b'}');
    resolve_target(scan(&out.finish()).unwrap().root(), None).unwrap()
}

/// The state of a conversation.
#[derive(Default)]
struct Conversation {
    opening: Vec<u8>,
    messages: Vec<u8>,
}

impl Conversation {
    fn add(&mut self, messages: &[u8]) {
        if !self.messages.is_empty() && !messages.is_empty() {
            self.messages.push(b',');
        }
        self.messages.extend_from_slice(messages);
    }

    fn request(&self, exchange: &Exchange) -> Vec<u8> {
        let list = match exchange.wire.as_deref() {
            Some("openai-responses") => "input",
            Some("gemini-generate") => "contents",
            _ => "messages",
        };
        let opening = self.opening.strip_suffix(b"}").unwrap();
        let comma = if opening.ends_with(b"{") { "" } else { "," };
        [opening, format!("{comma}\"{list}\":[").as_bytes(), &self.messages, b"]}"].concat()
    }
}

/// Goes through a file as it was spoken, and hands over every request with what answered it.
fn replay(path: &Path, each: &mut dyn FnMut(&Exchange, &[u8])) -> BTreeMap<Option<String>, Conversation> {
    let mut conversations: BTreeMap<Option<String>, Conversation> = BTreeMap::new();
    for exchange in exchanges(path) {
        if let Some(request) = &exchange.request {
            each(&exchange, request);
            continue;
        }
        let Some(added) = &exchange.added else { continue };
        let conversation = conversations.entry(exchange.session.clone()).or_default();
        if let Some(opening) = &exchange.opening {
            *conversation = Conversation { opening: opening.clone(), messages: Vec::new() };
        }
        conversation.add(added);
        each(&exchange, &conversation.request(&exchange));
        conversation.add(exchange.reply.as_deref().unwrap_or_default());
    }
    conversations
}

/// The thoughts of a body, as they are written.
fn thoughts(body: &[u8]) -> Vec<Vec<u8>> {
    let document = scan(body).unwrap();
    let blocks = document.root().list("content").chain(document.root().list("output"));
    blocks
        .filter(|block| ["thinking", "redacted_thinking", "reasoning"].contains(&block.word("type")))
        .map(|block| block.raw().to_vec())
        .collect()
}

#[test]
fn no_request_of_a_healthy_session_is_called_a_refusal() {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for format in AGENTS.iter().chain(&["cognipeer", "inspect"]) {
        for path in files(format) {
            let name = format!("{format}/{}", path.file_name().unwrap().to_string_lossy().split('.').next().unwrap());
            let (mut auditor, mut found) = (Auditor::default(), Vec::new());
            replay(&path, &mut |exchange, request| {
                count += 1;
                let target = target(exchange);
                let refusals = auditor.audit(request, &target, &Options::default(), |_, _, report| {
                    let grave = report.findings.iter().filter(|finding| finding.severity == Severity::Reject);
                    grave.map(|finding| finding.rule.id).collect::<Vec<_>>()
                });
                found.extend(refusals.unwrap());
                if exchange.status.is_none()
                    && let Some(response) = &exchange.response
                {
                    auditor.answer(response, false).unwrap();
                }
            });
            found.dedup();
            if name.ends_with(MASKED) {
                continue;
            }
            let known: Vec<&str> = SICK.iter().filter(|(sick, _)| *sick == name).map(|(_, rule)| *rule).collect();
            if found != known {
                wrong.push(format!("{name}: {found:?}, and was known for {known:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 200, "{count}");
}

/// A transcript that says what it does not record is not blamed for it: the audit judges what is there.
#[test]
fn what_a_session_does_not_record_is_no_finding() {
    let mut found = Vec::new();
    for format in AGENTS {
        for path in files(format) {
            if path.to_string_lossy().contains(MASKED) {
                let is_told = |exchange: &Exchange| exchange.unrecorded.contains(&"handles");
                let handles = ["chat", "gemini"].iter().all(|wire| !exchanges(&path)[0].wire.as_ref().unwrap().contains(wire));
                assert!(!handles || exchanges(&path).iter().skip(1).all(is_told), "{}", path.display());
                continue;
            }
            // A conversation that branches off another goes on in its ledger.
            let mut ledgers: BTreeMap<Option<String>, Auditor> = BTreeMap::new();
            replay(&path, &mut |exchange, request| {
                let root = exchange.branch_of.clone().or_else(|| exchange.session.clone());
                let auditor = ledgers.entry(root).or_default();
                let audited = auditor.audit(request, &target(exchange), &Options::default(), |_, _, report| {
                    report.findings.iter().map(|finding| finding.rule.id).collect::<Vec<_>>()
                });
                let named = |rule| format!("{} at {}: {rule}", path.display(), exchange.line);
                found.extend(audited.unwrap().into_iter().filter(|rule| BLAMED.contains(rule)).map(named));
                if exchange.status.is_none()
                    && let Some(response) = &exchange.response
                {
                    auditor.answer(response, false).unwrap();
                }
            });
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The rules that sessions were blamed for before their readers said what is not recorded.
const BLAMED: &[&str] = &[
    "ciphertext-not-requested",
    "function-call-without-output",
    "invalid-thinking-signature",
    "thinking-at-the-end",
    "thinking-in-prefill-while-off",
    "thinking-off-mid-turn",
    "tool-result-without-tool-use",
    "unknown-handle",
    "unstored-item",
];

#[test]
fn every_thought_goes_back_as_it_came() {
    let mut count = 0;
    for format in AGENTS {
        for path in files(format) {
            let mut open: BTreeMap<Option<String>, Vec<Vec<u8>>> = BTreeMap::new();
            replay(&path, &mut |exchange, request| {
                let known = open.entry(exchange.session.clone()).or_default();
                if exchange.opening.is_some() {
                    known.clear();
                }
                for thought in known.iter() {
                    count += 1;
                    assert!(request.windows(thought.len()).any(|window| window == thought), "{} at {}", path.display(), exchange.line);
                }
                if exchange.reply.is_some() {
                    known.extend(thoughts(exchange.response.as_ref().unwrap()));
                }
            });
        }
    }
    assert!(count > 60, "{count}");
}

#[test]
fn nothing_that_a_client_said_is_reported_twice_in_a_conversation() {
    for format in AGENTS {
        for path in files(format) {
            let told = exchanges(&path);
            for (nth, exchange) in told.iter().enumerate() {
                let same = told.iter().skip(nth + 1).find(|other| other.response.is_some() && other.response == exchange.response);
                // A refusal may come twice in the same words.
                assert!(same.is_none() || exchange.reply.is_none(), "{} at {}", path.display(), exchange.line);
            }
        }
    }
}

#[test]
fn a_session_with_a_fork_in_every_line_is_reported_in_the_length_of_it() {
    let line = |uuid: usize, parent: &str, text: &str| {
        format!(
            "{{\"type\":\"user\",\"sessionId\":\"s\",\"uuid\":\"{uuid}\",\"parentUuid\":{parent},\"message\":{{\"role\":\"user\",\"content\":\"{text}\"}}}}\n"
        )
    };
    let mut text = line(0, "null", &"x".repeat(50_000));
    (1..2000).for_each(|nth| text.push_str(&line(nth, "\"0\"", "again")));
    let mut reader = TranscriptReader::default();
    let mut records = reader.push(text.as_bytes());
    records.extend(reader.finish());
    let told: usize =
        records.iter().map(|record| if let Record::Exchange(exchange) = record { exchange.added.as_ref().unwrap().len() } else { 0 }).sum();
    assert!(told < 10 * text.len(), "{told} of {}", text.len());
    let faults = records.iter().filter(|record| matches!(record, Record::Fault(fault) if fault.reason.contains("no longer kept"))).count();
    assert!(faults > 1000, "{faults}");
}
