//! Laws that hold for every recorded exchange of a wire that has a codec.

use std::collections::BTreeMap;

use rethought::json::{Document, scan};
use rethought::model::{Part, Target, Wire};
use rethought::wires::{Codec, Side, StreamDecoder, codec, detect, replay};

use super::exchange::{Exchange, FAMILIES, Response, exchanges, is_skipped_without_corpus};

/// The response's body: as received, or put together from its stream.
pub fn body(exchange: &Exchange, codec: &dyn Codec) -> Option<Vec<u8>> {
    match exchange.response.as_ref()? {
        Response::Body(text) => Some(text.clone().into_bytes()),
        Response::Stream(bytes) => {
            let mut decoder = StreamDecoder::new(codec);
            decoder.push(bytes);
            Some(decoder.finish().1.body)
        }
    }
}

pub fn each_exchange(mut check: impl FnMut(&str, &Wire, &Exchange, &dyn Codec)) -> usize {
    let mut count = 0;
    for (family, wire) in FAMILIES {
        let codec = codec(wire).unwrap_or_else(|| panic!("{wire} has no codec"));
        for exchange in exchanges(family).into_iter().filter(|exchange| exchange.speaks(family, wire)) {
            check(family, wire, &exchange, codec);
            count += 1;
        }
    }
    count
}

/// Opaque strings as they stand in a raw text, found without any codec: by the names of their keys.
pub fn opaque(text: &[u8]) -> Vec<String> {
    let Ok(document) = scan(text) else { return Vec::new() };
    let mut found = Vec::new();
    for value in document.values() {
        // The result of a provider's own tool is sealed too, and is no reasoning; nor are pictures and sound, which say their format.
        let kind = value.get("type").and_then(|kind| kind.text());
        let is_result = kind.is_some_and(|kind| kind.lossy().ends_with("_result"));
        let is_media = ["media_type", "mimeType", "mime_type"].iter().any(|name| value.get(name).is_some());
        if is_result || is_media || kind.is_none() && value.get("format").is_some() {
            continue;
        }
        for (key, member) in value.members() {
            let sealed = ["signature", "data", "encrypted_content", "thoughtSignature", "thought_signature", "redactedContent"]
                .iter()
                .any(|name| key == **name);
            let long = member.text().is_some_and(|text| text.raw().len() >= 40);
            if sealed && long {
                found.push(String::from_utf8_lossy(member.raw()).into_owned());
            }
        }
    }
    found
}

#[test]
fn every_response_with_reasoning_has_its_thoughts_and_they_return_as_they_came() {
    if is_skipped_without_corpus() {
        return;
    }
    let mut with_reasoning = 0;
    let count = each_exchange(|_, wire, exchange, codec| {
        let Some(body) = body(exchange, codec) else { return };
        let Ok(document) = scan(&body) else { return };
        let sealed = opaque(&body);
        let turn = codec.response(document.root());
        if !sealed.is_empty() {
            with_reasoning += 1;
            assert!(turn.thoughts().count() > 0, "{}: no thought", exchange.id);
        }
        let Some(request) = &exchange.request else { return };
        if scan(request.as_bytes()).is_err() || turn.parts.is_empty() {
            return;
        }
        let next = replay(request.as_bytes(), &body, &Target::new(wire.clone())).unwrap_or_else(|error| panic!("{}: {error}", exchange.id));
        let text = String::from_utf8_lossy(&next.request);
        for handle in sealed {
            assert!(text.contains(&handle), "{}: an opaque string did not return as it came", exchange.id);
        }
        let next = scan(&next.request).unwrap();
        let history = codec.request(next.root());
        // A turn is one entry, or on wires of items several: the last parts of the request are those of the turn.
        let all = raws(&history.parts);
        let last = all.len().checked_sub(turn.parts.len()).map(|from| &all[from..]);
        assert_eq!(Some(&*raws(&turn.parts)), last, "{}: the turn is not what came", exchange.id);
    });
    assert!(count > 0 && with_reasoning > 0);
    println!("{count} exchanges, {with_reasoning} with sealed reasoning");
}

