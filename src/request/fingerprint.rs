//! Decides if a request continues a call whose answer is not recorded yet.
//!
//! A client may send the next request as soon as the answer arrives, with its earlier messages respelled: a text as a string or as parts, other key order,
//! members added, cache markers moved. The two requests are therefore compared by their words, with the hash of [`Context`]. Ids and handles of the answer show
//! the same if earlier messages were edited or left out.

use super::context::{Context, Side};
use super::parent::held_response;
use super::trace::{Trace, handle, is_distinctive, text_digest, token_digest};
use crate::error::{Code, Error};
use crate::json::{Digest, Value, scan};
use crate::model::{Part, Wire};
use crate::wires::{NO_CODEC, codec};

/// The words of a request, and the identities of its answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint {
    /// The hash of all words of the request.
    pub end: Option<Digest>,
    /// The hash before each answer in it: the `end` of the request that was answered there.
    pub before: Vec<Digest>,
    /// The hash after each answer in it: the `after` of that answer.
    pub after: Vec<Digest>,
    /// Drawn ids and digests of handles of the answers in it, each once, in order.
    pub marks: Vec<String>,
    /// The id of the response that it continues, if the provider holds the messages.
    pub previous: Option<String>,
}

impl Fingerprint {
    /// Reads the fingerprint of a request.
    ///
    /// # Errors
    /// A request that is not JSON; a wire that has no codec.
    pub fn of_request(request: &[u8], wire: &Wire) -> Result<Self, Error> {
        let codec = codec(wire).ok_or_else(no_codec)?;
        let document = scan(request)?;
        let body = document.root();
        let previous = held_response(body).or_else(|| PREVIOUS.iter().find_map(|name| string(body.get(name)?)));
        // Two requests that continue different responses differ, whatever their new messages are.
        let mut context = previous.as_deref().map(|id| Context::after(text_digest(id.as_bytes()))).unwrap_or_default();
        let (mut before, mut after, mut marks, mut is_answering) = (Vec::new(), Vec::new(), Vec::new(), false);
        for entry in codec.request(body).entries() {
            let Some(side) = Side::of(entry.role) else { continue };
            if side == Side::Answer {
                before.extend(context.hash().filter(|_| !is_answering));
            } else if is_answering {
                after.extend(said_since(before.last(), &context));
            }
            if side == Side::Answer {
                entry.parts.iter().for_each(|part| marks.extend(marks_of(part, wire)));
            }
            is_answering = side == Side::Answer;
            context.push(&entry);
        }
        if is_answering {
            after.extend(said_since(before.last(), &context));
        }
        let end = context.hash();
        if let Some(token) = TOKENS.iter().find_map(|name| body.get(name)).and_then(token_digest) {
            // A request for the next hop of an answer has the same messages.
            before.extend(end);
            marks.push(token.to_string());
        }
        Ok(Self { end, before, after, marks: sorted(marks), previous })
    }

    /// Returns `true` if a request continues an earlier one: it has the same words up to one of its answers. Only this function decides it by words. Ids and
    /// handles of the earlier answer show the same (see [`AnswerFingerprint`]).
    #[must_use]
    pub fn continues(&self, earlier: &Self) -> bool {
        earlier.end.is_some_and(|end| self.before.contains(&end))
    }
}

/// The identity of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerFingerprint {
    /// Its id from the provider.
    pub id: Option<String>,
    /// Its id, its drawn ids and the digests of its handles, each once, in order.
    pub marks: Vec<String>,
    /// The hash of all words up to its end. `None` if it has none, or if the words before it are unknown.
    pub after: Option<Digest>,
}

impl AnswerFingerprint {
    /// Reads the fingerprint of the body of an answer, or of the body assembled from a stream. `before` is the `end` of the answered request, if known.
    ///
    /// # Errors
    /// A body that is not JSON; a wire that has no codec.
    pub fn of_body(body: &[u8], wire: &Wire, before: Option<Digest>) -> Result<Self, Error> {
        let codec = codec(wire).ok_or_else(no_codec)?;
        let document = scan(body)?;
        let turn = codec.response(document.root());
        let id = turn.id.map(|id| id.into_owned());
        let token = turn.continuation.and_then(|continuation| continuation.token).and_then(token_digest);
        let own = id.clone().into_iter().chain(token.map(|token| token.to_string()));
        let marks = sorted(own.chain(turn.parts.iter().flat_map(|part| marks_of(part, wire))).collect());
        let after = before.and_then(|before| {
            let mut context = Context::after(before);
            turn.parts.iter().for_each(|part| context.say(Side::Answer, part));
            said_since(Some(&before), &context)
        });
        Ok(Self { id, marks, after })
    }
}

/// Returns the hash of a context, if it differs from the earlier hash.
fn said_since(before: Option<&Digest>, context: &Context) -> Option<Digest> {
    context.hash().filter(|hash| Some(hash) != before)
}

/// Returns the drawn ids and the digest of the handles of a part.
fn marks_of(part: &Part<'_>, wire: &Wire) -> Vec<String> {
    let ids = Trace::ids_of(part).into_iter().filter(|id| is_distinctive(id));
    let handle = part.thinking.as_ref().and_then(|thinking| handle(part.value, &thinking.handles, wire));
    ids.chain(handle.map(|handle| handle.to_string())).collect()
}

fn sorted(mut marks: Vec<String>) -> Vec<String> {
    marks.sort();
    marks.dedup();
    marks
}

fn string(value: Value<'_>) -> Option<String> {
    value.text().map(|text| text.lossy().into_owned())
}

fn no_codec() -> Error {
    Error::new(Code::Input, NO_CODEC)
}

