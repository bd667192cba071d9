//! Floor 7: what people have at hand when a session died. One format a file, told by its looks, read piece by piece.
//!
//! A transcript comes in chunks of any size and goes out as [`Record`]s: exchanges, with the bodies as they were recorded, and faults, which
//! name a line that could not be read and cost nothing but that line. Memory is bounded by the longest piece (a line of JSONL, an entry of
//! an HAR file), not by the file.
//!
//! Some formats keep whole requests; others, the sessions of agents, keep messages. A message is not repeated here for every
//! request that carried it, which would make a session of n turns n² long: an exchange then says what was [`added`](Exchange::added)
//! to the conversation since the one before, and how the answer goes [back](Exchange::reply).
//!
//! To add a format: a file with a struct that is a [`Format`], a line in [`KINDS`], a folder in `tests/transcripts`.

mod bodies;
mod calls;
mod claude_code;
mod codex;
mod cognipeer;
mod conversations;
mod cut;
mod har;
mod head;
mod history;
mod pairs;
mod refusal;
mod sample;
mod single;
mod vcr;
pub mod yaml;

use crate::json::{Limits, line_end};
use conversations::Conversations;
use cut::{Cut, Cutter};
use sample::Sample;

/// One thing that a transcript tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// A request and what answered it, or one of them.
    Exchange(Box<Exchange>),
    /// A piece that could not be read, and was skipped.
    Fault(Fault),
}

/// A request and what answered it, as far as they were recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The byte at which it begins.
    pub offset: usize,
    /// The conversation it belongs to: by the name that the format has for it, or else by a number.
    pub session: Option<String>,
    /// What the format calls it.
    pub label: Option<String>,
    /// The wire, where the format speaks one alone.
    pub wire: Option<String>,
    /// The address it went to.
    pub url: Option<String>,
    /// The model that was asked.
    pub model: Option<String>,
    /// The status of HTTP.
    pub status: Option<u16>,
    /// When, as it is written there.
    pub time: Option<String>,
    /// The body of the request.
    pub request: Option<Vec<u8>>,
    /// The request without its messages, `{"model":…}`, at the beginning of a conversation that is told message by message.
    pub opening: Option<Vec<u8>>,
    /// In place of a request: the messages that were added since the exchange before, with commas between them.
    pub added: Option<Vec<u8>>,
    /// The body that answered.
    pub response: Option<Vec<u8>>,
    /// In place of a body: the stream, whole.
    pub stream: Option<Vec<u8>>,
    /// What of the answer is in the next request: messages or items, with commas between them. With [`added`](Self::added) only.
    pub reply: Option<Vec<u8>>,
}

/// A piece that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its line, from 1.
    pub line: usize,
    /// The byte at which reading stopped.
    pub offset: usize,
    /// Why.
    pub reason: String,
}

/// A stretch of a transcript that its format reads at once.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'p> {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The byte at which it begins.
    pub offset: usize,
    /// Its text.
    pub text: &'p [u8],
}

/// How one format is read.
pub trait Format {
    /// Takes the next piece; what it tells may come with a later one.
    ///
    /// # Errors
    ///
    /// If the piece cannot be read. It is skipped then.
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), crate::error::Error>;

    /// The end. What stood around the pieces is given, if it is a document with a list in it; the list is empty there.
    fn finish(&mut self, _around: &[u8], _out: &mut Vec<Record>) {}
}

/// A format, as the reader knows it.
pub(crate) struct Kind {
    /// What it is called.
    name: &'static str,
    /// Whether a text looks like it.
    fits: fn(&Sample<'_>) -> bool,
    /// Into which pieces it is cut.
    cut: Cut,
    open: fn() -> Box<dyn Format>,
}

/// Every format there is; the first that fits is taken.
const KINDS: &[Kind] = &[
    har::KIND,
    vcr::JSON,
    vcr::NOCK,
    vcr::YAML,
    cognipeer::FILE,
    cognipeer::LINES,
    codex::KIND,
    claude_code::KIND,
    pairs::LIST,
    pairs::WITHIN,
    pairs::LINES,
    pairs::ONE,
    single::KIND,
];

/// Reads a transcript as it arrives.
#[derive(Default)]
pub struct Reader {
    /// The bytes that arrived before the format was known.
    held: Vec<u8>,
    /// How many of [`Self::SAMPLES`] were looked at.
    looks: usize,
    conversations: Conversations,
    open: Option<(&'static Kind, Cutter, Box<dyn Format>)>,
}

impl Reader {
    /// How much is looked at before the format is told: the first of these, and the next ones only while there are just lines that belong to no
    /// format, such as the log of a server before its first exchange.
    const SAMPLES: [usize; 3] = [64 << 10, 256 << 10, 1 << 20];

