//! Messages as the client sends them after it stripped their thinking.

use crate::json::scan;
use crate::sessions::history::join;

/// Returns messages without thinking. A message that has nothing else is left out.
pub fn without_thinking(messages: &[u8]) -> Option<Vec<u8>> {
    let list = [b"[", messages, b"]"].concat();
    let document = scan(&list).ok()?;
    let mut kept = Vec::new();
    for message in document.root().elements() {
        if !message.fits("role=assistant content:a") {
            join(&mut kept, message.raw());
            continue;
        }
        let mut content = Vec::new();
        let blocks = message.list("content").filter(|block| !block.fits("type=thinking|redacted_thinking"));
        blocks.for_each(|block| join(&mut content, block.raw()));
        if !content.is_empty() {
            join(&mut kept, &[b"{\"role\":\"assistant\",\"content\":[", content.as_slice(), b"]}"].concat());
        }
    }
    Some(kept)
}
