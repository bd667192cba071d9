//! The exports as formats of transcripts: rows or spans one a line, in a list, in a page of an API, or single.
//!
//! A call without a request is a fault, which describes the export's content. Anything that is not a model call is left out without a fault, unless there is
//! nothing else.

use super::call::{CallBodies, Observed, ObservedCall};
use super::rows::{PAGES, ReadCalls};
use crate::error::Error;
use crate::json::scan;
use crate::sessions::bodies::{status, words};
use crate::sessions::format::FormatReader;
use crate::sessions::record::{Exchange, Fault, Piece, Record};
use crate::sessions::sample::{HasKey, Sample};

/// Returns `true` if the first value is a list of rows.
pub(super) fn has_list(sample: &Sample<'_>, is_row: fn(HasKey<'_>) -> bool) -> bool {
    sample.opens_with(b'[') && is_row(&|name| sample.has(2, name))
}

/// Returns `true` if the first value is a row, or a page of rows.
pub(super) fn has_one(sample: &Sample<'_>, is_row: fn(HasKey<'_>) -> bool) -> bool {
    let is_page = PAGES.iter().any(|name| sample.has(1, name)) && is_row(&|name| sample.has(3, name));
    sample.opens_with(b'{') && (is_page || is_row(&|name| sample.has(1, name)))
}

/// Begins to read an export.
pub(super) fn open(read: ReadCalls) -> Box<dyn FormatReader> {
    Box::new(Export { read, is_reported: false })
}

struct Export {
    read: ReadCalls,
    /// True if there was a call, or a fault.
    is_reported: bool,
}

impl FormatReader for Export {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        let document = scan(piece.text).inspect_err(|_| self.is_reported = true)?;
        for found in (self.read)(document.root()).unwrap_or_default() {
            let Observed::Call(call) = found else { continue };
            self.is_reported = true;
            out.push(record_of(*call, piece));
        }
        Ok(())
    }

    fn finish(&mut self, _around: &[u8], out: &mut Vec<Record>) {
        if !self.is_reported {
            out.push(Record::Fault(Fault::new(1, 0, "there is no call of a model in it")));
        }
    }
}

/// Returns the exchange of a call, or the fault of one without a request.
fn record_of(call: ObservedCall, piece: Piece<'_>) -> Record {
    let (line, offset) = (piece.line, piece.offset);
    let (request, response, wire, unrecorded) = match call.bodies {
        CallBodies::Recorded { request, response, wire, unrecorded } => (request, response, wire, unrecorded),
        CallBodies::Missing(why) => return Record::Fault(Fault::new(line, offset, ["the request is not in it: ", why].concat())),
    };
    let fact = |json: Option<Vec<u8>>| json.and_then(|json| words(Some(scan(&json).ok()?.root())));
    Record::Exchange(Box::new(Exchange {
        line,
        offset,
        session: fact(call.session),
        label: fact(call.id),
        unrecorded,
        wire: wire.map(|wire| wire.as_str().to_owned()),
        url: fact(call.url),
        host: fact(call.host),
        model: fact(call.model),
        status: call.status.and_then(|json| status(Some(scan(&json).ok()?.root()))),
        time: fact(call.time),
        request: Some(request),
        response,
        ..Exchange::default()
    }))
}
