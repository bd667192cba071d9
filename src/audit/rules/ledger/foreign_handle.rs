//! A handle was issued by somebody else than the one it goes to.
//!
//! # What it checks
//!
//! Every handle whose issuer is recorded goes back to it: to the vendor that made it, on Responses to the same
//! organisation or resource by the same way, and with Gemini to the same of AI Studio and Vertex.
//!
//! # Why
//!
//! > Encrypted content organization_id did not match the target organization
//!
//! Handles are sealed by their issuer and opened by nobody else. Fallbacks to another vendor, a pool of keys, and load
//! balancing between regions send them astray. Claude's are the same on its own API, on Bedrock and on Vertex.
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"api.openai.com","account":"org-b"},
//!  "emitted":[
//!   {"target":{"wire":"openai-responses","host":"api.openai.com","account":"org-a"},"request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]}]},"response":{"id":"resp_1","object":"response","model":"gpt-5","output":[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABk1"},{"type":"function_call","call_id":"call_1","name":"grep","arguments":"{}","id":"fc_1"}]}}],
//!  "request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]},
//!     {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABk1"},
//!     {"type":"function_call","call_id":"call_1","name":"grep","arguments":"{}","id":"fc_1"},
//!     {"type":"function_call_output","call_id":"call_1","output":"3"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"openai-responses","host":"api.openai.com","account":"org-a"},
//!  "emitted":[
//!   {"target":{"wire":"openai-responses","host":"api.openai.com","account":"org-a"},"request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]}]},"response":{"id":"resp_1","object":"response","model":"gpt-5","output":[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABk1"},{"type":"function_call","call_id":"call_1","name":"grep","arguments":"{}","id":"fc_1"}]}}],
//!  "request":{"model":"gpt-5","store":false,"include":["reasoning.encrypted_content"],"input":[
//!     {"role":"user","content":[{"type":"input_text","text":"How many?"}]},
//!     {"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"gAAAAABk1"},
//!     {"type":"function_call","call_id":"call_1","name":"grep","arguments":"{}","id":"fc_1"},
//!     {"type":"function_call_output","call_id":"call_1","output":"3"}]}}
//! ```
//!
//! # Fix
//!
//! Safe: where it stands in the place of a recorded thought, that comes back.
//! Unsafe: the thought goes, or the handle from the part that carries it. What called a tool after it stays.
//!
//! # Evidence
//!
//! - reported, 2026-11-14: <https://github.com/BerriAI/litellm/issues/27703>, <https://github.com/VicBilibily/GCMP/issues/345>, <https://github.com/alphaXiv/agents/issues/61>
//! - catalogue: oai-encrypted-foreign, xai-decrypt, gem-issuer-mismatch, x-foreign-opaque, anth-signature-invalid, anth-redacted-data-altered, anth-empty-thinking-old-path, gem-signature-corrupt, gem-signature-corrupt-vertex, or.details.modified, or.encrypted.foreign-family

use super::wording::{EMPTY, MODIFIED, SIGNATURE, name_item};
use super::restore::{remove_thought_or_handle, restore};
use super::producer::{producer, surface_of, vendor_of};
use super::sent_parts::issued;
use super::foreign::refusal_of_foreign_handle;
use crate::audit::{Evidence, Facts, Found, Mend, Needs, Rule, Safety};

/// The rule.
pub static RULE: Rule = Rule {
    id: "foreign-handle",
    binds: "wire=anthropic-messages|bedrock-converse|openai-responses|openai-chat|openrouter-chat|gemini-generate|gemini-interactions vendor=anthropic|openai|xai|google",
    evidence: Evidence::Reported,
    needs: Needs::Ledger,
    upstream: &[
        SIGNATURE,
        MODIFIED,
        EMPTY,
        "The encrypted content for item {id} could not be verified. Reason: Encrypted content could not be decrypted or parsed.",
        "The encrypted content {head}...{tail} could not be verified.",
        "The encrypted content for item {id} could not be verified. Reason: Encrypted content organization_id did not match the target organization.",
        "The requested item was created under a different Azure OpenAI resource. Use the same resource that created the item to access it.",
        "Could not decrypt the provided encrypted_content. Ensure the value is the unmodified encrypted_content from a previous response.",
        "Corrupted thought signature.",
        "Unable to submit request because Thought signature is not valid.. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini",
    ],
    check,
    fixes: &[(Safety::Safe, Mend::By(restore)), (Safety::Unsafe, Mend::By(remove_thought_or_handle))],
    ..Rule::DEFAULT
};

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (spot, recorded, _) in issued(facts) {
        if let Some(nth) = refusal_of_foreign_handle(facts, spot, recorded) {
            let finding = found.at(spot.value);
            finding.upstream = nth;
            name_item(spot, finding);
            for (name, said) in [("vendor", vendor_of(recorded)), ("surface", surface_of(recorded)), ("model", &producer(recorded))] {
                finding.note(name, said);
            }
        }
    }
}
