//! Finds the requests of one conversation, if a recording does not name it.
//!
//! A proxy or a cassette has the calls of several agents, one after the other or mixed. An audit of one against the answers of another would only find foreign
//! parts. A recording of thousands of short ones would be compared with all of them. A request without model messages begins a conversation. Any other
//! continues the one with the same first message, or the last one.

use super::record::Exchange;
use crate::json::{Value, decimal, digest, scan};
use crate::wires::list_names;

/// The most recent conversations.
#[derive(Debug, Default)]
pub(super) struct Conversations {
    count: usize,
    /// The first message of each, as a digest, and its number.
    known: Vec<(crate::json::Digest, usize)>,
}

/// The number of conversations that are searched.
const KNOWN: usize = 64;

impl Conversations {
    /// Gives an exchange the number of its conversation, unless it has a name.
    pub(super) fn join(&mut self, exchange: &mut Exchange) {
        if exchange.session.is_some() {
            return;
        }
        let Some(request) = exchange.request.as_ref() else { return };
        let Ok(document) = scan(request) else { return };
        let root = document.root();
        let mut messages = list_names().iter().flat_map(|name| root.list(name));
        let first = messages.next();
        let goes_on = first.into_iter().chain(messages).any(is_of_model) || root.fits("previous_response_id:s,thread.type=continue");
        let first = first.map(digest);
        let same = || self.known.iter().rev().find(|(known, _)| Some(*known) == first).map(|(_, number)| *number);
        let number = match goes_on {
            true => same().or(self.known.last().map(|(_, number)| *number)),
            false => None,
        };
        let number = number.unwrap_or_else(|| {
            self.count += 1;
            if self.known.len() == KNOWN {
                self.known.remove(0);
            }
            self.known.extend(first.map(|first| (first, self.count)));
            self.count
        });
        exchange.session = Some(decimal(number));
    }
}

/// Returns `true` if a message or an item is a model's.
fn is_of_model(message: Value<'_>) -> bool {
    message.fits("role=assistant|model,type=reasoning|function_call|model_output|thought")
}

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn joined(requests: &[&str]) -> Vec<String> {
        let mut conversations = Conversations::default();
        let join = |request: &&str| {
            let mut exchange = Exchange { request: Some(request.as_bytes().to_vec()), ..Exchange::default() };
            conversations.join(&mut exchange);
            exchange.session.unwrap_or_default()
        };
        requests.iter().map(join).collect()
    }

    #[test]
    fn a_request_goes_on_with_the_conversation_that_began_like_it() {
        let numbers = joined(&[
            r#"{"messages":[{"role":"user","content":"a"}]}"#,
            r#"{"messages":[{"role":"user","content":"b"}]}"#,
            r#"{"messages":[{"content":"a","role":"user"},{"role":"assistant","content":"x"}]}"#,
            r#"{"messages":[{"role":"user","content":"b"},{"role":"assistant","content":"y"}]}"#,
            r#"{"messages":[{"role":"user","content":"b, edited"},{"role":"assistant","content":"y"}]}"#,
            r#"{"messages":[{"role":"user","content":"a"}]}"#,
            r#"{"input":[{"type":"function_call_output"}],"previous_response_id":"r"}"#,
            r#"{"messages":[{"role":"user","content":"c"}],"thread":{"type":"create"}}"#,
            r#"{"messages":[{"role":"user","content":"d"}],"thread":{"type":"continue","previous_message_id":"m"}}"#,
            "not JSON",
        ]);
        assert_eq!(numbers, ["1", "2", "1", "2", "2", "3", "3", "4", "4", ""]);
    }
}
