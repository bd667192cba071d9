//! The fate of every recorded part in a request.

use super::write_number;
use crate::audit::Followed;
use crate::json::{Writer, decimal};

/// Writes a record for each part, in the order of the conversation.
#[must_use]
pub fn write_fates(followed: &[Followed]) -> Vec<u8> {
    let mut out = Writer::default();
    out.open(b'[');
    for part in followed {
        let (fate, how) = part.state.words();
        let from = ["/responses/", &decimal(part.response), "/parts/", &decimal(part.part)].concat();
        let (pointer, span) = part.place.as_ref().map(|(pointer, span)| (pointer.as_str(), span)).unzip();
        out.open(b'{');
        let words =
            [("from", Some(from.as_str())), ("kind", Some(part.kind.name())), ("fate", Some(fate)), ("how", how), ("pointer", pointer)];
        words.into_iter().for_each(|(name, word)| out.member_if(name, word));
        let (start, end) = span.map(|span| (span.start, span.end)).unzip();
        let numbers =
            [("response", Some(part.response)), ("part", Some(part.part)), ("start", start), ("end", end), ("differs", part.differs)];
        for (name, number) in numbers.into_iter().filter_map(|(name, number)| Some((name, number?))) {
            write_number(name, number, &mut out);
        }
        for (name, flag) in [("thinks", Some(part.thinks)), ("bytes", part.bytes)] {
            if let Some(flag) = flag {
                out.name(name);
                out.flag(flag);
            }
        }
        out.close(b'}');
    }
    out.close(b']');
    out.finish()
}
