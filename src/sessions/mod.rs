//! Layer 9: recorded sessions, which people have at hand when an agent died. One format a file, recognised by its looks, read piece by piece.
//!
//! A transcript comes in chunks of any size and goes out as [`Record`]s: exchanges, with the bodies as they were recorded, and faults, which
//! name a line that could not be read and cost nothing but that line. Memory is bounded by the longest piece (a line of JSONL, an entry of
//! an HAR file), not by the file.
//!
//! Some formats keep whole requests; others, the sessions of agents, keep messages. A message is not repeated here for every
//! request that carried it, which would make a session of n turns n² long: an exchange then has the messages that were [`added`](Exchange::added)
//! to the conversation since the one before, and the answer as it goes [back](Exchange::reply).
//!
//! A line of a batch is read by itself ([`read_line`]): it has the names of this package, or is what a transcript of that line alone would be. Exports of observability tools
//! (`observed`) are read once for both.
//!
//! To add a format: a file with a struct that is a [`FormatReader`] and its `FORMAT`, a line in `FORMATS`, a folder in `tests/data/transcripts`.

mod bodies;
mod calls;
mod claude_code;
mod codex;
mod cognipeer;
mod conversations;
mod cut;
mod format;
mod har;
mod head;
mod history;
mod letta;
mod lines;
mod names;
mod observed;
mod pairs;
mod reader;
mod record;
mod refusal;
mod sample;
mod single;
mod unread;
mod vcr;
pub mod yaml;

use format::TranscriptFormat;
use observed::{langfuse, langsmith, spans};

pub use format::FormatReader;
pub use lines::{Line, LineBody, LineExchange, TargetMember, read_line, read_line_id};
pub use reader::TranscriptReader;
pub use record::{Exchange, Fault, Piece, Record, SessionOutcome};

/// Every format. The first that fits is taken.
const FORMATS: &[TranscriptFormat] = &[
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
