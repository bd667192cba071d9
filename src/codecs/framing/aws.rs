//! AWS's event stream: binary frames with typed headers and a payload.
//!
//! A frame is its length, the length of its headers and a checksum, the headers, the payload and another checksum; all
//! numbers are big-endian. The checksums are not looked at: what TLS delivered is what was sent, and a frame that is cut
//! never completes.

use super::Each;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Frames {
    buffer: Vec<u8>,
}

impl Frames {
    pub(super) fn push(&mut self, bytes: &[u8], each: Each<'_>) {
        self.buffer.extend_from_slice(bytes);
        let mut done = 0;
        while let Some(frame) = self.buffer.get(done..).and_then(whole) {
            if let Some((name, payload)) = event(frame) {
                each(name, payload);
            }
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

fn event(frame: &[u8]) -> Option<(Option<&str>, &[u8])> {
    let headers_end = PRELUDE + number(frame.get(4..8)?.first_chunk()?);
    let payload = frame.get(headers_end..frame.len().saturating_sub(CHECKSUM))?;
    let headers = frame.get(PRELUDE..headers_end)?;
    Some((header(headers, b":event-type").or_else(|| header(headers, b":exception-type")), payload))
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
