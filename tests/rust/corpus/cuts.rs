//! Recorded streams give the same wherever they are cut.

use rethought::conversation::Framing;
use rethought::wires::StreamDecoder;

use super::exchange::{Response, is_skipped_without_corpus};
use super::laws::each_exchange;

/// All single cuts of all streams.
///
/// Only the framing sees the bytes: what follows it sees one event after the other, and cannot tell which came in one push.
/// The framing reads from left to right and carries nothing from byte to byte but its state. So a stream can be walked
/// line by line (or frame by frame): if the two pieces of a line give, from the state before it, the events of the whole
/// line and the state after it, then whatever comes later is the same as well, and the cut was not seen. That the lines
/// one by one are the same as the stream in one piece is looked at too.
///
/// Every place of a stream up to 32 KiB is cut (three in four are); of the others one in seven, and in lines over 4 KiB
/// one in a thousand. All of them, if `CUTS` is set.
#[test]
fn no_single_cut_is_seen() {
    if is_skipped_without_corpus() {
        return;
    }
    let all = std::env::var("CUTS").is_ok();
    let (mut streams, mut cuts) = (0, 0_usize);
    each_exchange(|_, _, exchange, _| {
        let Some(Response::Stream(bytes)) = &exchange.response else { return };
        let mut before = Framing::default();
        let mut told = Vec::new();
        for window in windows(bytes) {
            let mut after = before.clone();
            let events = push(&mut after, window);
            let step = match (bytes.len(), window.len()) {
                _ if all => 1,
                (..=0x8000, _) => 1,
                (_, ..=0x1000) => 7,
                _ => 997,
            };
            for cut in (1..window.len()).step_by(step) {
                let mut framing = before.clone();
                let mut pieces = push(&mut framing, &window[..cut]);
                pieces.extend(push(&mut framing, &window[cut..]));
                assert!(pieces == events && framing == after, "{}: {cut} of {window:?}", exchange.id);
                cuts += 1;
            }
            before = after;
            told.extend(events);
        }
        told.extend(finish(&mut before));
        let mut framing = Framing::default();
        let mut whole = push(&mut framing, bytes);
        whole.extend(finish(&mut framing));
        assert!(told == whole, "{}: line by line", exchange.id);
        streams += 1;
    });
    println!("{streams} streams, {cuts} cuts");
}

type Event = (Option<String>, Vec<u8>);

fn push(framing: &mut Framing, bytes: &[u8]) -> Vec<Event> {
    let mut events = Vec::new();
    framing.push(bytes, &mut |name, data| events.push((name.map(str::to_owned), data.to_vec())));
    events
}

fn finish(framing: &mut Framing) -> Vec<Event> {
    let mut events = Vec::new();
    framing.finish(&mut |name, data| events.push((name.map(str::to_owned), data.to_vec())));
    events
}

/// The lines of a stream with their ends, or its frames.
pub fn windows(mut bytes: &[u8]) -> Vec<&[u8]> {
    if bytes.first() != Some(&0) {
        return bytes.split_inclusive(|byte| *byte == b'\n').collect();
    }
    let mut frames = Vec::new();
    while let Some(length) = bytes.first_chunk() {
        let (frame, rest) = bytes.split_at(bytes.len().min(usize::try_from(u32::from_be_bytes(*length)).unwrap()));
        frames.push(frame);
        bytes = rest;
    }
    frames
}

/// Each recorded stream is cut this often at random, into two to a hundred pieces: `CUTS=1000` before a release. The first
/// twenty go through the whole decoder, the others through the framing, which alone sees the cuts.
#[test]
fn no_cuts_are_seen() {
    if is_skipped_without_corpus() {
        return;
    }
    let cuts = std::env::var("CUTS").ok().and_then(|cuts| cuts.parse().ok()).unwrap_or(20);
    let mut seed = 1_usize;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    each_exchange(|_, _, exchange, codec| {
        let Some(Response::Stream(bytes)) = &exchange.response else { return };
        let framed = |pieces: &[&[u8]]| {
            let mut framing = Framing::default();
            let mut events: Vec<_> = pieces.iter().flat_map(|piece| push(&mut framing, piece)).collect();
            events.extend(finish(&mut framing));
            events
        };
        let read = |pieces: &[&[u8]]| {
            let mut decoder = StreamDecoder::new(codec);
            let mut said: Vec<_> = pieces.iter().flat_map(|piece| decoder.push(piece)).collect();
            let (rest, streamed) = decoder.finish();
            said.extend(rest);
            (said, streamed)
        };
        let (events, whole) = (framed(&[bytes]), read(&[bytes]));
        for nth in 0..cuts {
            let mut places: Vec<usize> = (0..=random(99)).map(|_| random(bytes.len() + 1)).collect();
            places.sort_unstable();
            let ends = places.iter().copied().chain([bytes.len()]);
            let pieces: Vec<&[u8]> = [0].into_iter().chain(places.iter().copied()).zip(ends).map(|(from, to)| &bytes[from..to]).collect();
            assert!(if nth < 20 { read(&pieces) == whole } else { framed(&pieces) == events }, "{} cut at {places:?}", exchange.id);
        }
        assert!(read(&bytes.chunks(1).collect::<Vec<_>>()) == whole, "{} byte by byte", exchange.id);
    });
}

/// An event that says nothing between any two makes the decoder read each: what comes of a stream does not depend on which of
/// its events are read and which are known by their pattern.
#[test]
fn an_event_known_by_its_pattern_does_what_it_would_do_if_it_were_read() {
    if is_skipped_without_corpus() {
        return;
    }
    let mut streams = 0;
    each_exchange(|_, _, exchange, codec| {
        let Some(Response::Stream(bytes)) = &exchange.response else { return };
        if matches!(bytes.first(), Some(0 | b'[')) || bytes.iter().filter(|byte| **byte == b'\n').count() < 2 {
            return;
        }
        let read = |bytes: &[u8]| {
            let mut decoder = StreamDecoder::new(codec);
            let mut said = decoder.push(bytes);
            let (rest, streamed) = decoder.finish();
            said.extend(rest);
            (said, streamed)
        };
        // A line of JSON is an event by itself; one of a server's events ends with an empty line.
        let is_sse = !bytes.starts_with(b"{");
        let mut apart = Vec::new();
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            apart.extend_from_slice(line);
            if if is_sse { line.trim_ascii().is_empty() } else { true } {
                apart.extend_from_slice(b"{}\n");
            }
        }
        assert!(read(&apart) == read(bytes), "{}", exchange.id);
        streams += 1;
    });
    println!("{streams} streams");
}