/// The members that name the response that a request continues.
const PREVIOUS: [&str; 2] = ["previous_response_id", "previous_interaction_id"];
/// The members with the token of the previous hop.
const TOKENS: [&str; 2] = ["continuationToken", "continuation_token"];

#[cfg(test)]
mod tests {
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn of(wire: &Wire, request: &str) -> Fingerprint {
        Fingerprint::of_request(request.as_bytes(), wire).unwrap()
    }

    fn continues(wire: &Wire, next: &str, earlier: &str) -> bool {
        of(wire, next).continues(&of(wire, earlier))
    }

    #[test]
    fn a_respelled_request_continues_the_same_call_and_another_does_not() {
        let wire = Wire::ANTHROPIC_MESSAGES;
        let first = r#"{"system":"Be brief.","messages":[{"role":"user","content":[{"type":"text","text":"Hello","cache_control":{"type":"ephemeral"}}]}]}"#;
        let answer = r#"{"role":"assistant","content":[{"type":"text","text":"Hi"}]},{"role":"user","content":"Go on"}"#;
        for user in [
            r#"{"role":"user","content":"Hello"}"#,
            r#"{"content":"Hello","role":"user"}"#,
            r#"{"role":"user","content":[{"text":"Hello","type":"text"}]}"#,
            r#"{"role":"user","content":[{"type":"text","text":"Hel"},{"type":"text","text":"lo"}],"id":"m1"}"#,
        ] {
            assert!(continues(&wire, &format!(r#"{{"messages":[{user},{answer}]}}"#), first), "{user}");
            assert!(!continues(&wire, &format!(r#"{{"messages":[{user}]}}"#), first), "it has no answer yet");
        }
        assert!(!continues(&wire, &format!(r#"{{"messages":[{{"role":"user","content":"Hello!"}},{answer}]}}"#), first));
    }

    #[test]
    fn ids_handles_and_the_previous_response_are_read_from_both_sides() {
        let wire = Wire::OPENAI_RESPONSES;
        let reasoning = r#"{"type":"reasoning","id":"rs_68a1b2c3d4e5f6","summary":[],"encrypted_content":"gAAAAAB"}"#;
        let request =
            of(&wire, &format!(r#"{{"previous_response_id":"resp_68a1b2c3d4","input":[{{"role":"user","content":"Hi"}},{reasoning}]}}"#));
        let body = format!(r#"{{"id":"resp_68a1b2c3d4","object":"response","status":"completed","output":[{reasoning}]}}"#);
        let answer = AnswerFingerprint::of_body(body.as_bytes(), &wire, None).unwrap();
        assert_eq!((answer.id.as_deref(), answer.after), (Some("resp_68a1b2c3d4"), None));
        let answer = answer.marks;
        assert_eq!(request.previous.as_deref(), Some("resp_68a1b2c3d4"));
        assert_eq!(request.marks.len(), 2, "{:?}", request.marks);
        assert!(request.marks.iter().all(|mark| answer.contains(mark)), "{answer:?}");
        assert!(answer.contains(&"resp_68a1b2c3d4".to_owned()));
        // The same words after another response are another conversation.
        let other = of(&wire, r#"{"previous_response_id":"resp_1","input":"Hi"}"#);
        assert_ne!(other.end, of(&wire, r#"{"input":"Hi"}"#).end);
    }

    #[test]
    fn counted_ids_are_no_marks() {
        let call = r#"{"role":"assistant","tool_calls":[{"id":"call_0","type":"function","function":{"name":"f","arguments":"{}"}}]}"#;
        assert!(of(&Wire::OPENAI_CHAT, &format!(r#"{{"messages":[{{"role":"user","content":"Hi"}},{call}]}}"#)).marks.is_empty());
    }

    #[test]
    fn the_next_hop_continues_the_call_with_the_same_messages() {
        let wire = Wire::GEMINI_GENERATE;
        let first = r#"{"contents":[{"role":"user","parts":[{"text":"Long"}]}]}"#;
        let next = r#"{"contents":[{"role":"user","parts":[{"text":"Long"}]}],"continuationToken":"AbC-"}"#;
        assert!(continues(&wire, next, first));
        assert_eq!(of(&wire, next).marks.len(), 1);
    }

    #[test]
    fn a_request_continues_the_answer_that_was_given_and_no_other_to_the_same_words() {
        let wire = Wire::ANTHROPIC_MESSAGES;
        let asked = of(&wire, r#"{"messages":[{"role":"user","content":"Hello"}]}"#);
        let answer = |content: &str| {
            let body = format!(r#"{{"type":"message","role":"assistant","content":{content}}}"#);
            AnswerFingerprint::of_body(body.as_bytes(), &wire, asked.end).unwrap().after
        };
        let next = |content: &str| {
            let more = r#"{"role":"user","content":"Go on"}"#;
            of(&wire, &format!(r#"{{"messages":[{{"role":"user","content":"Hello"}},{{"role":"assistant","content":{content}}},{more}]}}"#))
                .after
        };
        let said = r#"[{"type":"thinking","thinking":"Hm","signature":"AbC"},{"type":"text","text":"Hi"}]"#;
        assert_eq!(next(said), answer(said).into_iter().collect::<Vec<_>>());
        assert_eq!(next(r#""Hi""#), next(said), "without its thought");
        assert_ne!(next(r#""Ho""#), next(said));
        assert_eq!(answer(r#"[{"type":"thinking","thinking":"Hm","signature":"AbC"}]"#), None, "nothing was said");
        assert_eq!(asked.after, []);
        let ends_with_answer = of(&wire, r#"{"messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi"}]}"#);
        assert_eq!(ends_with_answer.after, next(said));
    }
}
