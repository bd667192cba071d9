//! A single body: a request, a response or a stream that a user copied from a log, with or without its HTTP head.

use super::bodies::{body, is_event, is_frames};
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::head::{self, is_headed};
use super::record::{Exchange, Fault, Piece, Record};
use super::sample::Sample;
use super::unread::UNKNOWN;
use crate::error::{Code, Error};
use crate::json::scan;
use crate::wires::{Side, detect};

pub(super) const FORMAT: TranscriptFormat = TranscriptFormat { name: "body", fits, cut: Cut::Whole, open };

fn fits(sample: &Sample<'_>) -> bool {
    let after = |count: usize| sample.text.get(count..).unwrap_or_default().trim_ascii_start().first();
    // A line of a log and a link of Markdown begin with a bracket too, and prose with a quote.
    let begins = match sample.text.first() {
        Some(b'{') => matches!(after(1), Some(b'"' | b'}') | None),
        Some(b'[') => matches!(after(1), Some(b'{' | b']' | b'[') | None),
        Some(b'"') => matches!(after(1), Some(b'{' | b'[' | b'\\')) || is_event(sample.text.get(1..).unwrap_or_default()),
        _ => false,
    };
    begins || is_event(sample.text) || is_frames(sample.text) || is_headed(sample.text)
}

struct Single;

fn open() -> Box<dyn FormatReader> {
    Box::new(Single)
}

impl FormatReader for Single {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        let mut exchange = Exchange { line: piece.line, offset: piece.offset, ..Exchange::default() };
        let mut text = piece.text;
        if is_headed(text.trim_ascii_start()) {
            let headed = head::find(text.trim_ascii_start());
            let headed = headed.ok_or_else(|| Error::new(Code::Input, "there is a head of HTTP, and no body after it"))?;
            (exchange.url, exchange.status, text) = (headed.url, headed.status, headed.body);
        }
        let mut text = text.to_vec();
        // The body was copied as a string literal.
        if let Ok(document) = scan(&text)
            && document.root().text().is_some()
        {
            text = body(Some(document.root())).unwrap_or_default();
        }
        if let Some(framed) = framed_events(&text) {
            text = framed;
        }
        // This is the last event of a stream, without the others.
        if let Some(response) = whole_response(&text) {
            text = response;
        }
        let found = detect(&text, None);
        if let Some(reason) = doubt(&text, found.as_ref().map(|found| found.side)) {
            let fault = Fault { unread: Some(UNKNOWN), ..Fault::new(piece.line, piece.offset, reason) };
            out.push(Record::Fault(fault));
            return Ok(());
        }
        exchange.wire = found.as_ref().map(|found| found.wire.as_str().to_owned());
        match found.map(|found| found.side) {
            Some(Side::Request) => exchange.request = Some(text),
            Some(Side::Response) => exchange.response = Some(text),
            Some(Side::Stream) => exchange.stream = Some(text),
            // It is a response of some kind.
            None if exchange.status.is_some() || is_error(&text) => exchange.answer(text, ""),
            None => return Err(unknown(&text)),
        }
        out.push(Record::Exchange(Box::new(exchange)));
        Ok(())
    }
}

/// Returns the reason why a text is a program's session and not a body. A wire may recognise it, and it would be shown as one request or one stream.
fn doubt(text: &[u8], side: Option<Side>) -> Option<String> {
    match side {
        Some(Side::Request) => {
            let document = scan(text).ok()?;
            let name = OF_SESSIONS.iter().find(|name| document.root().get(name).is_some())?;
            Some(
                ["it has messages, and `", name, "`, which no request has: it looks like a session of a format that is not known"].concat(),
            )
        }
        // Events with a name are in frames. Without frames, each line must have the shape of an event.
        Some(Side::Stream) if text.trim_ascii_start().starts_with(b"{") => {
            let is_event = |line: &&[u8]| detect(&[b"data: ", *line, b"\n\n"].concat(), None).is_some();
            let known = lines(text).take(EVENTS).filter(is_event).count();
            (2 * known < lines(text).take(EVENTS).count()).then(|| LINES.to_owned())
        }
        None if lines(text).take(2).filter(|line| line.starts_with(b"{") && scan(line).is_ok()).count() == 2 => Some(LINES.to_owned()),
        _ => None,
    }
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty())
}

/// Members of program sessions. No request of any wire has one.
const OF_SESSIONS: &[&str] =
    &["sessionId", "sessionID", "conversationId", "createdAt", "created_at", "updatedAt", "updated_at", "title", "cwd", "projectHash"];

/// The number of lines that decide whether they are events.
const EVENTS: usize = 40;

const LINES: &str = "it has a value of JSON in each line, and looks like no transcript and no stream that is known";

/// Returns the events of Anthropic's stream in frames, if each line is one without its frame.
fn framed_events(text: &[u8]) -> Option<Vec<u8>> {
    // A lone event may be a body: errors have the same shape.
    lines(text).nth(1)?;
    let mut framed = Vec::with_capacity(text.len() + text.len() / 8);
    for line in lines(text) {
        let document = scan(line).ok()?;
        let name = document.root().get("type").filter(|_| document.root().fits(ANTHROPIC_EVENT))?.text()?.plain()?;
        framed.extend_from_slice(&[b"event: ", name.as_bytes(), b"\ndata: ", line, b"\n\n"].concat());
    }
    Some(framed)
}

/// The events of Anthropic's stream.
const ANTHROPIC_EVENT: &str =
    "type=message_start|content_block_start|content_block_delta|content_block_stop|message_delta|message_stop|ping|error";

/// Returns the response in an event.
fn whole_response(text: &[u8]) -> Option<Vec<u8>> {
    let document = scan(text).ok()?;
    if !document.root().fits("type^response.") {
        return None;
    }
    let response = document.root().get("response")?;
    Some(response.raw().to_vec())
}

/// Returns `true` if a body is an error. The errors of all wires have the same shape.
fn is_error(text: &[u8]) -> bool {
    scan(text).is_ok_and(|document| {
        let root = document.root();
        root.fits("error:o,error:s,*.error:o,object=error,type=error")
            || (root.fits("message:s,detail,Message:s") && root.members().count() <= 4)
    })
}

/// Returns the error of a text that is not a body, with its place if it is broken JSON.
fn unknown(text: &[u8]) -> Error {
    if is_event(text.trim_ascii_start()) || is_frames(text) {
        return Error::new(Code::Input, "it is a stream, and its events look like those of no provider that is known");
    }
    match scan(text) {
        Err(error) => error,
        Ok(_) => Error::new(Code::Input, "it is JSON, and looks like no request, response or stream of any provider that is known"),
    }
}
