//! The offline threading id, which distinguishes a retry from a second message.
//!
//! Letta shows a stored message as several messages and derives an id for each: the UUID of the stored one, its last seven bits replaced by the place.

use super::{refused, string_of};
use crate::error::{Code, Error};
use crate::json::{Digest, Value, digest, lossy};

/// Returns the id of the part at a place of a message, by Letta's rule: -1 gives the message's own id, 0 to 127 its UUID with the last seven bits replaced.
///
/// ```
/// use rethought::formats::letta::otid;
///
/// assert_eq!(otid("message-9f2b6c1e-0b1a-4c3d-8e5f-a1b2c3d4e5f6", 5)?, "9f2b6c1e-0b1a-4c3d-8e5f-a1b2c3d4e585");
/// assert_eq!(otid("message-9f2b6c1e-0b1a-4c3d-8e5f-a1b2c3d4e5f6", 128).unwrap_err().reason(), "Index must be between 0 and 127");
/// # Ok::<(), rethought::Error>(())
/// ```
///
/// # Errors
/// Another place, in Letta's words; an id that is not a UUID, with or without `message-` in front.
pub fn otid(message: &str, index: i64) -> Result<String, Error> {
    if index == -1 {
        return Ok(message.to_owned());
    }
    let index = u8::try_from(index).ok().filter(|index| *index < 128);
    let index = index.ok_or_else(|| refused(Code::Input, "Index must be between 0 and 127", "/index"))?;
    let mut uuid = uuid(message).ok_or_else(|| refused(Code::Input, "the id of a message ends in a UUID", "/id"))?;
    if let Some(last) = uuid.last_mut() {
        *last = *last & 0x80 | index;
    }
    Ok(written(uuid))
}

/// Returns the place for which an id was derived, or `None` if it was not derived from that message.
#[must_use]
pub fn place(message: &str, derived: &str) -> Option<usize> {
    let index = uuid(derived)?.last()? & 0x7f;
    (otid(message, i64::from(index)).ok()? == derived).then_some(usize::from(index))
}

/// Two messages with one id.
#[derive(Clone, Copy, Debug)]
pub struct Repeat<'d> {
    /// The one that comes first.
    pub first: Value<'d>,
    /// The other.
    pub again: Value<'d>,
    /// True if they are equal: a retry, which is not a fault.
    pub same: bool,
}

/// Returns the messages whose `otid` an earlier message already has.
#[must_use]
pub fn repeats<'d>(messages: &[Value<'d>]) -> Vec<Repeat<'d>> {
    let mut known = Vec::new();
    for message in messages {
        if let Some(otid) = string_of(*message, "otid") {
            known.push((otid, *message));
        }
    }
    known.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut found = Vec::new();
    for same in known.chunk_by(|(one, _), (other, _)| one == other) {
        let Some(((_, first), repeated)) = same.split_first() else { continue };
        found.extend(repeated.iter().map(|(_, again)| Repeat { first: *first, again: *again, same: digest(*first) == digest(*again) }));
    }
    found
}

/// Returns an id for a message that has none: the same for the same message, and never one that Letta makes (RFC 9562, version 8).
pub(super) fn made(Digest(digest): Digest, nth: usize) -> String {
    let mut uuid = [0; 16];
    uuid.iter_mut().zip(digest).for_each(|(to, from)| *to = from);
    uuid.iter_mut().zip(nth.to_le_bytes()).for_each(|(to, from)| *to ^= from);
    let [.., version, _, variant, _, _, _, _, _, _, _] = &mut uuid;
    *version = *version & 0x0f | 0x80;
    *variant = *variant & 0x3f | 0x80;
    ["message-", &written(uuid)].concat()
}

fn uuid(text: &str) -> Option<[u8; 16]> {
    let mut uuid = [0_u8; 16];
    let digits = text.strip_prefix("message-").unwrap_or(text).bytes().filter(|byte| *byte != b'-');
    let mut count = 0;
    for digit in digits {
        let digit = u8::try_from(char::from(digit).to_digit(16)?).ok()?;
        let byte = uuid.get_mut(count / 2)?;
        *byte = *byte << 4 | digit;
        count += 1;
    }
    (count == 32).then_some(uuid)
}

fn written(uuid: [u8; 16]) -> String {
    let mut out = Vec::with_capacity(36);
    for (nth, byte) in uuid.into_iter().enumerate() {
        if matches!(nth, 4 | 6 | 8 | 10) {
            out.push(b'-');
        }
        out.extend([byte >> 4, byte & 15].map(|digit| if digit < 10 { b'0' + digit } else { b'a' + digit - 10 }));
    }
    lossy(&out)
}
