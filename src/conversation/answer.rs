//! [`Answer`]: facts about an answer that is read as a conversation.

use crate::json::{Digest, Value, digest};
use crate::model::time::{Moment, NoClock, read};

/// Facts about an answer that its contents do not include. A request has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    /// Its id, or a digest of it.
    pub(crate) id: Vec<u8>,
    /// The digest of its body.
    pub(crate) digest: Option<Digest>,
    /// Its time.
    pub(crate) created: Option<Moment>,
}

impl Answer {
    /// Reads an answer. `now` is the time in seconds, for wires whose answers have no time.
    pub(crate) fn read(response: Value<'_>, id: Vec<u8>, now: i64) -> Self {
        let stated = ["created_at", "created", "createTime"].iter().filter_map(|name| response.get(name)).find_map(moment);
        let created = stated.or_else(|| Moment::new(now.saturating_mul(1000)).ok());
        Self { id, digest: Some(digest(response)), created }
    }
}

/// Reads the time of an answer: a text, or seconds since 1970.
fn moment(value: Value<'_>) -> Option<Moment> {
    match value.text() {
        Some(text) => read(&text.lossy(), &NoClock).ok(),
        None => Moment::new(value.whole()?.checked_mul(1000)?).ok(),
    }
}
