//! Logs of Inspect as JSON: `{"version","status","eval","plan","samples":[{"events":[…]}]}`. The zip of the same name, `.eval`, has one such sample in each file.
//!
//! An event of the kind `model` has the call as it was sent: `call.request` and `call.response` are the provider's bodies. Long texts are in the `attachments`
//! of the sample, and a body has `attachment://<hash>` in their place. Since most messages of a request are those of the request before it, newer versions keep
//! each message once, in `events_data.calls`, and a call has ranges of it in `call_refs`. Without a `call`, neither body was recorded.
//! Read: inspect_ai, `src/inspect_ai/event`.

use std::borrow::Cow;

use super::bodies::words;
use super::cut::Cut;
use super::format::{FormatReader, TranscriptFormat};
use super::record::{Exchange, Fault, Piece, Record};
use super::sample::Sample;
use crate::error::Error;
use crate::json::{Value, Writer, find_bytes, scan};
use crate::wires::detect;

pub(super) const FILE: TranscriptFormat =
    TranscriptFormat { name: "inspect", fits: is_file, cut: Cut::Elements("samples"), open: || Box::<Log>::default() };
pub(super) const SAMPLE: TranscriptFormat =
    TranscriptFormat { name: "inspect", fits: is_sample, cut: Cut::Whole, open: || Box::<Log>::default() };

fn is_file(sample: &Sample<'_>) -> bool {
    sample.opens_with(b'{') && sample.has(1, "eval") && (sample.has(1, "plan") || sample.has(1, "samples")) && sample.has(1, "status")
}

fn is_sample(sample: &Sample<'_>) -> bool {
    sample.opens_with(b'{') && ["id", "epoch", "input"].iter().all(|name| sample.has(1, name)) && sample.has(1, "messages")
}

#[derive(Default)]
struct Log {
    count: usize,
    unrecorded: usize,
}

impl FormatReader for Log {
    fn piece(&mut self, piece: Piece<'_>, out: &mut Vec<Record>) -> Result<(), Error> {
        let document = scan(piece.text)?;
        let sample = document.root();
        let session = words(sample.get("uuid")).or_else(|| words(sample.get("id")));
        let mut pool = MessagePool::of(sample);
        for event in sample.list("events").filter(|event| event.word("event") == "model") {
            let Some(request) = event.path("call.request").filter(|request| !request.is_null()) else {
                self.unrecorded += 1;
                continue;
            };
            self.count += 1;
            let Some(request) = pool.joined(request, event) else {
                out.push(Record::Fault(Fault::new(piece.line, piece.offset, TOO_LONG)));
                break;
            };
            let body = |value: Value<'_>| attached(value.raw(), sample);
            let request = attached(&request, sample);
            let response = event.path("call.response").filter(|response| !response.is_null()).map(body);
            out.push(Record::Exchange(Box::new(Exchange {
                line: piece.line,
                offset: piece.offset,
                session: session.clone(),
                label: words(event.get("uuid")),
                model: words(event.get("model")).map(|model| model.rsplit('/').next().unwrap_or_default().to_owned()),
                time: words(event.get("timestamp")),
                unrecorded: vec!["host"],
                wire: detect(&request, None).map(|found| found.wire.as_str().to_owned()),
                request: Some(request),
                response,
                ..Exchange::default()
            })));
        }
        Ok(())
    }

    fn finish(&mut self, _around: &[u8], out: &mut Vec<Record>) {
        let reason = match (self.count, self.unrecorded) {
            (0, 0) => "there is no call of a model in it",
            (0, _) => "its calls have no `call`: run inspect with --log-model-api to record requests",
            _ => return,
        };
        out.push(Record::Fault(Fault::new(1, 0, reason)));
    }
}

const TOO_LONG: &str = "its requests are longer than 256 MiB together, so the rest of them is left out";

/// The messages of all calls of a sample.
struct MessagePool<'d> {
    messages: Vec<&'d [u8]>,
    /// The number of bytes that may still be written. Requests repeat each other, so a short file may have very long ones.
    left: usize,
}

impl<'d> MessagePool<'d> {
    fn of(sample: Value<'d>) -> Self {
        Self { messages: sample.list("events_data.calls").map(Value::raw).collect(), left: 256 << 20 }
    }

    /// Returns the request of a call with its messages. `None` if it exceeds the limit.
    fn joined<'r>(&mut self, request: Value<'r>, event: Value<'_>) -> Option<Cow<'r, [u8]>> {
        let Some(ranges) = event.path("call.call_refs").filter(|ranges| ranges.elements().next().is_some()) else {
            return Some(Cow::Borrowed(request.raw()));
        };
        let mut out = Writer::default();
        out.open(b'{');
        for (name, value) in request.members() {
            out.written_name(name.raw());
            out.raw(value.raw());
        }
        let name = event.path("call.call_key").and_then(Value::text).map_or(Cow::Borrowed("messages"), |name| name.lossy());
        out.name(&name);
        out.open(b'[');
        for range in ranges.elements() {
            let place = |nth| range.element(nth).and_then(Value::whole).and_then(|place| usize::try_from(place).ok());
            let (Some(from), Some(to)) = (place(0), place(1)) else { continue };
            for message in self.messages.get(from..to.min(self.messages.len())).unwrap_or_default() {
                self.left = self.left.checked_sub(message.len() + 1)?;
                out.raw(message);
            }
        }
        out.close(b']');
        out.close(b'}');
        Some(Cow::Owned(out.finish()))
    }
}

/// Returns a body with its attachments.
fn attached(body: &[u8], sample: Value<'_>) -> Vec<u8> {
    const MARK: &[u8] = b"\"attachment://";
    let (mut whole, mut rest) = (Vec::with_capacity(body.len()), body);
    while let Some(at) = find_bytes(rest, MARK) {
        let (before, reference) = rest.split_at_checked(at).unwrap_or((rest, &[]));
        let name = reference.get(MARK.len()..).unwrap_or_default();
        let end = name.iter().position(|byte| *byte == b'"').unwrap_or(name.len());
        let hash = name.get(..end).and_then(|hash| str::from_utf8(hash).ok()).unwrap_or_default();
        whole.extend_from_slice(before);
        let length = (MARK.len() + end + 1).min(reference.len());
        let text = sample.get("attachments").and_then(|attachments| attachments.get(hash)).map(Value::raw);
        whole.extend_from_slice(text.unwrap_or_else(|| reference.get(..length).unwrap_or_default()));
        rest = reference.get(length..).unwrap_or_default();
    }
    whole.extend_from_slice(rest);
    whole
}
