//! The corpus as a transcript: every line of it is a pair, and its bodies are what the reader gives.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};

use flate2::read::GzDecoder;
use rethought::sessions::{Exchange, Record, TranscriptReader};
use serde_json::{Value, json};

use super::exchange::{base64, families, is_skipped_without_corpus, path_of};

fn bytes(family: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    GzDecoder::new(File::open(path_of(family)).unwrap()).read_to_end(&mut bytes).unwrap();
    bytes
}

fn rows(family: &str) -> Vec<Value> {
    BufReader::new(bytes(family).as_slice()).lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
}

fn text(row: &Value, name: &str) -> Option<Vec<u8>> {
    row[name].as_str().filter(|text| !["", "null"].contains(text)).map(|text| text.as_bytes().to_vec())
}

/// The bodies of a line as it was recorded: its request, its response, its stream.
fn recorded_bodies(row: &Value) -> [Option<Vec<u8>>; 3] {
    let frames = row["eventstream_base64"].as_str().map(base64);
    let stream = frames.or_else(|| text(row, "sse")).or_else(|| text(row, "ndjson")).or_else(|| text(row, "events"));
    [text(row, "request"), text(row, "response"), stream]
}

fn bodies_of(exchange: &Exchange) -> [Option<Vec<u8>>; 3] {
    [exchange.request.clone(), exchange.response.clone(), exchange.stream.clone()]
}

#[test]
fn every_line_of_the_corpus_gives_its_bodies_byte_for_byte() {
    if is_skipped_without_corpus() {
        return;
    }
    let mut count = 0;
    for family in families() {
        let bytes = bytes(&family);
        let mut reader = TranscriptReader::default();
        let mut records: Vec<Record> = bytes.chunks(100_000).flat_map(|chunk| reader.push(chunk)).collect();
        records.extend(reader.finish());
        assert_eq!(reader.format(), Some("pairs"), "{family}");
        let rows = rows(&family);
        assert_eq!(records.len(), rows.len(), "{family}");
        for (row, record) in rows.iter().zip(&records) {
            let id = row["id"].as_str().unwrap();
            let Record::Exchange(exchange) = record else { panic!("{id}: {record:?}") };
            assert_eq!(exchange.label.as_deref(), Some(id));
            assert_eq!(exchange.url.as_deref(), row["meta"]["url"].as_str(), "{id}");
            assert_eq!(exchange.status.map(u64::from), row["meta"]["http_status"].as_u64(), "{id}");
            assert!(bodies_of(exchange) == recorded_bodies(row), "{id}: {exchange:?}");
            count += 1;
        }
    }
    println!("{count} lines of the corpus");
    assert!(count > 4000);
}

/// The rows of a family as a browser would have exported them, and as VCR.py would have recorded them.
fn recorded(rows: &[&Value]) -> [(&'static str, Value); 2] {
    let answer = |row: &Value| recorded_bodies(row).into_iter().skip(1).flatten().next().map(|bytes| String::from_utf8(bytes).unwrap());
    let (entries, interactions): (Vec<Value>, Vec<Value>) = rows
        .iter()
        .map(|row| {
            let (url, status) = (&row["meta"]["url"], &row["meta"]["http_status"]);
            let (request, answer) = (&row["request"], answer(row));
            let entry = json!({
                "request": {"method": "POST", "url": url, "postData": {"mimeType": "application/json", "text": request}},
                "response": {"status": status, "content": {"mimeType": "", "text": &answer}},
            });
            let interaction = json!({
                "request": {"method": "POST", "uri": url, "body": request},
                "response": {"status": {"code": status}, "body": {"string": &answer}},
            });
            (entry, interaction)
        })
        .unzip();
    [("har", json!({"log": {"version": "1.2", "entries": entries}})), ("vcr", json!({"interactions": interactions, "version": 1}))]
}

#[test]
fn the_corpus_as_a_har_file_and_as_a_cassette_gives_the_same_bodies() {
    if is_skipped_without_corpus() {
        return;
    }
    let (mut count, mut left) = (0, Vec::new());
    for family in families() {
        let rows = rows(&family);
        let whole = |row: &&Value| row["request"].is_string() && row["eventstream_base64"].is_null() && row["protobuf_base64"].is_null();
        let rows: Vec<&Value> = rows.iter().filter(whole).take(100).collect();
        for (format, file) in recorded(&rows) {
            let mut reader = TranscriptReader::default();
            let mut records = reader.push(file.to_string().as_bytes());
            records.extend(reader.finish());
            assert!(rows.is_empty() || reader.format() == Some(format), "{family}");
            let mut told =
                records.iter().filter_map(|record| if let Record::Exchange(exchange) = record { Some(exchange) } else { None }).peekable();
            for row in &rows {
                let matches = told
                    .peek()
                    .is_some_and(|exchange| exchange.request == text(row, "request") && bodies_of(exchange) == recorded_bodies(row));
                if matches {
                    told.next();
                    count += 1;
                } else {
                    left.push(format!("{format} {}", row["id"]));
                }
            }
            assert!(told.next().is_none(), "{family} as {format}: {:?}", left.last());
        }
    }
    println!("{count} exchanges");
    assert!(left.is_empty(), "{left:?}");
}
