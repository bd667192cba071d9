//! Formats that are recognised but not read yet. A file of one is reported by the format's name: read as another format it would show wrong messages, or none.
//!
//! A row is here only if no format that is read has its members: unique names, or a unique combination.

use super::record::Fault;
use super::sample::Sample;
use crate::json::{Value, find_bytes, scan};

/// A format that is not read.
pub struct UnreadFormat {
    /// Its name, for programs.
    pub name: &'static str,
    /// Its name in a sentence, with its article.
    title: &'static str,
    /// Queries for the lines of a text with an object in each. One line that matches one query is enough.
    lines: &'static [&'static str],
    /// Returns `true` if a document has the shape of it.
    fits: fn(&Sample<'_>) -> bool,
}

impl UnreadFormat {
    /// Returns the format of a sample, if it is one of these.
    pub(super) fn find(sample: &Sample<'_>) -> Option<&'static Self> {
        let by_lines = || sample.whole_lines().find_map(|line| Self::of_line(scan(line).ok()?.root()));
        UNREAD.iter().find(|format| (format.fits)(sample)).or_else(by_lines)
    }

    /// Returns the format of a sample that is the beginning of one scanned line.
    pub(super) fn find_in_line(sample: &Sample<'_>, line: Value<'_>) -> Option<&'static Self> {
        UNREAD.iter().find(|format| (format.fits)(sample)).or_else(|| Self::of_line(line))
    }

