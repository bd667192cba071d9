//! How much memory a call takes over its whole run, on an input and on one twice as long. A call that copies what it has at every step takes four times as much.

#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used)]

use std::alloc::System;

use rethought::convert::StreamConverter;
use rethought::ledger::Ledger;
use rethought::model::{Target, Wire};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Twice the input may take so many tenths more.
const MOST: usize = 23;

/// One test, because the counts are those of the whole process.
/// A measured call: its name, and the call with so many elements.
type Job = (&'static str, fn(usize));

#[test]
fn twice_the_input_takes_twice_the_memory() {
    let jobs: [Job; 3] = [
        ("redacted reasoning in pieces", redacted_in_pieces),
        ("an answer of many choices", many_choices),
        ("a stream of many choices", many_streamed_choices),
    ];
    for (name, job) in jobs {
        // Tables are read once for all calls of a program.
        job(1);
        let [once, twice] = [500, 1000].map(|count| {
            let region = Region::new(ALLOCATOR);
            job(count);
            region.change().bytes_allocated
        });
        assert!(twice * 10 <= once * MOST, "{name}: {once} bytes, then {twice}");
    }
}

fn redacted_in_pieces(count: usize) {
    let piece = r#"{"contentBlockDelta":{"contentBlockIndex":0,"delta":{"reasoningContent":{"redactedContent":"c2VhbGVkLW9uZS5hbmQ="}}}}"#;
    let [from, to] = [Wire::BEDROCK_CONVERSE, Wire::OPENAI_CHAT].map(Target::new);
    let mut converter = StreamConverter::new(&from, &to, 0).unwrap();
    for line in vec![piece; count] {
        converter.push(format!("{line}\n").as_bytes());
    }
    drop(converter.finish());
}

fn many_choices(count: usize) {
    let choice = r#"{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"It is heavy."}}"#;
    let response = format!(r#"{{"id":"a1","choices":[{}]}}"#, vec![choice; count].join(","));
    let mut ledger = Ledger::default();
    ledger.record(&Target::new(Wire::MISTRAL_CHAT), br#"{"messages":[]}"#, response.as_bytes()).unwrap();
}

fn many_streamed_choices(count: usize) {
    let chunk =
        |nth| format!(r#"data: {{"id":"a1","choices":[{{"index":{nth},"finish_reason":"stop","delta":{{"content":"It is heavy."}}}}]}}"#);
    let stream = format!("{}\n\ndata: [DONE]\n\n", (0..count).map(chunk).collect::<Vec<_>>().join("\n\n"));
    let mut ledger = Ledger::default();
    ledger.record_stream(&Target::new(Wire::MISTRAL_CHAT), br#"{"messages":[]}"#, stream.as_bytes()).unwrap();
}
