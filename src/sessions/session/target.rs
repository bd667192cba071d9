//! The target of a recorded request.

use crate::json::Writer;
use crate::model::Wire;
use crate::sessions::record::Exchange;
use crate::wires::{ModelPlace, description};

/// Writes the known members of the target of an exchange.
pub fn write_target(record: &Exchange) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'{');
    out.member_if("url", record.url.as_deref());
    out.member_if("host", record.host.as_deref().filter(|_| record.url.is_none()));
    out.member_if("wire", record.wire.as_deref().filter(|_| record.url.is_none()));
    // A body names its model, unless the address does.
    let is_in_address = record.wire.as_ref().is_some_and(|wire| description(&Wire::named(wire.clone())).model == ModelPlace::Address);
    out.member_if("model", record.model.as_deref().filter(|_| record.request.is_none() || is_in_address));
    if !record.unrecorded.is_empty() {
        out.name("unrecorded");
        out.open(b'[');
        record.unrecorded.iter().for_each(|what| out.text(what));
        out.close(b']');
    }
    out.close(b'}');
    out.finish()
}
