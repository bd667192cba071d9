//! Transcripts of every format, as recorders write them: what is in each is told, however it arrives.
//!
//! `tests/data/transcripts/<format>/` holds files of our own making in the shape of real ones; beside each, `<file>.told` has a line of JSON for every
//! record. `BLESS=1 cargo test --test rust transcripts::` writes them anew: read the difference.

use std::fs;
use std::path::{Path, PathBuf};

use rethought::json::{Writer, lossy, quote};
use rethought::sessions::{Exchange, Record, TranscriptReader};

/// The formats there are, by the names of their folders.
fn formats() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/transcripts");
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn files(format: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/transcripts").join(format);
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths.filter(|path| path.extension().is_none_or(|ending| ending != "told")).collect();
    paths.sort();
    paths
}

fn read(chunks: &[&[u8]]) -> (Option<&'static str>, Vec<Record>) {
    let mut reader = TranscriptReader::default();
    let mut records: Vec<Record> = chunks.iter().flat_map(|chunk| reader.push(chunk)).collect();
    records.extend(reader.finish());
    (reader.format(), records)
}

fn lines_of(records: &[Record]) -> String {
    records.iter().map(|record| format!("{}\n", line(record))).collect()
}

fn line(record: &Record) -> String {
    let mut out = Writer::default();
    out.open(b'{');
    match record {
        Record::Fault(fault) => {
            out.name("fault");
            out.text(&fault.reason);
            out.name("line");
            out.number(fault.line);
            out.name("offset");
            out.number(fault.offset);
            out.member_if("unread", fault.unread);
        }
        Record::Exchange(exchange) => exchange_in(exchange, &mut out),
        Record::Session(outcome) => {
            out.name("outcome");
            out.text_or_null(outcome.status.as_deref());
            out.member_if("session", outcome.session.as_deref());
            out.member_if("thread", outcome.thread.as_deref());
            out.name("errors");
            out.open(b'[');
            outcome.errors.iter().for_each(|error| out.raw(error));
            out.close(b']');
        }
    }
    out.close(b'}');
    String::from_utf8(out.finish()).unwrap()
}

fn exchange_in(exchange: &Exchange, out: &mut Writer) {
    out.name("line");
    out.number(exchange.line);
    out.name("offset");
    out.number(exchange.offset);
    for (name, text) in [
        ("session", &exchange.session),
        ("branch_of", &exchange.branch_of),
        ("label", &exchange.label),
        ("wire", &exchange.wire),
        ("url", &exchange.url),
        ("host", &exchange.host),
        ("model", &exchange.model),
        ("time", &exchange.time),
    ] {
        out.member_if(name, text.as_deref());
    }
    if !exchange.unrecorded.is_empty() {
        out.name("unrecorded");
        out.open(b'[');
        exchange.unrecorded.iter().for_each(|what| out.text(what));
        out.close(b']');
    }
    if let Some(status) = exchange.status {
        out.name("status");
        out.number(status.into());
    }
    for (name, bytes) in [
        ("request", &exchange.request),
        ("opening", &exchange.opening),
        ("added", &exchange.added),
        ("response", &exchange.response),
        ("stream", &exchange.stream),
        ("reply", &exchange.reply),
    ] {
        if let Some(bytes) = bytes {
            out.name(name);
            out.raw(quote(&lossy(bytes)).as_bytes());
        }
    }
}

