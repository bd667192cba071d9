//! Reasoning items of clark and messages of agentfootprint, read from their own text.

use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use super::object::object;
use super::text::with_value;
use crate::formats::agentfootprint::LLMMessage;
use crate::formats::clark::ReasoningItem;

/// The facts of a reasoning item.
#[derive(Tsify)]
#[allow(dead_code, reason = "the shape of what `reasoning_facts` makes, for TypeScript")]
pub struct ReasoningFacts {
    /// The kind of reasoning that it holds.
    #[tsify(type = "\"text\" | \"summary\" | \"encrypted\" | \"redacted\" | \"omitted\" | \"unknown\"")]
    pub kind: String,
    /// Its format, or `unknown` if it names none.
    #[tsify(type = "ReasoningFormat")]
    pub format: String,
    /// True if it carries a handle that the provider will check.
    pub signed: bool,
    /// The first byte of the item in its text.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
}

/// Returns the facts of a reasoning item.
#[wasm_bindgen(js_name = reasoningFacts)]
pub fn reasoning_facts(body: &[u8], pointer: &str) -> Result<Ts<ReasoningFacts>, JsValue> {
    with_value(body, pointer, |_, value| {
        let item = ReasoningItem::read(value)?;
        let span = value.span();
        Ok(object(&[
            ("kind", item.kind().name().into()),
            ("format", item.format().as_str().into()),
            ("signed", item.is_signed().into()),
            ("start", span.start.into()),
            ("end", span.end.into()),
        ]))
    })
    .map(Ts::new_unchecked)
}

/// Returns the text of a message that has the shape of `LLMMessage`. The error names the part at fault.
#[wasm_bindgen(js_name = messageText)]
pub fn message_text(body: &[u8], pointer: &str) -> Result<Vec<u8>, JsValue> {
    with_value(body, pointer, |document, value| {
        LLMMessage::check(document, value)?;
        Ok(value.raw().to_vec())
    })
}