    fn of_line(line: Value<'_>) -> Option<&'static Self> {
        UNREAD.iter().find(|format| format.lines.iter().any(|query| line.fits(query)))
    }

    /// Returns the fault that names it.
    pub(super) fn fault(&self) -> Fault {
        let reason = ["this looks like ", self.title, ", which is not read yet"].concat();
        Fault { line: 1, offset: 0, reason, unread: Some(self.name) }
    }
}

/// The name in a fault for a session of an unknown format.
pub(super) const UNKNOWN: &str = "unknown";

const UNREAD: &[UnreadFormat] = &[
    UnreadFormat {
        name: "gemini-cli",
        title: "a chat of Gemini CLI",
        lines: &["sessionId projectHash", "type=gemini id content"],
        fits: |sample| sample.has(1, "sessionId") && (sample.has(1, "projectHash") || says(sample, "type", "gemini")),
    },
    UnreadFormat {
        name: "pi",
        title: "a session of pi or OpenClaw",
        lines: &["type=session id cwd", "type=message message.content.*.type=toolCall", "type=message message.api message.provider"],
        fits: |_| false,
    },
    UnreadFormat {
        name: "opencode",
        title: "a session of OpenCode",
        lines: &["type sessionID part"],
        fits: |sample| {
            let in_storage = sample.has(1, "sessionID") && (sample.has(1, "role") || sample.has(1, "messageID"));
            let is_export = sample.has(1, "info") && sample.has(1, "messages") && sample.has(3, "info") && sample.has(3, "parts");
            in_storage || is_export || sample.has(1, "projectID") && sample.has(1, "directory")
        },
    },
    UnreadFormat {
        name: "codex-exec",
        title: "the output of codex exec --json",
        lines: &["type=thread.started thread_id", "type=item.started|item.updated|item.completed item.type"],
        fits: |_| false,
    },
    UnreadFormat { name: "cline", title: "a task of Cline or Roo Code", lines: &[], fits: is_cline },
    UnreadFormat {
        name: "copilot-cli",
        title: "a session of Copilot CLI",
        lines: &["type=session.start|session.resume|user.message|assistant.message|assistant.turn_start data:o timestamp"],
        fits: |_| false,
    },
    UnreadFormat {
        name: "cursor",
        title: "a transcript of Cursor",
        lines: &["role=user|assistant message.content:a !type !sessionId !uuid"],
        fits: |_| false,
    },
    UnreadFormat { name: "qwen-code", title: "a chat of Qwen Code", lines: &["type sessionId uuid message.parts:a"], fits: |_| false },
    UnreadFormat { name: "langchain-cassette", title: "a cassette of LangChain", lines: &[], fits: is_langchain },
    UnreadFormat {
        name: "kimi",
        title: "a session of Kimi",
        lines: &[
            "type=metadata protocol_version",
            "message.type=TurnBegin|StepBegin|ContentPart|StatusUpdate message.payload",
            "role=_checkpoint|_usage|_system_prompt",
        ],
        fits: |_| false,
    },
    UnreadFormat { name: "droid", title: "a session of Droid", lines: &["type=session_start id"], fits: |_| false },
    UnreadFormat {
        name: "grok",
        title: "a session of Grok",
        lines: &["method^session/update|_x.ai/ params.update", "type=tool_result tool_call_id", "type=user synthetic_reason"],
        fits: |_| false,
    },
    UnreadFormat { name: "antigravity", title: "a conversation of Antigravity", lines: &["step_index source type"], fits: |_| false },
    UnreadFormat {
        name: "hermes",
        title: "a session of Hermes",
        lines: &[],
        fits: |sample| {
            let own = ["session_start", "last_updated", "platform", "message_count"];
            sample.has(1, "session_id") && sample.has(1, "messages") && own.iter().any(|name| sample.has(1, name))
        },
    },
    UnreadFormat {
        name: "ai-sdk-ui",
        title: "a chat of the AI SDK (UIMessage)",
        lines: &["id role parts.*.type"],
        fits: |sample| {
            let is_ui = |depth| sample.has(depth, "role") && sample.has(depth, "parts") && sample.has(depth + 2, "type");
            sample.opens_with(b'[') && is_ui(2) || sample.has(1, "messages") && is_ui(3)
        },
    },
    UnreadFormat {
        name: "openinference",
        title: "a table of OpenInference spans",
        lines: &[],
        fits: |sample| {
            let is_column =
                |(_, key): &(usize, &[u8])| key.starts_with(b"attributes.openinference.") || key.starts_with(b"attributes.llm.");
            sample.keys.iter().any(is_column)
        },
    },
    UnreadFormat {
        name: "braintrust",
        title: "a log of Braintrust",
        lines: &["span_id root_span_id span_attributes"],
        fits: |sample| (1..=3).any(|depth| ["root_span_id", "span_attributes"].iter().all(|name| sample.has(depth, name))),
    },
    UnreadFormat {
        name: "swe-agent",
        title: "a trajectory of SWE-agent",
        lines: &[],
        fits: |sample| {
            let is_full = sample.has(1, "trajectory") && ["history", "info", "environment"].iter().any(|name| sample.has(1, name));
            is_full || sample.has(1, "trajectory_format")
        },
    },
];

/// Matches the history of a task, with or without times; the file for display; the file of later versions.
fn is_cline(sample: &Sample<'_>) -> bool {
    if sample.opens_with(b'[') {
        let has = |name| sample.has(2, name);
        let is_told = ["<environment_details>", "<task>"].iter().any(|mark| find_bytes(sample.text, mark.as_bytes()).is_some());
        return has("ts") && (has("say") || has("ask")) || has("role") && has("content") && (has("ts") || is_told);
    }
    ["version", "agent", "sessionId", "messages"].iter().all(|name| sample.has(1, name))
}

/// Matches YAML with a list of requests and a separate list of responses.
fn is_langchain(sample: &Sample<'_>) -> bool {
    let mut lines = sample.text.split(|byte| *byte == b'\n').skip_while(|line| !line.starts_with(b"requests:"));
    lines.next().is_some() && lines.next().is_some_and(|line| line.trim_ascii_start().starts_with(b"- "))
}

/// Returns `true` if a text has a member with that name and string, at any depth.
fn says(sample: &Sample<'_>, name: &str, value: &str) -> bool {
    let (name, value) = (["\"", name, "\""].concat(), ["\"", value, "\""].concat());
    let mut rest = sample.text;
    while let Some(at) = find_bytes(rest, name.as_bytes()) {
        rest = rest.get(at + name.len()..).unwrap_or_default();
        let after = rest.trim_ascii_start().strip_prefix(b":").map(<[u8]>::trim_ascii_start);
        if after.is_some_and(|after| after.starts_with(value.as_bytes())) {
            return true;
        }
    }
    false
}
