//! A thinking block has no `signature`.
//!
//! # What it checks
//!
//! Every `thinking` block of every message has the member `signature`, and it is not `null`. Through Converse an empty one counts as
//! none, since Bedrock leaves it out on the way to the model.
//!
//! # Why
//!
//! > messages.1.content.0.thinking.signature: Field required
//!
//! The block is checked by its shape before anything else is looked at. Clients that keep reasoning as a text lose the
//! signature, and then send the text back as a block.
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
//! Unsafe: the block goes, since a signature cannot be made up; with it goes in the latest message all thinking, and, where blocks are bound to
//! what precedes them, all thinking before it: what is kept must be as it came and without a gap. With a ledger the recorded block comes back instead.
//!
//! # Evidence
//!
//! - documented, 2026-11-16: `signature` is required in the block, and a modified block "results in a 400", <https://platform.claude.com/docs/en/api/messages/create>; Converse does not say so
//! - reported, 2026-11-14: <https://github.com/can1357/oh-my-pi/pull/10486>
//! - reported, 2026-11-14: <https://github.com/XiaomiMiMo/MiMo-Code/issues/892>
//! - catalogue: anth-signature-missing-key

use super::blocks::{UNSIGNED_IN_CONVERSE, remove_with_linked_thinking};
use super::parameters::is_converse;
use crate::audit::{Evidence, Facts, Fix, FixEdit, Found, Rule, Safety, Sentence, Tier};

/// The rule.
pub static RULE: Rule = Rule {
    id: "thinking-without-signature",
    binds: "wire=anthropic-messages|bedrock-converse vendor=anthropic",
    evidence: Evidence::Documented,
    since: "0.1.0",
    tier: Tier::Stable,
    upstream: &[FIELD_REQUIRED, NOT_A_STRING],
    check,
    fixes: &[Fix::new("remove-with-linked-thinking", Safety::Unsafe, FixEdit::By(remove_with_linked_thinking))],
    ..Rule::DEFAULT
};

const FIELD_REQUIRED: Sentence = Sentence::new("field-required", "messages.{0}.content.{1}.thinking.signature: Field required");

const NOT_A_STRING: Sentence =
    Sentence::new("not-a-string", "messages.{0}.content.{1}.thinking.signature.str: Input should be a valid string");

fn check<'d>(facts: &Facts<'d>, found: &mut Found<'d>) {
    for (_, part, thinking) in facts.thoughts() {
        if thinking.handles.is_empty() && (part.value.fits(UNSIGNED) || part.value.fits(UNSIGNED_IN_CONVERSE)) {
            let null = part.value.fits("type=thinking signature=null");
            let finding = found.at(part.value).says(if null { &NOT_A_STRING } else { &FIELD_REQUIRED });
            // Amazon's types leave the signature to the model.
            if is_converse(facts) {
                finding.evidence = Evidence::Reported;
            }
        }
    }
}

/// A block of Messages without a signature.
const UNSIGNED: &str = "type=thinking !signature,signature=null";
