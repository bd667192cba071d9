//! `thinking` block has no `signature`.
//!
//! # What it checks
//!
//! Each `thinking` block of each message has a `signature` that is not `null`. In Converse an empty signature counts as missing, because Bedrock
//! does not pass it to the model. Hosts that the tables do not have, and gateways, are not judged.
//!
//! # Why
//!
//! Anthropic checks the shape of a block before anything else and requires `signature`.
//!
//! Common cause: a client stores reasoning as plain text, loses the signature, and sends the text as a `thinking` block.
//!
//! > messages.1.content.0.thinking.signature: Field required
//!
//! # Bad
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-5","max_tokens":9000,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting."},{"type":"text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Good
//!
//! ```json
//! {"target":{"wire":"anthropic-messages"},"request":{"model":"claude-opus-4-5","max_tokens":9000,"messages":[
//!   {"role":"user","content":"Hello"},
//!   {"role":"assistant","content":[{"type":"thinking","thinking":"A greeting.","signature":"RXF1YWwgYnl0ZXM="},{"type":"text","text":"Hello."}]},
//!   {"role":"user","content":"And now?"}]}}
//! ```
//!
//! # Fix
//!
//! - Dead: remove the block. No permission is needed at a known host.
//! - Unsafe: remove the block, if the host is not named. Its thinking is lost, because a signature cannot be invented.
//!
//! Anthropic would refuse some of the remaining thinking, so the fix removes that too. In the latest message this is all thinking. If blocks are
//! bound to the messages before them, it is also all earlier thinking. With a ledger, the recorded block is restored instead.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: `signature` is required in the block, and a modified block "results in a 400", <https://platform.claude.com/docs/en/api/messages/create>; Converse does not say so
//! - reported, 2026-11-14: <https://github.com/can1357/oh-my-pi/pull/10486>
//! - reported, 2026-11-14: <https://github.com/XiaomiMiMo/MiMo-Code/issues/892>
//! - catalogue: anth-signature-missing-key

use super::blocks::{UNSIGNED_IN_CONVERSE, remove_unsigned, remove_with_linked_thinking};
use super::parameters::is_converse;
use crate::audit::details::{Unlisted, details};
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "thinking-without-signature",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic handle_form,!host",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[FIELD_REQUIRED, NOT_A_STRING],
    check,
    fixes: &[REMOVE_DEAD, REMOVE],
    ..Rule::DEFAULT
};

/// At a host of the tables the refusal is certain, so the fix needs no permission.
const REMOVE_DEAD: Fix = Fix::new("remove-dead", Safety::Dead, FixEdit::By(remove_unsigned)).unasked();
const REMOVE: Fix = Fix::new("remove-with-linked-thinking", Safety::Unsafe, FixEdit::By(remove_with_linked_thinking));

details! {
    /// The block, as its wire calls it.
    struct MissingSignature { block: Unlisted<&'static str> }
    message => "`{block}` block has no `signature`"

    /// A signature without a value.
    struct NullSignature {}
    message => "`signature` of the `thinking` block is `null`"
}

const FIELD_REQUIRED: Sentence = Sentence::new("field-required", "messages.{0}.content.{1}.thinking.signature: Field required");

const NOT_A_STRING: Sentence =
    Sentence::new("not-a-string", "messages.{0}.content.{1}.thinking.signature.str: Input should be a valid string");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, part, thinking) in facts.thoughts() {
        if thinking.handles.is_empty() && (part.value.fits(UNSIGNED) || part.value.fits(UNSIGNED_IN_CONVERSE)) {
            let finding = found.at(part.value);
            if part.value.fits("type=thinking signature=null") {
                finding.with(NullSignature {}).says(&NOT_A_STRING);
            } else {
                let block = if part.value.fits("type=thinking") { "thinking" } else { "reasoningText" };
                finding.with(MissingSignature { block: Unlisted(block) }).says(&FIELD_REQUIRED);
            }
            // Converse does not document the refusal.
            finding.offers(if facts.profile.get("handle_form").is_some() && !is_converse(facts) { &[REMOVE_DEAD] } else { &[REMOVE] });
            // The signature is optional in Amazon's types.
            if is_converse(facts) {
                finding.evidence = Evidence::Reported;
            }
        }
    }
}

/// A block of Messages without a signature.
const UNSIGNED: &str = "type=thinking !signature,signature=null";
