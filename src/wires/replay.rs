//! The next request: the request of an exchange with the turn of its response appended.

use super::codec::Note;
use super::registry::codec;
use crate::error::{Code, Error};
use crate::json::{Changes, scan};
use crate::model::Target;

/// The next request: the text of a request with the turn of a response appended, everything else byte for byte.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The text.
    pub request: Vec<u8>,
    /// The necessary changes.
    pub notes: Vec<Note>,
}

/// Appends the turn of a response to its request.
///
/// # Errors
/// A body that is not JSON, an unknown wire, a request without a list for the turn, a response without a turn.
pub fn replay(request: &[u8], response: &[u8], target: &Target) -> Result<Replayed, Error> {
    let codec = codec(&target.wire).ok_or_else(|| Error::new(Code::Input, format!("there is no codec for {}", target.wire)))?;
    let (request, response) = (scan(request)?, scan(response)?);
    let mut changes = Changes::new(&request);
    let notes = codec.replay(response.root(), request.root(), target, &mut changes)?;
    Ok(Replayed { request: changes.apply()?, notes })
}
