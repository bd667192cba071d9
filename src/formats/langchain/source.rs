//! A message of the model as it is read, with its calls and signatures.

use super::super::format::carried;
use super::super::issuers::issuer_named;
use crate::conversation::reader::{Reader, call, call_input, content, plain};
use crate::json::Value;
use crate::model::{Content, Issued, Speaker, Target, Wire};

/// A message of the model, with the data that its contents need.
pub(super) struct Answer<'d> {
    /// The message.
    pub(super) message: Value<'d>,
    /// The object with the members that only some providers have.
    pub(super) beside: Value<'d>,
    /// The named provider.
    pub(super) provider: Option<Target>,
    /// Its calls.
    pub(super) calls: Vec<Value<'d>>,
    /// The calls in the order of their ids.
    order: Vec<usize>,
    /// True for each call that is among the contents.
    pub(super) is_said: Vec<bool>,
}

impl<'d> Answer<'d> {
    pub(super) fn new(message: Value<'d>, beside: Value<'d>, provider: Option<Target>, calls: Vec<Value<'d>>) -> Self {
        let key = |nth: &usize| calls.get(*nth).map(|call| call.token("id"));
        let mut order: Vec<usize> = (0..calls.len()).collect();
        order.sort_by_key(key);
        Self { message, beside, provider, is_said: vec![false; calls.len()], calls, order }
    }

    /// Returns the number of the call with this id.
    pub(super) fn nth(&self, id: &[u8]) -> Option<usize> {
        let key = |nth: &usize| self.calls.get(*nth).map(|call| call.token("id"));
        self.order.binary_search_by(|nth| key(nth).cmp(&Some(id))).ok().and_then(|at| self.order.get(at)).copied()
    }
}

/// The member in which Google's package keeps the signatures of calls, by their ids.
pub(super) const SIGNATURES: &str = "__gemini_function_call_thought_signatures__";

/// Returns the signature on a block or a call.
pub(super) fn signature_of<'d>(block: Value<'d>) -> Option<Value<'d>> {
    const PATHS: &[&str] = &[
        "signature",
        "thought_signature",
        "thoughtSignature",
        "extras.signature",
        "provider_specific_fields.thought_signature",
        "function.provider_specific_fields.thought_signature",
    ];
    PATHS.iter().find_map(|path| block.path(path))
}

/// Adds a call: `value` is its block, `whole` has its arguments.
pub(super) fn say_call<'d>(value: Value<'d>, whole: Value<'d>, answer: &Answer<'d>, reader: &mut Reader<'d>) {
    let function = whole.get("function").unwrap_or(whole);
    let input = ["args", "arguments", "input"].iter().find_map(|name| function.get(name));
    let id = ["call_id", "id"].iter().find_map(|name| value.get(name));
    let kind = call(id, function.get("name"), call_input(input));
    let kept = id.and_then(|id| answer.beside.get(SIGNATURES)?.get(&String::from_utf8_lossy(&plain(id.text()?.raw()))));
    let said = Content { cache: value.get("cache_control"), ..content(value, answer.message, kind) };
    say_signed(said, signature_of(value).or_else(|| signature_of(whole)).or(kept), answer, reader);
}

/// Adds a content with its signature.
pub(super) fn say_signed<'d>(mut said: Content<'d>, signature: Option<Value<'d>>, answer: &Answer<'d>, reader: &mut Reader<'d>) {
    let google = answer.provider.clone().filter(|provider| provider.wire == Wire::GEMINI_GENERATE);
    if let Some(handle) = signature.filter(|handle| handle.text().is_some_and(|text| !text.is_empty()))
        && let Some(issuer) = reader.issuer(google.or_else(|| issuer_named("google", None)))
    {
        said.thinking = Some(carried(&said.kind, handle));
        said.issued = Some(Issued { issuer, id: None, is_native: false });
    }
    reader.say(Speaker::Assistant, said);
}
