//! Layer 9: recorded sessions, which users have when an agent failed. Each file has one format, recognised by its shape and read piece by piece.
//!
//! A transcript is read in chunks of any size and returned as [`Record`]s: exchanges, with their recorded bodies, and faults. A fault names a line that could
//! not be read, and only that line is lost. Memory is bounded by the longest piece (a line of JSONL, an entry of an HAR file), not by the file.
//!
//! Some formats keep whole requests; others, the sessions of agents, keep messages. A message is not repeated for every request that contains it, because a
//! session of n turns would become n² long. An exchange then has the messages that were [`added`](Exchange::added) to the conversation since the previous one,
//! and the answer as it is sent [back](Exchange::reply).
//!
//! A line of a batch is read by itself ([`read_line`]): it has the names of this package, or is read like a transcript of that line alone. Exports of
//! observability tools (`observed`) share one reader for both.
//!
//! To add a format: a file with a struct that is a [`FormatReader`] and its `FORMAT`, a line in `FORMATS`, a folder in `tests/data/transcripts`.

mod agents;
mod ai_sdk_ui;
mod bodies;
mod calls;
mod claude_code;
mod cline;
mod codex;
mod cognipeer;
mod continue_dev;
mod conversations;
mod copilot_cli;
mod cut;
pub mod doctor;
mod droid;
mod format;
mod gemini_cli;
mod grok;
mod gzip;
mod har;
mod head;
mod hermes;
mod history;
mod inspect_log;
mod kimi;
mod langchain;
mod letta;
mod lines;
mod names;
mod observed;
mod opencode;
mod pairs;
mod pi;
mod qwen_code;
mod reader;
mod record;
mod refusal;
mod resumed;
mod sample;
pub mod session;
mod single;
mod swe_agent;
mod unread;
mod vcr;
pub mod yaml;

use format::TranscriptFormat;
use observed::{braintrust, langfuse, langsmith, spans};

pub use format::FormatReader;
pub use lines::{Line, LineBody, LineExchange, TargetMember, read_line, read_line_id};
pub use reader::TranscriptReader;
pub use record::{Exchange, Fault, Piece, Record, SessionOutcome};
pub use resumed::{Resumed, Source};

/// Every format. The first match is used.
const FORMATS: &[TranscriptFormat] = &[
    langchain::FORMAT,
    inspect_log::FILE,
    inspect_log::SAMPLE,
    swe_agent::FORMAT,
    gemini_cli::LINES,
    gemini_cli::FILE,
    har::FORMAT,
    vcr::JSON,
    vcr::NOCK,
    vcr::YAML,
    cognipeer::FILE,
    cognipeer::LINES,
    langfuse::LINES,
    langfuse::LIST,
    langfuse::ONE,
    langsmith::LINES,
    langsmith::LIST,
    langsmith::ONE,
    braintrust::LINES,
    braintrust::LIST,
    braintrust::ONE,
    opencode::FORMAT,
    cline::FILE,
    cline::LIST,
    continue_dev::FORMAT,
    hermes::FORMAT,
    pi::FORMAT,
    droid::FORMAT,
    grok::FORMAT,
    kimi::FORMAT,
    copilot_cli::FORMAT,
    qwen_code::FORMAT,
    ai_sdk_ui::LIST,
    ai_sdk_ui::FILE,
    ai_sdk_ui::LINES,
    codex::FORMAT,
    claude_code::FORMAT,
    letta::FORMAT,
    pairs::LIST,
    pairs::WITHIN,
    pairs::LINES,
    pairs::ONE,
    spans::LINES,
    spans::LIST,
    spans::ONE,
    single::FORMAT,
];
