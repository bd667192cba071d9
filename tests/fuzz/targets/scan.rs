//! Any bytes: the scan agrees with serde_json on what is JSON, gives back what it took, and what it says of the places holds.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rethought::Code;
use rethought::json::{Kind, canonical, digest, scan};
use serde_json::value::RawValue;

fuzz_target!(|bytes: &[u8]| {
    let body = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let theirs = serde_json::from_slice::<&RawValue>(body).is_ok();
    match scan(bytes) {
        Ok(document) => {
            assert!(theirs);
            assert_eq!(document.source(), bytes);
            for value in document.values().take(50) {
                let place = document.place(value);
                if place.exact && value.kind() != Kind::Key {
                    assert!(document.find(&place.pointer).unwrap() == value);
                }
            }
            let once = canonical(document.root());
            let again = scan(&once).unwrap();
            assert_eq!(canonical(again.root()), once);
            assert_eq!(digest(again.root()), digest(document.root()));
        }
        Err(error) => {
            assert!(!theirs || error.code() == Code::JsonDepth);
            assert!(error.offset().is_some_and(|offset| offset <= bytes.len()));
        }
    }
});
