//! AWS's event stream: binary frames with typed headers and a payload.
//!
//! A frame is its length, the length of its headers and a checksum, the headers, the payload and another checksum; all
//! numbers are big-endian. The checksums are not looked at: what TLS delivered is what was sent, and a frame that is cut
//! never completes.

use super::each::Each;
use crate::json::Writer;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Frames {
    buffer: Vec<u8>,
}

impl Frames {
    pub(super) fn push(&mut self, bytes: &[u8], each: Each<'_>) {
        self.buffer.extend_from_slice(bytes);
        let mut done = 0;
        while let Some(frame) = self.buffer.get(done..).and_then(whole) {
            event(frame, each);
            done += frame.len();
        }
        self.buffer.drain(..done.min(self.buffer.len()));
    }
}

/// The frame at the start of the bytes, if all of it is there.
fn whole(bytes: &[u8]) -> Option<&[u8]> {
    let length = number(bytes.first_chunk()?);
    bytes.get(..length).filter(|frame| frame.len() >= PRELUDE + CHECKSUM)
}

fn event(frame: &[u8], each: Each<'_>) -> Option<()> {
    let headers_end = PRELUDE + number(frame.get(4..8)?.first_chunk()?);
    let headers = frame.get(PRELUDE..headers_end)?;
    let payload = frame.get(headers_end..frame.len().saturating_sub(CHECKSUM))?;
    let (exception, failure) = (header(headers, b":exception-type"), header(headers, b":error-code"));
    let name = header(headers, b":event-type").or(exception).or(failure.map(|_| "error"));
    match failure.or(exception).filter(|_| payload.is_empty()) {
        // Headers tell of a failure on the way, and such a frame need not have a payload.
        Some(code) => {
            let mut told = Writer::default();
            told.open(b'{');
            told.member("code", code);
            told.member("message", header(headers, b":error-message").unwrap_or_default());
            told.close(b'}');
            each(name, &told.finish());
        }
        None => each(name, payload),
    }
    Some(())
}

/// The value of a header. All that AWS sends are strings (type 7): name and value each after its length.
fn header<'f>(headers: &'f [u8], wanted: &[u8]) -> Option<&'f str> {
    let mut rest = headers;
    loop {
        let (length, after) = rest.split_first()?;
        let (name, after) = after.split_at_checked(usize::from(*length))?;
        let [7, high, low, after @ ..] = after else { return None };
        let (value, after) = after.split_at_checked(usize::from(u16::from_be_bytes([*high, *low])))?;
        if name == wanted {
            return std::str::from_utf8(value).ok();
        }
        rest = after;
    }
}

fn number(bytes: &[u8; 4]) -> usize {
    usize::try_from(u32::from_be_bytes(*bytes)).unwrap_or(usize::MAX)
}

const PRELUDE: usize = 12;
const CHECKSUM: usize = 4;

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::super::events;

    fn frame(headers: &[(&str, &str)], payload: &str) -> Vec<u8> {
        let length = |text: &str| u16::try_from(text.len()).unwrap().to_be_bytes();
        let header = |(name, value): &(&str, &str)| [&length(name)[1..], name.as_bytes(), &[7], &length(value), value.as_bytes()].concat();
        let headers: Vec<u8> = headers.iter().flat_map(header).collect();
        let number = |number: usize| u32::try_from(number).unwrap().to_be_bytes();
        let total = number(headers.len() + payload.len() + 16);
        [&total, &number(headers.len()), &[1; 4][..], &headers, payload.as_bytes(), &[2; 4]].concat()
    }

    #[test]
    fn frames_are_the_same_wherever_they_are_cut_and_an_error_of_headers_alone_is_told() {
        let stream = [
            frame(&[(":message-type", "event"), (":event-type", "messageStart")], "{\"role\":\"assistant\"}"),
            frame(&[(":message-type", "exception"), (":exception-type", "throttlingException")], "{\"message\":\"slower\"}"),
            frame(&[(":message-type", "exception"), (":exception-type", "modelTimeoutException")], ""),
            frame(&[(":message-type", "error"), (":error-code", "InternalError"), (":error-message", "a \"b\"")], ""),
            frame(&[(":error-code", "InternalError"), (":message-type", "error")], "{\"c\":1}"),
            frame(&[(":message-type", "event"), (":event-type", "cut")], "{}")[..20].to_vec(),
        ]
        .concat();
        for cut in 0..=stream.len() {
            let told = events(&[&stream[..cut], &stream[cut..]]);
            let wanted = [
                "messageStart={\"role\":\"assistant\"}",
                "throttlingException={\"message\":\"slower\"}",
                "modelTimeoutException={\"code\":\"modelTimeoutException\",\"message\":\"\"}",
                "error={\"code\":\"InternalError\",\"message\":\"a \\\"b\\\"\"}",
                "error={\"c\":1}",
            ];
            assert_eq!(told, wanted, "cut at {cut}");
        }
    }
}
