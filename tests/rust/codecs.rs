//! The codecs over cases of our own making: a folder is a case, and every law runs on every case.
//!
//! `tests/data/codecs/<wire>/<case>/` holds `in.json` (a response) or `in.sse`, `in.ndjson`, `in.array`, `in.frames` (a stream), `request.json` (what it
//! answered), and what must come of them: `turn.txt`, a line a part, and one for each thought of the request that it reports as dropped or let through; `body.json`, what a stream is put together into;
//! `next.json`, the next request byte for byte. `BLESS=1 cargo test --test rust codecs::` writes what came; read it before you commit it.

use std::fs;
use std::path::{Path, PathBuf};

use rethought::conversation::StreamEvent;
use rethought::json::{Document, Value, is_within, scan};
use rethought::ledger;
use rethought::model::{Part, PartKind, Target, Turn};
use rethought::wires::{CODECS, Codec, Side, StreamDecoder, Streamed, replay};

fn folders(path: &Path) -> Vec<PathBuf> {
    let mut found: Vec<_> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()).collect();
    found.sort();
    found
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/codecs")
}

fn each_case(check: impl Fn(&Path, &'static dyn Codec)) {
    for codec in CODECS {
        let cases = folders(&root().join(codec.wire().as_str()));
        assert!(cases.len() >= 4, "{} has {} cases", codec.wire(), cases.len());
        for case in cases {
            check(&case, *codec);
        }
    }
}

fn stream(bytes: &[&[u8]], codec: &dyn Codec) -> Streamed {
    decode_stream(bytes, codec).1
}

fn decode_stream(bytes: &[&[u8]], codec: &dyn Codec) -> (Vec<StreamEvent>, Streamed) {
    let mut decoder = StreamDecoder::new(codec);
    let mut said: Vec<_> = bytes.iter().flat_map(|piece| decoder.push(piece)).collect();
    let (rest, streamed) = decoder.finish();
    said.extend(rest);
    (said, streamed)
}

fn streamed(case: &Path) -> Option<Vec<u8>> {
    ["in.sse", "in.ndjson", "in.array", "in.frames"].iter().find_map(|name| fs::read(case.join(name)).ok())
}

fn response(case: &Path, codec: &dyn Codec) -> (Vec<u8>, Vec<String>) {
    match streamed(case) {
        Some(bytes) => {
            let streamed = stream(&[&bytes], codec);
            (streamed.body, streamed.unfinished)
        }
        None => (fs::read(case.join("in.json")).unwrap(), Vec::new()),
    }
}

/// Holds what came against a file, or writes the file.
fn expect(case: &Path, name: &str, came: &[u8]) {
    let file = case.join(name);
    if std::env::var("BLESS").is_ok() {
        fs::write(&file, came).unwrap();
    }
    let wanted = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    assert_eq!(String::from_utf8_lossy(came), String::from_utf8_lossy(&wanted), "{}", file.display());
}

/// A line a part: where, what, and if it is reasoning what can be seen of it, what is sealed, where it hangs.
fn describe_turn(turn: &Turn<'_>, document: &Document<'_>, unfinished: &[String]) -> String {
    let mut lines = String::new();
    for part in &turn.parts {
        let pointer = document.place(part.value).pointer;
        lines += &format!("{pointer} {:?}", part.kind);
        if let Some(thinking) = &part.thinking {
            let texts: Vec<_> = thinking.texts.iter().map(|value| String::from_utf8_lossy(value.raw())).collect();
            let handles: Vec<_> = thinking.handles.iter().map(|value| String::from_utf8_lossy(value.raw())).collect();
            let whole = thinking.complete && !unfinished.iter().any(|open| is_within(&pointer, open));
            let complete = if whole { "complete" } else { "INCOMPLETE" };
            lines += &format!(
                " {} {complete} texts [{}] handles [{}] {:?}",
                thinking.kind.name(),
                texts.join(", "),
                handles.join(", "),
                thinking.attachment
            );
        }
        if part.span != part.value.span() {
            lines += &format!(" bytes {}..{}", part.span.start, part.span.end);
        }
        lines += "\n";
    }
    if let Some(rest) = &turn.continuation {
        let token = rest.token.map(|token| String::from_utf8_lossy(token.raw()).into_owned()).unwrap_or_default();
        lines += &format!("… {} {} {token}\n", document.place(rest.value).pointer, if rest.required { "required" } else { "on demand" });
    }
    if let Some(transformations) = &turn.transformations {
        lines += &format!("~ {} of the request\n", transformations.len());
        for told in transformations {
            lines += &format!("~ {} {} {}\n", told.kind, told.pointer.as_deref().unwrap_or_default(), told.reason);
        }
    }
    for diagnostic in &turn.diagnostics {
        lines += &format!("! {} {}\n", document.place(diagnostic.value).pointer, diagnostic.reason);
    }
    lines
}

#[test]
fn every_case_is_read_as_it_says() {
    each_case(|case, codec| {
        let (body, unfinished) = response(case, codec);
        if streamed(case).is_some() {
            expect(case, "body.json", &body);
        }
        let document = scan(&body).unwrap();
        expect(case, "turn.txt", describe_turn(&codec.response(document.root()), &document, &unfinished).as_bytes());
    });
}

/// The kind of a part, its bytes, and those of its place and its handles.
fn sent<'d>(part: &Part<'d>) -> (PartKind, &'d str, Vec<&'d str>) {
    let text = |value: Value<'d>| str::from_utf8(value.raw()).unwrap();
    let handles = part.thinking.iter().flat_map(|thinking| &thinking.handles).map(|handle| text(*handle)).collect();
    (part.kind, text(part.value), handles)
}

