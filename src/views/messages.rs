//! The history that is kept, the messages that are sent, and the log that people look at. They treat ephemeral messages, which were only meant to be sent, differently.

use super::policy::Policy;
use super::redact::{Redacted, redact};
use crate::error::{Code, Error};
use crate::json::{Changes, Document, Places, Value, scan};

/// A list of messages, or an object that has one where requests and stores of messages do.
const LISTED: &str = ":a,messages,input,contents,history,prompt";

/// The flags that agentfootprint writes beside a message.
const FLAGS: [&str; 2] = ["ephemeral", "injectedBy"];

/// A list of messages, or a request, without the messages that are `ephemeral`: sent and logged, but not kept. All else, and above all every
/// block of thinking, stays as it is, byte for byte.
///
/// # Errors
/// A text that is not JSON, or has no messages; an `ephemeral` that is neither true nor false, with its pointer.
pub fn persistent(body: &[u8]) -> Result<Vec<u8>, Error> {
    let document = scan(body)?;
    let mut changes = Changes::new(&document);
    for message in listed(&document)? {
        let Some(flag) = message.get("ephemeral") else { continue };
        match flag.boolean() {
            Some(true) => changes.remove(message)?,
            Some(false) => {}
            None => return Err(fault(&document, flag)),
        }
    }
    changes.apply()
}

/// A list of messages, or a request, as a provider may see it: without the flags that a framework writes beside a message for itself. No message is left out.
///
/// # Errors
/// As [`persistent`].
pub fn sendable(body: &[u8]) -> Result<Vec<u8>, Error> {
    let document = scan(body)?;
    let mut changes = Changes::new(&document);
    for message in listed(&document)? {
        for (name, flag) in message.members().filter(|(name, _)| FLAGS.iter().any(|flag| *name == **flag)) {
            // A flag that is not a flag may be somebody's data, which must not go in silence.
            if name == *"ephemeral" && flag.boolean().is_none() {
                return Err(fault(&document, flag));
            }
            changes.remove(flag)?;
        }
    }
    changes.apply()
}

/// A redacted copy of a request for those who look at what was sent. No message is left out.
#[derive(Clone, Debug)]
pub struct Log {
    /// The copy, and what was taken out of it.
    pub redacted: Redacted,
    /// The pointers of the messages that are `ephemeral`: they were sent, and no store has them.
    pub ephemeral: Vec<String>,
}

/// Makes a copy for a log. Messages that are `ephemeral` are shown, whatever the policy, and listed.
///
/// # Errors
/// A text that is not JSON; an `ephemeral` that is neither true nor false, with its pointer.
pub fn log(body: &[u8], policy: &Policy) -> Result<Log, Error> {
    let document = scan(body)?;
    let mut places = Places::new(&document);
    let mut ephemeral = Vec::new();
    for message in messages(document.root()) {
        // If several members have that name, any counts: a second one is not a place to hide behind.
        let flags = message.members().filter(|(name, _)| *name == *"ephemeral");
        let mut marked = false;
        for (_, flag) in flags {
            marked |= flag.boolean().ok_or_else(|| fault(&document, flag))?;
        }
        if marked {
            ephemeral.push(places.place(message).pointer);
        }
    }
    Ok(Log { redacted: redact(body, policy)?, ephemeral })
}

/// The messages of a document that has a list of them.
fn listed<'d>(document: &'d Document<'d>) -> Result<Vec<Value<'d>>, Error> {
    let root = document.root();
    if root.fits(LISTED) {
        Ok(messages(root))
    } else {
        Err(Error::new(Code::Message, "neither a list of messages nor a request").in_value(""))
    }
}

fn messages(root: Value<'_>) -> Vec<Value<'_>> {
    let mut found = Vec::new();
    for path in ["*", "messages.*", "input.*", "contents.*", "history.*", "prompt.*"] {
        root.collect(path, &mut found);
    }
    found
}

fn fault(document: &Document<'_>, flag: Value<'_>) -> Error {
    let place = document.place(flag);
    Error::new(Code::Message, "expected a boolean").at(flag.span().start).in_value(place.pointer)
}
