//! The messages of a conversation that were reported as they were sent. The next recorded request continues them, or all of its messages are reported again.

use super::requests::{SentMessage, SentRequest};
use crate::json::{Digest, Value, digest, scan};
use crate::sessions::history::{Allowance, join};

/// The reported messages, by their digests.
#[derive(Default)]
pub struct SentSoFar {
    opening: Vec<u8>,
    messages: Option<Vec<Digest>>,
    allowance: Allowance,
}

/// The part of a request that was not reported before.
pub struct NextPart {
    /// The request without its messages, if it begins again.
    pub opening: Option<Vec<u8>>,
    /// The messages, with commas between them.
    pub added: Vec<u8>,
    pub lacks_settings: bool,
    pub lacks_text: bool,
}

impl SentSoFar {
    pub fn new(allowance: Allowance) -> Self {
        Self { allowance, ..Self::default() }
    }

    /// Returns the next part of a request and records it, with the reply that follows. `None` if its messages are unknown, or if they would be repeated too often.
    pub fn next(&mut self, request: &SentRequest, is_opened: bool, reply: Option<&[u8]>) -> Option<NextPart> {
        let messages = request.messages.as_deref()?;
        let known = self.messages.take().filter(|_| is_opened && self.opening == request.opening);
        let rest = known.filter(|known| continues(messages, known)).and_then(|known| messages.get(known.len()..));
        let added = match rest {
            Some(rest) => join_all(rest),
            None => self.allowance.take(Some(join_all(messages)))?,
        };
        let opening = rest.is_none().then(|| request.opening.clone());
        let reply = reply.and_then(|reply| Some(digest(scan(reply).ok()?.root())));
        self.messages = Some(messages.iter().map(|(digest, _)| *digest).chain(reply).collect());
        self.opening.clone_from(&request.opening);
        Some(NextPart { opening, added, lacks_settings: request.lacks_settings, lacks_text: request.lacks_text })
    }

    /// Forgets the messages. The next recorded request is reported from its beginning.
    pub fn forget(&mut self) {
        self.messages = None;
    }
}

fn continues(messages: &[SentMessage], known: &[Digest]) -> bool {
    messages.len() >= known.len() && messages.iter().zip(known).all(|((digest, _), known)| digest == known)
}

fn join_all(messages: &[SentMessage]) -> Vec<u8> {
    let mut joined = Vec::new();
    messages.iter().for_each(|(_, message)| join(&mut joined, message));
    joined
}

/// Returns the messages of an attachment. Versions before 2.1.3 record only the text of a queued prompt.
pub fn rendered(line: Value<'_>) -> Vec<Vec<u8>> {
    let message = |content: Value<'_>| [b"{\"role\":\"user\",\"content\":", content.raw(), b"}"].concat();
    let rendered: Vec<Vec<u8>> = line.list("rendered").filter_map(|part| part.get("content")).map(message).collect();
    if !rendered.is_empty() || !line.fits("attachment.type=queued_command") {
        return rendered;
    }
    line.path("attachment.prompt").map(message).into_iter().collect()
}