    /// What the transcript was found to be.
    #[must_use]
    pub fn format(&self) -> Option<&'static str> {
        self.open.as_ref().map(|(kind, ..)| kind.name)
    }

    /// Takes what has arrived, and gives what is new in it.
    #[must_use]
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Record> {
        let mut out = Vec::new();
        if self.open.is_some() {
            self.read(bytes, &mut out);
        } else {
            self.hold(bytes, &mut out);
        }
        self.joined(out)
    }

    /// The end of the transcript. Nothing, and no format, if it is none that is known.
    #[must_use]
    pub fn finish(&mut self) -> Vec<Record> {
        let mut out = Vec::new();
        if self.open.is_none() {
            let held = std::mem::take(&mut self.held);
            self.begin(look(&held).0, &held, &mut out);
        }
        if let Some((_, cutter, format)) = &mut self.open {
            let around = cutter.finish(&mut |piece| read(format.as_mut(), piece, &mut out));
            format.finish(&around, &mut out);
        }
        self.joined(out)
    }

    /// The records, each with its conversation.
    fn joined(&mut self, mut records: Vec<Record>) -> Vec<Record> {
        for record in &mut records {
            if let Record::Exchange(exchange) = record {
                self.conversations.join(exchange);
            }
        }
        records
    }

    /// Keeps what arrives until the format is told. The samples have fixed lengths, so the chunks do not matter.
    fn hold(&mut self, bytes: &[u8], out: &mut Vec<Record>) {
        // A file without a format is not kept.
        if self.looks < Self::SAMPLES.len() {
            self.held.extend_from_slice(bytes);
        }
        while let Some(sample) = Self::SAMPLES.get(self.looks).and_then(|size| self.held.get(..*size)) {
            self.looks += 1;
            let (kind, may_follow) = look(sample);
            if !may_follow || self.looks == Self::SAMPLES.len() {
                let held = std::mem::take(&mut self.held);
                return self.begin(kind, &held, out);
            }
        }
    }

    fn begin(&mut self, kind: Option<&'static Kind>, held: &[u8], out: &mut Vec<Record>) {
        self.looks = Self::SAMPLES.len();
        if let Some(kind) = kind {
            self.open = Some((kind, Cutter::new(kind.cut, Limits::default().bytes), (kind.open)()));
            self.read(held, out);
        }
    }

    fn read(&mut self, bytes: &[u8], out: &mut Vec<Record>) {
        if let Some((_, cutter, format)) = &mut self.open {
            cutter.push(bytes, &mut |piece| read(format.as_mut(), piece, out));
        }
    }
}

/// The format that a sample looks like, and `true` if it may have another: its lines so far belong to none, and a later line may tell.
fn look(sample: &[u8]) -> (Option<&'static Kind>, bool) {
    let first = Sample::of(sample);
    let kind = KINDS.iter().find(|kind| (kind.fits)(&first));
    let is_bare = first.opens_with(b'{') || first.opens_with(b'[');
    let is_settled = kind.is_some_and(|kind| kind.cut != Cut::Whole || !is_bare);
    if is_settled || !first.is_line || line_end(first.text).is_none() {
        return (kind, false);
    }
    // The first lines alone are looked at before: where they tell a format, a line further down must not tell another.
    let later = Sample::of_objects(sample);
    match KINDS.iter().find(|kind| kind.cut == Cut::Lines && (kind.fits)(&later)) {
        Some(found) => (Some(found), false),
        None => (kind, true),
    }
}

fn read(format: &mut dyn Format, piece: Result<Piece<'_>, Fault>, out: &mut Vec<Record>) {
    let fault = match piece {
        Ok(piece) => match format.piece(piece, out) {
            Ok(()) => return,
            Err(error) => {
                let offset = piece.offset + error.offset().unwrap_or_default();
                let before = error.offset().and_then(|at| piece.text.get(..at)).unwrap_or_default();
                let line = piece.line + before.iter().filter(|byte| **byte == b'\n').count();
                Fault { line, offset, reason: error.reason().to_owned() }
            }
        },
        Err(fault) => fault,
    };
    out.push(Record::Fault(fault));
}