#[test]
fn every_turn_goes_back_byte_for_byte() {
    each_case(|case, codec| {
        let Ok(request) = fs::read(case.join("request.json")) else { return };
        let (body, _) = response(case, codec);
        let replayed = replay(&request, &body, &Target::new(codec.wire())).unwrap();
        expect(case, "next.json", &replayed.request);
        let (body, next) = (scan(&body).unwrap(), scan(&replayed.request).unwrap());
        let history = codec.request(next.root());
        let back: Vec<_> = history.parts.iter().map(sent).collect();
        let turn = codec.response(body.root());
        let gone: Vec<_> = turn.parts.iter().map(sent).collect();
        assert!(back.len() >= gone.len(), "{}: {} parts came and {} are there", case.display(), gone.len(), back.len());
        for (came, went) in gone.iter().zip(&back[back.len() - gone.len()..]) {
            let same = came.2 == went.2 && (came == went || !replayed.notes.is_empty());
            assert!(same, "{}: {came:?} came, {went:?} is in the next request", case.display());
        }
    });
}

/// The ledger compares a changed handle with the recorded one. It finds both by the paths of their wire.
#[test]
fn the_ledger_finds_the_handles_of_every_part() {
    each_case(|case, codec| {
        let (body, _) = response(case, codec);
        let document = scan(&body).unwrap();
        for part in codec.response(document.root()).parts {
            let found = ledger::Side::Handle.strings(part.value);
            let handles = part.thinking.map(|thinking| thinking.handles).unwrap_or_default();
            let place = || format!("{} at {}", case.display(), document.place(part.value).pointer);
            assert!(handles.iter().all(|handle| found.contains(handle)), "{}", place());
        }
    });
}

#[test]
fn every_stream_is_the_same_wherever_it_is_cut() {
    each_case(|case, codec| {
        let Some(bytes) = streamed(case) else { return };
        let whole = decode_stream(&[&bytes], codec);
        for cut in 0..=bytes.len() {
            assert_eq!(decode_stream(&[&bytes[..cut], &bytes[cut..]], codec), whole, "{} cut at {cut}", case.display());
        }
        // A stream that ends early gives a body that can be read, and says what is unfinished.
        for end in (0..bytes.len()).step_by(bytes.len() / 200 + 1) {
            let cut = stream(&[&bytes[..end]], codec);
            scan(&cut.body).unwrap_or_else(|error| panic!("{} ending at {end}: {error}", case.display()));
        }
    });
}

#[test]
fn every_body_is_recognised_as_what_it_is() {
    each_case(|case, codec| {
        let (body, _) = response(case, codec);
        let side = |text: &[u8]| codec.recognise(scan(text).unwrap().root()).map(|sighting| sighting.side);
        if streamed(case).is_none() {
            assert_eq!(side(&body), Some(Side::Response), "{}", case.display());
        }
        if let Ok(request) = fs::read(case.join("request.json")) {
            assert_eq!(side(&request), Some(Side::Request), "{}", case.display());
        }
    });
}
