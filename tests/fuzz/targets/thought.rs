//! Any bytes as a thought, a message, a reasoning item and a time: a typed error, or a value that survives its own JSON.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rethought::json::scan;
use rethought::model::time::{NoClock, read};
use rethought::formats::adk::Thought;
use rethought::formats::agentfootprint::LLMMessage;
use rethought::formats::clark::ReasoningItem;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(thought) = Thought::from_json(bytes, &NoClock) {
        let again = Thought::from_json(&thought.to_json(), &NoClock).unwrap();
        assert_eq!(again.to_json(), thought.to_json());
    }
    if let Ok(document) = scan(bytes) {
        for value in document.values().take(50) {
            let _ = LLMMessage::read(&document, value);
            if let Ok(item) = ReasoningItem::read(value) {
                assert_eq!(item.raw(), value.raw());
                let _ = (item.kind(), item.format(), item.id(), item.index(), item.text(), item.is_signed());
            }
        }
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        if let Ok(moment) = read(text, &NoClock) {
            assert_eq!(read(&moment.to_iso(), &NoClock), Ok(moment));
        }
    }
});
