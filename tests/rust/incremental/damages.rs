//! The damages that may happen to a request on its way.

use rethought::json::{Changes, scan};

/// A request with each thing that may happen to it at a message.
pub fn damages(request: &str, list: &str, at: usize) -> Vec<String> {
    let document = scan(request.as_bytes()).unwrap();
    let messages = document.find(list).unwrap();
    let Some(message) = messages.element(at) else { return Vec::new() };
    let changed = |change: &dyn Fn(&mut Changes<'_>) -> Result<(), rethought::Error>| {
        let mut changes = Changes::new(&document);
        change(&mut changes).ok()?;
        String::from_utf8(changes.apply().ok()?).ok()
    };
    let raw = std::str::from_utf8(message.raw()).unwrap();
    let edited = |from: &str, to: &str| raw.contains(from).then(|| request.replacen(raw, &raw.replacen(from, to, 1), 1));
    let twice = changed(&|changes| changes.insert(message, message.raw()));
    let gone = changed(&|changes| changes.remove(message));
    let moved = changed(&|changes| changes.append(messages, message.raw()));
    let thinks = if request.contains("\"enabled\"") {
        request.replacen("\"enabled\",\"budget_tokens\":2048", "\"disabled\"", 1)
    } else {
        String::new()
    };
    let all = [
        twice,
        gone,
        moved,
        edited("Thought", "Other"),
        edited("line", "word"),
        edited("signature\":\"", "signature\":\"x"),
        edited("Signature\":\"", "Signature\":\"x"),
        edited("gAAAAA", "gBBBBB"),
        edited("\"reasoning_content\"", "\"reasoning_text\""),
        edited("call_", "other_"),
        edited("toolu_", "other_"),
        Some(thinks).filter(|text| !text.is_empty()),
        Some(request.replacen("Be brief.", "Be long.", 1)).filter(|text| text != request),
        Some(request.replacen(",\"", ", \"", 1)),
    ];
    all.into_iter().flatten().collect()
}
