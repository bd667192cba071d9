//! The records that a transcript is read into, and the pieces that it is cut into.

/// One record of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// A request and what answered it, or one of them.
    Exchange(Box<Exchange>),
    /// A piece that could not be read, and was skipped.
    Fault(Fault),
    /// The outcome of a session, where the format has one.
    Session(Box<SessionOutcome>),
}

/// The outcome of a session: its end as the format calls it, and all that failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionOutcome {
    /// The session.
    pub session: Option<String>,
    /// The thread that joins it to other sessions of one conversation.
    pub thread: Option<String>,
    /// How it ended, in the format's own word.
    pub status: Option<String>,
    /// The JSON text of each error, as it is recorded.
    pub errors: Vec<Vec<u8>>,
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
    /// The name that the format has for it.
    pub label: Option<String>,
    /// The conversation that it branched off. The two share their first messages, so they share a ledger.
    pub branch_of: Option<String>,
    /// The parts that were sent or received and are not in the transcript, by the names of [`Target::unrecorded`](crate::model::Target::unrecorded).
    pub unrecorded: Vec<&'static str>,
    /// The wire, if the format has only one.
    pub wire: Option<String>,
    /// The address it went to.
    pub url: Option<String>,
    /// The host it went to, if no more of the address was recorded.
    pub host: Option<String>,
    /// The model that was asked.
    pub model: Option<String>,
    /// The status of HTTP.
    pub status: Option<u16>,
    /// The time, as the transcript writes it.
    pub time: Option<String>,
    /// The body of the request.
    pub request: Option<Vec<u8>>,
    /// The request without its messages, `{"model":…}`, at the beginning of a conversation that is recorded message by message.
    pub opening: Option<Vec<u8>>,
    /// In place of a request: the messages that were added since the exchange before, with commas between them.
    pub added: Option<Vec<u8>>,
    /// The body that answered.
    pub response: Option<Vec<u8>>,
    /// In place of a body: the stream, whole.
    pub stream: Option<Vec<u8>>,
    /// The answer as the next request has it: messages or items, with commas between them. With [`added`](Self::added) only.
    pub reply: Option<Vec<u8>>,
}

/// A piece that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Its line, from 1.
    pub line: usize,
    /// The byte at which reading stopped.
    pub offset: usize,
    /// The reason, in a sentence.
    pub reason: String,
    /// The name of the format, if the whole file is of one that is not read; `unknown` if it is none that is known.
    pub unread: Option<&'static str>,
}

impl Fault {
    /// The fault of a piece that begins at a line and a byte.
    #[must_use]
    pub fn new(line: usize, offset: usize, reason: impl Into<String>) -> Self {
        Self { line, offset, reason: reason.into(), unread: None }
    }
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
