//! The corpus as a transcript: every line of it is a pair, and its bodies are what the reader gives.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;

use flate2::read::GzDecoder;
use rethought::transcripts::{Exchange, Reader, Record};
use serde_json::Value;

use super::exchange::{base64, families, is_here};

fn text(row: &Value, name: &str) -> Option<Vec<u8>> {
    row[name].as_str().filter(|text| !["", "null"].contains(text)).map(|text| text.as_bytes().to_vec())
}

/// What a line says itself: its request, its response, its stream.
fn said(row: &Value) -> [Option<Vec<u8>>; 3] {
    let frames = row["eventstream_base64"].as_str().map(base64);
    let stream = frames.or_else(|| text(row, "sse")).or_else(|| text(row, "ndjson")).or_else(|| text(row, "events"));
    [text(row, "request"), text(row, "response"), stream]
}

fn told(exchange: &Exchange) -> [Option<Vec<u8>>; 3] {
    [exchange.request.clone(), exchange.response.clone(), exchange.stream.clone()]
}

#[test]
fn every_line_of_the_corpus_gives_its_bodies_byte_for_byte() {
    let mut count = 0;
    for family in families() {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus").join(format!("{family}.ndjson.gz"));
        let mut bytes = Vec::new();
        GzDecoder::new(File::open(path).unwrap()).read_to_end(&mut bytes).unwrap();
        let mut reader = Reader::default();
        let mut records: Vec<Record> = bytes.chunks(100_000).flat_map(|chunk| reader.push(chunk)).collect();
        records.extend(reader.finish());
        assert_eq!(reader.format(), Some("pairs"), "{family}");
        let rows: Vec<Value> = BufReader::new(bytes.as_slice()).lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
        assert_eq!(records.len(), rows.len(), "{family}");
        for (row, record) in rows.iter().zip(&records) {
            let id = row["id"].as_str().unwrap();
            let Record::Exchange(exchange) = record else { panic!("{id}: {record:?}") };
            assert_eq!(exchange.label.as_deref(), Some(id));
            assert_eq!(exchange.url.as_deref(), row["meta"]["url"].as_str(), "{id}");
            assert_eq!(exchange.status.map(u64::from), row["meta"]["http_status"].as_u64(), "{id}");
            assert!(told(exchange) == said(row), "{id}: {exchange:?}");
            count += 1;
        }
    }
    println!("{count} lines of the corpus");
    assert!(count > 4000 || !is_here());
}