fn raws<'d>(parts: &[Part<'d>]) -> Vec<&'d [u8]> {
    parts.iter().map(|part| part.value.raw()).collect()
}

#[test]
fn every_body_is_recognised() {
    if is_skipped_without_corpus() {
        return;
    }
    let (mut right, mut all) = (0, 0);
    let mut wrong = Vec::new();
    each_exchange(|_, _, exchange, codec| {
        let mut judge = |text: &[u8], side: Side| {
            let Ok(document) = scan(text) else { return };
            all += 1;
            match recognised(codec, &document) {
                Some(found) if found == side => right += 1,
                found => wrong.push(format!("{} as {found:?}", exchange.id)),
            }
        };
        if let Some(request) = &exchange.request {
            judge(request.as_bytes(), Side::Request);
        }
        if let Some(body) = body(exchange, codec)
            && exchange.meta["outcome"] != "rejected"
        {
            judge(&body, Side::Response);
        }
    });
    assert!(right * 100 >= all * 99, "{right} of {all}: {:?}", &wrong[..wrong.len().min(20)]);
}

fn recognised(codec: &dyn Codec, document: &Document<'_>) -> Option<Side> {
    codec.recognise(document.root()).map(|sighting| sighting.side)
}

/// Reasoning that can be read, found without any codec: a key that names it, with a text in it, or a tag that opens the answer.
fn readable(document: &Document<'_>) -> bool {
    let says = |text: Option<rethought::json::Text<'_>>| text.is_some_and(|text| !text.is_empty());
    document.values().any(|value| {
        says(value.get("thinking").and_then(|text| text.text()))
            || says(value.get("reasoningText").and_then(|plain| plain.get("text")?.text()))
            || value.get("content").and_then(|text| text.text()).is_some_and(|text| text.lossy().starts_with("<think>"))
    })
}

#[test]
fn every_response_with_readable_reasoning_has_its_thoughts() {
    if is_skipped_without_corpus() {
        return;
    }
    let mut count = 0;
    each_exchange(|_, _, exchange, codec| {
        let Some(body) = body(exchange, codec) else { return };
        let Ok(document) = scan(&body) else { return };
        if readable(&document) {
            count += 1;
            assert!(codec.response(document.root()).thoughts().count() > 0, "{}: no thought", exchange.id);
        }
    });
    println!("{count} responses with readable reasoning");
}

#[test]
fn a_wire_is_detected_by_its_address_always_and_by_its_looks_nearly() {
    if is_skipped_without_corpus() {
        return;
    }
    let (mut with, mut without, mut all, mut addressed) = (0, 0, 0, 0);
    let mut wrong: BTreeMap<String, usize> = BTreeMap::new();
    each_exchange(|family, wire, exchange, _| {
        // Some recorders left the host out, and what was collected as a file has none.
        let url = exchange.meta["url"].as_str().filter(|url| url.contains("://"));
        let response = match &exchange.response {
            Some(Response::Body(text)) => Some(text.as_bytes()),
            Some(Response::Stream(bytes)) => Some(bytes.as_slice()),
            None => None,
        };
        let answered = response.filter(|_| exchange.meta["outcome"] != "rejected");
        for body in exchange.request.as_deref().map(str::as_bytes).into_iter().chain(answered) {
            all += 1;
            let seen = detect(body, None).map(|found| found.wire);
            without += usize::from(seen.as_ref() == Some(wire));
            if seen.as_ref() != Some(wire) {
                *wrong.entry(format!("{family} as {seen:?}")).or_default() += 1;
            }
            if let Some(url) = url {
                addressed += 1;
                with += usize::from(detect(body, Some(url)).is_some_and(|found| found.wire == *wire));
            }
        }
    });
    println!("{without} of {all} by looks, {with} of {addressed} by address; {wrong:#?}");
    assert!(without * 100 >= all * 99);
    assert_eq!(with, addressed);
}
