//! Requests that hold only what is new, because the provider holds the rest.

use crate::error::{Code, Error};
use crate::json::Value;

/// Refuses a request that names the conversation that it goes on from.
pub(crate) fn refuse(body: Value<'_>, name: &'static str, why: &'static str) -> Result<(), Error> {
    match body.get(name) {
        Some(value) if !value.is_null() => Err(Error::new(Code::Input, why).in_value(["/", name].concat())),
        _ => Ok(()),
    }
}
