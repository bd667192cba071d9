//! Requests that contain only new messages, because the provider stores the rest.

use super::reader::Reader;
use crate::error::{Code, Error};
use crate::json::Value;

/// Refuses a request that names an earlier conversation, unless it is sent to the provider that stores it.
pub(crate) fn refuse(body: Value<'_>, name: &'static str, why: &'static str, reader: &Reader<'_>) -> Result<(), Error> {
    match body.get(name) {
        Some(value) if !value.is_null() && !reader.has_thread => Err(Error::new(Code::Input, why).in_value(["/", name].concat())),
        _ => Ok(()),
    }
}
