//! Any bytes to any wire: as a stream, in two pieces or in many, it comes to the same body, which is JSON; as a body it is read, and
//! what is read stands in it; as a turn it goes back or is refused with a reason.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rethought::wires::{CODECS, StreamDecoder, codec, detect, replay};
use rethought::json::scan;
use rethought::model::Target;

fuzz_target!(|input: &[u8]| {
    let [wire, cut, bytes @ ..] = input else { return };
    let codec = match detect(bytes, None).and_then(|found| codec(&found.wire)) {
        Some(codec) if wire % 2 == 0 => codec,
        _ => CODECS[usize::from(wire / 2) % CODECS.len()],
    };
    let streamed = |size: usize| {
        let mut decoder = StreamDecoder::new(codec);
        let mut said: Vec<_> = bytes.chunks(size).flat_map(|piece| decoder.push(piece)).collect();
        let (rest, streamed) = decoder.finish();
        said.extend(rest);
        (said, streamed)
    };
    let whole = streamed(bytes.len().max(1));
    assert!(whole == streamed(usize::from(*cut) % 64 + 1), "another result in pieces");
    let document = scan(&whole.1.body).expect("a body that is JSON");
    codec.response(document.root());
    let Ok(document) = scan(bytes) else { return };
    for part in
        codec.response(document.root()).parts.iter().chain(&codec.request(document.root()).parts)
    {
        assert!(part.span.start <= part.span.end && part.span.end <= bytes.len());
    }
    for request in [bytes, b"{\"messages\":[],\"contents\":[],\"input\":[]}"] {
        if let Ok(next) = replay(request, bytes, &Target::new(codec.wire())) {
            // An appended turn may nest past the limit; nothing else may be wrong with it.
            assert!(scan(&next.request).map_or_else(|error| error.code() == rethought::Code::JsonDepth, |_| true));
        }
    }
});
