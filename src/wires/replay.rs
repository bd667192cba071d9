//! The next request: the request of an exchange with the turn of its response at the end.

use super::codec::Note;
use super::registry::codec;
use crate::error::{Code, Error};
use crate::json::{Changes, scan};
use crate::model::Target;

/// The next request: a request's text with the turn of a response at its end, everything else byte for byte.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The text.
    pub request: Vec<u8>,
    /// The changes that were needed on the way.
    pub notes: Vec<Note>,
}

/// Puts the turn of a response at the end of the request that it answered.
///
/// # Errors
/// A body that is not JSON, a wire that is not known, a request without a place for it, a response without a turn.
pub fn replay(request: &[u8], response: &[u8], target: &Target) -> Result<Replayed, Error> {
    let codec = codec(&target.wire).ok_or_else(|| Error::new(Code::Input, format!("there is no codec for {}", target.wire)))?;
    let (request, response) = (scan(request)?, scan(response)?);
    let mut changes = Changes::new(&request);
    let notes = codec.replay(response.root(), request.root(), target, &mut changes)?;
    Ok(Replayed { request: changes.apply()?, notes })
}
