//! Any bytes as a transcript: whole or in pieces it tells the same, and what it tells stands in it; as YAML it comes to JSON or to an error with a place.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rethought::json::scan;
use rethought::sessions::{Record, TranscriptReader, yaml};

fuzz_target!(|input: &[u8]| {
    let [cut, bytes @ ..] = input else { return };
    let told = |size: usize| {
        let mut reader = TranscriptReader::default();
        let mut records: Vec<Record> = bytes.chunks(size).flat_map(|piece| reader.push(piece)).collect();
        records.extend(reader.finish());
        (reader.format(), records)
    };
    let whole = told(bytes.len().max(1));
    assert!(whole == told(usize::from(*cut) % 64 + 1), "something else in pieces");
    for record in &whole.1 {
        let offset = match record {
            Record::Exchange(exchange) => exchange.offset,
            Record::Fault(fault) => fault.offset,
            Record::Session(_) => 0,
        };
        assert!(offset <= bytes.len(), "a place outside");
    }
    match yaml::to_json(bytes) {
        Ok(json) => assert!(scan(&json).is_ok(), "YAML that came to no JSON"),
        Err(error) => assert!(error.offset().is_some_and(|offset| offset <= bytes.len()), "an error without a place"),
    }
});
