//! [`Answer`]: the answer of which a conversation is made, if it is no request.

/// What is known of an answer beside what it says. A request has nothing of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    /// Its id, or a digest of it.
    pub(crate) id: Vec<u8>,
    /// Its time, in seconds.
    pub(crate) created: Option<i64>,
}
