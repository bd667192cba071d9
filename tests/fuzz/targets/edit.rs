//! Any text and any changes to it: refused with a reason, or applied so that the result is JSON and the rest is untouched.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use rethought::json::{Changes, Kind, Value, scan};

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    changes: Vec<(u8, u8, &'a str)>,
    text: &'a [u8],
}

fuzz_target!(|input: Input<'_>| {
    let Ok(document) = scan(input.text) else { return };
    let values: Vec<Value<'_>> = document.values().filter(|value| value.kind() != Kind::Key).collect();
    let mut changes = Changes::new(&document);
    let mut taken = 0;
    for (op, pick, text) in input.changes.iter().take(8) {
        let value = values[usize::from(*pick) % values.len()];
        let json = text.as_bytes();
        let collected = match op % 5 {
            0 => changes.replace(value, json),
            1 => changes.remove(value),
            2 => changes.append(value, json),
            3 => changes.insert(value, json),
            _ => changes.set(value, text, json),
        };
        taken += usize::from(collected.is_ok());
    }
    let Ok(changed) = changes.apply() else { return };
    if taken == 0 {
        assert_eq!(changed, input.text);
    }
    // New text may nest the result past the limit; nothing else may be wrong with it.
    if let Err(error) = scan(&changed) {
        assert_eq!(error.code(), rethought::Code::JsonDepth, "{error}");
    }
});
