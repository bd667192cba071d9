//! A cut stream is never finished: what ends without the end of its protocol is an error for every client, and no half of a call is a call.

mod bodies;
mod protocol;

use std::fs;
use std::path::PathBuf;

use rethought::convert::{StreamConverter, reply_wires};
use rethought::json::lossy;
use rethought::model::{Target, Wire};

use self::protocol::{State, complete_calls, events, state};
use super::streams::{CLAUDE, PIECES};
use crate::corpus::cuts::windows;
use crate::corpus::exchange::{Response, is_skipped_without_corpus};
use crate::corpus::laws::each_exchange;

/// What came of all cuts of some streams.
#[derive(Default)]
struct Tally {
    /// Streams that had neither ended nor failed where they were cut, and those of them that a client reads as finished.
    cut: usize,
    finished: usize,
    /// The first few faults of any kind, and how many there are.
    faults: Vec<String>,
    count: usize,
}

impl Tally {
    fn fault(&mut self, fault: String) {
        self.count += 1;
        if self.faults.len() < 20 {
            self.faults.push(fault);
        }
    }

    fn close(&self, what: &str) {
        println!("{what}: cut streams finished as whole: {} of {}", self.finished, self.cut);
        assert!(self.count == 0, "{} faults:\n{}", self.count, self.faults.join("\n"));
    }

    /// Cuts a stream at these places, for clients of every other wire.
    fn cut(&mut self, name: &str, wire: &Wire, stream: &[u8], places: &[usize]) {
        reply_wires().filter(|to| *to != wire).for_each(|to| self.cut_for(to, name, wire, stream, places));
    }

    /// Cuts a stream at these places, each for the client of another wire in turn.
    fn cut_in_turn(&mut self, name: &str, wire: &Wire, stream: &[u8], places: &[usize]) {
        let targets: Vec<&Wire> = reply_wires().filter(|to| *to != wire).collect();
        for (nth, to) in targets.iter().enumerate() {
            let own: Vec<usize> = places.iter().skip(nth).step_by(targets.len()).copied().collect();
            self.cut_for(to, name, wire, stream, &own);
        }
    }

    fn cut_for(&mut self, to: &Wire, name: &str, wire: &Wire, stream: &[u8], places: &[usize]) {
        let whole = complete_calls(to, &events(&converted(stream, wire, to)));
        for place in places {
            self.one(&format!("{name} to {to}, cut at {place}"), wire, to, &stream[..*place], &whole);
        }
    }

    fn one(&mut self, name: &str, wire: &Wire, to: &Wire, stream: &[u8], whole: &[String]) {
        let made = converted(stream, wire, to);
        let read = events(&made);
        let (before, after) = (state(wire, &events(stream)), state(to, &read));
        self.cut += usize::from(before == State::Open);
        self.finished += usize::from(before == State::Open && after == State::Ended);
        let wanted = if before == State::Ended { State::Ended } else { State::Failed };
        if after != wanted {
            self.fault(format!("{name}: {before:?} became {after:?}"));
        }
        if before != State::Ended
            && let Some(call) = complete_calls(to, &read).iter().find(|call| !whole.contains(call))
        {
            self.fault(format!("{name}: half a call: {call}"));
        }
    }
}

fn converted(stream: &[u8], from: &Wire, to: &Wire) -> Vec<u8> {
    let mut converter = StreamConverter::new(&Target::new(from.clone()), &Target::new(to.clone()), 0).unwrap();
    let mut made = converter.push(stream);
    made.extend(converter.finish().0);
    made
}

/// Every place after a line or a frame, and one inside each.
fn places(stream: &[u8]) -> Vec<usize> {
    let (mut places, mut at) = (vec![0], 0);
    for window in windows(stream) {
        places.extend([at + window.len() / 2, at + window.len()]);
        at += window.len();
    }
    places
}

#[test]
fn a_stream_of_every_wire_that_is_cut_anywhere_is_an_error_for_every_client() {
    let mut tally = Tally::default();
    let claude = Wire::ANTHROPIC_MESSAGES;
    for wire in reply_wires() {
        let stream = if *wire == claude { CLAUDE.as_bytes().to_vec() } else { converted(CLAUDE.as_bytes(), &claude, wire) };
        tally.cut("a thought, a text and two calls", wire, &stream, &places(&stream));
    }
    let pieces: String = PIECES.lines().map(|line| format!("data: {line}\n\n")).collect();
    tally.cut("calls in pieces", &Wire::GEMINI_GENERATE, pieces.as_bytes(), &places(pieces.as_bytes()));
    tally.close("own streams");
}

#[test]
fn the_streams_of_the_codecs_are_cut_anywhere() {
    let mut tally = Tally::default();
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/codecs");
    for wire in reply_wires() {
        for case in fs::read_dir(folder.join(wire.as_str())).unwrap().map(|case| case.unwrap().path()) {
            let files = ["in.sse", "in.ndjson", "in.frames", "in.array"].map(|file| case.join(file));
            let Some(stream) = files.iter().find_map(|file| fs::read(file).ok()) else { continue };
            tally.cut(&lossy(case.to_string_lossy().as_bytes()), wire, &stream, &places(&stream));
        }
    }
    tally.close("streams of the codecs");
}

/// One place of every recorded stream up to 32 KiB, for every client. If `CUTS` is set: all of their places and one in 17 of longer streams, each for one client
/// in turn. `FROM` names the only wire.
#[test]
fn recorded_streams_are_cut_anywhere() {
    if is_skipped_without_corpus() {
        return;
    }
    let (all, from_only) = (std::env::var("CUTS").is_ok(), std::env::var("FROM").ok());
    let (mut tally, mut streams) = (Tally::default(), 0);
    each_exchange(|_, wire, exchange, _| {
        let Some(Response::Stream(stream)) = &exchange.response else { return };
        let is_long = stream.len() > 0x8000;
        let is_wanted = reply_wires().any(|one| one == wire) && from_only.as_deref().is_none_or(|name| name == wire.as_str());
        if !is_wanted || is_long && !all {
            return;
        }
        streams += 1;
        let places = places(stream);
        match all {
            false => tally.cut(&exchange.id, wire, stream, &[places[streams * 31 % places.len()]]),
            true => {
                let step = if is_long { 17 } else { 1 };
                let chosen: Vec<usize> = places.into_iter().step_by(step).collect();
                tally.cut_in_turn(&exchange.id, wire, stream, &chosen);
            }
        }
    });
    tally.close(&format!("{streams} recorded streams"));
}

#[test]
fn a_failed_answer_says_why_and_never_prints_its_body() {
    let failed = |error: &str| {
        let stream = format!(
            "data: {{\"type\":\"response.created\",\"response\":{{\"id\":\"resp_1\",\"model\":\"gpt-5.4\",\"output\":[]}}}}\n\ndata: {{\"type\":\"response.failed\",\"response\":{{\"id\":\"resp_1\",\"status\":\"failed\",\"error\":{error},\"output\":[]}}}}\n\n"
        );
        lossy(&converted(stream.as_bytes(), &Wire::OPENAI_RESPONSES, &Wire::ANTHROPIC_MESSAGES))
    };
    let said = failed(r#"{"code":"server_error","message":"The model is \u00fcberlastet."}"#);
    assert!(said.contains(r#""message":"The model is \u00fcberlastet.""#), "{said}");
    for error in ["null", "{}", r#"{"code":"server_error"}"#] {
        let said = failed(error);
        assert!(said.contains("The provider's answer ended before it was complete.") && !said.contains("resp_1\\"), "{said}");
    }
}
