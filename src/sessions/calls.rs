//! Recorded HTTP of all addresses of a program. Model calls become exchanges.
//!
//! Pages, pictures and telemetry are left out without a fault, unless there is nothing else. Headers are never read: they hold keys.

use super::bodies::packed;
use super::format::FormatReader;
use super::record::{Exchange, Fault, Piece, Record};
use crate::error::Error;
use crate::json::{Value, decimal, find_bytes, scan};
use crate::wires::{Side, detect};

/// An HTTP request and its response, as far as a recorder kept them.
#[derive(Default)]
pub struct Http {
    /// The method, such as `POST`, if it was recorded.
    pub method: String,
    /// The address.
    pub url: Option<String>,
    /// The status.
    pub status: Option<u16>,
    /// The time, as recorded.
    pub time: Option<String>,
    /// The recorder's name for it.
    pub label: Option<String>,
    /// The body of the request, or the reason why it is missing.
    pub request: RecordedBody,
    /// The body of the response, or the reason why it is missing.
    pub response: RecordedBody,
    /// The media type of the response, if the recorder has it with the body.
    pub media: String,
}

/// A body, as far as it was recorded.
#[derive(Default)]
pub struct RecordedBody {
    /// Its bytes.
    pub bytes: Option<Vec<u8>>,
    /// The reason why they are missing, in the recorder's words.
    pub missing: Option<String>,
}

/// Converts a piece in another notation to JSON.
pub type Convert = fn(&[u8]) -> Result<Vec<u8>, Error>;

/// Reads pieces that are recorded calls.
pub struct Calls {
    /// Converts each piece to JSON, if it is written in another notation.
    pub json: Option<Convert>,
    /// Reads the calls of a piece. A socket has several.
    pub read: fn(Value<'_>) -> Vec<Http>,
    reported: bool,
    left: usize,
}

impl Calls {
    pub(super) fn boxed(json: Option<Convert>, read: fn(Value<'_>) -> Vec<Http>) -> Box<dyn FormatReader> {
        Box::new(Self { json, read, reported: false, left: 0 })
    }
}

impl FormatReader for Calls {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        // An error of the piece counts as a report.
        let reported = std::mem::replace(&mut self.reported, true);
        let converted = self.json.map(|json| json(piece.text)).transpose()?;
        let document = scan(converted.as_deref().unwrap_or(piece.text))?;
        self.reported = reported;
        let found = (self.read)(document.root());
        for http in found {
            if !http.is_call() {
                self.left += 1;
                continue;
            }
            self.reported = true;
            let faults = http.faults();
            let exchange = http.exchange(piece);
            if exchange.request.is_some() || exchange.response.is_some() || exchange.stream.is_some() {
                out.push(Record::Exchange(Box::new(exchange)));
            }
            let fault = |reason| Record::Fault(Fault::new(piece.line, piece.offset, reason));
            out.extend(faults.into_iter().map(fault));
        }
        Ok(())
    }

    fn finish(&mut self, _around: &[u8], out: &mut Vec<Record>) {
        if !self.reported {
            let reason = match self.left {
                0 => "there is no call in it".to_owned(),
                1 => "its only call is not a call to a model".to_owned(),
                left => ["it has ", &decimal(left), " calls, but no call to a model"].concat(),
            };
            out.push(Record::Fault(Fault::new(1, 0, reason)));
        }
    }
}

/// Requests to a model's address that are not a turn of a conversation.
const ASIDES: &[&str] = &["count_tokens", "counttokens", "input_tokens", "/embeddings", "/moderations", "/batches", "/tokenize", "/files"];

impl Http {
    fn is_call(&self) -> bool {
        let url = self.url.as_deref().unwrap_or_default().to_ascii_lowercase();
        let path = url.split(['?', '#']).next().unwrap_or_default();
        let asks = ["", "POST", "GET"].iter().any(|method| self.method.eq_ignore_ascii_case(method));
        if !asks || ASIDES.iter().any(|aside| find_bytes(path.as_bytes(), aside.as_bytes()).is_some()) {
            return false;
        }
        let looks = |body: &RecordedBody, sides: &[Side]| {
            let found = body.bytes.as_deref().and_then(|bytes| detect(bytes, None));
            found.is_some_and(|found| sides.contains(&found.side))
        };
        // A GET request returns a response that the provider has stored, or something unrelated to a model.
        let posts = !self.method.eq_ignore_ascii_case("GET");
        (posts && (self.is_spoken() || looks(&self.request, &[Side::Request]))) || looks(&self.response, &[Side::Response, Side::Stream])
    }

    /// Returns `true` if the address is a model's.
    fn is_spoken(&self) -> bool {
        self.url.as_deref().is_some_and(|url| detect(b"", Some(url)).is_some())
    }

    /// Returns a message for each missing body.
    fn faults(&self) -> Vec<String> {
        let answered = self.status.is_some_and(|status| (200..300).contains(&status));
        let due = [!self.method.eq_ignore_ascii_case("GET"), answered];
        let sides = [("request", &self.request), ("response", &self.response)];
        sides.into_iter().zip(due).filter_map(|((side, body), due)| body.fault(side, due)).collect()
    }

    fn exchange(self, piece: Piece<'_>) -> Exchange {
        let usable = |body: RecordedBody| body.bytes.filter(|bytes| packed(bytes).is_none());
        let (line, offset) = (piece.line, piece.offset);
        let mut exchange = Exchange {
            line,
            offset,
            label: self.label,
            url: self.url,
            status: self.status,
            time: self.time,
            request: usable(self.request),
            ..Exchange::default()
        };
        usable(self.response).into_iter().for_each(|bytes| exchange.answer(bytes, &self.media));
        exchange
    }
}

impl RecordedBody {
    /// Returns the reason why the body cannot be read, if there is one.
    fn fault(&self, side: &str, due: bool) -> Option<String> {
        let Some(bytes) = &self.bytes else {
            let why = self.missing.as_deref().map_or_else(String::new, |why| [": ", why].concat());
            return due.then(|| ["the body of the ", side, " was not recorded", &why].concat());
        };
        if let Some(packed) = packed(bytes) {
            return Some(["the body of the ", side, " ", &packed].concat());
        }
        let text = bytes.trim_ascii();
        let cut = text.first() == Some(&b'{') && text.last() != Some(&b'}');
        cut.then(|| ["the body of the ", side, " is cut short"].concat())
    }
}
