//! Requests with their responses, one object each: in a list, one a line, one after the other, or in a list of some name.
//!
//! Every hand-written API log has such objects, and each uses other names. Several names are therefore accepted for each member: those of claude-trace,
//! Helicone, LiteLLM and the batches of the providers among them. A body is a string with its text, which is best, or the value itself, or is in an HTTP
//! object. The inspector also writes its sessions in this form.

use super::bodies::{base64, body, first, is_event, message, packed, status, words};
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::gzip::unpack;
use super::names::{FRAMES, LABEL, MODEL, REQUEST, RESPONSE, SESSION, STATUS, STREAM, TIME, URL};
use super::record::{Exchange, Fault, Piece, Record};
use super::sample::{HasKey, Sample};
use crate::error::{Code, Error};
use crate::json::{Kind, Value, decimal, scan};

pub(super) const LIST: TranscriptFormat = TranscriptFormat { name: "pairs", fits: is_list, cut: Cut::Elements(""), open };
pub(super) const WITHIN: TranscriptFormat = TranscriptFormat { name: "pairs", fits: is_within, cut: Cut::Elements(LISTS), open };
pub(super) const LINES: TranscriptFormat = TranscriptFormat { name: "pairs", fits: is_lines, cut: Cut::Lines, open };
pub(super) const ONE: TranscriptFormat = TranscriptFormat { name: "pairs", fits: is_one, cut: Cut::Values, open };

/// The names of a list of pairs in a larger document.
const LISTS: &str = "exchanges|pairs|calls|requests|records|logs|entries|data|items";

/// The parts of a request that a session of messages may lack, in the inspector's names.
const UNRECORDED: [&str; 4] = ["settings", "host", "messages", "handles"];

/// The members that make an object a pair: a request, or messages in its place, or those of an HTTP object.
const ASKED: &[&[&str]] = &[
    &["request"],
    &["req"],
    &["requestBody"],
    &["request_body"],
    &["proxy_server_request"],
    &["added"],
    &["reply"],
    &["custom_id", "params"],
    &["custom_id", "result"],
    &["method", "url", "body"],
    &["status", "headers", "body"],
    &["sse"],
];
/// The members that make an object an answer. An event of a stream has such a response too, but it has a type.
const ANSWERED: &[&str] = &["response", "res", "responseBody", "response_body"];

fn knows(has: HasKey<'_>) -> bool {
    ASKED.iter().any(|names| names.iter().all(|name| has(name))) || answers(has)
}

fn answers(has: HasKey<'_>) -> bool {
    !has("type") && ANSWERED.iter().any(|name| has(name))
}

fn is_list(sample: &Sample<'_>) -> bool {
    sample.opens_with(b'[') && knows(&|name| sample.has(2, name))
}

fn is_within(sample: &Sample<'_>) -> bool {
    let listed = LISTS.split('|').any(|name| sample.has(1, name));
    // This is not a list if a single line is the pair.
    sample.opens_with(b'{') && listed && !is_one(sample) && knows(&|name| sample.has(3, name))
}

fn is_lines(sample: &Sample<'_>) -> bool {
    !sample.opens_with(b'[') && (ASKED.iter().any(|names| sample.has_line(names)) || sample.any_line(answers))
}

fn is_one(sample: &Sample<'_>) -> bool {
    sample.opens_with(b'{') && knows(&|name| sample.has(1, name))
}

#[derive(Default)]
struct Pairs {
    reported: bool,
    /// The number of empty objects, and the place of the first: a log has many such lines.
    left: usize,
    first: (usize, usize),
}

fn open() -> Box<dyn FormatReader> {
    Box::<Pairs>::default()
}

