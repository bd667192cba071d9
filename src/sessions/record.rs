//! The records of a transcript, and its pieces.

/// One record of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// A request and its response, or one of them.
    Exchange(Box<Exchange>),
    /// A piece that could not be read, and was skipped.
    Fault(Fault),
    /// The outcome of a session, if the format has one.
    Session(Box<SessionOutcome>),
}

/// The outcome of a session: its status in the format's words, and all errors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionOutcome {
    /// The session.
    pub session: Option<String>,
    /// The thread that joins it to other sessions of one conversation.
    pub thread: Option<String>,
    /// Its status, in the format's word.
    pub status: Option<String>,
    /// The JSON text of each error, as it is recorded.
    pub errors: Vec<Vec<u8>>,
}

/// A request and its response, as far as they were recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The byte at which it begins.
    pub offset: usize,
    /// Its conversation: the format's name for it, or a number.
    pub session: Option<String>,
    /// The format's name for it.
    pub label: Option<String>,
    /// The conversation from which it branched. The two share their first messages, so they share a ledger.
    pub branch_of: Option<String>,
    /// The parts that were sent or received but are not in the transcript, by the names of [`Target::unrecorded`](crate::model::Target::unrecorded).
    pub unrecorded: Vec<&'static str>,
    /// The wire, if the format has only one.
    pub wire: Option<String>,
    /// The address of the request.
    pub url: Option<String>,
    /// The host of the request, if no more of the address was recorded.
    pub host: Option<String>,
    /// The requested model.
    pub model: Option<String>,
    /// The HTTP status.
    pub status: Option<u16>,
    /// The time, as the transcript writes it.
    pub time: Option<String>,
    /// The body of the request.
    pub request: Option<Vec<u8>>,
    /// The request without its messages, `{"model":…}`, at the beginning of a conversation that is recorded message by message.
    pub opening: Option<Vec<u8>>,
    /// In place of a request: the messages that were added since the previous exchange, with commas between them.
    pub added: Option<Vec<u8>>,
    /// The body of the response.
    pub response: Option<Vec<u8>>,
    /// In place of a body: the complete stream.
    pub stream: Option<Vec<u8>>,
    /// The answer in the next request's form: messages or items, with commas between them. Only with [`added`](Self::added).
    pub reply: Option<Vec<u8>>,
    /// The line and the byte of a refusal, if it has a line of its own.
    pub answered_at: Option<(usize, usize)>,
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
    /// The name of the format, if the whole file has one that is not read; `unknown` if the format is unknown.
    pub unread: Option<&'static str>,
    /// True if the piece was read, and messages before it are missing.
    pub is_read: bool,
}

impl Fault {
    /// Makes the fault of a piece that begins at a line and a byte.
    #[must_use]
    pub fn new(line: usize, offset: usize, reason: impl Into<String>) -> Self {
        Self { line, offset, reason: reason.into(), unread: None, is_read: false }
    }

    /// Makes the fault of a piece that was read, and before which messages are missing.
    #[must_use]
    pub fn before(line: usize, offset: usize, reason: impl Into<String>) -> Self {
        Self { is_read: true, ..Self::new(line, offset, reason) }
    }
}

/// A stretch of a transcript that its format reads as one unit.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'p> {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The byte at which it begins.
    pub offset: usize,
    /// Its text.
    pub text: &'p [u8],
}
