//! Requests that hold only what is new, because the provider holds the rest.

use super::reader::Reader;
use crate::error::{Code, Error};
use crate::json::Value;

/// Refuses a request that names the conversation that it goes on from, unless it goes to the provider that holds it.
pub(crate) fn refuse(body: Value<'_>, name: &'static str, why: &'static str, reader: &Reader<'_>) -> Result<(), Error> {
    match body.get(name) {
        Some(value) if !value.is_null() && !reader.has_thread => Err(Error::new(Code::Input, why).in_value(["/", name].concat())),
        _ => Ok(()),
    }
}
