//! Sessions of Claude Code: `~/.claude/projects/<folder>/<session>.jsonl`, the files of its subagents, and the output of `--output-format stream-json`.
//!
//! A line is a message or a block of one, or a note of the client. A message of the model has several lines with the same `message.id`, usually one block
//! each. The members beside its blocks (`stop_reason`, `usage`) are from the time of the line, so the last line counts. Each line names the line before it,
//! `parentUuid`, which makes a tree:
//!
//! - Parallel calls branch it, because each result names the block with its call. They are one conversation.
//! - An edited message and a repeated answer branch it too. They begin another conversation, `<session>#2`. The messages that it shares with the first are
//!   written again at its beginning, if they [are kept](super::history).
//! - A subagent's lines (`isSidechain`) are a separate conversation, `<session>/<agent>`.
//! - After a compaction the conversation starts again, with the summary.
//! - A result may be in the file before its call ([`early`]). Any other line that names a missing line is a fault. The lines between are missing, and the messages of the conversation are unrecorded after that.
//!
//! Newer versions record whole requests beside the messages ([`requests`]). Without them the system prompt, the tools and the settings are not recorded, and an
//! opening has only the model. The address is not recorded either: the ids of an answer show whether it is from Anthropic's API. An attachment is a message if
//! its wording for the model is recorded (`rendered`), or if it is a queued prompt. After `thinking_stripped` the client sends no earlier thinking. It never
//! sends the lines that a later line names in `supersedesUuids` or `retractedMessageUuids`. An answer is reported when another one begins, because results of
//! its first calls may be between its blocks. Read: Claude Code 2.1.326.

mod answer;
mod early;
mod refused;
mod requests;
mod sent;
mod strip;
mod thread;

use super::bodies::words;
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::history::Allowance;
use super::record::{Fault, Piece, Record};
use super::refusal::Refusal;
use super::resumed::Resumed;
use super::sample::Sample;
use crate::error::{Code, Error};
use crate::json::{FastHash, Value, decimal, scan};
use early::{EarlyLine, EarlyLines};
use refused::refused;
use requests::SentRequests;
use sent::{SentSoFar, rendered};
use thread::{Continuation, ExchangeStart, Thread, is_result};

pub(super) const FORMAT: TranscriptFormat =
    TranscriptFormat { name: "claude-code", fits, cut: Cut::Lines, open: || Box::new(Session::default()) };

fn fits(sample: &Sample<'_>) -> bool {
    // A session may begin with notes: its title, a snapshot of files, the queue.
    [
        &["type", "sessionId"][..],
        &["type", "parentUuid"],
        &["type", "session_id", "uuid"],
        &["type", "leafUuid"],
        &["type", "messageId", "snapshot"],
    ]
    .iter()
    .any(|keys| sample.has_line(keys))
}

/// The maximum number of open conversations. The messages of an older one are reported, and later messages of it make another conversation.
const MOST: usize = 16;

#[derive(Default)]
struct Session {
    /// The most recent conversation is the last.
    threads: Vec<Thread>,
    /// How often each name was used, in order.
    names: Vec<(String, usize)>,
    allowance: Allowance,
    /// The notes without a previous line, and those after them. A message after one of them begins a conversation.
    roots: Vec<FastHash>,
    /// The notes whose place in a conversation is unknown.
    unplaced: Vec<FastHash>,
    early: EarlyLines,
    requests: SentRequests,
    folder: Option<String>,
}

impl FormatReader for Session {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        self.allowance.read(piece.text.len());
        let document = scan(piece.text)?;
        let line = document.root();
        if self.folder.is_none() {
            self.folder = words(line.get("cwd"));
        }
        if self.early.end_at(piece, line) {
            self.early.take_all().iter().for_each(|early| self.read_early(early, out));
        }
        let mut early = std::mem::take(&mut self.early);
        let waits = early.keep(piece, line, |name| self.knows(name));
        self.early = early;
        if waits {
            return Ok(());
        }
        self.read(piece, line, out)?;
        while let Some(early) = self.next_early() {
            self.read_early(&early, out);
        }
        Ok(())
    }

    fn finish(&mut self, _around: &[u8], out: &mut Vec<Record>) {
        self.early.take_all().iter().for_each(|early| self.read_early(early, out));
        self.threads.iter_mut().for_each(|thread| thread.end(out));
    }

    fn resumed(&self) -> Vec<Resumed> {
        // A subagent is never resumed, unless the file has nothing else.
        let (agents, own): (Vec<&Thread>, Vec<&Thread>) = self.threads.iter().partition(|thread| thread.root.contains('/'));
        agents.into_iter().chain(own).filter_map(Thread::resumed).collect()
    }

    fn folder(&self) -> Option<&str> {
        self.folder.as_deref()
    }
}

