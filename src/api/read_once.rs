//! A stream is put together once, over all cases of the codecs: a stream that was read before is recorded in the same way as the original bytes.

use std::fs;
use std::path::PathBuf;

use super::{read_assembly, write_assembly};
use crate::json::work::{Work, texts, watch};
use crate::ledger::{Ledger, Received};
use crate::model::Target;
use crate::request::AnswerFingerprint;
use crate::wires::{CODECS, StreamDecoder};

/// The streams of a wire, each with the request that it answers.
fn streams(wire: &str) -> Vec<(String, Vec<u8>, Vec<u8>)> {
    let cases = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/codecs").join(wire);
    let folders = fs::read_dir(cases).unwrap().map(|entry| entry.unwrap().path());
    folders
        .filter_map(|case| {
            let stream = ["in.sse", "in.ndjson", "in.array", "in.frames"].iter().find_map(|name| fs::read(case.join(name)).ok())?;
            Some((case.display().to_string(), fs::read(case.join("request.json")).ok()?, stream))
        })
        .collect()
}

#[test]
fn a_stream_that_was_read_is_recorded_as_one_that_was_not() {
    let mut count = 0;
    for codec in CODECS {
        for (case, request, whole) in streams(codec.wire().as_str()) {
            // A stream that was cut is recorded too.
            for stream in [whole.as_slice(), whole.get(..whole.len() / 2).unwrap()] {
                let ledger = Ledger::default();
                let pending = ledger.prepare(&Target::new(codec.wire()), &request).unwrap();
                let expected = ledger.stored_lines(&pending, Received::Stream(stream));
                let (lines, done) = watch(|| {
                    let mut decoder = StreamDecoder::new(*codec);
                    stream.chunks(7).for_each(|chunk| drop(decoder.push(chunk)));
                    let has_ended = decoder.has_ended();
                    let (_, streamed) = decoder.finish();
                    assert!(streamed.ended || !has_ended, "{case}");
                    let fingerprint = AnswerFingerprint::of_body(&streamed.body, &codec.wire(), None);
                    assert_eq!(fingerprint.is_ok(), expected.is_ok(), "{case}");
                    let assembled = read_assembly(&streamed.body, &write_assembly(&streamed)).unwrap();
                    ledger.stored_lines(&pending, Received::Assembled(&assembled))
                });
                assert_eq!(texts(&done, Work::Assemble).len(), 1, "{case}");
                let texts_of = |lines: &[crate::ledger::StoredLine]| lines.iter().map(|line| line.text.clone()).collect::<Vec<_>>();
                assert_eq!(lines.as_deref().ok().map(texts_of), expected.as_deref().ok().map(texts_of), "{case}");
                count += 1;
            }
        }
    }
    assert!(count > 60, "{count} streams");
}
