//! AWS's event stream: binary frames with typed headers and a payload.
//!
//! A frame is its length, the length of its headers and a checksum, the headers, the payload and another checksum. All numbers are big-endian. The checksums
//! are not verified: TLS already protects the bytes, and a frame that is cut never completes.

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

/// Returns the frame at the start of the bytes, if it is complete.
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
        // Headers report a transport failure. The frame may then have no payload.
        Some(code) => {
            let mut error = Writer::default();
            error.open(b'{');
            error.member("code", code);
            error.member("message", header(headers, b":error-message").unwrap_or_default());
            error.close(b'}');
            each(name, &error.finish());
        }
        None => each(name, payload),
    }
    Some(())
}

/// Returns the value of a header. AWS sends only strings (type 7): name and value each follow their length.
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

/// Writes a frame. A name that ends in `Exception` makes it an exception frame.
pub(crate) fn write_frame(name: &[u8], payload: &[u8], out: &mut Vec<u8>) {
    let (kind, named) = if name.ends_with(b"Exception") { ("exception", ":exception-type") } else { ("event", ":event-type") };
    let mut headers = Vec::new();
    for text in [named.as_bytes(), name, b":content-type", b"application/json", b":message-type", kind.as_bytes()] {
        // A name has its length in one byte; a value has its type before it, and its length in two.
        headers.extend_from_slice(if text.starts_with(b":") { b"" } else { b"\x07\0" });
        headers.push(u8::try_from(text.len()).unwrap_or_default());
        headers.extend_from_slice(text);
    }
    let start = out.len();
    for length in [headers.len() + payload.len() + PRELUDE + CHECKSUM, headers.len()] {
        out.extend_from_slice(&u32::try_from(length).unwrap_or_default().to_be_bytes());
    }
    write_checksum(start, out);
    out.extend_from_slice(&headers);
    out.extend_from_slice(payload);
    write_checksum(start, out);
}

/// Writes the CRC-32 of all bytes from `start`. It works bit by bit, because frames are small and a table is not.
fn write_checksum(start: usize, out: &mut Vec<u8>) {
    let mut sum = u32::MAX;
    for byte in out.get(start..).unwrap_or_default() {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = sum >> 1 ^ if sum & 1 == 1 { 0xEDB8_8320 } else { 0 };
        }
    }
    out.extend_from_slice(&(!sum).to_be_bytes());
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
            let found = events(&[&stream[..cut], &stream[cut..]]);
            let wanted = [
                "messageStart={\"role\":\"assistant\"}",
                "throttlingException={\"message\":\"slower\"}",
                "modelTimeoutException={\"code\":\"modelTimeoutException\",\"message\":\"\"}",
                "error={\"code\":\"InternalError\",\"message\":\"a \\\"b\\\"\"}",
                "error={\"c\":1}",
            ];
            assert_eq!(found, wanted, "cut at {cut}");
        }
    }

    #[test]
    fn a_frame_is_written_as_aws_writes_it() {
        let mut stream = Vec::new();
        super::write_frame(b"messageStart", b"{\"p\":1}", &mut stream);
        super::write_frame(b"modelStreamErrorException", b"{}", &mut stream);
        assert_eq!(events(&[&stream]), ["messageStart={\"p\":1}", "modelStreamErrorException={}"]);
        let mut sum = b"123456789".to_vec();
        super::write_checksum(0, &mut sum);
        assert_eq!(sum[9..], [0xCB, 0xF4, 0x39, 0x26], "the check value of CRC-32");
        assert_eq!(stream[..4], [0, 0, 0, 105]);
    }
}
