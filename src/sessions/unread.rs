//! Formats that are recognised but cannot be audited: renderings, databases, parts of a session. A file of one is reported by the format's name, with what to
//! give instead. Read as another format it would show wrong messages, or none.
//!
//! A row is here only if no format that is read has its members: unique names, or a unique combination.

use super::record::Fault;
use super::sample::Sample;
use crate::json::{Value, scan};

/// A format that is not read.
pub struct UnreadFormat {
    /// Its name, for programs.
    pub name: &'static str,
    /// Its name in a sentence, with its article.
    title: &'static str,
    /// The file that can be read instead, in a sentence without a full stop.
    instead: &'static str,
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
        let reason = ["this looks like ", self.title, ". ", self.instead].concat();
        Fault { unread: Some(self.name), ..Fault::new(1, 0, reason) }
    }
}

/// The name in a fault for a session of an unknown format.
pub(super) const UNKNOWN: &str = "unknown";

const UNREAD: &[UnreadFormat] = &[
    UnreadFormat {
        name: "utf-16",
        title: "text in UTF-16, which Windows PowerShell writes with >",
        instead: "Save it as UTF-8: Get-Content old.jsonl | Set-Content -Encoding utf8 new.jsonl",
        lines: &[],
        fits: |sample| UTF_16.iter().any(|mark| begins(sample, mark)),
    },
    UnreadFormat {
        name: "opencode-storage",
        title: "a file of OpenCode's storage, which holds one message or one part",
        instead: "Give the whole session: opencode export <session>",
        lines: &["type sessionID part"],
        fits: |sample| {
            let in_storage = sample.has(1, "sessionID") && (sample.has(1, "role") || sample.has(1, "messageID"));
            sample.opens_with(b'{') && (in_storage || sample.has(1, "projectID") && sample.has(1, "directory"))
        },
    },
    UnreadFormat {
        name: "codex-exec",
        title: "the output of codex exec --json, which has no encrypted reasoning",
        instead: "Give the rollout of the same session: ~/.codex/sessions/<year>/<month>/<day>/rollout-*.jsonl",
        lines: &["type=thread.started thread_id", "type=item.started|item.updated|item.completed item.type"],
        fits: |_| false,
    },
    UnreadFormat {
        name: "cline-display",
        title: "the display file of a task of Cline or Roo Code",
        instead: "Give api_conversation_history.json from the same folder",
        lines: &[],
        fits: |sample| sample.opens_with(b'[') && sample.has(2, "ts") && (sample.has(2, "say") || sample.has(2, "ask")),
    },
    UnreadFormat {
        name: "cursor",
        title: "a transcript of Cursor, which has only the text of messages",
        instead: "Cursor keeps no requests: record them with rethought proxy",
        lines: &["role=user|assistant message.content:a !type !sessionId !uuid"],
        fits: |_| false,
    },
    UnreadFormat {
        name: "kimi-wire",
        title: "the events of a session of Kimi, which are a rendering",
        instead: "Give context.jsonl from the same folder",
        lines: &["type=metadata protocol_version", "message.type=TurnBegin|StepBegin|ContentPart|StatusUpdate message.payload"],
        fits: |_| false,
    },
    UnreadFormat {
        name: "openclaw-trajectory",
        title: "a trace of OpenClaw, which is a rendering",
        instead: "Give the session of the same id: ~/.openclaw/agents/<agent>/sessions/<id>.jsonl",
        lines: &["traceSchema=openclaw-trajectory"],
        fits: |_| false,
    },
    UnreadFormat {
        name: "grok-updates",
        title: "the updates of a session of Grok, which are a rendering",
        instead: "Give chat_history.jsonl from the same folder",
        lines: &["method^session/update|_x.ai/ params.update"],
        fits: |_| false,
    },
    UnreadFormat {
        name: "antigravity",
        title: "a conversation of Antigravity, which has only the text of messages",
        instead: "Antigravity keeps no requests: record them with rethought proxy",
        lines: &["step_index source type"],
        fits: |_| false,
    },
    UnreadFormat {
        name: "amp",
        title: "a thread of Amp, which keeps its messages on a server",
        instead: "Record the requests with rethought proxy",
        lines: &[],
        fits: |sample| sample.opens_with(b'{') && sample.has(1, "messages") && sample.has(1, "agentMode") && sample.has(1, "nextMessageId"),
    },
    UnreadFormat {
        name: "specstory",
        title: "a Markdown file of SpecStory, which has only the text of messages",
        instead: "Give the session of the agent itself",
        lines: &[],
        fits: |sample| begins(sample, b"<!-- Generated by SpecStory"),
    },
    UnreadFormat {
        name: "aider",
        title: "a chat history of aider, which has only the text of messages",
        instead: "Record the requests with rethought proxy",
        lines: &[],
        fits: |sample| begins(sample, b"# aider chat started at"),
    },
    UnreadFormat {
        name: "database",
        title: "a SQLite database, such as those of OpenCode, Goose, Crush, Zed and Cursor",
        instead: "Export the session with its agent, and give that file",
        lines: &[],
        fits: |sample| begins(sample, b"SQLite format 3\0"),
    },
    UnreadFormat {
        name: "zip",
        title: "a zip archive",
        instead: "Unpack it, and give the files in it",
        lines: &[],
        fits: |sample| begins(sample, b"PK\x03\x04"),
    },
    UnreadFormat {
        name: "openinference",
        title: "a table of OpenInference spans",
        instead: "Export the spans one a line, with nested attributes",
        lines: &[],
        fits: |sample| {
            let is_column =
                |(_, key): &(usize, &[u8])| key.starts_with(b"attributes.openinference.") || key.starts_with(b"attributes.llm.");
            sample.keys.iter().any(is_column)
        },
    },
];

/// The beginnings of texts in UTF-16: a byte order mark, or an object or a list in it.
const UTF_16: [&[u8]; 6] = [b"\xff\xfe", b"\xfe\xff", b"{\0\"\0", b"[\0{\0", b"\0{\0\"", b"\0[\0{"];

/// Returns `true` if a text begins with these bytes.
fn begins(sample: &Sample<'_>, mark: &[u8]) -> bool {
    sample.text.starts_with(mark)
}