#[test]
fn what_a_transcript_tells_is_what_is_written_beside_it() {
    let mut wrong = Vec::new();
    for format in formats() {
        for path in files(&format) {
            let (found, records) = read(&[&fs::read(&path).unwrap()]);
            let expected = PathBuf::from(format!("{}.told", path.display()));
            let now = lines_of(&records);
            if std::env::var_os("BLESS").is_some() {
                fs::write(&expected, &now).unwrap();
            }
            if found != Some(format.as_str()) {
                wrong.push(format!("{} was taken for {found:?}", path.display()));
            }
            if fs::read_to_string(&expected).unwrap_or_default() != now {
                wrong.push(format!("{} does not tell what stands beside it", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_format_has_twenty_files_and_each_tells_something() {
    for format in formats() {
        let paths = files(&format);
        assert!(paths.len() >= 20, "{format} has {}", paths.len());
        for path in paths {
            assert!(!read(&[&fs::read(&path).unwrap()]).1.is_empty(), "{}", path.display());
        }
    }
}

#[test]
fn however_a_transcript_is_cut_it_tells_the_same() {
    for format in formats() {
        for path in files(&format) {
            let text = fs::read(&path).unwrap();
            let whole = read(&[&text]);
            for size in [1, 2, 3, 7, 64, 1000] {
                assert_eq!(read(&text.chunks(size).collect::<Vec<_>>()), whole, "{} in pieces of {size}", path.display());
            }
        }
    }
}

/// Several are held back until their format is told; these are longer than that.
#[test]
fn a_long_transcript_tells_the_same_however_it_is_cut() {
    let body = |nth: usize| {
        quote(&format!("{{\"model\":\"m\",\"max_tokens\":{nth},\"messages\":[{{\"role\":\"user\",\"content\":\"}}]\\\"ü\\n\"}}]}}"))
    };
    let each = |row: &dyn Fn(String) -> String, between: &str| (0..1500).map(|nth| row(body(nth))).collect::<Vec<_>>().join(between);
    let url = "https://api.anthropic.com/v1/messages";
    let pair = |body: String| format!("{{\n\"request\":{body},\"url\":\"{url}\"}}");
    let entry = |body: String| format!("{{\"request\":{{\"method\":\"POST\",\"url\":\"{url}\",\"postData\":{{\"text\":{body}}}}}}}");
    let interaction = |body: String| format!("- request:\n    method: POST\n    uri: {url}\n    body: {body}\n");
    for (format, text) in [
        ("pairs", format!("[{}]", each(&pair, ",\n"))),
        ("pairs", each(&pair, "\n")),
        ("pairs", each(&|body| pair(body).replace('\n', ""), "\r\n")),
        ("har", format!("{{\"log\":{{\"version\":\"1.2\",\"entries\":[{}]}}}}", each(&entry, " , "))),
        (
            "vcr",
            format!(
                "{{\"interactions\":[{}],\"version\":1}}",
                each(&entry, ",").replace("url", "uri").replace("postData", "body").replace("text", "string")
            ),
        ),
        ("vcr-yaml", format!("interactions:\n{}version: 1\n", each(&interaction, ""))),
    ] {
        let whole = read(&[text.as_bytes()]);
        assert_eq!((whole.0, whole.1.len()), (Some(format), 1500), "{:?}", whole.1.last());
        assert!(whole.1.iter().all(|record| matches!(record, Record::Exchange(exchange) if exchange.request.is_some())));
        for size in [1, 3, 64, 1021, 70_000] {
            assert!(read(&text.as_bytes().chunks(size).collect::<Vec<_>>()) == whole, "{format} in pieces of {size}");
        }
    }
}

#[test]
fn lines_of_something_else_before_a_transcript_cost_no_exchange() {
    let word = "starting up ".repeat(20);
    let kinds: [fn(usize, &str) -> String; 4] = [
        |nth, word| format!("{{\"level\":\"info\",\"nth\":{nth},\"message\":\"{word}\"}}\n"),
        |nth, word| format!("2026-11-16 08:00:{:02} {word}\n", nth % 60),
        |nth, word| format!("[2026-11-16 08:00:{:02}] INFO {word}\n", nth % 60),
        |nth, word| if nth % 2 == 0 { format!("{word}\n") } else { "{\"a\":1}\n".to_owned() },
    ];
    let exchanges = |text: &[u8]| {
        let (format, records) = read(&[text]);
        let bodies = records.into_iter().filter_map(|record| match record {
            Record::Exchange(exchange) => Some((exchange.request, exchange.added, exchange.response, exchange.stream)),
            Record::Fault(_) | Record::Session(_) => None,
        });
        (format, bodies.collect::<Vec<_>>())
    };
    for file in [
        "pairs/one-a-line.ndjson",
        "claude-code/sidechains-in-between.jsonl",
        "codex/a-loop-of-calls.jsonl",
        "cognipeer/events-one-a-line.jsonl",
    ] {
        let text = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/transcripts").join(file)).unwrap();
        let alone = exchanges(&text);
        assert!(!alone.1.is_empty(), "{file}");
        for (nth, row) in kinds.iter().enumerate() {
            // 39 were always read past; 3,000 are more than the first two samples.
            for count in [1, 39, 41, 100, 1_000, 3_000] {
                let mut preceded: Vec<u8> = (0..count).flat_map(|nth| row(nth, &word).into_bytes()).collect();
                preceded.extend_from_slice(&text);
                assert!(exchanges(&preceded) == alone, "{file} after {count} lines of kind {nth}");
                let whole = read(&[&preceded]);
                assert!(read(&preceded.chunks(1021).collect::<Vec<_>>()) == whole, "{file} after {count} lines of kind {nth}, in pieces");
            }
        }
    }
}

#[test]
fn a_transcript_that_ends_anywhere_tells_what_was_whole() {
    for format in formats() {
        for path in files(&format) {
            let text = fs::read(&path).unwrap();
            let exchanges = |records: &[Record]| records.iter().filter(|record| matches!(record, Record::Exchange(_))).count();
            let whole = exchanges(&read(&[&text]).1);
            // Every place in small files, and some hundred in large ones.
            for end in (0..text.len()).step_by(text.len() / 400 + 1) {
                let (_, cut) = read(&[&text[..end]]);
                assert!(exchanges(&cut) <= whole + 1, "{} cut at {end}", path.display());
            }
        }
    }
}

#[test]
fn what_is_no_transcript_has_no_format() {
    let texts: &[&[u8]] = &[
        b"",
        b"   \n\n",
        b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n",
        b"<!doctype html><html><head><title>data: x</title></head></html>",
        b"id,name,request\n1,moon,far\n",
        b"\"id\",\"name\"\n\"1\",\"moon\"\n",
        b"The moon is far away. It always was.\n",
        b"# A title\n\n- request: a thing\n* one\n* two\n",
        b"* one\n* two\n\nand prose",
        b"> quoted\n\nand prose",
        b"[2025-10-09 08:00:00] INFO listening on 8080\n",
        b"[a link](https://example.com)\n",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2",
        b"\x1f\x8b\x08\0\0\0\0\0",
        b"name: left-pad\nversion: 1.3.0\n",
        b"{% block %}\n",
        b"curl https://example.com\n",
    ];
    for text in texts {
        assert_eq!(read(&[text]), (None, Vec::new()), "{}", String::from_utf8_lossy(text));
    }
}

#[test]
fn json_that_looks_like_nothing_is_answered_with_a_sentence() {
    for text in [
        "{}",
        "[]",
        "{\"a\":1}",
        "[{\"a\":1}]",
        "{\"a\":1}\n{\"b\":2}\n",
        "{\"log\":{\"version\":\"1.2\"}}",
        "[[1,2],[3]]",
        "{\"interactions\":[]}",
    ] {
        let (format, records) = read(&[text.as_bytes()]);
        assert!(format.is_some(), "{text}");
        assert!(matches!(records.as_slice(), [Record::Fault(fault)] if fault.reason.len() > 20), "{text}: {records:?}");
    }
}