impl Session {
    fn read(&mut self, piece: Piece<'_>, line: Value<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        match line.word("type") {
            "user" | "assistant" => self.message(piece, line, out),
            "api-request-shape" | "api-request-blob" => {
                self.requests.keep_part(line);
                Ok(())
            }
            "api-request" => {
                self.asked(line, out);
                Ok(())
            }
            "system" if line.word("subtype") == "compact_boundary" => {
                self.requests.forget_messages();
                if let Some(thread) = self.latest(line, out) {
                    thread.renew(out);
                    thread.tip = name(line, "uuid");
                }
                Ok(())
            }
            "system" if line.word("subtype") == "api_error" => {
                self.overloaded(piece, line, out);
                Ok(())
            }
            "attachment" => {
                self.attached(piece, line, out);
                Ok(())
            }
            "system" if line.get("retractedMessageUuids").is_some() => {
                self.retract(line, "retractedMessageUuids", out);
                self.note(line);
                Ok(())
            }
            // Progress repeats the messages of a subagent. Its session has them too.
            "progress" => {
                self.note(line);
                Ok(())
            }
            _ if line.path("message.role").is_some() => Err(Error::new(Code::Input, "the line has a message, but its type is unknown")),
            "" if line.get("type").is_none() => Err(Error::new(Code::Input, "it is not a line of a session: it has no type")),
            _ => {
                self.note(line);
                Ok(())
            }
        }
    }

    /// Reads a line that waited.
    fn read_early(&mut self, early: &EarlyLine, out: &mut Vec<Record>) {
        let piece = early.piece();
        let read = scan(piece.text).and_then(|document| self.read(piece, document.root(), out));
        read.err().into_iter().for_each(|error| out.push(Record::Fault(Fault::new(piece.line, piece.offset, error.reason()))));
    }

    fn next_early(&mut self) -> Option<EarlyLine> {
        let mut early = std::mem::take(&mut self.early);
        let found = early.take_known(|name| self.knows(name));
        self.early = early;
        found
    }

    /// Returns `true` if a line of that name was read.
    fn knows(&self, name: FastHash) -> bool {
        let is_note = self.roots.contains(&name) || self.unplaced.contains(&name);
        is_note || self.threads.iter().rev().any(|thread| thread.tip == Some(name) || thread.knows(name))
    }

    fn message(&mut self, piece: Piece<'_>, line: Value<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        let message = line.get("message").filter(|message| message.get("content").is_some());
        let message = message.ok_or_else(|| Error::new(Code::Input, "it is a message without content"))?;
        let (start, uuid) = (ExchangeStart::of(piece, line), name(line, "uuid"));
        self.requests.keep_line(message);
        ["supersedesUuids", "retractedMessageUuids"].iter().for_each(|member| self.retract(line, member, out));
        let Some(thread) = self.thread(piece, line, out) else { return Ok(()) };
        let is_answer = line.word("type") == "assistant";
        if is_answer && flag(line, "isApiErrorMessage") {
            refused(thread, line, message, start, out);
        } else if is_answer && message.word("model") != "<synthetic>" && !flag(line, "isVirtual") {
            thread.add_answer_line(line, message, start, out);
            if flag(line, "isAbortedMidStream") {
                thread.abort();
            }
            uuid.into_iter().for_each(|uuid| thread.mark_block(uuid));
            return Ok(());
        } else if !flag(line, "isVirtual") {
            if flag(line, "isCompactSummary") && line.get("parentUuid").is_some_and(Value::is_null) {
                thread.renew(out);
            }
            thread.say(&sent(message, if is_answer { "assistant" } else { "user" }), !is_result(line), start);
        }
        uuid.into_iter().for_each(|uuid| thread.mark(uuid));
        Ok(())
    }

    /// Returns the conversation of a message. `None` if the message was read before.
    fn thread(&mut self, piece: Piece<'_>, line: Value<'_>, out: &mut Vec<Record>) -> Option<&mut Thread> {
        let Some(parent) = name(line, "parentUuid").filter(|parent| !self.roots.contains(parent)) else {
            // A message without a previous one begins a conversation, unless it is a result.
            let begins = line.get("parentUuid").is_some() && line.word("type") == "user";
            let begins = begins && !is_result(line) && !flag(line, "isCompactSummary");
            return if begins { self.begin(root(line), None, out) } else { self.latest(line, out) };
        };
        let Some((nth, way)) =
            self.threads.iter().enumerate().rev().find_map(|(nth, thread)| Some((nth, thread.continuation(parent, line)?)))
        else {
            let is_missing = !self.unplaced.contains(&parent);
            if is_missing {
                let reason = "it continues a line that is not in the file: earlier messages are missing";
                out.push(Record::Fault(Fault::before(piece.line, piece.offset, reason)));
            }
            let thread = self.latest(line, out)?;
            if is_missing {
                thread.lose_messages();
            }
            return Some(thread);
        };
        if way == Continuation::On {
            return self.turn_to(nth);
        }
        if name(line, "uuid").is_some_and(|uuid| self.threads.iter().any(|thread| thread.knows(uuid))) {
            return None;
        }
        let thread = self.turn_to(nth)?;
        let (root, origin, shared) = (thread.root.clone(), thread.name.clone(), thread.until(parent, out));
        let sources = thread.sources_until(parent);
        let is_lossy = thread.has_lost_messages;
        let shared = self.allowance.take(shared);
        if shared.is_none() {
            let reason = "it returns to a message that is no longer kept: earlier messages are missing".to_owned();
            out.push(Record::Fault(Fault::before(piece.line, piece.offset, reason)));
        }
        let thread = self.begin(root, Some(origin), out)?;
        thread.has_lost_messages = is_lossy || shared.is_none();
        let sources = if shared.is_some() { sources } else { Vec::new() };
        thread.share(&shared.unwrap_or_default(), sources);
        Some(thread)
    }

    /// Returns the most recent conversation of the line's session or agent.
    fn latest(&mut self, line: Value<'_>, out: &mut Vec<Record>) -> Option<&mut Thread> {
        let root = root(line);
        match self.threads.iter().rposition(|thread| thread.root == root) {
            Some(nth) => self.turn_to(nth),
            None => self.begin(root, None, out),
        }
    }

    fn begin(&mut self, root: String, origin: Option<String>, out: &mut Vec<Record>) -> Option<&mut Thread> {
        let nth = match self.names.binary_search_by(|(known, _)| known.cmp(&root)) {
            Ok(at) => self.names.get_mut(at).map_or(1, |(_, count)| {
                *count += 1;
                *count
            }),
            Err(at) => {
                self.names.insert(at, (root.clone(), 1));
                1
            }
        };
        if self.threads.len() >= MOST {
            self.threads.remove(0).end(out);
        }
        let name = if nth == 1 { root.clone() } else { [root.as_str(), "#", &decimal(nth)].concat() };
        self.threads.push(Thread::new(name, root, origin, SentSoFar::new(self.allowance.clone())));
        self.threads.last_mut()
    }

    fn turn_to(&mut self, nth: usize) -> Option<&mut Thread> {
        if nth + 1 < self.threads.len() {
            let thread = self.threads.remove(nth);
            self.threads.push(thread);
        }
        self.threads.last_mut()
    }

    /// Reads a line that is not a message, which others may name as their previous line.
    fn note(&mut self, line: Value<'_>) {
        let Some(uuid) = name(line, "uuid") else { return };
        let Some(parent) = name(line, "parentUuid").filter(|parent| !self.roots.contains(parent)) else {
            if line.get("parentUuid").is_some() {
                keep_name(&mut self.roots, uuid);
            }
            return;
        };
        match self.threads.iter_mut().rev().find(|thread| thread.continuation(parent, line) == Some(Continuation::On)) {
            Some(thread) => thread.mark(uuid),
            None => keep_name(&mut self.unplaced, uuid),
        }
    }

    /// Reads a recorded request.
    fn asked(&mut self, line: Value<'_>, out: &mut Vec<Record>) {
        let session = words(line.get("sessionId")).unwrap_or_default();
        let root = words(line.get("agentId")).map_or_else(|| session.clone(), |agent| [session.as_str(), "/", &agent].concat());
        let Some(request) = self.requests.read(&root, line) else { return };
        let thread = match self.threads.iter().rposition(|thread| thread.root == root) {
            Some(nth) => self.turn_to(nth),
            None => self.begin(root, None, out),
        };
        if let Some(thread) = thread {
            thread.ask(request);
        }
    }

    /// Removes the messages that a line names, in every conversation.
    fn retract(&mut self, line: Value<'_>, member: &str, out: &mut Vec<Record>) {
        let names: Vec<FastHash> = line.list(member).map(|name| FastHash::of(name.raw())).collect();
        if !names.is_empty() {
            self.threads.iter_mut().for_each(|thread| thread.retract(&names, out));
        }
    }

    /// Reads an attachment: its wording for the model, a prompt that waited until the model was ready, or a change of the messages.
    fn attached(&mut self, piece: Piece<'_>, line: Value<'_>, out: &mut Vec<Record>) {
        let messages = rendered(line);
        let is_strip = line.fits("attachment.type=thinking_stripped");
        let Some(uuid) = name(line, "uuid").filter(|_| is_strip || !messages.is_empty()) else { return self.note(line) };
        let Some(thread) = self.thread(piece, line, out) else { return };
        if is_strip && line.fits("attachment.scope=partial") {
            thread.lose_messages();
        } else if is_strip {
            thread.strip_thinking(out);
        }
        for message in messages {
            thread.say(&message, true, ExchangeStart::of(piece, line));
        }
        thread.mark(uuid);
    }

    /// Reads a refusal after which the client retries.
    fn overloaded(&mut self, piece: Piece<'_>, line: Value<'_>, out: &mut Vec<Record>) {
        let start = ExchangeStart::of(piece, line);
        let Some(error) = line.get("error").filter(|error| error.get("error").is_some() || error.get("status").is_some()) else {
            return self.note(line);
        };
        let status = error.get("status").and_then(Value::whole).and_then(|status| u16::try_from(status).ok());
        let body = error.get("error").filter(|body| body.get("error").is_some()).map(|body| body.raw().to_vec());
        let Some(thread) = self.thread(piece, line, out) else { return };
        thread.refuse(Refusal { status, body }, error.raw(), "api_error", start, out);
        name(line, "uuid").into_iter().for_each(|uuid| thread.mark(uuid));
    }
}

