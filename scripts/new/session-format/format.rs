//! __title__: one object a line. The member `__kebab__` holds the version of the format and tells its lines from others.
//!
//! ```json
//! {"__kebab__":1,"session":"a","url":"https://…","status":200,"time":"2026-11-16T08:00:00Z","request":{…},"response":{…}}
//! ```
//!
//! A body is a string with its text, which keeps every byte, or the value itself. A response that is the text of a stream is taken as one.
//! Lines without the member belong to another program that writes into the same file, and are left out. Headers are never read: they hold keys.

use super::bodies::{body, status, words};
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Exchange, Piece, Record};
use super::sample::Sample;
use crate::error::{Code, Error};
use crate::json::scan;

pub(super) const FORMAT: TranscriptFormat = TranscriptFormat { name: MARKER, fits, cut: Cut::Lines, open };

/// The member that every line has.
const MARKER: &str = "__kebab__";

fn fits(sample: &Sample<'_>) -> bool {
    sample.has_line(&[MARKER])
}

fn open() -> Box<dyn FormatReader> {
    Box::new(__pascal__)
}

struct __pascal__;

impl FormatReader for __pascal__ {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        let document = scan(piece.text)?;
        let root = document.root();
        if root.get(MARKER).is_none() {
            return Ok(());
        }
        let mut exchange = Exchange {
            line: piece.line,
            offset: piece.offset,
            session: words(root.get("session")),
            label: words(root.get("label")),
            url: words(root.get("url")),
            model: words(root.get("model")),
            status: status(root.get("status")),
            time: words(root.get("time")),
            request: body(root.get("request")),
            ..Exchange::default()
        };
        if let Some(bytes) = body(root.get("response")) {
            exchange.answer(bytes, "");
        }
        if exchange.request.is_none() && exchange.response.is_none() && exchange.stream.is_none() {
            return Err(Error::new(Code::Input, "there is neither a request nor a response in it"));
        }
        out.push(Record::Exchange(Box::new(exchange)));
        Ok(())
    }
}
