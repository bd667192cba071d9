//! The records of the seeds, read as views over their own text.

use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use super::object::object;
use super::text::at;
use crate::interop::agentfootprint::LLMMessage;
use crate::interop::clark::ReasoningItem;

/// What can be said of a reasoning item without touching it.
#[derive(Tsify)]
#[allow(dead_code, reason = "the shape of what `reasoning_facts` makes, for TypeScript")]
pub struct ReasoningFacts {
    /// What it holds.
    #[tsify(type = "\"text\" | \"summary\" | \"encrypted\" | \"redacted\" | \"omitted\" | \"unknown\"")]
    pub kind: String,
    /// Who shaped it; `unknown` where it does not say.
    #[tsify(type = "ReasoningFormat")]
    pub format: String,
    /// Whether it carries a handle that the provider will check.
    pub signed: bool,
    /// The first byte of the item in its text.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
}

/// What a reasoning item is, and where it stands.
#[wasm_bindgen(js_name = reasoningFacts)]
pub fn reasoning_facts(body: &[u8], pointer: &str) -> Result<Ts<ReasoningFacts>, JsValue> {
    at(body, pointer, |_, value| {
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

/// The text of a message that has the shape of `LLMMessage`, or the error that says where it has not.
#[wasm_bindgen(js_name = messageText)]
pub fn message_text(body: &[u8], pointer: &str) -> Result<Vec<u8>, JsValue> {
    at(body, pointer, |document, value| {
        LLMMessage::check(document, value)?;
        Ok(value.raw().to_vec())
    })
}
