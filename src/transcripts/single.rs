//! One body alone: a request, a response or a stream, as a person copies it out of a log.

use super::bodies::body;
use super::cut::Cut;
use super::sample::Sample;
use super::{Exchange, Format, Kind, Piece, Record};
use crate::Error;
use crate::codecs::{Side, detect};
use crate::error::Code;
use crate::json::scan;

pub(super) const KIND: Kind = Kind { name: "body", fits, cut: Cut::Whole, open };

fn fits(sample: &Sample<'_>) -> bool {
    let stream = ["data:", "event:", ":", "id:", "retry:"].iter().any(|field| sample.text.starts_with(field.as_bytes()));
    // Amazon's frames are binary: the length of the first one is below 16 MiB.
    let frames = sample.text.first() == Some(&0);
    stream || frames || sample.opens_with(b'{') || sample.opens_with(b'[') || sample.opens_with(b'"')
}

struct Single;

fn open() -> Box<dyn Format> {
    Box::new(Single)
}

impl Format for Single {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        let mut text = piece.text.to_vec();
        // A body that was copied as a string literal.
        if let Ok(document) = scan(piece.text)
            && document.root().text().is_some()
        {
            text = body(Some(document.root())).unwrap_or_default();
        }
        let Some(found) = detect(&text, None) else {
            // What is wrong with JSON that is none is said with its place.
            scan(&text)?;
            return Err(Error::new(Code::Input, "it is JSON, and looks like no request, response or stream of any provider that is known"));
        };
        let wire = Some(found.wire.as_str().to_owned());
        let mut exchange = Exchange { line: piece.line, offset: piece.offset, wire, ..Exchange::default() };
        match found.side {
            Side::Request => exchange.request = Some(text),
            Side::Response => exchange.response = Some(text),
            Side::Stream => exchange.stream = Some(text),
        }
        out.push(Record::Exchange(Box::new(exchange)));
        Ok(())
    }
}