impl FormatReader for Pairs {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        self.reported = true;
        let (mut exchange, fault) = read_pair(scan(piece.text)?.root());
        (exchange.line, exchange.offset) = (piece.line, piece.offset);
        if exchange.is_empty() {
            if self.left == 0 {
                self.first = (piece.line, piece.offset);
            }
            self.left += usize::from(fault.is_none());
            return fault.map_or(Ok(()), Err);
        }
        out.push(Record::Exchange(Box::new(exchange)));
        fault.map_or(Ok(()), Err)
    }

    fn finish(&mut self, _around: &[u8], out: &mut Vec<Record>) {
        let reason = match self.left {
            0 if self.reported => return,
            0 => "there is no request in it, and no response".to_owned(),
            1 => "there is neither a request nor a response in it".to_owned(),
            left => ["there is neither a request nor a response in it, nor in ", &decimal(left - 1), " after it"].concat(),
        };
        let (line, offset) = if self.left > 0 { self.first } else { (1, 0) };
        out.push(Record::Fault(Fault::new(line, offset, reason)));
    }
}

/// Reads an object with a request, its response, or both. The exchange is empty if it has neither. A body that cannot be read is reported beside it.
pub(super) fn read_pair(root: Value<'_>) -> (Exchange, Option<Error>) {
    let mut exchange = Exchange { session: words(first(root, SESSION)), branch_of: words(root.get("branchOf")), ..Exchange::default() };
    // In the file of a single request, which the inspector writes and the command line reads, this member has the target.
    let target = root.get("target").filter(|target| target.kind() == Kind::Object);
    let of_target = |name: &str| target.and_then(|target| target.get(name));
    let lacks = |what: &&str| [Some(root), target].into_iter().flatten().any(|of| of.fits(&["unrecorded.*=", what].concat()));
    exchange.unrecorded = UNRECORDED.into_iter().filter(lacks).collect();
    exchange.label = words(first(root, LABEL));
    exchange.wire = words(root.get("wire").or_else(|| of_target("wire")));
    exchange.url = words(first(root, URL).or_else(|| of_target("url")));
    // Logs have the name of their machine in `host`. Beside a wire, which only files of this package have, it is the provider's.
    exchange.host = words(root.get("host").or_else(|| of_target("host"))).filter(|_| exchange.wire.is_some() || target.is_some());
    exchange.model = words(first(root, MODEL).or_else(|| of_target("model")));
    exchange.status = STATUS.iter().find_map(|path| status(root.path(path)));
    exchange.time = words(first(root, TIME));
    exchange.request = first(root, REQUEST).and_then(message);
    for (name, place) in [("opening", &mut exchange.opening), ("added", &mut exchange.added), ("reply", &mut exchange.reply)] {
        *place = body(root.get(name));
    }
    answer(root, &mut exchange);
    if root.get("body").is_some() && exchange.is_empty() {
        alone(root, &mut exchange);
    }
    let fault = unpacked(&mut exchange);
    (exchange, fault)
}

fn answer(root: Value<'_>, exchange: &mut Exchange) {
    // A request may contain `"stream": true`.
    let stream = STREAM.iter().filter_map(|name| root.path(name)?.text()).next();
    let frames = first(root, FRAMES).and_then(base64).map(unpack);
    let stream = frames.or_else(|| stream.map(|text| text.wtf8().into_owned())).filter(|bytes| !bytes.is_empty());
    match (first(root, RESPONSE).and_then(message), stream) {
        // A body that was built from its stream is not the original.
        (_, Some(stream)) => exchange.stream = Some(stream),
        (Some(bytes), None) => exchange.answer(bytes, ""),
        (None, None) => {}
    }
}

/// Reads one HTTP object: with a status it is a response, with a method a request.
fn alone(root: Value<'_>, exchange: &mut Exchange) {
    let Some(bytes) = message(root) else { return };
    if root.get("method").is_some() && !is_event(&bytes) {
        exchange.request = Some(bytes);
    } else {
        exchange.answer(bytes, "");
    }
}

/// Removes a compressed body, and reports it.
fn unpacked(exchange: &mut Exchange) -> Option<Error> {
    let mut fault = None;
    for body in [&mut exchange.request, &mut exchange.response, &mut exchange.stream] {
        if let Some(packed) = body.as_deref().and_then(packed) {
            *body = None;
            fault = Some(Error::new(Code::Input, ["a body in it ", &packed].concat()));
        }
    }
    fault
}

impl Exchange {
    pub(super) fn is_empty(&self) -> bool {
        [&self.request, &self.added, &self.reply, &self.response, &self.stream].iter().all(|body| body.is_none())
    }
}
