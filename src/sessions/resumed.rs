//! The messages that an agent sends when it resumes a session, and the lines that they are from.

/// The line of a part of the messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The byte of the messages at which the part begins. It ends where the next one begins.
    pub at: usize,
    /// The line in the file, from 1.
    pub line: usize,
    /// The byte at which the line, or the element of a list, begins in the file.
    pub offset: usize,
}

impl Source {
    /// Returns it for messages that are written further back.
    #[must_use]
    pub fn shifted(self, by: usize) -> Self {
        Self { at: self.at + by, ..self }
    }
}

/// A conversation as the agent continues it: its last request and reply, without what the agent no longer sends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resumed {
    /// The name of the conversation.
    pub session: Option<String>,
    /// The wire of its requests.
    pub wire: String,
    /// The address, if it is known.
    pub url: Option<String>,
    /// The host, if it is known.
    pub host: Option<String>,
    /// The model of its last answer.
    pub model: Option<String>,
    /// The request without its messages.
    pub opening: Vec<u8>,
    /// The messages, with commas between them. Empty if they are too long.
    pub messages: Vec<u8>,
    /// The lines of the messages, in order.
    pub sources: Vec<Source>,
    /// The parts that the agent sends and the file does not have.
    pub unrecorded: Vec<&'static str>,
    /// True if the messages are longer than any provider accepts, so they were not kept.
    pub is_too_long: bool,
}

impl Resumed {
    /// Returns the line of a byte of the messages.
    #[must_use]
    pub fn source_of(&self, byte: usize) -> Option<Source> {
        let after = self.sources.partition_point(|source| source.at <= byte);
        self.sources.get(after.checked_sub(1)?).copied()
    }
}