/// Returns a message as it is sent, without the client's notes.
fn sent(message: Value<'_>, role: &str) -> Vec<u8> {
    let role = message.get("role").map_or_else(|| crate::json::quote(role).into_bytes(), |role| role.raw().to_vec());
    let content = message.get("content").map(Value::raw).unwrap_or_default();
    [b"{\"role\":", role.as_slice(), b",\"content\":", content, b"}"].concat()
}

/// Returns the session of a line, and its agent.
fn root(line: Value<'_>) -> String {
    let session = words(line.get("sessionId").or_else(|| line.get("session_id"))).unwrap_or_default();
    let caller = words(line.get("parent_tool_use_id"));
    let agent = words(line.get("agentId")).or(caller.clone()).unwrap_or_else(|| "sidechain".to_owned());
    if flag(line, "isSidechain") || caller.is_some() { [session.as_str(), "/", &agent].concat() } else { session }
}

/// Adds the name of a line to the most recent ones.
fn keep_name(names: &mut Vec<FastHash>, name: FastHash) {
    if names.len() >= MOST_NAMES {
        names.drain(..MOST_NAMES / 2);
    }
    names.push(name);
}

/// The maximum number of names of notes. A line names one shortly before it.
const MOST_NAMES: usize = 64;

fn name(line: Value<'_>, member: &str) -> Option<FastHash> {
    line.get(member).filter(|name| name.text().is_some()).map(|name| FastHash::of(name.raw()))
}

fn flag(line: Value<'_>, member: &str) -> bool {
    line.get(member).and_then(Value::boolean) == Some(true)
}
