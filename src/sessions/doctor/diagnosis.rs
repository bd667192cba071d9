//! The record of a diagnosis.

use serde::Serialize;

use crate::audit::Verdict;

/// The cause of a session's death, and the edit that repairs its file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct Diagnosis {
    /// The format of the file; `null` if it is unknown.
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub format: Option<&'static str>,
    /// The name of the agent; `null` for a format that no agent resumes.
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub agent: Option<&'static str>,
    /// The conversations of the file. The one that the agent resumes is the last.
    pub sessions: Vec<String>,
    /// The folder of the project, if the file names it.
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub project: Option<String>,
    /// The model of the next request.
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub model: Option<String>,
    /// The host of the next request, if it is known.
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub host: Option<String>,
    /// The time of the last exchange, as the file writes it.
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub time: Option<String>,
    /// The number of exchanges.
    pub exchanges: usize,
    /// The lines that could not be read, and those before which messages are missing. At most 1,000 are listed.
    pub faults: Vec<FileFault>,
    /// The verdict on the last request: `rejected` if the provider refused it, as the file or the caller says. An answered request is never `rejected`; `unknown` if the
    /// file lacks a part of it, or if the caller says that the refusal is settled.
    pub past: Verdict,
    /// The prediction for the request that the agent builds when it resumes the session.
    pub next: Verdict,
    /// The state of the session. `refused`: the provider refused the last request, and no cause is found. `damaged`: the next request is accepted, but lines of the
    /// file are damaged.
    #[cfg_attr(
        typescript,
        tsify(type = "\"dead\" | \"likely dead\" | \"refused\" | \"not checked\" | \"loses thoughts\" | \"damaged\" | \"healthy\"")
    )]
    pub state: &'static str,
    /// The refusal that ended the session, or the error that the caller gave.
    #[cfg_attr(typescript, tsify(type = "DiagnosedRefusal | null"))]
    pub refusal: Option<DiagnosedRefusal>,
    /// The problems of the next request.
    pub findings: Vec<DiagnosedFinding>,
    /// The edits of the file that make the next request acceptable, in order. They do not overlap, and every other byte stays.
    pub edits: Vec<FileEdit>,
    /// The losses by the edits, a sentence each.
    pub losses: Vec<String>,
    /// The number of genuine handles that stay.
    pub kept: usize,
    /// The command that resumes the session; `null` if there is none.
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub resume: Option<String>,
    /// The edits change lines of the file, the file as a whole, or rows of the database that the file was exported from. `none` if there is no edit.
    #[cfg_attr(typescript, tsify(type = "\"line\" | \"file\" | \"rows\" | \"none\""))]
    pub repairable: &'static str,
    /// The reason why there is no edit, although the provider refused a request or will refuse the next. Or the reason why the next request was not checked.
    #[cfg_attr(typescript, tsify(type = "string | null"))]
    pub reason: Option<String>,
}

impl Diagnosis {
    /// Returns it with its state.
    pub(super) fn with_state(mut self) -> Self {
        self.state = match self.next {
            _ if self.agent.is_none() => "not checked",
            Verdict::Rejected => "dead",
            Verdict::LikelyRejected => "likely dead",
            _ if self.past == Verdict::Rejected => "refused",
            Verdict::Unknown => "not checked",
            Verdict::Degraded => "loses thoughts",
            Verdict::Accepted if !self.faults.is_empty() || !self.edits.is_empty() => "damaged",
            Verdict::Accepted => "healthy",
        };
        self
    }
}

/// A damaged line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct FileFault {
    /// The line, from 1.
    pub line: usize,
    /// The byte at which reading stopped.
    pub offset: usize,
    /// `unreadable`: the line is lost. `incomplete`: the line was read, and messages before it are missing. The agent continues without them.
    #[cfg_attr(typescript, tsify(type = "\"unreadable\" | \"incomplete\""))]
    pub kind: &'static str,
    /// The reason, in a sentence.
    pub reason: String,
}

/// The error that ended a session.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct DiagnosedRefusal {
    /// The provider's words.
    pub text: String,
    /// The rule that it is about, if one is known.
    #[cfg_attr(typescript, tsify(type = "RuleId | null"))]
    pub rule: Option<&'static str>,
    /// The status, if it was recorded.
    #[cfg_attr(typescript, tsify(type = "number | null"))]
    pub status: Option<u16>,
    /// The line that records it; `null` if the caller gave it.
    #[cfg_attr(typescript, tsify(type = "number | null"))]
    pub line: Option<usize>,
    /// The byte at which the line begins.
    #[cfg_attr(typescript, tsify(type = "number | null"))]
    pub offset: Option<usize>,
}

/// A problem of the next request.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct DiagnosedFinding {
    /// The rule.
    #[cfg_attr(typescript, tsify(type = "RuleId"))]
    pub rule: &'static str,
    /// The verdict on a request that has this problem and no other.
    pub verdict: Verdict,
    /// The problem, in one clause.
    pub message: String,
    /// The place in the request, as a JSON pointer.
    pub pointer: String,
    /// The line of the file that it comes from; `null` if it is not from a line.
    #[cfg_attr(typescript, tsify(type = "number | null"))]
    pub line: Option<usize>,
    /// The byte at which the line begins.
    #[cfg_attr(typescript, tsify(type = "number | null"))]
    pub offset: Option<usize>,
}

/// Bytes of the file that a text replaces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(typescript, derive(tsify::Tsify))]
pub struct FileEdit {
    /// The line, from 1.
    pub line: usize,
    /// The first byte that is replaced.
    pub offset: usize,
    /// The number of bytes that are replaced.
    pub length: usize,
    /// The new text.
    pub text: String,
}
